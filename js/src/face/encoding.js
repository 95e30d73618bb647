/** Transformers of categories. */
import { host, loadable } from '#host';
import { tellApart } from '../basics/text.js';
import { Coding } from '../input/coding.js';
import { attachState, stateOf } from '../model/registry.js';
import { addReaders } from '../model/loadable.js';
import { EncoderState, codingOf } from './encoder-state.js';
import { Transformer } from './estimators.js';

/** @import { MachineSpec } from '../machines/options.js' */
/** @import { CategoryValue } from '../types.js' */

/**
 * A transformer whose samples may have categories: texts, numbers and booleans, and gaps.
 * @template {object} Options
 * @template S its samples
 * @extends {Transformer<Options, S>}
 */
export class Encoder extends Transformer {
  /** @internal */
  static name = /* @__PURE__ */ addReaders(loadable, 'Encoder', {
    coding: (fitted) => Coding.restore(fitted),
  });

  /**
   * @param {object} spec what the machine is: a MachineSpec
   * @param {Options} [options]
   */
  constructor(spec, options) {
    super(spec);
    attachState(this, new EncoderState(/** @type {MachineSpec} */ (spec), options, host));
  }

  /**
   * The categories of each column, in their order, without missing values.
   * @returns {CategoryValue[][]}
   */
  get categories() {
    const { fitted } = stateOf(this);
    const values = Array.from(fitted.field('categories.values'));
    const coding = codingOf(fitted);
    return Array.from(fitted.field('categories.counts'), (count, j) =>
      values.splice(0, count).map((code) => coding?.values[j]?.[code] ?? code),
    );
  }

  /**
   * The names of the columns that come out: of one-hot columns the name of the column and the
   * category, such as color_red; color_infrequent for infrequent ones, color_missing for missing
   * values. A name that another column has already gets a number: color_missing_2.
   * @returns {string[]}
   */
  getFeatureNamesOut() {
    const { fitted } = stateOf(this);
    const known = codingOf(fitted)?.names ?? fitted.featureNames;
    const { categories } = this;
    const names = categories.map((_, j) => known?.[j] ?? `x${j}`);
    if (fitted.machine !== 'OneHotEncoder') return names;
    const places = Array.from(fitted.field('places'));
    const missing = fitted.field('categories.missing');
    /** @type {string[]} */
    const made = [];
    categories.forEach((list, j) => {
      const rare = fitted.field('infrequent')[j];
      for (const value of missing[j] ? [...list, 'missing'] : list) {
        const place = places.shift();
        if (place >= 0) made[place] = `${names[j]}_${place === rare ? 'infrequent' : value}`;
      }
    });
    return tellApart(made, '_', 2);
  }
}
