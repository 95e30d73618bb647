/**
 * The benchmark behind `make bench-search`: a grid search in five folds, as a loop of fits that
 * a user would write, and as GridSearch with more and more sharing. They take turns in one
 * process. The smallest times are printed, because other work on the computer only adds time, and
 * the ratio of each to the loop. The first search of each kind includes the start of its workers.
 *
 * Then come whole searches of 10 widths and 10 values of C by two workers, 500 fits each: splice,
 * and Gaussians of 5000 rows; the smallest wall time, and the processor time of all threads in it.
 *
 *     node js/bench/search.mjs [--rounds N]
 */
import { parseArgs } from 'node:util';
import { availableParallelism } from 'node:os';
import { GridSearch, SVC, init, makeFolds } from '../../npm/dist/core.node.js';
import { random } from './random.mjs';
import { gaussians } from './sets/generated.mjs';
import { libsvmFiles, usps } from './sets/files.mjs';

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });

const least = (values) => Math.min(...values);

const C = [0.1, 1, 10, 100, 1000];

/** Two overlapping clouds. */
function clouds(n, d) {
  const { normal } = random(n + d);
  const y = Array.from({ length: n }, (_, i) => i % 2);
  const X = y.map((label) =>
    Float64Array.from({ length: d }, () => normal() + (label * 2) / Math.sqrt(d)),
  );
  return { X, y };
}

/** The first rows of usps: ten classes, 256 features. */
async function digits(n) {
  const { train } = await usps();
  const { data, indptr, indices, labels, cols, layout } = train;
  const X =
    layout === 'dense'
      ? { data: data.slice(0, n * cols), rows: n, cols }
      : {
          data: data.slice(0, indptr[n]),
          indices: indices.slice(0, indptr[n]),
          indptr: indptr.slice(0, n + 1),
          rows: n,
          cols,
        };
  return { X, y: Array.from(labels.slice(0, n)) };
}

const sets = [
  ['clouds, 1000 x 10', async () => clouds(1000, 10), [0.003, 0.03, 0.3]],
  ['clouds, 2000 x 100', async () => clouds(2000, 100), [0.0003, 0.003, 0.03]],
  ['usps, 1000 rows, 10 classes', () => digits(1000), [0.002, 0.008, 0.03]],
];

/** @param {any} list samples or labels */
function pick(list, rows) {
  if (Array.isArray(list)) return Array.from(rows, (i) => list[i]);
  const data = new Float64Array(rows.length * list.cols);
  const { cols } = list;
  rows.forEach((i, at) => {
    if (!list.indptr) data.set(list.data.subarray(i * cols, (i + 1) * cols), at * cols);
    else {
      for (let p = list.indptr[i]; p < list.indptr[i + 1]; p++) {
        data[at * cols + list.indices[p]] = list.data[p];
      }
    }
  });
  return { data, rows: rows.length, cols };
}

/** The loop that GridSearch replaces. Returns the mean score of each point. */
async function loop({ X, y }, gammas) {
  const folds = await makeFolds(X, y, { stratify: true });
  const means = [];
  for (const c of C) {
    for (const gamma of gammas) {
      let sum = 0;
      for (const { train, test } of folds) {
        const model = await new SVC({ C: c, gamma }).fit(pick(X, train), pick(y, train));
        sum += await model.score(pick(X, test), pick(y, test));
        model.dispose();
      }
      means.push(sum / folds.length);
    }
  }
  return means;
}

const search = (settings) => async (set, gamma) => {
  const grid = { C, gamma };
  const found = await new GridSearch(new SVC(), grid, { refit: false, ...settings }).fit(
    set.X,
    set.y,
  );
  return found.results.map(({ mean }) => mean);
};

const ways = {
  'loop of fits': loop,
  '1 worker, shared rows': search({ workers: 1, warmStarts: false }),
  '1 worker, and warm starts': search({ workers: 1 }),
  '2 workers': search({ workers: 2 }),
};

await init();
console.log(
  `${C.length} values of C, 3 of gamma, 5 folds; ${availableParallelism()} processors; seconds, least of ${flags.rounds}`,
);
for (const [name, load, gammas] of sets) {
  const set = await load();
  const times = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  let furthest = 0;
  for (let round = 0; round < Number(flags.rounds); round++) {
    let expected;
    for (const [way, run] of Object.entries(ways)) {
      const start = performance.now();
      const means = await run(set, gammas);
      times[way].push((performance.now() - start) / 1000);
      expected ??= means;
      for (const [i, mean] of means.entries()) {
        furthest = Math.max(furthest, Math.abs(mean - expected[i]));
      }
    }
  }
  const base = least(times['loop of fits']);
  console.log(`${name} (mean scores differ by ${furthest.toFixed(4)} at most)`);
  for (const [way, values] of Object.entries(times)) {
    const seconds = least(values);
    console.log(
      `  ${way.padEnd(28)} ${seconds.toFixed(2).padStart(7)}  ${(base / seconds).toFixed(2)}x`,
    );
  }
  const speedUp = least(times['1 worker, and warm starts']) / least(times['2 workers']);
  console.log(`  two workers against one      ${speedUp.toFixed(2)}x`);
}

/** @param {number} count @param {number} from exponent of the first @param {number} to of the last */
const powers = (count, from, to) =>
  Array.from({ length: count }, (_, i) => 10 ** (from + ((to - from) * i) / (count - 1)));

const whole = [
  ['splice, 1000 x 60', () => libsvmFiles('splice'), powers(10, -2, 3), powers(10, -4, 1)],
  ['5000 x 20', () => gaussians(5000, 20), powers(10, -2, 2), powers(10, -4, 0)],
];
for (const [name, load, c, gamma] of whole) {
  const { train } = await load();
  const { data, indices, indptr, labels, rows, cols } = train;
  const X = { data, rows, cols, ...(indptr && { indices, indptr }) };
  const times = [];
  for (let round = 0; round < Number(flags.rounds); round++) {
    const [start, before] = [performance.now(), process.cpuUsage()];
    const options = { refit: false, workers: 2 };
    await new GridSearch(new SVC(), { C: c, gamma }, options).fit(X, Array.from(labels));
    const { user, system } = process.cpuUsage(before);
    times.push([(performance.now() - start) / 1e3, (user + system) / 1e6]);
  }
  const [seconds, processor] = times.reduce((a, b) => (b[0] < a[0] ? b : a));
  console.log(
    `whole search, ${name}, ${c.length * gamma.length * 5} fits, two workers: ${seconds.toFixed(2)} s, processor ${processor.toFixed(2)} s`,
  );
}
