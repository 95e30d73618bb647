#!/usr/bin/env python3
"""Makes js/test/golden/vectorizers.json: the results of scikit-learn for some documents.

Run by hand from the module root:

    /usr/bin/python3 js/test/golden/vectorizers.py > js/test/golden/vectorizers.json

Needs scikit-learn (Debian package python3-sklearn 1.2.1).
"""

import json
import sklearn
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer, TfidfVectorizer
from sklearn.feature_selection import mutual_info_classif
from sklearn.preprocessing import normalize

DOCUMENTS = [
    "The cat sat on the mat, and the cat ate.",
    "THE DOG ate the cat; the dog's mat is 2 m wide!",
    "na\u00efve caf\u00e9 d\u00e9j\u00e0 vu: \u00c9COLE \u00e9cole",
    "\u041c\u0430\u0448\u0438\u043d\u0430 \u043e\u043f\u043e\u0440\u043d\u044b\u0445 \u0432\u0435\u043a\u0442\u043e\u0440\u043e\u0432, \u6a5f\u68b0 \u5b66\u7fd2 snake_case x86_64 a1",
    "",
    "a b c",
    "\U00010400\U00010401 \uff41\uff42 \U0001d7ce\U0001d7cf cat",
]
LABELS = ["animals", "animals", "words", "words", "none", "none", "animals"]
UNSEEN = ["a cat and an elephant", "\u00e9cole ecole", ""]

CASES = {
    "counts": (CountVectorizer, {}),
    "case kept": (CountVectorizer, {"lowercase": False}),
    "binary": (CountVectorizer, {"binary": True}),
    "stop words": (CountVectorizer, {"stop_words": ["the", "and", "is"]}),
    "English stop words": (TfidfVectorizer, {"stop_words": "english", "ngram_range": (1, 2)}),
    "bigrams": (CountVectorizer, {"ngram_range": (1, 2)}),
    "trigrams alone, after stop words": (CountVectorizer, {"ngram_range": (3, 3), "stop_words": ["the"]}),
    "at least 2 documents": (CountVectorizer, {"min_df": 2}),
    "a share at least": (CountVectorizer, {"min_df": 0.25}),
    "a share at most": (CountVectorizer, {"max_df": 0.25}),
    "at most 1 document": (CountVectorizer, {"max_df": 1}),
    "the 3 most frequent": (CountVectorizer, {"max_features": 3}),
    "a pattern": (CountVectorizer, {"token_pattern": r"[a-z]+"}),
    "tf-idf": (TfidfVectorizer, {}),
    "not smooth": (TfidfVectorizer, {"smooth_idf": False}),
    "without idf": (TfidfVectorizer, {"use_idf": False}),
    "sublinear": (TfidfVectorizer, {"sublinear_tf": True}),
    "l1": (TfidfVectorizer, {"norm": "l1"}),
    "no norm": (TfidfVectorizer, {"norm": None}),
    "binary tf-idf of pairs": (TfidfVectorizer, {"binary": True, "ngram_range": (1, 2), "min_df": 2}),
}


def rows(matrix):
    matrix = matrix.tocsr()
    matrix.sort_indices()
    return {"indptr": matrix.indptr.tolist(), "indices": matrix.indices.tolist(), "data": matrix.data.tolist()}


def case(kind, options):
    vectorizer = kind(**options)
    fitted = rows(vectorizer.fit_transform(DOCUMENTS))
    golden = {
        "machine": kind.__name__,
        "options": options,
        "terms": vectorizer.get_feature_names_out().tolist(),
        "fitted": fitted,
        "unseen": rows(vectorizer.transform(UNSEEN)),
    }
    if kind is TfidfVectorizer and vectorizer.use_idf:
        golden["idf"] = vectorizer.idf_.tolist()
    return golden


def logarithms(smooth):
    """Weights ln(n / df): those of TfidfVectorizer less 1. Returns weights, rows, unseen rows."""
    vectorizer = TfidfVectorizer(smooth_idf=smooth).fit(DOCUMENTS)
    weights = vectorizer.idf_ - 1
    counts = CountVectorizer(vocabulary=vectorizer.vocabulary_)
    weigh = lambda documents: rows(normalize(counts.transform(documents).multiply(weights)))
    return {"idf": weights.tolist(), "fitted": weigh(DOCUMENTS), "unseen": weigh(UNSEEN)}


def information(options):
    """The mutual information of each term and the labels, in nats."""
    vectorizer = CountVectorizer(binary=True, **options)
    counts = vectorizer.fit_transform(DOCUMENTS)
    values = mutual_info_classif(counts, LABELS, discrete_features=True)
    return {"options": options, "terms": vectorizer.get_feature_names_out().tolist(), "information": values.tolist()}


print(json.dumps({
    "tool": f"scikit-learn {sklearn.__version__}",
    "command": "/usr/bin/python3 js/test/golden/vectorizers.py",
    "documents": DOCUMENTS,
    "unseen": UNSEEN,
    "cases": {name: case(*given) for name, given in CASES.items()},
    "english": sorted(ENGLISH_STOP_WORDS),
    "logarithms": [{"smooth": smooth, **logarithms(smooth)} for smooth in (False, True)],
    "labels": LABELS,
    "information": [information({}), information({"min_df": 2, "ngram_range": (1, 2)})],
}))
