package svm

import (
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/reduction"
)

// Decisions are the result of a classifier: a kernel expansion for each two-class problem, all over
// the same support vectors. A problem is a pair of classes or, for several classes with multiClass
// "ovr", a class against the rest.
type Decisions struct {
	expansion.Support
	Order  []int32   `field:"class.order" shape:"k" range:"[0,k-1]"` // which decides between equal votes, see reduction.Ascending
	Counts []int32   `field:"support.counts" shape:"k" js:"supportCounts" doc:"Number of support vectors of each class."`
	Rows   int       `field:"coef.rows" dim:"r" range:"[k-1,k]" absent:"k-1"`
	Coef   []float64 `field:"dual.coef" shape:"r,m" js:"dualCoef" doc:"Coefficients of the support vectors. For pairs r is k-1, and the layout is LIBSVM's: in the column of a support vector of class i, row j holds y alpha of the pair of i with the j-th of the other classes. With multiClass 'ovr' there is a row for each class against the rest."`

	Intercept  []float64 `field:"intercept" shape:"q" js:"intercept" doc:"The constant of the decision function, for each pair of classes, or each class."`
	Iterations []int32   `field:"pair.iterations" shape:"q" js:"nIter" doc:"Iterations for each pair of classes, or each class."`
	Objectives []float64 `field:"pair.objective" shape:"q"`
	Gaps       []float64 `field:"pair.gap" shape:"q"`
	Solution

	indefinite bool // some problem's matrix was found not to be positive semi-definite
}

// Restore checks the fields of a file beyond their tags, and computes the fields that a file lacks.
func (f *Decisions) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if err := reduction.CheckOrder(f.Order); err != nil {
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
	return f.Support.Restore(kernels, spec)
}

// Voters returns the functions of the problems.
func (f *Decisions) Voters() (reduction.Scheme, reduction.Values, []int32) {
	return f.scheme(), f.functions(), f.Order
}

// AgainstRest reports whether there is a problem for each class against the rest, and not for each
// pair.
func (f *Decisions) AgainstRest() bool { return f.Rows == len(f.Counts) }

// scheme returns the scheme of the problems. The option multiClass may name another one for the
// election.
func (f *Decisions) scheme() reduction.Scheme {
	s := reduction.Scheme{Name: reduction.OneVsOne, Classes: len(f.Counts)}
	if f.AgainstRest() {
		s.Name = reduction.OneVsRest
	}
	return s
}

// functions returns the expansions of the problems.
func (f *Decisions) functions() *expansion.Expansion {
	if f.AgainstRest() {
		return f.Expansion(nil, f.Coef, f.Intercept)
	}
	return f.Expansion(f.Counts, f.Coef, f.Intercept)
}

// Expansions returns the functions of the problems.
func (f *Decisions) Expansions() []*expansion.Expansion {
	return []*expansion.Expansion{f.functions()}
}

// keepSupport gathers the samples that have a coefficient in any problem.
func (f *Decisions) keepSupport(p *problems, coef [][]float64) {
	rows := make([]int, 0, p.x.Len())
	f.Counts = make([]int32, len(p.byClass))
	for c, samples := range p.byClass {
		for _, i := range samples {
			for _, row := range coef {
				if row[i] != 0 {
					rows = append(rows, i)
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
	f.Support = expansion.NewSupport(p.kernel, p.widths, p.x, rows)
	f.Part = p.part
}

// start returns y alpha of a previous fit for the samples of a problem.
func (f *Decisions) start(p *problems, problem reduction.Problem, samples []int) []float64 {
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
	if err := model.Finite(f.Coef, f.Intercept, f.Objectives, f.Gaps); err != nil {
		return model.Report{}, unbounded(err, f.indefinite)
	}
	r := model.Report{Status: status, SupportVectors: len(f.Indices)}
	for pair, iterations := range f.Iterations {
		r.Iterations += int(iterations)
		r.Objective += f.Objectives[pair]
		r.Gap = max(r.Gap, f.Gaps[pair])
	}
	if f.indefinite {
		r.Notes = append(r.Notes, indefinite())
	}
	return r, nil
}

// Blocks returns the functions: each pair of classes is a block, over the vectors of both; of
// classes against the rest all are in one.
func (f *Decisions) Blocks() (kernel.Kernel, sample.Set, []expansion.Block) {
	m := len(f.Indices)
	if f.AgainstRest() {
		return f.Kernel(), f.Vectors, []expansion.Block{expansion.Whole(f.Coef, m)}
	}
	var blocks []expansion.Block
	classes := f.classes()
	for _, p := range f.scheme().Problems() {
		b := expansion.Block{Coef: make([][]float64, 1)}
		for v, class := range classes {
			if p.Sign(class) != 0 {
				b.Members = append(b.Members, v)
				b.Coef[0] = append(b.Coef[0], f.Coef[coefRow(p, class)*m+v])
			}
		}
		blocks = append(blocks, b)
	}
	return f.Kernel(), f.Vectors, blocks
}

// classes returns the class of each support vector.
func (f *Decisions) classes() (classes []int32) {
	for c, count := range f.Counts {
		for range count {
			classes = append(classes, int32(c))
		}
	}
	return classes
}

// Shrink keeps some support vectors, with other coefficients.
func (f *Decisions) Shrink(keep []int, blocks []expansion.Block) {
	classes, m := f.classes(), len(keep)
	coef := make([]float64, f.Rows*m)
	if f.AgainstRest() {
		coef = blocks[0].At(keep)
	} else {
		for p, problem := range f.scheme().Problems() {
			own := blocks[p]
			for q, v := range own.Members {
				if at, kept := slices.BinarySearch(keep, v); kept {
					coef[coefRow(problem, classes[v])*m+at] = own.Coef[0][q]
				}
			}
		}
	}
	counts := make([]int32, len(f.Counts))
	for _, v := range keep {
		counts[classes[v]]++
	}
	f.Support, f.Coef, f.Counts = f.Pick(keep), coef, counts
}
