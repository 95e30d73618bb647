/**
 * The benchmark behind `make bench-linear`: LinearSVC and LinearSVR in
 * WebAssembly beside native LIBLINEAR, by turns, at the same tolerance.
 *
 *     node js/bench/linear.mjs [--package FILE] [--rounds N] [--seconds N] [--sets NAME]
 *
 * Times are those of the processor, of all threads of a contestant, because those of the clock
 * change with what else the machine does. The first half of the rounds warms up: V8 compiles the
 * functions of a fit a second time while they run. The first fit of a process is printed apart.
 *
 * Fails when an objective of ours is not as good as LIBLINEAR's. Except for the hinge loss the
 * two tolerances differ: ours bounds the sum of the largest violations of optimality, and
 * LIBLINEAR's solvers stop when the sum of all violations, or the length of the gradient, is a
 * share of that at the start. So our tolerance is set for each of them such that our objective is
 * equal or slightly better.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Child } from './child.mjs';
import { installed } from './contestants.mjs';
import { median } from './measure.mjs';
import { libsvmFiles, news20, usps } from './sets/files.mjs';
import { writeTables } from './tablefile.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const build = here('../../build/');

const { values: flags } = parseArgs({
  options: {
    package: { type: 'string', default: resolve(build, 'maxmargin.tgz') },
    rounds: { type: 'string', default: '6' }, // at least
    seconds: { type: 'string', default: '4' }, // that the rounds of a set may take together
    sets: { type: 'string', default: '' },
  },
});

/** Our objective may exceed LIBLINEAR's by this much, relatively. */
const objectiveSlack = 1e-3;

/** As -s of liblinear-train. The last three solve the primal problem, by Newton's method. */
const [squaredHinge, hinge, logistic, squaredTube, tube] = [1, 3, 7, 12, 13];
const [primalLogistic, primalSquaredHinge, primalSquaredTube] = [0, 2, 11];
const classification = [squaredHinge, primalSquaredHinge, hinge, logistic, primalLogistic];
const regression = { C: 1, tol: 0.001, p: 0.1 };

/** @type {{name: string, load: () => Promise<any>, solvers: number[], C: number, tol: number, ourTols?: number[], p: number, rounds?: number}[]} `ourTols` are of each solver */
const sets = [
  {
    name: 'news20, unit rows',
    load: () => news20({ unit: true }),
    solvers: classification,
    ...{ C: 1, tol: 0.1, p: 0 },
  },
  {
    name: 'news20, counts',
    load: () => news20({ unit: false }),
    solvers: [squaredHinge, hinge],
    ...{ C: 1, tol: 0.1, p: 0, rounds: 1 },
  },
  {
    name: 'a1a',
    load: () => libsvmFiles('a1a'),
    solvers: classification,
    ...{ C: 1, tol: 0.01, ourTols: [0.1, 30, 0.01, 1, 1], p: 0 },
  },
  {
    name: 'dna',
    load: () => libsvmFiles('dna.scale', 'dna.scale.t'),
    solvers: classification,
    ...{ C: 1, tol: 0.01, ourTols: [0.1, 30, 0.01, 0.3, 20], p: 0 },
  },
  { name: 'usps', load: usps, solvers: [squaredHinge, hinge], C: 0.01, tol: 0.1, p: 0 },
  {
    name: 'abalone',
    load: () => libsvmFiles('abalone_scale'),
    solvers: [squaredTube, primalSquaredTube, tube],
    ...regression,
    ourTols: [0.1, 30, 0.3],
  },
];

const names = {
  ...{ 0: 'logistic, primal', 1: 'squared hinge', 2: 'squared hinge, primal', 3: 'hinge' },
  ...{ 7: 'logistic', 11: 'squared tube, primal', 12: 'squared tube', 13: 'tube' },
};

await mkdir(build, { recursive: true });
const folder = await mkdtemp(resolve(build, 'bench-linear-'));
let wrong = 0;
/** @type {number[]} */ const ratios = [];
/** @type {number[]} */ const firstRatios = [];
try {
  const program = resolve(folder, 'linear');
  execFileSync('cc', ['-O2', '-o', program, here('linear.c'), '-llinear', '-lm']);
  const entry = await installed(flags.package, resolve(folder, 'package'), 'maxmargin/sync');
  const script = here('contestants/linear.mjs');
  console.log(
    'set, loss: ms of ours and of LIBLINEAR, medians, ratio; first fits; objectives; scores; passes',
  );
  for (const { name, load, solvers, C, tol, ourTols, p, rounds } of sets) {
    if (!name.startsWith(flags.sets)) continue;
    const file = resolve(folder, 'tables');
    await writeTables(file, await load());
    for (const [at, solver] of solvers.entries()) {
      const racers = [new Child([process.execPath, script, entry]), new Child([program])];
      const tolerances = [ourTols?.[at] ?? tol, tol];
      for (const racer of racers) await racer.ask('load', file);
      const times = racers.map(() => []);
      const began = performance.now();
      const count = () => {
        const spent = (performance.now() - began) / 1000;
        return rounds ?? (spent < Number(flags.seconds) ? 400 : Number(flags.rounds));
      };
      for (let round = 0; round < count(); round++) {
        for (const [i, racer] of racers.entries()) {
          times[i].push((await racer.ask('fit', solver, C, tolerances[i], p)).cpu);
        }
      }
      const models = [];
      for (const racer of racers) models.push(await racer.ask('model'));
      for (const racer of racers) await racer.quit();
      const [ours, theirs] = times.map((all) => median(all.slice(all.length >> 1)));
      const first = times[0][0] / times[1][0];
      ratios.push(ours / theirs);
      firstRatios.push(first);
      const excess = (models[0].objective - models[1].objective) / Math.abs(models[1].objective);
      if (!(excess <= objectiveSlack)) wrong++;
      const both = (pick) => `${pick(models[0])} ${pick(models[1])}`;
      console.log(
        `${name}, ${names[solver]}: ${ours.toFixed(1)} ${theirs.toFixed(1)} ${(ours / theirs).toFixed(2)}x; ` +
          `${first.toFixed(1)}x; ` +
          `${both((m) => m.objective.toPrecision(9))} (${excess.toExponential(1)}); ` +
          `${both((m) => +m.score.toPrecision(6))}; ${both((m) => m.passes)}`,
      );
    }
  }
  console.log(wrong === 0 ? 'all objectives agree' : `${wrong} objectives are worse`);
  const mean = (all) => Math.exp(all.reduce((sum, r) => sum + Math.log(r), 0) / all.length);
  const slower = ratios.filter((ratio) => ratio > 1).length;
  console.log(
    `linear: ${mean(ratios).toFixed(2)} times LIBLINEAR's time (geometric mean), ` +
      `slower on ${slower} of ${ratios.length}; first fits ${mean(firstRatios).toFixed(1)} times`,
  );
} finally {
  await rm(folder, { recursive: true });
}
process.exitCode = wrong > 0 ? 1 : 0;
