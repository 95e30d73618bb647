/** Points drawn at random from lists of values and distributions. */
import { isArrayOrView } from '../basics/numbers.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { Random } from '../data/random.js';
import { wrongSetting } from '../basics/settings.js';
import { expandGrid } from './grid.js';

/** @import { Params } from '../types.js' */

/**
 * Distributions on [a, b], as functions of a number u of [0, 1).
 * @type {Record<string, (u: number, a: number, b: number) => number>}
 */
const distributions = {
  uniform: (u, a, b) => a + u * (b - a),
  logUniform: (u, a, b) => Math.min(b, a * (b / a) ** u),
  integer: (u, a, b) => a + Math.floor(u * (b - a + 1)),
};

/**
 * The name of a distribution and its bounds; undefined for a list of values.
 * @param {string} name of the option
 * @param {any} given
 * @returns {[kind: string, a: number, b: number] | undefined}
 */
function readDistribution(name, given) {
  if (isArrayOrView(given)) {
    expandGrid({ [name]: given }); // refuses an empty one
    return undefined;
  }
  const [kind, ...more] = typeof given === 'object' && given !== null ? Object.keys(given) : [];
  const [a, b] = Object.hasOwn(distributions, kind) ? Array.from(given[kind] ?? []) : [];
  const range =
    [a, b].every(kind === 'integer' ? Number.isSafeInteger : Number.isFinite) &&
    more.length === 0 &&
    given[kind].length === 2 &&
    a < b;
  if (range && (kind !== 'logUniform' || a > 0)) return [kind, a, b];
  throw new MaxMarginError(
    'ERR_TYPE',
    'space',
    `${name} needs a list of values, or { uniform: [a, b] }, { integer: [a, b] } with a < b, or { logUniform: [a, b] } with 0 < a < b, got ${show(given)}`,
  );
}

/**
 * Whether an object in the place of a grid has distributions.
 * @param {any} space
 * @returns {boolean}
 */
export function hasDistributions(space) {
  if (Array.isArray(space)) return space.map(hasDistributions).some(Boolean);
  if (typeof space !== 'object' || space === null) {
    throw wrongSetting('space', 'an object such as { C: { logUniform: [0.1, 100] } }', space);
  }
  return Object.entries(space)
    .map(([name, given]) => readDistribution(name, given))
    .some(Boolean);
}

/**
 * Points of a space. Where all options have lists, no point is drawn twice.
 * @param {any} space lists of values and distributions by option, or an array of such
 * @param {unknown} candidates how many points
 * @param {number} seed
 * @returns {Params[]}
 */
export function drawPoints(space, candidates, seed) {
  if (!(Number.isSafeInteger(candidates) && Number(candidates) >= 1)) {
    throw wrongSetting('candidates', 'a whole number of at least 1', candidates);
  }
  const [count, random] = [Number(candidates), new Random(seed)];
  if (!hasDistributions(space)) {
    const all = expandGrid(space);
    if (all.length <= count) return all;
    return Array.from(random.permutation(all.length).subarray(0, count), (at) => all[at]);
  }
  const spaces = Array.isArray(space) ? space : [space];
  const draw = (/** @type {[string, any]} */ [name, given]) => {
    const [kind, a, b] = readDistribution(name, given) ?? [];
    if (kind !== undefined)
      return [name, distributions[kind](random.uniform(), Number(a), Number(b))];
    return [name, given[random.below(given.length)]];
  };
  return Array.from({ length: count }, () =>
    Object.fromEntries(Object.entries(spaces[random.below(spaces.length)]).map(draw)),
  );
}

/**
 * Points as a grid that has nothing else.
 * @param {Params[]} points
 */
export function gridOf(points) {
  return points.map((point) =>
    Object.fromEntries(Object.entries(point).map(([name, value]) => [name, [value]])),
  );
}
