package catalog

import "slices"

// ForStudy reports whether the entry maxmargin/study has a machine, and not maxmargin. Such
// machines teach, or a paper is about them; the end of each line names the ones that serve everyday
// work better.
func ForStudy(name string) bool {
	return slices.Contains([]string{
		"Perceptron", "KernelPerceptron", "MulticlassPerceptron", "MulticlassKernelPerceptron", // SVC and SGDClassifier
		"AverageMarginClassifier", "OrdinalAverageMargin", "SetRanker", // SVC, SVOR, RankSVC
		"LPSVC", "LPSVR", "LPMarginClassifier", "LPBoostClassifier", // SVC, SVR, AdaBoostClassifier
		"EquivalenceSVC", "ReducedOrdinalSVC", "OrdinalGaussianProcess", // SVC, SVOR
		"KernelFisherDiscriminant", "ParzenClassifier", "KernelRegression", // LSSVC, KNeighborsClassifier, KernelRidge
		"ParametricTubeSVR", "RegularizationNetwork", // NuSVR, SVR
		"DecisionStump",                          // DecisionTreeClassifier
		"IncompleteCholesky", "MonomialFeatures", // Nystroem, PolynomialFeatures
	}, name)
}
