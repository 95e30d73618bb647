/** What the package warns of stands below the picture, not in the console. */

import { init } from 'maxmargin';

let warnings = [];
init({ onWarning: ({ message }) => warnings.push(`${message}.`) });

/** The warnings since it was last asked. */
export function collected() {
  const all = warnings;
  warnings = [];
  return all;
}
