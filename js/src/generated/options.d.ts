// Written by go run ./core/internal/gen from core/engine/catalog. Do not edit.

import type { BaseEstimator, CategoryValue, KernelOption, RowKernels } from '../types.js';

/** A class label: any primitive, of one type per fit. */
export type ClassLabel = number | string | boolean | bigint;

/** The name of a machine. */
export type MachineName =
  'SVC'
  | 'NuSVC'
  | 'OneClassSVM'
  | 'SVDD'
  | 'SVR'
  | 'NuSVR'
  | 'ConvexLossSVR'
  | 'LinearSVC'
  | 'LinearSVR'
  | 'SGDClassifier'
  | 'Perceptron'
  | 'KernelPerceptron'
  | 'KernelRidge'
  | 'AverageMarginClassifier'
  | 'NearestCentroid'
  | 'KNeighborsClassifier'
  | 'FisherDiscriminant'
  | 'KernelFisherDiscriminant'
  | 'KernelPCA'
  | 'StandardScaler'
  | 'MinMaxScaler'
  | 'Normalizer'
  | 'Nystroem'
  | 'RBFSampler'
  | 'IncompleteCholesky'
  | 'MonomialFeatures'
  | 'GaussianProcessRegressor'
  | 'KernelDensity'
  | 'ParzenClassifier'
  | 'KernelRegression'
  | 'DecisionTreeClassifier'
  | 'DecisionStump'
  | 'AdaBoostClassifier'
  | 'LPSVC'
  | 'LPSVR'
  | 'LPMarginClassifier'
  | 'LinearRegression'
  | 'Ridge'
  | 'LSSVC'
  | 'SGDRegressor'
  | 'KernelSGDClassifier'
  | 'RegularizationNetwork'
  | 'ParametricTubeSVR'
  | 'LPBoostClassifier'
  | 'GaussianProcessClassifier'
  | 'OrdinalGaussianProcess'
  | 'RankSVC'
  | 'OrdinalAverageMargin'
  | 'OrdinalSVC'
  | 'CumulativeLinkModel'
  | 'SVOR'
  | 'ReducedOrdinalSVC'
  | 'SetRanker'
  | 'SequenceTagger'
  | 'MulticlassSVC'
  | 'MulticlassPerceptron'
  | 'MaxAbsScaler'
  | 'RobustScaler'
  | 'QuantileTransformer'
  | 'PolynomialFeatures'
  | 'SelectKBest'
  | 'SimpleImputer'
  | 'KNNImputer'
  | 'MulticlassKernelPerceptron'
  | 'OneHotEncoder'
  | 'OrdinalEncoder'
  | 'EquivalenceSVC'
  | 'LowRankSVC'
  | 'LowRankSVR'
  | 'IncrementalSVC'
  | 'IncrementalSVR'
  | 'IncrementalOneClass'
  | 'HistGradientBoostingClassifier'
  | 'HistGradientBoostingRegressor'
  | 'Lasso';

/** Kernels of rows of numbers. */
export type RowKernelName =
  'rbf'
  | 'linear'
  | 'poly'
  | 'sigmoid'
  | 'laplacian'
  | 'matern'
  | 'rationalQuadratic'
  | 'minkowski'
  | 'exponential'
  | 'allDegrees'
  | 'allSubsets'
  | 'anova'
  | 'chi2'
  | 'intersection'
  | 'spline'
  | 'bspline'
  | 'dirichlet'
  | 'fourier'
  | 'spectral'
  | 'delta'
  | 'weighted';

/** Kernels of strings. */
export type StringKernelName =
  'spectrum'
  | 'boundedRange'
  | 'commonSubstring'
  | 'mismatch'
  | 'weightedDegree'
  | 'allSubsequences'
  | 'gapWeighted';

/** Kernels that are made of others. */
export type ComposedKernelName =
  'sum'
  | 'product'
  | 'scale'
  | 'polynomial'
  | 'exp'
  | 'gaussian'
  | 'normalize'
  | 'center'
  | 'rankOne'
  | 'columns';

/** Kernels of rows of numbers whose name is enough. */
export type NamedRowKernel =
  'rbf'
  | 'linear'
  | 'poly'
  | 'sigmoid'
  | 'laplacian'
  | 'matern'
  | 'rationalQuadratic'
  | 'minkowski'
  | 'exponential'
  | 'allDegrees'
  | 'allSubsets'
  | 'anova'
  | 'chi2'
  | 'intersection'
  | 'spline'
  | 'bspline'
  | 'dirichlet'
  | 'delta';

/** Kernels of strings whose name is enough. */
export type NamedStringKernel =
  'spectrum'
  | 'boundedRange'
  | 'commonSubstring'
  | 'mismatch'
  | 'weightedDegree'
  | 'allSubsequences'
  | 'gapWeighted';

/** The parameters of kernels; each kernel refuses those of others. */
export type KernelParameters = {
  readonly [name in
    | 'alpha'
    | 'alphabet'
    | 'base'
    | 'coef0'
    | 'coefficients'
    | 'columns'
    | 'decay'
    | 'degree'
    | 'factor'
    | 'frequencies'
    | 'gamma'
    | 'length'
    | 'matrix'
    | 'mismatches'
    | 'normalize'
    | 'nu'
    | 'order'
    | 'p'
    | 'points'
    | 'power'
    | 'powers'
    | 'weights'
    | 'width']?: unknown;
};

/** The name of a kernel that an object can describe. */
export type KernelName = RowKernelName | StringKernelName | ComposedKernelName;

/** Numbers that hold for single rows, for machines that have the option. */
export interface RowValues<List> {
  /** The option epsilon for each row. Half-width of the tube: smaller errors cost nothing. */
  sampleEpsilon?: List | null;
  /** The option epsilonBelow for each row. Width of the tube below the function: targets that are lower by at most this cost nothing. 'epsilon': as wide as above the function. */
  sampleEpsilonBelow?: List | null;
  /** The option weightBelow for each row. Factor of C for targets below the function. Without a tube, (1 - q) / q gives the q-th quantile. */
  sampleWeightBelow?: List | null;
}

/** How a fit that gave a model ended. */
export type Ending =
  /** the stopping rule of the solver holds */
  | 'converged'
  /** maxIter reached */
  | 'iterationLimit'
  /** maxTime reached */
  | 'timeLimit'
  /** the caller asked to keep what there is */
  | 'stopped'
  /** no progress is possible in floating point */
  | 'stalled'
  /** there is no solution: no machine meets the conditions on these data */
  | 'infeasible'
  /** a member of a booster makes no mistake on the training samples, and is the answer */
  | 'perfect'
  /** no further member of a booster is better than chance */
  | 'exhausted';

/** Names of measures; model-selection.md says what each is, and whose predictions it measures. */
export type Scoring =
  | 'accuracy'
  | 'balancedAccuracy'
  | 'precision'
  | 'precisionMacro'
  | 'precisionMicro'
  | 'precisionWeighted'
  | 'recall'
  | 'recallMacro'
  | 'recallMicro'
  | 'recallWeighted'
  | 'specificity'
  | 'specificityMacro'
  | 'specificityMicro'
  | 'specificityWeighted'
  | 'f1'
  | 'f1Macro'
  | 'f1Micro'
  | 'f1Weighted'
  | `fbeta@${number}`
  | 'cohenKappa'
  | 'linearKappa'
  | 'quadraticKappa'
  | 'matthewsCorrcoef'
  | 'r2'
  | 'meanSquaredError'
  | 'rootMeanSquaredError'
  | 'meanAbsoluteError'
  | 'meanAbsoluteErrorMacro'
  | 'meanAbsoluteErrorWorst'
  | 'medianAbsoluteError'
  | 'maxError'
  | 'meanAbsolutePercentageError'
  | `meanPinballLoss@${number}`
  | 'explainedVariance'
  | 'kendallTau'
  | 'spearman'
  | 'inversionRate'
  | 'preferenceRisk'
  | 'kendallLoss'
  | 'rankingLoss'
  | 'concordance'
  | 'ndcg'
  | `ndcg@${number}`
  | 'rocAuc'
  | 'rocAucOvo'
  | 'averagePrecision'
  | 'breakEven'
  | `precision@${number}`
  | `recall@${number}`
  | `topKAccuracy@${number}`
  | 'logLoss'
  | 'brier';

export interface DecisionFunctionShapeStudy {
  /** Decision values for more than two classes: one per class ('ovr') or, unless multiClass is 'ovr', one per pair ('ovo'). Default: ovr. */
  decisionFunctionShape?: 'ovr' | 'ovo';
}

export interface NormBoundStudy {
  /** Bound B on |w|, to which steps with learningRate 'sqrt' are projected, the constant included. Infinity stands for a bound that the best w keeps: sqrt(2 l / lambda), with the loss l of the decision value 0. Other rates ignore it. A number in (0, Infinity]. Default: Infinity. */
  normBound?: number;
}

export interface ProbabilityFoldsStudy {
  /** Number of folds: probabilities are learnt from the decision values of each fold, from a machine that was fitted to the other folds. A whole number in [2, 1000]. Default: 5. */
  probabilityFolds?: number;
}

export interface ShrinkingStudy {
  /** Leave out samples that are likely to stay at their bounds, until a final check. Changes the time, not the result. Newton's method and the loss 'logistic' ignore it. Default: true. */
  shrinking?: boolean;
}

export interface SolverStudy {
  /** Solver of the dual problem. All except 'smo' are for study and comparison, and some do not solve the problems of all machines. Default: smo. */
  solver?: 'smo' | 'smoPlatt' | 'smoQuadrants' | 'decomposition' | 'chunking' | 'ascent' | 'interiorPoint';
  /** Stopping rule that uses tol: the largest violation of the optimality conditions ('kkt'), the relative growth of the dual objective in an iteration ('growth', unreliable), the feasibility gap over primal + 1 ('gap') or over |primal| + 1 ('figures': -log10(tol) significant figures). Default: kkt. */
  stopping?: 'kkt' | 'growth' | 'gap' | 'figures';
  /** Number of iterations of each quadratic problem, from the first, that are recorded: working set, objective, violation, margin. A whole number in [0, 1000000]. Default: 0. */
  trace?: number;
  /** Leave out samples that are likely to stay at their bounds, until a final check. Changes the time, not the result. Default: true. */
  shrinking?: boolean;
  /** Numbers of kernel rows. 'float32' takes half of the memory and less time, and 'auto' takes it from 10,000 samples on. It is for the solver 'smo', a Gaussian kernel of dense numbers, and a single problem with bounds; other rows are 'float64', and so are those of a fit that would miss tol. Objective, violation and duality gap are those of float64 in any case. The attribute precision says which numbers the rows had. Default: auto. */
  precision?: 'auto' | 'float32' | 'float64';
  /** Size of the working set of 'decomposition', or number of the worst violators that join the chunk of 'chunking'. A whole number in [2, 100000]. Default: 10. */
  workingSet?: number;
  /** Score by which these two solvers choose samples: their share of the feasibility gap, the possible change of their dual variables, or the violation of the conditions. Default: gap. */
  selection?: 'gap' | 'room' | 'violation';
  /** Whether 'ascent' changes one variable at a time, with the rate 1 / K_ii, or all variables by the same gradient, with one rate. Default: sequential. */
  updates?: 'sequential' | 'simultaneous';
  /** Order in which 'ascent' changes single variables: in turn, as the rows of X, at random, those between their bounds first, or those that are not zero first, in ascending order. Default: cyclic. */
  order?: 'cyclic' | 'random' | 'free' | 'ascending';
  /** Factor of the steps of 'ascent' (successive over-relaxation). A number in (0, 2). Default: 1. */
  relaxation?: number;
  /** tau of an implicit constant of 'ascent', b = tau^2 times the sum of the coefficients. The problem then has |w|^2 + (b / tau)^2 in place of |w|^2. 'radius' is the largest |x| in feature space. Numbers in (0, Infinity). Default: none. */
  biasScale?: number | 'none' | 'radius';
}

