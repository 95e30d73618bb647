#!/usr/bin/env python3
"""Makes js/test/golden/onnx.json: pipelines of scikit-learn as the operators that skl2onnx makes of
them, and what scikit-learn predicts.

Run by hand from the module root:

    /usr/bin/python3 js/test/golden/onnx.py > js/test/golden/onnx.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn). skl2onnx itself is no package of Debian;
the operators and attributes follow its source (commit 33c9f268ab8b8bcb7e1ff07525d73f2e9e790361:
skl2onnx/operator_converters/linear_classifier.py, scaler_op.py, imputer_op.py,
feature_selection.py, one_hot_encoder.py, ordinal_encoder.py, concat_op.py, one_vs_rest_classifier.py,
text_vectoriser.py, tfidf_transformer.py,
calibrated_classifier_cv.py, skl2onnx/_parse.py,
skl2onnx/common/tree_ensemble.py; that is version 1.21.0). Numbers of operators are float32, so the
test allows 1e-5 for probabilities.
"""

import json

import numpy
import sklearn
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_iris
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.feature_selection import SelectKBest
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, RobustScaler, StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

assert sklearn.__version__ == "1.2.1", sklearn.__version__
iris = load_iris()
X, y = iris.data.astype(numpy.float32).astype(float), iris.target
gaps = X.copy()
gaps[::7, 1] = numpy.nan
gaps[3::11, 3] = numpy.nan


def floats(values):
    return numpy.asarray(values, dtype=numpy.float32).astype(float).ravel().tolist()


def step(part):
    if isinstance(part, SimpleImputer):
        return ["Imputer", {"imputed_value_floats": floats(part.statistics_), "replaced_value_float": None}]
    if isinstance(part, SelectKBest):
        return ["ArrayFeatureExtractor", {"columns": part.get_support(indices=True).tolist()}]
    offset = part.mean_ if isinstance(part, StandardScaler) else part.center_
    return ["Scaler", {"offset": floats(offset), "scale": floats(1 / part.scale_)}]


def machine(model):
    labels = {"classlabels_ints": [int(c) for c in model.classes_]}
    if isinstance(model, LogisticRegression):
        w, b = model.coef_.ravel().tolist(), model.intercept_.tolist()
        two = len(model.classes_) == 2
        if two:
            w, b = [-v for v in w] + w, [-v for v in b] + b
        ovr = two or model.multi_class == "ovr"
        return ["LinearClassifier", {**labels, "coefficients": floats(w), "intercepts": floats(b),
                "multi_class": 0 if two or ovr else 1, "post_transform": "LOGISTIC" if ovr else "SOFTMAX"}]
    tree = model.tree_
    leaf = tree.children_left == -1
    names = ["nodes_treeids", "nodes_nodeids", "nodes_featureids", "nodes_truenodeids", "nodes_falsenodeids"]
    nodes = [numpy.zeros(tree.node_count), numpy.arange(tree.node_count), *(numpy.where(leaf, 0, one)
             for one in (tree.feature, tree.children_left, tree.children_right))]
    ids, classes, weights = [], [], []
    for node in numpy.flatnonzero(leaf):
        shares = tree.value[node].ravel() / tree.value[node].sum()
        for c, share in enumerate(shares[1:] if len(shares) == 2 else shares):
            ids.append(int(node)), classes.append(c), weights.append(float(share))
    return ["TreeEnsembleClassifier", {
        "classlabels_int64s": labels["classlabels_ints"], "post_transform": "NONE",
        **{name: one.astype(int).tolist() for name, one in zip(names, nodes)},
        "nodes_modes": ["LEAF" if one else "BRANCH_LEQ" for one in leaf],
        "nodes_values": floats(numpy.where(leaf, 0, tree.threshold)),
        "nodes_hitrates": [1.0] * tree.node_count, "nodes_missing_value_tracks_true": [0] * tree.node_count,
        "class_treeids": [0] * len(ids), "class_nodeids": ids, "class_ids": classes, "class_weights": floats(weights)}]


