// Written by go run ./core/internal/gen from core/catalog. Do not edit.

/**
 * The rules for options, and the results of fits (attributes). Each option and each
 * attribute is a constant, and so is each machine, which refers to its own: a bundler
 * keeps what a program uses. The texts about them are in catalog.js.
 */

/** Kernels that a name is enough for. */
const kernelNames = ['rbf', 'linear', 'poly', 'sigmoid', 'precomputed', 'laplacian', 'matern', 'rationalQuadratic', 'minkowski', 'exponential', 'allDegrees', 'allSubsets', 'anova', 'chi2', 'intersection', 'spline', 'bspline', 'dirichlet', 'delta', 'spectrum', 'boundedRange', 'commonSubstring', 'mismatch', 'weightedDegree', 'allSubsequences', 'gapWeighted'];

/** Kernels with k(x, x) = 1; normalize has 0 for zeros. */
export const ofLength1 = ['rbf', 'laplacian', 'matern', 'rationalQuadratic', 'minkowski', 'chi2', 'delta', 'gaussian', 'normalize'];

/** The rules for the width of a kernel. */
const widthRules = ['scale', 'auto'];

/** A range of many options. */
const positive = '(0,inf)';

export const optionC = { name: 'C', type: 'number', default: 1, range: '(0,inf]' };
export const optionLoss = { name: 'loss', type: 'choice', default: 'hinge', choices: ['hinge', 'squared_hinge', 'modified_huber', 'mixed'] };
export const optionSquaredC = { name: 'squaredC', type: 'number', default: 1, range: positive };
export const optionNormBound = { name: 'normBound', type: 'number', default: Infinity, range: '(0,inf]' };
export const optionSlacks = { name: 'slacks', type: 'choice', default: 'nonnegative', choices: ['nonnegative', 'free'] };
export const optionFitIntercept = { name: 'fitIntercept', type: 'boolean', default: true };
export const optionKernel = { name: 'kernel', type: 'kernel', default: 'rbf', choices: kernelNames };
export const optionGamma = { name: 'gamma', ofKernel: true, type: 'number-or-choice', default: 'scale', choices: widthRules, range: positive };
export const optionDegree = { name: 'degree', ofKernel: true, type: 'integer', default: 3, range: '[0,64]' };
export const optionCoef0 = { name: 'coef0', ofKernel: true, type: 'number', default: 0, range: '(-inf,inf)' };
export const optionTol = { name: 'tol', type: 'number', default: 0.001, range: positive };
export const optionCacheSize = { name: 'cacheSize', type: 'number', default: 200, range: positive, unit: 'MB' };
export const optionMaxIter = { name: 'maxIter', type: 'integer', default: 5e+07, range: '[1,inf]' };
export const optionMaxTime = { name: 'maxTime', type: 'number', default: Infinity, range: '(0,inf]', unit: 'ms' };
export const optionSolver = { name: 'solver', group: 'study', type: 'choice', default: 'smo', choices: ['smo', 'smo-platt', 'smo-quadrants', 'decomposition', 'chunking', 'ascent', 'interior-point'] };
export const optionStopping = { name: 'stopping', group: 'study', type: 'choice', default: 'kkt', choices: ['kkt', 'growth', 'gap', 'figures'] };
export const optionTrace = { name: 'trace', group: 'study', type: 'integer', default: 0, range: '[0,1000000]' };
export const optionShrinking = { name: 'shrinking', group: 'study', type: 'boolean', default: true };
export const optionWorkingSet = { name: 'workingSet', group: 'study', type: 'integer', default: 10, range: '[2,100000]' };
export const optionSelection = { name: 'selection', group: 'study', type: 'choice', default: 'gap', choices: ['gap', 'room', 'violation'] };
export const optionUpdates = { name: 'updates', group: 'study', type: 'choice', default: 'sequential', choices: ['sequential', 'simultaneous'] };
export const optionOrder = { name: 'order', group: 'study', type: 'choice', default: 'cyclic', choices: ['cyclic', 'random', 'free', 'ascending'] };
export const optionRelaxation = { name: 'relaxation', group: 'study', type: 'number', default: 1, range: '(0,2)' };
export const optionBiasScale = { name: 'biasScale', group: 'study', type: 'number-or-choice', default: 'none', choices: ['none', 'radius'], range: positive };
export const optionSeed = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]', former: ['probabilitySeed', 'solverSeed'] };
export const optionWarmStart = { name: 'warmStart', type: 'boolean', default: false };
export const optionClassWeight = { name: 'classWeight', type: 'class-weight', default: null };
export const optionMultiClass = { name: 'multiClass', type: 'choice', default: 'ovo', choices: ['ovo', 'ovr', 'dag'] };
export const optionDecisionFunctionShape = { name: 'decisionFunctionShape', type: 'choice', default: 'ovr', choices: ['ovr', 'ovo'] };
export const optionProbability = { name: 'probability', type: 'choice', default: 'none', choices: ['none', 'sigmoid', 'isotonic', 'temperature'] };
export const optionProbabilityFolds = { name: 'probabilityFolds', type: 'integer', default: 5, range: '[2,1000]' };
export const attributeNFeatures = { name: 'nFeatures', field: 'features', type: 'integer', shape: [] };
export const attributeSupportIndices = { name: 'supportIndices', field: 'support.indices', type: 'int32s', shape: ['m'] };
export const attributeSupportVectors = { name: 'supportVectors', field: 'support.vectors', type: 'samples', shape: ['m', 'd'] };
export const attributeSupportCounts = { name: 'supportCounts', field: 'support.counts', type: 'int32s', shape: ['k'] };
export const attributeDualCoef = { name: 'dualCoef', field: 'dual.coef', shape: ['r', 'm'] };
export const attributeIntercept = { name: 'intercept', field: 'intercept', shape: ['q'] };
export const attributeNIter = { name: 'nIter', field: 'pair.iterations', type: 'int32s', shape: ['q'] };
export const attributeDualityGaps = { name: 'dualityGaps', field: 'solution.gap', shape: ['z'] };
export const attributeKernelEvaluations = { name: 'kernelEvaluations', field: 'solution.values', shape: ['z'] };
export const attributeCacheHits = { name: 'cacheHits', field: 'solution.hits', shape: ['z'] };
export const attributeShrunkCounts = { name: 'shrunkCounts', field: 'solution.shrunk', type: 'int32s', shape: ['z'] };
export const attributeTraceEnds = { name: 'traceEnds', field: 'trace.ends', type: 'int32s', shape: ['z'] };
export const attributeTraceObjective = { name: 'traceObjective', field: 'trace.objective', shape: ['t'] };
export const attributeTraceGap = { name: 'traceGap', field: 'trace.gap', shape: ['t'] };
export const attributeTracePrimal = { name: 'tracePrimal', field: 'trace.primal', shape: ['primals'] };
export const attributeTraceMargin = { name: 'traceMargin', field: 'trace.margin', shape: ['t'] };
export const attributeTraceSetEnds = { name: 'traceSetEnds', field: 'trace.setEnds', type: 'int32s', shape: ['t'] };
export const attributeTraceSets = { name: 'traceSets', field: 'trace.sets', type: 'int32s', shape: ['u'] };
export const attributeTraceScores = { name: 'traceScores', field: 'trace.scores', shape: ['scores'] };
export const attributeTraceMu = { name: 'traceMu', field: 'trace.mu', shape: ['steps'] };
export const attributeTraceStep = { name: 'traceStep', field: 'trace.step', shape: ['steps'] };
export const attributeTracePrimalResidual = { name: 'tracePrimalResidual', field: 'trace.primalResidual', shape: ['steps'] };
export const attributeTraceDualResidual = { name: 'traceDualResidual', field: 'trace.dualResidual', shape: ['steps'] };
export const attributeEffectiveC = { name: 'effectiveC', field: 'pair.C', shape: ['e'] };
export const optionNu = { name: 'nu', type: 'number', default: 0.5, range: '(0,1]' };
export const attributeC = { name: 'C', field: 'pair.C', shape: ['q'] };
export const attributeErrorFractions = { name: 'errorFractions', field: 'pair.errors', shape: ['q'] };
export const attributeSupportFractions = { name: 'supportFractions', field: 'pair.support', shape: ['q'] };
export const optionNu_2 = { name: 'nu', type: 'number', default: 0.5, range: '(0,1]' };
export const attributeDualCoef_2 = { name: 'dualCoef', field: 'dual.coef', shape: ['m'] };
export const attributeIntercept_2 = { name: 'intercept', field: 'intercept', type: 'number', shape: [] };
export const attributeErrorFraction = { name: 'errorFraction', field: 'error.fraction', type: 'number', shape: [] };
export const attributeSupportFraction = { name: 'supportFraction', field: 'support.fraction', type: 'number', shape: [] };
export const optionNu_3 = { name: 'nu', type: 'number', default: 0.5, range: '[0,1]' };
export const attributeRadius = { name: 'radius', field: 'radius', type: 'number', shape: [] };
export const optionC_2 = { name: 'C', type: 'number', default: 1, range: '(0,inf]' };
export const optionEpsilon = { name: 'epsilon', type: 'number', default: 0.1, range: '[0,inf)', unit: 'of y', row: 'sampleEpsilon' };
export const optionLoss_2 = { name: 'loss', type: 'choice', default: 'epsilon_insensitive', choices: ['epsilon_insensitive', 'squared_epsilon_insensitive', 'mixed', 'laplacian', 'gaussian'] };
export const optionEpsilonBelow = { name: 'epsilonBelow', type: 'number-or-choice', default: 'epsilon', choices: ['epsilon'], range: '[0,inf)', unit: 'of y', row: 'sampleEpsilonBelow' };
export const optionWeightBelow = { name: 'weightBelow', type: 'number', default: 1, range: positive, row: 'sampleWeightBelow' };
export const optionNu_4 = { name: 'nu', type: 'number', default: 0.5, range: '(0,1]' };
export const optionC_3 = { name: 'C', type: 'number', default: 1, range: positive };
export const attributeEpsilon = { name: 'epsilon', field: 'epsilon', type: 'number', shape: [] };
export const attributeErrorFraction_2 = { name: 'errorFraction', field: 'error.fraction', type: 'number', shape: [] };
export const attributeSupportFraction_2 = { name: 'supportFraction', field: 'support.fraction', type: 'number', shape: [] };
export const optionLoss_3 = { name: 'loss', type: 'choice', default: 'huber', choices: ['epsilon_insensitive', 'squared_epsilon_insensitive', 'laplacian', 'gaussian', 'huber', 'polynomial', 'piecewise_polynomial', 'custom'] };
export const optionC_4 = { name: 'C', type: 'number', default: 1, range: positive };
export const optionEpsilon_2 = { name: 'epsilon', type: 'number', default: 0, range: '[0,inf)', unit: 'of y', row: 'sampleEpsilon' };
export const optionSigma = { name: 'sigma', type: 'number', default: 1, range: positive, unit: 'of y' };
export const optionPower = { name: 'power', type: 'number', default: 1.5, range: '(1,inf)' };
export const optionTol_2 = { name: 'tol', type: 'number', default: 1e-08, range: '(0,1)' };
export const optionMaxIter_2 = { name: 'maxIter', type: 'integer', default: 200, range: '[1,inf]' };
export const optionMaxTime_2 = { name: 'maxTime', type: 'number', default: Infinity, range: '(0,inf]', unit: 'ms' };
export const optionTrace_2 = { name: 'trace', group: 'study', type: 'integer', default: 0, range: '[0,1000000]' };
export const attributeSquaredNorm = { name: 'squaredNorm', field: 'norm.squared', type: 'number', shape: [] };
export const attributeEmpiricalRisk = { name: 'empiricalRisk', field: 'risk', type: 'number', shape: [] };
export const costConvexLossSVR = { entry: 24, stored: 36, letter: 400, row: 320, output: 24, rowPair: 8 };
export const optionC_5 = { name: 'C', type: 'number', default: 1, range: positive };
export const optionLoss_4 = { name: 'loss', type: 'choice', default: 'squared_hinge', choices: ['hinge', 'squared_hinge', 'modified_huber', 'logistic'] };
export const optionTol_3 = { name: 'tol', type: 'number', default: 0.0001, range: positive };
export const optionFitIntercept_2 = { name: 'fitIntercept', type: 'boolean', default: true };
export const optionInterceptScaling = { name: 'interceptScaling', type: 'number', default: 1, range: positive };
export const optionInterceptPenalty = { name: 'interceptPenalty', type: 'boolean', default: true };
export const optionShrinking_2 = { name: 'shrinking', group: 'study', type: 'boolean', default: true };
export const optionMaxIter_3 = { name: 'maxIter', type: 'integer', default: 1000, range: '[1,inf]' };
export const optionMaxTime_3 = { name: 'maxTime', type: 'number', default: Infinity, range: '(0,inf]', unit: 'ms' };
export const optionSeed_2 = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]', former: ['randomState', 'probabilitySeed'] };
export const optionWarmStart_2 = { name: 'warmStart', type: 'boolean', default: false };
export const attributeIntercept_3 = { name: 'intercept', field: 'intercept', shape: ['q'] };
export const attributeCoef = { name: 'coef', field: 'coef', shape: ['q', 'd'] };
export const attributeNIter_2 = { name: 'nIter', field: 'problem.iterations', type: 'int32s', shape: ['q'] };
export const costLinearSVC = { entry: 8, stored: 12, row: 224, column: 48, output: 8 };
export const optionC_6 = { name: 'C', type: 'number', default: 1, range: positive };
export const optionEpsilon_3 = { name: 'epsilon', type: 'number', default: 0, range: '[0,inf)', row: 'sampleEpsilon' };
export const optionLoss_5 = { name: 'loss', type: 'choice', default: 'epsilon_insensitive', choices: ['epsilon_insensitive', 'squared_epsilon_insensitive', 'laplacian', 'gaussian', 'huber'] };
export const optionSigma_2 = { name: 'sigma', type: 'number', default: 1, range: positive, unit: 'of y' };
export const optionTol_4 = { name: 'tol', type: 'number', default: 0.0001, range: positive };
export const optionInterceptPenalty_2 = { name: 'interceptPenalty', type: 'boolean', default: true };
export const optionMaxIter_4 = { name: 'maxIter', type: 'integer', default: 1000, range: '[1,inf]' };
export const optionSeed_3 = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]', former: ['randomState'] };
export const optionLoss_6 = { name: 'loss', type: 'choice', default: 'hinge', choices: ['hinge', 'squared_hinge', 'modified_huber', 'logistic'] };
export const optionAlpha = { name: 'alpha', type: 'number', default: 0.0001, range: positive };
export const optionLearningRate = { name: 'learningRate', type: 'choice', default: 'optimal', choices: ['optimal', 'pegasos', 'sqrt'] };
export const optionNormBound_2 = { name: 'normBound', type: 'number', default: Infinity, range: '(0,inf]' };
export const optionMaxIter_5 = { name: 'maxIter', type: 'integer', default: 1000, range: '[1,inf]' };
export const optionMaxTime_4 = { name: 'maxTime', type: 'number', default: Infinity, range: '(0,inf]', unit: 'ms' };
export const optionTol_5 = { name: 'tol', type: 'number', default: 0.001, range: '[0,inf)' };
export const optionAverage = { name: 'average', type: 'boolean', default: true };
export const optionFitIntercept_3 = { name: 'fitIntercept', type: 'boolean', default: true };
export const optionClassWeight_2 = { name: 'classWeight', type: 'class-weight', default: null };
export const optionSeed_4 = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]', former: ['randomState', 'probabilitySeed'] };
export const attributeNSteps = { name: 'nSteps', field: 'steps', type: 'integer', shape: [] };
export const attributeObjectiveSteps = { name: 'objectiveSteps', field: 'curve.steps', type: 'int32s', shape: ['s'] };
export const attributeObjectiveCurve = { name: 'objectiveCurve', field: 'curve.objective', shape: ['s'] };
export const costSGDClassifier = { entry: 8, stored: 12, row: 96, column: 192, output: 8 };
export const optionEta0 = { name: 'eta0', type: 'number', default: 1, range: positive };
export const optionInterceptStep = { name: 'interceptStep', type: 'choice', default: 'radius', choices: ['radius', 'unit'] };
export const optionTie = { name: 'tie', type: 'choice', default: 'mistake', choices: ['mistake', 'positive', 'negative'] };
export const optionOutput = { name: 'output', type: 'choice', default: 'last', choices: ['last', 'averaged', 'voted', 'pocket'] };
export const optionUpdates_2 = { name: 'updates', type: 'choice', default: 'online', choices: ['online', 'batch', 'worst'] };
export const optionMaxIter_6 = { name: 'maxIter', type: 'integer', default: 1000, range: '[1,inf]' };
export const optionShuffle = { name: 'shuffle', type: 'boolean', default: false };
export const optionSeed_5 = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]', former: ['randomState', 'probabilitySeed'] };
export const optionClassWeight_3 = { name: 'classWeight', type: 'class-weight', default: null };
export const attributeMistakes = { name: 'mistakes', field: 'mistakes', type: 'int32s', shape: ['q'] };
export const attributeNIter_3 = { name: 'nIter', field: 'passes', type: 'int32s', shape: ['q'] };
export const attributeMistakesPerPass = { name: 'mistakesPerPass', field: 'pass.mistakes', type: 'int32s', shape: ['p'] };
export const attributeMistakeRows = { name: 'mistakeRows', field: 'mistake.rows', type: 'int32s', shape: ['t'] };
export const attributeSquaredRadius = { name: 'squaredRadius', field: 'radius.square', type: 'number', shape: [] };
export const attributeMargins = { name: 'margins', field: 'margins', shape: ['q'] };
export const attributeMistakeBounds = { name: 'mistakeBounds', field: 'bounds', shape: ['q'] };
export const attributePocketRuns = { name: 'pocketRuns', field: 'pocket.runs', type: 'int32s', shape: ['r'] };
export const attributeVotes = { name: 'votes', field: 'votes', type: 'int32s', shape: ['v'] };
export const attributeVoteEnds = { name: 'voteEnds', field: 'vote.ends', type: 'int32s', shape: ['f'] };
export const attributeVoteCoef = { name: 'voteCoef', field: 'vote.coef', shape: ['v', 'd'] };
export const attributeVoteIntercept = { name: 'voteIntercept', field: 'vote.intercept', shape: ['v'] };
export const attributeTrainingErrors = { name: 'trainingErrors', field: 'training.errors', type: 'int32s', shape: ['w'] };
export const costPerceptron = { entry: 8, stored: 12, row: 128, column: 128, output: 16 };
export const optionEta0_2 = { name: 'eta0', type: 'number', default: 1, range: positive };
export const optionInterceptStep_2 = { name: 'interceptStep', type: 'choice', default: 'radius', choices: ['radius', 'unit'] };
export const optionDelta = { name: 'delta', type: 'number', default: 0, range: '[0,inf)' };
export const optionMaxIter_7 = { name: 'maxIter', type: 'integer', default: 1000, range: '[1,inf]' };
export const attributeIntercept_4 = { name: 'intercept', field: 'intercept', shape: ['q'] };
export const attributeDualCoef_3 = { name: 'dualCoef', field: 'dual.coef', shape: ['q', 'm'] };
export const optionAlpha_2 = { name: 'alpha', type: 'number', default: 1, range: '[0,inf)' };
export const optionFitIntercept_4 = { name: 'fitIntercept', type: 'boolean', default: false };
export const optionSolver_2 = { name: 'solver', type: 'choice', default: 'cholesky', choices: ['cholesky', 'conjugate-gradient'] };
export const optionTol_6 = { name: 'tol', type: 'number', default: 1e-06, range: positive };
export const optionMaxIter_8 = { name: 'maxIter', type: 'integer', default: 100000, range: '[1,inf]' };
export const optionMaxTime_5 = { name: 'maxTime', type: 'number', default: Infinity, range: '(0,inf]', unit: 'ms' };
export const optionCacheSize_2 = { name: 'cacheSize', type: 'number', default: 200, range: positive, unit: 'MB' };
export const attributeDualCoef_4 = { name: 'dualCoef', field: 'dual.coef', shape: ['n'] };
export const attributeIntercept_5 = { name: 'intercept', field: 'intercept', type: 'number', shape: [] };
export const attributeLooResiduals = { name: 'looResiduals', field: 'loo.residuals', shape: ['r'] };
export const attributeLooError = { name: 'looError', field: 'loo.error', type: 'number', shape: [] };
export const attributeObjectiveBounds = { name: 'objectiveBounds', field: 'objective.bounds', shape: ['e'] };
export const costKernelRidge = { entry: 24, stored: 36, letter: 400, row: 320, output: 24 };
export const optionClassWeight_4 = { name: 'classWeight', type: 'class-weight', default: null };
export const optionSeed_6 = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]', former: ['probabilitySeed'] };
export const attributeAverageMargin = { name: 'averageMargin', field: 'average.margins', shape: ['q'] };
export const attributeDualCoef_5 = { name: 'dualCoef', field: 'dual.coef', shape: ['q', 'm'] };
export const optionNNeighbors = { name: 'nNeighbors', type: 'integer', default: 5, range: '[1,2147483647]' };
export const optionWeights = { name: 'weights', type: 'choice', default: 'uniform', choices: ['uniform', 'distance'] };
export const optionAlpha_3 = { name: 'alpha', type: 'number', default: 0, range: '[0,inf)' };
export const optionPriors = { name: 'priors', type: 'choice', default: 'empirical', choices: ['empirical', 'equal'] };
export const costFisherDiscriminant = { entry: 8, stored: 12, row: 96, column: 2176, columnPair: 24 };
export const optionAlpha_4 = { name: 'alpha', type: 'number', default: 0.001, range: positive };
export const optionNComponents = { name: 'nComponents', type: 'integer', default: 2, range: '[1,2147483647]' };
export const attributeEigenvalues = { name: 'eigenvalues', field: 'eigenvalues', shape: ['q'] };
export const attributeExplainedVarianceRatio = { name: 'explainedVarianceRatio', field: 'explained', shape: ['q'] };
export const optionWithMean = { name: 'withMean', type: 'boolean', default: true };
export const optionWithStd = { name: 'withStd', type: 'boolean', default: true };
export const attributeMean = { name: 'mean', field: 'mean', shape: ['d'] };
export const attributeScale = { name: 'scale', field: 'scale', shape: ['d'] };
export const costStandardScaler = { entry: 8, stored: 12, row: 64, column: 64 };
export const optionFeatureRange = { name: 'featureRange', type: 'interval', default: [0, 1] };
export const optionClip = { name: 'clip', type: 'boolean', default: false };
export const attributeDataMin = { name: 'dataMin', field: 'min', shape: ['d'] };
export const attributeDataMax = { name: 'dataMax', field: 'max', shape: ['d'] };
export const attributeScale_2 = { name: 'scale', field: 'scale', shape: ['d'] };
export const costMinMaxScaler = { entry: 8, stored: 12, row: 64, column: 128 };
export const optionNorm = { name: 'norm', type: 'choice', default: 'l2', choices: ['l1', 'l2', 'max'] };
export const costNormalizer = { entry: 8, stored: 12, row: 64, column: 8 };
export const optionNComponents_2 = { name: 'nComponents', type: 'integer', default: 100, range: '[1,2147483647]' };
export const optionSeed_7 = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]' };
export const attributeEigenvalues_2 = { name: 'eigenvalues', field: 'eigenvalues', shape: ['m'] };
export const optionGamma_2 = { name: 'gamma', type: 'number-or-choice', default: 'scale', choices: widthRules, range: positive };
export const optionNComponents_3 = { name: 'nComponents', type: 'integer', default: 100, range: '[1,16777216]' };
export const optionSeed_8 = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]' };
export const attributeFrequencies = { name: 'frequencies', field: 'frequencies', shape: ['q', 'd'] };
export const attributeOffsets = { name: 'offsets', field: 'offsets', shape: ['q'] };
export const costRBFSampler = { entry: 8, stored: 12, row: 64, column: 2400 };
export const optionTol_7 = { name: 'tol', type: 'number', default: 0.001, range: '[0,inf)' };
export const optionNComponents_4 = { name: 'nComponents', type: 'integer', default: 100, range: '[1,2147483647]' };
export const attributeResiduals = { name: 'residuals', field: 'residuals', shape: ['m'] };
export const attributeError = { name: 'error', field: 'error', type: 'number', shape: [] };
export const costIncompleteCholesky = { entry: 24, stored: 36, letter: 400, row: 1920, output: 24 };
export const optionDegree_2 = { name: 'degree', type: 'integer', default: 2, range: '[1,64]' };
export const optionWeights_2 = { name: 'weights', type: 'choice', default: 'poly', choices: ['poly', 'allDegrees', 'none'] };
export const optionGamma_3 = { name: 'gamma', type: 'number-or-choice', default: 1, choices: widthRules, range: positive };
export const optionCoef0_2 = { name: 'coef0', type: 'number', default: 1, range: '[0,inf)' };
export const attributeCoefficients = { name: 'coefficients', field: 'coefficients', shape: ['t'] };
export const attributeNOutputs = { name: 'nOutputs', field: 'outputs', type: 'integer', shape: [] };
export const optionAlpha_5 = { name: 'alpha', type: 'number', default: 1, range: '[0,inf)' };
export const optionVariance = { name: 'variance', type: 'number', default: 1, range: positive };
export const optionOptimizer = { name: 'optimizer', type: 'choice', default: 'evidence', choices: ['evidence', 'none'] };
export const optionNormalizeY = { name: 'normalizeY', type: 'boolean', default: false };
export const optionRestarts = { name: 'restarts', type: 'integer', default: 0, range: '[0,1000]' };
export const optionTol_8 = { name: 'tol', type: 'number', default: 1e-05, range: positive };
export const optionMaxIter_9 = { name: 'maxIter', type: 'integer', default: 100, range: '[1,inf]' };
export const optionMaxTime_6 = { name: 'maxTime', type: 'number', default: Infinity, range: '(0,inf]', unit: 'ms' };
export const optionSeed_9 = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]' };
export const attributeDualCoef_6 = { name: 'dualCoef', field: 'dual.coef', shape: ['n'] };
export const attributeParameters = { name: 'parameters', field: 'parameters', shape: ['q'] };
export const attributeParameterNames = { name: 'parameterNames', field: 'parameters.names', type: 'text', shape: [] };
export const attributeEvidence = { name: 'evidence', field: 'evidence', type: 'number', shape: [] };
export const attributeNoise = { name: 'noise', field: 'noise', type: 'number', shape: [] };
export const attributeTargetMean = { name: 'targetMean', field: 'intercept', type: 'number', shape: [] };
export const attributeTargetScale = { name: 'targetScale', field: 'target.scale', type: 'number', shape: [] };
export const costGaussianProcessRegressor = { entry: 24, stored: 36, letter: 400, row: 2368, output: 24, rowPair: 8 };
export const optionNu_5 = { name: 'nu', type: 'number', default: 0.5, range: '[0,1)' };
export const optionWindow = { name: 'window', type: 'choice', default: 'gaussian', choices: ['gaussian', 'tophat', 'epanechnikov', 'exponential', 'linear', 'cosine'] };
export const optionBandwidth = { name: 'bandwidth', type: 'number-or-choice', default: 'scott', choices: ['scott', 'silverman'], range: positive };
export const attributeSupportIndices_2 = { name: 'supportIndices', field: 'support.indices', type: 'int32s', shape: ['m'] };
export const attributeSupportVectors_2 = { name: 'supportVectors', field: 'support.vectors', type: 'samples', shape: ['m', 'd'] };
export const attributeBandwidth = { name: 'bandwidth', field: 'bandwidth', type: 'number', shape: [] };
export const attributeOffset = { name: 'offset', field: 'offset', type: 'number', shape: [] };
export const optionPriors_2 = { name: 'priors', type: 'choice', default: 'empirical', choices: ['empirical', 'equal'] };
export const optionSeed_10 = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]' };
export const attributeLooResiduals_2 = { name: 'looResiduals', field: 'loo.residuals', shape: ['m'] };
export const attributeLooError_2 = { name: 'looError', field: 'loo.error', type: 'number', shape: [] };
export const optionCriterion = { name: 'criterion', type: 'choice', default: 'gini', choices: ['gini', 'entropy', 'error'] };
export const optionMaxDepth = { name: 'maxDepth', type: 'integer', default: Infinity, range: '[1,inf]' };
export const optionMinSamplesSplit = { name: 'minSamplesSplit', type: 'integer', default: 2, range: '[2,2147483647]' };
export const optionMinSamplesLeaf = { name: 'minSamplesLeaf', type: 'integer', default: 1, range: '[1,1073741823]' };
export const optionMaxTime_7 = { name: 'maxTime', type: 'number', default: Infinity, range: '(0,inf]', unit: 'ms' };
export const optionClassWeight_5 = { name: 'classWeight', type: 'class-weight', default: null };
export const attributeThresholds = { name: 'thresholds', field: 'tree.thresholds', shape: ['t'] };
export const attributeFeatures = { name: 'features', field: 'tree.features', type: 'int32s', shape: ['t'] };
export const attributeChildren = { name: 'children', field: 'tree.children', type: 'int32s', shape: ['t', '2'] };
export const attributeShares = { name: 'shares', field: 'tree.shares', shape: ['t', 'k'] };
export const attributeNodeSamples = { name: 'nodeSamples', field: 'tree.samples', type: 'int32s', shape: ['t'] };
export const attributeFeatureImportances = { name: 'featureImportances', field: 'tree.importances', shape: ['d'] };
export const costDecisionTreeClassifier = { entry: 48, stored: 72, row: 160, column: 96, output: 32 };
export const optionCriterion_2 = { name: 'criterion', type: 'choice', default: 'error', choices: ['error', 'gini', 'entropy'] };
export const optionNEstimators = { name: 'nEstimators', type: 'integer', default: 50, range: '[1,1000]' };
export const optionReg = { name: 'reg', type: 'choice', default: 'none', choices: ['none', 'adaboost-reg'] };
export const optionC_7 = { name: 'C', type: 'number', default: 0.1, range: '[0,inf)' };
export const optionRho = { name: 'rho', type: 'number', default: 0.1, range: '[0,1)' };
export const optionMaxTime_8 = { name: 'maxTime', type: 'number', default: Infinity, range: '(0,inf]', unit: 'ms' };
export const attributeAlphas = { name: 'alphas', field: 'boost.alphas', shape: ['t'] };
export const attributeErrors = { name: 'errors', field: 'boost.errors', shape: ['t'] };
export const attributeNormalizers = { name: 'normalizers', field: 'boost.normalizers', shape: ['t'] };
export const attributeTrainingErrors_2 = { name: 'trainingErrors', field: 'boost.training', shape: ['t'] };
export const attributeMarginErrors = { name: 'marginErrors', field: 'boost.marginerrors', shape: ['t'] };
export const attributeBounds = { name: 'bounds', field: 'boost.bounds', shape: ['t'] };
export const attributeMargins_2 = { name: 'margins', field: 'boost.margins', shape: ['n'] };
export const attributeFinalWeights = { name: 'finalWeights', field: 'boost.weights', shape: ['n'] };
export const costAdaBoostClassifier = { entry: 56, stored: 84, row: 160, column: 96, output: 32 };
export const optionC_8 = { name: 'C', type: 'number', default: 1, range: positive };
export const optionSigned = { name: 'signed', type: 'boolean', default: false };
export const optionDictionary = { name: 'dictionary', type: 'boolean', default: false };
export const optionTol_9 = { name: 'tol', type: 'number', default: 1e-06, range: positive };
export const optionMaxIter_10 = { name: 'maxIter', type: 'integer', default: 1000, range: '[1,inf]' };
export const attributeDualCoef_7 = { name: 'dualCoef', field: 'dual.coef', shape: ['r', 'm'] };
export const attributeObjectives = { name: 'objectives', field: 'problem.objective', shape: ['q'] };
export const attributeNonZeros = { name: 'nonZeros', field: 'nonzeros', type: 'int32s', shape: ['q'] };
export const costLPSVC = { entry: 24, stored: 36, letter: 400, row: 320, output: 24, rowPair: 16 };
export const optionC_9 = { name: 'C', type: 'number', default: 1, range: positive };
export const optionEpsilon_4 = { name: 'epsilon', type: 'number', default: 0.1, range: '[0,inf)', row: 'sampleEpsilon' };
export const attributeObjective = { name: 'objective', field: 'objective', type: 'number', shape: [] };
export const attributeNonZeros_2 = { name: 'nonZeros', field: 'nonzeros', type: 'int32s', shape: ['q'] };
export const optionNorm_2 = { name: 'norm', type: 'number', default: 1, range: '[1,inf]' };
export const optionMultiClass_2 = { name: 'multiClass', type: 'choice', default: 'ovr', choices: ['ovr', 'joint'] };
export const attributeRho = { name: 'rho', field: 'margins', shape: ['q'] };
export const attributeRhoByNorm = { name: 'rhoByNorm', field: 'margins.norms', shape: ['q', '5'] };
export const attributeNonZeros_3 = { name: 'nonZeros', field: 'nonzeros', type: 'int32s', shape: ['q'] };
export const attributeCriticalRows = { name: 'criticalRows', field: 'critical.rows', type: 'int32s', shape: ['c'] };
export const costLPMarginClassifier = { entry: 72, stored: 108, row: 1200, column: 80, columnPair: 8 };
export const optionFitIntercept_5 = { name: 'fitIntercept', type: 'boolean', default: true };
export const attributeResiduals_2 = { name: 'residuals', field: 'residuals', shape: ['n'] };
export const attributeSse = { name: 'sse', field: 'sse', type: 'number', shape: [] };
export const attributeRank = { name: 'rank', field: 'rank', type: 'integer', shape: [] };
export const costLinearRegression = { entry: 8, stored: 12, row: 128, column: 192, triangle: 24 };
export const optionAlpha_6 = { name: 'alpha', type: 'number', default: 1, range: '[0,inf)' };
export const optionFitIntercept_6 = { name: 'fitIntercept', type: 'boolean', default: true };
export const optionForm = { name: 'form', type: 'choice', default: 'auto', choices: ['auto', 'primal', 'dual'] };
export const attributePenalizedLoss = { name: 'penalizedLoss', field: 'penalized', type: 'number', shape: [] };
export const attributeDualCoef_8 = { name: 'dualCoef', field: 'dual.coef', shape: ['r'] };
export const optionC_10 = { name: 'C', type: 'number', default: 1, range: positive };
export const attributeLooValues = { name: 'looValues', field: 'loo.values', shape: ['l'] };
export const attributeLooError_3 = { name: 'looError', field: 'loo.error', type: 'number', shape: [] };
export const optionLoss_7 = { name: 'loss', type: 'choice', default: 'squared', choices: ['epsilon_insensitive', 'squared_epsilon_insensitive', 'laplacian', 'gaussian', 'huber', 'squared'] };
export const optionEpsilon_5 = { name: 'epsilon', type: 'number', default: 0, range: '[0,inf)' };
export const optionAlpha_7 = { name: 'alpha', type: 'number', default: 0, range: '[0,inf)' };
export const optionForm_2 = { name: 'form', type: 'choice', default: 'primal', choices: ['primal', 'dual'] };
export const optionLearningRate_2 = { name: 'learningRate', type: 'choice', default: 'constant', choices: ['constant', 'sqrt'] };
export const optionEta0_3 = { name: 'eta0', type: 'number-or-choice', default: 'auto', choices: ['auto'], range: positive };
export const optionMaxIter_11 = { name: 'maxIter', type: 'integer', default: 1000, range: '[1,inf]' };
export const optionAverage_2 = { name: 'average', type: 'boolean', default: false };
export const optionSeed_11 = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]' };
export const attributeEta = { name: 'eta', field: 'eta', type: 'number', shape: [] };
export const attributeEtaLimit = { name: 'etaLimit', field: 'eta.limit', type: 'number', shape: [] };
export const attributeDualCoef_9 = { name: 'dualCoef', field: 'dual.coef', shape: ['r'] };
export const costSGDRegressor = { entry: 8, stored: 12, row: 128, column: 192 };
export const optionAverage_3 = { name: 'average', type: 'boolean', default: true };
export const optionSeed_12 = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]' };
export const costKernelSGDClassifier = { entry: 24, stored: 36, letter: 400, row: 320, output: 96 };
export const optionC_11 = { name: 'C', type: 'number', default: 1, range: positive };
export const optionRegularizer = { name: 'regularizer', type: 'kernel', default: 'same', choices: ['same', ...kernelNames] };
export const optionBasis = { name: 'basis', type: 'choice', default: 'constant', choices: ['none', 'constant', 'linear', 'quadratic'] };
export const optionBasisColumns = { name: 'basisColumns', type: 'integer', default: 0, range: '[0,16777216]' };
export const optionTol_10 = { name: 'tol', type: 'number', default: 1e-11, range: positive };
export const optionMaxIter_12 = { name: 'maxIter', type: 'integer', default: 200, range: '[1,inf]' };
export const optionMaxTime_9 = { name: 'maxTime', type: 'number', default: Infinity, range: '(0,inf]', unit: 'ms' };
export const attributeBeta = { name: 'beta', field: 'beta', shape: ['n'] };
export const attributeBasisCoef = { name: 'basisCoef', field: 'basis.coef', shape: ['b'] };
export const attributePenalty = { name: 'penalty', field: 'penalty', type: 'number', shape: [] };
export const costRegularizationNetwork = { entry: 24, stored: 36, letter: 400, row: 320, output: 24, rowPair: 48 };
export const optionNu_6 = { name: 'nu', type: 'number', default: 0.5, range: '(0,1]' };
export const optionC_12 = { name: 'C', type: 'number', default: 1, range: positive };
export const optionTube = { name: 'tube', type: 'choice', default: 'absolute', choices: ['constant', 'absolute', 'square', 'columns'] };
export const optionTubeColumns = { name: 'tubeColumns', type: 'integer', default: 1, range: '[1,16777216]' };
export const attributeTubeCoef = { name: 'tubeCoef', field: 'tube.coef', shape: ['b'] };
export const attributeEpsilons = { name: 'epsilons', field: 'epsilons', shape: ['n'] };
export const costParametricTubeSVR = { entry: 24, stored: 36, letter: 400, row: 320, output: 24, rowPair: 64 };
export const optionNEstimators_2 = { name: 'nEstimators', type: 'integer', default: 100, range: '[1,1000]' };
export const optionNu_7 = { name: 'nu', type: 'number', default: 0.1, range: '(0,1]' };
export const optionTol_11 = { name: 'tol', type: 'number', default: 1e-06, range: positive };
export const attributeErrors_2 = { name: 'errors', field: 'boost.errors', shape: ['t'] };
export const attributeEdges = { name: 'edges', field: 'boost.edges', shape: ['t'] };
export const attributeObjectives_2 = { name: 'objectives', field: 'boost.objectives', shape: ['t'] };
export const attributeRhos = { name: 'rhos', field: 'boost.rhos', shape: ['t'] };
export const attributeTrainingErrors_3 = { name: 'trainingErrors', field: 'boost.training', shape: ['t'] };
export const attributeMarginErrors_2 = { name: 'marginErrors', field: 'boost.marginerrors', shape: ['t'] };
export const attributeRoundAlphas = { name: 'roundAlphas', field: 'boost.roundalphas', shape: ['t', 't'] };
export const attributeRoundWeights = { name: 'roundWeights', field: 'boost.roundweights', shape: ['t', 'n'] };
export const costLPBoostClassifier = { entry: 56, stored: 84, row: 5360, column: 96, output: 32 };
export const optionVariance_2 = { name: 'variance', type: 'number', default: 1, range: positive };
export const optionOptimizer_2 = { name: 'optimizer', type: 'choice', default: 'evidence', choices: ['evidence', 'none'] };
export const attributeDualCoef_10 = { name: 'dualCoef', field: 'dual.coef', shape: ['q', 'n'] };
export const attributePrecisions = { name: 'precisions', field: 'posterior.precisions', shape: ['q', 'n'] };
export const attributeParameters_2 = { name: 'parameters', field: 'parameters', shape: ['p'] };
export const attributeParameterNames_2 = { name: 'parameterNames', field: 'parameters.names', type: 'text', shape: [] };
export const attributeEvidence_2 = { name: 'evidence', field: 'evidence', type: 'number', shape: [] };
export const attributeEvidences = { name: 'evidences', field: 'evidences', shape: ['q'] };
export const costGaussianProcessClassifier = { entry: 24, stored: 36, letter: 400, row: 2368, output: 152, rowPair: 8 };
export const optionC_13 = { name: 'C', type: 'number', default: 1, range: positive };
export const optionSurrogate = { name: 'surrogate', type: 'choice', default: 'kendall', choices: ['kendall', 'ndcg'] };
export const optionNormalize = { name: 'normalize', type: 'boolean', default: true };
export const optionK = { name: 'k', type: 'integer', default: Infinity, range: '[1,inf]' };
export const optionGain = { name: 'gain', type: 'choice', default: 'linear', choices: ['linear', 'exponential'] };
export const optionTol_12 = { name: 'tol', type: 'number', default: 0.001, range: positive };
export const optionMaxIter_13 = { name: 'maxIter', type: 'integer', default: 1000, range: '[1,inf]' };
export const attributeNQueries = { name: 'nQueries', field: 'queries', type: 'integer', shape: [] };
export const attributeMeanLoss = { name: 'meanLoss', field: 'loss', type: 'number', shape: [] };
export const costRankSVC = { entry: 24, stored: 36, letter: 400, row: 1344, output: 24, rowPair: 8 };
export const optionThresholds = { name: 'thresholds', type: 'choice', default: 'errors', choices: ['pairs', 'errors'] };
export const optionOrder_2 = { name: 'order', type: 'class-order', default: null };
export const attributeDualCoef_11 = { name: 'dualCoef', field: 'dual.coef', shape: ['m'] };
export const attributeThresholds_2 = { name: 'thresholds', field: 'thresholds', shape: ['k-1'] };
export const attributeThresholdSource = { name: 'thresholdSource', field: 'threshold.source', type: 'int32s', shape: ['k-1'] };
export const attributeAverageMargin_2 = { name: 'averageMargin', field: 'average.margin', type: 'number', shape: [] };
export const optionC_14 = { name: 'C', type: 'number', default: 1, range: '(0,inf]' };
export const optionPairs = { name: 'pairs', type: 'choice', default: 'all', choices: ['all', 'adjacent'] };
export const optionThresholds_2 = { name: 'thresholds', type: 'choice', default: 'auto', choices: ['auto', 'pairs', 'errors'] };
export const optionTol_13 = { name: 'tol', type: 'number', default: 0.001, range: positive };
export const optionMaxIter_14 = { name: 'maxIter', type: 'integer', default: 100000, range: '[1,inf]' };
export const optionNorm_3 = { name: 'norm', type: 'number', default: 2, range: '[1,inf]' };
export const optionWarmStart_3 = { name: 'warmStart', type: 'boolean', default: false };
export const attributeRankMargins = { name: 'rankMargins', field: 'rank.margins', shape: ['k-1'] };
export const attributeNorm = { name: 'norm', field: 'norm', type: 'number', shape: [] };
export const attributePairCount = { name: 'pairCount', field: 'pairs', type: 'number', shape: [] };
export const attributeSupportPairCount = { name: 'supportPairCount', field: 'pairs.support', type: 'number', shape: [] };
export const attributeCoef_2 = { name: 'coef', field: 'norm.weights', shape: ['v'] };
export const costOrdinalSVC = { entry: 24, stored: 36, letter: 400, row: 96320, output: 24, rowPair: 16 };
export const optionLink = { name: 'link', type: 'choice', default: 'logit', choices: ['logit', 'probit', 'cloglog'] };
export const optionAlpha_8 = { name: 'alpha', type: 'number', default: 0, range: '[0,inf)' };
export const optionTol_14 = { name: 'tol', type: 'number', default: 1e-08, range: positive };
export const optionMaxIter_15 = { name: 'maxIter', type: 'integer', default: 100, range: '[1,inf]' };
export const optionClassWeight_6 = { name: 'classWeight', type: 'class-weight', default: null };
export const attributeCoef_3 = { name: 'coef', field: 'coef', shape: ['d'] };
export const attributeThresholds_3 = { name: 'thresholds', field: 'thresholds', shape: ['k-1'] };
export const attributeLogLikelihood = { name: 'logLikelihood', field: 'likelihood', type: 'number', shape: [] };
export const costCumulativeLinkModel = { entry: 8, stored: 12, row: 64, column: 256, output: 24, columnPair: 32 };
export const optionC_15 = { name: 'C', type: 'number', default: 1, range: positive };
export const optionConstraints = { name: 'constraints', type: 'choice', default: 'implicit', choices: ['implicit', 'explicit'] };
export const optionTol_15 = { name: 'tol', type: 'number', default: 0.001, range: positive };
export const optionMaxIter_16 = { name: 'maxIter', type: 'integer', default: 5e+07, range: '[1,inf]' };
export const optionClassWeight_7 = { name: 'classWeight', type: 'class-weight', default: null };
export const optionWarmStart_4 = { name: 'warmStart', type: 'boolean', default: false };
export const attributeDualityGap = { name: 'dualityGap', field: 'solution.gap', type: 'number', shape: [] };
export const costSVOR = { entry: 24, stored: 36, letter: 400, row: 320, output: 224 };
export const optionCost = { name: 'cost', type: 'choice', default: 'absolute', choices: ['absolute', 'squared', 'classification'] };
export const optionFitIntercept_7 = { name: 'fitIntercept', type: 'boolean', default: true };
export const optionC_16 = { name: 'C', type: 'number', default: 0.1, range: positive };
export const optionMeasure = { name: 'measure', type: 'choice', default: 'f1', choices: ['f1', 'fbeta', 'recall@k', 'precision@k', 'balanced', '01'] };
export const optionBeta = { name: 'beta', type: 'number', default: 1, range: '[0,inf)' };
export const optionK_2 = { name: 'k', type: 'integer', default: 10, range: '[1,2147483647]' };
export const attributeMeanLosses = { name: 'meanLosses', field: 'losses', shape: ['q'] };
export const costSetRanker = { entry: 8, stored: 12, row: 160, column: 160, output: 64 };
export const optionAlgorithm = { name: 'algorithm', type: 'choice', default: 'cuttingPlane', choices: ['cuttingPlane', 'sgd', 'perceptron'] };
export const optionChain = { name: 'chain', type: 'boolean', default: true };
export const optionC_17 = { name: 'C', type: 'number', default: 1, range: positive };
export const optionFitIntercept_8 = { name: 'fitIntercept', type: 'boolean', default: true };
export const optionEta0_4 = { name: 'eta0', type: 'number', default: 0.1, range: positive };
export const optionNEpochs = { name: 'nEpochs', type: 'integer', default: 20, range: '[1,1000000]' };
export const optionSeed_13 = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]' };
export const optionTol_16 = { name: 'tol', type: 'number', default: 0.001, range: positive };
export const optionMaxIter_17 = { name: 'maxIter', type: 'integer', default: 1000, range: '[1,inf]' };
export const optionMaxTime_10 = { name: 'maxTime', type: 'number', default: Infinity, range: '(0,inf]', unit: 'ms' };
export const attributeTransitions = { name: 'transitions', field: 'transitions', shape: ['k', 'k'] };
export const costSequenceTagger = { entry: 8, stored: 12, row: 96, column: 240, output: 16 };
export const optionC_18 = { name: 'C', type: 'number', default: 1, range: positive };
export const optionFormulation = { name: 'formulation', type: 'choice', default: 'crammer-singer', choices: ['crammer-singer', 'weston-watkins'] };
export const optionCosts = { name: 'costs', type: 'class-costs', default: null };
export const optionFitIntercept_9 = { name: 'fitIntercept', type: 'boolean', default: false };
export const optionShrinking_3 = { name: 'shrinking', type: 'boolean', default: true };
export const optionMaxIter_18 = { name: 'maxIter', type: 'integer', default: 1e+06, range: '[1,inf]' };
export const attributeHingeLosses = { name: 'hingeLosses', field: 'hinge', shape: ['n'] };
export const costMulticlassSVC = { entry: 24, stored: 36, letter: 400, row: 320, output: 56 };
export const optionFitIntercept_10 = { name: 'fitIntercept', type: 'boolean', default: true };
export const optionInterceptStep_3 = { name: 'interceptStep', type: 'choice', default: 'radius', choices: ['radius', 'unit'] };
export const optionOutput_2 = { name: 'output', type: 'choice', default: 'last', choices: ['last', 'averaged'] };
export const optionUpdates_3 = { name: 'updates', type: 'choice', default: 'online', choices: ['online', 'batch'] };
export const optionMaxIter_19 = { name: 'maxIter', type: 'integer', default: 1000, range: '[1,inf]' };
export const optionMaxTime_11 = { name: 'maxTime', type: 'number', default: Infinity, range: '(0,inf]', unit: 'ms' };
export const optionSeed_14 = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]' };
export const attributeMistakes_2 = { name: 'mistakes', field: 'mistakes', type: 'integer', shape: [] };
export const attributeNIter_4 = { name: 'nIter', field: 'passes', type: 'integer', shape: [] };
export const attributeMistakesPerPass_2 = { name: 'mistakesPerPass', field: 'pass.mistakes', type: 'int32s', shape: ['p'] };
export const attributeMargin = { name: 'margin', field: 'margin', type: 'number', shape: [] };
export const attributeMistakeBound = { name: 'mistakeBound', field: 'bound', type: 'number', shape: [] };
export const attributeCenter = { name: 'center', field: 'center', shape: ['d'] };
export const attributeScale_3 = { name: 'scale', field: 'scale', shape: ['d'] };
export const optionWithCentering = { name: 'withCentering', type: 'boolean', default: true };
export const optionWithScaling = { name: 'withScaling', type: 'boolean', default: true };
export const optionQuantileRange = { name: 'quantileRange', type: 'interval', default: [25, 75] };
export const costRobustScaler = { entry: 8, stored: 12, row: 128, column: 64 };
export const optionNQuantiles = { name: 'nQuantiles', type: 'integer', default: 1000, range: '[2,16777216]' };
export const optionOutputDistribution = { name: 'outputDistribution', type: 'choice', default: 'uniform', choices: ['uniform', 'normal'] };
export const attributeNQuantiles = { name: 'nQuantiles', field: 'kept', type: 'integer', shape: [] };
export const attributeQuantiles = { name: 'quantiles', field: 'quantiles', shape: ['d', 'q'] };
export const costQuantileTransformer = { entry: 8, stored: 12, row: 128, column: 16000 };
export const optionDegree_3 = { name: 'degree', type: 'integer', default: 2, range: '[1,64]' };
export const optionInteractionOnly = { name: 'interactionOnly', type: 'boolean', default: false };
export const optionIncludeBias = { name: 'includeBias', type: 'boolean', default: true };
export const optionK_3 = { name: 'k', type: 'integer', default: 10, range: '[1,16777216]' };
export const optionScore = { name: 'score', type: 'choice', default: 'f', choices: ['f', 'chi2', 'mutualInformation'] };
export const optionNNeighbors_2 = { name: 'nNeighbors', type: 'integer', default: 3, range: '[1,2147483647]' };
export const attributeScores = { name: 'scores', field: 'scores', shape: ['d'] };
export const attributeSelected = { name: 'selected', field: 'selected', type: 'int32s', shape: ['q'] };
export const optionStrategy = { name: 'strategy', type: 'choice', default: 'mean', choices: ['mean', 'median', 'mostFrequent', 'constant'] };
export const optionFillValue = { name: 'fillValue', type: 'number', default: 0, range: '(-inf,inf)' };
export const optionAddIndicator = { name: 'addIndicator', type: 'boolean', default: false };
export const attributeStatistics = { name: 'statistics', field: 'statistics', shape: ['d'] };
export const attributeIndicated = { name: 'indicated', field: 'indicated', type: 'int32s', shape: ['q'] };
export const optionNNeighbors_3 = { name: 'nNeighbors', type: 'integer', default: 5, range: '[1,2147483647]' };
export const optionWeights_3 = { name: 'weights', type: 'choice', default: 'uniform', choices: ['uniform', 'distance'] };
export const attributeNSamples = { name: 'nSamples', field: 'samples', type: 'integer', shape: [] };
export const attributeMeans = { name: 'means', field: 'means', shape: ['d'] };
export const costKNNImputer = { entry: 40, stored: 12, row: 128, column: 64 };
export const optionInterceptStep_4 = { name: 'interceptStep', type: 'choice', default: 'radius', choices: ['radius', 'unit'] };
export const optionOutput_3 = { name: 'output', type: 'choice', default: 'last', choices: ['last', 'averaged'] };
export const costMulticlassKernelPerceptron = { entry: 24, stored: 36, letter: 400, row: 320, output: 48 };
export const optionCategories = { name: 'categories', type: 'lists', default: null, doc: 'The categories of each column in their order, a list for each; null, or an empty list: those that are there in training, numbers and texts ascending.' };
export const optionHandleUnknown = { name: 'handleUnknown', type: 'choice', default: 'error', choices: ['error', 'ignore', 'infrequentIfExist'] };
export const optionMinFrequency = { name: 'minFrequency', type: 'number', default: 0, range: '[0,inf)' };
export const optionMaxCategories = { name: 'maxCategories', type: 'integer', default: Infinity, range: '[1,inf]' };
export const optionDrop = { name: 'drop', type: 'choice', default: 'none', choices: ['none', 'first', 'ifBinary'] };
export const optionSparseOutput = { name: 'sparseOutput', type: 'boolean', default: true };
export const attributeNOutputs_2 = { name: 'nOutputs', field: 'outputs', type: 'integer', shape: [] };
export const costOneHotEncoder = { entry: 64, stored: 64, row: 128, column: 768 };
export const optionHandleUnknown_2 = { name: 'handleUnknown', type: 'choice', default: 'error', choices: ['error', 'useEncodedValue'] };
export const optionUnknownValue = { name: 'unknownValue', type: 'number', default: -1, range: '(-inf,inf)' };
export const optionEncodedMissingValue = { name: 'encodedMissingValue', type: 'number', default: Infinity, range: '(-inf,inf]' };
export const optionC_19 = { name: 'C', type: 'number', default: 1, range: positive };
export const optionPairwise = { name: 'pairwise', type: 'choice', default: 'metric-learning', choices: ['metric-learning', 'tensor-product'] };
export const optionPairWeight = { name: 'pairWeight', type: 'choice', default: 'none', choices: ['none', 'balanced'] };
export const optionMaxPairs = { name: 'maxPairs', type: 'integer', default: 20000, range: '[2,inf]' };
export const optionSeed_15 = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]' };
export const optionShrinking_4 = { name: 'shrinking', type: 'boolean', default: true };
export const attributeSupportPairs = { name: 'supportPairs', field: 'pair.rows', type: 'int32s', shape: ['s', '2'] };
export const attributePairCoef = { name: 'pairCoef', field: 'pair.coef', shape: ['s'] };
export const attributePairIntercept = { name: 'pairIntercept', field: 'pair.intercept', type: 'number', shape: [] };
export const attributePairCount_2 = { name: 'pairCount', field: 'pairs', type: 'number', shape: [] };
export const attributeSamePairCount = { name: 'samePairCount', field: 'pairs.same', type: 'number', shape: [] };
export const costEquivalenceSVC = { entry: 24, stored: 36, letter: 400, row: 22320, output: 24, rowPair: 8 };
export const optionLoss_8 = { name: 'loss', type: 'choice', default: 'hinge', choices: ['hinge', 'squared_hinge', 'modified_huber', 'logistic'] };
export const optionNComponents_5 = { name: 'nComponents', type: 'integer', default: 200, range: '[1,2000]' };
export const optionLandmarks = { name: 'landmarks', type: 'choice', default: 'auto', choices: ['auto', 'kMeans', 'random', 'leverage'] };
export const optionPrecision = { name: 'precision', type: 'choice', default: 'float32', choices: ['float32', 'int16'] };
export const optionTol_17 = { name: 'tol', type: 'number', default: 0.01, range: positive };
export const optionWarmStart_5 = { name: 'warmStart', type: 'boolean', default: false };
export const optionMaxTime_12 = { name: 'maxTime', type: 'number', default: Infinity, range: '(0,inf]', unit: 'ms' };
export const optionSeed_16 = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]' };
export const attributeDualityGaps_2 = { name: 'dualityGaps', field: 'solution.gap', shape: ['q'] };
export const costLowRankSVC = { entry: 24, stored: 36, letter: 400, row: 1040, output: 8 };
export const optionEpsilon_6 = { name: 'epsilon', type: 'number', default: 0.1, range: '[0,inf)', unit: 'of y', row: 'sampleEpsilon' };
export const optionTol_18 = { name: 'tol', type: 'number', default: 0.01, range: positive };
export const optionMaxTime_13 = { name: 'maxTime', type: 'number', default: Infinity, range: '(0,inf]', unit: 'ms' };
export const optionSeed_17 = { name: 'seed', type: 'integer', default: 0, range: '[0,2147483647]' };
export const optionC_20 = { name: 'C', type: 'number', default: 1, range: positive };
export const optionCacheSize_3 = { name: 'cacheSize', type: 'number', default: 200, range: positive, unit: 'MB' };
export const optionClassWeight_8 = { name: 'classWeight', type: 'class-weight', default: null };
export const optionMaxIter_20 = { name: 'maxIter', type: 'integer', default: Infinity, range: '[1,inf]' };
export const optionMaxTime_14 = { name: 'maxTime', type: 'number', default: Infinity, range: '(0,inf]', unit: 'ms' };
export const costIncrementalSVC = { entry: 48, stored: 72, letter: 800, row: 640, output: 24 };
export const optionC_21 = { name: 'C', type: 'number', default: 1, range: positive };
export const optionEpsilon_7 = { name: 'epsilon', type: 'number', default: 0.1, range: '[0,inf)', unit: 'of y' };
export const optionNu_8 = { name: 'nu', type: 'number', default: 0.5, range: '(0,1]' };
export const attributeErrorFraction_3 = { name: 'errorFraction', field: 'error.fraction', type: 'number', shape: [] };
export const optionGamma_4 = { name: 'gamma', type: 'number-or-choice', default: 'scale', choices: widthRules, range: positive };
export const optionGamma_5 = { name: 'gamma', type: 'number-or-choice', default: 'scale', choices: widthRules, range: positive };
export const optionDegree_4 = { name: 'degree', type: 'integer', default: 3, range: '[0,64]' };
export const optionCoef0_3 = { name: 'coef0', type: 'number', default: 0, range: '(-inf,inf)' };
export const optionCoef0_4 = { name: 'coef0', type: 'number', default: 0, range: '(-inf,inf)' };
export const optionGamma_6 = { name: 'gamma', type: 'number-or-choice', default: 'scale', choices: widthRules, range: positive };
export const optionGamma_7 = { name: 'gamma', type: 'number-or-choice', default: 'scale', choices: widthRules, range: positive };
export const optionNu_9 = { name: 'nu', type: 'number', default: 1.5, range: '(0,50]' };
export const optionAlpha_9 = { name: 'alpha', type: 'number', default: 1, range: positive };
export const optionGamma_8 = { name: 'gamma', type: 'number-or-choice', default: 'scale', choices: widthRules, range: positive };
export const optionP = { name: 'p', type: 'number', default: 2, range: '[1,inf)' };
export const optionPower_2 = { name: 'power', type: 'number', default: 1, range: positive };
export const optionDegree_5 = { name: 'degree', type: 'integer', default: 3, range: '[0,64]' };
export const optionGamma_9 = { name: 'gamma', type: 'number-or-choice', default: 'scale', choices: widthRules, range: positive };
export const optionOrder_3 = { name: 'order', type: 'integer', default: 2, range: '[1,64]' };
export const optionBase = { name: 'base', type: 'choice', default: 'gaussian', choices: ['gaussian', 'product'] };
export const optionDegree_6 = { name: 'degree', type: 'odd', default: 3, range: '[1,9]' };
export const optionWidth = { name: 'width', type: 'number', default: 1, range: positive };
export const optionOrder_4 = { name: 'order', type: 'integer', default: 3, range: '[1,64]' };
export const optionCoefficients = { name: 'coefficients', type: 'numbers', range: '[0,inf)', doc: 'Weights of the frequencies 0, 1, 2 and so on.' };
export const optionFrequencies = { name: 'frequencies', type: 'rows', range: '(-inf,inf)', doc: 'Angular frequencies: numbers for samples of one column, otherwise rows with a number for each column.' };
export const optionPowers = { name: 'powers', type: 'numbers', range: '[0,inf)', doc: 'The weight of each frequency.' };
export const optionMatrix = { name: 'matrix', type: 'matrix', range: '(-inf,inf)', doc: 'A weight >= 0 for each column, or the rows of a symmetric positive semi-definite matrix.' };
export const optionLength = { name: 'length', type: 'integer', default: 3, range: '[1,10000]' };
export const optionWeights_4 = { name: 'weights', type: 'numbers', default: [], range: '[0,inf)' };
export const optionAlphabet = { name: 'alphabet', type: 'letters', default: 'any', choices: ['any', 'dna'] };
export const optionNormalize_2 = { name: 'normalize', type: 'boolean', default: true };
export const optionLength_2 = { name: 'length', type: 'integer', default: 5, range: '[1,10000]' };
export const optionLength_3 = { name: 'length', type: 'integer', default: 5, range: '[1,100]' };
export const optionMismatches = { name: 'mismatches', type: 'integer', default: 1, range: '[0,100]' };
export const optionDegree_7 = { name: 'degree', type: 'integer', default: 5, range: '[1,10000]' };
export const optionLength_4 = { name: 'length', type: 'integer', default: 3, range: '[1,1000]' };
export const optionDecay = { name: 'decay', type: 'number', default: 0.5, range: '(0,1)' };
export const optionFactor = { name: 'factor', type: 'number', range: positive, doc: 'Factor of the kernel.' };
export const optionCoefficients_2 = { name: 'coefficients', type: 'numbers', range: '[0,inf)', doc: 'Coefficients of the powers 0, 1, 2 and so on.' };
export const optionGamma_10 = { name: 'gamma', type: 'number', range: positive, doc: 'Factor of the squared distance in feature space.' };
export const optionPoints = { name: 'points', type: 'rows', range: '(-inf,inf)', doc: 'The points whose mean becomes the origin, in rows; numbers for samples of one column.' };
export const optionPoints_2 = { name: 'points', type: 'rows', range: '(-inf,inf)', doc: 'The points of the function f, in rows; numbers for samples of one column.' };
export const optionWeights_5 = { name: 'weights', type: 'numbers', range: '(-inf,inf)', doc: 'The weight of each point.' };
export const optionColumns = { name: 'columns', type: 'indices', range: '[0,inf)', doc: 'Columns of X, counted from 0.' };

