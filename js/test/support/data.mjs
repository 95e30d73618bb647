/** Data for the tests: small made-up sets, and the real ones. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { root } from './project.mjs';

export * from './made-up.mjs';

/** digits is the set that ships with the demo: 1297 rows to train on, 500 to test on, as scikit-learn's example. */
export function digits() {
  const text = gunzipSync(readFileSync(join(root, 'demo', 'data', 'digits.csv.gz'))).toString();
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number));
  const X = rows.map((row) => row.slice(0, -1));
  const y = rows.map((row) => row.at(-1));
  return {
    train: { X: X.slice(0, 1297), y: y.slice(0, 1297) },
    test: { X: X.slice(1297), y: y.slice(1297) },
  };
}

/**
 * shared is a file of the data folder next to the checkout, with a reason to skip
 * tests if the file is missing. If CI is set there is no such reason: the test then
 * fails on reading the file.
 */
export function shared(...names) {
  const path = join(root, '..', 'shared', 'data', ...names);
  const missing = !existsSync(path) && !process.env.CI;
  return {
    skip: missing ? `no ${join('..', 'shared', 'data', ...names)}` : false,
    read: () =>
      (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)).toString(),
  };
}
