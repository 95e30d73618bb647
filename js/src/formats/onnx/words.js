/**
 * Reads the operators that count words, as skl2onnx writes CountVectorizer and TfidfVectorizer: one after
 * the other, from texts to numbers.
 */
import { show } from '../../basics/errors.js';
import { isText } from '../../basics/text.js';

/** @import { Graph, Node } from './graph.js' */

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

/**
 * The vectorizer of a file, the operators that it is, and the name of its result; nothing if the file
 * counts no words.
 * @param {Graph} graph
 * @returns {{vectorizer: Vectorizer, nodes: Set<Node>, result: string} | undefined}
 */
export function readWords(graph) {
  const counting = graph.nodes.find(({ type }) => type === 'TfIdfVectorizer');
  if (!counting || graph.inputs.length !== 1) return undefined;
  /** @type {Set<Node>} */
  const nodes = new Set();
  let [wire] = graph.inputs;
  const next = () => {
    const [node, ...others] = graph.takers(wire);
    return node && others.length === 0 && node.inputs[0] === wire ? node : undefined;
  };
  const take = (/** @type {string[]} */ ...types) => {
    const node = next();
    if (!node || nodes.has(node) || !types.includes(node.type)) return undefined; // a file may go round in circles
    nodes.add(node);
    [wire] = node.outputs;
    return node;
  };
  const pass = (/** @type {string[]} */ ...types) => {
    while (take(...types));
  };
  pass('Identity', 'Reshape', 'Flatten');
  const lower = take('StringNormalizer');
  pass('Identity', 'Reshape', 'Flatten');
  const tokenizer = take('Tokenizer');
  pass('Identity', 'Reshape', 'Flatten');
  if (!tokenizer || take('TfIdfVectorizer') !== counting) {
    throw counting.error(
      'counts words that operators make in a way that is not known here; StringNormalizer, Tokenizer and TfIdfVectorizer one after the other can be imported',
    );
  }
  pass('Identity', 'Cast');
  const terms = termsOf(counting);
  const options = {
    ...{ lowercase: lowers(lower), tokenPattern: patternOf(tokenizer) },
    ngramRange: [counting.whole('min_gram_length', 1), counting.whole('max_gram_length', 1)],
  };
  const idf = next()?.type === 'Mul' ? graph.numbersOf(next()?.inputs[1] ?? '') : undefined;
  if (!idf) {
    return { vectorizer: { machine: 'CountVectorizer', options, learnt: { terms } }, nodes, result: wire }; // prettier-ignore
  }
  const product = /** @type {Node} */ (take('Mul'));
  if (idf.length !== terms.length || !idf.every(Number.isFinite)) {
    throw product.error(
      `has ${idf.length} weights for ${terms.length} terms, which must be finite`,
    );
  }
  const norm = next()?.type === 'Normalizer' ? next()?.text('norm', 'MAX').toLowerCase() : 'none';
  if (norm === 'l1' || norm === 'l2') take('Normalizer');
  pass('Identity', 'Cast');
  const weighing = { ...options, norm: norm === 'l1' || norm === 'l2' ? norm : 'none' };
  const learnt = { terms, idf: Array.from(idf) };
  return { vectorizer: { machine: 'TfidfVectorizer', options: weighing, learnt }, nodes, result: wire }; // prettier-ignore
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
