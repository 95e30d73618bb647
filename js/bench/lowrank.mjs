/**
 * The benchmark behind `make bench-lowrank`: LowRankSVC on a generated set like Covertype of a
 * million rows and 50 columns, and SVC on 50,000 of them, with the same C and gamma. Each is fitted
 * in a process of its own, through the worker, and scored on 20,000 further rows. It prints the
 * time of the fit, the processor time in it (the two differ where other work runs beside), the time
 * of the predictions, the largest memory of the process, and the accuracies. The last line,
 * `lowrank_1e6`, has what should hold: at most 120 s, 2 GB, and half a point less than SVC. With
 * --chunk a third process fits as many rows with fitChunks, which draws so many at a time; the time
 * of the drawing is left out. With --random a further one fits LinearSVC to so many features of
 * RBFSampler, in float64. --exact 0 leaves SVC out.
 *
 *     node js/bench/lowrank.mjs [--rows N] [--chunk N] [--random M] [--exact N] [--landmarks M] [--choice NAME] [--precision NAME] [--gamma G] [--C C] [--tol T]
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { covertype } from './sets/covertype.mjs';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    chunk: { type: 'string', default: '0' },
    random: { type: 'string', default: '0' },
    exact: { type: 'string', default: '50000' },
    landmarks: { type: 'string', default: '400' },
    choice: { type: 'string', default: 'auto' },
    precision: { type: 'string', default: 'int16' },
    gamma: { type: 'string', default: '0.03' },
    C: { type: 'string', default: '1' },
    tol: { type: 'string' },
    only: { type: 'string' },
  },
});

if (flags.only) await contestant(flags.only);
else {
  const machines = ['LowRankSVC'];
  if (Number(flags.chunk) > 0) machines.push('fitChunks');
  if (Number(flags.random) > 0) machines.push('RBFSampler');
  if (Number(flags.exact) > 0) machines.push('SVC');
  const found = machines.map((machine) => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [import.meta.filename, ...process.argv.slice(2), '--only', machine],
      { encoding: 'utf8', maxBuffer: 1 << 24 },
    );
    if (status !== 0) throw new Error(stderr);
    const lines = stdout.trimEnd().split('\n');
    console.log(lines.slice(0, -1).join('\n'));
    return JSON.parse(lines[lines.length - 1]);
  });
  const low = found[0];
  const exact = found[machines.indexOf('SVC')] ?? { accuracy: NaN };
  const points = low.accuracy - exact.accuracy;
  const name = `lowrank_${Number(flags.rows).toExponential().replace('+', '')}`;
  console.log(
    `${name}: rows ${flags.rows}, m ${flags.landmarks}, wall ${low.wall.toFixed(1)} s, processor ${low.processor.toFixed(1)} s, peak ${low.peak.toFixed(2)} GB, accuracy ${low.accuracy.toFixed(2)} %, SVC on ${flags.exact} rows ${exact.accuracy.toFixed(2)} %, difference ${points.toFixed(2)} points`,
  );
}

/**
 * The machine of a contestant.
 * @param {typeof import('maxmargin')} maxmargin
 * @param {string} name
 * @returns {any}
 */
function machineOf({ LinearSVC, LowRankSVC, RBFSampler, SVC, makePipeline }, name) {
  const [C, gamma] = [Number(flags.C), Number(flags.gamma)];
  const tol = flags.tol ? { tol: Number(flags.tol) } : {};
  if (name === 'SVC') return new SVC({ C, gamma });
  if (name === 'RBFSampler') {
    const sampler = new RBFSampler({ gamma, nComponents: Number(flags.random) });
    return makePipeline(sampler, new LinearSVC({ C, loss: 'hinge', maxIter: 10_000, ...tol }));
  }
  return new LowRankSVC({
    ...{ C, gamma, ...tol },
    nComponents: Number(flags.landmarks),
    landmarks: flags.choice,
    precision: flags.precision,
  });
}

/** Fits and scores one machine. @param {string} name */
async function contestant(name) {
  const maxmargin = await import(new URL('../../npm/dist/core.node.js', import.meta.url).href);
  const own = name === 'SVC';
  const rows = Number(own ? flags.exact : flags.rows);
  const inChunks = name === 'fitChunks';
  const { X, y } = covertype(inChunks ? 1 : rows, 1);
  const test = covertype(20_000, 2);
  const model = machineOf(maxmargin, name);
  const phases = new Map();
  let last = ['start', performance.now()];
  const drawing = { wall: 0, processor: 0 };
  function* chunks() {
    const size = Number(flags.chunk);
    for (let at = 0; at < rows; at += size) {
      const [began, before] = [performance.now(), process.cpuUsage()];
      const chunk = covertype(Math.min(size, rows - at), 100 + at / size);
      const { user, system } = process.cpuUsage(before);
      drawing.wall += performance.now() - began;
      drawing.processor += user + system;
      yield chunk;
    }
  }
  const before = process.cpuUsage();
  const began = performance.now();
  const settings = {
    transfer: true,
    onProgress({ phase = '' }) {
      if (phase === last[0]) return;
      const now = performance.now();
      phases.set(last[0], (phases.get(last[0]) ?? 0) + now - last[1]);
      last = [phase, now];
    },
  };
  await (inChunks ? model.fitChunks(chunks(), settings) : model.fit(X, y, settings));
  phases.set(last[0], (phases.get(last[0]) ?? 0) + performance.now() - last[1]);
  const fitted = performance.now();
  const wall = (fitted - began - drawing.wall) / 1000;
  const { user, system } = process.cpuUsage(before);
  const processor = (user + system - drawing.processor) / 1e6;
  const accuracy = await model.score(test.X, test.y);
  const scored = performance.now();
  const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`;
  const { rss } = process.memoryUsage();
  const peak = process.resourceUsage().maxRSS * 1024;
  const gigabytes = (/** @type {number} */ bytes) => `${(bytes / 2 ** 30).toFixed(2)} GB`;
  console.log(
    `${name}, ${rows} x ${X.cols}: fit ${wall.toFixed(1)} s (${processor.toFixed(1)} s of a processor), 20,000 predictions ${seconds(scored - fitted)}, accuracy ${(100 * accuracy).toFixed(2)} %, memory of the process at most ${gigabytes(peak)}, now ${gigabytes(rss)}`,
  );
  const parts = [...phases].map(([phase, ms]) => `${phase || 'solver'} ${seconds(ms)}`).join(', ');
  const machine = model.steps?.at(-1)?.[1] ?? model;
  console.log(`  ${parts}; ${machine.status}`);
  if (machine.dualityGaps)
    console.log(`  duality gap ${machine.dualityGaps[0].toPrecision(3)}, passes ${machine.nIter}`);
  // For the process that compares.
  console.log(
    JSON.stringify({
      wall,
      processor,
      peak: peak / 2 ** 30,
      accuracy: 100 * accuracy,
    }),
  );
  await maxmargin.terminate();
}
