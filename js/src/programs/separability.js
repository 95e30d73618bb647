/** Whether a hyperplane separates two classes, with a proof of either answer. */
import { MaxMarginError } from '../basics/errors.js';
import { lengthOf } from '../basics/length.js';
import { encodeLabels } from '../input/labels.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { nearestPoints, points } from './hulls.js';
import { readLimits, solve } from './program.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { ProgramHost } from './program.js' */
/** @import { Separability } from './types.js' */

/**
 * The linear program
 *
 *     maximise t  subject to  y_i (w'x_i + b) >= t,  -1 <= w_j <= 1
 *
 * always has a solution. If t > 0, (w, b) separates; the nearest points of the hulls then give the
 * hyperplane of the largest margin. If t = 0, the multipliers a of the rows are weights that sum
 * to 1, with sum a_i y_i x_i = 0 and, if there is a b, sum a_i y_i = 0: a point that lies in the
 * hulls of both classes. No answer is given that these sums do not prove in floating point.
 * @param {ProgramHost} host
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} given
 * @returns {Steps<Separability>}
 */
export function* separability(host, X, y, given) {
  const known = ['fitIntercept', 'maxTime', 'signal', 'onProgress'];
  const { fitIntercept = true, ...rest } = readSettings('separability', given, known);
  if (typeof fitIntercept !== 'boolean') {
    throw wrongSetting('fitIntercept', 'true or false', fitIntercept);
  }
  const { limits } = readLimits('separability', rest);
  const settings = { ...rest, maxIter: 1000 };
  const { data, rows: n, cols: d } = points(X, 'X');
  const { classes, indices } = encodeLabels(y, n);
  const { labels } = classes;
  if (labels.length > 2) {
    throw new MaxMarginError('ERR_OPTION', 'y', `y has ${labels.length} classes, but a hyperplane separates two; pass the samples of two classes`, { classes: labels.map(String) }); // prettier-ignore
  }
  const sign = Float64Array.from(indices, (index) => 2 * index - 1);
  const conflicts = duplicates(data, indices, d);
  if (conflicts.length > 0) {
    const witness = new Float64Array(n);
    for (const i of conflicts[0]) witness[i] = 0.5;
    return { status: 'inseparable', separable: false, classes: labels, conflicts, witness, residual: 0, ...none }; // prettier-ignore
  }
  const proof = { data, sign, d, fitIntercept };
  const { shifts, units } = scaling(data, n, d, fitIntercept);
  const cols = d + 1 + Number(fitIntercept);
  const A = new Float64Array(n * cols);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < d; j++) {
      A[i * cols + j] = (-sign[i] * (data[i * d + j] - shifts[j])) / units[j];
    }
    if (fitIntercept) A[i * cols + d] = -sign[i];
    A[i * cols + cols - 1] = 1;
  }
  const objective = new Float64Array(cols);
  objective[cols - 1] = -1;
  const bound = Float64Array.from(objective, (_, j) => (j < d ? 1 : Infinity));
  const inequalities = { A: { data: A, rows: n, cols }, b: new Float64Array(n) };
  const program = { objective, inequalities, lower: bound.map((v) => -v), upper: bound };
  const found = yield* solve(host, 'solveLinearProgram', program, settings);
  const { status: how } = found;
  const ended = how === 'stopped' || how === 'timeLimit' ? how : 'undecided';
  const weights = found.x.slice(0, d).map((v, j) => v / units[j]);
  const intercept = fitIntercept ? found.x[d] - dot(weights, shifts) : 0;
  let best = judged(proof, weights, intercept);
  if (best.margin > 0) {
    const wide = yield* widest(host, proof, { ...settings, maxTime: limits.maxTime });
    if (wide && wide.margin > best.margin) best = wide;
    return { status: 'separable', separable: true, classes: labels, conflicts, ...best, witness: undefined, residual: NaN }; // prettier-ignore
  }
  const witness = found.multipliers.inequalities;
  const sum = witness.reduce((total, a) => total + a, 0);
  witness.forEach((a, i) => (witness[i] = a / sum));
  const residual = imbalance(proof, witness, shifts, units);
  const proven = residual <= 1e-7;
  const status = proven ? 'inseparable' : ended;
  return { status, separable: proven ? false : undefined, classes: labels, conflicts, witness: proven ? witness : undefined, residual, ...none }; // prettier-ignore
}

