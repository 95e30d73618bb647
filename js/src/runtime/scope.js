/** The global object that Go sees. */

/**
 * The constructors that Go's runtime looks up, and the functions that wasm_exec.js calls. The
 * clock begins far ahead of where that of the program stood when it was built (js/wasm/begin.mjs): Go
 * ends where a clock goes below 0, and tests of pages set clocks back.
 *
 * @param {object} events
 * @param {(dispatch: any, address: number) => void} events.ready the program has started
 * @param {(bytes: Uint8Array) => void} events.write it writes, which it does only when it dies
 * @param {(enter: () => void) => void} events.guard enters the program
 */
export function makeScope({ ready, write, guard }) {
  const began = performance.now() - 1e9;
  return {
    ready,
    Object,
    Array,
    Uint8Array,
    Error,
    RangeError,
    Date,
    Math,
    Promise,
    Reflect,
    TextEncoder,
    TextDecoder,
    WebAssembly,
    console,
    crypto: { getRandomValues: (/** @type {any} */ bytes) => crypto.getRandomValues(bytes) },
    performance: { now: () => performance.now() - began },
    setTimeout: (/** @type {() => void} */ wake, /** @type {number} */ delay) =>
      setTimeout(() => guard(wake), delay),
    clearTimeout: (/** @type {any} */ id) => clearTimeout(id),
    fs: {
      constants: {
        O_WRONLY: -1,
        O_RDWR: -1,
        O_CREAT: -1,
        O_TRUNC: -1,
        O_APPEND: -1,
        O_EXCL: -1,
        O_DIRECTORY: -1,
      },
      writeSync: (/** @type {number} */ _fd, /** @type {Uint8Array} */ bytes) => {
        write(bytes);
        return bytes.length;
      },
    },
    process: { pid: -1, ppid: -1, cwd: () => '/' },
    path: { resolve: (/** @type {string[]} */ ...segments) => segments.join('/') },
  };
}
