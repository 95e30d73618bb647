/** The solutions of an SVC for all values of C at once. */
import { gather, host, loadable, run } from '#host';
import { MaxMarginError, show } from '../basics/errors.js';
import { readSource, restore } from '../formats/saved.js';
import { SVC } from '../generated/classes.js';
import { bytesOf } from '../input/inputs.js';
import { float64s } from '../input/values.js';
import { wrongSetting } from '../basics/settings.js';
import { stateOf } from '../model/registry.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Entries, Label, Samples } from '../types.js' */
/** @import { PathLeaveOneOut, RegularizationPathJSON, RegularizationPathSettings } from './types.js' */

/**
 * The pieces of a path, as core/machines/svm describes them: between two breakpoints the coefficients and
 * the constant are linear functions of C.
 * @typedef {object} Pieces
 * @property {Float64Array} from C where each piece begins
 * @property {Float64Array} to and ends
 * @property {Float64Array} fromBias
 * @property {Float64Array} toBias
 * @property {Int32Array} ends of each piece in margin, fromCoef and toCoef
 * @property {Int32Array} margin rows between their bounds
 * @property {Float64Array} fromCoef
 * @property {Float64Array} toCoef
 * @property {Int32Array} changeEnds of each piece in changed and changedFor
 * @property {Int32Array} changed rows whose place is new
 * @property {Int32Array} changedFor 0: the coefficient is 0; 1: in between; 2: at its bound
 * @property {Int32Array} errors rows on the wrong side where the piece begins
 * @property {Float64Array} signs the coefficient at its bound is C times this
 * @property {Float64Array} range CMin, CMax, and values of C at which rows are left out
 * @property {Float64Array} leftOut decision values of rows that are left out
 */

const whole = ['ends', 'margin', 'changeEnds', 'changed', 'changedFor', 'errors'];
const real = [
  'from',
  'to',
  'fromBias',
  'toBias',
  'fromCoef',
  'toCoef',
  'signs',
  'range',
  'leftOut',
];

/**
 * The solutions of an SVC of two classes for all values of C from CMin to CMax: exact, and
 * piecewise linear (Hastie, Rosset, Tibshirani and Zhu 2004; their lambda is 1 / C). Options
 * beside those of the path are those of SVC.
 * @param {Samples} X
 * @param {Entries<Label>} y two classes
 * @param {RegularizationPathSettings} [settings]
 * @returns {Returns<RegularizationPath>}
 */
export function regularizationPath(X, y, settings) {
  return run(following(X, y, settings));
}

/**
 * @param {any} X
 * @param {any} y
 * @param {unknown} settings
 * @returns {Steps<RegularizationPath>}
 */
function* following(X, y, settings = {}) {
  if (typeof settings !== 'object' || settings === null) {
    throw wrongSetting('settings', 'an object with the options of SVC, CMin and CMax', settings);
  }
  const { CMin = 0.01, CMax = 100, leaveOneOut = [], sampleWeight, signal, onProgress, ...options } = /** @type {RegularizationPathSettings} */ (settings); // prettier-ignore
  for (const [name, value] of Object.entries({ CMin, CMax })) {
    if (typeof value !== 'number') throw wrongSetting(name, 'a number above 0', value);
  }
  if (!Array.isArray(leaveOneOut) && !(leaveOneOut instanceof Float64Array)) {
    throw wrongSetting('leaveOneOut', 'an array of values of C', leaveOneOut);
  }
  if ('C' in options) {
    throw new MaxMarginError('ERR_OPTION', 'C', 'a path has all values of C from CMin to CMax; leave C out, and ask the path for the model of a C with at(C)'); // prettier-ignore
  }
  if (typeof options.kernel === 'function') {
    throw new MaxMarginError('ERR_OPTION', 'kernel', `a path takes no function as kernel; pass the matrix of its values as X, with kernel: 'precomputed'`); // prettier-ignore
  }
  const [rows, labels] = yield gather([X, y]);
  const model = new SVC(options);
  const state = stateOf(model);
  const job = state.beginFit(rows, labels, { sampleWeight, signal, onProgress });
  try {
    const filling = job.payload.fill?.(); // computes the numbers, where they are not there yet
    while (filling && !filling.next().done);
    const range = Float64Array.of(CMin, CMax, ...leaveOneOut);
    const buffers = { ...job.payload.buffers, range: bytesOf(range) };
    const reply = yield state.host.call('path', { ...job.payload, buffers }, job.watch);
    state.adopt(job, reply);
    const named = (/** @type {string[]} */ names, /** @type {(b: any) => any} */ read) =>
      names.map((name) => [name, name === 'range' ? range : read(reply.buffers[name])]);
    const ints = (/** @type {Uint8Array} */ { buffer }) => new Int32Array(buffer);
    const pieces = Object.fromEntries([...named(whole, ints), ...named(real, float64s)]);
    return new RegularizationPath(model, pieces);
  } finally {
    state.endFit();
  }
}

