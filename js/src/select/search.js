/** Cross-validation and grid search, for both forms of use. */
import { readSettings, stateOf, wrongSetting } from '../state.js';
import { encodeLabels } from '../labels.js';
import { Comparison } from './compare.js';
import { checkEstimator } from './estimators.js';
import { expandGrid } from './grid.js';
import { checkCrossValidation, checkSearch, checkSearchFit } from './settings.js';
import { checkPlan, drawSplits, encodeGroups } from './splits.js';
import { countRows, selectEntries, selectRows } from './subsets.js';
import { bestRow, makeTable, meanOf, spreadOf } from './table.js';

/** @import { CrossValidation, Fold, NestedResult, Params, ResultRow, SplitData } from '../types.js' */
/** @import { SelectionHost } from './compare.js' */
/** @import { Steps } from './drive.js' */

/**
 * @param {SelectionHost} host
 * @param {any} X
 * @param {any} y
 * @param {unknown} settings
 * @returns {Steps<SplitData<any, any>>}
 */
export function* trainTestSplit(host, X, y, settings) {
  const all = readSettings('trainTestSplit', settings, [
    'testSize',
    'stratify',
    'groups',
    'shuffle',
    'seed',
  ]);
  const { testSize = 0.25 } = /** @type {any} */ (all);
  const plan = { ...checkPlan({ ...all, testSize }), folds: 0 };
  const [{ train, test }] = yield* split(host, plan, X, y, all);
  return {
    XTrain: selectRows(X, train),
    XTest: selectRows(X, test),
    yTrain: selectEntries(y, train),
    yTest: selectEntries(y, test),
    train,
    test,
  };
}

/**
 * @param {SelectionHost} host
 * @param {any} X
 * @param {any} y
 * @param {unknown} settings
 * @returns {Steps<Fold[]>}
 */
export function* makeFolds(host, X, y, settings) {
  const all = readSettings('makeFolds', settings, [
    'folds',
    'stratify',
    'groups',
    'shuffle',
    'seed',
  ]);
  return yield* split(host, checkPlan(all), X, y, all);
}

/**
 * @param {SelectionHost} host
 * @param {import('./splits.js').Plan} plan
 * @param {any} X
 * @param {any} y
 * @param {any} settings
 * @returns {Steps<Fold[]>}
 */
function* split(host, plan, X, y, { stratify = false, groups }) {
  if (typeof stratify !== 'boolean') throw wrongSetting('stratify', 'true or false', stratify);
  const rows = countRows(X);
  const labels = stratify ? encodeLabels(y, rows).indices : undefined;
  return yield* drawSplits(host, plan, rows, labels, encodeGroups(groups, rows));
}

/**
 * @param {SelectionHost} host
 * @param {any} estimator
 * @param {any} X
 * @param {any} y
 * @param {unknown} settings
 * @returns {Steps<CrossValidation>}
 */
export function* crossValidate(host, estimator, X, y, settings) {
  checkEstimator(estimator);
  const { how, given } = checkCrossValidation(settings);
  const comparison = new Comparison(host, estimator, X, y, how, given);
  try {
    const folds = yield* comparison.folds();
    yield* comparison.open(folds, folds.length);
    const outcomes = comparison.blank([{}]);
    yield* comparison.run([{}], [folds.map((_, f) => f)], outcomes);
    const [row] = makeTable([{}], outcomes, comparison.greater);
    if (row.error) throw row.error;
    const each = (/** @type {'fitTime' | 'scoreTime'} */ name) =>
      outcomes[0].map((outcome) => outcome?.[name] ?? NaN);
    const { mean, std, scores, trainScores, converged, complete } = row;
    const times = { fitTimes: each('fitTime'), scoreTimes: each('scoreTime') };
    return { mean, std, scores, trainScores, ...times, converged, complete, folds };
  } finally {
    comparison.close();
  }
}

/** What a search found, and how. */
export class SearchState {
  /** One row per point of the grid, in its order. @type {ResultRow[]} */
  results = [];
  /** The row of the best mean. @type {number | undefined} */
  bestIndex;
  /** @type {any} */
  bestEstimator;
  /** What a nested search says of the whole procedure. @type {NestedResult | undefined} */
  nested;
  /** Whether it ended before all was done. */
  stopped = false;

