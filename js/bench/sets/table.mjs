/**
 * The form of every set: plain typed arrays, dense or CSR, as callers of the contestants
 * have them.
 *
 * @typedef {object} Table
 * @property {'dense' | 'csr'} layout
 * @property {number} rows
 * @property {number} cols
 * @property {Float64Array} data row-major, or the stored values of CSR
 * @property {Int32Array} [indptr] of CSR, rows + 1 of them
 * @property {Int32Array} [indices] of CSR, 0-based columns
 * @property {Float64Array} labels
 */

/**
 * @param {number[][]} rows
 * @param {ArrayLike<number>} labels
 * @returns {Table}
 */
export function fromRows(rows, labels) {
  const cols = rows[0].length;
  const data = new Float64Array(rows.length * cols);
  rows.forEach((row, i) => data.set(row, i * cols));
  return { layout: 'dense', rows: rows.length, cols, data, labels: Float64Array.from(labels) };
}

/**
 * @param {[column: number, value: number][][]} rows columns ascending in every row
 * @param {ArrayLike<number>} labels
 * @param {number} cols
 * @returns {Table}
 */
export function fromEntries(rows, labels, cols) {
  const indptr = new Int32Array(rows.length + 1);
  rows.forEach((row, i) => (indptr[i + 1] = indptr[i] + row.length));
  const entries = rows.flat();
  return {
    layout: 'csr',
    rows: rows.length,
    cols,
    data: Float64Array.from(entries, ([, value]) => value),
    indptr,
    indices: Int32Array.from(entries, ([column]) => column),
    labels: Float64Array.from(labels),
  };
}

/**
 * @param {Table} table
 * @returns {Float64Array} rows * cols numbers
 */
export function denseData({ layout, rows, cols, data, indptr, indices }) {
  if (layout === 'dense') return data;
  const dense = new Float64Array(rows * cols);
  for (let i = 0; i < rows; i++) {
    for (let k = indptr[i]; k < indptr[i + 1]; k++) dense[i * cols + indices[k]] = data[k];
  }
  return dense;
}

/**
 * @param {Table} table
 * @returns {Table} the same, dense
 */
export function dense(table) {
  const { rows, cols, labels } = table;
  return { layout: 'dense', rows, cols, data: denseData(table), labels };
}
