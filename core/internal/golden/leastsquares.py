#!/usr/bin/env python3
"""Makes core/machines/ridge/testdata/leastsquares.json: linear least squares, ridge regression and
least-squares support vector classifiers, computed without our code.

Run by hand from the module root, some seconds on two cores:

    /usr/bin/python3 core/internal/golden/leastsquares.py ../shared/data > core/machines/ridge/testdata/leastsquares.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy and scipy. Numbers
alone enter the project; the data stay where they are.

Weights "steps" are 0.5, 1, 1.5, 2, 2.5, 0.5, ... by row, and "zeros" are 0, 1, 1, 1, 0, 1, ...
LinearRegression and Ridge are scikit-learn's. Where features depend on each other ("twice":
every feature once more, times 3) the coefficients of LinearRegression are those of least
norm. The least-squares support vector classifier is the bordered system, solved by numpy; the
values of left-out samples are those of as many systems as there are rows.
"""

import json
import pathlib
import sys

import numpy
import sklearn
import sklearn.datasets
import sklearn.linear_model
from sklearn.metrics.pairwise import rbf_kernel

DATA = pathlib.Path(sys.argv[1]) / "libsvm"

# data, alpha (0: LinearRegression), intercept, weights, features
LINEAR = [
    ("mpg_scale", 0, True, "none", "once"),
    ("mpg_scale", 0, False, "none", "once"),
    ("mpg_scale", 0, True, "steps", "once"),
    ("mpg_scale", 0, True, "none", "twice"),
    ("housing_scale", 0, True, "zeros", "once"),
    ("mpg_scale", 1, True, "none", "once"),
    ("mpg_scale", 1, False, "steps", "once"),
    ("housing_scale", 10, True, "zeros", "once"),
    ("mg_scale", 0.1, True, "none", "twice"),
]

# data, C, gamma, intercept, weights
CLASSIFIERS = [
    ("heart_scale", 1, 0.1, True, "none"),
    ("heart_scale", 10, 0.05, True, "steps"),
    ("heart_scale", 0.1, 0.1, False, "none"),
]


def weights(name, n):
    return {"none": numpy.ones(n), "steps": 0.5 + 0.5 * (numpy.arange(n) % 5), "zeros": 1.0 * (numpy.arange(n) % 4 != 0)}[name]


def read(name):
    x, y = sklearn.datasets.load_svmlight_file(str(DATA / name))
    return x.toarray(), y


def linear(case):
    data, alpha, intercept, weighting, features = case
    x, y = read(data)
    if features == "twice":
        x = numpy.hstack([x, 3 * x])
    if alpha == 0:
        model = sklearn.linear_model.LinearRegression(fit_intercept=intercept)
    else:
        model = sklearn.linear_model.Ridge(alpha=alpha, fit_intercept=intercept, solver="svd")
    w = weights(weighting, len(y))
    model.fit(x, y, w)
    residuals = y - model.predict(x)
    return dict(zip(["data", "alpha", "intercept", "weights", "features"], case)) | {
        "coef": model.coef_.tolist(),
        "constant": float(model.intercept_),
        "sse": float(w @ residuals**2),
        "rank": int(numpy.linalg.matrix_rank((x - x.mean(axis=0) if intercept else x)[w > 0])),
    }


def lssvc(k, y, w, c, intercept):
    """Coefficients and constant; all weights are positive."""
    m = len(y)
    a = numpy.zeros((m + 1, m + 1))
    a[:m, :m] = k + numpy.diag(1 / (c * w))
    if not intercept:
        return numpy.linalg.solve(a[:m, :m], y), 0.0
    a[m, :m] = a[:m, m] = 1
    solution = numpy.linalg.solve(a, numpy.append(y, 0))
    return solution[:m], solution[m]


def classifier(case):
    data, c, gamma, intercept, weighting = case
    x, y = read(data)
    k, w = rbf_kernel(x, gamma=gamma), weights(weighting, len(y))
    coef, constant = lssvc(k, y, w, c, intercept)
    left_out = []
    for i in range(len(y)):
        rest = numpy.arange(len(y)) != i
        coef_i, constant_i = lssvc(k[numpy.ix_(rest, rest)], y[rest], w[rest], c, intercept)
        left_out.append(float(k[i, rest] @ coef_i + constant_i))
    f = k @ coef + constant
    return dict(zip(["data", "c", "gamma", "intercept", "weights"], case)) | {
        "dualCoef": coef.tolist(),
        "constant": float(constant),
        "objective": float(coef @ k @ coef / 2 + c / 2 * (w @ (y - f) ** 2)),
        "values": f.tolist(),
        "looValues": left_out,
    }


print(json.dumps({
    "tool": f"scikit-learn {sklearn.__version__}, numpy {numpy.__version__}",
    "command": "/usr/bin/python3 core/internal/golden/leastsquares.py ../shared/data",
    "tolerance": 1e-9,
    "linear": [linear(case) for case in LINEAR],
    "classifiers": [classifier(case) for case in CLASSIFIERS],
}))