/** The solutions of an SVC for all values of C; regularizationPath makes one. */
export class RegularizationPath {
  #model;
  #pieces;

  /**
   * @param {SVC<any, any>} model fitted, with all support vectors of the path
   * @param {Pieces} pieces
   */
  constructor(model, pieces) {
    this.#model = model;
    this.#pieces = pieces;
  }

  /** The two classes; coefficients of the second one are positive. */
  get classes() {
    return this.#model.classes;
  }

  /** The values of C between which the solution is linear, ascending: CMin, breakpoints, CMax. */
  get breakpoints() {
    const { from, to } = this.#pieces;
    return Float64Array.of(...from, to[to.length - 1]);
  }

  /** How many rows have a coefficient after each breakpoint but the last. */
  get supportCounts() {
    const { from, changeEnds, changed, changedFor, signs } = this.#pieces;
    const places = new Uint8Array(signs.length);
    let [count, at] = [0, 0];
    return Int32Array.from(from, (_, piece) => {
      for (; at < changeEnds[piece]; at++) {
        const row = changed[at];
        count += Number(changedFor[at] > 0) - Number(places[row] > 0);
        places[row] = changedFor[at];
      }
      return count;
    });
  }

  /** How many rows lie on the margin after each breakpoint but the last. */
  get marginCounts() {
    return this.#pieces.ends.map((end, piece, ends) => end - (ends[piece - 1] ?? 0));
  }

  /** The share of rows on the wrong side at each breakpoint but the last. */
  get trainingErrors() {
    const { errors, signs } = this.#pieces;
    return Float64Array.from(errors, (count) => count / signs.length);
  }

  /**
   * What leaving out each row says, for each of the values of C that were asked for.
   * @returns {PathLeaveOneOut[]}
   */
  get leaveOneOut() {
    const { range, leftOut, signs } = this.#pieces;
    const n = signs.length;
    return Array.from(range.subarray(2), (C, k) => {
      const values = leftOut.slice(k * n, (k + 1) * n);
      const wrong = values.filter((v, i) => signs[i] !== 0 && !(v * signs[i] > 0)).length;
      return { C, error: wrong / signs.filter((s) => s !== 0).length, values };
    });
  }

  /**
   * The coefficient y_i alpha_i of each row of X for a C.
   * @param {number} C
   */
  coefficients(C) {
    const { fromCoef, toCoef, margin, ends, changeEnds, changed, changedFor, signs } = this.#pieces;
    const { piece, share } = this.#find(C);
    const coef = new Float64Array(signs.length);
    for (let at = 0; at < changeEnds[piece]; at++) {
      coef[changed[at]] = changedFor[at] === 2 ? C * signs[changed[at]] : 0;
    }
    for (let at = ends[piece - 1] ?? 0; at < ends[piece]; at++) {
      coef[margin[at]] = fromCoef[at] + share * (toCoef[at] - fromCoef[at]);
    }
    return coef;
  }

  /**
   * The constant of the decision function for a C.
   * @param {number} C
   */
  intercept(C) {
    const { fromBias, toBias } = this.#pieces;
    const { piece, share } = this.#find(C);
    return fromBias[piece] + share * (toBias[piece] - fromBias[piece]);
  }

  /**
   * The SVC of a C, without a fit.
   * @param {number} C
   * @returns {Returns<SVC<any, any>>}
   */
  at(C) {
    return run(this.#making(C));
  }

  /**
   * @param {number} C
   * @returns {Steps<SVC<any, any>>}
   */
  *#making(C) {
    const base = stateOf(this.#model);
    const { fitted } = base;
    const coef = this.coefficients(C);
    const request = { model: fitted.id, C, intercept: this.intercept(C) };
    const payload = { request, buffers: { coef: bytesOf(coef) } };
    const reply = yield base.host.apply('pathModel', fitted, payload);
    const model = new SVC({ .../** @type {object} */ (base.ingredients()), C });
    const job = { id: base.host.newModelId(), warn() {} };
    stateOf(model).adopt(job, { ...reply, value: {} });
    return model;
  }

  /**
   * The piece that C lies in, and where in it.
   * @param {number} C
   */
  #find(C) {
    const { from, to } = this.#pieces;
    const last = to[to.length - 1];
    if (typeof C !== 'number') throw wrongSetting('C', 'a number', C);
    if (!(C >= from[0] && C <= last)) {
      throw new MaxMarginError('ERR_OPTION', 'C', `the path goes from C = ${from[0]} to ${last}, got ${show(C)}; follow it anew with another CMin or CMax`); // prettier-ignore
    }
    let [low, high] = [0, from.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (from[middle] <= C) low = middle;
      else high = middle;
    }
    const share = (C - from[low]) / (to[low] - from[low]);
    return { piece: low, share: Math.min(share, 1) };
  }

