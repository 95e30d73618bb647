#!/usr/bin/env python3
"""Makes core/machines/ridge/testdata/lasso.json: the lasso and the elastic net of scikit-learn.

Run by hand from the module root, some seconds on two cores:

    /usr/bin/python3 core/internal/golden/lasso.py ../shared/data > core/machines/ridge/testdata/lasso.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy. Numbers alone enter the
project; the data stay where they are.

Weights "steps" are 0.5, 1, 1.5, 2, 2.5, 0.5, ... by row, and "zeros" are 0, 1, 1, 1, 0, 1, ...
Features "pairs" are the columns and then their products x_j x_k, j <= k, by j and then by k; "wide"
are those of the first 60 rows, which are fewer than the features; some are copies of others there, so
that the weights of the lasso are not unique, but "values", of the first 20 rows, are. scikit-learn is
run to a gap of 1e-14. "stop" has the gap, the weights that are not zero and the passes of its default tol.
"""

import json
import pathlib
import sys
import warnings

import numpy
import sklearn
import sklearn.datasets
from sklearn.linear_model import ElasticNet

DATA = pathlib.Path(sys.argv[1]) / "libsvm"

# data, features, share of the least alpha that makes all weights zero, l1_ratio, intercept, weights
CASES = [
    ("mpg_scale", "once", 0.1, 1, True, "none"),
    ("mpg_scale", "once", 0.1, 1, False, "steps"),
    ("mpg_scale", "pairs", 0.001, 1, True, "none"),
    ("housing_scale", "once", 0.02, 0.5, True, "zeros"),
    ("housing_scale", "pairs", 0.003, 1, True, "none"),
    ("housing_scale", "wide", 0.03, 1, True, "none"),
    ("housing_scale", "wide", 0.03, 0.7, True, "steps"),
    ("abalone_scale", "once", 0.001, 1, True, "none"),
    ("a1a", "once", 0.05, 1, True, "none"),
    ("a1a", "once", 0.05, 0.2, False, "none"),
]


def weights(name, n):
    return {"none": numpy.ones(n), "steps": 0.5 + 0.5 * (numpy.arange(n) % 5), "zeros": 1.0 * (numpy.arange(n) % 4 != 0)}[name]


def read(name, features):
    x, y = sklearn.datasets.load_svmlight_file(str(DATA / name))
    x = x.toarray()
    if features == "wide":
        x, y = x[:60], y[:60]
    if features != "once":
        d = x.shape[1]
        x = numpy.hstack([x] + [x[:, j:j + 1] * x[:, j:] for j in range(d)])
    return x, y


def case(data, features, share, ratio, intercept, weighting):
    x, y = read(data, features)
    w = weights(weighting, len(y))
    p = w / w.sum()
    inner = x.T @ (p * (y - (p @ y if intercept else 0)))
    largest = float(abs(inner).max() / ratio)
    alpha = share * largest

    def fit(**settings):
        model = ElasticNet(alpha=alpha, l1_ratio=ratio, fit_intercept=intercept, **settings)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the gap cannot always be as small as that
            return model.fit(x, y, None if weighting == "none" else w)

    model, usual = fit(tol=1e-14, max_iter=200000), fit()
    residuals = y - model.predict(x)
    penalty = ratio * abs(model.coef_).sum() + (1 - ratio) / 2 * (model.coef_ @ model.coef_)
    return {
        "data": data, "features": features, "alpha": alpha, "ratio": ratio, "intercept": intercept, "weights": weighting,
        "alphaMax": largest,
        "coef": model.coef_.tolist(),
        "constant": float(model.intercept_),
        "values": model.predict(x[:20]).tolist(),
        "objective": float(p @ residuals**2 / 2 + alpha * penalty),
        "stop": {"gap": float(usual.dual_gap_), "left": int((usual.coef_ != 0).sum()), "passes": int(usual.n_iter_)},
    }


print(json.dumps({
    "tool": f"scikit-learn {sklearn.__version__}, numpy {numpy.__version__}",
    "command": "/usr/bin/python3 core/internal/golden/lasso.py ../shared/data",
    "tolerance": 1e-7,
    "cases": [case(*c) for c in CASES],
}))
