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
 * shared is a file or folder of the data folder next to the checkout, which a plain checkout
 * lacks: `skip` is then the reason to skip a test, else false. `bytes` and `read` return the
 * unpacked file and its text. MAXMARGIN_PLAIN hides the folder.
 */
export function shared(...names) {
  const folder = join(root, '..', 'shared', 'data');
  const path = join(folder, ...names);
  const plain = process.env.MAXMARGIN_PLAIN || !existsSync(folder);
  const bytes = () => (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path));
  return {
    skip: plain ? `no ${join('..', 'shared', 'data', ...names)}` : false,
    bytes,
    read: () => bytes().toString(),
  };
}
