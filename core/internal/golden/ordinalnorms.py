#!/usr/bin/env python3
"""Makes core/machines/ordinal/testdata/norms.json: the linear utility over explicit pairs of ranks of the
smallest |w|_1 or largest |w_j|, with slacks and without, as linear programs solved by HiGHS.

Run by hand from the module root, a minute:

    /usr/bin/python3 core/internal/golden/ordinalnorms.py

Needs scipy 1.10.1 (Debian package python3-scipy). Of each case the objective and the weights are
given, and whether the weights are the only solution: whether no weight can change by more than
1e-6 where the objective may be larger by 1e-9 of it. status 2 is that no weights exist.
"""

import json
import pathlib

import numpy
import scipy
import scipy.optimize
import scipy.sparse


def program(x, y, weight, c, norm, adjacent):
    """Variables: w, the parts of the norm, slacks."""
    n, d = x.shape
    present = sorted(set(y))
    pairs = [(i, j) for i in range(n) for j in range(n)
             if y[i] > y[j] and (not adjacent or present.index(y[i]) == present.index(y[j]) + 1)]
    m, parts = len(pairs), d if norm == 1 else 1
    soft = c is not None
    cost = numpy.concatenate([numpy.zeros(d), numpy.ones(parts),
                              [c * weight[i] * weight[j] for i, j in pairs] if soft else []])
    i, j = numpy.array(pairs).T
    difference = scipy.sparse.csr_matrix(x[i] - x[j])
    blocks = [-difference, scipy.sparse.csr_matrix((m, parts))] + ([-scipy.sparse.eye(m)] if soft else [])
    rows = [scipy.sparse.hstack(blocks)]
    right = [-numpy.ones(m)]
    t = scipy.sparse.eye(d) if norm == 1 else scipy.sparse.csr_matrix(numpy.ones((d, 1)))
    for sign in (1, -1):
        blocks = [sign * scipy.sparse.eye(d), -t] + ([scipy.sparse.csr_matrix((d, m))] if soft else [])
        rows.append(scipy.sparse.hstack(blocks))
        right.append(numpy.zeros(d))
    a, b = scipy.sparse.vstack(rows).tocsr(), numpy.concatenate(right)
    bounds = [(None, None)] * d + [(0, None)] * (parts + (m if soft else 0))
    return cost, a, b, bounds, m


def solve(x, y, weight, c, norm, adjacent):
    cost, a, b, bounds, m = program(x, y, weight, c, norm, adjacent)
    options = dict(primal_feasibility_tolerance=1e-10, dual_feasibility_tolerance=1e-10)
    r = scipy.optimize.linprog(cost, a, b, bounds=bounds, method="highs-ds", options=options)
    if r.status != 0:
        return dict(status=r.status, pairs=m)
    d = x.shape[1]
    unique = True
    a2 = scipy.sparse.vstack([a, scipy.sparse.csr_matrix(cost)])
    b2 = numpy.append(b, r.fun * (1 + 1e-9))
    for j in range(d):
        ends = []
        for sign in (1, -1):
            g = numpy.zeros(len(cost))
            g[j] = sign
            q = scipy.optimize.linprog(g, a2, b2, bounds=bounds, method="highs-ds", options=options)
            ends.append(sign * q.fun if q.status == 0 else numpy.inf)
        unique = unique and abs(ends[1] - ends[0]) <= 1e-6
    return dict(status=0, pairs=m, objective=r.fun, coef=list(r.x[:d]), unique=bool(unique))


def main():
    rng = numpy.random.default_rng(16)
    cases = []
    for n, d, k, noise in ((30, 3, 4, 0.8), (40, 8, 3, 1.5), (12, 20, 3, 1.0), (60, 4, 5, 0.4)):
        for weighted in (False, True):
            x = numpy.round(rng.normal(size=(n, d)) * numpy.array([10.0 ** (j % 3 - 1) for j in range(d)]), 4)
            u = x[:, 0] * 10 - x[:, 1 % d] + noise * rng.normal(size=n)
            y = numpy.searchsorted(numpy.quantile(u, numpy.arange(1, k) / k), u)
            weight = rng.integers(0, 4, size=n) if weighted else numpy.ones(n, int)
            if weighted:
                weight[:2] = 1
            keep = weight > 0
            for norm in (1, 2 ** 31):
                for c in (0.003, 0.1, 5, None):
                    adjacent = bool(rng.integers(2))
                    r = solve(x[keep], y[keep], weight[keep], c, norm, adjacent)
                    cases.append(dict(n=n, d=d, ranks=k, x=list(x.ravel()), y=[int(v) for v in y],
                                      weight=[int(v) for v in weight], c=c if c else 0, infinite=c is None,
                                      norm=1 if norm == 1 else 0, adjacent=adjacent, **r))
    text = json.dumps(dict(tool=f"scipy {scipy.__version__} (HiGHS)", command="/usr/bin/python3 core/internal/golden/ordinalnorms.py",
                           tolerance=1e-7, cases=cases), separators=(",", ":"))
    pathlib.Path("core/machines/ordinal/testdata/norms.json").write_text(text + "\n")


main()
