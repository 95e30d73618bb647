/** Places to keep models: IndexedDB, a download, a file picker. */
import { MaxMarginError, show } from '../basics/errors.js';
import { savedBytes } from '../basics/own-bytes.js';

/**
 * Anything that can be saved.
 * @typedef {{save(): Uint8Array | Promise<Uint8Array>}} Savable
 */

/** The database of an origin, and the object store in it. */
const database = 'maxmargin';
const store = 'models';

/**
 * Keeps a model in IndexedDB, and replaces a model of the same name.
 * @param {Savable} model
 * @param {string} name
 * @returns {Promise<void>}
 */
export async function saveToIndexedDB(model, name) {
  checkName(name);
  const bytes = await savedBytes('saveToIndexedDB', model);
  await transact('readwrite', (models) => models.put(bytes, name));
}

/**
 * The bytes of a model that saveToIndexedDB kept, for load().
 * @param {string} name
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function readFromIndexedDB(name) {
  checkName(name);
  const bytes = await transact('readonly', (models) => models.get(name));
  if (bytes) return bytes;
  const names = await namesInIndexedDB();
  const known = names.length > 0 ? names.map(show).join(', ') : 'none';
  throw storageError(
    'name',
    `there is no model ${show(name)} in IndexedDB of this origin; those there are: ${known}`,
  );
}

/**
 * The names of the models in IndexedDB, sorted.
 * @returns {Promise<string[]>}
 */
export async function namesInIndexedDB() {
  return transact('readonly', (models) => models.getAllKeys());
}

/**
 * Deletes a model. It is not an error if there is none.
 * @param {string} name
 * @returns {Promise<void>}
 */
export async function deleteFromIndexedDB(name) {
  checkName(name);
  await transact('readwrite', (models) => models.delete(name));
}

/**
 * Hands a model to the user as a file, as if a link had been followed.
 * @param {Savable} model
 * @param {string} [name] of the file
 * @returns {Promise<void>}
 */
export async function download(model, name = 'model.mxm') {
  checkName(name);
  const page = checkPage('download');
  const bytes = await savedBytes('download', model);
  const link = page.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // it may ask the user first
}

/**
 * Asks the user for a file, for load(). Browsers allow it only in answer to a
 * click or a key.
 * @param {string} [accept] endings or types, as of <input accept>
 * @returns {Promise<File | undefined>} undefined if the user cancelled
 */
export function pickFile(accept = '.mxm') {
  const page = checkPage('pickFile');
  return new Promise((resolve) => {
    const input = page.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
}

/**
 * Runs one request on the models, and waits until it is settled on the disk.
 * @param {IDBTransactionMode} mode
 * @param {(models: IDBObjectStore) => IDBRequest} ask
 * @returns {Promise<any>} its result
 */
async function transact(mode, ask) {
  const db = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = db.transaction(store, mode);
      const request = ask(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(failed(transaction.error));
    });
  } finally {
    db.close();
  }
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    if (typeof indexedDB !== 'object') {
      const remedy =
        'in Node write the bytes of save() to a file, and pass the bytes of the file to load()';
      reject(storageError('', `there is no IndexedDB here; ${remedy}`));
      return;
    }
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failed(request.error));
  });
}

/** @param {DOMException | null} cause */
function failed(cause) {
  const remedy = 'free some storage, allow this site to store data, or use download()';
  return storageError('', `IndexedDB refused: ${cause?.message ?? 'aborted'}; ${remedy}`, cause);
}

/** @param {string} what needs a page */
function checkPage(what) {
  if (typeof document === 'object') return document;
  throw storageError('', `${what} needs a page; in a worker or in Node use save() and load()`);
}

/** @param {unknown} name */
function checkName(name) {
  if (typeof name === 'string' && name !== '') return;
  throw new MaxMarginError(
    'ERR_TYPE',
    'name',
    `name must be a text that is not empty, got ${show(name)}; the model is kept under it`,
  );
}

/**
 * @param {string} argument
 * @param {string} message
 * @param {unknown} [cause]
 */
function storageError(argument, message, cause) {
  return new MaxMarginError('ERR_STORAGE', argument, message, {}, cause ?? undefined);
}
