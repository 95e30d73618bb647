package codec

import (
	"math"
	"slices"
	"strconv"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/dataset"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/reduction"
	"maxmargin/core/model/schema"
)

// WriteLibsvmModel returns a fitted machine in LIBSVM's model format. Numbers have the fewest
// digits that read back as the same float64, so that LIBSVM computes with the same model.
//
// It writes probabilities that are sigmoids of the decision values of pairs, and omits those of
// isotonic regression.
//
// The format does not have the number of features. If the last feature is zero in all support
// vectors, the first line has a zero for it, which LIBSVM reads, too. The number of training
// samples of a precomputed kernel is lost unless the last of them is a support vector.
func WriteLibsvmModel(m Model) ([]byte, error) {
	machine, ok := asLibsvm(model.Unwrapped(m.Machine))
	if !ok {
		return nil, fault.New(fault.Type, "", "a %s cannot be written for LIBSVM; use save", m.Name)
	}
	f, err := newLibsvmModel(machine)
	if err != nil {
		return nil, err
	}
	if machine.pairwise == nil {
		f.putFunction(machine.function)
		return f.text(), nil
	}
	if machine.pairwise.AgainstRest() {
		return nil, fault.New(fault.Option, "multiClass", "LIBSVM's models separate pairs of classes, but this model separates each class from the rest (multiClass 'ovr'); fit it with 'ovo', or use save")
	}
	if machine.multiClass == reduction.Graph && len(m.Classes.Names) > 2 {
		return nil, fault.New(fault.Option, "multiClass", "in LIBSVM's models pairs of classes vote, but this model uses a knock-out of pairs (multiClass 'dag'), which may predict another class; fit it with 'ovo', or use save")
	}
	labels, err := wholeLabels(m.Classes)
	if err != nil {
		return nil, err
	}
	f.putPairwise(machine.pairwise, labels)
	fit, _ := m.Machine.Fitted().(*calib.Fit)
	f.putProbability(fit, machine.pairwise.Order)
	return f.text(), nil
}

// newLibsvmModel returns a model with the machine's kernel, except for gamma. A tree of a
// single kernel that LIBSVM knows is written like the name of the kernel.
func newLibsvmModel(machine libsvmMachine) (*libsvmModel, error) {
	spec := *machine.kernel
	tree, err := spec.Tree()
	if err != nil || !slices.Contains(libsvmKernels(), tree.Name) {
		return nil, fault.New(fault.Option, "kernel", "LIBSVM has no kernel such as this model's, which is of the kind %s; it has linear, poly, rbf, sigmoid and precomputed. Use save", tree.Name)
	}
	if spec.IsTree() {
		defaults := kernel.Spec{}
		schema.SetDefaults(&defaults)
		spec.Degree, spec.Coef0 = defaults.Degree, defaults.Coef0
		if degree := tree.Value("degree"); degree != nil {
			spec.Degree = int(degree.Numbers[0])
		}
		if coef0 := tree.Value("coef0"); coef0 != nil {
			spec.Coef0 = coef0.Numbers[0]
		}
	}
	return &libsvmModel{machine: machine.name, kernel: tree.Name, degree: spec.Degree, coef0: spec.Coef0}, nil
}

// wholeLabels returns the labels of the classes as LIBSVM's files can have them.
func wholeLabels(classes Classes) ([]int32, error) {
	labels := make([]int32, len(classes.Names))
	for c, name := range classes.Names {
		label, err := strconv.ParseInt(name, 10, 32)
		if err != nil || classes.Kind != "number" {
			return nil, fault.New(fault.Type, "classes", "LIBSVM's labels are whole numbers between %d and %d, but this model has the %s %q as a label; fit it with such numbers as labels, and store their meanings elsewhere",
				math.MinInt32, math.MaxInt32, classes.Kind, name)
		}
		labels[c] = int32(label)
	}
	return labels, nil
}

// first returns the gamma of a kernel that LIBSVM knows, 0 for one that takes none.
func first(widths []float64) float64 {
	if len(widths) == 0 {
		return 0
	}
	return widths[0]
}

// putFunction writes the fit of a machine that is a single function.
func (f *libsvmModel) putFunction(fit *svm.Function) {
	f.gamma, f.rho = first(fit.Widths), []float64{unsigned(-fit.Intercept)}
	f.coef, f.vectors = fit.Coef, fit.Vectors
	if fit.Vectors == nil {
		f.serials = fit.Indices
	}
}

