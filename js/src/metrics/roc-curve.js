/** Receiver operating characteristic: true positives against false positives. */
import { readSettings, wrongSetting } from '../basics/settings.js';
import { rankings } from './ranking.js';

/** @import { Entries, Label } from '../types.js' */
/** @import { Ranking } from './ranking.js' */
/** @import { RocCurves, RocSettings } from './types.js' */

/**
 * Points of scikit-learn's roc_curve, and the area under them. Tied scores make one
 * point, so that the order of rows does not matter.
 * @param {Entries<Label>} y labels
 * @param {Entries<number>} scores decision values or probabilities: one per row, or rows x classes
 * @param {RocSettings} [settings]
 * @returns {RocCurves}
 */
export function rocCurve(y, scores, settings) {
  const known = ['positive', 'classes', 'sampleWeight', 'dropIntermediate'];
  const given = /** @type {RocSettings} */ (readSettings('rocCurve', settings, known));
  const { dropIntermediate = true } = given;
  if (typeof dropIntermediate !== 'boolean') {
    throw wrongSetting('dropIntermediate', 'true or false', dropIntermediate);
  }
  return {
    curves: rankings(y, scores, given).map((ranking) => curveOf(ranking, dropIntermediate)),
  };
}

/**
 * @param {Ranking} ranking
 * @param {boolean} drop
 */
function curveOf({ label, thresholds, tps, fps }, drop) {
  const last = tps.length - 1;
  const kept = Array.from(tps.keys()).filter(
    (i) => !drop || i === 0 || i === last || bends(tps, fps, i),
  );
  const rates = (/** @type {Float64Array} */ counts) =>
    Float64Array.from([0, ...kept.map((i) => counts[i] / counts[last])]);
  const [fpr, tpr] = [rates(fps), rates(tps)];
  let auc = 0;
  for (let i = 1; i < fpr.length; i++) auc += ((fpr[i] - fpr[i - 1]) * (tpr[i] + tpr[i - 1])) / 2;
  return {
    label,
    fpr,
    tpr,
    thresholds: Float64Array.from([Infinity, ...kept.map((i) => thresholds[i])]),
    auc,
  };
}

/**
 * Whether the steps to and from a point differ.
 * @param {Float64Array} tps
 * @param {Float64Array} fps
 * @param {number} i
 */
function bends(tps, fps, i) {
  const turn = (/** @type {Float64Array} */ counts) =>
    counts[i + 1] - counts[i] !== counts[i] - counts[i - 1];
  return turn(tps) || turn(fps);
}
