/**
 * maxmargin: support vector machines that train where the data is. Work is done
 * in a worker, started by the first call; methods return promises.
 */
import { packData, packModel, packText, unpackData, unpackModel, unpackText } from './libsvm.js';
import { modelBytes, restore } from './saved.js';
import { checkSettings } from './settings.js';
import { client } from './shared.js';
import { SVC } from './svc.js';
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
 * Says where things are, and starts the runtime ahead of the first use. Not
 * needed otherwise.
 * @param {InitSettings} [settings]
 * @returns {Promise<void>}
 */
export async function init(settings) {
  const checked = checkSettings(settings);
  if ('onWarning' in checked) onWarning(checked.onWarning);
  delete checked.onWarning;
  await client.init(checked);
}

/**
 * The model that save() wrote.
 * @param {Uint8Array | ArrayBuffer} bytes
 * @returns {Promise<SVC>}
 */
export async function load(bytes) {
  const stored = { id: client.newModelId(), bytes: modelBytes(bytes) };
  const { value } = await client.load(stored);
  return restore({ SVC }, value.machine, stored, client);
}

/**
 * Reads a data set in LIBSVM's text format.
 * @param {string | Uint8Array} text
 * @returns {Promise<LibsvmData>}
 */
export async function readLibsvm(text) {
  return unpackData(await client.call('readLibsvm', packText(text, 'readLibsvm')));
}

/**
 * Writes a data set in LIBSVM's text format.
 * @param {Samples} X
 * @param {ArrayLike<number>} y
 * @returns {Promise<string>}
 */
export async function writeLibsvm(X, y) {
  return unpackText(await client.call('writeLibsvm', packData(X, y)));
}

/**
 * Reads a C-SVC model in LIBSVM's text format, such as svm-train writes.
 * @param {string | Uint8Array} text
 * @param {ImportSettings} [settings]
 * @returns {Promise<SVC<number>>}
 */
export async function importLibsvm(text, settings) {
  const id = client.newModelId();
  const payload = packModel(id, text, settings);
  const reply = await client.create('importLibsvm', id, payload);
  return /** @type {SVC<any>} */ (unpackModel({ SVC }, id, reply, client));
}
