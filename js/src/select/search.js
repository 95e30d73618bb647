/** Cross-validation and grid search, for both forms of use. */
import { MaxMarginError, busyError, show } from '../basics/errors.js';
import { checkScoreSettings, isList, readSettings, wrongSetting } from '../basics/settings.js';
import { stateOf } from '../model/registry.js';
import { encodeGroups } from '../input/groups.js';
import { hasSets } from '../input/label-sets.js';
import { encodeLabels } from '../input/labels.js';
import { entriesOf } from '../input/tables.js';
import { beside, guess } from './baseline.js';
import { drawBootstrap } from './bootstrap.js';
import { Checkpoint, checkpointOf } from './checkpoint.js';
import { Comparison, rowsOf, tellsClasses } from './compare.js';
import { warnOfTies, warnOfUndefined, whyUndefined } from './doubts.js';
import { checkEstimator } from './estimators.js';
import { expandGrid } from './grid.js';
import { checkCrossValidation, checkSearch, checkSearchFit } from './settings.js';
import { scoreBy, scoreFitted } from './score-by.js';
import { checkPlan, drawSplits } from './splits.js';
import { countRows, selectEntries, selectRows } from './subsets.js';
import { bestRow, byName, intervalOf, makeTable, meanOf, spreadOf } from './table.js';

/** @import { CrossValidation, Fold, Judged, Measured, NestedResult, Params, ResultRow, SplitData } from '../types.js' */
/** @import { SelectionHost } from './compare.js' */
/** @import { Steps } from '../basics/drive.js' */

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
  const { testSize = 0.25 } = /** @type {{testSize?: number}} */ (all);
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
    'method',
  ]);
  const { method = 'kFold', folds = 100 } = all;
  if (method === 'kFold') return yield* split(host, checkPlan(all), X, y, all);
  if (method !== 'bootstrap') throw wrongSetting('method', "'kFold' or 'bootstrap'", method);
  if (typeof folds !== 'number') throw wrongSetting('folds', 'a number of samples', folds);
  const { seed } = checkPlan({ ...all, folds });
  const [rows, labels, groups] = unitsOf(X, y, all);
  return drawBootstrap(folds, seed, rows, labels?.indices, groups);
}

/**
 * @param {SelectionHost} host
 * @param {import('./splits.js').Plan} plan
 * @param {any} X
 * @param {any} y
 * @param {any} settings
 * @returns {Steps<Fold[]>}
 */
function* split(host, plan, X, y, settings) {
  const [rows, labels, groups] = unitsOf(X, y, settings);
  const names = labels?.classes.labels.map(String);
  return yield* drawSplits(host, { ...plan, names }, rows, labels?.indices, groups);
}

/**
 * What splits respect: the number of rows, their classes and their groups.
 * @param {any} X
 * @param {any} y
 * @param {any} settings
 * @returns {[rows: number, labels: ReturnType<typeof encodeLabels> | undefined, groups: Int32Array | undefined]}
 */
function unitsOf(X, y, { stratify = false, groups }) {
  if (typeof stratify !== 'boolean') throw wrongSetting('stratify', 'true or false', stratify);
  if (typeof y === 'object' && y !== null && !isList(y)) {
    throw new MaxMarginError(
      'ERR_TYPE',
      'y',
      `y must have one entry per row of X, got ${show(y)}; pass settings as the third argument, with undefined for y without targets`,
    );
  }
  const rows = countRows(X, y);
  return [rows, stratify ? encodeLabels(y, rows) : undefined, encodeGroups(groups, rows)];
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
  const { how, given, resume } = checkCrossValidation(settings);
  const comparison = new Comparison(host, estimator, X, y, how, given);
  comparison.checkpoint = checkpointOf(given, resume);
  try {
    const folds = yield* comparison.folds();
    yield* comparison.open(folds, folds.length);
    const outcomes = comparison.blank([{}]);
    yield* comparison.run([{}], [folds.map((_, f) => f)], outcomes);
    const [row] = makeTable([{}], outcomes, how, comparison.greater);
    if (row.error) throw row.error;
    warnOfUndefined(comparison, [row]);
    const guesses = yield* guess(comparison);
    const each = (/** @type {'fitTime' | 'scoreTime'} */ name) =>
      outcomes[0].map((outcome) => outcome?.[name] ?? NaN);
    const { converged, complete } = row;
    const own = (/** @type {Measured} */ { mean, std, scores, trainScores }, at = 0) => {
      const train = how.trainScores && { trainScores };
      const judged = beside(comparison, guesses, at, scores);
      return { mean, std, interval: intervalOf(scores), scores, ...train, ...judged };
    };
    const columns = Object.values(row.measures ?? {});
    const measures = byName(how.names, (at) => own(columns[at], at));
    const times = { fitTimes: each('fitTime'), scoreTimes: each('scoreTime') };
    return { ...own(row), ...measures, ...times, converged, complete, folds };
  } finally {
    comparison.close();
  }
}

