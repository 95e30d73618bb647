/**
 * Bags of words: documents become lists of terms, terms that are too rare or too
 * frequent are left out, and the others are the columns. The rules, and the names of
 * the options, are scikit-learn's.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { visiting } from '../basics/slices.js';
import { ascending } from '../basics/text.js';
import { badResult, thrown } from '../functions/functions.js';
import { englishWords } from '../basics/english.js';
import { mutualInformation } from './information.js';

/** @import { Work } from '../basics/slices.js' */
/** @import { SparseRows } from '../types.js' */

/**
 * Words of at least two letters, digits or underscores, as scikit-learn's pattern
 * (?u)\b\w\w+\b finds them.
 */
const words = /[\p{L}\p{N}_]{2,}/gu;

/** @typedef {Record<string, any>} Params options, the defaults filled in */

/**
 * Makes terms of a document.
 * @param {Params} params
 * @returns {(document: unknown, i: number) => string[]}
 */
export function analyzer({ lowercase, tokenize, tokenPattern, stopWords, stem, ngramRange }) {
  const stop = new Set(stopWords === 'english' ? englishWords() : stopWords);
  const [low, high] = ngramRange;
  const pattern = tokenPattern === null ? words : new RegExp(tokenPattern, 'gu');
  /**
   * @param {string} name
   * @param {(...given: any[]) => any} call
   * @param {unknown} given
   * @param {number} row
   */
  const ask = (name, call, given, row) => {
    try {
      return call(given);
    } catch (cause) {
      throw thrown(name, `${name} of X[${row}]`, cause, { row });
    }
  };
  /** @param {string} text @param {number} row */
  const split = (text, row) => {
    const cased = lowercase ? text.toLowerCase() : text;
    if (!tokenize) return cased.match(pattern) ?? [];
    return itemsOf(ask('tokenize', tokenize, cased, row), row, 'tokenize');
  };
  return (document, row) => {
    let tokens = typeof document === 'string' ? split(document, row) : itemsOf(document, row, '');
    if (stop.size > 0) tokens = tokens.filter((token) => !stop.has(token));
    if (stem) {
      tokens = tokens.map((token) => {
        const stemmed = ask('stem', stem, token, row);
        if (typeof stemmed === 'string') return stemmed;
        throw badResult('stem', `stem(${show(token)}), of X[${row}],`, stemmed, 'text', { row });
      });
    }
    return high === 1 ? tokens : ngrams(tokens, low, high);
  };
}

/**
 * The items of a set or a list, as text.
 * @param {any} items
 * @param {number} row
 * @param {string} option the function that made them, if one did
 * @returns {string[]}
 */
export function itemsOf(items, row, option) {
  const list = Array.isArray(items) || items instanceof Set ? [...items] : undefined;
  const bad = list?.findIndex((item) => typeof item !== 'string' && !Number.isFinite(item));
  if (list && bad === -1) return list.map(String);
  if (option) {
    throw badResult(
      option,
      `${option} of X[${row}]`,
      list ? list[Number(bad)] : items,
      'an array of text',
      { row },
    );
  }
  const got = list ? `an item ${show(list[Number(bad)])}` : show(items);
  throw new MaxMarginError(
    'ERR_TYPE',
    'X',
    `X[${row}] is ${list ? 'a set or list with ' : ''}${got}; every sample must be text, or an array or Set of text and numbers`,
    { row },
  );
}

/**
 * Runs of tokens, joined by blanks, of each length from the smallest to the largest.
 * @param {string[]} tokens
 * @param {number} low
 * @param {number} high
 */
function ngrams(tokens, low, high) {
  const grams = [];
  for (let length = low; length <= Math.min(high, tokens.length); length++) {
    for (let at = 0; at + length <= tokens.length; at++) {
      grams.push(length === 1 ? tokens[at] : tokens.slice(at, at + length).join(' '));
    }
  }
  return grams;
}

/**
 * Learns the columns from documents.
 * @param {string[][]} documents their terms
 * @param {Params} params
 * @param {ArrayLike<number>} [labels] the class of each document
 * @returns {Work<{terms: string[], information?: Float64Array}>} the terms, in the order of their
 *   columns, and the information of each about the classes if they are ranked by it
 */
