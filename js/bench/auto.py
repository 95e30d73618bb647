"""scikit-learn's usual programs for a table, each with a random search of the given time; see auto.mjs."""

import json
import sys
import time
import warnings

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import log_loss, mean_absolute_error
from sklearn.model_selection import KFold, ParameterSampler, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, SVR

warnings.simplefilter("ignore")
given = json.load(sys.stdin)
X, y = np.array(given["X"], float), np.array(given["y"])
train, test = np.array(given["train"]), np.array(given["test"])
classes = given["task"] == "classes"
trees = {
    "learning_rate": [0.03, 0.05, 0.1, 0.2],
    "max_iter": [50, 100, 200, 300],
    "max_leaf_nodes": [4, 8, 16, 31],
    "min_samples_leaf": [5, 10, 20, 40],
}
kernel = {"C": 10.0 ** np.arange(-1, 4), "gamma": 10.0 ** np.arange(-3, 2) / X.shape[1]}
spread = y[train].std() if not classes else 1
programs = (
    {
        "scikit-learn SVC": (lambda **p: make_pipeline(StandardScaler(), SVC(probability=True, **p)), kernel),
        "scikit-learn LogisticRegression": (lambda **p: make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000, **p)), {"C": 10.0 ** np.arange(-3, 3)}),
        "scikit-learn HistGradientBoosting": (lambda **p: HistGradientBoostingClassifier(**p), trees),
    }
    if classes
    else {
        "scikit-learn SVR": (lambda C, **p: make_pipeline(StandardScaler(), SVR(C=C * spread, epsilon=0.1 * spread, **p)), kernel),
        "scikit-learn Ridge": (lambda **p: make_pipeline(StandardScaler(), Ridge(**p)), {"alpha": 10.0 ** np.arange(-3, 4)}),
        "scikit-learn HistGradientBoosting": (lambda **p: HistGradientBoostingRegressor(**p), trees),
    }
)
scoring = "neg_log_loss" if classes else "neg_mean_absolute_error"
folds = (StratifiedKFold if classes else KFold)(5, shuffle=True, random_state=0)
found = {}
for name, (make, space) in programs.items():
    began, best = time.perf_counter(), (-np.inf, None)
    for params in [{}, *ParameterSampler(space, 1000, random_state=0)] if "SVR" not in name else [{"C": 1}, *ParameterSampler(space, 1000, random_state=0)]:
        score = cross_val_score(make(**params), X[train], y[train], cv=folds, scoring=scoring, n_jobs=2).mean()
        best = max(best, (score, params), key=lambda one: one[0])
        if time.perf_counter() - began > given["seconds"]:
            break
    model = make(**best[1]).fit(X[train], y[train])
    if classes:
        found[name] = log_loss(y[test], model.predict_proba(X[test]), labels=model.classes_)
    else:
        found[name] = mean_absolute_error(y[test], model.predict(X[test]))
json.dump(found, sys.stdout)
