"""Values of every kernel, computed without the Go code: core/engine/catalog/testdata/values/NAME.json.

    python3 core/internal/golden/kernelvalues.py            all kernels, from the module root
    python3 core/internal/golden/kernelvalues.py rbf poly   some

A function here has the name of its kernel and returns k(x, z) of two samples, from the
definition in the literature: sums over features or subsets where these can be listed,
quadrature where it is an integral, scipy's special functions. None follows the code in
core/kernel. Its cases are the parameters that it is called with.
"""

import inspect
import itertools
import json
import math
import platform
import sys

import numpy as np
import scipy
from scipy import integrate, interpolate, special
from scipy.spatial import distance

X = [[0.3, 0.0, 1.2, 0.7], [0.0, 0.0, 0.0, 0.0], [1.1, 0.4, 0.0, 2.3], [0.5, 0.5, 0.9, 0.1], [1.7, 0.2, 0.6, 0.0]]
Z = [[0.5, 0.5, 0.9, 0.1], [0.2, 0.0, 0.8, 1.4], [2.1, 1.3, 0.0, 0.4], [0.0, 0.0, 0.0, 0.0]]
S = ["gattaca", "acgtacgt", "", "a", "ccagt", "tagacat"]
T = ["gattaca", "tacat", "g", "cagtcag"]
SCALE, AUTO = 1 / (4 * np.var(X)), 1 / 4
CASES = {}


def case(**parameters):
    """Adds a case to a kernel: its parameters, as they are written in a tree."""

    def add(k):
        CASES.setdefault(k, []).insert(0, parameters)
        return k

    return add


def width(gamma):
    return {"scale": SCALE, "auto": AUTO}.get(gamma, gamma)


# Functions of the inner product.


@case()
def linear(x, z):
    return math.fsum(a * b for a, b in zip(x, z))


@case(gamma=0.5, degree=2, coef0=1)
@case(gamma=0.5, degree=3, coef0=1)
@case(gamma=1, degree=2)
@case(coef0=-1)
def poly(x, z, gamma="scale", degree=3, coef0=0):
    t = width(gamma) * linear(x, z)  # by the binomial theorem
    return math.fsum(math.comb(degree, i) * t**i * coef0 ** (degree - i) for i in range(degree + 1))


@case(gamma=0.01)
@case(gamma=0.5, coef0=-1)
def sigmoid(x, z, gamma="scale", coef0=0):
    e = math.exp(2 * (width(gamma) * linear(x, z) + coef0))
    return (e - 1) / (e + 1)


@case(gamma=0.1)
@case(gamma=0.5)
def exponential(x, z, gamma="scale"):
    t = width(gamma) * linear(x, z)
    return math.fsum(t**i / math.factorial(i) for i in range(60))


@case(gamma=0.5, degree=2)
@case(degree=4)
def allDegrees(x, z, gamma="scale", degree=3):
    return math.fsum((width(gamma) * linear(x, z)) ** i for i in range(degree + 1))


@case(matrix=[1, 0, 2, 3])
@case(matrix=[[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]])
def weighted(x, z, matrix):
    b = np.array(matrix, float)
    return float(np.array(x) @ (b if b.ndim == 2 else np.diag(b)) @ np.array(z))


# Functions of distances.


@case()
@case(gamma=0.7)
def rbf(x, z, gamma="scale"):
    return math.exp(-width(gamma) * distance.sqeuclidean(x, z))


@case()
@case(gamma=0.7)
def laplacian(x, z, gamma="scale"):
    return math.exp(-width(gamma) * distance.cityblock(x, z))


@case(nu=1.8)
@case(nu=0.5)
@case(gamma=2)
@case(nu=9.5, gamma="auto")
@case(nu=0.3)
@case(nu=2)
@case(nu=11.5, gamma=0.2)
def matern(x, z, gamma="scale", nu=1.5):
    s = 2 * math.sqrt(nu * width(gamma)) * distance.euclidean(x, z)
    return 1.0 if s == 0 else s**nu * special.kv(nu, s) * 2 ** (1 - nu) / special.gamma(nu)


