// Written by go run ./core/internal/gen from core/engine/catalog. Do not edit.

/** The machines whose classes maxmargin has. */
export const work =
  'SVC NuSVC OneClassSVM SVDD SVR NuSVR ConvexLossSVR LinearSVC LinearSVR SGDClassifier KernelRidge NearestCentroid KNeighborsClassifier FisherDiscriminant KernelPCA StandardScaler MinMaxScaler Normalizer Nystroem RBFSampler GaussianProcessRegressor KernelDensity DecisionTreeClassifier AdaBoostClassifier LinearRegression Ridge LSSVC SGDRegressor KernelSGDClassifier GaussianProcessClassifier RankSVC OrdinalSVC CumulativeLinkModel SVOR SequenceTagger MulticlassSVC MaxAbsScaler RobustScaler QuantileTransformer PolynomialFeatures SelectKBest SimpleImputer KNNImputer OneHotEncoder OrdinalEncoder LowRankSVC LowRankSVR IncrementalSVC IncrementalSVR IncrementalOneClass HistGradientBoostingClassifier HistGradientBoostingRegressor Lasso';
/** The machines whose classes maxmargin/study has. */
export const study =
  'Perceptron KernelPerceptron AverageMarginClassifier KernelFisherDiscriminant IncompleteCholesky MonomialFeatures ParzenClassifier KernelRegression DecisionStump LPSVC LPSVR LPMarginClassifier RegularizationNetwork ParametricTubeSVR LPBoostClassifier OrdinalGaussianProcess OrdinalAverageMargin ReducedOrdinalSVC SetRanker MulticlassPerceptron MulticlassKernelPerceptron EquivalenceSVC';
