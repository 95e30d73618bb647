#!/usr/bin/env python3
"""Makes core/machines/svm/testdata/convexloss.json: regressions with every loss of ConvexLossSVR, solved in
the primal without our code.

Run by hand from the module root, some seconds:

    /usr/bin/python3 core/internal/golden/convexloss.py

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy and scipy 1.10.1. The losses
with a kink are scikit-learn's SVR, which is LIBSVM, with its last digits by numpy. The others have a gradient, and scipy finds by
BFGS, and then as the root of the gradient, the minimum of

    1/2 |w|^2 + C sum weight_i c(excess_i)    over w and b,

where the features are the eigenvectors of the kernel matrix, scaled. That function is strongly convex
in w with modulus 1, so that w is as near to the minimum as the gradient is short; the script fails
where it is longer than 1e-7.
"""

import json
import pathlib

import numpy
import scipy
import scipy.optimize
import sklearn
import sklearn.svm

# Value and derivative of each smooth loss at z >= 0, as in the table of the tutorial, section 3.3.
SMOOTH = {
    "squaredEpsilonInsensitive": lambda z, s, p: (z**2, 2 * z),
    "gaussian": lambda z, s, p: (z**2 / 2, z),
    "huber": lambda z, s, p: (numpy.where(z <= s, z**2 / (2 * s), z - s / 2), numpy.minimum(z / s, 1)),
    "polynomial": lambda z, s, p: (z**p / p, z ** (p - 1)),
    "piecewisePolynomial": lambda z, s, p: (
        numpy.where(z <= s, z**p / (p * s ** (p - 1)), z - s * (p - 1) / p),
        numpy.minimum(z / s, 1) ** (p - 1),
    ),
}

rng = numpy.random.default_rng(55)
N, M = 30, 5
X = rng.normal(size=(N + M, 2))
Y = numpy.sin(2 * X[:N, 0]) + 0.5 * X[:N, 1] + 0.3 * rng.normal(size=N) + 3
Y[4] += 6
WEIGHT = (numpy.arange(N) % 4 + 1) / 2


def kernel(gamma):
    if gamma == 0:
        return X @ X.T
    return numpy.exp(-gamma * ((X[:, None] - X[None]) ** 2).sum(2))


def primal(k, y, price, below, loss, epsilon, epsilon_below, sigma, power):
    values, vectors = numpy.linalg.eigh(k[:N, :N])
    kept = values > 1e-12 * values[-1]
    values, vectors = values[kept], vectors[:, kept]
    phi = numpy.column_stack([vectors * numpy.sqrt(values), numpy.ones(N)])
    penalty = numpy.append(numpy.ones(len(values)), 0)

    def objective(v):
        r = y - phi @ v
        over, under = SMOOTH[loss](numpy.maximum(0, r - epsilon), sigma, power), SMOOTH[loss](numpy.maximum(0, -r - epsilon_below), sigma, power)
        slope = price * (over[1] - below * under[1])
        return (penalty * v**2).sum() / 2 + (price * (over[0] + below * under[0])).sum(), penalty * v - phi.T @ slope

    v = numpy.append(numpy.zeros(len(values)), numpy.median(y))
    v = scipy.optimize.minimize(objective, v, jac=True, method="BFGS", options={"gtol": 1e-9, "maxiter": 20000}).x
    v = scipy.optimize.root(lambda v: objective(v)[1], v, method="lm", options={"xtol": 1e-14, "ftol": 1e-14}).x
    gradient = numpy.linalg.norm(objective(v)[1])
    assert gradient < 1e-7, (loss, gradient)
    return objective(v)[0], k[:, :N] @ (vectors @ (v[:-1] / numpy.sqrt(values))) + v[-1], v[-1]


