/**
 * Successive halving (Jamieson and Talwalkar 2016): all candidates are compared with few training
 * rows, the best of them with more, and so on.
 */
import { MaxMarginError } from '../basics/errors.js';
import { wrongSetting } from '../basics/settings.js';
import { warnOfTies } from './doubts.js';
import { grow } from './learning-curve.js';
import { SearchState } from './search.js';
import { drawPoints, gridOf, hasDistributions } from './space.js';
import { byName, makeTable } from './table.js';

/** @import { HalvingRound, ResultRow } from '../types.js' */
/** @import { Comparison } from './compare.js' */
/** @import { Steps } from '../basics/drive.js' */

/**
 * The rounds: of the candidates of a round 1 / factor go on, with factor times the rows. They are
 * those of scikit-learn's HalvingGridSearchCV, but for its rounding of logarithms.
 * @param {number} candidates
 * @param {number} rows
 * @param {number} factor
 * @param {number | 'exhaust' | 'smallest'} minResources
 * @param {number} smallest two rows of each class in each fold
 * @returns {{candidates: number, resources: number}[]}
 */
export function planRounds(candidates, rows, factor, minResources, smallest) {
  // How often x can be divided by the factor until it is below it.
  const times = (/** @type {number} */ x) => {
    let count = 0;
    for (let power = factor; power <= x; power *= factor) count++;
    return count;
  };
  const least =
    minResources === 'exhaust'
      ? Math.max(smallest, Math.floor(rows / factor ** times(candidates)))
      : minResources === 'smallest'
        ? smallest
        : minResources;
  if (least > rows) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'minResources',
      `the first round needs ${least} rows, but there are ${rows}; lower minResources, or use fewer folds`,
      { rows, got: least },
    );
  }
  const count = 1 + Math.min(times(candidates), times(Math.floor(rows / least)));
  return Array.from({ length: count }, (_, round) => {
    const own = candidates;
    candidates = Math.ceil(candidates / factor);
    return { candidates: own, resources: Math.min(rows, Math.floor(least * factor ** round)) };
  });
}

export class HalvingState extends SearchState {
  /** What the rounds found. @type {HalvingRound[]} */
  rounds = [];

  /**
   * @param {any} estimator
   * @param {any} space
   * @param {any} settings
   */
  constructor(estimator, space, settings) {
    const { factor = 3, minResources = 'exhaust', candidates, ...rest } = settings ?? {};
    if (!(Number.isFinite(factor) && factor > 1)) {
      throw wrongSetting('factor', 'a number above 1', factor);
    }
    const whole = Number.isSafeInteger(minResources) && minResources >= 1;
    if (!whole && minResources !== 'exhaust' && minResources !== 'smallest') {
      throw wrongSetting('minResources', "a number of rows, 'exhaust' or 'smallest'", minResources);
    }
    const drawn = candidates !== undefined || hasDistributions(space);
    const grid = drawn ? gridOf(drawPoints(space, candidates, rest.seed)) : space;
    super(estimator, grid, settings && rest, 'HalvingSearch', ['candidates', 'factor', 'minResources']); // prettier-ignore
    this.factor = factor;
    this.minResources = minResources;
  }

  /**
   * @override
   * @param {Comparison} comparison
   * @returns {Steps<void>}
   */
  *compare(comparison) {
    const { points } = this;
    const folds = yield* comparison.folds();
    const smallest = 2 * folds.length * (comparison.names?.length ?? 1);
    const { rows, host } = comparison;
    const plan = planRounds(points.length, rows, this.factor, this.minResources, smallest);
    const splits = [];
    for (const { resources } of plan) {
      for (const fold of folds) {
        const size = Math.max(1, Math.floor((resources * fold.train.length) / rows));
        splits.push({ train: yield* grow(host, comparison, fold, size), test: fold.test });
      }
    }
    const fits = plan.reduce((sum, { candidates }) => sum + candidates * folds.length, 0);
    yield* comparison.open(splits, fits);
    const outcomes = comparison.blank(points);
    /** Candidates by round. @type {number[][]} */
    const going = [points.map((_, at) => at)];
    const tables = () =>
      going.map((_, round) => {
        const [from, to] = [round * folds.length, (round + 1) * folds.length];
        const own = outcomes.map((outcome) => outcome.slice(from, to));
        return makeTable(points, own, comparison.how, comparison.greater);
      });
    const resources = plan.map((round) => round.resources);
    const table = () => lastRows(tables(), resources);
    comparison.table = table;
    try {
      for (const [round, { candidates }] of plan.entries()) {
        if (round > 0) {
          const before = tables()[round - 1];
          const place = (/** @type {number} */ at) => before[at].rank ?? Infinity;
          const ranked = going[round - 1].filter((at) => before[at].rank !== undefined);
          if (candidates < ranked.length)
            warnOfTies(
              comparison,
              ranked.map((at) => before[at]),
            );
          const best = ranked.sort((a, b) => place(a) - place(b) || a - b).slice(0, candidates);
          if (best.length === 0) break;
          going.push(best.sort((a, b) => a - b));
        }
        const own = folds.map((_, f) => round * folds.length + f);
        const asked = points.map((_, at) => (going[round].includes(at) ? own : []));
        yield* comparison.run(points, asked, outcomes);
        if (comparison.stopped) break;
      }
    } finally {
      this.rounds = tables().map((results, round) => ({
        resources: resources[round],
        results: going[round].map((at) => results[at]),
      }));
      this.keep(table());
    }
  }
}

/**
 * The last row of each candidate that is complete or failed. A candidate of a later round is
 * better than any of an earlier one.
 * @param {ResultRow[][]} tables by round
 * @param {number[]} resources by round
 * @returns {ResultRow[]}
 */
function lastRows(tables, resources) {
  const rows = tables[0].map((first, at) => {
    const round = tables.reduce((last, t, r) => (t[at].complete || t[at].error ? r : last), 0);
    return { ...(round > 0 ? tables[round][at] : first), round, resources: resources[round] };
  });
  const own = rerank(rows, (row) => row);
  const names = Object.keys(rows[0].measures ?? {});
  const ranks = names.map((name) => rerank(rows, (row) => row.measures[name]));
  return rows.map((row, at) => {
    const several = byName(row.measures && names, (measure) => ({
      .../** @type {Required<typeof row>} */ (row).measures[names[measure]],
      rank: ranks[measure][at],
    }));
    return { ...row, rank: own[at], ...several };
  });
}

/**
 * The ranks of all rows by one measure: first by round, then by the rank in it.
 * @param {any[]} rows
 * @param {(row: any) => {rank: number | undefined}} of
 */
function rerank(rows, of) {
  const order = rows.filter((row) => of(row).rank !== undefined);
  const ahead = (/** @type {any} */ a, /** @type {any} */ b) =>
    b.round - a.round || Number(of(a).rank) - Number(of(b).rank);
  return rows.map((row) =>
    of(row).rank === undefined
      ? undefined
      : 1 + order.filter((other) => ahead(other, row) < 0).length,
  );
}