@case(alpha=0.5)
@case()
@case(alpha=3.5, gamma=0.4)
def rationalQuadratic(x, z, gamma="scale", alpha=1):
    # a mixture of Gaussians: alpha^alpha / Gamma(alpha) int t^(alpha-1) exp(-alpha t) exp(-gamma t |x-z|^2) dt
    rate = alpha + width(gamma) * distance.sqeuclidean(x, z)
    value, _ = integrate.quad(lambda u: math.exp(alpha * u - math.exp(u)), -80, 6, epsabs=1e-14, epsrel=1e-13, limit=400)
    return (alpha / rate) ** alpha * value / special.gamma(alpha)


@case(p=1.5)
@case()
@case(p=1, power=0.5)
@case(p=1.5, power=1.5)
@case(p=8, power=2)
@case(p=1, power=2)
def minkowski(x, z, gamma="scale", p=2, power=1):
    return math.exp(-width(gamma) * distance.minkowski(x, z, p) ** power)


@case(gamma=0.7)
@case()
def chi2(x, z, gamma="scale"):
    return math.exp(-width(gamma) * math.fsum((a - b) ** 2 / (a + b) for a, b in zip(x, z) if a + b > 0))


@case()
def delta(x, z):
    return float(list(x) == list(z))


# Products and sums over coordinates.


@case()
def allSubsets(x, z):
    subsets = itertools.chain.from_iterable(itertools.combinations(range(len(x)), n) for n in range(len(x) + 1))
    return math.fsum(math.prod(x[j] * z[j] for j in subset) for subset in subsets)


@case()
@case(order=3, base="product")
def anova(x, z, gamma="scale", order=2, base="gaussian"):
    def b(j):
        return x[j] * z[j] if base == "product" else math.exp(-width(gamma) * (x[j] - z[j]) ** 2)

    return math.fsum(math.prod(b(j) for j in subset) for subset in itertools.combinations(range(len(x)), order))


@case()
def intersection(x, z):
    return math.fsum(a if a < b else b for a, b in zip(x, z))


@case()
def spline(x, z):
    def factor(a, b):
        integral, _ = integrate.quad(lambda t: (a - t) * (b - t), 0, min(a, b))
        return 1 + a * b + integral

    return math.prod(factor(a, b) for a, b in zip(x, z))


@case(degree=3)
@case(degree=1)
@case(degree=3, width=0.5)
@case(degree=9)
def bspline(x, z, degree=3, width=1):
    # scipy's basis element over degree + 2 equidistant knots around 0
    knots = np.arange(degree + 2) - (degree + 1) / 2
    element = interpolate.BSpline.basis_element(knots, extrapolate=False)
    return math.prod(float(np.nan_to_num(element((a - b) / width))) for a, b in zip(x, z))


@case()
@case(order=5)
def dirichlet(x, z, order=3):
    def factor(u):
        return order + 0.5 if u == 0 else math.sin((order + 0.5) * u) / (2 * math.sin(u / 2))

    return math.prod(factor(a - b) for a, b in zip(x, z))


@case(coefficients=[1, 0.5])
@case(coefficients=[1, 0, 0.5, 0.25])
@case(coefficients=[2])
def fourier(x, z, coefficients):
    def factor(a, b):
        return math.fsum(c * (math.cos(n * a) * math.cos(n * b) + math.sin(n * a) * math.sin(n * b)) for n, c in enumerate(coefficients))

    return math.prod(factor(a, b) for a, b in zip(x, z))


@case(frequencies=[[1, 0, 0, 0], [0.5, -2, 1, 0], [0, 0, 0, 0], [0.1, 3, 0.2, 5]], powers=[1, 0.5, 0.25, 2])
def spectral(x, z, frequencies, powers):
    waves = np.exp(1j * (np.array(frequencies) @ (np.array(x) - np.array(z))))
    return float((np.array(powers) * waves).sum().real)


# Made of kernels: parts are functions of two samples.

RBF = {"kernel": "rbf", "gamma": 0.3}
LINEAR = {"kernel": "linear"}
POINTS = [[0, 1, 0.5, 1], [1, 0.2, 0, 0.3], [0.7, 0.7, 0.1, 0]]


