/** What all theorems that apply say of a fitted model. */
import { MaxMarginError, show } from '../basics/errors.js';
import { lengthOf } from '../basics/length.js';
import { rowsOf } from '../input/rows.js';
import { readSettings } from '../basics/settings.js';
import { averageMarginError } from './averages.js';
import { curve, leastOf } from './bound.js';
import { vc, vcErrors } from './dimensions.js';
import { factsOf, knownRadius } from './facts.js';
import { margin, marginErrorRate, marginExplicit, marginGrid, marginPercentile, marginShattering } from './margins.js'; // prettier-ignore
import { hardMargin } from './norms.js';
import { softMarginL1, softMarginL2 } from './slacks.js';
import { compression } from './sparse.js';

/** @import { Entries, Label, Samples } from '../types.js' */
/** @import { MarginModel } from './facts.js' */
/** @import { BoundResult, BoundsReport, BoundsReportSettings } from './types.js' */

/** Guarantees that hold although the margin, or the number of support vectors, was seen before. */
const afterwards = ['marginGrid', 'marginShattering', 'compression', 'vc', 'vcErrors', 'averageMarginError']; // prettier-ignore

/**
 * What the theorems of `bounds` that apply say of a classifier of two classes and the samples that
 * it was fitted to. The function is divided by |w|; a constant becomes a coordinate, as the
 * theorems are about functions without one.
 * @param {MarginModel} model
 * @param {Samples} X the samples of the fit
 * @param {Entries<Label>} y
 * @param {BoundsReportSettings} [settings]
 * @returns {Promise<BoundsReport>}
 */
export async function boundsReport(model, X, y, settings) {
  const known = ['delta', 'c', 'radius'];
  const given = /** @type {BoundsReportSettings} */ (readSettings('boundsReport', settings, known));
  const { delta = 0.05, c = 1 } = given;
  const facts = await factsOf(model, X, y, 'boundsReport');
  const outer = given.radius ?? radiusOf(model, facts, X);
  const notes = /** @type {string[]} */ ([]);
  const absorbed = facts.intercept !== 0 && outer > 0;
  const radius = absorbed ? outer * Math.SQRT2 : outer;
  const size = absorbed ? Math.hypot(facts.norm, facts.intercept / outer) : facts.norm;
  const margins = facts.margins.map((value) => value / size).sort();
  const n = margins.length;
  const least = margins[0];
  const errors = margins.findIndex((value) => value > 0);
  const wrong = errors < 0 ? n : errors;
  notes.push('f was divided by |w|, so that margins are distances in feature space');
  if (absorbed) {
    notes.push(
      `the constant ${show(facts.intercept)} became a coordinate, in which every sample is ${show(outer)} long: the radius is sqrt(2) times as large`,
    );
  }
  const supports = /** @type {{supportIndices?: ArrayLike<number>}} */ (model).supportIndices;
  const given4 = { n, radius, delta };
  const results = /** @type {Record<string, BoundResult>} */ ({
    margin: margin({ ...given4, margin: least }),
    marginGrid: marginGrid({ ...given4, margin: least }),
    marginShattering: shattered(given4, least),
    marginExplicit: marginExplicit({ ...given4, margin: least, marginError: 0 }),
    hardMargin: hardMargin({ ...given4, margin: least }),
    ...overMargins({ ...given4, c }, margins),
    ...atCanonical({ ...given4, c }, margins, 1 / size),
    averageMarginError: averageMarginError({
      n,
      delta,
      largest: radius,
      averageMargin: margins.reduce((sum, value) => sum + value, 0) / n,
    }),
  });
  if (supports) {
    results.compression = compression({ n, delta, errors: wrong, supportVectors: supports.length });
  }
  if (facts.linear) {
    const dimension = rowsOf(X, 'boundsReport')[0].length + Number(facts.intercept !== 0);
    results.vc = vc({ n, delta, dimension, errors: wrong });
    results.vcErrors = vcErrors({ n, delta, dimension, errors: wrong });
  }
  const names = afterwards.filter((name) => name in results);
  const best = names[leastOf(names.map((name) => results[name]))];
  notes.push(`each bound may fail with probability ${delta}; to read m of them together, pass delta / m`); // prettier-ignore
  if (best === undefined) notes.push('no theorem without an unknown constant applies');
  else if (results[best].vacuous) notes.push('every guarantee is vacuous: none is below 1');
  return {
    n,
    delta,
    norm: facts.norm,
    intercept: facts.intercept,
    absorbed,
    radius,
    margins,
    margin: least,
    ratio: least > 0 ? (radius / least) ** 2 : Infinity,
    trainingError: wrong / n,
    supportVectors: supports?.length,
    results,
    best,
    notes,
  };
}

/**
 * Theorem 2.3, with the fat-shattering dimension at an eighth of the margin by Theorem 4.16.
 * @param {{n: number, radius: number, delta: number}} given
 * @param {number} least
 */
function shattered({ n, radius, delta }, least) {
  const dimension = least > 0 ? Math.floor(64 * (radius / least) ** 2) : Number.MAX_VALUE;
  return marginShattering({ n, dimension, delta });
}

/**
 * The least values over the margins of the samples.
 * @param {{n: number, radius: number, delta: number, c: number}} given
 * @param {Float64Array} margins ascending
 */
function overMargins(given, margins) {
  const { n } = given;
  const counts = Array.from(margins, (_, k) => k);
  const percentiles = curve(marginPercentile, given, { errors: counts, margin: margins });
  // Below the margin of sample k there are the k samples before it, without those that equal it.
  const shares = Array.from(counts);
  for (let k = 1; k < n; k++) if (margins[k] === margins[k - 1]) shares[k] = shares[k - 1];
  shares.forEach((before, k) => (shares[k] = before / n));
  const rates = curve(marginErrorRate, given, { margin: margins, marginError: shares });
  return {
    marginPercentile: percentiles.results[Math.max(0, percentiles.best)],
    marginErrorRate: rates.results[Math.max(0, rates.best)],
  };
}

/**
 * The bounds by slacks at the margin 1/|w|, which the model asked for.
 * @param {{n: number, radius: number, delta: number, c: number}} given
 * @param {Float64Array} margins
 * @param {number} at
 */
function atCanonical(given, margins, at) {
  const slacks = margins.map((value) => Math.max(0, at - value));
  const slackSum = slacks.reduce((sum, slack) => sum + slack, 0);
  return {
    softMarginL2: softMarginL2({ ...given, margin: at, slackNorm: lengthOf(slacks) }),
    softMarginL1: softMarginL1({ ...given, margin: at, slackSum }),
  };
}

/**
 * @param {MarginModel} model
 * @param {import('./facts.js').Facts} facts
 * @param {unknown} X
 */
function radiusOf(model, facts, X) {
  const radius = knownRadius(model, facts, X, 'boundsReport');
  if (radius !== undefined) return radius;
  throw new MaxMarginError(
    'ERR_OPTION',
    'radius',
    'boundsReport does not know how long samples are with this kernel; pass radius, the largest of kernelNorms(kernel, X)',
  );
}
