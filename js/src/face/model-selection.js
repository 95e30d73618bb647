/** Splitting, cross-validation and grid search. */
import { attempt, host, openRunner, rest, run } from '#host';
import { notItself } from '../model/registry.js';
import * as curves from '../select/learning-curve.js';
import * as steps from '../select/search.js';
import { copyOf } from '../select/table.js';
import * as validation from '../select/validation-curve.js';

/** @import { Checked, Fittable, FittedTo, GridOf, PredictArguments, SamplesFor, SearchArguments, TargetsFor } from './types.js' */
/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Baseline, CrossValidation, CrossValidationSettings, Entries, Fold, LearningCurve, LearningCurveSettings, MakeFoldsSettings, NestedResult, Params, ResultRow, Samples, Scorer, SearchFitSettings, SearchSettings, SplitData, SplitSettings, ValidationCurve, ValidationCurveSettings, Verdict } from '../types.js' */
/** @import { SelectionHost } from '../select/compare.js' */

/** @type {SelectionHost} */
const worker = {
  call: (op, payload) => host.call(op, payload),
  runner: openRunner,
  rest: () => rest(),
  complete: (table, watch) => host.complete(table, watch),
};

/**
 * Holds out a share of the rows, drawn by a seed.
 * @template X, Y
 * @param {X} X
 * @param {Y} y one entry per row, or nothing
 * @param {SplitSettings} [settings]
 * @returns {Returns<SplitData<X, Y>>}
 */
export function trainTestSplit(X, y, settings) {
  return run(steps.trainTestSplit(worker, X, y, settings));
}

/**
 * The folds of a cross-validation: each row is a test row once.
 * @param {Samples | readonly unknown[]} X
 * @param {Entries<unknown> | null} [y] needed to stratify
 * @param {MakeFoldsSettings} [settings]
 * @returns {Returns<Fold[]>}
 */
export function makeFolds(X, y, settings) {
  return run(steps.makeFolds(worker, X, y, settings));
}

/**
 * Scores an estimator on every fold, fitted to the others each time. The estimator
 * itself stays as it is.
 * @template {Fittable} E
 * @param {E} estimator
 * @param {SamplesFor<E>} X
 * @param {TargetsFor<E>} y
 * @param {CrossValidationSettings} [settings]
 * @returns {Returns<CrossValidation>}
 */
export function crossValidate(estimator, X, y, settings) {
  return run(steps.crossValidate(worker, estimator, X, y, settings));
}

/**
 * Scores an estimator on every fold, fitted to more and more of the others' rows. What
 * is stopped, by onProgress or maxTime, has the sizes that were done.
 * @template {Fittable} E
 * @param {E} estimator
 * @param {SamplesFor<E>} X
 * @param {TargetsFor<E>} y
 * @param {LearningCurveSettings} [settings]
 * @returns {Returns<LearningCurve>}
 */
export function learningCurve(estimator, X, y, settings) {
  return run(curves.learningCurve(worker, estimator, X, y, settings));
}

/**
 * Scores an estimator on every fold for each value of one option. What is stopped, by onProgress or
 * maxTime, has the values that were done.
 * @template {Fittable} E
 * @param {E} estimator whose other options stay as they are
 * @param {SamplesFor<E>} X
 * @param {TargetsFor<E>} y
 * @param {ValidationCurveSettings} settings
 * @returns {Returns<ValidationCurve>}
 */
export function validationCurve(estimator, X, y, settings) {
  return run(validation.validationCurve(worker, estimator, X, y, settings));
}

/** @type {WeakMap<object, steps.SearchState>} */
const searches = new WeakMap();

/** @param {object} search */
function searchOf(search) {
  const state = searches.get(search);
  if (state) return state;
  throw notItself();
}

/**
 * Tries every combination of options by cross-validation, and fits the best to all
 * rows.
 * @template {Fittable} [E=any]
 * @template [None=undefined] what there is before a fit
 * @template {GridOf<E> | readonly GridOf<E>[]} [const G=any]
 */
