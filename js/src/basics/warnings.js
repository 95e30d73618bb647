/**
 * Warnings are about results that are usable but perhaps not what was meant.
 * By default each code is shown once in the console.
 */

/** @import { Warning } from '../types.js' */

/** @type {((warning: Warning) => void) | undefined} */
let handler;

/** @type {Set<string>} */
const shown = new Set();

/**
 * Sends all warnings to the user's function instead of the console.
 * @param {((warning: Warning) => void) | undefined} replacement
 */
export function onWarning(replacement) {
  handler = replacement;
}

/** @param {Warning} warning */
export function warn(warning) {
  if (handler) {
    handler(warning);
  } else if (!shown.has(warning.code)) {
    shown.add(warning.code);
    console.warn(`maxmargin: ${warning.message} [${warning.code}]`);
  }
}
