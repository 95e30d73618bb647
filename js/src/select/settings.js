/** The settings of model selection, checked. */
import { isArrayOrView } from '../basics/numbers.js';
import { perRow } from '../generated/rows.js';
import { checkProgress, checkSignal, readSettings, wrongSetting } from '../basics/settings.js';
import { checkExecutor } from '../executor/check.js';
import { checkPlan } from './splits.js';
import { checkWorkers } from './workers.js';

/** @import { Comparing, Given } from './compare.js' */

const comparing = [
  'folds',
  'shuffle',
  'seed',
  'stratify',
  'scoring',
  'trainScores',
  'workers',
  'executor',
  'maxTime',
];
const given = () => ['groups', ...perRow, 'device', 'signal', 'onProgress', 'resume'];

/**
 * What is given beside the samples, and the bytes to go on from, if there are some.
 * @typedef {{given: Given, resume: unknown}} Giving
 */

/**
 * @param {unknown} settings
 * @returns {{how: Comparing} & Giving}
 */
export function checkCrossValidation(settings) {
  const all = readSettings('crossValidate', settings, [...comparing, ...given()]);
  return { how: checkComparing(all), ...checkGiving(all) };
}

/**
 * @param {unknown} settings
 * @returns {{how: Comparing, trainSizes: number[]} & Giving}
 */
export function checkLearningCurve(settings) {
  const all = readSettings('learningCurve', settings, [...comparing, ...given(), 'trainSizes']);
  const { trainSizes = [0.1, 0.325, 0.55, 0.775, 1] } = all;
  const list = isArrayOrView(trainSizes);
  const sizes = list ? Array.from(trainSizes) : [];
  if (sizes.length === 0 || !sizes.every((size) => typeof size === 'number')) {
    throw wrongSetting('trainSizes', 'an array of shares or numbers of rows', trainSizes);
  }
  return {
    how: checkComparing({ trainScores: true, ...all }),
    ...checkGiving(all),
    trainSizes: sizes,
  };
}

/**
 * @param {unknown} settings
 * @returns {{how: Comparing, option: string, values: unknown[]} & Giving}
 */
export function checkValidationCurve(settings) {
  const known = [...comparing, 'warmStarts', ...given(), 'option', 'values'];
  const all = readSettings('validationCurve', settings, known);
  const { option, values } = all;
  if (typeof option !== 'string' || option === '') {
    throw wrongSetting('option', "the name of an option, such as 'gamma'", option);
  }
  const list = isArrayOrView(values);
  const tried = list ? Array.from(values) : [];
  if (tried.length === 0) throw wrongSetting('values', `an array of values of ${option}`, values);
  return {
    how: checkComparing({ trainScores: true, ...all }),
    ...checkGiving(all),
    option,
    values: tried,
  };
}

/**
 * @param {unknown} settings
 * @param {string} name of the search
 * @param {string[]} own settings of this search alone, which were read before
 * @returns {{how: Comparing, refit: unknown, outer: number, prune: boolean}} outer: folds of the
 *   nested one, 0: none; prune: leave out candidates that cannot win
 */
export function checkSearch(settings, name, own) {
  const known = [...own, ...comparing, 'warmStarts', 'refit'];
  // The rounds of a halving search have no outer folds, and rank all their candidates.
  if (name !== 'HalvingSearch') known.push('nested', 'prune');
  const all = readSettings(name, settings, known);
  const { refit = true, nested = false, prune = false } = all;
  if (typeof prune !== 'boolean') throw wrongSetting('prune', 'true or false', prune);
  if (typeof nested !== 'boolean' && !(Number.isInteger(nested) && Number(nested) >= 2)) {
    throw wrongSetting('nested', 'true, false, or a number of outer folds', nested);
  }
  const how = checkComparing(all);
  if (how.names) {
    how.chosen = how.names.indexOf(/** @type {string} */ (refit));
    if (how.chosen < 0) {
      const list = how.names.join("', '");
      throw wrongSetting(
        'refit',
        `the name of the measure that chooses, one of '${list}'`,
        all.refit,
      );
    }
  } else if (typeof refit !== 'boolean') throw wrongSetting('refit', 'true or false', refit);
  if (prune && typeof how.scorings[how.chosen] === 'function') {
    throw wrongSetting(
      'prune',
      "false with a function in scoring, whose best value is not known; name a measure, such as 'accuracy'",
      prune,
    );
  }
  const outer = nested === true ? 5 : Number(nested);
  if (outer > 0 && Array.isArray(how.plan.folds)) {
    throw wrongSetting('folds', 'a number for a nested search, which splits anew', how.plan.folds);
  }
  return { how, refit, outer, prune };
}

/**
 * @param {unknown} settings
 * @returns {Giving}
 */
export function checkSearchFit(settings) {
  return checkGiving(readSettings('GridSearch.fit', settings, given()));
}

/**
 * @param {any} all
 * @returns {Comparing}
 */
function checkComparing(all) {
  const { stratify, scoring = '', trainScores = false, warmStarts = true } = all;
  const { maxTime = Infinity } = all;
  const workers = checkWorkers(all.workers);
  const executor = checkExecutor(all.executor, all.workers);
  for (const [name, value] of Object.entries({ stratify, trainScores, warmStarts })) {
    if (value !== undefined && typeof value !== 'boolean') {
      throw wrongSetting(name, 'true or false', value);
    }
  }
  const measures = measuresOf(scoring);
  if (!(maxTime > 0)) throw wrongSetting('maxTime', 'a number of milliseconds above 0', maxTime);
  return {
    plan: checkPlan(all),
    stratify,
    ...measures,
    trainScores,
    warmStarts,
    workers,
    executor,
    maxTime,
  };
}

/**
 * One measure, or several with names.
 * @param {any} scoring
 * @returns {Pick<Comparing, 'scorings' | 'names' | 'chosen'>}
 */
function measuresOf(scoring) {
  /** @type {(one: unknown) => boolean} */
  const is = (one) => typeof one === 'string' || typeof one === 'function';
  if (is(scoring)) return { scorings: [scoring], names: undefined, chosen: 0 };
  const several = Array.isArray(scoring) ? scoring.map((name) => [name, name]) : entriesOf(scoring);
  const names = several.map(([name]) => name);
  const right = several.every(([name, one]) => typeof name === 'string' && name && is(one) && one);
  if (!right || names.length === 0 || new Set(names).size < names.length) {
    throw wrongSetting(
      'scoring',
      'the name of a metric, a function (y, predicted) => number, an array of different names, or an object with a name or function for each measure',
      scoring,
    );
  }
  return { scorings: several.map(([, one]) => one), names, chosen: 0 };
}

/**
 * The entries of a plain object; none of anything else.
 * @param {unknown} value
 * @returns {[string, any][]}
 */
function entriesOf(value) {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/**
 * @param {any} all
 * @returns {Giving}
 */
function checkGiving({ groups, device, signal, onProgress, resume, ...rest }) {
  const rows = Object.fromEntries(perRow.map((name) => [name, rest[name]]));
  return {
    given: {
      groups,
      ...rows,
      device,
      signal: checkSignal(signal),
      onProgress: checkProgress(onProgress),
    },
    resume,
  };
}
