/**
 * The benchmark behind `make bench-auto`: autoFit beside each of its machines alone with the same
 * time and its own options, and beside scikit-learn's SVC, logistic regression and histogram
 * boosting with a random search of the same time, on the public tables beside the checkout. All
 * learn from the same rows of each table, and are judged on the same others.
 *
 *     node js/bench/auto.mjs [--seconds 10] [TABLE ...]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

import { autoFit } from '../../npm/dist/auto.node.js';
import { readLibsvm, terminate } from '../../npm/dist/node.js';

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, '..', '..', '..', 'shared', 'data');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '10' } },
});
const seconds = Number(values.seconds);

/** Tables of 200 to 10,000 rows: the file, and whether its last column is a number to predict. */
const tables = {
  heart: ['libsvm/heart_scale', 'classes'],
  'breast-cancer': ['ratsch/breast-cancer.csv', 'classes'],
  australian: ['libsvm/australian', 'classes'],
  fourclass: ['libsvm/fourclass', 'classes'],
  german: ['libsvm/german.numer', 'classes'],
  splice: ['libsvm/splice', 'classes'],
  'flare-solar': ['ratsch/flare-solar.csv', 'classes'],
  svmguide3: ['libsvm/svmguide3', 'classes'],
  a1a: ['libsvm/a1a', 'classes'],
  segment: ['libsvm/segment.scale', 'classes'],
  svmguide1: ['libsvm/svmguide1', 'classes'],
  waveform: ['ratsch/waveform.csv.gz', 'classes'],
  banana: ['ratsch/banana.csv', 'classes'],
  housing: ['regression/housing.csv', 'numbers'],
  energy: ['uci-regression-10fold/energy.data.csv.gz', 'numbers'],
  stock: ['regression/stock.csv', 'numbers'],
  concrete: ['uci-regression-10fold/concrete.data.csv.gz', 'numbers'],
  airfoil: ['uci-regression-10fold/airfoil.data.csv.gz', 'numbers'],
  abalone: ['regression/abalone.csv', 'numbers'],
  'cpu-small': ['regression/cpu-small.csv.gz', 'numbers'],
};

/**
 * @param {string} file
 * @returns {Promise<{X: number[][], y: number[]}>}
 */
async function read(file) {
  const bytes = readFileSync(join(folder, file));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  if (file.startsWith('libsvm')) {
    const { X, y } = await readLibsvm(text);
    const rows = Array.from({ length: X.rows }, (_, i) => {
      const row = new Array(X.cols).fill(0);
      for (let p = X.indptr[i]; p < X.indptr[i + 1]; p++) row[X.indices[p]] = X.data[p];
      return row;
    });
    return { X: rows, y: Array.from(y) };
  }
  const lines = text.trim().split('\n');
  if (/[a-z]/i.test(lines[0].replaceAll(/\d[eE][-+]?\d/g, ''))) lines.shift();
  const cells = lines.map((line) => line.split(','));
  // Every program gets a column of words as columns of 0 and 1, one for each word.
  const words = cells[0].map((cell, j) =>
    Number.isNaN(Number(cell)) ? [...new Set(cells.map((row) => row[j]))].sort() : undefined,
  );
  const rows = cells.map((row) =>
    row.flatMap((cell, j) => words[j]?.map((word) => Number(cell === word)) ?? Number(cell)),
  );
  const first = file.startsWith('ratsch');
  return {
    X: rows.map((row) => (first ? row.slice(1) : row.slice(0, -1))),
    y: rows.map((row) => (first ? row[0] : row[row.length - 1])),
  };
}

/** @param {any} X @param {any} y @param {string} task @param {string[]} [machines] */
async function fit(X, y, task, machines) {
  const began = performance.now();
  // Columns that look like the target stay: all programs get all of them.
  const keep = X[0].map((_, j) => String(j));
  const found = await autoFit(X, y, { task, seconds, keep, ...(machines && { machines }) });
  return { found, milliseconds: performance.now() - began };
}

/** The losses of scikit-learn's programs on the same rows. */
function peers(X, y, task, { train, test }) {
  const input = JSON.stringify({ X, y, task, seconds, train: [...train], test: [...test] });
  const options = { input, encoding: 'utf8', maxBuffer: 2 ** 26 };
  const { status, stdout, stderr } = spawnSync(
    '/usr/bin/python3',
    [join(here, 'auto.py')],
    options,
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const asked = Object.keys(tables).filter((name) => !positionals.length || positionals.includes(name)); // prettier-ignore
if (!existsSync(folder)) console.log('no tables beside the checkout');
/** Of each program its ranks, by table. @type {Map<string, number[]>} */
const ranks = new Map();
let worse = 0;
for (const name of existsSync(folder) ? asked : []) {
  const [file, task] = tables[name];
  const { X, y } = await read(file);
  const { found, milliseconds } = await fit(X, y, task);
  const losses = { autoFit: found.score.value };
  const all = new Set(found.leaderboard.map(({ machine }) => machine));
  for (const machine of all) losses[machine] = (await fit(X, y, task, [machine])).found.score.value;
  Object.assign(losses, peers(X, y, task, found));
  const { value } = found.score.baseline;
  if (losses.autoFit > value) worse++;
  const order = Object.entries(losses).sort((a, b) => a[1] - b[1]);
  for (const [program, loss] of order) {
    const rank = 1 + order.filter(([, other]) => other < loss).length;
    ranks.set(program, [...(ranks.get(program) ?? []), rank]);
  }
  const shown = order.map(([program, loss]) => `${program} ${loss.toPrecision(4)}`).join(', ');
  console.log(
    `${name} (${X.length} x ${X[0].length}, ${(milliseconds / 1000).toFixed(0)} s, ${found.leaderboard[0].machine}; guessing ${value.toPrecision(4)}): ${shown}`,
  );
}
const mean = (list) => list.reduce((sum, rank) => sum + rank, 0) / list.length;
console.log('\nmean rank of the loss on rows that were kept aside, and number of tables:');
for (const [program, own] of [...ranks].sort((a, b) => mean(a[1]) - mean(b[1])))
  console.log(`${program.padEnd(36)} ${mean(own).toFixed(2).padStart(6)} ${own.length}`);
console.log(`worse than guessing: ${worse}`);
await terminate();
