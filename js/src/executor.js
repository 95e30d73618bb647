/**
 * maxmargin/executor: the threads of this process as an executor, and the types of the contract, for
 * those who write an executor of their own: its workers can do with threads what they are sent.
 */
import { checkCount, readSettings } from './basics/settings.js';
import { host } from './core.js';
import { RowsStation, checkFiles } from './executor/rows-station.js';
import { Threads } from './executor/threads.js';
import { SetScores, boost, decide } from './face/rest.js';
import * as sharing from './face/sharing.js';
import { defaultWorkers } from './select/workers.js';

export { MaxMarginError } from './basics/errors.js';

/** @import { StationHost } from './executor/station.js' */

/** @typedef {import('./executor/types.js').Executor} Executor */
/** @typedef {import('./executor/types.js').Job} Job */
/** @typedef {import('./executor/types.js').Opening} Opening */
/** @typedef {import('./executor/types.js').Plain} Plain */
/** @typedef {import('./executor/types.js').Reply} Reply */
/** @typedef {import('./executor/types.js').Session} Session */
/** @typedef {import('./executor/types.js').ThreadsSettings} ThreadsSettings */
/** @typedef {import('./executor/types.js').Waiting} Waiting */

/** For fits to rows that workers hold. */
const loadRows = () => import('./executor-rows.js');

host.sharing = sharing;
host.rest = { SetScores, boost, decide };
host.spread = async (...given) => (await loadRows()).fitSpread(...given);

/**
 * An executor of threads of this process. They start with the first jobs, share the compiled module,
 * and end half a minute after their last job, or with terminate().
 * @param {ThreadsSettings} [settings]
 * @returns {Executor}
 */
export function threads(settings) {
  const known = ['workers', 'files', 'readChunk'];
  const { workers = defaultWorkers(), files, readChunk } = readSettings('threads', settings, known);
  checkFiles(files, readChunk);
  const make = async (/** @type {StationHost} */ own) => (await loadRows()).rowsOf(own, files, readChunk); // prettier-ignore
  return new Threads(host, checkCount(workers), (client) => new RowsStation(client, make));
}
