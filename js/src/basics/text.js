/**
 * Whether a string survives being written into a model: it is well-formed, and
 * without the NUL that separates names there.
 * @param {string} text
 */
export function isText(text) {
  return !/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/**
 * A list for a message, with commas: as many words as fit, and the number of the others.
 * @param {readonly string[]} words
 */
export function enumerate(words) {
  let text = '';
  for (const [i, word] of words.entries()) {
    const longer = i === 0 ? word : `${text}, ${word}`;
    if (longer.length > 200) return `${text} and ${words.length - i} more`;
    text = longer;
  }
  return text;
}

/**
 * The same names; those that occur more than once get numbers, which no other name has already.
 * @param {readonly string[]} names
 * @param {string} [mark] before the number
 * @param {number} [from] the first number; above 1 the first of equal names stays as it is
 */
export function tellApart(names, mark = '-', from = 1) {
  /** @type {Map<string, number>} how often each occurs */
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const next = new Map();
  return names.map((name) => {
    if (counts.get(name) === 1) return name;
    let number = next.get(name) ?? (from > 1 ? 0 : from);
    let made = name;
    while (number > 0 && counts.has((made = name + mark + number))) number++;
    next.set(name, number ? number + 1 : from);
    return made;
  });
}

/**
 * The order of classes, categories and terms: texts by code points, as Go sorts them, which differs
 * from that of UTF-16 beyond U+FFFF; anything else by size, false before true.
 * @param {any} a
 * @param {any} b
 */
export function ascending(a, b) {
  const length = typeof a === 'string' ? Math.min(a.length, b.length) : 0;
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return rank(left) - rank(right);
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Surrogates come after all other code units.
 * @param {number} unit
 */
const rank = (unit) => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);
