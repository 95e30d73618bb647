"""scikit-learn's side of kernels.mjs: answers `kernel gamma` with the ms of a prediction."""

import json
import sys
import time

import numpy
import sklearn.kernel_ridge
import sklearn.metrics.pairwise as pairwise

with open(sys.argv[1]) as file:
    data = json.load(file)
X, y, Z = (numpy.array(data[name]) for name in ("X", "y", "Z"))
# scikit-learn has no histogram intersection, so this is the usual form in numpy.
intersection = lambda a, b: numpy.minimum(a[:, None, :], b[None, :, :]).sum(axis=2)
machines = {}
for line in sys.stdin:
    kernel, gamma = line.split()
    if kernel == "quit":
        break
    if kernel not in machines:
        if kernel == "intersection":
            machine = sklearn.kernel_ridge.KernelRidge(alpha=0.5, kernel="precomputed").fit(intersection(X, X), y)
            machines[kernel] = lambda machine=machine: machine.predict(intersection(Z, X))
        else:
            machine = sklearn.kernel_ridge.KernelRidge(alpha=0.5, kernel=kernel, gamma=float(gamma)).fit(X, y)
            machines[kernel] = lambda machine=machine: machine.predict(Z)
    began = time.perf_counter()
    predicted = machines[kernel]()
    ms = 1000 * (time.perf_counter() - began)
    print("@ " + json.dumps({"ms": ms, "predicted": predicted[:20].tolist()}), flush=True)
