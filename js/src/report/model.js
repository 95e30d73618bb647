/** What a report says of the model itself, from its public methods. */
import { isArrayOrView } from '../basics/numbers.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { rowsOf } from '../input/rows.js';
import { stateOfAny } from '../inspect/workers.js';
import { learnerOf } from '../plot/models.js';
import { selectRows } from '../select/subsets.js';

/** @import { ReportModel, ReportOption, ReportRows, ReportSearch } from '../inspect/types.js' */

/**
 * The fitted model in what the caller gave, and the search that found it, if it is one.
 * @param {any} given
 * @returns {{model: any, search: any}}
 */
export function readModel(given) {
  if (typeof given !== 'object' || given === null) throw noModel(given);
  const search = 'bestEstimator' in given ? given : undefined;
  if (search && !search.bestEstimator) {
    throw new MaxMarginError('ERR_NOT_FITTED', 'model', 'this search has no fitted estimator; call fit(X, y), with refit on, and report it then'); // prettier-ignore
  }
  const model = search?.bestEstimator ?? given;
  if (typeof learnerOf(model)?.predict === 'function') return { model, search };
  if (typeof learnerOf(model)?.transform !== 'function') throw noModel(given);
  throw new MaxMarginError('ERR_TYPE', 'model', `${nameOf(model)} predicts nothing; report a pipeline that ends in a machine`); // prettier-ignore
}

/** @param {unknown} given */
const noModel = (given) =>
  new MaxMarginError('ERR_TYPE', 'model', `model must be a fitted machine, pipeline or search, got ${show(given)}`); // prettier-ignore

/**
 * What something is called; minifiers do not change it.
 * @param {any} model
 * @returns {string}
 */
export const nameOf = (model) =>
  String(model?.[Symbol.toStringTag] ?? model?.constructor?.name ?? 'model');

/**
 * @param {any} model
 * @returns {ReportModel}
 */
export function describeModel(model) {
  const learner = learnerOf(model);
  const steps = Array.isArray(model.steps) ? model.steps : [[undefined, model]];
  const described = steps.map((/** @type {[string | undefined, any]} */ [name, step]) => ({
    ...(name !== undefined && { step: name }),
    name: nameOf(step),
    options: optionsOf(step),
  }));
  const { fitInfo } = model;
  const support = tried(() => learner.supportIndices?.length);
  return {
    name: nameOf(learner),
    text: String(model) === '[object Object]' ? nameOf(model) : String(model),
    steps: described,
    ...(fitInfo && {
      fit: {
        status: String(fitInfo.status),
        converged: Boolean(fitInfo.converged),
        ...(fitInfo.iterations > 0 && { iterations: Number(fitInfo.iterations) }),
        ...(support !== undefined && { supportVectors: Number(support) }),
        ...(fitInfo.milliseconds !== undefined && { milliseconds: Number(fitInfo.milliseconds) }),
      },
    }),
  };
}

/**
 * The options of a step, and whether each is the default of the class.
 * @param {any} step
 * @returns {ReportOption[]}
 */
function optionsOf(step) {
  const own = flat(tried(() => step.getParams()) ?? {});
  const plain =
    tried(() => stateOfAny(step)?.defaults()) ?? tried(() => new step.constructor().getParams());
  const defaults = new Map(plain && flat(plain));
  return own.map(([name, value]) => ({
    name,
    value: print(value),
    changed: !defaults.has(name) || print(defaults.get(name)) !== print(value),
  }));
}

/**
 * Options and those of groups, such as study.solver.
 * @param {any} params
 * @param {string} [prefix]
 * @returns {[string, unknown][]}
 */
function flat(params, prefix = '') {
  return Object.entries(params).flatMap(([name, value]) => {
    const plain = typeof value === 'object' && value !== null && value.constructor === Object;
    const group = plain && name !== 'kernel' && name !== 'classWeight';
    return group ? flat(value, `${prefix}${name}.`) : [[prefix + name, value]];
  });
}

/**
 * @param {any} value
 * @returns {string}
 */
export function print(value) {
  if (typeof value === 'function') return value.name ? `function ${value.name}` : 'a function';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Map) return print(Object.fromEntries(value));
  if (isArrayOrView(value)) {
    const list = Array.from(value);
    return list.length > 12 ? `[${list.length} values]` : `[${list.map(print).join(', ')}]`;
  }
  const own = String(value);
  if (own !== '[object Object]' && !own.startsWith('[object ')) return own;
  return `{ ${Object.entries(value).map(([key, entry]) => `${key}: ${print(entry)}`).join(', ')} }`; // prettier-ignore
}

