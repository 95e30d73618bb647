/**
 * Kernels as objects: `{ kernel: 'rbf', gamma: 0.1 }`, or one that is made of others,
 * `{ kernel: 'sum', parts: [...] }`. They are plain data: they can be cloned, sent to a worker
 * and written as JSON, and they are frozen after the check.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { kernelSpecs } from '../generated/specs.js';
import { nearest } from '../basics/nearest.js';
import { readEntries } from '../basics/entries.js';
import { checkValue } from './option-values.js';

/** @import { OptionSpec, Options } from './option-values.js' */

/** @import { Kernel } from '../types.js' */

/**
 * A kernel as it is described in generated/specs.js.
 * @typedef {object} KernelSpec
 * @property {number} arity how many kernels it is made of: -1 for none, 0 for one or more
 * @property {OptionSpec[]} options its parameters
 * @property {string[]} [otherNames] what other texts and libraries call it
 */

/**
 * The result of the checks.
 * @type {WeakSet<object>}
 */
const checked = new WeakSet();

/** How deep kernels may be nested; Go has the same limit. */
const deepest = 16;

/**
 * The kernel of a name with its parameters, or with its parameter and its parts.
 * @param {string} name
 * @param {unknown[]} given
 * @returns {any} a Kernel
 */
export function make(name, given) {
  const { arity, options } = specOf(name);
  if (arity < 0) {
    const parameters = given[0] ?? {};
    if (typeof parameters !== 'object' || Array.isArray(parameters)) {
      throw wrong(name, `kernels.${name} takes an object of parameters, got ${show(parameters)}`);
    }
    return checkKernel({ ...parameters, kernel: name }, name);
  }
  const parameters = options.map((option, i) => [option.name, given[i]]);
  const parts = given.slice(options.length);
  return checkKernel({ ...Object.fromEntries(parameters), kernel: name, parts }, name);
}

/**
 * @param {string} name
 * @returns {KernelSpec}
 */
export function specOf(name) {
  return { arity: -1, options: [], ...kernelSpecs[/** @type {keyof typeof kernelSpecs} */ (name)] };
}

/**
 * Checks a kernel that a user wrote, and everything that it is made of.
 * @param {unknown} value
 * @param {string} place where it stands, such as kernel.parts[1]
 * @param {number} [depth]
 * @returns {Kernel} a frozen copy without the parameters that are undefined
 */
export function checkKernel(value, place, depth = 0) {
  if (typeof value !== 'object' || value === null || !('kernel' in value)) {
    const hint =
      typeof value === 'function'
        ? ', which cannot be part of another kernel; call the others within it instead'
        : '';
    throw wrong(
      place,
      `${place} must be a kernel such as kernels.rbf(), got ${show(value)}${hint}`,
    );
  }
  if (checked.has(value)) return /** @type {Kernel} */ (value);
  if (depth > deepest) {
    throw wrong(place, `${place} is nested in more than ${deepest} other kernels; nest fewer`);
  }
  const name = value.kernel;
  if (typeof name !== 'string' || !Object.hasOwn(kernelSpecs, name)) throw unknown(name, place);
  const { arity, options } = specOf(name);
  const known = [
    'kernel',
    ...options.map((option) => option.name),
    ...(arity < 0 ? [] : ['parts']),
  ];
  const given = new Map(readEntries(`the kernel ${name} at ${place}`, value, known));
  /** @type {Record<string, unknown>} */
  const kernel = { kernel: name };
  for (const option of options) {
    const parameter = given.get(option.name);
    const at = { ...option, name: `${place}.${option.name}` };
    if (parameter !== undefined) kernel[option.name] = checkValue(at, parameter);
    else if (option.default === undefined)
      throw wrong(at.name, `${at.name} is missing: ${option.doc}`);
  }
  if (arity >= 0) kernel.parts = checkParts(given.get('parts'), `${place}.parts`, arity, depth);
  Object.freeze(kernel);
  checked.add(kernel);
  return /** @type {Kernel} */ (/** @type {unknown} */ (kernel));
}

/**
 * The parameters of a kernel that is given by its name. An object has them inside, and a
 * function has none.
 * @param {readonly OptionSpec[]} specs
 * @param {unknown} kernel
 */
function replacedBy(specs, kernel) {
  if (typeof kernel !== 'object' && typeof kernel !== 'function') return [];
  return specs.filter(({ ofKernel }) => ofKernel);
}

