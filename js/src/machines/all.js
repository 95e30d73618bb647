/**
 * The options of every machine and every vectorizer by name, for what reads files: these may hold any
 * of them. Everything else gets the description of a machine from its class.
 */
import { optionsOf } from '../generated/specs.js';
import { columnTransformer, transformedTarget } from './holders.js';
import { vectorizers } from './vectorizers.js';

/** @import { MachineSpec } from './options.js' */

/**
 * Whether there is a machine, or a vectorizer, of that name.
 * @param {string} name
 */
export const isMachine = (name) =>
  Object.hasOwn(optionsOf, name) || isVectorizer(name) || holderOf(name) !== undefined;

/**
 * The machine of a name that holds others and is no machine of the catalogue.
 * @param {string} name
 */
const holderOf = (name) =>
  [columnTransformer, transformedTarget].find((holder) => holder.name === name);

/** @param {unknown} name */
export const isVectorizer = (name) => typeof name === 'string' && Object.hasOwn(vectorizers, name);

/**
 * A machine of which the options are known, and no results of fits.
 * @param {string} name
 * @returns {MachineSpec}
 */
export function machineOf(name) {
  /** @type {Record<string, MachineSpec>} */
  const others = vectorizers;
  const other = holderOf(name) ?? (isVectorizer(name) ? others[name] : undefined);
  if (other) return other;
  /** @type {Record<string, MachineSpec['options']>} */
  const all = optionsOf;
  if (!Object.hasOwn(all, name)) throw new TypeError('there is no such machine');
  return { name, kind: '', options: all[name], attributes: [], dimensions: {} };
}
