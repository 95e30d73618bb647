"""Solutions of assignment problems by scipy.optimize.linear_sum_assignment.

    /usr/bin/python3 core/internal/golden/assignment.py > core/solve/assignment/testdata/assignment.json

Costs are whole numbers of a small generator that the test has, too, so that the file keeps no
matrix: x <- 1103515245 x + 12345 mod 2^31, cost = (x >> 16) mod range.
"""
import json

import numpy as np
import scipy
from scipy.optimize import linear_sum_assignment


def costs(seed, rows, columns, span):
    x, out = seed, []
    for _ in range(rows * columns):
        x = (1103515245 * x + 12345) % 2**31
        out.append((x >> 16) % span)
    return np.array(out, float).reshape(rows, columns)


problems = []
for seed, rows, columns, span in [(1, 10, 10, 100), (2, 30, 30, 1000), (3, 30, 50, 32000), (4, 100, 100, 32000), (5, 200, 200, 10)]:
    matrix = costs(seed, rows, columns, span)
    i, j = linear_sum_assignment(matrix)
    problems.append({"seed": seed, "rows": rows, "columns": columns, "span": span, "cost": matrix[i, j].sum()})
print(json.dumps({"tool": f"scipy {scipy.__version__}", "problems": problems}, indent=1))
