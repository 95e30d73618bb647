/**
 * Encoders of categories. Where a column is the words of an input, they are the operators that skl2onnx
 * writes; otherwise graphs that compare numbers with the known ones.
 */
import { MaxMarginError } from '../../basics/errors.js';
import { columnsOf, doubled, merged, singled } from './flow.js';
import { elements } from './schema.js';

/** @import { Fitted } from '../../model/fitted.js' */
/** @import { Builder, Wire } from './builder.js' */
/** @import { Flow, Words } from './flow.js' */

/** The column of infrequent categories of a feature that has none. */
const none = -2;

/**
 * A feature of an encoder.
 * @typedef {object} Feature
 * @property {number} j its number
 * @property {Flow} flow its column
 * @property {Float64Array} values of its categories
 * @property {boolean} missing whether missing values are a category, the last one
 * @property {number} from how many categories the features before have
 */

/**
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Flow} flow
 * @returns {Feature[]}
 */
function featuresOf(b, fitted, flow) {
  const counts = /** @type {Int32Array} */ (fitted.field('categories.counts'));
  const gaps = /** @type {Int32Array} */ (fitted.field('categories.missing'));
  const all = /** @type {Float64Array} */ (fitted.field('categories.values'));
  let [at, from] = [0, 0];
  return columnsOf(b, flow, counts.length).map((column, j) => {
    const feature = { j, flow: column, values: all.subarray(at, at + counts[j]), missing: gaps[j] === 1, from }; // prettier-ignore
    at += counts[j];
    from += counts[j] + gaps[j];
    return feature;
  });
}

/**
 * The texts of the categories, the empty one for missing values; nothing if the column is no words, or
 * if the empty text would be two categories.
 * @param {Feature} feature
 * @returns {string[] | undefined}
 */
function textsOf({ flow: { text }, values, missing }) {
  const keys = Array.from(values, (code) => text?.keys[code]);
  if (!text || keys.includes(undefined)) return undefined;
  if (missing && text.keys.includes('')) return undefined;
  return /** @type {string[]} */ ([...keys, ...(missing ? [''] : [])]);
}

/**
 * Columns of 0 and 1: whether a column is each of some numbers, the last of them for NaN if that is a
 * category.
 * @param {Builder} b
 * @param {Feature} feature
 * @returns {Wire} n x categories, float64
 */
function matches(b, { flow, values, missing }) {
  const parts = [];
  if (values.length > 0) {
    const table = b.row(b.isDouble ? values : values.map(Math.fround));
    if (!b.isDouble && new Set(values.map(Math.fround)).size < values.length) {
      throw new MaxMarginError(
        'ERR_NUMERIC',
        'model',
        "the model has categories that are numbers which differ in float64 alone; export it with precision: 'float64'",
      );
    }
    // In float32, 0.1 of a sample is not that of float64.
    const same = b.isDouble
      ? b.equal(doubled(b, flow), table)
      : b.equal(singled(b, flow), b.single(table));
    parts.push(b.bit(same));
  }
  const x = b.isDouble ? doubled(b, flow) : singled(b, flow);
  if (missing || parts.length === 0) {
    const gaps = b.bit(b.add('IsNaN', [x]));
    parts.push(missing ? gaps : b.times(gaps, 0));
  }
  return b.beside(parts);
}

/**
 * 1, or an error of the runtime where a condition does not hold: a place that a list of one does not
 * have.
 * @param {Builder} b
 * @param {Wire} holds n x 1, 1 or 0
 * @param {string} name of the operator that fails, which runtimes tell
 * @returns {Wire} n x 1
 */
function demanded(b, holds, name) {
  const place = b.add('Cast', [opposite(b, holds)], { to: elements.int64 });
  return b.add('Gather', [b.constant([1]), place], {}, { name });
}

/** @param {Builder} b @param {Wire} bit */
const opposite = (b, bit) => b.plus(b.times(bit, -1), 1);

/**
 * A column of 0 and 1 for each category.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Flow} flow
 * @returns {Flow}
 */
