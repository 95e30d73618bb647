#!/usr/bin/env python3
"""Makes core/engine/codec/testdata/libsvm: models of LIBSVM's, and what LIBSVM predicts with them.

Run by hand from the module root, a few seconds:

    python3 core/internal/golden/models.py ../shared/data/libsvm/iris.scale

Needs svm-train, svm-predict and libsvm.so.3 of LIBSVM 3.24 (Debian packages
libsvm-tools and libsvm3). Models are svm-train's, labels are svm-predict's, and
decision values come from svm_predict_values in the library, one per pair of
classes in LIBSVM's order, because svm-predict does not print them.

For every case there are NAME.rows, NAME.model and NAME.json, which names the
command, says how many of the rows were trained on, and holds the predicted label
of every row, the decision values of the first DECIDED, and the probabilities that
svm-predict -b 1 prints for them, in the order of the model's labels, when the model
has some. The data are those of demo/data, and Fisher's irises.
"""

import ctypes
import gzip
import json
import pathlib
import random
import subprocess
import sys

DECIDED = 70
OUT = pathlib.Path("core/engine/codec/testdata/libsvm")
LIBSVM = ctypes.CDLL("libsvm.so.3")


class Node(ctypes.Structure):
    _fields_ = [("index", ctypes.c_int), ("value", ctypes.c_double)]


def heart():
    return [line.split() for line in pathlib.Path("demo/data/heart_scale").read_text().splitlines()]


def iris():
    return [line.split() for line in pathlib.Path(sys.argv[1]).read_text().splitlines()]


def digits(n):
    rows = [line.split(",") for line in gzip.open("demo/data/digits.csv.gz", "rt").read().split()[:n]]
    return [[row[-1]] + [f"{j + 1}:{float(v) / 16!r}" for j, v in enumerate(row[:-1]) if float(v)] for row in rows]


def shuffled(rows):
    return random.Random(1).sample(rows, len(rows))


def without(rows, label):
    return [row for row in rows if row[0] != label]


def relabelled(rows, labels):
    return [[labels[row[0]]] + row[1:] for row in rows]


def dealt(rows, labels):
    return [[labels[i % len(labels)]] + row[1:] for i, row in enumerate(rows)]


def gram(rows):
    """Inner products, in the format of a precomputed kernel."""
    vectors = [{int(j): float(v) for j, v in (entry.split(":") for entry in row[1:])} for row in rows]
    return [
        [row[0], f"0:{i + 1}"] + [f"{j + 1}:{sum(v * b.get(f, 0) for f, v in a.items())!r}" for j, b in enumerate(vectors)]
        for i, (row, a) in enumerate(zip(rows, vectors))
    ]  # fmt: skip


# Labels appear ascending and not, for two classes and for more; LIBSVM puts +1
# before -1 in whichever order they appear. In the last case labels are random,
# and many rows have several classes of equal votes.
CASES = {
    "heart-rbf": (heart(), "-t 2 -c 1"),
    "heart-linear": (heart(), "-t 0 -c 0.5 -w1 2"),
    "heart-poly": (heart()[1:], "-t 1 -c 2 -d 2 -g 0.25 -r 1"),
    "heart-sigmoid": (relabelled(heart(), {"+1": "7", "-1": "-3"}), "-t 3 -c 1 -g 0.015625 -r -1"),
    "heart-probability": (relabelled(heart(), {"+1": "0", "-1": "2"}), "-t 2 -c 1 -b 1"),
    "two-irises": (without(iris(), "3"), "-t 0 -c 1"),
    "irises": (shuffled(iris()), "-t 2 -c 10 -g 0.5"),
    "irises-poly": (iris()[::-1], "-t 1 -c 1 -d 3 -g 0.5 -r 0.5"),
    "irises-precomputed": (gram(shuffled(iris())[:50]), "-t 4 -c 1"),
    "irises-probability": (shuffled(iris())[:70], "-t 2 -c 1 -b 1"),
    "digits": (shuffled(digits(120)), "-t 2 -c 10 -g 0.05"),
    "ties": (dealt(heart(), ["4", "2", "-9", "0", "5", "7", "1"])[::-1], "-t 2 -c 1 -g 0.02", 70),
}


def decisions(model, rows, pairs):
    values = (ctypes.c_double * pairs)()
    for row in rows:
        entries = [entry.split(":") for entry in row[1:]]
        nodes = (Node * (len(entries) + 1))(*((int(j), float(v)) for j, v in entries), (-1, 0))
        LIBSVM.svm_predict_values(model, nodes, values)
        yield [float(f"{v:.13g}") for v in values]


def make(name, rows, options, trained=None):
    train, model = "train", f"{name}.model"
    text = [" ".join(row) + "\n" for row in rows]
    (OUT / train).write_text("".join(text[: trained or len(text)]))
    subprocess.run(["svm-train", "-q", *options.split(), train, model], cwd=OUT, check=True, capture_output=True)
    (OUT / train).unlink()
    (OUT / f"{name}.rows").write_text("".join(text))
    subprocess.run(["svm-predict", f"{name}.rows", model, "labels"], cwd=OUT, check=True, capture_output=True)
    labels = [int(float(v)) for v in (OUT / "labels").read_text().split()]
    probable = "-b 1" in options
    if probable:
        subprocess.run(["svm-predict", "-b", "1", f"{name}.rows", model, "labels"], cwd=OUT, check=True, capture_output=True)
        lines = (OUT / "labels").read_text().splitlines()[1 : DECIDED + 1]
        probabilities = [[float(p) for p in line.split()[1:]] for line in lines]
    (OUT / "labels").unlink()
    loaded = ctypes.c_void_p(LIBSVM.svm_load_model(str(OUT / model).encode()))
    k = LIBSVM.svm_get_nr_class(loaded)
    golden = {
        "tool": "LIBSVM 3.24",
        "command": f"svm-train {options} {name}.rows {model}; svm-predict {name}.rows {model} labels",
        "trained": trained or len(rows),
        "labels": labels,
        "decisions": list(decisions(loaded, rows[:DECIDED], k * (k - 1) // 2)),
    }
    if probable:
        golden["probabilities"] = probabilities
    lines = [f'"{key}": {json.dumps(value)}' for key, value in golden.items()]
    (OUT / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


LIBSVM.svm_load_model.restype = ctypes.c_void_p
LIBSVM.svm_predict_values.restype = ctypes.c_double
OUT.mkdir(exist_ok=True)
for name, case in CASES.items():
    make(name, *case)
