/** How many workers share work. */
import { checkCount } from '../basics/settings.js';

/**
 * @param {unknown} workers as the caller gave them
 * @returns {number}
 */
export function checkWorkers(workers = defaultWorkers()) {
  return checkCount(workers);
}

/** One worker for each processor, and at most four, because each has its own memory. */
export function defaultWorkers() {
  const { navigator, process } = globalThis;
  const processors =
    navigator?.hardwareConcurrency ??
    process?.getBuiltinModule?.('node:os').availableParallelism() ??
    2;
  return Math.min(4, processors);
}
