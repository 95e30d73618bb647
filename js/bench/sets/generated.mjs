/**
 * Sets that are drawn from seeded distributions: they need no files, and are the same
 * everywhere.
 */
import { random } from '../random.mjs';
import { fromEntries } from './table.mjs';

const testRows = 2000;

/**
 * @param {number} rows of the training table
 * @param {(rows: number) => import('./table.mjs').Table} draw
 */
const trainAndTest = (rows, draw) => ({ train: draw(rows), test: draw(testRows) });

/**
 * A chess board of 4 x 4 squares on [-4, 4]^2; one label in twenty is wrong.
 *
 * @param {number} n
 */
export function checkerboard(n) {
  const { uniform } = random(n);
  return trainAndTest(n, (rows) => {
    const data = Float64Array.from({ length: rows * 2 }, () => 8 * uniform() - 4);
    const labels = Float64Array.from({ length: rows }, (_, i) => {
      const field = Math.floor((data[2 * i] + 4) / 2) + Math.floor((data[2 * i + 1] + 4) / 2);
      return (field % 2 === 0 ? 1 : -1) * (uniform() < 0.05 ? -1 : 1);
    });
    return { layout: 'dense', rows, cols: 2, data, labels };
  });
}

/**
 * Two unit Gaussians whose means are 2 * 1.2816 apart: no rule is right on more than 90 % of
 * the rows.
 *
 * @param {number} n
 * @param {number} d
 */
export function gaussians(n, d) {
  const { uniform, normal } = random(n + d);
  const shift = 1.2816 / Math.sqrt(d);
  return trainAndTest(n, (rows) => {
    const labels = Float64Array.from({ length: rows }, () => (uniform() < 0.5 ? -1 : 1));
    const data = new Float64Array(rows * d);
    for (let at = 0; at < data.length; at++) {
      data[at] = normal() + labels[Math.floor(at / d)] * shift;
    }
    return { layout: 'dense', rows, cols: d, data, labels };
  });
}

/**
 * Rows of zeros and ones, as in a9a or w8a: each of `groups` attributes has one
 * of several values, frequent or rare, and with probability `present` the row
 * contains it. The label follows a random linear rule, with noise.
 *
 * @param {{n: number, d: number, groups: number, present: number, positive: number}} shape
 *   with the share of rows that are positive
 */
export function attributes({ n, d, groups, present, positive }) {
  const { uniform, normal } = random(n);
  const weights = Float64Array.from({ length: d }, () => normal());
  const firsts = Array.from({ length: groups + 1 }, (_, g) => Math.floor((g * d) / groups));

  const draw = (rows) => {
    const entries = [];
    const scores = new Float64Array(rows);
    for (let i = 0; i < rows; i++) {
      const row = [];
      for (let g = 0; g < groups; g++) {
        if (uniform() >= present) continue;
        // The square makes the first values of a group the frequent ones.
        const column = firsts[g] + Math.floor(uniform() ** 2 * (firsts[g + 1] - firsts[g]));
        row.push([column, 1]);
        scores[i] += weights[column];
      }
      entries.push(row);
      scores[i] += 1.5 * normal();
    }
    return { entries, scores };
  };

  const [train, test] = [draw(n), draw(testRows)];
  const threshold = train.scores.slice().sort()[Math.floor((1 - positive) * n)];
  const table = ({ entries, scores }) =>
    fromEntries(
      entries,
      scores.map((score) => (score > threshold ? 1 : -1)),
      d,
    );
  return { train: table(train), test: table(test) };
}
