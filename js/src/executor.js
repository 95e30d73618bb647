/**
 * maxmargin/executor: the threads of this process as an executor, and the types of the contract, for
 * those who write an executor of their own: its workers can do with threads what they are sent.
 */
import { checkCount, readSettings } from './basics/settings.js';
import { host } from './core.js';
import { Threads } from './executor/threads.js';
import { defaultWorkers } from './select/workers.js';

export { MaxMarginError } from './basics/errors.js';

/** @typedef {import('./executor/types.js').Executor} Executor */
/** @typedef {import('./executor/types.js').Job} Job */
/** @typedef {import('./executor/types.js').Opening} Opening */
/** @typedef {import('./executor/types.js').Plain} Plain */
/** @typedef {import('./executor/types.js').Reply} Reply */
/** @typedef {import('./executor/types.js').Session} Session */
/** @typedef {import('./executor/types.js').ThreadsSettings} ThreadsSettings */
/** @typedef {import('./executor/types.js').Waiting} Waiting */

/**
 * An executor of threads of this process. They start with the first jobs, share the compiled module,
 * and end half a minute after their last job, or with terminate().
 * @param {ThreadsSettings} [settings]
 * @returns {Executor}
 */
export function threads(settings) {
  const { workers = defaultWorkers() } = readSettings('threads', settings, ['workers']);
  return new Threads(host, checkCount(workers));
}
