/** Linear and quadratic programs: what a caller gives, packed, and what comes back. */
import { MaxMarginError, show } from '../basics/errors.js';
import { checkRoom } from '../basics/memory.js';
import { isNumbers } from '../basics/numbers.js';
import { bytesOf, packSamples } from '../input/inputs.js';
import { float64s } from '../input/values.js';
import { checkSignal, readSettings, wrongSetting } from '../model/state.js';

/** @import { Success, Watch } from '../runtime/host.js' */
/** @import { Steps } from '../basics/drive.js' */
/** @import { PackedTable } from '../input/inputs.js' */
/** @import { ProgramSolution } from './types.js' */

/**
 * The host of operations.
 * @typedef {object} ProgramHost
 * @property {(op: string, payload: import('../runtime/host.js').Payload, watch?: Watch) => any} call
 */

const absent = { layout: /** @type {const} */ ('dense'), rows: 0, cols: 0 };

/**
 * @param {ProgramHost} host
 * @param {'solveLinearProgram' | 'solveQuadraticProgram'} method
 * @param {unknown} given
 * @param {unknown} settings
 * @returns {Steps<ProgramSolution>}
 */
export function* solve(host, method, given, settings) {
  const isQuadratic = method === 'solveQuadraticProgram';
  const parts = ['objective', 'equalities', 'inequalities', 'lower', 'upper'];
  if (typeof given !== 'object' || given === null) {
    throw wrongSetting('program', `an object with ${parts.join(', ')}`, given);
  }
  const program = readSettings(method, given, isQuadratic ? ['quadratic', ...parts] : parts);
  const { watch, limits } = readLimits(method, settings);
  const packed = new Packed();
  const curved = isQuadratic ? readQuadratic(program.quadratic) : {};
  packed.table('quadratic', curved.matrix, 'quadratic');
  packed.table('factor', curved.factor, 'quadratic.factor');
  const equalities = packed.rows('equalities', program.equalities);
  packed.rows('inequalities', program.inequalities);
  if (program.objective != null) packed.count(program.objective, 'objective');
  else if (!isQuadratic) throw wrongSetting('objective', 'an array of numbers', program.objective);
  if (curved.diagonal != null) packed.count(curved.diagonal, 'quadratic.diagonal');
  const n = packed.variables;
  packed.numbers('objective', program.objective ?? new Float64Array(n), 'objective', n);
  packed.numbers('lower', program.lower ?? -Infinity, 'lower', n, -Infinity);
  packed.numbers('upper', program.upper ?? Infinity, 'upper', n, Infinity);
  if (curved.diagonal != null) packed.numbers('diagonal', curved.diagonal, 'quadratic.diagonal', n);
  const { request, buffers } = packed;
  const bytes = Object.values(buffers).reduce((sum, { byteLength }) => sum + byteLength, 0);
  checkRoom('program', 'program', { bytes: 3 * bytes });
  const reply = yield host.call('program', { request: { ...request, ...limits }, buffers }, watch);
  return read(/** @type {Success} */ (reply), packed, equalities, n);
}

/**
 * @param {string} method
 * @param {unknown} given
 */
function readLimits(method, given) {
  const known = ['tolerance', 'maxIter', 'maxTime', 'signal', 'onProgress'];
  const settings = readSettings(method, given, known);
  const { tolerance = 1e-9, maxIter = 100, maxTime = Infinity, onProgress } = settings;
  if (!(typeof tolerance === 'number' && tolerance > 0 && tolerance < 1)) {
    throw wrongSetting('tolerance', 'a number between 0 and 1', tolerance);
  }
  if (!(typeof maxIter === 'number' && maxIter >= 1)) {
    throw wrongSetting('maxIter', 'a number >= 1', maxIter);
  }
  if (!(typeof maxTime === 'number' && maxTime > 0)) {
    throw wrongSetting('maxTime', 'a number of milliseconds > 0', maxTime);
  }
  if (onProgress != null && typeof onProgress !== 'function') {
    throw wrongSetting('onProgress', 'a function', onProgress);
  }
  const signal = checkSignal(settings.signal);
  signal?.throwIfAborted();
  const observe = /** @type {Watch['onProgress']} */ (onProgress ?? undefined);
  return { watch: { signal, onProgress: observe }, limits: { tolerance, maxIter, maxTime } };
}

