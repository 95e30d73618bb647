/** Texts as counts of the terms that a vectorizer knows. */
import { englishWords } from '../basics/english.js';
import { MaxMarginError } from '../basics/errors.js';
import { isLinear } from '../basics/patterns.js';
import { isMissing, noText } from '../input/entries.js';
import { isListOf, isPlace, refused } from './inputs.js';
import { normalized } from './steps.js';

/** @import { Graph, Node, Terms } from './graph.js' */
/** @import { Input } from './inputs.js' */
/** @import { Reader } from './tables.js' */

/** Words of at least two letters, digits or underscores. */
const words = /[\p{L}\p{N}_]{2,}/gu;

/** The options of vectorizers, where a file leaves them out. */
export const defaults = { lowercase: true, tokenize: null, tokenPattern: null, stopWords: null, stem: null, ngramRange: [1, 1], binary: false }; // prettier-ignore

/** The same of TfidfVectorizer. */
const weighing = { norm: 'l2', useIdf: true, sublinearTf: false };

/**
 * What a vectorizer makes of texts.
 * @param {Graph} g
 * @param {any} file what a file says of it
 * @returns {{params: Record<string, any>, terms: string[], reader: typeof textReader, weighed: (counts: Node) => Node}}
 */
export function termsOf(g, { machine, options, learnt: { terms, idf } = Object() }) {
  if (!Array.isArray(terms))
    throw refused(`it begins with a ${machine}, whose functions are not in the file`);
  const params = { ...defaults, ...(machine === 'TfidfVectorizer' && weighing), ...options };
  for (const name of ['tokenize', 'stem'])
    if (params[name] !== null) throw refused(`${name} is a function of the caller`);
  checkReading(params, terms, idf);
  const weigh = (/** @type {Node} */ counts) => weighed(g, counts, params, idf);
  return { params, terms, reader: textReader, weighed: weigh };
}

/**
 * The weights of counted terms.
 * @param {Graph} g
 * @param {Node} counts
 * @param {Record<string, any>} params
 * @param {ArrayLike<number>} [idf]
 */
function weighed(g, counts, { binary, norm, sublinearTf }, idf) {
  const { f } = g;
  let value = binary ? f`${counts} > 0` : counts;
  if (sublinearTf) value = f`where(${counts} > 0, log(${value}) + 1, 0)`;
  return normalized(g, idf ? f`${value} * ${g.constant(idf)}` : value, norm);
}

/**
 * Checks what a file says of the reading of texts. A pattern must be one that takes linear time.
 * @param {Record<string, any>} params
 * @param {any} terms
 * @param {any} idf
 */
function checkReading({ ngramRange, tokenPattern, stopWords }, terms, idf) {
  const [low, high] = Array.isArray(ngramRange) ? ngramRange : [];
  const fits =
    isListOf(terms, 'string') &&
    isListOf(idf ?? [], 'number') && (idf ?? terms).length === terms.length &&
    (stopWords === null || stopWords === 'english' || isListOf(stopWords, 'string')) &&
    (tokenPattern === null || typeof tokenPattern === 'string') &&
    isPlace(low) && isPlace(high) && low >= 1 && low <= high; // prettier-ignore
  if (!fits) throw new TypeError('its vectorizer has an option of another type');
  if (tokenPattern !== null && !isLinear(tokenPattern)) {
    throw new MaxMarginError('ERR_PATTERN', 'tokenPattern', 'the tokenPattern of the file may take more than linear time; load the model with maxmargin, and pass the pattern again'); // prettier-ignore
  }
}

/**
 * What counts terms.
 * @param {Record<string, any>} params options of the vectorizer
 * @param {readonly string[]} terms
 * @returns {(text: unknown, out: Float64Array) => void}
 */
function termReader({ lowercase, tokenPattern, stopWords, ngramRange: [low, high] }, terms) {
  const columns = new Map(terms.map((term, column) => [term, column]));
  const stop = new Set(stopWords === 'english' ? englishWords() : stopWords);
  const pattern = tokenPattern === null ? words : new RegExp(tokenPattern, 'gu');
  return (text, out) => {
    out.fill(0);
    const all = typeof text === 'string' ? ((lowercase ? text.toLowerCase() : text).match(pattern) ?? []) : Array.from(Object(text), String); // prettier-ignore
    const tokens = all.filter((token) => !stop.has(token));
    for (let length = low; length <= Math.min(high, tokens.length); length++) {
      for (let at = 0; at + length <= tokens.length; at++) {
        const column = columns.get(tokens.slice(at, at + length).join(' '));
        if (column !== undefined) out[column]++;
      }
    }
  };
}

/**
 * How texts are read from samples.
 * @param {Terms} terms
 * @param {Input} input
 * @returns {Reader}
 */
function textReader({ params, terms, column, beside }, input) {
  const count = termReader(params, terms);
  if (!beside) return (values, out) => count(values[column], out);
  const { at, names = [] } = input.columns[column];
  return (values, out, locate) => {
    const texts = (at.length > 1 ? values[column] : [values[column]]).map(
      (/** @type {unknown} */ value, /** @type {number} */ i) => {
        if (typeof value === 'string') return value;
        if (beside.joined && isMissing(value)) return '';
        throw noText(locate({ name: names[i], at: [at[i]] }), value, beside.label, beside.machine);
      },
    );
    count(texts.join('\n'), out);
  };
}
