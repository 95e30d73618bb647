/**
 * The benchmark behind `make bench-classes`: fits by one worker and by two that share the fit, in
 * turn, so that both meet the same load. Each solves problems of its own. It prints the medians, and
 * how many times as fast two are; the model of two must have the objective of one bit for bit.
 *
 *     node js/bench/classes.mjs [--rounds N] [--only TEXT]
 */
import { parseArgs } from 'node:util';
import { covertype } from './sets/covertype.mjs';
import { Absent, news20, usps } from './sets/files.mjs';
import { LinearSVC, LowRankSVC } from '../../npm/dist/core.node.js';

const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
});

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Training samples of a set from a file. @param {() => Promise<any>} load */
async function fromFile(load) {
  const { labels, ...X } = (await load()).train;
  return { X, y: labels };
}

/** The two classes like Covertype's, each in two by the sign of a measurement. @param {number} n */
function fourClasses(n) {
  const { X, y } = covertype(n, 1);
  return { X, y: y.map((label, i) => 2 * label + (X.data[i * X.cols] > 0 ? 1 : 0)) };
}

const sets = {
  'LinearSVC, usps': [() => fromFile(usps), () => new LinearSVC()],
  'LinearSVC, news20': [() => fromFile(() => news20({ unit: true })), () => new LinearSVC()],
  "LinearSVC 'logistic', news20": [
    () => fromFile(() => news20({ unit: true })),
    () => new LinearSVC({ loss: 'logistic' }),
  ],
  'LowRankSVC, like Covertype 50,000 x 50, four classes': [
    () => fourClasses(50_000),
    () => new LowRankSVC({ gamma: 0.03, precision: 'int16' }),
  ],
};
for (const [name, [load, make]] of Object.entries(sets)) {
  if (!name.includes(flags.only)) continue;
  let set;
  try {
    set = await load();
  } catch (error) {
    if (!(error instanceof Absent)) throw error;
    console.log(`${name}: left out, ${error.message}`);
    continue;
  }
  const { X, y } = set;
  const times = { 1: [], 2: [] };
  const objectives = {};
  for (let round = 0; round <= Number(flags.rounds); round++) {
    for (const workers of [1, 2]) {
      const model = make();
      const began = performance.now();
      await model.fit(X, y, { workers });
      if (round > 0) times[workers].push(performance.now() - began); // the first starts the workers
      objectives[workers] = model.objective;
      model.dispose();
    }
  }
  const [one, two] = [median(times[1]), median(times[2])];
  if (objectives[1] !== objectives[2]) throw new Error(`${name}: objectives ${objectives[1]} and ${objectives[2]}`); // prettier-ignore
  console.log(`${name}: one worker ${one.toFixed(0)} ms, two ${two.toFixed(0)} ms, ${(one / two).toFixed(2)} times as fast`); // prettier-ignore
}
process.exit();
