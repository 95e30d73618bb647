/**
 * Gaussian processes beside scikit-learn's: the time of a fit of 2000 samples by the evidence with
 * ten gradient steps at most, of a classifier of 700 in the same way, and the error of predictions
 * on UCI's sets, all from the same start (an isotropic Gaussian of width 1, factor 1 and noise 1,
 * over scaled features and targets; a classifier has no noise).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { random } from '../random.mjs';

export const title = 'Gaussian processes, beside scikit-learn';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const data = here('../../../../shared/data/uci-regression-10fold/');
const rounds = 3;

/** The errors of scikit-learn with these folds that were published with the data. */
const published = { yacht: 0.16, machine: 0.44, energy: 0.436, concrete: 4.95 };

/** How many folds of a set are taken. */
const folds = { yacht: 10, machine: 10, energy: 3, concrete: 3 };

/** A sum of sines in eight features, with noise. */
function wave(n) {
  const { normal } = random(5);
  const X = { data: Float64Array.from({ length: 8 * n }, normal), rows: n, cols: 8 };
  const y = Float64Array.from({ length: n }, (_, i) =>
    X.data.subarray(8 * i, 8 * i + 8).reduce((sum, x) => sum + Math.sin(x), 0.1 * normal()),
  );
  return { X, y };
}

const numbers = (/** @type {string} */ name) =>
  gunzipSync(readFileSync(data + name))
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number));

/** The mean over the folds of the root of the mean squared error. */
function error(sync, name) {
  const { GaussianProcessRegressor, StandardScaler, makePipeline } = sync;
  const [rows, mask] = [numbers(`${name}.data.csv.gz`), numbers(`${name}.test_mask.csv.gz`)];
  let sum = 0;
  for (let fold = 0; fold < folds[name]; fold++) {
    const part = (/** @type {number} */ test) => rows.filter((_, i) => mask[i][fold] === test);
    const split = (/** @type {number[][]} */ of) => [
      of.map((row) => row.slice(0, -1)),
      of.map((row) => row[row.length - 1]),
    ];
    const [X, y] = split(part(0));
    const [Z, targets] = split(part(1));
    const machine = new GaussianProcessRegressor({ normalizeY: true, gamma: 0.5 });
    const predicted = makePipeline(new StandardScaler(), machine).fit(X, y).predict(Z);
    const squares = targets.reduce((total, t, i) => total + (t - predicted[i]) ** 2, 0);
    sum += Math.sqrt(squares / targets.length);
  }
  return sum / folds[name];
}

const median = (/** @type {number[]} */ list) => list.sort((a, b) => a - b)[list.length >> 1];

/**
 * The median seconds of fits in turns, and the evidences that they reach.
 * @param {{X: object, y: Float64Array}} samples
 * @param {() => any} make
 * @param {() => {seconds: number, evidence: number}} python
 */
function compared({ X, y }, make, python) {
  const [ours, theirs] = [[], []];
  let [model, peer] = [undefined, undefined];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    model = make().fit(X, y);
    ours.push((performance.now() - began) / 1000);
    peer = python();
    theirs.push(peer.seconds);
  }
  return { ours: median(ours), theirs: median(theirs), evidences: [model.evidence, peer.evidence] };
}

export async function* rows() {
  const sync = await import(here('../../../npm/dist/core.sync.node.js'));
  await sync.init({ onWarning() {} });
  const python = (/** @type {string[]} */ args, /** @type {Buffer | undefined} */ input) =>
    JSON.parse(execFileSync('/usr/bin/python3', [here('gp.py'), ...args], { input }).toString());
  const options = { gamma: 0.5, maxIter: 10 };
  for (const [n, name, of] of [
    [2000, 'GaussianProcessRegressor', 'fit'],
    [700, 'GaussianProcessClassifier', 'classify'],
  ]) {
    const { X, y } = wave(n);
    const input = Buffer.concat([Buffer.from(X.data.buffer), Buffer.from(y.buffer)]);
    const targets = of === 'fit' ? y : y.map((value) => (value > 0 ? 1 : 0));
    const { ours, theirs, evidences } = compared(
      { X, y: targets },
      () => new sync[name](options),
      () => python([of], input),
    );
    const what = `${name}, ${n} x 8, 10 steps at most`;
    yield { what, ours, theirs, unit: 's', holds: ours <= theirs };
    const [mine, other] = evidences;
    const holds = mine >= other - 1e-6 * Math.abs(other);
    yield { what: 'log evidence that it reaches', ours: mine, theirs: other, holds };
  }
  if (!existsSync(data)) {
    yield { what: `UCI's sets are left out: there is no ${data}` };
    return;
  }
  for (const [name, figure] of Object.entries(published)) {
    const got = error(sync, name);
    const [measured] = python(['uci', data, name, String(folds[name])]);
    const of = `RMSE of ${name}, ${folds[name]} folds`;
    yield { what: `${of}, measured now`, ours: got, theirs: measured };
    yield { what: `${of}, published`, ours: got, theirs: figure, holds: got <= 1.05 * figure };
  }
}
