// Written by go run ./core/internal/gen from core/catalog. Do not edit.

import type { KernelOption, RowKernels } from '../types.js';

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
  | 'Normalizer';

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

/** The name of a kernel that an object can describe. */
export type KernelName = RowKernelName | StringKernelName | ComposedKernelName;

/** Numbers that hold for single rows, for machines that have the option. */
export interface RowValues<List> {
  /** The option epsilon for each row. Half-width of the tube: smaller errors cost nothing. */
  sampleEpsilon?: List | null;
  /** The option epsilonBelow for each row. Width of the tube below the function: targets that are lower by no more cost nothing. 'epsilon': as wide as above it. */
  sampleEpsilonBelow?: List | null;
  /** The option weightBelow for each row. Factor of C for targets below the function. Without a tube (1 - q) / q makes the function the q-th quantile. */
  sampleWeightBelow?: List | null;
}

/** How a fit that gave a model ended. */
export type Ending =
  /** the stopping rule of the solver holds */
  | 'converged'
  /** maxIter reached */
  | 'iteration-limit'
  /** maxTime reached */
  | 'time-limit'
  /** the caller asked to keep what there is */
  | 'stopped'
  /** no progress is possible in floating point */
  | 'stalled'
  /** there is no solution: no machine meets the conditions on these data */
  | 'infeasible';

/** The options of SVC. Support vector classifier with a soft or a hard margin (C-SVC), for two or more classes. */
export interface SVCOptions<K extends KernelOption = RowKernels> {
  /** Penalty on the slacks: larger follows the training data more closely, smaller gives a wider margin. Infinity allows no slack: the hard margin. Default: 1. */
  C?: number;
  /** What a slack costs: its size ('hinge', the 1-norm soft margin), its square ('squared_hinge', the 2-norm soft margin), its square up to a slack of 2 and a line from there, which outliers move less ('modified_huber'), or its size and its square ('mixed', see squaredC). Default: hinge. */
  loss?: 'hinge' | 'squared_hinge' | 'modified_huber' | 'mixed';
  /** Penalty on the squares of what the loss 'mixed' also penalises by its size, at C. Other losses have no use for it. Default: 1. */
  squaredC?: number;
  /** Bound on |w|, in place of C: the slacks are made small among the functions of no larger norm (Ivanov's form). C has no say then, and effectiveC is the C that leads to the same function. Default: Infinity. */
  normBound?: number;
  /** Whether slacks are at least 0. With a normBound they may be free, so that what is beyond the margin counts too: the machine of the largest average margin. That needs the loss 'hinge' and fitIntercept false. Default: nonnegative. */
  slacks?: 'nonnegative' | 'free';
  /** Whether the decision function has a constant; without one the hyperplane goes through the origin of the feature space. Default: true. */
  fitIntercept?: boolean;
  /** How two samples are compared: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends, or what stopping makes of it. Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. Default: 200 MB. */
  cacheSize?: number;
  /** Most iterations for each quadratic problem, of which a classifier has one for every pair of classes; the best solution so far is kept. Default: Infinity. */
  maxIter?: number;
  /** Most time for a fit, shared evenly by its quadratic problems; the best solution so far is kept. Default: Infinity ms. */
  maxTime?: number;
  /** Leave samples out of iterations while they are likely to stay at their bounds. Changes the time, not the answer. Default: true. */
  shrinking?: boolean;
  /** How the dual problem is solved. Those but 'smo' are for study and comparison, and not every one solves the problem of every machine. Default: smo. */
  solver?: 'smo' | 'smo-platt' | 'smo-quadrants' | 'decomposition' | 'chunking' | 'ascent' | 'interior-point';
  /** What tol is about: the largest violation of the optimality conditions ('kkt'), the relative growth of the dual objective in an iteration ('growth', unreliable), the feasibility gap over primal + 1 ('gap') or over |primal| + 1 ('figures': -log10(tol) significant figures). Default: kkt. */
  stopping?: 'kkt' | 'growth' | 'gap' | 'figures';
  /** For how many of the first iterations of each quadratic problem the course is kept: working set, objective, violation, margin. Default: 0. */
  trace?: number;
  /** Samples in a working set of 'decomposition', or of those that violate the conditions most which join the chunk of 'chunking'. Default: 10. */
  workingSet?: number;
  /** Score by which those two choose samples: the share of the feasibility gap, how far their dual variables may have to go, or by how much the conditions are violated. Default: gap. */
  selection?: 'gap' | 'room' | 'violation';
  /** Whether 'ascent' moves one variable at a time by 1 / K_ii, or all of them by the same gradient and rate. Default: sequential. */
  updates?: 'sequential' | 'simultaneous';
  /** In which order 'ascent' moves variables one at a time: in turn, at random, first those between their bounds, or first those that are not zero, the smallest ahead. Default: cyclic. */
  order?: 'cyclic' | 'random' | 'free' | 'ascending';
  /** Factor of the steps of 'ascent' (successive over-relaxation). Default: 1. */
  relaxation?: number;
  /** tau of an implicit constant of 'ascent', b = tau^2 sum of the coefficients, which is another problem: |w|^2 + (b / tau)^2 in place of |w|^2. 'radius' is the largest |x| in feature space. Default: none. */
  biasScale?: number | 'none' | 'radius';
  /** Seed of all random choices: what the solvers 'smo-platt' and 'ascent' draw, and the folds that a classifier learns probabilities from. Default: 0. */
  seed?: number;
  /** Start from the previous fit of this machine, which must have been to the same samples; other options may have changed, and what they do not allow of it is cut off. Default: false. */
  warmStart?: boolean;
  /** Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** How more than two classes are told apart: a machine for each pair of classes and a vote ('ovo'), one for each class against all others ('ovr'), or one for each pair and a knock-out among the classes ('dag'). Default: ovo. */
  multiClass?: 'ovo' | 'ovr' | 'dag';
  /** Decision values for more than two classes: one per class ('ovr') or, unless multiClass is 'ovr', one per pair ('ovo'). Default: ovr. */
  decisionFunctionShape?: 'ovr' | 'ovo';
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). Any but 'none' fits the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Parts into which the samples are divided: probabilities are fitted to decision values for each part, of a machine that was fitted to the others. Default: 5. */
  probabilityFolds?: number;
}

