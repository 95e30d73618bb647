/**
 * Which labellings of a few samples hyperplanes in feature space can give: each labelling is a
 * quadratic program. So there are at most 12 samples.
 */
import { gather, host, pause, run } from '#host';
import { MaxMarginError } from '../basics/errors.js';
import { compare, checkFlag, readKernel, readWatch } from '../geometry/comparing.js';
import { centered } from '../geometry/gram.js';
import { rankOf } from '../geometry/position.js';
import { decompose } from '../geometry/spectrum.js';
import { solve } from '../programs/program.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Watch } from '../runtime/host.js' */
/** @import { Dichotomies, FatShattering, KernelLike, Shattering, ShatteringSettings } from '../geometry/types.js' */
/** @import { GeometryHost } from '../geometry/comparing.js' */
/** @import { SamplesOf } from '../types.js' */

/** @type {GeometryHost} */
const worker = { call: (op, payload, watch) => host.call(op, payload, watch), pause };

/** The most samples; of n there are 2^n labellings. */
const most = 12;

/**
 * Points whose inner products are the kernel values, with a constant after centring, in units of the
 * longest one. Coordinates that are all below a millionth are left out, as rounding.
 * @typedef {object} Points
 * @property {number[][]} rows
 * @property {number} unit
 * @property {boolean} fitIntercept
 * @property {Watch} watch
 */

/**
 * @param {string} method
 * @param {unknown} X
 * @param {unknown} given
 * @returns {Steps<Points>}
 */
function* pointsOf(method, X, given) {
  const { watch, settings } = readWatch(method, given, ['kernel', 'fitIntercept']);
  const fitIntercept = checkFlag('fitIntercept', settings.fitIntercept, true);
  const kernel = readKernel(settings.kernel ?? 'linear');
  const [samples] = yield gather([X]);
  const { values, rows: n } = yield* compare(worker, kernel, samples, undefined, watch);
  if (n > most) {
    throw new MaxMarginError(
      'ERR_SHAPE',
      'X',
      `X has ${n} rows, but ${method} takes at most ${most}, since it goes through all labellings`,
      { got: n, most },
    );
  }
  // Hyperplanes with a constant are the same wherever the origin is.
  const inner = fitIntercept ? centered({ values, rows: n, columns: n }) : values;
  const unit = Math.sqrt(inner.reduce((size, value) => Math.max(size, Math.abs(value)), 0));
  if (unit === 0) return { rows: Array.from({ length: n }, () => []), unit, fitIntercept, watch };
  const scaled = inner.map((value) => value / unit ** 2);
  const { eigenvalues, vectors } = yield* decompose(worker, scaled, n, watch);
  if (eigenvalues[n - 1] < -1e-8) {
    throw new MaxMarginError(
      'ERR_NUMERIC',
      'kernel',
      `the smallest eigenvalue of the kernel matrix is ${eigenvalues[n - 1] * unit ** 2}, so there is no feature space for these samples; checkKernel shows the reason`,
      { got: eigenvalues[n - 1] * unit ** 2 },
    );
  }
  const rank = eigenvalues.filter((value) => value > 1e-12).length;
  const rows = Array.from({ length: n }, (_, i) =>
    Array.from({ length: rank }, (__, t) => vectors[i * n + t] * Math.sqrt(eigenvalues[t])),
  );
  return { rows, unit, fitIntercept, watch };
}

/**
 * The largest margin of the hyperplanes that give the first samples these labels; 0 if none does.
 * @param {Points} points
 * @param {readonly number[]} labels
 * @returns {Steps<number>}
 */
function* marginOf({ rows, unit, fitIntercept, watch }, labels) {
  const d = rows[0].length;
  const extra = fitIntercept ? [1] : [];
  if (d === 0) return 0;
  const A = labels.map((y, i) => [...rows[i], ...extra].map((v) => -y * v));
  const program = {
    quadratic: { diagonal: [...rows[0].map(() => 1), ...extra.map(() => 0)] },
    inequalities: { A, b: labels.map(() => -1) },
  };
  const { signal } = watch;
  const { status, x } = yield* solve(worker, 'solveQuadraticProgram', program, { signal });
  if (status === 'infeasible') return 0;
  const size = Math.hypot(...x.subarray(0, d));
  // What the solution does is decisive, however the solver ended.
  const least = Math.min(...A.map((row) => -row.reduce((sum, v, j) => sum + v * x[j], 0)));
  return least > 0 ? (unit * least) / size : 0;
}

/**
 * Goes through the labellings of samples that hyperplanes can give, one sample after the other:
 * what the first samples cannot have, no labelling of more of them has. Of each labelling and its
 * opposite, only the one that begins with +1 is there.
 * @param {Points} points
 * @returns {Steps<{found: {labels: number[], margin: number}[], missing: number[] | undefined}>}
 */