/**
 * @param {unknown} given
 * @returns {{matrix?: unknown, diagonal?: unknown, factor?: unknown}}
 */
function readQuadratic(given) {
  if (typeof given !== 'object' || given === null) {
    throw wrongSetting('quadratic', 'a matrix, or { diagonal, factor }', given);
  }
  if (Array.isArray(given) || 'data' in given || 'shape' in given) return { matrix: given };
  const { diagonal, factor } = readSettings('quadratic', given, ['diagonal', 'factor']);
  if (diagonal == null && factor == null) {
    throw wrongSetting('quadratic', 'a matrix, or { diagonal, factor }', given);
  }
  return { diagonal, factor };
}

/** The parts of a program as they cross. */
class Packed {
  /** @type {Record<string, PackedTable['shape']>} */
  request = { equalities: absent, inequalities: absent, quadratic: absent, factor: absent };
  /** @type {Record<string, Uint8Array>} */
  buffers = {};
  /** @type {Record<string, Float64Array>} */
  given = {};
  /** @type {string | undefined} where the number of variables is known from */
  #from;
  #count = 0;

  /** How many variables there are. */
  get variables() {
    if (this.#from === undefined) {
      throw new MaxMarginError(
        'ERR_TYPE',
        'objective',
        'nothing says how many variables there are; pass objective, an array with a number for each',
      );
    }
    return this.#count;
  }

