/** The steps before a machine, one after the other, and those that columns of a table go to. */
import { machineOf } from '../../machines/all.js';
import { partsOf } from '../../model/parts.js';
import { oneHot, ordinal } from './encoders.js';
import { doubled, merged, picked, singled } from './flow.js';
import { scaling } from './scalers.js';
import { steps } from './steps.js';
import { valuesOf, writerOf } from './values.js';

/** @import { Fitted } from '../../model/fitted.js' */
/** @import { Builder } from './builder.js' */
/** @import { Flow } from './flow.js' */

/**
 * The steps that take columns one by one.
 * @type {Record<string, (b: Builder, fitted: Fitted, flow: Flow) => Flow>}
 */
const tableSteps = {
  ColumnTransformer: columnTransformer,
  OneHotEncoder: oneHot,
  OrdinalEncoder: ordinal,
};

/**
 * Whether a machine or a step can be written.
 * @param {string} name
 */
export const isWritten = (name) => Boolean(tableSteps[name] ?? steps[name] ?? writerOf(name));

/**
 * What steps make of samples, one after the other.
 * @param {Builder} b
 * @param {readonly Fitted[]} parts
 * @param {Flow} flow
 */
export function through(b, parts, flow) {
  for (const step of parts) flow = stepped(b, step, flow);
  return flow;
}

/**
 * What a step makes of samples.
 * @param {Builder} b
 * @param {Fitted} step
 * @param {Flow} flow
 * @returns {Flow}
 */
function stepped(b, step, flow) {
  if (tableSteps[step.machine]) return tableSteps[step.machine](b, step, flow);
  const operator = b.isDouble ? undefined : scaling(step);
  if (!operator) {
    const of = steps[step.machine];
    const x = doubled(b, flow);
    return { double: of ? of(b, step, x) : valuesOf(b, step, x).values };
  }
  const { type, attributes } = operator;
  return { single: b.machine(type, [singled(b, flow)], attributes, [b.name('scaled')]) };
}

/**
 * The steps of a pipeline; of anything else the one that it is.
 * @param {Fitted} fitted
 * @returns {Fitted[]}
 */
export const stepsOf = (fitted) => (fitted.steps > 0 ? partsOf(fitted, machineOf) : [fitted]);

/**
 * The groups of columns of a ColumnTransformer, and the steps that each goes through.
 * @param {Fitted} fitted
 * @returns {{columns: number[], steps: Fitted[]}[]}
 */
export function groupsOf(fitted) {
  const lists = (/** @type {string} */ name) => {
    const text = /** @type {string} */ (fitted.field(`option.${name}`));
    return text === '' ? [] : text.split(';').map((list) => list.split(',').map(Number));
  };
  const passed = new Set(lists('passthrough').flat());
  const parts = partsOf(fitted, machineOf);
  const d = fitted.attribute('nFeatures');
  return lists('columns').map((columns, g) => {
    if (!columns.every((column) => Number.isInteger(column) && column >= 0 && column < d))
      throw new TypeError('it has columns that do not exist');
    const part = passed.has(g) ? undefined : parts.shift();
    return { columns, steps: part ? stepsOf(part) : [] };
  });
}

/**
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Flow} flow
 * @returns {Flow}
 */
function columnTransformer(b, fitted, flow) {
  const width = /** @type {number} */ (fitted.attribute('nFeatures'));
  const made = groupsOf(fitted).map(({ columns, steps }) =>
    through(b, steps, picked(b, flow, columns, width)),
  );
  return merged(b, made);
}
