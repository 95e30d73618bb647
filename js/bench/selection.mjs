/**
 * The table of `make selection`: which C and gamma of an SVC each way of choosing takes, and the
 * error on the test rows, on heart_scale and on two-class sets of Raetsch, Onoda and Mueller.
 *
 *     node js/bench/selection.mjs [--sets heart,banana] [--splits 3] [--loo 2000]
 *
 * It reads ../shared/data. Every way chooses anew on the training rows of each split, among 4 C and
 * 5 widths about 1/d. A row has the choice on the first split; the means over the splits, in percent,
 * of what the way says the error is and of the error on the test rows, with its standard deviation;
 * and the mean time of a choice.
 *
 *     10-fold        mean error of 10 folds
 *     nested         the same choice; its error by 5 outer folds
 *     span, xiAlpha  leaveOneOut of a fit for each candidate
 *     radiusMargin   leaveOneOut of fits with squared slacks: R^2 |w|^2 / n, which can be above 100
 *     SRM            the least guarantee of boundsReport, with delta = .05 / candidates
 *     best           the least error on the test rows, which nobody can choose by
 *
 * With --loo n it instead compares leaving out each of n points of two moons by leaveOneOut with n
 * fits from nothing, of which it times 40.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { boundsReport } from '../../npm/dist/bounds.js';
import { makeMoons } from '../../npm/dist/data.js';
import * as maxmargin from '../../npm/dist/core.node.js';
import { folder, read, splitsOf } from './twoclass.mjs';

const { values: flags } = parseArgs({
  options: {
    sets: { type: 'string', default: 'heart,banana,breast-cancer,flare-solar,german,waveform' },
    splits: { type: 'string', default: '3' },
    loo: { type: 'string', default: '' },
  },
});
const { GridSearch, SVC, leaveOneOut, makeFolds, readLibsvm } = maxmargin;
const heart = fileURLToPath(new URL('../../../shared/data/libsvm/heart_scale', import.meta.url));

const pick = (list, rows) => Array.from(rows, (i) => list[i]);
const mean = (list) => list.reduce((sum, v) => sum + v, 0) / list.length;
const spread = (list) => Math.sqrt(mean(list.map((v) => (v - mean(list)) ** 2)) * (list.length / (list.length - 1))); // prettier-ignore
const percent = (v) => (100 * v).toFixed(1);

/** A data set, and the training rows of its splits; those of heart are two of three parts. */
async function load(name) {
  const count = Number(flags.splits);
  if (name !== 'heart') {
    const set = read(name);
    return { ...set, splits: splitsOf(name, set.y.length, count) };
  }
  const { X, y } = await readLibsvm(readFileSync(heart, 'utf8'));
  const rows = Array.from(y, (_, i) => {
    const row = new Array(X.cols).fill(0);
    for (let at = X.indptr[i]; at < X.indptr[i + 1]; at++) row[X.indices[at]] = X.data[at];
    return row;
  });
  const splits = [];
  for (let seed = 0; seed < count; seed++) {
    const [{ train }] = await makeFolds(rows, y, { folds: 3, stratify: true, seed });
    splits.push(train);
  }
  return { X: rows, y: Array.from(y), splits };
}

/** The candidate of the least value, by a fit for each. */
async function least(points, X, y, options, valueOf) {
  let best;
  for (const point of points) {
    const model = await new SVC({ ...options, ...point }).fit(X, y);
    const value = await valueOf(model);
    model.dispose();
    if (!best || value < best.value) best = { value, point };
  }
  return { ...best, options };
}

const estimate = (method) => (X, y) => async (model) =>
  (await leaveOneOut(model, X, y, { method })).error;

async function byFolds(X, y, grid, nested) {
  const search = new GridSearch(new SVC(), grid, { folds: 10, nested, refit: false });
  await search.fit(X, y);
  const value = 1 - (nested ? search.nested.mean : search.bestScore);
  return { value, point: search.bestParams, options: {} };
}