  /**
   * @param {string} argument
   * @param {number} count
   */
  #columns(argument, count) {
    if (this.#from !== undefined && count !== this.#count) {
      throw new MaxMarginError(
        'ERR_SHAPE',
        argument,
        `${argument} is for ${count} variables, but ${this.#from} is for ${this.#count}; pass as many columns, or numbers, in each`,
        { expected: this.#count, got: count },
      );
    }
    if (this.#from === undefined) [this.#from, this.#count] = [argument, count];
  }

  /**
   * @param {unknown} given numbers, one for each variable
   * @param {string} argument
   */
  count(given, argument) {
    if (!isNumbers(given) || given.length === 0) {
      throw wrongSetting(argument, 'an array of numbers, one for each variable', given);
    }
    this.#columns(argument, given.length);
  }

  /**
   * @param {string} name
   * @param {unknown} given
   * @param {string} argument
   */
  table(name, given, argument) {
    if (given == null) return;
    const packed = packSamples(given, argument, { operation: 'gram' });
    if (packed.shape.layout === 'strings') throw wrongSetting(argument, 'a matrix', given);
    if (argument === 'quadratic' && packed.shape.rows !== packed.shape.cols) {
      throw new MaxMarginError(
        'ERR_SHAPE',
        argument,
        `quadratic has ${packed.shape.rows} rows and ${packed.shape.cols} columns; pass a square matrix`,
        { rows: packed.shape.rows, columns: packed.shape.cols },
      );
    }
    this.#columns(argument, packed.shape.cols);
    this.request[name] = packed.shape;
    for (const [part, bytes] of Object.entries(packed.buffers)) {
      this.buffers[`${name}.${part}`] = bytes;
    }
  }

  /**
   * @param {'equalities' | 'inequalities'} name
   * @param {unknown} given
   * @returns {number} how many rows there are
   */
  rows(name, given) {
    if (given == null) return 0;
    if (typeof given !== 'object') throw wrongSetting(name, 'an object with A and b', given);
    const { A, b } = readSettings(name, given, ['A', 'b']);
    if (A == null) throw wrongSetting(`${name}.A`, 'a matrix', A);
    this.table(name, A, `${name}.A`);
    const { rows } = this.request[name];
    this.numbers(`${name}.sides`, b, `${name}.b`, rows);
    return rows;
  }

  /**
   * @param {string} name of the buffer
   * @param {unknown} given
   * @param {string} argument
   * @param {number} count
   * @param {number} [infinite] the infinity that a number may be; one number then stands for all
   */
  numbers(name, given, argument, count, infinite) {
    const isOne = infinite !== undefined && typeof given === 'number';
    const list = isOne ? new Float64Array(count).fill(given) : given;
    if (!isNumbers(list)) {
      throw wrongSetting(argument, isOne ? 'a number' : 'an array of numbers', given);
    }
    if (list.length !== count) {
      throw new MaxMarginError(
        'ERR_SHAPE',
        argument,
        `${argument} has ${list.length} numbers, but ${count} are needed, one for each ${name.includes('.') ? 'row' : 'variable'}; pass as many`,
        { expected: count, got: list.length },
      );
    }
    const values = Float64Array.from(/** @type {ArrayLike<number>} */ (list));
    const wrong = values.findIndex((value) => !Number.isFinite(value) && value !== infinite);
    if (wrong >= 0) {
      const got = /** @type {ArrayLike<unknown>} */ (list)[wrong];
      throw new MaxMarginError(
        'ERR_NONFINITE',
        argument,
        `${argument}[${wrong}] is ${show(got)}; pass finite numbers${infinite === undefined ? '' : `, or ${infinite} where there is no bound`}`,
        { index: wrong },
      );
    }
    this.given[name] = values.slice(); // the other one is transferred
    this.buffers[name] = bytesOf(values);
  }
}

/**
 * @param {Success} reply
 * @param {Packed} packed
 * @param {number} equalities how many there are
 * @param {number} n
 * @returns {ProgramSolution}
 */
function read({ value, buffers }, packed, equalities, n) {
  const { status } = value;
  const x = float64s(buffers.x);
  const rows = float64s(buffers.rows);
  const bounds = float64s(buffers.bounds);
  const [found, dual, stationarity, primal, sign, complementarity] = float64s(buffers.values);
  const ray = float64s(buffers.ray);
  const lower = bounds.map((z) => Math.max(z, 0));
  const upper = bounds.map((z) => Math.max(-z, 0));
  const multipliers = {
    equalities: rows.slice(0, equalities),
    inequalities: rows.slice(equalities),
    lower,
    upper,
  };
  const sides = packed.given['inequalities.sides'] ?? [];
  const distances = float64s(buffers.distances);
  const close = (/** @type {number} */ distance, /** @type {number} */ size) =>
    Math.abs(distance) <= 1e-8 * Math.max(1, Math.abs(size));
  const numbersWhere = (/** @type {(i: number) => boolean} */ holds, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, i) => i).filter(holds);
  const isThere = status !== 'infeasible';
  const negated = (/** @type {Float64Array} */ list) => list.map((v) => 0 - v);
  return {
    status,
    x,
    value: isThere ? found : NaN,
    dualValue: isThere ? dual : NaN,
    gap: Number.isFinite(found) && isThere ? found - dual : NaN,
    multipliers,
    sensitivities: {
      equalities: negated(multipliers.equalities),
      inequalities: negated(multipliers.inequalities),
      lower: lower.slice(),
      upper: negated(upper),
    },
    active: {
      inequalities: numbersWhere((i) => close(distances[i], sides[i]), sides.length),
      lower: numbersWhere((j) => close(x[j] - packed.given.lower[j], x[j]), n),
      upper: numbersWhere((j) => close(packed.given.upper[j] - x[j], x[j]), n),
    },
    residuals: { stationarity, primal, dual: sign, complementarity },
    polished: value.polished,
    iterations: value.iterations,
    certificate:
      status === 'infeasible'
        ? { equalities: ray.slice(0, equalities), inequalities: ray.slice(equalities) }
        : status === 'unbounded'
          ? { direction: ray }
          : undefined,
  };
}
