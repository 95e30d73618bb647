/**
 * The rounds of AdaBoost over any estimator, and the votes of its members. core/machines/boost/adaboost.go
 * says what they are, with the bound on the share of rows whose margin is at most rho.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { watchPart } from '../basics/settings.js';
import { elect } from '../formulas/boosting.js';
import { encodeLabels } from '../input/labels.js';
import { checkWeights } from '../input/values.js';
import { withParams } from '../select/estimators.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Classes } from '../input/labels.js' */

/**
 * How the rounds went: numbers for each member, and for each row of the fit its margin and its weight
 * after the last round.
 * @typedef {object} Boosting
 * @property {string} status how the fit ended: 'converged' after all rounds, 'perfect' with a member that
 *   makes no mistake and alone is the answer, 'exhausted' before one that is no better than chance, or
 *   'stopped' by the caller
 * @property {number[]} alphas the coefficient of each member
 * @property {number[]} errors the weighted error of each member in its round
 * @property {number[]} normalizers what the weights were divided by
 * @property {number[]} trainingErrors the share of the rows, by weight, that the members so far get wrong
 * @property {number[]} marginErrors the share of the rows, by weight, whose margin is at most rho
 * @property {number[]} bounds on this share: Theorem 1.12 of Advances in large margin classifiers
 * @property {number[]} margins of the rows, between -1 and 1: the share of the votes for their class less
 *   the largest share of another class
 * @property {number[]} finalWeights of the rows, with the sum 1
 */

/** Better than chance by less is the order of additions. */
const chance = 1e-12;

/** @param {ArrayLike<number>} list */
const sumOf = (list) => Array.from(list).reduce((sum, value) => sum + value, 0);

/**
 * @param {any} estimator
 * @param {{X: any, y: any, rows: number}} data
 * @param {any} settings of fits, checked
 * @param {{nEstimators: number, rho: number}} options
 * @returns {Steps<Classes & {several: false, members: any[], boosting: Boosting}>}
 */
export function* boost(estimator, { X, y, rows }, settings, { nEstimators, rho }) {
  const { classes, indices } = encodeLabels(y, rows);
  const k = classes.labels.length;
  const given = checkWeights(settings.sampleWeight, rows) ?? new Float64Array(rows).fill(1);
  const total = sumOf(given);
  if (!(total > 0)) throw new MaxMarginError('ERR_OPTION', 'sampleWeight', 'the weights of all rows are 0; give some rows a weight above 0'); // prettier-ignore
  const first = given.map((weight) => weight / total);
  const tally = new Tally(k, indices, first, rho);
  /** @type {Float64Array} */
  let weights = first;
  let status = 'converged';
  /** @type {any[]} */
  let members = [];
  /** @type {Int32Array | undefined} */
  let before;
  const forget = () => members.splice(0).forEach((member) => member.dispose?.());
  try {
    for (let t = 0; t < nEstimators && status === 'converged'; t++) {
      const member = withParams(estimator, {});
      members.push(member);
      // Options such as C have their usual meaning if the weights have their usual sum.
      /** @type {Record<string, any>} */
      const how = { ...watchPart(settings, t, nEstimators), sampleWeight: weights.map((weight) => weight * total) }; // prettier-ignore
      yield* fitting(member, X, y, how);
      const said = encodeLabels(yield member.predict(X), rows, classes).indices;
      const eps = weights.reduce((sum, weight, i) => (said[i] === indices[i] ? sum : sum + weight), 0); // prettier-ignore
      if (eps >= 1 - 1 / k - chance) {
        if (t === 0) throw tooWeak(member, eps);
        const same = said.every((c, i) => c === before?.[i]);
        if (t === 1 && same && !(Symbol.for('maxmargin.estimator') in member)) throw weightless(member, 'its second copy predicts what the first one does, though the rows have other weights'); // prettier-ignore
        members.pop().dispose?.();
        status = 'exhausted';
      } else if (eps === 0) {
        members.pop();
        forget();
        members = [member];
        tally.perfect(said);
        status = 'perfect';
      } else {
        weights = tally.add(said, eps, weights);
        const phase = `round ${t + 1} of ${nEstimators}`;
        const report = { phase, iteration: t + 1, objective: tally.wrong, gap: 0, supportVectors: 0, fraction: 1 }; // prettier-ignore
        how.onProgress?.(report);
        if (settings.stopped) status = 'stopped';
      }
      before = said;
    }
  } catch (error) {
    forget();
    throw error;
  }
  const boosting = { status, ...tally.result(), finalWeights: Array.from(weights) };
  return { ...classes, several: false, members, boosting };
}

