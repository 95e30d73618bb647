/**
 * The catalogue that people and forms read: what options are checked against, and what
 * they mean. Nothing here is needed to fit or to load a machine, so every constant is
 * made by a call that a bundler can leave out.
 */
import { docs, forStudy, kernelDocs, summaries } from '../generated/catalog.js';
import { kernelSpecs, machines } from '../generated/specs.js';
import { specOf } from './kernels.js';
import { endsOf } from './option-values.js';

/** @import { KernelDescription, MachineDescription } from '../types.js' */
/** @import { KernelName, MachineName } from '../generated/options.js' */

/**
 * Writes descriptions: the specifications with the meaning of every option and attribute and the
 * ends of ranges, which cannot be changed. What several machines share is described once, because
 * this runs when the package is imported.
 */
class Writer {
  #meanings = new Map(docs());
  /** @type {Map<object, any>} */
  #described = new Map();

  /**
   * @param {any} value
   * @returns {any}
   */
  describe(value) {
    if (typeof value !== 'object' || value === null) return value;
    const known = this.#described.get(value);
    if (known) return known;
    const copy = Array.isArray(value)
      ? value.map((entry) => this.describe(entry))
      : this.#fields(value);
    this.#described.set(value, Object.freeze(copy));
    return copy;
  }

  /**
   * @param {Record<string, any>} value
   * @returns {any}
   */
  #fields(value) {
    /** @type {any} */
    const copy = {};
    for (const name of Object.keys(value)) copy[name] = this.describe(value[name]);
    const doc = this.#meanings.get(value);
    if (doc !== undefined) copy.doc = doc;
    if (copy.shape) copy.type ??= 'float64s'; // of an attribute
    if (typeof copy.range === 'string') Object.assign(copy, endsOf(copy.range));
    return copy;
  }
}

/**
 * @param {Record<string, object>} specs by name
 * @param {(name: string) => object} more what people read about each
 * @returns {any}
 */
function describe(specs, more) {
  const writer = new Writer();
  /** @type {Record<string, object>} */
  const entries = {};
  for (const [name, spec] of Object.entries(specs)) {
    entries[name] = Object.freeze({ options: [], ...writer.describe(spec), ...more(name) });
  }
  return Object.freeze(entries);
}

/** @param {{dimensions: object}} spec */
function dimensionsOf({ dimensions }) {
  const told = Object.entries(dimensions).map(([letter, field]) => [
    letter,
    Object.freeze({ field: String(field), counts: typeof field === 'string' }),
  ]);
  return Object.freeze(Object.fromEntries(told));
}

/**
 * Every machine: its options with their types, ranges and defaults, and what a fit leaves
 * behind.
 * @type {Readonly<Record<MachineName, MachineDescription>>}
 */
export const catalog = /* @__PURE__ */ describe(machines, (name) => ({
  dimensions: dimensionsOf(machines[/** @type {MachineName} */ (name)]),
  entry: forStudy.split(' ').includes(name) ? 'maxmargin/study' : 'maxmargin',
  summary: summaries[/** @type {MachineName} */ (name)],
}));

/**
 * Every kernel that an object can describe: its formula, when it is positive definite,
 * what it compares, and its parameters.
 * @type {Readonly<Record<KernelName, KernelDescription>>}
 */
export const kernelCatalog = /* @__PURE__ */ describe(kernelSpecs, (name) => ({
  name,
  arity: specOf(name).arity,
  ...kernelDocs[/** @type {KernelName} */ (name)],
}));
