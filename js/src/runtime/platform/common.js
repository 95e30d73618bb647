/** The common functions of all platforms. */
import { compile } from '../runtime.js';

/** @import { InitSettings } from '../../types.js' */

/**
 * The module that the user passed, if any.
 * @param {InitSettings} settings
 * @returns {Promise<WebAssembly.Module> | undefined}
 */
export function compiledModule({ wasmModule }) {
  if (wasmModule instanceof WebAssembly.Module) return Promise.resolve(wasmModule);
  return wasmModule && compile(/** @type {BufferSource} */ (wasmModule), 'wasmModule');
}

/**
 * @param {string | URL} given
 * @returns {Promise<string>}
 */
export async function fetchText(given) {
  const response = await fetch(/** @type {URL} */ (toUrl(given)));
  return response.text();
}

/**
 * @param {string | URL | undefined} given absolute, or relative to the page
 * @returns {URL | undefined}
 */
export function toUrl(given) {
  return given === undefined ? undefined : new URL(given, globalThis.location?.href);
}
