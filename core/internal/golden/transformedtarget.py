#!/usr/bin/env python3
"""Makes core/machines/prep/testdata/transformedtarget.json: what scikit-learn predicts through a
transformation of y.

Run by hand from the module root, a second:

    /usr/bin/python3 core/internal/golden/transformedtarget.py

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy. The regressors have closed
forms. Tolerance: 1e-9. A square root below 0 is taken for 0, which scikit-learn leaves to the
function of its user.
"""

import json
import pathlib

import numpy
import sklearn
from sklearn.compose import TransformedTargetRegressor
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge
from sklearn.metrics import r2_score
from sklearn.preprocessing import MinMaxScaler, QuantileTransformer, StandardScaler

assert sklearn.__version__ == "1.2.1", sklearn.__version__
random = numpy.random.default_rng(18)

x, fresh = random.normal(size=(30, 3)), random.normal(size=(12, 3))
truth = lambda x: numpy.exp(1 + x[:, 0] - 0.5 * x[:, 1] * x[:, 2])
y, y_fresh = truth(x) + 0.05 * random.uniform(size=30), truth(fresh)
weights = random.integers(0, 4, size=30)

names = {
    "none": {},
    "standard": {"transformer": StandardScaler()},
    "quantile": {"transformer": QuantileTransformer(n_quantiles=1000, output_distribution="normal")},
    "log": {"func": numpy.log, "inverse_func": numpy.exp},
    "log1p": {"func": numpy.log1p, "inverse_func": numpy.expm1},
    "sqrt": {
        "func": numpy.sqrt,
        "inverse_func": lambda v: numpy.maximum(v, 0) ** 2,
        "check_inverse": False,
    },
    "given": {"transformer": MinMaxScaler(feature_range=(-1, 2))},
}

cases = []
for name, settings in names.items():
    for machine, regressor in {
        "KernelRidge": KernelRidge(alpha=0.1, kernel="rbf", gamma=0.3),
        "Ridge": Ridge(alpha=0.5),
    }.items():
        for weight in [None] if name == "quantile" else [None, weights]:
            rows = numpy.arange(30) if weight is None else numpy.repeat(numpy.arange(30), weight)
            model = TransformedTargetRegressor(regressor, **settings).fit(x[rows], y[rows])
            values = model.predict(fresh)
            cases.append({
                "transformer": name,
                "machine": machine,
                "weighted": weight is not None,
                "values": values.tolist(),
                "score": r2_score(y_fresh, values),
            })

path = pathlib.Path("core/machines/prep/testdata/transformedtarget.json")
path.write_text(json.dumps({
    "tool": "scikit-learn 1.2.1",
    "command": "core/internal/golden/transformedtarget.py",
    "tolerance": 1e-9,
    "x": x.ravel().tolist(),
    "y": y.tolist(),
    "weights": weights.tolist(),
    "fresh": fresh.ravel().tolist(),
    "truth": y_fresh.tolist(),
    "cases": cases,
}) + "\n")
