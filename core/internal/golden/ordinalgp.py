"""Reference answers for OrdinalGaussianProcess, written by SciPy's optimiser, quadrature and linear
algebra from the formulas of Chu & Ghahramani (JMLR 6, 2005), sections 2 and 3: the evidence, the
posterior and the probabilities of ranks in Laplace's approximation and by expectation propagation,
here one site after the other on the covariance itself, a weight of 2 as two rows. All lengths are in
units of the noise. Three samples have the exact answers, too, by integration over all utilities.
Writes core/machines/gp/testdata/ordinal.json.

python3 (3.11), numpy 1.24, scipy 1.10: /usr/bin/python3 core/internal/golden/ordinalgp.py
"""

import json

import numpy as np
from scipy.integrate import quad
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


def laplace(K, y, b, w):
    """The evidence, and a and W: the mean is K a, the covariance (K^-1 + W)^-1."""
    return evidence(K, y, b, w)


def moments(mean, spread, low, high, power):
    """The integral, mean and variance of a normal density times the likelihood to a power."""
    if power == 1:
        unit = np.sqrt(1 + spread)
        u, l = (high - mean) / unit, (low - mean) / unit
        z = norm.cdf(u) - norm.cdf(l) if u <= 0 or l < 0 else norm.cdf(-l) - norm.cdf(-u)
        du, dl = norm.pdf(u), norm.pdf(l)
        first = (dl - du) / (unit * z)
        end = lambda e, d: e * d if np.isfinite(e) else 0.0
        second = first**2 + (end(u, du) - end(l, dl)) / (unit**2 * z)
        return z, mean + spread * first, spread - spread**2 * second
    density = lambda f: norm.pdf(f, mean, np.sqrt(spread)) * (norm.cdf(high - f) - norm.cdf(low - f)) ** power
    whole = lambda g: sum(
        quad(lambda f: g(f) * density(f), from_, to, epsabs=1e-14, epsrel=1e-12, limit=200)[0]
        for from_, to in zip(parts[:-1], parts[1:])
    )
    parts = mean + np.sqrt(spread) * np.array([-12, -6, -3, -1, 0, 1, 3, 6, 12])
    z = whole(lambda f: 1.0)
    m = whole(lambda f: f) / z
    return z, m, whole(lambda f: (f - m) ** 2) / z


def propagation(K, y, b, w):
    """As laplace, by expectation propagation. Weights above 1 are repetitions of the sample."""
    rows = np.repeat(np.arange(len(y)), np.where(w > 1, w, 1).astype(int))
    powers = np.minimum(w, 1)[rows]
    ends = np.concatenate([[-np.inf], b, [np.inf]])
    n, full = len(rows), K[np.ix_(rows, rows)]
    t, v = np.zeros(n), np.zeros(n)
    S, m = full.copy(), np.zeros(n)
    for _ in range(500):
        moved = 0.0
        for i in range(n):
            spread = 1 / (1 / S[i, i] - t[i])
            mean = spread * (m[i] / S[i, i] - v[i])
            _, new, variance = moments(mean, spread, ends[y[rows[i]]], ends[y[rows[i]] + 1], powers[i])
            precision = 1 / variance - 1 / spread
            natural = new / variance - mean / spread
            moved = max(moved, abs(precision - t[i]), abs(natural - v[i]))
            change = precision - t[i]
            t[i], v[i] = precision, natural
            S = S - change / (1 + change * S[i, i]) * np.outer(S[:, i], S[i])
            m = S @ v
        root = np.sqrt(t)
        B = np.eye(n) + root[:, None] * full * root
        S = full - full @ (root[:, None] * np.linalg.solve(B, root[:, None] * full))
        m = S @ v
        if moved < 1e-11:
            break
    value = -np.linalg.slogdet(B)[1] / 2 + v @ m / 2
    for i in range(n):
        spread = 1 / (1 / S[i, i] - t[i])
        mean = spread * (m[i] / S[i, i] - v[i])
        z, _, _ = moments(mean, spread, ends[y[rows[i]]], ends[y[rows[i]] + 1], powers[i])
        value += np.log(z) + np.log(1 + t[i] * spread) / 2
        value -= ((v[i] + mean / spread) ** 2 / (t[i] + 1 / spread) - mean**2 / spread) / 2
    total = np.zeros(len(y))
    natural = np.zeros(len(y))
    np.add.at(total, rows, t)
    np.add.at(natural, rows, v)
    own = np.zeros(len(y))
    own[rows] = m
    return value, natural - total * own, total


def kernel(x, z, v, gamma):
    return v * np.exp(-gamma * ((x[:, None, :] - z[None, :, :]) ** 2).sum(2))


