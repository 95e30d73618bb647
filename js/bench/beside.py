#!/usr/bin/env python3
"""scikit-learn's machines for js/bench/beside.mjs: a line of JSON asks, a line of JSON answers.

Needs scikit-learn 1.2.1 (Debian package python3-sklearn).
"""

import base64
import json
import sys

import numpy
import sklearn
from sklearn import svm

# The names of options here, by those of the package.
names = {name: name for name in ("C", "gamma", "tol", "nu", "epsilon", "kernel", "degree", "coef0")}
names["cacheSize"] = "cache_size"


def matrix(table):
    flat = numpy.frombuffer(base64.b64decode(table["data"]), dtype=table["type"])
    return flat.reshape(table["rows"], -1).astype(float) * table["scale"]


class OneVersusRest:
    """A machine for each class, which LIBSVM has not: the largest decision value is elected."""

    def __init__(self, **options):
        self.options = options

    def fit(self, X, y, sample_weight=None):
        self.classes_ = numpy.unique(y)
        machines = [svm.SVC(**self.options).fit(X, y == c, sample_weight) for c in self.classes_]
        self.machines = machines
        self.support_ = numpy.unique(numpy.concatenate([one.support_ for one in machines]))
        self.intercept_ = numpy.concatenate([one.intercept_ for one in machines])
        self.dual_coef_ = numpy.zeros((len(machines), len(self.support_)))
        for k, one in enumerate(machines):
            self.dual_coef_[k, numpy.searchsorted(self.support_, one.support_)] = one.dual_coef_[0]
        return self

    def predict(self, X):
        values = [one.decision_function(X) for one in self.machines]
        return self.classes_[numpy.argmax(values, axis=0)]


models = {}


def fit(machine, options, X, y=None, sampleWeight=None):
    kind = getattr(svm, machine)
    if options.get("multiClass") == "ovr" and len(set(y)) > 2:
        kind = OneVersusRest
    own = {names[name]: value for name, value in options.items() if name != "multiClass"}
    table = matrix(X)
    if machine == "OneClassSVM":
        model = kind(**own).fit(table)
    else:
        model = kind(**own).fit(table, numpy.array(y), sample_weight=sampleWeight)
    models[len(models)] = model
    order = numpy.argsort(model.support_)
    return {
        "model": len(models) - 1,
        "supportIndices": model.support_[order].tolist(),
        "dualCoef": model.dual_coef_[:, order].T.ravel().tolist(),
        "intercept": model.intercept_.tolist(),
        "classes": getattr(model, "classes_", numpy.array([])).tolist(),
    }


def ask(model, method, X):
    return getattr(models[model], method)(matrix(X)).tolist()


def forget(model):
    models[model] = None


def version():
    return sklearn.__version__


for line in sys.stdin:
    question = json.loads(line)
    try:
        answer = {"answer": globals()[question.pop("do")](**question)}
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
