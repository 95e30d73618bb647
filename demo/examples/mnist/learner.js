/** Machines that learn from more and more of the digits. */

import { SVC, createEngine } from 'maxmargin';
import { imageOf, tableOf } from './images.js';

export const C = 10;
export const gamma = 0.02; // for pixels from 0 to 1
export const classes = Array.from({ length: 10 }, (_, digit) => digit);
export const pairs = classes.flatMap((a) => classes.slice(a + 1).map((b) => [a, b]));

/**
 * One machine, fitted in a worker of its own, so that an earlier machine can read drawings while
 * it learns.
 *
 * @param {{ X: object, y: Uint8Array }} train
 * @param {{ signal: AbortSignal, onProgress: (report: object) => void }} settings
 * @returns {Promise<Machine>}
 */
export async function learn(train, settings) {
  const engine = createEngine();
  try {
    const model = engine.own(new SVC({ C, gamma }));
    const start = performance.now();
    const workers = Math.min(2, navigator.hardwareConcurrency);
    await model.fit(train.X, train.y, { ...settings, workers });
    return new Machine(engine, model, train, (performance.now() - start) / 1000);
  } catch (error) {
    await engine.terminate();
    throw error;
  }
}

/** A fitted machine, and what the page shows of it. */
class Machine {
  #engine;
  #model;
  #train;

  constructor(engine, model, train, seconds) {
    this.#engine = engine;
    this.#model = model;
    this.#train = train;
    this.seconds = seconds;
    this.rows = train.X.rows;
    this.gap = model.gap;
    this.indices = model.supportIndices;
    this.supportVectors = this.indices.length;
    this.#weigh(model.dualCoef);
  }

  /**
   * How many support vectors each pair of digits has, and the sum of the weights of each.
   * Row r of the coefficients belongs to the pair of the vector's own digit and the r-th other one.
   */
  #weigh(coefficients) {
    const [rows, count] = coefficients.shape;
    const place = new Map(pairs.map(([a, b], pair) => [10 * a + b, pair]));
    this.weights = new Float64Array(count);
    this.counts = pairs.map(() => 0);
    for (let i = 0; i < count; i++) {
      const own = this.#train.y[this.indices[i]];
      for (let r = 0; r < rows; r++) {
        const weight = Math.abs(coefficients[r * count + i]);
        if (weight === 0) continue;
        const other = r < own ? r : r + 1;
        this.counts[place.get(10 * Math.min(own, other) + Math.max(own, other))] += 1;
        this.weights[i] += weight;
      }
    }
  }

  /** The support vectors of a digit with the largest sums of weights. */
  heaviest(digit, howMany) {
    const own = Array.from(this.indices.keys()).filter((i) => this.#train.y[this.indices[i]] === digit);
    own.sort((a, b) => this.weights[b] - this.weights[a]);
    return own.slice(0, howMany).map((i) => ({ image: imageOf(this.#train, this.indices[i]), weight: this.weights[i] }));
  }

  predict(X) {
    return this.#model.predict(X);
  }

  /** The digit of an image, and how many of its nine pairs each digit wins. */
  async read(image) {
    const X = tableOf(image);
    const [[answer], values] = await Promise.all([this.#model.predict(X), this.#model.decisionFunction(X, { shape: 'ovo' })]);
    const votes = classes.map(() => 0);
    pairs.forEach(([a, b], pair) => { votes[values[pair] > 0 ? a : b] += 1; });
    return { answer, votes };
  }

  /** Ends its worker, whose memory is given back. */
  end() {
    return this.#engine.terminate();
  }
}
