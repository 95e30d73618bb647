/**
 * The result of a fit. The bytes of the model hold all of it; values are read from the bytes on
 * their first use.
 */
import { Container, withFields } from './container.js';
import { parseClasses } from '../input/labels.js';
import { readStrings } from '../input/strings.js';

/** @import { Success } from '../runtime/host.js' */
/** @import { PackedTable, Use } from '../input/inputs.js' */
/** @import { AttributeSpec, MachineSpec } from '../machines/options.js' */
/** @import { FitInfo, FitStatus, Shaped, SparseMatrix } from '../types.js' */

/**
 * @template {Float64Array | Int32Array} T
 * @param {T} numbers
 * @param {number[]} shape
 * @returns {Shaped<T>}
 */
export function withShape(numbers, ...shape) {
  return /** @type {Shaped<T>} */ (Object.defineProperty(numbers, 'shape', { value: shape }));
}

/**
 * @param {Success} reply
 * @returns {Shaped<Float64Array>}
 */
export function unpackDecisions({ value: { columns }, buffers }) {
  const values = new Float64Array(buffers.values.buffer);
  return columns === 1
    ? withShape(values, values.length)
    : withShape(values, values.length / columns, columns);
}

/**
 * @param {Uint8Array} bytes
 * @param {number} step
 */
const partOf = (bytes, step) => new Container(bytes, `${step}.`);

/**
 * @param {Success} reply
 * @returns {Shaped<Float64Array> | SparseMatrix}
 */
export function unpackSamples({ value: { layout, rows, cols }, buffers }) {
  const data = new Float64Array(buffers.data.buffer);
  if (layout === 'dense') return withShape(data, rows, cols);
  const [indptr, indices] = [buffers.indptr, buffers.indices].map((b) => new Int32Array(b.buffer));
  return { indptr, indices, data, rows, cols };
}

/**
 * Turns samples that are not numbers into numbers, in the calling thread.
 * @typedef {object} InputReader
 * @property {(X: unknown, use: Use) => PackedTable} pack
 * @property {readonly string[]} [wanted] the names of the columns that it takes
 * @property {readonly string[]} [names] of the columns that it gives
 * @property {readonly number[]} [at] their places in the table of the fit
 * @property {FitInfo['warnings']} [warnings] about the samples of the fit
 * @property {() => Record<string, string>} fields that are added to a file of the model
 * @property {(fitted: Fitted) => void} settle called when the model is fitted
 * @property {() => void} [release] lets go of models of its own, when it is used no more
 * @property {(error: any, X: any) => any} [named] names the unknown category in an error of an encoder
 */

/** @typedef {InputReader & {label: string, vectorizer: any}} VectorizerReader */

export class Fitted {
  /** What samples go through first. @type {InputReader | undefined} */
  reader;
  /** The same when it is the vectorizer of a pipeline. @type {VectorizerReader | undefined} */
  vectorizing;
  /** What the bytes say, read on the first call. */
  #contents;
  /** @type {Map<string, any>} */
  #read = new Map();

  /**
   * @param {number} id by which the session knows the model
   * @param {Uint8Array} bytes
   * @param {(machine: string) => MachineSpec} find the description of the machine in them
   * @param {Partial<FitInfo>} [report] of the fit, unless the model was loaded
   * @param {number} [step] the number of the part of the model that this object is about;
   *   otherwise it is about the whole. Of a pipeline the fields of the last step are read.
   * @param {number} [last] the number of this step, if the pipeline is a part; see parts.js
   */
  constructor(id, bytes, find, report, step, last) {
    this.id = id;
    this.bytes = bytes;
    this.step = step;
    /** @type {ReturnType<typeof readContents> | undefined} */
    let known;
    this.#contents = () => (known ??= readContents(bytes, find, report, step, last));
    // What is wrong with a file is said when it is loaded; the bytes of a fit are right.
    if (!report?.status) this.#contents();
  }

