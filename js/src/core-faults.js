/** The package of test builds: it can also fail on request, and tells how much memory it holds. */
import { client } from './runtime/shared.js';

export * from './core.js';

/**
 * Runs an operation of wasm/faults_on.go, most of which go wrong on purpose.
 * @param {string} name such as 'panic'
 */
export async function provoke(name) {
  const { value } = await client.call(`fault.${name}`, { request: {} });
  return value;
}
