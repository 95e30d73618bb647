/**
 * Browsers and bundlers: files beside this module. The two URLs are literal,
 * because that is what bundlers look for. The worker is one script that needs no
 * bundling, so it is a file to them like the module, and no `new Worker(new URL(...))`.
 */
import { loadError } from '../runtime.js';
import { fetchModule, openWebWorker, pause, startWorker } from './browser.js';
import { compiledModule, fetchText, toUrl } from './common.js';

/** @import { Platform } from '../client.js' */

/** @type {Platform} */
export const platform = {
  async loadModule(settings) {
    const given = compiledModule(settings);
    return given ?? fetchModule(toUrl(settings.wasmUrl) ?? moduleUrl());
  },
  openWorker({ workerUrl }, handlers) {
    // Beside the bundle, in npm/dist; there is no such file beside this source.
    const url = toUrl(workerUrl) ?? new URL('./worker.js', import.meta.url);
    return openWebWorker(startWorker(url), handlers);
  },
  readScript: fetchText,
  pause,
};

/** Bundles that are no modules may have no import.meta.url. */
function moduleUrl() {
  try {
    return new URL('./maxmargin.wasm', import.meta.url);
  } catch (cause) {
    throw loadError(
      'the bundler left out where this script is, so maxmargin.wasm cannot be found beside it; ' +
        'say where the files are with init({ wasmUrl, workerUrl }), or import maxmargin/inline',
      {},
      cause,
    );
  }
}