export const machineSVC = {
  name: 'SVC',
  kind: 'classifier',
  options: [
    optionC,
    optionLoss,
    optionSquaredC,
    optionNormBound,
    optionSlacks,
    optionFitIntercept,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionTol,
    optionCacheSize,
    optionMaxIter,
    optionMaxTime,
    optionSolver,
    optionStopping,
    optionTrace,
    optionShrinking,
    optionWorkingSet,
    optionSelection,
    optionUpdates,
    optionOrder,
    optionRelaxation,
    optionBiasScale,
    optionSeed,
    optionWarmStart,
    optionClassWeight,
    optionMultiClass,
    optionDecisionFunctionShape,
    optionProbability,
    optionProbabilityFolds,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeSupportCounts,
    attributeDualCoef,
    attributeIntercept,
    attributeNIter,
    attributeDualityGaps,
    attributeKernelEvaluations,
    attributeCacheHits,
    attributeShrunkCounts,
    attributeTraceEnds,
    attributeTraceObjective,
    attributeTraceGap,
    attributeTracePrimal,
    attributeTraceMargin,
    attributeTraceSetEnds,
    attributeTraceSets,
    attributeTraceScores,
    attributeTraceMu,
    attributeTraceStep,
    attributeTracePrimalResidual,
    attributeTraceDualResidual,
    attributeEffectiveC,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    r: ['coef.rows'],
    q: 'intercept',
    z: 'solution.gap',
    t: 'trace.objective',
    primals: 'trace.primal',
    u: 'trace.sets',
    scores: 'trace.scores',
    steps: 'trace.mu',
    e: 'pair.C',
  },
};

