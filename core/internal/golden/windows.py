#!/usr/bin/env python3
"""Makes core/machines/parzen/testdata/windows.json: what scikit-learn's KernelDensity answers, and
Nadaraya-Watson regression by its formula.

Run by hand from the module root, a second:

    /usr/bin/python3 core/internal/golden/windows.py ../shared/data > core/machines/parzen/testdata/windows.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy and scipy.
Numbers alone enter the project; the data stay where they are.

Densities are fitted to all rows but every fifth, with the weights 1, 2, 3, 1, 2, 3, ... where
weights is true, and evaluated at every fifth row; null stands for the logarithm of 0. In
its place scikit-learn may have that of some 1e-19, the rounding error of bounds that it adds and
subtracts; the smallest density that is not 0 here is larger than 1e-16. The rules of bandwidths have no unit in scikit-learn; here they are multiplied by the root of the
mean variance of the features. Regressions predict the last column from the others.
"""

import json
import pathlib
import sys

import numpy
import scipy.integrate
import scipy.special
import sklearn
import sklearn.datasets
from sklearn.neighbors import KernelDensity

DATA = pathlib.Path(sys.argv[1]) / "libsvm"
WINDOWS = ["gaussian", "tophat", "epanechnikov", "exponential", "linear", "cosine"]

# data, columns, bandwidth
SETS = [("heart_scale", 1, 0.3), ("iris.scale", 3, 0.4), ("heart_scale", 13, 1.7)]


def read(name, columns):
    x, _ = sklearn.datasets.load_svmlight_file(str(DATA / name))
    return x.toarray()[:, :columns]


def split(x):
    test = numpy.arange(len(x)) % 5 == 0
    return x[~test], x[test]


def cosine_correction(d):
    """The logarithm of scikit-learn's factor of the cosine window over the integral, which its
    alternating sum has with eight digits less in 13 dimensions."""
    one = KernelDensity(kernel="cosine").fit(numpy.zeros((1, d))).score_samples(numpy.zeros((1, d)))[0]
    integral, _ = scipy.integrate.quad(lambda u: numpy.cos(numpy.pi * u / 2) * u ** (d - 1), 0, 1, epsabs=0, epsrel=1e-13)
    ball = d / 2 * numpy.log(numpy.pi) - scipy.special.gammaln(d / 2 + 1)
    return one + ball + numpy.log(d * integral)


def density(case, window, weighted):
    name, columns, bandwidth = case
    train, test = split(read(name, columns))
    weights = 1.0 + numpy.arange(len(train)) % 3 if weighted else None
    model = KernelDensity(kernel=window, bandwidth=bandwidth, rtol=0, atol=0).fit(train, sample_weight=weights)
    correction = cosine_correction(columns) if window == "cosine" else 0
    logs = [None if v < numpy.log(1e-16) else v - correction for v in model.score_samples(test)]
    return {"data": name, "columns": columns, "bandwidth": bandwidth, "window": window, "weights": weighted, "logs": logs}


def rule(case, name):
    data, columns, _ = case
    train, _ = split(read(data, columns))
    model = KernelDensity(bandwidth=name).fit(train)
    return {"data": data, "columns": columns, "rule": name, "bandwidth": model.bandwidth_ * numpy.sqrt(train.var(axis=0).mean())}


def profile(window, u):
    inside = u < 1
    return {
        "gaussian": numpy.exp(-(u**2) / 2),
        "exponential": numpy.exp(-u),
        "tophat": 1.0 * inside,
        "epanechnikov": inside * (1 - u**2),
        "linear": inside * (1 - u),
        "cosine": inside * numpy.cos(numpy.pi * u / 2),
    }[window]


def regression(window):
    train, test = split(read("iris.scale", 4))
    bandwidth = 0.9
    def values(a, b):
        return profile(window, numpy.sqrt(((a[:, None, :3] - b[None, :, :3]) ** 2).sum(axis=2)) / bandwidth)
    k = values(test, train)
    own = values(train, train)
    numpy.fill_diagonal(own, 0)
    left_out = train[:, 3] - own @ train[:, 3] / own.sum(axis=1)
    return {
        "window": window,
        "bandwidth": bandwidth,
        "predictions": (k @ train[:, 3] / k.sum(axis=1)).tolist(),
        "residuals": left_out.tolist(),
    }


json.dump(
    {
        "tool": "scikit-learn " + sklearn.__version__,
        "command": "/usr/bin/python3 core/internal/golden/windows.py ../shared/data",
        "tolerance": 1e-10,
        "densities": [density(case, window, weighted) for case in SETS for window in WINDOWS for weighted in [False, True]],
        "rules": [rule(case, name) for case in SETS for name in ["scott", "silverman"]],
        "regressions": [regression(window) for window in WINDOWS],
    },
    sys.stdout,
    indent=1,
    allow_nan=False,
)
print()
