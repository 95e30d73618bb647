/**
 * The benchmark behind `make bench` and `make bench-scale`: this package, npm
 * libsvm-js, native LIBSVM and scikit-learn, side by side on the same problems.
 *
 *     node js/bench/main.mjs [--scale] [--quick] [--all] [--sets a,b] [--package FILE] [--json FILE]
 *
 *     --scale    large and growing sets, against native LIBSVM
 *     --quick    small sets and few rounds: a rough estimate only
 *     --all      MNIST and a million rows, too, which take minutes and gigabytes (others.mjs)
 *     --sets     only these, without the searches
 *     --package  the packed package to measure; default build/maxmargin.tgz
 *     --json     the file for the raw runs; default build/bench.json or build/bench-scale.json
 *
 * Fails when a solution of ours is not as good as LIBSVM's (verify.mjs).
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { contestants } from './contestants.mjs';
import { measure } from './measure.mjs';
import { runOthers } from './others.mjs';
import { growing, large, machines, settings, standard } from './sets/catalog.mjs';
import { Absent } from './sets/files.mjs';
import { printExponents, printScale, printSolutions, printTimes, summary } from './table.mjs';
import { writeTables } from './tablefile.mjs';
import { verify } from './verify.mjs';

/** @import { Entrant } from './contestants.mjs' */
/** @import { BenchSet } from './sets/catalog.mjs' */
/** @import { Measured } from './table.mjs' */

const build = fileURLToPath(new URL('../../build/', import.meta.url));

const { values: flags } = parseArgs({
  options: {
    scale: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    sets: { type: 'string' },
    package: { type: 'string', default: resolve(build, 'maxmargin.tgz') },
    json: { type: 'string' },
  },
});

/** From this many rows on, scale sets are fitted once, in a fresh process. */
const onceFrom = 8000;

const plans = {
  standard: { atLeast: 5, atMost: 25, milliseconds: 10_000 },
  quick: { atLeast: 3, atMost: 3, milliseconds: 0 },
  once: { atLeast: 0, atMost: 0, milliseconds: 0 },
};

/** @returns {never} */
function refuse(text) {
  console.error(text);
  process.exit(2);
}

/** @param {number} rows of the training table */
function planFor(rows) {
  if (flags.scale) return rows < onceFrom ? plans.standard : plans.once;
  return flags.quick ? plans.quick : plans.standard;
}

function chosenSets() {
  const all = flags.scale ? [...growing, ...large] : standard;
  if (flags.sets === undefined) return flags.quick ? all.filter(({ quick }) => quick) : all;
  return flags.sets.split(',').map((name) => {
    const set = all.find((candidate) => candidate.name === name);
    return set ?? refuse(`no set '${name}'; there are ${all.map((s) => s.name).join(', ')}`);
  });
}

/** The commit that is measured, if this is a clone. */
function revision() {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', ['describe', '--always', '--dirty'], options).trim();
  } catch {
    return null;
  }
}

/**
 * @param {BenchSet} set
 * @param {Entrant[]} entrants
 * @param {string} folder for the file that they read
 * @returns {Promise<Measured>}
 */
async function measureSet(set, entrants, folder) {
  const tables = await set.load();
  const { train, test } = tables;
  const gamma = typeof set.gamma === 'function' ? set.gamma(train) : set.gamma;
  const { machine = 'SVC', C = 1, nu = 0.5, epsilon = 0.1 } = set;
  const type = machines.indexOf(machine);
  const fitting = { machine, type, C, nu, epsilon, gamma, ...settings };
  const file = resolve(folder, set.name);
  await writeTables(file, tables);
  const results = await measure(entrants, file, fitting, planFor(train.rows));
  await rm(file);

  const wrong = verify(results, train, fitting);
  for (const { model } of Object.values(results)) {
    for (const bulk of ['supportIndices', 'supportCounts', 'dualCoef']) delete model?.[bulk];
  }
  const { name } = set;
  const { rows: n, cols: d, layout } = train;
  const megabytes = (train.data.byteLength + (train.indices?.byteLength ?? 0)) / 2 ** 20;
  return { name, n, d, layout, megabytes, testRows: test.rows, fitting, results, wrong };
}

/**
 * @param {BenchSet[]} sets
 * @param {string} folder for what is installed, compiled and handed over, empty
 */
async function run(sets, folder) {
  const notes = [];
  const entrants = (await contestants(flags.package, folder)).filter(({ name, absent }) => {
    if (absent) notes.push(`${name} is absent: ${absent}`);
    // Large and growing problems are compared with the fastest LIBSVM only.
    return !absent && !(flags.scale && ['libsvm-js', 'sklearn'].includes(name));
  });

  const measured = [];
  for (const set of sets) {
    const start = performance.now();
    try {
      measured.push(await measureSet(set, entrants, folder));
    } catch (error) {
      if (!(error instanceof Absent)) throw error;
      notes.push(`${set.name} is absent: ${error.message}`);
      continue;
    }
    const { results } = measured.at(-1);
    for (const [name, { failed }] of Object.entries(results)) {
      if (failed) notes.push(`${name} failed on ${set.name}: ${failed}`);
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.error(`${set.name}: ${results.maxmargin.fit.length} timed rounds, ${seconds} s in all`);
  }
  return { measured, notes };
}

/** @param {Measured[]} measured */
function print(measured) {
  console.log(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}`);
  console.log(`RBF kernel, tol ${settings.tol}, cache ${settings.cacheSize} MB, medians`);
  if (flags.scale) {
    printScale(measured);
    printExponents(measured.filter(({ name }) => growing.some((set) => set.name === name)));
  } else {
    printTimes(measured);
  }
  printSolutions(measured);
}

/**
 * A sentence for every other machine, and the last line: the sentence of SVC, or of the
 * only machine.
 * @param {import('./table.mjs').Measured[]} measured
 * @returns {[lines: string[], last: string]}
 */
function summaries(measured) {
  const machines = [...new Set(measured.map(({ fitting }) => fitting.machine))];
  const of = (name) => summary(measured.filter(({ fitting }) => fitting.machine === name));
  const last = machines.includes('SVC') ? 'SVC' : machines[0];
  const others = machines.filter((name) => name !== last);
  return [others.map((name) => `${name}: ${of(name)}`), of(last)];
}

const machine = { cpu: cpus()[0].model, cores: cpus().length, node: process.version };

if (!existsSync(flags.package)) refuse(`no package ${flags.package}; make bench packs it`);
const sets = chosenSets();
await mkdir(build, { recursive: true });
const folder = await mkdtemp(resolve(build, 'bench-'));
try {
  const { measured, notes } = await run(sets, folder);
  print(measured);

  const [lines, sentence] = summaries(measured);
  const withOthers = flags.all || !(flags.scale || flags.quick || flags.sets);
  const others = withOthers ? await runOthers(flags.all) : { figures: [], notes: [] };
  notes.push(...others.notes);
  const lastLine = [sentence, ...others.figures].join(' ');
  const json = flags.json ?? resolve(build, flags.scale ? 'bench-scale.json' : 'bench.json');
  const report = { revision: revision(), machine, notes, summary: lastLine, sets: measured };
  await writeFile(json, `${JSON.stringify(report, null, 1)}\n`);

  const wrong = measured.flatMap((set) => set.wrong.map((text) => `${set.name}: ${text}`));
  console.log('');
  for (const note of notes) console.log(note);
  for (const text of wrong) console.log(`WRONG ${text}`);
  for (const line of lines) console.log(line);
  console.log(lastLine);
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true });
}
