/** How certain predictions are, by theorems on average margins. */
import { MaxMarginError } from '../basics/errors.js';
import { readSettings } from '../basics/settings.js';
import { averageMarginError, transformedMargin } from './averages.js';
import { wrong } from './bound.js';
import { factsOf, knownRadius } from './facts.js';

/** @import { Samples } from '../types.js' */
/** @import { MarginModel } from './facts.js' */
/** @import { Certainty, CertaintySettings } from './types.js' */

/** g of Corollary 1. */
const clip = (/** @type {number} */ z) => Math.min(1, Math.max(-1, z));

/**
 * How certain a classifier of two classes is of its predictions: the score of a row is |f(x)|, with
 * |w| = 1 for an AverageMarginClassifier, and cut off at 1 for other machines, such as an SVC. The
 * higher the score, the more certain. The value of a row bounds how often a sample is as far on the
 * wrong side, P(y f(x) <= -score), by (14), and by Corollary 1 of the document. It is no probability
 * that the prediction for this row is wrong.
 * @param {MarginModel} model fitted
 * @param {Samples} X
 * @param {CertaintySettings} settings with the samples of the fit
 * @returns {Promise<Certainty>}
 */
export async function certainty(model, X, settings) {
  const known = ['training', 'delta', 'radius', 'rademacher'];
  const { training, ...rest } = readSettings('certainty', settings, known);
  const judge = await certaintyRule(model, training, rest);
  return judge(/** @type {ArrayLike<number>} */ (await model.decisionFunction(X)));
}

/**
 * The same as a function of decision values.
 * @param {MarginModel} model
 * @param {unknown} training the samples of the fit with their labels
 * @param {{delta?: number, radius?: number, rademacher?: number}} settings
 * @returns {Promise<(values: ArrayLike<number>) => Certainty>}
 */
export async function certaintyRule(model, training, { delta = 0.05, radius, rademacher }) {
  const { X, y } = /** @type {{X?: any, y?: any}} */ (training ?? {});
  if (X === undefined || y === undefined) throw wrong('training', '{ X, y }, the samples of the fit: the bound is about their margins', training); // prettier-ignore
  for (const [name, value] of Object.entries({ radius, rademacher })) {
    if (value !== undefined && !(value >= 0 && value < Infinity)) throw wrong(name, 'a finite number of 0 or more', value); // prettier-ignore
  }
  const facts = await factsOf(model, X, y, 'certainty');
  const outer = radius ?? knownRadius(model, facts, X, 'certainty');
  if (outer === undefined) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'radius',
      'certainty does not know how long samples are with this kernel; pass radius, at least the largest of kernelNorms(kernel, X)',
    );
  }
  const { margins, norm, intercept } = facts;
  const n = margins.length;
  const mean = (/** @type {(z: number) => number} */ g) =>
    margins.reduce((sum, z) => sum + g(z), 0) / n;
  const clipped = !('averageMargin' in model);
  // A constant is a coordinate in which every sample is as long as the longest one.
  const absorbed = intercept !== 0 && outer > 0;
  const longest = absorbed ? outer * Math.SQRT2 : outer;
  const trace = (2 * longest) / Math.sqrt(n);
  const own = rademacher === undefined ? trace : rademacher + (absorbed ? (2 * outer) / Math.sqrt(n) : 0); // prettier-ignore
  const complexity = { n, delta, rademacher: own < trace ? own : trace };
  const result = clipped
    ? transformedMargin({
        ...complexity,
        averageTransform: mean(clip),
        norm: absorbed ? Math.hypot(norm, intercept / outer) : norm,
      })
    : averageMarginError({ ...complexity, averageMargin: mean((z) => z), largest: longest });
  const largest = clipped ? 1 : longest;
  const notes = ['no value is the probability that a prediction is wrong: it bounds how often samples are as far on the wrong side as the score says']; // prettier-ignore
  if (clipped) notes.push('the theorem is about a |w| that is fixed before samples are seen; here it is that of the fit, so values serve to compare'); // prettier-ignore
  return (values) => {
    const scores = Float64Array.from(values, (f) => (clipped ? Math.abs(clip(f)) : Math.abs(f)));
    // Markov's inequality divides by largest + score in place of largest. No sample of the theorem
    // is further away than largest.
    const shares = scores.map((score) =>
      score > largest * (1 + 1e-9) ? Infinity : largest / (largest + score),
    );
    const timesShares = (/** @type {number} */ term) =>
      shares.map((share) => (share === Infinity ? share : share * term));
    const bound = timesShares(result.value);
    const terms = Object.entries(result.terms).map(([name, term]) => [name, timesShares(term)]);
    return {
      theorem: clipped ? 'transformedMargin' : 'averageMarginLevel',
      scores,
      values: bound,
      clipped: bound.map((value) => Math.min(1, value)),
      vacuous: !bound.some((value) => value < 1),
      terms: Object.fromEntries(terms),
      anyMistake: result,
      notes,
    };
  };
}
