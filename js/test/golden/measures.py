#!/usr/bin/env python3
"""Makes js/test/golden/measures.json: measures that scikit-learn and scipy compute.

Run by hand from the module root:

    /usr/bin/python3 js/test/golden/measures.py > js/test/golden/measures.json

Needs scikit-learn 1.2.1 and scipy 1.10.1 (Debian packages python3-sklearn, python3-scipy).
"""

import json
import sys
import warnings

import numpy
import scipy
import sklearn
from scipy import stats
from sklearn import metrics

warnings.simplefilter("ignore")
random = numpy.random.default_rng(20)
AVERAGES = ["macro", "micro", "weighted", None]


def listed(value):
    return value.tolist() if hasattr(value, "tolist") else value


def classes(name, y, predicted, weights):
    """Measures of predicted classes; for two classes those of the second, too."""
    given = {} if weights is None else {"sample_weight": weights}
    case = {"name": name, "y": y.tolist(), "predicted": predicted.tolist()}
    if weights is not None:
        case["sampleWeight"] = weights.tolist()
    case["accuracyScore"] = metrics.accuracy_score(y, predicted, **given)
    case["zeroOneLoss"] = metrics.zero_one_loss(y, predicted, **given)
    case["balancedAccuracyScore"] = metrics.balanced_accuracy_score(y, predicted, **given)
    case["adjusted"] = metrics.balanced_accuracy_score(y, predicted, adjusted=True, **given)
    case["cohenKappaScore"] = {
        str(w): metrics.cohen_kappa_score(y, predicted, weights=w, **given)
        for w in [None, "linear", "quadratic"]
    }
    case["matthewsCorrcoef"] = metrics.matthews_corrcoef(y, predicted, **given)
    # A class of its own, and a label that does not occur.
    chosen = [2, 77, 1]
    case["chosen"] = {
        "labels": chosen,
        **{
            str(average): [
                listed(v)
                for v in metrics.precision_recall_fscore_support(
                    y, predicted, labels=chosen, average=average, **given
                )
            ]
            for average in AVERAGES
        },
    }
    for ours, theirs, more in [
        ("precisionScore", metrics.precision_score, {}),
        ("recallScore", metrics.recall_score, {}),
        ("f1Score", metrics.f1_score, {}),
        ("fbetaScore", metrics.fbeta_score, {"beta": 2}),
    ]:
        case[ours] = {
            str(average): listed(theirs(y, predicted, average=average, **more, **given))
            for average in AVERAGES
        }
        if len(set(y.tolist()) | set(predicted.tolist())) == 2:
            case[ours]["binary"] = theirs(y, predicted, pos_label=2, **more, **given)
    return case


def orders(name, y, f):
    return {
        "name": name,
        "y": y.tolist(),
        "predicted": f.tolist(),
        "kendallTau": stats.kendalltau(y, f).statistic,
        "spearman": stats.spearmanr(y, f).statistic,
        "positions": stats.rankdata(f).tolist(),
    }


def gains(name, y, scores):
    case = {"name": name, "y": y.tolist(), "scores": scores.tolist(), "values": []}
    for k in [None, 1, 3, len(y)]:
        case["values"].append(
            {
                "k": k,
                "dcgScore": metrics.dcg_score([y], [scores], k=k),
                "ndcgScore": metrics.ndcg_score([y], [scores], k=k),
            }
        )
    return case


def distances(name, y, f, weights):
    given = {} if weights is None else {"sample_weight": weights}
    case = {
        "name": name,
        "y": y.tolist(),
        "predicted": f.tolist(),
        "meanAbsoluteError": metrics.mean_absolute_error(y, f, **given),
        "meanSquaredError": metrics.mean_squared_error(y, f, **given),
        "rootMeanSquaredError": metrics.mean_squared_error(y, f, squared=False, **given),
        "r2Score": metrics.r2_score(y, f, **given),
        "medianAbsoluteError": metrics.median_absolute_error(y, f, **given),
        "maxError": metrics.max_error(y, f),
        "meanAbsolutePercentageError": metrics.mean_absolute_percentage_error(y, f, **given),
        "meanPinballLoss": metrics.mean_pinball_loss(y, f, **given),
        "explainedVarianceScore": metrics.explained_variance_score(y, f, **given),
    }
    if weights is not None:
        case["sampleWeight"] = weights.tolist()
    return case


def decisions(name, y, scores, weights):
    given = {} if weights is None else {"sample_weight": weights}
    k = scores.shape[1] if scores.ndim > 1 else 2
    case = {"name": name, "y": y.tolist(), "scores": scores.tolist(), "topKAccuracyScore": {}, "rocAucScore": {}}
    if weights is not None:
        case["sampleWeight"] = weights.tolist()
    for most in range(1, k):
        case["topKAccuracyScore"][most] = metrics.top_k_accuracy_score(y, scores, k=most, **given)
    for how in ["ovr", "ovo"]:
        if k > 2 and not (how == "ovo" and weights is not None):
            for average in ["macro", "weighted"]:
                case["rocAucScore"][f"{how} {average}"] = metrics.roc_auc_score(y, scores, multi_class=how, average=average, **given)
    return case


def ranks(n, k):
    return random.integers(1, k + 1, n)


two, three, five = ranks(80, 2), ranks(90, 3), ranks(70, 5)
weights = numpy.round(random.random(90) * (random.random(90) > 0.2), 3)
noisy = lambda y, k: numpy.where(random.random(len(y)) < 0.6, y, ranks(len(y), k))
smooth = numpy.round(random.normal(size=60), 4)
print(
    json.dumps(
        {
            "scikit-learn": sklearn.__version__,
            "scipy": scipy.__version__,
            "classes": [
                classes("two classes", two, noisy(two, 2), None),
                classes("three classes, weighted", three, noisy(three, 3), weights),
                classes("five classes, one never predicted", five, numpy.minimum(noisy(five, 5), 4), None),
            ],
            "orders": [
                orders("no ties", smooth, smooth + numpy.round(random.normal(size=60), 4)),
                orders("ties in y", ranks(60, 4).astype(float), smooth),
                orders("ties in both", five.astype(float), noisy(five, 5).astype(float)),
                orders("two samples", numpy.array([1.0, 2.0]), numpy.array([2.0, 1.0])),
            ],
            "gains": [
                gains("no ties", ranks(12, 4).astype(float) - 1, numpy.round(random.normal(size=12), 4)),
                gains("ties", ranks(20, 3).astype(float) - 1, ranks(20, 4).astype(float)),
            ],
            "distances": [
                distances("numbers", smooth, smooth + numpy.round(random.normal(size=60), 4), None),
                distances("weighted", three.astype(float), noisy(three, 3).astype(float), weights),
            ],
            "decisions": [
                decisions("two classes", two, numpy.round(random.normal(size=80), 4), None),
                decisions("three classes, weighted", three, random.dirichlet(numpy.ones(3), 90), weights),
                decisions("five classes, ties", five, random.multinomial(8, numpy.ones(5) / 5, 70) / 8, None),
            ],
        },
        separators=(",", ":"),
    )
)
