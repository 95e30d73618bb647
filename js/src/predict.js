/**
 * `maxmargin/predict`: what a fitted model says of new samples, without WebAssembly and without a worker.
 * It opens the files of all models that maxmargin writes, and computes the same numbers.
 */
import { MaxMarginError } from './basics/errors.js';
import { Evaluator } from './graph/evaluate.js';
import { jsonSchema } from './graph/json-schema.js';
import { lower } from './graph/lower.js';
import { readerOf, rowsOf } from './graph/tables.js';
import { isWhole } from './model/container.js';

/** @import { Lowered } from './graph/lower.js' */
/** @import { JSONSchema, Label, ModelJSON, PredictionRows, PredictionSchema } from './types.js' */

/** A fitted model. @typedef {{toJSON(): ModelJSON}} Jsonable */

export { MaxMarginError };

/**
 * Opens a model that was saved.
 * @param {Uint8Array | ArrayBuffer | ModelJSON | Jsonable} file the bytes that `save` wrote, the parsed
 *   JSON of a fitted model, or a fitted model of any entry
 * @returns {Model}
 */
export function open(file) {
  const bytes = bytesOf(file);
  if (!isWhole(bytes)) {
    throw new MaxMarginError('ERR_FORMAT', 'bytes', 'these are no bytes of a model, or it is damaged, or a later release wrote it; get another copy, or update maxmargin'); // prettier-ignore
  }
  try {
    return new Model(lower(bytes));
  } catch (cause) {
    if (cause instanceof MaxMarginError) throw cause;
    throw new MaxMarginError('ERR_FORMAT', 'bytes', `the model is damaged or forged: ${/** @type {Error} */ (cause).message}; get another copy`, {}, cause); // prettier-ignore
  }
}

/** @param {any} file @returns {Uint8Array<ArrayBuffer>} */
function bytesOf(file) {
  if (file instanceof ArrayBuffer || file instanceof Uint8Array) return new Uint8Array(file);
  if (typeof file?.toJSON === 'function') return bytesOf(file.toJSON());
  if (file?.format === 'maxmargin' && typeof file.bytes === 'string')
    return Uint8Array.from(atob(file.bytes), (letter) => letter.charCodeAt(0));
  throw new MaxMarginError('ERR_TYPE', 'bytes', 'open takes the bytes of a fitted model, a Uint8Array or ArrayBuffer, or the object that JSON.parse returns for its JSON'); // prettier-ignore
}

/**
 * A JSON Schema (draft 2020-12) of one sample, for a server that checks what it is sent: an object with
 * the names of the columns, of a model without names an array, of texts a string. Categories are
 * those that the model knows, columns that may be missing take null, and other columns are allowed.
 * @param {Model | Parameters<typeof open>[0]} model opened here, or what `open` takes
 * @returns {JSONSchema}
 */
export function jsonSchemaOf(model) {
  return jsonSchema((model instanceof Model ? model : open(model)).schema);
}

/** A model that predicts. */
export class Model {
  #lowered;
  #readers;
  /** By the output that each computes. @type {Map<string, Evaluator>} */
  #evaluators = new Map();
  /** The numbers of the last samples, to be written over. @type {Float64Array<ArrayBuffer>[]} */
  #given = [];

  /**
   * @internal
   * @param {Lowered} lowered
   */
  constructor(lowered) {
    this.#lowered = lowered;
    this.#readers = lowered.given.map((given) => readerOf(given, lowered.input));
  }

  /** @param {string} name of an output */
  #evaluator(name) {
    const { given, outputs } = this.#lowered;
    const inputs = given.map(({ node }) => node);
    const { [name]: output, samples = output } = outputs;
    const known = this.#evaluators.get(name) ?? new Evaluator(inputs, [output, samples]);
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
      ({ name, names = [name], kind: type, categories, at, gaps = false }) =>
        at.map((place, i) => ({
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
    if (kind === 'classifier') return this.#each(X, 'place', ([place]) => labels[place]);
    if (kind === 'transformer') throw lacks('predict', 'the model is a transformer; use transform');
    return this.#each(X, 'values', ([value]) =>
      kind === 'regressor' ? value : value >= 0 ? 1 : -1,
    );
  }

  /**
   * The decision value of each sample; of more than two classes a list of them.
   * @param {PredictionRows} X
   * @returns {(number | number[])[]}
   */
  decisionFunction(X) {
    const { kind } = this.#lowered;
    if (kind !== 'classifier' && kind !== 'detector')
      throw lacks('decisionFunction', `the model is a ${kind}`);
    const name = kind === 'classifier' ? 'decisions' : 'values';
    return this.#each(X, name, (values) => (values.length === 1 ? values[0] : Array.from(values)));
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
    return this.#each(X, 'probabilities', (values) => Array.from(values));
  }

  /**
   * Each sample transformed.
   * @param {PredictionRows} X
   * @returns {number[][]}
   */
  transform(X) {
    const { kind } = this.#lowered;
    if (kind !== 'transformer') throw lacks('transform', `the model is a ${kind}; use predict`);
    return this.#each(X, 'values', (values) => Array.from(values));
  }

  /**
   * @template T
   * @param {unknown} X
   * @param {string} name of an output
   * @param {(values: Float64Array) => T} of
   * @returns {T[]}
   */
  #each(X, name, of) {
    const { input, given } = this.#lowered;
    const { count, read } = rowsOf(X, input);
    const evaluator = this.#evaluator(name);
    const { block } = evaluator;
    /** @type {T[]} */
    const made = [];
    for (let from = 0; from < count; from += block) {
      const n = Math.min(block, count - from);
      given.forEach(({ node: { shape: [, width] } }, t) => {
        if (this.#given[t]?.length !== n * width) this.#given[t] = new Float64Array(n * width);
        for (let i = 0; i < n; i++) {
          const row = from + i;
          const out = this.#given[t].subarray(i * width, (i + 1) * width);
          this.#readers[t](read(row), out, ({ name, at }) => ({ row, column: name ?? at[0] }));
        }
      }); // prettier-ignore
      const [numbers, samples] = evaluator.run(this.#given, n);
      const [width, last] = [numbers.length / n, samples.length / n];
      for (let i = 0; i < n; i++) {
        const own = numbers.subarray(i * width, (i + 1) * width);
        const whole = samples.subarray(i * last, (i + 1) * last);
        if (!own.every(Number.isFinite) || !whole.every(Number.isFinite)) throw notFinite(from + i);
        made.push(of(own));
      }
    }
    return made;
  }
}

/** @param {string} method @param {string} why */
const lacks = (method, why) => new MaxMarginError('ERR_TYPE', method, why);

/** @param {number} row */
const notFinite = (row) =>
  new MaxMarginError('ERR_NONFINITE', 'X', `the model has no answer for X[${row}]: a number is too large to compute with, or below 0 where the kernel compares numbers from 0 on`, { row }); // prettier-ignore
