/** Compares candidates within a budget of time or of fits, and stops those that lose. */
import { MaxMarginError } from '../basics/errors.js';
import { crossValidate } from '../core.js';
import { deviationOf, meanOf } from './means.js';

/** @import { Fold } from '../types.js' */
/** @import { Candidate, Family } from './candidates.js' */

/**
 * Rows and folds that candidates are compared on; later rounds have more rows and fewer candidates.
 * @typedef {object} Round
 * @property {number} rows
 * @property {Fold[]} folds
 * @property {number} share of the budget that is spent when it ends
 * @property {number} most candidates
 */

/**
 * The scores of a candidate in a round, by measure and fold.
 * @typedef {object} Outcome
 * @property {number[][]} scores
 * @property {boolean} complete whether all folds have a score
 * @property {number} milliseconds
 * @property {string} [why] it is not complete
 */

/** What a candidate has shown. @typedef {{candidate: Candidate, outcomes: (Outcome | undefined)[]}} Entry */

/** Why a candidate has too few scores, if the budget was spent. */
const noTime = 'there was no time';

/** Of the standard error of a difference, how much a candidate may be behind before it is stopped. */
const behind = 3;

/** What is spent: milliseconds, fits, or both. */
export class Budget {
  #began = performance.now();
  fits = 0;

  /**
   * @param {number} seconds
   * @param {number} maxFits
   */
  constructor(seconds, maxFits) {
    this.seconds = seconds;
    this.maxFits = maxFits;
  }

  get milliseconds() {
    return performance.now() - this.#began;
  }

  /** The share that is spent. */
  get spent() {
    return Math.max(this.milliseconds / (1000 * this.seconds), this.fits / this.maxFits);
  }

  /**
   * Milliseconds until a share is spent.
   * @param {number} share
   */
  until(share) {
    return Math.max(1, share * 1000 * this.seconds - this.milliseconds);
  }
}

export class Contest {
  /** @type {Entry[]} */
  entries = [];
  /** Whether the caller has ended it. */
  stopped = false;

  /**
   * @param {object} of
   * @param {Family[]} of.families
   * @param {Round[]} of.rounds
   * @param {Budget} of.budget
   * @param {boolean} of.greater whether greater scores of the first measure are better
   * @param {(candidate: Candidate, folds: Fold[], maxTime: number) => Promise<Outcome>} of.evaluate
   * @param {Map<string, Outcome>} of.known outcomes of an earlier run, by candidate and round
   * @param {(entry: Entry, round: number) => boolean} of.report false ends the comparison
   */
  constructor({ families, rounds, budget, greater, evaluate, known, report }) {
    this.families = families;
    this.rounds = rounds;
    this.budget = budget;
    this.greater = greater;
    this.evaluate = evaluate;
    this.known = known;
    this.report = report;
  }

