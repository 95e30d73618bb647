/**
 * Tables in which vectorizers read some of the columns: Go gets the numbers and codes of the other
 * columns, and after them the terms, in sparse rows. A number that is missing is not stored.
 */
import { MaxMarginError } from '../basics/errors.js';
import { checkRoom } from '../basics/memory.js';
import { bytesOf } from '../basics/numbers.js';
import { Coding } from '../input/coding.js';
import { viewOf } from '../input/columns.js';
import { isMissing, noText } from '../input/entries.js';
import { placesOf } from '../input/tables.js';
import { stateOf } from '../model/registry.js';
import { payloadOf } from './state.js';

/** @import { CodedTable } from '../input/coding.js' */
/** @import { View } from '../input/columns.js' */
/** @import { PackedTable, Use } from '../input/inputs.js' */
/** @import { First, Success } from '../runtime/host.js' */
/** @import { VectorizerState } from './state.js' */

/**
 * A vectorizer and its input.
 * @typedef {object} Text
 * @property {string} label its name in the ColumnTransformer
 * @property {any} vectorizer
 * @property {readonly number[]} at the columns in the table of the fit
 * @property {readonly string[]} [names] of these columns, if they have some
 * @property {boolean} joined whether it reads the texts of several columns as one, without gaps
 */

/** The field of a model file. */
const field = 'facade.texts';

/** How the columns of a table become numbers, some of them by vectorizers. */
export class TextCoding extends Coding {
  /** The numbers of terms of vectorizers that are disposed of. @type {number[] | undefined} */
  #terms;

  /**
   * @param {Coding} coding of the other columns
   * @param {readonly Text[]} texts
   */
  constructor(coding, texts) {
    super(coding);
    this.texts = texts.map((text) => ({
      ...text,
      columns: text.joined ? 'text' : (text.names ?? text.at),
    }));
  }

  /** How many terms each vectorizer knows, once it is fitted. */
  get terms() {
    return this.#terms ?? this.texts.map(({ vectorizer }) => stateWithin(vectorizer).own.learnt.columns); // prettier-ignore
  }

  get wanted() {
    const own = super.wanted;
    return own && [...new Set([...own, ...this.texts.flatMap(({ names }) => names ?? [])])];
  }

  /**
   * @param {unknown} X
   * @param {Use} use
   */
  pack(X, use) {
    const given = viewOf(X, this.wanted);
    if (!given) throw noTexts();
    const view = this.complete(given);
    this.placesIn(view, this.wanted, this.at); // all of them must be there
    const known = placesOf(view.names ?? []);
    const firsts = this.texts.map((text) => {
      const { learning, own, pack } = stateWithin(text.vectorizer);
      const places = text.names?.map((name) => known.get(name) ?? -1);
      const { samples, buffers } = pack(documentsOf(view, view.names && places ? places : text.at, text)); // prettier-ignore
      const payload = payloadOf(learning, own, { samples }, buffers);
      return { id: own.id, model: own, payload };
    });
    return besideTerms(this.packView(view, use), view.rows, firsts, use);
  }

  fields() {
    const texts = this.texts.map(({ label, at, names, joined, vectorizer }) => ({
      ...{ label, at, names, joined },
      vectorizer: stateWithin(vectorizer).own.text(),
    }));
    return { ...super.fields(), [field]: JSON.stringify(texts) };
  }

  release() {
    this.#terms = this.terms;
    for (const { vectorizer } of this.texts) vectorizer.dispose();
  }

  /**
   * A coding with the vectorizers of a model file, if it has some.
   * @param {{extra: (name: string) => string | undefined}} fitted
   * @param {Coding | undefined} coding
   * @param {(text: string) => any} restoreText
   */
  static withTexts(fitted, coding, restoreText) {
    const text = fitted.extra(field);
    if (text === undefined) return coding;
    const texts = JSON.parse(text);
    const count = coding?.count ?? 0;
    const whole =
      Array.isArray(texts) &&
      texts.every(
        ({ label, at, names }) =>
          typeof label === 'string' &&
          Array.isArray(at) &&
          at.length > 0 &&
          at.every((j) => Number.isSafeInteger(j) && j >= 0 && j < count) &&
          (names === undefined ||
            (Array.isArray(names) &&
              names.length === at.length &&
              names.every((name) => typeof name === 'string'))),
      );
    if (!coding || !whole) throw new TypeError('its columns and their texts do not go together');
    const read = texts.map(({ label, at, names, joined, vectorizer }) => ({
      ...{ label, at, names, joined: joined === true },
      vectorizer: restoreText(vectorizer),
    }));
    return new TextCoding(coding, read);
  }
}

/** @param {object} vectorizer */
const stateWithin = (vectorizer) => /** @type {VectorizerState} */ (stateOf(vectorizer));

