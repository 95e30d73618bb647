// Package catalog lists every machine and every kernel, one line each. It is the only package that
// names them all; the facade, the documentation and the model files are derived from it.
package catalog

import (
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/seq"
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
	"maxmargin/core/model/schema"
)

// Machine is one line of the catalog.
type Machine struct {
	Name    string
	Summary string
	// New returns an unfitted machine with default options.
	New func() model.Machine
}

// Holder is one line of the machines that are made of others. They are not in the list of machines,
// because their kind depends on their parts.
type Holder struct {
	Name    string
	Summary string
	// New returns an unfitted machine that holds these parts, or why they do not go
	// together.
	New func(parts []model.Part) (model.Machine, error)
}

// adaBoost describes AdaBoostClassifier, which is a holder and, with its default estimator, a
// machine.
const adaBoost = "AdaBoost: a weighted vote of classifiers, such as decision stumps, each of which learns from the samples that those before it get wrong."

// lpBoost is the same of LPBoostClassifier.
const lpBoost = "LPBoost: the vote of classifiers, such as decision stumps, that has the largest soft margin, by linear programs of which each asks for the classifier that improves it most."

// Pipeline is the name of the holder that is a chain of machines.
const Pipeline = "Pipeline"

// Holders returns every machine that is made of others.
func Holders() []Holder {
	return []Holder{
		{Pipeline, "Transformers that samples go through, and the machine that learns from what comes out.", prep.NewPipeline},
		{"AdaBoostClassifier", adaBoost, boost.NewAdaBoostClassifier},
		{"LPBoostClassifier", lpBoost, boost.NewLPBoostClassifier},
		{"ColumnTransformer", "Sends columns of a table to transformers, and joins what comes out.", prep.NewColumnTransformer},
		{"TransformedTarget", "Learns y after a transformation, and predicts in the units of y.", prep.NewTransformedTarget},
	}
}

// IsHolder reports whether a name is that of a machine that is made of others.
func IsHolder(name string) bool {
	return slices.ContainsFunc(Holders(), func(h Holder) bool { return h.Name == name })
}

// NewHolder returns an unfitted machine of a name that holds these parts.
func NewHolder(name string, parts []model.Part) (model.Machine, error) {
	var names []string
	for _, h := range Holders() {
		if h.Name == name {
			own := make([]model.Part, len(parts))
			for i, part := range parts {
				if depth(part.Machine) >= Deepest {
					return nil, fault.New(fault.Option, "steps", "machines can hold each other to a depth of %d, but this %s is deeper; hold fewer within each other", Deepest, name)
				}
				own[i] = withNew(part)
			}
			return h.New(own)
		}
		names = append(names, h.Name)
	}
	return nil, unknown("machine", name, names)
}

// Deepest is the largest depth of machines within machines: 1 without parts. Nobody needs more, and
// a file could otherwise nest without end.
const Deepest = 8

// depth returns the depth of a machine, 1 without parts. Wrappers do not count.
func depth(m model.Machine) int {
	deepest := 0
	if h, ok := model.Unwrapped(m).(model.Holder); ok {
		for _, part := range h.Parts() {
			deepest = max(deepest, depth(part.Machine))
		}
	}
	return deepest + 1
}

// Tree names a machine and, of one that holds others, its parts.
type Tree struct {
	Machine string `js:"machine"` // name in the catalog
	Label   string `js:"label"`   // by which users tell the parts apart
	Steps   []Tree `js:"steps"`   // the parts of one that holds others
}

// Make returns the unfitted machine of a tree, with default options. A holder may have no parts: a
// ColumnTransformer whose columns pass through.
func (t Tree) Make() (model.Machine, error) {
	if len(t.Steps) == 0 {
		if m, err := NewMachine(t.Machine); err == nil || !IsHolder(t.Machine) {
			return m, err
		}
	}
	var parts []model.Part
	for _, step := range t.Steps {
		m, err := step.Make()
		if err != nil {
			return nil, err
		}
		parts = append(parts, model.Part{Name: step.Machine, Label: step.Label, Machine: m})
	}
	return NewHolder(t.Machine, parts)
}

// TreeOf returns the tree of a part, without wrappers.
func TreeOf(part model.Part) Tree {
	t := Tree{Machine: part.Name, Label: part.Label}
	if h, ok := model.Unwrapped(part.Machine).(model.Holder); ok {
		for _, own := range h.Parts() {
			t.Steps = append(t.Steps, TreeOf(own))
		}
	}
	return t
}

// withNew returns a part that makes machines of its kind.
func withNew(part model.Part) model.Part {
	of := part
	part.New = func() (model.Machine, error) {
		made, err := TreeOf(of).Make()
		if err != nil {
			return nil, err
		}
		model.Assign(made, model.Options(of.Machine))
		return Wrap(of.Name, made)
	}
	return part
}

