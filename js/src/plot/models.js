/**
 * Facts about a model, from its public methods only: it may come from another bundle, be
 * promised or blocking, or a pipeline.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { packSamples } from '../input/inputs.js';
import { selectRows } from '../select/subsets.js';

/** @import { PackedTable } from '../input/inputs.js' */

/** @typedef {'classifier' | 'regressor' | 'detector'} Kind */

/**
 * The estimator that learns: the last step of a pipeline.
 * @param {any} model
 */
export function learnerOf(model) {
  return Array.isArray(model.steps) ? model.steps[model.steps.length - 1][1] : model;
}

/**
 * @param {any} model
 * @returns {Kind}
 */
export function kindOf(model) {
  const isObject = typeof model === 'object' && model !== null;
  if (isObject && 'bestEstimator' in model) {
    throw wrongModel('model is a search; pass its bestEstimator');
  }
  const learner = isObject ? learnerOf(model) : undefined;
  if (typeof learner?.predict !== 'function') {
    throw wrongModel(`model must be a machine or a pipeline, fitted, got ${show(model)}`);
  }
  if (optionsOf(model).kernel === 'precomputed') {
    throw wrongModel(
      'a machine with a precomputed kernel has no features to draw along; draw its confusion matrix or curves instead, which need predictions alone',
    );
  }
  if ('classes' in learner) return 'classifier';
  return typeof learner.decisionFunction === 'function' ? 'detector' : 'regressor';
}

/**
 * The options of the estimator that learns.
 * @param {any} model
 * @returns {Record<string, unknown>}
 */
export function optionsOf(model) {
  return learnerOf(model).getParams?.() ?? {};
}

/**
 * The boundaries between the ranks of a machine of ordered classes.
 * @param {any} model
 * @returns {Float64Array | undefined}
 */
export const thresholdsOf = (model) =>
  'order' in optionsOf(model) ? learnerOf(model).thresholds : undefined;

/**
 * The half-width of the tube: as given, as the option says, or as the fit found.
 * @param {any} model
 * @param {unknown} given
 * @returns {number | undefined}
 */
export function epsilonOf(model, given) {
  const epsilon = given ?? optionsOf(model).epsilon ?? learnerOf(model).epsilon;
  if (epsilon === undefined) return undefined;
  if (typeof epsilon === 'number' && epsilon >= 0 && epsilon < Infinity) return epsilon;
  throw new MaxMarginError(
    'ERR_OPTION',
    'epsilon',
    `epsilon must be a number >= 0, the half-width of the tube, got ${show(epsilon)}`,
  );
}

/**
 * The rows of X that are support vectors; none unless X holds the rows of the fit.
 * @param {any} model
 * @param {any} X
 * @param {number} rows of X
 * @returns {Promise<Set<number>>}
 */
export async function supportRows(model, X, rows) {
  const { supportIndices: indices, supportVectors: vectors } = learnerOf(model);
  /** @type {Set<number>} */
  const none = new Set();
  if (!vectors || indices.length === 0) return none;
  if (indices.some((/** @type {number} */ i) => i >= rows)) return none;
  let own = selectRows(X, indices);
  for (const [, step] of model.steps?.slice(0, -1) ?? []) own = await step.transform(own);
  const features = model.steps ? undefined : model.featureNames;
  return sameRows(pack(own, features), pack(vectors)) ? new Set(indices) : none;
}

/**
 * @param {unknown} samples
 * @param {string[]} [features]
 */
const pack = (samples, features) => packSamples(samples, 'X', { operation: 'predict', features });

/**
 * Whether two tables are the same up to rounding.
 * @param {PackedTable} a
 * @param {PackedTable} b
 */
function sameRows(a, b) {
  const { rows, cols } = a.shape;
  if (rows !== b.shape.rows || cols !== b.shape.cols) return false;
  for (let j = 0; j < cols; j++) {
    const [left, right] = [columnOf(a, j), columnOf(b, j)];
    if (!left.every((v, i) => Math.abs(v - right[i]) <= 1e-12 * Math.abs(v))) return false;
  }
  return true;
}

/**
 * One column of packed samples.
 * @param {PackedTable} table
 * @param {number} j
 */
export function columnOf({ shape: { layout, rows, cols }, buffers }, j) {
  const data = new Float64Array(buffers.data.buffer);
  if (layout === 'dense') return Float64Array.from({ length: rows }, (_, i) => data[i * cols + j]);
  const indptr = new Int32Array(buffers.indptr.buffer);
  const indices = new Int32Array(buffers.indices.buffer);
  const column = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    for (let at = indptr[i]; at < indptr[i + 1]; at++) if (indices[at] === j) column[i] = data[at];
  }
  return column;
}

/**
 * The result of a call of a model. When the signal aborts, this rejects at once; the call itself
 * continues, because models cannot stop it.
 * @template T
 * @param {AbortSignal | undefined} signal
 * @param {() => T | Promise<T>} call
 * @returns {Promise<T>}
 */
export async function unlessAborted(signal, call) {
  if (!signal) return call();
  signal.throwIfAborted();
  /** @type {() => void} */
  let abort = () => {};
  const aborted = new Promise((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([call(), /** @type {Promise<never>} */ (aborted)]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** @param {string} message */
const wrongModel = (message) => new MaxMarginError('ERR_TYPE', 'model', message);
