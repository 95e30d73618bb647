#!/usr/bin/env python3
"""Makes core/machines/prep/testdata/scaling.json and core/model/calib/testdata/calibration.json:
what scikit-learn makes of the same numbers.

Run by hand from the module root, a second:

    python3 core/internal/golden/prep.py

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy and scipy.
Scalers agree to 1e-13 of the largest number. Of the sigmoid scikit-learn's
_SigmoidCalibration stops when the gradient of its loss is below 1e-5, so that the
same loss is also minimised here to the end, by scipy's trust-exact, to which A and B
agree to 1e-8; isotonic levels are exact fractions and agree to 1e-13.
"""

import json
import pathlib

import numpy
import scipy.optimize
import scipy.special
import sklearn
import sklearn.calibration
import sklearn.isotonic
import sklearn.preprocessing

assert sklearn.__version__ == "1.2.1", sklearn.__version__
random = numpy.random.default_rng(5)


def numbers(a):
    return [float(v) for v in numpy.asarray(a).ravel()]


def scaling():
    x = random.normal(size=(13, 5)) * [1, 100, 1e-6, 3, 1] + [0, 1e6, 0, -5, 0]
    x[:, 4] = 7.1  # constant
    x[::3, 0] = 0
    weight = random.integers(1, 4, size=13).astype(float)
    cases = []

    def case(machine, options, fitted, **more):
        made = fitted.transform(x)
        back = fitted.inverse_transform(made) if hasattr(fitted, "inverse_transform") else []
        cases.append({"machine": machine, "options": options, "made": numbers(made), "back": numbers(back), **more})

    for mean in (True, False):
        for std in (True, False):
            s = sklearn.preprocessing.StandardScaler(with_mean=mean, with_std=std)
            case("StandardScaler", {"withMean": mean, "withStd": std}, s.fit(x), weighted=False)
            case("StandardScaler", {"withMean": mean, "withStd": std}, s.fit(x, sample_weight=weight), weighted=True)
    for low, high in ((0, 1), (-2, 5)):
        s = sklearn.preprocessing.MinMaxScaler(feature_range=(low, high))
        case("MinMaxScaler", {"low": low, "high": high}, s.fit(x), weighted=False)
    for norm in ("l1", "l2", "max"):
        case("Normalizer", {"norm": norm}, sklearn.preprocessing.Normalizer(norm=norm).fit(x), weighted=False)
    return {"x": numbers(x), "rows": 13, "cols": 5, "weight": numbers(weight), "cases": cases}


def sigmoid(f, y, w):
    """The exact minimum of the loss of _SigmoidCalibration."""
    positive, negative = w[y > 0].sum(), w[y <= 0].sum()
    t = numpy.where(y > 0, (positive + 1) / (positive + 2), 1 / (negative + 2))

    def loss(ab):
        p = scipy.special.expit(-(ab[0] * f + ab[1]))
        return -(w * (scipy.special.xlogy(t, p) + scipy.special.xlogy(1 - t, 1 - p))).sum()

    def gradient(ab):
        d = w * (t - scipy.special.expit(-(ab[0] * f + ab[1])))
        return numpy.array([(d * f).sum(), d.sum()])

    def hessian(ab):
        p = scipy.special.expit(-(ab[0] * f + ab[1]))
        h = w * p * (1 - p)
        return numpy.array([[(h * f * f).sum(), (h * f).sum()], [(h * f).sum(), h.sum()]])

    start = numpy.array([0, numpy.log((negative + 1) / (positive + 1))])
    found = scipy.optimize.minimize(loss, start, jac=gradient, hess=hessian, method="trust-exact", options={"gtol": 1e-11})
    return found.x


def calibration():
    cases = []
    for n, shift, ties in ((12, 1.0, False), (200, 0.7, False), (150, 2.0, True), (60, 6.0, False)):
        y = (random.random(n) < 0.4).astype(int)
        y[:2] = 0, 1
        f = random.normal(size=n) + shift * y - shift / 3
        if ties:
            f = numpy.round(f, 1)
        w = random.integers(1, 4, size=n).astype(float)
        own = sklearn.calibration._SigmoidCalibration().fit(f, y, sample_weight=w)
        exact = sigmoid(f, y, w)
        rising = sklearn.isotonic.IsotonicRegression(out_of_bounds="clip").fit(f, y, sample_weight=w)
        probes = numpy.linspace(f.min() - 1, f.max() + 1, 41)
        cases.append({
            "f": numbers(f), "y": [int(v) for v in y], "w": numbers(w),
            "own": [float(own.a_), float(own.b_)], "exact": numbers(exact),
            "probes": numbers(probes), "isotonic": numbers(rising.predict(probes)),
        })
    return {"cases": cases}


for path, made in (("core/machines/prep/testdata/scaling.json", scaling()), ("core/model/calib/testdata/calibration.json", calibration())):
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(made) + "\n")
