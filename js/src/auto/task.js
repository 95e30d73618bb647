/** What is to be predicted, and the measure that fits it. */
import { MaxMarginError, show } from '../basics/errors.js';
import { wrongSetting } from '../basics/settings.js';

/** @import { AutoTask } from './types.js' */

/** Whole numbers with at most so many different values are classes, unless the caller says otherwise. */
const fewNumbers = 10;

/** A class with fewer rows cannot be in the training rows, in the folds and in the test rows. */
const fewestOfClass = 4;

/**
 * What is predicted.
 * @typedef {object} Task
 * @property {AutoTask} name
 * @property {any[] | Float64Array} y
 * @property {any[]} labels of the classes, the most frequent first; none of numbers
 * @property {number[]} counts of their rows
 * @property {string[]} scoring the measure that chooses, and those that stand beside it
 * @property {any[]} [order] of the classes
 */

/**
 * @param {any[] | Float64Array} y
 * @param {AutoTask | undefined} asked
 * @param {readonly any[] | undefined} order
 * @param {string | undefined} scoring
 * @returns {Task}
 */
export function readTask(y, asked, order, scoring) {
  const counts = new Map();
  for (const value of y) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (counts.size < 2) {
    const [only] = counts.keys();
    throw new MaxMarginError('ERR_ONE_CLASS', 'y', `every target is ${show(only)}: there is nothing to predict`); // prettier-ignore
  }
  const numeric = [...counts.keys()].every((value) => typeof value === 'number');
  const few = counts.size <= fewNumbers && [...counts.keys()].every(Number.isInteger);
  const name = asked ?? (order ? 'order' : !numeric || few ? 'classes' : 'numbers');
  const chosen = scoring === undefined ? [] : [scoring];
  const all = (/** @type {string[]} */ usual) => [...new Set([...chosen, ...usual])];
  if (name === 'numbers') {
    if (!numeric) {
      throw wrongSetting('task', "'classes' where targets are no numbers", asked);
    }
    if (![...counts.keys()].every(Number.isFinite)) {
      throw new MaxMarginError('ERR_TYPE', 'y', 'every target must be a finite number');
    }
    const values = Float64Array.from(y);
    return { name, y: values, labels: [], counts: [], scoring: all(['meanAbsoluteError', 'r2']) };
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const rare = sorted.find(([, count]) => count < fewestOfClass);
  if (rare && name === 'classes') {
    throw new MaxMarginError('ERR_ONE_CLASS', 'y', `the class ${show(rare[0])} has ${rare[1]} rows; each needs at least ${fewestOfClass}: leave such rows out, or join rare classes`, { label: rare[0], got: rare[1] }); // prettier-ignore
  }
  const kinds = {
    labels: sorted.map(([label]) => label),
    counts: sorted.map(([, count]) => count),
  };
  if (name === 'classes') {
    const own = sorted.length === 2 ? ['logLoss', 'rocAuc', 'accuracy'] : ['logLoss', 'accuracy'];
    return { name, y: Array.from(y), ...kinds, scoring: all(own) };
  }
  const ranks = order ?? [...counts.keys()].sort((a, b) => a - b);
  const unknown = [...counts.keys()].find((value) => !ranks.includes(value));
  if (unknown !== undefined || new Set(ranks).size !== ranks.length) {
    throw wrongSetting('order', `all classes of y, once each, in their order (${show(unknown)} is missing, or one comes twice)`, order); // prettier-ignore
  }
  if (!order && !numeric) throw wrongSetting('order', 'an array of the classes in their order', order); // prettier-ignore
  return {
    name,
    y: Array.from(y),
    ...kinds,
    scoring: all(['meanAbsoluteError', 'accuracy']),
    order: [...ranks],
  };
}