/**
 * What a function returns; undefined if it fails.
 * @template T
 * @param {() => T} read
 * @returns {T | undefined}
 */
export function tried(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/**
 * Whether rows are those of the fit, as far as support vectors tell.
 * @param {any} model
 * @param {any} X
 * @returns {Promise<ReportRows>}
 */
export async function rowsOfFit(model, X) {
  const learner = learnerOf(model);
  const vectors = tried(() => learner.supportVectors);
  if (!vectors || tried(() => learner.getParams().kernel) === 'precomputed') return unknown;
  let own = X;
  try {
    for (const [, step] of model.steps?.slice(0, -1) ?? []) own = await step.transform(own);
    const keys = rowsOf(own, 'report').map(keyOf);
    const known = rowsOf(vectors, 'report').map(keyOf);
    const kept = new Set(known);
    const found = keys.filter((key) => kept.has(key)).length;
    const there = new Set(keys);
    const all = known.every((key) => there.has(key));
    const indices = Array.from(/** @type {ArrayLike<number>} */ (learner.supportIndices ?? []));
    const placed = indices.length > 0 && indices.every((i, at) => keys[i] === known[at]);
    return {
      of: all && placed ? 'all' : found > 0 ? 'some' : 'none',
      found,
      vectors: known.length,
    };
  } catch {
    return unknown; // steps or samples that are not rows of numbers
  }
}

/** @type {ReportRows} */
const unknown = { of: 'unknown', found: 0, vectors: 0 };

/** Equal up to the rounding of a scaler. @param {Float64Array} row */
const keyOf = (row) => Array.from(row, (v) => Number(v.toPrecision(10))).join(' ');

/**
 * @param {any} search
 * @returns {ReportSearch}
 */
export function describeSearch(search) {
  const { results } = search;
  const rank = (/** @type {any} */ row) => row.rank ?? Infinity;
  const sorted = [...results].sort((a, b) => rank(a) - rank(b));
  const names = [...new Set(results.flatMap((/** @type {any} */ row) => Object.keys(row.params)))];
  return {
    name: nameOf(search) === 'Object' ? 'Search' : nameOf(search),
    candidates: results.length,
    failed: results.filter((/** @type {any} */ row) => row.error).length,
    stopped: Boolean(search.stopped),
    best: Object.fromEntries(
      Object.entries(search.bestParams).map(([name, value]) => [name, print(value)]),
    ),
    bestScore: search.bestScore,
    options: /** @type {string[]} */ (names),
    top: sorted.slice(0, 10).map((row) => ({
      params: names.map((name) => (name in row.params ? print(row.params[name]) : '')),
      mean: row.mean,
      std: row.std,
      rank: row.rank,
    })),
    borders: bordersOf(search),
  };
}

/**
 * Options whose best value is the least or the largest of the tried ones.
 * @param {any} search
 */
function bordersOf({ results, bestParams }) {
  return Object.entries(bestParams).flatMap(([name, best]) => {
    const tried = results.map((/** @type {any} */ row) => row.params[name]);
    const values = tried.filter((/** @type {any} */ v) => typeof v === 'number');
    if (typeof best !== 'number' || new Set(values).size < 3) return [];
    const [low, high] = [Math.min(...values), Math.max(...values)];
    if (best !== low && best !== high) return [];
    return [{ name, value: best, side: /** @type {'least' | 'largest'} */ (best === low ? 'least' : 'largest') }]; // prettier-ignore
  });
}

/**
 * Rows for an expensive computation.
 * @param {any} X
 * @param {Int32Array} rows
 */
export function someRows(X, rows) {
  const { constructor, length } = Object(X);
  const plain = constructor === Object && length === undefined && !('data' in X);
  const lists = plain ? Object.entries(X) : [];
  // Columns of words, which are no numbers that could be packed.
  if (lists.length > 0 && lists.every(([, list]) => isArrayOrView(list))) {
    return Object.fromEntries(
      lists.map(([name, list]) => [name, Array.from(rows, (i) => list[i])]),
    );
  }
  return selectRows(X, rows);
}
