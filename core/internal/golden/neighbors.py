#!/usr/bin/env python3
"""Makes core/machines/neighbors/testdata/neighbors.json: what scikit-learn's
KNeighborsClassifier answers.

Run by hand from the module root, a second:

    python3 core/internal/golden/neighbors.py ../shared/data > core/machines/neighbors/testdata/neighbors.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy and
scipy. Numbers alone enter the project; the data stay where they are.

The model is trained on the even rows and asked about the odd ones. Shares of the votes
are left out (NaN is not JSON: null) where the neighbour after the last is at the same
distance to 1e-9: which of them counts is not determined in scikit-learn.
"""

import json
import pathlib
import sys

import sklearn
import sklearn.datasets
from sklearn.neighbors import KNeighborsClassifier

DATA = pathlib.Path(sys.argv[1]) / "libsvm"

# data, neighbours, weights
CASES = [
    ("iris.scale", 5, "uniform"),
    ("iris.scale", 4, "distance"),
    ("heart_scale", 1, "uniform"),
    ("heart_scale", 9, "distance"),
]


def answer(case):
    name, neighbours, weights = case
    x, y = sklearn.datasets.load_svmlight_file(str(DATA / name))
    x = x.toarray()
    model = KNeighborsClassifier(neighbours, weights=weights, algorithm="brute").fit(x[::2], y[::2])
    distance, _ = model.kneighbors(x[1::2], neighbours + 1)
    clear = distance[:, -1] > distance[:, -2] + 1e-9
    shares = model.predict_proba(x[1::2])
    return dict(zip(["data", "neighbours", "weights"], case)) | {
        "shares": [s.tolist() if c else None for s, c in zip(shares, clear)],
    }


print(json.dumps({
    "tool": f"scikit-learn {sklearn.__version__}, KNeighborsClassifier",
    "command": "python3 core/internal/golden/neighbors.py ../shared/data",
    "tolerance": 1e-8,
    "cases": [answer(case) for case in CASES],
}))