// KernelEntry is one line of the catalog.
type KernelEntry struct {
	Name string
	// New returns a pointer to the kernel, without parameters.
	New func() any
}

// Machines returns every machine. Summary has their summaries, which only documentation and tests
// need and which are not in the WebAssembly module.
func Machines() []Machine { return slices.Clone(everyMachine) }

// everyMachine is the catalog. Finding a machine in it makes nothing but the machine.
var everyMachine = []Machine{
	{Name: "SVC", New: func() model.Machine { return svm.NewSVC(Kernel) }},
	{Name: "NuSVC", New: func() model.Machine { return svm.NewNuSVC(Kernel) }},
	{Name: "OneClassSVM", New: func() model.Machine { return svm.NewOneClassSVM(Kernel) }},
	{Name: "SVDD", New: func() model.Machine { return svm.NewSVDD(Kernel) }},
	{Name: "SVR", New: func() model.Machine { return svm.NewSVR(Kernel) }},
	{Name: "NuSVR", New: func() model.Machine { return svm.NewNuSVR(Kernel) }},
	{Name: "ConvexLossSVR", New: func() model.Machine { return svm.NewConvexLossSVR(Kernel) }},
	{Name: "LinearSVC", New: func() model.Machine { return linear.NewLinearSVC() }},
	{Name: "LinearSVR", New: func() model.Machine { return linear.NewLinearSVR() }},
	{Name: "SGDClassifier", New: func() model.Machine { return linear.NewSGDClassifier() }},
	{Name: "Perceptron", New: func() model.Machine { return perceptron.NewPerceptron() }},
	{Name: "KernelPerceptron", New: func() model.Machine { return perceptron.NewKernelPerceptron(Kernel) }},
	{Name: "KernelRidge", New: func() model.Machine { return ridge.NewKernelRidge(Kernel) }},
	{Name: "AverageMarginClassifier", New: func() model.Machine { return parzen.NewAverageMarginClassifier(Kernel) }},
	{Name: "NearestCentroid", New: func() model.Machine { return parzen.NewNearestCentroid(Kernel) }},
	{Name: "KNeighborsClassifier", New: func() model.Machine { return neighbors.NewKNeighborsClassifier(Kernel) }},
	{Name: "FisherDiscriminant", New: func() model.Machine { return subspace.NewFisherDiscriminant() }},
	{Name: "KernelFisherDiscriminant", New: func() model.Machine { return subspace.NewKernelFisherDiscriminant(Kernel) }},
	{Name: "KernelPCA", New: func() model.Machine { return subspace.NewKernelPCA(Kernel) }},
	{Name: "StandardScaler", New: func() model.Machine { return prep.NewStandardScaler() }},
	{Name: "MinMaxScaler", New: func() model.Machine { return prep.NewMinMaxScaler() }},
	{Name: "Normalizer", New: func() model.Machine { return prep.NewNormalizer() }},
	{Name: "Nystroem", New: func() model.Machine { return prep.NewNystroem(Kernel) }},
	{Name: "RBFSampler", New: func() model.Machine { return prep.NewRBFSampler(Kernel) }},
	{Name: "IncompleteCholesky", New: func() model.Machine { return prep.NewIncompleteCholesky(Kernel) }},
	{Name: "MonomialFeatures", New: func() model.Machine { return prep.NewMonomialFeatures(Kernel) }},
	{Name: "GaussianProcessRegressor", New: func() model.Machine { return gp.NewGaussianProcessRegressor(Kernel) }},
	{Name: "KernelDensity", New: func() model.Machine { return parzen.NewKernelDensity() }},
	{Name: "ParzenClassifier", New: func() model.Machine { return parzen.NewParzenClassifier() }},
	{Name: "KernelRegression", New: func() model.Machine { return parzen.NewKernelRegression() }},
	{Name: "DecisionTreeClassifier", New: func() model.Machine { return tree.NewDecisionTreeClassifier() }},
	{Name: "DecisionStump", New: func() model.Machine { return tree.NewDecisionStump() }},
	{Name: "AdaBoostClassifier", New: func() model.Machine { return ofStumps(boost.NewAdaBoostClassifier) }},
	{Name: "LPSVC", New: func() model.Machine { return programs.NewLPSVC(Kernel) }},
	{Name: "LPSVR", New: func() model.Machine { return programs.NewLPSVR(Kernel) }},
	{Name: "LPMarginClassifier", New: func() model.Machine { return programs.NewLPMarginClassifier() }},
	{Name: "LinearRegression", New: func() model.Machine { return ridge.NewLinearRegression() }},
	{Name: "Ridge", New: func() model.Machine { return ridge.NewRidge() }},
	{Name: "LSSVC", New: func() model.Machine { return ridge.NewLSSVC(Kernel) }},
	{Name: "SGDRegressor", New: func() model.Machine { return linear.NewSGDRegressor() }},
	{Name: "KernelSGDClassifier", New: func() model.Machine { return linear.NewKernelSGDClassifier(Kernel) }},
	{Name: "RegularizationNetwork", New: func() model.Machine { return programs.NewRegularizationNetwork(Kernel) }},
	{Name: "ParametricTubeSVR", New: func() model.Machine { return programs.NewParametricTubeSVR(Kernel) }},
	{Name: "LPBoostClassifier", New: func() model.Machine { return ofStumps(boost.NewLPBoostClassifier) }},
	{Name: "GaussianProcessClassifier", New: func() model.Machine { return gp.NewGaussianProcessClassifier(Kernel) }},
	{Name: "OrdinalGaussianProcess", New: func() model.Machine { return gp.NewOrdinalGaussianProcess(Kernel) }},
	{Name: "RankSVC", New: func() model.Machine { return ranking.NewRankSVC(Kernel) }},
	{Name: "OrdinalAverageMargin", New: func() model.Machine { return ordinal.NewOrdinalAverageMargin(Kernel) }},
	{Name: "OrdinalSVC", New: func() model.Machine { return ordinal.NewOrdinalSVC(Kernel) }},
	{Name: "CumulativeLinkModel", New: func() model.Machine { return ordinal.NewCumulativeLinkModel() }},
	{Name: "SVOR", New: func() model.Machine { return ordinal.NewSVOR(Kernel) }},
	{Name: "ReducedOrdinalSVC", New: func() model.Machine { return ordinal.NewReducedOrdinalSVC(Kernel) }},
	{Name: "SetRanker", New: func() model.Machine { return ranking.NewSetRanker() }},
	{Name: "SequenceTagger", New: func() model.Machine { return structured.NewSequenceTagger() }},
	{Name: "MulticlassSVC", New: func() model.Machine { return multiclass.NewMulticlassSVC(Kernel) }},
	{Name: "MulticlassPerceptron", New: func() model.Machine { return perceptron.NewMulticlassPerceptron() }},
	{Name: "MaxAbsScaler", New: func() model.Machine { return prep.NewMaxAbsScaler() }},
	{Name: "RobustScaler", New: func() model.Machine { return prep.NewRobustScaler() }},
	{Name: "QuantileTransformer", New: func() model.Machine { return prep.NewQuantileTransformer() }},
	{Name: "PolynomialFeatures", New: func() model.Machine { return prep.NewPolynomialFeatures() }},
	{Name: "SelectKBest", New: func() model.Machine { return prep.NewSelectKBest() }},
	{Name: "SimpleImputer", New: func() model.Machine { return prep.NewSimpleImputer() }},
	{Name: "KNNImputer", New: func() model.Machine { return prep.NewKNNImputer() }},
	{Name: "MulticlassKernelPerceptron", New: func() model.Machine { return perceptron.NewMulticlassKernelPerceptron(Kernel) }},
	{Name: "OneHotEncoder", New: func() model.Machine { return prep.NewOneHotEncoder() }},
	{Name: "OrdinalEncoder", New: func() model.Machine { return prep.NewOrdinalEncoder() }},
	{Name: "EquivalenceSVC", New: func() model.Machine { return multiclass.NewEquivalenceSVC(Kernel) }},
	{Name: "LowRankSVC", New: func() model.Machine { return linear.NewLowRankSVC(Kernel) }},
	{Name: "LowRankSVR", New: func() model.Machine { return linear.NewLowRankSVR(Kernel) }},
	{Name: "IncrementalSVC", New: func() model.Machine { return svm.NewIncrementalSVC(Kernel) }},
	{Name: "IncrementalSVR", New: func() model.Machine { return svm.NewIncrementalSVR(Kernel) }},
	{Name: "IncrementalOneClass", New: func() model.Machine { return svm.NewIncrementalOneClass(Kernel) }},
	{Name: "HistGradientBoostingClassifier", New: func() model.Machine { return boost.NewHistGradientBoostingClassifier() }},
	{Name: "HistGradientBoostingRegressor", New: func() model.Machine { return boost.NewHistGradientBoostingRegressor() }},
	{Name: "Lasso", New: func() model.Machine { return ridge.NewLasso() }},
}

