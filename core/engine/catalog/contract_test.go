package catalog_test

import (
	"maxmargin/core/machines/boost"
	"maxmargin/core/machines/gp"
	"maxmargin/core/machines/linear"
	"maxmargin/core/machines/multiclass"
	"maxmargin/core/machines/neighbors"
	"maxmargin/core/machines/ordinal"
	"maxmargin/core/machines/parzen"
	"maxmargin/core/machines/perceptron"
	"maxmargin/core/machines/prep"
	"maxmargin/core/machines/programs"
	"maxmargin/core/machines/ranking"
	"maxmargin/core/machines/ridge"
	"maxmargin/core/machines/structured"
	"maxmargin/core/machines/subspace"
	"maxmargin/core/machines/svm"
	"maxmargin/core/machines/tree"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
)

// What each machine can do: a method that is lost, or changed, does not compile here.
var (
	_ = []model.Classifier{
		(*boost.LPBoostClassifier)(nil), (*linear.KernelSGDClassifier)(nil), (*linear.LowRankSVC)(nil),
		(*multiclass.EquivalenceSVC)(nil), (*multiclass.MulticlassSVC)(nil),
		(*neighbors.KNeighborsClassifier)(nil), (*ordinal.OrdinalAverageMargin)(nil),
		(*ordinal.OrdinalSVC)(nil), (*ordinal.ReducedOrdinalSVC)(nil), (*ordinal.SVOR)(nil),
		(*parzen.AverageMarginClassifier)(nil), (*parzen.NearestCentroid)(nil),
		(*perceptron.KernelPerceptron)(nil), (*perceptron.MulticlassKernelPerceptron)(nil),
		(*perceptron.MulticlassPerceptron)(nil), (*perceptron.Perceptron)(nil), (*programs.LPSVC)(nil),
		(*ridge.LSSVC)(nil), (*subspace.FisherDiscriminant)(nil), (*subspace.KernelFisherDiscriminant)(nil),
		(*svm.IncrementalSVC)(nil), (*svm.NuSVC)(nil), (*svm.SVC)(nil),
	}
	_ = []calib.LogOdds{
		(*linear.KernelSGDClassifier)(nil), (*linear.LinearSVC)(nil), (*linear.LowRankSVC)(nil),
		(*linear.SGDClassifier)(nil),
	}
	_ = []model.Around{
		(*prep.TransformedTarget)(nil),
	}
	_ = []model.Columnar{
		(*prep.ColumnTransformer)(nil), (*prep.OneHotEncoder)(nil), (*prep.OrdinalEncoder)(nil),
	}
	_ = []model.Conformer{
		(*ridge.KernelRidge)(nil),
	}
	_ = []model.Density{
		(*parzen.KernelDensity)(nil),
	}
	_ = []model.Detector{
		(*svm.IncrementalOneClass)(nil), (*svm.OneClassSVM)(nil), (*svm.SVDD)(nil),
	}
	_ = []model.Divisible{
		(*linear.LinearSVC)(nil), (*linear.LowRankSVC)(nil), (*svm.NuSVC)(nil), (*svm.SVC)(nil),
	}
	_ = []model.DualMachine{
		(*parzen.AverageMarginClassifier)(nil), (*programs.LPSVC)(nil), (*programs.LPSVR)(nil),
		(*svm.ConvexLossSVR)(nil), (*svm.NuSVC)(nil), (*svm.NuSVR)(nil), (*svm.OneClassSVM)(nil),
		(*svm.SVC)(nil), (*svm.SVDD)(nil), (*svm.SVR)(nil),
	}
	_ = []model.Evidence{
		(*gp.GaussianProcessClassifier)(nil),
	}
	_ = []model.Gatherer{
		(*linear.LowRankSVC)(nil), (*linear.LowRankSVR)(nil),
	}
	_ = []model.Holder{
		(*prep.ColumnTransformer)(nil),
	}
	_ = []model.Incremental{
		(*svm.IncrementalOneClass)(nil), (*svm.IncrementalSVC)(nil), (*svm.IncrementalSVR)(nil),
	}
	_ = []model.Inverter{
		(*prep.MaxAbsScaler)(nil), (*prep.MinMaxScaler)(nil), (*prep.QuantileTransformer)(nil),
		(*prep.RobustScaler)(nil), (*prep.StandardScaler)(nil),
	}
	_ = []model.Learner{
		(*ordinal.CumulativeLinkModel)(nil), (*ordinal.ReducedOrdinalSVC)(nil), (*ordinal.SVOR)(nil),
		(*ranking.RankSVC)(nil), (*ranking.SetRanker)(nil),
	}
	_ = []model.PairJudge{
		(*multiclass.EquivalenceSVC)(nil),
	}
	_ = []model.Preparer{
		(*tree.DecisionStump)(nil), (*tree.DecisionTreeClassifier)(nil),
	}
	_ = []model.Prober{
		(*boost.AdaBoostClassifier)(nil), (*boost.HistGradientBoostingClassifier)(nil),
		(*calib.Calibrated)(nil), (*gp.GaussianProcessClassifier)(nil),
		(*gp.OrdinalGaussianProcess)(nil), (*ordinal.CumulativeLinkModel)(nil), (*parzen.ParzenClassifier)(nil),
		(*tree.DecisionStump)(nil),
		(*tree.DecisionTreeClassifier)(nil),
	}
	_ = []model.Process{
		(*gp.GaussianProcessRegressor)(nil),
	}
	_ = []model.MissingTaker{
		(*boost.HistGradientBoostingClassifier)(nil), (*boost.HistGradientBoostingRegressor)(nil),
	}
	_ = []model.Regressor{
		(*boost.HistGradientBoostingRegressor)(nil),
		(*linear.LinearSVR)(nil), (*linear.LowRankSVR)(nil), (*linear.SGDRegressor)(nil),
		(*parzen.KernelRegression)(nil), (*prep.TransformedTarget)(nil), (*programs.LPSVR)(nil),
		(*programs.ParametricTubeSVR)(nil), (*programs.RegularizationNetwork)(nil), (*ranking.RankSVC)(nil),
		(*ridge.KernelRidge)(nil), (*ridge.Lasso)(nil), (*ridge.LinearRegression)(nil), (*ridge.Ridge)(nil),
		(*svm.ConvexLossSVR)(nil), (*svm.IncrementalSVR)(nil), (*svm.NuSVR)(nil), (*svm.SVR)(nil),
	}
	_ = []model.SquaresMachine{
		(*gp.GaussianProcessRegressor)(nil), (*ridge.KernelRidge)(nil), (*ridge.LSSVC)(nil),
	}
	_ = []model.Staged{
		(*boost.AdaBoostClassifier)(nil), (*boost.LPBoostClassifier)(nil),
	}
	_ = []model.Tagger{
		(*structured.SequenceTagger)(nil),
	}
	_ = []model.Transformer{
		(*prep.IncompleteCholesky)(nil), (*prep.KNNImputer)(nil), (*prep.MonomialFeatures)(nil),
		(*prep.Normalizer)(nil), (*prep.Nystroem)(nil), (*prep.PolynomialFeatures)(nil),
		(*prep.RBFSampler)(nil), (*prep.SelectKBest)(nil), (*prep.SimpleImputer)(nil),
	}
	_ = []model.Updatable{
		(*calib.Calibrated)(nil), (*linear.KernelSGDClassifier)(nil), (*linear.SGDClassifier)(nil),
		(*linear.SGDRegressor)(nil), (*parzen.AverageMarginClassifier)(nil),
		(*perceptron.KernelPerceptron)(nil), (*perceptron.MulticlassKernelPerceptron)(nil),
		(*perceptron.MulticlassPerceptron)(nil), (*perceptron.Perceptron)(nil),
	}
	_ = []model.Wrapper{
		(*calib.Calibrated)(nil),
	}
)