export const machineNuSVC = {
  name: 'NuSVC',
  kind: 'classifier',
  options: [
    optionNu,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionTol,
    optionCacheSize,
    optionMaxIter,
    optionMaxTime,
    optionSolver,
    optionStopping,
    optionTrace,
    optionShrinking,
    optionWorkingSet,
    optionSelection,
    optionUpdates,
    optionOrder,
    optionRelaxation,
    optionBiasScale,
    optionSeed,
    optionWarmStart,
    optionMultiClass,
    optionDecisionFunctionShape,
    optionProbability,
    optionProbabilityFolds,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeSupportCounts,
    attributeDualCoef,
    attributeIntercept,
    attributeNIter,
    attributeDualityGaps,
    attributeKernelEvaluations,
    attributeCacheHits,
    attributeShrunkCounts,
    attributeTraceEnds,
    attributeTraceObjective,
    attributeTraceGap,
    attributeTracePrimal,
    attributeTraceMargin,
    attributeTraceSetEnds,
    attributeTraceSets,
    attributeTraceScores,
    attributeTraceMu,
    attributeTraceStep,
    attributeTracePrimalResidual,
    attributeTraceDualResidual,
    attributeC,
    attributeErrorFractions,
    attributeSupportFractions,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    r: ['coef.rows'],
    q: 'intercept',
    z: 'solution.gap',
    t: 'trace.objective',
    primals: 'trace.primal',
    u: 'trace.sets',
    scores: 'trace.scores',
    steps: 'trace.mu',
  },
};