// Kernels returns every kernel. FactsOf has what documentation says of them.
func Kernels() []KernelEntry { return slices.Clone(everyKernel) }

// everyKernel is the list of kernels.
var everyKernel = []KernelEntry{
	{"rbf", func() any { return &kernel.RBF{} }},
	{"linear", func() any { return &kernel.Linear{} }},
	{"poly", func() any { return &kernel.Polynomial{} }},
	{"sigmoid", func() any { return &kernel.Sigmoid{} }},
	{"precomputed", func() any { return &kernel.Precomputed{} }},
	{"laplacian", func() any { return &kernel.Laplacian{} }},
	{"matern", func() any { return &kernel.Matern{} }},
	{"rationalQuadratic", func() any { return &kernel.RationalQuadratic{} }},
	{"minkowski", func() any { return &kernel.Minkowski{} }},
	{"exponential", func() any { return &kernel.Exponential{} }},
	{"allDegrees", func() any { return &kernel.AllDegrees{} }},
	{"allSubsets", func() any { return &kernel.AllSubsets{} }},
	{"anova", func() any { return &kernel.Anova{} }},
	{"chi2", func() any { return &kernel.ChiSquared{} }},
	{"intersection", func() any { return &kernel.Intersection{} }},
	{"spline", func() any { return &kernel.Spline{} }},
	{"bspline", func() any { return &kernel.BSpline{} }},
	{"dirichlet", func() any { return &kernel.Dirichlet{} }},
	{"fourier", func() any { return &kernel.Fourier{} }},
	{"spectral", func() any { return &kernel.Spectral{} }},
	{"delta", func() any { return &kernel.Delta{} }},
	{"weighted", func() any { return &kernel.Weighted{} }},
	{"spectrum", func() any { return &seq.Spectrum{} }},
	{"boundedRange", func() any { return &seq.BoundedRange{} }},
	{"commonSubstring", func() any { return &seq.CommonSubstring{} }},
	{"mismatch", func() any { return &seq.Mismatch{} }},
	{"weightedDegree", func() any { return &seq.WeightedDegree{} }},
	{"allSubsequences", func() any { return &seq.AllSubsequences{} }},
	{"gapWeighted", func() any { return &seq.GapWeighted{} }},
	{"sum", func() any { return &kernel.Sum{} }},
	{"product", func() any { return &kernel.Product{} }},
	{"scale", func() any { return &kernel.Scale{} }},
	{"polynomial", func() any { return &kernel.Powers{} }},
	{"exp", func() any { return &kernel.Exp{} }},
	{"gaussian", func() any { return &kernel.Gaussian{} }},
	{"normalize", func() any { return &kernel.Normalize{} }},
	{"center", func() any { return &kernel.Center{} }},
	{"rankOne", func() any { return &kernel.RankOne{} }},
	{"columns", func() any { return &kernel.Columns{} }},
}

