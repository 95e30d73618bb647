/**
 * The catalogue that people and forms read: what options are checked against, and what
 * they mean. Nothing here is needed to fit or to load a machine, so every constant is
 * made by a call that a bundler can leave out.
 */
import { docs, kernelDocs, summaries } from '../generated/catalog.js';
import { kernelSpecs, machines } from '../generated/specs.js';
import { endsOf } from './option-values.js';

/** @import { KernelDescription, MachineDescription } from '../types.js' */
/** @import { KernelName, MachineName } from '../generated/options.js' */

/**
 * The same with the meaning of every option and attribute and the ends of ranges, which
 * cannot be changed.
 * @param {any} value
 * @param {Map<object, string>} meanings
 * @returns {any}
 */
function described(value, meanings) {
  if (typeof value !== 'object' || value === null) return value;
  /** @type {any} */
  const copy = Array.isArray(value)
    ? value.map((entry) => described(entry, meanings))
    : Object.fromEntries(
        Object.entries(value).map(([name, entry]) => [name, described(entry, meanings)]),
      );
  const doc = meanings.get(value);
  if (doc !== undefined) copy.doc = doc;
  if (typeof copy.range === 'string') Object.assign(copy, endsOf(copy.range));
  return Object.freeze(copy);
}

/**
 * @param {Record<string, object>} specs by name
 * @param {(name: string) => object} more what people read about each
 * @returns {any}
 */
function describe(specs, more) {
  const meanings = new Map(docs());
  const entries = Object.entries(specs).map(([name, spec]) => [
    name,
    Object.freeze({ ...described(spec, meanings), ...more(name) }),
  ]);
  return Object.freeze(Object.fromEntries(entries));
}

/**
 * Every machine: its options with their types, ranges and defaults, and what a fit leaves
 * behind.
 * @type {Readonly<Record<MachineName, MachineDescription>>}
 */
export const catalog = /* @__PURE__ */ describe(machines, (name) => ({
  summary: summaries[/** @type {MachineName} */ (name)],
}));

/**
 * Every kernel that an object can describe: its formula, when it is positive definite,
 * what it compares, and its parameters.
 * @type {Readonly<Record<KernelName, KernelDescription>>}
 */
export const kernelCatalog = /* @__PURE__ */ describe(
  kernelSpecs,
  (name) => kernelDocs[/** @type {KernelName} */ (name)],
);