/** The options of NuSVC. Support vector classifier that is told what share of the samples may lie inside the margin. */
export interface NuSVCOptions<K extends KernelOption = RowKernels> {
  /** Share of the samples: at most so many lie inside the margin or on the wrong side, at least so many are support vectors. The smaller class of every pair must have at least a share nu/2. Default: 0.5. */
  nu?: number;
  /** How two samples are compared: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends, or what stopping makes of it. Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. Default: 200 MB. */
  cacheSize?: number;
  /** Most iterations for each quadratic problem, of which a classifier has one for every pair of classes; the best solution so far is kept. Default: Infinity. */
  maxIter?: number;
  /** Most time for a fit, shared evenly by its quadratic problems; the best solution so far is kept. Default: Infinity ms. */
  maxTime?: number;
  /** Leave samples out of iterations while they are likely to stay at their bounds. Changes the time, not the answer. Default: true. */
  shrinking?: boolean;
  /** How the dual problem is solved. Those but 'smo' are for study and comparison, and not every one solves the problem of every machine. Default: smo. */
  solver?: 'smo' | 'smo-platt' | 'smo-quadrants' | 'decomposition' | 'chunking' | 'ascent' | 'interior-point';
  /** What tol is about: the largest violation of the optimality conditions ('kkt'), the relative growth of the dual objective in an iteration ('growth', unreliable), the feasibility gap over primal + 1 ('gap') or over |primal| + 1 ('figures': -log10(tol) significant figures). Default: kkt. */
  stopping?: 'kkt' | 'growth' | 'gap' | 'figures';
  /** For how many of the first iterations of each quadratic problem the course is kept: working set, objective, violation, margin. Default: 0. */
  trace?: number;
  /** Samples in a working set of 'decomposition', or of those that violate the conditions most which join the chunk of 'chunking'. Default: 10. */
  workingSet?: number;
  /** Score by which those two choose samples: the share of the feasibility gap, how far their dual variables may have to go, or by how much the conditions are violated. Default: gap. */
  selection?: 'gap' | 'room' | 'violation';
  /** Whether 'ascent' moves one variable at a time by 1 / K_ii, or all of them by the same gradient and rate. Default: sequential. */
  updates?: 'sequential' | 'simultaneous';
  /** In which order 'ascent' moves variables one at a time: in turn, at random, first those between their bounds, or first those that are not zero, the smallest ahead. Default: cyclic. */
  order?: 'cyclic' | 'random' | 'free' | 'ascending';
  /** Factor of the steps of 'ascent' (successive over-relaxation). Default: 1. */
  relaxation?: number;
  /** tau of an implicit constant of 'ascent', b = tau^2 sum of the coefficients, which is another problem: |w|^2 + (b / tau)^2 in place of |w|^2. 'radius' is the largest |x| in feature space. Default: none. */
  biasScale?: number | 'none' | 'radius';
  /** Seed of all random choices: what the solvers 'smo-platt' and 'ascent' draw, and the folds that a classifier learns probabilities from. Default: 0. */
  seed?: number;
  /** Start from the previous fit of this machine, which must have been to the same samples; other options may have changed, and what they do not allow of it is cut off. Default: false. */
  warmStart?: boolean;
  /** How more than two classes are told apart: a machine for each pair of classes and a vote ('ovo'), one for each class against all others ('ovr'), or one for each pair and a knock-out among the classes ('dag'). Default: ovo. */
  multiClass?: 'ovo' | 'ovr' | 'dag';
  /** Decision values for more than two classes: one per class ('ovr') or, unless multiClass is 'ovr', one per pair ('ovo'). Default: ovr. */
  decisionFunctionShape?: 'ovr' | 'ovo';
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). Any but 'none' fits the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Parts into which the samples are divided: probabilities are fitted to decision values for each part, of a machine that was fitted to the others. Default: 5. */
  probabilityFolds?: number;
}