// Kernel returns the kernel, without parameters.
func (k KernelEntry) Kernel() kernel.Kernel { return k.New().(kernel.Kernel) }

// OfParts is the result of Compares for a kernel that is made of others.
const OfParts = "parts"

// Compares returns the kind of samples that the kernel compares, or OfParts if its parts decide.
func (k KernelEntry) Compares() string {
	if model.Arity(k.New()) >= 0 {
		return OfParts
	}
	return string(kernel.Compares(k.Kernel()))
}

// Named reports whether a name is enough to make the kernel: all its parameters have defaults, and
// it has no parts.
func (k KernelEntry) Named() bool {
	made := k.New()
	if model.Arity(made) >= 0 {
		return false
	}
	for _, o := range schema.Of(made) {
		if o.Default == "" {
			return false
		}
	}
	return true
}

// The kinds of machines.
const (
	Classifier  = "classifier"
	Regressor   = "regressor"
	Detector    = "detector"
	Transformer = "transformer"
)

// Kind returns the kind of the machine.
func (m Machine) Kind() string { return KindOf(m.New()) }

// KindOf returns the kind of a machine.
func KindOf(m model.Machine) string {
	switch m.(type) {
	case model.Classifier:
		return Classifier
	case model.Regressor:
		return Regressor
	case model.Detector:
		return Detector
	case model.Transformer:
		return Transformer
	}
	panic("catalog: a machine is of no known kind")
}

// NewMachine returns an unfitted machine of a name.
func NewMachine(name string) (model.Machine, error) {
	for i := range everyMachine {
		if everyMachine[i].Name == name {
			return everyMachine[i].New(), nil
		}
	}
	return nil, unknown("machine", name, names(everyMachine, func(m Machine) string { return m.Name }))
}

// Kernel returns a pointer to the kernel of a name, without parameters.
func Kernel(name string) (any, error) {
	for i := range everyKernel {
		if everyKernel[i].Name == name {
			return everyKernel[i].New(), nil
		}
	}
	return nil, unknown("kernel", name, names(everyKernel, func(k KernelEntry) string { return k.Name }))
}

// names returns the names of the entries of a table.
func names[T any](all []T, nameOf func(T) string) (names []string) {
	for _, entry := range all {
		names = append(names, nameOf(entry))
	}
	return names
}

func unknown(what, name string, names []string) error {
	e := fault.New(fault.Option, what, "there is no %s %q; there are %v", what, name, names)
	if near := fault.Nearest(name, names); near != "" {
		e.With("nearest", near)
	}
	return e
}
