#!/usr/bin/python3
"""Linear and quadratic programs with the answers of other programs.

Usage: /usr/bin/python3 core/internal/golden/programs.py > core/solve/program/testdata/programs.json

Tools: HiGHS in scipy.optimize.linprog, glpsol (Debian's glpk-utils), lp_solve (lp-solve), and solve.QP of
R's quadprog (r-cran-quadprog). The three linear ones get the same problem, as free MPS; the script fails if they
disagree by more than 1e-7 relative. A quadratic problem is strictly convex, as quadprog demands.
"""
import json, os, re, subprocess, sys, tempfile
import numpy as np, scipy
from scipy.optimize import linprog

rng = np.random.default_rng(20261122)
INF = float('inf')


def whole(shape, low, high, zeros=0.0):
    a = rng.integers(low, high + 1, shape).astype(float)
    return a * (rng.random(shape) >= zeros)


def bounded(n, kind):
    """Bounds of n variables: at least zero, boxes, free ones and fixed ones mixed."""
    lower, upper = np.zeros(n), np.full(n, INF)
    if kind == 'mixed':
        for j in range(n):
            case = rng.integers(0, 5)
            if case == 1: lower[j], upper[j] = -rng.integers(0, 4), rng.integers(0, 5)
            if case == 2: lower[j] = -INF
            if case == 3: lower[j], upper[j] = -INF, rng.integers(0, 5)
            if case == 4 and j % 3 == 0: lower[j] = upper[j] = rng.integers(-2, 3)
    if kind == 'box': lower[:], upper[:] = -1, 1
    return lower, upper


def feasible_rows(a, lower, upper, equalities):
    """Limits that a point within the bounds satisfies, many of them with equality."""
    lo, hi = np.maximum(lower, -3), np.minimum(upper, 3)
    hi = np.maximum(hi, lo)
    x = np.floor(lo + rng.random(len(lo)) * (hi - lo + 1)).clip(lo, hi)
    at = a @ x
    low, high = np.full(len(a), -INF), at + rng.integers(0, 3, len(a))
    for i in range(len(a)):
        if i < equalities: low[i] = high[i] = at[i]
        elif rng.random() < .3: low[i], high[i] = at[i] - rng.integers(0, 3), INF
        elif rng.random() < .2: low[i] = at[i] - rng.integers(0, 4)
    return low, high


