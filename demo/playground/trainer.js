/**
 * Trains one model at a time: a new problem replaces the running one, whose results
 * are then dropped. Where the last model can be changed into that of the new problem,
 * it is. All arithmetic happens in the package's worker; this side only waits.
 */

import { Changeable } from './change.js';
import { problem } from './data.js';
import { machineOf, makeMachine, withOrder } from './schema.js';
import { surface } from './surface.js';

const coarse = 40;
const fine = 100; // 10,000 grid points

const patience = 80; // milliseconds in which a stopped fit must return its solution so far
const late = Symbol('stopped late');

export class Trainer {
  #job = null;
  #last = null; // the last model, if its rows can change
  #changing = null; // settles when no change of it is under way

  /**
   * Trains, and tells the watcher how it goes: `progress(report)` while it runs,
   * `stopped(kept)` when stop() ended it, with a solution or without,
   * `fitted(outcome)` when there is a model, `failed(error)`; then
   * `surface(surface, last)` once roughly and once finely, or, for data of many
   * dimensions, `decision(values)`. The watcher gets no call for a problem after
   * the next one is given. The outcome has `signal`, which aborts when the problem is replaced,
   * and `changed`, the number of points by which the model of an earlier outcome was changed,
   * 0 for a model of its own.
   */
  async train({ state, data }, watcher) {
    this.#job?.cancel.abort();
    const job = { watcher, cancel: new AbortController(), stop: false, model: null };
    this.#job = job;
    const current = () => this.#job === job;
    try {
      await this.#changing;
      if (!current()) return;
      const { X, y } = problem(data, state.machine);
      const started = performance.now();
      const changed = await this.#change(job, { state, data });
      if (!current()) return;
      const model = changed ? this.#last.model : await this.#fit(job, { state, data, X, y });
      const milliseconds = performance.now() - started;
      if (!current()) return;
      job.model = model;
      if (job.stop) watcher.stopped(true);

      const predicted = model.predict ? await model.predict(X) : null;
      if (!current()) return;
      if (!changed) this.#last = Changeable.of(model, { state, data });
      watcher.fitted({ model, X, y, predicted, milliseconds, changed, stopped: model.status === 'stopped', signal: job.cancel.signal });

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

  /** Changes the last model into that of this problem. @returns {Promise<number>} of the points that joined and left; 0 if it takes a fit */
  async #change({ cancel: { signal } }, about) {
    const change = this.#last?.changeTo(about);
    if (!change) return 0;
    const work = this.#last.change(change, about, { signal });
    this.#changing = work.catch(() => {});
    try {
      await work;
    } catch (error) {
      if (signal.aborted) throw error;
      this.#last = null; // a fit says what is wrong, if it fails too
      return 0;
    }
    return change.joining.length + change.leaving.length;
  }

  async #fit(job, { state, data, X, y }) {
    const model = makeMachine(withOrder(state, data.names));
    const settings = {
      signal: job.cancel.signal,
      onProgress: (report) => {
        if (this.#job === job) job.watcher.progress(report);
        return !job.stop;
      },
    };
    await (y ? model.fit(X, y, settings) : model.fit(X, settings));
    return model;
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
