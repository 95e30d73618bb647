"""
Values of the bounds of maxmargin/bounds, by formulas that were written from the books alone, for
arguments that are drawn at random where the conditions of the theorem hold.

    /usr/bin/python3 js/test/golden/bounds.py > js/test/golden/bounds.json

Needs Debian's python3-mpmath. Values have 30 digits before they are rounded to double precision;
the test allows a relative error of 1e-12.
"""

import json
import platform
import random

import mpmath
from mpmath import e, exp, ln, mp, mpf, sqrt

mp.dps = 30
draw = random.Random(17)


def log2(x):
    return ln(x) / ln(2)


def logarithm(base):
    return log2 if base == 2 else ln


def n_of(low=100, high=10**6):
    return round(10 ** draw.uniform(len(str(low)) - 1, len(str(high)) - 1))


def delta():
    return round(draw.uniform(0.001, 0.4), 4)


def real(low, high):
    return round(draw.uniform(low, high), 5)


def base():
    return draw.choice([2, "e"])


cases = []


def case(name, of):
    """Adds four cases of a bound: of() draws arguments and gives them with the value."""
    for _ in range(4):
        given, value = of()
        cases.append({"bound": name, "given": given, "value": float(value)})


def finite_class():  # C4-03: |H| exp(-eps n) = delta, solved for eps
    g = {"n": n_of(), "size": draw.randint(2, 10**6), "delta": delta()}
    return g, -ln(mpf(g["delta"]) / g["size"]) / g["n"]


def vc():  # C4-05
    g = {"n": n_of(), "dimension": draw.randint(1, 50), "delta": delta()}
    n, d = mpf(g["n"]), mpf(g["dimension"])
    return g, 2 * (d * log2(2 * e * n / d) + log2(2 / mpf(g["delta"]))) / n


def vc_lower():  # C4-06
    g = {"n": n_of(), "dimension": draw.randint(1, 200), "delta": delta()}
    n, d = mpf(g["n"]), mpf(g["dimension"])
    return g, max((d - 1) / (32 * n), -ln(mpf(g["delta"])) / n)


def vc_errors():  # C4-08
    g = {"n": n_of(), "dimension": draw.randint(1, 50), "errors": draw.randint(0, 99), "delta": delta()}
    n, d, k = mpf(g["n"]), mpf(g["dimension"]), g["errors"]
    return g, 2 * k / n + 4 / n * (d * log2(2 * e * n / d) + log2(4 / mpf(g["delta"])))


def growth():  # C4-04, as the exponential of its logarithm
    g = {"n": draw.randint(20, 1000), "dimension": draw.randint(1, 20)}
    return g, exp(g["dimension"] * (1 + ln(mpf(g["n"]) / g["dimension"])))


def vc_rate(start):  # A-B4, A-B5, A-B6
    def of():
        g = {"n": n_of(), "dimension": draw.randint(1, 50), start: real(0, 0.5), "delta": delta(), "c": real(0.1, 3)}
        return g, g[start] + sqrt(mpf(g["c"]) / g["n"] * (g["dimension"] - ln(mpf(g["delta"]))))

    return of


def linear_dimension():  # C4-07
    g = {"features": draw.randint(1, 1000), "fitIntercept": draw.random() < 0.5}
    return g, g["features"] + (1 if g["fitIntercept"] else 0)


def margin_dimension():  # A-B8
    g = {"radius": real(0.5, 5), "margin": real(0.1, 3), "features": draw.randint(1, 400)}
    return g, min((mpf(g["radius"]) / mpf(g["margin"])) ** 2, g["features"]) + 1


def covering():  # C4-13 and (1.40)
    g = {"n": n_of(), "logCovering": real(0, 500), "delta": delta()}
    return g, 2 * (g["logCovering"] + 1 - log2(mpf(g["delta"]))) / g["n"]


def soft_covering():  # C4-22
    g = {"n": n_of(), "logCovering": real(0, 500), "logSlackCovering": real(0, 500), "delta": delta()}
    return g, 2 * (mpf(g["logCovering"]) + g["logSlackCovering"] + log2(2 / mpf(g["delta"]))) / g["n"]


def fat_covering():  # C4-16
    g = {"n": n_of(), "dimension": draw.randint(1, 90), "margin": real(0.01, 0.99), "range": real(0.5, 4)}
    n, d, gamma, width = mpf(g["n"]), mpf(g["dimension"]), mpf(g["margin"]), mpf(g["range"])
    return g, 1 + d * log2(2 * e * n * width / (d * gamma)) * log2(4 * n * width**2 / gamma**2)


