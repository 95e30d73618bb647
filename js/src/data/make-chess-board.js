import { Random } from './random.js';
import { makeSamples, rowOf } from './samples.js';
import { between, checkOptions, seed, whole } from './settings.js';

/** @import { DenseSamples } from './samples.js' */
/** @import { Check } from './settings.js' */

/**
 * @typedef {object} ChessBoardOptions
 * @property {number} [samples] Default: 500.
 * @property {number} [squares] along a side. Default: 4.
 * @property {number} [flip] probability that a label is the wrong one. Default: 0.
 * @property {number} [seed] Default: 0.
 */

/** @type {Record<string, Check>} */
const checks = { samples: whole(1), squares: whole(1), flip: between(0, 1), seed };

/**
 * Points anywhere on a board of squares of side 1, from [0, 0] on: 1 on the squares
 * of one colour, that of the corner at the origin, -1 on those of the other
 * (Cristianini and Shawe-Taylor 2000, figure 6.2).
 * @param {ChessBoardOptions} [options]
 * @returns {{X: DenseSamples, y: Int32Array}}
 */
export function makeChessBoard(options) {
  const {
    samples = 500,
    squares = 4,
    flip = 0,
    seed,
  } = checkOptions('makeChessBoard', options, checks);
  const random = new Random(seed);
  const X = makeSamples(samples, 2);
  const y = new Int32Array(samples);
  for (let i = 0; i < samples; i++) {
    const [a, b] = [squares * random.uniform(), squares * random.uniform()];
    rowOf(X, i).set([a, b]);
    const colour = (Math.floor(a) + Math.floor(b)) % 2 === 0 ? 1 : -1;
    y[i] = random.uniform() < flip ? -colour : colour;
  }
  return { X, y };
}