/** What there is of a hyperplane when there is none. */
const none = { weights: undefined, intercept: NaN, margin: NaN };

/** Samples with their signs. @typedef {{data: Float64Array, sign: Float64Array, d: number, fitIntercept: boolean}} Proof */

/**
 * The hyperplane of the largest margin.
 * @param {ProgramHost} host
 * @param {Proof} proof
 * @param {object} settings
 */
function* widest(host, proof, settings) {
  const { data, sign, d, fitIntercept } = proof;
  const rows = Array.from(sign, (s, i) => ({ s, x: data.subarray(i * d, (i + 1) * d) }));
  if (!fitIntercept) {
    const turned = rows.map(({ s, x }) => x.map((v) => s * v));
    const { points: ends } = yield* nearestPoints(host, turned, [new Float64Array(d)], settings);
    return judged(proof, ends[0], 0);
  }
  const of = (/** @type {number} */ side) => rows.filter(({ s }) => s === side).map(({ x }) => x);
  const { hyperplane } = yield* nearestPoints(host, of(1), of(-1), settings);
  return hyperplane && judged(proof, hyperplane.weights, hyperplane.intercept);
}

/**
 * The hyperplane in canonical form, whose function is at least 1 in absolute value, and its margin:
 * the distance of the nearest sample, 0 or less if rounding could hide that one is on the wrong side.
 * @param {Proof} proof
 * @param {Float64Array} weights
 * @param {number} intercept
 */
function judged({ data, sign, d }, weights, intercept) {
  let [least, error] = [Infinity, 0];
  sign.forEach((s, i) => {
    let [value, size] = [intercept, Math.abs(intercept)];
    for (let j = 0; j < d; j++) {
      const term = weights[j] * data[i * d + j];
      value += term;
      size += Math.abs(term);
    }
    error = Math.max(error, (d + 2) * Number.EPSILON * size);
    least = Math.min(least, s * value);
  });
  const norm = lengthOf(weights);
  const functional = least > error ? least : 0;
  return {
    weights: weights.map((w) => w / (functional || 1)),
    intercept: intercept / (functional || 1),
    margin: norm > 0 ? functional / norm : 0,
  };
}

/**
 * By how much sum a y x, in units of the columns, and sum a y differ from 0.
 * @param {Proof} proof
 * @param {Float64Array} a
 * @param {Float64Array} shifts
 * @param {Float64Array} units
 */
function imbalance({ data, sign, d, fitIntercept }, a, shifts, units) {
  const sums = new Float64Array(d + 1);
  a.forEach((weight, i) => {
    for (let j = 0; j < d; j++) {
      sums[j] += (weight * sign[i] * (data[i * d + j] - shifts[j])) / units[j];
    }
    if (fitIntercept) sums[d] += weight * sign[i];
  });
  return sums.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
}

/**
 * The middle of every column, which only a constant allows to subtract, and half its range.
 * @param {Float64Array} data
 * @param {number} n
 * @param {number} d
 * @param {boolean} fitIntercept
 */
function scaling(data, n, d, fitIntercept) {
  const shifts = new Float64Array(d);
  const units = new Float64Array(d);
  for (let j = 0; j < d; j++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0; i < n; i++) {
      low = Math.min(low, data[i * d + j]);
      high = Math.max(high, data[i * d + j]);
    }
    shifts[j] = fitIntercept ? low / 2 + high / 2 : 0;
    units[j] = (fitIntercept ? high / 2 - low / 2 : Math.max(high, -low)) || 1;
  }
  return { shifts, units };
}

/**
 * Pairs of equal rows of different classes: the first row of each class for each such point.
 * @param {Float64Array} data
 * @param {Int32Array} indices
 * @param {number} d
 * @returns {[number, number][]}
 */
function duplicates(data, indices, d) {
  /** @type {Map<string, number>} */
  const first = new Map();
  /** @type {[number, number][]} */
  const pairs = [];
  indices.forEach((own, i) => {
    const key = data.subarray(i * d, (i + 1) * d).join();
    const other = first.get(`${1 - own} ${key}`);
    const mine = `${own} ${key}`;
    if (first.has(mine)) return;
    first.set(mine, i);
    if (other !== undefined) pairs.push([other, i]);
  });
  return pairs;
}

/**
 * @param {Float64Array} a
 * @param {Float64Array} b
 */
const dot = (a, b) => a.reduce((sum, v, j) => sum + v * b[j], 0);
