/** From a table to a model that one may trust, in one call. */
import { MaxMarginError } from '../basics/errors.js';
import { wrongSetting } from '../basics/settings.js';
import { makeFolds, trainTestSplit } from '../core.js';
import { permutationImportance, report } from '../inspect.js';
import { isColumns, readTensor } from '../input/tables.js';
import { selectEntries, selectRows } from '../select/subsets.js';
import { familiesFor, machinesFor, modelOf } from './candidates.js';
import { describeColumns, readGiven } from './columns.js';
import { Budget, Contest, scoresOf } from './contest.js';
import { calibrationOf, isLoss, judge, lossesOf, measuresOf, sentenceOf } from './judge.js';
import { deviationOf, meanOf } from './means.js';
import { lineOf, programOf } from './print.js';
import { howManyRows } from './rows.js';
import { read, write, markOf } from './saved.js';
import { checkAutoSettings } from './settings.js';
import { readTask } from './task.js';

/** @import { Fold } from '../types.js' */
/** @import { Candidate } from './candidates.js' */
/** @import { Given } from './columns.js' */
/** @import { Entry, Outcome, Round } from './contest.js' */
/** @import { Task } from './task.js' */
/** @import { AutoColumn, AutoCurve, AutoImportance, AutoProgress, AutoResult, AutoRow, AutoSamples, AutoSettings, AutoTargets } from './types.js' */

/** The least number of rows: some for each fold, and some to judge by. */
const fewest = 20;

/** Rows that are shuffled for the importance of columns. */
const shuffled = 1000;

/**
 * @param {AutoSamples} X
 * @param {AutoTargets | AutoSettings | null | undefined} y
 * @param {AutoSettings} [settings]
 * @returns {Promise<AutoResult>}
 */
export async function autoFit(X, y, settings) {
  if (settings === undefined && isSettings(y)) [y, settings] = [undefined, y];
  const how = checkAutoSettings(settings);
  const budget = new Budget(how.seconds, how.maxFits);
  const [samples, targets] = await Promise.all([X, y].map(readTensor));
  const given = readGiven(samples, targets, how.target);
  if (given.rows < fewest) {
    throw new MaxMarginError('ERR_SHAPE', 'X', `autoFit needs at least ${fewest} rows, some of which it keeps aside, got ${given.rows}`, { got: given.rows }); // prettier-ignore
  }
  const task = readTask(given.y, how.task, how.order, how.scoring);
  const stratify = task.name !== 'numbers' && Math.min(...task.counts) >= 2;
  const { train, test } = await trainTestSplit([...given.y.keys()], stratify ? task.y : undefined, {
    testSize: how.testSize,
    seed: how.seed,
    stratify,
  });
  checkNames(how, given);
  const columns = describeColumns(given, train, task.name === 'classes', how);
  if (columns.length > 0 && columns.every(({ leftOut }) => leftOut)) {
    throw new MaxMarginError('ERR_SHAPE', 'X', `no column is left to predict from: ${columns.map(({ name, leftOut }) => `${name}: ${leftOut}`).join('; ')}`); // prettier-ignore
  }
  const kept = { ...given, X: withoutLeftOut(given, columns) };
  const job = new Job({ how, budget, given: kept, task, columns, train, test });
  return await job.run();
}

/**
 * Whether the second argument has the settings: an object that is no list.
 * @param {unknown} y
 * @returns {y is AutoSettings}
 */
const isSettings = (y) =>
  typeof y === 'object' && y !== null && !('length' in y) && Object.getPrototypeOf(y) === Object.prototype && !('shape' in y); // prettier-ignore

/**
 * @param {ReturnType<typeof checkAutoSettings>} how
 * @param {Given} given
 */
function checkNames({ keep, ignore, types = {} }, { names, columns }) {
  const known = names ?? columns.map((_, j) => String(j));
  for (const [option, list] of Object.entries({ keep, ignore, types: Object.keys(types) })) {
    const other = list.find((name) => !known.includes(name));
    if (other !== undefined)
      throw wrongSetting(option, `names of columns: ${known.slice(0, 8).join(', ')}`, other);
  }
}

/**
 * The samples of the columns that stay, where columns have names: a model finds those that it was
 * fitted to.
 * @param {Given} given
 * @param {AutoColumn[]} columns
 */
function withoutLeftOut({ X, names, columns: values }, columns) {
  if (!names) return X;
  const kept = columns.flatMap(({ name, leftOut }, j) => (leftOut ? [] : [[name, values[j]]]));
  const same = kept.length === names.length && isColumns(X);
  return same ? X : Object.fromEntries(kept);
}

