package codec

import (
	"cmp"
	"slices"

	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/reduction"
	"maxmargin/core/model/schema"
)

// LIBSVM's model text, as svm_save_model of LIBSVM 3.x writes it: a head of
// "keyword values" lines, the line "SV", and a line for every support vector,
//
//	coef_1 ... coef_{k-1} index:value index:value ...
//
// or "0:serial" instead of the features for a precomputed kernel, where serial
// counts the training samples from 1. Regressions and the one-class machine say
// nr_class 2, have one coefficient a line, and neither label nor nr_sv.
//
// "There" means in a LIBSVM file, "here" in a model of this package. Both have the same numbers,
// mostly in the same layout: support vectors are grouped by class; a pair of classes a < b has a
// coefficient for each of theirs, class a's in row b-1 and b's in row a; pairs run (0,1), (0,2),
// ..., (1,2), ... The exceptions:
//
//   - Classes are numbered by the line "label" there (usually in the order in
//     which they appeared in the training set) and by their labels, ascending,
//     here. The machine keeps the order of the file as its class.order, which
//     decides between equal votes.
//   - A positive decision value means the class that is numbered lower there,
//     and what reduction.Positive says here; and f(x) = sum - rho there, sum +
//     intercept here.
//   - The probability of the lower class is 1/(1 + exp(probA f + probB)) there,
//     for the f of there; of the positive one it is 1/(1 + exp(slope f + offset))
//     here. A change of sign turns f and the class around, so probA stays.
//
// Reference: svm_save_model, svm_load_model and svm_predict_values in svm.cpp,
// https://github.com/cjlin1/libsvm

// Imported is the status of the pairs of a model whose training is not known.
const Imported run.Status = "imported"

// libsvmModel is the content of a file, in the file's order and with its signs.
type libsvmModel struct {
	kernel string // in the catalog
	gamma  float64
	degree int
	coef0  float64

	machine string // in the catalog

	labels []int32   // k; none but of classifiers
	rho    []float64 // of each pair of classes, or one
	probA  []float64 // of each pair of classes, of a classifier with probabilities; else none
	probB  []float64
	counts []int32   // support vectors of each class; none but of classifiers
	coef   []float64 // m x (k-1), as the lines have them

	vectors sample.Set // m x d; nil for a precomputed kernel
	serials []int32    // of a precomputed kernel, counted from 0
}

// Keywords of the probabilities in a file: the sigmoids of a classifier's pairs, the width of a
// regression's noise (probA alone), and the density marks of the one-class machine.
const (
	probA        = "probA"
	probB        = "probB"
	densityMarks = "prob_density_marks"
)

// LIBSVM and the catalog name one kernel differently.
const (
	polynomialThere = "polynomial"
	polynomialHere  = "poly"
)

// kernelThere returns LIBSVM's name of a kernel of the catalog.
func kernelThere(name string) string {
	if name == polynomialHere {
		return polynomialThere
	}
	return name
}

// kernelHere returns the catalog's name of a kernel of LIBSVM's.
func kernelHere(name string) string {
	switch name {
	case polynomialThere:
		return polynomialHere
	case polynomialHere:
		return ""
	}
	return name
}

// kernelTakes returns which of gamma, degree and coef0 a kernel of the catalog
// takes; ok is false when LIBSVM does not know it.
func kernelTakes(name string) (options []string, ok bool) {
	if !slices.Contains(libsvmKernels(), name) {
		return nil, false
	}
	made, err := catalog.Kernel(name)
	if err != nil {
		return nil, false
	}
	for _, o := range schema.Of(made) {
		options = append(options, o.Name)
	}
	return options, true
}

// libsvmKernels are the kernels that LIBSVM knows, by their names in the catalog.
func libsvmKernels() []string {
	return []string{"linear", polynomialHere, "rbf", "sigmoid", "precomputed"}
}

// classOrder maps the classes of a file: class p of the file is class order[p] here.
type classOrder []int32

// ranks returns the order for the labels of a file; here they ascend.
func ranks(labels []int32) (classOrder, []int32) {
	ascending, places := make([]int32, len(labels)), make(classOrder, len(labels))
	for at, p := range order.Of(len(labels), func(p, q int) int { return cmp.Compare(labels[p], labels[q]) }) {
		ascending[at], places[p] = labels[p], int32(at)
	}
	return places, ascending
}

// sign returns the factor of the decision values of the pair p < q of the file here.
func (o classOrder) sign(p, q int) float64 {
	a, b := int(o[p]), int(o[q])
	if reduction.Positive(len(o), min(a, b), max(a, b)) == a {
		return 1
	}
	return -1
}

// pairs calls visit with the number of every pair of classes in the file and
// here, and the sign that the decision values change by.
func (o classOrder) pairs(visit func(there, here int, sign float64)) {
	k := len(o)
	reduction.Pairs(k, func(pair, p, q int) bool {
		a, b := int(min(o[p], o[q])), int(max(o[p], o[q]))
		visit(pair, a*(2*k-a-1)/2+b-a-1, o.sign(p, q))
		return true
	})
}

// vectors calls visit with the position of every support vector in the file and here. counts are
// the file's.
func (o classOrder) vectors(counts []int32, visit func(there, here int)) {
	starts := o.starts(counts)
	there := 0
	for p, count := range counts {
		for v := range int(count) {
			visit(there, starts[o[p]]+v)
			there++
		}
	}
}

