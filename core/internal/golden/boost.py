#!/usr/bin/env python3
"""Makes core/machines/tree/testdata/tree.json and core/machines/boost/testdata/boost.json: what scikit-learn's
DecisionTreeClassifier and AdaBoostClassifier (algorithm SAMME) answer.

Run by hand from the module root, a second:

    /usr/bin/python3 core/internal/golden/boost.py

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy. The samples are
drawn here and stand in the files. They are multiples of 1/1024, which single precision
holds exactly: scikit-learn's trees work in single precision. Where several splits are
equally good, it chooses among them at random; the cases are such that this does not happen,
which the script checks.

scikit-learn's coefficients are twice ours, ln((1-eps)/eps) + ln(k-1).
"""

import json
import pathlib

import numpy
import sklearn
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier

TOOL = f"scikit-learn {sklearn.__version__}"
COMMAND = "/usr/bin/python3 core/internal/golden/boost.py"


def draw(seed, n, d, k):
    rng = numpy.random.default_rng(seed)
    x = numpy.round(rng.normal(size=(n, d)) * 1024) / 1024
    score = x[:, 0] + x[:, 1] * x[:, 2] + 0.5 * rng.normal(size=n)
    y = numpy.digitize(score, numpy.quantile(score, numpy.arange(1, k) / k))
    return x, y, numpy.round(rng.uniform(0.25, 2, size=n) * 64) / 64


def sets():
    named = {}
    for name, seed, k in [("two", 1, 2), ("three", 2, 3)]:
        x, y, weight = draw(seed, 240, 4, k)
        named[name] = {"x": x.tolist(), "y": y.tolist(), "weight": weight.tolist(), "train": 160}
    return named


def parts(data, weighted):
    x, y, w = (numpy.array(data[key]) for key in ["x", "y", "weight"])
    n = data["train"]
    return x[:n], y[:n], (w[:n] if weighted else None), x[n:], y[n:]


def tree(data, name, weighted, options):
    x, y, w, test, _ = parts(data, weighted)
    fitted, *others = (DecisionTreeClassifier(random_state=s, **options).fit(x, y, sample_weight=w) for s in range(9))
    assert all((numpy.sort(t.tree_.threshold) == numpy.sort(fitted.tree_.threshold)).all() for t in others), options
    inner = fitted.tree_.feature >= 0
    return {
        "set": name, "weighted": weighted, "options": options,
        "nodes": int(fitted.tree_.node_count),
        "questions": sorted(zip(fitted.tree_.feature[inner].tolist(), fitted.tree_.threshold[inner].tolist())),
        "shares": fitted.predict_proba(test).ravel().tolist(),
        "importances": fitted.feature_importances_.tolist(),
    }


def boost(data, name, weighted, options, rounds):
    x, y, w, test, _ = parts(data, weighted)
    fitted, *others = (
        AdaBoostClassifier(DecisionTreeClassifier(**options), n_estimators=rounds, algorithm="SAMME", random_state=s)
        .fit(x, y, sample_weight=w) for s in range(9))
    assert all((t.decision_function(test) == fitted.decision_function(test)).all() for t in others), options
    return {
        "set": name, "weighted": weighted, "options": options, "rounds": rounds,
        "errors": fitted.estimator_errors_.tolist(),
        "weights": fitted.estimator_weights_.tolist(),
        "decisions": fitted.decision_function(test).ravel().tolist(),
        "predictions": fitted.predict(test).tolist(),
        "staged": [float(s) for s in fitted.staged_score(x, y, sample_weight=w)],
    }


def probabilities(data, name, weighted, options, rounds):
    x, y, w, test, _ = parts(data, weighted)
    fitted = AdaBoostClassifier(DecisionTreeClassifier(**options), n_estimators=rounds, algorithm="SAMME", random_state=0)
    return fitted.fit(x, y, sample_weight=w).predict_proba(test).ravel().tolist()


def write(path, answers):
    text = {"tool": TOOL, "command": COMMAND, "tolerance": 1e-9, **answers}
    pathlib.Path(path).write_text(json.dumps(text) + "\n")


def main():
    data = sets()
    write("core/machines/tree/testdata/tree.json", {"sets": data, "trees": [
        tree(data[name], name, weighted, options)
        for name in data
        for weighted in [False, True]
        for options in [
            {"max_depth": 1}, {"max_depth": 2}, {"criterion": "entropy", "max_depth": 3, "min_samples_leaf": 8},
            {"max_depth": 2, "min_samples_leaf": 20}, {"max_depth": 4, "min_samples_split": 60},
        ]
    ]})
    boosters = [
        ("two", False, {"max_depth": 1}, 30),
        ("two", True, {"max_depth": 1}, 30),
        ("two", False, {"max_depth": 2, "min_samples_leaf": 15}, 15),
        ("two", False, {"max_depth": 1, "criterion": "entropy"}, 30),
        ("three", False, {"max_depth": 2, "min_samples_leaf": 15}, 15),
        ("three", True, {"max_depth": 2, "min_samples_leaf": 15}, 15),
    ]
    write("core/machines/boost/testdata/boost.json", {"sets": data, "boosters": [boost(data[name], name, *rest) for name, *rest in boosters]})
    # Of the same boosters, in the same order.
    write("core/machines/boost/testdata/probabilities.json", {"boosters": [probabilities(data[name], name, *rest) for name, *rest in boosters]})


main()
