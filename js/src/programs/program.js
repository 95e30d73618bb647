/** Linear and quadratic programs: packs the caller's arguments, and unpacks the results. */
import { MaxMarginError, show } from '../basics/errors.js';
import { checkRoom } from '../basics/memory.js';
import { isNumbers } from '../basics/numbers.js';
import { bytesOf, packSamples } from '../input/inputs.js';
import { float64s } from '../input/values.js';
import { checkPassing, readSettings, wrongSetting } from '../basics/settings.js';

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

/** The further parts of a program that is not linear, by the method that takes them. */
const further = {
  solveLinearProgram: [],
  solveQuadraticProgram: ['quadratic'],
  solveConvexProgram: ['quadratic', 'entropy', 'logarithms'],
  checkOptimality: ['quadratic', 'entropy', 'logarithms'],
};

/** @typedef {keyof typeof further} Method */

/**
 * @param {ProgramHost} host
 * @param {Method} method
 * @param {unknown} given
 * @param {unknown} settings
 * @returns {Steps<ProgramSolution>}
 */
export function* solve(host, method, given, settings) {
  const packed = pack(method, given);
  const { watch, limits } = readLimits(method, settings);
  const { request, buffers } = packed;
  const reply = yield host.call('program', { request: { ...request, ...limits }, buffers }, watch);
  return read(/** @type {Success} */ (reply), packed);
}

/**
 * A program, ready to cross.
 * @param {Method} method
 * @param {unknown} given
 */
export function pack(method, given) {
  const parts = ['objective', 'equalities', 'inequalities', 'lower', 'upper'];
  if (typeof given !== 'object' || given === null) {
    throw wrongSetting('program', `an object with ${parts.join(', ')}`, given);
  }
  const program = readSettings(method, given, [...further[method], ...parts]);
  const packed = new Packed();
  if (method === 'solveQuadraticProgram' || program.quadratic != null) {
    packed.curved(program.quadratic);
  }
  packed.equalities = packed.rows('equalities', program.equalities);
  packed.rows('inequalities', program.inequalities);
  for (const part of ['objective', 'entropy', 'logarithms']) {
    if (program[part] != null) packed.count(program[part], part);
  }
  if (program.objective == null && method === 'solveLinearProgram') {
    throw wrongSetting('objective', 'an array of numbers', program.objective);
  }
  const n = packed.variables;
  packed.numbers('objective', program.objective ?? new Float64Array(n), 'objective', n);
  packed.numbers('lower', program.lower ?? -Infinity, 'lower', n, -Infinity);
  packed.numbers('upper', program.upper ?? Infinity, 'upper', n, Infinity);
  for (const part of ['entropy', 'logarithms']) {
    if (program[part] != null) packed.terms(part, program[part]);
  }
  const bytes = Object.values(packed.buffers).reduce((sum, { byteLength }) => sum + byteLength, 0);
  checkRoom('program', 'program', { bytes: 3 * bytes });
  return packed;
}

/**
 * @param {string} method
 * @param {unknown} given
 */
