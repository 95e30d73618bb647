#!/usr/bin/env python3
"""Makes core/internal/facts/dualoracle.go: what other programs answer to the
problems of the dual machines beside C-SVC.

Run by hand from the module root, a minute on two cores:

    python3 core/internal/golden/dual.py ../shared/data > core/internal/facts/dualoracle.go

Needs svm-train of LIBSVM 3.24 (Debian package libsvm-tools) and scikit-learn
1.2.1 (Debian package python3-sklearn) with its numpy. Numbers alone enter the
project; the data stay where they are.

Every problem is solved at tolerance 1e-3, LIBSVM's default, and at 1e-8, with
shrinking: at 1e-6 LIBSVM's own objectives of nu-SVC, which are divided by the
square of a margin that is found to within the tolerance, are not yet right to
1e-6 (iris: 13.814658 for 13.814666). Debian's svm-train rounds every parameter to float32, so the table
holds the rounded numbers, which are those of the problem that was solved. Where
LIBSVM's tools cannot pose the problem (weights per sample) scikit-learn does,
which is LIBSVM too, and the objective is computed from the coefficients that it
returns, over the kernel in double precision.
"""

import concurrent.futures
import re
import subprocess
import sys
import tempfile
import pathlib

import numpy
import sklearn
import sklearn.datasets
import sklearn.svm

import csvc  # beside this file; it reads the same argument

RUNS = [("Loose", 1e-3), ("Tight", 1e-8)]
MACHINES = {"NuSVC": 1, "OneClassSVM": 2, "SVR": 3, "NuSVR": 4}

# name, machine, data, scaled, kernel, C, nu, epsilon, gamma
PROBLEMS = [
    ("heart_scale NuSVC", "NuSVC", "heart_scale", False, "rbf", None, 0.5, None, "auto"),
    ("svmguide1 NuSVC", "NuSVC", "svmguide1", True, "rbf", None, 0.125, None, 2),
    ("iris NuSVC", "NuSVC", "iris.scale", False, "linear", None, 0.25, None, None),
    ("dna NuSVC", "NuSVC", "dna.scale", False, "rbf", None, 0.25, None, 2**-6),
    ("heart_scale OneClassSVM", "OneClassSVM", "heart_scale", False, "rbf", None, 0.5, None, "auto"),
    ("a1a OneClassSVM", "OneClassSVM", "a1a", False, "rbf", None, 0.125, None, 2**-4),
    ("svmguide3 OneClassSVM linear", "OneClassSVM", "svmguide3", True, "linear", None, 0.25, None, None),
    ("abalone SVR", "SVR", "abalone_scale", False, "rbf", 10, None, 0.1, 1),
    ("mg SVR", "SVR", "mg_scale", False, "rbf", 1, None, 0.01, 1),
    ("housing SVR", "SVR", "housing_scale", False, "rbf", 64, None, 0.5, 0.125),
    ("mpg SVR", "SVR", "mpg_scale", False, "rbf", 64, None, 0.5, 0.25),
    ("mpg SVR linear", "SVR", "mpg_scale", False, "linear", 1, None, 0.5, None),
    ("abalone NuSVR", "NuSVR", "abalone_scale", False, "rbf", 10, 0.5, None, 1),
    ("mg NuSVR", "NuSVR", "mg_scale", False, "rbf", 1, 0.25, None, 1),
    ("housing NuSVR", "NuSVR", "housing_scale", False, "rbf", 64, 0.75, None, 0.125),
    ("mpg NuSVR linear", "NuSVR", "mpg_scale", False, "linear", 1, 0.5, None, None),
]


def solve(problem):
    name, machine, train, scaled, kernel, C, nu, epsilon, gamma = problem
    outcomes, solved_gamma = [], 1.0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        csvc.prepare(folder, train, "", scaled)
        options = ["-s", str(MACHINES[machine]), "-t", str(csvc.KERNELS[kernel]), "-m", "500"]
        for flag, value in (("-c", C), ("-n", nu), ("-p", epsilon), ("-g", gamma)):
            if value not in (None, "auto"):
                options += [flag, repr(value)]
        for run_name, tol in RUNS:
            log = csvc.run("svm-train", *options, "-e", repr(tol), train, "model", cwd=folder)
            head = (folder / "model").read_text().split("\nSV\n")[0]
            for parameter in re.findall(r"^gamma (.*)", head, re.M):
                solved_gamma = float(parameter)
            labels = re.search(r"\nlabel (.*)", head)
            width = re.search(r"^epsilon = (\S+)", log, re.M)
            outcomes.append(
                {
                    "run": run_name,
                    "tol": tol,
                    "objectives": re.findall(r"^obj = (\S+),", log, re.M),
                    "rho": re.findall(r"rho = (\S+)", log),
                    "epsilon": width.group(1) if width else "0",
                    "vectors": re.search(r"total_sv (\d+)", head).group(1),
                }
            )
    command = " ".join(["svm-train", *options, "-e TOL", train])
    if scaled:
        command = f"svm-scale -s ranges {train}; " + command
    return {
        "name": name, "tool": "LIBSVM 3.24", "command": command, "machine": machine, "train": train, "scaled": scaled,
        "kernel": kernel, "gamma": solved_gamma, "C": csvc.as_read(C or 0), "nu": csvc.as_read(nu or 0),
        "epsilon": csvc.as_read(epsilon or 0), "weights": "", "outcomes": outcomes,
        "classes": [int(v) for v in labels.group(1).split()] if labels else [],
    }  # fmt: skip


