#!/usr/bin/env python3
"""Makes core/machines/prep/testdata/features.json: what scikit-learn's Nystroem and
PolynomialFeatures answer.

Run by hand from the module root, a second:

    /usr/bin/python3 core/internal/golden/features.py ../shared/data > core/machines/prep/testdata/features.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy and scipy.
Numbers alone enter the project; the data stay where they are.

Nystroem is fitted to every seventh row, of which all are landmarks, because the draws of
two libraries differ; its features are put into the order of the rows. Features are those of
the first ten rows. PolynomialFeatures gives its exponents, which are the order of the
monomials.
"""

import json
import pathlib
import sys

import numpy
import sklearn
import sklearn.datasets
from sklearn.kernel_approximation import Nystroem
from sklearn.preprocessing import PolynomialFeatures

DATA = pathlib.Path(sys.argv[1]) / "libsvm"
ROWS = 10

# data, kernel, gamma, degree, coef0
LANDMARKS = [
    ("heart_scale", "rbf", 0.1, 3, 0),
    ("heart_scale", "laplacian", 0.2, 3, 0),
    ("heart_scale", "poly", 0.2, 3, 1),
    ("segment.scale", "rbf", 2, 3, 0),
]

# features, degree
ORDERS = [(3, 3), (1, 4), (4, 2), (2, 5)]


def nystroem(case):
    name, kernel, gamma, degree, coef0 = case
    x, _ = sklearn.datasets.load_svmlight_file(str(DATA / name))
    x = x.toarray()
    landmarks = x[:270:7]
    settings = {"gamma": gamma} | ({"degree": degree, "coef0": coef0} if kernel == "poly" else {})
    model = Nystroem(kernel, n_components=len(landmarks), random_state=0, **settings).fit(landmarks)
    features = model.transform(x[:ROWS])
    ordered = numpy.empty_like(features)
    ordered[:, model.component_indices_] = features
    return dict(zip(["data", "kernel", "gamma", "degree", "coef0"], case)) | {"features": ordered.ravel().tolist()}


def order(case):
    features, degree = case
    model = PolynomialFeatures(degree).fit(numpy.zeros((1, features)))
    return {"features": features, "degree": degree, "exponents": model.powers_.ravel().tolist()}


json.dump(
    {
        "tool": "scikit-learn " + sklearn.__version__,
        "command": "/usr/bin/python3 core/internal/golden/features.py ../shared/data",
        "tolerance": 1e-8,
        "nystroem": [nystroem(case) for case in LANDMARKS],
        "orders": [order(case) for case in ORDERS],
    },
    sys.stdout,
    indent=1,
)
print()
