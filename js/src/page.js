/**
 * maxmargin/page: a fitted model as one page that predicts: a form, the answer, and what each value adds
 * to it. The page needs no network and no server.
 */
import { MaxMarginError } from './basics/errors.js';
import { savedBytes } from './basics/own-bytes.js';
import { readSettings, wrongSetting } from './basics/settings.js';
import { layoutOf } from './graph/classes.js';
import { lower } from './graph/lower.js';
import { Stored } from './graph/stored.js';
import { isAdditive } from './page/additive.js';
import { fieldsOf, fill } from './page/fields.js';
import { words } from './page/words.js';
import { write } from './page/write.js';
import { open } from './predict.js';

export { MaxMarginError };

/**
 * Anything that can be saved.
 * @typedef {{save(): Uint8Array | Promise<Uint8Array>}} Savable
 */

/**
 * @typedef {object} PageOptions
 * @property {string} [title] of the page; 'Prediction' by default
 * @property {string} [description] a paragraph below the title
 * @property {string} [target] what is predicted, as the heading of the answer
 * @property {string} [unit] of the numbers that a regressor predicts
 * @property {string} [lang] the language of the page, which numbers are written in, too; 'en' by
 *   default
 * @property {ArrayLike<unknown> | Record<string, unknown>} [example] a row, or a text, that the form begins with; by default
 *   the means or medians and the most frequent categories, where the steps of the model know them
 * @property {ArrayLike<unknown> | Record<string, unknown>} [baseline] a row that the bars
 *   compare with, as that of `explain`; by default what the form begins with without `example`, and
 *   0 in place of numbers that the model does not know
 * @property {Partial<Record<keyof typeof words, string>>} [words] other words of the page, such as
 *   `{ reset: 'Zurücksetzen' }`
 */

const known = ['title', 'description', 'target', 'unit', 'lang', 'example', 'baseline', 'words'];

/**
 * A fitted classifier, regressor or detector as the text of an HTML page: a form with a field for each
 * column, and the answer, which changes as somebody types. Bars say what each column adds to the
 * decision value or the prediction where that is a sum of functions of single columns; they are then
 * the Shapley values that `explain` gives.
 * @param {Savable} model
 * @param {PageOptions} [options]
 * @returns {Promise<string>}
 */
export async function toPage(model, options) {
  const { example, baseline, ...given } = readSettings('toPage', options, known);
  const texts = textsOf(given, { title: 'Prediction', description: '', target: '', unit: '', lang: 'en' }); // prettier-ignore
  if (given.words != null && typeof given.words !== 'object') {
    throw wrongSetting('words', "an object such as { reset: 'Back' }", given.words);
  }
  const own = textsOf(readSettings('words', given.words, Object.keys(words)), words);
  try {
    Intl.getCanonicalLocales(texts.lang);
  } catch {
    throw wrongSetting('lang', "a language tag such as 'en' or 'pt-BR'", texts.lang);
  }
  const bytes = await savedBytes('toPage', model);
  const { unit, target, ...heading } = texts;
  const settings = { ...describe(bytes, example, baseline), target: target || own.answer, unit, words: own }; // prettier-ignore
  return write(settings, heading);
}

/** The most columns that a row may have here. */
const mostColumns = 2 ** 20;

/**
 * What the script of a page knows of a model.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {unknown} example
 * @param {unknown} baseline
 */
function describe(bytes, example, baseline) {
  const model = open(bytes);
  const lowered = lower(bytes);
  const { kind, input, labels } = lowered;
  const { samples, count } = input;
  if (kind === 'transformer') {
    throw new MaxMarginError('ERR_TYPE', 'model', 'a page shows a prediction, and the model is a transformer; give a classifier, a regressor or a detector'); // prettier-ignore
  }
  if (count > mostColumns) {
    throw new MaxMarginError('ERR_MEMORY_BUDGET', 'model', `the model takes ${count} columns, and a page at most ${mostColumns}`, { needed: count, available: mostColumns }); // prettier-ignore
  }
  const answers = (/** @type {unknown[]} */ row) => {
    try {
      return model.predict([row]).length === 1;
    } catch {
      return false;
    }
  };
  try {
    const stored = Stored.of(bytes);
    const fields = fieldsOf(input, stored, answers);
    if (example != null) fill('example', example, input, fields, 'start');
    if (baseline != null) fill('baseline', baseline, input, fields, 'typical');
    // A list with a value for each pair of classes says nothing of a single class.
    const { decisions, values } = lowered.outputs;
    const [, width] = (decisions ?? values).shape;
    const perClass = width > 1 && width === labels.length && layoutOf(stored.last) === 'classes';
    const additive = fields.length > 1 && (perClass || width === 1) && isAdditive(lowered);
    return { bytes: base64(bytes), kind, samples, count, fields, perClass, additive };
  } catch (cause) {
    if (cause instanceof MaxMarginError) throw cause;
    throw new MaxMarginError('ERR_FORMAT', 'model', `the model is damaged or forged: ${/** @type {Error} */ (cause).message}; get another copy`, {}, cause); // prettier-ignore
  }
}

/**
 * The texts among settings, with those that stand in for others.
 * @template {Record<string, string>} T
 * @param {Record<string, unknown>} given
 * @param {T} defaults
 * @returns {T}
 */
function textsOf(given, defaults) {
  const entries = Object.entries(defaults).map(([name, text]) => {
    const { [name]: value = text } = given;
    if (typeof value !== 'string') throw wrongSetting(name, 'a text', value);
    return [name, value];
  });
  return Object.fromEntries(entries);
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let text = '';
  const piece = 3 << 13;
  for (let at = 0; at < bytes.length; at += piece)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + piece)));
  return text;
}