function* labellings(points) {
  const { rows, fitIntercept } = points;
  let found = [{ labels: [1], margin: yield* alone(points) }];
  /** @type {number[] | undefined} */
  let missing;
  const fill = (/** @type {number[]} */ labels) =>
    rows.map((_, i) => (i < labels.length ? labels[i] : 1));
  if (found[0].margin === 0) return { found: [], missing: fill([1]) };
  for (let k = 1; k < rows.length; k++) {
    const longer = [];
    for (const { labels } of found) {
      for (const label of [1, -1]) {
        const next = [...labels, label];
        // A constant alone gives all samples the same label.
        const all = fitIntercept && next.every((y) => y === 1);
        const margin = all ? Infinity : yield* marginOf(points, next);
        if (margin > 0) longer.push({ labels: next, margin });
        else missing ??= fill(next);
      }
    }
    found = longer;
  }
  return { found, missing };
}

/**
 * The margin of a single sample.
 * @param {Points} points
 * @returns {Steps<number>}
 */
function* alone(points) {
  return points.fitIntercept ? Infinity : yield* marginOf(points, [1]);
}

/**
 * How many of the 2^n labellings of n samples, at most 12, hyperplanes in the feature space of a
 * kernel can give, and one that they cannot.
 * @template {KernelLike} [K='linear']
 * @param {SamplesOf<K>} X
 * @param {ShatteringSettings<K>} [settings]
 * @returns {Returns<Dichotomies>}
 */
export function countDichotomies(X, settings) {
  return run(counting(X, settings));
}

/**
 * @param {unknown} X
 * @param {unknown} settings
 * @returns {Steps<Dichotomies>}
 */
function* counting(X, settings) {
  const points = yield* pointsOf('countDichotomies', X, settings);
  const { found, missing } = yield* labellings(points);
  const total = 2 ** points.rows.length;
  return { count: 2 * found.length, total, missing: missing && Int32Array.from(missing) };
}

/**
 * Whether hyperplanes in feature space can give samples, at most 12, every labelling.
 * @template {KernelLike} [K='linear']
 * @param {SamplesOf<K>} X
 * @param {ShatteringSettings<K>} [settings]
 * @returns {Returns<Shattering>}
 */
export function shatters(X, settings) {
  return run(shattering(X, settings));
}

/**
 * @param {unknown} X
 * @param {unknown} settings
 * @returns {Steps<Shattering>}
 */
function* shattering(X, settings) {
  const { count, total, missing } = yield* counting(X, settings);
  return { shattered: count === total, missing };
}

/**
 * The largest margin with which hyperplanes can give samples, at most 12, every labelling: the
 * samples are fat-shattered with it. The thresholds that the definition allows are 0, which is
 * the best choice, since opposite labellings have the same margin. It is 0 if there is a labelling
 * that they cannot have.
 * @template {KernelLike} [K='linear']
 * @param {SamplesOf<K>} X
 * @param {ShatteringSettings<K>} [settings]
 * @returns {Returns<FatShattering>}
 */
export function fatShattering(X, settings) {
  return run(fatten(X, settings));
}

/**
 * @param {unknown} X
 * @param {unknown} settings
 * @returns {Steps<FatShattering>}
 */
function* fatten(X, settings) {
  const points = yield* pointsOf('fatShattering', X, settings);
  const { found, missing } = yield* labellings(points);
  if (missing) return { margin: 0, labelling: Int32Array.from(missing) };
  const { labels, margin } = found.reduce((a, b) => (b.margin < a.margin ? b : a));
  return { margin, labelling: Int32Array.from(labels) };
}

/**
 * How many of the samples hyperplanes in feature space can shatter: the largest set of samples
 * that are affinely independent, or without a constant linearly independent. Others have a
 * labelling that no hyperplane gives (Radon's theorem; Cristianini & Shawe-Taylor, Proposition 4.5).
 * @template {KernelLike} [K='linear']
 * @param {SamplesOf<K>} X
 * @param {ShatteringSettings<K>} [settings]
 * @returns {Returns<number>}
 */
export function vcDimension(X, settings) {
  return run(dimension(X, settings));
}

/**
 * @param {unknown} X
 * @param {unknown} settings
 * @returns {Steps<number>}
 */
function* dimension(X, settings) {
  const points = yield* pointsOf('vcDimension', X, settings);
  return rankOf(coordinates(points));
}

/**
 * With a constant samples get a coordinate 1: affine dependence becomes linear.
 * @param {Points} points
 */
const coordinates = ({ rows, fitIntercept }) =>
  rows.map((row) => (fitIntercept ? [...row, 1] : row));
