/**
 * The structured support vector machine for labels of any kind: what they are, and which of them
 * is the best, only functions of the caller's know.
 */
import { host, pause, run } from '#host';
import { Clock } from '../basics/clock.js';
import { MaxMarginError } from '../basics/errors.js';
import { isNumbers } from '../basics/numbers.js';
import { Random } from '../data/random.js';
import { checkOptions, oneOf, seed, whole } from '../data/settings.js';
import { badResult, thrown } from '../functions/functions.js';
import { weightsOf } from '../metrics/labels.js';
import { checkPassing, readSettings, wrongSetting } from '../basics/settings.js';
import { readNumbers, solve } from '../programs/program.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Check } from '../data/settings.js' */
/** @import { Watch } from '../runtime/host.js' */
/** @import { StructuredFitSettings, StructuredOptions } from '../types.js' */
/** @import { ProgramHost } from '../programs/program.js' */

/** @type {ProgramHost} */
const worker = { call: (op, payload, watch) => host.call(op, payload, watch) };

/**
 * Learns weights w such that the label with the largest <w, features(x, y)> is the right one. The
 * loss of a sample is the generalised hinge loss
 *
 *     max over y' of loss(y', y) + <w, features(x, y') - features(x, y)>
 *
 * (Shalev-Shwartz & Ben-David, section 17.2.4). The functions are called in the thread of the
 * caller.
 * @template X a sample
 * @template Y a label
 */
export class StructuredSVM {
  /** @type {Settled<X, Y>} */
  #options;
  /** @type {Solution | undefined} */
  #solution;

  /** @param {StructuredOptions<X, Y>} options */
  constructor(options) {
    this.#options = settle(options);
    const { weights } = this.#options;
    if (weights) this.#solution = { ...unsolved, weights: readWeights(weights) };
  }

