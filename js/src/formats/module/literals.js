/** Values as literals of JavaScript and of C. No text of a model can end a literal or a comment. */

/**
 * A number with the fewest digits that give it back. A whole number that is no int of C has an
 * exponent.
 * @param {number} value finite
 */
export function number(value) {
  if (!Number.isFinite(value)) throw new TypeError('it lacks a number');
  if (Object.is(value, -0)) return '-0.0';
  return Math.abs(value) >= 2 ** 31 ? value.toExponential() : String(value);
}

/**
 * The same as a double of C, where 1 would be an int.
 * @param {number} value finite
 */
export function double(value) {
  const text = number(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/**
 * Characters by their code: all that are not ASCII, and those that could mean more than
 * themselves: < and > in a script of a page, and the two that could begin or end a comment.
 * @param {string} json
 */
const ascii = (json) =>
  json.replace(
    /[^ -;=@-~]|[*`$]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * A text as a literal of JavaScript, which is harmless in comments of both languages, too.
 * @param {string} text
 */
export const quoted = (text) => ascii(JSON.stringify(text));

/** A class or a category as a literal. @param {unknown} value */
export const literal = (value) =>
  typeof value === 'string'
    ? quoted(value)
    : typeof value === 'number'
      ? number(value)
      : `${value}${typeof value === 'bigint' ? 'n' : ''}`;

/**
 * A text as a literal of C: its bytes in UTF-8. Digits behind an octal escape of three digits are not
 * part of it, and without question marks there are no trigraphs.
 * @param {string} text
 */
export function quotedC(text) {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) =>
    byte < 32 || byte > 126 || '"\\?%*/<>'.includes(String.fromCharCode(byte))
      ? `\\${byte.toString(8).padStart(3, '0')}`
      : String.fromCharCode(byte),
  );
  return `"${bytes.join('')}"`;
}

/**
 * What a comment says, in one line: other characters than plain ones by their code.
 * @param {string} text
 */
export const remark = (text) => ascii(text);

/**
 * Items with commas, in lines of some 100 characters.
 * @param {ArrayLike<string>} items
 */
export function lines(items) {
  const all = [];
  let line = '';
  for (const item of Array.from(items)) {
    if (line && line.length + item.length > 96) {
      all.push(line);
      line = '';
    }
    line += line ? `, ${item}` : `  ${item}`;
  }
  if (line) all.push(line);
  return all.join(',\n');
}
