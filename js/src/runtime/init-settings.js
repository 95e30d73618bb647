/** Where the module and the worker come from, and where warnings go. */
import { MaxMarginError, show } from '../basics/errors.js';
import { readEntries } from '../basics/entries.js';
import { toUrl } from './platform/common.js';

/** @import { InitSettings } from '../types.js' */

const urls =
  'a URL: an absolute one, such as pathToFileURL(path) in Node, or in a page a relative one';

const modules = 'a WebAssembly.Module or its bytes';

/** @type {Record<string, [expected: string, test: (value: any) => boolean]>} */
const checks = {
  wasmUrl: [urls, isUrl],
  restUrl: [urls, isUrl],
  workerUrl: [urls, isUrl],
  wasmModule: [modules, isModule],
  restModule: [modules, isModule],
  worker: ['true or false', (value) => typeof value === 'boolean'],
  onWarning: ['a function', (value) => typeof value === 'function'],
};

/** @param {unknown} value */
function isModule(value) {
  return (
    value instanceof WebAssembly.Module || ArrayBuffer.isView(value) || value instanceof ArrayBuffer
  );
}

/** @param {unknown} value */
function isUrl(value) {
  if (typeof value !== 'string') return value instanceof URL;
  try {
    toUrl(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {unknown} given
 * @returns {InitSettings}
 */
export function checkSettings(given = {}) {
  if (typeof given !== 'object' || given === null) {
    throw new MaxMarginError('ERR_OPTION', 'settings', `init takes an object, got ${show(given)}`);
  }
  const entries = readEntries('init', given, Object.keys(checks));
  for (const [name, value] of entries) {
    const [expected, test] = checks[name];
    if (value !== undefined && !test(value)) {
      throw new MaxMarginError(
        'ERR_OPTION',
        name,
        `${name} must be ${expected}, got ${show(value)}`,
      );
    }
  }
  return Object.fromEntries(entries);
}

/**
 * Whether settings ask for a change. URLs are the same where their text is.
 * @param {Record<string, any>} settings empty: no change is wanted
 * @param {Record<string, any>} present
 */
export function differs(settings, present) {
  const names = Object.keys(settings);
  if (names.length === 0) return false;
  const plain = (/** @type {unknown} */ value) => (value instanceof URL ? value.href : value);
  return Object.keys({ ...settings, ...present }).some(
    (name) => plain(settings[name]) !== plain(present[name]),
  );
}
