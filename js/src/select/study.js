/**
 * Compares machines of the catalogue in workers. A worker gets samples and splits once, and
 * then jobs; a job is some candidates for one split.
 */
import { MaxMarginError, fromRecord } from '../basics/errors.js';
import { encodeGroups } from '../input/groups.js';
import { bytesOf, packSamples } from '../input/inputs.js';
import { packPerRow, packTargets } from '../input/targets.js';
import { stateOf } from '../model/registry.js';
import { withParams } from './estimators.js';
import { chainPoints } from './grid.js';
import { presentIn } from './doubts.js';
import { isOrdered } from './score-by.js';
import { packSplits } from './splits.js';

/** @import { Opening } from '../executor/types.js' */
/** @import { Success } from '../runtime/host.js' */
/** @import { PackedTable } from '../input/inputs.js' */
/** @import { Classes } from '../input/labels.js' */
/** @import { Fold } from '../types.js' */
/** @import { Outcome } from './table.js' */

/**
 * Some candidates for one split.
 * @typedef {object} Job
 * @property {number} split
 * @property {number[]} points
 * @property {boolean} share other fits have the same kernel
 * @property {boolean} warm each starts from the one before
 */

/**
 * With the predictions for the test rows, and for the training rows where these are scored, too.
 * @typedef {Outcome & Record<'predicted' | 'known', Int32Array | Float64Array | undefined>} Evaluation
 */

/**
 * The samples of a study.
 * @param {any} estimator
 * @param {unknown} X
 */
export function tableOf(estimator, X) {
  const state = stateOf(estimator);
  const { learner, copies } = state;
  /** @type {import('../input/inputs.js').Use} */
  const use = {
    operation: learner.options.kernel === 'precomputed' ? 'fitGram' : 'study',
    machine: learner.spec,
    outputs: 2,
    copies,
  };
  return state.takeTable(X, use) ?? packSamples(state.read(X), 'X', use);
}

/** The estimator, samples and targets of a study, packed. */
export class Study {
  /** The splits that jobs number. @type {Fold[]} */
  splits = [];

  /**
   * @param {any} estimator of the catalog, or a pipeline of such
   * @param {PackedTable} table
   * @param {unknown} y
   * @param {object} settings with weights and groups per row
   * @param {Classes} [known] classes, when y need not have all of them
   */
  constructor(estimator, table, y, settings, known) {
    const state = stateOf(estimator);
    const { learner } = state;
    /** What learns: of a pipeline its last step. */
    this.spec = learner.spec;
    this.state = state;
    const { kernel } = learner.options;
    this.gram = kernel === 'precomputed' || typeof kernel === 'function';
    /** The prefix of the options of the estimator that learns. */
    this.prefix = state.prefix;
    this.table = table;
    const { rows } = table.shape;
    const targets = packTargets(this.spec.kind, y, rows, known ?? state.orderOf(y, rows));
    /** @type {Classes} */
    this.classes = targets.classes;
    this.labels = targets.buffers.labels && new Int32Array(targets.buffers.labels.buffer);
    this.values = targets.buffers.values && new Float64Array(targets.buffers.values.buffer);
    const { groups } = /** @type {{groups?: unknown}} */ (settings);
    const lists = encodeGroups(groups, rows);
    this.buffers = {
      ...this.table.buffers,
      ...targets.buffers,
      ...packPerRow(settings, rows),
      // A machine that learns within groups gets some in any case; of others they are the lists of a
      // measure of lists.
      ...(lists && { groups: bytesOf(lists) }),
      ...learner.packGroups?.(groups, rows),
    };
  }

  get rows() {
    return this.table.shape.rows;
  }

  /**
   * What workers get before the first job.
   * @param {Fold[]} splits
   * @param {string[]} measures names; none: the machine's own
   * @returns {Opening}
   */
  opening(splits, [scoring = '', ...more]) {
    const names = this.classes.labels.map(String);
    const { machine, steps } = this.state.recipe(names, this.table.coding);
    const request = {
      ...{ machine, steps, names },
      table: this.table.shape,
      classes: this.classes.labels.length,
      gram: this.gram,
      scoring,
      more,
      cache: Number(this.state.learner.values().cacheSize ?? 0),
    };
    const buffers = { ...this.buffers, ...packSplits(splits) };
    return { kind: 'study', request, options: {}, buffers };
  }

