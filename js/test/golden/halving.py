"""The rounds of HalvingGridSearchCV, for planRounds of js/src/select/halving.js.

Tool: scikit-learn 1.2.1 (Debian's python3-sklearn), /usr/bin/python3 js/test/golden/halving.py
Tolerance: none, all numbers are whole. Cases whose logarithms scikit-learn rounds to the wrong side
(math.log(243, 3) is below 5) are left out.
"""
import json

import numpy as np
import sklearn
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.model_selection import HalvingGridSearchCV
from sklearn.tree import DecisionTreeClassifier

cases = []
for rows, classes, folds, candidates, factor, least in [
    (120, 2, 5, 6, 3, "exhaust"),
    (1000, 2, 5, 20, 3, "exhaust"),
    (1000, 2, 5, 20, 2, "exhaust"),
    (1000, 4, 3, 9, 3, "smallest"),
    (1000, 4, 3, 30, 3, "smallest"),
    (500, 2, 2, 7, 2, 100),
    (500, 2, 2, 7, 2, 500),
    (90, 3, 5, 50, 4, "exhaust"),
    (777, 2, 4, 17, 1.5, 33),
    (300, 2, 5, 1, 3, "exhaust"),
]:
    X = np.random.default_rng(0).normal(size=(rows, 2))
    y = np.arange(rows) % classes
    search = HalvingGridSearchCV(
        DecisionTreeClassifier(max_depth=1),
        {"min_impurity_decrease": np.arange(candidates) * 1e-9},
        factor=factor, min_resources=least, cv=folds, refit=False, random_state=0,
    ).fit(X, y)
    cases.append({
        "rows": rows, "classes": classes, "folds": folds, "candidates": candidates,
        "factor": factor, "minResources": least,
        "expected": [
            {"candidates": int(c), "resources": int(r)}
            for c, r in zip(search.n_candidates_, search.n_resources_)
        ],
    })
print(json.dumps({"tool": f"scikit-learn {sklearn.__version__}", "command": "/usr/bin/python3 js/test/golden/halving.py", "tolerance": 0, "cases": cases}, indent=1))