export const machineOneClassSVM = {
  name: 'OneClassSVM',
  kind: 'detector',
  options: [
    optionNu_2,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionTol,
    optionCacheSize,
    optionMaxIter,
    optionMaxTime,
    optionSolver,
    optionStopping,
    optionTrace,
    optionShrinking,
    optionWorkingSet,
    optionSelection,
    optionUpdates,
    optionOrder,
    optionRelaxation,
    optionBiasScale,
    optionSeed,
    optionWarmStart,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
    attributeDualityGaps,
    attributeKernelEvaluations,
    attributeCacheHits,
    attributeShrunkCounts,
    attributeTraceEnds,
    attributeTraceObjective,
    attributeTraceGap,
    attributeTracePrimal,
    attributeTraceMargin,
    attributeTraceSetEnds,
    attributeTraceSets,
    attributeTraceScores,
    attributeTraceMu,
    attributeTraceStep,
    attributeTracePrimalResidual,
    attributeTraceDualResidual,
    attributeErrorFraction,
    attributeSupportFraction,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    z: 'solution.gap',
    t: 'trace.objective',
    primals: 'trace.primal',
    u: 'trace.sets',
    scores: 'trace.scores',
    steps: 'trace.mu',
  },
};

export const machineSVDD = {
  name: 'SVDD',
  kind: 'detector',
  options: [
    optionNu_3,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionTol,
    optionCacheSize,
    optionMaxIter,
    optionMaxTime,
    optionSolver,
    optionStopping,
    optionTrace,
    optionShrinking,
    optionWorkingSet,
    optionSelection,
    optionUpdates,
    optionOrder,
    optionRelaxation,
    optionBiasScale,
    optionSeed,
    optionWarmStart,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
    attributeDualityGaps,
    attributeKernelEvaluations,
    attributeCacheHits,
    attributeShrunkCounts,
    attributeTraceEnds,
    attributeTraceObjective,
    attributeTraceGap,
    attributeTracePrimal,
    attributeTraceMargin,
    attributeTraceSetEnds,
    attributeTraceSets,
    attributeTraceScores,
    attributeTraceMu,
    attributeTraceStep,
    attributeTracePrimalResidual,
    attributeTraceDualResidual,
    attributeRadius,
    attributeErrorFraction,
    attributeSupportFraction,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    z: 'solution.gap',
    t: 'trace.objective',
    primals: 'trace.primal',
    u: 'trace.sets',
    scores: 'trace.scores',
    steps: 'trace.mu',
  },
};

