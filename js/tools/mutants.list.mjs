/**
 * Faults of one place, each with the test that finds it. A fault that survives gets a test, and a
 * line here.
 *
 * @typedef {object} Mutant
 * @property {string} file
 * @property {string} from the text that is replaced; the file has it once
 * @property {string} to
 * @property {string} test in the package of the file
 * @property {string} [where] the folder of the test, if it is in another one
 */

/** @type {Mutant[]} */
export const mutants = [
  // The thresholds of ranks that a solution has made equal are never parted.
  {
    file: 'core/machines/ordinal/svor.go',
    from: 'if j := d.pulled(block, &r); j > 0 {',
    to: 'if j := 0; j > 0 {',
    test: 'TestThresholdsThatAreMadeEqualPartAgain',
  },
  // A search for the mode begins at the last one, also where zero is better.
  {
    file: 'core/machines/gp/laplace.go',
    from: 'coef, latent, value = zero, zero, l.psi(zero, zero)',
    to: '_ = zero',
    test: 'TestModeDoesNotDependOnTheOneBefore',
  },
  // A dropped plane leaves its row of the Gram matrix.
  {
    file: 'core/solve/bundle/bundle.go',
    from: 'b.products[k] = Pick(b.products[k], kept)',
    to: '_ = k',
    test: 'TestForgottenPlanesAreGone',
  },
  // The gap forgets one side.
  {
    file: 'core/solve/primal/newton.go',
    from: 's.gap = up + down;',
    to: 's.gap = max(up, down);',
    test: 'TestGapOfNewtonIsTheViolationOfItsDualPoint',
  },
  // Ties go to the largest fold.
  {
    file: 'core/assess/tune/folds.go',
    from: 'size[f] < size[best]',
    to: 'size[f] > size[best]',
    test: 'TestTiesOfFoldsGoToTheFewestSamples',
  },
  // An exact match has an infinite weight.
  {
    file: 'core/machines/prep/knnimputer.go',
    from: 's.Weights == "distance" && nearest > 0 &&',
    to: 's.Weights == "distance" &&',
    test: 'TestNeighboursWithoutDistance',
  },
  // Classes of one sample count.
  {
    file: 'core/machines/prep/information.go',
    from: 'if len(own[s.of[i]]) > 1 {',
    to: 'if len(own[s.of[i]]) > 0 {',
    test: 'TestInformationOfClassesByDefinition',
  },
  // The constant is an end of the interval of the best ones.
  {
    file: 'core/machines/programs/generation.go',
    from: 'return c.at + (corners[ascending[k+1]].at-c.at)/2',
    to: 'return c.at',
    test: 'TestTheConstantIsTheMiddle',
  },
  // The warning about the scale of targets comes at another share.
  {
    file: 'core/model/outofreach.go',
    from: 'left > 0.8*spread',
    to: 'left > 0.7*spread',
    test: 'TestOutOfReachBeginsAtFourFifths',
  },
  // A polished point forgets the slack of rows that are paid for.
  {
    file: 'core/solve/program/polish.go',
    from: 's.g[i] = s.y[i] - s.ax[i]',
    to: 's.g[i] = -s.ax[i]',
    test: 'TestJudgeFindsTheMultipliers',
  },
  // A limit that is kept counts as paid for.
  {
    file: 'core/solve/program/polish.go',
    from: 'e.primal = max(e.primal, v.slack) // the violation',
    to: '// its violation',
    test: 'TestOnlyTheActiveSetOfTheSolutionHolds',
  },
  // Rounding of a dependent row becomes a pivot.
  {
    file: 'core/solve/program/vertex.go',
    from: '1e-9*size',
    to: '1e-30*size',
    test: 'TestVerticesOfDependentRows',
  },
  // Leverage scores have no ridge.
  {
    file: 'core/model/lowrank/landmarks.go',
    from: 'ridge += max(v, 0) / float64(half)',
    to: 'ridge += 0 * v',
    test: 'TestLeverageDrawsByTheScores',
  },
  // A limit that comes after the last round counts.
  {
    file: 'core/machines/boost/columns.go',
    from: 'if status != "" && round < c.options.NEstimators || status == run.Aborted {',
    to: 'if status != "" {',
    test: 'TestAllRoundsOfLPBoostAreNoTimeLimit',
  },
  // A row without weight is drawn.
  {
    file: 'core/machines/parzen/draw.go',
    from: 'upTo[middle] > value {',
    to: 'upTo[middle] >= value {',
    test: 'TestPlacesOfNoWeightAreNotDrawn',
  },
  // The number of samples of many updates overflows.
  {
    file: 'core/machines/parzen/update.go',
    from: 'if f.Samples > math.MaxInt32-t.X.Len() {',
    to: 'if false {',
    test: 'TestUpdatesThatAreRefused',
  },
  // Leaves have a sample less than they must.
  {
    file: 'core/machines/tree/grow.go',
    from: 'if o.seen < g.inLeaf ||',
    to: 'if o.seen < g.inLeaf-1 ||',
    test: 'TestTreesOfScikitLearn',
  },
  // Equal splits are not told apart by their second measure.
  {
    file: 'core/machines/tree/grow.go',
    from: ' || value > o.best.value-slack && second > o.best.second+slack',
    to: '',
    test: 'TestErrorTakesTheBetterStart',
  },
  // Votes that tie go to the last class.
  {
    file: 'core/machines/neighbors/votes.go',
    from: 'votes[class] > votes[winner] {',
    to: 'votes[class] >= votes[winner] {',
    test: 'TestTies',
  },
  // Mistakes that tie go to the last row.
  {
    file: 'core/machines/perceptron/rule.go',
    from: 'if y*value < lowest {',
    to: 'if y*value <= lowest {',
    test: 'TestUpdatesOfOneMistake',
  },
  // A direction that others span counts as new.
  {
    file: 'core/base/linalg/leading.go',
    from: 'if !(length > dependent*before) {',
    to: 'if false {',
    test: 'TestLeading',
  },
  // Rough functions of Matern take the slope of smooth ones.
  {
    file: 'core/kernel/matern.go',
    from: '\tif k.Nu < 1 {\n\t\tk.unfoldRough',
    to: '\tif k.Nu < 0.5 {\n\t\tk.unfoldRough',
    test: 'TestSlopesOfMatern',
  },
  // Matrices of weights may be askew.
  {
    file: 'core/kernel/weighted.go',
    from: 'math.Abs(upper-lower) > 1e-12*',
    to: 'math.Abs(upper-lower) > 2*',
    test: 'TestWeightedMatricesMustBeSymmetric',
  },
  // Intervals come from a factor that is rounding alone.
  {
    file: 'core/machines/ridge/conformal.go',
    from: 'if err != nil || factor.ReciprocalCondition() < singular && !factor.Stopped() {',
    to: 'if err != nil {',
    test: 'TestIntervalsRefuse',
  },
  // Kernel PCA does not notice that a kernel is indefinite.
  {
    file: 'core/machines/subspace/kernelpca.go',
    from: 'if leading.Lowest < -c.cut(leading) {',
    to: 'if false {',
    test: 'TestKernelPCAOfDegenerateData',
  },
  // A step to a pre-image may go down.
  {
    file: 'core/machines/subspace/preimage.go',
    from: 'if h = s.height(next); h >= before {',
    to: 'if h = s.height(next); true {',
    test: 'TestPreImages',
  },
  // The sign of the only pair of two classes is forgotten.
  {
    file: 'core/model/reduction/pairs.go',
    from: 'if k > 2 && (f > 0 || f <= e.against) {',
    to: 'if f > 0 || f <= e.against {',
    test: 'TestASinglePairIsTurnedRound',
  },
  // Samples without weight take part in a problem.
  {
    file: 'core/model/reduction/scheme.go',
    from: '(weight == nil || weight[i] > 0)',
    to: 'true',
    test: 'TestSplit',
  },
  // A column of noise counts for the rank.
  {
    file: 'core/base/linalg/leastsquares.go',
    from: 'if !(math.Sqrt(farthest) > noise) {',
    to: 'if false {',
    test: 'TestLeastSquaresIsThePseudoInverse',
  },
  // The gap of a lasso is no bound: the residuals are taken for a solution of the dual problem.
  {
    file: 'core/machines/ridge/elasticnet.go',
    from: 'factor = min(factor, e.l1/most)',
    to: 'factor = min(factor, 1)',
    test: 'TestLassoWithFewPasses',
  },
  // A sparse column is centred without its zeros.
  {
    file: 'core/machines/ridge/columns.go',
    from: 'norm = max(0, rest) * mean * mean',
    to: 'norm = 0 * rest',
    test: 'TestLassoAsScikitLearn',
  },
  // Links of intervals that are almost empty lose their digits.
  {
    file: 'core/machines/ordinal/link.go',
    from: 'if t < 1e-9 {',
    to: 'if t < 0 {',
    test: 'TestLinks',
  },
  // A kernel of distances does not say what it is, so that values are rounded and far neighbours equal.
  {
    file: 'core/kernel/rationalquadratic.go',
    from: 'TranslationInvariant() bool { return true }',
    to: 'TranslationInvariant() bool { return false }',
    test: 'TestTranslationInvariance',
    where: 'core/engine/catalog',
  },
  {
    file: 'core/kernel/rationalquadratic.go',
    from: 'Distance() Kernel { return squared{} }',
    to: 'Distance() Kernel { return nil }',
    test: 'TestImagesOfEveryKernel',
    where: 'core/engine/catalog',
  },
];
