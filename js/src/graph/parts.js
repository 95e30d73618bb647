/** The parts that only some models need. */
import { MaxMarginError } from '../basics/errors.js';

/** @import { ConformalModel } from './conformal.js' */
/** @import { Graph, Node } from './graph.js' */
/** @import { Kernel, Pairs, Tree } from './kernels.js' */
/** @import { Machine } from './machines.js' */
/** @import { Operator } from './operators.js' */
/** @import { Step } from './steps.js' */
/** @import { PredictionPart } from '../types.js' */
/** @import { Stored } from './stored.js' */
/** @import { readDate } from './dates.js' */
/** @import { takesOf } from './columns.js' */
/** @import { termsOf } from './terms.js' */

/**
 * Machines, steps, kernels and the operators of their graphs, by name; and functions for what some models
 * have.
 * @typedef {object} Part
 * @property {Record<string, Machine>} [machines]
 * @property {Record<string, Step>} [steps]
 * @property {Record<string, Kernel>} [kernels]
 * @property {Record<string, Operator>} [operators]
 * @property {typeof takesOf} [takesOf]
 * @property {typeof termsOf} [termsOf]
 * @property {typeof readDate} [readDate]
 * @property {(pairs: Pairs, tree: Tree) => Node | undefined} [stringKernel]
 * @property {Step} [undone]
 * @property {Step} [ranks]
 * @property {Step} [isotonic]
 * @property {(g: Graph, positive: Node, k: number) => Node} [knockOut]
 * @property {(g: Graph, stored: Stored, x: Node, values: Node) => Node} [withBasis]
 * @property {typeof ConformalModel} [ConformalModel]
 */

/** Several parts as one. @param {readonly PredictionPart[]} parts @returns {Part} */
export const joined = (parts) =>
  /** @type {Part[]} */ (parts).reduce((all, part) => ({
    ...all,
    ...part,
    machines: { ...all.machines, ...part.machines },
    steps: { ...all.steps, ...part.steps },
    kernels: { ...all.kernels, ...part.kernels },
    operators: { ...all.operators, ...part.operators },
  }), {}); // prettier-ignore

/**
 * What an object itself has under a name, which a file may say.
 * @template T
 * @param {Record<string, T> | undefined} of
 * @param {string} name
 * @returns {T | undefined}
 */
export const own = (of, name) => (of && Object.hasOwn(of, name) ? of[name] : undefined);

/** The parts with machines and steps that are not computed as linear functions or sums of kernels. */
const homes = {
  tables: 'ColumnTransformer KNNImputer OneHotEncoder OrdinalEncoder SimpleImputer',
  features: 'MonomialFeatures PolynomialFeatures QuantileTransformer RBFSampler TransformedTarget',
  trees: 'AdaBoostClassifier DecisionStump DecisionTreeClassifier HistGradientBoostingClassifier HistGradientBoostingRegressor KernelPerceptron LPBoostClassifier Perceptron',
  neighbors: 'KernelDensity KernelRegression KNeighborsClassifier ParzenClassifier',
  probabilities: 'CumulativeLinkModel GaussianProcessClassifier OrdinalGaussianProcess',
}; // prettier-ignore

/** The part that a machine or step needs, if any. @param {string} machine */
export const homeOf = (machine) =>
  Object.entries(homes).find(([, names]) => names.split(' ').includes(machine))?.[0];

/**
 * @param {string} part that a model needs
 * @param {string} [name] of what needs it
 */
export const lacking = (part, name = 'the model') =>
  new MaxMarginError('ERR_TYPE', 'model', `${name} needs the part ${part} of maxmargin/predict; pass it to open or opener`, { part }); // prettier-ignore

/**
 * A function that some models need.
 * @template {'isotonic' | 'knockOut' | 'ranks' | 'readDate' | 'termsOf' | 'undone' | 'withBasis'} Name
 * @param {Graph} g
 * @param {Name} name
 * @param {string} part that has it
 * @returns {NonNullable<Part[Name]>}
 */
export function needed({ parts }, name, part) {
  const of = parts[name];
  if (!of) throw lacking(part);
  return of;
}
