/**
 * The benchmark behind `make bench-kernels`: rows of kernels that compare coordinate by
 * coordinate, in WebAssembly beside scikit-learn with one thread. Both predict with the same
 * kernel ridge, in which every training sample counts, so the time is almost only that of
 * kernel values. They take turns; the smallest times are printed, and their ratio.
 *
 *     node js/bench/kernels.mjs [--rounds N] [--python FILE]
 *
 * Fails when the predictions differ.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { KernelRidge, init, kernels } from '../../npm/dist/core.sync.node.js';
import { Child } from './child.mjs';
import { random } from './random.mjs';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    python: { type: 'string', default: 'python3' },
  },
});

const [n, m, d, gamma] = [1000, 2000, 20, 0.5];
const { uniform } = random(1);
const samples = (rows) =>
  Array.from({ length: rows }, () => Array.from({ length: d }, () => uniform()));
const [X, Z] = [samples(n), samples(m)];
const y = X.map(([a, b]) => Math.sin(3 * a) + b * b);

const contest = {
  rbf: kernels.rbf({ gamma }),
  laplacian: kernels.laplacian({ gamma }),
  chi2: kernels.chi2({ gamma }),
  intersection: kernels.intersection(),
};

process.env.OMP_NUM_THREADS = process.env.OPENBLAS_NUM_THREADS = '1';
const folder = await mkdtemp(join(tmpdir(), 'bench-kernels-'));
let wrong = 0;
try {
  const file = join(folder, 'data.json');
  await writeFile(file, JSON.stringify({ X, y, Z }));
  const script = fileURLToPath(new URL('kernels.py', import.meta.url));
  const peer = new Child([flags.python, script, file]);
  await init();
  const samplesOf = (list) => ({
    data: Float64Array.from(list.flat()),
    rows: list.length,
    cols: d,
  });
  const [ours, theirs] = [samplesOf(X), samplesOf(Z)];
  console.log(
    `${m} samples against ${n}, ${d} features; ns for a kernel value, least of ${flags.rounds}`,
  );
  console.log('kernel        maxmargin  scikit-learn  ratio');
  for (const [name, kernel] of Object.entries(contest)) {
    const model = new KernelRidge({ kernel, alpha: 0.5 });
    model.fit(ours, y);
    const least = { maxmargin: Infinity, sklearn: Infinity };
    for (let round = 0; round <= Number(flags.rounds); round++) {
      const began = performance.now();
      const predicted = model.predict(theirs);
      const ms = performance.now() - began;
      const answer = await peer.ask(name, gamma);
      if (answer.predicted.some((v, i) => !(Math.abs(v - predicted[i]) < 1e-6))) wrong++;
      if (round === 0) continue; // the first round warms up
      least.maxmargin = Math.min(least.maxmargin, ms);
      least.sklearn = Math.min(least.sklearn, answer.ms);
    }
    const each = (ms) => ((ms * 1e6) / (n * m)).toFixed(1);
    console.log(
      `${name.padEnd(13)} ${each(least.maxmargin).padStart(9)} ${each(least.sklearn).padStart(13)} ${(least.maxmargin / least.sklearn).toFixed(2).padStart(6)}`,
    );
  }
  await peer.quit();
} finally {
  await rm(folder, { recursive: true });
}
if (wrong > 0) {
  console.error(`${wrong} predictions differ`);
  process.exitCode = 1;
}
