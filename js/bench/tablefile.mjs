/**
 * The file from which every contestant reads the same bits: the training table,
 * then the test table. A table is, little-endian and every part aligned to 8:
 * four int32 (layout: 0 dense, 1 CSR; rows; cols; stored values), the values and
 * the labels as float64, and of CSR indptr and indices as int32.
 */
import { readFile, writeFile } from 'node:fs/promises';

/** @import { Table } from './sets/table.mjs' */

const layouts = ['dense', 'csr'];
const padded = (bytes) => bytes + (-bytes & 7);

/** @param {Table} table */
function pack({ layout, rows, cols, data, labels, indptr, indices }) {
  const head = Int32Array.of(layouts.indexOf(layout), rows, cols, data.length);
  const parts = [head, data, labels];
  if (layout === 'csr') {
    const ints = new Int32Array(padded(4 * (indptr.length + indices.length)) / 4);
    ints.set(indptr);
    ints.set(indices, indptr.length);
    parts.push(ints);
  }
  return parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
}

/**
 * @param {string} path
 * @param {{train: Table, test: Table}} tables
 */
export async function writeTables(path, { train, test }) {
  await writeFile(path, [...pack(train), ...pack(test)]);
}

/**
 * @param {string} path
 * @returns {Promise<{train: Table, test: Table}>}
 */
export async function readTables(path) {
  const { buffer, byteOffset, byteLength } = await readFile(path);
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength);
  let at = 0;
  const take = (Type, length) => {
    const end = at + length * Type.BYTES_PER_ELEMENT;
    const part = new Type(bytes.slice(at, end));
    at = end;
    return part;
  };
  const table = () => {
    const [layout, rows, cols, stored] = take(Int32Array, 4);
    const [data, labels] = [take(Float64Array, stored), take(Float64Array, rows)];
    if (layouts[layout] === 'dense') return { layout: 'dense', rows, cols, data, labels };
    const [indptr, indices] = [take(Int32Array, rows + 1), take(Int32Array, stored)];
    at = padded(at);
    return { layout: 'csr', rows, cols, data, labels, indptr, indices };
  };
  return { train: table(), test: table() };
}
