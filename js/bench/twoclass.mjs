/** The two-class sets of Raetsch, Onoda and Mueller in ../shared/data/ratsch, and their splits. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

export const folder = fileURLToPath(new URL('../../../shared/data/ratsch/', import.meta.url));

/** The sizes of the training sets; and scikit-learn's errors of 200 stumps, and of 100 trees of depth 2. */
export const sets = {
  banana: { train: 400, stumps: 28.0, trees: 14.3 },
  'breast-cancer': { train: 200, stumps: 28.4, trees: 30.0 },
  german: { train: 700, stumps: 23.3, trees: 23.4 },
  waveform: { train: 400, stumps: 12.2, trees: 12.0 },
  'flare-solar': { train: 666, stumps: 33.1, trees: 34.1 },
  splice: { train: 1000, stumps: 6.8, trees: 4.6 },
};

/** @param {string} name */
export function read(name) {
  const plain = `${folder}${name}.csv`;
  const text = existsSync(plain)
    ? readFileSync(plain, 'utf8')
    : gunzipSync(readFileSync(`${plain}.gz`)).toString();
  const rows = text.trim().split('\n').map((line) => line.split(',').map(Number)); // prettier-ignore
  return { X: rows.map((row) => row.slice(1)), y: rows.map(([label]) => label) };
}

/** Numbers from 0 to 1 by a seed. */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * The training rows of some splits: those that were published, or drawn by a seed.
 * @param {string} name
 * @param {number} n
 * @param {number} count
 */
export function splitsOf(name, n, count) {
  const path = `${folder}${name}.splits.txt`;
  if (existsSync(path)) {
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    return lines.slice(0, count).map((line) => line.trim().split(/\s+/).map(Number));
  }
  return Array.from({ length: count }, (_, s) => {
    const draw = random(s + 1);
    const keys = Array.from({ length: n }, draw);
    const order = keys.map((_key, i) => i).sort((a, b) => keys[a] - keys[b]);
    return order.slice(0, sets[name].train);
  });
}
