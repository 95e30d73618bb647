#!/usr/bin/env python3
"""Makes core/machines/subspace/testdata/subspace.json: what scikit-learn's KernelPCA and
LinearDiscriminantAnalysis answer.

Run by hand from the module root, a second:

    python3 core/internal/golden/subspace.py ../shared/data > core/machines/subspace/testdata/subspace.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy and
scipy. Numbers alone enter the project; the data stay where they are.

The components are those of the first 300 rows or all, with scikit-learn's signs, and
the coordinates those of the first 25 rows. The discriminants are LinearDiscriminantAnalysis
with the solver "lsqr"; there alpha = s / (1 - s) times the mean variance of a
feature within classes is a shrinkage of s, which also divides coefficients by 1 - s.
Decision values are of every seventh row.
"""

import json
import pathlib
import sys

import numpy
import sklearn
import sklearn.datasets
from sklearn.decomposition import KernelPCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

DATA = pathlib.Path(sys.argv[1]) / "libsvm"
ROWS = 25

# data, rows, kernel, gamma, degree, coef0, components
COMPONENTS = [
    ("heart_scale", 270, "rbf", 0.1, 3, 0, 6),
    ("heart_scale", 270, "linear", 1, 3, 0, 13),
    ("heart_scale", 270, "poly", 0.2, 2, 1, 4),
    ("iris.scale", 150, "rbf", 1, 3, 0, 3),
    ("heart_scale", 270, "sigmoid", 0.05, 3, 0.2, 3),
    ("segment.scale", 600, "rbf", 0.5, 3, 0, 5),
]

# data, shrinkage, priors
DISCRIMINANTS = [
    ("iris.scale", 0, "empirical"),
    ("iris.scale", 0.3, "empirical"),
    ("heart_scale", 0, "empirical"),
    ("heart_scale", 0, "equal"),
    ("heart_scale", 0.1, "equal"),
    ("segment.scale", 0.2, "empirical"),
]


def read(name, rows=None):
    x, y = sklearn.datasets.load_svmlight_file(str(DATA / name))
    return x.toarray()[:rows], y[:rows]


def components(case):
    name, rows, kernel, gamma, degree, coef0, count = case
    x, _ = read(name, rows)
    model = KernelPCA(count, kernel=kernel, gamma=gamma, degree=degree, coef0=coef0, eigen_solver="dense").fit(x)
    return dict(zip(["data", "rows", "kernel", "gamma", "degree", "coef0", "components"], case)) | {
        "eigenvalues": model.eigenvalues_.tolist(),
        "coordinates": model.transform(x[:ROWS]).ravel().tolist(),
    }


def discriminant(case):
    name, shrinkage, priors = case
    x, y = read(name)
    classes = numpy.unique(y)
    model = LinearDiscriminantAnalysis(
        solver="lsqr",
        shrinkage=shrinkage or None,
        priors=numpy.full(len(classes), 1 / len(classes)) if priors == "equal" else None,
        store_covariance=True,
    ).fit(x, y)
    within = sum(p * numpy.cov(x[y == c].T, bias=True) for p, c in zip(model.priors_, classes))
    values = model.decision_function(x[::7])
    return dict(zip(["data", "shrinkage", "priors"], case)) | {
        "trace": numpy.trace(within) / x.shape[1],
        "coef": model.coef_.ravel().tolist(),
        "values": values.ravel().tolist(),
        "predicted": model.predict(x).tolist(),
    }


print(json.dumps({
    "tool": f"scikit-learn {sklearn.__version__}, KernelPCA and LinearDiscriminantAnalysis",
    "command": "python3 core/internal/golden/subspace.py ../shared/data",
    "tolerance": 1e-8,
    "components": [components(case) for case in COMPONENTS],
    "discriminants": [discriminant(case) for case in DISCRIMINANTS],
}))
