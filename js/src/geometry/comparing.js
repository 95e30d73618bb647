/**
 * Kernel values between samples: the one operation that the rest of geometry builds
 * on. A kernel is one of the catalogue, whose values Go computes; a matrix of values
 * that the caller has; or a function of two objects, which this thread calls in slices.
 */
import { isArrayOrView } from '../basics/numbers.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { packSamples } from '../input/inputs.js';
import { checkKernel, specOf } from '../machines/kernels.js';
import { checkRoom } from '../basics/memory.js';
import { checkPassing, readSettings, wrongSetting } from '../basics/settings.js';
import { float64s } from '../input/values.js';
import { symmetricRows } from './own.js';
import { profileFunction } from './profiles.js';

/** @import { Success, Watch } from '../runtime/host.js' */
/** @import { PackedTable } from '../input/inputs.js' */
/** @import { Steps } from '../basics/drive.js' */
/** @import { Kernel } from '../types.js' */
/** @import { KernelProfile } from './types.js' */

/**
 * The host of operations; `pause` gives the event loop its turn.
 * @typedef {object} GeometryHost
 * @property {(op: string, payload: import('../runtime/host.js').Payload, watch?: Watch) => any} call
 * @property {() => any} pause
 */

/**
 * A kernel: a tree of kernels of the catalogue, a matrix of values, or a function, which may
 * have a profile.
 * @typedef {{tree: Kernel} | {given: true} | {of: (a: any, b: any) => number, profile?: KernelProfile}} AnyKernel
 */

/**
 * Samples compared with others, or with each other.
 * @typedef {object} Comparison
 * @property {Float64Array} values k(x_i, z_j), rows x columns
 * @property {number} rows
 * @property {number} columns
 * @property {Float64Array} left k(x_i, x_i)
 * @property {Float64Array} right k(z_j, z_j)
 * @property {AnyKernel} kernel with numbers instead of rules such as 'scale'
 * @property {boolean} [invariant] of a tree: it depends on x - z alone
 */

/**
 * @param {unknown} kernel
 * @returns {AnyKernel}
 */
export function readKernel(kernel) {
  if (typeof kernel === 'function')
    return { of: /** @type {(a: any, b: any) => number} */ (kernel) };
  if (kernel === 'precomputed') return { given: true };
  if (typeof kernel === 'string') return { tree: checkKernel({ kernel }, 'kernel') };
  const profile = profileFunction(kernel);
  return profile ?? { tree: checkKernel(kernel, 'kernel') };
}

/**
 * The settings that all of geometry takes, and some more.
 * @param {string} method
 * @param {unknown} given
 * @param {string[]} [known] others
 * @returns {{watch: Watch, settings: Record<string, unknown>}}
 */
export function readWatch(method, given, known = []) {
  const settings = readSettings(method, given, [...known, 'signal', 'onProgress']);
  const { signal, onProgress } = checkPassing(settings).watch;
  // Its return value is ignored: half a matrix is useless.
  const watch = onProgress && ((/** @type {any} */ report) => void onProgress(report));
  return { watch: { signal, onProgress: watch }, settings };
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {boolean} otherwise
 */
export function checkFlag(name, value, otherwise) {
  if (value === undefined) return otherwise;
  if (typeof value === 'boolean') return value;
  throw wrongSetting(name, 'true or false', value);
}

/**
 * Compares X with Z, or with itself where Z is undefined.
 * @param {GeometryHost} host
 * @param {AnyKernel} kernel
 * @param {unknown} X
 * @param {unknown} Z
 * @param {Watch} watch
 * @param {string} [argument] what X is called
 * @returns {Steps<Comparison>}
 */
export function* compare(host, kernel, X, Z, watch, argument = 'X') {
  if ('of' in kernel) return yield* symmetricRows(host, kernel, X, Z, watch, argument);
  const apart = Z !== undefined;
  if ('given' in kernel && apart) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'kernel',
      'a precomputed kernel has the values of one set of samples with itself; name the kernel, or pass it as a function, to compare two sets',
    );
  }
  const packed = pack(X, argument);
  const others = apart ? pack(Z, 'Z', packed.names) : undefined;
  const rows = packed.shape.rows;
  const columns = (others ?? packed).shape.rows;
  checkSize(packed, argument, columns);
  const reply = yield ask(host, kernel, packed, others, true, watch);
  return { ...unpack(reply, kernel), rows, columns };
}