  /**
   * The path as plain data, for JSON.stringify.
   * @returns {RegularizationPathJSON}
   */
  toJSON() {
    const numbers = Object.entries(this.#pieces).map(([name, list]) => [name, Array.from(list)]);
    return {
      format: 'maxmargin-path',
      version: 1,
      model: this.#model.toJSON(),
      numbers: Object.fromEntries(numbers),
    };
  }

  /**
   * The path that toJSON wrote.
   * @param {RegularizationPathJSON} json
   * @returns {Returns<RegularizationPath>}
   */
  static fromJSON(json) {
    return run(reading(json));
  }
}

/**
 * @param {any} json
 * @returns {Steps<RegularizationPath>}
 */
function* reading(json) {
  const { format, version, model, numbers } = Object(json);
  if (format !== 'maxmargin-path') malformed(`its format is ${show(format)}`);
  if (version !== 1) {
    throw new MaxMarginError('ERR_FORMAT_VERSION', 'json', `the path is JSON of version ${show(version)}, this release reads 1; update the package`, { expected: 1, got: version }); // prettier-ignore
  }
  const pieces = readPieces(Object(numbers));
  const source = readSource(loadable, model);
  const { bytes } = source;
  if (!bytes) return malformed('its model is not fitted');
  const id = host.newModelId();
  const reply = yield host.load({ id, bytes });
  const { machine } = reply.value;
  if (machine !== SVC.name) malformed(`its model is a ${machine}`);
  const fitted = restore(loadable, machine, { id, bytes }, host, source);
  const { length } = pieces.signs;
  const { fitted: fit } = stateOf(fitted);
  if (fit.field('samples')[0] !== length || fit.classes.labels.length !== 2) {
    malformed(`its model is that of other samples`);
  }
  return new RegularizationPath(fitted, pieces);
}

/**
 * @param {Record<string, unknown>} numbers
 * @returns {Pieces}
 */
function readPieces(numbers) {
  /** @type {any} */
  const pieces = {};
  for (const name of [...whole, ...real]) {
    const list = numbers[name];
    if (!Array.isArray(list) || !list.every(Number.isFinite)) malformed(`${name} is no list of numbers`); // prettier-ignore
    pieces[name] = (whole.includes(name) ? Int32Array : Float64Array).from((list)); // prettier-ignore
  }
  const { from, to, fromBias, toBias, ends, margin, fromCoef, toCoef, changeEnds, changed, changedFor, errors, signs, range, leftOut } = /** @type {Pieces} */ (pieces); // prettier-ignore
  const count = from.length;
  const alike = [to, fromBias, toBias, ends, changeEnds, errors].every((list) => list.length === count); // prettier-ignore
  const rising = (/** @type {Int32Array} */ list, /** @type {number} */ last) =>
    list.every((v, i) => v >= (list[i - 1] ?? 0)) && list[count - 1] === last;
  const rows = [...margin, ...changed].every((i) => i >= 0 && i < signs.length);
  const order = from.every((v, i) => v > 0 && v <= to[i] && v >= (from[i - 1] ?? 0));
  if (
    !(count > 0 && alike && rows && order && rising(ends, margin.length)) ||
    !rising(changeEnds, changed.length) ||
    fromCoef.length !== margin.length ||
    toCoef.length !== margin.length ||
    changedFor.length !== changed.length ||
    range.length < 2 ||
    leftOut.length !== (range.length - 2) * signs.length
  ) {
    malformed('its lists do not go together');
  }
  return pieces;
}

/**
 * @param {string} what
 * @returns {never}
 */
function malformed(what) {
  throw new MaxMarginError('ERR_FORMAT', 'json', `this is not a regularization path: ${what}; pass what JSON.parse returns for JSON.stringify(path)`); // prettier-ignore
}