/** The options of OneClassSVM. Where most of the samples lie, by a hyperplane off the origin: novelty detection. */
export interface OneClassSVMOptions<K extends KernelOption = RowKernels> {
  /** Share of the samples: at most so many lie outside, at least so many are support vectors. Default: 0.5. */
  nu?: number;
  /** How two samples are compared: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends, or what stopping makes of it. Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. Default: 200 MB. */
  cacheSize?: number;
  /** Most iterations for each quadratic problem, of which a classifier has one for every pair of classes; the best solution so far is kept. Default: Infinity. */
  maxIter?: number;
  /** Most time for a fit, shared evenly by its quadratic problems; the best solution so far is kept. Default: Infinity ms. */
  maxTime?: number;
  /** Leave samples out of iterations while they are likely to stay at their bounds. Changes the time, not the answer. Default: true. */
  shrinking?: boolean;
  /** How the dual problem is solved. Those but 'smo' are for study and comparison, and not every one solves the problem of every machine. Default: smo. */
  solver?: 'smo' | 'smo-platt' | 'smo-quadrants' | 'decomposition' | 'chunking' | 'ascent' | 'interior-point';
  /** What tol is about: the largest violation of the optimality conditions ('kkt'), the relative growth of the dual objective in an iteration ('growth', unreliable), the feasibility gap over primal + 1 ('gap') or over |primal| + 1 ('figures': -log10(tol) significant figures). Default: kkt. */
  stopping?: 'kkt' | 'growth' | 'gap' | 'figures';
  /** For how many of the first iterations of each quadratic problem the course is kept: working set, objective, violation, margin. Default: 0. */
  trace?: number;
  /** Samples in a working set of 'decomposition', or of those that violate the conditions most which join the chunk of 'chunking'. Default: 10. */
  workingSet?: number;
  /** Score by which those two choose samples: the share of the feasibility gap, how far their dual variables may have to go, or by how much the conditions are violated. Default: gap. */
  selection?: 'gap' | 'room' | 'violation';
  /** Whether 'ascent' moves one variable at a time by 1 / K_ii, or all of them by the same gradient and rate. Default: sequential. */
  updates?: 'sequential' | 'simultaneous';
  /** In which order 'ascent' moves variables one at a time: in turn, at random, first those between their bounds, or first those that are not zero, the smallest ahead. Default: cyclic. */
  order?: 'cyclic' | 'random' | 'free' | 'ascending';
  /** Factor of the steps of 'ascent' (successive over-relaxation). Default: 1. */
  relaxation?: number;
  /** tau of an implicit constant of 'ascent', b = tau^2 sum of the coefficients, which is another problem: |w|^2 + (b / tau)^2 in place of |w|^2. 'radius' is the largest |x| in feature space. Default: none. */
  biasScale?: number | 'none' | 'radius';
  /** Seed of all random choices: what the solvers 'smo-platt' and 'ascent' draw, and the folds that a classifier learns probabilities from. Default: 0. */
  seed?: number;
  /** Start from the previous fit of this machine, which must have been to the same samples; other options may have changed, and what they do not allow of it is cut off. Default: false. */
  warmStart?: boolean;
}

/** The options of SVDD. Where most of the samples lie, by the smallest ball around them; around all of them with nu = 0. */
export interface SVDDOptions<K extends KernelOption = RowKernels> {
  /** Share of the samples: at most so many lie outside the ball, at least so many are support vectors. 0 gives the smallest ball that encloses all. Tax and Duin's C is 1 / (nu n). Default: 0.5. */
  nu?: number;
  /** How two samples are compared: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends, or what stopping makes of it. Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. Default: 200 MB. */
  cacheSize?: number;
  /** Most iterations for each quadratic problem, of which a classifier has one for every pair of classes; the best solution so far is kept. Default: Infinity. */
  maxIter?: number;
  /** Most time for a fit, shared evenly by its quadratic problems; the best solution so far is kept. Default: Infinity ms. */
  maxTime?: number;
  /** Leave samples out of iterations while they are likely to stay at their bounds. Changes the time, not the answer. Default: true. */
  shrinking?: boolean;
  /** How the dual problem is solved. Those but 'smo' are for study and comparison, and not every one solves the problem of every machine. Default: smo. */
  solver?: 'smo' | 'smo-platt' | 'smo-quadrants' | 'decomposition' | 'chunking' | 'ascent' | 'interior-point';
  /** What tol is about: the largest violation of the optimality conditions ('kkt'), the relative growth of the dual objective in an iteration ('growth', unreliable), the feasibility gap over primal + 1 ('gap') or over |primal| + 1 ('figures': -log10(tol) significant figures). Default: kkt. */
  stopping?: 'kkt' | 'growth' | 'gap' | 'figures';
  /** For how many of the first iterations of each quadratic problem the course is kept: working set, objective, violation, margin. Default: 0. */
  trace?: number;
  /** Samples in a working set of 'decomposition', or of those that violate the conditions most which join the chunk of 'chunking'. Default: 10. */
  workingSet?: number;
  /** Score by which those two choose samples: the share of the feasibility gap, how far their dual variables may have to go, or by how much the conditions are violated. Default: gap. */
  selection?: 'gap' | 'room' | 'violation';
  /** Whether 'ascent' moves one variable at a time by 1 / K_ii, or all of them by the same gradient and rate. Default: sequential. */
  updates?: 'sequential' | 'simultaneous';
  /** In which order 'ascent' moves variables one at a time: in turn, at random, first those between their bounds, or first those that are not zero, the smallest ahead. Default: cyclic. */
  order?: 'cyclic' | 'random' | 'free' | 'ascending';
  /** Factor of the steps of 'ascent' (successive over-relaxation). Default: 1. */
  relaxation?: number;
  /** tau of an implicit constant of 'ascent', b = tau^2 sum of the coefficients, which is another problem: |w|^2 + (b / tau)^2 in place of |w|^2. 'radius' is the largest |x| in feature space. Default: none. */
  biasScale?: number | 'none' | 'radius';
  /** Seed of all random choices: what the solvers 'smo-platt' and 'ascent' draw, and the folds that a classifier learns probabilities from. Default: 0. */
  seed?: number;
  /** Start from the previous fit of this machine, which must have been to the same samples; other options may have changed, and what they do not allow of it is cut off. Default: false. */
  warmStart?: boolean;
}

