/**
 * Losses of regressions that are the caller's functions. They run in the calling thread: the
 * solver gets a table of the derivative at many errors, and interpolates it linearly.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { badResult, thrown } from './functions.js';
import { bytesOf } from '../input/inputs.js';

/** @typedef {(error: number) => number} ErrorFunction */
/** @typedef {{ value: ErrorFunction, derivative: ErrorFunction }} CustomLoss */

/** The table covers errors up to this multiple of the range of y; beyond it the loss is a line. */
const reach = 2;
/** The most entries of the table on each side of 0. */
const most = 20000;
/** The largest error of the integral over a line, as a share of the slope times the range. */
const fine = 1e-9;
/** The same as a share of the slope times the error, for a loss that bends near 0. */
const close = 3e-8;
/** The rounding error of a derivative, relative to the largest slope. */
const rounding = 1e-9;

/**
 * Checks a loss over the errors that can occur, and tabulates its derivative.
 * @param {unknown} customLoss
 * @param {ArrayLike<number>} y
 * @returns {Record<string, Uint8Array>}
 */
export function packLoss(customLoss, y) {
  const { value, derivative } = Object(customLoss);
  if (typeof value !== 'function' || typeof derivative !== 'function') {
    throw new MaxMarginError(
      'ERR_TYPE',
      'customLoss',
      `customLoss must be { value, derivative }, two functions of the error y - f(x), got ${show(customLoss)}`,
    );
  }
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < y.length; i++) [low, high] = [Math.min(low, y[i]), Math.max(high, y[i])];
  const range = reach * (high - low || 1);
  const above = tabulate({ value, derivative }, range, 1);
  const below = tabulate({ value, derivative }, range, -1);
  return {
    errorsAbove: bytesOf(above.errors),
    slopesAbove: bytesOf(above.slopes),
    errorsBelow: bytesOf(below.errors),
    slopesBelow: bytesOf(below.slopes),
  };
}

/**
 * @param {CustomLoss} loss
 * @param {'value' | 'derivative'} name
 * @param {number} error
 */
function call(loss, name, error) {
  const place = `customLoss.${name}(${error})`;
  let result;
  try {
    result = loss[name](error);
  } catch (cause) {
    throw thrown('customLoss', place, cause, { error });
  }
  if (Number.isFinite(result)) return result;
  throw badResult('customLoss', place, result, 'a finite number', { error });
}

/**
 * @param {string} message
 * @param {Record<string, unknown>} details the errors at which the loss is wrong
 */
const refused = (message, details) =>
  new MaxMarginError('ERR_OPTION', 'customLoss', message, details);

/**
 * The derivative of the loss on one side of 0, by its distance from there.
 * @param {CustomLoss} loss
 * @param {number} range
 * @param {1 | -1} side
 */
function tabulate(loss, range, side) {
  const slopeAt = (/** @type {number} */ e) => side * call(loss, 'derivative', side * e);
  // At 0 itself the function may return the derivative of the other side.
  let knots = [{ e: 0, slope: slopeAt(range * 2 ** -44) }];
  for (let k = 40; k >= 0; k--) knots.push({ e: range * 2 ** -k, slope: slopeAt(range * 2 ** -k) });
  const steepest = Math.max(...knots.map(({ slope }) => slope));
  const tolerance = rounding * Math.max(steepest, Number.MIN_VALUE);
  checkConvex(knots, side, tolerance);
  if (knots[0].slope < -tolerance) {
    throw refused(
      `customLoss must be least where the error is 0, but its derivative at ${side * range * 2 ** -44} is ${side * knots[0].slope}; shift y or the loss`,
      { error: side * range * 2 ** -44, derivative: side * knots[0].slope },
    );
  }
  if (!(steepest > 0)) {
    throw refused(
      `customLoss does not rise up to an error of ${side * range}: errors of that sign would cost nothing`,
      { error: side * range },
    );
  }
  knots = refine(knots, slopeAt, steepest, range);
  checkConvex(knots, side, tolerance);
  checkValues(loss, knots, side, steepest * range);
  // At the end the slope may stay constant: beyond the table the loss is a line.
  const flat = (/** @type {number} */ k) => knots[k].slope - knots[k - 1].slope <= tolerance;
  while (knots.length > 1 && flat(knots.length - 1)) knots.pop();
  // Elsewhere an interval of constant derivative would be a kink in the dual problem: a rise
  // of negligible size prevents it.
  const least = (1e-10 * steepest) / range;
  let slope = -Infinity;
  let last = 0;
  const slopes = knots.map((knot) => {
    slope = Math.max(knot.slope, 0, slope + least * (knot.e - last));
    last = knot.e;
    return slope;
  });
  for (let k = 1; k < slopes.length; k++) {
    if (slopes[k] <= slopes[k - 1]) slopes[k] = slopes[k - 1] + 1e-15 * steepest;
  }
  return { errors: Float64Array.from(knots, ({ e }) => e), slopes: Float64Array.from(slopes) };
}