/**
 * Refuses options that have no effect beside a kernel that is an object or a function,
 * unless they have their default.
 * @param {readonly OptionSpec[]} specs
 * @param {any} kernel the option
 * @param {Options} given
 */
export function checkBesideKernel(specs, kernel, given) {
  for (const { name, default: idle } of replacedBy(specs, kernel)) {
    if (!(name in given) || given[name] === idle) continue;
    if (typeof kernel === 'function') {
      throw wrong(
        name,
        `${name} has no effect beside a kernel that is a function; use the number within the function`,
      );
    }
    const inside = specOf(kernel.kernel).options.some((option) => option.name === name);
    const remedy = inside
      ? `write it into that, kernels.${kernel.kernel}({ ${name}: ${show(given[name])} })`
      : kernel.parts
        ? 'write it into the parts that have it'
        : `leave it out: ${kernel.kernel} has none`;
    throw wrong(name, `${name} has no effect beside a kernel that is an object; ${remedy}`);
  }
}

/**
 * Options, without those that a kernel object replaces.
 * @param {readonly OptionSpec[]} specs
 * @param {Options} options
 */
export function settleKernel(specs, options) {
  const settled = { ...options };
  for (const { name } of replacedBy(specs, options.kernel)) delete settled[name];
  return settled;
}

/**
 * @param {unknown} parts
 * @param {string} place
 * @param {number} arity
 * @param {number} depth
 */
function checkParts(parts, place, arity, depth) {
  if (!Array.isArray(parts) || parts.length === 0 || (arity > 0 && parts.length !== arity)) {
    const got = Array.isArray(parts) ? `${parts.length} of them` : show(parts);
    throw wrong(
      place,
      `${place} must be a list of ${arity > 0 ? 'one kernel' : 'one or more kernels'}, got ${got}`,
    );
  }
  return Object.freeze(
    Array.from(parts, (part, i) => checkKernel(part, `${place}[${i}]`, depth + 1)),
  );
}

/**
 * The kernel that other programs call by a name.
 * @param {string} name
 */
function knownAs(name) {
  const asked = name.toLowerCase();
  return Object.keys(kernelSpecs).find((name) => specOf(name).otherNames?.includes(asked));
}

/**
 * The hint for a text that does not name a kernel.
 * @param {string} name
 * @param {readonly string[]} choices the names that are enough
 * @returns {{ hint: string, nearest?: string }}
 */
export function suggestKernel(name, choices) {
  const made = Object.hasOwn(kernelSpecs, name)
    ? `kernels.${name} makes a kernel ${specOf(name).arity < 0 ? 'with parameters that have no default' : 'of other kernels'}, and is passed as an object`
    : '';
  const known = knownAs(name);
  if (known && !choices.includes(known)) return { hint: `did you mean kernels.${known}?` };
  const close = known ?? (made ? undefined : nearest(name, choices));
  const hints = [...(close ? [`did you mean '${close}'?`] : []), ...(made ? [made] : [])];
  return { hint: hints.join(' '), ...(close && { nearest: close }) };
}

/**
 * @param {unknown} name
 * @param {string} place
 */
function unknown(name, place) {
  if (name === 'precomputed') {
    return wrong(
      place,
      `${place} is precomputed: kernel values cannot be combined here; combine them before, and pass kernel: 'precomputed'`,
    );
  }
  const names = Object.keys(kernelSpecs);
  const close = typeof name === 'string' ? (knownAs(name) ?? nearest(name, names)) : undefined;
  const hint = close ? `did you mean '${close}'?` : `there are ${names.join(', ')}`;
  return wrong(place, `${place} names the kernel ${show(name)}, which does not exist; ${hint}`);
}

/**
 * @param {string} place
 * @param {string} message
 */
function wrong(place, message) {
  return new MaxMarginError('ERR_OPTION', place, message);
}

/**
 * A kernel as source text: `kernels.sum(kernels.rbf({gamma: 0.1}), kernels.linear())`.
 * @param {Kernel} kernel
 * @returns {string}
 */
export function printKernel({ kernel: name, parts, ...parameters }) {
  const values = Object.entries(parameters).map(([key, value]) => [
    key,
    typeof value === 'string' ? `'${value}'` : JSON.stringify(value),
  ]);
  const inner = parts
    ? [...values.map(([, value]) => value), ...parts.map(printKernel)]
    : values.length > 0
      ? [`{${values.map(([key, value]) => `${key}: ${value}`).join(', ')}}`]
      : [];
  return `kernels.${name}(${inner.join(', ')})`;
}
