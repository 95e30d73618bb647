/** What both faces of maxmargin share: how they take rows, and what a model tells. */

/** @import { Table } from '../sets/table.mjs' */

/** @param {Table} table */
export function rows({ layout, rows, cols, data, indptr, indices }) {
  return layout === 'dense' ? { data, rows, cols } : { data, indptr, indices, rows, cols };
}

/** @param {import('./serve.mjs').Fitting} fitting */
export const options = (fitting) => ({ ...fitting, kernel: 'rbf', shrinking: true });

/** @param {any} model */
export function describe(model) {
  return {
    objective: model.objective,
    gap: model.gap,
    iterations: model.nIter.reduce((sum, count) => sum + count, 0),
    supportVectors: model.supportIndices.length,
    supportIndices: Array.from(model.supportIndices),
    supportCounts: Array.from(model.supportCounts),
    dualCoef: Array.from(model.dualCoef),
  };
}