export function readLimits(method, given) {
  const known = ['tolerance', 'maxIter', 'maxTime', 'signal', 'onProgress'];
  const settings = readSettings(method, given, known);
  const { tolerance = 1e-9, maxIter = 100, maxTime = Infinity } = settings;
  if (!(typeof tolerance === 'number' && tolerance > 0 && tolerance < 1)) {
    throw wrongSetting('tolerance', 'a number between 0 and 1', tolerance);
  }
  if (!(typeof maxIter === 'number' && maxIter >= 1)) {
    throw wrongSetting('maxIter', 'a number >= 1', maxIter);
  }
  if (!(typeof maxTime === 'number' && maxTime > 0)) {
    throw wrongSetting('maxTime', 'a number of milliseconds > 0', maxTime);
  }
  return { watch: checkPassing(settings).watch, limits: { tolerance, maxIter, maxTime } };
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
export class Packed {
  /** How many equalities there are. */
  equalities = 0;
  /** @type {Record<string, PackedTable['shape']>} */
  request = { equalities: absent, inequalities: absent, quadratic: absent, factor: absent };
  /** @type {Record<string, Uint8Array>} */
  buffers = {};
  /** @type {Record<string, Float64Array>} */
  given = {};
  /** @type {string | undefined} source of the number of variables */
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

  /** @param {unknown} given the quadratic objective */
  curved(given) {
    const { matrix, diagonal, factor } = readQuadratic(given);
    this.table('quadratic', matrix, 'quadratic');
    this.table('factor', factor, 'quadratic.factor');
    if (diagonal == null) return;
    this.count(diagonal, 'quadratic.diagonal');
    this.numbers('diagonal', diagonal, 'quadratic.diagonal', this.variables);
  }

  /**
   * Terms with logarithms of some variables, which are then not negative.
   * @param {string} name
   * @param {unknown} given their weights
   */
  terms(name, given) {
    const n = this.variables;
    this.numbers(name, given, name, n);
    const wrong = this.given[name].findIndex((weight) => weight < 0);
    if (wrong >= 0) {
      throw new MaxMarginError(
        'ERR_OPTION',
        name,
        `${name}[${wrong}] is ${this.given[name][wrong]}, so the program is not convex; pass weights >= 0`,
        { index: wrong },
      );
    }
    const lower = this.given.lower.map((v, j) => (this.given[name][j] > 0 ? Math.max(v, 0) : v));
    this.numbers('lower', lower, 'lower', n, -Infinity);
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
    const values = readNumbers(given, argument, count, infinite);
    this.given[name] = values.slice(); // the other one is transferred
    this.buffers[name] = bytesOf(values);
  }
}

/**
 * @param {unknown} given
 * @param {string} argument
 * @param {number} count
 * @param {number} [infinite] the infinity that a number may be; one number then stands for all
 * @returns {Float64Array} a copy
 */
export function readNumbers(given, argument, count, infinite) {
  const isOne = infinite !== undefined && typeof given === 'number';
  const list = isOne ? new Float64Array(count).fill(given) : given;
  if (!isNumbers(list)) {
    throw wrongSetting(argument, isOne ? 'a number' : 'an array of numbers', given);
  }
  if (list.length !== count) {
    const one = /(^|\.)b$|equalities$/.test(argument) ? 'row' : 'variable';
    throw new MaxMarginError(
      'ERR_SHAPE',
      argument,
      `${argument} has ${list.length} numbers, but ${count} are needed, one for each ${one}; pass as many`,
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
  return values;
}

/** @param {Float64Array} list */
const negated = (list) => list.map((v) => 0 - v);

/**
 * @param {Success} reply
 * @param {Packed} packed
 * @returns {ProgramSolution}
 */
export function read({ value, buffers }, packed) {
  const { status } = value;
  const point = readPoint(buffers, packed);
  const { multipliers } = point;
  const ray = float64s(buffers.ray);
  const isThere = status !== 'infeasible';
  return {
    status,
    x: point.x,
    value: isThere ? point.value : NaN,
    dualValue: isThere ? point.dualValue : NaN,
    gap: Number.isFinite(point.value) && isThere ? point.value - point.dualValue : NaN,
    multipliers,
    sensitivities: {
      equalities: negated(multipliers.equalities),
      inequalities: negated(multipliers.inequalities),
      lower: multipliers.lower.slice(),
      upper: negated(multipliers.upper),
    },
    active: point.active,
    residuals: point.residuals,
    polished: value.polished,
    iterations: value.iterations,
    certificate:
      status === 'infeasible'
        ? {
            equalities: ray.slice(0, packed.equalities),
            inequalities: ray.slice(packed.equalities),
          }
        : status === 'unbounded'
          ? { direction: ray }
          : undefined,
  };
}

/**
 * A point with its multipliers, and how well it meets the conditions of a solution.
 * @param {Success['buffers']} buffers
 * @param {Packed} packed
 */
export function readPoint(buffers, packed) {
  const x = float64s(buffers.x);
  const rows = float64s(buffers.rows);
  const bounds = float64s(buffers.bounds);
  const [value, dualValue, stationarity, primal, dual, complementarity] = float64s(buffers.values);
  const sides = packed.given['inequalities.sides'] ?? [];
  const distances = float64s(buffers.distances);
  const close = (/** @type {number} */ distance, /** @type {number} */ size) =>
    Math.abs(distance) <= 1e-8 * Math.max(1, Math.abs(size));
  const numbersWhere = (/** @type {(i: number) => boolean} */ holds, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, i) => i).filter(holds);
  return {
    x,
    value,
    dualValue,
    multipliers: {
      equalities: rows.slice(0, packed.equalities),
      inequalities: rows.slice(packed.equalities),
      lower: bounds.map((z) => Math.max(z, 0)),
      upper: bounds.map((z) => Math.max(-z, 0)),
    },
    active: {
      inequalities: numbersWhere((i) => close(distances[i], sides[i]), sides.length),
      lower: numbersWhere((j) => close(x[j] - packed.given.lower[j], x[j]), x.length),
      upper: numbersWhere((j) => close(packed.given.upper[j] - x[j], x[j]), x.length),
    },
    residuals: { stationarity, primal, dual, complementarity },
  };
}
