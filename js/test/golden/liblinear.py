#!/usr/bin/env python3
"""Makes js/test/golden/liblinear.json: models of LIBLINEAR's, and what it predicts with them.

Run by hand from the module root, a few seconds:

    python3 js/test/golden/liblinear.py

Needs liblinear-train and liblinear-predict of LIBLINEAR 2.3.0 (Debian package
liblinear-tools 2.3.0+dfsg-5). The rows are those of core/engine/codec/testdata/libsvm, where
sources and licences are named; a regression takes their labels for numbers. A case
has the commands, the text of the model, what liblinear-predict gives to every row,
and for logistic regression its probabilities, in the order of the model's labels.
"""

import json
import pathlib
import subprocess
import tempfile

ROWS = pathlib.Path("core/engine/codec/testdata/libsvm")
OUT = pathlib.Path("js/test/golden/liblinear.json")
LOGISTIC = (0, 6, 7)

# Labels in the order +1, -1 (which is LIBLINEAR's for these two), 7 before -3, and 1, 3, 2.
SETS = {"heart": "heart-rbf", "heart-labels": "heart-sigmoid", "irises": "irises"}
CASES = [(f"{name} {solver}", name, f"-s {solver} -B 1") for name in SETS for solver in range(8)]
CASES += [("heart, no bias", "heart", "-s 1"), ("irises, bias 10", "irises", "-s 3 -B 10"), ("heart, bias 0", "heart", "-s 2 -B 0")]
CASES += [(f"irises regression {solver}", "irises", f"-s {solver} -B 1 -p 0.1") for solver in (11, 12, 13)]
CASES += [("heart regression, no bias", "heart", "-s 11")]


def make(folder, case, name, options):
    rows = (ROWS / f"{SETS[name]}.rows").resolve()
    run = lambda *command: subprocess.run(command, cwd=folder, check=True, capture_output=True)
    run("liblinear-train", "-q", *options.split(), rows, "model")
    run("liblinear-predict", rows, "model", "labels")
    read = lambda: (folder / "labels").read_text().splitlines()
    golden = {
        "name": case,
        "rows": rows.name,
        "command": f"liblinear-train {options} {rows.name} model; liblinear-predict {rows.name} model labels",
        "model": (folder / "model").read_text(),
        "predictions": [float(v) for v in read()],
    }
    if int(options.split()[1]) in LOGISTIC:
        run("liblinear-predict", "-b", "1", rows, "model", "labels")
        golden["probabilities"] = [[float(p) for p in line.split()[1:]] for line in read()[1:]]
    return golden


with tempfile.TemporaryDirectory() as place:
    cases = [make(pathlib.Path(place), *case) for case in CASES]
OUT.parent.mkdir(exist_ok=True)
lines = ",\n".join(json.dumps(case) for case in cases)
OUT.write_text(f'{{\n"tool": "LIBLINEAR 2.3.0",\n"cases": [\n{lines}\n]\n}}\n')
