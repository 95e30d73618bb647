/** How far the samples are from the boundary of a classifier, and what follows from that. */
import { MaxMarginError, show } from '../basics/errors.js';
import { lengthOf } from '../basics/length.js';
import { encodeLabels } from '../input/labels.js';
import { readSettings } from '../basics/settings.js';
import { wrong } from './bound.js';
import { factsOf, knownRadius } from './facts.js';

/** @import { Entries, Label, Samples } from '../types.js' */
/** @import { MarginModel } from './facts.js' */
/** @import { MarginCurve, MarginLosses, MarginReport, MarginReportSettings, MarginSummary } from './types.js' */

const meanOf = (/** @type {Float64Array} */ list) =>
  list.reduce((sum, value) => sum + value, 0) / list.length;

/**
 * The margins of samples for a classifier of two classes, as distances from its boundary in
 * feature space: the function is divided by |w|. From them the slacks at a target margin, the
 * curve of margin errors, the radius of the samples over the margin, and losses.
 * @param {MarginModel} model fitted
 * @param {Samples} X the samples of the fit, or others
 * @param {Entries<Label>} y
 * @param {MarginReportSettings} [settings]
 * @returns {Promise<MarginReport>}
 */
export async function marginReport(model, X, y, settings) {
  const known = ['gamma', 'radius'];
  const given = /** @type {MarginReportSettings} */ (readSettings('marginReport', settings, known));
  const facts = await factsOf(model, X, y, 'marginReport', true);
  const { norm, intercept, weights, voting } = facts;
  const { rho } = /** @type {{rho?: number}} */ (model.getParams());
  const { gamma = voting ? rho || 0.1 : 1 / norm } = given;
  if (!(gamma > 0 && gamma < Infinity)) throw wrong('gamma', 'a finite number above 0', gamma);
  const radius = given.radius ?? (voting ? 1 : knownRadius(model, facts, X, 'marginReport'));
  if (radius !== undefined && !(radius >= 0 && radius < Infinity)) {
    throw wrong('radius', 'a finite number of 0 or more', radius);
  }
  const margins = facts.margins.map((value) => value / norm + 0); // + 0: no minus 0
  const slack = margins.map((value) => Math.max(0, gamma - value));
  const summary = summaryOf(margins);
  const over = (/** @type {number} */ width) =>
    radius === undefined ? undefined : width > 0 ? (radius / width) ** 2 : Infinity;
  return {
    ...summary,
    margins,
    functionalMargins: facts.margins,
    norm,
    intercept,
    weights,
    radius,
    ratio: over(summary.least),
    gamma,
    targetRatio: over(gamma),
    slack,
    slackSum: slack.reduce((sum, value) => sum + value, 0),
    slackNorm: lengthOf(slack),
    marginErrors: margins.filter((value) => value < gamma).length,
    losses: lossesOf(facts.margins),
  };
}

/**
 * Margins of several classifiers of two classes for the same samples, over the same ball of
 * functions: each function is divided by |w|, and a constant is a further coordinate, in which
 * every sample is as long as the longest one. Of boosting, the weights of the votes sum to 1.
 * @param {Readonly<Record<string, MarginModel>>} models
 * @param {Samples} X
 * @param {Entries<Label>} y
 * @param {{radius?: number}} [settings] the length of the longest sample, of kernels for which it is not known
 * @returns {Promise<Record<string, MarginSummary & {readonly norm: number}>>}
 */
