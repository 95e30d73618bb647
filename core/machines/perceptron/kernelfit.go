package perceptron

import (
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// KernelPerceptronFit is the result of a fit of KernelPerceptron. The rows of its support are all
// samples with a mistake, counted from 0 over all samples seen; with the output 'last' their
// coefficients are eta0 times the mistakes, with the sign of the class.
type KernelPerceptronFit struct {
	expansion.Classes
	Mistakes
	Outcome
	VoteRows  []int32   `field:"vote.rows" shape:"v" absent:"" js:"voteRows" doc:"With the output 'voted', for each function that votes the place in supportIndices of the row that it has more of than the function before it; the first function is 0."`
	VoteSteps []float64 `field:"vote.steps" shape:"v" absent:"" js:"voteSteps" doc:"How much more of the rows at voteRows; 0 for the first function of each decision function."`
}

// narrow leaves, of numbers for m samples before and n new ones, those of the new ones at rows.
func (f *KernelPerceptronFit) narrow(m, n int, rows []int) {
	for _, list := range []*[]float64{&f.Coef, &f.LastWeights, &f.LateWeights} {
		var kept []float64
		for all := range slices.Chunk(*list, m+n) {
			kept = append(kept, all[:m]...)
			for _, i := range rows {
				kept = append(kept, all[m+i])
			}
		}
		*list = kept
	}
	for k, at := range f.VoteRows {
		if place, ok := slices.BinarySearch(rows, int(at)-m); ok {
			f.VoteRows[k] = int32(m + place)
		}
	}
}

// Restore makes a result from a model file usable.
func (f *KernelPerceptronFit) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	m, votes := len(f.Indices), len(f.Votes)
	ok := f.fits(len(f.Intercept), m) && len(f.VoteRows) == votes && len(f.VoteSteps) == votes
	for k, at := range f.VoteRows {
		ok = ok && (f.VoteSteps[k] == 0 || 0 <= at && int(at) < m)
	}
	if !ok {
		return fault.New(fault.Format, "bytes", "the parts of the output of a perceptron do not go together")
	}
	return f.Classes.Restore(kernels, spec)
}

// kernelVoters are the decision functions of the output 'voted'. They are not the result itself,
// whose EachSign knows the last functions alone.
type kernelVoters struct{ of *KernelPerceptronFit }

// Each calls take with the decision values of every sample; see Outcome.count.
func (v kernelVoters) Each(ctl *run.Ctl, x sample.Set, take func(i int, values []float64)) error {
	f := v.of
	shares := make([]float64, len(f.Intercept))
	return expansion.EachRow(ctl, f.Kernel(), f.Columns(), x, func(i int, row []float64) {
		value := 0.0
		f.count(shares, func(k int) float64 {
			if step := f.VoteSteps[k]; step == 0 {
				value = 0
			} else {
				value += float64(step * row[f.VoteRows[k]])
			}
			return value + f.VoteBias[k]
		})
		take(i, shares)
	})
}

// Decision returns the decision values of every sample of x.
func (f *KernelPerceptronFit) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	if len(f.Votes) == 0 {
		return f.Classes.Decision(ctl, x, shape)
	}
	return f.Scheme().Decision(ctl, kernelVoters{f}, shape, x)
}

// Predict returns the class of every sample of x.
func (f *KernelPerceptronFit) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	if len(f.Votes) == 0 {
		return f.Classes.Predict(ctl, x)
	}
	return f.Scheme().Predict(ctl, kernelVoters{f}, f.Order, x)
}

// Expansions returns the functions; nil for votes, which are no such functions.
func (f *KernelPerceptronFit) Expansions() []*expansion.Expansion {
	if len(f.Votes) > 0 {
		return nil
	}
	return f.Classes.Expansions()
}

// over is the kernel matrix of the samples to learn from.
type over struct {
	view       *gram.View
	radius2    float64 // the largest k(x, x), with delta^2
	indefinite bool    // a k(x, x) is negative
}

// viewOf returns the kernel matrix of the samples of t, with delta^2 on its diagonal and cacheSize
// megabytes for its rows.
func viewOf(k kernel.Kernel, t model.Training, delta, cacheSize float64) (over, error) {
	matrix := gram.MatrixOf(k, t.X, t.Part)
	o, all := over{}, make([]int, t.X.Len())
	for i, v := range matrix.Diagonal() {
		all[i], o.indefinite = i, o.indefinite || v < 0
		o.radius2 = max(o.radius2, v+float64(delta*delta))
	}
	if !(o.radius2 <= gram.LargestNorm) {
		return o, model.Overflow()
	}
	o.view = matrix.View(t.Cache(), int(cacheSize*(1<<20)), matrix.Segment(all, nil))
	return o, nil
}

// indefiniteNote is the note about a kernel that turned out not to be positive semidefinite.
func indefiniteNote() model.Note {
	return model.Indefinite("the squared norm of a sample or of a decision function is negative", "Novikoff's theorem does not hold, and a function whose squared norm is negative has no margin. Use another kernel")
}

// merge sets to to the support of before, followed by the samples of x with a coefficient in any of
// the steps. It returns their rows.
func merge(to, before *expansion.Support, x sample.Set, steps [][]float64) (rows []int) {
	for i := range x.Len() {
		for _, coef := range steps {
			if coef[i] != 0 {
				rows = append(rows, i)
				break
			}
		}
	}
	to.Samples = before.Samples + x.Len()
	to.Indices = slices.Clone(before.Indices)
	for _, i := range rows {
		to.Indices = append(to.Indices, int32(before.Samples+i))
	}
	if to.Given() {
		return rows
	}
	to.Vectors = before.Vectors
	switch {
	case len(to.Indices) == 0:
		to.Vectors = &sample.Matrix{D: to.Features}
	case len(before.Indices) == 0:
		to.Vectors = x.Select(rows)
	case len(rows) > 0:
		to.Vectors = sample.Join(before.Vectors, x.Select(rows))
	}
	return rows
}

// extended returns the coefficients of before followed by those of the steps at rows, function by
// function.
func extended(before []float64, rows []int, steps [][]float64) (coef []float64) {
	m := len(before) / len(steps)
	for q, own := range steps {
		coef = append(coef, before[q*m:(q+1)*m]...)
		for _, i := range rows {
			coef = append(coef, own[i])
		}
	}
	return coef
}

// valuesOf returns the values of q functions, which have these coefficients over a support, less
// their constants, at all samples of x.
func valuesOf(ctl *run.Ctl, s *expansion.Support, coef []float64, q int, x sample.Set) ([][]float64, error) {
	values := make([][]float64, q)
	for r := range values {
		values[r] = make([]float64, x.Len())
	}
	if len(s.Indices) == 0 {
		return values, nil
	}
	of := expansion.New(expansion.Expansion{Kernel: s.Kernel(), Vectors: s.Vectors, Indices: s.Indices, Coef: coef, Intercept: make([]float64, q)})
	err := of.Each(ctl, x, func(i int, row []float64) {
		for r, v := range row {
			values[r][i] = v
		}
	})
	return values, err
}