/**
 * Fits vectorizers to columns of a table before anything else is fitted.
 * @param {View} view
 * @param {CodedTable} table of the other columns
 * @param {Text[]} texts whose vectorizers are not fitted
 * @param {Use} use with the classes, if what is fitted learns classes
 * @returns {CodedTable}
 */
export function learnTexts(view, table, texts, use) {
  const firsts = texts.map((text) => {
    const state = stateWithin(text.vectorizer);
    const { job } = state.prepare(documentsOf(view, text.at, text), use.y, {}, true);
    const { id, payload } = job;
    return { id, payload, see: (/** @type {Success} */ reply) => state.adopt(job, reply) };
  });
  const coding = new TextCoding(table.coding, texts);
  return { ...besideTerms(table, view.rows, firsts, use), coding };
}

/**
 * What a vectorizer reads of each row.
 * @param {View} view
 * @param {readonly number[]} places of its columns
 * @param {Text} text
 * @returns {unknown[]}
 */
function documentsOf({ rows, columns, names }, places, { label, vectorizer, joined }) {
  const { machine, learning } = stateWithin(vectorizer);
  const of = (/** @type {number} */ i, /** @type {number} */ place) => {
    const value = columns[place][i];
    if (typeof value === 'string' || learning.name !== 'terms') return value;
    if (joined && isMissing(value)) return '';
    const column = names?.[place] ?? place;
    throw noText({ row: i, column }, value, label, machine);
  };
  return Array.from({ length: rows }, (_, i) =>
    places.length === 1 ? of(i, places[0]) : places.map((place) => of(i, place)).join('\n'),
  );
}

/**
 * A table of numbers together with the terms, once they are computed.
 * @param {PackedTable} numbers dense
 * @param {number} rows
 * @param {(Omit<First, 'take'> & {see?: (reply: Success) => void})[]} firsts
 * @param {Use} use
 * @returns {PackedTable}
 */
function besideTerms(numbers, rows, firsts, use) {
  /** @type {PackedTable['shape']} */
  const shape = { layout: 'csr', rows, cols: 0 };
  /** @type {Success[]} */
  const replies = [];
  const first = firsts.map(({ see, ...start }) => ({
    ...start,
    /** @returns {Record<string, Uint8Array>} */
    take(/** @type {Success} */ reply) {
      see?.(reply);
      if (replies.push(reply) < firsts.length) return {};
      const { cols, ...made } = joined(numbers, replies);
      shape.cols = cols;
      const { operation, outputs, copies, machine } = use;
      checkRoom(operation, 'X', { ...shape, stored: made.data.length, outputs, copies, machine });
      const { indptr, indices, data } = made;
      return { indptr: bytesOf(indptr), indices: bytesOf(indices), data: bytesOf(data) };
    },
  }));
  return { shape, buffers: {}, first };
}

/**
 * Sparse rows of numbers, without missing ones, and of the results of vectorizers.
 * @param {PackedTable} numbers
 * @param {Success[]} replies
 */
function joined({ shape: { rows, cols }, buffers: { data: bytes } }, replies) {
  const numbers = new Float64Array(bytes.buffer, bytes.byteOffset, rows * cols);
  /** @type {{cols: number, data: Float64Array, indptr?: Int32Array, indices?: Int32Array}[]} */
  const blocks = [
    { cols, data: numbers },
    ...replies.map(({ value, buffers: { data, indptr, indices } }) => ({
      cols: value.cols,
      data: new Float64Array(data.buffer),
      indptr: indptr && new Int32Array(indptr.buffer),
      indices: indices && new Int32Array(indices.buffer),
    })),
  ];
  const stored = blocks.reduce((sum, block) => sum + block.data.length, 0);
  const indptr = new Int32Array(rows + 1);
  const indices = new Int32Array(stored);
  const data = new Float64Array(stored);
  let at = 0;
  for (let i = 0; i < rows; i++) {
    let from = 0;
    for (const block of blocks) {
      const { indices: own, indptr: ends } = block;
      const start = ends ? ends[i] : i * block.cols;
      const end = ends ? ends[i + 1] : start + block.cols;
      for (let p = start; p < end; p++) {
        const value = block.data[p];
        if (value !== value) continue;
        indices[at] = from + (own ? own[p] : p - start);
        data[at++] = value;
      }
      from += block.cols;
    }
    indptr[i + 1] = at;
  }
  const width = blocks.reduce((sum, block) => sum + block.cols, 0);
  return { indptr, indices: indices.slice(0, at), data: data.slice(0, at), cols: width };
}

export const noTexts = () =>
  new MaxMarginError(
    'ERR_TYPE',
    'X',
    'X has numbers alone, but a vectorizer reads texts in it; pass rows or columns with texts',
  );