// starts returns where the support vectors of each class begin here.
func (o classOrder) starts(counts []int32) []int {
	starts := make([]int, len(o)+1)
	for p, a := range o {
		starts[a+1] = int(counts[p])
	}
	for a := range o {
		starts[a+1] += starts[a]
	}
	return starts[:len(o)]
}

// coefficients calls visit with the index of every coefficient in the file,
// m x (k-1), and here, (k-1) x m, and the sign that it changes by.
func (o classOrder) coefficients(counts []int32, visit func(there, here int, sign float64)) {
	m, rows := 0, len(o)-1
	for _, count := range counts {
		m += int(count)
	}
	starts := o.starts(counts)
	first := 0
	for p, count := range counts {
		for q := range o {
			if q == p {
				continue
			}
			sign := o.sign(min(p, q), max(p, q))
			there, here := against(p, q), against(int(o[p]), int(o[q]))
			for v := range int(count) {
				visit((first+v)*rows+there, here*m+starts[o[p]]+v, sign)
			}
		}
		first += int(count)
	}
}

// against returns the row that holds the coefficients of class a against b.
func against(a, b int) int {
	if b > a {
		return b - 1
	}
	return b
}

// setKernel sets the kernel in the options of a machine.
func (f *libsvmModel) setKernel(spec *kernel.Spec) {
	spec.Name, spec.Degree, spec.Coef0 = f.kernel, f.degree, f.coef0
	if takes, _ := kernelTakes(f.kernel); slices.Contains(takes, "gamma") {
		spec.Gamma.Name, spec.Gamma.Value = "", f.gamma
	}
}

// function returns the fit of a machine that is a single function.
func (f *libsvmModel) function(features int) svm.Function {
	fit := svm.Function{}
	fit.Samples, fit.Features, fit.Widths = max(len(f.coef), 1), features, []float64{f.gamma}
	fit.Indices, fit.Coef, fit.Intercept = make([]int32, len(f.coef)), make([]float64, len(f.coef)), unsigned(-f.rho[0])
	for v, c := range f.coef {
		fit.Coef[v], fit.Indices[v] = unsigned(c), int32(v)
	}
	switch set, ok := f.vectors.(*sample.CSR); {
	case f.serials != nil:
		fit.Samples, fit.Indices = features, f.serials
	case !ok || len(f.coef) == 0:
		fit.Vectors = &sample.Matrix{D: features}
	default:
		set.N, set.D = len(f.coef), features
		fit.Vectors = set
	}
	return fit
}

// probability returns the sigmoids of the pairs of classes. It fails if one falls while the
// decision value rises, as after a fit to too few samples: its probabilities cannot agree with the
// predictions.
func (f *libsvmModel) probability() (*calib.Fit, error) {
	order, _ := ranks(f.labels)
	pairs := len(f.probA)
	fit := &calib.Fit{Method: calib.Sigmoid, Values: pairs, Pairs: 1,
		Slope: make([]float64, pairs), Offset: make([]float64, pairs), Ends: make([]int32, pairs)}
	order.pairs(func(there, here int, sign float64) {
		fit.Slope[here], fit.Offset[here] = f.probA[there], unsigned(sign*f.probB[there])
	})
	return fit, fit.Restore(len(f.labels))
}

// putProbability writes the sigmoids of the pairs of classes, or a temperature, which is a sigmoid
// of the same slope for all. The format has nothing else.
func (f *libsvmModel) putProbability(fit *calib.Fit, order classOrder) {
	if fit == nil || fit.Pairs == 0 || fit.Method == calib.Isotonic {
		return
	}
	f.probA, f.probB = make([]float64, len(f.rho)), make([]float64, len(f.rho))
	order.pairs(func(there, here int, sign float64) {
		f.probA[there], f.probB[there] = unsigned(fit.Slope[here]), unsigned(sign*fit.Offset[here])
	})
}

// pairwise returns the fit of a classifier.
func (f *libsvmModel) pairwise(features int) svm.Decisions {
	order, _ := ranks(f.labels)
	k, m := len(f.labels), len(f.coef)/(len(f.labels)-1)
	pairs := reduction.PairCount(k)
	fit := svm.Decisions{Order: order, Rows: k - 1, Counts: make([]int32, k), Coef: make([]float64, len(f.coef)),
		Intercept: make([]float64, pairs), Iterations: make([]int32, pairs),
		Objectives: make([]float64, pairs), Gaps: make([]float64, pairs)}
	fit.Samples, fit.Features, fit.Widths, fit.Indices = max(m, 1), features, []float64{f.gamma}, make([]int32, m)
	for p, a := range order {
		fit.Counts[a] = f.counts[p]
	}
	order.pairs(func(there, here int, sign float64) {
		fit.Intercept[here] = unsigned(-sign * f.rho[there])
	})
	order.coefficients(f.counts, func(there, here int, sign float64) {
		fit.Coef[here] = unsigned(sign * f.coef[there])
	})
	index := make([]int, m)
	order.vectors(f.counts, func(there, here int) {
		index[here], fit.Indices[here] = there, int32(there)
		if f.serials != nil {
			fit.Indices[here] = f.serials[there]
		}
	})
	switch set, ok := f.vectors.(*sample.CSR); {
	case f.serials != nil:
		fit.Samples = features
	case !ok || m == 0:
		fit.Vectors = &sample.Matrix{D: features}
	default:
		set.D = features
		fit.Vectors = set.Select(index)
	}
	return fit
}