/** The options of SVR. Support vector regression with a tube of given width. */
export interface SVROptions<K extends KernelOption = RowKernels> {
  /** Penalty on what lies outside the tube: larger follows the training data more closely, smaller gives a flatter function. Infinity allows nothing outside. Default: 1. */
  C?: number;
  /** Half-width of the tube: smaller errors cost nothing. Default: 0.1 of y. */
  epsilon?: number;
  /** What an error costs beyond epsilon: its size ('epsilon_insensitive', or 'laplacian'), its square ('squared_epsilon_insensitive'), half of its square ('gaussian'), or its size and its square ('mixed', see squaredC). Default: epsilon_insensitive. */
  loss?: 'epsilon_insensitive' | 'squared_epsilon_insensitive' | 'mixed' | 'laplacian' | 'gaussian';
  /** Penalty on the squares of what the loss 'mixed' also penalises by its size, at C. Other losses have no use for it. Default: 1. */
  squaredC?: number;
  /** Width of the tube below the function: targets that are lower by no more cost nothing. 'epsilon': as wide as above it. Default: epsilon of y. */
  epsilonBelow?: number | 'epsilon';
  /** Factor of C for targets below the function. Without a tube (1 - q) / q makes the function the q-th quantile. Default: 1. */
  weightBelow?: number;
  /** How two samples are compared: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends, or what stopping makes of it. Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. Default: 200 MB. */
  cacheSize?: number;
  /** Most iterations for each quadratic problem, of which a classifier has one for every pair of classes; the best solution so far is kept. Default: Infinity. */
  maxIter?: number;
  /** Most time for a fit, shared evenly by its quadratic problems; the best solution so far is kept. Default: Infinity ms. */
  maxTime?: number;
  /** Leave samples out of iterations while they are likely to stay at their bounds. Changes the time, not the answer. Default: true. */
  shrinking?: boolean;
  /** How the dual problem is solved. Those but 'smo' are for study and comparison, and not every one solves the problem of every machine. Default: smo. */
  solver?: 'smo' | 'smo-platt' | 'smo-quadrants' | 'decomposition' | 'chunking' | 'ascent' | 'interior-point';
  /** What tol is about: the largest violation of the optimality conditions ('kkt'), the relative growth of the dual objective in an iteration ('growth', unreliable), the feasibility gap over primal + 1 ('gap') or over |primal| + 1 ('figures': -log10(tol) significant figures). Default: kkt. */
  stopping?: 'kkt' | 'growth' | 'gap' | 'figures';
  /** For how many of the first iterations of each quadratic problem the course is kept: working set, objective, violation, margin. Default: 0. */
  trace?: number;
  /** Samples in a working set of 'decomposition', or of those that violate the conditions most which join the chunk of 'chunking'. Default: 10. */
  workingSet?: number;
  /** Score by which those two choose samples: the share of the feasibility gap, how far their dual variables may have to go, or by how much the conditions are violated. Default: gap. */
  selection?: 'gap' | 'room' | 'violation';
  /** Whether 'ascent' moves one variable at a time by 1 / K_ii, or all of them by the same gradient and rate. Default: sequential. */
  updates?: 'sequential' | 'simultaneous';
  /** In which order 'ascent' moves variables one at a time: in turn, at random, first those between their bounds, or first those that are not zero, the smallest ahead. Default: cyclic. */
  order?: 'cyclic' | 'random' | 'free' | 'ascending';
  /** Factor of the steps of 'ascent' (successive over-relaxation). Default: 1. */
  relaxation?: number;
  /** tau of an implicit constant of 'ascent', b = tau^2 sum of the coefficients, which is another problem: |w|^2 + (b / tau)^2 in place of |w|^2. 'radius' is the largest |x| in feature space. Default: none. */
  biasScale?: number | 'none' | 'radius';
  /** Seed of all random choices: what the solvers 'smo-platt' and 'ascent' draw, and the folds that a classifier learns probabilities from. Default: 0. */
  seed?: number;
  /** Start from the previous fit of this machine, which must have been to the same samples; other options may have changed, and what they do not allow of it is cut off. Default: false. */
  warmStart?: boolean;
}

