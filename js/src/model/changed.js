/**
 * A model after rows have joined it or left it. The worker answers such a change with the bytes of
 * the model without its samples; see `codec.EncodeChange` in Go. The samples are here already, and
 * the bytes are put together when somebody asks for them.
 */
import { Container, packContainer } from './container.js';
import { Fitted } from './fitted.js';

/** @import { FieldValue } from './container.js' */
/** @import { MachineSpec } from '../machines/options.js' */
/** @import { FitInfo } from '../types.js' */

/** A row: numbers, a string's code points, or what is stored of a sparse row. */
/** @typedef {Float64Array | Int32Array | {indices: Int32Array, values: Float64Array}} Row */

/** The fields of samples, and those of their rows in the training set. */
const fields = { 'support.vectors': 'support.indices', 'others.vectors': 'others.indices' };

/**
 * The rows of samples in a file.
 * @param {Container} container
 * @param {string} field
 * @param {number} width of a dense row
 * @returns {Row[]}
 */
function readRows(container, field, width) {
  if (container.has(field)) {
    const numbers = container.float64s(field);
    return Array.from({ length: numbers.length / width }, (_, i) =>
      numbers.slice(i * width, (i + 1) * width),
    );
  }
  if (!container.has(`${field}.indptr`)) return [];
  const [...ends] = container.int32s(`${field}.indptr`);
  const start = /** @type {number} */ (ends.shift());
  const cut = (/** @type {any} */ list) =>
    ends.map((end, i) => list.slice(i > 0 ? ends[i - 1] : start, end));
  if (container.has(`${field}.symbols`)) return cut(container.int32s(`${field}.symbols`));
  const values = cut(container.float64s(`${field}.values`));
  return cut(container.int32s(`${field}.indices`)).map((indices, i) => ({
    indices,
    values: values[i],
  }));
}

/**
 * The fields of samples in a file that has others in their place.
 * @param {Container} container
 * @param {string} field
 * @param {Row[]} rows
 * @returns {Record<string, FieldValue>}
 */
function writeRows(container, field, rows) {
  if (container.has(field))
    return { [field]: flat(Float64Array, /** @type {Float64Array[]} */ (rows)) };
  if (container.has(`${field}.symbols`)) {
    const strings = /** @type {Int32Array[]} */ (rows);
    return {
      [`${field}.indptr`]: endsOf(strings),
      [`${field}.symbols`]: flat(Int32Array, strings),
    };
  }
  const sparse = rows.map(stored);
  const indices = sparse.map((row) => row.indices);
  return {
    [`${field}.indptr`]: endsOf(indices),
    [`${field}.indices`]: flat(Int32Array, indices),
    [`${field}.values`]: flat(
      Float64Array,
      sparse.map((row) => row.values),
    ),
  };
}

/**
 * What is stored of a row among sparse ones.
 * @param {any} row
 * @returns {{indices: Int32Array, values: Float64Array}}
 */
function stored(row) {
  if (!(row instanceof Float64Array)) return row;
  const indices = Int32Array.from([...row.keys()].filter((j) => row[j] !== 0));
  return { indices, values: Float64Array.from(indices, (j) => row[j]) };
}

/** @param {ArrayLike<unknown>[]} lists */
function endsOf(lists) {
  const ends = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => (ends[i + 1] = ends[i] + list.length));
  return ends;
}

/**
 * @template {Float64Array | Int32Array} T
 * @param {new (length: number) => T} Numbers
 * @param {T[]} lists
 */
function flat(Numbers, lists) {
  const ends = endsOf(lists);
  const all = new Numbers(ends[lists.length]);
  lists.forEach((list, i) => all.set(list, ends[i]));
  return all;
}

/**
 * The rows of the training set of a model, in order.
 * @param {Fitted} fitted
 * @returns {Row[]}
 */
function rowsOf(fitted) {
  if (fitted instanceof Changed) return fitted.rows;
  const { number, bytes } = fitted;
  const container = new Container(bytes, number === undefined ? '' : `${number}.`);
  const [width] = container.int32s('features');
  /** @type {Row[]} */
  const rows = [];
  for (const [field, places] of Object.entries(fields)) {
    const found = readRows(container, field, width);
    container.int32s(places).forEach((row, i) => (rows[row] = found[i]));
  }
  return rows;
}

export class Changed extends Fitted {
  #find;
  #bare;
  /** @type {Fitted | undefined} */
  #whole;

  /**
   * @param {number} id by which the session knows the model
   * @param {Fitted} former the model before the change
   * @param {Uint8Array} bytes that the worker answered with
   * @param {ArrayLike<number>} removed the rows that left
   * @param {(machine: string) => MachineSpec} find the description of the machine
   * @param {Partial<FitInfo>} report of the change
   */
  constructor(id, former, bytes, removed, find, report) {
    super(id, bytes, find, report);
    this.#find = find;
    this.#bare = new Container(bytes);
    // In place of those given, which are not all of the model.
    Object.defineProperty(this, 'bytes', { get: () => this.whole.bytes });
    const gone = new Set(Array.from(removed));
    const [width] = this.#bare.int32s('features');
    /** The rows of the training set, in order. @type {Row[]} */
    this.rows = [
      ...rowsOf(former).filter((_, i) => !gone.has(i)),
      ...readRows(this.#bare, 'joined', width),
    ];
  }

  /** The model as if all of it had come, made when it is first asked for. */
  get whole() {
    this.#whole ??= new Fitted(this.id, this.#assemble(), this.#find, this.info);
    return this.#whole;
  }

  #assemble() {
    const bare = this.#bare;
    const names = bare.names().filter((name) => !/^joined\b/.test(name));
    const present = Object.fromEntries(names.map((name) => [name, bare.value(name)]));
    const samples = Object.entries(fields).map(([field, places]) =>
      writeRows(
        bare,
        field,
        Array.from(bare.int32s(places), (row) => this.rows[row]),
      ),
    );
    return packContainer(Object.assign(present, ...samples));
  }

  /** @param {string} name */
  attribute(name) {
    return name === 'supportVectors' ? this.whole.attribute(name) : super.attribute(name);
  }
}