@case(parts=[{"kernel": "rbf", "gamma": 0.1}, LINEAR])
@case(parts=[{"kernel": "intersection"}])
def sum(x, z, parts):
    return math.fsum(k(x, z) for k in parts)


@case(parts=[RBF, {"kernel": "laplacian"}])
@case(parts=[{"kernel": "laplacian"}, {"kernel": "poly"}, {"kernel": "spline"}])
def product(x, z, parts):
    return math.exp(math.fsum(math.log(v) for v in [k(x, z) for k in parts])) if all(k(x, z) > 0 for k in parts) else math.prod(k(x, z) for k in parts)


@case(factor=2.5, parts=[RBF])
def scale(x, z, factor, parts):
    return factor * parts[0](x, z)


@case(coefficients=[1, 0, 2], parts=[LINEAR])
@case(coefficients=[1, 0, 2], parts=[{"kernel": "anova"}])
def polynomial(x, z, coefficients, parts):
    return float(np.polynomial.polynomial.polyval(parts[0](x, z), coefficients))


@case(parts=[{"kernel": "scale", "factor": 0.1, "parts": [LINEAR]}])
@case(parts=[LINEAR])
def exp(x, z, parts):
    return math.exp(parts[0](x, z))


@case(gamma=0.1, parts=[{"kernel": "intersection"}])
@case(gamma=0.5, parts=[{"kernel": "poly", "gamma": 1, "degree": 2}])
@case(gamma=0.5, parts=[{"kernel": "weighted", "matrix": [1, 0, 2, 3]}])
def gaussian(x, z, gamma, parts):
    k = parts[0]
    return math.exp(-gamma * math.fsum([k(x, x), -k(x, z), -k(z, x), k(z, z)]))


@case(parts=[LINEAR])
@case(parts=[{"kernel": "sum", "parts": [{"kernel": "intersection"}, LINEAR]}])
def normalize(x, z, parts):
    k = parts[0]
    return 0.0 if k(x, x) == 0 or k(z, z) == 0 else k(x, z) / math.sqrt(k(x, x) * k(z, z))


@case(points=POINTS, parts=[RBF])
@case(points=POINTS, parts=[{"kernel": "poly", "gamma": 1, "degree": 2}])
def center(x, z, points, parts):
    # features minus their mean: the double sum over (x, points) and (z, points)
    k, m = parts[0], len(points)
    left, right = [(1.0, x)] + [(-1 / m, p) for p in points], [(1.0, z)] + [(-1 / m, p) for p in points]
    return math.fsum(a * b * k(p, q) for a, p in left for b, q in right)


@case(points=POINTS[:2], weights=[1, -2], parts=[LINEAR])
@case(points=POINTS[:2], weights=[1, -2], parts=[{"kernel": "rbf", "gamma": 1}])
def rankOne(x, z, points, weights, parts):
    return float(np.outer([math.fsum(w * parts[0](x, p) for w, p in zip(weights, points))], [math.fsum(w * parts[0](z, p) for w, p in zip(weights, points))])[0, 0])


@case(columns=[2, 0], parts=[{"kernel": "rbf", "gamma": 0.3}])
@case(columns=[3, 1], parts=[{"kernel": "rbf", "gamma": 1}])
def columns(x, z, columns, parts):
    return parts[0]([x[j] for j in columns], [z[j] for j in columns])


# Strings: inner products of features that are all listed.


def inner(features, s, t, normalize):
    f, g = features(s), features(t)
    dot = math.fsum(v * g.get(u, 0) for u, v in f.items())
    if not normalize:
        return dot
    norms = math.fsum(v * v for v in f.values()) * math.fsum(v * v for v in g.values())
    return dot / math.sqrt(norms) if norms else 0.0


def counted(words):
    features = {}
    for word, weight in words:
        features[word] = features.get(word, 0) + weight
    return features


def windows(s, n):
    return [s[i : i + n] for i in range(len(s) - n + 1)]


