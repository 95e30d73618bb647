/** Shows warnings of the package below the picture and not in the console. */

import { init } from 'maxmargin';

let warnings = [];
init({ onWarning: ({ message }) => warnings.push(`${message}.`) });

/** The warnings since the last call. */
export function collected() {
  const all = warnings;
  warnings = [];
  return all;
}