export interface SquaredCStudy {
  /** Penalty on the squares with the loss 'mixed', which penalises the sizes by C. Other losses ignore it. A number in (0, Infinity). Default: 1. */
  squaredC?: number;
}

/** The options of SVC. */
export interface SVCOptions<K extends KernelOption = RowKernels> {
  /** Penalty on the slacks: larger follows the training data more closely, smaller gives a wider margin. Infinity allows no slack: the hard margin. A number in (0, Infinity]. Default: 1. */
  C?: number;
  /** Cost of a slack: its size ('hinge'), its square ('squaredHinge'), its square up to 2 and a line from there, which is robust against outliers ('modifiedHuber'), its size and its square, see squaredC ('mixed'). With 'hinge' this is the 1-norm soft margin, with 'squaredHinge' the 2-norm soft margin. Default: hinge. */
  loss?: 'hinge' | 'squaredHinge' | 'modifiedHuber' | 'mixed';
  /** Whether the decision function has a constant; without one the hyperplane goes through the origin of the feature space. Default: true. */
  fitIntercept?: boolean;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends; study.stopping can choose another rule. A number in (0, Infinity). Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. A number in (0, Infinity). Default: 200 MB. */
  cacheSize?: number;
  /** Largest number of iterations for each quadratic problem (a classifier has one for every pair of classes); the best solution so far is kept. Infinity sets no limit. A whole number in [1, Infinity]. Default: 5e+07. */
  maxIter?: number;
  /** Time limit of a fit, shared evenly by its quadratic problems; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Seed of all random choices: what the solvers 'smoPlatt' and 'ascent' draw, and the folds that a classifier learns probabilities from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Start from the solution of the previous fit, which must have been to the same samples. Other options may have changed; the solution is clipped to their bounds. Default: false. */
  warmStart?: boolean;
  /** Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** Scheme for more than two classes: a machine for each pair of classes and a vote ('ovo'), one for each class against all others ('ovr'), or one for each pair and a knock-out among the classes ('dag'). Default: ovo. */
  multiClass?: 'ovo' | 'ovr' | 'dag';
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Options that few need. */
  study?: SquaredCStudy & {
  /** Bound on |w| that replaces C (Ivanov's form): the fit minimises the slacks among the functions with |w| up to this bound. C then has no effect; effectiveC is the C with the same solution. A number in (0, Infinity]. Default: Infinity. */
  normBound?: number;
  /** Whether slacks are at least 0. With a normBound they may be 'free', so that samples beyond the margin count too: the machine of the largest average margin. This needs the loss 'hinge' and fitIntercept false. Default: nonnegative. */
  slacks?: 'nonnegative' | 'free';
} & SolverStudy & DecisionFunctionShapeStudy & ProbabilityFoldsStudy;
}

/** The options of NuSVC. */
export interface NuSVCOptions<K extends KernelOption = RowKernels> {
  /** At most this share of the samples lies inside the margin or on the wrong side, and at least this share are support vectors. The smaller class of every pair must have at least a share nu/2. A number in (0, 1]. Default: 0.5. */
  nu?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends; study.stopping can choose another rule. A number in (0, Infinity). Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. A number in (0, Infinity). Default: 200 MB. */
  cacheSize?: number;
  /** Largest number of iterations for each quadratic problem (a classifier has one for every pair of classes); the best solution so far is kept. Infinity sets no limit. A whole number in [1, Infinity]. Default: 5e+07. */
  maxIter?: number;
  /** Time limit of a fit, shared evenly by its quadratic problems; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Seed of all random choices: what the solvers 'smoPlatt' and 'ascent' draw, and the folds that a classifier learns probabilities from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Start from the solution of the previous fit, which must have been to the same samples. Other options may have changed; the solution is clipped to their bounds. Default: false. */
  warmStart?: boolean;
  /** Scheme for more than two classes: a machine for each pair of classes and a vote ('ovo'), one for each class against all others ('ovr'), or one for each pair and a knock-out among the classes ('dag'). Default: ovo. */
  multiClass?: 'ovo' | 'ovr' | 'dag';
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Options that few need. */
  study?: SolverStudy & DecisionFunctionShapeStudy & ProbabilityFoldsStudy;
}

/** The options of OneClassSVM. */
export interface OneClassSVMOptions<K extends KernelOption = RowKernels> {
  /** At most this share of the samples lies outside, and at least this share are support vectors. A number in (0, 1]. Default: 0.5. */
  nu?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends; study.stopping can choose another rule. A number in (0, Infinity). Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. A number in (0, Infinity). Default: 200 MB. */
  cacheSize?: number;
  /** Largest number of iterations for each quadratic problem (a classifier has one for every pair of classes); the best solution so far is kept. Infinity sets no limit. A whole number in [1, Infinity]. Default: 5e+07. */
  maxIter?: number;
  /** Time limit of a fit, shared evenly by its quadratic problems; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Seed of all random choices: what the solvers 'smoPlatt' and 'ascent' draw, and the folds that a classifier learns probabilities from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Start from the solution of the previous fit, which must have been to the same samples. Other options may have changed; the solution is clipped to their bounds. Default: false. */
  warmStart?: boolean;
  /** Options that few need. */
  study?: SolverStudy;
}

/** The options of SVDD. */
export interface SVDDOptions<K extends KernelOption = RowKernels> {
  /** At most this share of the samples lies outside the ball, and at least this share are support vectors. 0 gives the smallest ball that encloses all. Tax and Duin's C is 1 / (nu n). A number in [0, 1]. Default: 0.5. */
  nu?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends; study.stopping can choose another rule. A number in (0, Infinity). Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. A number in (0, Infinity). Default: 200 MB. */
  cacheSize?: number;
  /** Largest number of iterations for each quadratic problem (a classifier has one for every pair of classes); the best solution so far is kept. Infinity sets no limit. A whole number in [1, Infinity]. Default: 5e+07. */
  maxIter?: number;
  /** Time limit of a fit, shared evenly by its quadratic problems; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Seed of all random choices: what the solvers 'smoPlatt' and 'ascent' draw, and the folds that a classifier learns probabilities from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Start from the solution of the previous fit, which must have been to the same samples. Other options may have changed; the solution is clipped to their bounds. Default: false. */
  warmStart?: boolean;
  /** Options that few need. */
  study?: SolverStudy;
}

/** The options of SVR. */
export interface SVROptions<K extends KernelOption = RowKernels> {
  /** Penalty on errors outside the tube: larger follows the training data more closely, smaller gives a flatter function. Infinity allows no errors outside. A number in (0, Infinity]. Default: 1. */
  C?: number;
  /** Half-width of the tube: smaller errors cost nothing. A number in [0, Infinity). Default: 0.1 of y. */
  epsilon?: number;
  /** Cost of an error beyond epsilon: its size ('epsilonInsensitive'), its square ('squaredEpsilonInsensitive'), its size and its square, see squaredC ('mixed'), its size ('laplacian'), half of its square ('gaussian'). Default: epsilonInsensitive. */
  loss?: 'epsilonInsensitive' | 'squaredEpsilonInsensitive' | 'mixed' | 'laplacian' | 'gaussian';
  /** Width of the tube below the function: targets that are lower by at most this cost nothing. 'epsilon': as wide as above the function. Numbers in [0, Infinity). Default: epsilon of y. */
  epsilonBelow?: number | 'epsilon';
  /** Factor of C for targets below the function. Without a tube, (1 - q) / q gives the q-th quantile. A number in (0, Infinity). Default: 1. */
  weightBelow?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends; study.stopping can choose another rule. A number in (0, Infinity). Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. A number in (0, Infinity). Default: 200 MB. */
  cacheSize?: number;
  /** Largest number of iterations for each quadratic problem (a classifier has one for every pair of classes); the best solution so far is kept. Infinity sets no limit. A whole number in [1, Infinity]. Default: 5e+07. */
  maxIter?: number;
  /** Time limit of a fit, shared evenly by its quadratic problems; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Seed of all random choices: what the solvers 'smoPlatt' and 'ascent' draw, and the folds that a classifier learns probabilities from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Start from the solution of the previous fit, which must have been to the same samples. Other options may have changed; the solution is clipped to their bounds. Default: false. */
  warmStart?: boolean;
  /** Options that few need. */
  study?: SquaredCStudy & SolverStudy;
}

/** The options of NuSVR. */
export interface NuSVROptions<K extends KernelOption = RowKernels> {
  /** At most this share of the samples lies outside the tube, and at least this share are support vectors. The width of the tube follows from nu. A number in (0, 1]. Default: 0.5. */
  nu?: number;
  /** Penalty on errors outside the tube: larger follows the training data more closely, smaller gives a flatter function. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends; study.stopping can choose another rule. A number in (0, Infinity). Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. A number in (0, Infinity). Default: 200 MB. */
  cacheSize?: number;
  /** Largest number of iterations for each quadratic problem (a classifier has one for every pair of classes); the best solution so far is kept. Infinity sets no limit. A whole number in [1, Infinity]. Default: 5e+07. */
  maxIter?: number;
  /** Time limit of a fit, shared evenly by its quadratic problems; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Seed of all random choices: what the solvers 'smoPlatt' and 'ascent' draw, and the folds that a classifier learns probabilities from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Start from the solution of the previous fit, which must have been to the same samples. Other options may have changed; the solution is clipped to their bounds. Default: false. */
  warmStart?: boolean;
  /** Options that few need. */
  study?: SolverStudy;
}

/** The options of ConvexLossSVR. */
export interface ConvexLossSVROptions<K extends KernelOption = RowKernels> {
  /** Cost of an error beyond epsilon: its size ('epsilonInsensitive'), its square ('squaredEpsilonInsensitive'), its size ('laplacian'), half of its square ('gaussian'), half of its square up to sigma and a line from there, which is robust against outliers ('huber'), a power of it ('polynomial'), a power of it up to sigma and a line from there ('piecewisePolynomial'). Each is minus the logarithm of a density of the noise. 'custom' is the customLoss that is passed to fit. Default: huber. */
  loss?: 'epsilonInsensitive' | 'squaredEpsilonInsensitive' | 'laplacian' | 'gaussian' | 'huber' | 'polynomial' | 'piecewisePolynomial' | 'custom';
  /** Penalty on the losses: larger follows the training data more closely, smaller gives a flatter function. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** Half-width of a tube in which errors cost nothing; outside, the excess over epsilon counts. With 0 every sample is a support vector. A number in [0, Infinity). Default: 0 of y. */
  epsilon?: number;
  /** Error from which on a loss is linear: 'huber', 'piecewisePolynomial'. A number in (0, Infinity). Default: 1 of y. */
  sigma?: number;
  /** The power of the losses 'polynomial', 'piecewisePolynomial'. A number in (1, Infinity). Default: 1.5. */
  power?: number;
  /** Width of the tube below the function: targets that are lower by at most this cost nothing. 'epsilon': as wide as above the function. Numbers in [0, Infinity). Default: epsilon of y. */
  epsilonBelow?: number | 'epsilon';
  /** Factor of C for targets below the function. Without a tube, (1 - q) / q gives the q-th quantile. A number in (0, Infinity). Default: 1. */
  weightBelow?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Relative difference of the primal and the dual objective at which training ends: -log10(tol) significant figures. The gap of fitInfo, the largest violation of the optimality (KKT) conditions, can then be as large as the square root of tol. A number in (0, 1). Default: 1e-08. */
  tol?: number;
  /** Largest number of iterations (10 to 30 are usual); the best solution so far is kept. A whole number in [1, Infinity]. Default: 200. */
  maxIter?: number;
  /** Time limit of a fit; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Options that few need. */
  study?: {
  /** Number of iterations, from the first, that are recorded: objectives, violation, margin and step. There is no working set. A whole number in [0, 1000000]. Default: 0. */
  trace?: number;
};
}