def fat_shattering():  # C4-17
    g = {"n": n_of(), "dimension": draw.randint(1, 90), "margin": real(0.05, 0.99), "radius": real(1, 4), "delta": delta()}
    n, d, gamma, r = mpf(g["n"]), mpf(g["dimension"]), mpf(g["margin"]), mpf(g["radius"])
    return g, 2 / n * (d * log2(16 * e * n * r / (d * gamma)) * log2(128 * n * r**2 / gamma**2) + log2(4 / mpf(g["delta"])))


def fat_dimension():  # C4-18, (1.44)
    g = {"radius": real(0.5, 5), "margin": real(0.1, 3)}
    return g, mpf(g["radius"]) ** 2 / mpf(g["margin"]) ** 2


def fat_dimension_l1():  # (1.48)
    g = {"norm": real(0.5, 5), "margin": real(0.1, 3), "features": draw.randint(1, 900), "c": real(0.1, 3)}
    return g, mpf(g["c"]) * (mpf(g["norm"]) / mpf(g["margin"])) ** 2 * ln(2 * g["features"] + 2)


def covering_from_fat():  # (1.39), the upper side
    g = {"n": n_of(), "dimension": draw.randint(1, 90), "margin": real(0.01, 0.99), "range": real(0.5, 4)}
    inside = 4 * e * mpf(g["range"]) * g["n"] / mpf(g["margin"])
    return g, 3 * g["dimension"] * log2(inside) ** 2


def covering_errors():  # (1.41): 2 N exp(-eps^2 n / 8) = delta
    g = {"n": n_of(), "logCovering": real(0, 500), "marginError": real(0, 0.4), "delta": delta()}
    count = mpf(2) ** mpf(g["logCovering"])
    return g, g["marginError"] + sqrt(-8 * ln(mpf(g["delta"]) / (2 * count)) / g["n"])


def covering_regression():  # (1.42): 4 N exp(-eps^2 n / 32) = delta
    g = {"n": n_of(), "logCovering": real(0, 500), "delta": delta()}
    count = mpf(2) ** mpf(g["logCovering"])
    return g, sqrt(-32 * ln(mpf(g["delta"]) / (4 * count)) / g["n"])


def margin_value(n, r, gamma, d):  # C4-19 by C4-17 with dimension 64 R^2/gamma^2
    fat = 64 * r**2 / gamma**2
    return 2 / n * (fat * log2(16 * e * n * r / (fat * gamma)) * log2(128 * n * r**2 / gamma**2) + log2(4 / d))


def wide():
    g = {"n": n_of(10**4, 10**8), "radius": real(0.5, 2), "delta": delta()}
    g["margin"] = round(g["radius"] * draw.uniform(0.15, 0.99), 5)
    return g, mpf(g["n"]), mpf(g["radius"]), mpf(g["margin"])


def margin():
    g, n, r, gamma = wide()
    return g, margin_value(n, r, gamma, mpf(g["delta"]))


def margin_grid():  # C4-14
    g, n, r, gamma = wide()
    grid = []
    while 64 * r**2 / (r / 2 ** len(grid)) ** 2 < n:
        grid.append(r / 2 ** len(grid))
    used = max(entry for entry in grid if entry <= gamma)
    return g, margin_value(n, r, used, mpf(g["delta"]) / len(grid))


def margin_percentile():  # C4-20
    g = {"n": n_of(), "radius": real(0.5, 2), "margin": real(0.05, 1), "errors": draw.randint(0, 90), "delta": delta(), "c": real(0.1, 3)}
    n, ratio = mpf(g["n"]), (mpf(g["radius"]) / mpf(g["margin"])) ** 2
    return g, g["errors"] / n + sqrt(mpf(g["c"]) / n * (ratio * log2(n) ** 2 + log2(1 / mpf(g["delta"]))))


def margin_rate():  # (1.45)
    g = {"n": n_of(), "radius": real(0.5, 2), "margin": real(0.05, 1), "delta": delta(), "c": real(0.1, 3), "base": base()}
    log, n, gamma = logarithm(g["base"]), mpf(g["n"]), mpf(g["margin"])
    return g, mpf(g["c"]) / n * ((mpf(g["radius"]) / gamma) ** 2 * log(n / gamma) ** 2 + log(1 / mpf(g["delta"])))


def margin_error_rate():  # (1.46)
    g, value = margin_rate()
    g["marginError"] = real(0, 0.5)
    return g, g["marginError"] + sqrt(value)


