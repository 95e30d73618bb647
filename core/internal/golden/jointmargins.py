#!/usr/bin/env python3
"""Prints the margins of core/machines/programs' TestJointMargins: the least lead of the true class over
another, over the norm 1 and the norm infinity of all weights and constants, by HiGHS.

Run by hand:

    /usr/bin/python3 core/internal/golden/jointmargins.py

Needs scipy 1.10.1 (Debian package python3-scipy).
"""

import numpy
from scipy.optimize import linprog

offsets = [(0, 0), (0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5)]
balls = [(2 * c - 2 + a, 2 + b, c) for c in range(3) for a, b in offsets]
# 24 points of 4 classes on the corners of a square, moved by a formula.
square = [(3 * (i % 2) + 0.8 * numpy.sin(7 * i), 3 * (i // 2 % 2) + 0.8 * numpy.cos(5 * i), i % 4) for i in range(24)]

for name, points, k in [("balls", balls, 3), ("square", square, 4)]:
    rows = []
    for a, b, y in points:
        for c in range(k):
            if c != y:
                z = numpy.zeros((k, 3))
                z[y] += (a, b, 1)
                z[c] -= (a, b, 1)
                rows.append(z.ravel())
    z = numpy.array(rows)
    n, d = z.shape
    one = linprog(numpy.ones(2 * d), -numpy.hstack([z, -z]), -numpy.ones(n), method="highs")
    both = numpy.hstack([numpy.eye(d), -numpy.ones((d, 1))])
    other = numpy.hstack([-numpy.eye(d), -numpy.ones((d, 1))])
    most = linprog(numpy.eye(d + 1)[d], numpy.vstack([numpy.hstack([-z, numpy.zeros((n, 1))]), both, other]),
                   numpy.concatenate([-numpy.ones(n), numpy.zeros(2 * d)]), bounds=[(None, None)] * (d + 1), method="highs")
    print(name, 1 / one.fun, 1 / most.fun)
