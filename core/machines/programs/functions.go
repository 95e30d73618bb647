// Package programs holds the machines that are linear or quadratic programs which the dual problem
// of package qp does not express: support vector machines with the sum of the sizes of the
// coefficients in place of the norm, whose kernels need not be positive definite; hyperplanes of
// the largest margin in a norm; and regressions with another penalty than the kernel's norm, with
// functions that have no penalty, or with a tube whose width depends on the sample.
package programs

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// Functions is the result of machines over a dictionary: q functions
//
//	f_q(x) = sum over kernels p and samples j of coef_pqj k_p(x_j, x) + b_q
//
// Without a dictionary there is one kernel.
type Functions struct {
	expansion.Support
	Intercept []float64 `field:"intercept" shape:"q" js:"intercept" doc:"The constants of the functions."`
	Rows      int       `field:"coef.rows" dim:"r" range:"[1,2147483647]"` // of Coef
	Coef      []float64 `field:"dual.coef" shape:"r,m" js:"dualCoef" doc:"Coefficients of the rows at supportIndices, a row for each function; with a dictionary, such rows for each of its kernels, one kernel after the other."`

	Multipliers []float64 `field:"problem.multipliers" shape:"u" absent:""` // of each function and training sample, n for each function: see fit

	parts []*expansion.Expansion // of each kernel, made when first needed
}

// explain adds the data of a function to a model.Dual that has its rows.
func (f *Functions) explain(d *model.Dual, problem int, x sample.Set, upper []float64) {
	q, m, count := len(f.Intercept), len(f.Indices), f.kernels()
	d.Bias, d.HasBias, d.Program, d.Linear = f.Intercept[problem], true, true, count == 1 && f.Kernel().Name() == kernel.Linear{}.Name()
	coef := func(part int) []float64 { return f.Coef[(part*q+problem)*m:][:m] }
	own := model.Scatter(x, f.Samples, f.Indices, f.Vectors, coef(0))
	if own == nil || len(f.Multipliers) == 0 {
		return
	}
	for p := range count {
		for _, a := range coef(p) {
			d.Size += math.Abs(a)
		}
	}
	for _, i := range d.Rows {
		d.Coef, d.Upper = append(d.Coef, f.Multipliers[problem*f.Samples+i]), append(d.Upper, upper[i])
		if count == 1 && d.Kind == model.Separation {
			d.Own = append(d.Own, own[i])
		}
	}
}

// kernelsOf returns the kernels of a dictionary: the parts of a sum, or the kernel itself.
func kernelsOf(k kernel.Kernel, dictionary bool) ([]kernel.Kernel, error) {
	if !dictionary {
		return []kernel.Kernel{k}, nil
	}
	if parts := kernel.Summands(k); len(parts) > 0 {
		return parts, nil
	}
	return nil, fault.New(fault.Option, "dictionary", "the dictionary is empty: its kernels are the parts of a sum, but the kernel is %q. Pass kernel: kernels.sum(...) with a part for each width, or set dictionary to false", k.Name())
}

// newFunctions returns q functions with coefficients of all samples and kernels: coef[q][p n + i]
// for kernel p, function q and sample i.
func newFunctions(k kernel.Kernel, widths []float64, x sample.Set, kernels int, coef [][]float64, intercept []float64) Functions {
	n := x.Len()
	rows := []int{}
	for i := range n {
		used := false
		for _, own := range coef {
			for p := range kernels {
				used = used || own[p*n+i] != 0
			}
		}
		if used {
			rows = append(rows, i)
		}
	}
	f := Functions{Support: expansion.NewSupport(k, widths, x, rows), Intercept: intercept, Rows: kernels * len(intercept)}
	for p := range kernels {
		for _, own := range coef {
			for _, i := range rows {
				f.Coef = append(f.Coef, own[p*n+i])
			}
		}
	}
	return f
}

// Restore makes functions from a model file usable.
func (f *Functions) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if err := f.Support.Restore(kernels, spec); err != nil {
		return err
	}
	if q := len(f.Intercept); q > 0 && f.Rows%q != 0 {
		return fault.New(fault.Format, "bytes", "the model has %d rows of coefficients for %d functions", f.Rows, q)
	}
	if u := len(f.Multipliers); u != 0 && u != len(f.Intercept)*f.Samples {
		return fault.New(fault.Format, "bytes", "the model has %d multipliers for %d functions of %d samples", u, len(f.Intercept), f.Samples)
	}
	if count := f.kernels(); count > 1 {
		if parts, err := kernelsOf(f.Kernel(), true); err != nil || len(parts) != count {
			return fault.New(fault.Format, "bytes", "the model has coefficients for %d kernels, which its kernel does not have", count)
		}
	}
	return nil
}

// kernels returns the number of kernels with coefficients.
func (f *Functions) kernels() int { return f.Rows / max(len(f.Intercept), 1) }

// Expansions returns the functions, if all coefficients belong to one kernel.
func (f *Functions) Expansions() []*expansion.Expansion {
	if f.kernels() > 1 {
		return nil
	}
	return []*expansion.Expansion{f.Expansion(nil, f.Coef, f.Intercept)}
}

// Each calls take for every sample of x with the values of the functions; see
// expansion.Expansion.
func (f *Functions) Each(ctl *run.Ctl, x sample.Set, take func(i int, values []float64)) error {
	count := f.kernels()
	if count == 1 {
		return f.Expansion(nil, f.Coef, f.Intercept).Each(ctl, x, take)
	}
	if f.parts == nil {
		kernels, err := kernelsOf(f.Kernel(), true)
		if err != nil {
			return err
		}
		size := len(f.Coef) / count
		for p, k := range kernels {
			m := expansion.Expansion{Kernel: k, Vectors: f.Vectors, Indices: f.Indices, Coef: f.Coef[p*size : (p+1)*size], Intercept: make([]float64, len(f.Intercept))}
			if p == 0 {
				m.Intercept = f.Intercept
			}
			f.parts = append(f.parts, expansion.New(m))
		}
	}
	q := len(f.Intercept)
	sums := make([]float64, x.Len()*q)
	for _, part := range f.parts {
		err := part.Each(ctl, x, func(i int, values []float64) {
			for k, v := range values {
				sums[i*q+k] += v
			}
		})
		if err != nil {
			return err
		}
	}
	for i := range x.Len() {
		take(i, sums[i*q:(i+1)*q])
	}
	return nil
}