def margin_explicit():  # A-B12, step by step from (1.44), (1.39), (1.41)
    g, n, r, rho = wide()
    g["marginError"] = real(0, 0.5)
    eps, sample, width = rho / 2, 2 * n, 2 * r
    log_covering = 3 * (r / (eps / 4)) ** 2 * log2(4 * e * width * sample / eps) ** 2
    return g, g["marginError"] + sqrt(8 / n * (ln(2) * (1 + log_covering) - ln(mpf(g["delta"]))))


def convex_combination():  # (1.50)
    g = {"n": n_of(), "dimension": draw.randint(1, 50), "margin": real(0.05, 1), "marginError": real(0, 0.5), "delta": delta(), "c": real(0.1, 3), "base": base()}
    log, n, h = logarithm(g["base"]), mpf(g["n"]), mpf(g["dimension"])
    inside = h * log(n / h) ** 2 / mpf(g["margin"]) ** 2 - log(mpf(g["delta"]))
    return g, g["marginError"] + sqrt(mpf(g["c"]) / n * inside)


def shattering(m, k, d):
    m, k = mpf(m), mpf(k)
    return 2 / m * (k * log2(8 * e * m / k) * log2(32 * m) + log2(8 * m / d))


def margin_shattering():  # Theorem 2.3
    g = {"n": n_of(), "dimension": draw.randint(1, 90), "delta": delta()}
    return g, shattering(g["n"], g["dimension"], mpf(g["delta"]))


def ordinal():  # Theorem 2.2
    g = {"n": n_of(), "dimension": draw.randint(1, 90), "delta": delta(), "pairs": draw.choice(["chained", "disjoint"])}
    m = g["n"] - 1 if g["pairs"] == "chained" else g["n"] // 2
    return g, shattering(m, g["dimension"], mpf(g["delta"]))


def soft(n, size, gamma, d, c):  # the common form of C4-23, C4-24 and C4-27
    return mpf(c) / n * (size / gamma**2 * log2(mpf(n)) ** 2 - log2(mpf(d)))


def soft_margin_l2():  # C4-23
    g = {"n": n_of(), "radius": real(0.5, 2), "slackNorm": real(0, 9), "margin": real(0.05, 3), "delta": delta(), "c": real(0.1, 3)}
    return g, soft(g["n"], mpf(g["radius"]) ** 2 + mpf(g["slackNorm"]) ** 2, mpf(g["margin"]), g["delta"], g["c"])


def soft_margin_l1():  # C4-24
    g = {"n": n_of(), "radius": real(0.5, 2), "slackSum": real(0, 9), "margin": real(0.05, 0.99), "delta": delta(), "c": real(0.1, 3)}
    size = mpf(g["radius"]) ** 2 - mpf(g["slackSum"]) ** 2 * log2(mpf(g["margin"]))
    return g, soft(g["n"], size, mpf(g["margin"]), g["delta"], g["c"])


def regression_margin():  # C4-27, Theorem 4.26
    g, n, r, gamma = wide()
    g["accuracy"] = round(g["margin"] * draw.uniform(1.1, 3), 5)
    return g, margin_value(n, r, gamma, mpf(g["delta"]))


def regression(slack):  # C4-27, Theorems 4.28 and 4.30
    def of():
        g = {"n": n_of(), "radius": real(0.5, 2), "norm": real(0.1, 9), slack: real(0, 9), "margin": real(0.05, 0.99), "delta": delta(), "c": real(0.1, 3)}
        g["accuracy"] = round(g["margin"] * draw.uniform(1.1, 3), 5)
        size = mpf(g["norm"]) ** 2 * mpf(g["radius"]) ** 2
        weight = 1 if slack == "slackNorm" else log2(1 / mpf(g["margin"]))
        return g, soft(g["n"], size + mpf(g[slack]) ** 2 * weight, mpf(g["margin"]), g["delta"], g["c"])

    return of


def regression_squared():  # C4-27, Corollary 4.29
    g = {"n": n_of(), "radius": real(0.5, 2), "norm": real(0.1, 9), "squaredError": real(0, 99), "accuracy": real(0.05, 3), "delta": delta(), "c": real(0.1, 3)}
    size = mpf(g["norm"]) ** 2 * mpf(g["radius"]) ** 2 + mpf(g["squaredError"])
    return g, soft(g["n"], size, mpf(g["accuracy"]), g["delta"], g["c"])


