/** The setting `executor` of searches and fits. */
import { wrongSetting } from '../basics/settings.js';

/** @import { Executor } from './types.js' */

/**
 * Where work is done, if that is not this process.
 * @param {any} executor as the caller gave it
 * @param {unknown} workers that the caller asked for
 * @returns {Executor | undefined}
 */
export function checkExecutor(executor, workers) {
  if (executor == null) return undefined;
  if (typeof executor.capacity !== 'function' || typeof executor.open !== 'function') {
    const hint = typeof executor.then === 'function' ? '; await the promise first' : '';
    throw wrongSetting('executor', 'an object with capacity() and open(), such as threads() of maxmargin/executor returns', executor, hint); // prettier-ignore
  }
  if (workers === undefined) return executor;
  throw wrongSetting('workers', 'left out with an executor, which has its own', workers);
}