/** The work of one call. */
class Job {
  /** @type {Contest | undefined} */
  #contest;
  /** @type {Map<string, Outcome>} */
  #known;
  /** @type {Round[]} */
  #rounds = [];
  /** The first failure of a candidate. @type {MaxMarginError | undefined} */
  #failure;
  #of;

  /**
   * @param {object} of
   * @param {ReturnType<typeof checkAutoSettings>} of.how
   * @param {Budget} of.budget
   * @param {Given} of.given
   * @param {Task} of.task
   * @param {AutoColumn[]} of.columns
   * @param {Int32Array} of.train
   * @param {Int32Array} of.test
   */
  constructor({ how, budget, given, task, columns, train, test }) {
    this.how = how;
    this.budget = budget;
    this.given = given;
    this.task = task;
    this.columns = columns;
    this.train = train;
    this.test = test;
    const { seed, testSize } = how;
    const left = columns.filter(({ leftOut }) => leftOut).map(({ name }) => name);
    this.#of = { mark: markOf(given), task: task.name, scoring: String(task.scoring), seed, testSize, left: left.join(), types: JSON.stringify(how.types ?? {}) }; // prettier-ignore
    this.#known = read(how.resume, this.#of);
  }

  /** @returns {Promise<AutoResult>} */
  async run() {
    const { budget, task, given, columns, train, test } = this;
    this.#rounds = await this.#planRounds();
    const contest = new Contest({
      families: this.#families(),
      rounds: this.#rounds,
      budget,
      greater: !isLoss(task.scoring[0]),
      known: this.#known,
      evaluate: (candidate, folds, maxTime) => this.#evaluate(candidate, folds, maxTime),
      report: () => this.#tell('compare'),
    });
    this.#contest = contest;
    this.#tell('compare');
    await contest.run();
    const [best] = contest.order;
    if (!best?.outcomes.some((outcome) => outcome?.complete)) throw this.#whyNone();
    this.#tell('fit');
    const model = this.#modelOf(best.candidate);
    await model.fit(selectRows(given.X, train), selectEntries(task.y, train), this.#watching());
    this.#tell('judge');
    const XTest = selectRows(given.X, test);
    const found = await lossesOf(model, XTest, task, train, test);
    const labels = task.name === 'classes' ? Array.from(model.classes) : [];
    const judged = { ...judge(found), measures: measuresOf(found, task, test, labels) };
    const score = { ...judged, sentence: sentenceOf(judged, task, test) };
    const importance = await this.#importance(model, XTest);
    const curve = await this.#curve(best.candidate);
    const calibration = calibrationOf(found, task, test, labels);
    const notes = this.#notes(calibration, curve);
    const programs = new Map(contest.order.map(({ candidate }) => [candidate.key, candidate]));
    const leaderboard = this.#leaderboard();
    return {
      model,
      task: task.name,
      verdict: score.verdict,
      score,
      leaderboard,
      columns,
      importance,
      ...(calibration !== undefined && { calibration }),
      ...(curve && { curve }),
      notes,
      train,
      test,
      stopped: contest.stopped,
      program: (row = leaderboard[0], source = undefined) => {
        const candidate = programs.get(keys.get(row) ?? '');
        if (candidate) return programOf(candidate, given, columns, source);
        throw wrongSetting('row', 'a row of leaderboard', row);
      },
      report: (settings) => this.#report(model, XTest, score.sentence, notes, settings),
      save: () => write(this.#of, this.#known),
    };
  }

  /** Rows and folds by round: the more rows there are, the fewer candidates see all of them. */
  async #planRounds() {
    const { train, how, task } = this;
    const n = train.length;
    /** @type {[rows: number, folds: number, share: number, most: number][]} */
    const plan =
      n <= 1500
        ? [[n, n < 200 ? 10 : 5, 0.8, 60]]
        : n <= 6000
          ? [[1000, 3, 0.45, 60], [n, 3, 0.8, 6]] // prettier-ignore
          : [[1500, 3, 0.35, 60], [5000, 3, 0.6, 8], [n, 3, 0.85, 3]]; // prettier-ignore
    const rounds = [];
    for (const [rows, folds, share, most] of plan) {
      const within = await this.#some(rows);
      const own = selectEntries(task.y, within);
      const classes = task.name === 'classes';
      const smallest = classes ? smallestClass(own) : rows;
      const drawn = await makeFolds([...within.keys()], classes ? own : undefined, {
        folds: Math.max(2, Math.min(folds, smallest)),
        stratify: classes,
        seed: how.seed,
      });
      const outward = (/** @type {Int32Array} */ list) => list.map((i) => within[i]);
      rounds.push({
        rows,
        share,
        most,
        folds: drawn.map((fold) => ({ train: outward(fold.train), test: outward(fold.test) })),
      });
    }
    return rounds;
  }

  /**
   * Some of the training rows, with the classes in their shares.
   * @param {number} rows
   */
  async #some(rows) {
    const { train, task, how } = this;
    if (rows >= train.length) return train;
    const own = selectEntries(task.y, train);
    const stratify = task.name === 'classes' && smallestClass(own) >= 2;
    const split = await trainTestSplit([...train.keys()], stratify ? own : undefined, {
      testSize: rows / train.length,
      stratify,
      seed: how.seed,
    });
    return split.test.map((i) => train[i]);
  }

