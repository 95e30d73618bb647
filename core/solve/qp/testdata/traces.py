"""The first updates of each study solver, from the pseudo-code.

Written from the page (Cristianini & Shawe-Taylor, 7.2 to 7.5 and Appendix A; Smola &
Schoelkopf, sections 5.5 and 5.6, Appendices B and C) without regard to the Go code:
kernel values, errors and objectives are sums computed anew wherever they are used, and
sub-problems are solved by steps over all pairs in turn.

Run:  python3 core/solve/qp/testdata/traces.py > core/solve/qp/testdata/traces.json
"""

import json
import math

N = 30
POINTS = [0.37 * ((7 * i) % N) - 5 + 0.1 * math.sin(i) for i in range(N)]
LABELS = [1 if math.cos(x) + math.cos(2 * i) > 0 else -1 for i, x in enumerate(POINTS)]
VALUES = [math.sin(2 * x) + 0.3 * math.cos(7 * i) for i, x in enumerate(POINTS)]
GAMMA = 0.7
C = 1.5
EPSILON = 0.15
UPDATES = 20
ASCENT_UPDATES = 60  # the orders differ from the second pass on
TIE = 1e-12  # numbers closer than this are equal but for rounding
TOL = 1e-12
EPS = TOL / 100  # of a step that counts


def kernel(i, j):
    return math.exp(-GAMMA * (POINTS[i] - POINTS[j]) ** 2)


class Random:
    """SplitMix64, and Lemire's numbers below n: the stream of core/base/rng."""

    def __init__(self, seed):
        self.state = seed

    def word(self):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return z ^ (z >> 31)

    def below(self, n):
        product = (self.word() >> 32) * n
        if product & 0xFFFFFFFF < n:
            threshold = (1 << 32) % n
            while product & 0xFFFFFFFF < threshold:
                product = (self.word() >> 32) * n
        return product >> 32


class Done(Exception):
    pass


class Trace:
    def __init__(self, objective, most=UPDATES):
        self.entries = []
        self.objective = objective
        self.most = most

    def add(self, rows, *state):
        self.entries.append({"rows": list(rows), "objective": self.objective(*state)})
        if len(self.entries) == self.most:
            raise Done


def run(method):
    try:
        return method.trace.entries if method() is None else None
    except Done:
        return method.trace.entries


# Classification: W(alpha), and minus it as it is reported.


def dual(alpha):
    quadratic = sum(
        alpha[i] * alpha[j] * LABELS[i] * LABELS[j] * kernel(i, j) for i in range(N) for j in range(N)
    )
    return quadratic / 2 - sum(alpha)


