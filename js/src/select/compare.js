/**
 * Compares candidates of one estimator over splits of one data set. Workers fit the machines of
 * the catalogue in a study; any other object with fit, predict, score, getParams and setParams
 * is fitted here, one after the other.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { entriesOf } from '../input/tables.js';
import { encodeGroups } from '../input/groups.js';
import { hasSets } from '../input/label-sets.js';
import { checkLength, encodeLabels } from '../input/labels.js';
import { endsAll } from '../executor/errors.js';
import { perRow } from '../generated/rows.js';
import { wrongSetting } from '../basics/settings.js';
import { stateOf } from '../model/registry.js';
import { Batches, shapeOf } from './batches.js';
import { withParams } from './estimators.js';
import { warnOfAbsent } from './doubts.js';
import { Race } from './race.js';
import { checkClasses, isOrdered, scoreBy } from './score-by.js';
import { drawSplits } from './splits.js';
import { Study, failure, tableOf } from './study.js';
import { countRows, selectEntries, selectRows } from './subsets.js';

/** @import { JobHandlers, Runner } from '../executor/runner.js' */
/** @import { Executor, Opening } from '../executor/types.js' */
/** @import { Payload, Watch } from '../runtime/host.js' */
/** @import { PackedTable } from '../input/inputs.js' */
/** @import { Fold, Params, ResultRow, Scorer, SearchProgress } from '../types.js' */
/** @import { Steps } from '../basics/drive.js' */
/** @import { Checkpoint } from './checkpoint.js' */
/** @import { Plan } from './splits.js' */
/** @import { Job } from './study.js' */
/** @import { Outcome } from './table.js' */

/**
 * The host of the work: a client, or a program in this thread.
 * @typedef {object} SelectionHost
 * @property {(op: string, payload: Payload) => any} call
 * @property {(how: Comparing, opening: Opening, given: Given) => Runner | Promise<Runner>} runner
 * @property {() => any} rest what few programs need: face/rest.js, or a promise of it
 * @property {(table: PackedTable, watch: Watch) => any} complete computes what its buffers lack
 */

/**
 * How candidates are compared, checked.
 * @typedef {object} Comparing
 * @property {Plan} plan
 * @property {boolean | undefined} stratify
 * @property {(string | Scorer)[]} scorings one, or several; '': the estimator's own
 * @property {string[] | undefined} names of several
 * @property {number} chosen which of them chooses
 * @property {boolean} trainScores
 * @property {boolean} warmStarts
 * @property {number} workers
 * @property {Executor | undefined} executor in place of workers here
 * @property {number} maxTime
 */

/**
 * What goes with the data.
 * @typedef {object} Given
 * @property {unknown} [groups]
 * @property {unknown} [sampleWeight]
 * @property {unknown} [sampleEpsilon]
 * @property {unknown} [sampleWeightBelow]
 * @property {unknown} [sampleEpsilonBelow]
 * @property {unknown} [device] where kernel values are computed
 * @property {AbortSignal | null} [signal]
 * @property {((progress: SearchProgress) => unknown) | null} [onProgress]
 */

/** Some rows of the data. @typedef {{X: any, y: any}} Part */

/**
 * Reports of two sessions as one: their numbers are added.
 * @param {any} a
 * @param {any} b
 * @returns {any}
 */
function summed(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return b;
  const own = Object.entries(b).map(([name, value]) => [name, summed(a[name], value)]);
  return { ...a, ...Object.fromEntries(own) };
}

/**
 * An error about the measure of an estimator of another package, with what may be its reason.
 * @param {unknown} error
 * @param {{kind?: unknown}} estimator
 */
function withKind(error, { kind }) {
  if (kind !== undefined || !(error instanceof MaxMarginError) || error.argument !== 'scoring')
    return error;
  const { code, argument, message, details } = error;
  return new MaxMarginError(code, argument, `${message}; an estimator of another package that predicts classes needs the property kind = 'classifier'`, details, error); // prettier-ignore
}

/**
 * Whether an estimator of another package is a classifier. It says so itself by its property kind;
 * of one that does not, the labels decide: those of a classifier alone are not numbers. Rows with
 * several labels have no classes.
 * @param {any} estimator
 * @param {any} y
 */
