/** Covering numbers of classes with finitely many functions. */
import { wrong } from './bound.js';

/**
 * A cover of a finite class of functions at some samples: every function differs from one of the
 * centres by less than the scale at each sample. The centres are chosen one by one, each so that
 * it covers as many further functions as possible, so their number bounds the covering number
 * N(F, S, scale) from above (Cristianini & Shawe-Taylor, Definition 4.8).
 * @param {readonly ArrayLike<number>[]} values those of each function at the samples, a row each
 * @param {number} scale > 0
 * @returns {{size: number, centres: Int32Array, logCovering: number}} centres are rows of values,
 *   and logCovering is log2(size), as the bounds by covering numbers take it
 */
export function coveringNumber(values, scale) {
  if (!(typeof scale === 'number' && scale > 0)) throw wrong('scale', 'a number above 0', scale);
  const rows = Array.isArray(values) ? values : [];
  const width = rows[0]?.length;
  const isRow = (/** @type {any} */ row) =>
    row?.length === width && Array.from(row).every(Number.isFinite);
  if (!(width > 0 && rows.every(isRow))) {
    throw wrong('values', 'rows of finite numbers, all of the same length', values);
  }
  const near = rows.map((f) => rows.map((g) => isWithin(f, g, scale)));
  const left = new Set(rows.keys());
  const centres = [];
  while (left.size > 0) {
    const counts = near.map((row) => [...left].reduce((sum, j) => sum + Number(row[j]), 0));
    const best = counts.indexOf(counts.reduce((a, b) => Math.max(a, b)));
    centres.push(best);
    for (const j of [...left]) if (near[best][j]) left.delete(j);
  }
  const size = centres.length;
  return { size, centres: Int32Array.from(centres), logCovering: Math.log2(size) };
}

/**
 * @param {ArrayLike<number>} f
 * @param {ArrayLike<number>} g
 * @param {number} scale
 */
function isWithin(f, g, scale) {
  for (let i = 0; i < f.length; i++) if (!(Math.abs(f[i] - g[i]) < scale)) return false;
  return true;
}
