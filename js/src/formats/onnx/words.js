/**
 * Operators that count words, as skl2onnx writes CountVectorizer and TfidfVectorizer: one after the
 * other, from texts to numbers.
 */
import { show } from '../../basics/errors.js';
import { isText } from '../../basics/text.js';

/** @import { Graph, Node } from './graph.js' */
/** @import { Group } from './tables.js' */

/**
 * A vectorizer as a file of this package has it.
 * @typedef {{machine: string, options: Record<string, any>, learnt: {terms: string[], idf?: number[]}}} Vectorizer
 */

/**
 * Regular expressions that mean the same in onnxruntime and in JavaScript: runs of letters and digits.
 */
const plain = /^\[(?:[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9_]|\\p\{[LN]\})+\](?:\+|\{\d{1,2},\})$/;

/** The most words of a term. */
const longest = 64;

/** The operators before words are counted, in their order. */
const orders = ['Tokenizer', 'StringNormalizer Tokenizer'];

/**
 * What an operator makes of texts, or of counted words; nothing if it is another one.
 * @param {Node} node
 * @param {Group} group
 * @param {Graph} graph
 * @returns {Group | undefined}
 */
export function counted(node, group, graph) {
  const { text, words = [], vectorizer, steps } = group;
  const { type } = node;
  if (text && (type === 'StringNormalizer' || type === 'Tokenizer') && words.length < 2)
    return { ...group, words: [...words, node] };
  if (type === 'TfIdfVectorizer') {
    if (!text || !orders.includes(words.map((one) => one.type).join(' '))) {
      throw node.error(
        'counts words that operators make in a way that is not known here; StringNormalizer, Tokenizer and TfIdfVectorizer one after the other can be imported',
      );
    }
    const [tokenizer, lower] = [...words].reverse();
    const terms = termsOf(node);
    const options = {
      ...{ lowercase: lowers(lower), tokenPattern: patternOf(tokenizer) },
      ngramRange: [node.whole('min_gram_length', 1), node.whole('max_gram_length', 1)],
    };
    const made = { machine: 'CountVectorizer', options, learnt: { terms } };
    return { ...group, text: false, width: terms.length, vectorizer: made };
  }
  if (!vectorizer || steps.length > 0) return undefined;
  const { options, learnt } = vectorizer;
  if (type === 'Mul' && !learnt.idf && graph.tensors.has(node.inputs[1])) {
    const idf = graph.constant(node.inputs[1]).numbers;
    if (idf.length !== learnt.terms.length || !idf.every(Number.isFinite)) {
      throw node.error(
        `has ${idf.length} weights for ${learnt.terms.length} terms, which must be finite`,
      );
    }
    const made = { machine: 'TfidfVectorizer', options: { ...options, norm: 'none' }, learnt: { ...learnt, idf } }; // prettier-ignore
    return { ...group, vectorizer: made };
  }
  const norm = type === 'Normalizer' && options.norm === 'none' ? node.text('norm', 'MAX').toLowerCase() : ''; // prettier-ignore
  return norm === 'l1' || norm === 'l2'
    ? { ...group, vectorizer: { ...vectorizer, options: { ...options, norm } } }
    : undefined;
}

/**
 * Whether texts become small letters.
 * @param {Node | undefined} node
 */
function lowers(node) {
  if (!node) return false;
  const change = node.text('case_change_action', 'NONE');
  if (node.texts('stopwords').length > 0 || !['NONE', 'LOWER'].includes(change)) {
    throw node.error(
      `leaves out stopwords, or changes letters otherwise (${show(change)}); texts in small letters can be imported`,
    );
  }
  return change === 'LOWER';
}

/**
 * The regular expression of words.
 * @param {Node} node
 */
function patternOf(node) {
  const pattern = node.text('tokenexp', '');
  const whole = node.whole('mark', 0) === 0 && node.whole('mincharnum', 1) <= 1;
  if (whole && plain.test(pattern) && isPattern(pattern)) return pattern;
  throw node.error(
    `finds words by ${show(pattern || 'separators')}, which could be others here; runs of letters and digits, such as [a-zA-Z0-9_]+, can be imported`,
  );
}

/** @param {string} pattern */
function isPattern(pattern) {
  try {
    return new RegExp(pattern, 'u') !== undefined;
  } catch {
    return false;
  }
}

/**
 * The terms in the order of their columns.
 * @param {Node} node
 */
function termsOf(node) {
  const pool = node.texts('pool_strings');
  const columns = node.wholes('ngram_indexes').map(Number);
  const starts = node.wholes('ngram_counts').map(Number);
  const [low, high] = [node.whole('min_gram_length', 1), node.whole('max_gram_length', 1)];
  const mode = node.text('mode', '');
  const counted = mode === 'TF' && !node.floats('weights').some((weight) => weight !== 1);
  const lengths = low >= 1 && low <= high && high <= longest && starts.length <= longest;
  if (!counted || !lengths || node.whole('max_skip_count', 0) !== 0) {
    throw node.error(
      `counts in a way that is not known here (mode ${show(mode)}, ${low} to ${high} words); plain counts (TF) of words side by side can be imported`,
    );
  }
  /** @type {string[]} */
  const terms = new Array(columns.length);
  let gram = 0;
  starts.forEach((start, i) => {
    const end = starts[i + 1] ?? pool.length;
    const words = i + 1;
    if (!(start >= 0 && start <= end && end <= pool.length) || (end - start) % words !== 0) {
      throw node.error(`has terms of ${words} words from ${start} to ${end} of ${pool.length}`);
    }
    for (let at = start; at < end; at += words, gram++) {
      const column = columns[gram];
      if (terms[column] !== undefined || !(column >= 0 && column < columns.length)) {
        throw node.error('does not give each term a column of its own');
      }
      terms[column] = pool.slice(at, at + words).join(' ');
    }
  });
  const whole = terms.length > 0 && gram === columns.length;
  if (whole && new Set(terms).size === terms.length && terms.every(isText)) return terms;
  throw node.error(
    `has ${terms.length} columns for ${gram} terms, each of which must be there once`,
  );
}
