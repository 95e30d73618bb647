/** What vectorizers have in common: options, what was learnt, and how it is kept. */
import { Container, packContainer } from '../container.js';
import { MaxMarginError } from '../errors.js';
import { packSamples } from '../inputs.js';
import { writeOptions } from '../json.js';
import { checkObjects } from '../own-kernel.js';
import { State, stateOf } from '../state.js';

/** @import { Fitted, Front } from '../fitted.js' */
/** @import { Options } from '../options.js' */
/** @import { Shaped, SparseRows } from '../types.js' */

/**
 * What vectorizers make. @typedef {SparseRows | Shaped<Float64Array>} Rows
 */

/**
 * What a vectorizer knows after a fit.
 * @typedef {object} Learnt
 * @property {number} columns
 * @property {(samples: ArrayLike<unknown>) => Rows} transform
 * @property {() => object} write as JSON
 */

/**
 * How a kind of vectorizer learns, and reads what it learnt.
 * @typedef {object} Learning
 * @property {(samples: ArrayLike<unknown>, params: Options) => [learnt: Learnt, rows: Rows]} learn
 * @property {(json: any, params: Options) => Learnt} read
 */

/** The fields of a file. */
const [machineField, field] = ['machine', 'facade.vectorizer'];

/** It works here at once: nobody keeps anything for it. */
const nobody = { newModelId: () => 0, release() {} };

/** A fit of a vectorizer, as States have them. */
class FittedVectorizer {
  id = 0;
  featureNames = undefined;
  info = Object.freeze({
    status: 'converged',
    converged: true,
    iterations: 0,
    objective: 0,
    gap: 0,
    supportVectors: 0,
    milliseconds: undefined,
    warnings: [],
  });

  /**
   * @param {VectorizerState} state whose options these are now
   * @param {Learnt} learnt
   */
  constructor(state, learnt) {
    this.machine = state.machine;
    this.options = { ...state.options };
    this.learnt = learnt;
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
   * @param {string} machine
   * @param {unknown} options
   * @param {Learning} learning
   */
  constructor(machine, options, learning) {
    super(machine, options, nobody);
    this.learning = learning;
  }

  /** @returns {FittedVectorizer} */
  get own() {
    return /** @type {any} */ (this.fitted);
  }

  /**
   * @param {unknown} X
   * @returns {Rows} X, transformed
   */
  learn(X) {
    this.checkAlive();
    const [learnt, rows] = this.learning.learn(checkObjects(X, 'X'), this.params());
    this.keep(learnt);
    return rows;
  }

  /** @param {Learnt} learnt */
  keep(learnt) {
    this.fitted = /** @type {Fitted} */ (
      /** @type {unknown} */ (new FittedVectorizer(this, learnt))
    );
  }

  /**
   * @param {unknown} X
   * @returns {Rows}
   */
  transform(X) {
    return this.own.learnt.transform(checkObjects(X, 'X'));
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