  #families() {
    const { task, how, given, columns, train } = this;
    const all = machinesFor(task.name);
    const names = how.machines ?? all;
    const other = names.find((name) => !all.includes(name));
    if (other !== undefined || names.length === 0)
      throw wrongSetting('machines', `names of machines for this task: ${all.join(', ')}`, other ?? names); // prettier-ignore
    const used = columns.filter(({ leftOut }) => !leftOut);
    const texts = given.form === 'texts' || used.some(({ kind }) => kind === 'text');
    // The numbers 0 and 1 of a category have together about the variance of a scaled column.
    const width = Math.max(1, used.length || (Object(given.X).cols ?? 1));
    const size = {
      rows: Math.min(train.length, this.#rounds[this.#rounds.length - 1].rows),
      width,
      texts: texts || given.form === 'sparse',
      logarithm: task.name === 'numbers' && isSkewed(selectEntries(task.y, train)),
      task,
    };
    return familiesFor(size, names);
  }

  /** @param {Candidate} candidate */
  #modelOf(candidate) {
    return modelOf(candidate, this.given, this.columns);
  }

  /**
   * @param {Candidate} candidate
   * @param {Fold[]} folds
   * @param {number} maxTime
   */
  #evaluate(candidate, folds, maxTime) {
    const { given, task, how } = this;
    const settings = {
      folds,
      scoring: task.scoring,
      ...(how.workers !== undefined && { workers: how.workers }),
      ...(how.executor && { executor: how.executor }),
      ...(Number.isFinite(maxTime) && { maxTime }),
      ...this.#watching(),
    };
    return scoresOf(this.#modelOf(candidate), given.X, task.y, settings, (error) => {
      this.#failure ??= error;
    });
  }

  #watching() {
    const { signal } = this.how;
    return signal ? { signal } : {};
  }

  /** @param {AutoProgress['stage']} stage */
  #tell(stage) {
    const { how, budget } = this;
    how.signal?.throwIfAborted();
    if (!how.onProgress) return true;
    const fraction = stage === 'compare' ? Math.min(0.85, budget.spent) : stage === 'fit' ? 0.9 : 0.95; // prettier-ignore
    const leaderboard = () => this.#leaderboard();
    const progress = {
      stage,
      fraction,
      milliseconds: budget.milliseconds,
      fits: budget.fits,
      get leaderboard() {
        return leaderboard();
      },
      save: () => write(this.#of, this.#known),
    };
    return how.onProgress(progress) !== false;
  }

  #leaderboard() {
    const rounds = this.#rounds;
    const { scoring } = this.task;
    return (this.#contest?.order ?? []).map(({ candidate, outcomes }) => {
      const last = outcomes.reduce((at, outcome, r) => (outcome?.complete ? r : at), 0);
      const { scores = [], complete = false, milliseconds = 0, why } = outcomes[last] ?? {};
      const { family, options, transformer } = candidate;
      /** @type {AutoRow} */
      const row = {
        machine: family,
        options: { ...options },
        ...(transformer && { transformer }),
        round: last,
        rows: rounds[last].rows,
        scores: Object.fromEntries(scoring.map((name, m) => [name, meanOf(scores[m] ?? [])])),
        std: deviationOf(scores[0] ?? []),
        milliseconds,
        complete,
        ...(why && { why }),
      };
      keys.set(row, candidate.key);
      return row;
    });
  }

  /** Why no machine has a score: the first failure. */
  #whyNone() {
    const undefinedScore = this.#contest?.entries[0]?.outcomes[0]?.why ?? 'the comparison was stopped'; // prettier-ignore
    return this.#failure ?? new MaxMarginError('ERR_NUMERIC', 'X', `no machine has a score: ${undefinedScore}`); // prettier-ignore
  }

  /**
   * @param {any} model
   * @param {any} XTest
   * @returns {Promise<AutoImportance[]>}
   */
  async #importance(model, XTest) {
    const { task, test, how, given, columns } = this;
    if (columns.length === 0) return [];
    const few = Int32Array.from({ length: Math.min(shuffled, test.length) }, (_, i) => i);
    const X = selectRows(XTest, few);
    const y = selectEntries(task.y, test.slice(0, few.length));
    const settings = { scoring: /** @type {any} */ (task.scoring[0]), repeats: 3, seed: how.seed };
    const { means, stds } = await permutationImportance(model, X, y, settings);
    const kept = given.names ? columns.filter(({ leftOut }) => !leftOut) : columns;
    return kept
      .map(({ name }, j) => ({ name, loss: means[j], std: stds[j] }))
      .filter((_, j) => !kept[j].leftOut)
      .sort((a, b) => b.loss - a.loss);
  }

  /**
   * @param {Candidate} candidate
   * @returns {Promise<AutoCurve | undefined>}
   */
  async #curve(candidate) {
    const { given, task, how, budget } = this;
    const { folds } = this.#rounds[this.#rounds.length - 1];
    const maxTime = Number.isFinite(how.seconds) ? budget.until(1) : undefined;
    try {
      return await howManyRows(this.#modelOf(candidate), given.X, task.y, {
        folds: folds.slice(0, 3),
        scoring: /** @type {any} */ (task.scoring[0]),
        seed: how.seed,
        ...(how.workers !== undefined && { workers: how.workers }),
        ...(how.executor && { executor: how.executor }),
        ...(maxTime && { maxTime }),
        ...this.#watching(),
      });
    } catch (error) {
      how.signal?.throwIfAborted();
      if (error instanceof MaxMarginError && error.code !== 'ERR_DISPOSED') return undefined;
      throw error;
    }
  }

  /**
   * @param {number | undefined} calibration
   * @param {AutoCurve | undefined} curve
   */
  #notes(calibration, curve) {
    const { task, columns, given } = this;
    const notes = [...given.notes];
    for (const { name, leftOut } of columns)
      if (leftOut) notes.push(`The column ${name} was left out: ${leftOut}.`);
    const total = task.counts.reduce((sum, count) => sum + count, 0);
    if (task.name === 'classes' && task.counts[0] > 0.7 * total) {
      notes.push(`The classes are unbalanced: ${Math.round((100 * task.counts[0]) / total)} % of the rows are ${task.labels[0]}. Accuracy alone says little.`); // prettier-ignore
    }
    if (calibration !== undefined && this.test.length >= 100) {
      notes.push(`Probabilities are ${(100 * calibration).toFixed(1)} percentage points from the shares that were right, on average.`); // prettier-ignore
    }
    if (curve) notes.push(curve.sentence);
    return notes;
  }

  /**
   * @param {any} model
   * @param {any} XTest
   * @param {string} sentence
   * @param {string[]} notes
   * @param {any} settings
   */
  #report(model, XTest, sentence, notes, settings) {
    const { task, test, train, given } = this;
    const order = this.#contest?.order ?? [];
    const results = order.map(resultOf).filter(({ rank }) => rank !== undefined);
    const [best] = results;
    const search = {
      [Symbol.toStringTag]: 'autoFit',
      bestEstimator: model,
      results,
      bestParams: best.params,
      bestScore: best.mean,
      scoring: task.scoring[0],
      stopped: this.#contest?.stopped ?? false,
    };
    return report(search, XTest, selectEntries(task.y, test), {
      task: task.name === 'numbers' ? 'regression' : 'classification',
      train: { X: selectRows(given.X, train), y: selectEntries(task.y, train) },
      ...settings,
      notes: [sentence, ...notes, ...(settings?.notes ?? [])],
    });
  }
}

