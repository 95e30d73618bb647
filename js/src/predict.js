/**
 * `maxmargin/predict`: what a fitted model says of new samples, without WebAssembly and without a worker.
 * It opens the files of all models that maxmargin writes, and computes the same numbers.
 */
import { MaxMarginError } from './basics/errors.js';
import { Evaluator } from './graph/evaluate.js';
import { everything } from './graph/families.js';
import { jsonSchema } from './graph/json-schema.js';
import { lowerWith } from './graph/lowering.js';
import { joined, lacking } from './graph/parts.js';
import { readerOf, rowsOf } from './graph/tables.js';
import { isWhole } from './model/container.js';

/** @import { Column } from './graph/inputs.js' */
/** @import { Lowered } from './graph/lowering.js' */
/** @import { Part } from './graph/parts.js' */
/** @import { Locate, Rows } from './graph/tables.js' */
/** @import { ConformalModel } from './graph/conformal.js' */
/** @import { ConformalJSON, JSONSchema, Label, ModelJSON, PredictionPart, PredictionRows, PredictionSchema } from './types.js' */

/** What `open` makes of a file. @template T @typedef {T extends {estimator: object} | {toJSON(): {estimator: object}} ? ConformalModel : Model} Opened */

/** What has been fitted. @typedef {{toJSON(): ModelJSON | ConformalJSON}} Jsonable */

export { MaxMarginError };
export { conformal, dates, features, kernels, neighbors, probabilities, strings, tables, texts, trees } from './graph/families.js'; // prettier-ignore

/**
 * Opens a model that was saved.
 * @template {Uint8Array | ArrayBuffer | ModelJSON | ConformalJSON | Jsonable} T
 * @param {T} file the bytes that `save` wrote, the parsed JSON of a fitted model or conformal predictor, or
 *   one of these itself, of any entry
 * @param {...PredictionPart} parts `conformal` for a conformal predictor; models need none
 * @returns {Opened<T>} of a conformal predictor a ConformalModel, of anything else a Model
 */
export const open = (file, ...parts) => opened(file, joined([...everything, ...parts]));

/**
 * Makes an `open` that knows linear machines, the most frequent kernels, scalers and pipelines, and what the
 * parts add; a bundler leaves out all others.
 * @param {...PredictionPart} parts such as `tables`
 * @returns {typeof open} which refuses other models with ERR_TYPE, and says the part that they need
 */
export const opener =
  (...parts) =>
  (file, ...more) =>
    opened(file, joined([...parts, ...more]));

/** @param {any} given @param {Part} known @returns {any} */
function opened(given, known) {
  const isFitted = typeof given?.toJSON === 'function' && !(given instanceof Uint8Array); // Node's Buffer has it, too
  const file = isFitted ? given.toJSON() : given;
  if (/^Conformal/.test(file?.machine)) {
    const { ConformalModel: Conformal } = known;
    if (!Conformal) throw lacking('conformal', file.machine);
    return new Conformal(file, (one) => opened(one, known));
  }
  const bytes = bytesOf(file);
  if (!isWhole(bytes)) {
    throw new MaxMarginError('ERR_FORMAT', 'bytes', 'these are no bytes of a model, or it is damaged, or a later release wrote it; get another copy, or update maxmargin'); // prettier-ignore
  }
  try {
    return new Model(lowerWith(bytes, known));
  } catch (cause) {
    if (cause instanceof MaxMarginError) throw cause;
    throw new MaxMarginError('ERR_FORMAT', 'bytes', `the model is damaged or forged: ${/** @type {Error} */ (cause).message}; get another copy`, {}, cause); // prettier-ignore
  }
}

/** @param {any} file @returns {Uint8Array<ArrayBuffer>} */
function bytesOf(file) {
  if (file instanceof ArrayBuffer || file instanceof Uint8Array) return new Uint8Array(file);
  if (file?.format === 'maxmargin' && typeof file.bytes === 'string')
    return Uint8Array.from(atob(file.bytes), (letter) => letter.charCodeAt(0));
  throw new MaxMarginError('ERR_TYPE', 'bytes', 'open takes the bytes of a fitted model, a Uint8Array or ArrayBuffer, or the object that JSON.parse returns for its JSON'); // prettier-ignore
}

/**
 * A JSON Schema (draft 2020-12) of one sample, for a server that checks what it is sent: an object with
 * the names of the columns, of a model without names an array, of texts a string. Categories are
 * those that the model knows, columns that may be missing take null, and other columns are allowed.
 * @param {Model | Uint8Array | ArrayBuffer | ModelJSON | {toJSON(): ModelJSON}} model opened here, or what
 *   `open` takes
 * @returns {JSONSchema}
 */
export function jsonSchemaOf(model) {
  const opened = /** @type {Model} */ (model instanceof Model ? model : open(model));
  return jsonSchema(opened.schema);
}

/** A model that predicts. */
export class Model {
  #lowered;
  #readers;
  /** Whether a row is the numbers that the graph takes. */
  #isPlain;
  /** By the output that each computes. @type {Map<string, Evaluator>} */
  #evaluators = new Map();
  /**
   * @internal
   * @param {Lowered} lowered
   */
  constructor(lowered) {
    this.#lowered = lowered;
    const { input, given } = lowered;
    this.#readers = given.map((one) => readerOf(one, input));
    const isNext = (/** @type {Column} */ { kind, at }, /** @type {number} */ j) =>
      kind === 'number' && at[0] === j;
    this.#isPlain = input.samples === 'rows' && given.length === 1 && input.columns.length === input.count && input.columns.every(isNext); // prettier-ignore
  }