def compression():  # C4-25: the text has (e n / d)^d for the number of subsets
    g = {"n": n_of(), "supportVectors": draw.randint(1, 90), "delta": delta(), "base": base()}
    log, n, d = logarithm(g["base"]), mpf(g["n"]), mpf(g["supportVectors"])
    return g, log((e * n / d) ** d * n / mpf(g["delta"])) / (n - d)


def compression_prior():  # C4-25, exercise 4.7.3
    n, count = draw.randint(50, 500), 20
    raw = [draw.random() for _ in range(count)]
    prior = [p / sum(raw) for p in raw]
    g = {"n": n, "supportVectors": draw.randint(1, count - 1), "prior": prior, "delta": delta()}
    d = g["supportVectors"]
    scale = sum(mpf(p) / (n - j) for j, p in enumerate(prior))
    own = mpf(g["delta"]) * (mpf(prior[d]) / (n - d)) / scale
    return g, ln((e * n / mpf(d)) ** d / own) / (n - d)


def boosting():  # (1.86)
    g = {"roundErrors": [real(0.05, 0.49) for _ in range(draw.randint(1, 30))], "rho": real(0, 0.5)}
    rho, product = mpf(g["rho"]), mpf(2) ** len(g["roundErrors"])
    for eps in map(mpf, g["roundErrors"]):
        product *= sqrt(eps ** (1 - rho) * (1 - eps) ** (1 + rho))
    return g, product


def boosting_rate():  # (1.87)
    g = {"rho": real(0, 0.25), "rounds": draw.randint(0, 500)}
    return g, sqrt(1 - mpf(g["rho"]) ** 2) ** g["rounds"]


def average(of):
    """Draws what the bounds of document M have in common; rademacher is left out half of the time."""

    def with_arguments():
        g = {"n": n_of(), "largest": real(0.5, 3), "delta": delta()}
        g["averageMargin"] = round(g["largest"] * draw.uniform(-0.5, 0.9), 5)
        complexity = 2 / mpf(g["n"]) * sqrt(g["n"] * mpf(g["largest"]) ** 2)
        if draw.random() < 0.5:
            g["rademacher"] = real(0.01, 0.5)
            complexity = mpf(g["rademacher"])
        mean_at_least = g["averageMargin"] - complexity - 3 * mpf(g["largest"]) * sqrt(2 * ln(2 / mpf(g["delta"])) / g["n"])
        return of(g, mean_at_least)

    return with_arguments


def average_margin_deviation(g, mean):  # M-B4
    own = {k: v for k, v in g.items() if k != "averageMargin"}
    return own, g["averageMargin"] - mean


def average_margin_error(g, mean):  # M-B5
    return g, (mpf(g["largest"]) - mean) / mpf(g["largest"])


def average_margin_level(g, mean):  # M-B6
    g["level"] = round(g["largest"] * draw.uniform(-0.9, 0.9), 5)
    return g, (mpf(g["largest"]) - mean) / (mpf(g["largest"]) + mpf(g["level"]))


def transformed_margin():  # M-B7
    g = {"n": n_of(), "largest": real(0.5, 3), "rademacher": real(0.01, 0.5), "lipschitz": real(0.5, 2), "norm": real(0.5, 5), "delta": delta()}
    g["averageTransform"] = round(g["largest"] * draw.uniform(-0.5, 0.9), 5)
    g["level"] = round(g["largest"] * draw.uniform(-0.9, 1), 5)
    b, a = mpf(g["largest"]), mpf(g["level"])
    lost = mpf(g["lipschitz"]) * mpf(g["norm"]) * mpf(g["rademacher"]) + 3 * b * sqrt(2 * ln(2 / mpf(g["delta"])) / g["n"])
    return g, b / (b + a) - (g["averageTransform"] - lost) / (b + a)


def hard_margin():  # UML C10
    g = {"n": n_of(), "radius": real(0.5, 5), "margin": real(0.05, 3), "delta": delta()}
    n = mpf(g["n"])
    return g, sqrt(4 * (mpf(g["radius"]) / mpf(g["margin"])) ** 2 / n) + sqrt(2 * ln(2 / mpf(g["delta"])) / n)


def risk():  # UML C16, E11
    g = {"n": n_of(), "radius": real(0.5, 5), "norm": real(0.5, 9), "best": real(0, 0.5)}
    n, rho, b = mpf(g["n"]), mpf(g["radius"]), mpf(g["norm"])
    lam = sqrt(2 * rho**2 / (b**2 * n))
    if draw.random() < 0.5:
        g["lambda"] = real(0.001, 0.1)
        lam = mpf(g["lambda"])
    return g, g["best"] + lam * b**2 + 2 * rho**2 / (lam * n)


