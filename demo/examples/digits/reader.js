/** The machine that reads digits: trained once, then used for drawings. */

import { SVC, explain, gramMatrix, influence, kernels } from 'maxmargin';
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
  #train;
  #mean;

  /** @param {{ X: object, y: number[] }} train */
  async fit({ X, y }, onProgress) {
    this.#gamma = 1 / (features * variance(X.data)); // the package's 'scale', which gramMatrix needs, too
    this.#kernel = kernels.rbf({ gamma: this.#gamma });
    this.#model = new SVC({ kernel: 'rbf', C, gamma: this.#gamma, probability: 'sigmoid' });
    await this.#model.fit(X, y, { onProgress });
    this.#vectors = { data: this.#model.supportVectors, rows: this.#model.supportIndices.length, cols: features };
    this.labels = Array.from(this.#model.supportIndices, (row) => y[row]); // the class of each support vector
    this.heaviest = heaviest(this.#model);
    this.#train = { X, y };
    this.#mean = mean(X);
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

  /**
   * Why one digit and not another: of the pair of both, in favour of the answer, the exact Shapley
   * value of each pixel, the value, and the support vectors with the largest terms.
   */
  async why(pixels, answer, rival, howMany = 6) {
    const X = { data: pixels, rows: 1, cols: features };
    const [explained, carried] = await Promise.all([
      explain(this.#model, X, { baseline: this.#mean }),
      influence(this.#model, X, { count: howMany }),
    ]);
    const pair = explained.outputs.findIndex(({ of }) => of.includes(answer) && of.includes(rival));
    const sign = explained.outputs[pair].of[0] === answer ? 1 : -1; // a positive value speaks for the first
    const { indices, terms, without, values } = carried.outputs[pair];
    return {
      parts: explained.outputs[pair].values[0].map((value) => sign * value),
      value: sign * values[0],
      vectors: Array.from(indices[0], (row, i) => ({
        pixels: rowOf(this.#train.X, row),
        digit: this.#train.y[row],
        term: sign * terms[0][i],
        without: sign * without[0][i],
      })),
    };
  }
}

/** The mean of the rows. */
function mean({ data, rows, cols }) {
  const sums = new Float64Array(cols);
  data.forEach((value, at) => { sums[at % cols] += value / rows; });
  return sums;
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
