// Package catalog lists every machine and every kernel, one line each. It is
// the only package that names them all; what the facade, the documentation and
// the model files know of a machine is derived from its line here.
package catalog

import (
	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/linear"
	"maxmargin/core/model"
	"maxmargin/core/parzen"
	"maxmargin/core/perceptron"
	"maxmargin/core/prep"
	"maxmargin/core/ridge"
	"maxmargin/core/svm"
)

// Machine is one line of the catalog.
type Machine struct {
	Name    string
	Summary string
	// New returns an unfitted machine with default options.
	New func() model.Machine
}

// KernelEntry is one line of the catalog.
type KernelEntry struct {
	Name    string
	Formula string
	Options []string // which of gamma, degree and coef0 it takes
	New     func(p kernel.Parameters) kernel.Kernel
}

// Machines returns every machine.
func Machines() []Machine {
	return []Machine{
		{"SVC", "Support vector classifier with a soft or a hard margin (C-SVC), for two or more classes.", func() model.Machine { return svm.NewSVC(Kernel) }},
		{"NuSVC", "Support vector classifier that is told what share of the samples may lie inside the margin.", func() model.Machine { return svm.NewNuSVC(Kernel) }},
		{"OneClassSVM", "Where most of the samples lie, by a hyperplane off the origin: novelty detection.", func() model.Machine { return svm.NewOneClassSVM(Kernel) }},
		{"SVDD", "Where most of the samples lie, by the smallest ball around them; around all of them with nu = 0.", func() model.Machine { return svm.NewSVDD(Kernel) }},
		{"SVR", "Support vector regression with a tube of given width.", func() model.Machine { return svm.NewSVR(Kernel) }},
		{"NuSVR", "Support vector regression that chooses the width of its tube.", func() model.Machine { return svm.NewNuSVR(Kernel) }},
		{"LinearSVC", "Linear support vector classifier, one versus rest, for many sparse samples.", func() model.Machine { return linear.NewLinearSVC() }},
		{"LinearSVR", "Linear support vector regression, for many sparse samples.", func() model.Machine { return linear.NewLinearSVR() }},
		{"SGDClassifier", "Soft margin classifier by stochastic subgradient descent (Pegasos), which goes on learning from further samples.", func() model.Machine { return linear.NewSGDClassifier() }},
		{"Perceptron", "Rosenblatt's perceptron, which learns on-line from its mistakes and counts them.", func() model.Machine { return perceptron.NewPerceptron() }},
		{"KernelPerceptron", "The perceptron in dual variables, with a kernel.", func() model.Machine { return perceptron.NewKernelPerceptron(Kernel) }},
		{"KernelRidge", "Kernel ridge regression in closed form, with leave-one-out residuals.", func() model.Machine { return ridge.NewKernelRidge(Kernel) }},
		{"AverageMarginClassifier", "Classifier of the largest average margin (a Parzen machine) in closed form, for two or more classes.", func() model.Machine { return parzen.NewAverageMarginClassifier(Kernel) }},
		{"StandardScaler", "Scales every feature to mean 0 and variance 1.", func() model.Machine { return prep.NewStandardScaler() }},
		{"MinMaxScaler", "Scales every feature to an interval, such as 0 to 1.", func() model.Machine { return prep.NewMinMaxScaler() }},
		{"Normalizer", "Scales every row to norm 1.", func() model.Machine { return prep.NewNormalizer() }},
	}
}

// Kernels returns every kernel.
func Kernels() []KernelEntry {
	return []KernelEntry{
		{"rbf", "exp(-gamma |x-z|^2)", []string{"gamma"}, func(p kernel.Parameters) kernel.Kernel { return kernel.RBF{Gamma: p.Gamma} }},
		{"linear", "<x,z>", nil, func(kernel.Parameters) kernel.Kernel { return kernel.Linear{} }},
		{"poly", "(gamma <x,z> + coef0)^degree", []string{"gamma", "degree", "coef0"}, func(p kernel.Parameters) kernel.Kernel {
			return kernel.Polynomial{Gamma: p.Gamma, Coef0: p.Coef0, Degree: p.Degree}
		}},
		{"sigmoid", "tanh(gamma <x,z> + coef0)", []string{"gamma", "coef0"}, func(p kernel.Parameters) kernel.Kernel { return kernel.Sigmoid{Gamma: p.Gamma, Coef0: p.Coef0} }},
		{"precomputed", "X holds the kernel values: n x n to fit, m x n to predict", nil, func(kernel.Parameters) kernel.Kernel { return kernel.Precomputed{} }},
	}
}

// The kinds of machines.
const (
	Classifier  = "classifier"
	Regressor   = "regressor"
	Detector    = "detector"
	Transformer = "transformer"
)

// Kind returns what the machine is.
func (m Machine) Kind() string { return KindOf(m.New()) }

// KindOf returns what a machine is.
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
	var names []string
	for _, m := range Machines() {
		if m.Name == name {
			return m.New(), nil
		}
		names = append(names, m.Name)
	}
	return nil, unknown("machine", name, names)
}

// Kernel returns the kernel of a name.
func Kernel(name string, p kernel.Parameters) (kernel.Kernel, error) {
	var names []string
	for _, k := range Kernels() {
		if k.Name == name {
			return k.New(p), nil
		}
		names = append(names, k.Name)
	}
	return nil, unknown("kernel", name, names)
}

func unknown(what, name string, names []string) error {
	e := fault.New(fault.Option, what, "there is no %s %q; there are %v", what, name, names)
	if near := fault.Nearest(name, names); near != "" {
		e.With("nearest", near)
	}
	return e
}
