#!/usr/bin/env python3
"""Makes core/internal/facts/oracle.go: the results of other programs for C-SVC problems.

Run by hand from the module root, half a minute on two cores:

    python3 core/internal/golden/csvc.py ../shared/data > core/internal/facts/oracle.go

Needs svm-train, svm-predict and svm-scale of LIBSVM 3.24 (Debian package
libsvm-tools) and scikit-learn 1.2.1 (Debian package python3-sklearn) with its
numpy. Numbers alone enter the project; the data stay where they are.

Every problem is solved at tolerance 1e-3, LIBSVM's default, with and without
shrinking, and at 1e-6. Shrinking shows where an answer is not determined by the
tolerance: dna has 86 rows twice, and LIBSVM finds between 947 and 970 support
vectors, all of the same solution, depending on shrinking and on the order of
the rows.

Classes stand in the order in which the program numbers them (svm-train: as they
first appear in the training set; scikit-learn: ascending), because that order
decides between classes of equal votes. Where LIBSVM's tools cannot
pose the problem (weights per sample) scikit-learn does, which is LIBSVM too,
and the objective is computed from the coefficients that it returns.

Debian's svm-train rounds every parameter to float32: -g 0.0769230769 comes back
in the model file as 0.07692307978868484. The table holds the rounded numbers,
which are those of the problem that was solved.
"""

import bz2
import concurrent.futures
import gzip
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy
import sklearn
import sklearn.datasets
import sklearn.svm

DATA = pathlib.Path(sys.argv[1])

# name in the table, tolerance, shrinking
RUNS = [("Loose", 1e-3, True), ("LooseUnshrunk", 1e-3, False), ("Tight", 1e-6, True)]

# name, training set, test set ("" = the training set), scaled to [-1, 1],
# kernel, C, gamma, degree, coef0, class weights
LIBSVM_PROBLEMS = [
    ("heart_scale rbf", "heart_scale", "", False, "rbf", 1, "auto", 3, 0, {}),
    ("heart_scale linear", "heart_scale", "", False, "linear", 1, 1 / 13, 3, 0, {}),
    ("heart_scale poly 3", "heart_scale", "", False, "poly", 1, 1 / 13, 3, 1, {}),
    ("heart_scale poly 2", "heart_scale", "", False, "poly", 1, 1 / 13, 2, 0, {}),
    ("heart_scale sigmoid", "heart_scale", "", False, "sigmoid", 1, 1 / 64, 3, -1, {}),
    ("heart_scale class weights", "heart_scale", "", False, "rbf", 1, 1 / 13, 3, 0, {-1: 0.5, 1: 4}),
    ("a1a linear", "a1a", "", False, "linear", 0.05, 1, 3, 0, {}),
    ("a1a rbf", "a1a", "", False, "rbf", 1, 0.05, 3, 0, {}),
    ("splice rbf", "splice", "splice.t", False, "rbf", 1, 0.01, 3, 0, {}),
    ("splice linear", "splice", "splice.t", False, "linear", 1, 1, 3, 0, {}),
    ("svmguide1 scaled", "svmguide1", "svmguide1.t", True, "rbf", 2, 2, 3, 0, {}),
    ("svmguide3 scaled", "svmguide3", "svmguide3.t", True, "rbf", 128, 0.125, 3, 0, {}),
    ("dna", "dna.scale", "dna.scale.t", False, "rbf", 8, 2**-6, 3, 0, {}),
    ("digits", "digits", "digits.t", False, "rbf", 10, "scale", 3, 0, {}),
    ("usps poly", "usps", "usps.t", False, "poly", 10, 2**-8, 3, 0, {}),
    ("usps rbf", "usps", "usps.t", False, "rbf", 10, 2**-7, 3, 0, {}),
]

KERNELS = {"linear": 0, "poly": 1, "rbf": 2, "sigmoid": 3}