export function oneHot(b, fitted, flow) {
  const places = /** @type {Int32Array} */ (fitted.field('places'));
  const infrequent = /** @type {Int32Array} */ (fitted.field('infrequent'));
  const unknown = /** @type {string} */ (fitted.field('option.handleUnknown'));
  const made = featuresOf(b, fitted, flow).flatMap((feature) => {
    const count = feature.values.length + Number(feature.missing);
    const own = places.subarray(feature.from, feature.from + count);
    const rare = infrequent[feature.j];
    const kept = [...own.keys()].filter((c) => own[c] >= 0 && own[c] !== rare);
    const texts = rare === none && kept.length > 0 ? textsOf(feature) : undefined;
    if (texts) return [hotWords(b, feature, texts, kept, unknown !== 'error')];
    const bits = matches(b, feature);
    const known = b.sum(bits);
    const columns = [];
    if (kept.length > 0) columns.push(kept.length === count ? bits : b.columns(bits, kept));
    if (rare >= 0) {
      const sum = b.sum(
        b.columns(
          bits,
          [...own.keys()].filter((c) => own[c] === rare),
        ),
      );
      columns.push(unknown === 'infrequentIfExist' ? b.plus(sum, opposite(b, known)) : sum);
    }
    if (unknown !== 'error') return columns.map((double) => ({ double }));
    const one = demanded(b, known, `unknown_category_${feature.j}`);
    return columns.map((column) => ({ double: b.times(column, one) }));
  });
  return merged(b, made);
}

/**
 * The columns of words, by the operator that fails at unknown ones unless they become zeros.
 * @param {Builder} b
 * @param {Feature} feature
 * @param {string[]} texts of the categories
 * @param {number[]} kept which of them have columns
 * @param {boolean} zeros
 * @returns {Flow}
 */
function hotWords(b, { flow: { text } }, texts, kept, zeros) {
  const { wire } = /** @type {Words} */ (text);
  const attributes = { cats_strings: texts, zeros: Number(zeros) };
  const deep = b.machine('OneHotEncoder', [wire], attributes, [b.name('hot')]); // n x 1 x categories
  const all = kept.length === texts.length;
  const chosen = all ? deep : b.add('Gather', [deep, b.wholes(kept)], { axis: -1 });
  const single = b.add('Reshape', [chosen, b.wholes([-1, kept.length])]);
  return b.isDouble ? { double: b.double(single) } : { single };
}

/**
 * The number of each category.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Flow} flow
 * @returns {Flow}
 */
export function ordinal(b, fitted, flow) {
  const strict = fitted.field('option.handleUnknown') === 'error';
  const [unknown] = /** @type {Float64Array} */ (fitted.field('option.unknownValue'));
  const [gap] = /** @type {Float64Array} */ (fitted.field('option.encodedMissingValue'));
  const made = featuresOf(b, fitted, flow).map((feature) => {
    const { flow: column, j } = feature;
    const present = { ...feature, missing: false };
    const texts = textsOf(present);
    const plain = !strict && [unknown, gap].every((code) => Math.fround(code) === code);
    if (texts && plain && gap !== Infinity) return numberedWords(b, column, texts, unknown, gap);
    const gaps = b.bit(b.add('IsNaN', [b.isDouble ? doubled(b, column) : singled(b, column)]));
    const bits = matches(b, present);
    const known = b.sum(bits);
    const numbers = Float64Array.from({ length: Math.max(present.values.length, 1) }, (_, c) => c);
    let code = b.matmul(bits, b.constant(numbers, [numbers.length, 1]));
    if (!strict) {
      code = b.plus(code, b.times(b.minus(opposite(b, known), gaps), unknown));
      if (gap === Infinity) code = b.times(code, demanded(b, opposite(b, gaps), `missing_${j}`));
    } else {
      const accepted = gap === Infinity ? known : b.plus(known, gaps);
      code = b.times(code, demanded(b, accepted, `unknown_category_${j}`));
    }
    return { double: gap === Infinity ? code : b.plus(code, b.times(gaps, gap)) };
  });
  return merged(b, made);
}

/**
 * The numbers of words.
 * @param {Builder} b
 * @param {Flow} column
 * @param {string[]} texts of the categories
 * @param {number} unknown what all other texts become
 * @param {number} gap what missing ones become
 * @returns {Flow}
 */
function numberedWords(b, { text }, texts, unknown, gap) {
  const { wire, keys } = /** @type {Words} */ (text);
  const gaps = keys.includes('') ? [] : [''];
  const attributes = {
    keys_strings: [...texts, ...gaps],
    values_floats: Float32Array.from([...texts.keys(), ...gaps.map(() => gap)]),
    default_float: { float: unknown },
  };
  const single = b.machine('LabelEncoder', [wire], attributes, [b.name('codes')]);
  return b.isDouble ? { double: b.double(single) } : { single };
}
