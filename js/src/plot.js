/**
 * maxmargin/plot: pictures of what machines do. Each is made in two steps: one
 * function gives plain data (typed arrays and arrays of records, which any plotting
 * library takes, and which can be posted and stored), another draws them with Observable Plot,
 * which the caller passes in. Models are used through their public methods only, so models of
 * all entries work, promised and blocking.
 */
export { MaxMarginError } from './basics/errors.js';
export { convergence, recordFit } from './plot/convergence.js';
export { decisionSurface } from './plot/decision-surface.js';
export { explanationBeeswarm, explanationWaterfall } from './plot/explanation.js';
export { marginDistribution } from './plot/margin-distribution.js';
export { posteriorBand } from './plot/posterior-band.js';
export { regressionTube } from './plot/regression-tube.js';
export { validationHeatMap } from './plot/validation-heat-map.js';

export { plotConfusionMatrix } from './plot/draw/confusion-matrix.js';
export { plotConvergence } from './plot/draw/convergence.js';
export { plotDecisionSurface } from './plot/draw/decision-surface.js';
export { plotExplanationBeeswarm, plotExplanationWaterfall } from './plot/draw/explanation.js';
export { plotLearningCurve } from './plot/draw/learning-curve.js';
export { plotMarginDistribution } from './plot/draw/margin-distribution.js';
export { plotPosteriorBand } from './plot/draw/posterior-band.js';
export { plotPrecisionRecallCurve } from './plot/draw/precision-recall-curve.js';
export { plotRegressionTube } from './plot/draw/regression-tube.js';
export { plotRocCurve } from './plot/draw/roc-curve.js';
export { plotValidationCurve } from './plot/draw/validation-curve.js';
export { plotValidationHeatMap } from './plot/draw/validation-heat-map.js';

/** @typedef {import('./metrics/types.js').ConfusionMatrix} ConfusionMatrix */
/** @typedef {import('./plot/types.js').Convergence} Convergence */
/** @typedef {import('./plot/types.js').DecisionSurface} DecisionSurface */
/** @typedef {import('./plot/types.js').DrawOptions} DrawOptions */
/** @typedef {import('./plot/types.js').ExplanationBeeswarm} ExplanationBeeswarm */
/** @typedef {import('./plot/types.js').ExplanationSettings} ExplanationSettings */
/** @typedef {import('./plot/types.js').ExplanationWaterfall} ExplanationWaterfall */
/** @typedef {import('./plot/types.js').FitRecorder} FitRecorder */
/** @typedef {import('./plot/types.js').MarginDistribution} MarginDistribution */
/** @typedef {import('./plot/types.js').MarginSettings} MarginSettings */
/** @typedef {import('./plot/types.js').BandSettings} BandSettings */
/** @typedef {import('./plot/types.js').PosteriorBand} PosteriorBand */
/** @typedef {import('./metrics/types.js').PrecisionRecallCurves} PrecisionRecallCurves */
/** @typedef {import('./plot/types.js').RegressionTube} RegressionTube */
/** @typedef {import('./metrics/types.js').RocCurves} RocCurves */
/** @typedef {import('./plot/types.js').SurfaceSettings} SurfaceSettings */
/** @typedef {import('./plot/types.js').TubeSettings} TubeSettings */
/** @typedef {import('./plot/types.js').ValidationHeatMap} ValidationHeatMap */
/** @typedef {import('./plot/types.js').HeatMapSettings} HeatMapSettings */
/**
 * @template E
 * @typedef {import('./plot/types.js').PlotModule<E>} PlotModule
 */
