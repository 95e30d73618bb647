#!/usr/bin/env python3
"""Makes js/test/golden/boosted.json: scikit-learn's AdaBoostClassifier (algorithm SAMME) over GaussianNB, a
learner that the package does not have.

Run by hand from the module root:

    /usr/bin/python3 js/test/golden/boosted.py > js/test/golden/boosted.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn). Its coefficients are twice ours.
"""

import json
import sys

import numpy
import sklearn
from sklearn.ensemble import AdaBoostClassifier
from sklearn.naive_bayes import GaussianNB

random = numpy.random.default_rng(21)


def case(k, weighted):
    X = random.standard_normal((90, 3)).round(3)
    score = X[:, 0] + 2 * X[:, 1] * X[:, 2] + 0.3 * random.standard_normal(90)
    y = numpy.digitize(score, numpy.quantile(score, numpy.arange(1, k) / k))
    weight = random.uniform(0.25, 2, 90).round(2) if weighted else None
    train, test = slice(60), slice(60, 90)
    own = None if weight is None else weight[train]
    model = AdaBoostClassifier(GaussianNB(), n_estimators=12, algorithm="SAMME").fit(X[train], y[train], sample_weight=own)
    return {
        "classes": k,
        "X": X[train].tolist(),
        "y": y[train].tolist(),
        "sampleWeight": None if own is None else own.tolist(),
        "test": X[test].tolist(),
        "errors": model.estimator_errors_[: len(model.estimators_)].tolist(),
        "weights": model.estimator_weights_[: len(model.estimators_)].tolist(),
        "predicted": model.predict(X[test]).tolist(),
        "decision": model.decision_function(X[test]).tolist(),
        "staged": [float(s) for s in model.staged_score(X[train], y[train], sample_weight=own)],
    }


print(
    json.dumps(
        {
            "tool": f"scikit-learn {sklearn.__version__}, numpy {numpy.__version__}, Python {sys.version.split()[0]}",
            "command": "/usr/bin/python3 js/test/golden/boosted.py > js/test/golden/boosted.json",
            "tolerance": "1e-9",
            "cases": [case(k, weighted) for k in [2, 3] for weighted in [False, True]],
        },
        separators=(",", ":"),
    )
)