/**
 * The error when no point of a grid has a score.
 * @param {ResultRow[]} results
 * @param {Comparison} comparison
 */
function whyNone(results, comparison) {
  const failed = results.find(({ error }) => error);
  return (
    failed?.error ??
    new MaxMarginError(
      'ERR_NUMERIC',
      'scoring',
      `no point has a score on every fold: ${whyUndefined(comparison)}`,
    )
  );
}

/**
 * Where the splits of each plan begin and end among all.
 * @param {Fold[][]} plans
 * @returns {[from: number, to: number][]}
 */
function placesOf(plans) {
  let to = 0;
  return plans.map(({ length }) => [to, (to += length)]);
}

/** The settings and the results of a search. */
export class SearchState {
  /** One row per point of the grid, in its order. @type {ResultRow[]} */
  results = [];
  /** The row of the best mean. @type {number | undefined} */
  bestIndex;
  /** @type {any} */
  bestEstimator;
  /** The scores of a nested search. @type {NestedResult | undefined} */
  nested;
  /** What stands beside the best mean. @type {Judged} */
  judged = {};
  /** Whether it ended before all was done. */
  stopped = false;
  /** What its executor reported. @type {any} */
  fleet;
  /** What save writes. */
  checkpoint = new Checkpoint(undefined);
  #busy = false;

  /**
   * @param {any} estimator
   * @param {unknown} grid
   * @param {unknown} settings
   * @param {string} [name] for messages
   * @param {string[]} [own] settings of this search alone, which were read before
   */
  constructor(estimator, grid, settings, name = 'GridSearch', own = []) {
    checkEstimator(estimator);
    this.estimator = estimator;
    this.points = expandGrid(grid);
    this.settings = checkSearch(settings, name, own);
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
    if (this.#busy) throw busyError('search');
    const { given, resume } = checkSearchFit(fitSettings);
    const { how, refit } = this.settings;
    const checkpoint = new Checkpoint(resume);
    const comparison = new Comparison(host, this.estimator, X, y, how, given, this.points);
    comparison.checkpoint = this.checkpoint = checkpoint;
    this.results = [];
    this.bestIndex = this.bestEstimator = this.nested = this.fleet = /** @type {any} */ (undefined);
    this.judged = {};
    this.stopped = false;
    this.#busy = true;
    try {
      yield* this.compare(comparison);
      this.stopped = comparison.stopped;
      const { best } = this;
      if (!best && !this.stopped) throw whyNone(this.results, comparison);
      warnOfUndefined(comparison, this.results);
      if (this.nested) warnOfUndefined(comparison, [{ ...this.nested, complete: true }]);
      warnOfTies(comparison, this.results);
      yield* this.#compareWithGuessing(comparison);
      if (best && refit) this.bestEstimator = yield* comparison.refit(best.params);
    } finally {
      this.#busy = false;
      comparison.close();
      this.fleet = comparison.fleet;
    }
  }

  /**
   * @param {Comparison} comparison
   * @returns {Steps<void>}
   */
  *#compareWithGuessing(comparison) {
    const { best, nested, results } = this;
    const { chosen, names } = this.settings.how;
    const guesses = yield* guess(comparison);
    if (best) {
      const { scores, round = 0 } = best;
      const from = round * scores.length;
      this.judged = beside(comparison, guesses, chosen, scores, from, results.length);
    }
    if (!nested) return;
    const from = comparison.splits.length - nested.scores.length;
    const own = (/** @type {any} */ column, /** @type {number} */ by) => ({
      ...column,
      ...beside(comparison, guesses, by, column.scores, from),
    });
    const columns = Object.values(nested.measures ?? {});
    const measures = byName(names, (by) => own(columns[by], by));
    this.nested = { ...own(nested, chosen), ...measures };
  }

