/** What an error of an executor is about. */

/**
 * Whether who did the work is gone, so that it may be done elsewhere.
 * @param {any} error
 */
export function isLost(error) {
  return /^ERR_(RUNTIME_CRASHED|RUNTIME_UNSTABLE|WORKER_LOST)$/.test(error?.code);
}

/**
 * Whether an error is about the executor, not about one job: then nothing further is tried.
 * @param {any} error
 */
export function endsAll(error) {
  return error?.code === 'ERR_DISPOSED' || (error?.argument === 'executor' && !isLost(error));
}
