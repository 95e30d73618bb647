/** A classic script: files beside it, wherever the page loaded it from. */
import { fetchModule, openWebWorker, pause, startWorker, whenIdle } from './browser.js';
import { parts } from '../parts.js';
import { compiledModule, fetchText, moduleUrl, toUrl } from './common.js';

/** @import { Platform } from '../client.js' */

// Known only while the script runs for the first time.
const script = /** @type {HTMLScriptElement | null} */ (globalThis.document?.currentScript)?.src;

/** @param {string} name */
function beside(name) {
  return new URL(name, script || globalThis.location?.href);
}

/** @type {Platform} */
export const platform = {
  async loadModule(settings, part) {
    const given = compiledModule(settings, part);
    return given ?? fetchModule(moduleUrl(settings, part) ?? beside(parts[part].file), part);
  },
  openWorker({ workerUrl }, handlers) {
    return openWebWorker(startWorker(toUrl(workerUrl) ?? beside('worker.js')), handlers);
  },
  readScript: fetchText,
  pause,
  whenIdle,
};