export function tellsClasses({ kind }, y) {
  if (hasSets(y)) return false;
  if (kind !== undefined) return kind === 'classifier';
  return y != null && Array.from(entriesOf(y)).some((label) => typeof label !== 'number');
}

/**
 * @param {unknown} score
 * @param {string} argument that it came from
 * @param {string} what returned it
 * @returns {number}
 */
function checkScore(score, argument, what) {
  if (typeof score === 'number' && !Number.isNaN(score)) return score;
  const promise =
    typeof (/** @type {Partial<PromiseLike<unknown>>} */ (score)?.then) === 'function';
  throw new MaxMarginError(
    'ERR_FUNCTION',
    argument,
    `${what} must return a number, greater for better predictions, got ${promise ? 'a promise; score without async' : show(score)}`,
  );
}

/**
 * The labels of all rows of some sequences.
 * @param {any[]} sequences
 */
export function rowsOf(sequences) {
  return sequences.flatMap((labels) => Array.from(entriesOf(labels)));
}

export class Comparison {
  /** Of each measure: greater scores are better. @type {boolean[]} */
  greater;
  /** Whether it ended before all was done. */
  stopped = false;
  /** The error that a callback of the user threw. @type {{error: unknown} | undefined} */
  #thrown;
  #began = performance.now();
  #done = 0;
  #total = 0;
  /** Parts of fits that are going on, by what they are part of. @type {Map<object, number>} */
  #running = new Map();
  /** @type {Runner | undefined} */
  #runner;
  /** What the executor of the caller's reported, of all sessions. @type {any} */
  fleet;
  /** Of the candidates, where some may be left out. @type {Race | undefined} */
  #race;
  /** Scores of rows with several labels. @type {import('../metrics/named-sets.js').SetScores | undefined} */
  sets;
  /** @type {Fold[]} */
  splits = [];
  /** The results of a search so far, for its reports. @type {(() => ResultRow[]) | undefined} */
  table;
  /** What goes into the file of a search, or of what else reports. @type {Checkpoint | undefined} */
  checkpoint;

  /**
   * @param {SelectionHost} host
   * @param {any} estimator
   * @param {any} X
   * @param {any} y
   * @param {Comparing} how
   * @param {Given} given
   * @param {Params[]} [points] that will be compared
   */
  constructor(host, estimator, X, y, how, given, points = [{}]) {
    this.host = host;
    // A copy: the caller may change the options of the estimator while candidates are compared.
    this.estimator = estimator.clone?.() ?? estimator;
    this.X = X;
    this.y = y;
    this.how = how;
    this.greater = how.scorings.map(() => true);
    this.given = given;
    this.points = points;
    const state = stateOf(estimator);
    this.kind = state?.spec.kind;
    /** Whether each entry of X and y is a sequence of rows; folds do not divide any. @type {boolean} */
    this.sequences = state?.takesSequences?.(X) ?? false;
    const states = state ? points.map((point) => stateOf(this.candidate(point))) : [];
    const [first] = states.flatMap((own) => own.vectorizing?.(X) ?? []);
    if (first) this.X = first.samples;
    const objects = first !== undefined || states.some(({ takesObjects }) => takesObjects);
    // A study is of one kind of machine; a grid may have several for a step of a pipeline.
    const mixed = new Set(states.map(shapeOf)).size > 1;
    const other = states.find(({ spec }) => spec.kind !== this.kind)?.learner.name;
    if (other) throw wrongSetting('grid', `of ${this.kind}s, as the estimator is one`, other);
    // Go compares machines that are made of the same parts, and calls no functions of the caller's.
    const forms = new Set([state, ...states].map((own) => own?.form));
    const apart = forms.size > 1 || /^functions/.test(String([...forms][0]));
    this.study =
      state && !objects && !mixed && !apart && !this.sequences
        ? new Study(estimator, tableOf(estimator, X), y, given)
        : undefined;
    // A matrix of labels is read, and counted, when its scores are.
    this.rows = this.study?.rows ?? countRows(this.X, Array.isArray(y) || !hasSets(y) ? y : null);
    const parts = objects || (mixed && !apart && !this.sequences);
    this.batches = parts ? new Batches(this) : undefined;
    this.isClassifier = this.kind ? this.kind === 'classifier' : tellsClasses(estimator, y);
    const named = how.scorings.find((scoring) => typeof scoring !== 'function');
    this.isOfSets = !state && hasSets(y) && (named || !Array.isArray(y));
    if (this.kind === 'detector' && named !== undefined) {
      throw wrongSetting('scoring', 'a function (y, predicted) => number for a detector, which has no score of its own', named || undefined); // prettier-ignore
    }
    this.groups = encodeGroups(given.groups, this.rows);
    const known =
      (how.stratify ?? (this.isClassifier && !this.sequences)) ? this.classes() : undefined;
    this.labels = known?.indices;
    this.names = known?.classes.labels.map(String);
    if (!this.isClassifier) return;
    const { length } = (known ?? this.classes()).classes.labels;
    for (const scoring of how.scorings) checkClasses(scoring, length);
  }

