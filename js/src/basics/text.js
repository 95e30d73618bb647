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
 * The same names; a name that occurs more than once gets a number.
 * @param {readonly string[]} names
 */
export function tellApart(names) {
  return names.map((name, i) => {
    const alike = names.filter((other) => other === name).length;
    const before = names.slice(0, i).filter((other) => other === name).length;
    return alike > 1 ? `${name}-${before + 1}` : name;
  });
}
