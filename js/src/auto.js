/**
 * maxmargin/auto: one call from a table to a model that one may trust. It is written with the public
 * functions of the package, and shares its worker.
 */
export { MaxMarginError } from './basics/errors.js';
export { autoFit } from './auto/fit.js';
export { howManyRows } from './auto/rows.js';

/** @typedef {import('./auto/types.js').AutoColumn} AutoColumn */
/** @typedef {import('./auto/types.js').AutoCurve} AutoCurve */
/** @typedef {import('./auto/types.js').AutoImportance} AutoImportance */
/** @typedef {import('./auto/types.js').AutoProgress} AutoProgress */
/** @typedef {import('./auto/types.js').AutoResult} AutoResult */
/** @typedef {import('./auto/types.js').AutoRow} AutoRow */
/** @typedef {import('./auto/types.js').AutoSamples} AutoSamples */
/** @typedef {import('./auto/types.js').AutoScore} AutoScore */
/** @typedef {import('./auto/types.js').AutoSettings} AutoSettings */
/** @typedef {import('./auto/types.js').AutoTargets} AutoTargets */
/** @typedef {import('./auto/types.js').AutoTask} AutoTask */
/** @typedef {import('./auto/types.js').RowChunksSettings} RowChunksSettings */
/** @typedef {import('./auto/types.js').RowsAnswer} RowsAnswer */
/** @typedef {import('./auto/types.js').RowsSettings} RowsSettings */
