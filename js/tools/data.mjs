/**
 * Checks the data of tests and benchmarks that the repository does not hold, and says where each
 * set comes from.
 *
 *     node js/tools/data.mjs [FOLDER]   ../shared/data beside the checkout by default
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const list = new URL('../../core/internal/facts/data.sha256', import.meta.url);

/**
 * check compares files with a list: blocks of `HASH  PATH`, each below a comment that says where
 * its files come from.
 *
 * @param {string} text of the list
 * @param {string} folder
 */
export function check(text, folder) {
  const blocks = text.split('\n\n').slice(1);
  return blocks.map((block) => {
    const [origin, ...files] = block.trim().split('\n');
    const wrong = [];
    for (const [hash, name] of files.map((line) => line.split('  '))) {
      const path = join(folder, name);
      if (!existsSync(path)) wrong.push(`${name} is missing`);
      else if (createHash('sha256').update(readFileSync(path)).digest('hex') !== hash)
        wrong.push(`${name} is another file`);
    }
    return { origin: origin.slice(2), files: files.length, wrong };
  });
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const folder = argv[2] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
  for (const { origin, files, wrong } of check(readFileSync(list, 'utf8'), folder)) {
    console.log(`${origin}\n  ${files - wrong.length} of ${files} files are there`);
    for (const line of wrong) console.log(`  ${line}`);
    if (wrong.length > 0) process.exitCode = 1;
  }
}
