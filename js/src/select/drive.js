/**
 * Model selection is written once, as generators that yield what may be a promise
 * and get back what it stands for. Here are the two ways to run them.
 */

/**
 * What yields values to wait for, and returns a T.
 * @template T
 * @typedef {Generator<any, T, any>} Steps
 */

/**
 * Runs to the end, waiting for what is yielded.
 * @template T
 * @param {Steps<T>} steps
 * @returns {Promise<T>}
 */
export async function later(steps) {
  let step = steps.next();
  while (!step.done) {
    let value;
    try {
      value = await step.value;
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(value);
  }
  return step.value;
}

/**
 * Runs to the end at once: nothing that is yielded is a promise.
 * @template T
 * @param {Steps<T>} steps
 * @returns {T}
 */
export function now(steps) {
  let step = steps.next();
  while (!step.done) step = steps.next(step.value);
  return step.value;
}
