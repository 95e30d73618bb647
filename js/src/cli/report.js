/** The result of a command, for people and for programs. */

/**
 * @typedef {object} Outcome
 * @property {Record<string, unknown>} report for --json
 * @property {string[]} text for people
 * @property {boolean} [interrupted] Ctrl-C ended the work before it was done
 * @property {boolean} [aside] the standard output has something else: text goes to the standard error
 */

/**
 * Facts under each other.
 * @param {[name: string, value: string | undefined][]} facts those without a value are left out
 */
export function facts(facts) {
  const known = facts.filter(([, value]) => value !== undefined);
  const wide = Math.max(...known.map(([name]) => name.length)) + 2;
  return known.map(([name, value]) => name.padEnd(wide) + value);
}

/**
 * What guessing scores, and whether a score is better.
 * @param {import('../types.js').Judged} judged
 * @returns {[name: string, value: string | undefined][]}
 */
export function guessing({ baseline, verdict }) {
  if (!baseline) return [];
  return [
    ['guessing', `${brief(baseline.mean)} (${baseline.answer})`],
    ['verdict', verdict && `${verdict}, p = ${brief(baseline.pValue, 2)}`],
  ];
}

/**
 * Rows under a head, numbers to the right.
 * @param {string[]} head
 * @param {string[][]} rows
 */
export function table(head, rows) {
  const wide = head.map((name, j) => Math.max(name.length, ...rows.map((row) => row[j].length)));
  const numeric = head.map((_, j) => rows.every((row) => /^-?[\d.]/.test(row[j]) || row[j] === ''));
  const line = (/** @type {string[]} */ cells) =>
    cells
      .map((cell, j) => (numeric[j] ? cell.padStart(wide[j]) : cell.padEnd(wide[j])))
      .join('  ')
      .trimEnd();
  return [head, ...rows].map(line);
}

/**
 * A number with a few significant digits.
 * @param {number} value
 * @param {number} [digits]
 */
export function brief(value, digits = 6) {
  return String(Number(value.toPrecision(digits)));
}

/** @param {number} milliseconds */
export function duration(milliseconds) {
  return milliseconds < 1000
    ? `${Math.round(milliseconds)} ms`
    : `${brief(milliseconds / 1000, 3)} s`;
}

/** @param {number} bytes */
export function size(bytes) {
  return bytes < 1000
    ? `${bytes} bytes`
    : bytes < 1e6
      ? `${brief(bytes / 1e3, 3)} KB`
      : `${brief(bytes / 1e6, 3)} MB`;
}

/**
 * A value for JSON: NaN is null, and infinity is text as in the JSON of models.
 * @param {any} value
 * @returns {any}
 */
export function plain(value) {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? value : Number.isNaN(value) ? null : String(value);
    case 'bigint':
      return String(value);
    case 'object':
      if (value === null) return null;
      if (ArrayBuffer.isView(value) || Array.isArray(value))
        return Array.from(/** @type {Iterable<unknown>} */ (value), plain);
      if (value instanceof Map) return plain(Object.fromEntries(value));
      return Object.fromEntries(
        Object.entries(value)
          .filter(([, entry]) => entry !== undefined)
          .map(([name, entry]) => [name, plain(entry)]),
      );
    default:
      return value;
  }
}
