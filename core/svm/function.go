package svm

import (
	"maxmargin/core/expansion"
	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/qp"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Function is what a machine leaves behind that is a single kernel expansion,
// f(x) = sum_i coef_i k(x_i, x) + b.
type Function struct {
	Samples  int       `field:"samples" dim:"n" range:"[1,2147483647]"`
	Features int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"How many features a row of X must have."`
	Widths   []float64 `field:"gamma" shape:"w"` // what the widths of the kernel were resolved to

	Indices   []int32    `field:"support.indices" shape:"m" range:"[0,n-1]" js:"supportIndices" doc:"Rows of the training set that are support vectors."`
	Vectors   sample.Set `field:"support.vectors" shape:"m,d" js:"supportVectors" doc:"The support vectors, sparse when the training data was; none for a precomputed kernel."`
	Coef      []float64  `field:"dual.coef" shape:"m" js:"dualCoef" doc:"Coefficients of the support vectors."`
	Intercept float64    `field:"intercept" js:"intercept" doc:"The constant of the function."`
	Solution

	kernel    kernel.Kernel
	expansion *expansion.Expansion // made when first needed
}

// function gathers the samples that have a coefficient; coef holds one for every
// sample of the problem.
func (d *dual) function(coef []float64, intercept float64) Function {
	f := Function{Samples: d.x.Len(), Features: d.x.Dim(), Widths: d.widths, Intercept: intercept,
		Indices: []int32{}, Coef: []float64{}, kernel: d.kernel}
	var rows []int
	for p, c := range coef {
		if c != 0 {
			rows = append(rows, d.samples[p])
			f.Indices, f.Coef = append(f.Indices, int32(d.samples[p])), append(f.Coef, c)
		}
	}
	if _, given := d.kernel.(kernel.Given); !given {
		f.Vectors = d.x.Select(rows)
	}
	return f
}

// restore makes what a model file does not keep.
func (f *Function) restore(kernels model.KernelMaker, spec kernel.Spec) (err error) {
	f.kernel, err = kernels.Again(spec, f.Widths, f.Samples, f.Features, f.Vectors)
	return err
}

// evaluate returns f(x) for every sample of x. machine is its name, for errors.
func (f *Function) evaluate(ctl *run.Ctl, x sample.Set, machine string) ([]float64, error) {
	if f.kernel == nil {
		return nil, notFitted(machine)
	}
	if err := checkFeatures(x, f.Features, machine); err != nil {
		return nil, err
	}
	if f.expansion == nil {
		f.expansion = expansion.New(expansion.Machine{Kernel: f.kernel, Vectors: f.Vectors, Indices: f.Indices,
			Coef: f.Coef, Intercept: []float64{f.Intercept}})
	}
	values := make([]float64, x.Len())
	err := f.expansion.Each(ctl, x, func(i int, value []float64) { values[i] = value[0] })
	return values, err
}

// report says how solving the problem of the function, over some samples, ended, or
// returns an error if that left the range of float64.
func (f *Function) report(r *qp.Result, samples []int) (model.Report, error) {
	f.Solution.add(r, samples)
	if err := finite(f.Coef, []float64{f.Intercept, r.Objective, r.Gap}); err != nil {
		return model.Report{}, err
	}
	return model.Report{Status: r.Status, Iterations: r.Iterations, Objective: r.Objective, Gap: r.Gap,
		SupportVectors: len(f.Indices)}, nil
}

// coefficients returns the coefficients of a machine to start from, one for every
// sample of the problem; of one that is not fitted they are zeros.
func (f *Function) coefficients(d *dual) ([]float64, error) {
	if f.kernel == nil {
		return make([]float64, len(d.samples)), nil
	}
	if err := startable(f.Samples, d.x.Len()); err != nil {
		return nil, err
	}
	all := make([]float64, f.Samples)
	for p, i := range f.Indices {
		all[i] = f.Coef[p]
	}
	coef := make([]float64, len(d.samples))
	for p, i := range d.samples {
		coef[p] = all[i]
	}
	return coef, nil
}

// startable returns an error unless a machine fitted to one number of samples can
// be started from with another.
func startable(fitted, samples int) error {
	if fitted == samples {
		return nil
	}
	return fault.New(fault.Option, "warmStart", "warmStart goes on from a fit to the same samples, but that was to %d and X has %d; set warmStart to false", fitted, samples).
		With("expected", fitted).With("got", samples)
}

// signs returns +1 where a value is >= 0 and -1 elsewhere.
func signs(values []float64) []int32 {
	s := make([]int32, len(values))
	for i, v := range values {
		s[i] = 1
		if !(v >= 0) {
			s[i] = -1
		}
	}
	return s
}
