package codec

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/dataset"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/schema"
)

// LibsvmModel is the result of ReadLibsvmModel.
type LibsvmModel struct {
	Model
	Ignored []string // lines of the head that were ignored: probabilities that models of this package cannot have
}

// ReadLibsvmModel reads LIBSVM's model format. Predictions are LIBSVM's for
// every sample, except for decision values within rounding of zero.
//
// The file does not have the number of features of a sample (or of training samples for a
// precomputed kernel): features has, or, if it is 0, the largest index in the file decides. The
// probabilities of a classifier (probA and probB) become those of the model. C, which the file
// lacks, is the default; iterations, objectives and gaps are zero, and the status is Imported. The
// support vectors get their indices in the file, as if there had been no other training samples.
//
// Errors name the line and the column. Memory is at most a small multiple of the text, whatever its
// counts are.
func ReadLibsvmModel(text []byte, features int) (LibsvmModel, error) {
	if len(text) > math.MaxInt32 {
		return LibsvmModel{}, fault.New(fault.Format, "text", "the text has %d bytes, more than the %d that a model can have", len(text), math.MaxInt32)
	}
	r := libsvmReader{Lines: dataset.NewLines(text), seen: map[string]bool{}}
	r.model.degree = svm.NewSVC(catalog.Kernel).Kernel.Degree
	if err := r.head(); err != nil {
		return LibsvmModel{}, err
	}
	if err := r.vectors(); err != nil {
		return LibsvmModel{}, err
	}
	if features > 0 && features < r.features {
		return LibsvmModel{}, fault.New(fault.Option, "features", "features is %d, but the model's support vectors have an index %d; it must be at least that", features, r.features).
			With("expected", r.features).With("got", features)
	}
	if features > sample.MaxDim {
		return LibsvmModel{}, fault.New(fault.Option, "features", "features must be a whole number from 1 to %d, got %d", sample.MaxDim, features)
	}
	r.machine.take(&r.model, max(features, r.features, 1))
	if err := restoreLibsvm(r.machine, len(r.model.labels)); err != nil {
		return LibsvmModel{}, err
	}
	read := Model{Name: r.machine.name, Machine: r.machine.Machine, Report: model.Report{Status: Imported, SupportVectors: r.m}}
	if r.machine.pairwise != nil {
		read.Classes.Kind = "number"
		_, ascending := ranks(r.model.labels)
		for _, label := range ascending {
			read.Classes.Names = append(read.Classes.Names, strconv.Itoa(int(label)))
		}
	}
	ignored := r.probability(&read)
	return LibsvmModel{read, ignored}, nil
}

// probability gives a classifier the probabilities of the file, and returns the
// lines of the head that are left out.
func (r *libsvmReader) probability(m *Model) (ignored []string) {
	some := false
	if r.machine.pairwise != nil && r.seen[probA] && r.seen[probB] {
		if fit, err := r.model.probability(); err == nil {
			if made, err := calib.New(model.Part{Name: m.Name, Machine: m.Machine}); err == nil && made.Restore(fit) == nil {
				m.Machine, some, r.machine.probabilities.Method = made, true, calib.Sigmoid
			}
		}
	}
	for _, keyword := range []string{probA, probB, densityMarks} {
		if r.seen[keyword] && !some {
			ignored = append(ignored, keyword)
		}
	}
	return ignored
}

// restoreLibsvm gives a machine its options and fit through a record, because reading a
// record checks them.
func restoreLibsvm(m libsvmMachine, classes int) error {
	r := &schema.Record{}
	schema.PutOptions(r, m.Options())
	schema.PutFitted(r, m.Fitted())
	if err := schema.TakeOptions(r, m.Options()); err != nil {
		return err
	}
	checked := model.Another(m.Fitted())
	if err := schema.TakeFitted(r, checked, classes); err != nil {
		return err
	}
	return m.Restore(checked)
}

// libsvmReader reads a model line by line.
type libsvmReader struct {
	*dataset.Lines
	machine  libsvmMachine   // to be
	seen     map[string]bool // keywords
	k, m     int
	model    libsvmModel
	features int // that the support vectors reach
}

// head reads the lines up to SV.
func (r *libsvmReader) head() error {
	for r.Next() {
		token, from := r.Token(0)
		keyword := string(token)
		switch {
		case keyword == "":
			continue
		case keyword == "SV":
			return r.checkHead(from)
		case r.seen[keyword]:
			return r.Fail(from, "there is a second line %s; a model has one of each", dataset.Clip(token))
		}
		r.seen[keyword] = true
		if err := r.headLine(keyword, from, from+len(token)); err != nil {
			return err
		}
	}
	return r.Fail(0, "the text ends before the line \"SV\" that the support vectors follow; it is no LIBSVM model, or a part of one")
}

