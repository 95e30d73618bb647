"""
scikit-learn as a contestant: serve.mjs describes the commands, and tablefile.mjs the file that
`load` reads. Its dense machines are the faster ones, so that sparse rows are made dense.
"""

import json
import struct
import sys
import time

import numpy
from sklearn.svm import SVC, SVR, NuSVC, NuSVR, OneClassSVM

# In the order of LIBSVM's svm_type.
machines = [
    lambda C, nu, epsilon, **rest: SVC(C=C, **rest),
    lambda C, nu, epsilon, **rest: NuSVC(nu=nu, **rest),
    lambda C, nu, epsilon, **rest: OneClassSVM(nu=nu, **rest),
    lambda C, nu, epsilon, **rest: SVR(C=C, epsilon=epsilon, **rest),
    lambda C, nu, epsilon, **rest: NuSVR(C=C, nu=nu, **rest),
]


def read_table(content, at):
    """Returns the samples, the labels, and where the next table begins."""
    csr, rows, cols, stored = struct.unpack_from("<4i", content, at)
    at += 16
    values = numpy.frombuffer(content, "<f8", stored, at)
    at += 8 * stored
    labels = numpy.frombuffer(content, "<f8", rows, at).copy()
    at += 8 * rows
    if not csr:
        return values.reshape(rows, cols).copy(), labels, at
    starts = numpy.frombuffer(content, "<i4", rows + 1, at)
    columns = numpy.frombuffer(content, "<i4", stored, at + 4 * (rows + 1))
    X = numpy.zeros((rows, cols))
    X[numpy.repeat(numpy.arange(rows), numpy.diff(starts)), columns] = values
    return X, labels, at + 8 * ((rows + 2 + stored) // 2)


def timed(call):
    began = time.perf_counter()
    result = call()
    return result, 1000 * (time.perf_counter() - began)


def load(path):
    global train, test
    with open(path, "rb") as file:
        content = file.read()
    *train, at = read_table(content, 0)
    *test, _ = read_table(content, at)
    return {}


def fit(kind, C, nu, epsilon, gamma, tol, cache):
    global model
    numbers = {"C": float(C), "nu": float(nu), "epsilon": float(epsilon)}
    rest = {"gamma": float(gamma), "tol": float(tol), "cache_size": float(cache)}
    model = machines[int(kind)](**numbers, **rest)
    _, ms = timed(lambda: model.fit(*train))
    return {"ms": ms}


def predict():
    X, labels = test
    answers, ms = timed(lambda: model.predict(X))
    return {"ms": ms, "right": int((answers == labels).sum())}


def describe():
    return {"supportVectors": len(model.support_)}


commands = {"load": load, "fit": fit, "predict": predict, "model": describe}
for line in sys.stdin:
    name, *given = line.split()
    if name == "quit":
        break
    print("@ " + json.dumps(commands[name](*given)), flush=True)
