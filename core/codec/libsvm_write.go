package codec

import (
	"math"
	"slices"
	"strconv"

	"maxmargin/core/dataset"
	"maxmargin/core/fault"
	"maxmargin/core/model"
	"maxmargin/core/sample"
)

// WriteLibsvmModel returns a fitted machine in LIBSVM's model format. Numbers
// take the fewest digits that read back as the same float64, so that LIBSVM
// computes with the same model.
//
// The format has no place for the number of features. When the last of them is
// zero in all support vectors, the first line stores a zero for it, which LIBSVM
// reads, too. The number of training samples of a precomputed kernel is lost
// unless the last of them is a support vector.
func WriteLibsvmModel(machine string, classes Classes, m model.Classifier) ([]byte, error) {
	if machine != "SVC" {
		return nil, fault.New(fault.Type, "", "a %s cannot be written for LIBSVM; use save", machine)
	}
	labels, err := wholeLabels(classes)
	if err != nil {
		return nil, err
	}
	r := &model.Record{}
	m.Record(r)
	f, err := fromRecord(r, labels)
	if err != nil {
		return nil, err
	}
	return f.text(), nil
}

// wholeLabels returns the labels of the classes as LIBSVM's files can have them.
func wholeLabels(classes Classes) ([]int32, error) {
	labels := make([]int32, len(classes.Names))
	for c, name := range classes.Names {
		label, err := strconv.ParseInt(name, 10, 32)
		if err != nil || classes.Kind != "number" {
			return nil, fault.New(fault.Type, "classes", "LIBSVM's labels are whole numbers between %d and %d, but this model has the %s %q for one; fit it with such numbers for labels, and keep what they mean beside it",
				math.MinInt32, math.MaxInt32, classes.Kind, name)
		}
		labels[c] = int32(label)
	}
	return labels, nil
}

// fromRecord returns the model of a record whose classes have these labels,
// ascending.
func fromRecord(r *model.Record, labels []int32) (*libsvmModel, error) {
	k := len(labels)
	var failed error
	check := func(err error) {
		if failed == nil {
			failed = err
		}
	}
	float64s := func(name string) []float64 {
		v, err := r.Float64s(name, -1)
		check(err)
		return v
	}
	int32s := func(name string) []int32 {
		v, err := r.Int32s(name, -1, math.MinInt32, math.MaxInt32)
		check(err)
		return v
	}
	order, counts := classOrder(int32s("class.order")), int32s("support.counts")
	indices, coef, intercept := int32s("support.indices"), float64s("dual.coef"), float64s("intercept")
	name, err := r.Text("option.kernel")
	check(err)
	gamma, degree, coef0 := float64s("gamma"), float64s("option.degree"), float64s("option.coef0")
	features, err := r.Int("features", 1, sample.MaxDim)
	check(err)
	if failed != nil {
		return nil, failed
	}
	f := &libsvmModel{
		kernel: name, gamma: gamma[0], degree: int(degree[0]), coef0: coef0[0],
		labels: make([]int32, k), counts: make([]int32, k),
		rho: make([]float64, len(intercept)), coef: make([]float64, len(coef)),
	}
	for p, a := range order {
		f.labels[p], f.counts[p] = labels[a], counts[a]
	}
	order.pairs(func(there, here int, sign float64) {
		f.rho[there] = unsigned(-sign * intercept[here])
	})
	order.coefficients(f.counts, func(there, here int, sign float64) {
		f.coef[there] = unsigned(sign * coef[here])
	})
	index := make([]int, len(indices))
	order.vectors(f.counts, func(there, here int) { index[there] = here })
	switch m := len(indices); {
	case name == "precomputed":
		f.serials = make([]int32, m)
		for there, here := range index {
			f.serials[there] = indices[here]
		}
	case m == 0:
		f.vectors = &sample.Matrix{D: features}
	case r.Has("support.vectors"):
		f.vectors = (&sample.Matrix{N: m, D: features, X: float64s("support.vectors")}).Select(index)
	default:
		f.vectors = (&sample.CSR{N: m, D: features, Ptr: int32s("support.indptr"),
			Index: int32s("support.columns"), Value: float64s("support.values")}).Select(index)
	}
	return f, failed
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
	m := len(f.coef) / (len(f.labels) - 1)
	out := []byte("svm_type c_svc\n")
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
	out = append(out, "\nnr_class "+strconv.Itoa(len(f.labels))...)
	out = append(out, "\ntotal_sv "+strconv.Itoa(m)...)
	out = append(out, "\nrho"...)
	for _, v := range f.rho {
		out = dataset.AppendNumber(append(out, ' '), v)
	}
	out = appendInts(append(out, "\nlabel"...), f.labels)
	out = appendInts(append(out, "\nnr_sv"...), f.counts)
	out = append(out, "\nSV\n"...)
	entries := f.entries()
	for v := range m {
		for _, c := range f.coef[v*(len(f.labels)-1) : (v+1)*(len(f.labels)-1)] {
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
