#!/usr/bin/env python3
"""Makes js/test/golden/inspecting.json: partial dependence and permutation importance by scikit-learn.

Run by hand from the module root:

    /usr/bin/python3 js/test/golden/inspecting.py > js/test/golden/inspecting.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn). Tolerance of the test: 1e-8 for partial
dependence, which has a closed form for kernel ridge regression; 4 standard errors of the mean over
the repeats for importances, whose permutations are drawn by other streams.
"""

import json

import numpy
import sklearn
import sklearn.metrics
from sklearn.inspection import partial_dependence, permutation_importance
from sklearn.kernel_ridge import KernelRidge
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import SVC

random = numpy.random.default_rng(3)
X = random.uniform(-1, 1, size=(60, 3)).round(3)
X[:, 2] = (X[:, 2] > 0) + 2.0 * (X[:, 1] > 0.5)
y = (numpy.sin(3 * X[:, 0]) + 0.5 * X[:, 1] * X[:, 2]).round(3)
model = KernelRidge(alpha=0.1, kernel="rbf", gamma=0.7).fit(X, y)
cases = []
for features, grid, percentiles in [([0], 7, (0.05, 0.95)), ([2], 10, (0.05, 0.95)), ([1, 0], 4, (0.1, 0.8))]:
    found = partial_dependence(model, X, features, grid_resolution=grid, percentiles=percentiles, method="brute", kind="average")
    cases.append({
        "features": features, "grid": grid, "percentiles": percentiles,
        "values": [v.tolist() for v in found["values"]], "averages": found["average"][0].ravel().tolist(),
    })
importance = permutation_importance(model, X, y, n_repeats=400, random_state=0)
# Two labels for each row, either or both, by measures of several labels.
marks = numpy.column_stack([y > 0, X[:, 0] + 0.5 * X[:, 2] > 0.2]).astype(int)
several = OneVsRestClassifier(SVC(C=1, gamma=0.7, tol=1e-9)).fit(X, marks)
labels = {}
for scoring in ["f1_macro", "roc_auc"]:
    found = permutation_importance(several, X, marks, scoring=scoring, n_repeats=400, random_state=0)
    baseline = sklearn.metrics.get_scorer(scoring)(several, X, marks)
    labels[scoring] = {"baseline": baseline, "means": found.importances_mean.tolist(), "stds": found.importances_std.tolist()}
print(json.dumps({
    "scikit-learn": sklearn.__version__, "X": X.tolist(), "y": y.tolist(), "dependence": cases,
    "importance": {"repeats": 400, "means": importance.importances_mean.tolist(), "stds": importance.importances_std.tolist()},
    "marks": marks.tolist(), "labels": labels,
}))
