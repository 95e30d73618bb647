package catalog_test

import (
	"runtime"
	"testing"

	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/check"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/linear"
	"maxmargin/core/machines/prep"
	"maxmargin/core/machines/ridge"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
)

// inTurn and drawn are why the order of the samples counts.
const (
	inTurn = "it learns from one sample after the other"
	drawn  = "which samples it draws follows from their places"
)

// notSparse is the check that machines for dense rows alone do not pass.
const notSparse = "takes sparse samples as dense ones"

// exceptions are the checks that a machine need not pass, with the reason.
func exceptions() map[string]check.Exceptions {
	return map[string]check.Exceptions{
		"SVDD": {"takes kernel values": "to judge samples it needs a column more, their kernel with themselves; TestSVDDOfKernelValues is about that"},
		"SGDClassifier": {
			"takes samples in any order":            drawn,
			"takes a weight of zero for absence":    "which samples are drawn depends on how many there are",
			"takes a weight of two for two samples": "which samples are drawn depends on how many there are",
		},
		"KernelSGDClassifier": {
			"takes samples in any order":            drawn,
			"takes a weight of zero for absence":    "which samples are drawn depends on how many there are",
			"takes a weight of two for two samples": "which samples are drawn depends on how many there are",
		},
		"SGDRegressor":         {"takes X in other units": "its steps are as long in all units", "takes samples in any order": drawn, "takes a weight of two for two samples": "a second step starts from the end of the first one"},
		"Perceptron":           {"takes samples in any order": inTurn, "takes a weight of two for two samples": "a second copy may be right after the mistake on the first"},
		"MulticlassPerceptron": {"takes samples in any order": inTurn, "takes a weight of two for two samples": "a second copy may be right after the mistake on the first"},

		"MulticlassKernelPerceptron": {"takes samples in any order": inTurn, "takes a weight of two for two samples": "a second copy may be right after the mistake on the first"},

		"KernelPerceptron":     {"takes samples in any order": inTurn, "takes a weight of two for two samples": "a second copy may be right after the mistake on the first"},
		"KNeighborsClassifier": {"keeps the earlier fit when aborted": "it keeps the samples, in no time"},
		"StandardScaler":       {notSparse: "what is centred is not sparse; TestSparseScaling is about the rest"},
		"MinMaxScaler":         {notSparse: "an interval that zero does not stay in place in is not for sparse samples"},
		"Normalizer":           {"keeps the earlier fit when aborted": "it learns nothing, in no time"},
		"ParzenClassifier":     {"keeps the earlier fit when aborted": "it keeps the samples, in no time"},
		"MonomialFeatures":     {"keeps the earlier fit when aborted": "it learns nothing, in no time"},
		"PolynomialFeatures":   {"takes X in other units": "each product has a unit of its own", "keeps the earlier fit when aborted": "it learns nothing, in no time"},
		"RobustScaler":         {notSparse: "what is centred is not sparse; TestRobustScalingOfSparseSamples is about the rest"},
		"QuantileTransformer":  {notSparse: "zeros do not stay zeros"},
		"SimpleImputer":        {"refuses numbers that are not finite": missing},
		"OneHotEncoder":        {"refuses numbers that are not finite": "NaN is a category"},
		"OrdinalEncoder":       {"refuses numbers that are not finite": "NaN is a missing category"},
		"KNNImputer": {
			"refuses numbers that are not finite": missing,
			notSparse:                             "it looks for neighbours by the numbers that two rows both have",
		},
		"SequenceTagger":     {"takes X in other units": "what it learns of one class after another has no unit", "decides ties by the classes alone": "of equally good sequences it takes the one with the first classes"},
		"IncompleteCholesky": {"takes samples in any order": "of samples that are equally far from those before, the first one is the next"},
		"Nystroem":           {"takes samples in any order": drawn, "takes a weight of two for two samples": "a second copy of a sample is another landmark, with a feature of its own"},

		"Lasso": {
			"learns": zeroWeights,
			"stops with something to show, or with the earlier fit": zeroWeights,
			"starts warm from the same samples only":                anySamples,
		},

		"SetRanker": {
			"leaves its inputs alone":               "rows of a list need the same weight; the check gives them two",
			"takes a weight of two for two samples": "rows of a list need the same weight",
		},

		"HistGradientBoostingClassifier": {"refuses numbers that are not finite": "NaN is a missing value"},
		"HistGradientBoostingRegressor": {
			"refuses numbers that are not finite":   "NaN is a missing value",
			"takes a weight of two for two samples": "minSamplesLeaf counts samples, whatever they weigh; TestWeightsOfGradientBoosting is about the rest",
		},

		"DecisionTreeClassifier": {"follows class weights": pureLeaves},
		"DecisionStump":          {"follows class weights": pureLeaves, "learns": "one question has two answers, and there are three classes"},
		"AdaBoostClassifier":     {"follows class weights": pureLeaves},
		"LPBoostClassifier":      {"follows class weights": pureLeaves},
	}
}

// pureLeaves is why weights of classes do not move all predictions to the heavy class.
const pureLeaves = "a leaf whose samples are all of the light class predicts this class, whatever it weighs; TestClassWeightsOfTrees is about mixed leaves"

