/** Whether scores are better than those of guessing. */

/** @import { Verdict } from '../types.js' */

/** Of what guessing leaves to gain, the share that counts as a gain. */
const relevant = 1 / 4;

/** Fewer rows than these tell nothing: all folds may have equal scores by chance. */
export const fewest = 20;

/**
 * A gain over guessing is there if its 95 % bound from below is above 0. There is none worth the
 * name if the bound from above leaves out a quarter of what can be gained.
 * @param {boolean} above whether guessing would gain as much with a probability of at most 5 %
 * @param {boolean} below whether a relevant gain would be as small with a probability of at most 5 %
 * @returns {Verdict}
 */
export function verdictOf(above, below) {
  if (above) return 'better than guessing';
  return below ? 'no better than guessing' : 'too few rows to say';
}

/**
 * Compares the scores of folds with those of guessing, by the corrected resampled t-test: folds
 * share training rows, so that the variance of the mean is 1/k + (test rows)/(training rows) times
 * that of the folds (Nadeau and Bengio, Inference for the Generalization Error, 2003).
 * @param {number[]} gains of each fold, positive for better scores
 * @param {number} most what guessing leaves to gain
 * @param {{train: Int32Array, test: Int32Array}[]} folds
 * @param {number} tries how many candidates the scores are the best of: Bonferroni's correction
 * @returns {{pValue: number, verdict: Verdict | undefined}} none for a single fold, and where a
 *   score is not defined
 */
export function judge(gains, most, folds, tries) {
  const k = gains.length;
  const [rows, ratios] = folds.reduce(
    ([sum, all], { train, test }) => [sum + test.length, all + test.length / train.length],
    [0, 0],
  );
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / k;
  const spread = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (k - 1);
  if (!(spread >= 0)) return { pValue: NaN, verdict: undefined };
  const error = Math.sqrt((spread * (1 + ratios)) / k);
  // Of a gain that all folds have alike, the test is whether there is one.
  const chance = (/** @type {number} */ gain) =>
    error > 0 ? tail(gain / error, k - 1) : Number(gain <= 0);
  const single = chance(mean);
  const pValue = Math.max(0, Math.min(1, single * tries)); // rounding may leave less than nothing
  if (rows < fewest) return { pValue, verdict: verdictOf(false, false) };
  // The best of many may be there by chance, and yet be more than guessing.
  const below = single > 0.05 && (most <= 0 || chance(relevant * most - mean) <= 0.05);
  return { pValue, verdict: verdictOf(pValue <= 0.05, below) };
}

/**
 * The probability that Student's t exceeds a value (Abramowitz and Stegun, 26.7.3 and 26.7.4).
 * @param {number} t
 * @param {number} freedom a whole number
 */
function tail(t, freedom) {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const odd = freedom % 2;
  let [sum, term] = [0, odd ? Math.cos(angle) : 1];
  for (let j = 2 + odd; j <= freedom; j += 2) {
    sum += term;
    term *= (Math.cos(angle) ** 2 * (j - 1)) / j;
  }
  const inside = Math.sin(angle) * sum;
  return (1 - (odd ? (2 / Math.PI) * (angle + inside) : inside)) / 2;
}