  /** The classes, and that of each row. */
  classes() {
    const { classes, labels: indices } = this.study ?? this.batches ?? {};
    if (classes && indices) return { classes, indices };
    const labels = this.sequences ? rowsOf(this.y) : this.y;
    return encodeLabels(labels, labels.length);
  }

  /**
   * The splits of all rows, or of some.
   * @param {Int32Array} [within]
   * @param {number} [count] other than the settings say
   * @returns {Steps<Fold[]>}
   */
  *folds(within, count) {
    const plan = { ...this.how.plan, names: this.names, ...(count && { folds: count }) };
    if (!within) return yield* drawSplits(this.host, plan, this.rows, this.labels, this.groups);
    const own = (/** @type {Int32Array | undefined} */ list) => list && selectEntries(list, within);
    const [labels, groups] = [own(this.labels), own(this.groups)];
    const folds = yield* drawSplits(this.host, plan, within.length, labels, groups);
    const outward = (/** @type {Int32Array} */ rows) => rows.map((at) => within[at]);
    return folds.map(({ train, test }) => ({ train: outward(train), test: outward(test) }));
  }

  /**
   * Gets ready to compare over splits.
   * @param {Fold[]} splits
   * @param {number} fits how many there will be
   * @returns {Steps<void>}
   */
  *open(splits, fits) {
    this.splits = splits;
    this.#total = fits;
    if (this.isClassifier && (this.study || this.batches)) {
      const { classes, indices } = this.classes();
      warnOfAbsent(classes, indices, splits);
    }
    if (this.isOfSets) {
      const { SetScores } = yield this.host.rest();
      const sets = new SetScores(this.y, this.how.scorings);
      [this.sets, this.y] = [sets, checkLength(sets.rows, 'y', this.rows)];
    }
    this.checkpoint?.begin(this);
    this.given.signal?.throwIfAborted(); // before, or while the splits were drawn
    if (this.study) yield* this.#open(this.study, splits);
  }

