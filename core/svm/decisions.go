package svm

import (
	"maxmargin/core/expansion"
	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Decisions are what a classifier leaves behind: a kernel expansion for every
// two-class problem, over support vectors that they share. The problems are about
// pairs of classes or, for several classes with multiClass "ovr", about each class
// against the rest.
type Decisions struct {
	Samples  int       `field:"samples" dim:"n" range:"[1,2147483647]"`
	Features int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"How many features a row of X must have."`
	Widths   []float64 `field:"gamma" shape:"w"`                       // what the widths of the kernel were resolved to
	Order    []int32   `field:"class.order" shape:"k" range:"[0,k-1]"` // classes by first appearance, which decides between equal votes

	Counts  []int32    `field:"support.counts" shape:"k" js:"supportCounts" doc:"How many support vectors each class has."`
	Indices []int32    `field:"support.indices" shape:"m" range:"[0,n-1]" js:"supportIndices" doc:"Rows of the training set that are support vectors, grouped by class."`
	Vectors sample.Set `field:"support.vectors" shape:"m,d" js:"supportVectors" doc:"The support vectors, grouped by class, sparse when the training data was; none for a precomputed kernel."`
	Rows    int        `field:"coef.rows" dim:"r" range:"[k-1,k]"`
	Coef    []float64  `field:"dual.coef" shape:"r,m" js:"dualCoef" doc:"Coefficients of the support vectors. For pairs r is k-1 and they are laid out as in LIBSVM: in the column of a support vector of class i, row j holds y alpha of the pair of i with the j-th of the other classes. With multiClass 'ovr' there is a row for each class against the rest."`

	Intercept  []float64 `field:"intercept" shape:"q" js:"intercept" doc:"The constant of the decision function, for each pair of classes, or each class."`
	Iterations []int32   `field:"pair.iterations" shape:"q" js:"nIter" doc:"Iterations for each pair of classes, or each class."`
	Objectives []float64 `field:"pair.objective" shape:"q"`
	Gaps       []float64 `field:"pair.gap" shape:"q"`
	Solution

	kernel    kernel.Kernel
	expansion *expansion.Expansion // made when first needed
}

// restore checks what the tags cannot say, and makes what a model file does not
// keep.
func (f *Decisions) restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if err := multi.CheckOrder(f.Order); err != nil {
		return err
	}
	if f.Rows == len(f.Counts) && f.Rows == 2 || len(f.Intercept) != f.scheme().Count() {
		return fault.New(fault.Format, "bytes", "the model has %d decision functions in %d rows for %d classes", len(f.Intercept), f.Rows, len(f.Counts))
	}
	total := int64(0)
	for _, c := range f.Counts {
		total += int64(c)
	}
	if total != int64(len(f.Indices)) {
		return fault.New(fault.Format, "bytes", "the model counts %d support vectors but lists %d", total, len(f.Indices))
	}
	var err error
	f.kernel, err = kernels.Again(spec, f.Widths, f.Samples, f.Features, f.Vectors)
	return err
}

// decision returns, for every sample of x, the decision value of the problem when
// there are two classes (positive means class 1), one for each pair of classes
// ("ovo") or one for each class ("ovr"); see package multi. machine is its name,
// for errors.
func (f *Decisions) decision(ctl *run.Ctl, x sample.Set, shape, machine string) (values []float64, cols int, err error) {
	if err := f.ready(x, machine); err != nil {
		return nil, 0, err
	}
	return f.scheme().Decision(ctl, f.expansion, shape, x)
}

// predict returns the class that the problems elect for every sample of x: by a
// vote of the pairs, in a decision graph, or by the largest value.
func (f *Decisions) predict(ctl *run.Ctl, x sample.Set, scheme, machine string) ([]int32, error) {
	if err := f.ready(x, machine); err != nil {
		return nil, err
	}
	elect := f.scheme()
	if scheme == multi.Graph && !f.AgainstRest() {
		elect.Name = multi.Graph
	}
	return elect.Predict(ctl, f.expansion, f.Order, x)
}

// AgainstRest reports whether there is a problem for each class against the rest,
// not for each pair of classes.
func (f *Decisions) AgainstRest() bool { return f.Rows == len(f.Counts) }

// scheme returns the problems; what elects a class is not said by them alone.
func (f *Decisions) scheme() multi.Scheme {
	s := multi.Scheme{Name: multi.OneVsOne, Classes: len(f.Counts)}
	if f.AgainstRest() {
		s.Name = multi.OneVsRest
	}
	return s
}

// ready returns an error when x cannot be predicted, and prepares to.
func (f *Decisions) ready(x sample.Set, machine string) error {
	if f.kernel == nil {
		return notFitted(machine)
	}
	if err := checkFeatures(x, f.Features, machine); err != nil {
		return err
	}
	if f.expansion == nil {
		m := expansion.Machine{Kernel: f.kernel, Vectors: f.Vectors, Indices: f.Indices, Coef: f.Coef, Intercept: f.Intercept}
		if !f.AgainstRest() {
			m.Counts = f.Counts
		}
		f.expansion = expansion.New(m)
	}
	return nil
}

func notFitted(machine string) error {
	return fault.New(fault.NotFitted, "", "this %s is not fitted yet; call fit first", machine)
}

func checkFeatures(x sample.Set, want int, machine string) error {
	if got := x.Dim(); got != want {
		return fault.New(fault.FeatureCount, "X", "X has %d features, but this %s was fitted with %d; pass the same columns", got, machine, want).
			With("expected", want).With("got", got)
	}
	return nil
}

// keepSupport gathers the samples that have a coefficient in any problem.
func (f *Decisions) keepSupport(p *problems, coef [][]float64) {
	var rows []int
	f.Counts = make([]int32, len(p.byClass))
	for c, samples := range p.byClass {
		for _, i := range samples {
			for _, row := range coef {
				if row[i] != 0 {
					rows = append(rows, i)
					f.Indices = append(f.Indices, int32(i))
					f.Counts[c]++
					break
				}
			}
		}
	}
	f.Coef = make([]float64, 0, len(coef)*len(rows))
	for _, row := range coef {
		for _, i := range rows {
			f.Coef = append(f.Coef, row[i])
		}
	}
	if _, given := p.kernel.(kernel.Given); !given {
		f.Vectors = p.x.Select(rows)
	}
}

// start returns y alpha of a previous fit for the samples of a problem.
func (f *Decisions) start(p *problems, problem multi.Problem, samples []int) []float64 {
	m := len(f.Indices)
	column := make([]int, f.Samples)
	for v, s := range f.Indices {
		column[s] = v + 1
	}
	coef := make([]float64, len(samples))
	for at, s := range samples {
		if v := column[s]; v > 0 {
			coef[at] = f.Coef[coefRow(problem, p.labels[s])*m+v-1]
		}
	}
	return coef
}

// report says how the fit went, all problems together.
func (f *Decisions) report(status run.Status) (model.Report, error) {
	if err := finite(f.Coef, f.Intercept, f.Objectives, f.Gaps); err != nil {
		return model.Report{}, err
	}
	r := model.Report{Status: status, SupportVectors: len(f.Indices)}
	for pair, iterations := range f.Iterations {
		r.Iterations += int(iterations)
		r.Objective += f.Objectives[pair]
		r.Gap = max(r.Gap, f.Gaps[pair])
	}
	return r, nil
}
