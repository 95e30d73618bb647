/** Node: files beside this one, and worker_threads. */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { verified, verifiedNow } from '../integrity.js';
import { compile, loadError } from '../runtime.js';
import { parts } from '../parts.js';
import { compiledModule, moduleUrl, toUrl } from './common.js';
import { openThread } from './thread.js';
import { Worker } from 'node:worker_threads';

/** @import { Platform } from '../client.js' */
/** @import { Part } from '../parts.js' */
/** @import { InitSettings } from '../../types.js' */

/** @type {Platform} */
export const platform = {
  async loadModule(settings, part) {
    const given = compiledModule(settings, part);
    if (given) return given;
    const { url, remedy } = placeOf(settings, part);
    const bytes = await read(url, remedy);
    return verified(bytes, compile(bytes, String(url)), String(url), part);
  },
  moduleLater(settings, part) {
    const { url, remedy } = placeOf(settings, part);
    const isThere = () => Reflect.apply(existsSync, undefined, [fileURLToPath(url)]);
    if (settings[parts[part].module] || url.protocol !== 'file:' || !isThere()) return undefined;
    return () => loadNow(url, remedy, part);
  },
  openWorker({ workerUrl }, handlers) {
    const url = toUrl(workerUrl) ?? beside('worker');
    return openThread(start(url), handlers);
  },
  async readScript(url) {
    const bytes = await read(
      /** @type {URL} */ (toUrl(url)),
      'check the workerUrl that init was given',
    );
    return new TextDecoder().decode(bytes);
  },
  pause: setImmediate,
};

/**
 * @param {InitSettings} settings
 * @param {Part} part
 */
function placeOf(settings, part) {
  const named = moduleUrl(settings, part);
  const remedy = named ? `check the ${parts[part].url} that init was given` : missing;
  return { url: named ?? beside(part), remedy };
}

/**
 * A file beside this script. The URLs are literal, because that is what bundlers look for. Where
 * a component is rendered on a server, Next.js makes them addresses for the page, without a
 * protocol, which a server cannot read; it can read the file itself.
 * @param {Part | 'worker'} what
 */
function beside(what) {
  const url =
    what === 'worker'
      ? new URL('./worker.node.cjs', import.meta.url)
      : what === 'first'
        ? new URL('./maxmargin.wasm', import.meta.url)
        : new URL('./maxmargin-rest.wasm', import.meta.url);
  if (url.protocol !== '') return url;
  return new URL(what === 'worker' ? 'worker.node.cjs' : parts[what].file, here);
}

/** In a variable, so that bundlers leave the addresses that are made with it. */
const here = import.meta.url;

/**
 * Starts a thread and reads a file. Written as plain calls, Turbopack would take them for requests
 * to bundle everything that the address could mean: the whole folder.
 * @param {URL} url
 * @returns {Worker}
 */
const start = (url) => Reflect.construct(Worker, [url]);

/**
 * @param {URL} url
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
const bytesOf = (url) =>
  /** @type {Promise<any>} */ (Reflect.apply(readFile, undefined, [fileURLToPath(url)]));

/** What helps where the module is not beside the script. */
const missing =
  'it belongs beside the script that calls it: copy maxmargin.wasm, maxmargin-rest.wasm and worker.node.cjs from node_modules/maxmargin/dist beside your bundle, ' +
  'leave maxmargin out of the bundle, say where the files are with init({ wasmUrl, workerUrl }), or import maxmargin/inline';

/**
 * @param {URL} url
 * @param {string} remedy
 */
async function read(url, remedy) {
  try {
    if (url.protocol === 'file:') return await bytesOf(url);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return await response.arrayBuffer();
  } catch (cause) {
    throw notRead(url, remedy, cause);
  }
}

/**
 * @param {URL} url of a file
 * @param {string} remedy
 * @param {Part} part
 */
function loadNow(url, remedy, part) {
  let bytes;
  try {
    bytes = Reflect.apply(readFileSync, undefined, [fileURLToPath(url)]);
  } catch (cause) {
    throw notRead(url, remedy, cause);
  }
  const { createHash } = process.getBuiltinModule('node:crypto'); // few programs come here
  const hash = createHash('sha256').update(bytes).digest('hex');
  return verifiedNow(/** @type {any} */ (bytes), hash, String(url), part);
}

/**
 * @param {URL} url
 * @param {string} remedy
 * @param {unknown} cause
 */
const notRead = (url, remedy, cause) =>
  loadError(
    `${url} could not be read (${reasonOf(cause)}); ${remedy}`,
    { url: String(url) },
    cause,
  );

/**
 * The code of an error of Node's; its message has the path once more.
 * @param {unknown} cause
 */
function reasonOf(cause) {
  return /** @type {{code?: string}} */ (cause)?.code ?? cause;
}