def probabilities(method, x, new, y, b, w, v, gamma):
    K = kernel(x, x, v, gamma)
    _, a, curve = method(K, y, b, w)
    root = np.sqrt(curve)
    B = np.eye(len(y)) + root[:, None] * K * root
    across = kernel(x, new, v, gamma)
    mean = across.T @ a
    known = np.linalg.solve(np.linalg.cholesky(B), root[:, None] * across)
    spread = v - (known**2).sum(0)
    ends = np.concatenate([[-np.inf], b, [np.inf]])
    up = norm.cdf((ends[None, :] - mean[:, None]) / np.sqrt(1 + spread)[:, None])
    return mean, np.diff(up, axis=1)


def exact(x, new, y, b, v, gamma):
    """The log evidence and the probabilities of ranks, by Gauss-Hermite quadrature over all utilities."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    L = np.linalg.cholesky(kernel(x, x, v, gamma))
    grid = np.stack(np.meshgrid(*[nodes] * len(y), indexing="ij"), -1).reshape(-1, len(y))
    mass = np.prod(np.stack(np.meshgrid(*[weights / np.sqrt(2 * np.pi)] * len(y), indexing="ij"), -1).reshape(-1, len(y)), 1)
    f = grid @ L.T
    ends = np.concatenate([[-np.inf], b, [np.inf]])
    for i, r in enumerate(y):
        mass = mass * (norm.cdf(ends[r + 1] - f[:, i]) - norm.cdf(ends[r] - f[:, i]))
    back = np.linalg.solve(kernel(x, x, v, gamma), kernel(x, new, v, gamma))
    mean, spread = f @ back, v - (kernel(x, new, v, gamma) * back).sum(0)
    up = norm.cdf((ends[None, None, :] - mean[:, :, None]) / np.sqrt(1 + spread)[None, :, None])
    return np.log(mass.sum()), np.diff((mass[:, None, None] * up).sum(0) / mass.sum(), axis=1)


rng = np.random.default_rng(7)
n, d = 30, 2
x = rng.normal(size=(n, d)).round(3)
u = np.sin(1.5 * x[:, 0]) + 0.5 * x[:, 1] + 0.5 * rng.normal(size=n)
y = np.digitize(u, np.quantile(u, [0.25, 0.5, 0.8]))
twos = np.where(np.arange(n) % 5 == 0, 2.0, 1.0)
halves = np.where(np.arange(n) % 5 == 0, 0.4, 1.0)
new = rng.normal(size=(6, d)).round(3)

cases = []
v, gamma = 2.0, 0.5
for name, method, weights in (
    ("laplace", laplace, np.ones(n)),
    ("laplace", laplace, twos),
    ("ep", propagation, np.ones(n)),
    ("ep", propagation, twos),
    ("ep", propagation, halves),
):
    shares = np.array([weights[y <= r].sum() for r in range(3)]) / weights.sum()
    b = np.sqrt(1 + v) * norm.ppf(shares)
    value, a, _ = method(kernel(x, x, v, gamma), y, b, weights)
    mean, share = probabilities(method, x, new, y, b, weights, v, gamma)
    case = {
        "approximation": name, "weights": weights.tolist(), "variance": v, "gamma": gamma, "thresholds": b.tolist(),
        "evidence": value, "dualCoef": (v * a).tolist(), "mean": mean.tolist(), "probabilities": share.tolist(),
    }
    if weights is not halves:

        def unpack(t):
            return np.exp(t[0]), np.exp(t[1]), np.cumsum(np.concatenate([[t[2]], np.exp(t[3:])]))

        def minus(t):
            v, gamma, b = unpack(t)
            return -method(kernel(x, x, v, gamma), y, b, weights)[0]

        start = np.concatenate([[np.log(v), np.log(gamma), b[0]], np.log(np.diff(b))])
        best = minimize(minus, start, method="L-BFGS-B", bounds=[(t - 6, t + 6) for t in start], options={"ftol": 1e-14, "gtol": 1e-8})
        bv, bgamma, bb = unpack(best.x)
        case["best"] = {"evidence": -best.fun, "variance": bv, "gamma": bgamma, "thresholds": bb.tolist()}
    cases.append(case)

few = x[:3]
three, bounds = np.array([0, 1, 2]), np.sqrt(1 + v) * norm.ppf([1 / 3, 2 / 3])
value, share = exact(few, new, three, bounds, v, gamma)
whole = {"x": few.tolist(), "y": three.tolist(), "evidence": value, "probabilities": share.tolist()}

out = {"tool": "numpy %s, scipy" % np.__version__, "tolerance": TOLERANCE, "x": x.tolist(), "y": y.tolist(), "new": new.tolist(), "cases": cases, "exact": whole}
path = "core/machines/gp/testdata/ordinal.json"
with open(path, "w") as file:
    json.dump(out, file)