/**
 * A fit with weights.
 * @param {any} member
 * @param {any} X
 * @param {any} y
 * @param {object} how
 * @returns {Steps<void>}
 */
function* fitting(member, X, y, how) {
  try {
    yield member.fit(X, y, how);
  } catch (error) {
    const { argument = '', message = '' } = /** @type {Partial<MaxMarginError>} */ (error);
    throw argument === 'sampleWeight' ? weightless(member, message, error) : error;
  }
}

/**
 * @param {any} member
 * @param {string} why
 * @param {unknown} [cause]
 */
const weightless = (member, why, cause) =>
  new MaxMarginError('ERR_OPTION', 'estimator', `BoostedClassifier needs an estimator whose fit(X, y, { sampleWeight }) learns with weights of rows, and ${nameOf(member)} does not: ${why}; rows are not drawn by their weights in place of that`, {}, cause); // prettier-ignore

/**
 * @param {any} member
 * @param {number} eps
 */
const tooWeak = (member, eps) =>
  new MaxMarginError('ERR_OPTION', 'estimator', `the first member, a ${nameOf(member)}, has the weighted error ${eps.toPrecision(3)}, which is no better than chance, so that there is nothing to boost; use a stronger estimator`); // prettier-ignore

/** @param {any} member */
const nameOf = (member) => member.constructor?.name || show(member);

/** The votes for the rows of a fit, round by round. */
class Tally {
  #votes;
  #total = 0;
  /** The logarithm of the product of the normalizers. */
  #loss = 0;
  /** @type {{alphas: number[], errors: number[], normalizers: number[], trainingErrors: number[], marginErrors: number[], bounds: number[]}} */
  #rounds = { alphas: [], errors: [], normalizers: [], trainingErrors: [], marginErrors: [], bounds: [] }; // prettier-ignore

  /**
   * @param {number} k classes
   * @param {Int32Array} labels
   * @param {Float64Array} first the weights of the rows, with the sum 1
   * @param {number} rho
   */
  constructor(k, labels, first, rho) {
    this.k = k;
    this.labels = labels;
    this.first = first;
    this.rho = rho;
    this.order = Int32Array.from({ length: k }, (_, c) => c);
    this.#votes = new Float64Array(labels.length * k);
  }

  /**
   * Counts a member.
   * @param {Int32Array} said
   * @param {number} eps
   * @param {Float64Array} weights
   * @returns {Float64Array} those of the next round
   */
  add(said, eps, weights) {
    const { k, labels, rho } = this;
    const alpha = (Math.log((1 - eps) / eps) + Math.log(k - 1)) / 2;
    const [right, wrong] = [Math.exp(-alpha), Math.exp(alpha)];
    const z = (1 - eps) * right + eps * wrong;
    this.#loss += Math.log(z);
    this.#count(said, alpha);
    this.#record(alpha, eps, z, Math.exp(this.#loss + rho * this.#total));
    const next = weights.map((weight, i) => (weight * (said[i] === labels[i] ? right : wrong)) / z);
    const sum = sumOf(next);
    return next.map((weight) => weight / sum);
  }

