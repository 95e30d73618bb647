/** Whether the main score of a report is better than that of guessing. */
import { show } from '../basics/errors.js';
import { accuracyScore } from '../metrics/counts.js';
import { r2Score } from '../metrics/distances.js';
import { fewest, verdictOf } from '../select/verdict.js';
import { short } from './numbers.js';
import { perRow } from './resampling.js';

/** @import { ReportJSON, ReportScore, ReportTask } from '../inspect/types.js' */
/** @import { Measure } from './resampling.js' */

/** The name of what a model gains, which is none of its scores. */
export const gained = 'gain';

/**
 * Guessing, and what the model gains over it: a measure that is resampled with the others, so that
 * each sample compares both on the same rows.
 * @typedef {object} Guess
 * @property {string} main the score that is compared
 * @property {string} answer
 * @property {number} value
 * @property {number} most what can be gained
 * @property {Measure} [gain] none if the main score itself is the gain
 */

/**
 * @param {ReportTask} task
 * @param {any} truth
 * @param {any} predicted
 * @param {any} learnt labels or values of the fit, or those of the rows where they are not known
 * @returns {Guess | undefined}
 */
export function guessOf(task, truth, predicted, learnt) {
  if (task === 'ranking')
    return { main: 'kendallTau', answer: 'a random order', value: 0, most: 1 };
  if (task === 'detection' || learnt.length === 0) return undefined;
  const n = truth.length;
  if (task === 'regression') {
    const mean = learnt.reduce((/** @type {number} */ sum, /** @type {number} */ v) => sum + v, 0) / learnt.length; // prettier-ignore
    const squares = (/** @type {(i: number) => number} */ found) =>
      Array.from({ length: n }, (_, i) => (truth[i] - found(i)) ** 2);
    const [lost, left] = [squares(() => mean), squares((i) => predicted[i])];
    return {
      main: 'r2Score',
      answer: 'the mean',
      value: r2Score(truth, new Float64Array(n).fill(mean)),
      most: lost.reduce((sum, v) => sum + v, 0) / n,
      gain: perRow(gained, '', lost.map((v, i) => v - left[i]), true), // prettier-ignore
    };
  }
  /** @type {Map<any, number>} */
  const counts = new Map();
  for (const label of learnt) counts.set(label, (counts.get(label) ?? 0) + 1);
  const [[best]] = [...counts].sort(([, a], [, b]) => b - a);
  const value = accuracyScore(truth, new Array(n).fill(best));
  const gains = Array.from(truth, (label, i) => Number(predicted[i] === label) - Number(label === best)); // prettier-ignore
  const gain = perRow(gained, '', gains, true);
  return { main: 'accuracyScore', answer: `always ${show(best)}`, value, most: 1 - value, gain };
}

/**
 * @param {Guess} guess
 * @param {ReportScore[]} scores with that of the gain, if there is one
 * @param {number} rows
 * @param {boolean} learnt whether the rows are those of the fit, which tell nothing
 * @returns {ReportJSON['baseline']}
 */
export function baselineOf({ main, answer, value, most, gain }, scores, rows, learnt) {
  const score = scores.find(({ name }) => name === main);
  const { low, high } = scores.find(({ name }) => name === (gain ? gained : main)) ?? {
    low: NaN,
    high: NaN,
  };
  if (!score) return undefined;
  const known = !learnt && Number.isFinite(low);
  const enough = rows >= fewest;
  const verdict = known ? verdictOf(enough && low > 0, enough && high < most / 4) : undefined;
  const of = score.title === 'Accuracy' ? 'accuracy' : score.title;
  const said = {
    'better than guessing': 'the model is better than guessing',
    'no better than guessing': 'the model is no better than guessing',
    'too few rows to say':
      'there are too few rows to say whether the model is better than guessing',
    none: learnt
      ? 'nothing is known of new rows, since these are those of the fit'
      : 'the model can be compared with guessing',
  };
  const sentence = `By ${of}, ${short(score.value)}, ${said[verdict ?? 'none']}: ${answer} would have ${short(value)}.`;
  return { of: main, answer, value, verdict, sentence };
}
