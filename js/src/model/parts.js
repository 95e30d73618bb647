/** The parts of fitted models: steps of pipelines, and members of ensembles. */
import { Container } from './container.js';
import { Fitted } from './fitted.js';

/** @import { MachineSpec } from '../machines/options.js' */

/** How many parts a file can have; Go has the same limit. */
const mostParts = 1000;

/** The field with the number of parts of a machine that holds others. */
const countField = 'pipeline.steps';

/**
 * The name of a step, or of a member.
 * @param {Fitted} part
 */
export const labelOf = ({ bytes, step }) => new Container(bytes, `${step}.`).text('label');

/**
 * The parts of a fitted model, by their numbers in its file. The parts of the whole are the first
 * ones; those of a part that holds others follow all that have a number by then.
 * @param {Fitted} fitted
 * @param {(machine: string) => MachineSpec} find the description of a machine
 * @param {() => number} [newId] makes the ids by which the session knows the parts
 * @returns {Fitted[]}
 */
export function partsOf({ bytes, step }, find, newId = () => 0) {
  const whole = new Container(bytes);
  let next = 0;
  /** @type {Map<number | undefined, number[]>} */
  const numbers = new Map();
  const visit = (/** @type {number | undefined} */ at) => {
    const field = at === undefined ? countField : `${at}.${countField}`;
    const count = whole.has(field) ? whole.int32s(field)[0] : 0;
    const first = next;
    next += count;
    if (!(count >= 0 && next <= mostParts)) throw new TypeError(`it has ${next} parts`);
    const own = Array.from({ length: count }, (_, i) => first + i);
    numbers.set(at, own);
    own.forEach(visit);
  };
  visit(undefined);
  return (numbers.get(step) ?? []).map(
    (part) => new Fitted(newId(), bytes, find, undefined, part, numbers.get(part)?.at(-1)),
  );
}
