/** Machines that learn within queries, or lists. */
import { run } from '#host';
import { encodeGroups } from '../input/groups.js';
import { bytesOf } from '../input/inputs.js';
import { checkValues } from '../input/values.js';
import { inversionRate } from '../metrics/orders.js';
import { stateOf } from '../model/registry.js';
import { Classifier, Regressor, scoring } from './estimators.js';

/** @import { Returns } from '../forms.js' */
/** @import { Entries, RankingScoreSettings } from '../types.js' */

/**
 * Has a machine take the setting groups in its fits.
 * @param {object} model
 */
function learnGroups(model) {
  stateOf(model).packGroups = (groups, rows) => ({
    groups: bytesOf(encodeGroups(groups, rows) ?? new Int32Array(rows)),
  });
}

/**
 * A classifier that learns a measure of whole lists of rows.
 * @extends {Classifier<any, any, any, any>}
 */
export class SetClassifier extends Classifier {
  /** @param {object} spec @param {object} [options] */
  constructor(spec, options) {
    super(spec, options);
    learnGroups(this);
  }
}

/**
 * A machine that puts the rows of queries in order.
 * @template {object} Options
 * @template S its samples
 * @extends {Regressor<Options, S>}
 */
export class Ranker extends Regressor {
  /**
   * @param {object} spec what the machine is: a MachineSpec
   * @param {Options} [options]
   */
  constructor(spec, options) {
    super(spec, options);
    learnGroups(this);
  }

  /**
   * The share of the pairs of rows of different relevance that are in order, as the mean over the
   * queries that have such pairs; NaN when there are none.
   * @param {S} X
   * @param {Entries<number>} y relevances
   * @param {RankingScoreSettings} [settings]
   * @returns {Returns<number>}
   */
  score(X, y, settings) {
    return run(scoring(this, X, y, settings, concordance, ['groups']));
  }
}

/**
 * @param {Float64Array} predicted
 * @param {unknown} y
 * @param {Float64Array | undefined} _weights pairs of rows have none
 * @param {unknown} groups
 */
function concordance(predicted, y, _weights, groups) {
  const { length } = predicted;
  const relevance = checkValues(y, 'y', length);
  const of = encodeGroups(groups, length) ?? new Int32Array(length);
  /** @type {number[][]} */
  const queries = [];
  of.forEach((query, i) => (queries[query] ??= []).push(i));
  let [sum, judged] = [0, 0];
  for (const rows of queries) {
    const own = rows.map((i) => relevance[i]);
    if (own.every((value) => value === own[0])) continue;
    const scores = rows.map((i) => predicted[i]);
    sum += 1 - inversionRate(own, scores);
    judged++;
  }
  return sum / judged;
}
