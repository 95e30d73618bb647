/** Two clouds of points that a line separates, at any distance: for hard margins. */
import { makeTwoGaussians } from 'maxmargin/data';

/** @param {number} gap  between the clouds, along the first axis */
export function makeClouds(gap) {
  const mean = [0, 0];
  const covariance = [[0.5, 0.25], [0.25, 0.8]];
  const { X, y } = makeTwoGaussians({ samples: 32, means: [mean, mean], covariance, seed: 8 });
  const coordinates = (sign) => Array.from(y).flatMap((c, i) => (c === sign ? [X.data[2 * i]] : []));
  // Both clouds are moved until the gap between them has the given size.
  const right = gap / 2 - Math.min(...coordinates(1));
  const left = -gap / 2 - Math.max(...coordinates(-1));
  y.forEach((c, i) => (X.data[2 * i] += c > 0 ? right : left));
  return { X, y };
}