  /** How many steps the pipeline has; 0 for any other model. */
  get steps() {
    return this.#contents().steps;
  }

  /** The number of the part whose fields are read; undefined for the whole. */
  get number() {
    return this.#contents().number;
  }

  /** Its name in the catalog. */
  get machine() {
    return this.#contents().machine;
  }

  get classes() {
    return this.#contents().classes;
  }

  /** The names of the columns, of a model that was fitted to named ones. */
  get featureNames() {
    return this.#contents().featureNames;
  }

  get info() {
    const { info } = this.#contents();
    const { warnings = [] } = this.reader ?? {};
    return warnings.length > 0 ? Object.freeze({ ...info, warnings: Object.freeze([...warnings, ...info.warnings]) }) : info; // prettier-ignore
  }

  /**
   * An attribute of the fitted model.
   * @param {string} name
   */
  attribute(name) {
    if (!this.#read.has(name)) {
      const found = this.#contents().spec.attributes.find((attribute) => attribute.name === name);
      this.#read.set(name, this.#readAttribute(/** @type {AttributeSpec} */ (found)));
    }
    return this.#read.get(name);
  }

  /**
   * Whether the fitted model has an attribute of that name.
   * @param {string} name
   */
  has(name) {
    return this.#contents().spec.attributes.some((attribute) => attribute.name === name);
  }

  /** The model as a file has it. */
  portable() {
    return this.withIntake(new Uint8Array(this.bytes));
  }

  /**
   * A file of the model with what its samples go through first.
   * @param {Uint8Array<ArrayBuffer>} bytes
   */
  withIntake(bytes) {
    return this.reader ? withFields(bytes, this.reader.fields()) : bytes;
  }

  /**
   * A text that the facade stored in the model.
   * @param {string} name
   */
  extra(name) {
    return this.#contents().whole.find(name);
  }

