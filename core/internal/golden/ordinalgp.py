"""Reference answers for OrdinalGaussianProcess, written by SciPy's optimiser and linear algebra from
the formulas of Chu & Ghahramani (JMLR 6, 2005), sections 2 and 3.1: the mode of the posterior, the
evidence in Laplace's approximation, and the probabilities of ranks. All lengths are in units of the
noise. Writes core/machines/gp/testdata/ordinal.json.

python3 (3.11), numpy 1.24, scipy 1.10: /usr/bin/python3 core/internal/golden/ordinalgp.py
"""

import json

import numpy as np
from scipy.optimize import minimize
from scipy.stats import norm

TOLERANCE = 1e-6


def likelihood(f, y, b, w):
    """The weighted log likelihood, its derivatives by f, and minus its second derivatives."""
    ends = np.concatenate([[-np.inf], b, [np.inf]])
    low, high = ends[y] - f, ends[y + 1] - f
    p = norm.cdf(high) - norm.cdf(low)
    at_low, at_high = norm.pdf(low) / p, norm.pdf(high) / p
    slope = at_low - at_high
    times = lambda end, density: np.where(np.isfinite(end), end, 0) * density
    curve = slope**2 + times(high, at_high) - times(low, at_low)
    return np.sum(w * np.log(p)), w * slope, w * curve


def mode(K, y, b, w):
    """The mode by damped Newton steps on f = K a."""
    a = np.zeros(len(y))
    psi = lambda a: likelihood(K @ a, y, b, w)[0] - a @ K @ a / 2
    for _ in range(200):
        f = K @ a
        _, slope, curve = likelihood(f, y, b, w)
        root = np.sqrt(curve)
        B = np.eye(len(y)) + root[:, None] * K * root
        right = curve * f + slope
        new = right - root * np.linalg.solve(B, root * (K @ right))
        step = 1.0
        while psi(a + step * (new - a)) < psi(a) - 1e-12 and step > 1e-6:
            step /= 2
        a, before = a + step * (new - a), a
        if np.max(np.abs(a - before)) < 1e-13:
            break
    return a


def evidence(K, y, b, w):
    a = mode(K, y, b, w)
    f = K @ a
    value, _, curve = likelihood(f, y, b, w)
    root = np.sqrt(curve)
    B = np.eye(len(y)) + root[:, None] * K * root
    return value - a @ f / 2 - np.linalg.slogdet(B)[1] / 2, a, curve


def kernel(x, z, v, gamma):
    return v * np.exp(-gamma * ((x[:, None, :] - z[None, :, :]) ** 2).sum(2))


def probabilities(x, new, y, b, w, v, gamma):
    K = kernel(x, x, v, gamma)
    _, a, curve = evidence(K, y, b, w)
    root = np.sqrt(curve)
    B = np.eye(len(y)) + root[:, None] * K * root
    across = kernel(x, new, v, gamma)
    mean = across.T @ a
    known = np.linalg.solve(np.linalg.cholesky(B), root[:, None] * across)
    spread = v - (known**2).sum(0)
    ends = np.concatenate([[-np.inf], b, [np.inf]])
    up = norm.cdf((ends[None, :] - mean[:, None]) / np.sqrt(1 + spread)[:, None])
    return mean, np.diff(up, axis=1)


rng = np.random.default_rng(7)
n, d = 30, 2
x = rng.normal(size=(n, d)).round(3)
u = np.sin(1.5 * x[:, 0]) + 0.5 * x[:, 1] + 0.5 * rng.normal(size=n)
y = np.digitize(u, np.quantile(u, [0.25, 0.5, 0.8]))
w = np.where(np.arange(n) % 5 == 0, 2.0, 1.0)
new = rng.normal(size=(6, d)).round(3)

cases = []
for weights in (np.ones(n), w):
    v, gamma = 2.0, 0.5
    shares = np.array([weights[y <= r].sum() for r in range(3)]) / weights.sum()
    b = np.sqrt(1 + v) * norm.ppf(shares)
    value, a, _ = evidence(kernel(x, x, v, gamma), y, b, weights)
    mean, share = probabilities(x, new, y, b, weights, v, gamma)

    def unpack(t):
        return np.exp(t[0]), np.exp(t[1]), np.cumsum(np.concatenate([[t[2]], np.exp(t[3:])]))

    def minus(t):
        v, gamma, b = unpack(t)
        return -evidence(kernel(x, x, v, gamma), y, b, weights)[0]

    start = np.concatenate([[np.log(v), np.log(gamma), b[0]], np.log(np.diff(b))])
    best = minimize(minus, start, method="L-BFGS-B", bounds=[(t - 6, t + 6) for t in start], options={"ftol": 1e-14, "gtol": 1e-8})
    bv, bgamma, bb = unpack(best.x)
    cases.append({
        "weights": weights.tolist(), "variance": v, "gamma": gamma, "thresholds": b.tolist(), "evidence": value,
        "dualCoef": (v * a).tolist(), "mean": mean.tolist(), "probabilities": share.tolist(),
        "best": {"evidence": -best.fun, "variance": bv, "gamma": bgamma, "thresholds": bb.tolist()},
    })

out = {"tool": "numpy %s, scipy" % np.__version__, "tolerance": TOLERANCE, "x": x.tolist(), "y": y.tolist(), "new": new.tolist(), "cases": cases}
path = "core/machines/gp/testdata/ordinal.json"
with open(path, "w") as file:
    json.dump(out, file)