export const machineSVR = {
  name: 'SVR',
  kind: 'regressor',
  options: [
    optionC_2,
    optionEpsilon,
    optionLoss_2,
    optionSquaredC,
    optionEpsilonBelow,
    optionWeightBelow,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionTol,
    optionCacheSize,
    optionMaxIter,
    optionMaxTime,
    optionSolver,
    optionStopping,
    optionTrace,
    optionShrinking,
    optionWorkingSet,
    optionSelection,
    optionUpdates,
    optionOrder,
    optionRelaxation,
    optionBiasScale,
    optionSeed,
    optionWarmStart,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
    attributeDualityGaps,
    attributeKernelEvaluations,
    attributeCacheHits,
    attributeShrunkCounts,
    attributeTraceEnds,
    attributeTraceObjective,
    attributeTraceGap,
    attributeTracePrimal,
    attributeTraceMargin,
    attributeTraceSetEnds,
    attributeTraceSets,
    attributeTraceScores,
    attributeTraceMu,
    attributeTraceStep,
    attributeTracePrimalResidual,
    attributeTraceDualResidual,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    z: 'solution.gap',
    t: 'trace.objective',
    primals: 'trace.primal',
    u: 'trace.sets',
    scores: 'trace.scores',
    steps: 'trace.mu',
  },
};

export const machineNuSVR = {
  name: 'NuSVR',
  kind: 'regressor',
  options: [
    optionNu_4,
    optionC_3,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionTol,
    optionCacheSize,
    optionMaxIter,
    optionMaxTime,
    optionSolver,
    optionStopping,
    optionTrace,
    optionShrinking,
    optionWorkingSet,
    optionSelection,
    optionUpdates,
    optionOrder,
    optionRelaxation,
    optionBiasScale,
    optionSeed,
    optionWarmStart,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
    attributeDualityGaps,
    attributeKernelEvaluations,
    attributeCacheHits,
    attributeShrunkCounts,
    attributeTraceEnds,
    attributeTraceObjective,
    attributeTraceGap,
    attributeTracePrimal,
    attributeTraceMargin,
    attributeTraceSetEnds,
    attributeTraceSets,
    attributeTraceScores,
    attributeTraceMu,
    attributeTraceStep,
    attributeTracePrimalResidual,
    attributeTraceDualResidual,
    attributeEpsilon,
    attributeErrorFraction_2,
    attributeSupportFraction_2,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    z: 'solution.gap',
    t: 'trace.objective',
    primals: 'trace.primal',
    u: 'trace.sets',
    scores: 'trace.scores',
    steps: 'trace.mu',
  },
};

export const machineConvexLossSVR = {
  name: 'ConvexLossSVR',
  kind: 'regressor',
  options: [
    optionLoss_3,
    optionC_4,
    optionEpsilon_2,
    optionSigma,
    optionPower,
    optionEpsilonBelow,
    optionWeightBelow,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionTol_2,
    optionMaxIter_2,
    optionMaxTime_2,
    optionTrace_2,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
    attributeDualityGaps,
    attributeKernelEvaluations,
    attributeCacheHits,
    attributeShrunkCounts,
    attributeTraceEnds,
    attributeTraceObjective,
    attributeTraceGap,
    attributeTracePrimal,
    attributeTraceMargin,
    attributeTraceSetEnds,
    attributeTraceSets,
    attributeTraceScores,
    attributeTraceMu,
    attributeTraceStep,
    attributeTracePrimalResidual,
    attributeTraceDualResidual,
    attributeSquaredNorm,
    attributeEmpiricalRisk,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    z: 'solution.gap',
    t: 'trace.objective',
    primals: 'trace.primal',
    u: 'trace.sets',
    scores: 'trace.scores',
    steps: 'trace.mu',
  },
  fitCost: costConvexLossSVR,
};

