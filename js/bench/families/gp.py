"""scikit-learn's side of gp.mjs: a fit of the numbers on stdin, as values or by their signs, or errors on UCI's sets."""

import gzip
import json
import sys
import time
import warnings

import numpy
import scipy.optimize
from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

warnings.filterwarnings("ignore")
kernel = ConstantKernel(1.0) * RBF(1.0) + WhiteKernel(1.0)


def ten_steps(function, start, bounds):
    found = scipy.optimize.minimize(function, start, method="L-BFGS-B", jac=True, bounds=bounds, options={"maxiter": 10})
    return found.x, found.fun


def fit():
    numbers = numpy.frombuffer(sys.stdin.buffer.read())
    n = len(numbers) // 9
    x, y = numbers[: 8 * n].reshape(n, 8), numbers[8 * n :]
    began = time.perf_counter()
    model = GaussianProcessRegressor(kernel, optimizer=ten_steps).fit(x, y)
    return {"seconds": time.perf_counter() - began, "evidence": model.log_marginal_likelihood_value_}


def classify():
    numbers = numpy.frombuffer(sys.stdin.buffer.read())
    n = len(numbers) // 9
    x, y = numbers[: 8 * n].reshape(n, 8), numbers[8 * n :] > 0
    began = time.perf_counter()
    model = GaussianProcessClassifier(ConstantKernel(1.0) * RBF(1.0), optimizer=ten_steps).fit(x, y)
    return {"seconds": time.perf_counter() - began, "evidence": model.log_marginal_likelihood_value_}


def uci(folder, name, folds):
    rows = numpy.loadtxt(gzip.open(f"{folder}{name}.data.csv.gz"), delimiter=",")
    mask = numpy.loadtxt(gzip.open(f"{folder}{name}.test_mask.csv.gz"), delimiter=",")
    errors = []
    for fold in range(int(folds)):
        test = mask[:, fold] == 1
        x, y = rows[:, :-1], rows[:, -1]
        mean, scale = x[~test].mean(0), x[~test].std(0)
        scale[scale == 0] = 1
        model = GaussianProcessRegressor(kernel, normalize_y=True).fit((x[~test] - mean) / scale, y[~test])
        errors.append(numpy.sqrt(numpy.mean((model.predict((x[test] - mean) / scale) - y[test]) ** 2)))
    return [numpy.mean(errors)]


print(json.dumps({"fit": fit, "classify": classify, "uci": uci}[sys.argv[1]](*sys.argv[2:])))
