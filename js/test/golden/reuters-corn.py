#!/usr/bin/env python3
"""Makes js/test/golden/reuters-corn.json: the results of scikit-learn for raw news.

Run by hand from the module root, a few seconds:

    /usr/bin/python3 js/test/golden/reuters-corn.py

Needs scikit-learn (Debian package python3-sklearn 1.2.1) and ../shared/data/text. The
break-even point of precision and recall is the precision among as many documents as
are about corn, those of the largest decision values: there the two are equal.
"""

import gzip
import json
import pathlib
import re

import sklearn
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.svm import LinearSVC

TEXT = pathlib.Path("../shared/data/text")
OUT = pathlib.Path("js/test/golden/reuters-corn.json")
ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


def read(name):
    lines = gzip.open(TEXT / f"ReutersCorn-{name}.arff.gz", "rt", encoding="utf-8").read().splitlines()
    rows = [line for line in lines[lines.index("@data") + 1 :] if line.strip()]
    texts = [re.sub(r"\\(.)", lambda m: ESCAPES.get(m[1], m[1]), row[1 : row.rindex("',")]) for row in rows]
    return texts, [int(row.strip()[-1]) for row in rows]


def break_even(values, labels):
    order = sorted(range(len(labels)), key=lambda i: -values[i])
    positives = sum(labels)
    return sum(labels[i] for i in order[:positives]) / positives


(train, y), (test, answers) = read("train"), read("test")
vectorizer = TfidfVectorizer()
machine = LinearSVC(C=1, loss="squared_hinge", tol=1e-6, max_iter=100000).fit(vectorizer.fit_transform(train), y)
values = machine.decision_function(vectorizer.transform(test))
OUT.write_text(json.dumps({
    "tool": f"scikit-learn {sklearn.__version__}",
    "command": "/usr/bin/python3 js/test/golden/reuters-corn.py",
    "train": len(train), "test": len(test), "corn": sum(answers),
    "terms": len(vectorizer.vocabulary_),
    "breakEven": break_even(values, answers),
    "decisions": [float(f"{v:.7g}") for v in values[:40]],
}, indent=1) + "\n")