  /**
   * @param {any} estimator
   * @param {unknown} grid
   * @param {unknown} settings
   */
  constructor(estimator, grid, settings) {
    checkEstimator(estimator);
    this.estimator = estimator;
    this.points = expandGrid(grid);
    this.settings = checkSearch(settings);
    const state = stateOf(estimator);
    for (const point of this.points) state?.check(point);
  }

  get best() {
    return this.bestIndex === undefined ? undefined : this.results[this.bestIndex];
  }

  /**
   * @param {SelectionHost} host
   * @param {any} X
   * @param {any} y
   * @param {unknown} fitSettings
   * @returns {Steps<void>}
   */
  *fit(host, X, y, fitSettings) {
    const given = checkSearchFit(fitSettings);
    const { points } = this;
    const { how, refit, outer } = this.settings;
    const comparison = new Comparison(host, this.estimator, X, y, how, given, points);
    this.#forget();
    try {
      const plans = yield* this.#draw(comparison, outer);
      const [inner] = plans;
      const splits = plans.flat();
      const fits = points.length * (splits.length - outer) + outer;
      yield* comparison.open(splits, fits);
      const judged = splits.map((_, f) => f).slice(0, splits.length - outer);
      const outcomes = comparison.blank(points);
      const own = (/** @type {number} */ from, /** @type {number} */ to) =>
        makeTable(
          points,
          outcomes.map((point) => point.slice(from, to)),
          comparison.greater,
        );
      const table = () => own(0, inner.length);
      comparison.table = table;
      try {
        yield* comparison.run(
          points,
          points.map(() => judged),
          outcomes,
        );
      } finally {
        this.results = table();
        this.bestIndex = bestRow(this.results);
      }
      if (outer > 0) this.nested = yield* this.#judge(comparison, plans, own);
      this.stopped = comparison.stopped;
      const { best } = this;
      if (best && refit) this.bestEstimator = yield* comparison.refit(best.params);
      if (!best && !this.stopped) throw this.results[0].error;
    } finally {
      comparison.close();
    }
  }

  #forget() {
    this.results = [];
    this.bestIndex = this.bestEstimator = this.nested = undefined;
    this.stopped = false;
  }

  /**
   * The splits of all rows; then, nested, those within what each outer split learns
   * from; and the outer splits at last.
   * @param {Comparison} comparison
   * @param {number} outer
   * @returns {Steps<Fold[][]>}
   */
  *#draw(comparison, outer) {
    const plans = [yield* comparison.folds()];
    if (outer === 0) return plans;
    const outside = yield* comparison.folds(undefined, outer);
    for (const { train } of outside) plans.push(yield* comparison.folds(train));
    return [...plans, outside];
  }

  /**
   * Nested: chooses on what each outer split learns from, and judges the choice by
   * the rest of the rows, which had no part in it.
   * @param {Comparison} comparison
   * @param {Fold[][]} plans
   * @param {(from: number, to: number) => ResultRow[]} table of some splits
   * @returns {Steps<NestedResult>}
   */
  *#judge(comparison, plans, table) {
    const outside = plans[plans.length - 1];
    let from = plans[0].length;
    /** @type {(Params | undefined)[]} */
    const chosen = plans.slice(1, -1).map((plan) => {
      const rows = table(from, (from += plan.length));
      const at = bestRow(rows);
      return at === undefined ? undefined : rows[at].params;
    });
    const points = chosen.filter((params) => params !== undefined);
    const places = chosen.flatMap((params, f) => (params ? [from + f] : []));
    const outcomes = comparison.blank(points);
    yield* comparison.run(
      points,
      places.map((place) => [place]),
      outcomes,
    );
    const scores = outside.map((_, f) => {
      const at = places.indexOf(from + f);
      return at < 0 ? NaN : (outcomes[at][from + f]?.score ?? NaN);
    });
    return { scores, mean: meanOf(scores), std: spreadOf(scores), params: chosen };
  }
}
