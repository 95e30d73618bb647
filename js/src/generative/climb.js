/** Fits of chains by expectation-maximisation, a slice at a time. */
import { Random } from '../data/random.js';
import { MaxMarginError } from '../basics/errors.js';
import { Stretch } from '../basics/slices.js';
import { nothing } from './chain.js';

/** @import { Work } from '../basics/slices.js' */
/** @import { Chain, Samples } from './chain.js' */

/**
 * How a fit went.
 * @typedef {object} Course
 * @property {string} status
 * @property {number} iterations
 * @property {number} likelihood
 * @property {number[]} curve
 */

/**
 * By how much the mean log-likelihood of a sample from a later start must be larger for
 * it to be preferred: starts often lead to the same maximum, its states in another order,
 * and which comes first must not be decided by rounding.
 */
const rival = 1e-5;

/**
 * Takes the likeliest parameters from several random starts. Every step raises the
 * objective, since it maximises a lower bound that touches it (Dempster, Laird & Rubin,
 * 1977). Told to end, it keeps the best parameters of all whole passes over the samples.
 * @param {Chain} chain
 * @param {Samples} samples
 * @param {Record<string, any>} params
 * @returns {Work<Course>}
 */
export function* climb(chain, samples, params) {
  const { nInit, tol, maxIter, maxTime, varianceFloor: floor } = params;
  const smoothing = params.smoothing ?? nothing;
  const random = new Random(params.seed);
  const until = performance.now() + maxTime;
  const expected = chain.vector();
  const parts = chain.split(expected);
  const stretch = new Stretch('expectation-maximisation', 1);
  const shape = chain.theta.slice();
  let kept = shape;
  /** @type {Course | undefined} */
  let best;
  let value = -Infinity;
  let iterations = 0;
  let told = false; // to end
  let over = false;

  /**
   * One expectation over all samples.
   * @param {number} attempt
   * @param {boolean} must whether it goes on when the time is up
   * @returns {Work<number>} the log-likelihood; NaN: it was not finished
   */
  function* pass(attempt, must) {
    expected.fill(0);
    let likelihood = 0;
    for (let i = 0; i < samples.n; i++) {
      likelihood += chain.expect(samples, i, parts);
      const report = stretch.advance();
      if (!report) continue;
      const objective = Number.isFinite(value) ? -value : 0;
      const fraction = attempt / nInit;
      const goesOn = yield { ...report, iteration: iterations, objective, fraction };
      told ||= goesOn === false;
      stretch.resume();
      over ||= told || performance.now() > until;
      if (over && !must) return NaN;
    }
    over ||= performance.now() > until;
    return likelihood;
  }

  for (let attempt = 0; attempt < nInit && !over; attempt++) {
    chain.theta.set(shape);
    begin(chain, samples, random, { parts, smoothing, floor });
    /** @type {Course} */
    const course = { status: 'iteration-limit', iterations: 0, likelihood: NaN, curve: [] };
    for (let step = 0; step <= maxIter; step++) {
      const likelihood = yield* pass(attempt, attempt === 0 && step === 0);
      if (Number.isNaN(likelihood) && over) break; // half a pass says nothing
      const last = value;
      value = likelihood + chain.prior(smoothing);
      if (!Number.isFinite(value)) {
        throw new MaxMarginError(
          'ERR_NUMERIC',
          'X',
          'the likelihood of the samples overflows; scale the features to a range such as [-1, 1]',
        );
      }
      const converged = step > 0 && !(value - last > tol * samples.n);
      course.curve.push(value);
      Object.assign(course, { likelihood, iterations: step });
      if (step > 0) iterations++;
      if (converged) course.status = 'converged';
      const highest = best ? best.curve[best.curve.length - 1] : -Infinity;
      if (best === course || !best || value > highest + rival * samples.n) {
        best = course;
        kept = chain.theta.slice();
      }
      if (converged || over) break;
      if (step < maxIter) chain.maximise(parts, smoothing, floor);
    }
  }
  chain.theta.set(kept);
  const course = /** @type {Course} */ (best); // of the first pass at least
  if (over) course.status = told ? 'stopped' : 'time-limit';
  return course;
}

/**
 * Takes random parameters: probabilities apart from each other by chance, and means by
 * k-means++ (Arthur & Vassilvitskii, 2007): each is one of the points, with a likelihood
 * that is its squared distance from those before, and the variances are those of the
 * points that are nearest to each.
 * @param {Chain} chain
 * @param {Samples} samples
 * @param {Random} random
 * @param {{parts: import('./chain.js').Parts, smoothing: number, floor: number}} with_
 */
function begin(chain, samples, random, { parts, smoothing, floor }) {
  const { states, wide, letters } = chain;
  const { numbers } = samples;
  for (const part of Object.values(parts)) part.fill(0);
  for (const name of /** @type {const} */ (['first', 'next', 'given'])) {
    parts[name].forEach((_, at) => (parts[name][at] = 0.5 + random.uniform()));
  }
  if (samples.letters) {
    const often = new Float64Array(letters);
    for (const letter of samples.letters) often[letter]++;
    parts.given.forEach((v, at) => (parts.given[at] = v * often[at % letters]));
  }
  if (numbers) {
    const n = numbers.length / wide;
    const distance = new Float64Array(n).fill(1);
    const nearest = new Int32Array(n);
    const { mean } = chain.parameters;
    for (let s = 0; s < states; s++) {
      let left = random.uniform() * distance.reduce((sum, d) => sum + d, 0);
      let chosen = distance.findIndex((d) => (left -= d) < 0);
      if (chosen < 0)
        chosen = Math.max(
          distance.findLastIndex((d) => d > 0),
          0,
        );
      mean.set(numbers.subarray(chosen * wide, (chosen + 1) * wide), s * wide);
      for (let p = 0; p < n; p++) {
        let sum = 0;
        for (let j = 0; j < wide; j++) sum += (numbers[p * wide + j] - mean[s * wide + j]) ** 2;
        if (s === 0 || sum < distance[p]) [distance[p], nearest[p]] = [sum, s];
      }
    }
    nearest.forEach((s, p) => {
      parts.count[s]++;
      for (let j = 0; j < wide; j++) {
        const e = numbers[p * wide + j] - mean[s * wide + j];
        parts.mean[s * wide + j] += e;
        parts.variance[s * wide + j] += e * e;
      }
    });
    if (!chain.series) parts.first.set(parts.count);
  }
  chain.maximise(parts, smoothing, floor);
}