// headLine reads the values of a keyword, from byte at on.
func (r *libsvmReader) headLine(keyword string, from, at int) (err error) {
	f := &r.model
	switch keyword {
	case "svm_type":
		var word []byte
		if word, at, err = r.word(at); err == nil {
			var ok bool
			if r.machine, ok = newLibsvm(string(word)); !ok {
				err = r.Fail(at, "there is no svm_type %s; there are c_svc, nu_svc, one_class, epsilon_svr and nu_svr", dataset.Clip(word))
			}
		}
	case "kernel_type":
		var word []byte
		if word, at, err = r.word(at); err == nil {
			f.kernel = kernelHere(string(word))
			if _, ok := kernelTakes(f.kernel); !ok {
				err = r.Fail(at, "there is no kernel_type %s; there are linear, polynomial, rbf, sigmoid and precomputed", dataset.Clip(word))
			}
		}
	case "degree":
		var degree []int32
		if degree, err = r.ints(at, 1, 0, math.MaxInt32); err == nil {
			f.degree = int(degree[0])
		}
	case "gamma":
		f.gamma, err = r.number(at)
	case "coef0":
		f.coef0, err = r.number(at)
	case "nr_class":
		var k []int32
		if k, err = r.ints(at, 1, 0, math.MaxInt32); err == nil {
			if r.k = int(k[0]); r.k < 2 {
				err = r.Fail(at+1, "nr_class is %d, but it is at least two", r.k)
			}
		}
	case "total_sv":
		var m []int32
		if m, err = r.ints(at, 1, 0, math.MaxInt32); err == nil {
			r.m = int(m[0])
		}
	case "rho":
		f.rho, err = r.numbers(at)
	case "label":
		f.labels, err = r.ints(at, -1, math.MinInt32, math.MaxInt32)
	case "nr_sv":
		f.counts, err = r.ints(at, -1, 0, math.MaxInt32)
	case probA:
		f.probA, err = r.numbers(at)
	case probB:
		f.probB, err = r.numbers(at)
	case densityMarks:
		_, err = r.numbers(at)
	default:
		err = r.Fail(from, "%s is no keyword of a LIBSVM model; check that this is one", dataset.Clip([]byte(keyword)))
	}
	return err
}

// word reads the one word of a line, and returns its position.
func (r *libsvmReader) word(at int) (word []byte, from int, err error) {
	if word, from = r.Token(at); len(word) == 0 {
		return nil, 0, r.Fail(from, "there is no value after the keyword")
	}
	return word, from, r.end(from + len(word))
}

// end checks that the line ends.
func (r *libsvmReader) end(at int) error {
	if token, from := r.Token(at); len(token) > 0 {
		return r.Fail(from, "%s is one value too many", dataset.Clip(token))
	}
	return nil
}

// number reads the one number of a line.
func (r *libsvmReader) number(at int) (float64, error) {
	v, err := r.numbers(at)
	if err == nil && len(v) != 1 {
		err = r.Fail(at, "there are %d values where there must be one", len(v))
	}
	if err != nil {
		return 0, err
	}
	return v[0], nil
}

// numbers reads the finite numbers of the line from byte at on.
func (r *libsvmReader) numbers(at int) ([]float64, error) {
	var all []float64
	for {
		token, from := r.Token(at)
		if len(token) == 0 {
			return all, nil
		}
		v, ok := dataset.ParseNumber(token)
		if !ok {
			return nil, r.Fail(from, "%s is not a finite number", dataset.Clip(token))
		}
		all, at = append(all, v), from+len(token)
	}
}

// ints reads the integers of the line, each within [lo, hi]; count < 0 means
// any number of them.
func (r *libsvmReader) ints(at, count int, lo, hi int64) ([]int32, error) {
	var all []int32
	for {
		token, from := r.Token(at)
		if len(token) == 0 {
			break
		}
		v, err := strconv.ParseInt(string(token), 10, 32)
		if err != nil || v < lo || v > hi {
			return nil, r.Fail(from, "%s is not a whole number from %d to %d", dataset.Clip(token), lo, hi)
		}
		all, at = append(all, int32(v)), from+len(token)
	}
	if count >= 0 && len(all) != count {
		return nil, r.Fail(at, "there are %d values where there must be %d", len(all), count)
	}
	return all, nil
}