export function* learnTerms(documents, { minDf, maxDf, maxFeatures, binary }, labels) {
  /** @type {Map<string, {documents: number, count: number, last: number}>} */
  const seen = new Map();
  yield* visiting('vocabulary', documents.length, (i) => {
    for (const term of documents[i]) {
      const entry = seen.get(term) ?? { documents: 0, count: 0, last: -1 };
      if (entry.last !== i || !binary) entry.count++;
      if (entry.last !== i) entry.documents++;
      entry.last = i;
      seen.set(term, entry);
    }
  });
  if (seen.size === 0) {
    throw new MaxMarginError(
      'ERR_EMPTY',
      'X',
      'X has no terms: its documents are empty, or have stop words alone; look at tokenPattern, tokenize and stopWords',
    );
  }
  const n = documents.length;
  const least = minDf < 1 ? minDf * n : minDf;
  const most = maxDf < 1 ? maxDf * n : maxDf;
  const terms = [...seen.keys()].sort(ascending).filter((term) => {
    const { documents: df } = /** @type {{documents: number}} */ (seen.get(term));
    return df >= least && df <= most;
  });
  if (terms.length === 0) {
    throw new MaxMarginError(
      'ERR_EMPTY',
      'X',
      `X has no terms that are in at least ${least} and at most ${most} of ${n} documents; give a lower minDf or a higher maxDf`,
    );
  }
  /** @type {Float64Array | undefined} */
  let information;
  if (labels) {
    const columns = new Map(terms.map((term, column) => [term, column]));
    information = mutualInformation(yield* countTerms(documents, columns, true), labels);
  }
  if (terms.length <= maxFeatures) return { terms, information };
  const ranks = information ?? terms.map((term) => Number(seen.get(term)?.count));
  const order = [...terms.keys()].sort((a, b) => ranks[b] - ranks[a]);
  const kept = order.slice(0, maxFeatures).sort((a, b) => a - b);
  return {
    terms: kept.map((column) => terms[column]),
    information: information && Float64Array.from(kept, (column) => ranks[column]),
  };
}

/**
 * The counts of each term in each document, in sparse rows.
 * @param {string[][]} documents their terms
 * @param {ReadonlyMap<string, number>} columns
 * @param {boolean} binary 1 for every term that occurs
 * @returns {Work<SparseRows>}
 */
export function* countTerms(documents, columns, binary) {
  /** @type {number[]} */
  const indices = [];
  /** @type {number[]} */
  const data = [];
  const indptr = new Int32Array(documents.length + 1);
  yield* visiting('counts', documents.length, (i) => {
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const term of documents[i]) {
      const column = columns.get(term);
      if (column !== undefined) counts.set(column, (counts.get(column) ?? 0) + 1);
    }
    for (const column of [...counts.keys()].sort((a, b) => a - b)) {
      indices.push(column);
      data.push(binary ? 1 : Number(counts.get(column)));
    }
    indptr[i + 1] = indices.length;
  });
  return {
    indptr,
    indices: Int32Array.from(indices),
    data: Float64Array.from(data),
    rows: documents.length,
    cols: columns.size,
  };
}

/**
 * ln(n / df) of every column, plus 1 with plusOneIdf; with smoothIdf as if one more document had
 * all terms. With neither, these are the logarithms of idf in Cristianini and Shawe-Taylor 2000,
 * section 8.1.1.
 * @param {SparseRows} counts
 * @param {Params} params
 */
export function learnIdf({ indices, rows, cols }, { smoothIdf, plusOneIdf }) {
  const more = smoothIdf ? 1 : 0;
  const plus = plusOneIdf ? 1 : 0;
  const documents = new Float64Array(cols).fill(more);
  for (const column of indices) documents[column]++;
  return documents.map((df) => Math.log((rows + more) / df) + plus);
}

/**
 * Weighs counts and brings every row to the same size, in place.
 * @param {SparseRows} rows
 * @param {Float64Array | undefined} idf
 * @param {Params} params
 */
export function weigh({ indptr, indices, data, rows }, idf, { norm, sublinearTf }) {
  for (let at = 0; at < data.length; at++) {
    if (sublinearTf) data[at] = Math.log(data[at]) + 1;
    if (idf) data[at] *= idf[indices[at]];
  }
  if (norm === 'none') return;
  for (let i = 0; i < rows; i++) {
    const row = data.subarray(indptr[i], indptr[i + 1]);
    const sum = row.reduce((s, v) => s + (norm === 'l1' ? Math.abs(v) : v * v), 0);
    const size = norm === 'l1' ? sum : Math.sqrt(sum);
    if (size > 0) for (let at = 0; at < row.length; at++) row[at] /= size;
  }
}
