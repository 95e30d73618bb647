/**
 * maxmargin/inspect: what a model does with its inputs, and how good a kind of model is. Functions
 * of the public methods of models, of any package, which need no runtime of their own.
 */
export { MaxMarginError } from './basics/errors.js';
export { bootstrapError } from './inspect/bootstrap-error.js';
export { closestOppositePair } from './inspect/closest-opposite-pair.js';
export { crossValidatePredict } from './inspect/cross-validate-predict.js';
export { partialDependence } from './inspect/partial-dependence.js';
export { permutationImportance } from './inspect/permutation-importance.js';
export { reduce } from './inspect/reduce.js';
export { report } from './report/report.js';
export { selectBySRM } from './inspect/select-by-srm.js';

/** @typedef {import('./inspect/types.js').BootstrapError} BootstrapError */
/** @typedef {import('./inspect/types.js').BootstrapSettings} BootstrapSettings */
/** @typedef {import('./inspect/types.js').ClosestPair} ClosestPair */
/** @typedef {import('./inspect/types.js').DependenceSettings} DependenceSettings */
/** @typedef {import('./inspect/types.js').ImportanceSettings} ImportanceSettings */
/** @typedef {import('./inspect/types.js').PartialDependence} PartialDependence */
/** @typedef {import('./inspect/types.js').PredictFoldsSettings} PredictFoldsSettings */
/** @typedef {import('./inspect/types.js').PermutationImportance} PermutationImportance */
/** @typedef {import('./inspect/types.js').ModelReport} ModelReport */
/** @typedef {import('./inspect/types.js').ReduceSettings} ReduceSettings */
/**
 * @template M
 * @typedef {import('./inspect/types.js').Reduced<M>} Reduced
 */
/** @typedef {import('./inspect/types.js').ReportJSON} ReportJSON */
/** @typedef {import('./inspect/types.js').ReportSettings} ReportSettings */
/** @typedef {import('./inspect/types.js').RiskCandidate} RiskCandidate */
/** @typedef {import('./inspect/types.js').RiskSelection} RiskSelection */
/** @typedef {import('./inspect/types.js').RiskSettings} RiskSettings */
