/**
 * The benchmark behind `make bench-lowrank`: LowRankSVC on a generated set like Covertype of a
 * million rows and 50 columns, and SVC on 50,000 of them, with the same C and gamma. Each is fitted
 * in a process of its own, through the worker, and scored on 20,000 further rows. It prints the
 * time of the fit, the processor time in it (the two differ where other work runs beside), the time
 * of the predictions, the largest memory of the process, and the accuracies. That of LowRankSVC
 * should be at most half a point lower.
 *
 *     node js/bench/lowrank.mjs [--rows N] [--exact N] [--landmarks M] [--choice NAME] [--gamma G] [--C C] [--tol T]
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { covertype } from './sets/covertype.mjs';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    exact: { type: 'string', default: '50000' },
    landmarks: { type: 'string', default: '200' },
    choice: { type: 'string', default: 'auto' },
    gamma: { type: 'string', default: '0.03' },
    C: { type: 'string', default: '1' },
    tol: { type: 'string' },
    only: { type: 'string' },
  },
});

if (flags.only) await contestant(flags.only);
else {
  const found = ['LowRankSVC', 'SVC'].map((machine) => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [import.meta.filename, ...process.argv.slice(2), '--only', machine],
      { encoding: 'utf8', maxBuffer: 1 << 24 },
    );
    if (status !== 0) throw new Error(stderr);
    process.stdout.write(stdout);
    return Number(/(\S+) %/.exec(stdout)?.[1]);
  });
  const [low, exact] = found;
  const points = Math.abs(low - exact).toFixed(2);
  console.log(`LowRankSVC is ${points} points ${low < exact ? 'below' : 'above'} SVC`);
}

/** Fits and scores one machine. @param {string} name */
async function contestant(name) {
  const maxmargin = await import(new URL('../../npm/dist/node.js', import.meta.url).href);
  const own = name === 'SVC';
  const rows = Number(own ? flags.exact : flags.rows);
  const { X, y } = covertype(rows, 1);
  const test = covertype(20_000, 2);
  const common = { C: Number(flags.C), gamma: Number(flags.gamma) };
  const model = own
    ? new maxmargin.SVC(common)
    : new maxmargin.LowRankSVC({
        ...common,
        nComponents: Number(flags.landmarks),
        landmarks: flags.choice,
        ...(flags.tol && { tol: Number(flags.tol) }),
      });
  const phases = new Map();
  let last = ['start', performance.now()];
  const before = process.cpuUsage();
  const began = performance.now();
  await model.fit(X, y, {
    transfer: true,
    onProgress({ phase = '' }) {
      if (phase === last[0]) return;
      const now = performance.now();
      phases.set(last[0], (phases.get(last[0]) ?? 0) + now - last[1]);
      last = [phase, now];
    },
  });
  phases.set(last[0], (phases.get(last[0]) ?? 0) + performance.now() - last[1]);
  const fitted = performance.now();
  const { user, system } = process.cpuUsage(before);
  const accuracy = await model.score(test.X, test.y);
  const scored = performance.now();
  const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`;
  const { rss } = process.memoryUsage();
  const peak = process.resourceUsage().maxRSS * 1024;
  const gigabytes = (/** @type {number} */ bytes) => `${(bytes / 2 ** 30).toFixed(2)} GB`;
  console.log(
    `${name}, ${rows} x ${X.cols}: fit ${seconds(fitted - began)} (${seconds((user + system) / 1000)} of a processor), 20,000 predictions ${seconds(scored - fitted)}, accuracy ${(100 * accuracy).toFixed(2)} %, memory of the process at most ${gigabytes(peak)}, now ${gigabytes(rss)}`,
  );
  const parts = [...phases].map(([phase, ms]) => `${phase || 'solver'} ${seconds(ms)}`).join(', ');
  console.log(`  ${parts}; ${model.status}`);
  if (!own)
    console.log(`  duality gap ${model.dualityGaps[0].toPrecision(3)}, passes ${model.nIter}`);
  await maxmargin.terminate();
}
