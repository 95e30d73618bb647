/** Numbers as people read them. */

/**
 * With four significant digits.
 * @param {number | undefined} value
 * @returns {string}
 */
export function short(value) {
  if (value === undefined || Number.isNaN(value)) return '–';
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return minus(String(value));
  if (!Number.isFinite(value)) return minus(String(value).replace('Infinity', '∞'));
  const size = Math.abs(value);
  const text = size >= 1e6 || size < 1e-4 ? value.toExponential(2) : String(Number(value.toPrecision(4))); // prettier-ignore
  return minus(text);
}

/** @param {string} text */
const minus = (text) => text.replace('-', '−');
