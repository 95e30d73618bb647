#!/usr/bin/env python3
"""Makes js/test/golden/curves.json: the curves that scikit-learn computes from labels and scores.

Run by hand from the module root:

    /usr/bin/python3 js/test/golden/curves.py > js/test/golden/curves.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn). Each case holds the labels,
the scores with many ties, weights (some of them 0) or none, and scikit-learn's
roc_curve, auc, precision_recall_curve and average_precision_score. Confusion matrices
come in all normalisations. Of the thresholds of roc_curve the first, which stands for
"none is positive", is left out: it was max + 1 in 1.2 and is infinity since 1.3.
"""

import json
import sys
import warnings

import numpy
import sklearn
from sklearn import metrics

CONFUSION = [None, "true", "pred", "all"]


def curves(name, y, scores, weights, positive):
    truth = (y == positive).astype(int)
    case = {"name": name, "y": y.tolist(), "scores": scores.tolist(), "positive": positive}
    if weights is not None:
        case["sampleWeight"] = weights.tolist()
    for drop in (True, False):
        fpr, tpr, thresholds = metrics.roc_curve(
            truth, scores, sample_weight=weights, drop_intermediate=drop
        )
        case["roc" if drop else "rocWhole"] = {
            "fpr": fpr.tolist(),
            "tpr": tpr.tolist(),
            "thresholds": thresholds[1:].tolist(),
            "auc": metrics.auc(fpr, tpr),
        }
    precision, recall, thresholds = metrics.precision_recall_curve(
        truth, scores, sample_weight=weights
    )
    case["precisionRecall"] = {
        "precision": precision.tolist(),
        "recall": recall.tolist(),
        "thresholds": thresholds.tolist(),
        "averagePrecision": metrics.average_precision_score(truth, scores, sample_weight=weights),
    }
    return case


def confusion(name, y, predicted, labels, weights):
    case = {"name": name, "y": y.tolist(), "predicted": predicted.tolist()}
    if labels is not None:
        case["labels"] = labels
    if weights is not None:
        case["sampleWeight"] = weights.tolist()
    case["matrices"] = [
        metrics.confusion_matrix(
            y, predicted, labels=labels, sample_weight=weights, normalize=normalize
        ).tolist()
        for normalize in CONFUSION
    ]
    return case


def main():
    warnings.simplefilter("ignore")  # classes that are never predicted
    stream = numpy.random.default_rng(7)
    y = numpy.where(stream.random(60) < 0.4, 1, 0)
    smooth = numpy.round(y + stream.normal(size=60), 6)
    tied = numpy.round(y + stream.normal(size=60))
    weights = numpy.round(stream.random(60) * 3, 2)
    weights[::7] = 0
    names = numpy.array(["cat", "dog", "eel"])[stream.integers(0, 3, 50)]
    guesses = numpy.where(stream.random(50) < 0.6, names, numpy.roll(names, 1))
    guesses[guesses == "eel"] = "dog"
    result = {
        "scikit-learn": sklearn.__version__,
        "curves": [
            curves("distinct scores", y, smooth, None, 1),
            curves("ties", y, tied, None, 1),
            curves("all scores the same", y, numpy.zeros(60), None, 1),
            curves("perfect", y, y.astype(float), None, 1),
            curves("weights", y, smooth, weights, 1),
            curves("ties and weights", y, tied, weights, 1),
            curves("the first class is positive", y, -tied, None, 0),
        ],
        "confusion": [
            confusion("one class is never predicted", names, guesses, None, None),
            confusion("weights", names, guesses, None, numpy.round(stream.random(50), 2)),
            confusion("some labels, in another order", names, guesses, ["dog", "cat"], None),
        ],
    }
    json.dump(result, sys.stdout, indent=None, separators=(",", ":"))
    print()


main()
