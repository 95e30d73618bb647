/** From a stream to windows, from windows to features, from features to scores. */

import { FeatureMap, OneClassSVM, SVDD, StandardScaler, makePipeline } from 'maxmargin';

export const size = 64;
export const hop = 32;

/** Four numbers for each sensor; lower bounds keep them finite for a sensor without a signal. */
export function features(window) {
  return window.flatMap((values) => {
    const n = values.length;
    const mean = values.reduce((sum, value) => sum + value, 0) / n;
    let [squares, steps, products, peak] = [0, 0, 0, 0];
    for (let i = 0; i < n; i++) {
      const centred = values[i] - mean;
      squares += centred * centred;
      peak = Math.max(peak, Math.abs(centred));
      if (i === 0) continue;
      steps += Math.abs(values[i] - values[i - 1]);
      products += centred * (values[i - 1] - mean);
    }
    const rms = Math.sqrt(squares / n);
    const floor = 1e-3;
    return [Math.log(rms + floor), Math.log(steps / n + floor), peak / (rms + floor), products / (squares + floor)];
  });
}

/** All windows of channels of equal length. */
export function windowsOf(channels) {
  const windows = [];
  for (let from = 0; from + size <= channels[0].length; from += hop) {
    windows.push(channels.map((values) => values.slice(from, from + size)));
  }
  return windows;
}

/** A detector with scores in units of their spread over the training windows. */
export class Detector {
  #model;
  #spread = 1;

  /** @param {{ machine: string, nu: number }} options */
  constructor({ machine, nu }) {
    const Machine = { OneClassSVM, SVDD }[machine];
    this.#model = makePipeline(
      new FeatureMap({ map: features }),
      new StandardScaler(),
      new Machine({ nu, gamma: 0.02 }),
    );
  }

  /** @param {number[][][]} windows */
  async fit(windows) {
    await this.#model.fit(windows);
    const scores = await this.#model.decisionFunction(windows);
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length;
    this.#spread = Math.sqrt(variance) || 1;
    /** The share of the training windows that lie outside: at most nu, if there are many. */
    this.outside = scores.filter((score) => score < 0).length / scores.length;
    return this;
  }

  /** @param {number[][][]} windows @returns {Promise<number[]>} below 0: outside */
  async score(windows) {
    if (windows.length === 0) return [];
    const scores = await this.#model.decisionFunction(windows);
    return Array.from(scores, (score) => score / this.#spread);
  }

  dispose() {
    this.#model.dispose();
  }
}

/** The essential code of this file, for the user to copy. */
export const snippet = ({ machine, nu }) => `import { FeatureMap, ${machine}, StandardScaler, makePipeline } from 'maxmargin';

const model = makePipeline(
  new FeatureMap({ map: features }), // (window) => numbers
  new StandardScaler(),
  new ${machine}({ nu: ${nu}, gamma: 0.02 }),
);
await model.fit(usualWindows);
const scores = await model.decisionFunction(newWindows); // below 0: unusual`;
