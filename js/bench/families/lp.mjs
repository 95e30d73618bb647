/** LPSVC beside the same linear program by HiGHS through scipy: 2000 samples of two noisy moons. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const title = 'Linear programs, beside HiGHS';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const [n, gamma, C] = [2000, 1, 1];

export async function* rows() {
  const sync = await import(here('../../../npm/dist/core.sync.node.js'));
  const { makeMoons } = await import(here('../../../npm/dist/data.js'));
  await sync.init({ onWarning() {} });
  const { X, y } = makeMoons({ samples: n, noise: 0.25, seed: 1 });
  const labels = Float64Array.from(y, (label) => (label === y[0] ? 0 : 1));
  const data = Float64Array.from(X.data);
  const input = Buffer.concat([Buffer.from(data.buffer), Buffer.from(labels.buffer)]);
  const script = [here('lp.py'), ...[n, gamma, C].map(String)];
  const theirs = JSON.parse(execFileSync('/usr/bin/python3', script, { input }).toString());
  const began = performance.now();
  const model = new sync.LPSVC({ C, gamma }).fit(X, labels);
  const ours = (performance.now() - began) / 1000;
  const what = `LPSVC, ${n} samples`;
  yield { what, ours, theirs: theirs.seconds, unit: 's', holds: ours <= theirs.seconds };
  const [objective] = model.objectives;
  const holds = Math.abs(objective - theirs.objective) < 1e-6 * theirs.objective;
  yield { what: 'its objective', ours: objective, theirs: theirs.objective, holds };
}
