"""
Which labellings hyperplanes can give to a few points, and with which margin, by scipy.

    /usr/bin/python3 js/test/golden/shattering.py > js/test/golden/shattering.json

Needs Debian's python3-scipy. Whether there is a hyperplane is a linear program for each labelling
(linprog, method 'highs'): y_i (sum_j a_j k(x_i, x_j) + b) >= 1. The largest margin of a labelling is
half of the distance of the convex hulls of its classes, without a constant the distance of the hull
of the points y_i phi(x_i) from the origin; SLSQP finds it from several starting points. Counts are
exact, and the test allows a relative error of 1e-5 for margins.
"""

import itertools
import json
import sys

import numpy
import scipy
from scipy.optimize import linprog, minimize

random = numpy.random.default_rng(17)


def gram(kernel, X):
    if kernel["kernel"] == "linear":
        return X @ X.T
    if kernel["kernel"] == "rbf":
        return numpy.exp(-kernel["gamma"] * ((X[:, None] - X[None]) ** 2).sum(2))
    return (kernel["gamma"] * X @ X.T + kernel["coef0"]) ** kernel["degree"]


def separable(K, y, intercept):
    n = len(y)
    rows = -y[:, None] * (numpy.hstack([K, numpy.ones((n, 1))]) if intercept else K)
    found = linprog(numpy.zeros(rows.shape[1]), A_ub=rows, b_ub=-numpy.ones(n), bounds=(None, None), method="highs")
    assert found.status in (0, 2), found.message
    return found.status == 0


def margin(K, y, intercept):
    """The distance of the hulls, over weights >= 0 that sum to 1 in each."""
    n = len(y)
    signed = K * numpy.outer(y, y)
    sums = [numpy.where(y > 0, 1.0, 0.0), numpy.where(y < 0, 1.0, 0.0)] if intercept else [numpy.ones(n)]
    if intercept and abs(y.sum()) == n:
        return numpy.inf
    constraints = [{"type": "eq", "fun": lambda a, s=s: s @ a - 1, "jac": lambda a, s=s: s} for s in sums]
    best = numpy.inf
    for _ in range(3):
        a = random.random(n)
        for s in sums:
            a = a * (1 - s) + s * a / (s @ a)
        found = minimize(lambda a: a @ signed @ a, a, jac=lambda a: 2 * signed @ a, bounds=[(0, 1)] * n,
                         constraints=constraints, method="SLSQP", options={"ftol": 1e-15, "maxiter": 1000})
        best = min(best, max(found.fun, 0))
    return numpy.sqrt(best) / (2 if intercept else 1)


def case(name, kernel, X, intercept):
    X = numpy.round(numpy.asarray(X, float), 3)
    K, n = gram(kernel, X), len(X)
    labellings = [numpy.array(y) for y in itertools.product([-1.0, 1.0], repeat=n)]
    count = sum(separable(K, y, intercept) for y in labellings)
    shattered = count == 2**n
    least = min(margin(K, y, intercept) for y in labellings) if shattered else 0
    return {"name": name, "kernel": kernel, "X": X.tolist(), "fitIntercept": intercept, "count": count,
            "margin": least if numpy.isfinite(least) else None}


linear = {"kernel": "linear"}
rbf = {"kernel": "rbf", "gamma": 0.7}
poly = {"kernel": "poly", "gamma": 1, "coef0": 1, "degree": 2}
plane = random.normal(size=(7, 2))
space = random.normal(size=(6, 3)) + 3
cases = [
    case("3 points in the plane", linear, plane[:3], True),
    case("4 points in the plane", linear, [[0, 0], [1, 0], [0, 1], [1, 1]], True),
    case("4 points in the plane, one inside", linear, [[0, 0], [4, 0], [0, 4], [1, 1]], True),
    case("6 points in the plane", linear, plane[:6], True),
    case("6 points in the plane, without a constant", linear, plane[:6], False),
    case("2 points in the plane, without a constant", linear, plane[:2], False),
    case("4 points on a line", linear, [[0, 1], [1, 2], [2, 3], [3, 4]], True),
    case("a point twice", linear, [[0, 1], [1, 2], [0, 1]], True),
    case("4 points in space", linear, space[:4], True),
    case("6 points in space", linear, space, True),
    case("6 points in space, without a constant", linear, space, False),
    case("6 points, Gaussian", rbf, plane[:6], True),
    case("6 points, Gaussian, without a constant", rbf, plane[:6], False),
    case("7 points, quadratic", poly, plane, True),
    case("5 points, quadratic, without a constant", poly, plane[:5], False),
]
rows = ",\n  ".join(json.dumps(entry) for entry in cases)
print(f'{{\n "scipy": "{scipy.__version__}", "numpy": "{numpy.__version__}",\n "cases": [\n  {rows}\n ]\n}}')
print(*[(entry["name"], entry["count"], entry["margin"]) for entry in cases], sep="\n", file=sys.stderr)