def read_text(name):
    """The text of a data set in LIBSVM's format, from any storage format."""
    base = DATA / "libsvm" / name
    if base.exists():
        return base.read_text()
    if base.with_name(name + ".gz").exists():
        return gzip.open(base.with_name(name + ".gz"), "rt").read()
    if base.with_name(name + ".bz2").exists():
        return bz2.open(base.with_name(name + ".bz2"), "rt").read()
    if name.startswith("usps"):
        rows = gzip.open(DATA / "usps" / (name + ".csv.gz"), "rt").read().split()
        rows = [row.split(",") for row in rows]
        return libsvm_text([row[0] for row in rows], [[int(v) / 1000 for v in row[1:]] for row in rows])
    if name.startswith("digits"):
        rows = gzip.open(DATA / "sklearn" / "digits.csv.gz", "rt").read().split()
        rows = [row.split(",") for row in rows]
        rows = rows[1297:] if name == "digits.t" else rows[:1297]
        return libsvm_text([row[-1] for row in rows], [[float(v) for v in row[:-1]] for row in rows])
    raise FileNotFoundError(name)


def libsvm_text(labels, rows):
    return "".join(
        label + "".join(f" {j + 1}:{v!r}" for j, v in enumerate(row) if v != 0) + "\n" for label, row in zip(labels, rows)
    )


def run(*command, cwd):
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout


def prepare(folder, train, test, scaled):
    for name in filter(None, (train, test)):
        (folder / name).write_text(read_text(name))
    if scaled:
        scaled_text = run("svm-scale", "-s", "ranges", train, cwd=folder)
        if test:
            (folder / test).write_text(run("svm-scale", "-r", "ranges", test, cwd=folder))
        (folder / train).write_text(scaled_text)


def resolve_gamma(folder, train, gamma):
    if gamma != "scale":
        return gamma  # "auto" is what svm-train does without -g
    X, _ = sklearn.datasets.load_svmlight_file(str(folder / train))
    X = X.toarray()
    return 1 / (X.shape[1] * X.var())


def as_read(v):
    """The parameter v as Debian's svm-train takes it."""
    return float(numpy.float32(v))


def solve(problem):
    name, train, test, scaled, kernel, C, gamma, degree, coef0, weights = problem
    outcomes = []
    solved_gamma = 1.0  # without one in the model, it plays no part
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        prepare(folder, train, test, scaled)
        gamma = resolve_gamma(folder, train, gamma)
        options = ["-s", "0", "-t", str(KERNELS[kernel]), "-c", repr(C), "-m", "500"]
        if kernel != "linear" and gamma != "auto":
            options += ["-g", repr(gamma)]
        if kernel == "poly":
            options += ["-d", str(degree)]
        if kernel in ("poly", "sigmoid"):
            options += ["-r", repr(coef0)]
        for label, weight in weights.items():
            options += [f"-w{label}", repr(weight)]
        for run_name, tol, shrinking in RUNS:
            log = run("svm-train", *options, "-e", repr(tol), "-h", str(int(shrinking)), train, "model", cwd=folder)
            said = run("svm-predict", test or train, "model", "labels", cwd=folder)
            correct, rows = map(int, re.search(r"\((\d+)/(\d+)\)", said).groups())
            head = (folder / "model").read_text().split("\nSV\n")[0]
            for parameter in re.findall(r"^gamma (.*)", head, re.M):
                solved_gamma = float(parameter)
            classes = [int(v) for v in re.search(r"\nlabel (.*)", head).group(1).split()]
            outcomes.append(
                {
                    "run": run_name,
                    "tol": tol,
                    "correct": correct,
                    "rows": rows,
                    "counts": re.search(r"\nnr_sv (.*)", head).group(1).split(),
                    "objectives": re.findall(r"^obj = (\S+),", log, re.M),
                }
            )
    command = " ".join(["svm-train", *options, "-e TOL -h SHRINKING", train])
    if scaled:
        command = f"svm-scale -s ranges {train}; " + command
    return {
        "name": name, "tool": "LIBSVM 3.24", "command": command, "train": train, "test": test, "scaled": scaled,
        "kernel": kernel, "C": as_read(C), "gamma": solved_gamma, "degree": degree, "coef0": as_read(coef0),
        "weights": {label: as_read(weight) for label, weight in weights.items()},
        "sample_weight": "", "classes": classes, "outcomes": outcomes,
    }  # fmt: skip


# name, class_weight, sample weights: a name that core/internal/facts knows
SKLEARN_PROBLEMS = [
    ("heart_scale balanced", "balanced", ""),
    ("heart_scale sample weights", {}, "cycle"),
    ("heart_scale sample weights with zeros", {}, "cycle with zeros"),
    ("heart_scale sample and class weights", {-1: 0.5, 1: 4}, "cycle"),
]


