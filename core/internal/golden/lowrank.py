#!/usr/bin/env python3
"""Makes core/machines/linear/testdata/lowrank.json: what scikit-learn's LinearSVC and LinearSVR answer
after its Nystroem, for the landmarks that our machines draw.

Run by hand from the module root, some seconds:

    /usr/bin/python3 core/internal/golden/lowrank.py ../shared/data > core/machines/linear/testdata/lowrank.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy and scipy.
Numbers alone enter the project; the data stay where they are.

The draws of two libraries differ, so the landmarks of LowRankSVC and LowRankSVR with landmarks
'random' and seed 3 stand here; Nystroem is fitted to them alone, and all of them become its
components. The test fails if the machines draw others. Values are those of every seventh row.
The features of the machines are float32, those of scikit-learn float64: hence the tolerance,
which is relative to the largest value.
"""

import json
import pathlib
import sys

import sklearn
import sklearn.datasets
from sklearn.kernel_approximation import Nystroem
from sklearn.svm import LinearSVC, LinearSVR

DATA = pathlib.Path(sys.argv[1]) / "libsvm"
SEED = 3
HEART = [6, 18, 21, 27, 28, 33, 37, 39, 95, 103, 106, 107, 108, 114, 139, 154, 157, 158, 163, 176, 185, 197, 206, 207, 215, 235, 236, 248, 259, 268]
HOUSING = [18, 45, 46, 90, 94, 96, 129, 130, 135, 166, 173, 179, 208, 225, 234, 256, 257, 265, 275, 284, 298, 328, 350, 360, 365, 368, 394, 399, 412, 413, 414, 429, 431, 447, 455, 456, 470, 475, 496, 500]
IRIS = [2, 12, 18, 23, 27, 29, 34, 50, 58, 61, 70, 71, 73, 74, 82, 94, 96, 121, 143, 148]

# data, landmarks, kernel, gamma, degree, coef0, loss, C, epsilon
CASES = [
    ("heart_scale", HEART, "rbf", 0.1, 3, 0, "hinge", 1, 0),
    ("heart_scale", HEART, "rbf", 0.1, 3, 0, "squaredHinge", 1, 0),
    ("heart_scale", HEART, "laplacian", 0.2, 3, 0, "hinge", 2, 0),
    ("heart_scale", HEART, "poly", 0.2, 3, 1, "squaredHinge", 0.05, 0),
    ("iris.scale", IRIS, "rbf", 0.5, 3, 0, "squaredHinge", 10, 0),
    ("housing_scale", HOUSING, "rbf", 0.2, 3, 0, "epsilonInsensitive", 1, 0.5),
    ("housing_scale", HOUSING, "rbf", 0.2, 3, 0, "squaredEpsilonInsensitive", 1, 0.5),
]


def case(data, landmarks, kernel, gamma, degree, coef0, loss, C, epsilon):
    x, y = sklearn.datasets.load_svmlight_file(str(DATA / data))
    x = x.toarray()
    settings = {"gamma": gamma} | ({"degree": degree, "coef0": coef0} if kernel == "poly" else {})
    features = Nystroem(kernel, n_components=len(landmarks), random_state=0, **settings).fit(x[landmarks]).transform(x)
    snake = re.sub("[A-Z]", r"_\g<0>", loss).lower()
    solving = {"loss": snake, "C": C, "tol": 1e-8, "max_iter": 10_000_000, "random_state": 0, "dual": True}
    if "epsilon" in snake:
        values = LinearSVR(epsilon=epsilon, **solving).fit(features, y).predict(features)
    else:
        values = LinearSVC(**solving).fit(features, y).decision_function(features)
    names = ["data", "landmarks", "kernel", "gamma", "degree", "coef0", "loss", "C", "epsilon"]
    return dict(zip(names, [data, landmarks, kernel, gamma, degree, coef0, loss, C, epsilon])) | {"values": values[::7].ravel().tolist()}


json.dump(
    {
        "tool": "scikit-learn " + sklearn.__version__,
        "command": "/usr/bin/python3 core/internal/golden/lowrank.py ../shared/data",
        "tolerance": 1e-5,
        "seed": SEED,
        "cases": [case(*c) for c in CASES],
    },
    sys.stdout,
    indent=1,
)
print()