/**
 * A candidate as a row of a search; without a rank, if no round was complete.
 * @param {Entry} entry
 * @param {number} at
 */
function resultOf({ candidate, outcomes }, at) {
  const complete = outcomes.filter((outcome) => outcome?.complete);
  const [scores] = complete[complete.length - 1]?.scores ?? [[]];
  const line = lineOf(candidate);
  const params = { candidate: { toString: () => line } };
  const own = { params, mean: meanOf(scores), std: deviationOf(scores) };
  return { ...own, rank: complete.length > 0 ? at + 1 : undefined };
}

/** The candidates of rows of leaderboards. @type {WeakMap<object, string>} */
const keys = new WeakMap();

/** @param {any} y */
function smallestClass(y) {
  const counts = new Map();
  for (const label of y) counts.set(label, (counts.get(label) ?? 0) + 1);
  return Math.min(...counts.values());
}

/**
 * Whether numbers differ by factors rather than by sums: all are above 0, and their logarithms are
 * less skewed.
 * @param {Float64Array} y
 */
function isSkewed(y) {
  if (!y.every((value) => value > 0)) return false;
  return skewness(y) > 1 && Math.abs(skewness(y.map(Math.log))) < skewness(y) / 2;
}

/** @param {Float64Array} values */
function skewness(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const moment = (/** @type {number} */ k) =>
    values.reduce((sum, value) => sum + (value - mean) ** k, 0) / values.length;
  return moment(3) / moment(2) ** 1.5;
}
