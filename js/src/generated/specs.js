// Written by go run ./core/internal/gen from core/engine/catalog. Do not edit.

/**
 * The rules for options, and the results of fits (attributes). Each option and each
 * attribute is a constant, and so is each machine, which refers to its own: a bundler
 * keeps what a program uses. The texts about them are in catalog.js.
 */

/** Kernels that a name is enough for. */
const kernelNames = ['rbf', 'linear', 'poly', 'sigmoid', 'precomputed', 'laplacian', 'matern', 'rationalQuadratic', 'minkowski', 'exponential', 'allDegrees', 'allSubsets', 'anova', 'chi2', 'intersection', 'spline', 'bspline', 'dirichlet', 'delta', 'spectrum', 'boundedRange', 'commonSubstring', 'mismatch', 'weightedDegree', 'allSubsequences', 'gapWeighted'];

/** Kernels with k(x, x) = 1; normalize has 0 for zeros. */
export const ofLength1 = ['rbf', 'laplacian', 'matern', 'rationalQuadratic', 'minkowski', 'chi2', 'delta', 'gaussian', 'normalize'];

/** Kernels of numbers >= 0. */
export const ofNonNegative = ['chi2', 'intersection', 'spline'];

/** The rules for the width of a kernel. */
const widthRules = ['scale', 'auto'];

/** A range of many options. */
const positive = '(0,inf)';

/** The options of those who study a solver. */
const study = { group: 'study' };

/**
 * An option of a machine, or a parameter of a kernel.
 * @param {string} type
 * @param {string} name
 * @param {unknown} [value] the default; undefined: there is none
 * @param {string | string[]} [allowed] the range or the choices
 * @param {object} [more]
 * @returns {any}
 */
function option(type, name, value, allowed, more) {
  return {
    ...{ name, type },
    ...(value !== undefined && { default: value }),
    ...(Array.isArray(allowed) ? { choices: allowed } : allowed && { range: allowed }),
    ...more,
  };
}

/**
 * A result of a fit.
 * @param {string} name
 * @param {string} field of the model file; '' for supportIndices: support.indices
 * @param {string[]} shape
 * @param {string} [type] of its entries; undefined: numbers
 * @returns {any}
 */
function attribute(name, field, shape, type) {
  field ||= name.replace(/[A-Z]/, (letter) => '.' + letter.toLowerCase());
  return { name, field, shape, ...(type && { type }) };
}