/** The options of NuSVR. Support vector regression that chooses the width of its tube. */
export interface NuSVROptions<K extends KernelOption = RowKernels> {
  /** Share of the samples: at most so many lie outside the tube, at least so many are support vectors. The width of the tube follows. Default: 0.5. */
  nu?: number;
  /** Penalty on what lies outside the tube: larger follows the training data more closely, smaller gives a flatter function. Default: 1. */
  C?: number;
  /** How two samples are compared: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends, or what stopping makes of it. Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. Default: 200 MB. */
  cacheSize?: number;
  /** Most iterations for each quadratic problem, of which a classifier has one for every pair of classes; the best solution so far is kept. Default: Infinity. */
  maxIter?: number;
  /** Most time for a fit, shared evenly by its quadratic problems; the best solution so far is kept. Default: Infinity ms. */
  maxTime?: number;
  /** Leave samples out of iterations while they are likely to stay at their bounds. Changes the time, not the answer. Default: true. */
  shrinking?: boolean;
  /** How the dual problem is solved. Those but 'smo' are for study and comparison, and not every one solves the problem of every machine. Default: smo. */
  solver?: 'smo' | 'smo-platt' | 'smo-quadrants' | 'decomposition' | 'chunking' | 'ascent' | 'interior-point';
  /** What tol is about: the largest violation of the optimality conditions ('kkt'), the relative growth of the dual objective in an iteration ('growth', unreliable), the feasibility gap over primal + 1 ('gap') or over |primal| + 1 ('figures': -log10(tol) significant figures). Default: kkt. */
  stopping?: 'kkt' | 'growth' | 'gap' | 'figures';
  /** For how many of the first iterations of each quadratic problem the course is kept: working set, objective, violation, margin. Default: 0. */
  trace?: number;
  /** Samples in a working set of 'decomposition', or of those that violate the conditions most which join the chunk of 'chunking'. Default: 10. */
  workingSet?: number;
  /** Score by which those two choose samples: the share of the feasibility gap, how far their dual variables may have to go, or by how much the conditions are violated. Default: gap. */
  selection?: 'gap' | 'room' | 'violation';
  /** Whether 'ascent' moves one variable at a time by 1 / K_ii, or all of them by the same gradient and rate. Default: sequential. */
  updates?: 'sequential' | 'simultaneous';
  /** In which order 'ascent' moves variables one at a time: in turn, at random, first those between their bounds, or first those that are not zero, the smallest ahead. Default: cyclic. */
  order?: 'cyclic' | 'random' | 'free' | 'ascending';
  /** Factor of the steps of 'ascent' (successive over-relaxation). Default: 1. */
  relaxation?: number;
  /** tau of an implicit constant of 'ascent', b = tau^2 sum of the coefficients, which is another problem: |w|^2 + (b / tau)^2 in place of |w|^2. 'radius' is the largest |x| in feature space. Default: none. */
  biasScale?: number | 'none' | 'radius';
  /** Seed of all random choices: what the solvers 'smo-platt' and 'ascent' draw, and the folds that a classifier learns probabilities from. Default: 0. */
  seed?: number;
  /** Start from the previous fit of this machine, which must have been to the same samples; other options may have changed, and what they do not allow of it is cut off. Default: false. */
  warmStart?: boolean;
}

/** The options of ConvexLossSVR. Support vector regression with a convex loss for the noise at hand: absolute, squared, Huber's, polynomial, with or without a tube. */
export interface ConvexLossSVROptions<K extends KernelOption = RowKernels> {
  /** What an error costs, as the table of losses has it; each is minus the logarithm of a density of the noise. 'custom' is the customLoss that fit is given. Default: huber. */
  loss?: 'epsilon_insensitive' | 'squared_epsilon_insensitive' | 'laplacian' | 'gaussian' | 'huber' | 'polynomial' | 'piecewise_polynomial' | 'custom';
  /** Penalty on the losses: larger follows the training data more closely, smaller gives a flatter function. Default: 1. */
  C?: number;
  /** Half-width of a tube in which errors cost nothing; beyond it the loss is of what exceeds it. Without one every sample is a support vector. Default: 0 of y. */
  epsilon?: number;
  /** Where the losses 'huber' and 'piecewise_polynomial' become linear. Default: 1 of y. */
  sigma?: number;
  /** The power of the losses 'polynomial' and 'piecewise_polynomial'. Default: 1.5. */
  power?: number;
  /** Width of the tube below the function: targets that are lower by no more cost nothing. 'epsilon': as wide as above it. Default: epsilon of y. */
  epsilonBelow?: number | 'epsilon';
  /** Factor of C for targets below the function. Without a tube (1 - q) / q makes the function the q-th quantile. Default: 1. */
  weightBelow?: number;
  /** How two samples are compared: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Relative difference of the primal and the dual objective of the solution at which training ends: -log10(tol) significant figures. Default: 1e-08. */
  tol?: number;
  /** Most iterations, of which 10 to 30 are usual; the best solution so far is kept. Default: 200. */
  maxIter?: number;
  /** Most time for a fit; the best solution so far is kept. Default: Infinity ms. */
  maxTime?: number;
  /** For how many of the first iterations the course is kept: objective, violation, margin. There is no working set. Default: 0. */
  trace?: number;
}

