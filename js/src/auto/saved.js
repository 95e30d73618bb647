/** What a comparison knows, as bytes with which another goes on. */
import { MaxMarginError, show } from '../basics/errors.js';

/** @import { Given } from './columns.js' */
/** @import { Outcome } from './contest.js' */

const format = 'maxmargin auto 1';

/**
 * A number that other data have with a probability of 2^-32: FNV-1a of the targets and of some of
 * the samples.
 * @param {Given} given
 */
export function markOf({ form, X, rows, names, columns, y }) {
  let hash = 0x811c9dc5;
  const add = (/** @type {unknown} */ value) => {
    for (const letter of `${typeof value} ${String(value)};`) {
      hash = Math.imul(hash ^ Number(letter.codePointAt(0)), 0x01000193) >>> 0;
    }
  };
  add(rows);
  names?.forEach(add);
  Array.from(y).forEach(add);
  const lists = form === 'texts' ? [X] : form === 'sparse' ? [X.indices, X.data] : columns;
  for (const list of lists) {
    const step = Math.max(1, Math.floor(list.length / 200));
    for (let i = 0; i < list.length; i += step) add(list[i]);
  }
  return hash;
}

/**
 * @param {object} of what the outcomes belong to
 * @param {Map<string, Outcome>} known
 * @returns {Uint8Array<ArrayBuffer>}
 */
export const write = (of, known) =>
  new TextEncoder().encode(JSON.stringify({ format, of, known: [...known] }));

/**
 * @param {Uint8Array | undefined} bytes
 * @param {Record<string, unknown>} of
 * @returns {Map<string, Outcome>}
 */
export function read(bytes, of) {
  if (!bytes) return new Map();
  const wrong = (/** @type {string} */ why, way = 'what save() returned') =>
    new MaxMarginError('ERR_FORMAT', 'resume', `resume ${why}; go on with ${way}`, { why, way });
  let saved;
  try {
    saved = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw wrong('is no saved comparison');
  }
  if (saved?.format !== format || !Array.isArray(saved.known)) {
    throw wrong('is no saved comparison of this release');
  }
  const other = Object.keys(of).find((name) => saved.of?.[name] !== of[name]);
  if (other !== undefined) {
    throw wrong(`is of other data or settings: ${other} was ${show(saved.of?.[other])}, and is ${show(of[other])}`, 'the same data and settings'); // prettier-ignore
  }
  return new Map(saved.known.filter(isOutcome));
}

/** @param {any} entry */
function isOutcome(entry) {
  const [key, outcome] = Array.isArray(entry) ? entry : [];
  const { scores, complete, milliseconds } = outcome ?? {};
  const isScore = (/** @type {unknown} */ score) => typeof score === 'number';
  const all = Array.isArray(scores) && scores.every((own) => Array.isArray(own) && own.every(isScore)); // prettier-ignore
  return typeof key === 'string' && all && typeof complete === 'boolean' && milliseconds >= 0;
}
