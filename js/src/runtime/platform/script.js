/** A classic script: files beside it, wherever the page loaded it from. */
import { fetchModule, openWebWorker, pause, startWorker } from './browser.js';
import { compiledModule, fetchText, toUrl } from './common.js';

/** @import { Platform } from '../client.js' */

// Known only while the script runs for the first time.
const script = /** @type {HTMLScriptElement | null} */ (globalThis.document?.currentScript)?.src;

/** @param {string} name */
function beside(name) {
  return new URL(name, script || globalThis.location?.href);
}

/** @type {Platform} */
export const platform = {
  async loadModule(settings) {
    const given = compiledModule(settings);
    return given ?? fetchModule(toUrl(settings.wasmUrl) ?? beside('maxmargin.wasm'));
  },
  openWorker({ workerUrl }, handlers) {
    return openWebWorker(startWorker(toUrl(workerUrl) ?? beside('worker.js')), handlers);
  },
  readScript: fetchText,
  pause,
};