two = y != 0
cases = {
    "logistic regression of two classes": (make_pipeline(StandardScaler(), LogisticRegression()), X[two], y[two]),
    "multinomial logistic regression": (make_pipeline(StandardScaler(), LogisticRegression()), X, y),
    "one against the rest": (make_pipeline(RobustScaler(), LogisticRegression(multi_class="ovr")), X, y),
    "gaps, scales and chosen columns": (make_pipeline(SimpleImputer(strategy="median"), StandardScaler(),
                                        SelectKBest(k=2), LogisticRegression()), gaps, y),
    "a tree": (make_pipeline(DecisionTreeClassifier(max_depth=4, random_state=0)), X, y),
    "a tree of two classes": (make_pipeline(DecisionTreeClassifier(max_depth=2, random_state=0)), X[two], y[two]),
    "a tree of chosen columns": (make_pipeline(SelectKBest(k=3), DecisionTreeClassifier(max_depth=3, random_state=0)), X, y),
}
out = {}
for name, (pipeline, samples, labels) in cases.items():
    pipeline.fit(samples, labels)
    *before, last = [part for _, part in pipeline.steps]
    out[name] = {
        "steps": [step(part) for part in before], "machine": machine(last),
        "ovr": getattr(last, "multi_class", "") == "ovr",
        "X": [[None if numpy.isnan(v) else v for v in row] for row in samples.tolist()],
        "labels": pipeline.predict(samples).tolist(), "probabilities": pipeline.predict_proba(samples).tolist(),
    }


