"""x^nu K_nu(x) by scipy, for core/kernel/testdata/bessel.json."""

import json
import platform

import numpy
import scipy
import scipy.special

# Orders at, near and between the places where the recurrence starts anew, and numbers on
# either side of the one where the series gives way to the continued fraction.
ORDERS = [0, 1e-9, 0.1, 0.25, 0.499, 0.5, 0.501, 0.75, 1, 1.3, 1.5, 2, 2.5, 3.7, 5, 7.9, 12.25, 20]
NUMBERS = [1e-6, 1e-3, 0.05, 0.3, 1, 1.7, 1.999999, 2, 2.000001, 2.5, 4, 9, 20, 60, 300, 650]

cases = []
for nu in ORDERS:
    for x in NUMBERS:
        value = numpy.float64(x) ** nu * scipy.special.kv(nu, x)
        cases.append([nu, x, float(value)])

print(json.dumps({
    "tool": f"scipy {scipy.__version__}, numpy {numpy.__version__}, Python {platform.python_version()}",
    "command": "python3 core/internal/golden/bessel.py > core/kernel/testdata/bessel.json",
    "tolerance": 1e-12,
    "cases": cases,
}))
