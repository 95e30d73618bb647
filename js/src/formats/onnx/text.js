/**
 * Counted terms of texts as operators: Tokenizer finds words as this package does, and TfIdfVectorizer
 * counts them.
 */
import { MaxMarginError, show } from '../../basics/errors.js';
import { written } from '../../functions/functions.js';
import { defaults } from '../../graph/terms.js';
import { isVectorizer, machineOf } from '../../machines/all.js';
import { contributed } from './schema.js';

/** @import { Terms } from '../../graph/graph.js' */
/** @import { Builder, Wire } from './builder.js' */

/** Words, in the regular expressions of onnxruntime, as vectorize/terms.js has them. */
const words = '[\\p{L}\\p{N}_]{2,}';

/**
 * The same of texts that become small letters only then: of the capital I with a dot JavaScript makes an
 * i and a dot, which is no letter, so that a word ends there.
 */
const capitalised = '(?:[^\\P{L}\u0130]|[\\p{N}_])+\u0130|(?:[^\\P{L}\u0130]|[\\p{N}_]){2,}';

/**
 * Small letters whose capital onnxruntime does not turn into them, as its tables are older: Vithkuqi,
 * Garay and a few Latin, Glagolitic and Cyrillic ones.
 */
const young =
  /[\u019b\u0264\u1c8a\u2c5f\u{a7c1}\u{a7c8}-\u{a7db}\u{a7f6}\u{10597}-\u{105bc}\u{10d70}-\u{10d85}\u{16ebb}-\u{16ed3}]/u;

/** Words with a sigma that may be the last letter, which JavaScript then writes in another way. */
const sigma = /ς|σ(?!\p{Cased})/u;

/**
 * Refuses a vectorizer that operators are not. Its lowering refuses one that is forged.
 * @param {string} text of the field of a file
 */
export function checkVectorizer(text) {
  const file = JSON.parse(text); // of a pipeline, with the name of the step
  const { machine, options, learnt } = file.vectorizer ? JSON.parse(file.vectorizer) : file;
  const { terms } = Object(learnt);
  if (!isVectorizer(machine) || !terms)
    throw new MaxMarginError('ERR_TYPE', 'model', `a ${machine} cannot be written as ONNX, which has no operators for it; use save`); // prettier-ignore
  const { options: specs } = machineOf(machine);
  const odd = Object.keys(Object(options)).find((own) => !specs.some(({ name }) => name === own));
  if (odd !== undefined) throw new TypeError(`it has the option ${odd}`);
  const why = lacks({ ...defaults, ...options }, terms).find(([, applies]) => applies);
  if (why) throw refusal(machine, why[0], why[2]);
}

/**
 * @param {unknown} machine
 * @param {string} argument
 * @param {string} why
 */
const refusal = (machine, argument, why) =>
  new MaxMarginError(
    'ERR_OPTION',
    argument,
    `this ${machine} cannot be written as ONNX: ${why}; fit it anew, or use save`,
  );

/**
 * How often each term is in texts.
 * @param {Builder} b
 * @param {Terms} counted
 * @param {Wire} x n x 1
 * @returns {Wire} float32
 */
export function counts(b, { terms, params }, x) {
  let pad = '#';
  while (terms.some((term) => term.includes(pad))) pad += '#';
  const tokens = lowered(b, params.lowercase, tokenized(b, params.lowercase, x, pad));
  return b.add('TfIdfVectorizer', [tokens], pool(terms, params.ngramRange, pad));
}

/**
 * What operators cannot do: the option, whether a vectorizer needs it, and why.
 * @param {Record<string, any>} params
 * @param {string[]} terms
 * @returns {[option: string, applies: boolean, why: string][]}
 */
function lacks({ tokenize, stem, tokenPattern, stopWords, ngramRange, lowercase }, terms) {
  const small = lowercase ? terms : [];
  const greek = small.find((term) => sigma.test(term));
  const odd = small.find((term) => young.test(term));
  return [
    ['tokenize', tokenize === written, 'tokenize is a function of yours; leave it out'],
    ['stem', stem === written, 'stem is a function of yours; leave it out'],
    ['tokenPattern', tokenPattern !== null, 'the regular expressions of ONNX are others than those of JavaScript, so that tokenPattern could find other words; take the default one'],
    ['stopWords', stopWords !== null && ngramRange[1] > 1, 'runs of words (ngramRange) are counted there with the stopWords between them; take words alone, or no stopWords'],
    ['lowercase', greek !== undefined, `a capital sigma at the end of a word becomes \u03c3 there, not \u03c2, as in the term ${show(greek)}; take lowercase: false, and texts in small letters`],
    ['lowercase', odd !== undefined, `onnxruntime does not know the capitals of some letters in the term ${show(odd)}; take lowercase: false, and texts in small letters`],
  ]; // prettier-ignore
}

/**
 * The words of texts, as many for each as the text with most of them has, and one more, so that there
 * are some; what is no word is `pad`.
 * @param {Builder} b
 * @param {boolean} lowercase
 * @param {Wire} x n x 1
 * @param {string} pad
 */
function tokenized(b, lowercase, x, pad) {
  const attributes = {
    mark: 0,
    mincharnum: 1,
    pad_value: pad,
    tokenexp: lowercase ? capitalised : words,
  };
  const flat = b.add('Reshape', [x, b.wholes([-1])]);
  const found = b.add('Tokenizer', [flat], attributes, { domain: contributed });
  const zero = { tensor: { values: [0n], shape: [1] } };
  const zeros = b.add('ConstantOfShape', [b.add('Shape', [x])], { value: zero }); // n x 1
  const none = b.add('Gather', [b.constant([pad]), zeros]);
  return b.add('Concat', [found, none], { axis: 1 });
}

/**
 * Texts in small letters.
 * @param {Builder} b
 * @param {boolean} lowercase
 * @param {Wire} tokens
 */
function lowered(b, lowercase, tokens) {
  if (!lowercase) return tokens;
  const flat = b.add('Reshape', [tokens, b.wholes([-1])]);
  const small = b.add('StringNormalizer', [flat], {
    case_change_action: 'LOWER',
    is_case_sensitive: 1,
  });
  return b.add('Reshape', [small, b.add('Shape', [tokens])]);
}

/**
 * The terms as TfIdfVectorizer has them: those of one word, then of two, and so on. A term that no text
 * can have keeps its column.
 * @param {string[]} terms
 * @param {[number, number]} range
 * @param {string} pad what no term has in it
 */
function pool(terms, [low, high], pad) {
  /** @type {{words: string[], column: number}[][]} */
  const lengths = Array.from({ length: high }, () => []);
  terms.forEach((term, column) => {
    const parts = high === 1 ? [term] : term.split(' ');
    const fits = parts.length >= low && parts.length <= high && parts.every((part) => part !== '');
    const words = fits ? parts : new Array(low).fill(`${pad}${column}`);
    lengths[words.length - 1].push({ words, column });
  });
  const all = lengths.flat();
  let start = 0;
  const starts = lengths.map((own, i) => {
    const at = start;
    start += own.length * (i + 1);
    return BigInt(at);
  });
  return {
    max_gram_length: high,
    max_skip_count: 0,
    min_gram_length: low,
    mode: 'TF',
    ngram_counts: starts,
    ngram_indexes: all.map(({ column }) => BigInt(column)),
    pool_strings: all.flatMap(({ words }) => words),
  };
}
