#!/usr/bin/env python3
"""The linear program of LPSVC by HiGHS, through scipy, on the samples that stand on the standard input:
n rows of two features and then as many labels, little-endian doubles. Prints the seconds of the kernel
matrix and the solver, and the objective."""

import json
import sys
import time

import numpy
from scipy.optimize import linprog

n, gamma, cost = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
numbers = numpy.frombuffer(sys.stdin.buffer.read(), dtype="<f8")
x, y = numbers[: 2 * n].reshape(n, 2), 2 * numbers[2 * n :] - 1
began = time.perf_counter()
k = numpy.exp(-gamma * ((x[:, None] - x[None]) ** 2).sum(2))
a = numpy.hstack([-(y[:, None] * k * y[None]), -y[:, None], -numpy.eye(n)])
bounds = [(0, None)] * n + [(None, None)] + [(0, None)] * n
r = linprog(numpy.r_[numpy.ones(n), 0, numpy.full(n, cost)], A_ub=a, b_ub=-numpy.ones(n), bounds=bounds, method="highs")
print(json.dumps({"seconds": time.perf_counter() - began, "objective": r.fun}))
