/** Shared by both forms of maxmargin: the form of the rows, and the description of a model. */

/** @import { Table } from '../sets/table.mjs' */

/** @param {Table} table */
export function rows({ layout, rows, cols, data, indptr, indices }) {
  return layout === 'dense' ? { data, rows, cols } : { data, indptr, indices, rows, cols };
}

/** The options among C, nu and epsilon that a machine takes. */
const takes = {
  SVC: ['C'],
  NuSVC: ['nu'],
  OneClassSVM: ['nu'],
  SVR: ['C', 'epsilon'],
  NuSVR: ['C', 'nu'],
};

/**
 * Fits the requested machine.
 *
 * @param {any} classes of the package
 * @param {any} X
 * @param {Float64Array} y
 * @param {import('./serve.mjs').Fitting} fitting
 */
export function fit(classes, X, y, { machine, gamma, tol, cacheSize, ...numbers }) {
  const own = Object.fromEntries(takes[machine].map((name) => [name, numbers[name]]));
  const model = new classes[machine]({ ...own, gamma, tol, cacheSize, kernel: 'rbf' });
  return machine === 'OneClassSVM' ? model.fit(X) : model.fit(X, y);
}

/** @param {any} model */
export function describe(model) {
  return {
    objective: model.objective,
    gap: model.gap,
    iterations: model.fitInfo.iterations,
    supportVectors: model.supportIndices.length,
    supportIndices: Array.from(model.supportIndices),
    supportCounts: Array.from(model.supportCounts ?? []),
    dualCoef: Array.from(model.dualCoef),
  };
}
