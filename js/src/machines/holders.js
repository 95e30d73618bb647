/** Machines that hold others and are no machines of the catalogue: their own options. */

/** @import { MachineSpec } from './options.js' */

/** @returns {MachineSpec} */
const ofColumns = () => ({
  name: 'ColumnTransformer',
  kind: 'transformer',
  options: [{ name: 'sparseThreshold', type: 'number', default: 0.3, range: '[0,1]' }],
  attributes: [{ name: 'nFeatures', field: 'features', type: 'integer', shape: [] }],
  dimensions: { d: ['features'] },
});

/** The options of ColumnTransformer but for its parts and their columns. */
export const columnTransformer = /* @__PURE__ */ ofColumns();

/** @returns {MachineSpec} */
const ofTarget = () => ({
  name: 'TransformedTarget',
  kind: 'regressor',
  options: [
    {
      name: 'transformer',
      type: 'choice',
      default: 'none',
      choices: ['none', 'standard', 'quantile', 'log', 'log1p', 'sqrt'],
    },
  ],
  attributes: [{ name: 'nFeatures', field: 'features', type: 'integer', shape: [] }],
  dimensions: { d: ['features'] },
});

/** The options of TransformedTarget but for its parts and its functions. */
export const transformedTarget = /* @__PURE__ */ ofTarget();
