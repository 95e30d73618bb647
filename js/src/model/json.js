/**
 * Models as JSON. The options are readable, the fit is the bytes that save()
 * writes, in base64:
 *
 *     { format: 'maxmargin', version: 1, machine: 'SVC', options: { C: 10 }, bytes: 'TVhNRw...' }
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { written } from '../functions/functions.js';
import { allocating, checkRoom } from '../basics/memory.js';
import { camelCase } from '../basics/text.js';
import { grouped } from '../machines/options.js';
import { machineOf } from '../machines/all.js';
import { isMachine, specOf } from './loadable.js';
import { stateOf } from './registry.js';

/** @import { Options, OptionSpec } from '../machines/option-values.js' */
/** @import { ModelJSON } from '../types.js' */
/** @import { Loadable } from './loadable.js' */

/**
 * A machine as JSON describes it: of a pipeline the steps, of an ensemble the estimator.
 * @typedef {object} Made
 * @property {string} machine
 * @property {Options} [options]
 * @property {(Made & {name: string})[]} [steps]
 * @property {Made} [estimator]
 * @property {{name: string, transformer: Made | string, columns: any}[]} [transformers]
 * @property {Made | string} [remainder]
 * @property {any} [types]
 * @property {Made} [regressor]
 * @property {Made} [transformer]
 */

export const format = 'maxmargin';
export const version = 1;

/**
 * @param {object} model an estimator, fitted or not
 * @returns {ModelJSON}
 */
export function toJSON(model) {
  const state = stateOf(model);
  const json = { format, version, machine: state.name, ...state.write(writeOptions) };
  if (!state.lastFit) return /** @type {ModelJSON} */ (json);
  return /** @type {ModelJSON} */ ({ ...json, bytes: toBase64(state.fitted.portable()) });
}

/**
 * Writes values that JSON does not have: infinity as text, and the weights of classes by the
 * text of their labels, by which they are found.
 * @param {Options} options
 */
export function writeOptions(options) {
  const entries = Object.entries(options).map(([name, value]) => [name, writeOption(value)]);
  return Object.fromEntries(entries);
}

/** @param {unknown} value */
function writeOption(value) {
  if (value === Infinity || value === -Infinity) return String(value);
  if (typeof value === 'function') return written;
  if (!(value instanceof Map)) return typeof value === 'object' ? structuredClone(value) : value;
  return Object.fromEntries([...value].map(([label, weight]) => [String(label), weight]));
}

/**
 * @param {readonly OptionSpec[]} specs
 * @param {object} written
 */
export function readOptions(specs, written) {
  if (typeof written !== 'object' || written === null) fail(`its options are ${show(written)}`);
  const number = new Set(specs.filter(isNumber).map(nameOf));
  const infinite = (/** @type {unknown} */ value) => /^-?Infinity$/.test(String(value));
  const options = Object.fromEntries(
    Object.entries(today(specs, written)).map(([name, value]) => [
      name,
      number.has(name) && infinite(value) ? Number(value) : value,
    ]),
  );
  return grouped(specs, options);
}

/** What the seed was called in files of the past: the first of these that is not zero counts. */
const seeds = ['randomState', 'probabilitySeed', 'solverSeed'];

/**
 * Options of a file by their present names and values, without groups. Go's codec knows the same
 * of bytes.
 * @param {readonly OptionSpec[]} specs
 * @param {object} written
 */
function today(specs, written) {
  /** @type {Record<string, any>} */
  let options = { ...written };
  for (const group of new Set(specs.flatMap((spec) => spec.group ?? []))) {
    const { [group]: within, ...others } = options;
    if (typeof within === 'object') options = { ...others, ...within };
  }
  for (const old of seeds) {
    if (!Object.hasOwn(options, old)) continue;
    options.seed ||= options[old];
    delete options[old];
  }
  for (const { name, type } of specs) {
    if (type === 'choice' && typeof options[name] === 'string')
      options[name] = camelCase(options[name]);
  }
  if (options.loss === 'squared') options.loss = 'gaussian'; // which had two names
  return options;
}

/** @param {OptionSpec} spec */
const isNumber = ({ type, default: d }) =>
  /^(number|integer)$/.test(type) || (type === 'checked' && typeof d === 'number');

/** @param {OptionSpec} spec */
const nameOf = ({ name }) => name;

