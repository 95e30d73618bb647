/** The values of models of several classes, output by output. */
import { MaxMarginError } from '../basics/errors.js';
import { Estimator } from '../model/estimator.js';
import { stateOf } from '../model/registry.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Fitted } from '../model/fitted.js' */
/** @import { Label } from '../types.js' */

/**
 * What decision values are about: classes, or pairs of them.
 * @param {Fitted | undefined} fitted
 * @param {number} cols
 * @param {boolean} [pairs]
 * @returns {(Label | [Label, Label])[] | undefined}
 */
export function meanings(fitted, cols, pairs) {
  const labels = /** @type {readonly Label[]} */ (fitted?.classes.labels ?? []);
  if (labels.length === 2 && cols === 1) return [labels[1]];
  if (!pairs) return labels.length === cols ? [...labels] : undefined;
  return labels.flatMap((a, i) =>
    labels.slice(i + 1).map((b) => /** @type {[Label, Label]} */ ([a, b])),
  );
}

/**
 * The numbers of one output, row by row.
 * @template {Float64Array | Int32Array} T
 * @param {T} all of all rows and outputs
 * @param {number} rows
 * @param {number} cols outputs
 * @param {number} q
 * @param {number} count of each row and output
 * @returns {T[]}
 */
export function rowsOfOutput(all, rows, cols, q, count) {
  return Array.from({ length: rows }, (_, i) => {
    const from = (i * cols + q) * count;
    return /** @type {T} */ (all.slice(from, from + count));
  });
}

/**
 * The decision values of any model, or its predictions where these are numbers.
 * @param {any} model
 * @param {any[]} rows
 * @returns {Steps<Float64Array>}
 */
export function* answers(model, rows) {
  // A pipeline has the method in any case, also one that ends in a regressor.
  const predicts = model instanceof Estimator && stateOf(model).spec.kind === 'regressor';
  const values = yield typeof model.decisionFunction === 'function' && !predicts
    ? model.decisionFunction(rows)
    : model.predict(rows);
  if (typeof values?.[0] !== 'number') {
    throw new MaxMarginError('ERR_TYPE', 'model', 'the model predicts labels and has no decision function; what it says cannot be explained by numbers'); // prettier-ignore
  }
  return values;
}