def linear_problems():
    for k in range(60):
        m, n = int(rng.integers(1, 9)), int(rng.integers(2, 11))
        lower, upper = bounded(n, ['positive', 'mixed', 'box'][k % 3])
        a = whole((m, n), -4, 5, .4)
        low, high = feasible_rows(a, lower, upper, int(rng.integers(0, min(m, n) // 2 + 1)))
        c = whole(n, -5, 6, .2)
        yield 'random', c, a, low, high, lower, upper
    for k in range(20):  # real numbers, larger
        m, n = int(rng.integers(10, 20)), int(rng.integers(10, 20))
        a, x = rng.normal(size=(m, n)), rng.random(n)
        high = a @ x + rng.random(m)
        y = rng.random(m)
        c = np.round(-a.T @ y + rng.random(n), 6)  # a dual point: bounded
        yield 'normal', c, np.round(a, 6), np.full(m, -INF), np.round(high, 6), np.zeros(n), np.full(n, INF)
    for k in range(15):  # assignments: degenerate, one equality depends on the others
        r = 2 + k % 4
        a = np.vstack([np.kron(np.eye(r), np.ones(r)), np.kron(np.ones(r), np.eye(r))])
        yield 'assignment', whole(r * r, 1, 4), a, np.ones(2 * r), np.ones(2 * r), np.zeros(r * r), np.full(r * r, INF)
    for k in range(15):  # many limits through one vertex, repeated rows, objectives along an edge
        n = int(rng.integers(2, 6))
        a = np.vstack([np.eye(n), whole((n + 2, n), 0, 3), np.ones((2, n))])
        a = np.vstack([a, a[rng.integers(0, len(a), 3)]])
        v = whole(n, 1, 3)
        c = -a[int(rng.integers(n, len(a)))]
        yield 'degenerate', c, a, np.full(len(a), -INF), a @ v, np.zeros(n), np.full(n, INF)
    for k in range(15):
        m, n = int(rng.integers(1, 5)), int(rng.integers(2, 7))
        a = whole((m, n), -3, 4, .2)
        row = whole((1, n), 0, 4)
        a = np.vstack([a, row, row])
        low, high = np.full(m + 2, -INF), np.full(m + 2, 5.)
        low[m], high[m], high[m + 1] = 4, INF, 3
        yield 'infeasible', whole(n, -3, 4), a, low, high, *bounded(n, ['positive', 'mixed'][k % 2])
    for k in range(15):
        m, n = int(rng.integers(1, 6)), int(rng.integers(2, 7))
        a = whole((m, n), -4, 1, .3)
        yield 'unbounded', -np.abs(whole(n, 1, 4)), a, np.full(m, -INF), np.abs(whole(m, 0, 5)), np.zeros(n), np.full(n, INF)


def quadratic_problems():
    for k in range(61):
        n, m = int(rng.integers(2, 9)), int(rng.integers(1, 9))
        b = whole((n, n), -2, 3)
        q = b.T @ b + np.eye(n)
        lower, upper = bounded(n, ['positive', 'mixed', 'box'][k % 3])
        a = whole((m, n), -3, 4, .3)
        equalities = int(rng.integers(0, min(n - 1, m) // 2 + 1))
        if k < 50:
            low, high = feasible_rows(a, lower, upper, equalities)
        else:
            a = np.vstack([a, a[:1]]); low, high = np.full(m + 1, -INF), np.full(m + 1, 2.)
            low[m], high[m] = 3, 9
        yield ('convex' if k < 50 else 'infeasible convex'), whole(n, -9, 9), a, low, high, lower, upper, q


def mps(c, a, low, high, lower, upper):
    m, n = a.shape
    out = ['NAME p', 'ROWS', ' N obj']
    kind = []
    for i in range(m):
        k = 'E' if low[i] == high[i] else 'L' if low[i] == -INF else 'G'
        kind.append(k); out.append(f' {k} r{i}')
    out.append('COLUMNS')
    for j in range(n):
        out.append(f' x{j} obj {c[j]!r}'.replace('np.float64(', '').replace(')', ''))
        for i in range(m):
            if a[i, j]: out.append(f' x{j} r{i} {float(a[i, j])!r}')
    out.append('RHS')
    for i in range(m): out.append(f' RHS r{i} {float(high[i] if kind[i] in "EL" else low[i])!r}')
    ranged = [i for i in range(m) if kind[i] == 'G' and high[i] < INF]
    if ranged:
        out.append('RANGES')
        for i in ranged: out.append(f' RNG r{i} {float(high[i] - low[i])!r}')
    out.append('BOUNDS')
    for j in range(n):
        l, u = float(lower[j]), float(upper[j])
        if l == u: out.append(f' FX B x{j} {l!r}')
        elif l == -INF and u == INF: out.append(f' FR B x{j}')
        else:
            out.append(f' MI B x{j}' if l == -INF else f' LO B x{j} {l!r}')
            if u < INF: out.append(f' UP B x{j} {u!r}')
    return '\n'.join(out + ['ENDATA', ''])


def glpk(text):
    with tempfile.TemporaryDirectory() as d:
        open(d + '/p.mps', 'w').write(text)
        out = subprocess.run(['glpsol', '--freemps', d + '/p.mps', '--nopresol', '-o', d + '/o'], capture_output=True, text=True).stdout
        status = re.search(r'Status:\s+(\w+)', open(d + '/o').read()).group(1)
        value = re.search(r'Objective:\s+\S+ = (\S+)', open(d + '/o').read()).group(1)
    if status == 'OPTIMAL': return 'converged', float(value)
    return ('unbounded' if 'UNBOUNDED' in out or 'NO DUAL' in out else 'infeasible'), None


def lpsolve(text):
    with tempfile.TemporaryDirectory() as d:
        open(d + '/p.mps', 'w').write(text)
        out = subprocess.run(['lp_solve', '-S4', '-e', '1e-9', '-wlp', '/dev/null', '-fmps', d + '/p.mps'], capture_output=True, text=True).stdout
    if 'infeasible' in out: return 'infeasible', None
    if 'unbounded' in out.lower(): return 'unbounded', None
    value = float(re.search(r'Value of objective function: (\S+)', out).group(1))
    return ('converged', value) if abs(value) < 1e20 else ('unbounded', None)  # its infinity is 1e30


def highs(c, a, low, high, lower, upper):
    eq = low == high
    up, dn = ~eq & (high < INF), ~eq & (low > -INF)
    r = linprog(c, A_ub=np.vstack([a[up], -a[dn]]), b_ub=np.r_[high[up], -low[dn]], A_eq=a[eq] if eq.any() else None, b_eq=low[eq] if eq.any() else None,
                bounds=list(zip([None if v == -INF else v for v in lower], [None if v == INF else v for v in upper])), method='highs-ds', options={'presolve': False})
    return {0: 'converged', 2: 'infeasible', 3: 'unbounded', 4: 'unclear'}[r.status], r.fun


def quadprog(c, a, low, high, lower, upper, q):
    n = len(c)
    eq = low == high
    rows, sides = [], []
    for i in np.flatnonzero(eq): rows.append(a[i]); sides.append(low[i])
    for j in np.flatnonzero(lower == upper): rows.append(np.eye(n)[j]); sides.append(lower[j])
    meq = len(rows)
    for i in np.flatnonzero(~eq):
        if high[i] < INF: rows.append(-a[i]); sides.append(-high[i])
        if low[i] > -INF: rows.append(a[i]); sides.append(low[i])
    for j in np.flatnonzero(lower != upper):
        if lower[j] > -INF: rows.append(np.eye(n)[j]); sides.append(lower[j])
        if upper[j] < INF: rows.append(-np.eye(n)[j]); sides.append(-upper[j])
    with tempfile.TemporaryDirectory() as d:
        np.savetxt(d + '/q', q); np.savetxt(d + '/c', c); np.savetxt(d + '/a', np.array(rows)); np.savetxt(d + '/b', np.array(sides))
        r = (f'library(quadprog); g=function(f) as.matrix(read.table(paste0("{d}/",f)));'
             f'r=try(solve.QP(g("q"),-g("c"),t(g("a")),g("b"),meq={meq}),silent=TRUE);'
             'if(inherits(r,"try-error")) cat("error",r) else {cat(formatC(r$value,digits=17),"\\n");cat(formatC(r$solution,digits=17))}')
        out = subprocess.run(['Rscript', '-e', r], capture_output=True, text=True).stdout
    if out.startswith('error'):
        assert 'inconsistent' in out, out
        if highs(0 * c, a, low, high, lower, upper)[0] == 'converged': return None, None, None  # wrong: the limits meet in one point
        return 'infeasible', None, None
    value, x = out.strip().split('\n')
    return 'converged', float(value), [float(v) for v in x.split()]


def plain(v):
    return [None if np.isinf(x) else float(x) for x in np.ravel(v)]


problems = []
for kind, *p in linear_problems():
    c, a, low, high, lower, upper = p
    text = mps(*p)
    answers = {'highs': highs(*p), 'glpk': glpk(text), 'lp_solve': lpsolve(text)}
    statuses = {s for s, _ in answers.values() if s != 'unclear'}
    # A problem that has neither a solution nor a dual one is called either name.
    if len(statuses) > 1 and statuses != {'infeasible', 'unbounded'}: sys.exit(f'{kind}: {answers}\n{text}')
    status = 'converged' if 'converged' in statuses else answers['highs'][0] if len(statuses) == 1 else 'infeasible'
    if len(statuses) > 1:  # decided by the same limits with no objective
        status = {'converged': 'unbounded'}.get(highs(0 * c, *p[1:])[0], 'infeasible')
    if status == 'unclear': status = statuses.pop()
    values = [v for s, v in answers.values() if s == 'converged']
    if values and max(values) - min(values) > 1e-5 * max(1, abs(values[0])): sys.exit(f'{kind}: {answers}')
    problems.append(dict(kind=kind, c=plain(c), a=plain(a), low=plain(low), high=plain(high), lower=plain(lower), upper=plain(upper), status=status, objective=answers['highs'][1] if status == 'converged' else None))
for kind, *p in quadratic_problems():
    c, a, low, high, lower, upper, q = p
    status, value, x = quadprog(*p)
    if status is None: continue
    problems.append(dict(kind=kind, c=plain(c), a=plain(a), low=plain(low), high=plain(high), lower=plain(lower), upper=plain(upper), q=plain(q), status=status, objective=value, x=x))


def version(command, pattern):
    out = subprocess.run(command, capture_output=True, text=True)
    return re.search(pattern, out.stdout + out.stderr).group(1)


tools = ', '.join([f'HiGHS of scipy {scipy.__version__}', 'glpsol ' + version(['glpsol', '--version'], r'v?(\d+\.\d+)'),
                   'lp_solve ' + version(['dpkg-query', '-W', 'lp-solve'], r'(\d\S+)'), 'quadprog ' + version(['dpkg-query', '-W', 'r-cran-quadprog'], r'(\d\S+)')])
json.dump(dict(
    tools=tools, command='/usr/bin/python3 core/internal/golden/programs.py > core/solve/program/testdata/programs.json',
    tolerance='1e-9 of the objective, 1e-6 of the solution of a quadratic program', problems=problems), sys.stdout, separators=(',', ':'))
print()
