/** What vectorizers have in common: options, what was learnt, and how it is kept. */
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

/** It works here at once: nobody keeps anything for it. */
const nobody = { newModelId: () => 0, release() {} };

/** A fit of a vectorizer, as States have them. */
class FittedVectorizer {
  id = 0;
  featureNames = undefined;

  /**
   * @param {VectorizerState} state whose options these are now
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

  /** What a file has of it. */
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
   * A fit, one report at a time. Until it is over the fit before it stays. Who leaves the
   * loop ends it with what there is.
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
        // Of work that is over, or was dropped, nothing is left.
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
 * What makes numbers of the samples of a pipeline.
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
 * What a file says of a vectorizer; nothing if it is not one of a vectorizer. A file of
 * some fields has but one spelling, so it is whole when it is written the same again.
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
    return undefined; // it is for Go to say what is wrong
  }
  const whole = packContainer({ [machineField]: machine, [field]: text });
  if (whole.length === bytes.length && whole.every((byte, at) => byte === bytes[at])) return text;
  throw new MaxMarginError(
    'ERR_FORMAT',
    'bytes',
    `the ${machine} is damaged or was cut off; get another copy`,
  );
}