/** The ways, as functions of the training rows. */
const ways = {
  '10-fold': (X, y, grid) => byFolds(X, y, grid, false),
  nested: (X, y, grid) => byFolds(X, y, grid, true),
  span: (X, y, _, points) => least(points, X, y, {}, estimate('span')(X, y)),
  xiAlpha: (X, y, _, points) => least(points, X, y, {}, estimate('xiAlpha')(X, y)),
  radiusMargin: (X, y, _, points) =>
    least(points, X, y, { loss: 'squaredHinge' }, estimate('radiusMargin')(X, y)),
  SRM: (X, y, _, points) =>
    least(points, X, y, {}, async (model) => {
      const { best, results } = await boundsReport(model, X, y, { delta: 0.05 / points.length });
      return best === undefined ? Infinity : results[best].value;
    }),
};

async function table(name) {
  const { X, y, splits } = await load(name);
  const widths = [0.05, 0.2, 1, 4, 16].map((factor) => factor / X[0].length);
  const grid = { C: [0.1, 1, 10, 100], gamma: widths };
  const points = grid.C.flatMap((C) => grid.gamma.map((gamma) => ({ C, gamma })));
  console.log(`\n${name}: ${splits[0].length} of ${y.length} rows, ${X[0].length} features, ${splits.length} splits`); // prettier-ignore
  console.log('way                   C      gamma   says it is    test error      time');
  const parts = splits.map((train) => {
    const known = new Set(train);
    const test = y.map((_, i) => i).filter((i) => !known.has(i));
    return [pick(X, train), pick(y, train), pick(X, test), pick(y, test)];
  });
  const errorOf = async ({ point, options }, [X1, y1, X2, y2]) => {
    const model = await new SVC({ ...options, ...point }).fit(X1, y1);
    const error = 1 - (await model.score(X2, y2));
    model.dispose();
    return error;
  };
  const print = (way, first, values, errors, time) => {
    const { C, gamma } = first.point;
    const cells = [
      way.padEnd(14),
      String(C).padStart(9),
      gamma.toPrecision(3).padStart(11),
      (values ? percent(mean(values)) : '').padStart(13),
      `${percent(mean(errors))}${errors.length > 1 ? ` (${percent(spread(errors))})` : ''}`.padStart(
        14,
      ),
      time === undefined ? '' : `${(time / 1000).toFixed(1)} s`.padStart(10),
    ];
    console.log(cells.join(''));
  };
  for (const [way, choose] of Object.entries(ways)) {
    const [values, errors, times] = [[], [], []];
    let first;
    for (const part of parts) {
      const began = performance.now();
      const choice = await choose(part[0], part[1], grid, points);
      times.push(performance.now() - began);
      first ??= choice;
      values.push(choice.value);
      errors.push(await errorOf(choice, part));
    }
    print(way, first, values, errors, mean(times));
  }
  const bests = [];
  for (const part of parts) {
    let best;
    for (const point of points) {
      const error = await errorOf({ point, options: {} }, part);
      if (!best || error < best.error) best = { error, point };
    }
    bests.push(best);
  }
  print('best', bests[0], undefined, bests.map(({ error }) => error)); // prettier-ignore
}

async function leaving(n) {
  const moons = makeMoons({ samples: n, noise: 0.3, seed: 1 });
  const { data, cols } = moons.X;
  const X = Array.from({ length: n }, (_, i) => data.subarray(i * cols, (i + 1) * cols));
  const y = Array.from(moons.y);
  const model = await new SVC({ gamma: 1 }).fit(X, y);
  let began = performance.now();
  const { error, fits } = await leaveOneOut(model, X, y);
  const warm = performance.now() - began;
  began = performance.now();
  const cold = Math.min(40, n);
  for (let at = 0; at < cold; at++) {
    const left = Math.floor((at * n) / cold);
    const rest = X.map((_, i) => i).filter((i) => i !== left);
    (await new SVC({ gamma: 1 }).fit(pick(X, rest), pick(y, rest))).dispose();
  }
  const each = (performance.now() - began) / cold;
  console.log(`leaveOneOut of ${n} rows: error ${percent(error)} %, ${fits} warm fits in ${(warm / 1000).toFixed(1)} s`); // prettier-ignore
  console.log(`${n} fits from nothing: ${((each * n) / 1000).toFixed(0)} s, by ${cold} of them, ${each.toFixed(0)} ms each`); // prettier-ignore
}

if (!existsSync(folder)) {
  console.log(`there is no ${folder}: nothing to measure`);
  process.exit();
}
await maxmargin.init({ onWarning() {} });
if (flags.loo) await leaving(Number(flags.loo));
else for (const name of flags.sets.split(',')) await table(name);
await maxmargin.terminate();