  /** Whether samples go through a vectorizer, which Go does not know. */
  get vectorized() {
    return ['facade.vectorizer', 'facade.texts'].some((name) => this.#contents().whole.has(name));
  }

  /**
   * A field of the model that users do not see.
   * @param {string} name
   * @returns {any}
   */
  field(name) {
    return this.#contents().own.value(name);
  }

  /**
   * The calibration that turns decision values into probabilities, if the model has one.
   * @returns {{method: string, pairs: boolean, slope: Float64Array, offset: Float64Array} | undefined}
   */
  get probability() {
    const { whole } = this.#contents();
    const [method, pairs, slope, offset] = ['fit', 'pairs', 'slope', 'offset'].map((name) =>
      whole.find(`probability.${name}`),
    );
    return method && { method, pairs: pairs[0] === 1, slope, offset };
  }

  /** @param {AttributeSpec} attribute */
  #readAttribute({ field, type = 'float64s', shape }) {
    if (type === 'samples') return this.#samples(field, shape);
    const value = this.field(field);
    if (type === 'integer' || type === 'number') return value[0];
    return shape.length > 1
      ? withShape(value, ...shape.map((expression) => this.#dimension(expression)))
      : value;
  }

  /**
   * The samples in a field: numbers, bytes with a scale, sparse, strings, or none for a precomputed kernel.
   * @param {string} field
   * @param {string[]} shape
   */
  #samples(field, shape) {
    const find = (/** @type {string} */ part) => this.#contents().own.find(field + part);
    const [rows, cols] = shape.map((expression) => this.#dimension(expression));
    const [plain, bytes, symbols, data] = ['', '.bytes', '.symbols', '.values'].map(find);
    if (plain) return withShape(plain, rows, cols);
    if (bytes) {
      const [scale] = find('.scale');
      const whole = new Uint8Array(bytes.buffer, 0, rows * cols);
      return withShape(
        Float64Array.from(whole, (byte) => byte * scale),
        rows,
        cols,
      );
    }
    const indptr = find('.indptr');
    if (symbols) return readStrings(symbols, indptr);
    if (!data) return withShape(new Float64Array(0), 0, 0);
    return { indptr, indices: find('.indices'), data, rows, cols };
  }

  /**
   * A number, or a dimension such as m, k-1 or d+1.
   * @param {string} expression
   * @returns {number}
   */
  #dimension(expression) {
    if (/^\d+$/.test(expression)) return Number(expression);
    const [letter, shift] = expression.split(/(?=[-+]1$)/);
    if (shift) return this.#dimension(letter) + Number(shift);
    const classes = this.classes.labels.length;
    if (letter === 'k') return classes;
    if (letter === 'pairs') return (classes * (classes - 1)) / 2;
    const tells = this.#contents().spec.dimensions[letter];
    const value = /** @type {Int32Array} */ (this.#contents().own.value(String(tells)));
    return Array.isArray(tells) ? value[0] : value.length;
  }

  /**
   * The options in the model, by name.
   * @returns {Map<string, any>}
   */
  options() {
    const { own } = this.#contents();
    const names = own.names().filter((name) => /^option\./.test(name));
    return new Map(names.map((name) => [name.slice(7), own.value(name)]));
  }
}

/**
 * What the bytes of a model say.
 * @param {Uint8Array} bytes
 * @param {(machine: string) => MachineSpec} find
 * @param {Partial<FitInfo>} [report]
 * @param {number} [step]
 * @param {number} [last]
 */
function readContents(bytes, find, report, step, last) {
  const whole = new Container(bytes);
  const fieldsOf = (/** @type {number | undefined} */ part) =>
    part === undefined ? whole : partOf(bytes, part);
  const outer = fieldsOf(step);
  const steps = outer.text('machine') === 'Pipeline' ? outer.int32s('pipeline.steps')[0] : 0;
  const number = steps > 0 ? (last ?? steps - 1) : step;
  const own = fieldsOf(number);
  const machine = own.text('machine');
  const spec = find(machine);
  const classes = parseClasses(
    whole.find('classes.kind') ?? 'number',
    whole.find('classes.names')?.split('\0') ?? [],
  );
  const featureNames = readNames(whole, bytes);
  const info = inform(whole, spec, report);
  return { whole, own, steps, number, machine, spec, classes, featureNames, info };
}

/**
 * The names of the columns, of a model that was fitted to named ones.
 * @param {Container} whole
 * @param {Uint8Array} bytes
 */
function readNames(whole, bytes) {
  const names = whole.find('features.names')?.split('\0');
  if (!names) return undefined;
  // The names belong to the columns of X: in a pipeline, to the input of the first step.
  const [wanted] = (whole.has('features') ? whole : partOf(bytes, 0)).int32s('features');
  const { size } = new Set(names);
  if (names.length === wanted && size === wanted) return names;
  throw new TypeError(`it has ${size} names for ${wanted} features`);
}

/**
 * @param {Container} whole
 * @param {MachineSpec} spec
 * @param {Partial<FitInfo>} [report]
 * @returns {FitInfo}
 */
function inform(whole, spec, report) {
  const status = /** @type {FitStatus} */ (whole.text('fit.status'));
  const number = (/** @type {string} */ name) => whole.float64s(name)[0];
  // A transformer that solves no problem has neither.
  const none = spec.kind === 'transformer' && number('fit.objective') === 0;
  const solved = (/** @type {string} */ name) => (none ? NaN : number(name));
  return Object.freeze({
    status,
    converged: /converged|perfect|exhausted/.test(status), // run.Status.Complete
    iterations: number('fit.iterations'),
    objective: solved('fit.objective'),
    gap: solved('fit.gap'),
    supportVectors: whole.int32s('fit.vectors')[0],
    milliseconds: report?.milliseconds,
    gpu: report?.gpu,
    warnings: Object.freeze([...(report?.warnings ?? [])]),
  });
}
