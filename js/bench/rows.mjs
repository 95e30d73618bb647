/**
 * The benchmark behind `make bench-rows`: fits of one problem by one worker and by two, of which
 * one computes kernel rows for the other, in turn, so that both meet the same load. It prints the
 * medians, how many times as fast two are, and whether both found the same; the model of two must
 * have the objective of one bit for bit.
 *
 *     node js/bench/rows.mjs [--rounds N]
 */
import { parseArgs } from 'node:util';
import { gaussians } from './sets/generated.mjs';
import { covertype } from './sets/covertype.mjs';
import { SVC } from '../../npm/dist/node.js';

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** @param {number} n @param {number} d */
function twoGaussians(n, d) {
  const { data, labels } = gaussians(n, d).train;
  return { X: { data, rows: n, cols: d }, y: labels };
}

const sets = {
  'gaussians 10,000 x 50': [twoGaussians(10_000, 50), {}],
  'gaussians 10,000 x 100': [twoGaussians(10_000, 100), {}],
  'gaussians 20,000 x 50': [twoGaussians(20_000, 50), {}],
  'gaussians 20,000 x 100': [twoGaussians(20_000, 100), {}],
  'like Covertype 20,000 x 50': [covertype(20_000, 1), { gamma: 0.03 }],
};
for (const [name, [{ X, y }, options]] of Object.entries(sets)) {
  const times = { 1: [], 2: [] };
  const objectives = {};
  for (let round = 0; round <= Number(flags.rounds); round++) {
    for (const workers of [1, 2]) {
      const model = new SVC(options);
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
