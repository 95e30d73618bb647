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
    const longer = (text && `${text}, `) + word;
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
  if (typeof a !== 'string') return a < b ? -1 : a > b ? 1 : 0;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}

/**
 * squaredHinge for squared_hinge, as files of the past spell values.
 * @param {string} text
 */
export const camelCase = (text) =>
  text.replace(/[-_]([a-z])/g, (_, letter) => letter.toUpperCase());
