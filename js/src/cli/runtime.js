/** The runtime of the package, which starts while the first file is read, and its warnings. */
import { init } from '../core.js';

/** @import { Warning } from '../types.js' */

/** The warnings of the package so far. @type {Warning[]} */
export const warnings = [];

let started = false;

/** A call that needs the runtime waits for it, and fails if it cannot start. */
export function startRuntime() {
  if (started) return;
  started = true;
  const isNew = (/** @type {Warning} */ { message }) => warnings.every((one) => one.message !== message); // prettier-ignore
  init({ onWarning: (warning) => void (isNew(warning) && warnings.push(warning)) }).catch(() => {});
}