// putPairwise writes the fit of a classifier whose classes have these labels, ascending.
func (f *libsvmModel) putPairwise(fit *svm.Decisions, labels []int32) {
	k := len(labels)
	f.gamma, f.labels, f.counts = first(fit.Widths), make([]int32, k), make([]int32, k)
	f.rho, f.coef = make([]float64, len(fit.Intercept)), make([]float64, len(fit.Coef))
	order := classOrder(fit.Order)
	for p, a := range order {
		f.labels[p], f.counts[p] = labels[a], fit.Counts[a]
	}
	order.pairs(func(there, here int, sign float64) {
		f.rho[there] = unsigned(-sign * fit.Intercept[here])
	})
	order.coefficients(f.counts, func(there, here int, sign float64) {
		f.coef[there] = unsigned(sign * fit.Coef[here])
	})
	index := make([]int, len(fit.Indices))
	order.vectors(f.counts, func(there, here int) { index[there] = here })
	if fit.Vectors != nil {
		f.vectors = fit.Vectors.Select(index)
		return
	}
	f.serials = make([]int32, len(index))
	for there, here := range index {
		f.serials[there] = fit.Indices[here]
	}
}

// unsigned returns v without the sign of a zero.
func unsigned(v float64) float64 {
	if v == 0 {
		return 0
	}
	return v
}

// text writes the model.
func (f *libsvmModel) text() []byte {
	k := max(len(f.labels), 2)
	m := len(f.coef) / (k - 1)
	out := []byte("svm_type " + LibsvmType(f.machine) + "\n")
	out = append(out, "kernel_type "+kernelThere(f.kernel)...)
	takes, _ := kernelTakes(f.kernel)
	if slices.Contains(takes, "degree") {
		out = append(out, "\ndegree "+strconv.Itoa(f.degree)...)
	}
	if slices.Contains(takes, "gamma") {
		out = dataset.AppendNumber(append(out, "\ngamma "...), f.gamma)
	}
	if slices.Contains(takes, "coef0") {
		out = dataset.AppendNumber(append(out, "\ncoef0 "...), f.coef0)
	}
	out = append(out, "\nnr_class "+strconv.Itoa(k)...)
	out = append(out, "\ntotal_sv "+strconv.Itoa(m)...)
	out = appendNumbers(append(out, "\nrho"...), f.rho)
	if f.labels != nil {
		out = appendInts(append(out, "\nlabel"...), f.labels)
		if f.probA != nil {
			out = appendNumbers(append(out, "\n"+probA...), f.probA)
			out = appendNumbers(append(out, "\n"+probB...), f.probB)
		}
		out = appendInts(append(out, "\nnr_sv"...), f.counts)
	}
	out = append(out, "\nSV\n"...)
	entries := f.entries()
	for v := range m {
		for _, c := range f.coef[v*(k-1) : (v+1)*(k-1)] {
			out = append(dataset.AppendNumber(out, c), ' ')
		}
		out = append(entries(out, v), '\n')
	}
	return out
}

func appendInts(dst []byte, v []int32) []byte {
	for _, x := range v {
		dst = strconv.AppendInt(append(dst, ' '), int64(x), 10)
	}
	return dst
}

func appendNumbers(dst []byte, v []float64) []byte {
	for _, x := range v {
		dst = dataset.AppendNumber(append(dst, ' '), x)
	}
	return dst
}

// entries returns a function that writes support vector v, a blank after each
// of its entries as LIBSVM does.
func (f *libsvmModel) entries() func(out []byte, v int) []byte {
	if f.vectors == nil {
		return func(out []byte, v int) []byte {
			out = strconv.AppendInt(append(out, "0:"...), int64(f.serials[v])+1, 10)
			return append(out, ' ')
		}
	}
	row, m, d := dataset.Entries(f.vectors), f.vectors.Len(), f.vectors.Dim()
	width := 0 // features that the stored entries reach
	for v := range m {
		if index, _ := row(v); len(index) > 0 {
			width = max(width, int(index[len(index)-1])+1)
		}
	}
	return func(out []byte, v int) []byte {
		index, value := row(v)
		for p, j := range index {
			out = append(dataset.AppendEntry(out, int(j)+1, value[p]), ' ')
		}
		if v == 0 && width < d {
			out = append(dataset.AppendEntry(out, d, 0), ' ')
		}
		return out
	}
}
