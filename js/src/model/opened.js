/**
 * Bytes of a model that nobody has checked. Go checks those that load takes; vectorizers, and writers
 * of other formats, need no Go, and open the bytes here.
 */
import { Container, readTable, withFields } from './container.js';
import { MaxMarginError } from '../basics/errors.js';
import { checkOption } from '../machines/options.js';
import { isMachine, machineOf } from '../machines/all.js';
import { Fitted } from './fitted.js';
import { fromModel } from './model-options.js';
import { partsOf } from './parts.js';

/**
 * @param {unknown} cause
 * @returns {MaxMarginError}
 */
export const damaged = (cause) =>
  new MaxMarginError(
    'ERR_FORMAT',
    'bytes',
    `the model is damaged or forged: ${cause instanceof Error ? cause.message : cause}; get another copy`,
    {},
    cause,
  );

/**
 * The fields of a file. Equal fields give equal bytes, checksums and all, so the file is whole if
 * writing it again gives the same bytes.
 * @param {Uint8Array} bytes at the start of their buffer
 */
export function openContainer(bytes) {
  let whole = bytes;
  let container;
  try {
    container = new Container(bytes);
    // Fields may overlap, and would be copied again and again.
    const size = [...readTable(bytes).values()].reduce((sum, { length }) => sum + length, 0);
    if (size <= bytes.length) whole = withFields(bytes, {});
  } catch {
    // It is cut off, or something else.
  }
  const later = bytes[4] + 256 * bytes[5] > 1 && 'MXMG'.charCodeAt(0) === bytes[0];
  if (container && whole !== bytes && whole.length === bytes.length && whole.every((byte, at) => byte === bytes[at])) return container; // prettier-ignore
  throw new MaxMarginError(
    later ? 'ERR_FORMAT_VERSION' : 'ERR_FORMAT',
    'bytes',
    later
      ? 'the model is in the format of a later release of maxmargin; update maxmargin'
      : 'the model is damaged or was cut off, or these are no bytes of a model; get another copy',
  );
}

/** The fields that are texts. */
const text =
  /^(\d+\.)?(machine|label|classes\..*|features\.names|fit\.status|requires|facade\..*|option\..*|link|parameters\.names|probability\.fit|solution\.precision|steps\.rate)$/;

/**
 * The model that bytes hold, checked as far as JavaScript knows the rules: checksums, options, shapes,
 * and numbers that are places in lists.
 * @param {Uint8Array} bytes at the start of their buffer
 * @returns {Fitted}
 */
export function opened(bytes) {
  const file = openContainer(bytes);
  return checking(() => {
    for (const name of file.names()) {
      const value = file.value(name);
      if (typeof value === 'string' && !text.test(name)) throw new TypeError(`${name} is a text`);
      // An option may be infinite, and has a range.
      if (
        value instanceof Float64Array &&
        !/(^|\.)option\./.test(name) &&
        !value.every(Number.isFinite)
      )
        // prettier-ignore
        throw new TypeError(`${name} has a number that is not finite`);
    }
    const fitted = new Fitted(0, bytes, known);
    checkPart(fitted, fitted.classes.labels);
    return fitted;
  });
}

/**
 * Runs work on a model that has been opened here: what goes wrong in it is the fault of the bytes.
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
export function checking(work) {
  try {
    return work();
  } catch (cause) {
    throw cause instanceof MaxMarginError && cause.argument !== 'options' ? cause : damaged(cause);
  }
}

/** @param {string} name */
function known(name) {
  if (isMachine(name) || name === 'Pipeline') return machineOf(name);
  throw new TypeError('it names a machine that does not exist');
}

/**
 * @param {Fitted} fitted
 * @param {readonly unknown[]} labels
 */
function checkPart(fitted, labels) {
  const parts = partsOf(fitted, known);
  for (const part of parts) checkPart(part, labels);
  if (fitted.steps > 0) return;
  const { options } = machineOf(fitted.machine);
  const given = fitted.options();
  for (const spec of options) {
    if (spec.type === 'lists') continue; // which the fitted fields say, too
    try {
      const value = given.get(spec.name);
      const length = lengths[spec.type];
      if (length !== undefined && (typeof value === 'string' || value.length !== length))
        throw new TypeError('it is of another type');
      const read = fromModel([{ ...spec, default: undefined }], given, labels);
      checkOption(spec, read[spec.name]);
    } catch (cause) {
      throw damaged(`its option ${spec.name}: ${/** @type {Error} */ (cause).message}`);
    }
  }
  checkPlaces(fitted, labels.length);
}

/** How many numbers options are in a file. @type {Record<string, number>} */
const lengths = { number: 1, integer: 1, boolean: 1, interval: 2 };

/** How probabilities are made of decision values. */
const methods = ['sigmoid', 'isotonic', 'temperature'];

/**
 * Checks the lists that say where something is in another one.
 * @param {Fitted} fitted
 * @param {number} k classes
 */
function checkPlaces(fitted, k) {
  const { bytes, number } = fitted;
  const has = new Container(bytes, number === undefined ? '' : `${number}.`);
  const check = (/** @type {string} */ name, /** @type {number} */ end, least = 0) => {
    if (!has.has(name)) return;
    const odd = fitted.field(name).find((/** @type {number} */ at) => !(at >= least && at < end));
    if (odd !== undefined) throw new TypeError(`${name} has the place ${odd}`);
  };
  const { method } = fitted.probability ?? {};
  if (method !== undefined && !methods.includes(method))
    throw new TypeError('its probabilities are of no known kind');
  const d = has.has('features') ? fitted.field('features')[0] : 0;
  if (!(d >= Number(has.has('support.vectors')) && d <= 2 ** 24))
    throw new TypeError(`it has ${d} features`);
  check('class.order', k);
  if (has.has('class.order') && new Set(fitted.field('class.order')).size !== k && k > 0)
    throw new TypeError('class.order is not an order');
  if (has.has('labels')) check('labels', k);
  if (has.has('support.counts')) check('support.counts', fitted.field('dual.coef').length + 1);
  check('selected', d);
  check('indicated', d);
  if (!has.has('tree.children')) return;
  const features = fitted.field('tree.features');
  const children = fitted.field('tree.children');
  const { length } = features;
  check('tree.features', d, -1);
  if (children.length !== 2 * length || fitted.field('tree.thresholds').length !== length)
    throw new TypeError('its tree has nodes without children');
  children.forEach((/** @type {number} */ child, /** @type {number} */ at) => {
    if (child !== 0 && !(child > at >> 1 && child < length))
      throw new TypeError('its tree has no end');
  });
}