  /** The training error of the members so far. */
  get wrong() {
    return /** @type {number} */ (this.#rounds.trainingErrors.at(-1));
  }

  /** A member that makes no mistake is the answer alone. @param {Int32Array} said */
  perfect(said) {
    this.#votes.fill(0);
    this.#total = 0;
    for (const list of Object.values(this.#rounds)) list.length = 0;
    this.#count(said, 1);
    this.#record(1, 0, 0, 0);
  }

  /**
   * @param {Int32Array} said
   * @param {number} alpha
   */
  #count(said, alpha) {
    this.#total += alpha;
    said.forEach((c, i) => (this.#votes[i * this.k + c] += alpha));
  }

  /** @param {number} i */
  #margin(i) {
    const { k, labels } = this;
    const votes = this.#votes.subarray(i * k, (i + 1) * k);
    return votes[labels[i]] - Math.max(...votes.filter((_, c) => c !== labels[i]));
  }

  /**
   * @param {number} alpha
   * @param {number} eps
   * @param {number} z
   * @param {number} bound
   */
  #record(alpha, eps, z, bound) {
    const { first, labels, k, rho } = this;
    let [wrong, within] = [0, 0];
    first.forEach((weight, i) => {
      const margin = this.#margin(i);
      if (margin <= rho * this.#total) within += weight;
      const elected =
        margin === 0 ? elect(this.#votes.subarray(i * k, (i + 1) * k), this.order) : labels[i];
      if (margin < 0 || elected !== labels[i]) wrong += weight;
    });
    const { alphas, errors, normalizers, trainingErrors, marginErrors, bounds } = this.#rounds;
    alphas.push(alpha);
    errors.push(eps);
    normalizers.push(z);
    trainingErrors.push(Math.min(wrong, 1));
    marginErrors.push(Math.min(within, 1));
    bounds.push(bound);
  }

  result() {
    const margins = Array.from(this.labels, (_, i) => this.#margin(i) / this.#total);
    return { ...this.#rounds, margins };
  }
}

/**
 * What the members say of samples: labels, decision values or probabilities.
 * @param {Classes & {members: any[], boosting: Boosting}} fit
 * @param {'labels' | 'values' | 'shares'} what
 * @param {any} X
 * @param {object} settings watchers
 * @returns {Steps<{numbers: any, columns: number}>}
 */
export function* decide({ kind, labels, members, boosting }, what, X, settings) {
  const { alphas } = boosting;
  const k = labels.length;
  const order = Int32Array.from(labels.keys());
  const total = sumOf(alphas);
  /** @type {Float64Array[]} */
  let votes = [];
  for (const [t, member] of members.entries()) {
    const how = watchPart(settings, t, members.length);
    const given = yield member.predict(X, ...(Object.keys(how).length > 0 ? [how] : []));
    const { indices } = encodeLabels(given, given.length, { kind, labels });
    if (t === 0) votes = Array.from(indices, () => new Float64Array(k));
    indices.forEach((c, i) => (votes[i][c] += alphas[t]));
  }
  if (what === 'labels')
    return { numbers: votes.map((own) => labels[elect(own, order)]), columns: 1 };
  // Of two classes the value of the second; of more a vote counts -1 / (k - 1) for each other class.
  const valuesOf = (/** @type {Float64Array} */ own) =>
    k === 2 ? [(own[1] - own[0]) / total] : Array.from(own, (vote) => (vote - (total - vote) / (k - 1)) / total); // prettier-ignore
  const values = votes.map(valuesOf);
  if (what === 'values') return { numbers: Float64Array.from(values.flat()), columns: k === 2 ? 1 : k }; // prettier-ignore
  const shares = values.flatMap((own) => {
    const powers = (k === 2 ? [-own[0] / 2, own[0] / 2] : own).map((value) => Math.exp(value / (k - 1))); // prettier-ignore
    const sum = sumOf(powers);
    return powers.map((power) => power / sum);
  });
  return { numbers: Float64Array.from(shares), columns: k };
}
