/**
 * The two files of the module: the first one runs an everyday fit alone, and the second one joins
 * when a call needs it.
 */
import { checkBuild } from './runtime.js';

/** @import { Platform } from './client.js' */
/** @import { InitSettings } from '../types.js' */

/**
 * One file of the module. Self-contained builds have everything in the first.
 * @typedef {'first' | 'rest'} Part
 */

/**
 * Their names, and the settings that say where they are.
 * @type {Record<Part, {file: string, url: 'wasmUrl' | 'restUrl', module: 'wasmModule' | 'restModule'}>}
 */
export const parts = {
  first: { file: 'maxmargin.wasm', url: 'wasmUrl', module: 'wasmModule' },
  rest: { file: 'maxmargin-rest.wasm', url: 'restUrl', module: 'restModule' },
};

/**
 * @param {Platform} platform
 * @param {InitSettings} settings
 * @param {Part} part
 */
export async function loadModule(platform, settings, part) {
  const module = await platform.loadModule(settings, part);
  if (module) checkBuild(module);
  return /** @type {WebAssembly.Module} */ (module);
}
