#!/usr/bin/env python3
"""Makes js/test/golden/text-columns.json: what scikit-learn makes of tables with texts and numbers.

Run by hand from the module root, a second:

    /usr/bin/python3 js/test/golden/text-columns.py > js/test/golden/text-columns.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn) with its numpy. Tolerance: 1e-9.
"""

import json

import numpy
import sklearn
from sklearn.compose import ColumnTransformer
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.impute import SimpleImputer
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

assert sklearn.__version__ == "1.2.1", sklearn.__version__
random = numpy.random.default_rng(18)
NAMES = ["title", "age", "review", "price", "colour"]
WORDS = "good bad fine poor great dull the film a book was is and very not warm cold".split()


def table(n):
    def texts(low, high):
        return [" ".join(random.choice(WORDS, size=random.integers(low, high))) for _ in range(n)]

    ages = random.integers(18, 80, size=n).astype(float)
    ages[::7] = numpy.nan
    columns = [texts(1, 4), ages, texts(3, 12), random.integers(0, 30, size=n) * 0.5, random.choice(["red", "green", "blue"], size=n)]
    rows = numpy.empty((n, len(columns)), dtype=object)
    for j, column in enumerate(columns):
        rows[:, j] = column if isinstance(column, list) else column.tolist()
    return rows


def records(rows):
    return [{name: None if value != value else value for name, value in zip(NAMES, row)} for row in rows]


def made(matrix):
    sparse = hasattr(matrix, "toarray")
    dense = matrix.toarray() if sparse else matrix
    return {"sparse": bool(sparse), "cols": dense.shape[1], "numbers": numpy.asarray(dense).ravel().tolist()}


def groups():
    return {
        "words": ("words", TfidfVectorizer(sublinear_tf=True), 2),
        "numbers": ("numbers", make_pipeline(SimpleImputer(), StandardScaler()), [1, 3]),
        "price": ("price", StandardScaler(), [3]),
        "titles": ("titles", CountVectorizer(ngram_range=(1, 2), min_df=2), 0),
        "colours": ("colours", OneHotEncoder(handle_unknown="ignore"), [4]),
    }


x, fresh = table(40), table(15)
y = random.normal(size=40)
cases = []
for names, options in [
    (["words", "price"], {}),
    (["numbers", "words"], {}),
    (["numbers", "words", "titles", "colours"], {}),
    (["words", "colours", "titles", "numbers"], {"sparse_threshold": 0}),
    (["titles", "words"], {"sparse_threshold": 1}),
    (["words", "titles"], {"remainder": OneHotEncoder(handle_unknown="ignore")}),
]:
    make = lambda: ColumnTransformer([groups()[name] for name in names], **options)
    columns = make().fit(x)
    machine = make_pipeline(make(), KernelRidge(kernel="rbf", gamma=0.1, alpha=0.5))
    cases.append({
        "groups": names,
        "threshold": options.get("sparse_threshold", 0.3),
        "remainder": "remainder" in options,
        "names": columns.get_feature_names_out(NAMES).tolist(),
        "made": made(columns.transform(fresh)),
        "predicted": machine.fit(x, y).predict(fresh).tolist(),
        "scores": cross_val_score(machine, x, y, cv=KFold(4)).tolist(),
    })

print(json.dumps({
    "about": f"by scikit-learn {sklearn.__version__}, js/test/golden/text-columns.py",
    "tolerance": 1e-9, "x": records(x), "fresh": records(fresh), "y": y.tolist(), "cases": cases,
}))
