#!/usr/bin/env python3
"""Makes core/machines/ridge/testdata/kernelridge.json: the results of scikit-learn's KernelRidge.

Run by hand from the module root, some seconds on two cores:

    python3 core/internal/golden/ridge.py ../shared/data > core/machines/ridge/testdata/kernelridge.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy and
scipy. Numbers alone enter the project; the data stay where they are.

Weights "steps" are 0.5, 1, 1.5, 2, 2.5, 0.5, ... by row, and "zeros" are 0, 1, 1,
1, 0, 1, ... With alpha = 0 and a linear
kernel the system is singular and scikit-learn's answer noise (its least-squares
routine keeps eigenvalues down to 1e-16 of the largest), so there it is numpy's
least squares on the features. The leave-one-out residuals are those of as many fits as there are
rows, each without one of them, at the gamma of the whole set.
"""

import json
import pathlib
import sys

import numpy
import sklearn
import sklearn.datasets
import sklearn.kernel_ridge

DATA = pathlib.Path(sys.argv[1]) / "libsvm"

# data, kernel, gamma, degree, coef0, alpha, weights, leave one out
CASES = [
    ("mpg_scale", "rbf", 0.25, 3, 0, 0.1, "none", True),
    ("mpg_scale", "rbf", 0.25, 3, 0, 0.1, "steps", True),
    ("mpg_scale", "rbf", 0.25, 3, 0, 0.1, "zeros", False),
    ("mpg_scale", "linear", 1, 3, 0, 1, "none", True),
    ("mpg_scale", "poly", 0.5, 3, 1, 2, "none", False),
    ("mpg_scale", "linear", 1, 3, 0, 0, "none", False),
    ("housing_scale", "rbf", 0.125, 3, 0, 0.01, "none", False),
    ("housing_scale", "sigmoid", 0.01, 3, 0.5, 5, "steps", False),
    ("mg_scale", "rbf", 1, 3, 0, 1, "none", False),
]


def weights(name, n):
    return {"none": None, "steps": 0.5 + 0.5 * (numpy.arange(n) % 5), "zeros": 1.0 * (numpy.arange(n) % 4 != 0)}[name]


def fit(case, x, y, weight):
    _, kernel, gamma, degree, coef0, alpha, _, _ = case
    return sklearn.kernel_ridge.KernelRidge(alpha=alpha, kernel=kernel, gamma=gamma, degree=degree, coef0=coef0).fit(x, y, weight)


def answer(case):
    x, y = sklearn.datasets.load_svmlight_file(str(DATA / case[0]))
    x = x.toarray()
    weight = weights(case[6], len(y))
    model = fit(case, x, y, weight)
    left_out = []
    if case[7]:
        for i in range(len(y)):
            rest = numpy.arange(len(y)) != i
            model_i = fit(case, x[rest], y[rest], None if weight is None else weight[rest])
            left_out.append(y[i] - model_i.predict(x[i : i + 1])[0])
    names = ["data", "kernel", "gamma", "degree", "coef0", "alpha", "weights"]
    return dict(zip(names, case)) | {
        "dualCoef": model.dual_coef_.tolist() if len(y) < 600 and case[5] > 0 else [],
        "predicted": (model.predict(x) if case[5] > 0 else x @ numpy.linalg.lstsq(x, y, rcond=None)[0])[:400].tolist(),
        "looResiduals": left_out,
    }


print(json.dumps({
    "tool": f"scikit-learn {sklearn.__version__}, KernelRidge",
    "command": "python3 core/internal/golden/ridge.py ../shared/data",
    "tolerance": 1e-8,
    "cases": [answer(case) for case in CASES],
}))
