/** The package of test builds: it can also be told to fail, and how. */
import { client } from './shared.js';

export * from './index.js';

/**
 * Runs an operation that goes wrong on purpose; wasm/faults_on.go lists them.
 * @param {string} name such as 'panic'
 */
export function provoke(name) {
  return client.call(`fault.${name}`, { request: {} });
}