# name, machine, data, C, nu, epsilon, gamma: all with the weights "cycle"
WEIGHTED = [
    ("mpg SVR sample weights", "SVR", "mpg_scale", 64, 0, 0.5, 0.25),
    ("mpg NuSVR sample weights", "NuSVR", "mpg_scale", 64, 0.5, 0, 0.25),
    ("heart_scale OneClassSVM sample weights", "OneClassSVM", "heart_scale", 0, 0.5, 0, 0.0625),
]


def solve_weighted(problem):
    name, machine, train, C, nu, epsilon, gamma = problem
    X, y = sklearn.datasets.load_svmlight_file(str(csvc.DATA / "libsvm" / train))
    X = X.toarray()
    w = csvc.sample_weights("cycle", len(y))
    outcomes = []
    for run_name, tol in RUNS:
        if machine == "SVR":
            call = f"SVR(C={C}, epsilon={epsilon}, gamma={gamma}, tol=TOL)"
            m = sklearn.svm.SVR(C=C, epsilon=epsilon, gamma=gamma, tol=tol)
        elif machine == "NuSVR":
            call = f"NuSVR(C={C}, nu={nu}, gamma={gamma}, tol=TOL)"
            m = sklearn.svm.NuSVR(C=C, nu=nu, gamma=gamma, tol=tol)
        else:
            call = f"OneClassSVM(nu={nu}, gamma={gamma}, tol=TOL)"
            m = sklearn.svm.OneClassSVM(nu=nu, gamma=gamma, tol=tol)
        m.fit(X, y, sample_weight=w)
        coef, V = m.dual_coef_[0], m.support_vectors_
        K = numpy.exp(-gamma * ((V[:, None, :] - V[None, :, :]) ** 2).sum(axis=2))
        objective = coef @ K @ coef / 2
        if machine != "OneClassSVM":
            objective += epsilon * numpy.abs(coef).sum() - y[m.support_] @ coef
        outcomes.append(
            {
                "run": run_name,
                "tol": tol,
                "objectives": [repr(float(objective))],
                "rho": [repr(float(-m.intercept_[0]))],
                "epsilon": "0",
                "vectors": str(len(coef)),
            }
        )
    return {
        "name": name, "tool": "scikit-learn 1.2.1", "command": call + ".fit(X, y, sample_weight=w)",
        "machine": machine, "train": train, "scaled": False, "kernel": "rbf", "gamma": gamma, "C": C, "nu": nu,
        "epsilon": epsilon, "weights": "cycle", "outcomes": outcomes, "classes": [],
    }  # fmt: skip


def go_outcome(o):
    return (
        f"{o['run']}: DualOutcome{{Tol: {o['tol']!r}, SupportVectors: {o['vectors']}, Epsilon: {o['epsilon']},\n"
        f"\tObjectives: []float64{{{', '.join(o['objectives'])}}}, Rho: []float64{{{', '.join(o['rho'])}}}}}"
    )


def go_fact(f):
    lines = [
        "{",
        f'Name: "{f["name"]}", Tool: "{f["tool"]}",',
        f'Command: "{f["command"]}",',
        f'Machine: "{f["machine"]}", Train: "{f["train"]}", Scaled: {str(f["scaled"]).lower()},',
        f'Kernel: "{f["kernel"]}", Gamma: {f["gamma"]!r}, C: {f["C"]!r}, Nu: {f["nu"]!r}, Epsilon: {f["epsilon"]!r}, SampleWeights: "{f["weights"]}",',
        f'Classes: []float64{{{", ".join(map(str, f["classes"]))}}},',
        *(go_outcome(o) + "," for o in f["outcomes"]),
        "},",
    ]
    return "\n".join(lines)


def main():
    assert sklearn.__version__ == "1.2.1", sklearn.__version__
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        facts = list(pool.map(solve, PROBLEMS)) + list(map(solve_weighted, WEIGHTED))
    text = "// Code generated by core/internal/golden/dual.py; DO NOT EDIT.\n\npackage facts\n\n"
    text += "// Dual returns the answers of other programs to the problems of the dual\n// machines beside C-SVC.\n"
    text += "func Dual() []DualFact {\nreturn []DualFact{\n" + "\n".join(map(go_fact, facts)) + "\n}\n}\n"
    sys.stdout.write(subprocess.run(["gofmt"], input=text, check=True, capture_output=True, text=True).stdout)


if __name__ == "__main__":
    main()
