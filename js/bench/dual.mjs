/**
 * The dual problem of the C-SVC, evaluated for a solution in plain JavaScript
 * that shares no line with any contestant. For one pair of classes, with signs
 * s = +1 or -1 and coefficients b = s * alpha:
 *
 *     minimise  1/2 b'Kb - sum |b|   subject to  sum b = 0,  0 <= |b| <= C
 *
 * Its gradient is s * f - 1 with f = Kb. A solution is optimal when no row that may rise (in b)
 * has a larger s - f than a row that may fall. The violation of the KKT conditions is the
 * largest such difference.
 */
import { denseData } from './sets/table.mjs';

/** @import { Table } from './sets/table.mjs' */

/**
 * @typedef {object} Solution
 * @property {number[]} supportIndices rows of the table, grouped by class
 * @property {number[]} supportCounts per class
 * @property {number[]} dualCoef (k - 1) x m; a vector of class c has its coefficient against
 *   class o in row o, or o - 1 when o comes after c
 */

/** The row of the dual coefficients of class c that is about class o. */
const slot = (c, o) => (o < c ? o : o - 1);

/**
 * @param {Table} table
 * @param {Solution} solution
 * @param {{C: number, gamma: number}} fitting
 * @returns {{objective: number, gap: number, infeasibility: number}} the objective summed over
 *   the pairs, the largest violations of the KKT conditions and of the constraints
 */
export function examine(table, solution, { C, gamma }) {
  const k = solution.supportCounts.length;
  const classes = classOfRows(table.labels, solution);
  const f = decisionValues(table, solution, classes, gamma);
  const b = coefficients(table.rows, solution);

  const total = { objective: 0, gap: -Infinity, infeasibility: 0 };
  for (let first = 0; first < k; first++) {
    for (let second = first + 1; second < k; second++) {
      let [quadratic, alphas, sum] = [0, 0, 0];
      let [highest, lowest] = [-Infinity, Infinity];
      const positive = signOfFirst(solution, classes, first, second);
      for (let i = 0; i < table.rows; i++) {
        const c = classes[i];
        if (c !== first && c !== second) continue;
        const at = i * (k - 1) + slot(c, c === first ? second : first);
        const sign = c === first ? positive : -positive;
        const alpha = sign * b[at];
        quadratic += b[at] * f[at];
        alphas += alpha;
        sum += b[at];
        const value = sign - f[at];
        if (sign > 0 ? alpha < C : alpha > 0) highest = Math.max(highest, value);
        if (sign > 0 ? alpha > 0 : alpha < C) lowest = Math.min(lowest, value);
        total.infeasibility = Math.max(total.infeasibility, -alpha, alpha - C);
      }
      total.objective += quadratic / 2 - alphas;
      total.gap = Math.max(total.gap, highest - lowest);
      total.infeasibility = Math.max(total.infeasibility, Math.abs(sum) / (C * table.rows));
    }
  }
  return total;
}

/** Classes are numbered as in the solution, whatever their labels are. */
function classOfRows(labels, { supportIndices, supportCounts }) {
  const numbers = new Map();
  let start = 0;
  supportCounts.forEach((count, c) => {
    numbers.set(labels[supportIndices[start]], c);
    start += count;
  });
  return Int32Array.from(labels, (label) => numbers.get(label));
}

/** Dual coefficients by row of the table, k - 1 for each. */
function coefficients(rows, { supportIndices, supportCounts, dualCoef }) {
  const slots = supportCounts.length - 1;
  const b = new Float64Array(rows * slots);
  supportIndices.forEach((row, j) => {
    for (let s = 0; s < slots; s++) b[row * slots + s] = dualCoef[s * supportIndices.length + j];
  });
  return b;
}

/** Each contestant chooses which class has the positive coefficients. */
function signOfFirst({ supportIndices, dualCoef }, classes, first, second) {
  const m = supportIndices.length;
  const sum = supportIndices.reduce(
    (total, row, j) => total + (classes[row] === first ? dualCoef[slot(first, second) * m + j] : 0),
    0,
  );
  return Math.sign(sum);
}

/** f = Kb of every row in each of the k - 1 pairs that its class is in. */
function decisionValues(table, solution, classes, gamma) {
  const { rows, cols } = table;
  const data = denseData(table);
  const { supportIndices, dualCoef } = solution;
  const [m, slots] = [supportIndices.length, solution.supportCounts.length - 1];
  const f = new Float64Array(rows * slots);
  for (let j = 0; j < m; j++) {
    const support = supportIndices[j];
    const z = data.subarray(support * cols, (support + 1) * cols);
    for (let i = 0; i < rows; i++) {
      const value = Math.exp(-gamma * squaredDistance(data, i * cols, z));
      if (classes[i] === classes[support]) {
        for (let s = 0; s < slots; s++) f[i * slots + s] += dualCoef[s * m + j] * value;
      } else {
        const against = slot(classes[support], classes[i]);
        f[i * slots + slot(classes[i], classes[support])] += dualCoef[against * m + j] * value;
      }
    }
  }
  return f;
}

function squaredDistance(data, at, z) {
  let sum = 0;
  for (let j = 0; j < z.length; j++) {
    const difference = data[at + j] - z[j];
    sum += difference * difference;
  }
  return sum;
}
