/**
 * Trains one model at a time: a new problem takes the place of the one that
 * runs, whose answers are then dropped. All arithmetic happens in the package's
 * worker; this side only waits.
 */

import { SVC } from 'maxmargin';
import { Field, gridPoints } from '../site/field.js';

const coarse = 41;
const fine = 161;
const band = 23; // grid rows per call, so that a newer fit never waits for a whole field

const patience = 80; // milliseconds that stop() gives the fit to hand over what it has
const late = Symbol('stopped late');

export class Trainer {
  #names;
  #job = null;

  /** @param {string[]} names  of the classes, in the order of the page's colours */
  constructor(names) {
    this.#names = names;
  }

  /**
   * Trains, and tells the watcher how it goes: `progress(report)` while it runs,
   * `stopped(kept)` when stop() ended it, with a solution or without,
   * `fitted(outcome)` when there is a model, `failed(error)`; then, for a problem in the plane, `field(field)`
   * once roughly and once finely, and for others `decision(values)`. Nothing is
   * heard of a problem any more once the next one is given.
   *
   * @param {{ X: { data: Float64Array, rows: number, cols: number }, y: string[], options: object }} problem
   */
  async train({ X, y, options }, watcher) {
    this.#job?.cancel.abort();
    const job = { watcher, cancel: new AbortController(), stop: false, model: null };
    this.#job = job;
    const current = () => this.#job === job;
    try {
      const model = new SVC(options);
      const started = performance.now();
      await model.fit(X, y, {
        signal: job.cancel.signal,
        onProgress: (report) => {
          if (current()) watcher.progress(report);
          return !job.stop;
        },
      });
      const milliseconds = performance.now() - started;
      if (!current()) return;
      job.model = model;
      if (job.stop) watcher.stopped(true);

      const answers = await model.predict(X);
      if (!current()) return;
      const accuracy = y.reduce((right, label, i) => right + (label === answers[i]), 0) / y.length;
      watcher.fitted({ model, accuracy, milliseconds, stopped: model.status === 'stopped' });

      if (X.cols !== 2) {
        const values = await model.decisionFunction(X);
        if (current()) watcher.decision(values);
        return;
      }
      for (const side of [coarse, fine]) {
        const field = await this.#field(model, side, current);
        if (!current()) return;
        watcher.field(field);
      }
    } catch (error) {
      if (!current()) return;
      if (error === late) watcher.stopped(false);
      else watcher.failed(error);
    }
  }

  /**
   * Ends the running fit and keeps the best solution so far, unless that takes
   * longer than a person would call at once: then it ends without. Returns
   * whether there was anything to end.
   */
  stop() {
    const job = this.#job;
    if (!job) return false;
    job.stop = true;
    if (job.model) job.watcher.stopped(true);
    else setTimeout(() => job.cancel.abort(late), patience);
    return true;
  }

  /** Drops whatever runs. */
  cancel() {
    this.#job?.cancel.abort();
    this.#job = null;
  }

  async #field(model, side, current) {
    const points = gridPoints(side);
    const pairs = pairsOf(Array.from(model.classes, (name) => this.#names.indexOf(name)));
    const decision = new Float64Array(side * side * pairs.length);
    for (let row = 0; row < side && current(); row += band) {
      const rows = Math.min(band, side - row) * side;
      const data = points.subarray(2 * row * side, 2 * (row * side + rows));
      decision.set(await model.decisionFunction({ data, rows, cols: 2 }, { shape: 'ovo' }), row * side * pairs.length);
    }
    return new Field(decision, side, pairs, this.#names.length);
  }
}

/** Per column of the decision values the class that a positive value speaks for, then the other. */
function pairsOf(classes) {
  if (classes.length === 2) return [[classes[1], classes[0]]];
  return classes.flatMap((first, i) => classes.slice(i + 1).map((second) => [first, second]));
}
