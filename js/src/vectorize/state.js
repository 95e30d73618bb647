/** The common parts of vectorizers: options, fits, and files. */
import { Container, packContainer } from '../model/container.js';
import { MaxMarginError } from '../basics/errors.js';
import { packSamples } from '../input/inputs.js';
import { writeOptions } from '../model/json.js';
import { runNow, runStepped } from '../basics/slices.js';
import { FitJob } from '../model/fit-job.js';
import { State, checkWorkSettings, stateOf } from '../model/state.js';

/** @import { Fitted, Front } from '../model/fitted.js' */
/** @import { MachineSpec } from '../machines/options.js' */
/** @import { Work } from '../basics/slices.js' */
/** @import { Learning, Learnt, Rows } from './learning.js' */
/** @import { Progress } from '../types.js' */

/** The fields of a file. */
const [machineField, field] = ['machine', 'facade.vectorizer'];

/** A vectorizer works in this thread, so no session keeps a copy of it. */
const nobody = { newModelId: () => 0, release() {} };

/** A fit of a vectorizer, with the methods that states need. */
class FittedVectorizer {
  id = 0;
  featureNames = undefined;

  /**
   * @param {VectorizerState} state the state that has these options now
   * @param {Learnt} learnt
   */
  constructor(state, learnt) {
    this.machine = state.machine;
    this.options = { ...state.options };
    this.learnt = learnt;
    const { status = 'converged', iterations = 0, curve = [] } = learnt.course ?? {};
    this.info = Object.freeze({
      status,
      converged: status === 'converged',
      iterations,
      objective: curve.length > 0 ? -curve[curve.length - 1] : 0,
      gap: 0,
      supportVectors: 0,
      milliseconds: undefined,
      warnings: [],
    });
  }

  /** The fields of a file for this fit. */
  text() {
    const { machine, options, learnt } = this;
    return JSON.stringify({ machine, options: writeOptions(options), learnt: learnt.write() });
  }

  portable() {
    return packContainer({ [machineField]: this.machine, [field]: this.text() });
  }
}

export class VectorizerState extends State {
  /**
   * @param {MachineSpec} spec
   * @param {unknown} options
   * @param {Learning} learning
   */
  constructor(spec, options, learning) {
    super(spec, options, nobody);
    this.learning = learning;
  }

  /** @returns {FittedVectorizer} */
  get own() {
    return /** @type {any} */ (this.fitted);
  }

  /**
   * A fit in steps, with one report for each. The earlier fit stays until this one is finished.
   * Leaving the loop ends the fit with its result so far.
   * @param {unknown} X
   * @param {'fit' | 'fitTransform'} method
   * @param {unknown} given settings
   * @returns {Generator<Progress, Rows | undefined, void>} for fitTransform: X, transformed
   */
  *learnSteps(X, method, given) {
    const settings = checkWorkSettings(method, given);
    this.checkFree(settings);
    const job = this.occupy(new FitJob(0, { request: {} }, settings));
    try {
      const work = this.#learning(this.learning.pack(X), method === 'fitTransform');
      try {
        return yield* runStepped(work, job.watch);
      } finally {
        // Work that is finished or dropped is forgotten.
        let step = work.next(false);
        while (!step.done) step = work.next();
      }
    } finally {
      this.endFit();
    }
  }

  /**
   * @param {any} samples packed
   * @param {boolean} transforms
   * @returns {Work<Rows | undefined>}
   */
  *#learning(samples, transforms) {
    const [learnt, rows] = yield* this.learning.learn(samples, this.values());
    this.keep(learnt);
    return transforms ? yield* rows() : undefined;
  }

  /**
   * A fit that blocks.
   * @param {unknown} X
   * @param {'fit' | 'fitTransform'} method
   * @param {unknown} [given] settings
   * @returns {Rows | undefined} for fitTransform: X, transformed
   */
  learn(X, method, given) {
    const steps = this.learnSteps(X, method, given);
    let step = steps.next();
    while (!step.done) step = steps.next();
    return step.value;
  }

  /** @param {Learnt} learnt */
  keep(learnt) {
    this.fitted = /** @type {Fitted} */ (
      /** @type {unknown} */ (new FittedVectorizer(this, learnt))
    );
  }

  /**
   * @param {unknown} X
   * @param {unknown} [given] settings
   * @returns {Rows}
   */
  transform(X, given) {
    const watch = checkWorkSettings('transform', given);
    return runNow(this.own.learnt.transform(this.learning.pack(X)), watch);
  }
}

/**
 * The part of a pipeline that turns its samples into numbers.
 * @param {any} vectorizer fitted
 * @param {string} label its name in the pipeline
 * @returns {Front}
 */
export function frontIntake(vectorizer, label) {
  const state = /** @type {VectorizerState} */ (stateOf(vectorizer));
  return {
    label,
    vectorizer,
    pack: (X, use) => packSamples(state.transform(X), 'X', use),
    fields: () => ({ [field]: JSON.stringify({ label, vectorizer: state.own.text() }) }),
    settle() {},
  };
}

/**
 * The vectorizer of a pipeline that was loaded, and its name; nothing if it has none.
 * @param {Fitted} fitted
 * @param {(text: string) => any} restoreText
 */
export function frontOf(fitted, restoreText) {
  const text = fitted.extra(field);
  if (text === undefined) return undefined;
  const { label, vectorizer } = JSON.parse(text);
  if (typeof label !== 'string') throw new TypeError('its vectorizer has no name');
  return frontIntake(restoreText(vectorizer), label);
}

/**
 * The vectorizer of a file; undefined if the file is not one of a vectorizer. Equal fields
 * give equal bytes, so the file is undamaged if writing it again gives the same bytes.
 * @param {Uint8Array} bytes
 * @param {(machine: string) => boolean} isVectorizer
 * @returns {string | undefined}
 */
export function textOf(bytes, isVectorizer) {
  let machine, text;
  try {
    const container = new Container(bytes);
    machine = container.text(machineField);
    if (!isVectorizer(machine)) return undefined;
    text = container.text(field);
  } catch {
    return undefined; // Go gives the error
  }
  const whole = packContainer({ [machineField]: machine, [field]: text });
  if (whole.length === bytes.length && whole.every((byte, at) => byte === bytes[at])) return text;
  throw new MaxMarginError(
    'ERR_FORMAT',
    'bytes',
    `the ${machine} is damaged or was cut off; get another copy`,
  );
}
