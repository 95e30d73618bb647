/** Declarations in fewer bytes, which say the same. */

/** @param {string} text */
export function compact(text) {
  return withTabs(withoutTypes(withoutStrays(text)));
}

/**
 * Where tsc writes a type of another file, it can put comments of this file, which have the same
 * position, between the name of a member and its type.
 * @param {string} text
 */
function withoutStrays(text) {
  return text.replaceAll(/(?<=[\w?])\s*\/\*\*(?:(?!\*\/)[^])*\*\/\s*(?=[?:])/g, '');
}

/**
 * Comments without what the declarations say anyway: the types in braces, parameters and results
 * of which nothing is said, and what a class extends.
 * @param {string} text
 */
function withoutTypes(text) {
  return text.replaceAll(/^([ \t]*)\/\*\*([^]*?)\*\/\n?/gm, (_, indent, inside) => {
    const lines = inside.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trim());
    const parts = lines
      .join('\n')
      .trim()
      .split(/\n(?=@)/);
    const kept = parts
      .map(withoutType)
      .join('\n')
      .trim()
      .replaceAll(/\n{3,}/g, '\n\n');
    if (!kept) return '';
    if (!kept.includes('\n')) return `${indent}/** ${kept} */\n`;
    const body = kept.split('\n').map((line) => `${indent} * ${line}`.trimEnd());
    return `${indent}/**\n${body.join('\n')}\n${indent} */\n`;
  });
}

const withoutMeaning =
  /^@(import|typedef|extends|implements|type|this|internal|property|callback|overload)\b/;

/**
 * A part of a comment without its type; '' if nothing is left.
 * @param {string} part
 */
function withoutType(part) {
  if (withoutMeaning.test(part)) return '';
  const [, tag, rest] = part.match(/^@(param|returns|template)\b\s*([^]*)$/) ?? [];
  if (!tag) return part;
  const said = afterBraces(rest);
  if (tag === 'returns') return said && `@returns ${said}`;
  const [, name, meaning] = said.match(/^\[?([\w.]+)[^\s\]]*\]?\s*([^]*)$/) ?? [];
  return meaning && `@${tag} ${name} ${meaning}`;
}

/**
 * What comes after the type in braces with which a text begins.
 * @param {string} text
 */
function afterBraces(text) {
  if (!text.startsWith('{')) return text;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return text.slice(at + 1).trim();
  }
  return text;
}

/**
 * Declarations with a tab for each step of indentation, which tsc writes as four spaces, and people
 * as two.
 * @param {string} text
 */
function withTabs(text) {
  const step = /^ {2}[^ *]/m.test(text) ? 2 : 4;
  return text.replaceAll(/^ +/gm, (spaces) => {
    const steps = Math.floor(spaces.length / step);
    return '\t'.repeat(steps) + ' '.repeat(spaces.length - steps * step);
  });
}