export const machineLinearSVC = {
  name: 'LinearSVC',
  kind: 'classifier',
  options: [
    optionC_5,
    optionLoss_4,
    optionTol_3,
    optionFitIntercept_2,
    optionInterceptScaling,
    optionInterceptPenalty,
    optionShrinking_2,
    optionMaxIter_3,
    optionMaxTime_3,
    optionClassWeight,
    optionSeed_2,
    optionWarmStart_2,
    optionProbability,
    optionProbabilityFolds,
  ],
  attributes: [
    attributeNFeatures,
    attributeIntercept_3,
    attributeCoef,
    attributeNIter_2,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    q: 'intercept',
    w: 'dual.coef',
  },
  fitCost: costLinearSVC,
};

export const machineLinearSVR = {
  name: 'LinearSVR',
  kind: 'regressor',
  options: [
    optionC_6,
    optionEpsilon_3,
    optionLoss_5,
    optionSigma_2,
    optionTol_4,
    optionFitIntercept_2,
    optionInterceptScaling,
    optionInterceptPenalty_2,
    optionShrinking_2,
    optionMaxIter_4,
    optionMaxTime_2,
    optionSeed_3,
    optionWarmStart_2,
  ],
  attributes: [
    attributeNFeatures,
    attributeIntercept_3,
    attributeCoef,
    attributeNIter_2,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    q: 'intercept',
    w: 'dual.coef',
  },
  fitCost: costLinearSVC,
};

export const machineSGDClassifier = {
  name: 'SGDClassifier',
  kind: 'classifier',
  options: [
    optionLoss_6,
    optionAlpha,
    optionLearningRate,
    optionNormBound_2,
    optionMaxIter_5,
    optionMaxTime_4,
    optionTol_5,
    optionAverage,
    optionFitIntercept_3,
    optionInterceptScaling,
    optionClassWeight_2,
    optionSeed_4,
    optionProbability,
    optionProbabilityFolds,
  ],
  attributes: [
    attributeNFeatures,
    attributeIntercept_3,
    attributeCoef,
    attributeNSteps,
    attributeObjectiveSteps,
    attributeObjectiveCurve,
  ],
  dimensions: {
    d: ['features'],
    q: 'intercept',
    s: 'curve.steps',
    g: 'steps.state',
  },
  fitCost: costSGDClassifier,
};

export const machinePerceptron = {
  name: 'Perceptron',
  kind: 'classifier',
  options: [
    optionEta0,
    optionFitIntercept_2,
    optionInterceptStep,
    optionTie,
    optionOutput,
    optionUpdates_2,
    optionMaxIter_6,
    optionMaxTime_4,
    optionShuffle,
    optionSeed_5,
    optionClassWeight_3,
    optionProbability,
    optionProbabilityFolds,
  ],
  attributes: [
    attributeNFeatures,
    attributeIntercept_3,
    attributeCoef,
    attributeMistakes,
    attributeNIter_3,
    attributeMistakesPerPass,
    attributeMistakeRows,
    attributeSquaredRadius,
    attributeMargins,
    attributeMistakeBounds,
    attributePocketRuns,
    attributeVotes,
    attributeVoteEnds,
    attributeVoteCoef,
    attributeVoteIntercept,
    attributeTrainingErrors,
  ],
  dimensions: {
    d: ['features'],
    q: 'intercept',
    p: 'pass.mistakes',
    t: 'mistake.rows',
    l: 'last.coef',
    b: 'last.intercept',
    a: 'late.coef',
    c: 'late.intercept',
    o: 'looks',
    r: 'pocket.runs',
    e: 'last.runs',
    v: 'votes',
    f: 'vote.ends',
    w: 'training.errors',
  },
  fitCost: costPerceptron,
};

export const machineKernelPerceptron = {
  name: 'KernelPerceptron',
  kind: 'classifier',
  options: [
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionEta0_2,
    optionFitIntercept_2,
    optionInterceptStep_2,
    optionTie,
    optionDelta,
    optionMaxIter_7,
    optionMaxTime_4,
    optionCacheSize,
    optionShuffle,
    optionSeed_5,
    optionClassWeight_3,
    optionProbability,
    optionProbabilityFolds,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeIntercept_4,
    attributeDualCoef_3,
    attributeMistakes,
    attributeNIter_3,
    attributeMistakesPerPass,
    attributeMistakeRows,
    attributeSquaredRadius,
    attributeMargins,
    attributeMistakeBounds,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    q: 'intercept',
    p: 'pass.mistakes',
    t: 'mistake.rows',
  },
};

export const machineKernelRidge = {
  name: 'KernelRidge',
  kind: 'regressor',
  options: [
    optionAlpha_2,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionFitIntercept_4,
    optionSolver_2,
    optionTol_6,
    optionMaxIter_8,
    optionMaxTime_5,
    optionCacheSize_2,
  ],
  attributes: [
    attributeNFeatures,
    attributeDualCoef_4,
    attributeIntercept_5,
    attributeLooResiduals,
    attributeLooError,
    attributeObjectiveBounds,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    r: 'loo.residuals',
    e: 'objective.bounds',
  },
  fitCost: costKernelRidge,
};

export const machineAverageMarginClassifier = {
  name: 'AverageMarginClassifier',
  kind: 'classifier',
  options: [
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionClassWeight_4,
    optionMultiClass,
    optionDecisionFunctionShape,
    optionProbability,
    optionProbabilityFolds,
    optionSeed_6,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeAverageMargin,
    attributeDualCoef_5,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    q: 'average.margins',
    u: 'labels',
    c: 'class.counts',
    s: 'class.sums',
  },
};

export const machineNearestCentroid = {
  name: 'NearestCentroid',
  kind: 'classifier',
  options: [
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionProbability,
    optionProbabilityFolds,
    optionSeed_6,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeIntercept_4,
    attributeDualCoef_3,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    q: 'intercept',
  },
};

export const machineKNeighborsClassifier = {
  name: 'KNeighborsClassifier',
  kind: 'classifier',
  options: [
    optionNNeighbors,
    optionWeights,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionProbability,
    optionProbabilityFolds,
    optionSeed_6,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
  },
};

export const machineFisherDiscriminant = {
  name: 'FisherDiscriminant',
  kind: 'classifier',
  options: [
    optionAlpha_3,
    optionPriors,
    optionProbability,
    optionProbabilityFolds,
    optionSeed_6,
  ],
  attributes: [
    attributeNFeatures,
    attributeIntercept_3,
    attributeCoef,
  ],
  dimensions: {
    d: ['features'],
    q: 'intercept',
  },
  fitCost: costFisherDiscriminant,
};

export const machineKernelFisherDiscriminant = {
  name: 'KernelFisherDiscriminant',
  kind: 'classifier',
  options: [
    optionAlpha_4,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionPriors,
    optionProbability,
    optionProbabilityFolds,
    optionSeed_6,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeIntercept_4,
    attributeDualCoef_3,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    q: 'intercept',
  },
  fitCost: costConvexLossSVR,
};

export const machineKernelPCA = {
  name: 'KernelPCA',
  kind: 'transformer',
  options: [
    optionNComponents,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeIntercept_4,
    attributeDualCoef_3,
    attributeEigenvalues,
    attributeExplainedVarianceRatio,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    q: 'intercept',
  },
  fitCost: costConvexLossSVR,
};

export const machineStandardScaler = {
  name: 'StandardScaler',
  kind: 'transformer',
  options: [
    optionWithMean,
    optionWithStd,
  ],
  attributes: [
    attributeNFeatures,
    attributeMean,
    attributeScale,
  ],
  dimensions: {
    d: ['features'],
  },
  fitCost: costStandardScaler,
};

export const machineMinMaxScaler = {
  name: 'MinMaxScaler',
  kind: 'transformer',
  options: [
    optionFeatureRange,
    optionClip,
  ],
  attributes: [
    attributeNFeatures,
    attributeDataMin,
    attributeDataMax,
    attributeScale_2,
  ],
  dimensions: {
    d: ['features'],
  },
  fitCost: costMinMaxScaler,
};

export const machineNormalizer = {
  name: 'Normalizer',
  kind: 'transformer',
  options: [
    optionNorm,
  ],
  attributes: [
    attributeNFeatures,
  ],
  dimensions: {
    d: ['features'],
  },
  fitCost: costNormalizer,
};

export const machineNystroem = {
  name: 'Nystroem',
  kind: 'transformer',
  options: [
    optionNComponents_2,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionSeed_7,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeIntercept_4,
    attributeDualCoef_3,
    attributeEigenvalues_2,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    q: 'intercept',
  },
};

export const machineRBFSampler = {
  name: 'RBFSampler',
  kind: 'transformer',
  options: [
    optionGamma_2,
    optionNComponents_3,
    optionSeed_8,
  ],
  attributes: [
    attributeNFeatures,
    attributeFrequencies,
    attributeOffsets,
  ],
  dimensions: {
    d: ['features'],
    q: 'offsets',
  },
  fitCost: costRBFSampler,
};

export const machineIncompleteCholesky = {
  name: 'IncompleteCholesky',
  kind: 'transformer',
  options: [
    optionTol_7,
    optionNComponents_4,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeIntercept_4,
    attributeDualCoef_3,
    attributeResiduals,
    attributeError,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    q: 'intercept',
  },
  fitCost: costIncompleteCholesky,
};

export const machineMonomialFeatures = {
  name: 'MonomialFeatures',
  kind: 'transformer',
  options: [
    optionDegree_2,
    optionWeights_2,
    optionGamma_3,
    optionCoef0_2,
  ],
  attributes: [
    attributeNFeatures,
    attributeCoefficients,
    attributeNOutputs,
  ],
  dimensions: {
    d: ['features'],
    t: 'coefficients',
  },
  fitCost: costNormalizer,
};

export const machineGaussianProcessRegressor = {
  name: 'GaussianProcessRegressor',
  kind: 'regressor',
  options: [
    optionAlpha_5,
    optionVariance,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionOptimizer,
    optionNormalizeY,
    optionRestarts,
    optionTol_8,
    optionMaxIter_9,
    optionMaxTime_6,
    optionSeed_9,
  ],
  attributes: [
    attributeNFeatures,
    attributeDualCoef_6,
    attributeParameters,
    attributeParameterNames,
    attributeEvidence,
    attributeNoise,
    attributeTargetMean,
    attributeTargetScale,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    r: 'weights',
    q: 'parameters',
  },
  fitCost: costGaussianProcessRegressor,
};

export const machineKernelDensity = {
  name: 'KernelDensity',
  kind: 'detector',
  options: [
    optionNu_5,
    optionWindow,
    optionBandwidth,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices_2,
    attributeSupportVectors_2,
    attributeBandwidth,
    attributeOffset,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    m: 'support.indices',
  },
};

export const machineParzenClassifier = {
  name: 'ParzenClassifier',
  kind: 'classifier',
  options: [
    optionWindow,
    optionBandwidth,
    optionPriors_2,
    optionProbability,
    optionProbabilityFolds,
    optionSeed_10,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices_2,
    attributeSupportVectors_2,
    attributeBandwidth,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    m: 'support.indices',
  },
};

export const machineKernelRegression = {
  name: 'KernelRegression',
  kind: 'regressor',
  options: [
    optionWindow,
    optionBandwidth,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices_2,
    attributeSupportVectors_2,
    attributeBandwidth,
    attributeLooResiduals_2,
    attributeLooError_2,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    m: 'support.indices',
  },
};

export const machineDecisionTreeClassifier = {
  name: 'DecisionTreeClassifier',
  kind: 'classifier',
  options: [
    optionCriterion,
    optionMaxDepth,
    optionMinSamplesSplit,
    optionMinSamplesLeaf,
    optionMaxTime_7,
    optionClassWeight_5,
  ],
  attributes: [
    attributeNFeatures,
    attributeThresholds,
    attributeFeatures,
    attributeChildren,
    attributeShares,
    attributeNodeSamples,
    attributeFeatureImportances,
  ],
  dimensions: {
    d: ['features'],
    t: 'tree.thresholds',
  },
  fitCost: costDecisionTreeClassifier,
};

export const machineDecisionStump = {
  name: 'DecisionStump',
  kind: 'classifier',
  options: [
    optionCriterion_2,
    optionClassWeight_5,
  ],
  attributes: [
    attributeNFeatures,
    attributeThresholds,
    attributeFeatures,
    attributeChildren,
    attributeShares,
    attributeNodeSamples,
  ],
  dimensions: {
    d: ['features'],
    t: 'tree.thresholds',
  },
  fitCost: costDecisionTreeClassifier,
};

export const machineAdaBoostClassifier = {
  name: 'AdaBoostClassifier',
  kind: 'classifier',
  options: [
    optionNEstimators,
    optionReg,
    optionC_7,
    optionRho,
    optionMaxTime_8,
  ],
  attributes: [
    attributeNFeatures,
    attributeAlphas,
    attributeErrors,
    attributeNormalizers,
    attributeTrainingErrors_2,
    attributeMarginErrors,
    attributeBounds,
    attributeMargins_2,
    attributeFinalWeights,
  ],
  dimensions: {
    d: ['features'],
    t: 'boost.alphas',
    n: 'boost.margins',
  },
  fitCost: costAdaBoostClassifier,
};

export const machineLPSVC = {
  name: 'LPSVC',
  kind: 'classifier',
  options: [
    optionC_8,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionSigned,
    optionDictionary,
    optionTol_9,
    optionMaxIter_10,
    optionMaxTime_3,
    optionClassWeight,
    optionMultiClass,
    optionDecisionFunctionShape,
    optionProbability,
    optionProbabilityFolds,
    optionSeed_10,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeIntercept_4,
    attributeDualCoef_7,
    attributeObjectives,
    attributeNonZeros,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    q: 'intercept',
    r: ['coef.rows'],
    u: 'problem.multipliers',
  },
  fitCost: costLPSVC,
};

