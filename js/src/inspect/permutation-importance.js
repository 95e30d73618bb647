/** How much a model needs each feature. */
import { rowsOf } from '../input/rows.js';
import { readSettings, wrongSetting } from '../model/state.js';
import { Random } from '../data/random.js';
import { columnsOf } from './columns.js';
import { planWorkers, inWorkers } from './workers.js';

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
  const known = ['scoring', 'repeats', 'seed', 'copies', 'workers'];
  const given = /** @type {ImportanceSettings} */ (
    readSettings('permutationImportance', settings, known)
  );
  const { scoring, repeats = 5, seed = 0, copies = [] } = given;
  const countFor = planWorkers(given.workers ?? (given.copies ? 1 : undefined));
  if (!(Number.isSafeInteger(repeats) && repeats >= 1)) {
    throw wrongSetting('repeats', 'a whole number of at least 1', repeats);
  }
  if (scoring !== undefined && typeof scoring !== 'function') {
    throw wrongSetting('scoring', 'a function (y, predicted) => number', scoring);
  }
  const method = scoring ? 'predict' : 'score';
  if (!Array.isArray(copies) || !copies.every((copy) => typeof copy?.[method] === 'function')) {
    throw wrongSetting('copies', `an array of fitted models with ${method}`, copies);
  }
  const random = new Random(seed);
  const table = columnsOf(X) ?? columnsOf(rowsOf(X, 'permutationImportance'));
  if (!table) throw wrongSetting('X', 'rows or columns of a table', X);
  const score = async (/** @type {any} */ one, /** @type {any} */ set) =>
    scoring ? scoring(y, await one.predict(set)) : one.score(set, y);
  const began = performance.now();
  const baseline = await score(model, X);
  const expected = (performance.now() - began) * table.columns.length * repeats;
  const importances = table.columns.map(() => new Float64Array(repeats));
  // The orders are drawn one after the other, whoever takes them, so that workers change no number.
  const jobs = shuffles(table, repeats, random);
  await inWorkers([model, ...copies], countFor(expected), jobs, async (one, { j, r, samples }) => {
    importances[j][r] = baseline - (await score(one, samples));
  });
  const mean = (/** @type {Float64Array} */ list) => list.reduce((a, b) => a + b, 0) / repeats;
  const means = Float64Array.from(importances, mean);
  const stds = Float64Array.from(importances, (own, j) =>
    Math.sqrt(mean(own.map((v) => (v - means[j]) ** 2))),
  );
  return { baseline, means, stds, importances };
}

/**
 * The samples with each column in random order, some times.
 * @param {import('./columns.js').Columns} table
 * @param {number} repeats
 * @param {Random} random
 */
function* shuffles(table, repeats, random) {
  for (const j of table.columns.keys()) {
    for (let r = 0; r < repeats; r++) {
      yield { j, r, samples: table.permuted(j, random.permutation(table.rows)) };
    }
  }
}
