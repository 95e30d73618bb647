#!/usr/bin/env python3
"""Makes core/data/metric/testdata/scoring.json: measures that scikit-learn and scipy compute.

Run by hand from the module root:

    /usr/bin/python3 core/internal/golden/scoring.py > core/data/metric/testdata/scoring.json

Needs scikit-learn 1.2.1 and scipy 1.10.1 (Debian packages python3-sklearn, python3-scipy). Each
case has what a measure takes, and the values by the names that the option scoring knows. The Brier
score of several classes is the mean of numpy's sums of squares: scikit-learn has it since 1.7.
"""

import json
import warnings

import numpy
import scipy
import sklearn
from scipy import stats
from sklearn import metrics

warnings.simplefilter("ignore")
random = numpy.random.default_rng(31)


def classes(k, n):
    y, p = random.integers(0, k, n), random.integers(0, k, n)
    p = numpy.where(random.random(n) < 0.6, y, p)
    values = {"accuracy": metrics.accuracy_score(y, p), "balancedAccuracy": metrics.balanced_accuracy_score(y, p)}
    values["matthewsCorrcoef"] = metrics.matthews_corrcoef(y, p)
    for name, weights in [("cohenKappa", None), ("linearKappa", "linear"), ("quadraticKappa", "quadratic")]:
        values[name] = metrics.cohen_kappa_score(y, p, weights=weights)
    for name, measure in [("precision", metrics.precision_score), ("recall", metrics.recall_score), ("f1", metrics.f1_score)]:
        for average in ["macro", "micro", "weighted"]:
            values[name + average.capitalize()] = measure(y, p, average=average)
        if k == 2:
            values[name] = measure(y, p)
    if k == 2:
        values["specificity"] = metrics.recall_score(y, p, pos_label=0)
        values["fbeta@2"] = metrics.fbeta_score(y, p, beta=2)
        values["fbeta@0.5"] = metrics.fbeta_score(y, p, beta=0.5)
    return {"k": k, "y": y.tolist(), "predicted": p.tolist(), "values": values}


def numbers(y, f):
    values = {
        "r2": metrics.r2_score(y, f),
        "meanSquaredError": metrics.mean_squared_error(y, f),
        "rootMeanSquaredError": metrics.mean_squared_error(y, f, squared=False),
        "meanAbsoluteError": metrics.mean_absolute_error(y, f),
        "medianAbsoluteError": metrics.median_absolute_error(y, f),
        "maxError": metrics.max_error(y, f),
        "meanAbsolutePercentageError": metrics.mean_absolute_percentage_error(y, f),
        "meanPinballLoss@0.5": metrics.mean_pinball_loss(y, f),
        "meanPinballLoss@0.9": metrics.mean_pinball_loss(y, f, alpha=0.9),
        "explainedVariance": metrics.explained_variance_score(y, f),
        "kendallTau": stats.kendalltau(y, f).statistic,
        "spearman": stats.spearmanr(y, f).statistic,
        "ndcg": metrics.ndcg_score([y], [f]),
        "ndcg@3": metrics.ndcg_score([y], [f], k=3),
        "ndcg@10": metrics.ndcg_score([y], [f], k=10),
    }
    return {"y": y.tolist(), "f": f.tolist(), "values": values}


def scores(y, f):
    values = {
        "rocAuc": metrics.roc_auc_score(y, f),
        "averagePrecision": metrics.average_precision_score(y, f),
    }
    return {"y": y.tolist(), "f": f.tolist(), "values": values}


def decisions(k, f):
    y = (numpy.arange(len(f)) % k)[random.permutation(len(f))]
    values = {}
    for most in [1, 2, 3]:
        if most < k:
            values[f"topKAccuracy@{most}"] = metrics.top_k_accuracy_score(y, f if k > 2 else f[:, 1], k=most, labels=range(k))
    if k > 2:
        shares = numpy.exp(f) / numpy.exp(f).sum(axis=1, keepdims=True)
        values["rocAucOvo"] = metrics.roc_auc_score(y, shares, multi_class="ovo")
        values["rocAuc"] = metrics.roc_auc_score(y, shares, multi_class="ovr")
        f = shares
    else:
        f = f[:, 1]
    return {"k": k, "y": y.tolist(), "f": f.ravel().tolist(), "values": values}


def probabilities(k, n):
    y, p = random.integers(0, k, n), random.dirichlet(numpy.ones(k), n)
    p[:2] = numpy.eye(k)[y[:2]]
    p[2] = numpy.eye(k)[(y[2] + 1) % k]
    if k == 2:
        brier = metrics.brier_score_loss(y, p[:, 1])
    else:
        brier = numpy.mean(numpy.sum((p - numpy.eye(k)[y]) ** 2, axis=1))
    values = {"logLoss": metrics.log_loss(y, p, labels=range(k)), "brier": brier}
    return {"k": k, "y": y.tolist(), "p": p.ravel().tolist(), "values": values}


grades = random.integers(0, 5, 40).astype(float)
smooth = grades + random.normal(size=40)
print(
    json.dumps(
        {
            "scikit-learn": sklearn.__version__,
            "scipy": scipy.__version__,
            "classes": [classes(2, 60), classes(3, 60), classes(5, 30)],
            "numbers": [
                numbers(grades, smooth),
                numbers(grades, numpy.round(smooth)),
                numbers(numpy.abs(smooth), numpy.round(smooth)),
            ],
            "scores": [
                scores((grades > 2).astype(float), smooth),
                scores((grades > 2).astype(float), numpy.round(smooth)),
            ],
            "probabilities": [probabilities(2, 30), probabilities(4, 30)],
            "decisions": [
                decisions(2, random.normal(size=(30, 2))),
                decisions(3, random.normal(size=(40, 3))),
                decisions(5, numpy.round(random.normal(size=(60, 5)))),
            ],
        },
        separators=(",", ":"),
    )
)
