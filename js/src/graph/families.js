/** The parts by the names that users pass to opener; rare ones are loaded by those alone who need them. */
import { tableOperators, tableSteps, takesOf } from './columns.js';
import { ConformalModel } from './conformal.js';
import { readDate } from './dates.js';
import { featureSteps, undone, withBasis } from './features.js';
import { neighbours, windows } from './neighbors.js';
import { usual } from './machines.js';
import { isotonic, normalOperators, processes, rankedProcess, ranks } from './probabilities.js';
import { kernelOperators, rareKernels } from './rare-kernels.js';
import { stringKernel } from './strings.js';
import { termsOf } from './terms.js';
import { boosted, ensemble, knockOut, tree, treeOperators, voted } from './trees.js';

/** @import { PredictionPart } from '../types.js' */

/** Columns of categories, gaps, groups of columns. @type {PredictionPart} */
export const tables = { steps: tableSteps, operators: tableOperators, takesOf };

/** Columns of dates. @type {PredictionPart} */
export const dates = { readDate };

/** Vectorizers. @type {PredictionPart} */
export const texts = { termsOf };

/** Kernels of vectors other than the most frequent ones. @type {PredictionPart} */
export const kernels = { kernels: rareKernels, operators: kernelOperators };

/** Kernels of strings. @type {PredictionPart} */
export const strings = { stringKernel };

/** Trees, machines that vote, and classes that knock each other out. @type {PredictionPart} */
export const trees = {
  machines: {
    DecisionTreeClassifier: tree,
    DecisionStump: tree,
    AdaBoostClassifier: ensemble,
    LPBoostClassifier: ensemble,
    HistGradientBoostingClassifier: boosted,
    HistGradientBoostingRegressor: boosted,
    Perceptron: voted,
    KernelPerceptron: voted,
  },
  operators: treeOperators,
  knockOut,
};

/** The nearest neighbours, and windows around samples. @type {PredictionPart} */
export const neighbors = {
  machines: {
    KNeighborsClassifier: neighbours,
    KernelDensity: windows,
    ParzenClassifier: windows,
    KernelRegression: windows,
  },
};

/** Gaussian processes that classify, cumulative link models, isotonic probabilities. @type {PredictionPart} */
export const probabilities = {
  machines: {
    GaussianProcessClassifier: processes,
    OrdinalGaussianProcess: rankedProcess,
    CumulativeLinkModel: usual,
  },
  operators: normalOperators,
  isotonic,
  ranks,
};

/** Monomials, quantiles, random features, transformed targets, functions without a penalty. @type {PredictionPart} */
export const features = { steps: featureSteps, operators: normalOperators, undone, withBasis };

/** Conformal predictors. @type {PredictionPart} */
export const conformal = { ConformalModel };

/** All that models need. */
export const everything = [
  tables,
  dates,
  texts,
  kernels,
  strings,
  trees,
  neighbors,
  probabilities,
  features,
];
