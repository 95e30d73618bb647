/**
 * maxmargin/metrics: how good predictions are. Plain functions of labels, numbers and scores, which
 * need no model and no runtime. Where scikit-learn has a measure, it has its name, options and
 * values. Those of predictions can be the `scoring` of a search.
 */
export { MaxMarginError } from './basics/errors.js';
export { calibrationCurve, expectedCalibrationError } from './metrics/calibration.js';
export { classificationReport } from './metrics/classification-report.js';
export { confusionMatrix } from './metrics/confusion-matrix.js';
export {
  accuracyScore,
  balancedAccuracyScore,
  cohenKappaScore,
  f1Score,
  fbetaScore,
  hammingLoss,
  jaccardScore,
  matthewsCorrcoef,
  precisionScore,
  recallScore,
  specificityScore,
  zeroOneLoss,
} from './metrics/counts.js';
export {
  explainedVarianceScore,
  maxError,
  meanAbsoluteError,
  meanAbsolutePercentageError,
  meanPinballLoss,
  meanSquaredError,
  medianAbsoluteError,
  r2Score,
  rootMeanSquaredError,
} from './metrics/distances.js';
export { dcgScore, ndcgScore } from './metrics/gains.js';
export {
  coverageError,
  labelRankingAveragePrecisionScore,
  labelRankingLoss,
} from './metrics/label-sets.js';
export {
  inversionRate,
  kendallLoss,
  kendallTau,
  preferenceRisk,
  rankPositions,
  rankingLoss,
  scaledPreferenceRisk,
  spearman,
} from './metrics/orders.js';
export { checkPreferences, checkStochasticOrder } from './metrics/preferences.js';
export { precisionRecallCurve } from './metrics/precision-recall-curve.js';
export { brierScoreLoss, logLoss } from './metrics/probabilities.js';
export { rocCurve } from './metrics/roc-curve.js';
export {
  averagePrecisionScore,
  breakEven,
  precisionAtK,
  recallAtK,
  rocAucScore,
  topKAccuracyScore,
} from './metrics/scores.js';

/** @typedef {import('./metrics/types.js').AbsoluteSettings} AbsoluteSettings */
/** @typedef {import('./metrics/types.js').CalibrationCurves} CalibrationCurves */
/** @typedef {import('./metrics/types.js').CalibrationSettings} CalibrationSettings */
/** @typedef {import('./metrics/types.js').ClassificationReport} ClassificationReport */
/** @typedef {import('./metrics/types.js').ClassScores} ClassScores */
/** @typedef {import('./metrics/types.js').ClassSettings} ClassSettings */
/** @typedef {import('./metrics/types.js').ConfusionMatrix} ConfusionMatrix */
/** @typedef {import('./metrics/types.js').ConfusionSettings} ConfusionSettings */
/** @typedef {import('./metrics/types.js').CurveSettings} CurveSettings */
/** @typedef {import('./metrics/types.js').DistanceSettings} DistanceSettings */
/** @typedef {import('./metrics/types.js').FbetaSettings} FbetaSettings */
/** @typedef {import('./metrics/types.js').GainSettings} GainSettings */
/** @typedef {import('./metrics/types.js').KappaSettings} KappaSettings */
/** @typedef {import('./metrics/types.js').LabelSets} LabelSets */
/** @typedef {import('./metrics/types.js').PinballSettings} PinballSettings */
/** @typedef {import('./metrics/types.js').PlaceSettings} PlaceSettings */
/** @typedef {import('./metrics/types.js').PositiveSettings} PositiveSettings */
/** @typedef {import('./metrics/preferences.js').PreferenceReport} PreferenceReport */
/** @typedef {import('./metrics/preferences.js').StochasticOrderReport} StochasticOrderReport */
/** @typedef {import('./metrics/types.js').PrecisionRecallCurves} PrecisionRecallCurves */
/** @typedef {import('./metrics/types.js').ProbabilitySettings} ProbabilitySettings */
/** @typedef {import('./metrics/types.js').ReportSettings} ReportSettings */
/** @typedef {import('./metrics/types.js').RowLabels} RowLabels */
/** @typedef {import('./metrics/types.js').RocAucSettings} RocAucSettings */
/** @typedef {import('./metrics/types.js').RocCurves} RocCurves */
/** @typedef {import('./metrics/types.js').RocSettings} RocSettings */
/** @typedef {import('./metrics/types.js').TopSettings} TopSettings */
