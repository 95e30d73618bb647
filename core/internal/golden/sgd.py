#!/usr/bin/env python3
"""Makes core/machines/linear/testdata/sgd.json: stochastic gradient descent for least squares, step by
step as scikit-learn's SGDRegressor goes.

Run by hand from the module root, a second on two cores:

    /usr/bin/python3 core/internal/golden/sgd.py ../shared/data > core/machines/linear/testdata/sgd.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy. Numbers alone enter
the project; the data stay where they are. Weights "steps" are 0.5, 1, 1.5, 2, 2.5, 0.5, ... by
row. Every run makes the given number of passes over the samples in their order.
"""

import json
import pathlib
import sys
import warnings

import numpy
import sklearn
import sklearn.datasets
import sklearn.linear_model

warnings.filterwarnings("ignore")
DATA = pathlib.Path(sys.argv[1]) / "libsvm"

# data, eta0, rate, alpha, intercept, average, passes, weights
CASES = [
    ("mpg_scale", 0.01, "constant", 0, True, False, 1, "none"),
    ("mpg_scale", 0.1, "constant", 0, True, False, 20, "none"),
    ("mpg_scale", 0.05, "constant", 0, False, True, 3, "none"),
    ("mpg_scale", 0.05, "constant", 0.01, True, True, 7, "steps"),
    ("mpg_scale", 0.3, "sqrt", 0, True, False, 10, "none"),
    ("housing_scale", 0.02, "sqrt", 0.1, True, True, 5, "steps"),
    ("mpg_scale", 0.05, "constant", 2, True, False, 40, "none"),
]


def answer(case):
    data, eta0, rate, alpha, intercept, average, passes, weights = case
    x, y = sklearn.datasets.load_svmlight_file(str(DATA / data))
    model = sklearn.linear_model.SGDRegressor(
        loss="squared_error", penalty="l2", alpha=alpha, fit_intercept=intercept, max_iter=passes, tol=None, shuffle=False,
        learning_rate="constant" if rate == "constant" else "invscaling", power_t=0.5, eta0=eta0, average=average,
    )
    model.fit(x.toarray(), y, sample_weight=0.5 + 0.5 * (numpy.arange(len(y)) % 5) if weights == "steps" else None)
    return dict(zip(["data", "eta0", "rate", "alpha", "intercept", "average", "passes", "weights"], case)) | {
        "coef": model.coef_.tolist(), "constant": float(model.intercept_[0]),
    }


print(json.dumps({
    "tool": f"scikit-learn {sklearn.__version__}, SGDRegressor",
    "command": "/usr/bin/python3 core/internal/golden/sgd.py ../shared/data",
    "tolerance": 1e-10,
    "cases": [answer(case) for case in CASES],
}))
