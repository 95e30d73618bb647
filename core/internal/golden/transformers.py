#!/usr/bin/env python3
"""Makes core/machines/prep/testdata/transformers.json and core/machines/prep/testdata/polynomial.json: what
scikit-learn makes of the same numbers.

Run by hand from the module root, a second:

    /usr/bin/python3 core/internal/golden/transformers.py

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy and scipy. Tolerance:
1e-9 of the largest number of a case. Before it counts neighbours for the mutual information,
scikit-learn adds noise of 1e-10; the numbers here have no ties, so that it changes no count.
"""

import json
import pathlib

import numpy
import scipy.sparse
import sklearn
import sklearn.feature_selection as selection
import sklearn.impute as impute
import sklearn.preprocessing as preprocessing

assert sklearn.__version__ == "1.2.1", sklearn.__version__
random = numpy.random.default_rng(18)


def numbers(a):
    return [float(v) for v in numpy.asarray(a).ravel()]


def dense(a):
    return a.toarray() if scipy.sparse.issparse(a) else a


def table(n):
    x = random.normal(size=(n, 5)) * [1, 100, 1e-3, 3, 1] + [0, 1e4, 0, -5, 0]
    x[:, 3] = numpy.round(x[:, 3])  # ties
    x[:, 4] = 7.25  # constant
    x[::3, 0] = 0
    return x


def scalers():
    cases = []
    x, fresh = table(33), table(9)  # 33 quantiles: their places are exact in binary
    fresh[0] *= 10

    def case(machine, options, fitted, sparse=False):
        of = scipy.sparse.csr_matrix if sparse else numpy.asarray
        made = fitted.fit(of(x)).transform(of(fresh))
        back = fitted.inverse_transform(made)
        cases.append({"machine": machine, "options": options, "sparse": sparse, "made": numbers(dense(made)), "back": numbers(dense(back))})

    for sparse in (False, True):
        case("MaxAbsScaler", {}, preprocessing.MaxAbsScaler(), sparse)
    for centering, scaling, low, high in ((True, True, 25, 75), (True, False, 25, 75), (False, True, 25, 75), (True, True, 0, 91.3)):
        s = preprocessing.RobustScaler(with_centering=centering, with_scaling=scaling, quantile_range=(low, high))
        options = {"withCentering": centering, "withScaling": scaling, "low": low, "high": high}
        case("RobustScaler", options, s)
        if not centering:
            case("RobustScaler", options, s, True)
    for count in (7, 1000):
        for output in ("uniform", "normal"):
            s = preprocessing.QuantileTransformer(n_quantiles=min(count, 33), output_distribution=output)
            case("QuantileTransformer", {"nQuantiles": count, "outputDistribution": output}, s)
    return {"x": numbers(x), "fresh": numbers(fresh), "cols": 5, "cases": cases}


def scores():
    n = 60
    y = random.integers(0, 3, size=n)
    x = random.normal(size=(n, 6)) + numpy.outer(y, [0, 0.5, 1, 2, 0, 0.1])
    x[:, 4] = 3
    target = x[:, 1] - 0.5 * x[:, 2] ** 2 + 0.1 * random.normal(size=n)
    counts = numpy.abs(numpy.round(4 * x))
    counts[:, 4] = 0
    varied = [0, 1, 2, 3, 5]

    def information(f, goal):
        found = numpy.zeros(6)
        found[varied] = f(x[:, varied], goal, discrete_features=False, n_neighbors=3, random_state=1)
        return numbers(found)

    f_classes, f_numbers = selection.f_classif(x, y)[0], selection.f_regression(x, target)[0]
    chi2 = selection.chi2(counts, y)[0]
    return {
        "x": numbers(x), "counts": numbers(counts), "rows": n, "classes": [int(v) for v in y], "numbers": numbers(target),
        "fClasses": numbers(numpy.nan_to_num(f_classes)), "fNumbers": numbers(f_numbers), "chi2": numbers(numpy.nan_to_num(chi2)),
        "informationClasses": information(selection.mutual_info_classif, y),
        "informationNumbers": information(selection.mutual_info_regression, target),
        "kept": [int(j) for j in selection.SelectKBest(selection.f_regression, k=3).fit(x, target).get_support(indices=True)],
    }


def polynomials():
    x = random.normal(size=(4, 4))
    x[1, 2] = x[2, 0] = x[2, 3] = 0
    cases = []
    for degree in (1, 2, 3, 5):
        for interaction in (False, True):
            for bias in (True, False):
                s = preprocessing.PolynomialFeatures(degree, interaction_only=interaction, include_bias=bias)
                cases.append({"degree": degree, "interactionOnly": interaction, "includeBias": bias, "made": numbers(s.fit_transform(x))})
    return {"x": numbers(x), "rows": 4, "cols": 4, "cases": cases}


def imputers():
    # Numbers near 0: scikit-learn's distances |x|^2 - 2 <x, z> + |z|^2 lose digits far from it.
    x, fresh = random.normal(size=(40, 5)), random.normal(size=(12, 5))
    x[:, 3], x[:, 4] = numpy.round(x[:, 3]), 0.25
    gaps, others = random.random(size=x.shape) < 0.3, random.random(size=fresh.shape) < 0.4
    gaps[:, 2] = False  # nothing is missing
    others[3] = True  # everything is missing
    others[4] = False
    cases = []

    def case(machine, options, fitted):
        with numpy.errstate(all="ignore"):
            a, b = numpy.where(gaps, numpy.nan, x), numpy.where(others, numpy.nan, fresh)
            cases.append({"machine": machine, "options": options, "made": numbers(fitted.fit(a).transform(b))})

    for strategy, name in (("mean", "mean"), ("median", "median"), ("most_frequent", "mostFrequent"), ("constant", "constant")):
        for indicator in (False, True):
            s = impute.SimpleImputer(strategy=strategy, fill_value=-3.5, add_indicator=indicator)
            case("SimpleImputer", {"strategy": name, "fillValue": -3.5, "addIndicator": indicator}, s)
    for neighbors in (1, 3, 60):
        for weights in ("uniform", "distance"):
            s = impute.KNNImputer(n_neighbors=neighbors, weights=weights, add_indicator=neighbors == 3)
            case("KNNImputer", {"nNeighbors": neighbors, "weights": weights, "addIndicator": neighbors == 3}, s)
    places = lambda where: [int(i) for i in numpy.flatnonzero(where)]
    return {"x": numbers(x), "fresh": numbers(fresh), "cols": 5, "missing": places(gaps), "missingFresh": places(others), "cases": cases}


def write(path, content):
    stated = {"tool": "scikit-learn 1.2.1", "command": "core/internal/golden/transformers.py", "tolerance": 1e-9}
    file = pathlib.Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({**stated, **content}) + "\n")


write("core/machines/prep/testdata/transformers.json", {"scaling": scalers(), "selection": scores(), "imputing": imputers()})
write("core/machines/prep/testdata/polynomial.json", polynomials())
