/** Kernels of strings in modules of JavaScript: functions that compare a text with the strings of a model. */
import { lines, number, quoted } from './literals.js';

/** @import { Given } from '../../graph/graph.js' */
/** @import { Program } from './program.js' */

/** The lists of strings that a model compares with. @param {readonly Given[]} given */
const listsOf = (given) => [...new Set(given.map(({ strings }) => strings?.texts))].filter(Boolean);

/** The name of the function of an input. @param {number} at */
const nameOf = (at) => `compare${at}`;

/**
 * Defines the functions, and returns their names.
 * @param {Program} program
 * @param {readonly Given[]} given
 */
export function comparing(program, given) {
  const lists = listsOf(given);
  return given.flatMap(({ strings }, at) => {
    if (!strings) return [];
    const { kernel, given: parameters, texts } = strings;
    const own = parameters.map((one) =>
      typeof one === 'object' ? program.constant('substrings', one) : number(one),
    );
    const of = kernel === 'boundedRange' ? 'spectrum' : kernel;
    const value = (/** @type {string} */ z) => `${of}(${['x', z, ...own].join(', ')})`;
    const [doc, values] = texts
      ? [
          'and each of the strings',
          `from(strings${lists.indexOf(texts) + 1}, (z) => ${value('z')})`,
        ]
      : ['and itself', `of(${value('x')})`];
    const body = [`return Float64Array.${values};`];
    return program.define(nameOf(at), `What a kernel says of a text ${doc}`, [['Letters', 'x']], 'number', body); // prettier-ignore
  });
}

/**
 * The strings, and the function that reads a text.
 * @param {readonly Given[]} given
 */
export function readingStrings(given) {
  const lists = listsOf(given).map(
    (texts, t) =>
      `/** Strings of the training set, letter by letter. */\nconst strings${t + 1} = [\n${lines(texts?.map(quoted) ?? [])},\n].map((text) => [...text]);`,
  );
  const values = given.map(({ strings }, at) =>
    strings ? `${nameOf(at)}(letters)` : 'new Float64Array(1)',
  );
  return `${lists.join('\n\n')}

/** What the kernels say of a text. */
function read(row, i) {
  if (typeof row !== 'string') throw new TypeError(\`row \${i} must be a text\`);
  const letters = [...row];
  return ${values.length > 1 ? `[${values.join(', ')}]` : values[0]};
}`;
}