def platt(seed):
    """Appendix A, 9-01 to 9-03."""
    alpha = [0.0] * N
    state = {"b": 0.0}
    random = Random(seed)
    trace = Trace(dual)

    def error(i):
        return sum(alpha[j] * LABELS[j] * kernel(j, i) for j in range(N)) + state["b"] - LABELS[i]

    def inside(i):
        return 1e-12 < alpha[i] < C - 1e-12

    def take_step(i1, i2):
        if i1 == i2:
            return 0
        alph1, alph2, y1, y2 = alpha[i1], alpha[i2], LABELS[i1], LABELS[i2]
        e1, e2 = error(i1), error(i2)
        s = y1 * y2
        if y1 != y2:
            low, high = max(0, alph2 - alph1), min(C, C - alph1 + alph2)
        else:
            low, high = max(0, alph1 + alph2 - C), min(C, alph1 + alph2)
        if high - low < 1e-12:
            return 0
        k11, k12, k22 = kernel(i1, i1), kernel(i1, i2), kernel(i2, i2)
        eta = 2 * k12 - k11 - k22
        if eta >= 0:
            raise ValueError("no two points here are equal")
        a2 = alph2 - y2 * (e1 - e2) / eta
        a2 = min(max(a2, low), high)
        if abs(a2 - alph2) < EPS * (a2 + alph2 + EPS):
            return 0
        a1 = alph1 + s * (alph2 - a2)
        if a1 < 1e-12:
            a1 = 0.0
        if a1 > C - 1e-12:
            a1 = C
        b1 = state["b"] - e1 - y1 * (a1 - alph1) * k11 - y2 * (a2 - alph2) * k12
        b2 = state["b"] - e2 - y1 * (a1 - alph1) * k12 - y2 * (a2 - alph2) * k22
        if 0 < a1 < C:
            state["b"] = b1
        elif 0 < a2 < C:
            state["b"] = b2
        else:
            state["b"] = (b1 + b2) / 2
        alpha[i1], alpha[i2] = a1, a2
        trace.add([i1, i2], alpha)
        return 1

    def examine(i2):
        e2 = error(i2)
        r2 = e2 * LABELS[i2]
        if (r2 < -TOL and alpha[i2] < C) or (r2 > TOL and alpha[i2] > 0):
            candidates = [i for i in range(N) if inside(i)]
            if len(candidates) > 1:
                sign = 1 if e2 > 0 else -1
                least = min(sign * error(i) for i in candidates)
                first = next(i for i in candidates if sign * error(i) <= least + TIE)
                if take_step(first, i2):
                    return 1
            first = random.below(N)
            for k in range(N):
                i1 = (first + k) % N
                if inside(i1) and take_step(i1, i2):
                    return 1
            first = random.below(N)
            for k in range(N):
                if take_step((first + k) % N, i2):
                    return 1
        return 0

    def main():
        changed, examine_all = 0, True
        while changed > 0 or examine_all:
            changed = 0
            for i in range(N):
                if examine_all or inside(i):
                    changed += examine(i)
            if examine_all:
                examine_all = False
            elif changed == 0:
                examine_all = True

    main.trace = trace
    return run(main)


def adatron(omega, together, order):
    """Table 7.1, without a constant."""
    alpha = [0.0] * N
    trace = Trace(dual, ASCENT_UPDATES)

    def slope(i, at):
        return 1 - LABELS[i] * sum(at[j] * LABELS[j] * kernel(i, j) for j in range(N))

    def clip(value):
        return min(C, max(0.0, value))

    def sweep(visited):
        for i in visited:
            new = clip(alpha[i] + omega / kernel(i, i) * slope(i, alpha))
            if new != alpha[i]:
                alpha[i] = new
                trace.add([i], alpha)

    def violation(i):
        up = max(0, slope(i, alpha)) if alpha[i] < C else 0
        down = max(0, -slope(i, alpha)) if alpha[i] > 0 else 0
        return max(up, down)

    def main():
        while True:
            if together:
                rate = omega / max(sum(abs(kernel(i, j)) for j in range(N)) for i in range(N))
                new = [clip(alpha[i] + rate * slope(i, alpha)) for i in range(N)]
                moved = [i for i in range(N) if new[i] != alpha[i]]
                alpha[:] = new
                trace.add(moved, alpha)
                continue
            if order == "free":
                some = [i for i in range(N) if 0 < alpha[i] < C]
            elif order == "ascending":
                some = sorted((i for i in range(N) if alpha[i] > 0), key=lambda i: alpha[i])
            else:
                some = []
            if any(violation(i) >= TOL for i in some):
                sweep(some)
            else:
                sweep(range(N))

    main.trace = trace
    return run(main)


# Decomposition and chunking of the soft margin.


def level(f):
    """The mean of f over the free points, where f_i = y_i times the gradient."""
    return sum(f) / len(f)


