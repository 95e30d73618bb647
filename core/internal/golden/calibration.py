#!/usr/bin/env python3
"""Writes js/test/golden/calibration.json: points of scikit-learn's calibration_curve, and the
expected calibration error from its groups by numpy. Needs python3-sklearn. Tests compare to 1e-12.

    /usr/bin/python3 core/internal/golden/calibration.py > js/test/golden/calibration.json
"""
import json
import numpy
import sklearn
from sklearn.calibration import calibration_curve

rng = numpy.random.RandomState(5)
p = numpy.round(rng.beta(0.7, 0.9, 150), 4)
p[:4] = [0, 1, 0.2, 0.4]
y = (rng.rand(150) < p ** 1.5).astype(int)
cases = []
for bins in [1, 5, 10]:
    for strategy in ["uniform", "quantile"]:
        observed, predicted = calibration_curve(y, p, n_bins=bins, strategy=strategy)
        edges = numpy.linspace(0, 1, bins + 1)
        if strategy == "quantile":
            edges = numpy.percentile(p, edges * 100)
        group = numpy.searchsorted(edges[1:-1], p)
        error = sum(abs(y[group == g].sum() - p[group == g].sum()) for g in range(bins)) / len(p)
        cases.append({"bins": bins, "strategy": strategy, "observed": list(observed), "predicted": list(predicted), "error": error})
scores = rng.dirichlet([1, 1, 1], 90)
labels = [int(rng.choice(3, p=row ** 2 / (row ** 2).sum())) for row in scores]
most = scores.max(axis=1)
right = scores.argmax(axis=1) == labels
group = numpy.searchsorted(numpy.linspace(0, 1, 6)[1:-1], most)
error = sum(abs(right[group == g].sum() - most[group == g].sum()) for g in range(5)) / 90
curves = [[list(part) for part in calibration_curve(numpy.array(labels) == c, scores[:, c])] for c in range(3)]
print(json.dumps({"tool": "scikit-learn " + sklearn.__version__, "p": list(p), "y": y.tolist(), "cases": cases,
                  "several": {"scores": scores.tolist(), "labels": labels, "error": error, "curves": curves}}))
