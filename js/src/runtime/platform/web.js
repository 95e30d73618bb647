/**
 * Browsers and bundlers: files beside this module. The URLs are literal,
 * because that is what bundlers look for. The worker is one script that needs no
 * bundling, so it is a file to them like the module, and no `new Worker(new URL(...))`.
 */
import { loadError } from '../runtime.js';
import { fetchModule, openWebWorker, pause, startWorker, whenIdle } from './browser.js';
import { compiledModule, fetchText, moduleUrl, toUrl } from './common.js';

/** @import { Platform } from '../client.js' */
/** @import { Part } from '../parts.js' */

/** @type {Platform} */
export const platform = {
  async loadModule(settings, part) {
    const given = compiledModule(settings, part);
    return given ?? fetchModule(moduleUrl(settings, part) ?? toUrl(beside(part)), part);
  },
  openWorker({ workerUrl }, handlers) {
    // Beside the bundle, in npm/dist; there is no such file beside this source.
    const url = toUrl(workerUrl ?? new URL('./worker.js', import.meta.url));
    return openWebWorker(startWorker(url), handlers);
  },
  readScript: fetchText,
  pause,
  whenIdle,
};

/**
 * Bundles that are no modules may have no import.meta.url. Next.js makes addresses without an
 * origin of these, which `toUrl` completes.
 * @param {Part} part
 */
function beside(part) {
  try {
    return part === 'first'
      ? new URL('./maxmargin.wasm', import.meta.url)
      : new URL('./maxmargin-rest.wasm', import.meta.url);
  } catch (cause) {
    throw loadError(
      'the bundler left out where this script is, so maxmargin.wasm cannot be found beside it; ' +
        'say where the files are with init({ wasmUrl, workerUrl }), or import maxmargin/inline',
      {},
      cause,
    );
  }
}