  /** @param {string} name of an output */
  #evaluator(name) {
    const { given, outputs, values } = this.#lowered;
    const inputs = given.map(({ node }) => node);
    const { [name]: output, samples = output } = outputs;
    // A class is a number even where the values that it follows from are none.
    const known = this.#evaluators.get(name) ?? new Evaluator(inputs, [output, samples, ...values]);
    this.#evaluators.set(name, known);
    return known;
  }

  /** The classes of a classifier, in ascending order. */
  get classes() {
    return [...this.#lowered.labels];
  }

  /** Whether there are probabilities of the classes. */
  get hasProbabilities() {
    return 'probabilities' in this.#lowered.outputs;
  }

  /** What a sample is: its columns, with the categories that the model knows. @returns {PredictionSchema} */
  get schema() {
    const { kind, labels, input } = this.#lowered;
    const columns = input.columns.flatMap(
      ({ name, names = [name], kind: type, categories, at, gaps = false, part = 0 }) =>
        (part ? [] : at).map((place, i) => ({
          ...(name !== undefined && { name: names[i] }),
          kind: type,
          ...(categories && { categories: [...categories] }),
          ...{ gaps, place },
        })),
    );
    const { samples, count: width, gaps } = input;
    return { kind, samples, columns, width, gaps, classes: [...labels] };
  }

  /**
   * The prediction for each sample: a class, a number, or of a detector 1 inside and -1 outside.
   * @param {PredictionRows} X
   * @returns {Label[]}
   */
  predict(X) {
    const { kind, labels } = this.#lowered;
    if (kind === 'classifier') return this.#each(X, 'place', (place) => labels[place[0]]);
    if (kind === 'transformer') throw lacks('predict', 'the model is a transformer; use transform');
    return this.#each(X, 'values', (values) =>
      kind === 'regressor' ? values[0] : values[0] >= 0 ? 1 : -1,
    );
  }

  /**
   * The decision value of each sample; of more than two classes a list of them.
   * @param {PredictionRows} X
   * @param {{shape?: 'ovr'}} [settings] 'ovr': one for each class, also of a machine that compares pairs;
   *   by default the shape that the model was made with
   * @returns {(number | number[])[]}
   */
  decisionFunction(X, { shape } = {}) {
    const { kind } = this.#lowered;
    if (kind !== 'classifier' && kind !== 'detector')
      throw lacks('decisionFunction', `the model is a ${kind}`);
    if (shape !== undefined && shape !== 'ovr')
      throw new MaxMarginError('ERR_OPTION', 'shape', "shape must be 'ovr', or left out");
    const name = kind === 'classifier' ? (shape ?? 'decisions') : 'values';
    return this.#each(X, name, (values) => (values.length === 1 ? values[0] : listOf(values)));
  }

  /**
   * The probability of each class for each sample, in the order of `classes`.
   * @param {PredictionRows} X
   * @returns {number[][]}
   */
  predictProba(X) {
    if (!this.hasProbabilities)
      throw lacks(
        'predictProba',
        "the model has no probabilities; fit it with probability: 'sigmoid'",
      );
    return this.#each(X, 'probabilities', listOf);
  }

  /**
   * Each sample transformed.
   * @param {PredictionRows} X
   * @returns {number[][]}
   */
  transform(X) {
    const { kind } = this.#lowered;
    if (kind !== 'transformer') throw lacks('transform', `the model is a ${kind}; use predict`);
    return this.#each(X, 'values', listOf);
  }

  /**
   * @template T
   * @param {unknown} X
   * @param {string} name of an output
   * @param {(values: Float64Array) => T} of
   * @returns {T[]}
   */
  #each(X, name, of) {
    const { input } = this.#lowered;
    const evaluator = this.#evaluator(name);
    const [x] = evaluator.given;
    const [numbers] = evaluator.made;
    const isList = this.#isPlain && Array.isArray(X) && X.length > 0;
    /** @type {Rows | undefined} */
    let rows;
    const count = isList ? X.length : (rows = rowsOf(X, input)).count;
    /** @type {T[]} */
    const made = [];
    for (let i = 0; i < count; i++) {
      if (!isList || !copied(X[i], x)) {
        rows ??= rowsOf(X, input);
        const values = rows.read(i);
        /** @type {Locate} */
        const locate = ({ name, at }) => ({ row: i, column: name ?? at[0] });
        this.#readers.forEach((read, t) => read(values, evaluator.given[t], locate));
      }
      evaluator.run();
      if (!evaluator.made.every(areFinite)) throw notFinite(i);
      made.push(of(numbers));
    }
    return made;
  }
}

/**
 * Copies a row of finite numbers, and says whether it is one.
 * @param {any} row
 * @param {Float64Array} out
 */
function copied(row, out) {
  if (row?.length !== out.length) return false;
  for (let j = 0; j < out.length; j++) {
    const value = row[j];
    if (typeof value !== 'number' || value - value !== 0) return false;
    out[j] = value;
  }
  return true;
}

/** Whether no number is infinite or missing. @param {Float64Array} numbers */
function areFinite(numbers) {
  let sum = 0;
  for (const one of numbers) sum += one - one;
  return sum === 0;
}

/** The numbers as a list of one's own. @param {Float64Array} numbers */
function listOf(numbers) {
  const list = [];
  for (let i = 0; i < numbers.length; i++) list.push(numbers[i]);
  return list;
}

/** @param {string} method @param {string} why */
const lacks = (method, why) => new MaxMarginError('ERR_TYPE', method, why);

/** @param {number} row */
const notFinite = (row) =>
  new MaxMarginError('ERR_NONFINITE', 'X', `the model has no answer for X[${row}]: a number is too large, no known category, or below 0 where the kernel needs numbers >= 0`, { row }); // prettier-ignore
