/** The score of a model by a measure that has a name, whatever the measure asks of the model. */
import { bytesOf } from '../input/inputs.js';
import { encodeGroups } from '../input/groups.js';
import { encodeLabels } from '../input/labels.js';
import { checkValues, checkWeights, flatNumbers } from '../input/values.js';
import { MaxMarginError } from '../basics/errors.js';
import { stateOf } from '../model/registry.js';

/** @import { Classes } from '../input/labels.js' */
/** @import { Steps } from '../basics/drive.js' */

/**
 * What a score is made of, beside predictions.
 * @typedef {object} Scoring
 * @property {string} scoring
 * @property {Classes | undefined} classes of a classifier
 * @property {boolean} [ordered] whether they have an order
 * @property {unknown} [sampleWeight]
 * @property {unknown} [groups]
 * @property {object} [how] settings of the methods that are asked
 */

/**
 * Whether the classes of a machine have an order.
 * @param {any} state
 */
export const isOrdered = (state) =>
  state?.learner.specs.some((/** @type {{type: string}} */ { type }) => type === 'classOrder');

/**
 * Some measures are of the second of two classes, and have means over more under other names.
 * @param {any} scoring
 * @param {number} k classes
 */
export function checkClasses(scoring, k) {
  if (k === 2 || !/^(precision|recall|specificity|f1|fbeta@.*)$/.test(scoring)) return;
  const mean = scoring.replace(/beta@.*/, '1');
  throw new MaxMarginError('ERR_OPTION', 'scoring', `${scoring} is a measure of two classes, but y has ${k}; use ${mean}Macro, ${mean}Micro or ${mean}Weighted`); // prettier-ignore
}

/**
 * @param {{call: (op: string, payload: any) => any}} host
 * @param {any} model
 * @param {any} X
 * @param {any} y
 * @param {any} predicted
 * @param {Scoring} by
 * @returns {Steps<{score: number, greater: boolean}>}
 */
export function* scoreBy(host, model, X, y, predicted, by) {
  const { scoring, classes, ordered = false, sampleWeight, groups, how = {} } = by;
  const names = classes?.labels.map(String) ?? [];
  if (classes) checkClasses(scoring, names.length);
  const request = { scoring, classes: names.length, names, ordered };
  const { length } = y;
  const encode = (/** @type {any} */ list, /** @type {string} */ name) =>
    bytesOf(classes ? encodeLabels(list, length, classes).indices : checkValues(list, name, length)); // prettier-ignore
  // Buffers are transferred, so that every call has its own.
  const call = (/** @type {object} */ more) => {
    const [truth, found] = [encode(y, 'y'), encode(predicted, 'predictions')];
    const weights = checkWeights(sampleWeight, length);
    const lists = encodeGroups(groups, length);
    const buffers = {
      ...(classes
        ? { labels: truth, predictedLabels: found }
        : { values: truth, predictedValues: found }),
      ...(weights && { sampleWeight: bytesOf(weights) }),
      ...(lists && { groups: bytesOf(lists) }),
      ...more,
    };
    return host.call('score', { request, buffers });
  };
  const { value } = yield call({});
  if (!value.needs) return value;
  if (typeof model[value.needs] !== 'function') {
    throw new MaxMarginError('ERR_OPTION', 'scoring', `${scoring} needs the method ${value.needs}, which there is not for these samples; choose a measure of predictions`); // prettier-ignore
  }
  const shape = value.needs === 'decisionFunction' && names.length > 2 && { shape: 'ovr' };
  const settings = { ...how, ...shape };
  const given = yield model[value.needs](X, ...(Object.keys(settings).length ? [settings] : []));
  const numbers = flatNumbers(given);
  const name = value.needs === 'predictProba' ? 'probabilities' : 'decision';
  return (yield call({ [name]: bytesOf(numbers) })).value;
}

/**
 * The same for a fitted estimator of the package, which knows its classes.
 * @param {{call: (op: string, payload: any) => any}} host
 * @param {any} model
 * @param {any} X
 * @param {any} y
 * @param {any} predicted
 * @param {Omit<Scoring, 'classes'>} by
 * @param {any} [state] of the model
 */
export function scoreFitted(host, model, X, y, predicted, by, state = stateOf(model)) {
  const { classes } = state.fitted;
  const known = classes.labels.length > 0 ? classes : undefined;
  return scoreBy(host, model, X, y, predicted, {
    ...by,
    classes: known,
    ordered: isOrdered(state),
  });
}
