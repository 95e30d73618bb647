/** Searches that do not fit every point of a grid to all rows. */
import { HalvingState } from '../select/halving.js';
import { SearchState } from '../select/search.js';
import { drawPoints, gridOf } from '../select/space.js';
import { copyOf } from '../select/table.js';
import { GridSearch } from './model-selection.js';

/** @import { Checked, Fittable } from './types.js' */
/** @import { HalvingRound, HalvingSettings, RandomSettings, Spaces } from '../types.js' */

/**
 * Tries points that are drawn at random, by cross-validation, and fits the best to all rows.
 * @template {Fittable} [E=any]
 * @template {Spaces} [const S=any]
 * @extends {GridSearch<E>}
 */
export class RandomSearch extends GridSearch {
  /**
   * @param {E} estimator whose other options all candidates have
   * @param {S & Checked<E, S>} space lists of values and distributions by option
   * @param {RandomSettings} [settings]
   */
  constructor(estimator, space, settings) {
    const { candidates = 10, ...rest } = settings ?? {};
    const points = gridOf(drawPoints(space, candidates, rest.seed ?? 0));
    const state = new SearchState(estimator, points, settings && rest, 'RandomSearch', ['candidates']); // prettier-ignore
    super(estimator, state);
  }
}

/**
 * Tries all points with few training rows, the best of them with more, and so on, and fits the
 * best of the last round to all rows. Each row of results is that of the last round of its point.
 * @template {Fittable} [E=any]
 * @template {Spaces} [const S=any]
 * @extends {GridSearch<E>}
 */
export class HalvingSearch extends GridSearch {
  #halving;

  /**
   * @param {E} estimator whose other options all candidates have
   * @param {S & Checked<E, S>} space values by option; with `candidates` also
   *   distributions
   * @param {HalvingSettings} [settings]
   */
  constructor(estimator, space, settings) {
    const state = new HalvingState(estimator, space, settings);
    super(estimator, state);
    this.#halving = state;
  }

  /**
   * The rounds that were begun, with the results of their candidates.
   * @returns {HalvingRound[]}
   */
  get rounds() {
    return copyOf(this.#halving.rounds);
  }
}
