/**
 * maxmargin/sync: the same classes with methods that block and return values,
 * after one await init(). For scripts, workers, and small data in a page.
 */
import { packData, packModel, packText, unpackData, unpackModel, unpackText } from './libsvm.js';
import { modelBytes, restore } from './saved.js';
import { checkSettings } from './settings.js';
import { host } from './sync/program.js';
import { SVC } from './sync/svc.js';
import { onWarning } from './warnings.js';

export { MaxMarginError } from './errors.js';
export { SVC };

/** @typedef {import('./types.js').DecisionSettings} DecisionSettings */
/** @typedef {import('./types.js').FitSettings} FitSettings */
/** @typedef {import('./types.js').FitInfo} FitInfo */
/** @typedef {import('./types.js').FitStatus} FitStatus */
/** @typedef {import('./generated/options.js').SVCOptions} SVCOptions */
/** @typedef {import('./types.js').FlatMatrix} FlatMatrix */
/** @typedef {import('./types.js').Samples} Samples */
/** @typedef {import('./types.js').SparseMatrix} SparseMatrix */
/** @typedef {import('./types.js').ImportSettings} ImportSettings */
/** @typedef {import('./types.js').Label} Label */
/** @typedef {import('./types.js').LibsvmData} LibsvmData */
/** @typedef {import('./types.js').Numbers} Numbers */
/** @typedef {import('./types.js').Progress} Progress */
/** @typedef {import('./types.js').InitSettings} InitSettings */
/** @typedef {import('./types.js').Warning} Warning */
/**
 * @template {Float64Array | Int32Array} T
 * @typedef {import('./types.js').Shaped<T>} Shaped
 */

/**
 * Loads the runtime into this thread. Await it once before anything else.
 * @param {InitSettings} [settings]
 * @returns {Promise<void>}
 */
export async function init(settings) {
  const checked = checkSettings(settings);
  if ('onWarning' in checked) onWarning(checked.onWarning);
  delete checked.onWarning;
  await host.init(checked);
}

/**
 * The model that save() wrote.
 * @param {Uint8Array | ArrayBuffer} bytes
 * @returns {SVC}
 */
export function load(bytes) {
  const stored = { id: host.newModelId(), bytes: modelBytes(bytes) };
  const { value } = host.load(stored);
  return restore({ SVC }, value.machine, stored, host);
}

/**
 * Reads a data set in LIBSVM's text format.
 * @param {string | Uint8Array} text
 * @returns {LibsvmData}
 */
export function readLibsvm(text) {
  return unpackData(host.call('readLibsvm', packText(text, 'readLibsvm')));
}

/**
 * Writes a data set in LIBSVM's text format.
 * @param {Samples} X
 * @param {ArrayLike<number>} y
 * @returns {string}
 */
export function writeLibsvm(X, y) {
  return unpackText(host.call('writeLibsvm', packData(X, y)));
}

/**
 * Reads a C-SVC model in LIBSVM's text format, such as svm-train writes.
 * @param {string | Uint8Array} text
 * @param {ImportSettings} [settings]
 * @returns {SVC<number>}
 */
export function importLibsvm(text, settings) {
  const id = host.newModelId();
  const payload = packModel(id, text, settings);
  const reply = host.create('importLibsvm', id, payload);
  return /** @type {SVC<any>} */ (unpackModel({ SVC }, id, reply, host));
}
