#!/usr/bin/env python3
"""Makes js/test/golden/onnx.json: pipelines of scikit-learn as the operators that skl2onnx makes of
them, and what scikit-learn predicts.

Run by hand from the module root:

    /usr/bin/python3 js/test/golden/onnx.py > js/test/golden/onnx.json

Needs scikit-learn 1.2.1 (Debian package python3-sklearn). skl2onnx itself is no package of Debian;
the operators and attributes follow its source (commit 33c9f268ab8b8bcb7e1ff07525d73f2e9e790361:
skl2onnx/operator_converters/linear_classifier.py, scaler_op.py, imputer_op.py,
feature_selection.py, skl2onnx/common/tree_ensemble.py). Numbers of operators are float32, so the
test allows 1e-5 for probabilities.
"""

import json

import numpy
import sklearn
from sklearn.datasets import load_iris
from sklearn.feature_selection import SelectKBest
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import RobustScaler, StandardScaler
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
print(json.dumps({"version": sklearn.__version__, "cases": out}))
