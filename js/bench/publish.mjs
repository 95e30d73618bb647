/**
 * Writes the times of a run of `make bench` into demo/docs/performance.md, and its means into the
 * texts that state them, so that nobody types them:
 *
 *     node js/bench/publish.mjs [FILE]
 *
 * FILE is what main.mjs wrote, by default build/bench.json. The run must have had all contestants.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { median } from './measure.mjs';

/** @import { Measured } from './table.mjs' */

const root = resolve(import.meta.dirname, '..', '..');
const contestants = ['maxmargin', 'libsvm-js', 'native', 'sklearn'];
const title = 'set | n x d | train | libsvm-js | native | scikit-learn | predict | libsvm-js | native | scikit-learn'; // prettier-ignore

/** How the page calls a set. */
const names = { letter: 'letter, 26 classes', checker: 'checkerboard', gauss20: 'Gaussians', gauss100: 'Gaussians' }; // prettier-ignore

/** Two digits of a short time, whole milliseconds of others. */
const brief = (/** @type {number} */ ms) => ms.toFixed(ms < 1 ? 2 : ms < 10 ? 1 : 0);

/**
 * The median times: of training by each contestant, then of prediction. The means are taken of what
 * the table shows.
 * @param {Measured} set
 */
function times({ name, results }) {
  return ['fit', 'predict'].flatMap((what) =>
    contestants.map((contestant) => {
      const { failed, [what]: runs } = results[contestant] ?? {};
      if (failed || !runs?.length) throw new Error(`${contestant} has no ${what} of ${name}`);
      return brief(median(runs));
    }),
  );
}

const file = process.argv[2] ?? resolve(root, 'build', 'bench.json');
/** @type {{sets: Measured[], machine: {cpu: string, node: string}}} */
const { sets } = JSON.parse(readFileSync(file, 'utf8'));
const rows = sets.map((set) => {
  const { machine } = set.fitting;
  const [base] = set.name.split('-');
  const named = names[base] ?? base;
  const label = machine === 'SVC' ? named : `\`${machine}\`, ${named}`;
  return { machine, label, size: `${set.n} x ${set.d}`, own: times(set) };
});

/**
 * By how much the others are slower, in geometric means over the sets of a machine.
 * @param {string} machine
 */
function means(machine) {
  const own = rows.filter((row) => row.machine === machine);
  const lead = (/** @type {number} */ ours, /** @type {number} */ other) =>
    Math.exp(own.reduce((sum, row) => sum + Math.log(Number(row.own[other]) / Number(row.own[ours])), 0) / own.length).toFixed(1); // prettier-ignore
  return [0, 4].map((ours) => [1, 2, 3].map((other) => lead(ours, ours + other)));
}

/**
 * Replaces a part of a text, which must be there.
 * @param {string} path
 * @param {[RegExp, string][]} changes
 */
function rewrite(path, changes) {
  const at = resolve(root, path);
  let text = readFileSync(at, 'utf8');
  for (const [part, by] of changes) {
    if (!part.test(text)) throw new Error(`${path} has no ${part}`);
    text = text.replace(part, () => by);
  }
  writeFileSync(at, text);
}

const [svc, svr, nuSvr] = ['SVC', 'SVR', 'NuSVR'].map(means);
const [train, predict] = svc;
const table = [title, `---|---|${Array(8).fill('---:').join('|')}`, ...rows.map(({ label, size, own }) => [label, size, ...own].join(' | '))]; // prettier-ignore
const lines = table.map((line, at) => (at === 1 ? `|${line}|` : `| ${line} |`)).join('\n');
const all = `In geometric means over the twelve sets of \`SVC\`: training ${train[0]} times as fast as \`libsvm-js\`, ${train[1]} times as fast as native LIBSVM and ${train[2]} times as fast as scikit-learn; prediction ${predict[0]}, ${predict[1]} and ${predict[2]} times. Over the three of \`SVR\`: training ${list(svr[0])} times, prediction ${list(svr[1])}; over the three of \`NuSVR\` ${list(nuSvr[0])}, and ${list(nuSvr[1])}.`;
const brand = (/** @type {string} */ open, /** @type {string} */ close) =>
  `On twelve sets, in geometric means, training was ${train[0]} times as fast as npm's ${open}libsvm-js${close}, ${train[1]} times as fast as native LIBSVM and ${train[2]} times as fast as scikit-learn; prediction was ${predict[0]}, ${predict[1]} and ${predict[2]} times as fast.`;
const sentence = /On twelve sets, in geometric means, .*? times as fast\./s;

/** @param {string[]} three */
function list([a, b, c]) {
  return `${a}, ${b} and ${c}`;
}

rewrite('demo/docs/performance.md', [
  [/\| set \| n x d \| train \|.*?\n(?=\n)/s, `${lines}\n`],
  [/In geometric means over the twelve sets of `SVC`.*/, all],
]);
rewrite('README.md', [[sentence, brand('`', '`')]]);
rewrite('demo/index.html', [[sentence, brand('<code>', '</code>')]]);
