/** Names that samples carry beside their numbers: { data, rows, cols, featureNames }. */
import { MaxMarginError } from '../basics/errors.js';
import { bytesOf, describe } from '../basics/numbers.js';
import { matchNames, placesOf } from './tables.js';

/** @import { PackedTable, Use } from './inputs.js' */

/**
 * The same table with names for its columns, and with the columns in the order of the model.
 * @param {PackedTable} table
 * @param {unknown} featureNames
 * @param {string} argument
 * @param {Use} use
 * @returns {PackedTable}
 */
export function nameColumns(table, featureNames, argument, use) {
  const { rows, cols } = table.shape;
  if (!Array.isArray(featureNames) || featureNames.length !== cols) {
    throw new MaxMarginError(
      'ERR_SHAPE',
      argument,
      `${argument}.featureNames must be an array of ${cols} names, one for each column, got ${describe(featureNames)}`,
      { expected: cols, got: Array.isArray(featureNames) ? featureNames.length : undefined },
    );
  }
  const names = matchNames(featureNames, use.features, { where: argument, argument });
  if (names.length === cols && names.every((name, j) => name === featureNames[j]))
    return { ...table, names };
  const places = placesOf(names);
  const to = Int32Array.from(featureNames, (name) => places.get(name) ?? -1);
  const { shape } = table;
  const move = shape.layout === 'dense' ? moveColumns : moveIndices;
  const buffers = move(table.buffers, rows, to, names.length);
  return { shape: { ...shape, cols: names.length }, buffers, names };
}

/**
 * @param {Record<string, Uint8Array>} buffers of a dense table
 * @param {number} rows
 * @param {Int32Array} to the new place of each column, -1 of those that are left out
 * @param {number} wide how many columns remain
 */
function moveColumns({ data }, rows, to, wide) {
  const cols = to.length;
  const given = new Float64Array(data.buffer, data.byteOffset, rows * cols);
  const moved = new Float64Array(rows * wide);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) if (to[j] >= 0) moved[i * wide + to[j]] = given[i * cols + j];
  }
  return { data: bytesOf(moved) };
}

/**
 * @param {Record<string, Uint8Array>} buffers of a sparse table
 * @param {number} rows
 * @param {Int32Array} to the new place of each column, -1 of those that are left out
 */
function moveIndices({ data, indptr, indices }, rows, to) {
  const starts = new Int32Array(indptr.buffer, indptr.byteOffset, rows + 1);
  const given = new Float64Array(data.buffer, data.byteOffset, data.byteLength / 8);
  const columns = new Int32Array(indices.buffer, indices.byteOffset, given.length);
  const moved = { data: given.slice(), indices: new Int32Array(given.length) };
  const ends = new Int32Array(rows + 1);
  // An index that is out of range stays as it is; Go refuses it and names its place.
  const place = (/** @type {number} */ at) => to[columns[at]] ?? columns[at];
  let next = 0;
  for (let i = 0; i < rows; i++) {
    const row = Array.from({ length: starts[i + 1] - starts[i] }, (_, at) => starts[i] + at);
    const own = row.filter((at) => !(place(at) < 0 && columns[at] in to));
    for (const at of own.sort((a, b) => place(a) - place(b))) {
      moved.data[next] = given[at];
      moved.indices[next++] = place(at);
    }
    ends[i + 1] = next;
  }
  const { data: numbers, indices: own } = moved;
  return {
    data: bytesOf(numbers.slice(0, next)),
    indptr: bytesOf(ends),
    indices: bytesOf(own.slice(0, next)),
  };
}
