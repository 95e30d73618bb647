/** Texts as counts of the terms that a vectorizer knows. */
import { englishWords } from '../basics/english.js';

/** Words of at least two letters, digits or underscores. */
const words = /[\p{L}\p{N}_]{2,}/gu;

/**
 * @param {Record<string, any>} params options of the vectorizer
 * @param {readonly string[]} terms
 * @returns {(text: unknown, out: Float64Array) => void}
 */
export function termReader({ lowercase, tokenPattern, stopWords, ngramRange: [low, high] }, terms) {
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
