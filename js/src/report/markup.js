/** Markup whose values are escaped, wherever they come from. */

/** Text that is markup already. */
export class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/** @type {Record<string, string>} */
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** @param {unknown} value */
const escape = (value) => String(value).replaceAll(/[&<>"']/g, (sign) => entities[sign]);

/**
 * A value within markup: markup unchanged, lists joined, nothing for missing values, and anything
 * else as text.
 * @param {unknown} value
 * @returns {string}
 */
function write(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(write).join('');
  return value === undefined || value === null || value === false ? '' : escape(value);
}

/**
 * @param {TemplateStringsArray} strings
 * @param {...unknown} values
 */
export function html(strings, ...values) {
  return new Markup(strings.reduce((text, part, at) => text + write(values[at - 1]) + part));
}
