/** A model with fewer support vectors. */
import { later } from '../basics/drive.js';
import { MaxMarginError } from '../basics/errors.js';
import { checkWorkSettings, readSettings, wrongSetting } from '../basics/settings.js';
import { float64s } from '../input/values.js';
import { Fitted } from '../model/fitted.js';
import { stateOfAny } from './workers.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { State } from '../model/state.js' */
/** @import { ReduceSettings, Reduced } from './types.js' */

/**
 * A model like a fitted one whose functions are expansions over fewer of its vectors, with the
 * coefficients for which they are closest to those of the model in the feature space. Predictions take
 * less time by the share of vectors that is left.
 * @template M
 * @param {M} model SVC, SVR, KernelRidge or a machine like them, or a pipeline with one; it stays as it is
 * @param {ReduceSettings} settings
 * @returns {Promise<Reduced<M>>}
 */
export async function reduce(model, settings) {
  return later(reducing(model, settings));
}

/**
 * @param {any} model
 * @param {unknown} settings
 * @returns {Steps<Reduced<any>>}
 */
function* reducing(model, settings) {
  const known = ['vectors', 'maxError', 'X', 'signal', 'onProgress'];
  const { vectors, maxError, X, ...rest } = readSettings('reduce', settings, known);
  const watch = checkWorkSettings('reduce', rest);
  if (vectors === undefined && maxError === undefined) {
    throw new MaxMarginError('ERR_OPTION', 'vectors', 'reduce needs { vectors }, the most that the model may keep, or { maxError }'); // prettier-ignore
  }
  if (vectors !== undefined && !(Number.isSafeInteger(vectors) && Number(vectors) >= 1)) {
    throw wrongSetting('vectors', 'a whole number of at least 1', vectors);
  }
  if (maxError !== undefined && !(typeof maxError === 'number' && maxError >= 0 && maxError < 1)) {
    throw wrongSetting('maxError', 'a number of at least 0 and below 1', maxError);
  }
  const state = stateOfAny(model);
  if (!state) {
    throw wrongSetting('model', 'a fitted model of this package, such as new SVC()', model);
  }
  const { fitted, host } = state;
  const most = Math.min(Number(vectors ?? Infinity), 2 ** 31 - 1);
  const request = { model: fitted.id, vectors: most, tolerance: maxError ?? 0 };
  const { value, buffers } = yield host.apply('shrink', fitted, { request }, watch);
  const made = model.clone();
  const own = /** @type {State} */ (stateOfAny(made));
  if (own.host !== host) own.moveTo(host);
  const info = { ...fitted.info, supportVectors: value.vectors };
  const smaller = new Fitted(host.newModelId(), buffers.model, () => state.spec, info);
  smaller.reader = fitted.reader;
  own.fitted = smaller;
  const reduced = { model: made, vectors: value.vectors, errors: float64s(buffers.errors) };
  if (X === undefined) return reduced;
  const [before, after] = [yield model.predict(X), yield made.predict(X)];
  const cost =
    state.spec.kind === 'regressor' ? meanSquare(before, after) : otherwise(before, after);
  return { ...reduced, difference: cost };
}

/**
 * @param {Float64Array} before
 * @param {Float64Array} after
 */
const meanSquare = (before, after) =>
  Math.sqrt(before.reduce((sum, v, i) => sum + (v - after[i]) ** 2, 0) / before.length);

/**
 * @param {ArrayLike<unknown>} before
 * @param {ArrayLike<unknown>} after
 */
const otherwise = (before, after) =>
  Array.from(before).filter((label, i) => label !== after[i]).length / before.length;
