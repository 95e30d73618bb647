"""Kernel values by scikit-learn, for core/engine/catalog/testdata/kernels.json."""

import json
import platform

import numpy
import sklearn
import sklearn.gaussian_process.kernels as gp
import sklearn.metrics.pairwise as pairwise

random = numpy.random.RandomState(7)
x = random.rand(6, 4)
z = random.rand(5, 4)
x[0, 1] = z[0, 1] = x[3, 2] = 0

CASES = [
    ({"kernel": "linear"}, pairwise.linear_kernel(x, z)),
    ({"kernel": "rbf", "gamma": 0.7}, pairwise.rbf_kernel(x, z, gamma=0.7)),
    ({"kernel": "poly", "gamma": 0.5, "degree": 3, "coef0": 1}, pairwise.polynomial_kernel(x, z, degree=3, gamma=0.5, coef0=1)),
    ({"kernel": "sigmoid", "gamma": 0.5, "coef0": -0.3}, pairwise.sigmoid_kernel(x, z, gamma=0.5, coef0=-0.3)),
    ({"kernel": "laplacian", "gamma": 0.7}, pairwise.laplacian_kernel(x, z, gamma=0.7)),
    ({"kernel": "minkowski", "p": 1, "power": 1, "gamma": 0.7}, pairwise.laplacian_kernel(x, z, gamma=0.7)),
    ({"kernel": "chi2", "gamma": 0.7}, pairwise.chi2_kernel(x, z, gamma=0.7)),
    ({"kernel": "normalize", "parts": [{"kernel": "linear"}]}, pairwise.cosine_similarity(x, z)),
]
# The length scale l is gamma = 1 / (2 l^2).
LENGTH = 0.8
GAMMA = 1 / (2 * LENGTH**2)
for nu in (0.5, 1.5, 2.5, 3.5, 0.3, 1, 2.2, 4, 10.5):
    CASES.append(({"kernel": "matern", "nu": nu, "gamma": GAMMA}, gp.Matern(length_scale=LENGTH, nu=nu)(x, z)))
for alpha in (1, 0.3, 2.5):
    CASES.append(({"kernel": "rationalQuadratic", "alpha": alpha, "gamma": GAMMA}, gp.RationalQuadratic(length_scale=LENGTH, alpha=alpha)(x, z)))
CASES.append((
    {"kernel": "sum", "parts": [{"kernel": "scale", "factor": 2, "parts": [{"kernel": "rbf", "gamma": GAMMA}]}, {"kernel": "product", "parts": [{"kernel": "linear"}, {"kernel": "matern", "gamma": GAMMA}]}]},
    (2 * gp.RBF(LENGTH) + gp.DotProduct(sigma_0=0) * gp.Matern(LENGTH))(x, z),
))
CASES.append((
    {"kernel": "product", "parts": [{"kernel": "columns", "columns": [0, 2], "parts": [{"kernel": "rbf", "gamma": GAMMA}]}, {"kernel": "columns", "columns": [3], "parts": [{"kernel": "laplacian", "gamma": 2}]}]},
    gp.RBF(LENGTH)(x[:, [0, 2]], z[:, [0, 2]]) * pairwise.laplacian_kernel(x[:, [3]], z[:, [3]], gamma=2),
))

print(json.dumps({
    "tool": f"scikit-learn {sklearn.__version__}, numpy {numpy.__version__}, Python {platform.python_version()}",
    "command": "python3 core/internal/golden/kernels.py > core/engine/catalog/testdata/kernels.json",
    "tolerance": 1e-12,
    "x": x.tolist(),
    "z": z.tolist(),
    "cases": [{"kernel": json.dumps(kernel), "values": numpy.asarray(values).tolist()} for kernel, values in CASES],
}, indent=1))