/** The options of LinearSVC. */
export interface LinearSVCOptions {
  /** Penalty on the losses: larger follows the training data more closely, smaller gives a wider margin. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** Cost of a slack: its size ('hinge'), its square ('squaredHinge'), its square up to 2 and a line from there, which is robust against outliers ('modifiedHuber'), minus the logarithm of the probability of the class, as in logistic regression ('logistic'). Default: squaredHinge. */
  loss?: 'hinge' | 'squaredHinge' | 'modifiedHuber' | 'logistic';
  /** Sum of the largest violations of the optimality (KKT) conditions in both directions at which training ends; LIBLINEAR's rule. A number in (0, Infinity). Default: 0.0001. */
  tol?: number;
  /** Whether there is a bias. Default: true. */
  fitIntercept?: boolean;
  /** Value of the constant feature whose weight gives the bias: the larger, the weaker the penalty on the bias. A number in (0, Infinity). Default: 1. */
  interceptScaling?: number;
  /** Whether the bias is penalised like a weight, as in LIBLINEAR; false gives the bias of SVC; coordinate descent then takes more passes. Default: true. */
  interceptPenalty?: boolean;
  /** Largest number of passes over the samples, or of Newton steps, for each two-class problem; the best solution so far is kept. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit, shared evenly by the two-class problems; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** Seed of all random choices: the order in which samples are visited, and the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Start from the solution of the previous fit, to the same samples. The model then keeps its dual coefficients. Default: false. */
  warmStart?: boolean;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Options that few need. */
  study?: ShrinkingStudy & ProbabilityFoldsStudy;
}

/** The options of LinearSVR. */
export interface LinearSVROptions {
  /** Penalty on the losses: larger follows the training data more closely, smaller gives smaller weights. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** Half-width of the tube around the function within which a deviation costs nothing. A number in [0, Infinity). Default: 0 of y. */
  epsilon?: number;
  /** Cost of an error beyond epsilon: its size ('epsilonInsensitive'), its square ('squaredEpsilonInsensitive'), its size ('laplacian'), half of its square ('gaussian'), half of its square up to sigma and a line from there, which is robust against outliers ('huber'). Default: epsilonInsensitive. */
  loss?: 'epsilonInsensitive' | 'squaredEpsilonInsensitive' | 'laplacian' | 'gaussian' | 'huber';
  /** Error from which on a loss is linear: 'huber'. A number in (0, Infinity). Default: 1 of y. */
  sigma?: number;
  /** Sum of the largest violations of the optimality (KKT) conditions in both directions at which training ends, in units of y. A number in (0, Infinity). Default: 0.0001. */
  tol?: number;
  /** Whether there is a bias. Default: true. */
  fitIntercept?: boolean;
  /** Value of the constant feature whose weight gives the bias: the larger, the weaker the penalty on the bias. A number in (0, Infinity). Default: 1. */
  interceptScaling?: number;
  /** Whether the bias is penalised like a weight, as in LIBLINEAR; false gives the bias of SVR; coordinate descent then takes more passes. Default: true. */
  interceptPenalty?: boolean;
  /** Largest number of passes over the samples, or of Newton steps; the best solution so far is kept. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Seed of the order in which samples are visited. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Start from the solution of the previous fit, to the same samples. The model then keeps its dual coefficients. Default: false. */
  warmStart?: boolean;
  /** Options that few need. */
  study?: ShrinkingStudy;
}

/** The options of SGDClassifier. */
export interface SGDClassifierOptions {
  /** Cost of a slack: its size ('hinge'), its square ('squaredHinge'), its square up to 2 and a line from there, which is robust against outliers ('modifiedHuber'), minus the logarithm of the probability of the class, as in logistic regression ('logistic'). Default: hinge. */
  loss?: 'hinge' | 'squaredHinge' | 'modifiedHuber' | 'logistic';
  /** Factor lambda of the term 1/2 |w|^2, which is added to the mean loss. It is 1/(C n) for the C of SVC and n samples. A number in (0, Infinity). Default: 0.0001. */
  alpha?: number;
  /** Length of step t, with lambda for alpha: 1/(lambda (t+1)) ('optimal'), 1/(lambda t) ('pegasos'), or B/(rho sqrt(t)), where B is normBound and rho bounds the gradients for |w| <= B ('sqrt'). Default: optimal. */
  learningRate?: 'optimal' | 'pegasos' | 'sqrt';
  /** Largest number of passes: a pass is as many steps as there are samples. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit; the function so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Training has converged when twice as many passes change the objective by at most this share, down or up; with 0 only maxIter and maxTime end it. The reported gap is the last such change. A number in [0, Infinity). Default: 0.001. */
  tol?: number;
  /** Whether the result is the mean of the weights of all steps, or the last weights. Default: true. */
  average?: boolean;
  /** Whether there is a bias, which is penalised like a weight. Default: true. */
  fitIntercept?: boolean;
  /** Value of the constant feature whose weight gives the bias: the larger, the weaker the penalty on the bias. A number in (0, Infinity). Default: 1. */
  interceptScaling?: number;
  /** Factor of the loss per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** Seed of all random choices: the samples that are drawn, and the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Options that few need. */
  study?: NormBoundStudy & ProbabilityFoldsStudy;
}

/** The options of Perceptron. */
export interface PerceptronOptions {
  /** Learning rate. Without earlier updates at another rate it only scales the weights. A number in (0, Infinity). Default: 1. */
  eta0?: number;
  /** Whether there is a bias. Default: true. */
  fitIntercept?: boolean;
  /** Step of the bias after a mistake, in units of eta0: the largest squared norm of a sample ('radius'), with which Novikoff's bound has its usual form, or 1 ('unit'). Default: radius. */
  interceptStep?: 'radius' | 'unit';
  /** Meaning of a decision value of exactly 0 during learning: a mistake for both classes, or a vote for the positive or the negative class. Default: mistake. */
  tie?: 'mistake' | 'positive' | 'negative';
  /** What is predicted with: the function at the end ('last'); the mean of those after every look at a sample ('averaged'); the votes of all functions there were, each as often as it was right and once more ('voted', which keeps them all); or that which was right about the most samples in a row ('pocket'). Default: last. */
  output?: 'last' | 'averaged' | 'voted' | 'pocket';
  /** Which mistakes a pass corrects: each, in the order of the samples ('online'); the first, and then the next pass begins ('batch', the Batch Perceptron); or that of the sample with the smallest y f(x) ('worst', steps along a subgradient of the worst margin). Fits only: partialFit goes through its samples in order. Default: online. */
  updates?: 'online' | 'batch' | 'worst';
  /** Largest number of passes over the samples, for each decision function; if no hyperplane separates the classes, only this limit ends learning. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit; the function so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Visit the samples in a new random order in every pass, not in the given order. Default: false. */
  shuffle?: boolean;
  /** Seed of all random choices: the order of the samples, and the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Factor of eta0 per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Options that few need. */
  study?: ProbabilityFoldsStudy;
}

/** The options of KernelPerceptron. */
export interface KernelPerceptronOptions<K extends KernelOption = RowKernels> {
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Learning rate. Without earlier updates at another rate it only scales the coefficients. A number in (0, Infinity). Default: 1. */
  eta0?: number;
  /** Whether there is a bias. Default: true. */
  fitIntercept?: boolean;
  /** Step of the bias after a mistake, in units of eta0: the largest k(x, x) of a sample ('radius'), with which Novikoff's bound has its usual form, or 1 ('unit'). Default: radius. */
  interceptStep?: 'radius' | 'unit';
  /** Meaning of a decision value of exactly 0 during learning: a mistake for both classes, or a vote for the positive or the negative class. Default: mistake. */
  tie?: 'mistake' | 'positive' | 'negative';
  /** What is predicted with: the function at the end ('last'); the mean of those after every look at a sample ('averaged'); the votes of all functions there were, each as often as it was right and once more ('voted', which keeps them all); or that which was right about the most samples in a row ('pocket'). Default: last. */
  output?: 'last' | 'averaged' | 'voted' | 'pocket';
  /** Which mistakes a pass corrects: each, in the order of the samples ('online'); the first, and then the next pass begins ('batch', the Batch Perceptron); or that of the sample with the smallest y f(x) ('worst', steps along a subgradient of the worst margin). Fits only: partialFit goes through its samples in order. Default: online. */
  updates?: 'online' | 'batch' | 'worst';
  /** Value of an additional feature, a different one for every training sample. With delta > 0 learning always ends; a larger delta leaves more errors. A number in [0, Infinity). Default: 0. */
  delta?: number;
  /** Largest number of passes over the samples, for each decision function. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit; the function so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Memory for kernel rows. A number in (0, Infinity). Default: 200 MB. */
  cacheSize?: number;
  /** Visit the samples in a new random order in every pass, not in the given order. Default: false. */
  shuffle?: boolean;
  /** Seed of all random choices: the order of the samples, and the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Factor of eta0 per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Options that few need. */
  study?: ProbabilityFoldsStudy;
}

/** The options of KernelRidge. */
export interface KernelRidgeOptions<K extends KernelOption = RowKernels> {
  /** Penalty on the squared norm (lambda in most texts): a larger one gives a smoother function. With 0 the function interpolates the data if it can. A number in [0, Infinity). Default: 1. */
  alpha?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Add a constant that is not penalised. scikit-learn's machine has none. Default: false. */
  fitIntercept?: boolean;
  /** How the system is solved: by a factorisation of the kernel matrix ('cholesky'), or by conjugate gradients, which need no matrix in memory, can end early within known bounds, and give no leave-one-out residuals ('conjugateGradient'; alpha must be above 0). Default: cholesky. */
  solver?: 'cholesky' | 'conjugateGradient';
  /** Conjugate gradients end when the bounds above and below on the objective differ by at most this share of the lower one. A number in (0, Infinity). Default: 1e-06. */
  tol?: number;
  /** Largest number of steps of conjugate gradients, each a product with the kernel matrix; the function so far is kept. A whole number in [1, Infinity]. Default: 100000. */
  maxIter?: number;
  /** Time limit of conjugate gradients; the function so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Memory for kernel values with conjugate gradients; what does not fit is computed anew in every step. A number in (0, Infinity). Default: 200 MB. */
  cacheSize?: number;
}

/** The options of AverageMarginClassifier. */
export interface AverageMarginClassifierOptions<K extends KernelOption = RowKernels> {
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Weight per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** Scheme for more than two classes: a machine for each pair of classes and a vote ('ovo'), one for each class against all others ('ovr'), or one for each pair and a knock-out among the classes ('dag'). Default: ovo. */
  multiClass?: 'ovo' | 'ovr' | 'dag';
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Seed of the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Options that few need. */
  study?: DecisionFunctionShapeStudy & ProbabilityFoldsStudy;
}

/** The options of NearestCentroid. */
export interface NearestCentroidOptions<K extends KernelOption = RowKernels> {
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Seed of the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Options that few need. */
  study?: ProbabilityFoldsStudy;
}

/** The options of KNeighborsClassifier. */
export interface KNeighborsClassifierOptions<K extends KernelOption = RowKernels> {
  /** Number of neighbours that vote; a sample of weight 2 counts as two. A whole number in [1, 2147483647]. Default: 5. */
  nNeighbors?: number;
  /** Weight of a vote: the same for all neighbours, or the inverse of the distance. If neighbours are at distance 0, only these vote. A precomputed kernel gives only the order of the distances, and needs 'uniform'. Default: uniform. */
  weights?: 'uniform' | 'distance';
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Seed of the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Options that few need. */
  study?: ProbabilityFoldsStudy;
}

/** The options of FisherDiscriminant. */
export interface FisherDiscriminantOptions {
  /** Added to the variance within classes in every direction: a larger alpha suits many features or few samples. scikit-learn's shrinkage s corresponds to alpha = s / (1 - s) times the mean variance of the features within classes. A number in [0, Infinity). Default: 0. */
  alpha?: number;
  /** Prior probabilities of the classes, which decide the threshold and the weight of the variance within each class: those of the training set, or equal ones. Default: empirical. */
  priors?: 'empirical' | 'equal';
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Seed of the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Options that few need. */
  study?: ProbabilityFoldsStudy;
}

