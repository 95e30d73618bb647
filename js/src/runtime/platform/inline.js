/**
 * The build with everything in one script. It fetches no file, so it works from file://, in
 * notebooks, and in Node.
 */
import { wasm, worker as workerSource } from '#embedded';
import { compile } from '../runtime.js';
import { openWebWorker, pause, startWorker, workerFromSource } from './browser.js';
import { compiledModule, fetchText, toUrl } from './common.js';
import { openThread } from './thread.js';

/** @import { Platform } from '../client.js' */

/** @returns {typeof import('node:worker_threads') | undefined} */
function threads() {
  return globalThis.process?.getBuiltinModule?.('node:worker_threads');
}

/** @type {Platform} */
export const platform = {
  async loadModule(settings, part) {
    const given = compiledModule(settings, part);
    if (given || part === 'rest') return given;
    return compile(await unpack(wasm), 'the inlined module');
  },
  openWorker({ workerUrl }, handlers) {
    const url = toUrl(workerUrl);
    const node = threads();
    if (node) {
      return openThread(
        url ? new node.Worker(url) : new node.Worker(workerSource, { eval: true }),
        handlers,
      );
    }
    const worker = url ? startWorker(url) : workerFromSource(workerSource);
    return openWebWorker(worker, handlers);
  },
  readScript: fetchText,
  pause: globalThis.setImmediate ?? pause,
};

/**
 * @param {string} text base64 of gzip
 * @returns {Promise<ArrayBuffer>}
 */
function unpack(text) {
  const characters = atob(text);
  const packed = new Uint8Array(characters.length);
  for (let i = 0; i < packed.length; i++) packed[i] = characters.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}
