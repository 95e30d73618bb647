/** Columns of a table go to transformers of their own. */
import { host, loadable } from '#host';
import { tellApart } from '../basics/text.js';
import { Coding } from '../input/coding.js';
import { attachState, stateOf } from '../model/registry.js';
import { columnTransformer } from '../machines/holders.js';
import { addReaders, register } from '../model/loadable.js';
import { TextCoding } from '../vectorize/texts.js';
import { ColumnState } from './column-state.js';
import { codingOf } from './encoder-state.js';
import { Transformer } from './estimators.js';
import { namesOut } from './names-out.js';

/** @import { ColumnGroup, ColumnOptions } from './types.js' */
/** @import { TableSamples } from '../types.js' */

/**
 * Transformers for some columns of a table each, whose answers it joins. It is the first step of a
 * pipeline, or stands alone; columns are chosen by names, numbers, kinds or a function.
 * @extends {Transformer<Record<string, unknown>, TableSamples>}
 */
export class ColumnTransformer extends Transformer {
  /** @internal */
  static name = /* @__PURE__ */ register(
    loadable,
    /* @__PURE__ */ addReaders(loadable, 'ColumnTransformer', {
      coding: (fitted) => Coding.restore(fitted),
      texts: (fitted, coding, restore) => TextCoding.withTexts(fitted, coding, restore),
    }),
    this,
    columnTransformer,
  );

  /**
   * @param {readonly ColumnGroup[]} transformers [name, transformer, columns] each
   * @param {ColumnOptions} [options]
   */
  constructor(transformers, options) {
    super(columnTransformer);
    attachState(this, new ColumnState(transformers, options, host));
  }

  /**
   * The transformers by name, fitted when this is.
   * @returns {Record<string, any>}
   */
  get namedTransformers() {
    const { groups, remainder } = /** @type {ColumnState} */ (stateOf(this));
    const parts = [...groups, remainder].filter(({ to }) => typeof to !== 'string');
    return Object.fromEntries(parts.map(({ name, to }) => [name, to]));
  }

  /**
   * The names of the columns that come out: those of each transformer after its name, such as
   * numbers__age and categories__sex_female. A name that comes again gets a number.
   * @returns {string[]}
   */
  getFeatureNamesOut() {
    const state = /** @type {ColumnState} */ (stateOf(this));
    const { fitted } = state;
    const coding = /** @type {Coding} */ (codingOf(fitted));
    const outputs = /** @type {Int32Array} */ (fitted.field('outputs'));
    const all = state.settled(coding).flatMap(({ group, columns }, g) => {
      // Texts have the numbers after those of the other columns; their terms have names of their own.
      const names = columns.map((j) => coding.names?.[j] ?? `x${coding.at[j]}`);
      const made = typeof group.to === 'string' ? names : namesOut(group.to, names, outputs[g]);
      return made.map((name) => `${group.name}__${name}`);
    });
    return tellApart(all, '_', 2);
  }
}
