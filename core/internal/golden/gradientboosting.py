#!/usr/bin/env python3
"""Makes core/machines/boost/testdata/gradient.json: what scikit-learn's HistGradientBoostingClassifier
and HistGradientBoostingRegressor answer.

Run by hand from the module root, seconds:

    /usr/bin/python3 core/internal/golden/gradientboosting.py

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy. The samples are drawn here
and stand in the file, NaN as null. scikit-learn keeps slopes in single precision, so that the answers
agree to about 1e-7. Where two splits are almost as good, single precision may choose the other one:
cases in which this happens are left out, and the script prints which. Where no sample of a node lacks
the feature of its split, rounding decides where later ones go: with gaps, training samples are asked. Its early stopping draws samples by a generator of
its own: here it looks at the training loss.
"""

import json
import math
import pathlib

import numpy
import sklearn
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

assert sklearn.__version__ == "1.2.1", sklearn.__version__
TOOL = f"scikit-learn {sklearn.__version__}"
COMMAND = "/usr/bin/python3 core/internal/golden/gradientboosting.py"


def draw(seed, n, k, gaps):
    """Samples of five features, the last of a few values only; classes, or of k = 0 numbers."""
    rng = numpy.random.default_rng(seed)
    x = numpy.round(rng.normal(size=(n, 5)), 4)
    x[:, -1] = rng.integers(0, 9, size=n)
    score = x[:, 0] + x[:, 1] * x[:, 2] + 0.2 * x[:, -1] + 0.5 * rng.normal(size=n)
    y = numpy.round(score, 4) if k == 0 else numpy.digitize(score, numpy.quantile(score, numpy.arange(1, k) / k))
    if gaps:
        lacks = numpy.where(score > numpy.median(score), 0.5, 0.1)  # to lack the fourth says something
        x[:, 3][rng.uniform(size=n) < lacks] = numpy.nan
        x[:, :3][rng.uniform(size=(n, 3)) < 0.1] = numpy.nan
    return x, y, numpy.round(rng.uniform(0.25, 2, size=n), 6)


def numbers(a):
    return [float(f"{v:.9g}") for v in numpy.ravel(a)]


def answers(fitted, x, k):
    return numpy.ravel(fitted.predict(x) if k == 0 else fitted.decision_function(x))


def case(name, data, k, train, weighted, options, asked):
    """What a machine answers; None if it is another one when the samples weigh a millionth more or less."""
    x, y, weight = data
    weight = weight[:train] if weighted else None
    make = lambda: (HistGradientBoostingRegressor if k == 0 else HistGradientBoostingClassifier)(random_state=0, **options)
    fitted = make().fit(x[:train], y[:train], sample_weight=weight)
    found = answers(fitted, asked, k)
    for seed in range(5):
        other = 1 + 1e-6 * numpy.random.default_rng(seed).normal(size=train)
        again = make().fit(x[:train], y[:train], sample_weight=other if weight is None else other * weight)
        if abs(answers(again, asked, k) - found).max() > 1e-3:
            return None
    made = {"set": name, "weighted": weighted, "options": options, "iterations": int(fitted.n_iter_),
            "values": numbers(found), "losses": numbers(-fitted.train_score_)}
    if k > 0:
        made["probabilities"] = numbers(fitted.predict_proba(asked))
    return made


def main():
    sets, cases, n, train = {}, [], 450, 350
    stopping = {"early_stopping": True, "validation_fraction": None, "tol": 1e-2, "n_iter_no_change": 3}
    for name, seed, k, gaps in [("two", 1, 2, False), ("three", 2, 3, False), ("numbers", 3, 0, False),
                                ("two with gaps", 4, 2, True), ("numbers with gaps", 5, 0, True)]:
        data = draw(seed, n, k, gaps)
        x, y, weight = data
        table = [[None if math.isnan(v) else v for v in row] for row in x.tolist()]
        sets[name] = {"x": table, "y": y.tolist(), "weight": weight.tolist(), "train": train, "k": k}
        for weighted, options in [
            (False, {"max_iter": 30}), (True, {"max_iter": 30}),
            (True, {"max_iter": 20, "max_bins": 16, "l2_regularization": 2.0}),
            (True, {"max_iter": 25, "max_depth": 3, "learning_rate": 0.3, "min_samples_leaf": 10}),
            (True, {"max_iter": 20, "max_leaf_nodes": 6}),
            (False, {"max_iter": 99, "learning_rate": 0.5, **stopping}),
            *([(True, {"loss": "absolute_error", "max_iter": 30})] if k == 0 else []),
        ]:
            made = case(name, data, k, train, weighted, options, x[:100] if gaps else x[train:])
            print(name, options, "" if made else "is left out: two splits are almost as good")
            cases += [made] if made else []
    text = {"tool": TOOL, "command": COMMAND, "tolerance": 1e-6, "sets": sets, "cases": cases}
    pathlib.Path("core/machines/boost/testdata/gradient.json").write_text(json.dumps(text) + "\n")


main()
