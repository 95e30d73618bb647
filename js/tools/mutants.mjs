/**
 * Puts one fault after another into the Go sources, as the list says, and demands that the named
 * test fails. The files themselves stay as they are: Go reads the changed copy in their place.
 *
 *     node js/tools/mutants.mjs [PART]   all mutants, or those whose file has PART in its path
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { mutants } from './mutants.list.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'maxmargin-mutants-'));
const part = process.argv[2] ?? '';
/** A test of random cases writes the failed one beside itself unless it is told not to. */
const env = { ...process.env, RAPID_NOFAILFILE: '1' };
const counts = { killed: 0, alive: 0 };

try {
  for (const mutant of mutants.filter(({ file }) => file.includes(part))) {
    const wrong = await judge(mutant);
    counts[wrong ? 'alive' : 'killed']++;
    console.log(
      `${wrong ? 'ALIVE ' : 'killed'} ${mutant.file}: ${mutant.to || '(removed)'}${wrong && `\n       ${wrong}`}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${counts.killed} killed, ${counts.alive} alive`);
if (counts.alive > 0 || counts.killed === 0) process.exitCode = 1;

/**
 * @param {import('./mutants.list.mjs').Mutant} mutant
 * @returns {Promise<string>} what is wrong; empty if the test fails
 */
async function judge({ file, from, to, test, where = dirname(file) }) {
  const source = readFileSync(join(root, file), 'utf8');
  if (source.split(from).length !== 2)
    return `the file has the text ${source.split(from).length - 1} times, and must have it once: ${from}`;
  const changed = join(folder, 'changed.go');
  writeFileSync(
    changed,
    source.replace(from, () => to),
  );
  const overlay = join(folder, 'overlay.json');
  writeFileSync(overlay, JSON.stringify({ Replace: { [join(root, file)]: changed } }));
  const how = ['-count=1', '-vet=off', `-overlay=${overlay}`, `-run=^${test}$`];
  try {
    const { stdout } = await promisify(execFile)('go', ['test', ...how, `./${where}`], {
      cwd: root,
      env,
      maxBuffer: 1 << 26,
    });
    return /no tests to run/.test(stdout) ? `there is no ${test}` : `${test} passes`;
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {any} */ (error);
    if (new RegExp(`^--- FAIL: ${test}|^panic: `, 'm').test(stdout)) return '';
    return `it cannot be tested: ${stdout}${stderr}`;
  }
}