/** The options of LinearSVC. Linear support vector classifier, one versus rest, for many sparse samples. */
export interface LinearSVCOptions {
  /** Penalty on the losses: larger follows the training data more closely, smaller gives a wider margin. Default: 1. */
  C?: number;
  /** What a sample costs: its slack ('hinge', what SVC has), the square of it ('squared_hinge'), the square up to a slack of 2 and a line from there, which outliers move less ('modified_huber'), or minus the logarithm of the probability of its class ('logistic', logistic regression). Default: squared_hinge. */
  loss?: 'hinge' | 'squared_hinge' | 'modified_huber' | 'logistic';
  /** Sum of the largest violations of the optimality (KKT) conditions, outwards and inwards, at which training ends; LIBLINEAR's rule. Default: 0.0001. */
  tol?: number;
  /** Whether there is a bias. Default: true. */
  fitIntercept?: boolean;
  /** Value of the constant feature whose weight makes the bias: the larger, the less its penalty counts. Default: 1. */
  interceptScaling?: number;
  /** Whether the bias is penalised like a weight, as in LIBLINEAR; false gives the bias of SVC, and takes more passes. Default: true. */
  interceptPenalty?: boolean;
  /** Leave samples out of passes while they look solved. Changes the time, not the answer. The loss 'logistic' never does. Default: true. */
  shrinking?: boolean;
  /** Most passes over the samples for each two-class problem; the best solution so far is kept. Default: 1000. */
  maxIter?: number;
  /** Most time for a fit, shared evenly by the two-class problems; the best solution so far is kept. Default: Infinity ms. */
  maxTime?: number;
  /** Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** Seed of all random choices: the order in which samples are visited, and the folds that probabilities are learnt from. Default: 0. */
  seed?: number;
  /** Start from the previous fit, over the same samples. Its dual coefficients are then kept in the model. Default: false. */
  warmStart?: boolean;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). Any but 'none' fits the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Parts into which the samples are divided: probabilities are fitted to decision values for each part, of a machine that was fitted to the others. Default: 5. */
  probabilityFolds?: number;
}

/** The options of LinearSVR. Linear support vector regression, for many sparse samples. */
export interface LinearSVROptions {
  /** Penalty on the losses: larger follows the training data more closely, smaller gives smaller weights. Default: 1. */
  C?: number;
  /** Half-width of the tube around the function within which a deviation costs nothing. Default: 0. */
  epsilon?: number;
  /** What a sample costs, by its distance from the tube: the distance ('epsilon_insensitive', or 'laplacian'), its square ('squared_epsilon_insensitive'), half of its square ('gaussian'), or half of its square up to sigma and a line from there, which outliers move less ('huber'). Default: epsilon_insensitive. */
  loss?: 'epsilon_insensitive' | 'squared_epsilon_insensitive' | 'laplacian' | 'gaussian' | 'huber';
  /** Where the loss 'huber' becomes linear. Default: 1 of y. */
  sigma?: number;
  /** Sum of the largest violations of the optimality (KKT) conditions, outwards and inwards, at which training ends, in units of y. Default: 0.0001. */
  tol?: number;
  /** Whether there is a bias. Default: true. */
  fitIntercept?: boolean;
  /** Value of the constant feature whose weight makes the bias: the larger, the less its penalty counts. Default: 1. */
  interceptScaling?: number;
  /** Whether the bias is penalised like a weight, as in LIBLINEAR; false gives the bias of SVR, and takes more passes. Default: true. */
  interceptPenalty?: boolean;
  /** Leave samples out of passes while they look solved. Changes the time, not the answer. Default: true. */
  shrinking?: boolean;
  /** Most passes over the samples; the best solution so far is kept. Default: 1000. */
  maxIter?: number;
  /** Most time for a fit; the best solution so far is kept. Default: Infinity ms. */
  maxTime?: number;
  /** Seed of the order in which samples are visited. Default: 0. */
  seed?: number;
  /** Start from the previous fit, over the same samples. Its dual coefficients are then kept in the model. Default: false. */
  warmStart?: boolean;
}

