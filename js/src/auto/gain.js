/** What the learning curve of howManyRows says of more rows. */
import { brief } from './judge.js';
import { errorOf, meanOf } from './means.js';

/** @import { RowsAnswer } from './types.js' */

/** Of the score of all rows, the share that counts as a gain. */
const worth = 0.01;

/** The rates of decay that are tried: from that of a logarithm, nearly, to one that no learner has. */
const rates = Array.from({ length: 241 }, (_, i) => 2 ** (-4 + i / 40));

/**
 * @param {number[]} rows ascending
 * @param {number[][]} scores of each size, by fold: the same test rows at every size
 * @param {string} title of the measure
 * @param {boolean} loss whether less is better
 * @param {number} [share]
 * @param {number} [best] value that the measure can have
 * @returns {RowsAnswer}
 */
export function answerOf(rows, scores, title, loss, share = worth, best = loss ? 0 : Infinity) {
  const last = rows.length - 1;
  const sign = loss ? 1 : -1;
  const means = scores.map(meanOf);
  const errors = scores.map(errorOf);
  const folds = scores[last].map((_, fold) => fold);
  // Of two sizes the folds are compared one by one: what makes a fold hard is the same for both.
  const behind = scores.map((own) => folds.map((f) => sign * (own[f] - scores[last][f])));
  const enough = rows.find((_, at) => !(meanOf(behind[at]) > errorOf(behind[at])));
  const costs = (/** @type {number[]} */ some) =>
    scores.map((own) => sign * meanOf(some.map((fold) => own[fold])));
  const gainOf = (/** @type {number[]} */ some) => {
    const law = powerLaw(rows, costs(some), sign * best);
    return law(rows[last]) - law(2 * rows[last]);
  };
  const most = sign * (means[last] - best);
  const gain = Math.min(gainOf(folds), most);
  // The jackknife: without each fold in turn.
  const without = folds.map((left) => gainOf(folds.filter((fold) => fold !== left)));
  const error = errorOf(without) * (folds.length - 1);
  const interval = /** @type {[number, number]} */ ([Math.max(0, gain - 2 * error), Math.min(gain + 2 * error, most)]); // prettier-ignore
  const least = share * Math.abs(means[last]);
  const help = interval[0] > least ? 'yes' : interval[1] < least ? 'no' : 'unclear';
  const half = Math.max(0, last - 1);
  const range = interval.map((by) => means[last] - sign * by).sort((a, b) => a - b);
  const change = `From ${rows[half]} to ${rows[last]} training rows ${title} went from ${brief(means[half])} to ${brief(means[last])}, and twice as many would bring about ${brief(means[last] - sign * gain)} (${range.map(brief).join(' to ')})`; // prettier-ignore
  const advice = {
    yes: 'more rows would help further',
    no: `more rows would bring little${enough === rows[last] ? '' : `, and ${enough} do as well`}`,
    unclear: 'whether more rows would help, this cannot say',
  }[help];
  return {
    ...{ rows, scores: means, errors },
    enough: enough ?? rows[last],
    doubled: { rows: 2 * rows[last], score: means[last] - sign * gain, gain, interval },
    help,
    sentence: `${change}: ${advice}.`,
  };
}

/**
 * The function a + b n^(-c), b >= 0, that is nearest to some costs by least squares (Cortes, Jackel,
 * Solla, Vapnik & Denker, "Learning curves: asymptotic values and rate of convergence", NIPS 1993). For
 * each rate c the other two are a regression; a is at least the lowest cost that there can be.
 * @param {readonly number[]} rows
 * @param {readonly number[]} costs
 * @param {number} [lowest]
 * @returns {(rows: number) => number}
 */
export function powerLaw(rows, costs, lowest = -Infinity) {
  const most = rows[rows.length - 1];
  const cost = meanOf(costs);
  let [least, a, b, c] = [Infinity, cost, 0, 1];
  for (const rate of rates) {
    const z = rows.map((n) => (n / most) ** -rate);
    const mean = meanOf(z);
    const spread = z.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const shared = z.reduce((sum, value, i) => sum + (value - mean) * (costs[i] - cost), 0);
    let slope = Math.max(0, shared / spread);
    let base = cost - slope * mean;
    if (base < lowest) {
      base = lowest;
      slope = z.reduce((sum, value, i) => sum + value * (costs[i] - base), 0) / z.reduce((sum, value) => sum + value ** 2, 0); // prettier-ignore
    }
    const rest = z.reduce((sum, value, i) => sum + (costs[i] - base - slope * value) ** 2, 0);
    if (rest < least) [least, a, b, c] = [rest, base, slope, rate];
  }
  return (n) => a + b * (n / most) ** -c;
}