// checkHead checks at the line SV that the head is whole and its counts agree.
func (r *libsvmReader) checkHead(at int) error {
	f := &r.model
	needed := []string{"svm_type", "kernel_type", "nr_class", "total_sv", "rho"}
	classifies := r.machine.function == nil
	if classifies {
		needed = append(needed, "label", "nr_sv")
	}
	for _, keyword := range needed {
		if !r.seen[keyword] {
			return r.Fail(at, "the model has no line %q before this one", keyword)
		}
	}
	if !classifies && (r.k != 2 || r.seen["label"] || r.seen["nr_sv"]) {
		return r.Fail(at, "a model of the svm_type %s has nr_class 2 and neither label nor nr_sv", LibsvmType(r.machine.name))
	}
	if takes, _ := kernelTakes(f.kernel); slices.Contains(takes, "gamma") {
		for _, keyword := range takes {
			if !r.seen[keyword] {
				return r.Fail(at, "the model's kernel needs a line %q before this one", keyword)
			}
		}
	} else {
		f.gamma = 1
	}
	f.setKernel(r.machine.kernel)
	if wrong := fault.Of(schema.Check(r.machine.Options())); wrong != nil {
		return r.Fail(at, "the model's kernel cannot be used: %s", wrong.Message)
	}
	// Pairs are counted in int64: nr_class may be anything.
	pairs := int64(r.k) * int64(r.k-1) / 2
	switch {
	case classifies && len(f.labels) != r.k:
		return r.Fail(at, "the model has %d labels for %d classes", len(f.labels), r.k)
	case classifies && r.seen[probA] && r.seen[probB] && (int64(len(f.probA)) != pairs || len(f.probB) != len(f.probA)):
		return r.Fail(at, "the model has %d values of probA and %d of probB, but %d classes have %d pairs", len(f.probA), len(f.probB), r.k, pairs)
	case int64(len(f.rho)) != pairs:
		return r.Fail(at, "the model has %d values of rho, but %d classes have %d pairs", len(f.rho), r.k, pairs)
	case classifies && len(f.counts) != r.k:
		return r.Fail(at, "the model has %d values of nr_sv for %d classes", len(f.counts), r.k)
	}
	if classifies {
		if err := r.checkClasses(at); err != nil {
			return err
		}
	}
	// A line has at least a digit and a blank or line end for each coefficient.
	if need := int64(r.m) * int64(r.k-1) * 2; need > int64(len(r.Rest()))+1 {
		return r.Fail(at, "the model has %d support vectors of %d coefficients, more than the %d bytes that follow can hold; the text is cut off", r.m, r.k-1, len(r.Rest()))
	}
	return nil
}

// checkClasses checks the labels, and the counts of support vectors of each.
func (r *libsvmReader) checkClasses(at int) error {
	f := &r.model
	_, ascending := ranks(f.labels)
	for c := 1; c < r.k; c++ {
		if ascending[c] == ascending[c-1] {
			return r.Fail(at, "the model has the label %d twice", ascending[c])
		}
	}
	total := int64(0)
	for _, count := range f.counts {
		total += int64(count)
	}
	if total != int64(r.m) {
		return r.Fail(at, "nr_sv counts %d support vectors, but total_sv says %d", total, r.m)
	}
	return nil
}

// vectors reads the lines after SV.
func (r *libsvmReader) vectors() error {
	f, rows := &r.model, r.k-1
	entries := bytes.Count(r.Rest(), []byte{':'})
	f.coef = make([]float64, 0, r.m*rows)
	set := &sample.CSR{Ptr: make([]int32, 1, r.m+1)}
	given := f.kernel == "precomputed"
	if given {
		f.serials = make([]int32, 0, r.m)
	} else {
		set.Index, set.Value = make([]int32, 0, entries), make([]float64, 0, entries)
		f.vectors = set
	}
	read, at := 0, 0
	for r.Next() {
		token, from := r.Token(0)
		if len(token) == 0 {
			continue
		}
		if read == r.m {
			return r.Fail(from, "there is a line after the last of %d support vectors", r.m)
		}
		for c := range rows {
			if c > 0 {
				token, from = r.Token(at)
			}
			v, ok := dataset.ParseNumber(token)
			if !ok {
				return r.Fail(from, "%s is not a finite number; a line of %d classes starts with %d coefficients", dataset.Clip(token), r.k, rows)
			}
			f.coef, at = append(f.coef, v), from+len(token)
		}
		var err error
		if given {
			err = r.serial(at)
		} else {
			err = r.Row(at, set)
		}
		if err != nil {
			return err
		}
		read++
	}
	if read < r.m {
		return r.Fail(0, "the text ends after %d of %d support vectors; it is cut off", read, r.m)
	}
	r.features = max(r.features, set.D)
	return nil
}

// serial reads the number of a support vector among the training samples.
func (r *libsvmReader) serial(at int) error {
	token, from := r.Token(at)
	text, found := strings.CutPrefix(string(token), "0:")
	serial, err := strconv.ParseInt(text, 10, 32)
	if !found || err != nil || serial < 1 || serial > sample.MaxDim {
		return r.Fail(from, "%s is not of the form 0:serial, the number of a training sample from 1 to %d; a precomputed kernel has that alone", dataset.Clip(token), sample.MaxDim)
	}
	r.model.serials = append(r.model.serials, int32(serial-1))
	r.features = max(r.features, int(serial))
	return r.end(from + len(token))
}
