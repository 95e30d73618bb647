/** Fits by expectation-maximisation, in slices. */
import { Random } from '../data/random.js';
import { MaxMarginError } from '../basics/errors.js';
import { ProgressMeter } from '../basics/slices.js';
import { nothing } from './chain.js';

/** @import { Work } from '../basics/slices.js' */
/** @import { Chain, Samples } from './chain.js' */

/**
 * The course of a fit.
 * @typedef {object} Course
 * @property {string} status
 * @property {number} iterations
 * @property {number} likelihood
 * @property {number[]} curve
 */

/**
 * The mean log-likelihood of a later start must exceed the best one by this much to replace it:
 * starts often end at the same maximum with its states in another order, and rounding must not
 * decide between them.
 */
const rival = 1e-5;

/**
 * Keeps the parameters of largest likelihood from several random starts. Every step raises the
 * objective, since it maximises a lower bound that touches it (Dempster, Laird & Rubin,
 * 1977). If it is stopped, it keeps the best parameters of all complete passes over the samples.
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
  const meter = new ProgressMeter('expectation-maximisation', 1);
  const shape = chain.theta.slice();
  let kept = shape;
  /** @type {Course | undefined} */
  let best;
  let value = -Infinity;
  let iterations = 0;
  let told = false; // whether a watcher has stopped the work
  let over = false;

  /**
   * One expectation over all samples.
   * @param {number} attempt
   * @param {boolean} must whether it continues after the time limit
   * @returns {Work<number>} the log-likelihood; NaN if the pass was not finished
   */
  function* pass(attempt, must) {
    expected.fill(0);
    let likelihood = 0;
    for (let i = 0; i < samples.n; i++) {
      likelihood += chain.expect(samples, i, parts);
      const report = meter.advance();
      if (!report) continue;
      const objective = Number.isFinite(value) ? -value : 0;
      const fraction = attempt / nInit;
      const goesOn = yield { ...report, iteration: iterations, objective, fraction };
      told ||= goesOn === false;
      meter.resume();
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
    const course = { status: 'iterationLimit', iterations: 0, likelihood: NaN, curve: [] };
    for (let step = 0; step <= maxIter; step++) {
      const likelihood = yield* pass(attempt, attempt === 0 && step === 0);
      if (Number.isNaN(likelihood) && over) break; // an unfinished pass has no result
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
  if (over) course.status = told ? 'stopped' : 'timeLimit';
  return course;
}

/**
 * Sets random parameters: random probabilities, and means by k-means++ (Arthur &
 * Vassilvitskii, 2007): each mean is one of the points, drawn with a probability proportional
 * to its squared distance from the earlier means. The variance of a component is that of the
 * points nearest to its mean.
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
          distance.reduce((last, d, i) => (d > 0 ? i : last), -1),
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
