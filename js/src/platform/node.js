/** Node: files beside this one, and worker_threads. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { verified } from '../integrity.js';
import { compile, loadError } from '../runtime.js';
import { compiledModule, toUrl } from './common.js';
import { openThread } from './thread.js';
import { Worker } from 'node:worker_threads';

/** @import { Platform } from '../client.js' */

/** @type {Platform} */
export const platform = {
  async loadModule(settings) {
    const given = compiledModule(settings);
    if (given) return given;
    const url = toUrl(settings.wasmUrl) ?? new URL('./maxmargin.wasm', import.meta.url);
    const bytes = await read(url);
    return verified(bytes, compile(bytes, String(url)), String(url));
  },
  openWorker({ workerUrl }, handlers) {
    const url = toUrl(workerUrl) ?? new URL('./worker.node.cjs', import.meta.url);
    return openThread(new Worker(url), handlers);
  },
  async readScript(url) {
    return new TextDecoder().decode(await read(/** @type {URL} */ (toUrl(url))));
  },
  pause: setImmediate,
};

/** @param {URL} url */
async function read(url) {
  try {
    if (url.protocol === 'file:') return await readFile(fileURLToPath(url));
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return await response.arrayBuffer();
  } catch (cause) {
    throw loadError(
      `${url} could not be read (${cause}); install maxmargin again, or say where the file is with init({ wasmUrl })`,
      { url: String(url) },
      cause,
    );
  }
}
