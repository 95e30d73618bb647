/**
 * Precision is the share of found rows that are positive, and recall the share of positive rows
 * that are found.
 */
import { readSettings } from '../basics/settings.js';
import { rankings } from './ranking.js';

/** @import { Entries, Label } from '../types.js' */
/** @import { Ranking } from './ranking.js' */
/** @import { CurveSettings, PrecisionRecallCurves } from './types.js' */

/**
 * Points of scikit-learn's precision_recall_curve, and its average_precision_score:
 * sum over thresholds of (R_n - R_(n-1)) P_n, without interpolation, which would
 * promise too much.
 * @param {Entries<Label>} y labels
 * @param {Entries<number>} scores decision values or probabilities: one per row, or rows x classes
 * @param {CurveSettings} [settings]
 * @returns {PrecisionRecallCurves}
 */
export function precisionRecallCurve(y, scores, settings) {
  const known = ['positive', 'classes', 'sampleWeight'];
  const given = /** @type {CurveSettings} */ (
    readSettings('precisionRecallCurve', settings, known)
  );
  return { curves: rankings(y, scores, given).map(curveOf) };
}

/** @param {Ranking} ranking */
function curveOf({ label, thresholds, tps, fps }) {
  const last = tps.length - 1;
  const precision = tps.map((tp, i) => tp / (tp + fps[i]));
  const recall = tps.map((tp) => tp / tps[last]);
  const averagePrecision = precision.reduce(
    (sum, value, i) => sum + value * (recall[i] - (recall[i - 1] ?? 0)),
    0,
  );
  return {
    label,
    precision: Float64Array.from([...precision.reverse(), 1]),
    recall: Float64Array.from([...recall.reverse(), 0]),
    thresholds: thresholds.slice().reverse(),
    averagePrecision,
    prevalence: tps[last] / (tps[last] + fps[last]),
  };
}
