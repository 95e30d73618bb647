"""Makes core/machines/multiclass/testdata/equivalence.json: support vector machines of pairs of rows, whose
kernel matrices over all pairs are written out and given to scikit-learn's SVC (LIBSVM).

Run by hand from the module root, a second:

    /usr/bin/python3 core/internal/golden/equivalence.py > core/machines/multiclass/testdata/equivalence.json

Needs the Debian package python3-sklearn (1.2.1).
"""

import json

import numpy
import sklearn
from sklearn.metrics.pairwise import laplacian_kernel, rbf_kernel
from sklearn.svm import SVC

TOOL = "scikit-learn " + sklearn.__version__ + ", SVC(kernel='precomputed', tol=1e-8)"


def pair_kernel(k, first, second, name):
    """The kernel of each pair in first with each in second; k has the values of rows."""
    (a, b), (c, d) = first, second
    ac, bd, ad, bc = k[numpy.ix_(a, c)], k[numpy.ix_(b, d)], k[numpy.ix_(a, d)], k[numpy.ix_(b, c)]
    return (ac - ad - bc + bd) ** 2 if name == "metricLearning" else ac * bd + ad * bc


cases = []
random = numpy.random.RandomState(16)
for name in ["metricLearning", "tensorProduct"]:
    for base in ["rbf", "laplacian"]:
        for classes, balanced, weighted in [(2, False, False), (3, True, False), (4, False, True)]:
            n = 6 * classes
            y = numpy.arange(n) % classes
            X = random.normal(size=(n, 2)) + 1.5 * numpy.c_[y % 2, y // 2]
            new = random.normal(size=(6, 2)) + 1
            rows = numpy.r_[X, new]
            gram = rbf_kernel(rows, gamma=0.5) if base == "rbf" else laplacian_kernel(rows, gamma=0.5)
            pairs = numpy.array([(i, j) for i in range(n) for j in range(i + 1, n)]).T
            sign = numpy.where(y[pairs[0]] == y[pairs[1]], 1, -1)
            weight = random.randint(1, 4, size=n) / 2 if weighted else numpy.ones(n)
            cost = weight[pairs[0]] * weight[pairs[1]]
            if balanced:
                cost = cost * numpy.where(sign > 0, len(sign) / (2 * (sign > 0).sum()), len(sign) / (2 * (sign < 0).sum()))
            C = 0.7
            model = SVC(kernel="precomputed", C=C, tol=1e-8).fit(pair_kernel(gram, pairs, pairs, name), sign, sample_weight=cost)
            asked = numpy.array([(i, j) for i in range(n, n + 6) for j in list(range(0, n, 5)) + [i]]).T
            values = model.decision_function(pair_kernel(gram, asked, pairs, name))
            # The class of a row: the largest mean value over its pairs with the rows of the class.
            means = []
            for i in range(n, n + 6):
                with_all = model.decision_function(pair_kernel(gram, numpy.array([(i, j) for j in range(n)]).T, pairs, name))
                means.append([numpy.average(with_all[y == c], weights=weight[y == c]) for c in range(classes)])
            means = numpy.array(means)
            cases.append({
                "pairwise": name, "kernel": base, "classes": classes, "balanced": balanced, "c": C,
                "x": X.ravel().tolist(), "y": y.tolist(), "weights": weight.tolist(), "new": new.ravel().tolist(),
                "asked": asked.T.ravel().tolist(), "values": values.tolist(), "constant": float(model.intercept_[0]),
                "means": means.ravel().tolist(), "supportPairs": int(len(model.support_)),
            })  # fmt: skip
print(json.dumps({"tool": TOOL, "command": "/usr/bin/python3 core/internal/golden/equivalence.py", "tolerance": 1e-6, "cases": cases}))