/**
 * Whether something is meant to be a model as JSON.
 * @param {unknown} value
 * @returns {value is ModelJSON}
 */
export function isJSON(value) {
  return typeof value === 'object' && value !== null && 'format' in value;
}

/**
 * The parts of a model in JSON. Everything but the bytes is checked.
 * @param {Loadable} loadable
 * @param {ModelJSON} json
 * @returns {import('../formats/saved.js').Source}
 */
export function fromJSON(loadable, json) {
  const { bytes } = json;
  checkForm(json);
  if (bytes !== undefined && typeof bytes !== 'string') fail(`its bytes are ${show(bytes)}`);
  return {
    ...readMachine(loadable, json),
    bytes: bytes === undefined ? undefined : fromBase64(bytes),
  };
}

/**
 * Refuses JSON of another format, or of a version that this release does not know.
 * @param {{format: unknown, version: unknown}} json
 */
export function checkForm(json) {
  if (json.format !== format) fail(`its format is ${show(json.format)}, not '${format}'`);
  if (json.version !== version) {
    throw new MaxMarginError(
      'ERR_FORMAT_VERSION',
      'json',
      `the model is JSON of version ${show(json.version)}, this release reads ${version}; update the package`,
      { expected: version, got: json.version },
    );
  }
}

/** How deep estimators can be within each other; catalog.Deepest. */
const deepest = 8;

/**
 * A machine with its options, and with the steps or the estimator that it is made of.
 * @param {Loadable} loadable
 * @param {any} json
 * @param {number} [depth]
 * @returns {Made}
 */
function readMachine(loadable, json, depth = 1) {
  const within = (/** @type {any} */ part) => readMachine(loadable, part, depth + 1);
  const { machine, options = {}, steps, estimator } = Object(json);
  if (depth > deepest) fail(`its estimators are more than ${deepest} deep`);
  if (machine === 'Pipeline') return { machine, steps: readSteps(steps, within) };
  if (!isMachine(machine)) return fail(`there is no machine ${show(machine)} in this release`);
  const own = { machine, options: readOptions(specOf(loadable, machine).options, options) };
  if (machine === 'ColumnTransformer') return { ...own, ...readColumns(json, within) };
  if (machine === 'TransformedTarget') {
    const { regressor, transformer } = json;
    const transforms = transformer && { transformer: within(transformer) };
    return { ...own, regressor: within(regressor), ...transforms };
  }
  return estimator === undefined ? own : { ...own, estimator: within(estimator) };
}

/**
 * @param {any} json of a ColumnTransformer
 * @param {(part: any) => Made} within reads a machine within it
 */
function readColumns({ transformers, remainder, types }, within) {
  if (!Array.isArray(transformers)) return fail(`its transformers are ${show(transformers)}`);
  const part = (/** @type {any} */ to) => (typeof to === 'object' ? within(to) : to);
  return {
    transformers: transformers.map((group) => {
      const { name, transformer, columns } = Object(group);
      return { name, transformer: part(transformer), columns };
    }),
    remainder: part(remainder),
    types,
  };
}

/** @param {string} machine */
export function specsOf(machine) {
  if (!isMachine(machine)) fail(`there is no machine ${show(machine)} in this release`);
  return machineOf(machine).options;
}

/**
 * @param {any} steps
 * @param {(part: any) => Made} within reads a machine within it
 */
function readSteps(steps, within) {
  if (!Array.isArray(steps)) return fail(`its steps are ${show(steps)}`);
  return steps.map((step) => ({ name: Object(step).name, ...within(step) }));
}

/**
 * @param {string} what
 * @param {unknown} [cause]
 * @returns {never}
 */
export function fail(what, cause) {
  throw new MaxMarginError(
    'ERR_FORMAT',
    'json',
    `the model as JSON cannot be read: ${what}; pass JSON.parse(text) of a text that JSON.stringify(model) wrote`,
    {},
    cause,
  );
}

/** How many bytes are turned into text at a time: a multiple of 3, and few enough to be arguments. */
const piece = 3 << 12;

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += piece) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + piece)));
  }
  return text;
}

/**
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
function fromBase64(text) {
  checkRoom('load', 'json', { bytes: (text.length / 4) * 3 });
  return allocating('load', 'json', () => {
    let binary;
    try {
      binary = atob(text);
    } catch (cause) {
      return fail('its bytes are not base64', cause);
    }
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  });
}
