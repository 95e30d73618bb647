#!/usr/bin/env python3
"""Makes core/machines/ordinal/testdata/svor.json: support vector ordinal regression with explicit and
with implicit constraints, and the reduction to binary classification, as primal quadratic
programs solved by cvxopt.

Run by hand from the module root, some seconds:

    /usr/bin/python3 core/internal/golden/svor.py

Needs cvxopt 1.3.0 (Debian package python3-cvxopt) and numpy. The features of a Gaussian kernel
are the eigenvectors of its matrix, scaled. A threshold is given only where the data determine it,
which is where a slack variable of its own is strictly between its bounds; else it is null. Among
the explicit problems are some in which the order of the thresholds is a constraint that binds.
"""

import json
import pathlib

import cvxopt
import numpy

cvxopt.solvers.options.update(show_progress=False, abstol=1e-9, reltol=1e-10, feastol=1e-9, maxiters=200)


def terms(kind, y, k, weight, c, cost):
    """Sample, threshold, sign and price of each hinge."""
    for i, rank in enumerate(y):
        for j in range(k - 1):
            above = j >= rank
            places = j - rank if above else rank - 1 - j
            if kind == "explicit" and places > 0 or cost == "classification" and places > 0:
                continue
            price = c * weight[i] * (2 * places + 1 if cost == "squared" else 1)
            if price > 0:
                yield i, j, -1 if above else 1, price


def solve(phi, hinges, k, penalised, intercept, ordered):
    """Variables: w, thresholds, constant of the thresholds, slacks."""
    d, m = phi.shape[1], len(hinges)
    size = d + k - 1 + 1 + m
    p = numpy.zeros((size, size))
    p[range(d), range(d)] = 1
    if penalised:
        p[range(d, d + k - 1), range(d, d + k - 1)] = 1
    q = numpy.concatenate([numpy.zeros(size - m), [h[3] for h in hinges]])
    g, right = [], []
    for t, (i, j, s, _) in enumerate(hinges):
        row = numpy.zeros(size)
        row[:d] = -s * phi[i]
        row[d + j] = s
        row[d + k - 1] = s
        row[d + k + t] = -1
        g.append(row)
        right.append(-1)
    for t in range(m):
        row = numpy.zeros(size)
        row[d + k + t] = -1
        g.append(row)
        right.append(0)
    if ordered:
        for j in range(1, k - 1):
            row = numpy.zeros(size)
            row[d + j - 1], row[d + j] = 1, -1
            g.append(row)
            right.append(0)
    equal = numpy.zeros((1, size))
    if not (penalised and intercept):
        equal[0, d + k - 1] = 1  # no constant
    else:
        equal = numpy.zeros((0, size))
    matrix = lambda a: cvxopt.matrix(numpy.array(a, float))
    r = cvxopt.solvers.qp(matrix(p), matrix(q), matrix(g), matrix(right), matrix(equal), matrix(numpy.zeros(len(equal))), kktsolver="ldl")
    assert r["status"] == "optimal" or max(r["gap"], r["primal infeasibility"], r["dual infeasibility"]) < 1e-7, r
    x, z = numpy.array(r["x"]).ravel(), numpy.array(r["z"]).ravel()
    thresholds = x[d : d + k - 1] + x[d + k - 1]
    binding = [ordered and z[2 * m + j] > 1e-6 for j in range(max(0, k - 2))] if ordered else []
    free = [any(h[1] == j and 1e-5 * h[3] < z[t] < (1 - 1e-5) * h[3] for t, h in enumerate(hinges)) for j in range(k - 1)]
    for j, b in enumerate(binding):
        if b:
            free[j] = free[j + 1] = free[j] or free[j + 1]
    return float(r["primal objective"]), phi @ x[:d], thresholds, free, int(sum(binding))


def case(kind, seed, n, k, c, gamma=0.0, noise=1.0, cost="absolute", intercept=True, weighted=False, shuffle=False, missing=()):
    rng = numpy.random.default_rng(seed)
    x = rng.normal(size=(n, 2))
    u = x[:, 0] - 0.5 * x[:, 1] + 0.4 * (x[:, 0] * x[:, 1] if gamma else 0) + noise * rng.normal(size=n)
    y = numpy.argsort(numpy.argsort(u)) * k // n
    if shuffle:
        y = numpy.array([0, 2, 1, 3, 4, 5][:k])[y]  # ranks 1 and 2 lie the wrong way round
    for rank in missing:
        y[y == rank] = rank + 1 if rank + 1 < k else rank - 1
    weight = rng.integers(1, 4, size=n) / 2 if weighted else numpy.ones(n)
    phi = x
    if gamma:
        values, vectors = numpy.linalg.eigh(numpy.exp(-gamma * ((x[:, None] - x[None]) ** 2).sum(2)))
        phi = vectors * numpy.sqrt(numpy.maximum(values, 0))
    hinges = list(terms(kind, y, k, weight, c, cost))
    reduced = kind == "reduced"
    objective, f, thresholds, free, binding = solve(phi, hinges, k, reduced, intercept, kind == "explicit")
    fixed = lambda a: [float(f"{v:.12g}") for v in a]
    return {"kind": kind, "ranks": k, "c": c, "gamma": gamma, "cost": cost, "intercept": intercept, "x": x.ravel().tolist(), "y": y.tolist(),
            "weight": weight.tolist(), "objective": objective, "utilities": fixed(f), "binding": binding,
            "thresholds": [float(f"{v:.12g}") if ok else None for v, ok in zip(thresholds, free)]}


cases = [
    case("implicit", 1, 30, 4, 1.0),
    case("implicit", 2, 30, 3, 10.0, gamma=0.7),
    case("implicit", 3, 24, 5, 0.3, weighted=True),
    case("implicit", 4, 30, 4, 2.0, missing=(2,)),
    case("implicit", 5, 24, 2, 1.0, gamma=0.5),
    case("explicit", 1, 30, 4, 1.0),
    case("explicit", 2, 30, 3, 10.0, gamma=0.7),
    case("explicit", 3, 24, 5, 0.3, weighted=True),
    case("explicit", 4, 30, 4, 2.0, missing=(2,)),
    case("explicit", 6, 24, 4, 5.0, missing=(1, 2)),
    case("explicit", 7, 32, 4, 1.0, shuffle=True, noise=0.1),
    case("explicit", 8, 36, 6, 0.5, shuffle=True, noise=0.2, weighted=True),
    case("explicit", 9, 36, 6, 4.0, gamma=0.4, shuffle=True, noise=0.3),
    case("explicit", 10, 40, 5, 0.02, noise=3.0),
    *(case("explicit", seed, 20, 6, 0.5, noise=2.0, shuffle=True) for seed in range(11, 23)),
    case("reduced", 1, 30, 4, 1.0),
    case("reduced", 2, 30, 3, 10.0, gamma=0.7),
    case("reduced", 3, 24, 5, 0.3, weighted=True, intercept=False),
    case("reduced", 4, 30, 4, 2.0, missing=(2,), cost="squared"),
    case("reduced", 5, 24, 4, 1.0, gamma=0.5, cost="squared", intercept=False),
    case("reduced", 6, 30, 4, 1.0, noise=0.3, cost="classification"),
]
print([(c["kind"], c["binding"]) for c in cases])
target = pathlib.Path("core/machines/ordinal/testdata/svor.json")
target.write_text(json.dumps({"tool": f"cvxopt {cvxopt.__version__}", "command": "/usr/bin/python3 core/internal/golden/svor.py", "tolerance": 1e-4, "cases": cases}, separators=(",", ":")) + "\n")
