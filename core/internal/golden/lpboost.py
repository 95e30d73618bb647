#!/usr/bin/env python3
"""Makes core/machines/boost/testdata/lpboost.json: the optimal value of LPBoost's linear program over
all decision stumps, solved by HiGHS through scipy.

Run by hand from the module root, half a minute:

    /usr/bin/python3 core/internal/golden/lpboost.py

Needs scipy 1.10.1 (Debian package python3-scipy). The samples are those of
core/machines/boost/testdata/boost.json, and the file heart_scale of ../shared/data/libsvm.
"""

import json
import pathlib

import numpy
import scipy
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

FOLDER = pathlib.Path("core/machines/boost/testdata")


def heart():
    rows, labels = [], []
    for line in pathlib.Path("../shared/data/libsvm/heart_scale").read_text().splitlines():
        label, *entries = line.split()
        row = numpy.zeros(13)
        for entry in entries:
            index, value = entry.split(":")
            row[int(index) - 1] = float(value)
        rows.append(row)
        labels.append(label)
    return numpy.array(rows), numpy.array([int(label == "+1") for label in labels])


def stumps(x, k):
    """What every decision stump says of the samples, constants included, each answer once."""
    said = {tuple([c] * len(x)) for c in range(k)}
    for column in x.T:
        values = numpy.unique(column)
        for low, high in zip(values, values[1:]):
            left = column <= (low + high) / 2
            for a in range(k):
                for b in range(k):
                    said.add(tuple(numpy.where(left, a, b).tolist()))
    return numpy.array(sorted(said)).T


def solve(x, y, weight, nu):
    k, n = y.max() + 1, len(y)
    said = stumps(x, k)
    votes = numpy.where(said == y[:, None], 1, -1 / (k - 1))
    share = weight / weight.sum()
    t = votes.shape[1]
    # Variables: alpha, xi, rho.
    cost = numpy.concatenate([numpy.zeros(t), share / nu, [-1]])
    upper = csr_matrix(numpy.hstack([-votes, -numpy.eye(n), numpy.ones((n, 1))]))
    equal = numpy.concatenate([numpy.ones(t), numpy.zeros(n + 1)])[None]
    bounds = [(0, None)] * (t + n) + [(None, None)]
    options = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    r = linprog(cost, upper, numpy.zeros(n), equal, [1], bounds, method="highs", options=options)
    assert r.status == 0, r.message
    return {"nu": nu, "stumps": t, "objective": -r.fun}


def main():
    sets = json.loads((FOLDER / "boost.json").read_text())["sets"]
    cases = []
    for name, given in sets.items():
        x, y, weight = (numpy.array(given[key]) for key in ["x", "y", "weight"])
        for weighted in [False, True]:
            for nu in [0.1, 0.4]:
                own = weight if weighted else numpy.ones(len(y))
                some = slice(0, 60)
                cases.append({"set": name, "weighted": weighted, "rows": 60, **solve(x[some], y[some], own[some], nu)})
    x, y = heart()
    for nu in [0.05, 0.2, 0.5]:
        cases.append({"set": "heart_scale", "weighted": False, "rows": len(y), **solve(x, y, numpy.ones(len(y)), nu)})
    text = {"tool": f"HiGHS, scipy {scipy.__version__}", "command": "/usr/bin/python3 core/internal/golden/lpboost.py", "tolerance": 1e-7, "cases": cases}
    (FOLDER / "lpboost.json").write_text(json.dumps(text) + "\n")


main()