class Graph:
    """The operators of a table, as the converters of a ColumnTransformer and its parts write them."""

    def __init__(self):
        self.nodes, self.columns, self.count = [], {}, 0

    def name(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def whole(self, values):
        name = self.name("i")
        self.columns[name] = [int(v) for v in values]
        return name

    def add(self, kind, inputs, attributes, domain=""):
        out = self.name(kind.lower())
        self.nodes.append([kind, inputs, [out], attributes, domain])
        return out

    def joined(self, wires, axis=1):
        return wires[0] if len(wires) == 1 else self.add("Concat", wires, {"axis": axis})

    def transformed(self, part, wires, texts):
        """texts: whether each of the wires, one column each, is of texts."""
        if isinstance(part, Pipeline):
            for _, one in part.steps:
                wires, texts = [self.transformed(one, wires, texts)], [False]
            return wires[0]
        if isinstance(part, OneHotEncoder):
            made, width = [], 0
            for j, (wire, cats) in enumerate(zip(wires, part.categories_)):
                zeros = {"zeros": int(part.handle_unknown == "ignore")}
                if texts[j]:
                    own = {"cats_strings": [str(c) for c in cats]}
                else:
                    wire, own = self.add("Cast", [wire], {"to": 7}), {"cats_int64s": [int(c) for c in cats]}
                hot = self.add("OneHotEncoder", [wire], {**own, **zeros}, "ai.onnx.ml")
                kept = list(range(len(cats)))
                if part.drop_idx_ is not None and part.drop_idx_[j] is not None:
                    kept.remove(part.drop_idx_[j])
                    hot = self.add("Gather", [hot, self.whole(kept)], {"axis": -1})
                made.append(hot)
                width += len(kept)
            return self.add("Reshape", [self.joined(made, -1), self.whole([-1, width])], {})
        if isinstance(part, OrdinalEncoder):
            made = []
            for wire, text, cats in zip(wires, texts, part.categories_):
                keys = {"keys_strings": [str(c) for c in cats]} if text else {"keys_floats": floats(cats)}
                more = {} if part.handle_unknown == "error" else {"default_int64": int(part.unknown_value)}
                values = {"values_int64s": list(range(len(cats)))}
                codes = self.add("LabelEncoder", [wire], {**keys, **values, **more}, "ai.onnx.ml")
                made.append(self.add("Reshape", [codes, self.whole([-1, 1])], {}))
            return self.add("Cast", [self.joined(made)], {"to": 1})
        kind, attributes = step(part)
        return self.add(kind, [self.joined(wires)], attributes, "ai.onnx.ml")


def table(pipeline, kinds):
    graph = Graph()
    transformer, *more, last = [part for _, part in pipeline.steps]
    made = []
    for name, part, columns in transformer.transformers_:
        if part == "drop":
            continue
        names = [c if isinstance(c, str) else list(kinds)[c] for c in columns]
        texts = [kinds[c] == "string" for c in names]
        made += names if part == "passthrough" else [graph.transformed(part, names, texts)]
    wire = graph.joined(made)
    for part in more:
        wire = graph.transformed(part, [wire], [False])
    kind, attributes = machine(last)
    graph.nodes.append([kind, [wire], ["label", "p"], attributes, "ai.onnx.ml"])
    return {"nodes": graph.nodes, "columns": graph.columns, "inputs": kinds}


count = 80
town = [["Cherbourg", "Queenstown", "Southampton", "\u00cele d\u2019Yeu"][(i * 3) % 7 % 4] for i in range(count)]
sex = [["female", "male"][(i * 5) % 3 % 2] for i in range(count)]
deck = [["A", "C", "B", "F"][(i * 3) % 11 % 4] for i in range(count)]
age = [float("nan") if i % 9 == 4 else float(20 + (i * 37) % 50) for i in range(count)]
fare = [float(numpy.float32(numpy.sin(i) * 30 + 40)) for i in range(count)]
rank = [float(1 + i % 3) for i in range(count)]
table_kinds = {"town": "string", "sex": "string", "deck": "string", "age": "float", "fare": "float", "rank": "float"}
rows = numpy.array(list(zip(town, sex, deck, age, fare, rank)), dtype=object)
survived = [int((s == "female") + (f > 45) + (i % 6 == 0) > 1) for i, (s, f) in enumerate(zip(sex, fare))]
numeric = make_pipeline(SimpleImputer(strategy="median"), StandardScaler())
tables = {
    "numbers, words, codes and a column as it is": make_pipeline(ColumnTransformer([
        ("numbers", numeric, [4, 3]), ("words", OneHotEncoder(handle_unknown="ignore"), [1, 0]),
        ("codes", OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1), [2]),
        ("rank", "passthrough", [5])]), LogisticRegression()),
    "dropped first ones, whole numbers, and a scaler of all": make_pipeline(ColumnTransformer([
        ("words", OneHotEncoder(drop="first"), [0, 2]), ("ranks", OneHotEncoder(), [5]),
        ("fare", StandardScaler(), [4])]), StandardScaler(with_mean=True), LogisticRegression(C=0.5)),
    "a tree of codes": make_pipeline(ColumnTransformer([
        ("codes", OrdinalEncoder(), [0, 1, 2]), ("fare", "passthrough", [4, 5])]),
        DecisionTreeClassifier(max_depth=4, random_state=0)),
}
unseen = numpy.array([["Belfast", "male", "Z", 30.0, 60.0, 2.0], ["Cherbourg", "none", "A", float("nan"), 12.5, 1.0]], dtype=object)
made = {}
for name, pipeline in tables.items():
    pipeline.fit(rows, survived)
    known = [*rows] if name != "numbers, words, codes and a column as it is" else [*rows, *unseen]
    given = numpy.array(known, dtype=object)
    made[name] = {
        **table(pipeline, table_kinds),
        "rows": [[None if v != v else v for v in row] for row in given],
        "labels": pipeline.predict(given).tolist(), "probabilities": pipeline.predict_proba(given).tolist(),
    }


def chosen(labels):
    """What skl2onnx writes from the number of a class to its label."""
    kind = "strings" if isinstance(labels[0], str) else "ints"
    return ["ArgMax", ["shares"], ["best"], {"axis": 1}, ""], ["ArrayFeatureExtractor", ["classes", "best"], ["found"], {}, "ai.onnx.ml"], \
        {"classes": {kind: [v if kind == "strings" else int(v) for v in labels]}}


