/** Stands for #formulas where the source runs unbuilt: the text of the formulas of maxmargin/module. */
import { readFileSync } from 'node:fs';

const files = ['functions.js', 'letters.js'].map(
  (name) => new URL(`../../src/graph/${name}`, import.meta.url),
);
export default files.map((file) => readFileSync(file, 'utf8')).join('');
