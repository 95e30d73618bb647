/**
 * Benchmarks of their own, whose figures `make bench` adds to its last line: seconds of whole
 * searches, and, where asked for, of fits to all of MNIST and to a million rows.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Files of this folder, and where their output has each figure, in seconds.
 * @type {[file: string, figures: Record<string, RegExp>][]}
 */
const searches = [
  [
    'search.mjs',
    {
      search_1000: /^whole search, splice.*: (\S+) s/m,
      search_5000: /^whole search, 5000.*: (\S+) s/m,
    },
  ],
];

/** @type {typeof searches} */
const large = [
  [
    'mnist.mjs',
    {
      mnist_1: /^SVC: fit of 60000 +(\S+) s/m,
      mnist_2: /^mnist_2: fit of 60000 +(\S+) s/m,
    },
  ],
  ['lowrank.mjs', { lowrank_1e6: /^LowRankSVC, 1000000 .*?: fit (\S+) s/m }],
];

/**
 * Runs the benchmarks, which print as they do alone.
 * @param {boolean} all the large ones, too, which take minutes and gigabytes
 * @returns {Promise<{figures: string[], notes: string[]}>} NAME=SECONDS, and what failed
 */
export async function runOthers(all) {
  const [figures, notes] = [[], []];
  for (const [file, wanted] of [...searches, ...(all ? large : [])]) {
    console.log('');
    const { output, status } = await run(fileURLToPath(new URL(file, import.meta.url)));
    if (status !== 0) notes.push(`${file} failed`);
    for (const [name, pattern] of Object.entries(wanted)) {
      const seconds = output.match(pattern)?.[1];
      if (seconds !== undefined) figures.push(`${name}=${seconds}`);
      else notes.push(`${file} has no ${name}`);
    }
  }
  return { figures, notes };
}

/** @param {string} script */
function run(script) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      process.stdout.write(text);
    });
    child.once('close', (status) => resolve({ output, status }));
  });
}