export const optionC = /* @__PURE__ */ option('number', 'C', 1, '(0,inf]');
export const optionLoss = /* @__PURE__ */ option('choice', 'loss', 'hinge', ['hinge', 'squaredHinge', 'modifiedHuber', 'mixed']);
export const optionSquaredC = /* @__PURE__ */ option('number', 'squaredC', 1, positive, study);
export const optionNormBound = /* @__PURE__ */ option('number', 'normBound', Infinity, '(0,inf]', study);
export const optionSlacks = /* @__PURE__ */ option('choice', 'slacks', 'nonnegative', ['nonnegative', 'free'], study);
export const optionFitIntercept = /* @__PURE__ */ option('boolean', 'fitIntercept', true);
export const optionKernel = /* @__PURE__ */ option('kernel', 'kernel', 'rbf', kernelNames);
export const optionGamma = /* @__PURE__ */ option('numberOrChoice', 'gamma', 'scale', widthRules, { range: positive, ofKernel: true });
export const optionDegree = /* @__PURE__ */ option('integer', 'degree', 3, '[0,64]', { ofKernel: true });
export const optionCoef0 = /* @__PURE__ */ option('number', 'coef0', 0, '(-inf,inf)', { ofKernel: true });
export const optionTol = /* @__PURE__ */ option('number', 'tol', 0.001, positive);
export const optionCacheSize = /* @__PURE__ */ option('number', 'cacheSize', 200, positive, { unit: 'MB' });
export const optionMaxIter = /* @__PURE__ */ option('integer', 'maxIter', 5e+07, '[1,inf]');
export const optionMaxTime = /* @__PURE__ */ option('number', 'maxTime', Infinity, '(0,inf]', { unit: 'ms' });
export const optionSolver = /* @__PURE__ */ option('choice', 'solver', 'smo', ['smo', 'smoPlatt', 'smoQuadrants', 'decomposition', 'chunking', 'ascent', 'interiorPoint'], study);
export const optionStopping = /* @__PURE__ */ option('choice', 'stopping', 'kkt', ['kkt', 'growth', 'gap', 'figures'], study);
export const optionTrace = /* @__PURE__ */ option('integer', 'trace', 0, '[0,1000000]', study);
export const optionShrinking = /* @__PURE__ */ option('boolean', 'shrinking', true, undefined, study);
export const optionPrecision = /* @__PURE__ */ option('choice', 'precision', 'auto', ['auto', 'float32', 'float64'], study);
export const optionWorkingSet = /* @__PURE__ */ option('integer', 'workingSet', 10, '[2,100000]', study);
export const optionSelection = /* @__PURE__ */ option('choice', 'selection', 'gap', ['gap', 'room', 'violation'], study);
export const optionUpdates = /* @__PURE__ */ option('choice', 'updates', 'sequential', ['sequential', 'simultaneous'], study);
export const optionOrder = /* @__PURE__ */ option('choice', 'order', 'cyclic', ['cyclic', 'random', 'free', 'ascending'], study);
export const optionRelaxation = /* @__PURE__ */ option('number', 'relaxation', 1, '(0,2)', study);
export const optionBiasScale = /* @__PURE__ */ option('numberOrChoice', 'biasScale', 'none', ['none', 'radius'], { range: positive, group: 'study' });
export const optionSeed = /* @__PURE__ */ option('integer', 'seed', 0, '[0,2147483647]');
export const optionWarmStart = /* @__PURE__ */ option('boolean', 'warmStart', false);
export const optionClassWeight = /* @__PURE__ */ option('classWeight', 'classWeight', null);
export const optionMultiClass = /* @__PURE__ */ option('choice', 'multiClass', 'ovo', ['ovo', 'ovr', 'dag']);
export const optionDecisionFunctionShape = /* @__PURE__ */ option('choice', 'decisionFunctionShape', 'ovr', ['ovr', 'ovo'], study);
export const optionProbability = /* @__PURE__ */ option('choice', 'probability', 'none', ['none', 'sigmoid', 'isotonic', 'temperature']);
export const optionProbabilityFolds = /* @__PURE__ */ option('integer', 'probabilityFolds', 5, '[2,1000]', study);
export const attributeNFeatures = /* @__PURE__ */ attribute('nFeatures', 'features', [], 'integer');
export const attributeSupportIndices = /* @__PURE__ */ attribute('supportIndices', '', ['m'], 'int32s');
export const attributeSupportVectors = /* @__PURE__ */ attribute('supportVectors', '', ['m', 'd'], 'samples');
export const attributeSupportCounts = /* @__PURE__ */ attribute('supportCounts', '', ['k'], 'int32s');
export const attributeDualCoef = /* @__PURE__ */ attribute('dualCoef', '', ['r', 'm']);
export const attributeIntercept = /* @__PURE__ */ attribute('intercept', '', ['q']);
export const attributeNIter = /* @__PURE__ */ attribute('nIter', 'pair.iterations', ['q'], 'int32s');
export const attributeDualityGaps = /* @__PURE__ */ attribute('dualityGaps', 'solution.gap', ['z']);
export const attributeKernelEvaluations = /* @__PURE__ */ attribute('kernelEvaluations', 'solution.values', ['z']);
export const attributeCacheHits = /* @__PURE__ */ attribute('cacheHits', 'solution.hits', ['z']);
export const attributePrecision = /* @__PURE__ */ attribute('precision', 'solution.precision', [], 'text');
export const attributeShrunkCounts = /* @__PURE__ */ attribute('shrunkCounts', 'solution.shrunk', ['z'], 'int32s');
export const attributeTraceEnds = /* @__PURE__ */ attribute('traceEnds', '', ['z'], 'int32s');
export const attributeTraceObjective = /* @__PURE__ */ attribute('traceObjective', '', ['t']);
export const attributeTraceGap = /* @__PURE__ */ attribute('traceGap', '', ['t']);
export const attributeTracePrimal = /* @__PURE__ */ attribute('tracePrimal', '', ['primals']);
export const attributeTraceMargin = /* @__PURE__ */ attribute('traceMargin', '', ['t']);
export const attributeTraceSetEnds = /* @__PURE__ */ attribute('traceSetEnds', '', ['t'], 'int32s');
export const attributeTraceSets = /* @__PURE__ */ attribute('traceSets', '', ['u'], 'int32s');
export const attributeTraceScores = /* @__PURE__ */ attribute('traceScores', '', ['scores']);
export const attributeTraceMu = /* @__PURE__ */ attribute('traceMu', '', ['steps']);
export const attributeTraceStep = /* @__PURE__ */ attribute('traceStep', '', ['steps']);
export const attributeTracePrimalResidual = /* @__PURE__ */ attribute('tracePrimalResidual', '', ['steps']);
export const attributeTraceDualResidual = /* @__PURE__ */ attribute('traceDualResidual', '', ['steps']);
export const attributeEffectiveC = /* @__PURE__ */ attribute('effectiveC', 'pair.C', ['e']);
export const optionNu = /* @__PURE__ */ option('number', 'nu', 0.5, '(0,1]');
export const attributeC = /* @__PURE__ */ attribute('C', 'pair.C', ['q']);
export const attributeErrorFractions = /* @__PURE__ */ attribute('errorFractions', 'pair.errors', ['q']);
export const attributeSupportFractions = /* @__PURE__ */ attribute('supportFractions', 'pair.support', ['q']);
export const optionNu_2 = /* @__PURE__ */ option('number', 'nu', 0.5, '(0,1]');
export const attributeDualCoef_2 = /* @__PURE__ */ attribute('dualCoef', '', ['m']);
export const attributeIntercept_2 = /* @__PURE__ */ attribute('intercept', '', [], 'number');
export const attributeErrorFraction = /* @__PURE__ */ attribute('errorFraction', '', [], 'number');
export const attributeSupportFraction = /* @__PURE__ */ attribute('supportFraction', '', [], 'number');
export const optionNu_3 = /* @__PURE__ */ option('number', 'nu', 0.5, '[0,1]');
export const attributeRadius = /* @__PURE__ */ attribute('radius', '', [], 'number');
export const optionC_2 = /* @__PURE__ */ option('number', 'C', 1, '(0,inf]');
export const optionEpsilon = /* @__PURE__ */ option('number', 'epsilon', 0.1, '[0,inf)', { unit: 'of y', row: 'sampleEpsilon' });
export const optionLoss_2 = /* @__PURE__ */ option('choice', 'loss', 'epsilonInsensitive', ['epsilonInsensitive', 'squaredEpsilonInsensitive', 'mixed', 'laplacian', 'gaussian']);
export const optionEpsilonBelow = /* @__PURE__ */ option('numberOrChoice', 'epsilonBelow', 'epsilon', ['epsilon'], { range: '[0,inf)', unit: 'of y', row: 'sampleEpsilonBelow' });
export const optionWeightBelow = /* @__PURE__ */ option('number', 'weightBelow', 1, positive, { row: 'sampleWeightBelow' });
export const optionNu_4 = /* @__PURE__ */ option('number', 'nu', 0.5, '(0,1]');
export const optionC_3 = /* @__PURE__ */ option('number', 'C', 1, positive);
export const attributeEpsilon = /* @__PURE__ */ attribute('epsilon', '', [], 'number');
export const attributeErrorFraction_2 = /* @__PURE__ */ attribute('errorFraction', '', [], 'number');
export const attributeSupportFraction_2 = /* @__PURE__ */ attribute('supportFraction', '', [], 'number');
export const optionLoss_3 = /* @__PURE__ */ option('choice', 'loss', 'huber', ['epsilonInsensitive', 'squaredEpsilonInsensitive', 'laplacian', 'gaussian', 'huber', 'polynomial', 'piecewisePolynomial', 'custom']);
export const optionC_4 = /* @__PURE__ */ option('number', 'C', 1, positive);
export const optionEpsilon_2 = /* @__PURE__ */ option('number', 'epsilon', 0, '[0,inf)', { unit: 'of y', row: 'sampleEpsilon' });
export const optionSigma = /* @__PURE__ */ option('number', 'sigma', 1, positive, { unit: 'of y' });
export const optionPower = /* @__PURE__ */ option('number', 'power', 1.5, '(1,inf)');
export const optionTol_2 = /* @__PURE__ */ option('number', 'tol', 1e-08, '(0,1)');
export const optionMaxIter_2 = /* @__PURE__ */ option('integer', 'maxIter', 200, '[1,inf]');
export const optionMaxTime_2 = /* @__PURE__ */ option('number', 'maxTime', Infinity, '(0,inf]', { unit: 'ms' });
export const optionTrace_2 = /* @__PURE__ */ option('integer', 'trace', 0, '[0,1000000]', study);
export const attributeSquaredNorm = /* @__PURE__ */ attribute('squaredNorm', 'norm.squared', [], 'number');
export const attributeEmpiricalRisk = /* @__PURE__ */ attribute('empiricalRisk', 'risk', [], 'number');
export const costConvexLossSVR = { entry: 24, stored: 36, letter: 400, row: 320, output: 24, rowPair: 8 };
export const optionC_5 = /* @__PURE__ */ option('number', 'C', 1, positive);
export const optionLoss_4 = /* @__PURE__ */ option('choice', 'loss', 'squaredHinge', ['hinge', 'squaredHinge', 'modifiedHuber', 'logistic']);
export const optionTol_3 = /* @__PURE__ */ option('number', 'tol', 0.0001, positive);
export const optionFitIntercept_2 = /* @__PURE__ */ option('boolean', 'fitIntercept', true);
export const optionInterceptScaling = /* @__PURE__ */ option('number', 'interceptScaling', 1, positive);
export const optionInterceptPenalty = /* @__PURE__ */ option('boolean', 'interceptPenalty', true);
export const optionShrinking_2 = /* @__PURE__ */ option('boolean', 'shrinking', true, undefined, study);
export const optionMaxIter_3 = /* @__PURE__ */ option('integer', 'maxIter', 1000, '[1,inf]');
export const optionMaxTime_3 = /* @__PURE__ */ option('number', 'maxTime', Infinity, '(0,inf]', { unit: 'ms' });
export const optionSeed_2 = /* @__PURE__ */ option('integer', 'seed', 0, '[0,2147483647]');
export const optionWarmStart_2 = /* @__PURE__ */ option('boolean', 'warmStart', false);
export const attributeIntercept_3 = /* @__PURE__ */ attribute('intercept', '', ['q']);
export const attributeCoef = /* @__PURE__ */ attribute('coef', '', ['q', 'd']);
export const attributeNIter_2 = /* @__PURE__ */ attribute('nIter', 'problem.iterations', ['q'], 'int32s');
export const costLinearSVC = { entry: 8, stored: 12, row: 224, weight: 48, output: 8 };
export const optionC_6 = /* @__PURE__ */ option('number', 'C', 1, positive);
export const optionEpsilon_3 = /* @__PURE__ */ option('number', 'epsilon', 0, '[0,inf)', { unit: 'of y', row: 'sampleEpsilon' });
export const optionLoss_5 = /* @__PURE__ */ option('choice', 'loss', 'epsilonInsensitive', ['epsilonInsensitive', 'squaredEpsilonInsensitive', 'laplacian', 'gaussian', 'huber']);
export const optionSigma_2 = /* @__PURE__ */ option('number', 'sigma', 1, positive, { unit: 'of y' });
export const optionTol_4 = /* @__PURE__ */ option('number', 'tol', 0.0001, positive);
export const optionInterceptPenalty_2 = /* @__PURE__ */ option('boolean', 'interceptPenalty', true);
export const optionMaxIter_4 = /* @__PURE__ */ option('integer', 'maxIter', 1000, '[1,inf]');
export const optionSeed_3 = /* @__PURE__ */ option('integer', 'seed', 0, '[0,2147483647]');
export const optionLoss_6 = /* @__PURE__ */ option('choice', 'loss', 'hinge', ['hinge', 'squaredHinge', 'modifiedHuber', 'logistic']);
export const optionAlpha = /* @__PURE__ */ option('number', 'alpha', 0.0001, positive);
export const optionLearningRate = /* @__PURE__ */ option('choice', 'learningRate', 'optimal', ['optimal', 'pegasos', 'sqrt']);
export const optionNormBound_2 = /* @__PURE__ */ option('number', 'normBound', Infinity, '(0,inf]', study);
export const optionMaxIter_5 = /* @__PURE__ */ option('integer', 'maxIter', 1000, '[1,inf]');
export const optionMaxTime_4 = /* @__PURE__ */ option('number', 'maxTime', Infinity, '(0,inf]', { unit: 'ms' });
export const optionTol_5 = /* @__PURE__ */ option('number', 'tol', 0.001, '[0,inf)');
export const optionAverage = /* @__PURE__ */ option('boolean', 'average', true);
export const optionFitIntercept_3 = /* @__PURE__ */ option('boolean', 'fitIntercept', true);
export const optionClassWeight_2 = /* @__PURE__ */ option('classWeight', 'classWeight', null);
export const optionSeed_4 = /* @__PURE__ */ option('integer', 'seed', 0, '[0,2147483647]');
export const attributeNSteps = /* @__PURE__ */ attribute('nSteps', 'steps', [], 'integer');
export const attributeObjectiveSteps = /* @__PURE__ */ attribute('objectiveSteps', 'curve.steps', ['s'], 'int32s');
export const attributeObjectiveCurve = /* @__PURE__ */ attribute('objectiveCurve', 'curve.objective', ['s']);
export const costSGDClassifier = { entry: 8, stored: 12, row: 96, weight: 96, output: 8 };
export const optionEta0 = /* @__PURE__ */ option('number', 'eta0', 1, positive);
export const optionInterceptStep = /* @__PURE__ */ option('choice', 'interceptStep', 'radius', ['radius', 'unit']);
export const optionTie = /* @__PURE__ */ option('choice', 'tie', 'mistake', ['mistake', 'positive', 'negative']);
export const optionOutput = /* @__PURE__ */ option('choice', 'output', 'last', ['last', 'averaged', 'voted', 'pocket']);
export const optionUpdates_2 = /* @__PURE__ */ option('choice', 'updates', 'online', ['online', 'batch', 'worst']);
export const optionMaxIter_6 = /* @__PURE__ */ option('integer', 'maxIter', 1000, '[1,inf]');
export const optionShuffle = /* @__PURE__ */ option('boolean', 'shuffle', false);
export const optionSeed_5 = /* @__PURE__ */ option('integer', 'seed', 0, '[0,2147483647]');
export const optionClassWeight_3 = /* @__PURE__ */ option('classWeight', 'classWeight', null);
export const attributeMistakes = /* @__PURE__ */ attribute('mistakes', '', ['q'], 'int32s');
export const attributeNIter_3 = /* @__PURE__ */ attribute('nIter', 'passes', ['q'], 'int32s');
export const attributeMistakesPerPass = /* @__PURE__ */ attribute('mistakesPerPass', 'pass.mistakes', ['p'], 'int32s');
export const attributeMistakeRows = /* @__PURE__ */ attribute('mistakeRows', '', ['t'], 'int32s');
export const attributeSquaredRadius = /* @__PURE__ */ attribute('squaredRadius', 'radius.square', [], 'number');
export const attributeMargins = /* @__PURE__ */ attribute('margins', '', ['q']);
export const attributeMistakeBounds = /* @__PURE__ */ attribute('mistakeBounds', 'bounds', ['q']);
export const attributePocketRuns = /* @__PURE__ */ attribute('pocketRuns', '', ['r'], 'int32s');
export const attributeVotes = /* @__PURE__ */ attribute('votes', '', ['v'], 'int32s');
export const attributeVoteEnds = /* @__PURE__ */ attribute('voteEnds', '', ['f'], 'int32s');
export const attributeVoteIntercept = /* @__PURE__ */ attribute('voteIntercept', '', ['v']);
export const attributeVoteCoef = /* @__PURE__ */ attribute('voteCoef', '', ['v', 'd']);
export const attributeTrainingErrors = /* @__PURE__ */ attribute('trainingErrors', '', ['w'], 'int32s');
export const costPerceptron = { entry: 8, stored: 12, row: 144, weight: 64, output: 8 };
export const optionEta0_2 = /* @__PURE__ */ option('number', 'eta0', 1, positive);
export const optionInterceptStep_2 = /* @__PURE__ */ option('choice', 'interceptStep', 'radius', ['radius', 'unit']);
export const optionDelta = /* @__PURE__ */ option('number', 'delta', 0, '[0,inf)');
export const optionMaxIter_7 = /* @__PURE__ */ option('integer', 'maxIter', 1000, '[1,inf]');
export const attributeIntercept_4 = /* @__PURE__ */ attribute('intercept', '', ['q']);
export const attributeDualCoef_3 = /* @__PURE__ */ attribute('dualCoef', '', ['q', 'm']);
export const attributeVoteRows = /* @__PURE__ */ attribute('voteRows', '', ['v'], 'int32s');
export const attributeVoteSteps = /* @__PURE__ */ attribute('voteSteps', '', ['v']);
export const optionAlpha_2 = /* @__PURE__ */ option('number', 'alpha', 1, '[0,inf)');
export const optionFitIntercept_4 = /* @__PURE__ */ option('boolean', 'fitIntercept', false);
export const optionSolver_2 = /* @__PURE__ */ option('choice', 'solver', 'cholesky', ['cholesky', 'conjugateGradient']);
export const optionTol_6 = /* @__PURE__ */ option('number', 'tol', 1e-06, positive);
export const optionMaxIter_8 = /* @__PURE__ */ option('integer', 'maxIter', 100000, '[1,inf]');
export const optionMaxTime_5 = /* @__PURE__ */ option('number', 'maxTime', Infinity, '(0,inf]', { unit: 'ms' });
export const optionCacheSize_2 = /* @__PURE__ */ option('number', 'cacheSize', 200, positive, { unit: 'MB' });
export const attributeDualCoef_4 = /* @__PURE__ */ attribute('dualCoef', '', ['n']);
export const attributeIntercept_5 = /* @__PURE__ */ attribute('intercept', '', [], 'number');
export const attributeLooResiduals = /* @__PURE__ */ attribute('looResiduals', '', ['r']);
export const attributeLooError = /* @__PURE__ */ attribute('looError', '', [], 'number');
export const attributeObjectiveBounds = /* @__PURE__ */ attribute('objectiveBounds', '', ['e']);
export const costKernelRidge = { entry: 24, stored: 36, letter: 400, row: 320, output: 24 };
export const optionClassWeight_4 = /* @__PURE__ */ option('classWeight', 'classWeight', null);
export const optionSeed_6 = /* @__PURE__ */ option('integer', 'seed', 0, '[0,2147483647]');
export const attributeAverageMargin = /* @__PURE__ */ attribute('averageMargin', 'average.margins', ['q']);
export const attributeDualCoef_5 = /* @__PURE__ */ attribute('dualCoef', '', ['q', 'm']);
export const optionNNeighbors = /* @__PURE__ */ option('integer', 'nNeighbors', 5, '[1,2147483647]');
export const optionWeights = /* @__PURE__ */ option('choice', 'weights', 'uniform', ['uniform', 'distance']);
export const optionAlpha_3 = /* @__PURE__ */ option('number', 'alpha', 0, '[0,inf)');
export const optionPriors = /* @__PURE__ */ option('choice', 'priors', 'empirical', ['empirical', 'equal']);
export const costFisherDiscriminant = { entry: 8, stored: 12, row: 96, column: 2048, weight: 128, columnPair: 24 };
export const optionAlpha_4 = /* @__PURE__ */ option('number', 'alpha', 0.001, positive);
export const optionNComponents = /* @__PURE__ */ option('integer', 'nComponents', 2, '[1,2147483647]');
export const attributeEigenvalues = /* @__PURE__ */ attribute('eigenvalues', '', ['q']);
export const attributeExplainedVarianceRatio = /* @__PURE__ */ attribute('explainedVarianceRatio', 'explained', ['q']);
export const optionWithMean = /* @__PURE__ */ option('boolean', 'withMean', true);
export const optionWithStd = /* @__PURE__ */ option('boolean', 'withStd', true);
export const attributeMean = /* @__PURE__ */ attribute('mean', '', ['d']);
export const attributeScale = /* @__PURE__ */ attribute('scale', '', ['d']);
export const costStandardScaler = { entry: 8, stored: 12, row: 64, weight: 64 };
export const optionFeatureRange = /* @__PURE__ */ option('interval', 'featureRange', [0, 1]);
export const optionClip = /* @__PURE__ */ option('boolean', 'clip', false);
export const attributeDataMin = /* @__PURE__ */ attribute('dataMin', 'min', ['d']);
export const attributeDataMax = /* @__PURE__ */ attribute('dataMax', 'max', ['d']);
export const attributeScale_2 = /* @__PURE__ */ attribute('scale', '', ['d']);
export const costMinMaxScaler = { entry: 8, stored: 12, row: 64, weight: 128 };
export const optionNorm = /* @__PURE__ */ option('choice', 'norm', 'l2', ['l1', 'l2', 'max']);
export const costNormalizer = { entry: 8, stored: 12, row: 64, weight: 8 };
export const optionNComponents_2 = /* @__PURE__ */ option('integer', 'nComponents', 100, '[1,2147483647]');
export const optionSeed_7 = /* @__PURE__ */ option('integer', 'seed', 0, '[0,2147483647]');
export const attributeEigenvalues_2 = /* @__PURE__ */ attribute('eigenvalues', '', ['m']);
export const optionGamma_2 = /* @__PURE__ */ option('numberOrChoice', 'gamma', 'scale', widthRules, { range: positive });
export const optionNComponents_3 = /* @__PURE__ */ option('integer', 'nComponents', 100, '[1,16777216]');
export const optionSeed_8 = /* @__PURE__ */ option('integer', 'seed', 0, '[0,2147483647]');
export const attributeFrequencies = /* @__PURE__ */ attribute('frequencies', '', ['q', 'd']);
export const attributeOffsets = /* @__PURE__ */ attribute('offsets', '', ['q']);
export const costRBFSampler = { entry: 8, stored: 12, row: 64, weight: 2400 };
export const optionTol_7 = /* @__PURE__ */ option('number', 'tol', 0.001, '[0,inf)');
export const optionNComponents_4 = /* @__PURE__ */ option('integer', 'nComponents', 100, '[1,2147483647]');
export const attributeResiduals = /* @__PURE__ */ attribute('residuals', '', ['m']);
export const attributeError = /* @__PURE__ */ attribute('error', '', [], 'number');
export const costIncompleteCholesky = { entry: 24, stored: 36, letter: 400, row: 1920, output: 24 };
export const optionDegree_2 = /* @__PURE__ */ option('integer', 'degree', 2, '[1,64]');
export const optionWeights_2 = /* @__PURE__ */ option('choice', 'weights', 'poly', ['poly', 'allDegrees', 'none']);
export const optionGamma_3 = /* @__PURE__ */ option('numberOrChoice', 'gamma', 1, widthRules, { range: positive });
export const optionCoef0_2 = /* @__PURE__ */ option('number', 'coef0', 1, '[0,inf)');
export const attributeCoefficients = /* @__PURE__ */ attribute('coefficients', '', ['t']);
export const attributeNOutputs = /* @__PURE__ */ attribute('nOutputs', 'outputs', [], 'integer');
export const optionAlpha_5 = /* @__PURE__ */ option('number', 'alpha', 1, '[0,inf)');
export const optionVariance = /* @__PURE__ */ option('number', 'variance', 1, positive);
export const optionOptimizer = /* @__PURE__ */ option('choice', 'optimizer', 'evidence', ['evidence', 'none']);
export const optionNormalizeY = /* @__PURE__ */ option('boolean', 'normalizeY', false);
export const optionRestarts = /* @__PURE__ */ option('integer', 'restarts', 0, '[0,1000]');
export const optionTol_8 = /* @__PURE__ */ option('number', 'tol', 1e-05, positive);
export const optionMaxIter_9 = /* @__PURE__ */ option('integer', 'maxIter', 100, '[1,inf]');
export const optionMaxTime_6 = /* @__PURE__ */ option('number', 'maxTime', Infinity, '(0,inf]', { unit: 'ms' });
export const optionSeed_9 = /* @__PURE__ */ option('integer', 'seed', 0, '[0,2147483647]');
export const attributeDualCoef_6 = /* @__PURE__ */ attribute('dualCoef', '', ['n']);
export const attributeParameters = /* @__PURE__ */ attribute('parameters', '', ['q']);
export const attributeParameterNames = /* @__PURE__ */ attribute('parameterNames', 'parameters.names', [], 'text');
export const attributeEvidence = /* @__PURE__ */ attribute('evidence', '', [], 'number');
export const attributeNoise = /* @__PURE__ */ attribute('noise', '', [], 'number');
export const attributeTargetMean = /* @__PURE__ */ attribute('targetMean', 'intercept', [], 'number');
export const attributeTargetScale = /* @__PURE__ */ attribute('targetScale', '', [], 'number');
export const costGaussianProcessRegressor = { entry: 24, stored: 36, letter: 400, row: 2368, output: 24, rowPair: 8 };
export const optionNu_5 = /* @__PURE__ */ option('number', 'nu', 0.5, '[0,1)');
export const optionWindow = /* @__PURE__ */ option('choice', 'window', 'gaussian', ['gaussian', 'tophat', 'epanechnikov', 'exponential', 'linear', 'cosine']);
export const optionBandwidth = /* @__PURE__ */ option('numberOrChoice', 'bandwidth', 'scott', ['scott', 'silverman'], { range: positive });
export const attributeSupportIndices_2 = /* @__PURE__ */ attribute('supportIndices', '', ['m'], 'int32s');
export const attributeSupportVectors_2 = /* @__PURE__ */ attribute('supportVectors', '', ['m', 'd'], 'samples');
export const attributeBandwidth = /* @__PURE__ */ attribute('bandwidth', '', [], 'number');
export const attributeOffset = /* @__PURE__ */ attribute('offset', '', [], 'number');
export const optionPriors_2 = /* @__PURE__ */ option('choice', 'priors', 'empirical', ['empirical', 'equal']);
export const attributeLooResiduals_2 = /* @__PURE__ */ attribute('looResiduals', '', ['m']);
export const attributeLooError_2 = /* @__PURE__ */ attribute('looError', '', [], 'number');
export const optionCriterion = /* @__PURE__ */ option('choice', 'criterion', 'gini', ['gini', 'entropy', 'error']);
export const optionMaxDepth = /* @__PURE__ */ option('integer', 'maxDepth', Infinity, '[1,inf]');
export const optionMinSamplesSplit = /* @__PURE__ */ option('integer', 'minSamplesSplit', 2, '[2,2147483647]');
export const optionMinSamplesLeaf = /* @__PURE__ */ option('integer', 'minSamplesLeaf', 1, '[1,1073741823]');
export const optionMaxTime_7 = /* @__PURE__ */ option('number', 'maxTime', Infinity, '(0,inf]', { unit: 'ms' });
export const optionClassWeight_5 = /* @__PURE__ */ option('classWeight', 'classWeight', null);
export const attributeThresholds = /* @__PURE__ */ attribute('thresholds', 'tree.thresholds', ['t']);
export const attributeFeatures = /* @__PURE__ */ attribute('features', 'tree.features', ['t'], 'int32s');
export const attributeChildren = /* @__PURE__ */ attribute('children', 'tree.children', ['t', '2'], 'int32s');
export const attributeShares = /* @__PURE__ */ attribute('shares', 'tree.shares', ['t', 'k']);
export const attributeNodeSamples = /* @__PURE__ */ attribute('nodeSamples', 'tree.samples', ['t'], 'int32s');
export const attributeFeatureImportances = /* @__PURE__ */ attribute('featureImportances', 'tree.importances', ['d']);
export const costDecisionTreeClassifier = { entry: 48, stored: 72, row: 176, column: 192, output: 24 };
export const optionCriterion_2 = /* @__PURE__ */ option('choice', 'criterion', 'error', ['error', 'gini', 'entropy']);
export const costDecisionStump = { entry: 48, stored: 72, row: 224, column: 192 };
export const optionNEstimators = /* @__PURE__ */ option('integer', 'nEstimators', 50, '[1,1000]');
export const optionReg = /* @__PURE__ */ option('choice', 'reg', 'none', ['none', 'adaboostReg']);
export const optionC_7 = /* @__PURE__ */ option('number', 'C', 0.1, '[0,inf)');
export const optionRho = /* @__PURE__ */ option('number', 'rho', 0.1, '[0,1)');
export const optionMaxTime_8 = /* @__PURE__ */ option('number', 'maxTime', Infinity, '(0,inf]', { unit: 'ms' });
export const attributeAlphas = /* @__PURE__ */ attribute('alphas', 'boost.alphas', ['t']);
export const attributeErrors = /* @__PURE__ */ attribute('errors', 'boost.errors', ['t']);
export const attributeNormalizers = /* @__PURE__ */ attribute('normalizers', 'boost.normalizers', ['t']);
export const attributeTrainingErrors_2 = /* @__PURE__ */ attribute('trainingErrors', 'boost.training', ['t']);
export const attributeMarginErrors = /* @__PURE__ */ attribute('marginErrors', 'boost.marginerrors', ['t']);
export const attributeBounds = /* @__PURE__ */ attribute('bounds', 'boost.bounds', ['t']);
export const attributeMargins_2 = /* @__PURE__ */ attribute('margins', 'boost.margins', ['n']);
export const attributeFinalWeights = /* @__PURE__ */ attribute('finalWeights', 'boost.weights', ['n']);
export const costAdaBoostClassifier = { entry: 56, stored: 84, row: 208, column: 192, output: 8 };
export const optionC_8 = /* @__PURE__ */ option('number', 'C', 1, positive);
export const optionSigned = /* @__PURE__ */ option('boolean', 'signed', false);
export const optionDictionary = /* @__PURE__ */ option('boolean', 'dictionary', false);
export const optionTol_9 = /* @__PURE__ */ option('number', 'tol', 1e-06, positive);
export const optionMaxIter_10 = /* @__PURE__ */ option('integer', 'maxIter', 1000, '[1,inf]');
export const attributeDualCoef_7 = /* @__PURE__ */ attribute('dualCoef', '', ['r', 'm']);
export const attributeObjectives = /* @__PURE__ */ attribute('objectives', 'problem.objective', ['q']);
export const attributeNonZeros = /* @__PURE__ */ attribute('nonZeros', 'nonzeros', ['q'], 'int32s');
export const costLPSVC = { entry: 24, stored: 36, letter: 400, row: 960, output: 24, rowPair: 8 };
export const optionC_9 = /* @__PURE__ */ option('number', 'C', 1, positive);
export const optionEpsilon_4 = /* @__PURE__ */ option('number', 'epsilon', 0.1, '[0,inf)', { unit: 'of y', row: 'sampleEpsilon' });
export const attributeObjective = /* @__PURE__ */ attribute('objective', '', [], 'number');
export const attributeNonZeros_2 = /* @__PURE__ */ attribute('nonZeros', 'nonzeros', ['q'], 'int32s');
export const optionNorm_2 = /* @__PURE__ */ option('number', 'norm', 1, '[1,inf]');
export const optionMultiClass_2 = /* @__PURE__ */ option('choice', 'multiClass', 'ovr', ['ovr', 'joint']);
export const attributeRho = /* @__PURE__ */ attribute('rho', 'margins', ['q']);
export const attributeRhoByNorm = /* @__PURE__ */ attribute('rhoByNorm', 'margins.norms', ['q', '5']);
export const attributeNonZeros_3 = /* @__PURE__ */ attribute('nonZeros', 'nonzeros', ['q'], 'int32s');
export const attributeCriticalRows = /* @__PURE__ */ attribute('criticalRows', '', ['c'], 'int32s');
export const costLPMarginClassifier = { entry: 72, stored: 108, row: 1600, column: 128, weight: 32, columnPair: 8 };
export const optionFitIntercept_5 = /* @__PURE__ */ option('boolean', 'fitIntercept', true);
export const attributeResiduals_2 = /* @__PURE__ */ attribute('residuals', '', ['n']);
export const attributeSse = /* @__PURE__ */ attribute('sse', '', [], 'number');
export const attributeRank = /* @__PURE__ */ attribute('rank', '', [], 'integer');
export const costLinearRegression = { entry: 8, stored: 12, row: 128, column: 64, weight: 128, triangle: 24 };
export const optionAlpha_6 = /* @__PURE__ */ option('number', 'alpha', 1, '[0,inf)');
export const optionFitIntercept_6 = /* @__PURE__ */ option('boolean', 'fitIntercept', true);
export const optionForm = /* @__PURE__ */ option('choice', 'form', 'auto', ['auto', 'primal', 'dual']);
export const attributePenalizedLoss = /* @__PURE__ */ attribute('penalizedLoss', 'penalized', [], 'number');
export const attributeDualCoef_8 = /* @__PURE__ */ attribute('dualCoef', '', ['r']);
export const optionC_10 = /* @__PURE__ */ option('number', 'C', 1, positive);
export const attributeLooValues = /* @__PURE__ */ attribute('looValues', '', ['l']);
export const attributeLooError_3 = /* @__PURE__ */ attribute('looError', '', [], 'number');
export const optionLoss_7 = /* @__PURE__ */ option('choice', 'loss', 'gaussian', ['epsilonInsensitive', 'squaredEpsilonInsensitive', 'laplacian', 'gaussian', 'huber']);
export const optionEpsilon_5 = /* @__PURE__ */ option('number', 'epsilon', 0, '[0,inf)', { unit: 'of y' });
export const optionAlpha_7 = /* @__PURE__ */ option('number', 'alpha', 0, '[0,inf)');
export const optionForm_2 = /* @__PURE__ */ option('choice', 'form', 'primal', ['primal', 'dual']);
export const optionLearningRate_2 = /* @__PURE__ */ option('choice', 'learningRate', 'constant', ['constant', 'sqrt']);
export const optionEta0_3 = /* @__PURE__ */ option('numberOrChoice', 'eta0', 'auto', ['auto'], { range: positive });
export const optionMaxIter_11 = /* @__PURE__ */ option('integer', 'maxIter', 1000, '[1,inf]');
export const optionAverage_2 = /* @__PURE__ */ option('boolean', 'average', false);
export const optionSeed_10 = /* @__PURE__ */ option('integer', 'seed', 0, '[0,2147483647]');
export const attributeEta = /* @__PURE__ */ attribute('eta', '', [], 'number');
export const attributeEtaLimit = /* @__PURE__ */ attribute('etaLimit', '', [], 'number');
export const attributeDualCoef_9 = /* @__PURE__ */ attribute('dualCoef', '', ['r']);
export const costSGDRegressor = { entry: 8, stored: 12, row: 128, weight: 192 };
export const optionAverage_3 = /* @__PURE__ */ option('boolean', 'average', true);
export const costKernelSGDClassifier = { entry: 24, stored: 36, letter: 400, row: 320, output: 96 };
export const optionC_11 = /* @__PURE__ */ option('number', 'C', 1, positive);
export const optionRegularizer = /* @__PURE__ */ option('kernel', 'regularizer', 'same', /* @__PURE__ */ ['same'].concat(kernelNames));
export const optionBasis = /* @__PURE__ */ option('choice', 'basis', 'constant', ['none', 'constant', 'linear', 'quadratic']);
export const optionBasisColumns = /* @__PURE__ */ option('integer', 'basisColumns', 0, '[0,16777216]');
export const optionTol_10 = /* @__PURE__ */ option('number', 'tol', 1e-11, positive);
export const optionMaxIter_12 = /* @__PURE__ */ option('integer', 'maxIter', 200, '[1,inf]');
export const optionMaxTime_9 = /* @__PURE__ */ option('number', 'maxTime', Infinity, '(0,inf]', { unit: 'ms' });
export const attributeBeta = /* @__PURE__ */ attribute('beta', '', ['n']);
export const attributeBasisCoef = /* @__PURE__ */ attribute('basisCoef', '', ['b']);
export const attributePenalty = /* @__PURE__ */ attribute('penalty', '', [], 'number');
export const costRegularizationNetwork = { entry: 24, stored: 36, letter: 400, row: 320, output: 24, rowPair: 48 };
export const optionNu_6 = /* @__PURE__ */ option('number', 'nu', 0.5, '(0,1]');
export const optionC_12 = /* @__PURE__ */ option('number', 'C', 1, positive);
export const optionTube = /* @__PURE__ */ option('choice', 'tube', 'absolute', ['constant', 'absolute', 'square', 'columns']);
export const optionTubeColumns = /* @__PURE__ */ option('integer', 'tubeColumns', 1, '[1,16777216]');
export const attributeTubeCoef = /* @__PURE__ */ attribute('tubeCoef', '', ['b']);
export const attributeEpsilons = /* @__PURE__ */ attribute('epsilons', '', ['n']);
export const costParametricTubeSVR = { entry: 24, stored: 36, letter: 400, row: 320, output: 24, rowPair: 64 };
export const optionNEstimators_2 = /* @__PURE__ */ option('integer', 'nEstimators', 100, '[1,1000]');
export const optionNu_7 = /* @__PURE__ */ option('number', 'nu', 0.1, '(0,1]');
export const optionTol_11 = /* @__PURE__ */ option('number', 'tol', 1e-06, positive);
export const attributeErrors_2 = /* @__PURE__ */ attribute('errors', 'boost.errors', ['t']);
export const attributeEdges = /* @__PURE__ */ attribute('edges', 'boost.edges', ['t']);
export const attributeObjectives_2 = /* @__PURE__ */ attribute('objectives', 'boost.objectives', ['t']);
export const attributeRhos = /* @__PURE__ */ attribute('rhos', 'boost.rhos', ['t']);
export const attributeTrainingErrors_3 = /* @__PURE__ */ attribute('trainingErrors', 'boost.training', ['t']);
export const attributeMarginErrors_2 = /* @__PURE__ */ attribute('marginErrors', 'boost.marginerrors', ['t']);
export const attributeRoundAlphas = /* @__PURE__ */ attribute('roundAlphas', 'boost.roundalphas', ['t', 't']);
export const attributeRoundWeights = /* @__PURE__ */ attribute('roundWeights', 'boost.roundweights', ['t', 'n']);
export const costLPBoostClassifier = { entry: 56, stored: 84, row: 5408, column: 192, output: 8 };
export const optionVariance_2 = /* @__PURE__ */ option('number', 'variance', 1, positive);
export const optionOptimizer_2 = /* @__PURE__ */ option('choice', 'optimizer', 'evidence', ['evidence', 'none']);
export const attributeDualCoef_10 = /* @__PURE__ */ attribute('dualCoef', '', ['q', 'n']);
export const attributePrecisions = /* @__PURE__ */ attribute('precisions', 'posterior.precisions', ['q', 'n']);
export const attributeParameters_2 = /* @__PURE__ */ attribute('parameters', '', ['p']);
export const attributeParameterNames_2 = /* @__PURE__ */ attribute('parameterNames', 'parameters.names', [], 'text');
export const attributeEvidence_2 = /* @__PURE__ */ attribute('evidence', '', [], 'number');
export const attributeEvidences = /* @__PURE__ */ attribute('evidences', '', ['q']);
export const costGaussianProcessClassifier = { entry: 24, stored: 36, letter: 400, row: 2368, output: 152, rowPair: 8 };
export const optionVariance_3 = /* @__PURE__ */ option('number', 'variance', 1, positive);
export const optionOptimizer_3 = /* @__PURE__ */ option('choice', 'optimizer', 'evidence', ['evidence', 'none']);
export const optionApproximation = /* @__PURE__ */ option('choice', 'approximation', 'ep', ['ep', 'laplace']);
export const optionPredicts = /* @__PURE__ */ option('choice', 'predicts', 'probable', ['probable', 'median']);
export const optionOrder_2 = /* @__PURE__ */ option('classOrder', 'order', null);
export const attributeDualCoef_11 = /* @__PURE__ */ attribute('dualCoef', '', ['n']);
export const attributePrecisions_2 = /* @__PURE__ */ attribute('precisions', 'posterior.precisions', ['n']);
export const attributeThresholds_2 = /* @__PURE__ */ attribute('thresholds', '', ['k-1']);
export const attributeParameterNames_3 = /* @__PURE__ */ attribute('parameterNames', 'parameters.names', [], 'text');
export const attributeEvidence_3 = /* @__PURE__ */ attribute('evidence', '', [], 'number');
export const costOrdinalGaussianProcess = { entry: 24, stored: 36, letter: 400, row: 2368, output: 152, rowPair: 24 };
export const optionC_13 = /* @__PURE__ */ option('number', 'C', 1, positive);
export const optionSurrogate = /* @__PURE__ */ option('choice', 'surrogate', 'kendall', ['kendall', 'ndcg']);
export const optionNormalize = /* @__PURE__ */ option('boolean', 'normalize', true);
export const optionK = /* @__PURE__ */ option('integer', 'k', Infinity, '[1,inf]');
export const optionGain = /* @__PURE__ */ option('choice', 'gain', 'linear', ['linear', 'exponential']);
export const optionTol_12 = /* @__PURE__ */ option('number', 'tol', 0.001, positive);
export const optionMaxIter_13 = /* @__PURE__ */ option('integer', 'maxIter', 1000, '[1,inf]');
export const attributeNQueries = /* @__PURE__ */ attribute('nQueries', 'queries', [], 'integer');
export const attributeMeanLoss = /* @__PURE__ */ attribute('meanLoss', 'loss', [], 'number');
export const costRankSVC = { entry: 24, stored: 36, letter: 400, row: 1344, output: 24, rowPair: 8 };
export const optionThresholds = /* @__PURE__ */ option('choice', 'thresholds', 'errors', ['pairs', 'errors']);
export const attributeDualCoef_12 = /* @__PURE__ */ attribute('dualCoef', '', ['m']);
export const attributeThresholds_3 = /* @__PURE__ */ attribute('thresholds', '', ['k-1']);
export const attributeThresholdSource = /* @__PURE__ */ attribute('thresholdSource', '', ['k-1'], 'int32s');
export const attributeAverageMargin_2 = /* @__PURE__ */ attribute('averageMargin', '', [], 'number');
export const optionC_14 = /* @__PURE__ */ option('number', 'C', 0.01, '(0,inf]');
export const optionPairs = /* @__PURE__ */ option('choice', 'pairs', 'all', ['all', 'adjacent']);
export const optionThresholds_2 = /* @__PURE__ */ option('choice', 'thresholds', 'auto', ['auto', 'pairs', 'errors']);
export const optionTol_13 = /* @__PURE__ */ option('number', 'tol', 0.001, positive);
export const optionMaxIter_14 = /* @__PURE__ */ option('integer', 'maxIter', 100000, '[1,inf]');
export const optionNorm_3 = /* @__PURE__ */ option('number', 'norm', 2, '[1,inf]');
export const optionWarmStart_3 = /* @__PURE__ */ option('boolean', 'warmStart', false);
export const attributeRankMargins = /* @__PURE__ */ attribute('rankMargins', '', ['k-1']);
export const attributeNorm = /* @__PURE__ */ attribute('norm', '', [], 'number');
export const attributePairCount = /* @__PURE__ */ attribute('pairCount', 'pairs', [], 'number');
export const attributeSupportPairCount = /* @__PURE__ */ attribute('supportPairCount', 'pairs.support', [], 'number');
export const attributeCoef_2 = /* @__PURE__ */ attribute('coef', 'norm.weights', ['v']);
export const costOrdinalSVC = { entry: 24, stored: 36, letter: 400, row: 96320, output: 24, rowPair: 16 };
export const optionLink = /* @__PURE__ */ option('choice', 'link', 'logit', ['logit', 'probit', 'cloglog']);
export const optionAlpha_8 = /* @__PURE__ */ option('number', 'alpha', 0, '[0,inf)');
export const optionTol_14 = /* @__PURE__ */ option('number', 'tol', 1e-08, positive);
export const optionMaxIter_15 = /* @__PURE__ */ option('integer', 'maxIter', 100, '[1,inf]');
export const optionClassWeight_6 = /* @__PURE__ */ option('classWeight', 'classWeight', null);
export const attributeCoef_3 = /* @__PURE__ */ attribute('coef', '', ['d']);
export const attributeLogLikelihood = /* @__PURE__ */ attribute('logLikelihood', 'likelihood', [], 'number');
export const costCumulativeLinkModel = { entry: 8, stored: 12, row: 96, column: 512, output: 8, columnPair: 32 };
export const optionC_15 = /* @__PURE__ */ option('number', 'C', 1, positive);
export const optionConstraints = /* @__PURE__ */ option('choice', 'constraints', 'implicit', ['implicit', 'explicit']);
export const optionTol_15 = /* @__PURE__ */ option('number', 'tol', 0.001, positive);
export const optionMaxIter_16 = /* @__PURE__ */ option('integer', 'maxIter', 5e+07, '[1,inf]');
export const optionClassWeight_7 = /* @__PURE__ */ option('classWeight', 'classWeight', null);
export const optionWarmStart_4 = /* @__PURE__ */ option('boolean', 'warmStart', false);
export const attributeDualityGap = /* @__PURE__ */ attribute('dualityGap', 'solution.gap', [], 'number');
export const costSVOR = { entry: 24, stored: 36, letter: 400, row: 320, output: 174 };
export const optionCost = /* @__PURE__ */ option('choice', 'cost', 'absolute', ['absolute', 'squared', 'classification']);
export const optionFitIntercept_7 = /* @__PURE__ */ option('boolean', 'fitIntercept', true);
export const optionC_16 = /* @__PURE__ */ option('number', 'C', 0.1, positive);
export const optionMeasure = /* @__PURE__ */ option('choice', 'measure', 'f1', ['f1', 'fbeta', 'recall@k', 'precision@k', 'balanced', '01']);
export const optionBeta = /* @__PURE__ */ option('number', 'beta', 1, '[0,inf)');
export const optionK_2 = /* @__PURE__ */ option('integer', 'k', 10, '[1,2147483647]');
export const attributeMeanLosses = /* @__PURE__ */ attribute('meanLosses', 'losses', ['q']);
export const costSetRanker = { entry: 8, stored: 12, row: 272, column: 256, weight: 32, output: 8 };
export const optionAlgorithm = /* @__PURE__ */ option('choice', 'algorithm', 'cuttingPlane', ['cuttingPlane', 'sgd', 'perceptron']);
export const optionChain = /* @__PURE__ */ option('boolean', 'chain', true);
export const optionC_17 = /* @__PURE__ */ option('number', 'C', 1, positive);
export const optionFitIntercept_8 = /* @__PURE__ */ option('boolean', 'fitIntercept', true);
export const optionEta0_4 = /* @__PURE__ */ option('number', 'eta0', 0.1, positive);
export const optionNEpochs = /* @__PURE__ */ option('integer', 'nEpochs', 20, '[1,1000000]');
export const optionSeed_11 = /* @__PURE__ */ option('integer', 'seed', 0, '[0,2147483647]');
export const optionTol_16 = /* @__PURE__ */ option('number', 'tol', 0.001, positive);
export const optionMaxIter_17 = /* @__PURE__ */ option('integer', 'maxIter', 1000, '[1,inf]');
export const optionMaxTime_10 = /* @__PURE__ */ option('number', 'maxTime', Infinity, '(0,inf]', { unit: 'ms' });
export const attributeTransitions = /* @__PURE__ */ attribute('transitions', '', ['k', 'k']);
export const costSequenceTagger = { entry: 8, stored: 12, row: 112, weight: 200, output: 8 };
export const optionC_18 = /* @__PURE__ */ option('number', 'C', 1, positive);
export const optionFormulation = /* @__PURE__ */ option('choice', 'formulation', 'crammerSinger', ['crammerSinger', 'westonWatkins']);
export const optionCosts = /* @__PURE__ */ option('classCosts', 'costs', null);
export const optionFitIntercept_9 = /* @__PURE__ */ option('boolean', 'fitIntercept', false);
export const optionShrinking_3 = /* @__PURE__ */ option('boolean', 'shrinking', true);
export const optionMaxIter_18 = /* @__PURE__ */ option('integer', 'maxIter', 1e+06, '[1,inf]');
export const attributeHingeLosses = /* @__PURE__ */ attribute('hingeLosses', 'hinge', ['n']);
export const costMulticlassSVC = { entry: 24, stored: 36, letter: 400, row: 320, output: 56 };
export const optionFitIntercept_10 = /* @__PURE__ */ option('boolean', 'fitIntercept', true);
export const optionInterceptStep_3 = /* @__PURE__ */ option('choice', 'interceptStep', 'radius', ['radius', 'unit']);
export const optionOutput_2 = /* @__PURE__ */ option('choice', 'output', 'last', ['last', 'averaged']);
export const optionUpdates_3 = /* @__PURE__ */ option('choice', 'updates', 'online', ['online', 'batch']);
export const optionMaxIter_19 = /* @__PURE__ */ option('integer', 'maxIter', 1000, '[1,inf]');
export const optionMaxTime_11 = /* @__PURE__ */ option('number', 'maxTime', Infinity, '(0,inf]', { unit: 'ms' });
export const attributeMistakes_2 = /* @__PURE__ */ attribute('mistakes', '', [], 'integer');
export const attributeNIter_4 = /* @__PURE__ */ attribute('nIter', 'passes', [], 'integer');
export const attributeMistakesPerPass_2 = /* @__PURE__ */ attribute('mistakesPerPass', 'pass.mistakes', ['p'], 'int32s');
export const attributeMargin = /* @__PURE__ */ attribute('margin', '', [], 'number');
export const attributeMistakeBound = /* @__PURE__ */ attribute('mistakeBound', 'bound', [], 'number');
export const costMulticlassPerceptron = { entry: 8, stored: 12, row: 144, weight: 88 };
export const attributeCenter = /* @__PURE__ */ attribute('center', '', ['d']);
export const attributeScale_3 = /* @__PURE__ */ attribute('scale', '', ['d']);
export const optionWithCentering = /* @__PURE__ */ option('boolean', 'withCentering', true);
export const optionWithScaling = /* @__PURE__ */ option('boolean', 'withScaling', true);
export const optionQuantileRange = /* @__PURE__ */ option('interval', 'quantileRange', [25, 75]);
export const costRobustScaler = { entry: 8, stored: 12, row: 128, weight: 64 };
export const optionNQuantiles = /* @__PURE__ */ option('integer', 'nQuantiles', 1000, '[2,16777216]');
export const optionOutputDistribution = /* @__PURE__ */ option('choice', 'outputDistribution', 'uniform', ['uniform', 'normal']);
export const attributeNQuantiles = /* @__PURE__ */ attribute('nQuantiles', 'kept', [], 'integer');
export const attributeQuantiles = /* @__PURE__ */ attribute('quantiles', '', ['d', 'q']);
export const costQuantileTransformer = { entry: 8, stored: 12, row: 128, weight: 16000 };
export const optionDegree_3 = /* @__PURE__ */ option('integer', 'degree', 2, '[1,64]');
export const optionInteractionOnly = /* @__PURE__ */ option('boolean', 'interactionOnly', false);
export const optionIncludeBias = /* @__PURE__ */ option('boolean', 'includeBias', true);
export const optionK_3 = /* @__PURE__ */ option('integer', 'k', 10, '[1,16777216]');
export const optionScore = /* @__PURE__ */ option('choice', 'score', 'f', ['f', 'chi2', 'mutualInformation']);
export const optionNNeighbors_2 = /* @__PURE__ */ option('integer', 'nNeighbors', 3, '[1,2147483647]');
export const attributeScores = /* @__PURE__ */ attribute('scores', '', ['d']);
export const attributeSelected = /* @__PURE__ */ attribute('selected', '', ['q'], 'int32s');
export const optionStrategy = /* @__PURE__ */ option('choice', 'strategy', 'mean', ['mean', 'median', 'mostFrequent', 'constant']);
export const optionFillValue = /* @__PURE__ */ option('number', 'fillValue', 0, '(-inf,inf)');
export const optionAddIndicator = /* @__PURE__ */ option('boolean', 'addIndicator', false);
export const attributeStatistics = /* @__PURE__ */ attribute('statistics', '', ['d']);
export const attributeIndicated = /* @__PURE__ */ attribute('indicated', '', ['q'], 'int32s');
export const optionNNeighbors_3 = /* @__PURE__ */ option('integer', 'nNeighbors', 5, '[1,2147483647]');
export const optionWeights_3 = /* @__PURE__ */ option('choice', 'weights', 'uniform', ['uniform', 'distance']);
export const attributeNSamples = /* @__PURE__ */ attribute('nSamples', 'samples', [], 'integer');
export const attributeMeans = /* @__PURE__ */ attribute('means', '', ['d']);
export const costKNNImputer = { entry: 40, stored: 12, row: 128, column: 64 };
export const optionInterceptStep_4 = /* @__PURE__ */ option('choice', 'interceptStep', 'radius', ['radius', 'unit']);
export const optionOutput_3 = /* @__PURE__ */ option('choice', 'output', 'last', ['last', 'averaged']);
export const costMulticlassKernelPerceptron = { entry: 24, stored: 36, letter: 400, row: 320, output: 48 };
export const optionCategories = /* @__PURE__ */ option('lists', 'categories', null, undefined, { doc: 'The categories of each column in their order, a list for each; null, or an empty list: those that are there in training, numbers and texts ascending.' });
export const optionHandleUnknown = /* @__PURE__ */ option('choice', 'handleUnknown', 'error', ['error', 'ignore', 'infrequentIfExist']);
export const optionMinFrequency = /* @__PURE__ */ option('number', 'minFrequency', 0, '[0,inf)');
export const optionMaxCategories = /* @__PURE__ */ option('integer', 'maxCategories', Infinity, '[1,inf]');
export const optionDrop = /* @__PURE__ */ option('choice', 'drop', 'none', ['none', 'first', 'ifBinary']);
export const optionSparseOutput = /* @__PURE__ */ option('boolean', 'sparseOutput', true);
export const attributeNOutputs_2 = /* @__PURE__ */ attribute('nOutputs', 'outputs', [], 'integer');
export const costOneHotEncoder = { entry: 64, stored: 64, row: 128, column: 768 };
export const optionHandleUnknown_2 = /* @__PURE__ */ option('choice', 'handleUnknown', 'error', ['error', 'useEncodedValue']);
export const optionUnknownValue = /* @__PURE__ */ option('number', 'unknownValue', -1, '(-inf,inf)');
export const optionEncodedMissingValue = /* @__PURE__ */ option('number', 'encodedMissingValue', Infinity, '(-inf,inf]');
export const optionC_19 = /* @__PURE__ */ option('number', 'C', 1, positive);
export const optionPairwise = /* @__PURE__ */ option('choice', 'pairwise', 'metricLearning', ['metricLearning', 'tensorProduct']);
export const optionPairWeight = /* @__PURE__ */ option('choice', 'pairWeight', 'none', ['none', 'balanced']);
export const optionMaxPairs = /* @__PURE__ */ option('integer', 'maxPairs', 20000, '[2,inf]');
export const optionSeed_12 = /* @__PURE__ */ option('integer', 'seed', 0, '[0,2147483647]');
export const optionShrinking_4 = /* @__PURE__ */ option('boolean', 'shrinking', true);
export const attributeSupportPairs = /* @__PURE__ */ attribute('supportPairs', 'pair.rows', ['s', '2'], 'int32s');
export const attributePairCoef = /* @__PURE__ */ attribute('pairCoef', '', ['s']);
export const attributePairIntercept = /* @__PURE__ */ attribute('pairIntercept', '', [], 'number');
export const attributePairCount_2 = /* @__PURE__ */ attribute('pairCount', 'pairs', [], 'number');
export const attributeSamePairCount = /* @__PURE__ */ attribute('samePairCount', 'pairs.same', [], 'number');
export const costEquivalenceSVC = { entry: 24, stored: 36, letter: 400, row: 22320, output: 24, rowPair: 8 };
export const optionNComponents_5 = /* @__PURE__ */ option('integer', 'nComponents', 200, '[1,2000]');
export const optionLandmarks = /* @__PURE__ */ option('choice', 'landmarks', 'auto', ['auto', 'kMeans', 'random', 'leverage']);
export const optionPrecision_2 = /* @__PURE__ */ option('choice', 'precision', 'float32', ['float32', 'int16']);
export const optionTol_17 = /* @__PURE__ */ option('number', 'tol', 0.01, positive);
export const optionWarmStart_5 = /* @__PURE__ */ option('boolean', 'warmStart', false);
export const optionMaxTime_12 = /* @__PURE__ */ option('number', 'maxTime', Infinity, '(0,inf]', { unit: 'ms' });
export const optionSeed_13 = /* @__PURE__ */ option('integer', 'seed', 0, '[0,2147483647]');
export const attributeDualityGaps_2 = /* @__PURE__ */ attribute('dualityGaps', 'solution.gap', ['q']);
export const costLowRankSVC = { entry: 24, stored: 36, letter: 400, row: 1040, output: 8 };
export const optionTol_18 = /* @__PURE__ */ option('number', 'tol', 0.01, positive);
export const optionMaxTime_13 = /* @__PURE__ */ option('number', 'maxTime', Infinity, '(0,inf]', { unit: 'ms' });
export const optionSeed_14 = /* @__PURE__ */ option('integer', 'seed', 0, '[0,2147483647]');
export const optionC_20 = /* @__PURE__ */ option('number', 'C', 1, positive);
export const optionCacheSize_3 = /* @__PURE__ */ option('number', 'cacheSize', 200, positive, { unit: 'MB' });
export const optionClassWeight_8 = /* @__PURE__ */ option('classWeight', 'classWeight', null);
export const optionMaxIter_20 = /* @__PURE__ */ option('integer', 'maxIter', 5e+07, '[1,inf]');
export const optionMaxTime_14 = /* @__PURE__ */ option('number', 'maxTime', Infinity, '(0,inf]', { unit: 'ms' });
export const costIncrementalSVC = { entry: 48, stored: 72, letter: 800, row: 640, output: 256, again: 12 };
export const optionC_21 = /* @__PURE__ */ option('number', 'C', 1, positive);
export const optionEpsilon_6 = /* @__PURE__ */ option('number', 'epsilon', 0.1, '[0,inf)', { unit: 'of y' });
export const costIncrementalSVR = { entry: 48, stored: 72, letter: 800, row: 640, output: 24 };
export const optionNu_8 = /* @__PURE__ */ option('number', 'nu', 0.5, '(0,1]');
export const attributeErrorFraction_3 = /* @__PURE__ */ attribute('errorFraction', '', [], 'number');
export const optionLearningRate_3 = /* @__PURE__ */ option('number', 'learningRate', 0.1, '(0,1]');
export const optionMaxIter_21 = /* @__PURE__ */ option('integer', 'maxIter', 100, '[1,100000]');
export const optionMaxLeafNodes = /* @__PURE__ */ option('integer', 'maxLeafNodes', 31, '[2,inf]');
export const optionMinSamplesLeaf_2 = /* @__PURE__ */ option('integer', 'minSamplesLeaf', 20, '[1,1073741823]');
export const optionL2Regularization = /* @__PURE__ */ option('number', 'l2Regularization', 0, '[0,inf)');
export const optionMaxBins = /* @__PURE__ */ option('integer', 'maxBins', 255, '[2,255]');
export const optionEarlyStopping = /* @__PURE__ */ option('choice', 'earlyStopping', 'auto', ['auto', 'always', 'never']);
export const optionValidationFraction = /* @__PURE__ */ option('number', 'validationFraction', 0.1, '[0,1)');
export const optionNIterNoChange = /* @__PURE__ */ option('integer', 'nIterNoChange', 10, '[1,100000]');
export const optionTol_19 = /* @__PURE__ */ option('number', 'tol', 1e-07, '[0,inf)');
export const optionMaxTime_15 = /* @__PURE__ */ option('number', 'maxTime', Infinity, '(0,inf]', { unit: 'ms' });
export const optionSeed_15 = /* @__PURE__ */ option('integer', 'seed', 0, '[0,2147483647]');
export const attributeBaseline = /* @__PURE__ */ attribute('baseline', 'forest.baseline', ['q']);
export const attributeTrainLoss = /* @__PURE__ */ attribute('trainLoss', 'forest.loss', ['i']);
export const attributeValidationLoss = /* @__PURE__ */ attribute('validationLoss', 'forest.validation', ['v']);
export const attributeFeatureImportances_2 = /* @__PURE__ */ attribute('featureImportances', 'forest.importances', ['d']);
export const costHistGradientBoostingClassifier = { entry: 9, stored: 24, row: 160, column: 256, output: 24 };
export const optionLoss_8 = /* @__PURE__ */ option('choice', 'loss', 'squaredError', ['squaredError', 'absoluteError']);
export const optionAlpha_9 = /* @__PURE__ */ option('number', 'alpha', 1, positive);
export const optionL1Ratio = /* @__PURE__ */ option('number', 'l1Ratio', 1, '[0,1]');
export const optionTol_20 = /* @__PURE__ */ option('number', 'tol', 0.0001, positive);
export const optionMaxIter_22 = /* @__PURE__ */ option('integer', 'maxIter', 1000, '[1,inf]');
export const optionWarmStart_6 = /* @__PURE__ */ option('boolean', 'warmStart', false);
export const attributeNIter_5 = /* @__PURE__ */ attribute('nIter', 'iterations', [], 'integer');
export const attributeDualGap = /* @__PURE__ */ attribute('dualGap', 'gap', [], 'number');
export const attributeAlphaMax = /* @__PURE__ */ attribute('alphaMax', '', [], 'number');
export const costLasso = { entry: 16, stored: 24, row: 128, weight: 192 };
export const optionGamma_4 = /* @__PURE__ */ option('numberOrChoice', 'gamma', 'scale', widthRules, { range: positive });
export const optionGamma_5 = /* @__PURE__ */ option('numberOrChoice', 'gamma', 'scale', widthRules, { range: positive });
export const optionDegree_4 = /* @__PURE__ */ option('integer', 'degree', 3, '[0,64]');
export const optionCoef0_3 = /* @__PURE__ */ option('number', 'coef0', 0, '(-inf,inf)');
export const optionCoef0_4 = /* @__PURE__ */ option('number', 'coef0', 0, '(-inf,inf)');
export const optionGamma_6 = /* @__PURE__ */ option('numberOrChoice', 'gamma', 'scale', widthRules, { range: positive });
export const optionGamma_7 = /* @__PURE__ */ option('numberOrChoice', 'gamma', 'scale', widthRules, { range: positive });
export const optionNu_9 = /* @__PURE__ */ option('number', 'nu', 1.5, '(0,50]');
export const optionAlpha_10 = /* @__PURE__ */ option('number', 'alpha', 1, positive);
export const optionGamma_8 = /* @__PURE__ */ option('numberOrChoice', 'gamma', 'scale', widthRules, { range: positive });
export const optionP = /* @__PURE__ */ option('number', 'p', 2, '[1,inf)');
export const optionPower_2 = /* @__PURE__ */ option('number', 'power', 1, positive);
export const optionDegree_5 = /* @__PURE__ */ option('integer', 'degree', 3, '[0,64]');
export const optionGamma_9 = /* @__PURE__ */ option('numberOrChoice', 'gamma', 'scale', widthRules, { range: positive });
export const optionOrder_3 = /* @__PURE__ */ option('integer', 'order', 2, '[1,64]');
export const optionBase = /* @__PURE__ */ option('choice', 'base', 'gaussian', ['gaussian', 'product']);
export const optionDegree_6 = /* @__PURE__ */ option('odd', 'degree', 3, '[1,9]');
export const optionWidth = /* @__PURE__ */ option('number', 'width', 1, positive);
export const optionOrder_4 = /* @__PURE__ */ option('integer', 'order', 3, '[1,64]');
export const optionCoefficients = /* @__PURE__ */ option('numbers', 'coefficients', undefined, '[0,inf)', { doc: 'Weights of the frequencies 0, 1, 2 and so on.' });
export const optionFrequencies = /* @__PURE__ */ option('rows', 'frequencies', undefined, '(-inf,inf)', { doc: 'Angular frequencies: numbers for samples of one column, otherwise rows with a number for each column.' });
export const optionPowers = /* @__PURE__ */ option('numbers', 'powers', undefined, '[0,inf)', { doc: 'The weight of each frequency.' });
export const optionMatrix = /* @__PURE__ */ option('matrix', 'matrix', undefined, '(-inf,inf)', { doc: 'A weight >= 0 for each column, or the rows of a symmetric positive semi-definite matrix.' });
export const optionLength = /* @__PURE__ */ option('integer', 'length', 3, '[1,10000]');
export const optionWeights_4 = /* @__PURE__ */ option('numbers', 'weights', [], '[0,inf)');
export const optionAlphabet = /* @__PURE__ */ option('letters', 'alphabet', 'any', ['any', 'dna']);
export const optionNormalize_2 = /* @__PURE__ */ option('boolean', 'normalize', true);
export const optionLength_2 = /* @__PURE__ */ option('integer', 'length', 5, '[1,10000]');
export const optionLength_3 = /* @__PURE__ */ option('integer', 'length', 5, '[1,100]');
export const optionMismatches = /* @__PURE__ */ option('integer', 'mismatches', 1, '[0,100]');
export const optionDegree_7 = /* @__PURE__ */ option('integer', 'degree', 5, '[1,10000]');
export const optionLength_4 = /* @__PURE__ */ option('integer', 'length', 3, '[1,1000]');
export const optionDecay = /* @__PURE__ */ option('number', 'decay', 0.5, '(0,1)');
export const optionFactor = /* @__PURE__ */ option('number', 'factor', undefined, positive, { doc: 'Factor of the kernel.' });
export const optionCoefficients_2 = /* @__PURE__ */ option('numbers', 'coefficients', undefined, '[0,inf)', { doc: 'Coefficients of the powers 0, 1, 2 and so on.' });
export const optionGamma_10 = /* @__PURE__ */ option('number', 'gamma', undefined, positive, { doc: 'Factor of the squared distance in feature space.' });
export const optionPoints = /* @__PURE__ */ option('rows', 'points', undefined, '(-inf,inf)', { doc: 'The points whose mean becomes the origin, in rows; numbers for samples of one column.' });
export const optionPoints_2 = /* @__PURE__ */ option('rows', 'points', undefined, '(-inf,inf)', { doc: 'The points of the function f, in rows; numbers for samples of one column.' });
export const optionWeights_5 = /* @__PURE__ */ option('numbers', 'weights', undefined, '(-inf,inf)', { doc: 'The weight of each point.' });
export const optionColumns = /* @__PURE__ */ option('indices', 'columns', undefined, '[0,inf)', { doc: 'Columns of X, counted from 0.' });

