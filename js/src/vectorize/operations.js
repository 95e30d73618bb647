/** The operations of models that are JavaScript, as a worker or the calling thread carries them out. */
import { MaxMarginError, toRecord } from '../basics/errors.js';
import { interval } from '../basics/slices.js';
import { signals } from '../runtime/runtime.js';

/** @import { Work } from '../basics/slices.js' */
/** @import { Control, Operations, Success } from '../runtime/host.js' */
/** @import { Learning, Result } from './learning.js' */

/**
 * What a session asks in the place of the WebAssembly program.
 * @implements {Operations}
 */
export class LearningOperations {
  /** It does not die. @type {undefined} */
  death;
  #learning;

  /**
   * @param {Learning} learning
   * @param {boolean} [stays] whether no worker can do the work
   */
  constructor(learning, stays = false) {
    this.#learning = learning;
    this.name = stays ? undefined : learning.name;
  }

  /** @param {() => void} enter */
  guard(enter) {
    enter();
  }

  /**
   * Starts an operation, which works in slices if it can yield. Its answer is passed to settle.
   * @param {string} op
   * @param {object} request
   * @param {object} _options
   * @param {Record<string, Uint8Array>} buffers
   * @param {Control} control
   */
  dispatch(op, request, _options, buffers, { settle, progress, yield: pause, models }) {
    const work = this.#run(op, request, buffers, models);
    let last = -Infinity;
    let told = false; // to end: the work is told once, and who told it hears no more
    const advance = (/** @type {number} */ signal) => {
      try {
        for (;;) {
          if (signal === signals.abort) {
            /** @type {Work<unknown>} */ (work).return(undefined);
            throw new MaxMarginError('ERR_STOPPED', '', 'aborted');
          }
          const ends = signal === signals.stop && !told;
          told ||= ends;
          const { done, value } = work.next(!ends);
          if (done) {
            settle(value);
            return;
          }
          const now = performance.now();
          const due = now - last >= interval;
          if (due) last = now;
          signal = (due && !told && progress?.(value)) || signals.continue;
          if (!pause) continue;
          pause(advance);
          return;
        }
      } catch (error) {
        settle({ ok: false, error: toRecord(error) });
      }
    };
    advance(signals.continue);
  }

  /**
   * `fit` learns and keeps the result, `load` keeps an earlier result, and every other operation is
   * a method of what is kept.
   * @param {string} op
   * @param {any} request
   * @param {Record<string, Uint8Array>} buffers
   * @param {Map<number, any>} models
   * @returns {Work<Success>}
   */
  *#run(op, { model, params, samples, learnt, transforms }, buffers, models) {
    if (op === 'load') {
      models.set(model, this.#learning.read(learnt, params));
      return succeeded();
    }
    const taken = { ...samples, buffers };
    if (op !== 'fit') return succeeded(yield* models.get(model)[op](taken));
    const began = performance.now();
    const [made, rows] = yield* this.#learning.learn(taken, params);
    const milliseconds = performance.now() - began;
    const { value, buffers: out } = succeeded(transforms ? yield* rows() : undefined);
    models.set(model, made);
    return { ok: true, value: { ...value, learnt: made.write(), milliseconds }, buffers: out };
  }
}

/**
 * @param {Result} [result]
 * @returns {Success}
 */
function succeeded(result = { value: {}, buffers: {} }) {
  return /** @type {Success} */ ({ ok: true, ...result });
}
