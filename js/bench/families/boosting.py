#!/usr/bin/env python3
"""scikit-learn's AdaBoost (SAMME) of 200 stumps on the samples that stand on the standard input:
d features each, all numbers little-endian doubles, and then as many labels. Prints the seconds of
the fit and its training error."""

import json
import sys
import time

import numpy
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier

n, d, rounds = (int(argument) for argument in sys.argv[1:])
numbers = numpy.frombuffer(sys.stdin.buffer.read(), dtype="<f8")
x, y = numbers[: n * d].reshape(n, d), numbers[n * d :]
model = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=rounds, algorithm="SAMME", random_state=0)
began = time.perf_counter()
model.fit(x, y)
print(json.dumps({"seconds": time.perf_counter() - began, "error": 1 - model.score(x, y)}))