/** The options of SGDClassifier. Linear classifier with the hinge or another margin loss by stochastic subgradient descent (Pegasos), which goes on learning from further samples. */
export interface SGDClassifierOptions {
  /** What a sample costs: its slack ('hinge', what SVC has), the square of it ('squared_hinge'), the square up to a slack of 2 and a line from there, which outliers move less ('modified_huber'), or minus the logarithm of the probability of its class ('logistic', logistic regression). Default: hinge. */
  loss?: 'hinge' | 'squared_hinge' | 'modified_huber' | 'logistic';
  /** Factor lambda of 1/2 |w|^2 beside the mean loss. It is 1/(C n) for the C of SVC and n samples. Default: 0.0001. */
  alpha?: number;
  /** Most passes: a pass is as many steps as there are samples. Default: 1000. */
  maxIter?: number;
  /** Most time for a fit; what is learnt by then is kept. Default: Infinity ms. */
  maxTime?: number;
  /** Training has converged when twice as many passes change the objective by no more than this share of it, down or up; 0 leaves the end to maxIter and maxTime. The gap that is reported is the last such change. Default: 0.001. */
  tol?: number;
  /** Whether the result is the mean of the weights of all steps, or the last ones. Default: true. */
  average?: boolean;
  /** Whether there is a bias, which is penalised like a weight. Default: true. */
  fitIntercept?: boolean;
  /** Value of the constant feature whose weight makes the bias: the larger, the less its penalty counts. Default: 1. */
  interceptScaling?: number;
  /** Factor of the loss per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** Seed of all random choices: the samples that are drawn, and the folds that probabilities are learnt from. Default: 0. */
  seed?: number;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). Any but 'none' fits the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Parts into which the samples are divided: probabilities are fitted to decision values for each part, of a machine that was fitted to the others. Default: 5. */
  probabilityFolds?: number;
}

/** The options of Perceptron. Rosenblatt's perceptron, which learns on-line from its mistakes and counts them. */
export interface PerceptronOptions {
  /** Learning rate. Without earlier updates at another rate it only scales the weights. Default: 1. */
  eta0?: number;
  /** Whether there is a bias. Default: true. */
  fitIntercept?: boolean;
  /** How far a mistake moves the bias, times eta0: by the largest squared norm of a sample ('radius'), for which Novikoff's bound holds as usual, or by 1 ('unit'). Default: radius. */
  interceptStep?: 'radius' | 'unit';
  /** What a decision value of exactly 0 is while learning: a mistake for either class, or a vote for the positive or for the negative one. Default: mistake. */
  tie?: 'mistake' | 'positive' | 'negative';
  /** Most passes over the samples, for each decision function; without a hyperplane between the classes learning never ends by itself. Default: 1000. */
  maxIter?: number;
  /** Most time for a fit; what is learnt by then is kept. Default: Infinity ms. */
  maxTime?: number;
  /** Visit the samples in a new random order in every pass, not as they come. Default: false. */
  shuffle?: boolean;
  /** Seed of all random choices: the order of the samples, and the folds that probabilities are learnt from. Default: 0. */
  seed?: number;
  /** Factor of eta0 per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). Any but 'none' fits the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Parts into which the samples are divided: probabilities are fitted to decision values for each part, of a machine that was fitted to the others. Default: 5. */
  probabilityFolds?: number;
}

/** The options of KernelPerceptron. The perceptron in dual variables, with a kernel. */
export interface KernelPerceptronOptions<K extends KernelOption = RowKernels> {
  /** How two samples are compared: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Learning rate. Without earlier updates at another rate it only scales the coefficients. Default: 1. */
  eta0?: number;
  /** Whether there is a bias. Default: true. */
  fitIntercept?: boolean;
  /** How far a mistake moves the bias, times eta0: by the largest k(x, x) of a sample ('radius'), for which Novikoff's bound holds as usual, or by 1 ('unit'). Default: radius. */
  interceptStep?: 'radius' | 'unit';
  /** What a decision value of exactly 0 is while learning: a mistake for either class, or a vote for the positive or for the negative one. Default: mistake. */
  tie?: 'mistake' | 'positive' | 'negative';
  /** Length of a feature of its own that every training sample gets. With delta > 0 learning ends whatever the classes; the larger, the more errors remain. Default: 0. */
  delta?: number;
  /** Most passes over the samples, for each decision function. Default: 1000. */
  maxIter?: number;
  /** Most time for a fit; what is learnt by then is kept. Default: Infinity ms. */
  maxTime?: number;
  /** Memory for kernel rows. Default: 200 MB. */
  cacheSize?: number;
  /** Visit the samples in a new random order in every pass, not as they come. Default: false. */
  shuffle?: boolean;
  /** Seed of all random choices: the order of the samples, and the folds that probabilities are learnt from. Default: 0. */
  seed?: number;
  /** Factor of eta0 per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). Any but 'none' fits the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Parts into which the samples are divided: probabilities are fitted to decision values for each part, of a machine that was fitted to the others. Default: 5. */
  probabilityFolds?: number;
}

/** The options of KernelRidge. Kernel ridge regression in closed form, with leave-one-out residuals. */
export interface KernelRidgeOptions<K extends KernelOption = RowKernels> {
  /** Penalty on the squared norm (lambda in most texts): larger is smoother. At 0 the data are interpolated where they can be. Default: 1. */
  alpha?: number;
  /** How two samples are compared: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Add a constant that is not penalised. scikit-learn's has none. Default: false. */
  fitIntercept?: boolean;
}

