/** Which state an estimator has. */
import { MaxMarginError } from '../basics/errors.js';

/** @import { Step } from './step.js' */

/** @type {WeakMap<object, Step>} */
const states = new WeakMap();

/**
 * Gives a new estimator its state, out of reach of everyone else.
 * @param {object} model
 * @param {Step} state
 */
export function attachState(model, state) {
  states.set(model, state);
}

/**
 * Marks the estimators of every entry of the package, each of which has classes of its own. The
 * property is the state of the estimator, with which maxmargin/inspect works (inspect/workers.js).
 */
export const mark = Symbol.for('maxmargin.estimator');

/**
 * The state of an estimator; nothing of anything else, a Proxy among them.
 * @param {object} model
 * @returns {Step | undefined}
 */
export const ownState = (model) => states.get(model);

/**
 * @param {any} model
 * @returns {Step}
 */
export function stateOf(model) {
  const state = states.get(model);
  const behind = !state && typeof model === 'object' && model && mark in model && !model[mark];
  if (behind || model === undefined) throw notItself();
  return /** @type {Step} */ (state);
}

/** The error for a method whose `this` is not the model itself. */
export const notItself = () =>
  new MaxMarginError(
    'ERR_TYPE',
    '',
    'a method was called on a Proxy of a model, or on none; call model.method(...), and keep models out of reactive state (markRaw of Vue, observable.ref of MobX)',
  );
