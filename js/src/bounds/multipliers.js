/** What the multipliers of a solution say: its conditions, and its outliers. */
import { MaxMarginError } from '../basics/errors.js';
import { lengthOf } from '../basics/length.js';
import { rowsOf } from '../input/rows.js';
import { readSettings } from '../basics/settings.js';
import { wrong } from './bound.js';

/** @import { Entries, Label, Samples } from '../types.js' */
/** @import { Multipliers, OutlierReport, OutlierSettings } from './types.js' */

/**
 * The diagnosis of a machine with multipliers, for the samples of its fit.
 * @param {any} model
 * @param {unknown} X
 * @param {unknown} y
 */
async function diagnosed(model, X, y) {
  if (!(model?.classes?.length > 2) && model?.dualCoef && typeof model.diagnostics === 'function') {
    const found = await model.diagnostics(X, y);
    if (found.alpha) return found;
  }
  throw new MaxMarginError('ERR_TYPE', 'model', 'multipliers are known of a fitted SVC of two classes, or SVR, for the samples of its fit; pass these'); // prettier-ignore
}

/**
 * All multipliers of the Lagrangian of an SVC of two classes or an SVR, fitted without weights, and by how much its
 * derivatives differ from 0. With beta_i = y_i a_i, or a_i - a*_i of a regression:
 *
 *     constant  sum beta_i = 0        weights  w - sum beta_i x_i = 0        slacks  C - a_i - eta_i = 0
 * @param {any} model fitted
 * @param {Samples} X the samples of the fit
 * @param {Entries<Label>} y their labels or values
 * @returns {Promise<Multipliers>}
 */
export async function multipliers(model, X, y) {
  const { weights, residual } = await diagnosed(model, X, y);
  const beta = new Float64Array(residual.length);
  model.supportIndices.forEach((/** @type {number} */ row, /** @type {number} */ p) => {
    beta[row] = model.dualCoef[p];
  });
  const {
    C,
    loss,
    classWeight,
    fitIntercept,
    epsilon,
    study: { normBound = Infinity } = {},
    weightBelow = 1,
  } = model.getParams();
  const plain =
    ['hinge', 'epsilonInsensitive'].includes(loss) &&
    !classWeight &&
    C < Infinity &&
    normBound === Infinity &&
    weightBelow === 1;
  const rest = (/** @type {Float64Array} */ a) => (plain ? a.map((v) => C - v) : undefined);
  const regression = epsilon !== undefined;
  const alpha = beta.map(regression ? (v) => Math.max(0, v) : Math.abs);
  const alphaStar = regression ? beta.map((v) => Math.max(0, -v)) : undefined;
  // As LIBSVM counts nBSV, but for the last digits.
  const most = C * (1 - 1e-8);
  const rows = (/** @type {(a: number) => boolean} */ keep) => (plain ? Int32Array.from(model.supportIndices).filter((row) => keep(Math.abs(beta[row]))) : undefined); // prettier-ignore
  const left = Float64Array.from(weights ?? []);
  if (weights) {
    rowsOf(X, 'multipliers').forEach((row, i) => row.forEach((v, j) => (left[j] -= beta[i] * v)));
  }
  return {
    alpha,
    alphaStar,
    eta: rest(alpha),
    etaStar: alphaStar && rest(alphaStar),
    free: rows((a) => a < most),
    bounded: rows((a) => a >= most),
    residuals: {
      constant: fitIntercept === false ? undefined : Math.abs(beta.reduce((sum, v) => sum + v, 0)),
      weights: weights && lengthOf(left),
      optimality: residual.reduce((/** @type {number} */ a, /** @type {number} */ b) => Math.max(a, b), 0), // prettier-ignore
    },
  };
}

/**
 * Removes the samples whose multiplier is too large, which a hard margin has in place of slacks,
 * and fits a copy of the model to the others.
 * @template M
 * @param {M} model a fitted SVC of two classes, or an SVR
 * @param {Samples} X the samples of the fit
 * @param {Entries<Label>} y their labels or values
 * @param {OutlierSettings} settings from which multiplier on a sample is an outlier
 * @returns {Promise<OutlierReport<M>>}
 */
export async function dropOutliers(model, X, y, settings) {
  const { alpha: limit } = readSettings('dropOutliers', settings, ['alpha']);
  if (!(typeof limit === 'number' && limit > 0)) throw wrong('alpha', 'a number above 0', limit);
  const machine = /** @type {any} */ (model);
  const first = await diagnosed(machine, X, y);
  const removed = first.ranking.filter((/** @type {number} */ row) => first.alpha[row] >= limit);
  if (removed.length === first.alpha.length)
    throw wrong('alpha', 'so large that some rows stay', limit);
  const sampleWeight = new Float64Array(first.alpha.length).fill(1);
  for (const row of removed) sampleWeight[row] = 0;
  const fitted = await machine.clone().fit(X, y, { sampleWeight });
  const second = await fitted.diagnostics(X, y, { sampleWeight });
  const [one, other] = [await machine.predict(X), await fitted.predict(X)];
  const told = (/** @type {any} */ { norm, geometricMargin }, /** @type {any} */ { supportIndices }) =>
    ({ norm, margin: geometricMargin, supportVectors: supportIndices.length }); // prettier-ignore
  return {
    model: fitted,
    removed,
    before: told(first, machine),
    after: told(second, fitted),
    changed: Int32Array.from(one.keys()).filter((i) => one[i] !== other[i]),
  };
}
