/** The common functions of all platforms. */
import { parts } from '../parts.js';
import { compile } from '../runtime.js';

/** @import { Part } from '../parts.js' */
/** @import { InitSettings } from '../../types.js' */

/**
 * The module that the user passed, if any.
 * @param {InitSettings} settings
 * @param {Part} part
 * @returns {Promise<WebAssembly.Module> | undefined}
 */
export function compiledModule(settings, part) {
  const name = parts[part].module;
  const given = settings[name];
  if (given instanceof WebAssembly.Module) return Promise.resolve(given);
  return given && compile(/** @type {BufferSource} */ (given), name);
}

/**
 * The address that the user gave, if any. The second file is looked for beside the first.
 * @param {InitSettings} settings
 * @param {Part} part
 */
export function moduleUrl(settings, part) {
  const { file, url } = parts[part];
  const named = toUrl(settings[url]);
  const first = toUrl(settings.wasmUrl);
  const hasNeighbours = first && first.protocol !== 'data:' && first.protocol !== 'blob:';
  return named ?? (hasNeighbours ? new URL(file, first) : undefined);
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
 * @template {string | URL | undefined} T
 * @param {T} given absolute, or relative to the page
 * @returns {T extends undefined ? undefined : URL}
 */
export function toUrl(given) {
  return /** @type {any} */ (
    given === undefined ? undefined : new URL(given, globalThis.location?.href)
  );
}