// zeroWeights is why a Lasso of its default alpha, which is that of scikit-learn, passes few checks;
// TestLassoOfSmallAlpha is about another.
const zeroWeights = "from alphaMax on all weights are zero, which needs no pass"

// anySamples is why a Lasso starts from a fit to other samples.
const anySamples = "it starts from the weights of the features; TestWarmStartOfTheLasso is about them"

// missing is why imputers take NaN; TestOnlySomeMachinesTakeNaN is about the rest.
const missing = "NaN is what it fills in"

// left reports whether a machine is not checked: in WebAssembly, where only the loops differ, those
// are checked that are drawn.
func left(place int) bool { return runtime.GOOS == "js" && !support.Turn(place) }

// TestEveryMachine applies the checks of core/internal/check to every machine of the catalog.
func TestEveryMachine(t *testing.T) {
	for i, m := range catalog.Machines() {
		if left(i) {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			check.Machine(t, m, exceptions()[m.Name])
		})
	}
}

// TestLassoOfSmallAlpha is TestEveryMachine for a Lasso whose weights are not zero.
func TestLassoOfSmallAlpha(t *testing.T) {
	check.Machine(t, catalog.Machine{Name: "Lasso", Summary: "as in the catalog", New: func() model.Machine {
		l := ridge.NewLasso()
		l.Alpha = 0.01
		return l
	}}, check.Exceptions{"starts warm from the same samples only": anySamples})
}

// TestSparseScaling is TestEveryMachine for a StandardScaler that takes sparse samples.
func TestSparseScaling(t *testing.T) {
	check.Machine(t, catalog.Machine{Name: "StandardScaler", Summary: "as in the catalog", New: func() model.Machine {
		s := prep.NewStandardScaler()
		s.WithMean = false
		return s
	}}, nil)
}

// TestRobustScalingOfSparseSamples is TestEveryMachine for a RobustScaler that takes sparse
// samples.
func TestRobustScalingOfSparseSamples(t *testing.T) {
	check.Machine(t, catalog.Machine{Name: "RobustScaler", Summary: "as in the catalog", New: func() model.Machine {
		s := prep.NewRobustScaler()
		s.WithCentering = false
		return s
	}}, nil)
}

// TestEveryHolder applies the same checks to pipelines of every kind, as one machine.
func TestEveryHolder(t *testing.T) {
	for i, kind := range []struct {
		name string
		last func() model.Machine
	}{
		{"SVC", func() model.Machine { return svm.NewSVC(catalog.Kernel) }},
		{"SVR", func() model.Machine { return svm.NewSVR(catalog.Kernel) }},
		{"OneClassSVM", func() model.Machine { return svm.NewOneClassSVM(catalog.Kernel) }},
	} {
		if left(i) {
			continue
		}
		name, last := kind.name, kind.last
		t.Run("Pipeline of "+name, func(t *testing.T) {
			t.Parallel()
			check.Holder(t, catalog.Pipeline, func() []model.Part {
				scaler := prep.NewStandardScaler()
				scaler.WithMean = false // of sparse samples
				return []model.Part{{Name: "StandardScaler", Label: "scale", Machine: scaler}, {Name: name, Label: "learn", Machine: last()}}
			}, holderExceptions(name))
		})
	}
}

// TestEveryCalibrated applies the same checks to classifiers with probabilities, as one
// machine.
func TestEveryCalibrated(t *testing.T) {
	logOdds := exceptions()["SGDClassifier"]
	logOdds["takes X in other units"] = "the first step follows from the slope of the loss at a value with the unit of the weights"
	for i, c := range []struct {
		what, name string
		new        func() model.Machine
		exceptions check.Exceptions
	}{
		{"SVC", "SVC", calibrated, nil},
		{"pipeline", catalog.Pipeline, func() model.Machine {
			scaler := prep.NewStandardScaler()
			scaler.WithMean = false
			return holder(t, catalog.Pipeline, model.Part{Name: "StandardScaler", Label: "scale", Machine: scaler},
				model.Part{Name: "SVC", Label: "learn", Machine: calibrated()})
		}, holderExceptions("SVC")},
		{"log odds", "SGDClassifier", func() model.Machine {
			m := linear.NewSGDClassifier()
			m.Loss = "logistic"
			return m
		}, logOdds},
	} {
		if left(i) {
			continue
		}
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			check.Machine(t, catalog.Machine{Name: c.name, Summary: "with probabilities", New: func() model.Machine {
				m, err := catalog.Wrap(c.name, c.new())
				if _, is := m.(model.Prober); !is {
					t.Fatal(err)
				}
				return m
			}}, c.exceptions)
		})
	}
}

func calibrated() model.Machine {
	m := svm.NewSVC(catalog.Kernel)
	m.Method, m.Folds = calib.Sigmoid, 2
	return m
}

func holder(t *testing.T, name string, parts ...model.Part) model.Machine {
	t.Helper()
	m, err := catalog.NewHolder(name, parts)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// holderExceptions are the exceptions of a pipeline that ends with a machine.
func holderExceptions(last string) check.Exceptions {
	all := check.Exceptions{
		"takes kernel values": "kernel values cannot be scaled; the pipeline says so",
	}
	if last == "OneClassSVM" {
		all[notSparse] = "scaled samples differ by rounding, and with a sigmoid, which is not positive definite, several solutions end the fit"
	}
	return all
}
