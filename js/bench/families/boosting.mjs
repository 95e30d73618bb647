/**
 * AdaBoostClassifier beside scikit-learn's: the time of 200 stumps on 5000 samples of 20 features,
 * with Gini's criterion, which scikit-learn has, and with the weighted error; and the training error.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { random } from '../random.mjs';

export const title = 'Boosting, beside scikit-learn';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const [n, d, members, repeats] = [5000, 20, 200, 3];

const median = (/** @type {number[]} */ list) => list.sort((a, b) => a - b)[list.length >> 1];

export async function* rows() {
  const sync = await import(here('../../../npm/dist/core.sync.node.js'));
  await sync.init({ onWarning() {} });
  const { normal } = random(5);
  const X = { data: Float64Array.from({ length: n * d }, normal), rows: n, cols: d };
  const y = Float64Array.from({ length: n }, (_, i) =>
    X.data.subarray(d * i, d * i + d).reduce((sum, x) => sum + x, 2 * normal()) > 0 ? 1 : 0,
  );
  const input = Buffer.concat([Buffer.from(X.data.buffer), Buffer.from(y.buffer)]);
  const python = () => {
    const script = [here('boosting.py'), ...[n, d, members].map(String)];
    return JSON.parse(execFileSync('/usr/bin/python3', script, { input }).toString());
  };
  const fit = (/** @type {string} */ criterion) => {
    const estimator = new sync.DecisionStump({ criterion });
    const model = new sync.AdaBoostClassifier({ estimator, nEstimators: members });
    const began = performance.now();
    model.fit(X, y);
    return { seconds: (performance.now() - began) / 1000, error: model.trainingErrors.at(-1) };
  };
  const all = { gini: [], error: [], theirs: [] };
  for (let round = 0; round < repeats; round++) {
    all.gini.push(fit('gini'));
    all.theirs.push(python());
    all.error.push(fit('error'));
  }
  const time = (/** @type {{seconds: number}[]} */ fits) => median(fits.map((f) => f.seconds));
  const theirs = time(all.theirs);
  for (const criterion of ['gini', 'error']) {
    const ours = time(all[criterion]);
    const what = `200 stumps on 5000 x 20, criterion ${criterion}`;
    yield { what, ours, theirs, unit: 's', holds: ours <= theirs };
  }
  const [ours, peer] = [all.gini[0].error, all.theirs[0].error];
  yield { what: 'training error', ours, theirs: peer, holds: Math.abs(ours - peer) < 0.01 };
}
