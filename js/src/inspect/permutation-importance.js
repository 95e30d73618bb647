/** How much a model needs each feature. */
import { rowsOf } from '../input/rows.js';
import { readSettings, wrongSetting } from '../model/state.js';
import { Random } from '../data/random.js';
import { columnsOf } from './columns.js';

/** @import { ImportanceSettings, PermutationImportance } from './types.js' */

/**
 * The loss of score when the values of a feature are put into random order, so that they say
 * nothing about y any more (Breiman 2001). The model is not fitted anew.
 * @param {any} model fitted, of any package
 * @param {any} X rows that the fit had not seen, or those that it had
 * @param {any} y
 * @param {ImportanceSettings} [settings]
 * @returns {Promise<PermutationImportance>}
 */
export async function permutationImportance(model, X, y, settings) {
  const known = ['scoring', 'repeats', 'seed'];
  const given = /** @type {ImportanceSettings} */ (
    readSettings('permutationImportance', settings, known)
  );
  const { scoring, repeats = 5, seed = 0 } = given;
  if (!(Number.isSafeInteger(repeats) && repeats >= 1)) {
    throw wrongSetting('repeats', 'a whole number of at least 1', repeats);
  }
  if (scoring !== undefined && typeof scoring !== 'function') {
    throw wrongSetting('scoring', 'a function (y, predicted) => number', scoring);
  }
  const random = new Random(seed);
  const table = columnsOf(X) ?? columnsOf(rowsOf(X, 'permutationImportance'));
  if (!table) throw wrongSetting('X', 'rows or columns of a table', X);
  const score = async (/** @type {any} */ set) =>
    scoring ? scoring(y, await model.predict(set)) : model.score(set, y);
  const baseline = await score(X);
  const importances = [];
  for (const j of table.columns.keys()) {
    const own = new Float64Array(repeats);
    for (let r = 0; r < repeats; r++) {
      own[r] = baseline - (await score(table.permuted(j, random.permutation(table.rows))));
    }
    importances.push(own);
  }
  const mean = (/** @type {Float64Array} */ list) => list.reduce((a, b) => a + b, 0) / repeats;
  const means = Float64Array.from(importances, mean);
  const stds = Float64Array.from(importances, (own, j) =>
    Math.sqrt(mean(own.map((v) => (v - means[j]) ** 2))),
  );
  return { baseline, means, stds, importances };
}
