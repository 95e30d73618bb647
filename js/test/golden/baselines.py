#!/usr/bin/env python3
"""Makes js/test/golden/baselines.json: what scikit-learn's dummy estimators score on folds.

Run by hand from the module root:

    /usr/bin/python3 js/test/golden/baselines.py > js/test/golden/baselines.json

Needs scikit-learn 1.2.1 and scipy 1.10.1 (Debian packages python3-sklearn, python3-scipy).
"""

import json
import warnings

import numpy
import scipy
import sklearn
from scipy import stats
from sklearn import metrics
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.model_selection import KFold, StratifiedKFold

warnings.simplefilter("ignore")
random = numpy.random.default_rng(7)

# Of each class the constant answer with the best mean score on the training rows is meant.
CONSTANT = {
    "accuracy": "accuracy",
    "balancedAccuracy": "balanced_accuracy",
    "matthewsCorrcoef": "matthews_corrcoef",
    "f1Macro": "f1_macro",
    "f1Weighted": "f1_weighted",
    "precisionMacro": "precision_macro",
}
BINARY = {"f1": "f1", "recall": "recall", "precision": "precision"}
PRIOR = {"logLoss": "neg_log_loss"}
PRIOR_BINARY = {
    "rocAuc": "roc_auc",
    "averagePrecision": "average_precision",
    "brier": "neg_brier_score",
}
NUMBERS = {
    "r2": ("r2", "mean"),
    "meanSquaredError": ("neg_mean_squared_error", "mean"),
    "rootMeanSquaredError": ("neg_root_mean_squared_error", "mean"),
    "explainedVariance": ("explained_variance", "mean"),
    "meanAbsoluteError": ("neg_mean_absolute_error", "median"),
    "medianAbsoluteError": ("neg_median_absolute_error", "median"),
    "meanAbsolutePercentageError": ("neg_mean_absolute_percentage_error", "median"),
}


def scores(make, y, folds, scorer):
    X = numpy.zeros((len(y), 1))
    score = metrics.get_scorer(scorer)
    sign = -1 if scorer.startswith("neg_") else 1
    return [
        sign * score(make().fit(X[train], y[train]), X[test], y[test])
        for train, test in folds
    ]


def listed(folds):
    return [{"train": a.tolist(), "test": b.tolist()} for a, b in folds]


def of_classes(k, n, p):
    y = random.choice(k, n, p=p)
    folds = list(StratifiedKFold(4, shuffle=True, random_state=0).split(y, y))
    found = {}
    for name, scorer in {**CONSTANT, **(BINARY if k == 2 else {})}.items():
        score = metrics.get_scorer(scorer)
        X = numpy.zeros((n, 1))

        def make(c):
            return DummyClassifier(strategy="constant", constant=c)

        known = [score(make(c).fit(X, y), X, y) for c in range(k)]
        counts = numpy.bincount(y, minlength=k)
        best = max(range(k), key=lambda c: (round(known[c], 12), counts[c]))
        found[name] = {"best": best, "scores": scores(lambda: make(best), y, folds, scorer)}
    assert found["accuracy"]["scores"] == scores(
        lambda: DummyClassifier(strategy="most_frequent"), y, folds, "accuracy"
    )
    for name, scorer in {**PRIOR, **(PRIOR_BINARY if k == 2 else {})}.items():
        found[name] = {
            "scores": scores(lambda: DummyClassifier(strategy="prior"), y, folds, scorer)
        }
    return {"y": y.tolist(), "folds": listed(folds), "found": found}


def of_numbers(n):
    y = numpy.round(random.gamma(2, 3, n) + 0.5, 3)
    folds = list(KFold(4, shuffle=True, random_state=1).split(y))
    found = {
        name: {"scores": scores(lambda: DummyRegressor(strategy=how), y, folds, scorer)}
        for name, (scorer, how) in NUMBERS.items()
    }
    return {"y": y.tolist(), "folds": listed(folds), "found": found}


def corrected(k, train, test):
    """The corrected resampled t-test of Nadeau and Bengio, by scipy's distribution of t."""
    gains = numpy.round(random.normal(0.03, 0.05, k), 4)
    t = gains.mean() / numpy.sqrt((1 / k + test / train) * gains.var(ddof=1))
    return {"gains": gains.tolist(), "train": train, "test": test, "p": stats.t.sf(t, k - 1)}


print(
    json.dumps(
        {
            "scikit-learn": sklearn.__version__,
            "scipy": scipy.__version__,
            "tests": [
                corrected(k, train, test)
                for k, train, test in [(2, 50, 50), (3, 40, 20), (5, 80, 20), (10, 90, 10), (30, 58, 2)]
            ],
            "classes": [of_classes(2, 90, [0.7, 0.3]), of_classes(3, 120, [0.2, 0.5, 0.3])],
            "numbers": [of_numbers(81), of_numbers(100)],
        }
    )
)
