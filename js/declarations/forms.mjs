/**
 * Makes the declarations of the two forms of the package, maxmargin and maxmargin/sync, from
 * one: it replaces the types of src/forms.d.ts by their meaning in each form.
 */

/** The meaning of each type, given its arguments. */
export const forms = {
  promised: {
    Returns: (type) => `Promise<${type}>`,
    Reports: (types) => `AsyncGenerator<${types}, void>`,
    OnlyPromised: (type) => type,
  },
  blocking: {
    Returns: (type) => type,
    Reports: (types) => `Generator<${types}, void>`,
    OnlyPromised: () => 'never',
  },
};

const formType = /\b(Returns|Reports|OnlyPromised)</g;

/**
 * Whether a declaration differs between the forms.
 * @param {string} text
 */
export function hasForms(text) {
  return text.search(formType) >= 0;
}

/**
 * A declaration without the import of the types of forms, which are written out.
 * @param {string} text
 */
export function withoutForms(text) {
  return text.replaceAll(/^(import |\/\*\* @import ).*\/forms\.js["'](;| \*\/)\n/gm, '');
}

/**
 * A declaration with the types of forms written out.
 * @param {string} text
 * @param {Record<string, (type: string) => string>} form
 */
export function inForm(text, form) {
  const [found] = text.matchAll(formType);
  if (!found) return text;
  const begin = found.index + found[0].length;
  const end = closing(text, begin);
  const inner = inForm(text.slice(begin, end), form);
  return text.slice(0, found.index) + form[found[1]](inner) + inForm(text.slice(end + 1), form);
}

/**
 * The end of the type argument that begins at a position.
 * @param {string} text
 * @param {number} begin
 */
function closing(text, begin) {
  let depth = 1;
  for (let at = begin; at < text.length; at++) {
    if (text[at] === '<') depth++;
    if (text[at] === '>' && text[at - 1] !== '=') depth--;
    if (depth === 0) return at;
  }
  throw new Error(`no end of the type that begins with ${text.slice(begin, begin + 40)}`);
}
