/** The machine that reads digits: trained once, then used for drawings. */

import { SVC, gramMatrix, kernels } from 'maxmargin';
import { readText } from '../common/page.js';

const trainingRows = 1297; // the usual split of this data set, for which results are published
const features = 64;

export const C = 10;

/** All digits of the file: 64 pixels of each, and which digit it is. */
export async function readDigits(address) {
  const lines = (await readText(address)).trim().split('\n');
  const data = new Float64Array(lines.length * features);
  const y = lines.map((line, row) => {
    const numbers = line.split(',').map(Number);
    data.set(numbers.slice(0, features), row * features);
    return numbers[features];
  });
  const part = (from, to) => ({
    X: { data: data.slice(from * features, to * features), rows: to - from, cols: features },
    y: y.slice(from, to),
  });
  return { train: part(0, trainingRows), test: part(trainingRows, lines.length) };
}

export const rowOf = ({ data, cols }, row) => data.subarray(row * cols, (row + 1) * cols);

export class Reader {
  #model;
  #kernel;
  #gamma;
  #vectors;

  /** @param {{ X: object, y: number[] }} train */
  async fit({ X, y }, onProgress) {
    this.#gamma = 1 / (features * variance(X.data)); // the package's 'scale', which gramMatrix needs, too
    this.#kernel = kernels.rbf({ gamma: this.#gamma });
    this.#model = new SVC({ kernel: 'rbf', C, gamma: this.#gamma, probability: 'sigmoid' });
    await this.#model.fit(X, y, { onProgress });
    this.#vectors = { data: this.#model.supportVectors, rows: this.#model.supportIndices.length, cols: features };
    this.labels = Array.from(this.#model.supportIndices, (row) => y[row]); // the class of each support vector
    this.heaviest = heaviest(this.#model);
  }

  /** One digit for each row. */
  predict(X) {
    return this.#model.predict(X);
  }

  /** The predicted digit, the probability of each class, and the most similar support vectors. */
  async read(pixels, howMany = 10) {
    const X = { data: pixels, rows: 1, cols: features };
    const [[answer], shares, likeness] = await Promise.all([
      this.#model.predict(X),
      this.#model.predictProba(X),
      gramMatrix(this.#kernel, this.#vectors, X),
    ]);
    const order = Array.from(likeness.keys()).sort((a, b) => likeness[b] - likeness[a]);
    const nearest = order.slice(0, howMany).map((i) => ({
      pixels: rowOf(this.#vectors, i),
      digit: this.labels[i],
      likeness: likeness[i],
      alpha: this.heaviest[i],
    }));
    return { answer, classes: this.#model.classes, shares, nearest };
  }
}

/** The largest weight of each support vector, of those in its nine pairs of classes. */
function heaviest({ dualCoef }) {
  const [pairs, count] = dualCoef.shape;
  return Array.from({ length: count }, (_, i) => {
    let most = 0;
    for (let row = 0; row < pairs; row++) most = Math.max(most, Math.abs(dualCoef[row * count + i]));
    return most;
  });
}

function variance(values) {
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  return squares / values.length - mean * mean;
}
