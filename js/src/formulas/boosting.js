/**
 * Boosting in closed formulas (Smola et al., Advances in large margin classifiers, Theorem 1.12),
 * and the course of AdaBoost from what its members predict.
 */
import { MaxMarginError, show } from '../basics/errors.js';

/**
 * A round of AdaBoost.
 * @typedef {object} BoostingRound
 * @property {number} round from 1
 * @property {number} eps the weighted error of the member
 * @property {number} alpha its coefficient
 * @property {Float64Array} weights of the samples before the round; they sum to 1
 * @property {Float64Array} margins of the samples after the round: the share of the votes for their
 *   class less the largest share of another class
 * @property {number} trainingError the share of the samples, by weight, that are predicted wrongly
 * @property {number} marginError the share of the samples, by weight, whose margin is at most rho
 * @property {number} bound on this share, (1.86)
 */

/**
 * What members predict: the class of every sample, row by row.
 * @typedef {object} Votes
 * @property {Float64Array} classes samples x members
 * @property {Float64Array} alphas the coefficient of each member
 * @property {Int32Array} order the classes by first appearance, which decides between equals
 */

/**
 * The class with most votes. Of two classes with as many it is the later one, of more the first
 * one, as everywhere in the package.
 * @param {Float64Array} votes
 * @param {Int32Array} order
 */
export function elect(votes, order) {
  if (order.length === 2) return votes[0] === votes[1] ? order[1] : Number(votes[1] > votes[0]);
  return order.reduce((best, c) => (votes[c] > votes[best] ? c : best), order[0]);
}

/**
 * What the members predict with the coefficients that they have after each round.
 * @param {Votes} given
 * @param {Float64Array} roundAlphas rounds x members
 * @returns {{classes: Int32Array}[]}
 */
export function correctiveStagesOf({ classes, alphas, order }, roundAlphas) {
  const members = alphas.length;
  const n = classes.length / members;
  return Array.from(alphas, (_, round) => ({
    classes: Int32Array.from({ length: n }, (__, i) => {
      const votes = new Float64Array(order.length);
      for (let t = 0; t <= round; t++) {
        votes[classes[i * members + t]] += roundAlphas[round * members + t];
      }
      return elect(votes, order);
    }),
  }));
}

/**
 * What the members up to each round predict.
 * @param {Votes} given
 * @returns {{classes: Int32Array}[]}
 */
export function stagesOf({ classes, alphas, order }) {
  const members = alphas.length;
  const n = classes.length / members;
  const sums = Array.from({ length: n }, () => new Float64Array(order.length));
  return Array.from(alphas, (alpha, t) => {
    const stage = new Int32Array(n);
    sums.forEach((votes, i) => {
      votes[classes[i * members + t]] += alpha;
      stage[i] = elect(votes, order);
    });
    return { classes: stage };
  });
}

/**
 * @param {Votes & {labels: Int32Array, weights?: Float64Array, rho: number, soft: number}} given
 * @returns {BoostingRound[]}
 */
export function roundsOf({ classes, alphas, order, labels, weights: given, rho, soft }) {
  const members = alphas.length;
  const n = labels.length;
  const k = order.length;
  const first = normalized(given ?? new Float64Array(n).fill(1));
  const sums = Array.from({ length: n }, () => new Float64Array(k));
  let weights = first;
  let total = 0;
  return Array.from(alphas, (alpha, t) => {
    const before = weights;
    const next = new Float64Array(n);
    let eps = 0;
    let loss = 0;
    let wrong = 0;
    let within = 0;
    total += alpha;
    const margins = Float64Array.from(sums, (votes, i) => {
      const right = classes[i * members + t] === labels[i];
      votes[classes[i * members + t]] += alpha;
      if (!right) eps += before[i];
      // Only ratios of the weights count, so for two classes this is +1 and -1.
      const step = (right ? (2 * (k - 1)) / k : -2 / k) + softening(soft, before[i], first[i]);
      next[i] = before[i] * Math.exp(-alpha * step);
      const own = votes[labels[i]];
      loss += first[i] * Math.exp(total - 2 * own);
      const others = votes.reduce((most, v, c) => (c === labels[i] ? most : Math.max(most, v)), 0);
      if (elect(votes, order) !== labels[i]) wrong += first[i];
      if (own - others <= rho * total) within += first[i];
      return (own - others) / total;
    });
    weights = normalized(next);
    return {
      ...{ round: t + 1, eps, alpha, weights: before, margins, trainingError: wrong },
      ...{ marginError: within, bound: eps === 0 ? 0 : loss * Math.exp(rho * total) },
    };
  });
}

/**
 * @param {number} soft the option C of regularised AdaBoost
 * @param {number} weight
 * @param {number} first the weight before the first round
 */
const softening = (soft, weight, first) => (first > 0 ? (soft * weight) / first : 0);

