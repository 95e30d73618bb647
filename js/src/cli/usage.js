/** Reads the command line against the flags of a command. */
import { parseArgs } from 'node:util';
import { nearest } from '../basics/nearest.js';

/** A mistake on the command line itself, which ends with the status 2. */
export class UsageError extends Error {
  name = 'UsageError';
}

/**
 * Something that may be said with -- before it.
 * @typedef {object} Flag
 * @property {string} name in camel case, as in JavaScript; --kebab-case is the same
 * @property {string} [value] what follows, as help shows it; without it the flag is a switch
 * @property {boolean} [optional] whether the value may be left out; it is written after = then
 * @property {boolean} [list] whether it may be given several times
 * @property {readonly string[]} [also] other names that people try
 * @property {string} [short] its short form, a letter
 * @property {string} doc
 */

/** By name: true or false of switches, else text. @typedef {Record<string, any>} Values */

/** The flags of LIBSVM's programs. @type {Record<string, string>} */
const libsvmLetters = {
  s: '--machine',
  t: '--kernel',
  d: '--degree',
  g: '--gamma',
  r: '--coef0',
  c: '--C',
  n: '--nu',
  p: '--epsilon',
  m: '--cache-size',
  e: '--tol',
  b: '--probability',
  w: '--class-weight',
  v: 'the command cv',
  q: '--quiet',
};

/** @param {string} name in camel case */
export function kebab(name) {
  return name.replace(/(?<=.)[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * @param {readonly string[]} argv
 * @param {readonly Flag[]} flags
 * @returns {{values: Values, files: string[]}}
 */
export function parseFlags(argv, flags) {
  /** @type {Map<string, {flag: Flag, on: boolean}>} */
  const spelled = new Map();
  for (const flag of flags) {
    for (const name of [flag.name, kebab(flag.name)]) {
      spelled.set(name, { flag, on: true });
      if (!flag.value) spelled.set(`no-${name}`, { flag, on: false });
    }
  }
  /** @type {Record<string, {type: 'string' | 'boolean', short?: string}>} */
  const options = {};
  for (const [name, { flag, on }] of spelled) {
    const type = flag.value && !flag.optional ? 'string' : 'boolean';
    options[name] = { type, ...(flag.short && name === flag.name && on && { short: flag.short }) };
  }
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true });
  /** @type {Values} */
  const values = {};
  const files = [];
  for (const token of tokens) {
    if (token.kind === 'positional') files.push(token.value);
    if (token.kind !== 'option') continue;
    const known = spelled.get(token.name);
    if (!known) throw unknown(token, [...spelled.keys()], flags);
    const { flag, on } = known;
    const value = valueOf(token, flag, on);
    values[flag.name] = flag.list ? [...(values[flag.name] ?? []), value] : value;
  }
  return { values, files };
}

/**
 * @param {{rawName: string, value?: string, inlineValue?: boolean}} token
 * @param {Flag} flag
 * @param {boolean} on
 */
function valueOf({ rawName, value, inlineValue }, flag, on) {
  if (flag.value && !flag.optional) {
    const forgotten = value === undefined || (!inlineValue && /^-(?![\d.]|$|inf)/i.test(value));
    if (!forgotten) return value;
    throw new UsageError(`${rawName} needs a value: ${rawName} ${flag.value}`);
  }
  if (value === undefined) return on;
  if (flag.optional) return value;
  if (value === 'true' || value === 'false') return (value === 'true') === on;
  throw new UsageError(`${rawName} is a switch: write ${rawName} or --no-${kebab(flag.name)}`);
}

/**
 * @param {{name: string, rawName: string}} token
 * @param {string[]} known
 * @param {readonly Flag[]} flags
 */
function unknown({ name, rawName }, known, flags) {
  if (!rawName.startsWith('--')) {
    const meant = libsvmLetters[name];
    const hint = meant
      ? `LIBSVM's ${rawName} is ${meant} here`
      : 'long names begin with two dashes';
    return new UsageError(`unknown option ${rawName}; ${hint}`);
  }
  const same = (/** @type {string} */ other) => other === name || kebab(other) === name;
  const meant = flags.find(({ also }) => also?.some(same));
  if (meant) return new UsageError(`${rawName} is called --${kebab(meant.name)}`);
  const close = nearest(name, known);
  return new UsageError(
    `unknown option ${rawName}${close ? `; did you mean --${kebab(close)}?` : ''}`,
  );
}

/**
 * The files that were named, as many as there may be.
 * @param {string[]} files
 * @param {string[]} names of those that must be there, and of the others in brackets
 * @returns {string[]}
 */
export function checkFiles(files, names) {
  const least = names.filter((name) => !name.startsWith('[')).length;
  if (files.length < least) throw new UsageError(`give the ${names[files.length]} file`);
  if (files.length <= names.length) return files;
  throw new UsageError(`${files[names.length]} is one file too many`);
}

/**
 * @param {Values} values
 * @param {string} name
 * @param {number} least
 * @param {number} [otherwise] when it is not given
 */
export function wholeNumber(values, name, least, otherwise) {
  const text = values[name];
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new UsageError(`--${kebab(name)} must be a whole number of at least ${least}, got ${text}`);
}

/**
 * @template {string} T
 * @param {Values} values
 * @param {string} name
 * @param {readonly T[]} choices
 * @returns {T | undefined}
 */
export function oneOf(values, name, choices) {
  const text = values[name];
  if (text === undefined || choices.includes(text)) return text;
  const close = nearest(text, choices);
  const hint = close ? `; did you mean ${close}?` : '';
  throw new UsageError(`--${kebab(name)} must be one of ${choices.join(', ')}, got ${text}${hint}`);
}
