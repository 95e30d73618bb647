/**
 * A user's kernel: a function (a, b) => number of any two objects. It is called in this thread,
 * in slices of 10 ms; between slices the event loop gets its turn.
 */
import { Clock } from '../basics/clock.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { allocating, checkRoom } from '../basics/memory.js';

/** @import { Watch } from '../runtime/host.js' */
/** @import { Steps } from '../basics/drive.js' */
/** @import { AnyKernel, Comparison, GeometryHost } from './comparing.js' */

/** How many values are computed between two looks at the clock. */
const stride = 64;

/** Differences of k(a, b) and k(b, a) up to this share of the larger are rounding. */
const asymmetry = 1e-9;

/**
 * Compares objects with each other, by calling the kernel for one half of the pairs
 * (the first with all others both ways round, to see that it is symmetric), or with
 * others.
 * @param {GeometryHost} host
 * @param {Extract<AnyKernel, {of: any}>} kernel
 * @param {unknown} X
 * @param {unknown} Z
 * @param {Watch} watch
 * @param {string} argument what X is called
 * @param {boolean} [diagonal] whether no more than k(x, x) is wanted
 * @returns {Steps<Comparison>}
 */
export function* symmetricRows(host, kernel, X, Z, watch, argument, diagonal = false) {
  const a = listOf(X, argument);
  const b = Z === undefined ? a : listOf(Z, 'Z');
  const [rows, columns] = [a.length, diagonal ? 0 : b.length];
  checkRoom('gram', argument, { layout: 'dense', rows, cols: 0, outputs: columns });
  const values = allocating('gram', argument, () => new Float64Array(rows * columns));
  const clock = new Clock(host.pause, watch);
  let count = 0;
  const other = Z === undefined ? argument : 'Z';
  const at = (/** @type {number} */ i, /** @type {number} */ j) =>
    call(kernel.of, a[i], b[j], `${argument}[${i}]`, `${other}[${j}]`, i, j);
  for (let i = 0; i < rows; i++) {
    const last = Z === undefined ? Math.min(i + 1, columns) : columns;
    for (let j = 0; j < last; j++) {
      values[i * columns + j] = at(i, j);
      if (Z === undefined) values[j * columns + i] = values[i * columns + j];
      if (++count % stride > 0 || !clock.isOver) continue;
      const fraction = share(i, j, rows, Z === undefined);
      yield* clock.rest({ phase: 'kernel matrix', fraction });
    }
    if (Z === undefined && columns > 0) checkMirror(values[i * columns], at(0, i), argument, i);
  }
  const own = (/** @type {ArrayLike<unknown>} */ list, /** @type {string} */ name) =>
    Float64Array.from({ length: list.length }, (_, i) =>
      call(kernel.of, list[i], list[i], `${name}[${i}]`, `${name}[${i}]`, i, i),
    );
  const left = own(a, argument);
  return { values, rows, columns, left, right: b === a ? left : own(b, 'Z'), kernel };
}

/**
 * The share of the pairs that are done.
 * @param {number} i
 * @param {number} j
 * @param {number} rows
 * @param {boolean} half
 */
const share = (i, j, rows, half) => (half ? (i * (i + 1) + 2 * j) / (rows * (rows + 1)) : i / rows);

/**
 * @param {number} below
 * @param {number} above
 * @param {string} argument
 * @param {number} i
 */
function checkMirror(below, above, argument, i) {
  if (Math.abs(below - above) <= asymmetry * Math.max(Math.abs(below), Math.abs(above))) return;
  throw new MaxMarginError(
    'ERR_KERNEL_ASYMMETRIC',
    'kernel',
    `kernel(${argument}[${i}], ${argument}[0]) is ${below}, but kernel(${argument}[0], ${argument}[${i}]) is ${above}; a kernel must be symmetric, such as the mean of the two`,
    { row: i, column: 0 },
  );
}

/**
 * Calls the kernel and checks its result.
 * @param {(a: any, b: any) => number} of
 * @param {unknown} a
 * @param {unknown} b
 * @param {string} first where a is
 * @param {string} second where b is
 * @param {number} row
 * @param {number} column
 */
export function call(of, a, b, first, second, row, column) {
  let value;
  try {
    value = of(a, b);
  } catch (cause) {
    throw wrong('ERR_OPTION', `threw ${cause}; it must return a number for every pair`, cause);
  }
  if (typeof value !== 'number') {
    throw wrong('ERR_TYPE', `is ${show(value)}; it must return a number`);
  }
  if (!Number.isFinite(value)) {
    throw wrong('ERR_NONFINITE', `is ${value}; it must be finite for every pair`);
  }
  return value;

  /**
   * @param {string} code
   * @param {string} what
   * @param {unknown} [cause]
   */
  function wrong(code, what, cause) {
    const message = `kernel(${first}, ${second}) ${what}`;
    return new MaxMarginError(code, 'kernel', message, { row, column }, cause);
  }
}

/**
 * @param {unknown} X
 * @param {string} argument
 * @returns {ArrayLike<unknown>}
 */
export function listOf(X, argument) {
  if (!Array.isArray(X) && !(ArrayBuffer.isView(X) && 'length' in X)) {
    throw new MaxMarginError(
      'ERR_TYPE',
      argument,
      `${argument} must be an array with one object for each sample, which the kernel function compares, got ${show(X)}`,
    );
  }
  const list = /** @type {ArrayLike<unknown>} */ (/** @type {unknown} */ (X));
  if (list.length > 0) return list;
  throw new MaxMarginError(
    'ERR_EMPTY',
    argument,
    `${argument} is empty; it needs at least one sample`,
  );
}
