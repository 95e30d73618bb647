/** Stands for #formulas where the source runs unbuilt: the text of the formulas of maxmargin/module. */
import { readFileSync } from 'node:fs';

const file = new URL('../../src/graph/functions.js', import.meta.url);
export default readFileSync(file, 'utf8');
