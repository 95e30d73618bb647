/**
 * The module has the memory of a program that is about to call main, as js/wasm/begin.mjs made it.
 * What is left to do at each start is here.
 */

/** @import { Go } from '#wasm-exec' */

/**
 * The instance for Go.run. What Go refers to in its global object becomes that of this start, and
 * the seeds of hashes and generators become others.
 *
 * @param {Go} go
 * @param {any} scope its global object
 * @param {WebAssembly.Instance} instance
 * @returns {WebAssembly.Instance}
 */
export function begun(go, scope, instance) {
  const { values, random } = __BEGUN__;
  const { mem, proceed } = /** @type {any} */ (instance.exports);
  const run = () => {
    for (const path of values) {
      const value = path.split('.').reduce((outer, name) => outer[name], scope);
      go._ids.set(value, go._values.length);
      go._goRefCounts.push(Infinity);
      go._values.push(value);
    }
    for (const [at, length] of random) {
      scope.crypto.getRandomValues(new Uint8Array(mem.buffer, at, length));
    }
    proceed();
  };
  const exports = { value: { ...instance.exports, run } };
  return Object.create(WebAssembly.Instance.prototype, { exports });
}
