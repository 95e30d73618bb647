import { MaxMarginError } from '../basics/errors.js';
import { Random } from './random.js';
import { checkOptions, seed, whole } from './settings.js';

/** @import { Check } from './settings.js' */

/**
 * @typedef {object} BasketsOptions
 * @property {number} [samples] Default: 200.
 * @property {number} [items] that the shop has. Default: 1000.
 * @property {number} [size] the most items in a basket. Default: 10.
 * @property {number} [wanted] how many items make a basket a positive one. Default: 5.
 * @property {number} [seed] Default: 0.
 */

/**
 * @typedef {object} Baskets
 * @property {{indptr: Int32Array, indices: Int32Array, data: Float64Array, rows: number, cols: number}} X 1 for
 *   each item in a basket, sparse
 * @property {Int32Array} y 1 if one of the wanted items is in it, else -1
 * @property {number[][]} baskets the items in each, in ascending order
 * @property {number[]} wanted the items that count, in ascending order
 */

/** @type {Record<string, Check>} */
const checks = {
  samples: whole(1),
  items: whole(2),
  size: whole(1),
  wanted: whole(1),
  seed,
};

/**
 * Shopping baskets with at most `size` of many items, positive if they have at least
 * one of the wanted ones (Shalev-Shwartz and Ben-David 2014, exercise 16.6.5). The
 * weights 2 for wanted items with the intercept -1 separate them with a functional
 * margin of 1, whatever the number of items. Sizes are uniform; so are classes, which
 * the document leaves open: a positive basket has one wanted item and any others.
 * @param {BasketsOptions} [options]
 * @returns {Baskets}
 */
export function makeBaskets(options) {
  const {
    samples = 200,
    items = 1000,
    size = 10,
    wanted: count = 5,
    seed,
  } = checkOptions('makeBaskets', options, checks);
  if (items >= 2 ** 31 || count + size > items) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'items',
      `items must be at least wanted + size, which is ${count + size}, and below 2147483648, got ${items}; some baskets have none that is wanted`,
      { expected: count + size, got: items },
    );
  }
  const random = new Random(seed);
  const wanted = ascending(random.choose(count, items));
  const special = new Set(wanted);
  const y = new Int32Array(samples);
  const baskets = Array.from(y, (_, i) => {
    y[i] = random.below(2) === 0 ? -1 : 1;
    const basket = new Set(y[i] > 0 ? [wanted[random.below(count)]] : []);
    const most = 1 + random.below(size);
    while (basket.size < most) {
      const item = random.below(items);
      if (y[i] > 0 || !special.has(item)) basket.add(item);
    }
    return ascending(basket);
  });
  const indptr = new Int32Array(samples + 1);
  baskets.forEach((basket, i) => (indptr[i + 1] = indptr[i] + basket.length));
  const indices = Int32Array.from(baskets.flat());
  const data = new Float64Array(indices.length).fill(1);
  return { X: { indptr, indices, data, rows: samples, cols: items }, y, baskets, wanted };
}

/** @param {Iterable<number>} numbers */
function ascending(numbers) {
  return [...numbers].sort((a, b) => a - b);
}
