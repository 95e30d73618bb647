/** Samples of sin(x) / x with noise, and those that the user has moved. */

import { makeSinc } from 'maxmargin/data';
import { noises, randomOf } from '../../site/random.js';

export const range = [-10, 10];

/** The function without noise. */
export const truth = (x) => (x === 0 ? 1 : Math.sin(x) / x);

/**
 * @param {{ noise: string, level: number, samples: number, seed: number }} wanted
 * @returns {{ x: number, y: number }[]}
 */
export function draw({ noise, level, samples, seed }) {
  const random = randomOf(seed);
  const { X, y } = makeSinc({ samples, range });
  return Array.from(y, (value, i) => ({ x: X.data[i], y: value + level * noises[noise].draw(random) }));
}

/** For `fit`. */
export const tableOf = (points) => ({
  X: { data: Float64Array.from(points, ({ x }) => x), rows: points.length, cols: 1 },
  y: Float64Array.from(points, ({ y }) => y),
});
