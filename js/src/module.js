/**
 * maxmargin/module: fitted models as source text, one file that needs nothing else, in JavaScript
 * or C. It needs no runtime: it reads the bytes of save(), lowers the model to a graph, and prints that.
 */
import { MaxMarginError, show } from './basics/errors.js';
import { readEntries } from './basics/entries.js';
import { savedBytes } from './basics/own-bytes.js';
import { checking, opened } from './model/opened.js';
import { isVectorizer } from './machines/all.js';
import { textOf } from './vectorize/saved.js';
import { write, writeCommittee } from './formats/module/write.js';
import { committeeOf, isWrapper } from './formats/wrappers.js';

/** @import { Wrapper } from './formats/wrappers.js' */

export { MaxMarginError };

/**
 * Anything that can be saved.
 * @typedef {{save(): Uint8Array | Promise<Uint8Array>}} Savable
 */

/**
 * What the text is.
 * @typedef {object} ModuleOptions
 * @property {'esm' | 'cjs' | 'c' | 'h'} [format] an ES module (the default), a CommonJS module, C99,
 *   or the header that belongs to the C
 * @property {string} [name] what the names of functions and tables begin with in C; 'model' by default
 */

const formats = /** @type {const} */ (['esm', 'cjs', 'c', 'h']);

/**
 * A fitted model as the text of one file without dependencies, which exports `predict`, and
 * `decisionFunction` and `predictProba` where the model has them, over rows, tables or texts. A
 * transformer has `transform`.
 * @param {Savable | Wrapper} model
 * @param {ModuleOptions} [options]
 * @returns {Promise<string>}
 */
export async function toModule(model, options = {}) {
  if (typeof options !== 'object' || options === null) {
    throw new MaxMarginError(
      'ERR_TYPE',
      'options',
      `the second argument of toModule must be an object such as { format: 'cjs' }, got ${show(options)}`,
    );
  }
  const given = Object.fromEntries(readEntries('toModule', options, ['format', 'name']));
  const { format = 'esm', name = 'model' } = /** @type {ModuleOptions} */ (given);
  if (!formats.includes(format)) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'format',
      `format must be one of ${formats.join(', ')}, got ${show(format)}`,
    );
  }
  if (typeof name !== 'string' || !/^[A-Za-z]\w{0,39}$/.test(name)) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'name',
      `name must be 1 to 40 letters, digits and underscores, a letter first, as names in C are, got ${show(name)}`,
    );
  }
  const style = { format, name };
  if (isWrapper(model)) {
    const committee = await committeeOf('toModule', model);
    if (committee.several) throw new MaxMarginError('ERR_TYPE', 'model', 'toModule writes models that give each row one label, and this one gives several; exportOnnx takes it'); // prettier-ignore
    return checking(() => writeCommittee(committee, style));
  }
  const bytes = await savedBytes('toModule', model);
  const text = textOf(bytes, isVectorizer);
  if (text === undefined) {
    const fitted = opened(bytes);
    return checking(() => write(fitted, style));
  }
  return checking(() => {
    const { machine, options } = JSON.parse(text);
    const classes = { kind: /** @type {const} */ ('string'), labels: [] };
    return write({ bytes, machine, classes, steps: 0, featureNames: undefined, options: () => new Map(Object.entries(options)) }, style); // prettier-ignore
  });
}
