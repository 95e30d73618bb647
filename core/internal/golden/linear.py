"""Writes core/machines/linear/testdata/liblinear.json: the results of LIBLINEAR.

    python3 core/internal/golden/linear.py ../shared/data/libsvm > core/machines/linear/testdata/liblinear.json

Objectives are primal, at a tight tolerance, by LIBLINEAR as scikit-learn 1.2.1
calls it: LinearSVC and LinearSVR, with the Newton method of the primal (dual=False)
where the loss is squared, else by dual coordinate descent. The figures of news20 are
those of liblinear-train and liblinear-predict 2.3.0: of every hundred rows the first
twenty, one of each class, are the test set, and C = 1, eps = 0.1 and no bias are
LIBLINEAR's defaults.
"""

import bz2
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import warnings

import numpy
import sklearn
import sklearn.datasets
import sklearn.preprocessing
from sklearn.svm import LinearSVC, LinearSVR

DATA = pathlib.Path(sys.argv[1])

# set, machine, loss, C, epsilon, intercept scaling (0: no intercept)
PROBLEMS = [
    ("heart_scale", "LinearSVC", "squaredHinge", 1, 0, 1),
    ("heart_scale", "LinearSVC", "hinge", 0.1, 0, 1),
    ("heart_scale", "LinearSVC", "squaredHinge", 10, 0, 0),
    ("heart_scale", "LinearSVC", "hinge", 0.1, 0, 3),
    ("a1a", "LinearSVC", "squaredHinge", 1, 0, 1),
    ("a1a", "LinearSVC", "hinge", 0.05, 0, 1),
    ("a1a", "LinearSVC", "squaredHinge", 0.1, 0, 0),
    ("iris.scale", "LinearSVC", "squaredHinge", 1, 0, 1),
    ("iris.scale", "LinearSVC", "hinge", 1, 0, 1),
    ("dna.scale", "LinearSVC", "squaredHinge", 0.1, 0, 1),
    ("dna.scale", "LinearSVC", "hinge", 0.01, 0, 1),
    ("fourclass", "LinearSVC", "squaredHinge", 0.0001, 0, 1),
    ("mpg_scale", "LinearSVR", "squaredEpsilonInsensitive", 1, 0.5, 1),
    ("mpg_scale", "LinearSVR", "epsilonInsensitive", 1, 0.5, 1),
    ("housing_scale", "LinearSVR", "squaredEpsilonInsensitive", 0.1, 0, 1),
    ("housing_scale", "LinearSVR", "epsilonInsensitive", 1, 0.5, 1),
    ("mg_scale", "LinearSVR", "squaredEpsilonInsensitive", 1, 0.01, 1),
    ("mg_scale", "LinearSVR", "epsilonInsensitive", 1, 0.01, 0),
    ("abalone_scale", "LinearSVR", "epsilonInsensitive", 0.1, 0.1, 1),
]


def solve(problem):
    name, machine, loss, C, epsilon, scaling = problem
    X, y = sklearn.datasets.load_svmlight_file(str(DATA / name))
    snake = re.sub("[A-Z]", r"_\g<0>", loss).lower()
    options = {"C": C, "loss": snake, "tol": 1e-9, "max_iter": 10**6, "fit_intercept": scaling > 0}
    if scaling > 0:
        options["intercept_scaling"] = scaling
    if machine == "LinearSVR":
        options["epsilon"] = epsilon
    options["dual"] = not loss.startswith("squared")
    model = (LinearSVC if machine == "LinearSVC" else LinearSVR)(random_state=1, **options)
    model.fit(X, y)
    W = numpy.atleast_2d(model.coef_)
    b = numpy.atleast_1d(model.intercept_) if scaling > 0 else numpy.zeros(len(W))
    F = X @ W.T + b
    if machine == "LinearSVC":
        classes = model.classes_
        signs = [(y == c) * 2.0 - 1 for c in (classes if len(classes) > 2 else classes[1:])]
        slack = [numpy.maximum(0, 1 - s * f) for s, f in zip(signs, F.T)]
    else:
        slack = [numpy.maximum(0, abs(y - F[:, 0]) - epsilon)]
    power = 2 if loss.startswith("squared") else 1
    objective = 0
    for w, bias, s in zip(W, b, slack):
        v = bias / scaling if scaling > 0 else 0
        objective += w @ w / 2 + v * v / 2 + C * (s**power).sum()
    arguments = ", ".join(f"{k}={v!r}" for k, v in options.items())
    return {"set": name, "machine": machine, "loss": loss, "C": C, "epsilon": epsilon, "scaling": scaling,
            "tool": "scikit-learn 1.2.1", "command": f"{machine}({arguments}, random_state=1).fit(X, y)",
            "objective": float(objective)}  # fmt: skip


def news20(normalised, solver):
    rows = bz2.open(DATA / "news20.bz2", "rt").read().splitlines()
    if normalised:
        X, y = sklearn.datasets.load_svmlight_file(bz2.open(DATA / "news20.bz2", "rb"))
        X = sklearn.preprocessing.normalize(X)
        rows = [f"{int(c)} " + " ".join(f"{j + 1}:{v!r}" for j, v in zip(x.indices, x.data)) for c, x in zip(y, X)]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / "train").write_text("\n".join(r for i, r in enumerate(rows) if i % 100 >= 20) + "\n")
        (path / "test").write_text("\n".join(r for i, r in enumerate(rows) if i % 100 < 20) + "\n")
        command = ["liblinear-train", "-s", str(solver), "train", "model"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        said = subprocess.run(["liblinear-predict", "test", "model", "labels"], cwd=folder, check=True,
                              capture_output=True, text=True).stdout  # fmt: skip
    right, count = map(int, re.search(r"\((\d+)/(\d+)\)", said).groups())
    return {"normalised": normalised, "loss": {1: "squaredHinge", 3: "hinge"}[solver], "tool": "LIBLINEAR 2.3.0",
            "command": " ".join(command), "right": right, "rows": count}  # fmt: skip


warnings.simplefilter("error")
assert sklearn.__version__ == "1.2.1", sklearn.__version__
answers = {
    "objectives": [solve(p) for p in PROBLEMS],
    "news20": [news20(True, 1), news20(True, 3), news20(False, 1)],
}
json.dump(answers, sys.stdout, indent=1)
print()
