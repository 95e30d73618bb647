/** Leaves out the fits of a search that cannot change its winner. */

/** @import { Outcome } from './table.js' */

/** How far rounding may carry a bound below the mean that it bounds, relative to the best mean. */
const rounding = 1e-12;

/**
 * The candidates that can still win. A candidate is out as soon as its mean would stay behind the
 * best mean that is known, were the scores of its remaining splits perfect. This bound is certain,
 * so the winner stays the same. (Maron and Moore, Hoeffding Races, 1994, leave out more candidates
 * by a bound that holds with high probability.)
 */
export class Race {
  #outcomes;
  #plans;
  #measure;
  #greater;
  /** The best mean of a candidate that has all its scores, by plan. @type {number[] | undefined} */
  #leaders;

  /**
   * @param {(Outcome | undefined)[][]} outcomes by point and split, as they come in
   * @param {[from: number, to: number][]} plans the splits that each winner is chosen by
   * @param {number} measure that chooses
   * @param {boolean[]} greater of each measure: greater scores are better; known when fits begin
   */
  constructor(outcomes, plans, measure, greater) {
    this.#outcomes = outcomes;
    this.#plans = plans;
    this.#measure = measure;
    this.#greater = greater;
  }

  /**
   * Takes note of an outcome.
   * @param {number} at which point
   * @param {number} split
   */
  scored(at, split) {
    const plan = this.#planOf(split);
    if (this.#leaders) this.#leaders[plan] = Math.max(this.#leaders[plan], this.#mean(at, plan));
  }

  /**
   * Whether a point cannot win.
   * @param {number} at
   * @param {number} split one of those that it would win by
   */
  isOut(at, split) {
    this.#leaders ??= this.#plans.map((_, plan) =>
      this.#outcomes.reduce((best, _, point) => Math.max(best, this.#mean(point, plan)), -Infinity),
    );
    const plan = this.#planOf(split);
    const leader = this.#leaders[plan];
    return !(this.#bound(at, plan) >= leader - rounding * Math.abs(leader));
  }

  /** @param {number} split */
  #planOf(split) {
    return this.#plans.findIndex(([, to]) => split < to);
  }

  /**
   * The mean of a point that has all its scores; of another one -Infinity.
   * @param {number} at
   * @param {number} plan
   */
  #mean(at, plan) {
    const own = this.#outcomes[at].slice(...this.#plans[plan]);
    const mean = own.includes(undefined) ? NaN : this.#bound(at, plan);
    return Number.isNaN(mean) ? -Infinity : mean;
  }

  /**
   * The best mean that a point can have, negative for losses, so that greater is better; NaN of a
   * point that failed. A score is at most 1, and a loss at least 0.
   * @param {number} at
   * @param {number} plan
   */
  #bound(at, plan) {
    const [sign, perfect] = this.#greater[this.#measure] ? [1, 1] : [-1, 0];
    const own = this.#outcomes[at].slice(...this.#plans[plan]);
    const scores = own.map((outcome) =>
      outcome ? (outcome.scores[this.#measure] ?? NaN) : perfect,
    );
    return (sign * scores.reduce((sum, score) => sum + score, 0)) / own.length;
  }
}