export class GridSearch {
  /**
   * @param {E} estimator whose other options all candidates have
   * @param {G & Checked<E, G>} grid values by option
   * @param {SearchSettings} [settings]
   */
  constructor(estimator, grid, settings) {
    // A search with points or rounds of its own brings its state along.
    searches.set(
      this,
      grid instanceof steps.SearchState ? grid : new steps.SearchState(estimator, grid, settings),
    );
  }

  /**
   * Searches. What is aborted rejects and keeps the rows that were done in results;
   * what is stopped, by onProgress or maxTime, chooses among them. With `resume`, the bytes that
   * save() returned for the same samples and settings, only the missing fits are done.
   * @template {SearchArguments<E>} Given
   * @param {Given} given
   * @returns {Returns<GridSearch<FittedTo<E, Given[1]>, never>>} this search, whose labels are now known
   */
  fit(...given) {
    const [X, y, settings] = given;
    return /** @type {any} */ (run(this.#search(X, y, settings)));
  }

  /**
   * @param {unknown} X
   * @param {unknown} y
   * @param {SearchFitSettings} [settings]
   * @returns {Steps<this>}
   */
  *#search(X, y, settings) {
    yield* searchOf(this).fit(worker, X, y, settings);
    return this;
  }

  /**
   * The scores of all fits so far as bytes, with which fit goes on in another process. It returns at
   * once, and may be called while the search is under way, such as in onProgress.
   * @returns {Uint8Array<ArrayBuffer>}
   */
  save() {
    return searchOf(this).checkpoint.save();
  }

  /**
   * The predictions of the best estimator.
   * @param {PredictArguments<E>} given
   * @returns {ReturnType<E extends { predict(...given: any): any } ? E['predict'] : never>}
   */
  predict(...given) {
    return /** @type {any} */ (attempt(() => searchOf(this).chosen.predict(...given)));
  }

  /**
   * The score of the best estimator, by the measure of the search.
   * @param {SamplesFor<E>} X
   * @param {TargetsFor<E>} y
   * @param {any} [settings] those of the estimator's own score
   * @returns {Returns<number>}
   */
  score(X, y, settings) {
    return run(searchOf(this).score(worker, X, y, settings));
  }

  /**
   * One plain object per point of the grid, in its order.
   * @returns {ResultRow[]}
   */
  get results() {
    return copyOf(searchOf(this).results);
  }

  /**
   * The measure that chooses; '' is the estimator's own score.
   * @returns {string | Scorer}
   */
  get scoring() {
    return searchOf(this).scoring;
  }

  /**
   * The row of results with the best mean, the first of several; undefined if the search was
   * stopped before a point had one.
   * @returns {number | None}
   */
  get bestIndex() {
    return /** @type {number | None} */ (searchOf(this).bestIndex);
  }

  /** @returns {Params | None} */
  get bestParams() {
    return copyOf(searchOf(this).best?.params);
  }

  /** @returns {number | None} */
  get bestScore() {
    return /** @type {number | None} */ (searchOf(this).best?.mean);
  }

  /**
   * What guessing scores on the same folds by the measure that chooses.
   * @returns {Baseline | undefined}
   */
  get baseline() {
    return copyOf(searchOf(this).judged.baseline);
  }

  /**
   * Whether bestScore is better than guessing, though it is the best of many.
   * @returns {Verdict | undefined}
   */
  get verdict() {
    return searchOf(this).judged.verdict;
  }

  /**
   * The estimator with the best options, fitted to all rows; undefined with refit: false.
   * @returns {E | None}
   */
  get bestEstimator() {
    return searchOf(this).bestEstimator;
  }

  /**
   * The scores of the search itself on rows that it did not use, if nested is set.
   * @returns {NestedResult | undefined}
   */
  get nested() {
    return copyOf(searchOf(this).nested);
  }

  /** Whether the search ended before all was done. */
  get stopped() {
    return searchOf(this).stopped;
  }

  /**
   * What the executor says of its work: who did how much. Numbers of several sessions are added.
   * Undefined without an executor.
   * @returns {any}
   */
  get fleet() {
    return copyOf(searchOf(this).fleet);
  }
}
