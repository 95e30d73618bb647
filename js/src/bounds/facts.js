/** What a fitted classifier of two classes knows of itself, from its public methods only. */
import { MaxMarginError, show } from '../basics/errors.js';
import { lengthOf } from '../basics/length.js';
import { ofLength1 } from '../generated/specs.js';
import { encodeLabels } from '../input/labels.js';
import { rowsOf } from '../input/rows.js';

/**
 * A fitted classifier of two classes.
 * @typedef {object} MarginModel
 * @property {readonly unknown[]} classes
 * @property {() => object} getParams
 * @property {(X: any) => unknown} decisionFunction
 */

/**
 * What a model knows of itself.
 * @typedef {object} Facts
 * @property {Float64Array} margins y f(x), as the model has f
 * @property {number} norm |w|; of boosting the sum of the weights of the votes, which is 1
 * @property {number} intercept
 * @property {boolean} linear
 * @property {Float64Array} [weights] w, of a linear function
 * @property {boolean} voting whether f is a convex combination of functions with values from -1 to 1
 */

/** @param {unknown} list */
const isNumbers = (list) => ArrayBuffer.isView(list) || Array.isArray(list);

/**
 * @param {any} model
 * @param {unknown} X
 * @param {any} y
 * @param {string} reader the function that asks
 * @param {boolean} [votes] whether it can do with a model that has votes in place of a w
 * @returns {Promise<Facts>}
 */
export async function factsOf(model, X, y, reader, votes = false) {
  if (model?.classes?.length !== 2 || typeof model.decisionFunction !== 'function') {
    throw new MaxMarginError(
      'ERR_TYPE',
      'model',
      `${reader} is about fitted classifiers of two classes with a decision function; of several classes fit one against the rest`,
    );
  }
  if (typeof model.diagnostics === 'function') {
    const { margin: margins, norm, bias, weights } = await model.diagnostics(X, y);
    if (!(norm > 0)) throw noFunction(norm);
    const linear = weights !== undefined;
    return { margins, norm, intercept: bias, linear, weights, voting: false };
  }
  const voting = votes && isNumbers(model.alphas);
  if (!voting && !isNumbers(model.coef)) {
    throw new MaxMarginError(
      'ERR_TYPE',
      'model',
      `${reader} needs |w|, which a ${model.constructor?.name} does not tell; pass an SVC, a NuSVC, an AverageMarginClassifier or a linear classifier`,
    );
  }
  const norm = voting ? 1 : lengthOf(model.coef);
  if (!(norm > 0)) throw noFunction(norm);
  const values = await model.decisionFunction(X);
  const { indices } = encodeLabels(y, values.length, [...model.classes]);
  const margins = Float64Array.from(values, (value, i) => (2 * indices[i] - 1) * value);
  if (voting) return { margins, norm, intercept: 0, linear: false, voting };
  const weights = Float64Array.from(model.coef);
  return { margins, norm, intercept: model.intercept?.[0] ?? 0, linear: true, weights, voting };
}

/** @param {unknown} norm */
const noFunction = (norm) =>
  new MaxMarginError(
    'ERR_NUMERIC',
    'model',
    `|w| is ${show(norm)}, so the model has no margins; fit it to samples of both classes with a kernel that is positive definite`,
  );

/**
 * The length of the longest sample in feature space, where no kernel values are needed for it.
 * @param {MarginModel} model
 * @param {Pick<Facts, 'linear'>} facts
 * @param {unknown} X
 * @param {string} reader
 * @returns {number | undefined}
 */
export function knownRadius(model, { linear }, X, reader) {
  const { kernel } = /** @type {{kernel?: any}} */ (model.getParams());
  if (linear) return rowsOf(X, reader).reduce((most, row) => Math.max(most, lengthOf(row)), 0);
  return ofLength1.includes(typeof kernel === 'string' ? kernel : kernel?.kernel) ? 1 : undefined;
}