export const machineLPSVR = {
  name: 'LPSVR',
  kind: 'regressor',
  options: [
    optionC_9,
    optionEpsilon_4,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionDictionary,
    optionTol_9,
    optionMaxIter_10,
    optionMaxTime_3,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeIntercept_4,
    attributeDualCoef_7,
    attributeObjective,
    attributeNonZeros_2,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    q: 'intercept',
    r: ['coef.rows'],
    u: 'problem.multipliers',
  },
  fitCost: costLPSVC,
};

export const machineLPMarginClassifier = {
  name: 'LPMarginClassifier',
  kind: 'classifier',
  options: [
    optionNorm_2,
    optionMultiClass_2,
    optionMaxTime_3,
  ],
  attributes: [
    attributeNFeatures,
    attributeIntercept_3,
    attributeCoef,
    attributeRho,
    attributeRhoByNorm,
    attributeNonZeros_3,
    attributeCriticalRows,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    q: 'intercept',
    c: 'critical.rows',
  },
  fitCost: costLPMarginClassifier,
};

export const machineLinearRegression = {
  name: 'LinearRegression',
  kind: 'regressor',
  options: [
    optionFitIntercept_5,
  ],
  attributes: [
    attributeNFeatures,
    attributeIntercept_3,
    attributeCoef,
    attributeResiduals_2,
    attributeSse,
    attributeRank,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    q: 'intercept',
  },
  fitCost: costLinearRegression,
};

export const machineRidge = {
  name: 'Ridge',
  kind: 'regressor',
  options: [
    optionAlpha_6,
    optionFitIntercept_6,
    optionForm,
  ],
  attributes: [
    attributeNFeatures,
    attributeIntercept_3,
    attributeCoef,
    attributeResiduals_2,
    attributeSse,
    attributeRank,
    attributePenalizedLoss,
    attributeDualCoef_8,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    q: 'intercept',
    r: 'dual.coef',
  },
  fitCost: costLinearRegression,
};

export const machineLSSVC = {
  name: 'LSSVC',
  kind: 'classifier',
  options: [
    optionC_10,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionFitIntercept_6,
    optionClassWeight,
    optionSeed_10,
    optionProbability,
    optionProbabilityFolds,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeIntercept_4,
    attributeDualCoef_3,
    attributeLooValues,
    attributeLooError_3,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    q: 'intercept',
    l: 'loo.values',
  },
  fitCost: costConvexLossSVR,
};

export const machineSGDRegressor = {
  name: 'SGDRegressor',
  kind: 'regressor',
  options: [
    optionLoss_7,
    optionEpsilon_5,
    optionSigma_2,
    optionAlpha_7,
    optionForm_2,
    optionLearningRate_2,
    optionEta0_3,
    optionMaxIter_11,
    optionMaxTime_4,
    optionTol_5,
    optionAverage_2,
    optionFitIntercept_6,
    optionShuffle,
    optionSeed_11,
  ],
  attributes: [
    attributeNFeatures,
    attributeIntercept_3,
    attributeCoef,
    attributeNSteps,
    attributeEta,
    attributeEtaLimit,
    attributeDualCoef_9,
    attributeObjectiveSteps,
    attributeObjectiveCurve,
  ],
  dimensions: {
    d: ['features'],
    q: 'intercept',
    g: 'steps.state',
    r: 'dual.coef',
    s: 'curve.steps',
  },
  fitCost: costSGDRegressor,
};

export const machineKernelSGDClassifier = {
  name: 'KernelSGDClassifier',
  kind: 'classifier',
  options: [
    optionLoss_6,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionAlpha,
    optionLearningRate,
    optionNormBound_2,
    optionMaxIter_5,
    optionMaxTime_4,
    optionTol_5,
    optionCacheSize,
    optionAverage_3,
    optionFitIntercept_3,
    optionInterceptScaling,
    optionClassWeight_2,
    optionSeed_12,
    optionProbability,
    optionProbabilityFolds,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeIntercept_4,
    attributeDualCoef_3,
    attributeNSteps,
    attributeObjectiveSteps,
    attributeObjectiveCurve,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    q: 'intercept',
    h: 'steps.moments',
    s: 'curve.steps',
    g: 'steps.state',
  },
  fitCost: costKernelSGDClassifier,
};

export const machineRegularizationNetwork = {
  name: 'RegularizationNetwork',
  kind: 'regressor',
  options: [
    optionC_11,
    optionEpsilon,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionRegularizer,
    optionBasis,
    optionBasisColumns,
    optionTol_10,
    optionMaxIter_12,
    optionMaxTime_9,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
    attributeBeta,
    attributeBasisCoef,
    attributePenalty,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    b: 'basis.coef',
  },
  fitCost: costRegularizationNetwork,
};

export const machineParametricTubeSVR = {
  name: 'ParametricTubeSVR',
  kind: 'regressor',
  options: [
    optionNu_6,
    optionC_12,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionTube,
    optionTubeColumns,
    optionTol_10,
    optionMaxIter_12,
    optionMaxTime_9,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
    attributeTubeCoef,
    attributeEpsilons,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    b: 'tube.coef',
  },
  fitCost: costParametricTubeSVR,
};

export const machineLPBoostClassifier = {
  name: 'LPBoostClassifier',
  kind: 'classifier',
  options: [
    optionNEstimators_2,
    optionNu_7,
    optionTol_11,
    optionMaxTime_8,
  ],
  attributes: [
    attributeNFeatures,
    attributeAlphas,
    attributeErrors_2,
    attributeEdges,
    attributeObjectives_2,
    attributeRhos,
    attributeTrainingErrors_3,
    attributeMarginErrors_2,
    attributeRoundAlphas,
    attributeRoundWeights,
    attributeMargins_2,
    attributeFinalWeights,
  ],
  dimensions: {
    d: ['features'],
    t: 'boost.alphas',
    n: 'boost.margins',
  },
  fitCost: costLPBoostClassifier,
};

export const machineGaussianProcessClassifier = {
  name: 'GaussianProcessClassifier',
  kind: 'classifier',
  options: [
    optionVariance_2,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionOptimizer_2,
    optionRestarts,
    optionTol_8,
    optionMaxIter_9,
    optionMaxTime_6,
    optionSeed_9,
  ],
  attributes: [
    attributeNFeatures,
    attributeDualCoef_10,
    attributePrecisions,
    attributeParameters_2,
    attributeParameterNames_2,
    attributeEvidence_2,
    attributeEvidences,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    r: 'weights',
    p: 'parameters',
    q: 'evidences',
  },
  fitCost: costGaussianProcessClassifier,
};

export const machineRankSVC = {
  name: 'RankSVC',
  kind: 'regressor',
  options: [
    optionC_13,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionSurrogate,
    optionNormalize,
    optionK,
    optionGain,
    optionTol_12,
    optionMaxIter_13,
    optionMaxTime_2,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
    attributeNQueries,
    attributeMeanLoss,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
  },
  fitCost: costRankSVC,
};

export const machineOrdinalAverageMargin = {
  name: 'OrdinalAverageMargin',
  kind: 'classifier',
  options: [
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionThresholds,
    optionOrder_2,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_11,
    attributeThresholds_2,
    attributeThresholdSource,
    attributeAverageMargin_2,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
  },
};

export const machineOrdinalSVC = {
  name: 'OrdinalSVC',
  kind: 'classifier',
  options: [
    optionC_14,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionPairs,
    optionThresholds_2,
    optionTol_13,
    optionMaxIter_14,
    optionMaxTime_2,
    optionNorm_3,
    optionWarmStart_3,
    optionOrder_2,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_11,
    attributeThresholds_2,
    attributeThresholdSource,
    attributeRankMargins,
    attributeNorm,
    attributePairCount,
    attributeSupportPairCount,
    attributeCoef_2,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    v: 'norm.weights',
    z: 'pairs.start',
  },
  fitCost: costOrdinalSVC,
};

export const machineCumulativeLinkModel = {
  name: 'CumulativeLinkModel',
  kind: 'classifier',
  options: [
    optionLink,
    optionAlpha_8,
    optionTol_14,
    optionMaxIter_15,
    optionMaxTime_6,
    optionClassWeight_6,
    optionOrder_2,
  ],
  attributes: [
    attributeNFeatures,
    attributeCoef_3,
    attributeThresholds_3,
    attributeLogLikelihood,
  ],
  dimensions: {
    d: ['features'],
  },
  fitCost: costCumulativeLinkModel,
};

export const machineSVOR = {
  name: 'SVOR',
  kind: 'classifier',
  options: [
    optionC_15,
    optionConstraints,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionTol_15,
    optionCacheSize,
    optionMaxIter_16,
    optionMaxTime_2,
    optionClassWeight_7,
    optionWarmStart_4,
    optionOrder_2,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_11,
    attributeThresholds_2,
    attributeDualityGap,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    u: 'dual.shares',
  },
  fitCost: costSVOR,
};

export const machineReducedOrdinalSVC = {
  name: 'ReducedOrdinalSVC',
  kind: 'classifier',
  options: [
    optionC_15,
    optionCost,
    optionFitIntercept_7,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionTol_15,
    optionCacheSize,
    optionMaxIter_16,
    optionMaxTime_2,
    optionClassWeight_7,
    optionWarmStart_4,
    optionOrder_2,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_11,
    attributeThresholds_2,
    attributeDualityGap,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    u: 'dual.shares',
  },
};

export const machineSetRanker = {
  name: 'SetRanker',
  kind: 'classifier',
  options: [
    optionC_16,
    optionMeasure,
    optionBeta,
    optionK_2,
    optionFitIntercept_3,
    optionInterceptScaling,
    optionTol_12,
    optionMaxIter_13,
    optionMaxTime_2,
  ],
  attributes: [
    attributeNFeatures,
    attributeIntercept_3,
    attributeCoef,
    attributeMeanLosses,
  ],
  dimensions: {
    d: ['features'],
    q: 'intercept',
  },
  fitCost: costSetRanker,
};

export const machineSequenceTagger = {
  name: 'SequenceTagger',
  kind: 'classifier',
  options: [
    optionAlgorithm,
    optionChain,
    optionC_17,
    optionFitIntercept_8,
    optionEta0_4,
    optionNEpochs,
    optionSeed_13,
    optionTol_16,
    optionMaxIter_17,
    optionMaxTime_10,
  ],
  attributes: [
    attributeNFeatures,
    attributeIntercept_3,
    attributeCoef,
    attributeTransitions,
  ],
  dimensions: {
    d: ['features'],
    q: 'intercept',
  },
  fitCost: costSequenceTagger,
};

export const machineMulticlassSVC = {
  name: 'MulticlassSVC',
  kind: 'classifier',
  options: [
    optionC_18,
    optionFormulation,
    optionCosts,
    optionFitIntercept_9,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionTol_15,
    optionCacheSize,
    optionShrinking_3,
    optionMaxIter_18,
    optionMaxTime_2,
    optionClassWeight,
    optionSeed_10,
    optionProbability,
    optionProbabilityFolds,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeIntercept_4,
    attributeDualCoef_3,
    attributeHingeLosses,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    q: 'intercept',
  },
  fitCost: costMulticlassSVC,
};

export const machineMulticlassPerceptron = {
  name: 'MulticlassPerceptron',
  kind: 'classifier',
  options: [
    optionEta0,
    optionFitIntercept_10,
    optionInterceptStep_3,
    optionOutput_2,
    optionUpdates_3,
    optionMaxIter_19,
    optionMaxTime_11,
    optionShuffle,
    optionSeed_14,
    optionClassWeight_3,
    optionProbability,
    optionProbabilityFolds,
  ],
  attributes: [
    attributeNFeatures,
    attributeIntercept_3,
    attributeCoef,
    attributeMistakes_2,
    attributeNIter_4,
    attributeMistakesPerPass_2,
    attributeSquaredRadius,
    attributeMargin,
    attributeMistakeBound,
  ],
  dimensions: {
    d: ['features'],
    q: 'intercept',
    p: 'pass.mistakes',
    l: 'last.coef',
    b: 'last.intercept',
  },
  fitCost: costPerceptron,
};

export const machineMaxAbsScaler = {
  name: 'MaxAbsScaler',
  kind: 'transformer',
  options: [
  ],
  attributes: [
    attributeNFeatures,
    attributeCenter,
    attributeScale_3,
  ],
  dimensions: {
    d: ['features'],
  },
  fitCost: costStandardScaler,
};

export const machineRobustScaler = {
  name: 'RobustScaler',
  kind: 'transformer',
  options: [
    optionWithCentering,
    optionWithScaling,
    optionQuantileRange,
  ],
  attributes: [
    attributeNFeatures,
    attributeCenter,
    attributeScale_3,
  ],
  dimensions: {
    d: ['features'],
  },
  fitCost: costRobustScaler,
};

export const machineQuantileTransformer = {
  name: 'QuantileTransformer',
  kind: 'transformer',
  options: [
    optionNQuantiles,
    optionOutputDistribution,
  ],
  attributes: [
    attributeNFeatures,
    attributeNQuantiles,
    attributeQuantiles,
  ],
  dimensions: {
    d: ['features'],
    q: ['kept'],
  },
  fitCost: costQuantileTransformer,
};

export const machinePolynomialFeatures = {
  name: 'PolynomialFeatures',
  kind: 'transformer',
  options: [
    optionDegree_3,
    optionInteractionOnly,
    optionIncludeBias,
  ],
  attributes: [
    attributeNFeatures,
    attributeNOutputs,
  ],
  dimensions: {
    d: ['features'],
  },
  fitCost: costNormalizer,
};

export const machineSelectKBest = {
  name: 'SelectKBest',
  kind: 'transformer',
  options: [
    optionK_3,
    optionScore,
    optionNNeighbors_2,
  ],
  attributes: [
    attributeNFeatures,
    attributeScores,
    attributeSelected,
  ],
  dimensions: {
    d: ['features'],
    q: 'selected',
  },
  fitCost: costStandardScaler,
};

export const machineSimpleImputer = {
  name: 'SimpleImputer',
  kind: 'transformer',
  options: [
    optionStrategy,
    optionFillValue,
    optionAddIndicator,
  ],
  attributes: [
    attributeNFeatures,
    attributeStatistics,
    attributeIndicated,
  ],
  dimensions: {
    d: ['features'],
    q: 'indicated',
  },
  fitCost: costRobustScaler,
};