def kinked(k, y, price, epsilon):
    m = sklearn.svm.SVR(kernel="precomputed", C=1, epsilon=epsilon, tol=1e-10, shrinking=False).fit(k[:N, :N], y, sample_weight=price)
    coef = numpy.zeros(N)
    coef[m.support_] = m.dual_coef_[0]
    # LIBSVM has the kernel as float32. Its free variables solve the equations of the optimum, in float64.
    free = numpy.flatnonzero((abs(coef) > 1e-5 * price) & (abs(coef) < (1 - 1e-5) * price))
    fixed = numpy.where(abs(coef) >= (1 - 1e-5) * price, numpy.sign(coef) * price, 0)
    fixed[free] = 0
    ones = numpy.ones((len(free), 1))
    left = numpy.block([[k[numpy.ix_(free, free)], ones], [ones.T, numpy.zeros((1, 1))]])
    right = numpy.append(y[free] - epsilon * numpy.sign(coef[free]) - k[free, :N] @ fixed, -fixed.sum())
    found = numpy.linalg.lstsq(left, right, rcond=1e-13)[0]
    assert abs(left @ found - right).max() < 1e-9
    fixed[free], b = found[:-1], found[-1]
    f = k[:, :N] @ fixed + b
    loss = (price * numpy.maximum(0, abs(y - f[:N]) - epsilon)).sum()
    objective = fixed @ k[:N, :N] @ fixed / 2 + loss
    dual = y @ fixed - epsilon * abs(fixed).sum() - fixed @ k[:N, :N] @ fixed / 2
    assert (abs(fixed) <= price).all() and objective - dual < 1e-10 * objective, objective - dual
    return objective, f, b


def case(loss, c, gamma, epsilon=0, epsilon_below=None, below=1, sigma=1, power=1.5, weighted=False):
    weight = WEIGHT if weighted else numpy.ones(N)
    lower = epsilon if epsilon_below is None else epsilon_below
    k = kernel(gamma)
    if loss in SMOOTH:
        tool, (objective, f, b) = f"scipy {scipy.__version__}, optimize.minimize", primal(k, Y, c * weight, below, loss, epsilon, lower, sigma, power)
    else:
        assert below == 1 and lower == epsilon
        tool, (objective, f, b) = f"scikit-learn {sklearn.__version__}, SVR", kinked(k, Y, c * weight, epsilon)
    return {"tool": tool, "loss": loss, "c": c, "gamma": gamma, "epsilon": epsilon, "epsilonBelow": lower, "weightBelow": below, "sigma": sigma, "power": power,
            "weighted": weighted, "objective": float(f"{objective:.12g}"), "intercept": float(f"{b:.12g}"), "values": [float(f"{v:.12g}") for v in f]}


cases = []
for c in (0.3, 10):
    for gamma in (0, 0.5):
        cases += [
            case("epsilonInsensitive", c, gamma, epsilon=0.1, weighted=True),
            case("laplacian", c, gamma),
            case("squaredEpsilonInsensitive", c, gamma, epsilon=0.2, weighted=True),
            case("gaussian", c, gamma, weighted=True),
            case("huber", c, gamma, sigma=0.4, weighted=True),
            case("polynomial", c, gamma, power=1.5),
            case("polynomial", c, gamma, power=3, epsilon=0.1, weighted=True),
            case("piecewisePolynomial", c, gamma, sigma=0.6, power=1.5),
            case("piecewisePolynomial", c, gamma, sigma=0.6, power=3),
            case("huber", c, gamma, sigma=0.4, below=3),
            case("squaredEpsilonInsensitive", c, gamma, epsilon=0.2, epsilon_below=0.5, below=0.25, weighted=True),
        ]
target = pathlib.Path("core/machines/svm/testdata/convexloss.json")
target.parent.mkdir(exist_ok=True)
target.write_text(json.dumps({"command": "/usr/bin/python3 core/internal/golden/convexloss.py", "tolerance": 1e-6, "x": X[:N].ravel().tolist(), "probes": X[N:].ravel().tolist(),
                              "y": Y.tolist(), "weight": WEIGHT.tolist(), "cases": cases}, separators=(",", ":")) + "\n")