def sample_weights(name, n):
    i = numpy.arange(n)
    return {"": numpy.ones(n), "cycle": (1 + i % 4) / 2, "cycle with zeros": (i % 4) / 2}[name]


def solve_sklearn(problem):
    name, class_weight, weight_name = problem
    X, y = sklearn.datasets.load_svmlight_file(str(DATA / "libsvm" / "heart_scale"))
    X = X.toarray()
    outcomes = []
    for run_name, tol, shrinking in RUNS:
        machine = sklearn.svm.SVC(C=1, gamma=1 / 13, tol=tol, shrinking=shrinking, class_weight=class_weight or None)
        machine.fit(X, y, sample_weight=sample_weights(weight_name, len(y)))
        signed = machine.dual_coef_[0]
        V = machine.support_vectors_
        K = numpy.exp(-((V[:, None, :] - V[None, :, :]) ** 2).sum(axis=2) / 13)
        objective = signed @ K @ signed / 2 - numpy.abs(signed).sum()
        outcomes.append(
            {
                "run": run_name,
                "tol": tol,
                "correct": int((machine.predict(X) == y).sum()),
                "rows": len(y),
                "counts": [int(v) for v in machine.n_support_],
                "objectives": [repr(float(objective))],
            }
        )
    weights = class_weight
    if class_weight == "balanced":
        weights = {int(c): float(len(y) / (2 * (y == c).sum())) for c in machine.classes_}
    command = "SVC(C=1, gamma=1/13, tol=TOL, shrinking=SHRINKING"
    command += f", class_weight={class_weight!r})" if class_weight else ")"
    command += ".fit(X, y" + (", sample_weight=w)" if weight_name else ")")
    return {
        "name": name, "tool": "scikit-learn 1.2.1", "command": command, "train": "heart_scale", "test": "",
        "scaled": False, "kernel": "rbf", "C": 1, "gamma": 1 / 13, "degree": 3, "coef0": 0, "weights": weights,
        "sample_weight": weight_name, "classes": [-1, 1], "outcomes": outcomes,
    }  # fmt: skip


def go_outcome(o):
    counts = ", ".join(map(str, o["counts"]))
    objectives = ", ".join(o["objectives"])
    return (
        f"{o['run']}: Outcome{{Tol: {o['tol']!r}, Correct: {o['correct']}, Rows: {o['rows']}, SupportVectors: []int{{{counts}}},\n"
        f"\tObjectives: []float64{{{objectives}}}}}"
    )


def go_fact(f):
    weights = ""
    if f["weights"]:
        entries = ", ".join(f"{label}: {weight!r}" for label, weight in f["weights"].items())
        weights = f"ClassWeights: map[float64]float64{{{entries}}}, "
    if f["sample_weight"]:
        weights += f'SampleWeights: "{f["sample_weight"]}", '
    lines = [
        "{",
        f'Name: "{f["name"]}", Tool: "{f["tool"]}",',
        f'Command: "{f["command"]}",',
        f'Train: "{f["train"]}", Test: "{f["test"]}", Scaled: {str(f["scaled"]).lower()},',
        f'Kernel: "{f["kernel"]}", C: {f["C"]!r}, Gamma: {f["gamma"]!r}, Degree: {f["degree"]}, Coef0: {f["coef0"]!r}, {weights}',
        f'Classes: []float64{{{", ".join(map(str, f["classes"]))}}},',
        *(go_outcome(o) + "," for o in f["outcomes"]),
        "},",
    ]
    return "\n".join(lines)


def main():
    assert sklearn.__version__ == "1.2.1", sklearn.__version__
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        facts = list(pool.map(solve, LIBSVM_PROBLEMS)) + list(map(solve_sklearn, SKLEARN_PROBLEMS))
    text = "// Code generated by core/internal/golden/csvc.py; DO NOT EDIT.\n\npackage facts\n\n"
    text += "// CSVC returns the answers of other programs to C-SVC problems.\n"
    text += "func CSVC() []Fact {\nreturn []Fact{\n" + "\n".join(map(go_fact, facts)) + "\n}\n}\n"
    sys.stdout.write(subprocess.run(["gofmt"], input=text, check=True, capture_output=True, text=True).stdout)


if __name__ == "__main__":
    main()
