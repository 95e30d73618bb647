"""Writes core/machines/linear/testdata/logistic.json: logistic regression by LIBLINEAR.

    python3 core/internal/golden/logistic.py train ../shared/data/libsvm > core/machines/linear/testdata/logistic.json

The first argument is liblinear-train, here of LIBLINEAR 2.50 (https://github.com/cjlin1/liblinear):
`-s 0` is its Newton method of the primal problem, `-s 7` its dual coordinate descent. Their
tolerances are as tight as they bear. Weights are in the order of the file, a row a class
that a positive value means, the bias with them as the last.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

TRAIN, DATA = sys.argv[1], pathlib.Path(sys.argv[2])

# set, C, value of the constant feature (-1: none)
PROBLEMS = [
    ("heart_scale", 1, 1),
    ("heart_scale", 30, -1),
    ("a1a", 1, 1),
    ("a1a", 0.05, 3),
    ("dna.scale", 0.1, 1),
]

answers = []
for name, C, bias in PROBLEMS:
    for solver, tolerance in [(0, "1e-9"), (7, "1e-10")]:
        with tempfile.TemporaryDirectory() as folder:
            options = ["-s", str(solver), "-c", str(C), "-B", str(bias), "-e", tolerance]
            command = [TRAIN, "-q", *options, str(DATA / name), f"{folder}/model"]
            subprocess.run(command, check=True, capture_output=True)
            lines = pathlib.Path(f"{folder}/model").read_text().split("\n")
        head, rows = lines[: lines.index("w")], lines[lines.index("w") + 1 :]
        labels = [line.split()[1:] for line in head if line.startswith("label")][0]
        weights = [[float(v) for v in row.split()] for row in rows if row.strip()]
        answers.append({"set": name, "C": C, "bias": bias, "solver": solver,
                        "tool": "LIBLINEAR 2.50", "command": "liblinear-train " + " ".join(options) + " " + name,
                        "labels": [float(v) for v in labels], "weights": [list(column) for column in zip(*weights)]})  # fmt: skip
print("[" + ",\n".join(json.dumps(a) for a in answers) + "]")