/** The options of KernelFisherDiscriminant. */
export interface KernelFisherDiscriminantOptions<K extends KernelOption = RowKernels> {
  /** Added to the variance within classes in every direction of feature space: a larger alpha gives smoother boundaries. A number in (0, Infinity). Default: 0.001. */
  alpha?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Prior probabilities of the classes, which decide the threshold and the weight of the variance within each class: those of the training set, or equal ones. Default: empirical. */
  priors?: 'empirical' | 'equal';
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Seed of the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Options that few need. */
  study?: ProbabilityFoldsStudy;
}

/** The options of KernelPCA. */
export interface KernelPCAOptions<K extends KernelOption = RowKernels> {
  /** Number of components, which are the features that transform gives. At most the number of samples. A whole number in [1, 2147483647]. Default: 2. */
  nComponents?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
}

/** The options of StandardScaler. */
export interface StandardScalerOptions {
  /** Whether the mean of each feature is subtracted. Sparse samples need false: without their zeros they would not be sparse. Default: true. */
  withMean?: boolean;
  /** Whether each feature is divided by its standard deviation. Default: true. */
  withStd?: boolean;
}

/** The options of MinMaxScaler. */
export interface MinMaxScalerOptions {
  /** Smallest and largest value that each feature of the training samples gets. Default: [0, 1]. */
  featureRange?: readonly [low: number, high: number];
  /** Whether values of new samples outside of this range are set to its ends. Default: false. */
  clip?: boolean;
}

/** The options of Normalizer. */
export interface NormalizerOptions {
  /** Norm that becomes 1 in every row: the sum of absolute values, the Euclidean length, or the largest absolute value. Default: l2. */
  norm?: 'l1' | 'l2' | 'max';
}

/** The options of Nystroem. */
export interface NystroemOptions<K extends KernelOption = RowKernels> {
  /** Number of landmarks, which are samples drawn at random, and of the features that transform gives. Where there are fewer samples, all of them are landmarks. At most 2000 landmarks. A whole number in [1, 2147483647]. Default: 100. */
  nComponents?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Seed of the draw of the landmarks. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
}