/** The options of AverageMarginClassifier. Classifier of the largest average margin (a Parzen machine) in closed form, for two or more classes. */
export interface AverageMarginClassifierOptions<K extends KernelOption = RowKernels> {
  /** How two samples are compared: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Weight per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** How more than two classes are told apart: a machine for each pair of classes and a vote ('ovo'), one for each class against all others ('ovr'), or one for each pair and a knock-out among the classes ('dag'). Default: ovo. */
  multiClass?: 'ovo' | 'ovr' | 'dag';
  /** Decision values for more than two classes: one per class ('ovr') or, unless multiClass is 'ovr', one per pair ('ovo'). Default: ovr. */
  decisionFunctionShape?: 'ovr' | 'ovo';
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). Any but 'none' fits the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Parts into which the samples are divided: probabilities are fitted to decision values for each part, of a machine that was fitted to the others. Default: 5. */
  probabilityFolds?: number;
  /** Seed of the folds that probabilities are learnt from. Default: 0. */
  seed?: number;
}

/** The options of NearestCentroid. Classifier by the closest class mean in feature space, for two or more classes. */
export interface NearestCentroidOptions<K extends KernelOption = RowKernels> {
  /** How two samples are compared: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). Any but 'none' fits the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Parts into which the samples are divided: probabilities are fitted to decision values for each part, of a machine that was fitted to the others. Default: 5. */
  probabilityFolds?: number;
  /** Seed of the folds that probabilities are learnt from. Default: 0. */
  seed?: number;
}

/** The options of KNeighborsClassifier. Classifier by the votes of the nearest neighbours in feature space. */
export interface KNeighborsClassifierOptions<K extends KernelOption = RowKernels> {
  /** How many neighbours vote; a sample of weight 2 counts as two. Default: 5. */
  nNeighbors?: number;
  /** What a vote counts: the same for all neighbours, or the inverse of the distance. At distance 0 only such neighbours count. A precomputed kernel has no distances of new samples, only their order, and takes 'uniform'. Default: uniform. */
  weights?: 'uniform' | 'distance';
  /** How two samples are compared: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). Any but 'none' fits the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Parts into which the samples are divided: probabilities are fitted to decision values for each part, of a machine that was fitted to the others. Default: 5. */
  probabilityFolds?: number;
  /** Seed of the folds that probabilities are learnt from. Default: 0. */
  seed?: number;
}

/** The options of FisherDiscriminant. Fisher's linear discriminant (linear discriminant analysis), regularised, for two or more classes. */
export interface FisherDiscriminantOptions {
  /** What is added to the variance within classes in every direction: larger trusts the covariances less, and suits many features or few samples. scikit-learn's shrinkage s is alpha = s / (1 - s) times the mean variance of the features within classes. Default: 0. */
  alpha?: number;
  /** How probable classes are, which decides where the threshold lies and how much the variance within each counts: as in the training set, or all alike. Default: empirical. */
  priors?: 'empirical' | 'equal';
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). Any but 'none' fits the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Parts into which the samples are divided: probabilities are fitted to decision values for each part, of a machine that was fitted to the others. Default: 5. */
  probabilityFolds?: number;
  /** Seed of the folds that probabilities are learnt from. Default: 0. */
  seed?: number;
}

/** The options of KernelFisherDiscriminant. Fisher's discriminant in feature space, regularised, for two or more classes. */
export interface KernelFisherDiscriminantOptions<K extends KernelOption = RowKernels> {
  /** What is added to the variance within classes in every direction of feature space: larger is smoother. Default: 0.001. */
  alpha?: number;
  /** How two samples are compared: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** How probable classes are, which decides where the threshold lies and how much the variance within each counts: as in the training set, or all alike. Default: empirical. */
  priors?: 'empirical' | 'equal';
  /** How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). Any but 'none' fits the machine again for each of probabilityFolds. Default: none. */
  probability?: 'none' | 'sigmoid' | 'isotonic' | 'temperature';
  /** Parts into which the samples are divided: probabilities are fitted to decision values for each part, of a machine that was fitted to the others. Default: 5. */
  probabilityFolds?: number;
  /** Seed of the folds that probabilities are learnt from. Default: 0. */
  seed?: number;
}

/** The options of KernelPCA. The directions of largest variance in feature space: coordinates of new samples, and the way back. */
export interface KernelPCAOptions<K extends KernelOption = RowKernels> {
  /** How many components: as many features as transform gives. At most the number of samples. Default: 2. */
  nComponents?: number;
  /** How two samples are compared: a name, or an object that kernels makes, with parameters of its own. Default: rbf. */
  kernel?: K;
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
}

/** The options of StandardScaler. Scales every feature to mean 0 and variance 1. */
export interface StandardScalerOptions {
  /** Whether the mean of each feature is subtracted. Sparse samples need false: without their zeros they would not be sparse. Default: true. */
  withMean?: boolean;
  /** Whether each feature is divided by its standard deviation. Default: true. */
  withStd?: boolean;
}

/** The options of MinMaxScaler. Scales every feature to an interval, such as 0 to 1. */
export interface MinMaxScalerOptions {
  /** Where the values of each feature of the training samples come to lie: the smallest and the largest. Default: [0, 1]. */
  featureRange?: readonly [low: number, high: number];
  /** Whether values of other samples that come to lie beyond are cut off. Default: false. */
  clip?: boolean;
}

/** The options of Normalizer. Scales every row to norm 1. */
export interface NormalizerOptions {
  /** What becomes 1 in every row: the sum of absolute values, the Euclidean length, or the largest absolute value. Default: l2. */
  norm?: 'l1' | 'l2' | 'max';
}
