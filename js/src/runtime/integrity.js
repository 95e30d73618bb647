/**
 * Whether a module that was fetched or read is the very file that was built with
 * this facade: build.mjs writes its SHA-256 into the JavaScript.
 */
import { parts } from './parts.js';
import { checkBuild, loadError, notCompiled } from './runtime.js';

/** @import { Part } from './parts.js' */

/** @typedef {ArrayBuffer | Uint8Array<ArrayBuffer>} Bytes */

/**
 * The module, after a check of its bytes. Compiling and hashing run at the same time; nothing
 * is instantiated before both are done. Where there is no crypto.subtle, in a page that came
 * over plain http, only the build is compared: on plain http an attacker who can change the
 * module can change this script, too.
 * @param {Bytes | Promise<Bytes>} bytes
 * @param {Promise<WebAssembly.Module>} compiling the same bytes
 * @param {string} from where they came from, for errors
 * @param {Part} part
 * @returns {Promise<WebAssembly.Module>}
 */
export async function verified(bytes, compiling, from, part) {
  compiling.catch(() => {}); // damaged bytes are reported first
  const got = await digest(await whole(bytes, from));
  if (got === undefined || got === __WASM_SHA256__[part]) return compiling;
  await compiling.then(checkBuild, () => {}); // files of two releases have an error of their own
  throw otherFile(from, part, got);
}

/**
 * The same without waiting.
 * @param {Bytes} bytes
 * @param {string} got their SHA-256
 * @param {string} from
 * @param {Part} part
 * @returns {WebAssembly.Module}
 */
export function verifiedNow(bytes, got, from, part) {
  let module;
  /** @type {unknown} */
  let damage;
  try {
    module = new WebAssembly.Module(bytes);
  } catch (cause) {
    damage = cause;
  }
  if (module) checkBuild(module);
  if (got !== __WASM_SHA256__[part]) throw otherFile(from, part, got);
  if (!module) throw notCompiled(from, damage);
  return module;
}

/**
 * @param {string} from
 * @param {Part} part
 * @param {string} got
 */
function otherFile(from, part, got) {
  const expected = __WASM_SHA256__[part];
  return loadError(
    `${from} is not the file that was published with this script: its SHA-256 is ${brief(got)}, not ` +
      `${brief(expected)}; deploy ${parts[part].file} again, whole and unchanged, and clear caches`,
    { from, expected, got },
  );
}

/**
 * @param {Bytes | Promise<Bytes>} bytes
 * @param {string} from
 */
async function whole(bytes, from) {
  try {
    return await bytes;
  } catch (cause) {
    throw loadError(`${from} could not be read to its end (${cause}); try again`, { from }, cause);
  }
}

/** @param {Bytes} bytes */
async function digest(bytes) {
  const hash = await globalThis.crypto?.subtle?.digest('SHA-256', bytes);
  if (!hash) return undefined;
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {string} hash */
const brief = (hash) => `${hash.slice(0, 12)}...`;