def solve_over(rows, alpha):
    """The problem over some rows, by exact steps over all their pairs until none moves."""
    for _ in range(100000):
        largest = 0.0
        for i in rows:
            for j in rows:
                if i >= j:
                    continue
                ei, ej = (
                    sum(alpha[m] * LABELS[m] * kernel(m, k) for m in range(N)) - LABELS[k] for k in (i, j)
                )
                kappa = kernel(i, i) + kernel(j, j) - 2 * kernel(i, j)
                if LABELS[i] != LABELS[j]:
                    low, high = max(0, alpha[j] - alpha[i]), min(C, C - alpha[i] + alpha[j])
                else:
                    low, high = max(0, alpha[i] + alpha[j] - C), min(C, alpha[i] + alpha[j])
                new = min(max(alpha[j] + LABELS[j] * (ei - ej) / kappa, low), high)
                step = new - alpha[j]
                alpha[i] = snap(alpha[i] - LABELS[i] * LABELS[j] * step)
                alpha[j] = snap(new)
                largest = max(largest, abs(step))
        if largest < 1e-13:
            return
    raise ValueError("the sub-problem does not settle")


def snap(value):
    return 0.0 if value < 1e-11 else C if value > C - 1e-11 else value


def subsets(size, score, chunks):
    """7.4 and Algorithm 1, with the scores (88), (89)."""
    alpha = [0.0] * N
    trace = Trace(dual)

    def main():
        while True:
            # Optimality, in terms of f_i = sum_j a_j y_j K_ij - y_i = -b at free points.
            f = [sum(alpha[j] * LABELS[j] * kernel(i, j) for j in range(N)) - LABELS[i] for i in range(N)]
            grow = [i for i in range(N) if (alpha[i] < C if LABELS[i] > 0 else alpha[i] > 0)]
            fall = [i for i in range(N) if (alpha[i] > 0 if LABELS[i] > 0 else alpha[i] < C)]
            lowest, highest = min(f[i] for i in grow), max(f[i] for i in fall)
            up = next(i for i in grow if f[i] <= lowest + TIE)
            down = next(i for i in fall if f[i] >= highest - TIE)
            if f[down] - f[up] < TOL:
                return
            free = [f[i] for i in range(N) if 0 < alpha[i] < C]
            b = -level(free) if free else -(min(f[i] for i in grow) + max(f[i] for i in fall)) / 2
            scores = []
            for i in range(N):
                r = LABELS[i] * (f[i] + b)  # y f(x) - 1
                z, s = max(r, 0), max(-r, 0)
                if score == "gap":
                    scores.append(alpha[i] * z + (C - alpha[i]) * s)
                elif score == "room":
                    scores.append(alpha[i] * (z > TOL / 2) + (C - alpha[i]) * (s > TOL / 2))
                else:
                    scores.append((alpha[i] > 0) * z + (alpha[i] < C) * s)
            rows = [up, down]
            ranked = sorted((i for i in range(N) if scores[i] > 0), key=lambda i: -scores[i])
            for i in ranked[:size]:
                if i not in rows and len(rows) < size:
                    rows.append(i)
            if chunks:
                rows += [i for i in range(N) if alpha[i] != 0 and i not in rows]
            solve_over(rows, alpha)
            trace.add(rows, alpha)

    main.trace = trace
    return run(main)


# Regression.


def dual_regression(d):
    quadratic = sum(d[i] * d[j] * kernel(i, j) for i in range(N) for j in range(N))
    return quadratic / 2 + EPSILON * sum(abs(v) for v in d) - sum(VALUES[i] * d[i] for i in range(N))