export const machineKNNImputer = {
  name: 'KNNImputer',
  kind: 'transformer',
  options: [
    optionNNeighbors_3,
    optionWeights_3,
    optionAddIndicator,
  ],
  attributes: [
    attributeNFeatures,
    attributeNSamples,
    attributeMeans,
    attributeIndicated,
  ],
  dimensions: {
    d: ['features'],
    n: ['samples'],
    gaps: 'missing',
    q: 'indicated',
  },
  fitCost: costKNNImputer,
};

export const machineMulticlassKernelPerceptron = {
  name: 'MulticlassKernelPerceptron',
  kind: 'classifier',
  options: [
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionEta0_2,
    optionFitIntercept_10,
    optionInterceptStep_4,
    optionOutput_3,
    optionUpdates_3,
    optionDelta,
    optionMaxIter_11,
    optionMaxTime_11,
    optionCacheSize,
    optionShuffle,
    optionSeed_14,
    optionClassWeight_3,
    optionProbability,
    optionProbabilityFolds,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeIntercept_4,
    attributeDualCoef_3,
    attributeMistakes_2,
    attributeNIter_4,
    attributeMistakesPerPass_2,
    attributeSquaredRadius,
    attributeMargin,
    attributeMistakeBound,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    q: 'intercept',
    p: 'pass.mistakes',
    l: 'last.coef',
    b: 'last.intercept',
  },
  fitCost: costMulticlassKernelPerceptron,
};

export const machineOneHotEncoder = {
  name: 'OneHotEncoder',
  kind: 'transformer',
  options: [
    optionCategories,
    optionHandleUnknown,
    optionMinFrequency,
    optionMaxCategories,
    optionDrop,
    optionSparseOutput,
  ],
  attributes: [
    attributeNFeatures,
    attributeNOutputs_2,
  ],
  dimensions: {
    d: ['features'],
    q: 'categories.values',
    p: 'places',
  },
  fitCost: costOneHotEncoder,
};

export const machineOrdinalEncoder = {
  name: 'OrdinalEncoder',
  kind: 'transformer',
  options: [
    optionCategories,
    optionHandleUnknown_2,
    optionUnknownValue,
    optionEncodedMissingValue,
  ],
  attributes: [
    attributeNFeatures,
  ],
  dimensions: {
    d: ['features'],
    q: 'categories.values',
  },
  fitCost: costOneHotEncoder,
};

export const machineEquivalenceSVC = {
  name: 'EquivalenceSVC',
  kind: 'classifier',
  options: [
    optionC_19,
    optionPairwise,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionPairWeight,
    optionMaxPairs,
    optionSeed_15,
    optionTol_15,
    optionShrinking_4,
    optionMaxIter_16,
    optionMaxTime_2,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeIntercept_4,
    attributeDualCoef_3,
    attributeSupportPairs,
    attributePairCoef,
    attributePairIntercept,
    attributePairCount_2,
    attributeSamePairCount,
    attributeDualityGap,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    q: 'intercept',
    s: 'pair.coef',
  },
  fitCost: costEquivalenceSVC,
};

export const machineLowRankSVC = {
  name: 'LowRankSVC',
  kind: 'classifier',
  options: [
    optionC_5,
    optionLoss_8,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionNComponents_5,
    optionLandmarks,
    optionPrecision,
    optionTol_17,
    optionFitIntercept_2,
    optionInterceptScaling,
    optionInterceptPenalty,
    optionShrinking_2,
    optionWarmStart_5,
    optionMaxIter_3,
    optionMaxTime_12,
    optionClassWeight,
    optionSeed_16,
    optionProbability,
    optionProbabilityFolds,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeIntercept_4,
    attributeDualCoef_3,
    attributeNIter_2,
    attributeDualityGaps_2,
    attributeEigenvalues_2,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    q: 'intercept',
    u: 'solution.dual',
  },
  fitCost: costLowRankSVC,
};

export const machineLowRankSVR = {
  name: 'LowRankSVR',
  kind: 'regressor',
  options: [
    optionC_4,
    optionEpsilon_6,
    optionLoss_5,
    optionSigma_2,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionNComponents_5,
    optionLandmarks,
    optionPrecision,
    optionTol_18,
    optionFitIntercept_2,
    optionInterceptScaling,
    optionInterceptPenalty_2,
    optionShrinking_2,
    optionWarmStart_5,
    optionMaxIter_4,
    optionMaxTime_13,
    optionSeed_17,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
    attributeNIter_2,
    attributeDualityGaps_2,
    attributeEigenvalues_2,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    q: 'problem.iterations',
    u: 'solution.dual',
  },
  fitCost: costLowRankSVC,
};

export const machineIncrementalSVC = {
  name: 'IncrementalSVC',
  kind: 'classifier',
  options: [
    optionC_20,
    optionFitIntercept,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionCacheSize_3,
    optionClassWeight_8,
    optionMultiClass,
    optionDecisionFunctionShape,
    optionMaxIter_20,
    optionMaxTime_14,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeSupportCounts,
    attributeDualCoef,
    attributeIntercept,
    attributeNIter,
    attributeDualityGaps,
    attributeKernelEvaluations,
    attributeCacheHits,
    attributeShrunkCounts,
    attributeTraceEnds,
    attributeTraceObjective,
    attributeTraceGap,
    attributeTracePrimal,
    attributeTraceMargin,
    attributeTraceSetEnds,
    attributeTraceSets,
    attributeTraceScores,
    attributeTraceMu,
    attributeTraceStep,
    attributeTracePrimalResidual,
    attributeTraceDualResidual,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    r: ['coef.rows'],
    q: 'intercept',
    z: 'solution.gap',
    t: 'trace.objective',
    primals: 'trace.primal',
    u: 'trace.sets',
    scores: 'trace.scores',
    steps: 'trace.mu',
    others: 'others.indices',
    weights: 'rows.weight',
  },
  fitCost: costIncrementalSVC,
};

export const machineIncrementalSVR = {
  name: 'IncrementalSVR',
  kind: 'regressor',
  options: [
    optionC_21,
    optionEpsilon_7,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionCacheSize_3,
    optionMaxIter_20,
    optionMaxTime_14,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
    attributeDualityGaps,
    attributeKernelEvaluations,
    attributeCacheHits,
    attributeShrunkCounts,
    attributeTraceEnds,
    attributeTraceObjective,
    attributeTraceGap,
    attributeTracePrimal,
    attributeTraceMargin,
    attributeTraceSetEnds,
    attributeTraceSets,
    attributeTraceScores,
    attributeTraceMu,
    attributeTraceStep,
    attributeTracePrimalResidual,
    attributeTraceDualResidual,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    z: 'solution.gap',
    t: 'trace.objective',
    primals: 'trace.primal',
    u: 'trace.sets',
    scores: 'trace.scores',
    steps: 'trace.mu',
    others: 'others.indices',
    weights: 'rows.weight',
  },
  fitCost: costIncrementalSVC,
};

export const machineIncrementalOneClass = {
  name: 'IncrementalOneClass',
  kind: 'detector',
  options: [
    optionNu_8,
    optionKernel,
    optionGamma,
    optionDegree,
    optionCoef0,
    optionCacheSize_3,
    optionMaxIter_20,
    optionMaxTime_14,
  ],
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
    attributeDualityGaps,
    attributeKernelEvaluations,
    attributeCacheHits,
    attributeShrunkCounts,
    attributeTraceEnds,
    attributeTraceObjective,
    attributeTraceGap,
    attributeTracePrimal,
    attributeTraceMargin,
    attributeTraceSetEnds,
    attributeTraceSets,
    attributeTraceScores,
    attributeTraceMu,
    attributeTraceStep,
    attributeTracePrimalResidual,
    attributeTraceDualResidual,
    attributeErrorFraction_3,
    attributeSupportFraction,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
    z: 'solution.gap',
    t: 'trace.objective',
    primals: 'trace.primal',
    u: 'trace.sets',
    scores: 'trace.scores',
    steps: 'trace.mu',
    others: 'others.indices',
    weights: 'rows.weight',
  },
  fitCost: costIncrementalSVC,
};

/** All machines, by name. */
export const machines = {
  SVC: machineSVC,
  NuSVC: machineNuSVC,
  OneClassSVM: machineOneClassSVM,
  SVDD: machineSVDD,
  SVR: machineSVR,
  NuSVR: machineNuSVR,
  ConvexLossSVR: machineConvexLossSVR,
  LinearSVC: machineLinearSVC,
  LinearSVR: machineLinearSVR,
  SGDClassifier: machineSGDClassifier,
  Perceptron: machinePerceptron,
  KernelPerceptron: machineKernelPerceptron,
  KernelRidge: machineKernelRidge,
  AverageMarginClassifier: machineAverageMarginClassifier,
  NearestCentroid: machineNearestCentroid,
  KNeighborsClassifier: machineKNeighborsClassifier,
  FisherDiscriminant: machineFisherDiscriminant,
  KernelFisherDiscriminant: machineKernelFisherDiscriminant,
  KernelPCA: machineKernelPCA,
  StandardScaler: machineStandardScaler,
  MinMaxScaler: machineMinMaxScaler,
  Normalizer: machineNormalizer,
  Nystroem: machineNystroem,
  RBFSampler: machineRBFSampler,
  IncompleteCholesky: machineIncompleteCholesky,
  MonomialFeatures: machineMonomialFeatures,
  GaussianProcessRegressor: machineGaussianProcessRegressor,
  KernelDensity: machineKernelDensity,
  ParzenClassifier: machineParzenClassifier,
  KernelRegression: machineKernelRegression,
  DecisionTreeClassifier: machineDecisionTreeClassifier,
  DecisionStump: machineDecisionStump,
  AdaBoostClassifier: machineAdaBoostClassifier,
  LPSVC: machineLPSVC,
  LPSVR: machineLPSVR,
  LPMarginClassifier: machineLPMarginClassifier,
  LinearRegression: machineLinearRegression,
  Ridge: machineRidge,
  LSSVC: machineLSSVC,
  SGDRegressor: machineSGDRegressor,
  KernelSGDClassifier: machineKernelSGDClassifier,
  RegularizationNetwork: machineRegularizationNetwork,
  ParametricTubeSVR: machineParametricTubeSVR,
  LPBoostClassifier: machineLPBoostClassifier,
  GaussianProcessClassifier: machineGaussianProcessClassifier,
  RankSVC: machineRankSVC,
  OrdinalAverageMargin: machineOrdinalAverageMargin,
  OrdinalSVC: machineOrdinalSVC,
  CumulativeLinkModel: machineCumulativeLinkModel,
  SVOR: machineSVOR,
  ReducedOrdinalSVC: machineReducedOrdinalSVC,
  SetRanker: machineSetRanker,
  SequenceTagger: machineSequenceTagger,
  MulticlassSVC: machineMulticlassSVC,
  MulticlassPerceptron: machineMulticlassPerceptron,
  MaxAbsScaler: machineMaxAbsScaler,
  RobustScaler: machineRobustScaler,
  QuantileTransformer: machineQuantileTransformer,
  PolynomialFeatures: machinePolynomialFeatures,
  SelectKBest: machineSelectKBest,
  SimpleImputer: machineSimpleImputer,
  KNNImputer: machineKNNImputer,
  MulticlassKernelPerceptron: machineMulticlassKernelPerceptron,
  OneHotEncoder: machineOneHotEncoder,
  OrdinalEncoder: machineOrdinalEncoder,
  EquivalenceSVC: machineEquivalenceSVC,
  LowRankSVC: machineLowRankSVC,
  LowRankSVR: machineLowRankSVR,
  IncrementalSVC: machineIncrementalSVC,
  IncrementalSVR: machineIncrementalSVR,
  IncrementalOneClass: machineIncrementalOneClass,
};

/**
 * Every kernel that objects describe, where it differs from one without parts, other names and
 * parameters: how many kernels it is made of (0 for one or more), names that it has elsewhere,
 * and its parameters.
 */
export const kernelSpecs = {
  rbf: { otherNames: ['gaussian', 'gauss', 'radial', 'squared_exponential'], options: [optionGamma_4] },
  linear: { otherNames: ['dot'] },
  poly: { otherNames: ['polynomial'], options: [optionGamma_5, optionDegree_4, optionCoef0_3] },
  sigmoid: { otherNames: ['tanh', 'mlp', 'neural'], options: [optionGamma_5, optionCoef0_4] },
  laplacian: { otherNames: ['laplace', 'cityblock'], options: [optionGamma_6] },
  matern: { options: [optionGamma_7, optionNu_9] },
  rationalQuadratic: { options: [optionGamma_4, optionAlpha_9] },
  minkowski: { options: [optionGamma_8, optionP, optionPower_2] },
  exponential: { options: [optionGamma_5] },
  allDegrees: { options: [optionGamma_5, optionDegree_5] },
  allSubsets: {  },
  anova: { options: [optionGamma_9, optionOrder_3, optionBase] },
  chi2: { otherNames: ['chi_squared', 'chi-squared'], options: [optionGamma_6] },
  intersection: { otherNames: ['histogram', 'min'] },
  spline: {  },
  bspline: { options: [optionDegree_6, optionWidth] },
  dirichlet: { options: [optionOrder_4] },
  fourier: { options: [optionCoefficients] },
  spectral: { options: [optionFrequencies, optionPowers] },
  delta: {  },
  weighted: { options: [optionMatrix] },
  spectrum: { options: [optionLength, optionWeights_4, optionAlphabet, optionNormalize_2] },
  boundedRange: { options: [optionLength_2, optionAlphabet, optionNormalize_2] },
  commonSubstring: { options: [optionAlphabet, optionNormalize_2] },
  mismatch: { options: [optionLength_3, optionMismatches, optionAlphabet, optionNormalize_2] },
  weightedDegree: { options: [optionDegree_7, optionAlphabet, optionNormalize_2] },
  allSubsequences: { options: [optionAlphabet, optionNormalize_2] },
  gapWeighted: { options: [optionLength_4, optionDecay, optionWeights_4, optionAlphabet, optionNormalize_2] },
  sum: { arity: 0 },
  product: { arity: 0 },
  scale: { arity: 1, options: [optionFactor] },
  polynomial: { arity: 1, options: [optionCoefficients_2] },
  exp: { arity: 1 },
  gaussian: { arity: 1, options: [optionGamma_10] },
  normalize: { arity: 1, otherNames: ['cosine'] },
  center: { arity: 1, options: [optionPoints] },
  rankOne: { arity: 1, options: [optionPoints_2, optionWeights_5] },
  columns: { arity: 1, options: [optionColumns] },
};