  /**
   * @param {Study} study
   * @param {Fold[]} splits
   * @returns {Steps<void>}
   */
  *#open(study, splits) {
    study.splits = splits;
    const { measures } = this;
    const names = measures.map(([name]) => name);
    const opening = study.opening(splits, names);
    /** @type {Runner} */
    const runner = yield this.host.runner(this.how, opening, this.given);
    this.#runner = runner;
    const greater = yield* runner.open(({ value }) => [value.greater, ...value.more]);
    measures.forEach(([, at], i) => (this.greater[at] = greater[i]));
  }

  /**
   * The measures that have names, and their places.
   * @returns {[name: string, at: number][]}
   */
  get measures() {
    return this.how.scorings.flatMap((scoring, at) =>
      typeof scoring === 'string' ? [/** @type {[string, number]} */ ([scoring, at])] : [],
    );
  }

  close() {
    const report = this.#runner?.close();
    if ((this.how.executor || this.given.device) && report) this.fleet = summed(this.fleet, report);
  }

  /**
   * An empty table of outcomes, by point and split.
   * @param {Params[]} points
   * @returns {(Outcome | undefined)[][]}
   */
  blank(points) {
    /** @type {(Outcome | undefined)[][]} */
    const outcomes = points.map(() => this.splits.map(() => undefined));
    this.checkpoint?.add(points, outcomes);
    return outcomes;
  }

  /**
   * Fits every point to its splits, but for those whose outcomes an earlier process saved. Fits that
   * did not run because of a stop or an abort stay undefined.
   * @param {Params[]} points
   * @param {number[][]} splits the splits that each point is scored on
   * @param {(Outcome | undefined)[][]} outcomes to be filled
   * @param {[from: number, to: number][]} [plans] the splits that each winner is chosen by: leaves
   *   out candidates that cannot win
   * @returns {Steps<void>}
   */
  *run(points, splits, outcomes, plans) {
    this.checkpoint?.recall(outcomes, splits);
    if (!this.study && !this.batches) {
      const why = 'for sequences and for estimators of other packages, which are fitted here one by one'; // prettier-ignore
      if (plans) throw wrongSetting('prune', `false ${why}`, true);
      const { executor } = this.how;
      if (executor) throw wrongSetting('executor', `left out ${why}`, executor);
    }
    this.#race = plans && new Race(outcomes, plans, this.how.chosen, this.greater);
    const candidates = points.map((point) => this.candidate(point));
    const all = { points: points.map((_, at) => at), splits: this.splits.map((_, f) => f) };
    if (this.study) yield* this.#runStudy(this.study, all, candidates, splits, outcomes);
    else if (this.batches) yield* this.#runBatches(this.batches, candidates, splits, outcomes);
    else yield* this.#runHere(points, splits, outcomes);
    if (this.#thrown) throw this.#thrown.error;
  }

  /**
   * Runs one batch after the other, each with its own workers.
   * @param {Batches} batches
   * @param {any[]} candidates
   * @param {number[][]} splits
   * @param {(Outcome | undefined)[][]} outcomes to be filled
   * @returns {Steps<void>}
   */
  *#runBatches(batches, candidates, splits, outcomes) {
    const { signal } = this.given;
    const watch = { signal: signal ?? undefined, onProgress: () => this.#report() };
    for (const batch of batches.of(candidates, this.splits.length)) {
      if (this.stopped) return;
      const all = batch.points.flatMap((at) =>
        splits[at].filter((split) => batch.splits.includes(split)).map((split) => [at, split]),
      );
      const asked = all.filter(([at, split]) => !outcomes[at][split]);
      if (asked.length === 0) {
        this.#done += all.length;
        continue;
      }
      try {
        const { study, folds } = yield* batch.open(watch);
        yield* this.#open(study, folds);
        yield* this.#runStudy(study, batch, candidates, splits, outcomes);
      } catch (error) {
        signal?.throwIfAborted();
        if (endsAll(error)) throw error;
        if (this.stopped) return;
        for (const [at, split] of asked) outcomes[at][split] ??= failure(error);
        this.#done += asked.length;
      } finally {
        this.close();
      }
    }
    this.#report();
  }

  /**
   * @param {Study} study
   * @param {{points: number[], splits: number[]}} part the candidates and splits of this part
   * @param {any[]} all candidates
   * @param {number[][]} splits
   * @param {(Outcome | undefined)[][]} outcomes to be filled
   * @returns {Steps<void>}
   */
  *#runStudy(study, part, all, splits, outcomes) {
    const { warmStarts, trainScores } = this.how;
    const candidates = part.points.map((at) => all[at]);
    const own = part.points.map((at) =>
      splits[at].map((split) => part.splits.indexOf(split)).filter((split) => split >= 0),
    );
    const settle = (/** @type {Job} */ job, /** @type {number} */ count) => {
      this.#running.delete(job);
      this.#done += count;
      this.#report();
    };
    /** @type {JobHandlers<Job>} */
    const handlers = {
      begin: (job) => {
        const points = job.points.filter(
          (at) => !this.#race?.isOut(part.points[at], part.splits[job.split]),
        );
        if (points.length === job.points.length) return job;
        settle(job, job.points.length - points.length);
        return points.length > 0 ? { ...job, points } : undefined;
      },
      payload: (job) => study.evaluation(job, candidates, trainScores),
      done: (job, reply) => {
        const split = part.splits[job.split];
        const { train, test } = this.splits[split];
        const found = study.unpack(reply, test.length, trainScores ? train.length : 0);
        found.forEach(({ predicted, known, ...outcome }, i) => {
          const at = part.points[job.points[i]];
          if (predicted) {
            outcome.scores = this.#judge(study, predicted, test, outcome.scores);
            if (trainScores) {
              outcome.trainScores = this.#judge(study, known, train, outcome.trainScores);
            }
          }
          outcomes[at][split] = outcome;
          this.#race?.scored(at, split);
        });
        settle(job, found.length);
      },
      failed: (job, error) => {
        // A closed form that was stopped half-way has no result, but it did not fail.
        const unfinished =
          this.stopped && error instanceof MaxMarginError && error.code === 'ERR_STOPPED';
        if (!unfinished) {
          const split = part.splits[job.split];
          for (const at of job.points) outcomes[part.points[at]][split] = failure(error);
        }
        settle(job, job.points.length);
      },
      progress: (job, { fraction }) => {
        this.#running.set(job, fraction * job.points.length);
        return this.#report();
      },
      stopped: () => this.stopped,
    };
    // Fits that start from each other are done again together, if one of them is missing.
    const isMissing = (/** @type {Job} */ { points, split }) => {
      const missing = points.some((at) => !outcomes[part.points[at]][part.splits[split]]);
      if (!missing) this.#done += points.length;
      return missing;
    };
    const begun = study
      .jobs(candidates, own, warmStarts)
      .map((group) => group.filter(isMissing))
      .filter((group) => group.length > 0);
    if (this.#done > 0) this.#report();
    if (begun.length > 0) yield* /** @type {Runner} */ (this.#runner).run(begun, handlers);
  }

  /**
   * Scores with the functions of the user, where there are some.
   * @param {Study} study
   * @param {any} predicted
   * @param {Int32Array} rows
   * @param {number[]} known scores of the measures that have names
   * @returns {number[]} those of all measures
   */
  #judge(study, predicted, rows, known) {
    const { labels } = study.classes;
    const named = () =>
      study.spec.kind === 'classifier'
        ? Array.from(predicted, (c) => labels[c])
        : predicted.slice();
    let at = 0;
    return this.how.scorings.map((scoring) =>
      typeof scoring === 'function'
        ? this.#callScorer(scoring, selectEntries(this.y, rows), named())
        : known[at++],
    );
  }

  /**
   * @param {Scorer} scoring
   * @param {any} y
   * @param {any} predicted
   * @returns {number}
   */
  #callScorer(scoring, y, predicted) {
    return this.#call(() =>
      checkScore(scoring(y, predicted), 'scoring', 'the function in scoring'),
    );
  }

  /**
   * Calls the user's function. An error in it ends the search.
   * @param {() => any} callback
   */
  #call(callback) {
    try {
      return callback();
    } catch (error) {
      this.#thrown ??= { error };
      this.stopped = true;
      return NaN;
    }
  }

  /** Reports progress. @returns {boolean} whether to go on */
  #report() {
    const milliseconds = performance.now() - this.#began;
    if (milliseconds > this.how.maxTime) this.stopped = true;
    const { onProgress } = this.given;
    if (onProgress && !this.stopped) {
      const parts = [...this.#running.values()].reduce((sum, part) => sum + part, 0);
      const [done, total] = [this.#done, this.#total];
      const fraction = Math.min(1, (done + parts) / total);
      const { table } = this;
      const progress = {
        done,
        total,
        fraction,
        milliseconds,
        save: () => /** @type {Checkpoint} */ (this.checkpoint).save(),
        // Made only when it is read, because the table has a row for every point.
        get results() {
          return table?.();
        },
      };
      if (this.#call(() => onProgress(progress)) === false) this.stopped = true;
    }
    return !this.stopped;
  }

  /**
   * The same for an estimator of another package.
   * @param {Params[]} points
   * @param {number[][]} splits
   * @param {(Outcome | undefined)[][]} outcomes to be filled
   * @returns {Steps<void>}
   */
  *#runHere(points, splits, outcomes) {
    const folds = this.splits;
    for (const [split, fold] of folds.entries()) {
      const asked = points.map((_, at) => at).filter((at) => splits[at].includes(split));
      const own = asked.filter((at) => !outcomes[at][split]);
      this.#done += asked.length - own.length;
      if (own.length === 0) continue;
      const part = (/** @type {Int32Array} */ rows) => ({
        X: selectRows(this.X, rows),
        y: selectEntries(this.y, rows),
      });
      const [train, test] = [part(fold.train), part(fold.test)];
      for (const at of own) {
        if (!this.#report()) return;
        this.given.signal?.throwIfAborted();
        try {
          outcomes[at][split] = yield* this.#try(points[at], fold, train, test);
        } catch (error) {
          this.given.signal?.throwIfAborted();
          outcomes[at][split] = failure(error);
        }
        this.#done++;
      }
    }
    this.#report();
  }

  /**
   * @param {Params} point
   * @param {Fold} fold
   * @param {Part} train
   * @param {Part} test
   * @returns {Steps<Outcome>}
   */
  *#try(point, fold, train, test) {
    const model = this.candidate(point);
    try {
      const began = performance.now();
      const settings = this.fitSettings(fold.train);
      if (this.kind === 'detector') yield model.fit(train.X, settings);
      else yield model.fit(train.X, train.y, settings);
      const fitted = performance.now();
      const scores = yield* this.#score(model, test);
      const scored = performance.now();
      const trainScores = this.how.trainScores ? yield* this.#score(model, train) : [];
      const converged = model.converged ?? true;
      const times = { fitTime: fitted - began, scoreTime: scored - fitted };
      return { scores, trainScores, ...times, converged };
    } finally {
      model.dispose?.();
    }
  }

  /**
   * @param {any} model
   * @param {Part} samples
   * @returns {Steps<number[]>} by measure
   */
  *#score(model, { X, y }) {
    const { scorings } = this.how;
    if (scorings[0] === '') return [checkScore(yield model.score(X, y), 'estimator', 'its score')];
    const predicted = yield model.predict(X);
    const scores = [];
    for (const [at, scoring] of scorings.entries()) {
      if (typeof scoring === 'function') {
        scores.push(this.#callScorer(scoring, y, predicted));
        continue;
      }
      const [truth, found] = this.sequences ? [rowsOf(y), rowsOf(predicted)] : [y, predicted];
      const classes = this.isClassifier ? this.classes().classes : undefined;
      const by = { scoring, classes, ordered: isOrdered(stateOf(model)) };
      const one = this.sequences ? {} : model;
      try {
        const own = this.sets ?? { scoreBy };
        const { score, greater } = yield* own.scoreBy(this.host, one, X, truth, found, by);
        this.greater[at] = greater;
        scores.push(score);
      } catch (error) {
        throw this.kind ? error : withKind(error, model);
      }
    }
    return scores;
  }

  /**
   * A fresh estimator with the options of a point.
   * @param {Params} point
   * @returns {any}
   */
  candidate(point) {
    return withParams(this.estimator, point);
  }

  /**
   * The settings of a fit to some rows, or all.
   * @param {Int32Array} [rows]
   */
  fitSettings(rows) {
    const { signal, device } = this.given;
    const state = stateOf(this.estimator);
    /** @type {Record<string, unknown>} */
    const settings = signal ? { signal } : {};
    if (device && state) settings.device = device;
    const grouped = state?.learner.packGroups !== undefined;
    const names = grouped ? [/** @type {const} */ ('groups'), ...perRow] : perRow;
    for (const name of names) {
      const list = this.given[name];
      if (list != null) settings[name] = rows ? selectEntries(list, rows) : list;
    }
    return Object.keys(settings).length > 0 ? settings : undefined;
  }

  /**
   * The best point, fitted to all rows.
   * @param {Params} point
   * @returns {Steps<any>}
   */
  *refit(point) {
    const model = this.candidate(point);
    const { X, y } = this;
    const fit = () =>
      this.kind === 'detector'
        ? model.fit(X, this.fitSettings())
        : model.fit(X, y, this.fitSettings());
    if (this.batches) yield* this.batches.lend(model, fit);
    else yield fit();
    return model;
  }
}
