/** The points of a grid, and in which order they are tried. */
import { MaxMarginError, show } from '../basics/errors.js';
import { isArrayOrView } from '../basics/numbers.js';
import { wrongSetting } from '../basics/settings.js';

/** @import { Params } from '../types.js' */

/**
 * The combinations of all values; the last option varies fastest. Several grids
 * follow each other.
 * @param {unknown} grid lists of values by option, or an array of such
 * @returns {Params[]}
 */
export function expandGrid(grid) {
  if (Array.isArray(grid)) {
    if (grid.length === 0) throw empty('grid');
    return grid.flatMap(expandGrid);
  }
  if (typeof grid !== 'object' || grid === null) {
    throw wrongSetting('grid', 'an object with lists of values such as { C: [1, 10] }', grid);
  }
  /** @type {Params[]} */
  let points = [{}];
  for (const [name, given] of Object.entries(grid)) {
    const values = listOf(name, given);
    points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })));
  }
  return points;
}

/**
 * @param {string} name
 * @param {any} given
 * @returns {unknown[]}
 */
function listOf(name, given) {
  if (!isArrayOrView(given)) {
    throw new MaxMarginError(
      'ERR_TYPE',
      'grid',
      `the grid needs a list of values for ${name}, got ${show(given)}; ${Object(given) === given ? 'distributions are for RandomSearch' : `write [${show(given)}] for one value`}`,
    );
  }
  const values = Array.from(given);
  if (values.length === 0) throw empty(name);
  return values;
}

/** @param {string} name */
function empty(name) {
  return new MaxMarginError('ERR_EMPTY', 'grid', `the grid has no values for ${name}`);
}

/** Options that belong to the kernel. */
const kernelOptions = ['kernel', 'gamma', 'degree', 'coef0'];

/**
 * Which points share kernel rows, and which of those differ in C alone. Points are
 * numbers; those of a chain ascend in C.
 * @param {Params[]} options of every point, the defaults filled in
 * @param {string} prefix of the options of the last step, in a pipeline
 * @returns {number[][][]} chains by width
 */
export function chainPoints(options, prefix) {
  const penalty = `${prefix}C`;
  const names = [...new Set(options.flatMap((point) => Object.keys(point)))];
  const key = valueKey();
  const others = names.filter((name) => name !== penalty);
  // Samples that a pipeline scales have other kernel values.
  const width = prefix === '' ? kernelOptions : others;
  /** @type {Map<string, Map<string, number[]>>} */
  const widths = new Map();
  options.forEach((point, at) => {
    const chains = entry(widths, key(point, width), () => new Map());
    entry(chains, key(point, others), () => /** @type {number[]} */ ([])).push(at);
  });
  const byC = (/** @type {number} */ a, /** @type {number} */ b) =>
    Number(options[a][penalty]) - Number(options[b][penalty]);
  return [...widths.values()].map((chains) =>
    [...chains.values()].map((chain) => (penalty in options[chain[0]] ? chain.sort(byC) : chain)),
  );
}

/** Turns the values of a point into text; equal values give equal text. */
function valueKey() {
  /** @type {Map<unknown, number>} */
  const numbers = new Map();
  return (/** @type {Params} */ point, /** @type {string[]} */ names) =>
    names.map((name) => entry(numbers, point[name], () => numbers.size)).join(' ');
}

/**
 * The value of a key, made when it is not there.
 * @template K, V
 * @param {Map<K, V>} map
 * @param {K} key
 * @param {() => V} make
 * @returns {V}
 */
function entry(map, key, make) {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
