/** The nearest points of two convex hulls, which are a quadratic program. */
import { MaxMarginError } from '../basics/errors.js';
import { checkRoom } from '../basics/memory.js';
import { packSamples } from '../input/inputs.js';
import { rowsOf } from '../input/rows.js';
import { float64s } from '../input/values.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { Packed, read, readLimits } from './program.js';

/** @import { Success } from '../runtime/host.js' */
/** @import { Steps } from '../basics/drive.js' */
/** @import { ProgramHost } from './program.js' */
/** @import { NearestPoints } from './types.js' */

/**
 * @param {unknown} samples
 * @param {string} argument
 */
export function points(samples, argument) {
  const { shape, buffers } = packSamples(samples, argument, { operation: 'gram' });
  if (shape.layout === 'csr') {
    // The programs have a number for each entry, so a table of them all takes no more memory.
    const { rows, cols } = shape;
    checkRoom('program', argument, { bytes: 24 * rows * cols });
    const data = new Float64Array(rows * cols);
    rowsOf(samples, argument).forEach((row, i) => data.set(row, i * cols));
    return { data, rows, cols };
  }
  if (shape.layout !== 'dense') {
    throw wrongSetting(argument, 'points as rows of numbers', samples);
  }
  return {
    data: float64s(/** @type {Uint8Array<ArrayBuffer>} */ (buffers.data)),
    rows: shape.rows,
    cols: shape.cols,
  };
}

/**
 * The points of the hulls are P'u and N'v with weights u, v >= 0 that sum to 1; half the squared
 * distance is a quadratic function of the weights, whose factor has a row for each column of the
 * points. In reduced hulls no weight is larger than `largest` (Crisp & Burges 1999).
 * @param {ProgramHost} host
 * @param {unknown} first
 * @param {unknown} second
 * @param {unknown} given
 * @returns {Steps<NearestPoints>}
 */
export function* nearestPoints(host, first, second, given) {
  const { largest: most = 1, ...rest } = readSettings('nearestPoints', given, [
    'largest',
    'tolerance',
    'maxIter',
    'maxTime',
    'signal',
    'onProgress',
  ]);
  const { watch, limits } = readLimits('nearestPoints', rest);
  const sets = [points(first, 'P'), points(second, 'N')];
  const [{ rows, cols: d }, { rows: others, cols }] = sets;
  if (cols !== d) {
    throw new MaxMarginError(
      'ERR_SHAPE',
      'N',
      `N has points of ${cols} numbers, but those of P have ${d}; pass points of the same space`,
      { expected: d, got: cols },
    );
  }
  const fewest = Math.min(rows, others);
  if (!(typeof most === 'number' && most * fewest >= 1 && most <= 1)) {
    throw wrongSetting('largest', `a number from 1/${fewest} to 1, as ${fewest} weights sum to 1`, most); // prettier-ignore
  }
  const n = rows + others;
  // Only differences count, and without their common mean the points have more digits for them.
  const mean = new Float64Array(d);
  for (const { data } of sets) data.forEach((v, i) => (mean[i % d] += v / n));
  const factor = new Float64Array(d * n);
  const sums = new Float64Array(2 * n);
  sets.forEach(({ data, rows: count }, which) => {
    for (let i = 0; i < count; i++) {
      const column = which * rows + i;
      sums[which * n + column] = 1;
      for (let j = 0; j < d; j++)
        factor[j * n + column] = (which ? -1 : 1) * (data[i * d + j] - mean[j]);
    }
  });
  const packed = new Packed();
  packed.table('factor', { data: factor, rows: d, cols: n }, 'quadratic.factor');
  packed.equalities = packed.rows('equalities', { A: { data: sums, rows: 2, cols: n }, b: [1, 1] });
  packed.numbers('objective', new Float64Array(n), 'objective', n);
  packed.numbers('lower', 0, 'lower', n, -Infinity);
  packed.numbers('upper', most === 1 ? Infinity : most, 'upper', n, Infinity);
  const { request, buffers } = packed;
  const reply = yield host.call('program', { request: { ...request, ...limits }, buffers }, watch);
  const { status, x } = read(/** @type {Success} */ (reply), packed);
  const weights = [x.slice(0, rows), x.slice(rows)];
  const ends = sets.map(({ data }, which) =>
    Float64Array.from({ length: d }, (_, j) =>
      weights[which].reduce((sum, w, i) => sum + w * data[i * d + j], 0),
    ),
  );
  const across = ends[0].map((_, j) => x.reduce((sum, w, i) => sum + w * factor[j * n + i], 0));
  const squared = across.reduce((sum, v) => sum + v * v, 0);
  const size = factor.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const areApart = squared > (1e-7 * size) ** 2;
  const middle = across.reduce((sum, v, j) => sum + (v * (ends[0][j] + ends[1][j])) / 2, 0);
  return {
    status,
    points: [ends[0], ends[1]],
    weights: [weights[0], weights[1]],
    distance: areApart ? Math.sqrt(squared) : 0,
    hyperplane: areApart
      ? { weights: across.map((v) => (2 * v) / squared), intercept: (-2 * middle) / squared }
      : undefined,
  };
}
