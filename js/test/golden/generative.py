#!/usr/bin/env python3
"""Makes js/test/golden/generative.json: mixtures of scikit-learn on the same numbers.

Run by hand from js/test/golden. Needs scikit-learn 1.2.1 (Debian package
python3-sklearn). The samples are clouds far enough apart for every start to lead to one
maximum, tol is 1e-13, and reg_covar, which scikit-learn adds to every variance, 0, so that
both are at that maximum to rounding.
"""

import json

import numpy
import sklearn
from sklearn.mixture import GaussianMixture

assert sklearn.__version__ == "1.2.1", sklearn.__version__
random = numpy.random.default_rng(11)
centres = numpy.array([[0, 0, 1], [4, 1, -2], [-1, 5, 3]])
x = numpy.vstack([c + random.normal(size=(n, 3)) * s for c, n, s in zip(centres, (40, 25, 60), (1, 0.6, 1.3))])
m = GaussianMixture(3, covariance_type="diag", tol=1e-13, reg_covar=0, max_iter=100000, n_init=5, random_state=0).fit(x)
order = numpy.argsort(m.weights_)
numbers = lambda a: numpy.asarray(a).tolist()
new = centres[:, ::-1] + 0.5
json.dump(
    {
        "X": numbers(x.round(12)),
        "weights": numbers(m.weights_[order]),
        "means": numbers(m.means_[order]),
        "variances": numbers(m.covariances_[order]),
        "logLikelihood": float(m.score_samples(x).sum()),
        "new": numbers(new),
        "scores": numbers(m.score_samples(new)),
        "posterior": numbers(m.predict_proba(new)[:, order]),
    },
    open("generative.json", "w"),
)