/**
 * Compares every sample with itself only, and resolves the rules of the kernel.
 * @param {GeometryHost} host
 * @param {AnyKernel} kernel
 * @param {unknown} X
 * @param {Watch} watch
 * @returns {Steps<Comparison>}
 */
export function* compareSelf(host, kernel, X, watch) {
  if ('of' in kernel) return yield* symmetricRows(host, kernel, X, undefined, watch, 'X', true);
  const packed = pack(X, 'X');
  const reply = yield ask(host, kernel, packed, undefined, false, watch);
  return { ...unpack(reply, kernel), rows: packed.shape.rows, columns: 0 };
}

/**
 * @param {unknown} X
 * @param {string} argument
 * @param {readonly string[]} [features] in whose order named columns are
 */
const pack = (X, argument, features) => packSamples(X, argument, { operation: 'gram', features });

/**
 * Refuses a matrix that cannot fit.
 * @param {PackedTable} packed
 * @param {string} argument
 * @param {number} columns
 */
function checkSize({ shape, buffers }, argument, columns) {
  const stored =
    shape.layout === 'strings' ? buffers.indices.byteLength / 4 : buffers.data.byteLength / 8;
  checkRoom('gram', argument, { ...shape, stored, outputs: columns });
}

/**
 * @param {GeometryHost} host
 * @param {{tree: Kernel} | {given: true}} kernel
 * @param {PackedTable} packed
 * @param {PackedTable | undefined} others
 * @param {boolean} values
 * @param {Watch} watch
 */
function ask(host, kernel, packed, others, values, watch) {
  const prefixed = Object.entries(others?.buffers ?? {}).map(([name, bytes]) => [
    `others.${name}`,
    bytes,
  ]);
  const request = {
    kernel: 'tree' in kernel ? JSON.stringify(kernel.tree) : 'precomputed',
    table: packed.shape,
    others: others?.shape ?? { layout: '', rows: 0, cols: 0 },
    values,
  };
  const buffers = { ...packed.buffers, ...Object.fromEntries(prefixed) };
  return host.call('gram', { request, buffers }, watch);
}

/**
 * @param {Success} reply
 * @param {{tree: Kernel} | {given: true}} kernel
 */
function unpack({ value, buffers }, kernel) {
  const widths = Array.from(float64s(buffers.widths));
  return {
    values: float64s(buffers.values),
    left: float64s(buffers.left),
    right: float64s(buffers.right),
    kernel: 'tree' in kernel ? { tree: settle(kernel.tree, widths) } : kernel,
    invariant: value.invariant,
  };
}

/**
 * The same kernel, with numbers instead of rules such as 'scale'.
 * @param {Kernel} tree
 * @param {number[]} widths in the order of Go's walk through the tree; they are removed
 * @returns {Kernel}
 */
function settle({ kernel, parts, ...given }, widths) {
  /** @type {Record<string, unknown>} */
  const parameters = given;
  for (const { name, type } of specOf(kernel).options) {
    if (type === 'numberOrChoice') parameters[name] = widths.shift();
  }
  const settled = { kernel, ...parameters };
  return checkKernel(
    parts ? { ...settled, parts: parts.map((part) => settle(part, widths)) } : settled,
    'kernel',
  );
}

/**
 * Numbers, one for each sample.
 * @param {unknown} given
 * @param {string} argument
 * @param {number} count
 * @returns {Float64Array}
 */
export function checkCoefficients(given, argument, count) {
  const list = /** @type {ArrayLike<unknown>} */ (given);
  const isList = isArrayOrView(given);
  if (!isList || list.length !== count || !Array.from(list).every(Number.isFinite)) {
    throw wrongSetting(
      argument,
      `${count} finite numbers, one for each sample`,
      isList ? `${list.length} entries` : given,
    );
  }
  return Float64Array.from(/** @type {ArrayLike<number>} */ (list));
}

/**
 * The error about a kernel that must be an inner product and is not.
 * @param {string} what
 * @param {number} value
 * @param {Record<string, number>} details
 */
export function noInnerProduct(what, value, details) {
  return new MaxMarginError(
    'ERR_NUMERIC',
    'kernel',
    `${what} is ${show(value)}, so the kernel is not an inner product on these samples; checkKernel shows the reason`,
    { ...details, got: value },
  );
}