@case(length=2, normalize=False)
@case()
@case(weights=[1, 0, 2], alphabet="acgt")
def spectrum(s, t, length=3, weights=(), alphabet="any", normalize=True):
    lengths = {n + 1: w for n, w in enumerate(weights)} or {length: 1}
    return inner(lambda r: counted((u, math.sqrt(w)) for n, w in lengths.items() for u in windows(r, n)), s, t, normalize)


@case(length=3, normalize=False)
@case()
def boundedRange(s, t, length=5, alphabet="any", normalize=True):
    return inner(lambda r: counted((u, 1) for n in range(1, length + 1) for u in windows(r, n)), s, t, normalize)


@case(normalize=False)
@case()
def commonSubstring(s, t, alphabet="any", normalize=True):
    return inner(lambda r: {r[i:j]: 1 for i in range(len(r)) for j in range(i + 1, len(r) + 1)}, s, t, normalize)


@case(length=3, mismatches=1, alphabet="acgt", normalize=False)
@case(length=4, mismatches=2, alphabet="acgt")
def mismatch(s, t, length=5, mismatches=1, alphabet="any", normalize=True):
    texts = ["".join(u) for u in itertools.product(alphabet, repeat=length)]

    def features(r):
        return counted((u, 1) for v in windows(r, length) for u in texts if [a == b for a, b in zip(u, v)].count(False) <= mismatches)

    return inner(features, s, t, normalize)


@case(degree=3, normalize=False)
@case()
def weightedDegree(s, t, degree=5, alphabet="any", normalize=True):
    def beta(d):
        return 2 * (degree - d + 1) / (degree * (degree + 1))

    return inner(lambda r: {(i, r[i : i + d]): math.sqrt(beta(d)) for d in range(1, degree + 1) for i in range(len(r) - d + 1)}, s, t, normalize)


def choices(s):
    return [places for n in range(len(s) + 1) for places in itertools.combinations(range(len(s)), n)]


@case(normalize=False)
@case()
def allSubsequences(s, t, alphabet="any", normalize=True):
    return inner(lambda r: counted(("".join(r[i] for i in places), 1) for places in choices(r)), s, t, normalize)


@case(length=2, decay=0.5, normalize=False)
@case()
@case(weights=[1, 0.5], decay=0.7)
def gapWeighted(s, t, length=3, decay=0.5, weights=(), alphabet="any", normalize=True):
    lengths = {n + 1: w for n, w in enumerate(weights)} or {length: 1}

    def features(r):
        return counted(("".join(r[i] for i in places), math.sqrt(lengths[len(places)]) * decay ** (places[-1] - places[0] + 1)) for places in choices(r) if len(places) in lengths)

    return inner(features, s, t, normalize)


def made(tree):
    """The function of two samples for a kernel tree."""
    parameters = {name: value for name, value in tree.items() if name != "kernel"}
    if "parts" in parameters:
        parameters["parts"] = [made(part) for part in parameters["parts"]]
    k = globals()[tree["kernel"]]
    return lambda x, z: k(x, z, **parameters)


def write(k):
    strings = "alphabet" in inspect.signature(k).parameters
    left, right = (S, T) if strings else (X, Z)
    cases = []
    for parameters in CASES[k]:
        tree = {"kernel": k.__name__, **parameters}
        of = made(tree)
        cases.append({"kernel": json.dumps(tree), "values": [[of(x, z) for z in right] for x in left]})
    head = {
        "tool": f"numpy {np.__version__}, scipy {scipy.__version__}, Python {platform.python_version()}",
        "command": f"python3 core/internal/golden/kernelvalues.py {k.__name__}",
        "tolerance": 1e-11,
        "x": left,
        "z": right,
    }
    with open(f"core/engine/catalog/testdata/values/{k.__name__}.json", "w") as file:
        lines = [f'"{name}": {json.dumps(value)}' for name, value in head.items()]
        of = ",\n  ".join(json.dumps(case) for case in cases)
        file.write("{\n " + ",\n ".join(lines) + ',\n "cases": [\n  ' + of + "\n ]\n}\n")


for k in list(CASES):
    if k.__name__ in sys.argv[1:] or len(sys.argv) == 1:
        write(k)
