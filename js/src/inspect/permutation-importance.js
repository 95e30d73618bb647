/** How much a model needs each feature. */
import { hasSets } from '../input/label-sets.js';
import { rowsOf } from '../input/rows.js';
import { MaxMarginError } from '../basics/errors.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { checkExecutor } from '../executor/check.js';
import { Random } from '../data/random.js';
import { columnsOf, pick } from './columns.js';
import { later } from '../basics/drive.js';
import { scoreFitted } from '../select/score-by.js';
import { planWorkers, inWorkers, stateOfAny } from './workers.js';

/** @import { ImportanceSettings, PermutationImportance } from './types.js' */

/**
 * The loss of score after a random permutation of the values of a feature, which then say nothing
 * about y (Breiman 2001). The model is not fitted again.
 * @param {any} model fitted, of any package
 * @param {any} X rows, of the fit or not
 * @param {any} y
 * @param {ImportanceSettings} [settings]
 * @returns {Promise<PermutationImportance>}
 */
export async function permutationImportance(model, X, y, settings) {
  const known = [
    'scoring',
    'sampleWeight',
    'groups',
    'repeats',
    'seed',
    'copies',
    'workers',
    'executor',
  ];
  const given = /** @type {ImportanceSettings} */ (
    readSettings('permutationImportance', settings, known)
  );
  const { repeats = 5, seed = 0, copies = [] } = given;
  const executor = checkExecutor(given.executor, given.workers);
  if (executor && copies.length > 0) throw wrongSetting('copies', 'left out with an executor', copies); // prettier-ignore
  const countFor = planWorkers(given.workers ?? (given.copies ? 1 : undefined));
  if (!(Number.isSafeInteger(repeats) && repeats >= 1)) {
    throw wrongSetting('repeats', 'a whole number of at least 1', repeats);
  }
  const { score: scored, method, asked } = await judgeOf(model, y, given);
  model = asked ?? model;
  if (typeof model?.[method] !== 'function') throw wrongSetting('model', `a fitted model with ${method}`, model); // prettier-ignore
  if (!Array.isArray(copies) || !copies.every((copy) => typeof copy?.[method] === 'function')) {
    throw wrongSetting('copies', `an array of fitted models with ${method}`, copies);
  }
  const random = new Random(seed);
  const table = columnsOf(X) ?? columnsOf(rowsOf(X, 'permutationImportance'));
  if (!table) throw wrongSetting('X', 'rows or columns of a table', X);
  let sign = 1;
  const score = async (/** @type {any} */ one, /** @type {any} */ set) => {
    const found = await scored(one, set);
    if (found.greater === false) sign = -1;
    return found.score;
  };
  const began = performance.now();
  const baseline = await score(model, X);
  const expected = (performance.now() - began) * table.columns.length * repeats;
  const importances = table.columns.map(() => new Float64Array(repeats));
  // The orders are drawn in sequence for any number of workers, so that workers change no number.
  const jobs = shuffles(table, repeats, random);
  await inWorkers(
    [model, ...copies],
    countFor(expected),
    jobs,
    async (one, { j, r, samples }) => {
      importances[j][r] = sign * (baseline - (await score(one, samples)));
    },
    executor,
  );
  const mean = (/** @type {Float64Array} */ list) => list.reduce((a, b) => a + b, 0) / repeats;
  const means = Float64Array.from(importances, mean);
  const stds = Float64Array.from(importances, (own, j) =>
    Math.sqrt(mean(own.map((v) => (v - means[j]) ** 2))),
  );
  return { baseline, means, stds, importances };
}

/**
 * What judges a model, and the method that it asks.
 * @param {any} model
 * @param {any} y
 * @param {ImportanceSettings} given
 * @returns {Promise<{score: (one: any, X: any) => Promise<{score: number, greater?: boolean}>, method: string, asked?: any}>}
 */
async function judgeOf(model, y, { scoring: asked, sampleWeight, groups }) {
  /** @type {ImportanceSettings['scoring']} */
  const scoring = (asked ?? (model?.bestEstimator && model.scoring)) || undefined;
  const given = {
    ...(sampleWeight != null && { sampleWeight }),
    ...(groups != null && { groups }),
  };
  const more = Object.keys(given).length > 0;
  const state = stateOfAny(model?.bestEstimator ?? model);
  if (typeof scoring === 'function') {
    if (more) throw wrongSetting(Object.keys(given)[0], 'left out with a function in scoring, which has its own', sampleWeight ?? groups); // prettier-ignore
    return {
      score: async (one, X) => ({ score: await scoring(y, await one.predict(X)) }),
      method: 'predict',
    };
  }
  if (!state && hasSets(y) && (more || scoring !== undefined)) {
    const by = { scoring: scoring ?? 'accuracy', ...given };
    const sets = await setScores(y, by.scoring, model);
    return {
      score: async (one, X) =>
        later(sets.scoreBy(undefined, one, X, sets.rows, await one.predict(X), by)),
      method: 'predict',
      asked: model?.bestEstimator,
    };
  }
  if (!state && (more || scoring !== undefined)) {
    throw wrongSetting('scoring', 'a function (y, predicted) => number for an estimator of another package', scoring); // prettier-ignore
  }
  if (scoring === undefined) {
    return {
      score: async (one, X) => ({ score: await one.score(X, y, ...(more ? [given] : [])) }),
      method: 'score',
    };
  }
  const host = /** @type {import('../model/step.js').Step} */ (state).home;
  return {
    score: async (one, X) => {
      const predicted = await one.predict(X);
      return later(scoreFitted(host, one, X, y, predicted, { scoring, ...given }, state));
    },
    method: 'predict',
    asked: model?.bestEstimator,
  };
}

/**
 * What judges predictions of several labels, in a file that is loaded when it is needed.
 * @param {any} y
 * @param {string} scoring
 * @param {any} model
 */
async function setScores(y, scoring, model) {
  const { SetScores } = await import('../face/rest.js').catch((cause) => {
    throw new MaxMarginError('ERR_RUNTIME_LOAD', '', `a file of maxmargin did not load: ${cause}`, {}, cause); // prettier-ignore
  });
  return new SetScores(y, [scoring], (model?.bestEstimator ?? model).classes);
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
      const other = pick(table.columns[j], random.permutation(table.rows));
      yield { j, r, samples: table.replaced(new Map([[j, other]])) };
    }
  }
}
