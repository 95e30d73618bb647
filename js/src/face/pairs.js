/** The class of machines that say of two rows whether they belong to the same class. */
import { isArrayOrView } from '../basics/numbers.js';
import { gather, run } from '#host';
import { MaxMarginError } from '../basics/errors.js';
import { bytesOf } from '../input/inputs.js';
import { float64s } from '../input/values.js';
import { checkPassing, readSettings } from '../basics/settings.js';
import { stateOf } from '../model/registry.js';
import { Classifier } from './estimators.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Classifiers } from '../generated/classifiers.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Label, Pairs, PredictSettings } from '../types.js' */

/**
 * A classifier that also judges pairs of rows.
 * @template {object} Options
 * @template {Label} L its labels
 * @template S its samples
 * @template {keyof Classifiers<any, any>} Name
 * @extends {Classifier<Options, L, S, Name>}
 */
export class PairClassifier extends Classifier {
  /**
   * Whether the two rows of each pair belong to the same class. The classes need not be among
   * those of the training set.
   * @param {S} X rows
   * @param {Pairs} pairs the numbers of two rows of X for each pair
   * @param {PredictSettings} [settings]
   * @returns {Returns<boolean[]>}
   */
  predictPairs(X, pairs, settings) {
    return run(judging(this, X, pairs, 'predictPairs', settings, isSame));
  }

  /**
   * A decision value for each pair: positive for rows of the same class. It does not depend on
   * the order of the two rows.
   * @param {S} X rows
   * @param {Pairs} pairs the numbers of two rows of X for each pair
   * @param {PredictSettings} [settings]
   * @returns {Returns<Float64Array>}
   */
  pairDecisionFunction(X, pairs, settings) {
    return run(judging(this, X, pairs, 'pairDecisionFunction', settings, (values) => values));
  }
}

/** @param {Float64Array} values */
const isSame = (values) => Array.from(values, (value) => value > 0);

/**
 * @template T
 * @param {PairClassifier<any, any, any, any>} model
 * @param {unknown} X
 * @param {unknown} pairs
 * @param {string} method
 * @param {unknown} given
 * @param {(values: Float64Array) => T} read
 * @returns {Steps<T>}
 */
function* judging(model, X, pairs, method, given, read) {
  const settings = readSettings(method, given, ['transfer', 'signal', 'onProgress']);
  const parameters = bytesOf(packPairs(pairs));
  const [rows] = yield gather([X]);
  const { transfer, watch } = checkPassing(settings);
  const request = { machine: '', count: 0, seed: 0, noise: false, question: 'pairs' };
  const state = stateOf(model);
  const [fitted, payload] = state.apply('predict', rows, request, transfer);
  const buffers = { ...payload.buffers, parameters };
  const reply = yield state.host.apply('process', fitted, { ...payload, buffers }, watch);
  return read(float64s(reply.buffers.values));
}

/**
 * The numbers of the rows, two by two; Go checks which rows there are.
 * @param {any} pairs
 */
function packPairs(pairs) {
  if (!isArrayOrView(pairs)) throw wrongPairs('they are no array');
  const { length } = pairs;
  const flat = new Float64Array(2 * length);
  for (let p = 0; p < length; p++) {
    const pair = pairs[p];
    if (pair?.length !== 2 || typeof pair[0] !== 'number' || typeof pair[1] !== 'number') {
      throw wrongPairs(`pairs[${p}] is no pair of numbers`, p);
    }
    flat.set(pair, 2 * p);
  }
  return flat;
}

/**
 * @param {string} why
 * @param {number} [pair]
 */
function wrongPairs(why, pair) {
  return new MaxMarginError(
    'ERR_TYPE',
    'pairs',
    `pairs must be an array with the numbers of two rows of X for each pair, such as [[0, 1], [0, 2]], but ${why}`,
    pair === undefined ? {} : { pair },
  );
}