def quadrants():
    """C2 to C12. The quadrant with the best objective is taken, by trying all four."""
    d = [0.0] * N
    state = {"b": 0.0}
    trace = Trace(dual_regression)

    def fixed(i):
        return sum(d[j] * kernel(i, j) for j in range(N))

    def phi(i):
        return VALUES[i] - fixed(i) - state["b"]

    def interval():
        """K2, with al = max(d, 0) and as = max(-d, 0)."""
        low, high = [], []
        for i in range(N):
            above, below = VALUES[i] - fixed(i) - EPSILON, VALUES[i] - fixed(i) + EPSILON
            al, star = max(d[i], 0), max(-d[i], 0)
            if al < C:
                low.append(above)
            if star > 0:
                low.append(below)
            if al > 0:
                high.append(above)
            if star < C:
                high.append(below)
        return max(low), min(high)

    def update_b():
        low, high = interval()
        state["b"] = (low + high) / 2

    def inside(i):
        return 0 < abs(d[i]) < C

    def violates(i):
        al, star, p = max(d[i], 0), max(-d[i], 0), phi(i)
        return (
            (p > EPSILON + TOL and al < C)
            or (p < EPSILON - TOL and al > 0)
            or (-p > EPSILON + TOL and star < C)
            or (-p < EPSILON - TOL and star > 0)
        )

    def step(i, j):
        gamma = d[i] + d[j]
        eta = kernel(i, i) + kernel(j, j) - 2 * kernel(i, j)
        difference = phi(i) - phi(j)
        best, choice = None, d[i]
        # Sign of d_i, of d_j; bounds of the variable of i that is not zero (C3), numerator (C5).
        for si, sj, low, high, numerator in [
            (1, 1, max(0, gamma - C), min(C, gamma), difference),
            (1, -1, max(0, gamma), min(C, C + gamma), difference - 2 * EPSILON),
            (-1, 1, max(0, -gamma), min(C, -gamma + C), -(difference + 2 * EPSILON)),
            (-1, -1, max(0, -gamma - C), min(C, -gamma), -difference),
        ]:
            if low > high:
                continue
            variable = min(max(si * d[i] + numerator / eta, low), high)
            new = si * variable
            # (92), up to what does not depend on the two.
            change = new - d[i]
            worth = -eta / 2 * change**2 - EPSILON * (abs(new) + abs(gamma - new)) + change * difference
            if best is None or worth > best + 1e-15:
                best, choice = worth, new
        if abs(choice - d[i]) < EPS * (abs(choice) + abs(d[i]) + EPS):
            return 0
        d[i], d[j] = choice, gamma - choice
        for k in (i, j):
            if abs(d[k]) < 1e-13:
                d[k] = 0.0
            if abs(abs(d[k]) - C) < 1e-13:
                d[k] = math.copysign(C, d[k])
        update_b()
        trace.add([i, j], d)
        return 1

    def promise(i, j):
        gamma, difference = d[i] + d[j], abs(phi(i) - phi(j))
        return difference if gamma != 0 else difference - 2 * EPSILON

    def examine(i):
        if not violates(i):
            return 0
        others = [j for j in range(N) if j != i]
        first = max(others, key=lambda j: promise(i, j))
        if promise(i, first) > 0 and step(i, first):
            return 1
        for which in (True, False):
            for j in others:
                if inside(j) == which and step(i, j):
                    return 1
        return 0

    def main():
        update_b()
        everything, count = True, 0
        while True:
            changed = 0
            for i in range(N):
                if everything or inside(i):
                    changed += examine(i)
            if everything:
                if changed == 0:
                    return
                everything = False
            elif changed == 0 or changed < 0.1 * count:
                everything = True
            count = sum(inside(i) for i in range(N))

    main.trace = trace
    return run(main)


print(
    json.dumps(
        {
            "points": POINTS,
            "labels": LABELS,
            "values": VALUES,
            "gamma": GAMMA,
            "C": C,
            "epsilon": EPSILON,
            "tolerance": TOL,
            "traces": {
                "smoPlatt": platt(1),
                "smoQuadrants": quadrants(),
                "decomposition, gap": subsets(4, "gap", False),
                "decomposition, room": subsets(3, "room", False),
                "decomposition, violation": subsets(2, "violation", False),
                "chunking": subsets(2, "gap", True),
                "ascent": adatron(1, False, "cyclic"),
                "ascent, omega": adatron(1.4, False, "cyclic"),
                "ascent, free": adatron(1, False, "free"),
                "ascent, ascending": adatron(1, False, "ascending"),
                "ascent, simultaneous": adatron(1.5, True, "cyclic"),
            },
        },
    )
)