def multiclass_sgd():  # UML E12: T = B^2 rho^2 / epsilon^2, solved for epsilon
    g = {"radius": real(0.5, 5), "norm": real(0.5, 9), "steps": draw.randint(1, 10**6), "best": real(0, 0.5)}
    return g, g["best"] + sqrt((mpf(g["norm"]) * mpf(g["radius"])) ** 2 / g["steps"])


def norm_against_dimension():  # UML C17
    g = {"n": n_of(), "radius": real(0.5, 5), "norm": real(0.5, 9), "features": draw.randint(1, 900), "fitIntercept": draw.random() < 0.5}
    d = g["features"] + (1 if g["fitIntercept"] else 0)
    return g, min(sqrt((mpf(g["radius"]) * mpf(g["norm"])) ** 2 / g["n"]), sqrt(mpf(d) / g["n"]))


def novikoff():  # C2-13, UML C11
    g = {"radius": real(0.5, 5), "margin": real(0.05, 3), "fitIntercept": draw.random() < 0.5}
    return g, ((2 if g["fitIntercept"] else 1) * mpf(g["radius"]) / mpf(g["margin"])) ** 2


def perceptron():  # A-B3
    g = {"radius": real(0.5, 5), "margin": real(0.05, 3), "intercept": real(-3, 3)}
    return g, (mpf(g["intercept"]) ** 2 + 1) * (mpf(g["radius"]) ** 2 + 1) / mpf(g["margin"]) ** 2


def freund_schapire():  # C2-15 with the best Delta: 4 (R^2 + Delta^2)(1 + D^2/Delta^2) / margin^2
    g = {"radius": real(0.5, 5), "margin": real(0.05, 3), "slackNorm": real(0.1, 9)}
    r, d = mpf(g["radius"]), mpf(g["slackNorm"])
    return g, 4 * (r**2 + r * d) * (1 + d**2 / (r * d)) / mpf(g["margin"]) ** 2


def multiclass_perceptron():  # UML E13
    g = {"radius": real(0.5, 5), "norm": real(0.5, 9)}
    return g, mpf(g["radius"]) ** 2 * mpf(g["norm"]) ** 2


for name, of in [
    ("finiteClass", finite_class), ("vc", vc), ("vcLower", vc_lower), ("vcErrors", vc_errors), ("growth", growth),
    ("vcRate", vc_rate("trainingError")), ("vcExcess", vc_rate("best")), ("vcRateLower", vc_rate("best")),
    ("linearDimension", linear_dimension), ("marginDimension", margin_dimension),
    ("covering", covering), ("softCovering", soft_covering), ("fatCovering", fat_covering),
    ("fatShattering", fat_shattering), ("fatDimension", fat_dimension), ("fatDimensionL1", fat_dimension_l1),
    ("coveringFromFat", covering_from_fat), ("coveringConsistent", covering), ("coveringErrors", covering_errors),
    ("coveringRegression", covering_regression),
    ("margin", margin), ("marginGrid", margin_grid), ("marginPercentile", margin_percentile),
    ("marginRate", margin_rate), ("marginErrorRate", margin_error_rate), ("marginExplicit", margin_explicit),
    ("convexCombination", convex_combination), ("marginShattering", margin_shattering), ("ordinal", ordinal),
    ("softMarginL2", soft_margin_l2), ("softMarginL1", soft_margin_l1), ("regressionMargin", regression_margin),
    ("regressionL2", regression("slackNorm")), ("regressionL1", regression("slackSum")),
    ("regressionSquared", regression_squared),
    ("compression", compression), ("compressionPrior", compression_prior), ("boosting", boosting),
    ("boostingRate", boosting_rate),
    ("averageMarginDeviation", average(average_margin_deviation)), ("averageMarginError", average(average_margin_error)),
    ("averageMarginLevel", average(average_margin_level)), ("transformedMargin", transformed_margin),
    ("hardMargin", hard_margin), ("softMarginRisk", risk), ("multiclassRisk", risk), ("multiclassSgd", multiclass_sgd),
    ("normAgainstDimension", norm_against_dimension),
    ("novikoff", novikoff), ("perceptron", perceptron), ("freundSchapire", freund_schapire),
    ("multiclassPerceptron", multiclass_perceptron),
]:
    case(name, of)

rows = ",\n  ".join(json.dumps(entry) for entry in cases)
print(f'{{\n "python": "{platform.python_version()}", "mpmath": "{mpmath.__version__}",\n "cases": [\n  {rows}\n ]\n}}')