  /**
   * Learns from samples and their labels.
   * @param {readonly X[]} samples
   * @param {readonly Y[]} labels
   * @param {StructuredFitSettings} [settings]
   * @returns {Returns<this>}
   */
  fit(samples, labels, settings) {
    return run(this.#fitting(samples, labels, settings));
  }

  /**
   * The best label of each sample, as argmax finds it.
   * @param {readonly X[]} samples
   * @returns {Y[]}
   */
  predict(samples) {
    const { weights } = this.#solved;
    return listOf(samples, 'samples').map((x, i) => best(this.#options, x, weights, i));
  }

  /**
   * The mean loss of the predicted labels.
   * @param {readonly X[]} samples
   * @param {readonly Y[]} labels
   * @returns {number}
   */
  risk(samples, labels) {
    const found = this.predict(samples);
    checkCount(labels, samples.length);
    const sum = found.reduce((all, y, i) => all + lossOf(this.#options, y, labels[i], i), 0);
    return sum / samples.length;
  }

  get #solved() {
    if (this.#solution) return this.#solution;
    throw new MaxMarginError(
      'ERR_NOT_FITTED',
      '',
      'this StructuredSVM is not fitted yet; call fit first, or pass weights',
    );
  }

  /** The weights: all that a fit finds. Pass them as the option weights to make the machine again. */
  get weights() {
    return this.#solved.weights.slice();
  }

  /**
   * The objective: with cutting planes 1/2 |w|^2 + C sum of losses, else the mean of the losses
   * that the steps saw.
   */
  get objective() {
    return this.#solved.objective;
  }

  /** How far the objective is above a lower bound of the least one, at most; with cutting planes. */
  get gap() {
    return this.#solved.gap;
  }

  /** How the fit ended. */
  get status() {
    return this.#solved.status;
  }

  /** Cutting planes, or steps. */
  get nIter() {
    return this.#solved.iterations;
  }

  /**
   * @param {unknown} samples
   * @param {unknown} labels
   * @param {unknown} given
   */
  *#fitting(samples, labels, given) {
    const data = readData(this.#options, samples, labels, given);
    const learn = this.#options.algorithm === 'sgd' ? descending : cutting;
    this.#solution = yield* learn(this.#options, data);
    return this;
  }
}

/**
 * What a fit leaves behind.
 * @typedef {object} Solution
 * @property {Float64Array} weights
 * @property {number} objective
 * @property {number} gap
 * @property {'converged' | 'iterationLimit' | 'stopped'} status
 * @property {number} iterations
 */

const unsolved = {
  objective: NaN,
  gap: NaN,
  status: /** @type {const} */ ('converged'),
  iterations: 0,
};

/**
 * @template X, Y
 * @typedef {Required<Omit<StructuredOptions<X, Y>, 'weights' | 'labels'>> & Pick<StructuredOptions<X, Y>, 'weights' | 'labels'>} Settled
 */

/**
 * What is learnt from.
 * @template X, Y
 * @typedef {object} Lesson
 * @property {readonly X[]} samples
 * @property {readonly Y[]} labels
 * @property {Float64Array} weight
 * @property {Float64Array[]} truth the features of the samples with their labels
 * @property {Watch} watch
 */

const defaults = { algorithm: 'cuttingPlane', C: 1, tol: 1e-3, maxIter: 1000, steps: 10000, eta0: 0.1, seed: 0 }; // prettier-ignore

/** @type {Check} */
const positive = [
  'a number > 0',
  (value) => typeof value === 'number' && value > 0 && value < Infinity,
];

const checks = {
  algorithm: oneOf('cuttingPlane', 'sgd'),
  C: positive,
  tol: positive,
  maxIter: whole(1),
  steps: whole(1),
  eta0: positive,
  seed,
};

/**
 * @template X, Y
 * @param {StructuredOptions<X, Y>} given
 * @returns {Settled<X, Y>}
 */
function settle(given) {
  const functions = ['features', 'argmax', 'lossArgmax', 'loss'];
  /** @type {Check} */
  const any = ['anything', () => true]; // their types are checked below
  const own = Object.fromEntries([...functions, 'labels', 'weights'].map((name) => [name, any]));
  const options = { ...defaults, ...checkOptions('StructuredSVM', given, { ...own, ...checks }) };
  for (const name of functions) {
    if (typeof options[name] !== 'function') throw wrongSetting(name, 'a function', options[name]);
  }
  if (options.labels != null && !Array.isArray(options.labels)) {
    throw wrongSetting('labels', 'an array of all labels', options.labels);
  }
  return options;
}

/**
 * @param {unknown} given
 * @returns {Float64Array}
 */
function readWeights(given) {
  if (!isNumbers(given)) throw wrongSetting('weights', 'an array of numbers', given);
  return readNumbers(given, 'weights', given.length);
}

/**
 * @template X
 * @param {readonly X[]} list
 * @param {string} argument
 * @returns {readonly X[]}
 */
function listOf(list, argument) {
  if (!Array.isArray(list)) throw wrongSetting(argument, 'an array', list);
  if (list.length > 0) return list;
  throw new MaxMarginError('ERR_EMPTY', argument, `${argument} is empty; it needs an entry at least`); // prettier-ignore
}

/**
 * @param {unknown} labels
 * @param {number} count
 */
function checkCount(labels, count) {
  if (!Array.isArray(labels)) throw wrongSetting('labels', 'an array', labels);
  if (labels.length === count) return;
  throw new MaxMarginError(
    'ERR_SHAPE',
    'labels',
    `there are ${labels.length} labels for ${count} samples; there must be one for each`,
    { expected: count, got: labels.length },
  );
}

/**
 * @template X, Y
 * @param {Settled<X, Y>} options
 * @param {any} samples
 * @param {any} labels
 * @param {unknown} given
 * @returns {Lesson<X, Y>}
 */
function readData(options, samples, labels, given) {
  const settings = readSettings('fit', given, ['sampleWeight', 'signal', 'onProgress']);
  const { watch } = checkPassing(settings);
  const { length: n } = listOf(samples, 'samples');
  checkCount(labels, n);
  const weight = weightsOf(settings.sampleWeight, n) ?? new Float64Array(n).fill(1);
  if (weight.every((v) => v === 0)) {
    throw new MaxMarginError('ERR_WEIGHT', 'sampleWeight', 'all weights are 0; one at least must be larger'); // prettier-ignore
  }
  const truth = /** @type {Float64Array[]} */ ([]);
  for (let i = 0; i < n; i++) {
    checkLabel(options, 'labels', `labels[${i}]`, labels[i], i);
    truth.push(featuresOf(options, samples[i], labels[i], truth[0]?.length, i));
    const own = lossOf(options, labels[i], labels[i], i);
    if (own !== 0) throw badResult('loss', `loss(y, y) of labels[${i}]`, own, '0', { row: i });
  }
  return { samples, labels, weight, truth, watch };
}

/**
 * Calls a function of the caller's.
 * @template T
 * @param {string} option
 * @param {number} row
 * @param {() => T} call
 * @returns {T}
 */
function called(option, row, call) {
  try {
    return call();
  } catch (cause) {
    throw thrown(option, `${option} for sample ${row}`, cause, { row });
  }
}

/**
 * @param {Settled<any, any>} options
 * @param {any} x
 * @param {any} y
 * @param {number | undefined} length
 * @param {number} row
 */
function featuresOf({ features }, x, y, length, row) {
  const made = called('features', row, () => features(x, y));
  const place = `features(x, y) of sample ${row}`;
  if (!isNumbers(made) || made.length === 0 || made.length !== (length ?? made.length)) {
    throw badResult('features', place, made, 'an array of as many numbers each time', { row });
  }
  const values = Float64Array.from(/** @type {ArrayLike<number>} */ (made));
  const wrong = values.findIndex((v) => !Number.isFinite(v));
  if (wrong < 0) return values;
  throw badResult('features', `${place}, entry ${wrong},`, values[wrong], 'a finite number', {
    row,
  });
}

/**
 * @param {Settled<any, any>} options
 * @param {any} predicted
 * @param {any} y
 * @param {number} row
 */
function lossOf({ loss }, predicted, y, row) {
  const value = called('loss', row, () => loss(predicted, y));
  if (typeof value === 'number' && value >= 0 && value < Infinity) return value;
  throw badResult('loss', `loss(y', y) of sample ${row}`, value, 'a number >= 0', { row });
}

/**
 * @param {Settled<any, any>} options
 * @param {string} option
 * @param {string} place
 * @param {any} y
 * @param {number} row
 */
function checkLabel({ labels }, option, place, y, row) {
  if (labels ? labels.includes(y) : y != null && !Number.isNaN(y)) return;
  throw badResult(option, place, y, labels ? 'one of the labels' : 'a label', { row });
}

/**
 * @template X, Y
 * @param {Settled<X, Y>} options
 * @param {X} x
 * @param {Float64Array} weights
 * @param {number} row
 * @returns {Y}
 */
function best(options, x, weights, row) {
  const y = called('argmax', row, () => options.argmax(x, weights));
  checkLabel(options, 'argmax', `argmax of sample ${row}`, y, row);
  return y;
}

/**
 * The loss of a sample: lossArgmax finds the label y' that gives it.
 * @template X, Y
 * @param {Settled<X, Y>} options
 * @param {Lesson<X, Y>} data
 * @param {number} i
 * @param {Float64Array} w
 * @returns {{hinge: number, loss: number, difference: Float64Array}} difference is features(x, y) - features(x, y')
 */
function worst(options, { samples, labels, truth }, i, w) {
  const y = called('lossArgmax', i, () => options.lossArgmax(samples[i], labels[i], w.slice()));
  checkLabel(options, 'lossArgmax', `lossArgmax of sample ${i}`, y, i);
  const found = featuresOf(options, samples[i], y, w.length, i);
  const loss = lossOf(options, y, labels[i], i);
  const difference = truth[i].map((v, j) => v - found[j]);
  const hinge = loss - dot(w, difference);
  const size = 1 + loss + Math.abs(dot(w, truth[i]));
  if (hinge >= -1e-9 * size) return { hinge, loss, difference };
  const expected = 'the label with the largest loss plus score; the right label has more'; // prettier-ignore
  throw badResult('lossArgmax', `lossArgmax of sample ${i}`, y, expected, { row: i });
}

/**
 * @param {Float64Array} a
 * @param {Float64Array} b
 */
function dot(a, b) {
  return a.reduce((sum, v, j) => sum + v * b[j], 0);
}

/**
 * Minimises 1/2 |w|^2 + C sum of the losses. The planes b - <w, g> lie below the sum of the losses,
 * each where it touches it at one w; the best weights for all planes so far follow from a quadratic
 * program over them (Joachims, Finley and Yu, 2009), whose value is a lower bound.
 * @template X, Y
 * @param {Settled<X, Y>} options
 * @param {Lesson<X, Y>} data
 * @returns {Steps<Solution>}
 */
function* cutting(options, data) {
  const { C, tol, maxIter } = options;
  const d = data.truth[0].length;
  const clock = new Clock(pause, data.watch);
  let w = new Float64Array(d);
  let lower = 0;
  /** @type {{g: Float64Array, b: number}[]} */
  const planes = [];
  /** @type {number[][]} */
  const gram = [];
  /** @type {Solution} */
  const solution = { weights: w, objective: Infinity, gap: Infinity, status: 'stopped', iterations: 0 }; // prettier-ignore
  for (;;) {
    const g = new Float64Array(d);
    let b = 0;
    for (let i = 0; i < data.samples.length; i++) {
      const { loss, difference } = worst(options, data, i, w);
      const c = C * data.weight[i];
      b += c * loss;
      for (let j = 0; j < d; j++) g[j] += c * difference[j];
      if (!clock.isOver) continue;
      const { objective, gap, iterations: iteration } = solution;
      yield* clock.rest({ phase: 'cutting planes', iteration, objective, gap });
      if (clock.isStopped && objective < Infinity) return solution;
    }
    const objective = dot(w, w) / 2 + Math.max(0, b - dot(w, g));
    if (objective < solution.objective) [solution.weights, solution.objective] = [w, objective];
    solution.gap = Math.max(0, solution.objective - lower);
    if (solution.gap <= tol * solution.objective) return { ...solution, status: 'converged' };
    if (clock.isStopped) return solution;
    if (planes.length >= maxIter) return { ...solution, status: 'iterationLimit' };
    planes.push({ g, b });
    solution.iterations = planes.length;
    gram.forEach((row, k) => row.push(dot(g, planes[k].g)));
    gram.push(planes.map((plane) => dot(g, plane.g)));
    const a = yield* shares(planes.map((plane) => plane.b), gram); // prettier-ignore
    w = new Float64Array(d);
    let value = 0;
    a.forEach((share, k) => {
      value += share * planes[k].b;
      for (let j = 0; j < d; j++) w[j] += share * planes[k].g[j];
    });
    lower = Math.max(lower, value - dot(w, w) / 2);
  }
}

/**
 * The shares a >= 0 of the planes, at most 1 together, that maximise <a, b> - 1/2 a'Ga.
 * @param {number[]} b
 * @param {number[][]} gram
 * @returns {Steps<number[]>}
 */
function* shares(b, gram) {
  const program = {
    quadratic: gram,
    objective: b.map((v) => -v),
    inequalities: { A: [b.map(() => 1)], b: [1] },
    lower: 0,
  };
  const { x } = yield* solve(worker, 'solveQuadraticProgram', program, {});
  const a = Array.from(x, (v) => Math.max(0, v));
  const sum = Math.max(1, a.reduce((all, v) => all + v, 0)); // prettier-ignore
  return a.map((v) => v / sum);
}

/**
 * The mean of the iterates of stochastic subgradient descent on the mean loss (section 17.2.5 of
 * the book): a step of the length eta0 for each of so many samples, each drawn as often as its
 * weight says.
 * @template X, Y
 * @param {Settled<X, Y>} options
 * @param {Lesson<X, Y>} data
 * @returns {Steps<Solution>}
 */
function* descending(options, data) {
  const { steps, eta0 } = options;
  const until = data.weight.slice();
  until.forEach((v, i) => (until[i] = v + (i > 0 ? until[i - 1] : 0)));
  const random = new Random(options.seed);
  const clock = new Clock(pause, data.watch);
  const w = new Float64Array(data.truth[0].length);
  const sum = w.slice();
  let losses = 0;
  let step = 0;
  /** @type {Solution['status']} */
  let status = 'converged';
  while (step < steps) {
    const at = random.uniform() * until[until.length - 1];
    const i = Math.max(0, until.findIndex((v) => at < v)); // prettier-ignore
    const { hinge, difference } = worst(options, data, i, w);
    losses += hinge;
    step += 1;
    for (let j = 0; j < w.length; j++) {
      sum[j] += w[j];
      w[j] += eta0 * difference[j];
    }
    if (!clock.isOver) continue;
    yield* clock.rest({ phase: 'sgd', iteration: step, fraction: step / steps, objective: losses / step }); // prettier-ignore
    if (!clock.isStopped) continue;
    status = 'stopped';
    break;
  }
  const weights = sum.map((v) => v / step);
  return { weights, objective: losses / step, gap: NaN, status, iterations: step };
}
