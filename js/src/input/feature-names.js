/** Names that samples carry beside their numbers: { data, rows, cols, featureNames }. */
import { MaxMarginError } from '../basics/errors.js';
import { bytesOf, describe } from '../basics/numbers.js';
import { matchNames } from './tables.js';

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
  if (names.every((name, j) => name === featureNames[j])) return { ...table, names };
  const places = new Map(names.map((name, j) => [name, j]));
  const to = Int32Array.from(featureNames, (name) => /** @type {number} */ (places.get(name)));
  const buffers =
    table.shape.layout === 'dense'
      ? moveColumns(table.buffers, rows, to)
      : moveIndices(table.buffers, rows, to);
  return { shape: table.shape, buffers, names };
}

/**
 * @param {Record<string, Uint8Array>} buffers of a dense table
 * @param {number} rows
 * @param {Int32Array} to the new place of each column
 */
function moveColumns({ data }, rows, to) {
  const cols = to.length;
  const given = new Float64Array(data.buffer, data.byteOffset, rows * cols);
  const moved = new Float64Array(rows * cols);
  for (let i = 0; i < rows * cols; i += cols) {
    for (let j = 0; j < cols; j++) moved[i + to[j]] = given[i + j];
  }
  return { data: bytesOf(moved) };
}

/**
 * @param {Record<string, Uint8Array>} buffers of a sparse table
 * @param {number} rows
 * @param {Int32Array} to the new place of each column
 */
function moveIndices({ data, indptr, indices }, rows, to) {
  const starts = new Int32Array(indptr.buffer, indptr.byteOffset, rows + 1);
  const given = new Float64Array(data.buffer, data.byteOffset, data.byteLength / 8);
  const moved = { data: given.slice(), indices: new Int32Array(given.length) };
  const columns = new Int32Array(indices.buffer, indices.byteOffset, given.length);
  for (let i = 0; i < rows; i++) {
    const row = Array.from({ length: starts[i + 1] - starts[i] }, (_, at) => starts[i] + at);
    // An index that is out of range stays as it is; Go refuses it and names its place.
    const place = (/** @type {number} */ at) => to[columns[at]] ?? columns[at];
    row.sort((a, b) => place(a) - place(b));
    row.forEach((at, k) => {
      moved.data[starts[i] + k] = given[at];
      moved.indices[starts[i] + k] = place(at);
    });
  }
  return { data: bytesOf(moved.data), indptr, indices: bytesOf(moved.indices) };
}
