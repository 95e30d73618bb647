/**
 * maxmargin/bounds: what theorems say of how good a model is. Plain functions of numbers, which
 * need no runtime; boundsReport and marginReport ask a fitted model for its margins.
 */
export { MaxMarginError } from './basics/errors.js';
export { bounds } from './bounds/all.js';
export { curve, invert } from './bounds/bound.js';
export { certainty } from './bounds/certainty.js';
export { coveringNumber } from './bounds/covering-number.js';
export { canonicalHyperplane, projectOntoHyperplane } from './bounds/hyperplane.js';
export { compareMargins, marginLosses, marginReport } from './bounds/margin-report.js';
export { suggestC, suggestLambda } from './bounds/norms.js';
export { dropOutliers, multipliers } from './bounds/multipliers.js';
export { boundsReport } from './bounds/report.js';
export { structuralRisk } from './bounds/risk.js';
export { boostingRounds } from './formulas/boosting.js';
export { planSgd } from './formulas/plan-sgd.js';

/** @typedef {import('./bounds/types.js').AnyBound} AnyBound */
/** @typedef {import('./bounds/types.js').BoundArguments} BoundArguments */
/** @typedef {import('./bounds/types.js').BoundCondition} BoundCondition */
/** @typedef {import('./bounds/types.js').BoundCurve} BoundCurve */
/** @typedef {import('./bounds/types.js').BoundResult} BoundResult */
/** @typedef {import('./bounds/types.js').BoundsReport} BoundsReport */
/** @typedef {import('./bounds/types.js').BoundsReportSettings} BoundsReportSettings */
/** @typedef {import('./bounds/types.js').RiskClass} RiskClass */
/** @typedef {import('./bounds/types.js').StructuralRisk} StructuralRisk */
/** @typedef {import('./bounds/types.js').CanonicalHyperplane} CanonicalHyperplane */
/** @typedef {import('./bounds/types.js').Hyperplane} Hyperplane */
/** @typedef {import('./bounds/types.js').MarginCurve} MarginCurve */
/** @typedef {import('./bounds/types.js').MarginLosses} MarginLosses */
/** @typedef {import('./bounds/types.js').MarginReport} MarginReport */
/** @typedef {import('./bounds/types.js').MarginReportSettings} MarginReportSettings */
/** @typedef {import('./bounds/types.js').MarginSummary} MarginSummary */
/** @typedef {import('./bounds/types.js').Projections} Projections */
/** @typedef {import('./bounds/types.js').Certainty} Certainty */
/** @typedef {import('./bounds/types.js').CertaintyLimits} CertaintyLimits */
/** @typedef {import('./bounds/types.js').CertaintySettings} CertaintySettings */
/** @typedef {import('./bounds/types.js').Multipliers} Multipliers */
/** @typedef {import('./bounds/types.js').OutlierSettings} OutlierSettings */
/** @typedef {import('./bounds/types.js').OutlierSide} OutlierSide */
/**
 * @template M
 * @typedef {import('./bounds/types.js').OutlierReport<M>} OutlierReport
 */
