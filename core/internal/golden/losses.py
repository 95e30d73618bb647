"""Writes core/data/loss/testdata/losses.json: values, conjugates and proximal points.

    python3 core/internal/golden/losses.py > core/data/loss/testdata/losses.json

Only the standard library of Python 3.11 is needed. Every loss is written down as its
definition has it, in decimals of 60 digits. Conjugates and proximal points come from a
search by thirds, and from no formula.
"""

import json
from decimal import Decimal as D, getcontext

getcontext().prec = 60


def positive(z):
    return max(D(0), z)


def huber(z, s):
    z = positive(z)
    return z * z / (2 * s) if z <= s else z - s / 2


def modified_huber(z):
    """As of the margin t = 1 - z."""
    t = 1 - z
    return positive(1 - t) ** 2 if t >= -1 else -4 * t


def power(z, p):
    return D(0) if z <= 0 else z**p / p


def piecewise(z, p, s):
    return D(0) if z <= 0 else z**p / (p * s ** (p - 1)) if z <= s else z - s * (p - 1) / p


LOSSES = {
    "hinge": lambda z, s, p, r: positive(z),
    "squaredHinge": lambda z, s, p, r: positive(z) ** 2,
    "modifiedHuber": lambda z, s, p, r: modified_huber(z),
    "logistic": lambda z, s, p, r: (1 + (z - 1).exp()).ln(),
    "epsilonInsensitive": lambda z, s, p, r: positive(z),
    "squaredEpsilonInsensitive": lambda z, s, p, r: positive(z) ** 2,
    "mixed": lambda z, s, p, r: positive(z) + r * positive(z) ** 2,
    "laplacian": lambda z, s, p, r: positive(z),
    "gaussian": lambda z, s, p, r: positive(z) ** 2 / 2,
    "huber": lambda z, s, p, r: huber(z, s),
    "polynomial": lambda z, s, p, r: power(z, p),
    "piecewisePolynomial": lambda z, s, p, r: piecewise(z, p, s),
}


def least(f, low, high):
    """The minimiser of a convex f, by ternary search."""
    for _ in range(220):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if f(left) < f(right):
            high = right
        else:
            low = left
    return (low + high) / 2


answers = []
for name, loss in LOSSES.items():
    for sigma, p, ratio in [("0.5", "1.5", "0.25"), ("2", "3", "4")]:
        f = lambda z: loss(z, D(sigma), D(p), D(ratio))
        entry = {"loss": name, "sigma": float(sigma), "power": float(p), "ratio": float(ratio)}
        entry["values"] = [[float(z), float(f(D(z)))] for z in ["-1.5", "0.3", "1", "1.7", "6"]]
        entry["conjugates"] = [
            [float(s), float(-least_value)]
            for s in ["0.2", "0.9"]
            for at in [least(lambda z: f(z) - D(s) * z, D(-60), D(60))]
            for least_value in [f(at) - D(s) * at]
        ]
        entry["proximal"] = [
            [float(z), float(step), float(least(lambda x: D(step) * f(x) + (x - D(z)) ** 2 / 2, D(-60), D(60)))]
            for z in ["-0.7", "0.4", "1.3", "9"]
            for step in ["0.05", "2", "30"]
        ]
        answers.append(entry)
print("[" + ",\n".join(json.dumps(a) for a in answers) + "]")
