/**
 * Imputing and one-hot encoding a table with gaps: what makePipeline of a SimpleImputer with the
 * most frequent value and a OneHotEncoder takes to learn a table and to transform it.
 *
 *     node js/bench/tables.mjs [--rows 1000000] [--columns 20] [--rounds 3] [--package FOLDER]
 *
 * An eighth of the entries are missing, and a column has 3 to 22 values. Three tables: of whole
 * numbers from 0 on in arrays, of fractions in typed arrays, and of words; two of them once more through a ColumnTransformer
 * ("in columns"). Each case and round has a process of its own,
 * which warms up on 1000 rows; the cases take turns. The work is done in one thread, by
 * maxmargin/sync. A line has the medians over the rounds:
 *
 *     wall       seconds from the call to the answer
 *     CPU        user and system time meanwhile, that of the engine's compiling and collecting included
 *     table      MB of the process with the table, before the call
 *     peak       MB of the process at most
 *
 * With --package it measures another build of the package, which lies in that folder.
 */
import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { median } from './measure.mjs';
import { random } from './random.mjs';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    columns: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    package: { type: 'string', default: fileURLToPath(new URL('../../npm', import.meta.url)) },
    case: { type: 'string' },
  },
});

const words = (column, value) => `column ${column}: value ${value}`;
const wholes = (column, value) => value;
const fractions = (column, value) => 0.1 * value - column;

/** What is timed: the table, and the estimator. */
const cases = {
  'whole numbers': { entry: wholes, estimator: (sync) => filled(sync) },
  fractions: { entry: fractions, estimator: (sync) => filled(sync), list: Float64Array, gap: NaN },
  words: { entry: words, estimator: (sync) => filled(sync) },
  'whole numbers in columns': { entry: wholes, estimator: (sync) => inColumns(sync) },
  'words in columns': { entry: words, estimator: (sync) => inColumns(sync) },
};

const inColumns = (sync) => new sync.ColumnTransformer([['all', filled(sync), () => true]]);

const filled = ({ makePipeline, SimpleImputer, OneHotEncoder }) =>
  makePipeline(new SimpleImputer({ strategy: 'mostFrequent' }), new OneHotEncoder());

/** An object of columns, in which equal words are one string. */
function table(rows, columns, { entry, list = Array, gap = null }) {
  const { uniform } = random(3);
  return Object.fromEntries(
    Array.from({ length: columns }, (_, j) => {
      const values = Array.from({ length: 3 + j }, (_, value) => entry(j, value));
      const at = () => (uniform() < 0.125 ? gap : values[Math.floor(uniform() * values.length)]);
      return [`column${j}`, list.from({ length: rows }, at)];
    }),
  );
}

/** One case, in a process of its own. */
async function measured(name) {
  const sync = await import(pathToFileURL(resolve(flags.package, 'dist/core.sync.node.js')).href);
  await sync.init();
  const { estimator } = cases[name];
  estimator(sync).fitTransform(table(1000, Number(flags.columns), cases[name]));
  const X = table(Number(flags.rows), Number(flags.columns), cases[name]);
  const megabytes = () => process.memoryUsage().rss / 1e6;
  const before = { wall: performance.now(), cpu: process.cpuUsage(), rss: megabytes() };
  const made = estimator(sync).fitTransform(X);
  const wall = (performance.now() - before.wall) / 1e3;
  const { user, system } = process.cpuUsage(before.cpu);
  return {
    wall,
    cpu: (user + system) / 1e6,
    table: before.rss,
    peak: process.resourceUsage().maxRSS / 1e3,
    shape: `${made.rows} x ${made.cols}, ${made.data.length} entries`,
  };
}

if (flags.case) {
  process.send(await measured(flags.case));
  process.disconnect();
} else {
  const found = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < Number(flags.rounds); round++) {
    for (const name of Object.keys(cases)) {
      const child = fork(fileURLToPath(import.meta.url), [
        ...process.argv.slice(2),
        '--case',
        name,
      ]);
      const report = await new Promise((done, fail) => {
        child.on('message', done);
        child.on('exit', (code) => fail(new Error(`${name} ended with ${code} and no report`)));
      });
      found[name].push(report);
    }
  }
  console.log(`${flags.rows} x ${flags.columns}, medians of ${flags.rounds} rounds`);
  console.log(`${''.padEnd(26)}${['wall s', 'CPU s', 'table MB', 'peak MB'].map((t) => t.padStart(10)).join('')}`); // prettier-ignore
  for (const [name, reports] of Object.entries(found)) {
    const cell = (key, digits) =>
      median(reports.map((r) => r[key]))
        .toFixed(digits)
        .padStart(10);
    console.log(
      name.padEnd(26) + cell('wall', 2) + cell('cpu', 2) + cell('table', 0) + cell('peak', 0) +
        `   ${reports[0].shape}`,
    ); // prettier-ignore
  }
}
