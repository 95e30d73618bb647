/**
 * Both entries for those who study large-margin methods: maxmargin/study, and maxmargin/study/sync,
 * whose functions block. They have the machines that teach or that a paper is about, the geometry
 * of kernels, programs, structured prediction, paths of solutions, shattering, and conversions
 * between conventions. Their machines share the runtime, the worker and the files of maxmargin.
 */
export * from './generated/study.js';
export {
  cFromLambda,
  gammaFromSigma,
  gammaFromVariance,
  gammaFromWidth,
  lambdaFromC,
  sigmaFromGamma,
  varianceFromGamma,
  widthFromGamma,
} from './formulas/conversions.js';
export { BoostedClassifier } from './face/boosted.js';
export { StructuredSVM } from './face/structured.js';
export { pairKernel } from './generative/pair.js';
export { ClassTfidf } from './vectorize/class-tfidf.js';
export { boostingBound, boostingRate } from './formulas/boosting.js';
export { optimalTube } from './formulas/noise.js';
export { OrdinalDecoder, rankTransform } from './input/ranks.js';
export { countMonomials, estimateGram, featureDimension } from './geometry/counts.js';
export { combineExpansions } from './geometry/expansions.js';
export { centerGram } from './geometry/gram.js';
export { kernelOfFilter, kernelOfPenalty } from './geometry/filters.js';
export { freundSchapireBound, mistakeBound } from './geometry/mistakes.js';
export { inGeneralPosition } from './geometry/position.js';
export { countDichotomies, fatShattering, shatters, vcDimension } from './face/shattering.js';
export {
  centroidDistances,
  compareExpansions,
  empiricalFeatureMap,
  EmpiricalFeatureMap,
  filterOfKernel,
  filterPenalty,
  fourierCoefficients,
  kernelAlignment,
  kernelAngles,
  kernelDistances,
  kernelMetric,
  kernelNorms,
  kernelProjections,
  kernelSpectrum,
  kernelSpread,
  projectOntoSpan,
  rademacher,
  mercerSpectrum,
  regularizerOfFilter,
  sparseGram,
} from './face/geometry.js';
export {
  assignment,
  checkConvexity,
  checkOptimality,
  nearestPoints,
  separability,
  solveConvexProgram,
  solveLinearProgram,
  solveQuadraticProgram,
  versionSpace,
} from './face/programs.js';
export { adaptiveWidth } from './face/adaptive-width.js';
export { RegularizationPath, regularizationPath } from './paths/regularization-path.js';

/** @typedef {import('./types.js').AdaptiveWidth} AdaptiveWidth */
/** @typedef {import('./types.js').AdaptiveWidthSettings} AdaptiveWidthSettings */
/** @typedef {import('./face/boost-steps.js').Boosting} Boosting */
/** @typedef {import('./formulas/boosting.js').BoostingRound} BoostingRound */
/** @typedef {import('./formulas/boosting.js').CorrectiveRound} CorrectiveRound */
/** @typedef {import('./paths/types.js').PathLeaveOneOut} PathLeaveOneOut */
/** @typedef {import('./paths/types.js').RegularizationPathJSON} RegularizationPathJSON */
/** @typedef {import('./paths/types.js').RegularizationPathSettings} RegularizationPathSettings */
/** @typedef {import('./geometry/types.js').AlignmentSettings} AlignmentSettings */
/** @typedef {import('./programs/types.js').LinearProgram} LinearProgram */
/** @typedef {import('./programs/types.js').ProgramConditions} ProgramConditions */
/** @typedef {import('./programs/types.js').ProgramMatrix} ProgramMatrix */
/** @typedef {import('./programs/types.js').ProgramRows} ProgramRows */
/** @typedef {import('./programs/types.js').ProgramSettings} ProgramSettings */
/** @typedef {import('./programs/types.js').ProgramSolution} ProgramSolution */
/** @typedef {import('./programs/types.js').QuadraticProgram} QuadraticProgram */
/** @typedef {import('./programs/types.js').Convexity} Convexity */
/** @typedef {import('./programs/types.js').ConvexProgram} ConvexProgram */
/** @typedef {import('./programs/types.js').NearestPoints} NearestPoints */
/** @typedef {import('./programs/types.js').NearestPointsSettings} NearestPointsSettings */
/** @typedef {import('./programs/types.js').OptimalityReport} OptimalityReport */
/** @typedef {import('./programs/types.js').OptimalitySettings} OptimalitySettings */
/** @typedef {import('./programs/types.js').ProgramPoint} ProgramPoint */
/** @typedef {import('./programs/types.js').Assignment} Assignment */
/** @typedef {import('./programs/types.js').Separability} Separability */
/** @typedef {import('./programs/types.js').SeparabilitySettings} SeparabilitySettings */
/** @typedef {import('./programs/types.js').VersionSpace} VersionSpace */
/** @typedef {import('./programs/types.js').VersionSpaceSettings} VersionSpaceSettings */
/** @typedef {import('./geometry/types.js').Evidence} Evidence */
/** @typedef {import('./geometry/types.js').Expansion} Expansion */
/** @typedef {import('./geometry/types.js').ExpansionComparison} ExpansionComparison */
/** @typedef {import('./geometry/types.js').FeatureMapSettings} FeatureMapSettings */
/** @typedef {import('./geometry/types.js').GramEstimate} GramEstimate */
/** @typedef {import('./geometry/types.js').MetricSettings} MetricSettings */
/** @typedef {import('./geometry/types.js').ProjectionSettings} ProjectionSettings */
/** @typedef {import('./geometry/types.js').SpanProjections} SpanProjections */
/** @typedef {import('./geometry/types.js').RademacherComplexity} RademacherComplexity */
/** @typedef {import('./geometry/types.js').RademacherSettings} RademacherSettings */
/** @typedef {import('./geometry/types.js').ShatteringSettings} ShatteringSettings */
/** @typedef {import('./geometry/types.js').Shattering} Shattering */
/** @typedef {import('./geometry/types.js').Dichotomies} Dichotomies */
/** @typedef {import('./geometry/types.js').FatShattering} FatShattering */
/** @typedef {import('./geometry/types.js').GeneralPosition} GeneralPosition */
/** @typedef {import('./geometry/types.js').Spectrum} Spectrum */
/** @typedef {import('./geometry/types.js').SpectrumSettings} SpectrumSettings */
/** @typedef {import('./geometry/types.js').Spread} Spread */