def committee(model):
    """One against the rest (one_vs_rest_classifier.py), and calibrated linear machines (calibrated_classifier_cv.py)."""
    labels = model.classes_.tolist()
    best, found, constants = chosen(labels)
    nodes, columns = [], []
    if isinstance(model, OneVsRestClassifier):
        for i, one in enumerate(model.estimators_):
            w, b = one.coef_.ravel(), one.intercept_
            attributes = {"classlabels_ints": [0, 1], "coefficients": floats([*-w, *w]), "intercepts": floats([*-b, *b]),
                          "multi_class": 0, "post_transform": "LOGISTIC"}
            nodes.append(["LinearClassifier", ["X"], [f"label{i}", f"p{i}"], attributes, "ai.onnx.ml"])
            nodes.append(["Slice", [f"p{i}", "one", "two", "one"], [f"c{i}"], {}, ""])
            columns.append(f"c{i}")
        constants.update(one={"ints": [1]}, two={"ints": [2]})
        nodes.append(["Concat", columns, ["shares"], {"axis": 1}, ""])
        nodes.append(["Normalizer", ["shares"], ["p"], {"norm": "L1"}, "ai.onnx.ml"])
    else:
        [one] = model.calibrated_classifiers_
        base = one.base_estimator if hasattr(one, "base_estimator") else one.estimator
        two = len(labels) == 2
        w, b = base.coef_, base.intercept_
        if two:
            w, b = numpy.vstack([-w, w]), numpy.array([-b[0], b[0]])
        attributes = {"classlabels_ints": list(range(len(labels))), "coefficients": floats(w), "intercepts": floats(b),
                      "multi_class": 0, "post_transform": "NONE"}
        nodes.append(["LinearClassifier", ["X"], ["raw", "scores"], attributes, "ai.onnx.ml"])
        constants.update(unit={"floats": [1.0]}, folds={"floats": [1.0]})
        for k in range(1 if two else len(labels)):
            calibrator = one.calibrators[k]
            constants.update({f"k{k}": {"ints": [k + two]}, f"a{k}": {"floats": [float(calibrator.a_)]}, f"b{k}": {"floats": [float(calibrator.b_)]}})
            nodes += [["ArrayFeatureExtractor", ["scores", f"k{k}"], [f"f{k}"], {}, "ai.onnx.ml"],
                      ["Mul", [f"a{k}", f"f{k}"], [f"af{k}"], {}, ""], ["Add", [f"af{k}", f"b{k}"], [f"afb{k}"], {}, ""],
                      ["Exp", [f"afb{k}"], [f"e{k}"], {}, ""], ["Add", ["unit", f"e{k}"], [f"d{k}"], {}, ""],
                      ["Div", ["unit", f"d{k}"], [f"c{k}"], {}, ""]]
            columns.append(f"c{k}")
        if two:
            nodes += [["Sub", ["unit", "c0"], ["rest"], {}, ""], ["Concat", ["rest", "c0"], ["joined"], {"axis": 1}, ""]]
            last = "joined"
        else:
            constants.update(axis={"ints": [1]}, many={"floats": [float(len(labels))]})
            nodes += [["Concat", columns, ["joined"], {"axis": 1}, ""], ["ReduceSum", ["joined", "axis"], ["sum"], {}, ""],
                      ["Cast", ["sum"], ["some"], {"to": 9}, ""], ["Not", ["some"], ["none"], {}, ""],
                      ["Cast", ["none"], ["mask"], {"to": 1}, ""], ["Add", ["joined", "mask"], ["masked"], {}, ""],
                      ["Mul", ["mask", "many"], ["full"], {}, ""], ["Add", ["sum", "full"], ["size"], {}, ""],
                      ["Div", ["masked", "size"], ["calibrated"], {}, ""]]
            last = "calibrated"
        nodes += [["Sum", [last], ["all"], {}, ""], ["Div", ["all", "folds"], ["shares"], {}, ""], ["Identity", ["shares"], ["p"], {}, ""]]
    flat = ["Reshape", ["found", "flat"], ["label"], {}, ""]
    constants["flat"] = {"ints": [-1]}
    return {"nodes": [*nodes, best, found, flat], "constants": constants}