/**
 * A round of LPBoost.
 * @typedef {object} CorrectiveRound
 * @property {number} round from 1
 * @property {number} eps the weighted error of the member
 * @property {number} edge of the member
 * @property {number} objective of the linear program over the members so far
 * @property {number} rho the margin of which the program makes as much as it can
 * @property {Float64Array} alphas the coefficients of the members after the round
 * @property {Float64Array} weights of the samples before the round; they sum to 1
 * @property {Float64Array} margins of the samples after the round: the share of the votes for their
 *   class less the largest share of another class
 * @property {number} trainingError the share of the samples, by weight, that are predicted wrongly
 * @property {number} marginError the share of the samples, by weight, whose margin is less than rho
 */

/**
 * The rounds of LPBoost from what the fit keeps.
 * @param {Votes & {labels: Int32Array, fit: Record<string, Float64Array>}} given
 * @returns {CorrectiveRound[]}
 */
export function correctiveRoundsOf({ classes, order, labels, fit }) {
  const rounds = fit.edges.length;
  const n = labels.length;
  return Array.from(fit.edges, (edge, t) => {
    const alphas = fit.roundAlphas.slice(t * rounds, (t + 1) * rounds);
    const margins = Float64Array.from(labels, (label, i) => {
      const votes = new Float64Array(order.length);
      alphas.forEach((alpha, s) => (votes[classes[i * rounds + s]] += alpha));
      const others = votes.reduce((most, v, c) => (c === label ? most : Math.max(most, v)), 0);
      return votes[label] - others;
    });
    return {
      ...{ round: t + 1, eps: fit.errors[t], edge, objective: fit.objectives[t] },
      ...{ rho: fit.rhos[t], alphas: alphas.slice(0, t + 1), margins },
      weights: fit.roundWeights.slice(t * n, (t + 1) * n),
      ...{ trainingError: fit.trainingErrors[t], marginError: fit.marginErrors[t] },
    };
  });
}

/** @param {Float64Array} weights */
function normalized(weights) {
  const sum = weights.reduce((all, w) => all + w, 0);
  return weights.map((w) => w / sum);
}

/**
 * The bound (1.86) on the share of training samples whose margin is at most rho, after rounds of
 * AdaBoost for two classes: 2^T times the product of sqrt(eps_t^(1-rho) (1-eps_t)^(1+rho)). With
 * rho = 0 it bounds the training error.
 * @param {{errors: ArrayLike<number>, rho?: number}} given errors: the weighted error of the member
 *   of each round
 * @returns {number}
 */
export function boostingBound({ errors, rho = 0 }) {
  if (typeof errors !== 'object' || errors === null || !Array.from(errors).every(isError)) {
    throw wrong('errors', 'weighted errors, numbers in [0,1]', errors);
  }
  checkMargin(rho, true);
  return Array.from(errors).reduce(
    (product, eps) => product * 2 * Math.sqrt(eps ** (1 - rho) * (1 - eps) ** (1 + rho)),
    1,
  );
}

/** @param {unknown} eps */
const isError = (eps) => typeof eps === 'number' && eps >= 0 && eps <= 1;

/**
 * The bound (1.87), (1 - rho^2)^(T/2), on the share of training samples whose margin is at most
 * rho after T rounds in each of which the weighted error is at most 1/2 - 2 rho.
 * @param {{rho: number, rounds: number}} given
 * @returns {number}
 */
export function boostingRate({ rho, rounds }) {
  checkMargin(rho, true);
  if (!(Number.isInteger(rounds) && rounds >= 0))
    throw wrong('rounds', 'a whole number >= 0', rounds);
  return (1 - rho ** 2) ** (rounds / 2);
}

/**
 * After how many rounds (1.87) is at most eps: the least whole number of rounds that is at least
 * 2/rho^2 ln(1/eps).
 * @param {{rho: number, eps: number}} given
 * @returns {number}
 */
export function boostingRounds({ rho, eps }) {
  checkMargin(rho, false);
  if (!(typeof eps === 'number' && eps > 0 && eps <= 1))
    throw wrong('eps', 'a number in (0,1]', eps);
  return Math.ceil((2 / rho ** 2) * Math.log(1 / eps));
}

/**
 * @param {unknown} rho
 * @param {boolean} zero whether it can be 0
 */
function checkMargin(rho, zero) {
  if (typeof rho === 'number' && rho >= 0 && rho < 1 && (zero || rho > 0)) return;
  throw wrong('rho', zero ? 'a number in [0,1)' : 'a number in (0,1)', rho);
}

/**
 * @param {string} argument
 * @param {string} expected
 * @param {unknown} got
 */
const wrong = (argument, expected, got) =>
  new MaxMarginError('ERR_TYPE', argument, `${argument} must be ${expected}, got ${show(got)}`);
