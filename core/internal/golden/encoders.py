#!/usr/bin/env python3
"""Makes core/machines/prep/testdata/encoders.json: what scikit-learn makes of the same categories.

Run by hand from the module root, a second:

    /usr/bin/python3 core/internal/golden/encoders.py

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy and scipy. Tolerance:
1e-9. Categories are letters here and their places in the alphabet in our tests; -1 stands for a
missing value.
"""

import json
import pathlib

import numpy
import sklearn
import sklearn.compose as compose
import sklearn.impute as impute
import sklearn.pipeline as pipeline
import sklearn.preprocessing as preprocessing

assert sklearn.__version__ == "1.2.1", sklearn.__version__
random = numpy.random.default_rng(19)
letters = "abcdefgh"
columns = 4


def draw(n, highest):
    codes = numpy.minimum(random.geometric(0.4, size=(n, columns)) - 1, highest)
    codes[:, 1] = codes[:, 1] % 2  # two categories
    codes[:, 2] = codes[:, 2] % 3 * 3
    return codes


x, fresh = draw(40, [5, 1, 6, 4]), draw(25, [7, 1, 6, 7])
x[::9, 3] = fresh[::5, 3] = -1
known = numpy.array([[code if code in x[:, j] else x[0, j] for j, code in enumerate(row)] for row in fresh])


def words(codes):
    return numpy.array([[letters[code] if code >= 0 else numpy.nan for code in row] for row in codes], dtype=object)


def numbers(a):
    return [float(v) for v in numpy.asarray(a).ravel()]


def onehot():
    cases = []

    def case(train, test, given, **options):
        python = dict(sparse_output=False, handle_unknown="error", min_frequency=None, max_categories=None, drop=None)
        python.update(options)
        if given is not None:
            python["categories"] = [[letters[c] if c >= 0 else numpy.nan for c in of] for of in given]
        encoder = preprocessing.OneHotEncoder(**python).fit(words(train))
        made = encoder.transform(words(test))
        cases.append({
            "options": options, "categories": None if given is None else [[c for c in of if c >= 0] for of in given], "known": test is known,
            "made": numbers(made), "cols": made.shape[1],
            "names": [name.replace("infrequent_sklearn", "infrequent") for name in encoder.get_feature_names_out()],
        })

    given = [[7, 6, 5, 4, 3, 2, 1, 0], [1, 0], [6, 3, 0, 2], [0, 1, 2, 3, 4, -1]]
    for drop in (None, "first", "if_binary"):
        case(x, known, None, drop=drop)
        case(x, known, given, drop=drop)
        case(x, fresh, None, drop=drop, handle_unknown="ignore")
        for handle in ("ignore", "infrequent_if_exist"):
            for least in (3, 8, 0.11, 0.3):
                case(x, fresh, None, drop=drop, handle_unknown=handle, min_frequency=least)
            for most in (2, 3, 4, 6):
                case(x, fresh, None, drop=drop, handle_unknown=handle, max_categories=most)
            case(x, fresh, None, drop=drop, handle_unknown=handle, min_frequency=4, max_categories=3)
    return cases


def ordinal():
    cases = []

    def case(test, given, **options):
        python = dict(options)
        if given is not None:
            python["categories"] = [[letters[c] if c >= 0 else numpy.nan for c in of] for of in given]
        made = preprocessing.OrdinalEncoder(**python).fit(words(x)).transform(words(test))
        cases.append({"options": options, "categories": None if given is None else [[c for c in of if c >= 0] for of in given], "known": test is known, "made": numbers(made)})

    given = [[7, 6, 5, 4, 3, 2, 1, 0], [1, 0], [6, 3, 0, 2], [4, 1, 2, 3, 0, -1]]
    for missing in (-2, 100):
        case(known, None, encoded_missing_value=missing)
        case(known, given, encoded_missing_value=missing)
        case(fresh, None, encoded_missing_value=missing, handle_unknown="use_encoded_value", unknown_value=-1)
        case(fresh, given, encoded_missing_value=missing, handle_unknown="use_encoded_value", unknown_value=50)
    return cases


def transformed():
    """Columns 0 and 1 are numbers with gaps, 2 is a number without, 3 and 4 are categories."""

    def table(n):
        t = numpy.column_stack([random.normal(size=(n, 3)) * [1, 50, 3], random.integers(0, 4, size=n), random.integers(0, 9, size=n)])
        t[random.random(n) < 0.2, 0] = numpy.nan
        t[::7, 1] = numpy.nan
        return t

    train, test = table(50), table(20)
    cases = []
    for remainder in ("drop", "passthrough"):
        for threshold in (0, 0.3, 1):
            parts = compose.ColumnTransformer([
                ("numbers", pipeline.make_pipeline(impute.SimpleImputer(strategy="median"), preprocessing.StandardScaler()), [1, 0]),
                ("categories", preprocessing.OneHotEncoder(handle_unknown="ignore"), [4, 3]),
            ], remainder=remainder, sparse_threshold=threshold)
            made = parts.fit(train).transform(test)
            sparse = not isinstance(made, numpy.ndarray)
            cases.append({"remainder": remainder, "threshold": threshold, "made": numbers(made.toarray() if sparse else made)})
    gaps = lambda t: [None if numpy.isnan(v) else float(v) for v in t.ravel()]
    return {"x": gaps(train), "fresh": gaps(test), "cols": 5, "cases": cases}


stated = {"tool": "scikit-learn 1.2.1", "command": "core/internal/golden/encoders.py", "tolerance": 1e-9}
data = {"x": numbers(x), "fresh": numbers(fresh), "known": numbers(known), "cols": columns, "oneHot": onehot(), "ordinal": ordinal(), "columns": transformed()}
pathlib.Path("core/machines/prep/testdata/encoders.json").write_text(json.dumps({**stated, **data}) + "\n")
