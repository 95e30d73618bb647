/**
 * Every algorithm of the package is written once, as a generator. The generator yields a value
 * or a promise, and receives the value. This file has the two ways to run such generators.
 */

import { MaxMarginError } from './errors.js';

/**
 * Yields what may be a promise, and returns a T.
 * @template T
 * @typedef {Generator<any, T, any>} Steps
 */

/**
 * Runs to the end and waits for every promise. Other values are handed back at once: the work
 * up to the first promise happens within the call, before the caller can change its arguments.
 * @template T
 * @param {Steps<T>} steps
 * @returns {Promise<T>}
 */
export async function later(steps) {
  let step = steps.next();
  while (!step.done) {
    let { value } = step;
    if (isPromise(value)) {
      try {
        value = await value;
      } catch (error) {
        step = steps.throw(error);
        continue;
      }
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
  while (!step.done) {
    const { value } = step;
    step = isPromise(value) ? steps.throw(unexpected(value)) : steps.next(value);
  }
  return step.value;
}

/**
 * @param {any} value
 * @returns {value is PromiseLike<any>}
 */
export function isPromise(value) {
  return typeof value?.then === 'function';
}

/** @param {PromiseLike<unknown>} promise that is not awaited */
function unexpected(promise) {
  promise.then(undefined, () => {});
  return new MaxMarginError(
    'ERR_TYPE',
    '',
    'a method returned a promise, but maxmargin/sync works with values; import the class and the function that you pass it to from the same entry, both from maxmargin or both from maxmargin/sync',
  );
}
