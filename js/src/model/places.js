/** The columns of a ColumnTransformer as the file of a model has them. */

/** @import { Fitted } from './fitted.js' */

/** The name of the columns that are in no group. */
export const rest = 'remainder';

/** Columns by their numbers among those that a saved model uses, until it is known which they are. */
export class Places {
  /** @param {readonly number[]} list */
  constructor(list) {
    this.list = list;
  }
}

/**
 * The arguments of the constructor for the parts of a model file.
 * @param {Fitted} fitted
 * @param {readonly [label: string, part: any][]} parts
 * @param {any} [coding] of the samples: a TextCoding where there are texts
 */
export function columnsIn(fitted, parts, coding) {
  const left = [...parts];
  const lists = (/** @type {string} */ name) => {
    const text = /** @type {string} */ (fitted.field(`option.${name}`));
    return text === '' ? [] : text.split(';').map((list) => list.split(',').map(Number));
  };
  const passed = new Set(lists('passthrough').flat());
  const transformers = lists('columns').map((list, i) => {
    const text = coding?.texts?.[list[0] - coding.at.length];
    if (text) return [text.label, text.vectorizer, text.columns];
    const [label, part] = passed.has(i) ? [`passthrough${i}`, 'passthrough'] : (left.shift() ?? []);
    return [label === rest ? 'rest' : label, part, new Places(list)];
  });
  return { transformers, sparseThreshold: fitted.field('option.sparseThreshold')[0] };
}
