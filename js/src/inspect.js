/**
 * maxmargin/inspect: what a model does with its inputs, and how good a kind of model is. Functions
 * of the public methods of models, of any package, which need no runtime of their own.
 */
export { MaxMarginError } from './basics/errors.js';
export { bootstrapError } from './inspect/bootstrap-error.js';
export { crossValidatePredict } from './inspect/cross-validate-predict.js';
export { partialDependence } from './inspect/partial-dependence.js';
export { permutationImportance } from './inspect/permutation-importance.js';

/** @typedef {import('./inspect/types.js').BootstrapError} BootstrapError */
/** @typedef {import('./inspect/types.js').BootstrapSettings} BootstrapSettings */
/** @typedef {import('./inspect/types.js').DependenceSettings} DependenceSettings */
/** @typedef {import('./inspect/types.js').ImportanceSettings} ImportanceSettings */
/** @typedef {import('./inspect/types.js').PartialDependence} PartialDependence */
/** @typedef {import('./inspect/types.js').PredictFoldsSettings} PredictFoldsSettings */
/** @typedef {import('./inspect/types.js').PermutationImportance} PermutationImportance */
