#!/usr/bin/env python3
"""Makes js/test/golden/one-vs.json: scikit-learn's OneVsRestClassifier and OneVsOneClassifier, and its
measures of several labels for each row.

Run by hand from the module root:

    /usr/bin/python3 js/test/golden/one-vs.py > js/test/golden/one-vs.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn).
"""

import json
import sys
import warnings

import numpy
import sklearn
from sklearn import metrics
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.svm import SVC

warnings.simplefilter("ignore")
random = numpy.random.default_rng(34)

centres = numpy.array([[0, 0], [2, 0], [0, 2], [2, 2]])
y = numpy.arange(60) % 4
X = (centres[y] + 0.9 * random.standard_normal((60, 2))).round(3)
sets = numpy.array([X[:, 0] > 0.3, X[:, 1] > 0.8, X.sum(axis=1) > 3, numpy.ones(60)]).T.astype(int)
test = (3 * random.random((25, 2)) - 0.5).round(3)


def machine(name):
    if name == "SVC":
        return SVC(C=2, gamma=0.5, tol=1e-9)
    return LogisticRegression(solver="newton-cholesky", tol=1e-13, max_iter=1000)


def fitted(kind, name, target):
    Class = OneVsRestClassifier if kind == "OneVsRestClassifier" else OneVsOneClassifier
    model = Class(machine(name)).fit(X, target)
    case = {"kind": kind, "machine": name, "several": target.ndim == 2, "classes": int(len(model.classes_))}
    case["y"] = target.tolist()
    case["predicted"] = model.predict(test).tolist()
    case["decision"] = model.decision_function(test).tolist()
    if name != "SVC" and kind == "OneVsRestClassifier":
        case["probability"] = model.predict_proba(test).tolist()
    return case


def measured(name, truth, found, scores, weights):
    given = {} if weights is None else {"sample_weight": weights}
    case = {"name": name, "y": truth.tolist(), "predicted": found.tolist(), "scores": scores.tolist()}
    case["sampleWeight"] = None if weights is None else weights.tolist()
    case["accuracyScore"] = metrics.accuracy_score(truth, found, **given)
    case["zeroOneLoss"] = metrics.zero_one_loss(truth, found, **given)
    case["hammingLoss"] = metrics.hamming_loss(truth, found, **given)
    case["coverageError"] = metrics.coverage_error(truth, scores, **given)
    case["labelRankingAveragePrecisionScore"] = metrics.label_ranking_average_precision_score(truth, scores, **given)
    case["labelRankingLoss"] = metrics.label_ranking_loss(truth, scores, **given)
    case["averages"] = {}
    for average in ["micro", "macro", "weighted", "samples", "none"]:
        how = {"average": None if average == "none" else average, **given}
        values = {
            "precisionScore": metrics.precision_score(truth, found, **how),
            "recallScore": metrics.recall_score(truth, found, **how),
            "f1Score": metrics.f1_score(truth, found, **how),
            "fbetaScore": metrics.fbeta_score(truth, found, beta=2, **how),
            "jaccardScore": metrics.jaccard_score(truth, found, **how),
        }
        case["averages"][average] = {k: numpy.asarray(v).tolist() for k, v in values.items()}
    return case


def indicators(rows, k, share):
    truth = (random.random((rows, k)) < share).astype(int)
    found = numpy.where(random.random((rows, k)) < 0.25, 1 - truth, truth)
    scores = (found + random.standard_normal((rows, k))).round(1)  # with ties
    return truth, found, scores


def scored():
    """Measures by name of OneVsRestClassifier, fold by fold, and a search by one of them."""
    quotients = [f"{of}_{average}" for of in ["precision", "recall", "f1", "jaccard"] for average in ["micro", "macro", "weighted", "samples"]]
    names = ["accuracy", "roc_auc", "average_precision", *quotients]
    some = sets[:, :3]  # of which every fold has rows with and without
    rows = numpy.arange(60)
    folds = [(rows[rows % 3 != f], rows[rows % 3 == f]) for f in range(3)]
    rest = OneVsRestClassifier(machine("SVC"))
    found = cross_validate(rest, X, some, scoring=names, cv=folds)
    search = GridSearchCV(rest, {"estimator__gamma": [1e3, 0.5, 1e-3]}, scoring="f1_macro", cv=folds).fit(X, some)
    return {
        "y": some.tolist(),
        "folds": [{"train": a.tolist(), "test": b.tolist()} for a, b in folds],
        "scores": {name: found[f"test_{name}"].tolist() for name in names},
        "means": search.cv_results_["mean_test_score"].tolist(),
        "score": search.score(test, search.predict(X[:25])),
        "scored": search.predict(X[:25]).tolist(),
    }


two = (y >= 2).astype(int)
plain = [int(v) for v in y], [int(v) for v in random.integers(0, 4, 60)]
print(
    json.dumps(
        {
            "tool": f"scikit-learn {sklearn.__version__}, numpy {numpy.__version__}, Python {sys.version.split()[0]}",
            "command": "/usr/bin/python3 js/test/golden/one-vs.py > js/test/golden/one-vs.json",
            "tolerance": "1e-12; of models 1e-5, because both solve to a tolerance",
            "X": X.tolist(),
            "test": test.tolist(),
            "models": [
                fitted(kind, name, target)
                for kind in ["OneVsRestClassifier", "OneVsOneClassifier"]
                for name in ["SVC", "LogisticRegression"]
                for target in [y, two] + ([sets] if kind == "OneVsRestClassifier" else [])
            ],
            "measures": [
                measured("some labels", *indicators(30, 4, 0.4), None),
                measured("weights", *indicators(30, 4, 0.4), random.random(30).round(3)),
                measured("few labels, rows without any", *indicators(25, 6, 0.12), None),
                measured("nearly all labels", *indicators(25, 3, 0.85), None),
            ],
            "scored": scored(),
            "plain": {
                "y": plain[0],
                "predicted": plain[1],
                "hammingLoss": metrics.hamming_loss(*plain),
                "jaccardScore": metrics.jaccard_score(*plain, average=None).tolist(),
            },
        },
        separators=(",", ":"),
    )
)
