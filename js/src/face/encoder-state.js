/** Encoders of categories: their options, and the samples that they and pipelines with them take. */
import { MaxMarginError } from '../basics/errors.js';
import { Coding, learnCoding } from '../input/coding.js';
import { stateOf } from '../model/registry.js';
import { State } from '../model/state.js';

/** @import { Host } from '../runtime/host.js' */
/** @import { Use } from '../input/inputs.js' */
/** @import { OptionSpec } from '../machines/option-values.js' */
/** @import { MachineSpec } from '../machines/options.js' */
/** @import { Fitted } from '../model/fitted.js' */
/** @import { CategoryValue } from '../types.js' */

/** Lists of codes, as the file of a model has them, until its coding says what they stand for. */
class Codes {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  /** @param {Coding | undefined} coding */
  read(coding) {
    return Object.freeze(
      this.text.split(';').map((list, j) => {
        const codes = list === '' ? [] : list.split(',').map(Number);
        const values = coding?.values[j];
        return Object.freeze(codes.map((code) => values?.[code] ?? code));
      }),
    );
  }
}

/** @param {any} given */
function acceptCategories(given) {
  if (given === null || given === '') return null;
  if (typeof given === 'string') return new Codes(given);
  const isValue = (/** @type {unknown} */ value) =>
    ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
  const fits =
    Array.isArray(given) &&
    given.length > 0 &&
    given.every(
      (list) => Array.isArray(list) && list.every(isValue) && new Set(list).size === list.length,
    );
  return fits ? Object.freeze(given.map((list) => Object.freeze([...list]))) : undefined;
}

/**
 * The option as the facade checks it: Go sees codes.
 * @param {OptionSpec} spec
 * @returns {OptionSpec}
 */
const checked = (spec) =>
  spec.type === 'lists'
    ? {
        ...spec,
        type: 'checked',
        expected:
          'null, or an array with a list for each column: texts, numbers or booleans, each once',
        accept: acceptCategories,
      }
    : spec;

/** The state of an encoder. */
export class EncoderState extends State {
  /**
   * @param {MachineSpec} spec
   * @param {unknown} options
   * @param {Host} host
   */
  constructor(spec, options, host) {
    super({ ...spec, options: spec.options.map(checked) }, options, host);
  }

  /** Whether its samples may have categories. */
  get takesCategories() {
    return true;
  }

  /**
   * A table with categories as codes.
   * @param {unknown} X
   * @param {Use} use
   */
  takeTable(X, use) {
    return learnCoding(X, use, undefined, (place) => this.givenOf(place));
  }

  /**
   * The categories that are given for a column.
   * @param {number} place
   * @returns {readonly CategoryValue[]}
   */
  givenOf(place) {
    const { categories } = this.options;
    return (Array.isArray(categories) && categories[place]) || [];
  }

  /**
   * @param {readonly string[]} names of the classes
   * @param {Coding} [coding] of the samples
   */
  recipe(names, coding) {
    const recipe = super.recipe(names);
    const given = /** @type {readonly (readonly CategoryValue[])[] | null | undefined} */ (
      this.options.categories
    );
    const categories = given?.map((list, j) => writeCodes(list, j, coding)).join(';') ?? '';
    return { ...recipe, options: { ...recipe.options, categories } };
  }

  /** @param {Fitted} fitted */
  shareFit(fitted) {
    const { categories } = this.options;
    if (!(categories instanceof Codes)) return;
    this.options = { ...this.options, categories: categories.read(codingOf(fitted)) };
  }
}

/**
 * Given categories of a column as codes.
 * @param {readonly CategoryValue[]} list
 * @param {number} j
 * @param {Coding | undefined} coding
 */
function writeCodes(list, j, coding) {
  let unseen = 0;
  const seen = new Set(coding?.values[j]);
  const codes = list.map((value) => {
    const code = coding?.code(j, value, unseen) ?? (typeof value === 'number' ? value : undefined);
    if (code === undefined) {
      throw new MaxMarginError(
        'ERR_OPTION',
        'categories',
        `categories[${j}] has ${JSON.stringify(value)}, but column ${j} of X has numbers alone; give numbers`,
      );
    }
    if (coding?.values[j] && !seen.has(value)) unseen++;
    return code;
  });
  return codes.join(',');
}

/**
 * The coding of the samples of a fitted model, if it has one.
 * @param {Fitted} fitted
 * @returns {Coding | undefined}
 */
export function codingOf({ reader }) {
  return reader instanceof Coding ? reader : undefined;
}

/**
 * Whether a step fills in categories by the most frequent one.
 * @param {object} step
 */
export function fillsCategories(step) {
  const { machine, options } = stateOf(step);
  return (
    machine === 'SimpleImputer' && options.strategy === 'mostFrequent' && !options.addIndicator
  );
}
