#!/usr/bin/env python3
"""Makes core/machines/gp/testdata/classifier.json: results of scikit-learn's GaussianProcessClassifier.

Run by hand from the module root, some seconds on two cores:

    /usr/bin/python3 core/internal/golden/gpc.py ../shared/data > core/machines/gp/testdata/classifier.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy and scipy. Numbers
alone enter the project; the data stay where they are.

The samples `test` of a fixed permutation are predicted, those before them are trained on. A
length scale l is gamma = 1 / (2 l^2), so a derivative by log gamma is -1/2 of the one by log l.

scikit-learn ends its search for the mode when the evidence grows by less than 1e-10, and then
returns the value of the step before. With warm_start it goes on from the last mode, so it is
asked again until it is at the mode. `best` is the evidence at the end of its search over the
parameters, from length scale 1 and variance 1.
"""

import json
import pathlib
import sys

import numpy
import sklearn
import sklearn.datasets
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, Matern, RationalQuadratic

DATA = pathlib.Path(sys.argv[1]) / "libsvm"


def gamma(length):
    return 1 / (2 * numpy.square(length))


def cases():
    """Data, training rows, kernel of scikit-learn, our kernel, and the matrix that turns
    derivatives by theta of scikit-learn into ours."""
    for name, train in [("heart_scale", 200), ("fourclass", 250), ("iris.scale", 100), ("segment.scale", 150)]:
        for length in (1.1, 3.0):
            yield name, train, RBF(length), {"kernel": "rbf", "gamma": gamma(length)}, [[-0.5]]
        yield name, train, Matern(2.3, nu=1.5), {"kernel": "matern", "gamma": gamma(2.3), "nu": 1.5}, [[-0.5]]
        yield (name, train, RationalQuadratic(length_scale=1.3, alpha=0.8),
               {"kernel": "rationalQuadratic", "gamma": gamma(1.3), "alpha": 0.8}, [[0, -0.5], [1, 0]])


def converged(machine):
    for _ in range(8):
        value = machine.log_marginal_likelihood(machine.kernel_.theta, eval_gradient=True)
    return value


def answer(name, train, kernel, ours, turn, variance=3.7):
    x, y = sklearn.datasets.load_svmlight_file(str(DATA / name))
    order = numpy.random.RandomState(7).permutation(len(y))
    x, y = x.toarray()[order], y[order]
    whole = ConstantKernel(variance) * kernel
    model = GaussianProcessClassifier(whole, optimizer=None, warm_start=True).fit(x[:train], y[:train])
    estimators = getattr(model.base_estimator_, "estimators_", [model.base_estimator_])
    evidence, gradient = [], []
    for machine in estimators:
        value, slopes = converged(machine)
        evidence.append(value)
        gradient += [slopes[0]] + (numpy.array(turn) @ slopes[1:]).tolist()
        _, (machine.pi_, machine.W_sr_, machine.L_, _, _) = machine._posterior_mode(
            machine.kernel_(machine.X_train_), return_temporaries=True)
    test = x[train : train + 50]
    latent = numpy.array([m.kernel_(m.X_train_, test).T @ (m.y_train_ - m.pi_) for m in estimators]).T
    best = None
    if ours["kernel"] == "rbf" and len(estimators) == 1:
        best = GaussianProcessClassifier(ConstantKernel(1.0) * RBF(1.0)).fit(x[:train], y[:train]).log_marginal_likelihood_value_
    return {
        "data": name, "train": order[:train].tolist(), "test": order[train : train + 50].tolist(), "variance": variance,
        "kernel": json.dumps(ours), "classes": model.classes_.tolist(), "evidence": float(numpy.mean(evidence)),
        "gradient": (numpy.array(gradient) / len(estimators)).tolist(), "latent": latent.ravel().tolist(),
        "probabilities": model.predict_proba(test).ravel().tolist(), "predicted": model.predict(test).tolist(), "best": best,
    }


print(json.dumps({
    "tool": f"scikit-learn {sklearn.__version__}, GaussianProcessClassifier",
    "command": "/usr/bin/python3 core/internal/golden/gpc.py ../shared/data > core/machines/gp/testdata/classifier.json",
    "tolerance": 1e-7,
    "cases": [answer(*case) for case in cases()],
}))