/** @typedef {{ e: number, slope: number }} Knot */

/**
 * Halves every interval between two knots where a line does not fit the derivative.
 * @param {Knot[]} knots
 * @param {(e: number) => number} slopeAt
 * @param {number} steepest
 * @param {number} range
 */
function refine(knots, slopeAt, steepest, range) {
  /** @type {Knot[]} */
  const done = [knots[0]];
  const waiting = knots.slice(1).reverse();
  while (waiting.length > 0) {
    const [from, to] = [done[done.length - 1], waiting[waiting.length - 1]];
    const width = to.e - from.e;
    const e = from.e + width / 2;
    const slope = slopeAt(e);
    const missed = Math.abs(slope - (from.slope + to.slope) / 2) * width;
    const left = most - done.length - waiting.length;
    if (
      left <= 0 ||
      missed <= Math.max(to.slope, 1e-4 * steepest) * Math.min(fine * range, close * to.e) ||
      width <= 1e-9 * range
    ) {
      done.push(/** @type {Knot} */ (waiting.pop()));
    } else {
      waiting.push({ e, slope });
    }
  }
  return done;
}

/**
 * @param {Knot[]} knots
 * @param {1 | -1} side
 * @param {number} tolerance
 */
function checkConvex(knots, side, tolerance) {
  for (let k = 1; k < knots.length; k++) {
    if (knots[k].slope >= knots[k - 1].slope - tolerance) continue;
    const [a, b] = [knots[k - 1], knots[k]].map(({ e, slope }) => [side * e, side * slope]);
    throw refused(
      `customLoss is not convex: its derivative is ${a[1]} at ${a[0]} and ${b[1]} at ${b[0]}; a derivative must not fall`,
      { errors: [a[0], b[0]], derivatives: [a[1], b[1]] },
    );
  }
}

/**
 * Whether the value is the integral of the derivative.
 * @param {CustomLoss} loss
 * @param {Knot[]} knots
 * @param {1 | -1} side
 * @param {number} scale of the values
 */
function checkValues(loss, knots, side, scale) {
  const zero = call(loss, 'value', 0);
  let integral = 0;
  for (let k = 1; k < knots.length; k++) {
    integral += ((knots[k].e - knots[k - 1].e) * (knots[k].slope + knots[k - 1].slope)) / 2;
    if (k % 16 !== 0 && k !== knots.length - 1) continue;
    const error = side * knots[k].e;
    const value = call(loss, 'value', error) - zero;
    if (Math.abs(value - integral) <= 1e-5 * Math.max(value, 1e-3 * scale)) continue;
    throw refused(
      `customLoss.derivative is not the derivative of customLoss.value: from 0 to ${error} the value grows by ${value}, and the integral is ${integral}`,
      { error, value, integral },
    );
  }
}
