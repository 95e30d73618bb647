/** How many workers share work. */
import { wrongSetting } from '../model/state.js';

/**
 * @param {unknown} workers as the caller gave them
 * @returns {number}
 */
export function checkWorkers(workers = defaultWorkers()) {
  if (Number.isInteger(workers) && Number(workers) >= 1) return Number(workers);
  throw wrongSetting('workers', 'a whole number of at least 1', workers);
}

/** One worker for each processor, and at most four, because each has its own memory. */
function defaultWorkers() {
  const { navigator, process } = /** @type {any} */ (globalThis);
  const processors =
    navigator?.hardwareConcurrency ??
    process?.getBuiltinModule?.('node:os').availableParallelism() ??
    2;
  return Math.min(4, processors);
}
