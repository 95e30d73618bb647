/**
 * Browsers and bundlers: files beside this module. The two URLs are literal,
 * because that is what bundlers look for.
 */
import { fetchModule, openWebWorker, pause, startWorker } from './browser.js';
import { compiledModule, toUrl } from './common.js';

/** @import { Platform } from '../client.js' */

/** @type {Platform} */
export const platform = {
  async loadModule(settings) {
    const given = compiledModule(settings);
    if (given) return given;
    return fetchModule(toUrl(settings.wasmUrl) ?? new URL('./maxmargin.wasm', import.meta.url));
  },
  openWorker({ workerUrl }, handlers) {
    const url = toUrl(workerUrl);
    const worker = url
      ? startWorker(() => new Worker(url), url)
      : startWorker(
          () => new Worker(new URL('./worker.js', import.meta.url)),
          new URL('./worker.js', import.meta.url),
        );
    return openWebWorker(worker, handlers);
  },
  pause,
};
