#!/usr/bin/env python3
"""Makes core/machines/gp/testdata/sklearn.json: results of scikit-learn's GaussianProcessRegressor.

Run by hand from the module root, some seconds on two cores:

    /usr/bin/python3 core/internal/golden/gp.py ../shared/data > core/machines/gp/testdata/sklearn.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy and scipy. Numbers
alone enter the project; the data stay where they are.

The first `train` rows of the data are trained on, the rest are predicted. A length scale l is
gamma = 1 / (2 l^2), so a derivative by log gamma is -1/2 of the one by log l. The noise is a
WhiteKernel for the evidence and its gradient, and the argument alpha for predictions, whose
standard deviations are then those of the function, without noise. In the last kernel the
weights of the columns are 1 / (2 l_j^2) and the gamma outside is 1: the derivative by its
logarithm is the sum of those by the weights.
"""

import json
import pathlib
import sys

import numpy
import sklearn
import sklearn.datasets
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, DotProduct, Matern, RationalQuadratic, WhiteKernel

DATA = pathlib.Path(sys.argv[1]) / "libsvm"


def gamma(length):
    return 1 / (2 * numpy.square(length))


def cases():
    """Data, training rows, normalize_y, kernel of scikit-learn, our kernel, our parameters of
    the kernel, and the matrix that turns derivatives by theta of scikit-learn into ours."""
    for name, train, normalize in [("mpg_scale", 300, True), ("housing_scale", 400, True), ("mpg_scale", 200, False)]:
        for length in (0.7, 2.5):
            g = gamma(length)
            yield name, train, normalize, RBF(length), {"kernel": "rbf", "gamma": g}, [g], [[-0.5]]
        g = gamma(1.3)
        for nu in (0.5, 1.5, 2.5):
            yield name, train, normalize, Matern(1.3, nu=nu), {"kernel": "matern", "gamma": g, "nu": nu}, [g], [[-0.5]]
        yield (name, train, normalize, RationalQuadratic(length_scale=1.3, alpha=0.8),
               {"kernel": "rationalQuadratic", "gamma": g, "alpha": 0.8}, [g, 0.8], [[0, -0.5], [1, 0]])
        # factor (<x,z> + sigma^2) + rbf: poly of degree 1 within scale
        yield (name, train, normalize, ConstantKernel(0.3) * DotProduct(0.9) + RBF(1.3),
               {"kernel": "sum", "parts": [
                   {"kernel": "scale", "factor": 0.3, "parts": [{"kernel": "poly", "gamma": 1, "degree": 1, "coef0": 0.81}]},
                   {"kernel": "rbf", "gamma": g}]}, None, None)
        d = sklearn.datasets.load_svmlight_file(str(DATA / name))[0].shape[1]
        lengths = 0.8 + 0.4 * numpy.arange(d)
        yield (name, train, normalize, RBF(lengths),
               {"kernel": "gaussian", "gamma": 1, "parts": [{"kernel": "weighted", "matrix": gamma(lengths).tolist()}]},
               [1] + gamma(lengths).tolist(), [[-0.5] * d] + (-0.5 * numpy.eye(d)).tolist())


def answer(name, train, normalize, kernel, ours, own, turn, variance=1.7, noise=0.15):
    x, y = sklearn.datasets.load_svmlight_file(str(DATA / name))
    x, new = x.toarray()[:train], x.toarray()[train : train + 100]
    y = y[:train]
    whole = ConstantKernel(variance) * kernel
    evidence = GaussianProcessRegressor(whole + WhiteKernel(noise), alpha=0, optimizer=None, normalize_y=normalize).fit(x, y)
    value, slopes = evidence.log_marginal_likelihood(evidence.kernel_.theta, eval_gradient=True)
    gradient = None
    if turn is not None:
        gradient = [slopes[0]] + (numpy.array(turn) @ slopes[1:-1]).tolist() + [slopes[-1]]
    model = GaussianProcessRegressor(whole, alpha=noise, optimizer=None, normalize_y=normalize).fit(x, y)
    mean, std = model.predict(new, return_std=True)
    few = new[:6]
    return {
        "data": name, "train": train, "normalizeY": normalize, "variance": variance, "alpha": noise, "kernel": json.dumps(ours),
        "evidence": value, "gradient": gradient, "mean": mean.tolist(), "std": std.tolist(),
        "covariance": model.predict(few, return_cov=True)[1].ravel().tolist(),
    }


print(json.dumps({
    "tool": f"scikit-learn {sklearn.__version__}, GaussianProcessRegressor",
    "command": "/usr/bin/python3 core/internal/golden/gp.py ../shared/data > core/machines/gp/testdata/sklearn.json",
    "tolerance": 1e-8,
    "cases": [answer(*case) for case in cases()],
}))
