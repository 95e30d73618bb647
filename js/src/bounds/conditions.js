/** Conditions that several theorems have, and the documents that have the theorems. */

export const introduction =
  'Cristianini & Shawe-Taylor, An introduction to support vector machines';
export const advances = 'Smola et al., Advances in large margin classifiers';
export const averages = 'Pelckmans et al., A risk minimization principle for Parzen estimators';
export const understanding = 'Shalev-Shwartz & Ben-David, Understanding machine learning';

export const independent = 'the samples are drawn independently from one distribution';
export const unit = 'the function has |w| = 1 and no constant; make a constant a coordinate';
export const fixed = 'the margin was fixed before the samples were seen';
export const separated = 'every training sample has the margin';

/** @type {readonly [string, (given: {margin: number}) => boolean]} */
export const marginAbove0 = ['margin > 0', ({ margin }) => margin > 0];

/** @type {readonly [string, (given: {radius: number}) => boolean]} */
export const radiusAbove0 = ['radius > 0', ({ radius }) => radius > 0];

/** @type {readonly [string, (given: {dimension: number}) => boolean]} */
export const dimensionAbove0 = ['dimension > 0', ({ dimension }) => dimension > 0];

/** @type {readonly [string, (given: {dimension: number, n: number}) => boolean]} */
export const dimensionUpToN = ['dimension <= n', ({ dimension, n }) => dimension <= n];

/** @type {readonly [string, (given: {n: number}, value: number) => boolean]} */
export const manySamples = ['n > 2 / value', ({ n }, value) => n * value > 2];

/** @type {readonly [string, (given: {errors: number}) => boolean]} */
export const consistent = ['no training sample is wrong', ({ errors }) => errors === 0];