  /**
   * Fits every point to every split.
   * @param {Comparison} comparison
   * @returns {Steps<void>}
   */
  *compare(comparison) {
    const { points } = this;
    const { how, outer, prune } = this.settings;
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
        how,
        comparison.greater,
      );
    const table = () => own(0, inner.length);
    comparison.table = table;
    try {
      yield* comparison.run(
        points,
        points.map(() => judged),
        outcomes,
        prune ? placesOf(outer > 0 ? plans.slice(0, -1) : plans) : undefined,
      );
    } finally {
      this.keep(table());
    }
    if (outer > 0) this.nested = yield* this.#judge(comparison, plans, own);
  }

  /** @param {ResultRow[]} results */
  keep(results) {
    this.results = results;
    this.bestIndex = bestRow(results);
  }

  /**
   * The best estimator.
   * @returns {any}
   */
  get chosen() {
    if (this.bestEstimator) return this.bestEstimator;
    const remedy = this.best ? 'set refit: true' : 'call fit(X, y), and wait for it';
    throw new MaxMarginError(
      'ERR_NOT_FITTED',
      '',
      `this search has no fitted estimator; ${remedy}`,
    );
  }

  /**
   * The score of the best estimator, by the measure of the search.
   * @param {SelectionHost} host
   * @param {any} X
   * @param {any} y
   * @param {unknown} settings
   * @returns {Steps<number>}
   */
  *score(host, X, y, settings) {
    const { chosen, scoring } = this;
    if (scoring === '') return yield chosen.score(X, y, ...(settings === undefined ? [] : [settings])); // prettier-ignore
    const known = ['sampleWeight', 'groups'];
    const { how, sampleWeight, groups } = checkScoreSettings(settings, known);
    let predicted = yield chosen.predict(X, ...(Object.keys(how).length > 0 ? [how] : []));
    if (typeof scoring === 'function') {
      if (sampleWeight == null && groups == null) return scoring(y, predicted);
      throw wrongSetting('sampleWeight', 'left out, as groups, with a function in scoring', sampleWeight ?? groups); // prettier-ignore
    }
    const state = stateOf(chosen);
    const by = { scoring, sampleWeight, groups, how };
    if (state?.takesSequences?.(X)) [y, predicted] = [y, predicted].map(rowsOf);
    if (state) return (yield* scoreFitted(host, chosen, X, y, predicted, by)).score;
    if (hasSets(y)) {
      const { SetScores } = yield host.rest();
      const sets = new SetScores(y, [scoring], chosen.classes);
      return (yield* sets.scoreBy(host, chosen, X, sets.rows, predicted, by)).score;
    }
    const both = [y, predicted].flatMap((list) => Array.from(entriesOf(list)));
    const classes = tellsClasses(chosen, y) ? encodeLabels(both, both.length).classes : undefined;
    return (yield* scoreBy(host, chosen, X, y, predicted, { ...by, classes })).score;
  }

  /** The measure that chooses. */
  get scoring() {
    const { scorings, chosen } = this.settings.how;
    return scorings[chosen];
  }

  /**
   * The splits of all rows. A nested search adds the splits of the training rows of each outer
   * split, and then the outer splits.
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
   * Nested search: chooses with the training rows of each outer split, and scores the choice on
   * the test rows, which had no part in it.
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
    const { names, chosen: measure } = this.settings.how;
    const of = (/** @type {number} */ by) => {
      const scores = outside.map((_, f) => {
        const at = places.indexOf(from + f);
        return at < 0 ? NaN : (outcomes[at][from + f]?.scores[by] ?? NaN);
      });
      return { scores, mean: meanOf(scores), std: spreadOf(scores) };
    };
    return { ...of(measure), ...byName(names, of), params: chosen };
  }
}
