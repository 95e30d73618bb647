/** Whether a quadratic objective is convex, and whether a point solves a program. */
import { MaxMarginError } from '../basics/errors.js';
import { float64s } from '../input/values.js';
import { checkSignal, readSettings, wrongSetting } from '../basics/settings.js';
import { pack, Packed, readNumbers, readPoint } from './program.js';

/** @import { Success } from '../runtime/host.js' */
/** @import { Steps } from '../basics/drive.js' */
/** @import { ProgramHost } from './program.js' */
/** @import { Convexity, OptimalityReport } from './types.js' */

/**
 * @param {string} method
 * @param {unknown} given
 * @param {string[]} [known]
 */
function readWatch(method, given, known = []) {
  const settings = readSettings(method, given, [...known, 'signal']);
  const signal = checkSignal(settings.signal);
  signal?.throwIfAborted();
  return { settings, watch: { signal } };
}

const unlimited = { tolerance: 1e-9, maxIter: 100, maxTime: Infinity };

/**
 * @param {Success['buffers']} buffers
 * @returns {Convexity}
 */
function readConvexity(buffers) {
  const smallestEigenvalue = float64s(buffers.values)[6];
  const isConvex = smallestEigenvalue >= 0;
  return { isConvex, smallestEigenvalue, direction: float64s(buffers.direction) };
}

/**
 * @param {ProgramHost} host
 * @param {unknown} quadratic
 * @param {unknown} given
 * @returns {Steps<Convexity>}
 */
export function* checkConvexity(host, quadratic, given) {
  const { watch } = readWatch('checkConvexity', given);
  const packed = new Packed();
  packed.curved(quadratic);
  packed.numbers('objective', new Float64Array(packed.variables), 'objective', packed.variables);
  const { request, buffers } = packed;
  const whole = { ...request, ...unlimited, curved: true };
  const reply = yield host.call('program', { request: whole, buffers }, watch);
  return readConvexity(/** @type {Success} */ (reply).buffers);
}

/**
 * @param {ProgramHost} host
 * @param {unknown} program
 * @param {unknown} point
 * @param {unknown} given
 * @returns {Steps<OptimalityReport>}
 */
export function* checkOptimality(host, program, point, given) {
  const { watch, settings } = readWatch('checkOptimality', given, ['tolerance']);
  const { tolerance = 1e-6 } = settings;
  if (!(typeof tolerance === 'number' && tolerance > 0)) {
    throw wrongSetting('tolerance', 'a number > 0', tolerance);
  }
  const packed = pack('checkOptimality', program);
  readJudged(packed, point);
  const { request, buffers } = packed;
  const whole = { ...request, ...unlimited, judge: true };
  const reply = yield host.call('program', { request: whole, buffers }, watch);
  const answer = /** @type {Success} */ (reply).buffers;
  const { value, dualValue, multipliers, active, residuals } = readPoint(answer, packed);
  const convexity = readConvexity(answer);
  const meetsConditions = Object.values(residuals).every((size) => size <= tolerance);
  return {
    value,
    dualValue,
    gap: value - dualValue,
    multipliers,
    active,
    residuals,
    ...convexity,
    meetsConditions,
    isOptimal: meetsConditions && convexity.isConvex,
  };
}

/**
 * @param {Packed} packed
 * @param {unknown} given numbers, or an object with x and multipliers, such as a solution
 */
function readJudged(packed, given) {
  const n = packed.variables;
  const isPair = typeof given === 'object' && given !== null && 'x' in given;
  const { x, multipliers } = /** @type {{x: unknown, multipliers?: unknown}} */ (isPair ? given : { x: given }); // prettier-ignore
  packed.numbers('point', x, isPair ? 'point.x' : 'point', n);
  const wrong = packed.given.point.findIndex((v, j) => v <= 0 && isWeighted(packed, j));
  if (wrong >= 0) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'point',
      `point[${wrong}] is ${packed.given.point[wrong]}, where the objective has a logarithm; pass a number > 0`,
      { index: wrong },
    );
  }
  if (multipliers == null) return;
  const known = ['equalities', 'inequalities', 'lower', 'upper'];
  const parts = readSettings('multipliers', multipliers, known);
  const list = (/** @type {string} */ name, /** @type {number} */ count) =>
    readNumbers(parts[name] ?? new Float64Array(count), `multipliers.${name}`, count);
  const { rows } = packed.request.inequalities;
  const all = [...list('equalities', packed.equalities), ...list('inequalities', rows)];
  const upper = list('upper', n);
  const both = list('lower', n).map((z, j) => z - upper[j]);
  packed.numbers('multipliers.rows', all, 'multipliers', all.length);
  packed.numbers('multipliers.bounds', both, 'multipliers', n);
}

/**
 * @param {Packed} packed
 * @param {number} j
 */
function isWeighted({ given }, j) {
  return (given.entropy?.[j] ?? 0) > 0 || (given.logarithms?.[j] ?? 0) > 0;
}