names = numpy.array(["setosa", "versicolor", "virginica"])
committees = {
    "one against the rest": (OneVsRestClassifier(LogisticRegression()), X, y),
    "one against the rest, labels that are texts": (OneVsRestClassifier(LogisticRegression(C=0.1)), X, names[y]),
    "calibrated, three classes": (CalibratedClassifierCV(LinearSVC(dual=False, random_state=0), ensemble=False), X, y),
    "calibrated, two classes": (CalibratedClassifierCV(LinearSVC(dual=False, random_state=0), ensemble=False), X[two], names[y[two]]),
}
joined = {}
for name, (model, samples, labels) in committees.items():
    model.fit(samples, labels)
    joined[name] = {**committee(model), "X": samples.tolist(), "labels": model.predict(samples).tolist(),
                    "probabilities": model.predict_proba(samples).tolist()}


def counted(vectorizer, last):
    """Counts of words (text_vectoriser.py), and their weights (tfidf_transformer.py)."""
    terms = sorted(vectorizer.vocabulary_, key=vectorizer.vocabulary_.get)
    grams = sorted((len(term.split(" ")), term.split(" "), column) for column, term in enumerate(terms))
    low, high = vectorizer.ngram_range
    starts = [0] * low + [sum(len(g[1]) for g in grams if g[0] < n) for n in range(low + 1, high + 1)]
    nodes = [["Reshape", ["X", "flat"], ["flattened"], {}, ""],
             ["StringNormalizer", ["flattened"], ["small"], {"case_change_action": "LOWER", "is_case_sensitive": 0}, ""],
             ["Tokenizer", ["small"], ["tokens"], {"mark": 0, "mincharnum": 1, "pad_value": "#", "tokenexp": "[a-zA-Z0-9_]+"}, "com.microsoft"],
             ["Flatten", ["tokens"], ["words"], {}, ""],
             ["TfIdfVectorizer", ["words"], ["tf"], {"max_gram_length": high, "max_skip_count": 0, "min_gram_length": low,
              "mode": "TF", "ngram_counts": starts, "ngram_indexes": [g[2] for g in grams],
              "pool_strings": [word for g in grams for word in g[1]], "weights": [1.0] * len(grams)}, ""],
             ["Identity", ["tf"], ["counts"], {}, ""]]
    constants, wire = {"flat": {"ints": [-1]}}, "counts"
    if isinstance(vectorizer, TfidfVectorizer):
        constants["idf"] = {"floats": floats(vectorizer.idf_)}
        nodes += [["Mul", [wire, "idf"], ["weighed"], {}, ""], ["Normalizer", ["weighed"], ["normed"], {"norm": "L2"}, "ai.onnx.ml"],
                  ["Identity", ["normed"], ["tfidf"], {}, ""]]
        wire = "tfidf"
    kind, attributes = machine(last)
    return {"nodes": [*nodes, [kind, [wire], ["label", "p"], attributes, "ai.onnx.ml"]], "constants": constants}


documents = ["Hello, World! It is a_b 42; x2 and hello again.", "the cat and the dog, and the CAT", "The world is a dog's world",
             "no cat; no dog", "hello dog, goodbye cat: 42 times", "World? hello! a b c"]
known = [1, 0, 1, 0, 0, 1]
asked = [*documents, "HELLO 42 cats and dogs", "nothing known", "", "a-b_c/the cat the dog"]
pattern = "[a-zA-Z0-9_]+"
textual = {
    "counts": (CountVectorizer(token_pattern=pattern), LogisticRegression()),
    "counts of pairs": (CountVectorizer(token_pattern=pattern, ngram_range=(2, 2)), LogisticRegression()),
    "tf-idf of words and pairs": (TfidfVectorizer(token_pattern=pattern, ngram_range=(1, 2)), LogisticRegression(C=20)),
}
texts = {}
for name, (vectorizer, last) in textual.items():
    pipeline = make_pipeline(vectorizer, last).fit(documents, known)
    texts[name] = {**counted(vectorizer, last), "X": asked, "labels": pipeline.predict(asked).tolist(),
                   "probabilities": pipeline.predict_proba(asked).tolist()}
print(json.dumps({"version": sklearn.__version__, "cases": out, "tables": made, "committees": joined, "texts": texts}))