const optionsOfSVC = [
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
  optionPrecision,
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
];
export const machineSVC = {
  name: 'SVC',
  kind: 'classifier',
  options: optionsOfSVC,
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
    attributePrecision,
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

const optionsOfNuSVC = [
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
  optionPrecision,
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
];
export const machineNuSVC = {
  name: 'NuSVC',
  kind: 'classifier',
  options: optionsOfNuSVC,
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
    attributePrecision,
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

const optionsOfOneClassSVM = [
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
  optionPrecision,
  optionWorkingSet,
  optionSelection,
  optionUpdates,
  optionOrder,
  optionRelaxation,
  optionBiasScale,
  optionSeed,
  optionWarmStart,
];
export const machineOneClassSVM = {
  name: 'OneClassSVM',
  kind: 'detector',
  options: optionsOfOneClassSVM,
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
    attributeDualityGaps,
    attributeKernelEvaluations,
    attributeCacheHits,
    attributePrecision,
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

const optionsOfSVDD = [
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
  optionPrecision,
  optionWorkingSet,
  optionSelection,
  optionUpdates,
  optionOrder,
  optionRelaxation,
  optionBiasScale,
  optionSeed,
  optionWarmStart,
];
export const machineSVDD = {
  name: 'SVDD',
  kind: 'detector',
  options: optionsOfSVDD,
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
    attributeDualityGaps,
    attributeKernelEvaluations,
    attributeCacheHits,
    attributePrecision,
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

const optionsOfSVR = [
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
  optionPrecision,
  optionWorkingSet,
  optionSelection,
  optionUpdates,
  optionOrder,
  optionRelaxation,
  optionBiasScale,
  optionSeed,
  optionWarmStart,
];
export const machineSVR = {
  name: 'SVR',
  kind: 'regressor',
  options: optionsOfSVR,
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
    attributeDualityGaps,
    attributeKernelEvaluations,
    attributeCacheHits,
    attributePrecision,
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

const optionsOfNuSVR = [
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
  optionPrecision,
  optionWorkingSet,
  optionSelection,
  optionUpdates,
  optionOrder,
  optionRelaxation,
  optionBiasScale,
  optionSeed,
  optionWarmStart,
];
export const machineNuSVR = {
  name: 'NuSVR',
  kind: 'regressor',
  options: optionsOfNuSVR,
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
    attributeDualityGaps,
    attributeKernelEvaluations,
    attributeCacheHits,
    attributePrecision,
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

const optionsOfConvexLossSVR = [
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
];
export const machineConvexLossSVR = {
  name: 'ConvexLossSVR',
  kind: 'regressor',
  options: optionsOfConvexLossSVR,
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
    attributeDualityGaps,
    attributeKernelEvaluations,
    attributeCacheHits,
    attributePrecision,
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

const optionsOfLinearSVC = [
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
];
export const machineLinearSVC = {
  name: 'LinearSVC',
  kind: 'classifier',
  options: optionsOfLinearSVC,
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

const optionsOfLinearSVR = [
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
];
export const machineLinearSVR = {
  name: 'LinearSVR',
  kind: 'regressor',
  options: optionsOfLinearSVR,
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

const optionsOfSGDClassifier = [
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
];
export const machineSGDClassifier = {
  name: 'SGDClassifier',
  kind: 'classifier',
  options: optionsOfSGDClassifier,
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

const optionsOfPerceptron = [
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
];
export const machinePerceptron = {
  name: 'Perceptron',
  kind: 'classifier',
  options: optionsOfPerceptron,
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
    attributeVoteIntercept,
    attributeVoteCoef,
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

const optionsOfKernelPerceptron = [
  optionKernel,
  optionGamma,
  optionDegree,
  optionCoef0,
  optionEta0_2,
  optionFitIntercept_2,
  optionInterceptStep_2,
  optionTie,
  optionOutput,
  optionUpdates_2,
  optionDelta,
  optionMaxIter_7,
  optionMaxTime_4,
  optionCacheSize,
  optionShuffle,
  optionSeed_5,
  optionClassWeight_3,
  optionProbability,
  optionProbabilityFolds,
];
export const machineKernelPerceptron = {
  name: 'KernelPerceptron',
  kind: 'classifier',
  options: optionsOfKernelPerceptron,
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
    attributePocketRuns,
    attributeVotes,
    attributeVoteEnds,
    attributeVoteIntercept,
    attributeVoteRows,
    attributeVoteSteps,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    m: 'support.indices',
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
  },
};

const optionsOfKernelRidge = [
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
];
export const machineKernelRidge = {
  name: 'KernelRidge',
  kind: 'regressor',
  options: optionsOfKernelRidge,
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

const optionsOfAverageMarginClassifier = [
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
];
export const machineAverageMarginClassifier = {
  name: 'AverageMarginClassifier',
  kind: 'classifier',
  options: optionsOfAverageMarginClassifier,
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

const optionsOfNearestCentroid = [
  optionKernel,
  optionGamma,
  optionDegree,
  optionCoef0,
  optionProbability,
  optionProbabilityFolds,
  optionSeed_6,
];
export const machineNearestCentroid = {
  name: 'NearestCentroid',
  kind: 'classifier',
  options: optionsOfNearestCentroid,
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

const optionsOfKNeighborsClassifier = [
  optionNNeighbors,
  optionWeights,
  optionKernel,
  optionGamma,
  optionDegree,
  optionCoef0,
  optionProbability,
  optionProbabilityFolds,
  optionSeed_6,
];
export const machineKNeighborsClassifier = {
  name: 'KNeighborsClassifier',
  kind: 'classifier',
  options: optionsOfKNeighborsClassifier,
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

const optionsOfFisherDiscriminant = [
  optionAlpha_3,
  optionPriors,
  optionProbability,
  optionProbabilityFolds,
  optionSeed_6,
];
export const machineFisherDiscriminant = {
  name: 'FisherDiscriminant',
  kind: 'classifier',
  options: optionsOfFisherDiscriminant,
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

const optionsOfKernelFisherDiscriminant = [
  optionAlpha_4,
  optionKernel,
  optionGamma,
  optionDegree,
  optionCoef0,
  optionPriors,
  optionProbability,
  optionProbabilityFolds,
  optionSeed_6,
];
export const machineKernelFisherDiscriminant = {
  name: 'KernelFisherDiscriminant',
  kind: 'classifier',
  options: optionsOfKernelFisherDiscriminant,
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

const optionsOfKernelPCA = [
  optionNComponents,
  optionKernel,
  optionGamma,
  optionDegree,
  optionCoef0,
];
export const machineKernelPCA = {
  name: 'KernelPCA',
  kind: 'transformer',
  options: optionsOfKernelPCA,
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

const optionsOfStandardScaler = [
  optionWithMean,
  optionWithStd,
];
export const machineStandardScaler = {
  name: 'StandardScaler',
  kind: 'transformer',
  columnwise: true,
  options: optionsOfStandardScaler,
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

const optionsOfMinMaxScaler = [
  optionFeatureRange,
  optionClip,
];
export const machineMinMaxScaler = {
  name: 'MinMaxScaler',
  kind: 'transformer',
  columnwise: true,
  options: optionsOfMinMaxScaler,
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

const optionsOfNormalizer = [
  optionNorm,
];
export const machineNormalizer = {
  name: 'Normalizer',
  kind: 'transformer',
  options: optionsOfNormalizer,
  attributes: [
    attributeNFeatures,
  ],
  dimensions: {
    d: ['features'],
  },
  fitCost: costNormalizer,
};

const optionsOfNystroem = [
  optionNComponents_2,
  optionKernel,
  optionGamma,
  optionDegree,
  optionCoef0,
  optionSeed_7,
];
export const machineNystroem = {
  name: 'Nystroem',
  kind: 'transformer',
  options: optionsOfNystroem,
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

const optionsOfRBFSampler = [
  optionGamma_2,
  optionNComponents_3,
  optionSeed_8,
];
export const machineRBFSampler = {
  name: 'RBFSampler',
  kind: 'transformer',
  options: optionsOfRBFSampler,
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

const optionsOfIncompleteCholesky = [
  optionTol_7,
  optionNComponents_4,
  optionKernel,
  optionGamma,
  optionDegree,
  optionCoef0,
];
export const machineIncompleteCholesky = {
  name: 'IncompleteCholesky',
  kind: 'transformer',
  options: optionsOfIncompleteCholesky,
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

const optionsOfMonomialFeatures = [
  optionDegree_2,
  optionWeights_2,
  optionGamma_3,
  optionCoef0_2,
];
export const machineMonomialFeatures = {
  name: 'MonomialFeatures',
  kind: 'transformer',
  options: optionsOfMonomialFeatures,
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

const optionsOfGaussianProcessRegressor = [
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
];
export const machineGaussianProcessRegressor = {
  name: 'GaussianProcessRegressor',
  kind: 'regressor',
  options: optionsOfGaussianProcessRegressor,
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

const optionsOfKernelDensity = [
  optionNu_5,
  optionWindow,
  optionBandwidth,
];
export const machineKernelDensity = {
  name: 'KernelDensity',
  kind: 'detector',
  options: optionsOfKernelDensity,
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

const optionsOfParzenClassifier = [
  optionWindow,
  optionBandwidth,
  optionPriors_2,
  optionProbability,
  optionProbabilityFolds,
  optionSeed_6,
];
export const machineParzenClassifier = {
  name: 'ParzenClassifier',
  kind: 'classifier',
  options: optionsOfParzenClassifier,
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

const optionsOfKernelRegression = [
  optionWindow,
  optionBandwidth,
];
export const machineKernelRegression = {
  name: 'KernelRegression',
  kind: 'regressor',
  options: optionsOfKernelRegression,
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

const optionsOfDecisionTreeClassifier = [
  optionCriterion,
  optionMaxDepth,
  optionMinSamplesSplit,
  optionMinSamplesLeaf,
  optionMaxTime_7,
  optionClassWeight_5,
];
export const machineDecisionTreeClassifier = {
  name: 'DecisionTreeClassifier',
  kind: 'classifier',
  options: optionsOfDecisionTreeClassifier,
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

const optionsOfDecisionStump = [
  optionCriterion_2,
  optionClassWeight_5,
];
export const machineDecisionStump = {
  name: 'DecisionStump',
  kind: 'classifier',
  options: optionsOfDecisionStump,
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
  fitCost: costDecisionStump,
};

const optionsOfAdaBoostClassifier = [
  optionNEstimators,
  optionReg,
  optionC_7,
  optionRho,
  optionMaxTime_8,
];
export const machineAdaBoostClassifier = {
  name: 'AdaBoostClassifier',
  kind: 'classifier',
  options: optionsOfAdaBoostClassifier,
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

const optionsOfLPSVC = [
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
  optionSeed_6,
];
export const machineLPSVC = {
  name: 'LPSVC',
  kind: 'classifier',
  options: optionsOfLPSVC,
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

const optionsOfLPSVR = [
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
];
export const machineLPSVR = {
  name: 'LPSVR',
  kind: 'regressor',
  options: optionsOfLPSVR,
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

const optionsOfLPMarginClassifier = [
  optionNorm_2,
  optionMultiClass_2,
  optionMaxTime_3,
];
export const machineLPMarginClassifier = {
  name: 'LPMarginClassifier',
  kind: 'classifier',
  options: optionsOfLPMarginClassifier,
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

const optionsOfLinearRegression = [
  optionFitIntercept_5,
];
export const machineLinearRegression = {
  name: 'LinearRegression',
  kind: 'regressor',
  options: optionsOfLinearRegression,
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

const optionsOfRidge = [
  optionAlpha_6,
  optionFitIntercept_6,
  optionForm,
];
export const machineRidge = {
  name: 'Ridge',
  kind: 'regressor',
  options: optionsOfRidge,
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

const optionsOfLSSVC = [
  optionC_10,
  optionKernel,
  optionGamma,
  optionDegree,
  optionCoef0,
  optionFitIntercept_6,
  optionClassWeight,
  optionSeed_6,
  optionProbability,
  optionProbabilityFolds,
];
export const machineLSSVC = {
  name: 'LSSVC',
  kind: 'classifier',
  options: optionsOfLSSVC,
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

const optionsOfSGDRegressor = [
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
  optionSeed_10,
];
export const machineSGDRegressor = {
  name: 'SGDRegressor',
  kind: 'regressor',
  options: optionsOfSGDRegressor,
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

const optionsOfKernelSGDClassifier = [
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
  optionSeed_4,
  optionProbability,
  optionProbabilityFolds,
];
export const machineKernelSGDClassifier = {
  name: 'KernelSGDClassifier',
  kind: 'classifier',
  options: optionsOfKernelSGDClassifier,
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

const optionsOfRegularizationNetwork = [
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
];
export const machineRegularizationNetwork = {
  name: 'RegularizationNetwork',
  kind: 'regressor',
  options: optionsOfRegularizationNetwork,
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

const optionsOfParametricTubeSVR = [
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
];
export const machineParametricTubeSVR = {
  name: 'ParametricTubeSVR',
  kind: 'regressor',
  options: optionsOfParametricTubeSVR,
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

const optionsOfLPBoostClassifier = [
  optionNEstimators_2,
  optionNu_7,
  optionTol_11,
  optionMaxTime_8,
];
export const machineLPBoostClassifier = {
  name: 'LPBoostClassifier',
  kind: 'classifier',
  options: optionsOfLPBoostClassifier,
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

const optionsOfGaussianProcessClassifier = [
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
];
export const machineGaussianProcessClassifier = {
  name: 'GaussianProcessClassifier',
  kind: 'classifier',
  options: optionsOfGaussianProcessClassifier,
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

const optionsOfOrdinalGaussianProcess = [
  optionVariance_3,
  optionKernel,
  optionGamma,
  optionDegree,
  optionCoef0,
  optionOptimizer_3,
  optionApproximation,
  optionPredicts,
  optionRestarts,
  optionTol_8,
  optionMaxIter_9,
  optionMaxTime_6,
  optionSeed_9,
  optionOrder_2,
];
export const machineOrdinalGaussianProcess = {
  name: 'OrdinalGaussianProcess',
  kind: 'classifier',
  options: optionsOfOrdinalGaussianProcess,
  attributes: [
    attributeNFeatures,
    attributeDualCoef_11,
    attributePrecisions_2,
    attributeThresholds_2,
    attributeParameters_2,
    attributeParameterNames_3,
    attributeEvidence_3,
  ],
  dimensions: {
    n: ['samples'],
    d: ['features'],
    w: 'gamma',
    r: 'weights',
    p: 'parameters',
  },
  fitCost: costOrdinalGaussianProcess,
};

const optionsOfRankSVC = [
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
];
export const machineRankSVC = {
  name: 'RankSVC',
  kind: 'regressor',
  options: optionsOfRankSVC,
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

const optionsOfOrdinalAverageMargin = [
  optionKernel,
  optionGamma,
  optionDegree,
  optionCoef0,
  optionThresholds,
  optionOrder_2,
];
export const machineOrdinalAverageMargin = {
  name: 'OrdinalAverageMargin',
  kind: 'classifier',
  options: optionsOfOrdinalAverageMargin,
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_12,
    attributeThresholds_3,
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

const optionsOfOrdinalSVC = [
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
];
export const machineOrdinalSVC = {
  name: 'OrdinalSVC',
  kind: 'classifier',
  options: optionsOfOrdinalSVC,
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_12,
    attributeThresholds_3,
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

const optionsOfCumulativeLinkModel = [
  optionLink,
  optionAlpha_8,
  optionTol_14,
  optionMaxIter_15,
  optionMaxTime_6,
  optionClassWeight_6,
  optionOrder_2,
];
export const machineCumulativeLinkModel = {
  name: 'CumulativeLinkModel',
  kind: 'classifier',
  options: optionsOfCumulativeLinkModel,
  attributes: [
    attributeNFeatures,
    attributeCoef_3,
    attributeThresholds_2,
    attributeLogLikelihood,
  ],
  dimensions: {
    d: ['features'],
  },
  fitCost: costCumulativeLinkModel,
};

const optionsOfSVOR = [
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
];
export const machineSVOR = {
  name: 'SVOR',
  kind: 'classifier',
  options: optionsOfSVOR,
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_12,
    attributeThresholds_3,
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

const optionsOfReducedOrdinalSVC = [
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
];
export const machineReducedOrdinalSVC = {
  name: 'ReducedOrdinalSVC',
  kind: 'classifier',
  options: optionsOfReducedOrdinalSVC,
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_12,
    attributeThresholds_3,
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

const optionsOfSetRanker = [
  optionC_16,
  optionMeasure,
  optionBeta,
  optionK_2,
  optionFitIntercept_3,
  optionInterceptScaling,
  optionTol_12,
  optionMaxIter_13,
  optionMaxTime_2,
];
export const machineSetRanker = {
  name: 'SetRanker',
  kind: 'classifier',
  options: optionsOfSetRanker,
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

const optionsOfSequenceTagger = [
  optionAlgorithm,
  optionChain,
  optionC_17,
  optionFitIntercept_8,
  optionEta0_4,
  optionNEpochs,
  optionSeed_11,
  optionTol_16,
  optionMaxIter_17,
  optionMaxTime_10,
];
export const machineSequenceTagger = {
  name: 'SequenceTagger',
  kind: 'classifier',
  options: optionsOfSequenceTagger,
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

const optionsOfMulticlassSVC = [
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
  optionSeed_6,
  optionProbability,
  optionProbabilityFolds,
];
export const machineMulticlassSVC = {
  name: 'MulticlassSVC',
  kind: 'classifier',
  options: optionsOfMulticlassSVC,
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

const optionsOfMulticlassPerceptron = [
  optionEta0,
  optionFitIntercept_10,
  optionInterceptStep_3,
  optionOutput_2,
  optionUpdates_3,
  optionMaxIter_19,
  optionMaxTime_11,
  optionShuffle,
  optionSeed_5,
  optionClassWeight_3,
  optionProbability,
  optionProbabilityFolds,
];
export const machineMulticlassPerceptron = {
  name: 'MulticlassPerceptron',
  kind: 'classifier',
  options: optionsOfMulticlassPerceptron,
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
  fitCost: costMulticlassPerceptron,
};

/** @type {any[]} */
const optionsOfMaxAbsScaler = [];
export const machineMaxAbsScaler = {
  name: 'MaxAbsScaler',
  kind: 'transformer',
  columnwise: true,
  options: optionsOfMaxAbsScaler,
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

const optionsOfRobustScaler = [
  optionWithCentering,
  optionWithScaling,
  optionQuantileRange,
];
export const machineRobustScaler = {
  name: 'RobustScaler',
  kind: 'transformer',
  columnwise: true,
  options: optionsOfRobustScaler,
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

const optionsOfQuantileTransformer = [
  optionNQuantiles,
  optionOutputDistribution,
];
export const machineQuantileTransformer = {
  name: 'QuantileTransformer',
  kind: 'transformer',
  columnwise: true,
  options: optionsOfQuantileTransformer,
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

const optionsOfPolynomialFeatures = [
  optionDegree_3,
  optionInteractionOnly,
  optionIncludeBias,
];
export const machinePolynomialFeatures = {
  name: 'PolynomialFeatures',
  kind: 'transformer',
  options: optionsOfPolynomialFeatures,
  attributes: [
    attributeNFeatures,
    attributeNOutputs,
  ],
  dimensions: {
    d: ['features'],
  },
  fitCost: costNormalizer,
};

const optionsOfSelectKBest = [
  optionK_3,
  optionScore,
  optionNNeighbors_2,
];
export const machineSelectKBest = {
  name: 'SelectKBest',
  kind: 'transformer',
  options: optionsOfSelectKBest,
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

const optionsOfSimpleImputer = [
  optionStrategy,
  optionFillValue,
  optionAddIndicator,
];
export const machineSimpleImputer = {
  name: 'SimpleImputer',
  kind: 'transformer',
  options: optionsOfSimpleImputer,
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

const optionsOfKNNImputer = [
  optionNNeighbors_3,
  optionWeights_3,
  optionAddIndicator,
];
export const machineKNNImputer = {
  name: 'KNNImputer',
  kind: 'transformer',
  options: optionsOfKNNImputer,
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

const optionsOfMulticlassKernelPerceptron = [
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
  optionSeed_5,
  optionClassWeight_3,
  optionProbability,
  optionProbabilityFolds,
];
export const machineMulticlassKernelPerceptron = {
  name: 'MulticlassKernelPerceptron',
  kind: 'classifier',
  options: optionsOfMulticlassKernelPerceptron,
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

const optionsOfOneHotEncoder = [
  optionCategories,
  optionHandleUnknown,
  optionMinFrequency,
  optionMaxCategories,
  optionDrop,
  optionSparseOutput,
];
export const machineOneHotEncoder = {
  name: 'OneHotEncoder',
  kind: 'transformer',
  options: optionsOfOneHotEncoder,
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

const optionsOfOrdinalEncoder = [
  optionCategories,
  optionHandleUnknown_2,
  optionUnknownValue,
  optionEncodedMissingValue,
];
export const machineOrdinalEncoder = {
  name: 'OrdinalEncoder',
  kind: 'transformer',
  options: optionsOfOrdinalEncoder,
  attributes: [
    attributeNFeatures,
  ],
  dimensions: {
    d: ['features'],
    q: 'categories.values',
  },
  fitCost: costOneHotEncoder,
};

const optionsOfEquivalenceSVC = [
  optionC_19,
  optionPairwise,
  optionKernel,
  optionGamma,
  optionDegree,
  optionCoef0,
  optionPairWeight,
  optionMaxPairs,
  optionSeed_12,
  optionTol_15,
  optionShrinking_4,
  optionMaxIter_16,
  optionMaxTime_2,
];
export const machineEquivalenceSVC = {
  name: 'EquivalenceSVC',
  kind: 'classifier',
  options: optionsOfEquivalenceSVC,
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

const optionsOfLowRankSVC = [
  optionC_5,
  optionLoss_6,
  optionKernel,
  optionGamma,
  optionDegree,
  optionCoef0,
  optionNComponents_5,
  optionLandmarks,
  optionPrecision_2,
  optionTol_17,
  optionFitIntercept_2,
  optionInterceptScaling,
  optionInterceptPenalty,
  optionShrinking_2,
  optionWarmStart_5,
  optionMaxIter_3,
  optionMaxTime_12,
  optionClassWeight,
  optionSeed_13,
  optionProbability,
  optionProbabilityFolds,
];
export const machineLowRankSVC = {
  name: 'LowRankSVC',
  kind: 'classifier',
  options: optionsOfLowRankSVC,
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

const optionsOfLowRankSVR = [
  optionC_4,
  optionEpsilon_4,
  optionLoss_5,
  optionSigma_2,
  optionKernel,
  optionGamma,
  optionDegree,
  optionCoef0,
  optionNComponents_5,
  optionLandmarks,
  optionPrecision_2,
  optionTol_18,
  optionFitIntercept_2,
  optionInterceptScaling,
  optionInterceptPenalty_2,
  optionShrinking_2,
  optionWarmStart_5,
  optionMaxIter_4,
  optionMaxTime_13,
  optionSeed_14,
];
export const machineLowRankSVR = {
  name: 'LowRankSVR',
  kind: 'regressor',
  options: optionsOfLowRankSVR,
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

const optionsOfIncrementalSVC = [
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
];
export const machineIncrementalSVC = {
  name: 'IncrementalSVC',
  kind: 'classifier',
  options: optionsOfIncrementalSVC,
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeSupportCounts,
    attributeDualCoef,
    attributeIntercept,
    attributeNIter,
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

const optionsOfIncrementalSVR = [
  optionC_21,
  optionEpsilon_6,
  optionKernel,
  optionGamma,
  optionDegree,
  optionCoef0,
  optionCacheSize_3,
  optionMaxIter_20,
  optionMaxTime_14,
];
export const machineIncrementalSVR = {
  name: 'IncrementalSVR',
  kind: 'regressor',
  options: optionsOfIncrementalSVR,
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
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
  fitCost: costIncrementalSVR,
};

const optionsOfIncrementalOneClass = [
  optionNu_8,
  optionKernel,
  optionGamma,
  optionDegree,
  optionCoef0,
  optionCacheSize_3,
  optionMaxIter_20,
  optionMaxTime_14,
];
export const machineIncrementalOneClass = {
  name: 'IncrementalOneClass',
  kind: 'detector',
  options: optionsOfIncrementalOneClass,
  attributes: [
    attributeNFeatures,
    attributeSupportIndices,
    attributeSupportVectors,
    attributeDualCoef_2,
    attributeIntercept_2,
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
  fitCost: costIncrementalSVR,
};

const optionsOfHistGradientBoostingClassifier = [
  optionLearningRate_3,
  optionMaxIter_21,
  optionMaxLeafNodes,
  optionMaxDepth,
  optionMinSamplesLeaf_2,
  optionL2Regularization,
  optionMaxBins,
  optionEarlyStopping,
  optionValidationFraction,
  optionNIterNoChange,
  optionTol_19,
  optionMaxTime_15,
  optionSeed_15,
  optionClassWeight_5,
];
export const machineHistGradientBoostingClassifier = {
  name: 'HistGradientBoostingClassifier',
  kind: 'classifier',
  options: optionsOfHistGradientBoostingClassifier,
  attributes: [
    attributeNFeatures,
    attributeBaseline,
    attributeTrainLoss,
    attributeValidationLoss,
    attributeFeatureImportances_2,
  ],
  dimensions: {
    d: ['features'],
    q: 'forest.baseline',
    t: 'forest.roots',
    r: 'forest.numbers',
    i: 'forest.loss',
    v: 'forest.validation',
  },
  fitCost: costHistGradientBoostingClassifier,
};

const optionsOfHistGradientBoostingRegressor = [
  optionLoss_8,
  optionLearningRate_3,
  optionMaxIter_21,
  optionMaxLeafNodes,
  optionMaxDepth,
  optionMinSamplesLeaf_2,
  optionL2Regularization,
  optionMaxBins,
  optionEarlyStopping,
  optionValidationFraction,
  optionNIterNoChange,
  optionTol_19,
  optionMaxTime_15,
  optionSeed_15,
];
export const machineHistGradientBoostingRegressor = {
  name: 'HistGradientBoostingRegressor',
  kind: 'regressor',
  options: optionsOfHistGradientBoostingRegressor,
  attributes: [
    attributeNFeatures,
    attributeBaseline,
    attributeTrainLoss,
    attributeValidationLoss,
    attributeFeatureImportances_2,
  ],
  dimensions: {
    d: ['features'],
    q: 'forest.baseline',
    t: 'forest.roots',
    r: 'forest.numbers',
    i: 'forest.loss',
    v: 'forest.validation',
  },
  fitCost: costHistGradientBoostingClassifier,
};

const optionsOfLasso = [
  optionAlpha_9,
  optionL1Ratio,
  optionFitIntercept_6,
  optionTol_20,
  optionMaxIter_22,
  optionMaxTime_2,
  optionWarmStart_6,
];
export const machineLasso = {
  name: 'Lasso',
  kind: 'regressor',
  options: optionsOfLasso,
  attributes: [
    attributeNFeatures,
    attributeIntercept_3,
    attributeCoef,
    attributeNIter_5,
    attributeDualGap,
    attributeAlphaMax,
  ],
  dimensions: {
    d: ['features'],
    q: 'intercept',
  },
  fitCost: costLasso,
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
  OrdinalGaussianProcess: machineOrdinalGaussianProcess,
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
  HistGradientBoostingClassifier: machineHistGradientBoostingClassifier,
  HistGradientBoostingRegressor: machineHistGradientBoostingRegressor,
  Lasso: machineLasso,
};

/** Their options, for what needs no more of them. */
export const optionsOf = {
  SVC: optionsOfSVC,
  NuSVC: optionsOfNuSVC,
  OneClassSVM: optionsOfOneClassSVM,
  SVDD: optionsOfSVDD,
  SVR: optionsOfSVR,
  NuSVR: optionsOfNuSVR,
  ConvexLossSVR: optionsOfConvexLossSVR,
  LinearSVC: optionsOfLinearSVC,
  LinearSVR: optionsOfLinearSVR,
  SGDClassifier: optionsOfSGDClassifier,
  Perceptron: optionsOfPerceptron,
  KernelPerceptron: optionsOfKernelPerceptron,
  KernelRidge: optionsOfKernelRidge,
  AverageMarginClassifier: optionsOfAverageMarginClassifier,
  NearestCentroid: optionsOfNearestCentroid,
  KNeighborsClassifier: optionsOfKNeighborsClassifier,
  FisherDiscriminant: optionsOfFisherDiscriminant,
  KernelFisherDiscriminant: optionsOfKernelFisherDiscriminant,
  KernelPCA: optionsOfKernelPCA,
  StandardScaler: optionsOfStandardScaler,
  MinMaxScaler: optionsOfMinMaxScaler,
  Normalizer: optionsOfNormalizer,
  Nystroem: optionsOfNystroem,
  RBFSampler: optionsOfRBFSampler,
  IncompleteCholesky: optionsOfIncompleteCholesky,
  MonomialFeatures: optionsOfMonomialFeatures,
  GaussianProcessRegressor: optionsOfGaussianProcessRegressor,
  KernelDensity: optionsOfKernelDensity,
  ParzenClassifier: optionsOfParzenClassifier,
  KernelRegression: optionsOfKernelRegression,
  DecisionTreeClassifier: optionsOfDecisionTreeClassifier,
  DecisionStump: optionsOfDecisionStump,
  AdaBoostClassifier: optionsOfAdaBoostClassifier,
  LPSVC: optionsOfLPSVC,
  LPSVR: optionsOfLPSVR,
  LPMarginClassifier: optionsOfLPMarginClassifier,
  LinearRegression: optionsOfLinearRegression,
  Ridge: optionsOfRidge,
  LSSVC: optionsOfLSSVC,
  SGDRegressor: optionsOfSGDRegressor,
  KernelSGDClassifier: optionsOfKernelSGDClassifier,
  RegularizationNetwork: optionsOfRegularizationNetwork,
  ParametricTubeSVR: optionsOfParametricTubeSVR,
  LPBoostClassifier: optionsOfLPBoostClassifier,
  GaussianProcessClassifier: optionsOfGaussianProcessClassifier,
  OrdinalGaussianProcess: optionsOfOrdinalGaussianProcess,
  RankSVC: optionsOfRankSVC,
  OrdinalAverageMargin: optionsOfOrdinalAverageMargin,
  OrdinalSVC: optionsOfOrdinalSVC,
  CumulativeLinkModel: optionsOfCumulativeLinkModel,
  SVOR: optionsOfSVOR,
  ReducedOrdinalSVC: optionsOfReducedOrdinalSVC,
  SetRanker: optionsOfSetRanker,
  SequenceTagger: optionsOfSequenceTagger,
  MulticlassSVC: optionsOfMulticlassSVC,
  MulticlassPerceptron: optionsOfMulticlassPerceptron,
  MaxAbsScaler: optionsOfMaxAbsScaler,
  RobustScaler: optionsOfRobustScaler,
  QuantileTransformer: optionsOfQuantileTransformer,
  PolynomialFeatures: optionsOfPolynomialFeatures,
  SelectKBest: optionsOfSelectKBest,
  SimpleImputer: optionsOfSimpleImputer,
  KNNImputer: optionsOfKNNImputer,
  MulticlassKernelPerceptron: optionsOfMulticlassKernelPerceptron,
  OneHotEncoder: optionsOfOneHotEncoder,
  OrdinalEncoder: optionsOfOrdinalEncoder,
  EquivalenceSVC: optionsOfEquivalenceSVC,
  LowRankSVC: optionsOfLowRankSVC,
  LowRankSVR: optionsOfLowRankSVR,
  IncrementalSVC: optionsOfIncrementalSVC,
  IncrementalSVR: optionsOfIncrementalSVR,
  IncrementalOneClass: optionsOfIncrementalOneClass,
  HistGradientBoostingClassifier: optionsOfHistGradientBoostingClassifier,
  HistGradientBoostingRegressor: optionsOfHistGradientBoostingRegressor,
  Lasso: optionsOfLasso,
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
  rationalQuadratic: { options: [optionGamma_4, optionAlpha_10] },
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
