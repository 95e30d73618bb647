/** Where the module and the worker come from, what they may take, and where warnings go. */
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
  idle: [
    'a number of milliseconds above 0',
    (value) => typeof value === 'number' && value > 0 && value < 2 ** 31,
  ],
  memory: [
    'a number of megabytes from 32 to 4096',
    (value) => typeof value === 'number' && value >= 32 && value <= 4096,
  ],
  onWarning: ['a function', (value) => typeof value === 'function'],
  workers: [
    'a whole number from 1 to 64',
    (value) => Number.isInteger(value) && value >= 1 && value <= 64,
  ],
};

/** The settings that a function does not take. @type {Record<string, string[]>} */
const others = { init: ['workers'], createEngine: ['onWarning', 'worker'] };

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
 * @param {'init' | 'createEngine'} taker
 * @returns {InitSettings}
 */
export function checkSettings(given = {}, taker = 'init') {
  if (typeof given !== 'object' || given === null) {
    const message = `${taker} takes an object, got ${show(given)}`;
    throw new MaxMarginError('ERR_OPTION', 'settings', message);
  }
  const known = Object.keys(checks).filter((name) => !others[taker].includes(name));
  const entries = readEntries(taker, given, known);
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
