/** The score of a search over two options. */
import { MaxMarginError, show } from '../basics/errors.js';
import { readSettings, wrongSetting } from '../basics/settings.js';

/** @import { ResultRow } from '../types.js' */
/** @import { HeatMapSettings, ValidationHeatMap } from './types.js' */

/**
 * @param {readonly ResultRow[]} results of a GridSearch
 * @param {HeatMapSettings} [settings]
 * @returns {ValidationHeatMap}
 */
export function validationHeatMap(results, settings) {
  if (!Array.isArray(results) || !results.every((row) => typeof row?.params === 'object')) {
    throw wrongSetting('results', 'the results of a GridSearch', results);
  }
  if (results.length === 0) {
    throw new MaxMarginError('ERR_EMPTY', 'results', 'results has no rows; fit the search first');
  }
  const given = /** @type {HeatMapSettings} */ (
    readSettings('validationHeatMap', settings, ['x', 'y', 'value'])
  );
  const { value = 'mean' } = given;
  if (typeof results[0][value] !== 'number') {
    throw wrongSetting('value', "a number in results, such as 'mean' or 'fitTime'", value);
  }
  const [x, y] = axesOf(results, given);
  /** @type {Map<unknown, Map<unknown, ResultRow>>} */
  const columns = new Map();
  for (const row of results) {
    const column = columns.get(row.params[x]) ?? new Map();
    columns.set(row.params[x], column);
    const other = column.get(row.params[y]);
    if (!other || placeOf(row) < placeOf(other)) column.set(row.params[y], row);
  }
  return {
    x,
    y,
    xValues: valuesOf(results, x),
    yValues: valuesOf(results, y),
    value,
    cells: [...columns].flatMap(([across, column]) =>
      [...column].map(([up, row]) => ({
        x: across,
        y: up,
        value: /** @type {number} */ (row[value]),
        std: row.std,
        best: row.rank === 1,
        row,
      })),
    ),
  };
}

/** @param {ResultRow} row */
const placeOf = ({ rank }) => rank ?? Infinity;

/**
 * @param {readonly ResultRow[]} results
 * @param {HeatMapSettings} given
 * @returns {[string, string]}
 */
function axesOf(results, { x, y }) {
  const names = [...new Set(results.flatMap(({ params }) => Object.keys(params)))];
  for (const [argument, name] of Object.entries({ x, y })) {
    if (name === undefined || names.includes(name)) continue;
    throw new MaxMarginError(
      'ERR_OPTION',
      argument,
      `results has no option ${show(name)}; the search was over ${names.join(', ')}`,
    );
  }
  const varying = names.filter((name) => valuesOf(results, name).length > 1);
  // C is drawn across if it varies; in a pipeline its name is svc__C.
  varying.sort((a, b) => Number(isC(b)) - Number(isC(a)));
  const free = varying.filter((name) => name !== x && name !== y);
  const across = x ?? free.shift();
  const up = y ?? free.shift();
  if (across !== undefined && up !== undefined && across !== up) return [across, up];
  throw new MaxMarginError(
    'ERR_SHAPE',
    x === undefined ? 'x' : 'y',
    `a heat map needs two options, but the search was over ${varying.join(', ') || 'one point'}; search over two, or draw the results as a line`,
  );
}

/** @param {string} name */
const isC = (name) => name === 'C' || name.endsWith('__C');

/**
 * The values of an option, numbers ascending and anything else in the order of the grid.
 * @param {readonly ResultRow[]} results
 * @param {string} name
 */
function valuesOf(results, name) {
  const values = [...new Set(results.map(({ params }) => params[name]))];
  const numbers = values.every((value) => typeof value === 'number');
  return numbers ? values.sort((a, b) => Number(a) - Number(b)) : values;
}