export async function compareMargins(models, X, y, settings) {
  const { radius } = readSettings('compareMargins', settings, ['radius']);
  if (radius !== undefined && !(typeof radius === 'number' && radius > 0 && radius < Infinity)) {
    throw wrong('radius', 'a finite number above 0', radius);
  }
  const found = /** @type {Record<string, MarginSummary & {readonly norm: number}>} */ ({});
  for (const [name, model] of Object.entries(models ?? {})) {
    const facts = await factsOf(model, X, y, 'compareMargins', true);
    let { norm } = facts;
    if (facts.intercept !== 0) {
      const long = radius ?? knownRadius(model, facts, X, 'compareMargins');
      if (long === undefined) {
        throw new MaxMarginError(
          'ERR_OPTION',
          'radius',
          `${name} has a constant, and compareMargins does not know how long samples are with its kernel; pass radius, the largest of kernelNorms(kernel, X)`,
        );
      }
      norm = Math.hypot(norm, long > 0 ? facts.intercept / Number(long) : 0);
    }
    found[name] = { norm, ...summaryOf(facts.margins.map((value) => value / norm)) };
  }
  if (Object.keys(found).length > 0) return found;
  throw wrong('models', 'an object with a fitted classifier for each name', models);
}

/**
 * What a classifier loses on each sample, by its margin y f(x): the zero-one, the ramp and the
 * hinge loss. With several classes the margin is the value of the class of the sample less the
 * largest of the others, and the hinge loss of that the generalised hinge loss with a cost of 1
 * for every mistake.
 * @param {MarginModel} model fitted, of several classes one with a value for each class
 * @param {Samples} X
 * @param {Entries<Label>} y
 * @returns {Promise<MarginLosses>}
 */
export async function marginLosses(model, X, y) {
  const k = model?.classes?.length;
  if (!(k >= 2) || typeof model.decisionFunction !== 'function') {
    throw new MaxMarginError('ERR_TYPE', 'model', `marginLosses is about fitted classifiers with a decision function, got ${show(model)}`); // prettier-ignore
  }
  const { multiClass } = /** @type {{multiClass?: unknown}} */ (model.getParams());
  if (k > 2 && (multiClass === 'ovo' || multiClass === 'dag')) {
    throw new MaxMarginError('ERR_OPTION', 'multiClass', `pairs of classes have no value for each class; fit the model with multiClass: 'ovr', or take a MulticlassSVC`); // prettier-ignore
  }
  const values = /** @type {Float64Array} */ (await model.decisionFunction(X));
  const columns = k === 2 ? 1 : k;
  const { indices } = encodeLabels(y, values.length / columns, [...model.classes]);
  const margin = (/** @type {number} */ own, /** @type {number} */ i) => {
    if (k === 2) return (2 * own - 1) * values[i];
    const scores = values.subarray(i * k, (i + 1) * k);
    return scores.reduce((m, s, c) => (c === own ? m : Math.min(m, scores[own] - s)), Infinity);
  };
  return lossesOf(Float64Array.from(indices, margin));
}

/**
 * @param {Float64Array} margins y f(x)
 * @returns {MarginLosses}
 */
function lossesOf(margins) {
  const zeroOne = margins.map((value) => Number(value <= 0));
  const hinge = margins.map((value) => Math.max(0, 1 - value));
  const ramp = hinge.map((value) => Math.min(1, value));
  const means = { zeroOne: meanOf(zeroOne), ramp: meanOf(ramp), hinge: meanOf(hinge) };
  return { zeroOne, ramp, hinge, means };
}

/**
 * @param {Float64Array} margins
 * @returns {MarginSummary}
 */
function summaryOf(margins) {
  const errors = margins.filter((value) => value <= 0).length;
  const n = margins.length;
  const curve = curveOf(margins);
  const [least, mean] = [curve.rho[0], meanOf(margins)];
  return { n, least, mean, consistent: errors === 0, errors, trainingError: errors / n, curve };
}

/**
 * R_rho, the share of samples whose margin is below rho.
 * @param {Float64Array} margins
 * @returns {MarginCurve}
 */
function curveOf(margins) {
  const sorted = margins.slice().sort();
  const steps = Array.from(sorted.keys()).filter((k) => sorted[k] !== sorted[k + 1]);
  return {
    rho: Float64Array.from(steps, (k) => sorted[k]),
    share: Float64Array.from(steps, (k) => (k + 1) / sorted.length),
  };
}
