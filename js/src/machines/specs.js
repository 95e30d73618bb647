/**
 * What is known of options and attributes, made of a few words: a program has hundreds of them
 * (generated/specs.js).
 */

/** @import { OptionSpec } from './option-values.js' */
/** @import { AttributeSpec } from './options.js' */

/**
 * An option of a machine, or a parameter of a kernel.
 * @param {string} type
 * @param {string} name
 * @param {unknown} [value] the default; undefined: there is none
 * @param {string | string[]} [allowed] the range or the choices
 * @param {Partial<OptionSpec>} [more]
 * @returns {OptionSpec}
 */
export function option(type, name, value, allowed, more) {
  return {
    ...{ name, type },
    ...(value !== undefined && { default: value }),
    ...(Array.isArray(allowed) ? { choices: allowed } : allowed && { range: allowed }),
    ...more,
  };
}

/**
 * A result of a fit.
 * @param {string} name
 * @param {string} field of the model file
 * @param {string[]} shape
 * @param {string} [type] of its entries; undefined: numbers
 * @returns {AttributeSpec}
 */
export function attribute(name, field, shape, type) {
  return { name, field, shape, ...(type && { type }) };
}