  /**
   * The jobs for all candidates and splits.
   * @param {any[]} candidates
   * @param {number[][]} splits the splits that each candidate is scored on
   * @param {boolean} warmStarts
   * @returns {Job[][]} jobs of a group ask for the same kernel rows
   */
  jobs(candidates, splits, warmStarts) {
    const has = (/** @type {string} */ name) => this.spec.options.some((o) => o.name === name);
    const params = candidates.map((candidate) => stateOf(candidate).values());
    const groups = chainPoints(params, this.prefix).map((width) => {
      const fits = width.flat().reduce((sum, at) => sum + splits[at].length, 0);
      const share = has('kernel') && fits > 1;
      return width.flatMap((chain) => {
        const warm = warmStarts && has('warmStart') && has('C') && chain.length > 1;
        const links = warm ? [chain] : chain.map((at) => [at]);
        const all = [...new Set(chain.flatMap((at) => splits[at]))];
        return all.flatMap((split) =>
          links
            .map((link) => link.filter((at) => splits[at].includes(split)))
            .filter((link) => link.length > 0)
            .map((link) => ({ split, points: link, share, warm })),
        );
      });
    });
    // Points of earlier rounds have no splits left.
    return groups.filter((group) => group.length > 0);
  }

  /**
   * @param {Job} job
   * @param {any[]} candidates
   * @param {boolean} train score the training rows, too
   */
  evaluation({ split, points, share, warm }, candidates, train) {
    const names = this.classes.labels.map(String);
    const keep = warm ? { [`${this.prefix}warmStart`]: true } : {};
    // Ordered classes keep their ranks, and the machine learns without those that are not there.
    const there =
      this.labels && !isOrdered(this.state)
        ? presentIn(this.classes, this.labels, this.splits[split])
        : undefined;
    /** @type {(options: any) => any} */
    const own = (options) => (there ? ofClasses(options, there) : options);
    return {
      request: { split, count: points.length, warm, share, train },
      options: points.map(
        (at) => own(stateOf(withParams(candidates[at], keep)).recipe(names, this.table.coding).options), // prettier-ignore
      ),
    };
  }

  /**
   * The outcomes of the points of a job that were fitted. The scores are those of the measures that
   * have names.
   * @param {Success} reply
   * @param {number} judged the number of test rows
   * @param {number} learnt the number of training rows that are scored
   * @returns {Evaluation[]}
   */
  unpack({ value, buffers }, judged, learnt) {
    const numbers = new Float64Array(buffers.numbers.buffer);
    const errors = new Map(
      value.failures.map((/** @type {any} */ f) => [f.index, fromRecord({ ...f, details: null })]),
    );
    const predicted =
      this.spec.kind === 'regressor'
        ? new Float64Array(buffers.values.buffer)
        : new Int32Array(buffers.labels.buffer);
    const others = new Float64Array(buffers.more.buffer);
    const fitted = numbers.length / 6 - errors.size;
    const width = others.length / (fitted * (learnt > 0 ? 2 : 1)) || 0;
    let [from, at] = [0, 0];
    const more = () => others.subarray(at, (at += width));
    return Array.from({ length: numbers.length / 6 }, (_, i) => {
      const [score, trainScore, fitTime, scoreTime, , converged] = numbers.subarray(6 * i);
      const error = errors.get(i);
      if (error) return { ...failure(error), predicted: undefined, known: undefined };
      const own = predicted.subarray(from, (from += judged));
      const known = predicted.subarray(from, (from += learnt));
      const scores = [score, ...more()];
      const trainScores = learnt > 0 ? [trainScore, ...more()] : [];
      const outcome = { scores, trainScores, fitTime, scoreTime, converged: converged === 1 };
      return { ...outcome, predicted: own, known };
    });
  }
}

/**
 * Options of which lists of weights, one for each class or pair of classes, have those of some
 * classes alone.
 * @param {any} options
 * @param {boolean[]} there
 * @returns {any}
 */
function ofClasses(options, there) {
  if (Array.isArray(options)) return options.map((value) => ofClasses(value, there));
  if (typeof options !== 'object' || options === null) return options;
  const { name, weights } = options;
  if (name === 'map' && Array.isArray(weights)) {
    const k = there.length;
    const keeps = (/** @type {number} */ at) => weights.length === k ? there[at] : there[Math.floor(at / k)] && there[at % k]; // prettier-ignore
    return { name, weights: weights.filter((_, at) => keeps(at)) };
  }
  return Object.fromEntries(
    Object.entries(options).map(([key, value]) => [key, ofClasses(value, there)]),
  );
}

/**
 * @param {unknown} reason
 * @returns {Outcome}
 */
export function failure(reason) {
  const error =
    reason instanceof MaxMarginError
      ? reason
      : new MaxMarginError('ERR_INTERNAL', '', String(reason), {}, reason);
  return { scores: [], trainScores: [], fitTime: NaN, scoreTime: NaN, converged: false, error };
}
