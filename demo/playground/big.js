/**
 * Many rows of many features, to show that the page stays responsive during training:
 * two Gaussian clouds, made by the package's generator in a few portions, since
 * one call for all would be a long task.
 */

import { makeTwoGaussians } from 'maxmargin/data';

/** @typedef {{ X: { data: Float64Array, rows: number, cols: number }, y: string[], labels: Uint8Array, names: string[] }} Big */

const portion = 250;

/** @returns {Promise<Big>} */
export async function makeBig({ rows = 5000, cols = 20, distance = 2.4, seed = 1 } = {}) {
  const names = ['blue', 'orange'];
  const data = new Float64Array(rows * cols);
  const labels = new Uint8Array(rows);
  const half = distance / 2 / Math.sqrt(cols);
  const means = [Array(cols).fill(half), Array(cols).fill(-half)];
  for (let done = 0; done < rows; done += portion) {
    const { X, y } = makeTwoGaussians({ samples: Math.min(portion, rows - done), means, covariance: identity(cols), seed: 1000 * seed + done / portion });
    data.set(X.data, done * cols);
    labels.set(y.map((label) => Number(label > 0)), done);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { X: { data, rows, cols }, y: Array.from(labels, (label) => names[label]), labels, names };
}

const identity = (n) => Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => Number(i === j)));