  /** @returns {Promise<void>} */
  async run() {
    await this.#explore();
    for (let r = 1; r < this.rounds.length && !this.stopped; r++) {
      const before = this.ranked(r - 1).slice(0, this.rounds[r].most);
      for (const entry of before) if (!(await this.#play(entry, r))) break;
    }
  }

  /**
   * The first round: each family shows one candidate, then further ones, and the better it is the
   * more of them.
   */
  async #explore() {
    const tried = this.families.map(() => 0);
    const { most } = this.rounds[0];
    while (this.entries.length < most) {
      const next = this.#turn(tried);
      if (next === undefined) return;
      const candidate = this.families[next].candidates[tried[next]++];
      if (!(await this.#play({ candidate, outcomes: [] }, 0))) return;
    }
  }

  /**
   * The family whose turn it is: its candidates so far, times its rank, are the fewest.
   * @param {number[]} tried
   */
  #turn(tried) {
    const open = [...tried.keys()].filter((f) => tried[f] < this.families[f].candidates.length);
    const fresh = open.find((f) => tried[f] === 0);
    if (fresh !== undefined) return fresh;
    const order = [...new Set(this.ranked(0).map(({ candidate }) => candidate.family))];
    const rank = (/** @type {number} */ f) => {
      const at = order.indexOf(this.families[f].name);
      return at < 0 ? Infinity : at + 1;
    };
    const cost = (/** @type {number} */ f) => tried[f] * rank(f);
    const able = open.filter((f) => Number.isFinite(rank(f)));
    return able.sort((a, b) => cost(a) - cost(b) || a - b)[0];
  }

  /**
   * Scores a candidate in a round, unless the round's share of the budget is spent.
   * @param {Entry} entry
   * @param {number} r
   * @returns {Promise<boolean>} whether to go on with the round
   */
  async #play(entry, r) {
    const { rounds, budget, known } = this;
    const { folds, share } = rounds[r];
    const { candidate, outcomes } = entry;
    const name = `${r} ${candidate.key}`;
    // The first of all candidates is always tried: there must be a model.
    const first = r === 0 && this.ranked(0).length === 0;
    if (!first && budget.spent >= share) return false;
    if (r === 0) this.entries.push(entry);
    const recalled = known.get(name);
    if (recalled) {
      outcomes[r] = recalled;
      this.budget.fits += recalled.scores[0]?.length ?? 0;
      return true;
    }
    const best = this.ranked(r)[0]?.outcomes[r];
    const early = best && folds.length > 2 ? Math.ceil(folds.length / 3) : folds.length;
    const limit = () => (first ? Infinity : budget.until(share));
    let found = await this.#score(candidate, folds.slice(0, early), limit());
    if (early < folds.length && found.complete && best) {
      found = this.#loses(found, best)
        ? { ...found, complete: false, why: 'it was far behind after the first folds' }
        : joined(found, await this.#score(candidate, folds.slice(early), limit()));
    }
    outcomes[r] = found;
    // What ran out of time may have more of it in the next run.
    if (found.why !== noTime) known.set(name, found);
    if (!this.report(entry, r)) this.stopped = true;
    return !this.stopped;
  }

  /**
   * @param {Candidate} candidate
   * @param {Fold[]} folds
   * @param {number} maxTime
   */
  async #score(candidate, folds, maxTime) {
    const found = await this.evaluate(candidate, folds, maxTime);
    this.budget.fits += folds.length;
    return found;
  }

  /**
   * Whether a candidate is so far behind on its first folds that further ones would not help.
   * @param {Outcome} own
   * @param {Outcome} best
   */
  #loses({ scores: [own] }, { scores: [best] }) {
    const gaps = own.map((score, f) => (this.greater ? best[f] - score : score - best[f]));
    const mean = meanOf(gaps);
    const spread = deviationOf(best) / Math.sqrt(own.length);
    return !(mean <= behind * spread);
  }

  /**
   * The candidates that are complete in a round, the best first; of equal ones the faster.
   * @param {number} r
   */
  ranked(r) {
    const there = this.entries.filter(({ outcomes }) => outcomes[r]?.complete);
    const mean = (/** @type {Entry} */ { outcomes }) => meanOf(outcomes[r]?.scores[0] ?? []);
    const sign = this.greater ? -1 : 1;
    return there.sort((a, b) => sign * (mean(a) - mean(b)));
  }

  /** All candidates: those of the last round first, in each round the best first. */
  get order() {
    const rounds = [...this.rounds.keys()].reverse();
    const done = rounds.flatMap((r) => this.ranked(r));
    return [...new Set([...done, ...this.entries])];
  }
}

/**
 * @param {Outcome} first
 * @param {Outcome} second
 * @returns {Outcome}
 */
function joined(first, second) {
  const { complete, why } = second;
  return {
    scores: first.scores.map((own, m) => [...own, ...(second.scores[m] ?? [])]),
    complete: first.complete && complete,
    milliseconds: first.milliseconds + second.milliseconds,
    ...(why && { why }),
  };
}

/**
 * The scores of a model, not fitted, on folds.
 * @param {any} model
 * @param {any} X
 * @param {any} y
 * @param {any} settings of crossValidate
 * @param {(error: MaxMarginError) => void} fail hears why there are no scores
 * @returns {Promise<Outcome>}
 */
export async function scoresOf(model, X, y, settings, fail) {
  const began = performance.now();
  try {
    const { scoring, signal } = settings;
    const found = await crossValidate(model, X, y, settings);
    signal?.throwIfAborted();
    const scores = scoring.map((/** @type {string} */ name) =>
      Array.from(/** @type {any} */ (found.measures)[name].scores),
    );
    const defined = scores[0].every(Number.isFinite);
    const undefinedScore = `${scoring[0]} is not defined on every fold`;
    const why = found.complete ? (defined ? undefined : undefinedScore) : noTime;
    const milliseconds = performance.now() - began;
    return { scores, complete: !why, milliseconds, ...(why && { why }) };
  } catch (error) {
    settings.signal?.throwIfAborted();
    if (!(error instanceof MaxMarginError) || error.code === 'ERR_DISPOSED') throw error;
    fail(error);
    const none = settings.scoring.map(() => []);
    return { scores: none, complete: false, milliseconds: performance.now() - began, why: error.message }; // prettier-ignore
  }
}
