/** The choice of a row of a search. */

/**
 * The simplest row that is as good as the best within one standard error: of those whose
 * mean is at least the best one's less its standard error, the smallest gamma, then the
 * smallest C. `std` divides by the number of folds, so that the standard error of
 * their mean is std / sqrt(folds - 1).
 *
 * @param {readonly { mean: number, std: number, scores: number[], rank?: number, params: { C: number, gamma: number } }[]} results
 */
export function withinOneError(results) {
  const best = results.find(({ rank }) => rank === 1);
  if (!best) return undefined;
  const least = best.mean - best.std / Math.sqrt(best.scores.length - 1);
  return results
    .filter(({ mean }) => mean >= least)
    .sort((a, b) => a.params.gamma - b.params.gamma || a.params.C - b.params.C)[0];
}
