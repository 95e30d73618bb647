/**
 * Trains one model at a time: a new problem replaces the running one, whose results
 * are then dropped. All arithmetic happens in the package's worker; this side only
 * waits.
 */

import { problem } from './data.js';
import { machineOf, makeMachine, withOrder } from './schema.js';
import { surface } from './surface.js';

const coarse = 40;
const fine = 100; // 10,000 grid points

const patience = 80; // milliseconds in which a stopped fit must return its solution so far
const late = Symbol('stopped late');

export class Trainer {
  #job = null;

  /**
   * Trains, and tells the watcher how it goes: `progress(report)` while it runs,
   * `stopped(kept)` when stop() ended it, with a solution or without,
   * `fitted(outcome)` when there is a model, `failed(error)`; then
   * `surface(surface, last)` once roughly and once finely, or, for data of many
   * dimensions, `decision(values)`. The watcher gets no call for a problem after
   * the next one is given. The outcome has `signal`, which aborts when the problem is replaced.
   */
  async train({ state, data }, watcher) {
    this.#job?.cancel.abort();
    const job = { watcher, cancel: new AbortController(), stop: false, model: null };
    this.#job = job;
    const current = () => this.#job === job;
    try {
      const model = makeMachine(withOrder(state, data.names));
      const { X, y } = problem(data, state.machine);
      const settings = {
        signal: job.cancel.signal,
        onProgress: (report) => {
          if (current()) watcher.progress(report);
          return !job.stop;
        },
      };
      const started = performance.now();
      await (y ? model.fit(X, y, settings) : model.fit(X, settings));
      const milliseconds = performance.now() - started;
      if (!current()) return;
      job.model = model;
      if (job.stop) watcher.stopped(true);

      const predicted = model.predict ? await model.predict(X) : null;
      if (!current()) return;
      watcher.fitted({ model, X, y, predicted, milliseconds, stopped: model.status === 'stopped', signal: job.cancel.signal });

      if (data.big) {
        const values = machineOf(state.machine).kind === 'classifier' ? await model.decisionFunction(X) : null;
        if (current()) watcher.decision(values);
        return;
      }
      for (const side of [coarse, fine]) {
        const shown = await surface(model, { state, data, side, current });
        if (!shown || !current()) return;
        watcher.surface(shown, side === fine);
      }
    } catch (error) {
      if (!current()) return;
      if (error === late) watcher.stopped(false);
      else watcher.failed(error);
    }
  }

  /**
   * Ends the running fit and keeps the best solution so far. If the fit does not return
   * within `patience`, it is aborted without a solution. Returns whether a fit was running.
   */
  stop() {
    const job = this.#job;
    if (!job) return false;
    job.stop = true;
    if (job.model) job.watcher.stopped(true);
    else setTimeout(() => job.cancel.abort(late), patience);
    return true;
  }

  /** Aborts the running work. */
  cancel() {
    this.#job?.cancel.abort();
    this.#job = null;
  }
}