/** The options of RBFSampler. */
export interface RBFSamplerOptions {
  /** Factor of the squared distance in the Gaussian kernel. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Number of features that transform gives. The error of an inner product falls with its square root. A whole number in [1, 16777216]. Default: 100. */
  nComponents?: number;
  /** Seed of the frequencies and offsets. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
}

/** The options of IncompleteCholesky. */
export interface IncompleteCholeskyOptions<K extends KernelOption = RowKernels> {
  /** The factorisation ends when no squared distance of a training sample in feature space from the span of the pivots is larger. A number in [0, Infinity). Default: 0.001. */
  tol?: number;
  /** Most pivots, and so most features that transform gives. A whole number in [1, 2147483647]. Default: 100. */
  nComponents?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
}

/** The options of MonomialFeatures. */
export interface MonomialFeaturesOptions {
  /** Degree of the kernel, the largest of the monomials. A whole number in [1, 64]. Default: 2. */
  degree?: number;
  /** Factors of the monomials: those with which inner products of the features are the kernel poly, (gamma <x,z> + coef0)^degree, or the kernel allDegrees, the sum of (gamma <x,z>)^k for k = 0 to degree; 'none' leaves all monomials up to the degree as they are. Default: poly. */
  weights?: 'poly' | 'allDegrees' | 'none';
  /** Factor of the inner product in the kernel. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: 1. */
  gamma?: number | 'scale' | 'auto';
  /** Constant in the kernel poly. With 0 there are the monomials of the degree alone. A number in [0, Infinity). Default: 1. */
  coef0?: number;
}

/** The options of GaussianProcessRegressor. */
export interface GaussianProcessRegressorOptions<K extends KernelOption = RowKernels> {
  /** Variance of the noise, at which the search starts; 0 means none, and none is learnt. A number in [0, Infinity). Default: 1. */
  alpha?: number;
  /** Factor of the kernel, at which the search starts: the variance of the function where k(x,x) = 1. A number in (0, Infinity). Default: 1. */
  variance?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Whether the parameters of the kernel, variance and alpha are those of the largest marginal likelihood ('evidence'), or stay as they are given ('none'). Default: evidence. */
  optimizer?: 'evidence' | 'none';
  /** Subtract the mean of y and divide by its standard deviation first. Without it the process has the mean 0. Default: false. */
  normalizeY?: boolean;
  /** How often the search starts again, at random parameters up to 100 times larger or smaller; the best end counts. A whole number in [0, 1000]. Default: 0. */
  restarts?: number;
  /** The search ends when no derivative of the log marginal likelihood, per sample and by the logarithm of a parameter, is larger. A number in (0, Infinity). Default: 1e-05. */
  tol?: number;
  /** Largest number of steps of a search. With more than 1000 samples, steps with 500 of them go before and do not count. A whole number in [1, Infinity]. Default: 100. */
  maxIter?: number;
  /** Time limit of a fit; the best parameters so far are kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Seed of the restarts and of the samples with which the search in a large set begins. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
}

/** The options of KernelDensity. */
export interface KernelDensityOptions {
  /** At most this share of the training samples lies outside, where the density is below the threshold. A number in [0, 1). Default: 0.5. */
  nu?: number;
  /** Shape of the windows, a function of u, the distance over the bandwidth: exp(-u^2/2), 1, 1 - u^2, exp(-u), 1 - u or cos(pi u / 2), all but the first and the fourth up to u = 1 only. Default: gaussian. */
  window?: 'gaussian' | 'tophat' | 'epanechnikov' | 'exponential' | 'linear' | 'cosine';
  /** Width h of the windows. 'scott' is s n^(-1/(d+4)) and 'silverman' s (n (d+2) / 4)^(-1/(d+4)), where s is the root of the mean variance of the features and n the sum of the weights. Numbers in (0, Infinity). Default: scott. */
  bandwidth?: number | 'scott' | 'silverman';
}

/** The options of ParzenClassifier. */
export interface ParzenClassifierOptions {
  /** Shape of the windows, a function of u, the distance over the bandwidth: exp(-u^2/2), 1, 1 - u^2, exp(-u), 1 - u or cos(pi u / 2), all but the first and the fourth up to u = 1 only. Default: gaussian. */
  window?: 'gaussian' | 'tophat' | 'epanechnikov' | 'exponential' | 'linear' | 'cosine';
  /** Width h of the windows. 'scott' is s n^(-1/(d+4)) and 'silverman' s (n (d+2) / 4)^(-1/(d+4)), where s is the root of the mean variance of the features and n the sum of the weights. Numbers in (0, Infinity). Default: scott. */
  bandwidth?: number | 'scott' | 'silverman';
  /** Prior probabilities of the classes: their shares of the training set, or equal ones. Default: empirical. */
  priors?: 'empirical' | 'equal';
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Seed of the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Options that few need. */
  study?: ProbabilityFoldsStudy;
}

/** The options of KernelRegression. */
export interface KernelRegressionOptions {
  /** Shape of the windows, a function of u, the distance over the bandwidth: exp(-u^2/2), 1, 1 - u^2, exp(-u), 1 - u or cos(pi u / 2), all but the first and the fourth up to u = 1 only. Default: gaussian. */
  window?: 'gaussian' | 'tophat' | 'epanechnikov' | 'exponential' | 'linear' | 'cosine';
  /** Width h of the windows. 'scott' is s n^(-1/(d+4)) and 'silverman' s (n (d+2) / 4)^(-1/(d+4)), where s is the root of the mean variance of the features and n the sum of the weights. Numbers in (0, Infinity). Default: scott. */
  bandwidth?: number | 'scott' | 'silverman';
}

/** The options of DecisionTreeClassifier. */
export interface DecisionTreeClassifierOptions {
  /** What a split is to reduce most: Gini's impurity, the entropy, or the weight of the samples that are not of the largest class. Default: gini. */
  criterion?: 'gini' | 'entropy' | 'error';
  /** Largest number of questions on the way to a leaf. A whole number in [1, Infinity]. Default: Infinity. */
  maxDepth?: number;
  /** Fewest samples of a node that is split. A whole number in [2, 2147483647]. Default: 2. */
  minSamplesSplit?: number;
  /** Fewest samples of a leaf. A whole number in [1, 1073741823]. Default: 1. */
  minSamplesLeaf?: number;
  /** Time limit of a fit; the levels that are finished by then are kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Factor of the weight per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
}

/** The options of DecisionStump. */
export interface DecisionStumpOptions {
  /** What the question is to reduce most: the weight of the samples that are not of the larger class on their side, Gini's impurity, or the entropy. Default: error. */
  criterion?: 'error' | 'gini' | 'entropy';
  /** Factor of the weight per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
}

/** The options of AdaBoostClassifier. */
export interface AdaBoostClassifierOptions {
  /** The classifier whose copies are the members. It is copied, and its own options are also options of this one, with 'estimator__' before their names. Default: new DecisionStump(). */
  estimator?: BaseEstimator;
  /** An option of the estimator. */
  [inner: `estimator__${string}`]: unknown;
  /** Largest number of rounds. Each fits a copy of the estimator, which becomes a member. A whole number in [1, 1000]. Default: 50. */
  nEstimators?: number;
  /** 'adaboostReg' regularises by soft margins (AdaBoost_Reg): a sample that had large weights in earlier rounds gains less weight, so that outliers do not take all of it. Default: none. */
  reg?: 'none' | 'adaboostReg';
  /** Only with reg 'adaboostReg': how much the weights of earlier rounds soften the margin of a sample. With 0 it is AdaBoost; a sample whose weight is more than 1/C times the mean may stay wrong. A number in [0, Infinity). Default: 0.1. */
  C?: number;
  /** The margin for which every round reports the share of samples that do not exceed it (marginErrors) and the bound on that share (bounds). A number in [0, 1). Default: 0.1. */
  rho?: number;
  /** Time limit of a fit; the members so far are kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
}

/** The options of LPSVC. */
export interface LPSVCOptions<K extends KernelOption = RowKernels> {
  /** Penalty on the slacks: a larger one follows the training data more closely, a smaller one uses fewer samples. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Let a sample count against its own class: its coefficient may have either sign. By default it has the sign of the class. Default: false. */
  signed?: boolean;
  /** Give every part of a sum kernel coefficients of its own, such as the same kernel in several widths: the machine chooses among all of them. Default: false. */
  dictionary?: boolean;
  /** Largest amount by which a function that is left out may violate its optimality condition, in which 1 is the limit. A number in (0, Infinity). Default: 1e-06. */
  tol?: number;
  /** Largest number of programs that are solved on the way, each over more functions; the best solution so far is kept. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit, shared evenly by the two-class problems; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** Scheme for more than two classes: a machine for each pair of classes and a vote ('ovo'), one for each class against all others ('ovr'), or one for each pair and a knock-out among the classes ('dag'). Default: ovo. */
  multiClass?: 'ovo' | 'ovr' | 'dag';
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Seed of the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Options that few need. */
  study?: DecisionFunctionShapeStudy & ProbabilityFoldsStudy;
}

/** The options of LPSVR. */
export interface LPSVROptions<K extends KernelOption = RowKernels> {
  /** Penalty on the deviations: a larger one follows the training data more closely, a smaller one uses fewer samples. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** Half-width of the tube around the function within which a deviation costs nothing. A number in [0, Infinity). Default: 0.1 of y. */
  epsilon?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Give every part of a sum kernel coefficients of its own, such as the same kernel in several widths: the machine chooses among all of them. Default: false. */
  dictionary?: boolean;
  /** Largest amount by which a function that is left out may violate its optimality condition, in which 1 is the limit. A number in (0, Infinity). Default: 1e-06. */
  tol?: number;
  /** Largest number of programs that are solved on the way, each over more functions; the best solution so far is kept. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit, shared evenly by the two-class problems; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
}

/** The options of LPMarginClassifier. */
export interface LPMarginClassifierOptions {
  /** The norm p of the weights: 1 gives few weights that are not zero, Infinity weights of equal size, 2 the machine SVC without slack. The margin is a distance in the norm q with 1/p + 1/q = 1. A number in [1, Infinity]. Default: 1. */
  norm?: number;
  /** Scheme for more than two classes: a hyperplane for each class against all others ('ovr'), or a function for each class, all in one program, in which that of the true class leads ('joint'). Default: ovr. */
  multiClass?: 'ovr' | 'joint';
  /** Time limit of a fit, shared evenly by the two-class problems; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
}

/** The options of LinearRegression. */
export interface LinearRegressionOptions {
  /** Whether there is a constant. Default: true. */
  fitIntercept?: boolean;
}

/** The options of Ridge. */
export interface RidgeOptions {
  /** Penalty on the squared norm of the weights (lambda in most texts). With 0 it is LinearRegression. A number in [0, Infinity). Default: 1. */
  alpha?: number;
  /** Whether there is a constant, which is not penalised. Default: true. */
  fitIntercept?: boolean;
  /** What is solved: a system of the features ('primal'), or one of the inner products of the samples ('dual'), which gives dualCoef; 'auto' takes the smaller one. The function is the same. Default: auto. */
  form?: 'auto' | 'primal' | 'dual';
}

/** The options of LSSVC. */
export interface LSSVCOptions<K extends KernelOption = RowKernels> {
  /** Penalty on the squared errors: larger follows the training data more closely, smaller gives a smoother boundary. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Whether there is a constant, which is not penalised. Default: true. */
  fitIntercept?: boolean;
  /** Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** Seed of the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Options that few need. */
  study?: ProbabilityFoldsStudy;
}

/** The options of SGDRegressor. */
export interface SGDRegressorOptions {
  /** Cost of an error beyond epsilon: its size ('epsilonInsensitive'), its square ('squaredEpsilonInsensitive'), its size ('laplacian'), half of its square ('gaussian'), half of its square up to sigma and a line from there, which is robust against outliers ('huber'). 'gaussian' gives Widrow and Hoff's rule. Default: gaussian. */
  loss?: 'epsilonInsensitive' | 'squaredEpsilonInsensitive' | 'laplacian' | 'gaussian' | 'huber';
  /** Half-width of the tube around the function within which a deviation costs nothing. A number in [0, Infinity). Default: 0 of y. */
  epsilon?: number;
  /** Error from which on a loss is linear: 'huber'. A number in (0, Infinity). Default: 1 of y. */
  sigma?: number;
  /** Factor lambda of the term 1/2 |w|^2, which is added to the mean loss. Ridge has the same function where its alpha is lambda times the number of samples. A number in [0, Infinity). Default: 0. */
  alpha?: number;
  /** What a step changes: the weights ('primal'), or the coefficient of its sample in them ('dual'), which is kept as dualCoef. Where alpha is 0 the function is the same. Default: primal. */
  form?: 'primal' | 'dual';
  /** Length of step t: eta0 ('constant'), or eta0 / sqrt(t) ('sqrt'), which is B/(rho sqrt(t)) for eta0 = B/rho. Default: constant. */
  learningRate?: 'constant' | 'sqrt';
  /** Length of the first step. 'auto' gives 1/(|x|^2 + 1) for the longest sample, with which a step never increases an error; from twice of that on learning may diverge. Numbers in (0, Infinity). Default: auto. */
  eta0?: number | 'auto';
  /** Largest number of passes over the samples. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit; the function so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Training has converged when twice as many passes change the objective by at most this share, down or up; with 0 only maxIter and maxTime end it. The reported gap is the last such change. A number in [0, Infinity). Default: 0.001. */
  tol?: number;
  /** Whether the result is the mean of the functions after all steps, or the last function. Default: false. */
  average?: boolean;
  /** Whether there is a constant, which is not penalised. Default: true. */
  fitIntercept?: boolean;
  /** Visit the samples in a new random order in every pass, not in the given order. Default: false. */
  shuffle?: boolean;
  /** Seed of the order of the samples. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
}

/** The options of KernelSGDClassifier. */
export interface KernelSGDClassifierOptions<K extends KernelOption = RowKernels> {
  /** Cost of a slack: its size ('hinge'), its square ('squaredHinge'), its square up to 2 and a line from there, which is robust against outliers ('modifiedHuber'), minus the logarithm of the probability of the class, as in logistic regression ('logistic'). Default: hinge. */
  loss?: 'hinge' | 'squaredHinge' | 'modifiedHuber' | 'logistic';
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Factor lambda of the term 1/2 |w|^2, which is added to the mean loss. It is 1/(C n) for the C of SVC and n samples. A number in (0, Infinity). Default: 0.0001. */
  alpha?: number;
  /** Length of step t, with lambda for alpha: 1/(lambda (t+1)) ('optimal'), 1/(lambda t) ('pegasos'), or B/(rho sqrt(t)), where B is normBound and rho bounds the gradients for |w| <= B ('sqrt'). Default: optimal. */
  learningRate?: 'optimal' | 'pegasos' | 'sqrt';
  /** Largest number of passes: a pass is as many steps as there are samples. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit; the function so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Training has converged when twice as many passes change the objective by at most this share, down or up; with 0 only maxIter and maxTime end it. The reported gap is the last such change. A number in [0, Infinity). Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. A number in (0, Infinity). Default: 200 MB. */
  cacheSize?: number;
  /** Whether the result is the mean of the functions of all steps, or the last function. Default: true. */
  average?: boolean;
  /** Whether there is a bias, which is penalised like a weight. Default: true. */
  fitIntercept?: boolean;
  /** Value of the constant feature whose weight gives the bias: the larger, the weaker the penalty on the bias. A number in (0, Infinity). Default: 1. */
  interceptScaling?: number;
  /** Factor of the loss per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** Seed of all random choices: the samples that are drawn, and the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Options that few need. */
  study?: NormBoundStudy & ProbabilityFoldsStudy;
}

/** The options of RegularizationNetwork. */
export interface RegularizationNetworkOptions<K extends KernelOption = RowKernels> {
  /** Penalty on errors outside the tube: larger follows the training data more closely, smaller gives a function with a smaller regularizer. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** Half-width of the tube: smaller errors cost nothing. A number in [0, Infinity). Default: 0.1 of y. */
  epsilon?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** The kernel whose matrix D is the penalty a'Da of the coefficients a. With 'same' it is the kernel itself, and the machine is SVR. A name takes gamma, degree and coef0 of the machine. Default: same. */
  regularizer?: 'same' | Exclude<KernelOption, 'precomputed' | ((...samples: any) => number)>;
  /** Functions that are added to the kernel expansion and cost no penalty: none, a constant, a constant with the columns of X, or also the products of two columns. Default: constant. */
  basis?: 'none' | 'constant' | 'linear' | 'quadratic';
  /** How many of the last columns of X hold the values of further functions without a penalty. The kernel sees these columns too, unless kernels.columns leaves them out. A whole number in [0, 16777216]. Default: 0. */
  basisColumns?: number;
  /** Relative accuracy of the objective and of the constraints at which the interior point method ends. A step that solves for the active constraints then makes the solution as exact as rounding allows. A number in (0, Infinity). Default: 1e-11. */
  tol?: number;
  /** Largest number of steps of the interior point method. A whole number in [1, Infinity]. Default: 200. */
  maxIter?: number;
  /** Time limit of a fit; the last point is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
}

/** The options of ParametricTubeSVR. */
export interface ParametricTubeSVROptions<K extends KernelOption = RowKernels> {
  /** Share of the samples that may lie outside the tube, and least share of support vectors; weighted by each part of the tube, see the page. A number in (0, 1]. Default: 0.5. */
  nu?: number;
  /** Penalty on errors outside the tube, and on its width: larger follows the training data more closely, smaller gives a flatter function. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** What the half-width of the tube is a sum of, beside a constant: nothing, the sizes of the columns of X, their squares, or the numbers >= 0 in the last columns. Kernel values and strings have no columns: their tube is constant. Default: absolute. */
  tube?: 'constant' | 'absolute' | 'square' | 'columns';
  /** With tube 'columns', how many of the last columns of X are parts of the half-width. The kernel sees these columns too, unless kernels.columns leaves them out. A whole number in [1, 16777216]. Default: 1. */
  tubeColumns?: number;
  /** Relative accuracy of the objective and of the constraints at which the interior point method ends. A step that solves for the active constraints then makes the solution as exact as rounding allows. A number in (0, Infinity). Default: 1e-11. */
  tol?: number;
  /** Largest number of steps of the interior point method. A whole number in [1, Infinity]. Default: 200. */
  maxIter?: number;
  /** Time limit of a fit; the last point is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
}

/** The options of LPBoostClassifier. */
export interface LPBoostClassifierOptions {
  /** The classifier whose copies are the members. It is copied, and its own options are also options of this one, with 'estimator__' before their names. Default: new DecisionStump(). */
  estimator?: BaseEstimator;
  /** An option of the estimator. */
  [inner: `estimator__${string}`]: unknown;
  /** Largest number of rounds. Each fits a copy of the estimator, which becomes a member. A whole number in [1, 1000]. Default: 100. */
  nEstimators?: number;
  /** Largest share of the samples, by weight, whose margin is less than rho, the margin that the fit makes as large as possible. A number in (0, 1]. Default: 0.1. */
  nu?: number;
  /** The fit ends when the edge of the next member exceeds the objective by no more than this. A number in (0, Infinity). Default: 1e-06. */
  tol?: number;
  /** Time limit of a fit; the members so far are kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
}

/** The options of GaussianProcessClassifier. */
export interface GaussianProcessClassifierOptions<K extends KernelOption = RowKernels> {
  /** Factor of the kernel, at which the search starts: the variance of the latent function where k(x,x) = 1. A number in (0, Infinity). Default: 1. */
  variance?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Whether variance and the parameters of the kernel are those of the largest marginal likelihood ('evidence'), or stay as they are given ('none'). Default: evidence. */
  optimizer?: 'evidence' | 'none';
  /** How often the search starts again, at random parameters up to 100 times larger or smaller; the best end counts. A whole number in [0, 1000]. Default: 0. */
  restarts?: number;
  /** The search ends when no derivative of the log marginal likelihood, per sample and by the logarithm of a parameter, is larger. A number in (0, Infinity). Default: 1e-05. */
  tol?: number;
  /** Largest number of steps of a search. With more than 1000 samples, steps with 500 of them go before and do not count. A whole number in [1, Infinity]. Default: 100. */
  maxIter?: number;
  /** Time limit of a fit; the best parameters so far are kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Seed of the restarts and of the samples with which the search in a large set begins. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
}

/** The options of OrdinalGaussianProcess. */
export interface OrdinalGaussianProcessOptions<K extends KernelOption = RowKernels> {
  /** Factor of the kernel, at which the search starts: the variance of the utility where k(x,x) = 1. That of the noise is 1. A number in (0, Infinity). Default: 1. */
  variance?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Whether variance, the parameters of the kernel and the boundaries of the ranks are those of the largest marginal likelihood ('evidence'), or stay as they are given ('none'): the boundaries then divide the prior as the ranks divide the samples. Default: evidence. */
  optimizer?: 'evidence' | 'none';
  /** How the posterior is approximated: by expectation propagation ('ep'), whose variances know the boundaries, or around its mode ('laplace'), which takes a wide interval for no information. Default: ep. */
  approximation?: 'ep' | 'laplace';
  /** The rank that is predicted: the most probable one ('probable'), or the median ('median'), whose expected distance from the true rank is the smallest. Default: probable. */
  predicts?: 'probable' | 'median';
  /** How often the search starts again, at random parameters up to 100 times larger or smaller; the best end counts. A whole number in [0, 1000]. Default: 0. */
  restarts?: number;
  /** The search ends when no derivative of the log marginal likelihood, per sample and by the logarithm of a parameter, is larger. A number in (0, Infinity). Default: 1e-05. */
  tol?: number;
  /** Largest number of steps of a search. With more than 1000 samples, steps with 500 of them go before and do not count. A whole number in [1, Infinity]. Default: 100. */
  maxIter?: number;
  /** Time limit of a fit; the best parameters so far are kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Seed of the restarts and of the samples with which the search in a large set begins. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** The classes in ascending order, such as ['poor', 'fair', 'good']; null: numbers in ascending order, false before true. Labels that are texts need it. A class that no sample has keeps its rank. Default: null. */
  order?: null | readonly ClassLabel[];
}

/** The options of RankSVC. */
export interface RankSVCOptions<K extends KernelOption = RowKernels> {
  /** Penalty on the losses of the queries: larger follows their orders more closely, smaller gives a wider margin. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Loss of a query: the mean hinge loss of its pairs of rows of different relevance ('kendall'), or a bound on 1 - NDCG, which counts the top most ('ndcg', for relevances >= 0). Default: kendall. */
  surrogate?: 'kendall' | 'ndcg';
  /** With surrogate 'kendall': whether the sum over the pairs of a query is divided by their number, so that each query counts the same. With false each pair does, and C is that of a support vector classifier of the pairs. Default: true. */
  normalize?: boolean;
  /** With surrogate 'ndcg': how many positions from the top count. A whole number in [1, Infinity]. Default: Infinity. */
  k?: number;
  /** With surrogate 'ndcg': what a row of relevance g gains at the top: g ('linear'), or 2^g - 1 ('exponential'). Default: linear. */
  gain?: 'linear' | 'exponential';
  /** Training ends when the mean loss of the queries can be improved by no more than this: the gap between primal and dual objective, divided by C and the number of queries. A number in (0, Infinity). Default: 0.001. */
  tol?: number;
  /** Largest number of passes over the queries; the best solution so far is kept. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
}

/** The options of OrdinalAverageMargin. */
export interface OrdinalAverageMarginOptions<K extends KernelOption = RowKernels> {
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** How the boundaries between the ranks are found: where the fewest training samples, weighted, are on the wrong side ('errors'), or in the middle of the closest pair of ranks beside the boundary that has the right order ('pairs', see thresholdSource). Default: errors. */
  thresholds?: 'pairs' | 'errors';
  /** The classes in ascending order, such as ['poor', 'fair', 'good']; null: numbers in ascending order, false before true. Labels that are texts need it. A class that no sample has keeps its rank. Default: null. */
  order?: null | readonly ClassLabel[];
}

/** The options of OrdinalSVC. */
export interface OrdinalSVCOptions<K extends KernelOption = RowKernels> {
  /** Penalty on the slack of each pair: larger follows the training data more closely. It counts once for every pair of samples, so that with n rows it pulls like nC in SVC. Infinity allows no slack: the hard margin, for ranks that can be separated. A number in (0, Infinity]. Default: 0.01. */
  C?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Which pairs of samples are compared: all of different ranks, or only those of neighbouring ranks. Default: all. */
  pairs?: 'all' | 'adjacent';
  /** How the boundaries between the ranks are found: in the middle of the pairs of neighbouring ranks on the margin, or else of the closest pair that has the right order ('pairs', see thresholdSource), or where the fewest training samples, weighted, are on the wrong side ('errors'). 'auto' takes 'pairs' for the boundaries whose sides do not overlap, and 'errors' for the others. Default: auto. */
  thresholds?: 'auto' | 'pairs' | 'errors';
  /** Largest violation of the optimality (KKT) conditions at which training ends; with the linear kernel and more than 2,000 rows, the duality gap as a share of the objective. A number in (0, Infinity). Default: 0.001. */
  tol?: number;
  /** Largest number of passes over the pairs, or of cutting planes; the best solution so far is kept. The Newton steps that take over where passes are slow do not count. A whole number in [1, Infinity]. Default: 100000. */
  maxIter?: number;
  /** Time limit of a fit; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** The norm of the weights that is small: 2, or with the kernel 'linear' also 1, which leaves features out, or Infinity, which gives weights of equal size. These two are linear programs. A number in [1, Infinity]. Default: 2. */
  norm?: number;
  /** Start from the solution of the previous fit, to the same samples, such as that of another C. The model then keeps its dual variables, a number for each pair. The cutting planes of more than 2,000 rows start anew. Default: false. */
  warmStart?: boolean;
  /** The classes in ascending order, such as ['poor', 'fair', 'good']; null: numbers in ascending order, false before true. Labels that are texts need it. A class that no sample has keeps its rank. Default: null. */
  order?: null | readonly ClassLabel[];
}

/** The options of CumulativeLinkModel. */
export interface CumulativeLinkModelOptions {
  /** Distribution of the noise: logistic (the proportional odds model), normal, or that of the complementary log-log link (proportional hazards). Default: logit. */
  link?: 'logit' | 'probit' | 'cloglog';
  /** Factor of the penalty 1/2 |w|^2 on the weights, which is added to minus the log likelihood. 0 is maximum likelihood. A number in [0, Infinity). Default: 0. */
  alpha?: number;
  /** What another step of Newton's method would add to the mean log likelihood when training ends. A number in (0, Infinity). Default: 1e-08. */
  tol?: number;
  /** Largest number of steps; the best parameters so far are kept. A whole number in [1, Infinity]. Default: 100. */
  maxIter?: number;
  /** Time limit of a fit; the best parameters so far are kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Factor of the weights of the samples per rank: an object or Map from label to factor, or 'balanced' for n / (k * samples of the rank). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** The classes in ascending order, such as ['poor', 'fair', 'good']; null: numbers in ascending order, false before true. Labels that are texts need it. A class that no sample has keeps its rank. Default: null. */
  order?: null | readonly ClassLabel[];
}

/** The options of SVOR. */
export interface SVOROptions<K extends KernelOption = RowKernels> {
  /** Penalty on the slacks: larger follows the training data more closely, smaller gives a smoother utility. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** Which samples a threshold is about: all of them, which puts the thresholds in order by itself ('implicit'), or those of the two ranks beside it, with the order as a constraint ('explicit'). Default: implicit. */
  constraints?: 'implicit' | 'explicit';
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends. A number in (0, Infinity). Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. A number in (0, Infinity). Default: 200 MB. */
  cacheSize?: number;
  /** Largest number of iterations; the best solution so far is kept. A whole number in [1, Infinity]. Default: 5e+07. */
  maxIter?: number;
  /** Time limit of a fit; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Factor of C per rank: an object or Map from label to factor, or 'balanced' for n / (k * samples of the rank). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** Start from the solution of the previous fit, to the same samples, such as that of another C. The model then keeps its dual variables. Default: false. */
  warmStart?: boolean;
  /** The classes in ascending order, such as ['poor', 'fair', 'good']; null: numbers in ascending order, false before true. Labels that are texts need it. A class that no sample has keeps its rank. Default: null. */
  order?: null | readonly ClassLabel[];
}

/** The options of ReducedOrdinalSVC. */
export interface ReducedOrdinalSVCOptions<K extends KernelOption = RowKernels> {
  /** Penalty on the slacks: larger follows the training data more closely, smaller gives a smoother utility. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** What it costs to predict another rank: the difference of the ranks, its square, or 1 for every other rank. Default: absolute. */
  cost?: 'absolute' | 'squared' | 'classification';
  /** Whether the thresholds have a common constant that is not penalised; false is the form without a bias. Default: true. */
  fitIntercept?: boolean;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends. A number in (0, Infinity). Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. A number in (0, Infinity). Default: 200 MB. */
  cacheSize?: number;
  /** Largest number of iterations; the best solution so far is kept. A whole number in [1, Infinity]. Default: 5e+07. */
  maxIter?: number;
  /** Time limit of a fit; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Factor of C per rank: an object or Map from label to factor, or 'balanced' for n / (k * samples of the rank). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** Start from the solution of the previous fit, to the same samples, such as that of another C. The model then keeps its dual variables. Default: false. */
  warmStart?: boolean;
  /** The classes in ascending order, such as ['poor', 'fair', 'good']; null: numbers in ascending order, false before true. Labels that are texts need it. A class that no sample has keeps its rank. Default: null. */
  order?: null | readonly ClassLabel[];
}

/** The options of SetRanker. */
export interface SetRankerOptions {
  /** Penalty on the losses of the lists: larger follows the training data more closely. The longer the lists, the smaller the C that does the same. A number in (0, Infinity). Default: 0.1. */
  C?: number;
  /** What counts in a list: the F1 or F-beta of its positive rows, the recall of at most k rows or the precision of at least k, the mean of sensitivity and specificity ('balanced'), or the share of the rows that are right ('01'). Default: f1. */
  measure?: 'f1' | 'fbeta' | 'recall@k' | 'precision@k' | 'balanced' | '01';
  /** With measure 'fbeta': how much more recall counts than precision. A number in [0, Infinity). Default: 1. */
  beta?: number;
  /** With the measures at k: how many rows of a list. A whole number in [1, 2147483647]. Default: 10. */
  k?: number;
  /** Whether there is a bias, which is penalised like a weight. Default: true. */
  fitIntercept?: boolean;
  /** Value of the constant feature whose weight gives the bias: the larger, the weaker the penalty on the bias. A number in (0, Infinity). Default: 1. */
  interceptScaling?: number;
  /** Training ends when the mean loss of the queries can be improved by no more than this: the gap between primal and dual objective, divided by C and the number of queries. A number in (0, Infinity). Default: 0.001. */
  tol?: number;
  /** Largest number of passes over the queries; the best solution so far is kept. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
}

/** The options of SequenceTagger. */
export interface SequenceTaggerOptions {
  /** The structured support vector machine by cutting planes, with a duality gap ('cuttingPlane'), the mean of stochastic subgradient steps on its losses alone ('sgd'), or the averaged perceptron ('perceptron'). Default: cuttingPlane. */
  algorithm?: 'cuttingPlane' | 'sgd' | 'perceptron';
  /** Whether neighbouring tags depend on each other. Default: true. */
  chain?: boolean;
  /** Penalty on the losses of 'cuttingPlane': larger follows the training data more closely, smaller gives a wider margin. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** Whether every tag has a bias, which is penalised like a weight. Default: true. */
  fitIntercept?: boolean;
  /** Length of the steps of 'sgd' and 'perceptron'. A number in (0, Infinity). Default: 0.1. */
  eta0?: number;
  /** How many steps 'sgd' and 'perceptron' take for each sequence, on average. A whole number in [1, 1000000]. Default: 20. */
  nEpochs?: number;
  /** Seed of the sequences that 'sgd' and 'perceptron' draw. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Share of the objective at which the gap of 'cuttingPlane' is small enough. A number in (0, Infinity). Default: 0.001. */
  tol?: number;
  /** Largest number of cutting planes; the best weights so far are kept. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit; the weights so far are kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
}

/** The options of MulticlassSVC. */
export interface MulticlassSVCOptions<K extends KernelOption = RowKernels> {
  /** Penalty on the slacks: larger follows the training data more closely, smaller gives a wider margin. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** What a sample costs: the largest of its slacks against the other classes ('crammerSinger'), or their sum ('westonWatkins'). Default: crammerSinger. */
  formulation?: 'crammerSinger' | 'westonWatkins';
  /** What an error costs, which is the margin that is asked for: a table with a row for each true class and a column for each predicted class, in the order of classes, 0 on its diagonal and no number negative; null: 1 for every error. Default: null. */
  costs?: null | readonly (readonly number[])[];
  /** Whether the functions have constants. They are penalised like weights: the kernel is k(x, z) + 1. Default: false. */
  fitIntercept?: boolean;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends. A number in (0, Infinity). Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. A number in (0, Infinity). Default: 200 MB. */
  cacheSize?: number;
  /** Leave out samples that are likely to stay at their bounds, until a final check. Changes the time, not the result. Default: true. */
  shrinking?: boolean;
  /** Largest number of steps, each of which improves the coefficients of up to 32 samples, or with the linear kernel and more than 1,000 samples of passes over these; the best solution so far is kept. A whole number in [1, Infinity]. Default: 1e+06. */
  maxIter?: number;
  /** Time limit of a fit; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** Seed of the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Options that few need. */
  study?: ProbabilityFoldsStudy;
}

/** The options of MulticlassPerceptron. */
export interface MulticlassPerceptronOptions {
  /** Learning rate. Without earlier updates at another rate it only scales the weights. A number in (0, Infinity). Default: 1. */
  eta0?: number;
  /** Whether the functions have constants. Default: true. */
  fitIntercept?: boolean;
  /** Step of the constants after a mistake, in units of eta0: the largest squared norm of a sample ('radius') or 1 ('unit'). Default: radius. */
  interceptStep?: 'radius' | 'unit';
  /** What is predicted with: the weights at the end ('last'), or the mean of those after every look at a sample ('averaged'), which is better where no weights separate the classes. Default: last. */
  output?: 'last' | 'averaged';
  /** Which mistakes a pass corrects: each, in the order of the samples ('online'), or the first, and then the next pass begins ('batch', the Batch Perceptron). Fits only: partialFit goes through its samples in order. Default: online. */
  updates?: 'online' | 'batch';
  /** Largest number of passes over the samples; if no weights separate the classes, only this limit ends learning. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit; the functions so far are kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Visit the samples in a new random order in every pass, not in the given order. Default: false. */
  shuffle?: boolean;
  /** Seed of all random choices: the order of the samples, and the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Factor of eta0 per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Options that few need. */
  study?: ProbabilityFoldsStudy;
}

/** The options of MaxAbsScaler. */
export interface MaxAbsScalerOptions {
}

/** The options of RobustScaler. */
export interface RobustScalerOptions {
  /** Whether the median of each feature is subtracted. Sparse samples need false: without their zeros they would not be sparse. Default: true. */
  withCentering?: boolean;
  /** Whether each feature is divided by the distance of its two quantiles. Default: true. */
  withScaling?: boolean;
  /** The two quantiles, in percent. Default: [25, 75]. */
  quantileRange?: readonly [low: number, high: number];
}

/** The options of QuantileTransformer. */
export interface QuantileTransformerOptions {
  /** Number of quantiles that are kept of each feature; with fewer samples, as many as there are samples, of which one of weight 2 counts as two. A whole number in [2, 16777216]. Default: 1000. */
  nQuantiles?: number;
  /** Distribution that each feature gets: uniform from 0 to 1, or normal with mean 0 and variance 1. Default: uniform. */
  outputDistribution?: 'uniform' | 'normal';
}

/** The options of PolynomialFeatures. */
export interface PolynomialFeaturesOptions {
  /** Largest degree of the products. A whole number in [1, 64]. Default: 2. */
  degree?: number;
  /** Whether products are of distinct features, without squares and higher powers. Default: false. */
  interactionOnly?: boolean;
  /** Whether the first feature is 1, which acts as a constant before a machine without one. Default: true. */
  includeBias?: boolean;
}

/** The options of SelectKBest. */
export interface SelectKBestOptions {
  /** Number of features that are kept, at most all of them. A whole number in [1, 16777216]. Default: 10. */
  k?: number;
  /** What is large for a good feature: the F value of the analysis of variance over the classes, or of the regression of a number on the feature; the chi-squared statistic of counts and classes; or the mutual information of the feature and y, by nearest neighbours. Default: f. */
  score?: 'f' | 'chi2' | 'mutualInformation';
  /** Number of neighbours by which mutual information is estimated. A whole number in [1, 2147483647]. Default: 3. */
  nNeighbors?: number;
}

/** The options of SimpleImputer. */
export interface SimpleImputerOptions {
  /** What stands in for missing values of a feature: its mean, its median, its most frequent value (of several the least), or the number fillValue. Default: mean. */
  strategy?: 'mean' | 'median' | 'mostFrequent' | 'constant';
  /** What stands in for missing values with the strategy 'constant'. Default: 0. */
  fillValue?: number;
  /** Whether each feature with missing values in training gets another feature, at the end: 1 where it is missing and 0 elsewhere. Default: false. */
  addIndicator?: boolean;
}

/** The options of KNNImputer. */
export interface KNNImputerOptions {
  /** Number of training samples whose mean stands in for a missing value. A whole number in [1, 2147483647]. Default: 5. */
  nNeighbors?: number;
  /** Whether all of them count the same, or by the inverse of their distance. Default: uniform. */
  weights?: 'uniform' | 'distance';
  /** Whether each feature with missing values in training gets another feature, at the end: 1 where it is missing and 0 elsewhere. Default: false. */
  addIndicator?: boolean;
}

/** The options of MulticlassKernelPerceptron. */
export interface MulticlassKernelPerceptronOptions<K extends KernelOption = RowKernels> {
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Learning rate. Without earlier updates at another rate it only scales the coefficients. A number in (0, Infinity). Default: 1. */
  eta0?: number;
  /** Whether the functions have constants. Default: true. */
  fitIntercept?: boolean;
  /** Step of the constants after a mistake, in units of eta0: the largest k(x, x) of a sample ('radius') or 1 ('unit'). Default: radius. */
  interceptStep?: 'radius' | 'unit';
  /** What is predicted with: the functions at the end ('last'), or the mean of those after every look at a sample ('averaged'), which is better where no functions separate the classes. Default: last. */
  output?: 'last' | 'averaged';
  /** Which mistakes a pass corrects: each, in the order of the samples ('online'), or the first, and then the next pass begins ('batch', the Batch Perceptron). Fits only: partialFit goes through its samples in order. Default: online. */
  updates?: 'online' | 'batch';
  /** Value of an additional feature, a different one for every training sample. With delta > 0 learning always ends; a larger delta leaves more errors. A number in [0, Infinity). Default: 0. */
  delta?: number;
  /** Largest number of passes over the samples. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit; the functions so far are kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Memory for kernel rows. A number in (0, Infinity). Default: 200 MB. */
  cacheSize?: number;
  /** Visit the samples in a new random order in every pass, not in the given order. Default: false. */
  shuffle?: boolean;
  /** Seed of all random choices: the order of the samples, and the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Factor of eta0 per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Options that few need. */
  study?: ProbabilityFoldsStudy;
}

/** The options of OneHotEncoder. */
export interface OneHotEncoderOptions {
  /** The categories of each column in their order, a list for each; null, or an empty list: those that are there in training, numbers and texts ascending. Default: null. */
  categories?: null | readonly (readonly CategoryValue[])[];
  /** What to do about a category that was not there in training: it is an error, becomes 0 in all columns of its feature, or counts as an infrequent one, if there are some. Default: error. */
  handleUnknown?: 'error' | 'ignore' | 'infrequentIfExist';
  /** Categories of fewer samples are infrequent ones, which share a column: below 1 a share of the samples, else a number of samples. A number in [0, Infinity). Default: 0. */
  minFrequency?: number;
  /** Largest number of columns of a feature; beyond it the categories of the fewest samples are infrequent ones, too, whose column counts. As in scikit-learn, a feature of this many categories already has an infrequent one. A whole number in [1, Infinity]. Default: Infinity. */
  maxCategories?: number;
  /** Which category gets no column: the first of each feature, that of features with two, or none. Default: none. */
  drop?: 'none' | 'first' | 'ifBinary';
  /** Whether the columns are a sparse matrix, which has as many entries as X has; otherwise they are dense. Default: true. */
  sparseOutput?: boolean;
}

/** The options of OrdinalEncoder. */
export interface OrdinalEncoderOptions {
  /** The categories of each column in their order, a list for each; null, or an empty list: those that are there in training, numbers and texts ascending. Default: null. */
  categories?: null | readonly (readonly CategoryValue[])[];
  /** What to do about a category that was not there in training: it is an error, or becomes unknownValue. Default: error. */
  handleUnknown?: 'error' | 'useEncodedValue';
  /** What unknown categories become with handleUnknown 'useEncodedValue': none of the numbers of known ones. Default: -1. */
  unknownValue?: number;
  /** What missing values become: a number that is none of those of categories. Infinity: there may be none; fill them in before, or give a number. A number in (-Infinity, Infinity]. Default: Infinity. */
  encodedMissingValue?: number;
}

/** The options of EquivalenceSVC. */
export interface EquivalenceSVCOptions<K extends KernelOption = RowKernels> {
  /** Penalty on the slack of each pair of rows: larger follows the training data more closely. It counts once for every pair, so that it means more the more rows there are. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** The kernel of two pairs (a, b) and (c, d), made of the kernel k of rows: (k(a,c) - k(a,d) - k(b,c) + k(b,d))^2, the square of the inner product of their differences ('metricLearning'), or k(a,c) k(b,d) + k(a,d) k(b,c) ('tensorProduct'). Default: metricLearning. */
  pairwise?: 'metricLearning' | 'tensorProduct';
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Factor of C for pairs of the same class and of different classes: 1 ('none'), or pairs / (2 * pairs of its kind), with which both count the same ('balanced'). Default: none. */
  pairWeight?: 'none' | 'balanced';
  /** Largest number of pairs to learn from. Of more pairs as many of the same class as of different ones are drawn, as far as there are. A whole number in [2, Infinity]. Default: 20000. */
  maxPairs?: number;
  /** Seed of the pairs that are drawn. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends. A number in (0, Infinity). Default: 0.001. */
  tol?: number;
  /** Leave out pairs that are likely to stay at their bounds, until a final check. Changes the time, not the result. Default: true. */
  shrinking?: boolean;
  /** Largest number of iterations; the best solution so far is kept. A whole number in [1, Infinity]. Default: 5e+07. */
  maxIter?: number;
  /** Time limit of a fit; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
}

/** The options of LowRankSVC. */
export interface LowRankSVCOptions<K extends KernelOption = RowKernels> {
  /** Penalty on the losses: larger follows the training data more closely, smaller gives a wider margin. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** Cost of a slack: its size ('hinge'), its square ('squaredHinge'), its square up to 2 and a line from there, which is robust against outliers ('modifiedHuber'), minus the logarithm of the probability of the class, as in logistic regression ('logistic'). Default: hinge. */
  loss?: 'hinge' | 'squaredHinge' | 'modifiedHuber' | 'logistic';
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Number of landmarks, which are samples. More of them come closer to the machine with the whole kernel matrix; the time grows with their square, the memory is 4 bytes for each landmark and sample, or 2 (see precision). Where there are fewer samples, all of them are landmarks. A whole number in [1, 2000]. Default: 200. */
  nComponents?: number;
  /** How landmarks are chosen: the samples nearest to the centres of clusters ('kMeans'), at random ('random'), or at random with probabilities that grow with what the other samples leave unexplained ('leverage', approximate ridge leverage scores). 'auto' is 'kMeans' for vectors of up to 5,000,000 / nComponents columns, else 'random'. Default: auto. */
  landmarks?: 'auto' | 'kMeans' | 'random' | 'leverage';
  /** How the features of samples are stored: in 4 bytes each ('float32'), or in 2, as whole multiples of 1/32767 of the largest feature of the sample ('int16'), with which twice as many landmarks fit. Default: float32. */
  precision?: 'float32' | 'int16';
  /** Sum of the largest violations of the optimality (KKT) conditions in both directions at which training ends; LIBLINEAR's rule. A number in (0, Infinity). Default: 0.01. */
  tol?: number;
  /** Whether there is a bias. Default: true. */
  fitIntercept?: boolean;
  /** Value of the constant feature whose weight gives the bias: the larger, the weaker the penalty on the bias. A number in (0, Infinity). Default: 1. */
  interceptScaling?: number;
  /** Whether the bias is penalised like a weight, as in LIBLINEAR; false gives the bias of SVC; coordinate descent then takes more passes. Default: true. */
  interceptPenalty?: boolean;
  /** Start from the solution of the previous fit, to the same samples, such as that with another C. The features of the samples stay in memory after a fit, and the next one computes them only if X, the kernel, the landmarks or the seed are others. The model then keeps its dual coefficients. Default: false. */
  warmStart?: boolean;
  /** Largest number of passes over the samples, or of Newton steps, for each two-class problem; the best solution so far is kept. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit. The features are always computed; what is left is shared evenly by the two-class problems, and the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** Seed of all random choices: the landmarks, the order in which samples are visited, and the folds that probabilities are learnt from. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Options that few need. */
  study?: ShrinkingStudy & ProbabilityFoldsStudy;
}

/** The options of LowRankSVR. */
export interface LowRankSVROptions<K extends KernelOption = RowKernels> {
  /** Penalty on the losses: larger follows the training data more closely, smaller gives a flatter function. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** Half-width of the tube around the function within which a deviation costs nothing. A number in [0, Infinity). Default: 0.1 of y. */
  epsilon?: number;
  /** Cost of an error beyond epsilon: its size ('epsilonInsensitive'), its square ('squaredEpsilonInsensitive'), its size ('laplacian'), half of its square ('gaussian'), half of its square up to sigma and a line from there, which is robust against outliers ('huber'). Default: epsilonInsensitive. */
  loss?: 'epsilonInsensitive' | 'squaredEpsilonInsensitive' | 'laplacian' | 'gaussian' | 'huber';
  /** Error from which on a loss is linear: 'huber'. A number in (0, Infinity). Default: 1 of y. */
  sigma?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Number of landmarks, which are samples. More of them come closer to the machine with the whole kernel matrix; the time grows with their square, the memory is 4 bytes for each landmark and sample, or 2 (see precision). Where there are fewer samples, all of them are landmarks. A whole number in [1, 2000]. Default: 200. */
  nComponents?: number;
  /** How landmarks are chosen: the samples nearest to the centres of clusters ('kMeans'), at random ('random'), or at random with probabilities that grow with what the other samples leave unexplained ('leverage', approximate ridge leverage scores). 'auto' is 'kMeans' for vectors of up to 5,000,000 / nComponents columns, else 'random'. Default: auto. */
  landmarks?: 'auto' | 'kMeans' | 'random' | 'leverage';
  /** How the features of samples are stored: in 4 bytes each ('float32'), or in 2, as whole multiples of 1/32767 of the largest feature of the sample ('int16'), with which twice as many landmarks fit. Default: float32. */
  precision?: 'float32' | 'int16';
  /** Sum of the largest violations of the optimality (KKT) conditions in both directions at which training ends, in units of y. A number in (0, Infinity). Default: 0.01. */
  tol?: number;
  /** Whether there is a bias. Default: true. */
  fitIntercept?: boolean;
  /** Value of the constant feature whose weight gives the bias: the larger, the weaker the penalty on the bias. A number in (0, Infinity). Default: 1. */
  interceptScaling?: number;
  /** Whether the bias is penalised like a weight, as in LIBLINEAR; false gives the bias of SVR; coordinate descent then takes more passes. Default: true. */
  interceptPenalty?: boolean;
  /** Start from the solution of the previous fit, to the same samples, such as that with another C. The features of the samples stay in memory after a fit, and the next one computes them only if X, the kernel, the landmarks or the seed are others. The model then keeps its dual coefficients. Default: false. */
  warmStart?: boolean;
  /** Largest number of passes over the samples, or of Newton steps; the best solution so far is kept. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit. The features are always computed; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Seed of all random choices: the landmarks, and the order in which samples are visited. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Options that few need. */
  study?: ShrinkingStudy;
}

/** The options of IncrementalSVC. */
export interface IncrementalSVCOptions<K extends KernelOption = RowKernels> {
  /** Penalty on the slacks: larger follows the training data more closely, smaller gives a wider margin. After a change of C the next row that joins or leaves has it take effect for all rows. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** Whether the decision function has a constant; without one the hyperplane goes through the origin of the feature space. Default: true. */
  fitIntercept?: boolean;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Memory for kernel rows, which stay in memory between changes. A number in (0, Infinity). Default: 200 MB. */
  cacheSize?: number;
  /** Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class), which changes for all rows when one joins or leaves. Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** Scheme for more than two classes: a machine for each pair of classes and a vote ('ovo'), one for each class against all others ('ovr'), or one for each pair and a knock-out among the classes ('dag'). Default: ovo. */
  multiClass?: 'ovo' | 'ovr' | 'dag';
  /** Largest number of breakpoints that a fit or a change passes in a quadratic problem; the best solution so far is kept. A whole number in [1, Infinity]. Default: 5e+07. */
  maxIter?: number;
  /** Time limit of a fit or a change; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Options that few need. */
  study?: DecisionFunctionShapeStudy;
}

/** The options of IncrementalSVR. */
export interface IncrementalSVROptions<K extends KernelOption = RowKernels> {
  /** Penalty on errors outside the tube: larger follows the training data more closely, smaller gives a flatter function. After a change of C the next row that joins or leaves has it take effect for all rows. A number in (0, Infinity). Default: 1. */
  C?: number;
  /** Half-width of the tube: smaller errors cost nothing. It takes effect as C does. A number in [0, Infinity). Default: 0.1 of y. */
  epsilon?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Memory for kernel rows, which stay in memory between changes. A number in (0, Infinity). Default: 200 MB. */
  cacheSize?: number;
  /** Largest number of breakpoints that a fit or a change passes in a quadratic problem; the best solution so far is kept. A whole number in [1, Infinity]. Default: 5e+07. */
  maxIter?: number;
  /** Time limit of a fit or a change; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
}

/** The options of IncrementalOneClass. */
export interface IncrementalOneClassOptions<K extends KernelOption = RowKernels> {
  /** At most this share of the samples lies outside, and at least this share are support vectors. After a change of nu the next row that joins or leaves has it take effect. A number in (0, 1]. Default: 0.5. */
  nu?: number;
  /** Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Numbers in (0, Infinity). Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. A whole number in [0, 64]. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Memory for kernel rows, which stay in memory between changes. A number in (0, Infinity). Default: 200 MB. */
  cacheSize?: number;
  /** Largest number of breakpoints that a fit or a change passes in a quadratic problem; the best solution so far is kept. A whole number in [1, Infinity]. Default: 5e+07. */
  maxIter?: number;
  /** Time limit of a fit or a change; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
}

/** The options of HistGradientBoostingClassifier. */
export interface HistGradientBoostingClassifierOptions {
  /** Factor of what each tree adds. With a smaller one the trees together are better, and more are needed. A number in (0, 1]. Default: 0.1. */
  learningRate?: number;
  /** Number of iterations; early stopping may take fewer. Each adds a tree, of more than two classes one for each class. A whole number in [1, 100000]. Default: 100. */
  maxIter?: number;
  /** Largest number of leaves of a tree. A whole number in [2, Infinity]. Default: 31. */
  maxLeafNodes?: number;
  /** Largest number of questions on the way to a leaf. A whole number in [1, Infinity]. Default: Infinity. */
  maxDepth?: number;
  /** Fewest samples of a leaf, whatever they weigh. A whole number in [1, 1073741823]. Default: 20. */
  minSamplesLeaf?: number;
  /** What is added to the sum of the second derivatives in a leaf, so that its value is smaller. A number in [0, Infinity). Default: 0. */
  l2Regularization?: number;
  /** Largest number of intervals into which the values of a feature are put. Missing values have their own. A whole number in [2, 255]. Default: 255. */
  maxBins?: number;
  /** Whether a fit ends when the loss no longer falls: 'always', 'never', or with more than 10,000 samples ('auto'). Default: auto. */
  earlyStopping?: 'auto' | 'always' | 'never';
  /** Share of the samples that early stopping sets aside to measure the loss. With 0 it measures that of the training samples. A number in [0, 1). Default: 0.1. */
  validationFraction?: number;
  /** Early stopping ends a fit after so many iterations of which none has a loss that is smaller by tol than the one before them. A whole number in [1, 100000]. Default: 10. */
  nIterNoChange?: number;
  /** See nIterNoChange. A number in [0, Infinity). Default: 1e-07. */
  tol?: number;
  /** Time limit of a fit; the iterations that are finished by then are kept, at least one. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Seed of what is drawn: samples for early stopping, and of more than 200,000 samples those whose quantiles are taken. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
  /** Factor of the weight per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
}

/** The options of HistGradientBoostingRegressor. */
export interface HistGradientBoostingRegressorOptions {
  /** What is minimised: the squared error, which leads to the mean of y, or the absolute error, which leads to the median. Default: squaredError. */
  loss?: 'squaredError' | 'absoluteError';
  /** Factor of what each tree adds. With a smaller one the trees together are better, and more are needed. A number in (0, 1]. Default: 0.1. */
  learningRate?: number;
  /** Number of iterations; early stopping may take fewer. Each adds a tree, of more than two classes one for each class. A whole number in [1, 100000]. Default: 100. */
  maxIter?: number;
  /** Largest number of leaves of a tree. A whole number in [2, Infinity]. Default: 31. */
  maxLeafNodes?: number;
  /** Largest number of questions on the way to a leaf. A whole number in [1, Infinity]. Default: Infinity. */
  maxDepth?: number;
  /** Fewest samples of a leaf, whatever they weigh. A whole number in [1, 1073741823]. Default: 20. */
  minSamplesLeaf?: number;
  /** What is added to the sum of the second derivatives in a leaf, so that its value is smaller. A number in [0, Infinity). Default: 0. */
  l2Regularization?: number;
  /** Largest number of intervals into which the values of a feature are put. Missing values have their own. A whole number in [2, 255]. Default: 255. */
  maxBins?: number;
  /** Whether a fit ends when the loss no longer falls: 'always', 'never', or with more than 10,000 samples ('auto'). Default: auto. */
  earlyStopping?: 'auto' | 'always' | 'never';
  /** Share of the samples that early stopping sets aside to measure the loss. With 0 it measures that of the training samples. A number in [0, 1). Default: 0.1. */
  validationFraction?: number;
  /** Early stopping ends a fit after so many iterations of which none has a loss that is smaller by tol than the one before them. A whole number in [1, 100000]. Default: 10. */
  nIterNoChange?: number;
  /** See nIterNoChange. A number in [0, Infinity). Default: 1e-07. */
  tol?: number;
  /** Time limit of a fit; the iterations that are finished by then are kept, at least one. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Seed of what is drawn: samples for early stopping, and of more than 200,000 samples those whose quantiles are taken. A whole number in [0, 2147483647]. Default: 0. */
  seed?: number;
}

/** The options of Lasso. */
export interface LassoOptions {
  /** Factor of the penalty: larger gives fewer and smaller weights; from alphaMax on all are zero. A number in (0, Infinity). Default: 1. */
  alpha?: number;
  /** Share of the sizes of the weights in the penalty; the rest is their squares: 1 is the lasso, between 0 and 1 the elastic net, 0 is Ridge. A number in [0, 1]. Default: 1. */
  l1Ratio?: number;
  /** Whether there is a constant, which is not penalised. Default: true. */
  fitIntercept?: boolean;
  /** Duality gap at which training ends, as a share of the mean square of y, with a constant of its variance. A number in (0, Infinity). Default: 0.0001. */
  tol?: number;
  /** Largest number of passes over the features that are at work; the best solution so far is kept. A whole number in [1, Infinity]. Default: 1000. */
  maxIter?: number;
  /** Time limit of a fit; the best solution so far is kept. A number in (0, Infinity]. Default: Infinity ms. */
  maxTime?: number;
  /** Start from the weights of the previous fit, which had the same features. Default: false. */
  warmStart?: boolean;
}
