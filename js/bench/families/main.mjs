/**
 * The benchmark behind `make bench-families`: each family of machines beside the program that
 * does the same, in one run.
 *
 *     node js/bench/families/main.mjs [FAMILY ...]
 *
 * A family is a file beside this one. It exports `rows`, which yields what was measured:
 *
 *     { what, ours, theirs, unit, holds }
 *
 * `theirs` may be a published number, and `holds` says whether ours keeps its promise. A row that
 * does not fails the run. Families whose peers or data are missing say so and are left out.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(here).filter((name) => name.endsWith('.mjs') && name !== 'main.mjs');
const asked = process.argv.slice(2);
const text = (/** @type {unknown} */ value) =>
  typeof value === 'number' ? String(Number(value.toPrecision(4))) : String(value ?? '');

let failed = 0;
for (const name of files.filter((file) => !asked.length || asked.includes(file.slice(0, -4)))) {
  const { title, rows } = await import(`./${name}`);
  console.log(`\n${title}\n`);
  console.log(`${'what'.padEnd(52)} ${'ours'.padStart(10)} ${'theirs'.padStart(10)} unit`);
  for await (const { what, ours, theirs, unit = '', holds = true } of rows()) {
    if (!holds) failed++;
    const numbers = `${text(ours).padStart(10)} ${text(theirs).padStart(10)}`;
    console.log(`${what.padEnd(52)} ${numbers} ${unit}${holds ? '' : '   FAILS'}`);
  }
}
process.exitCode = failed > 0 ? 1 : 0;
