package svm

import (
	"math"
	"strings"

	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Record writes the options and the fit.
func (s *SVC) Record(r *model.Record) {
	model.PutOptions(r, s.Options)
	f := s.fit
	r.Put("samples", []int32{int32(f.samples)})
	r.Put("features", []int32{int32(f.features)})
	r.Put("gamma", []float64{f.parameters.Gamma})
	r.Put("class.order", f.order)
	r.Put("support.counts", f.counts)
	r.Put("support.indices", f.indices)
	switch v := f.vectors.(type) {
	case *sample.Matrix:
		r.Put("support.vectors", v.X)
	case *sample.CSR:
		r.Put("support.indptr", v.Ptr)
		r.Put("support.columns", v.Index)
		r.Put("support.values", v.Value)
	}
	r.Put("dual.coef", f.coef)
	r.Put("intercept", f.intercept)
	r.Put("pair.iterations", f.iterations)
	r.Put("pair.objective", f.objective)
	r.Put("pair.gap", f.gap)
	names := make([]string, len(f.status))
	for pair, status := range f.status {
		names[pair] = string(status)
	}
	r.Put("pair.status", strings.Join(names, " "))
}

// Restore takes over a record of any origin: every length and index is checked
// before it is used.
func (s *SVC) Restore(r *model.Record) error {
	var options Options
	if err := model.TakeOptions(r, &options); err != nil {
		return err
	}
	f := &svcFit{}
	var err error
	take := func(read func() error) {
		if err == nil {
			err = read()
		}
	}
	take(func() error { f.samples, err = r.Int("samples", 1, math.MaxInt32); return err })
	take(func() error { f.features, err = r.Int("features", 1, sample.MaxDim); return err })
	take(func() error {
		gamma, err := r.Float64s("gamma", 1)
		if err == nil {
			f.parameters = kernel.Parameters{Gamma: gamma[0], Degree: options.Kernel.Degree, Coef0: options.Kernel.Coef0}
			if f.kernel, err = s.kernels(options.Kernel.Name, f.parameters); err != nil {
				err = fault.New(fault.Format, "bytes", "the model has a kernel %q, which this release does not know", options.Kernel.Name)
			}
		}
		return err
	})
	take(func() error {
		f.counts, err = r.Int32s("support.counts", -1, 0, math.MaxInt32)
		if f.classes = len(f.counts); err == nil && (f.classes < 2 || f.classes > 1<<15) {
			err = fault.New(fault.Format, "bytes", "the model has %d classes", f.classes)
		}
		return err
	})
	take(func() error {
		f.order, err = r.Int32s("class.order", f.classes, 0, int32(f.classes)-1)
		seen := make([]bool, f.classes)
		for _, c := range f.order {
			if seen[c] {
				return fault.New(fault.Format, "bytes", "the model lists class %d twice", c)
			}
			seen[c] = true
		}
		return err
	})
	m := 0
	take(func() error {
		total := int64(0)
		for _, c := range f.counts {
			total += int64(c)
		}
		f.indices, err = r.Int32s("support.indices", -1, 0, int32(f.samples)-1)
		if m = len(f.indices); err == nil && total != int64(m) {
			err = fault.New(fault.Format, "bytes", "the model counts %d support vectors but lists %d", total, m)
		}
		return err
	})
	take(func() error { return f.takeVectors(r, m) })
	count := multi.PairCount(f.classes)
	take(func() error { f.coef, err = r.Float64s("dual.coef", (f.classes-1)*m); return err })
	take(func() error { f.intercept, err = r.Float64s("intercept", count); return err })
	take(func() error { f.iterations, err = r.Int32s("pair.iterations", count, 0, math.MaxInt32); return err })
	take(func() error { f.objective, err = r.Float64s("pair.objective", count); return err })
	take(func() error { f.gap, err = r.Float64s("pair.gap", count); return err })
	take(func() error {
		text, err := r.Text("pair.status")
		names := strings.Fields(text)
		if err == nil && len(names) != count {
			err = fault.New(fault.Format, "bytes", "the model has %d statuses for %d pairs", len(names), count)
		}
		for _, name := range names {
			f.status = append(f.status, run.Status(name))
		}
		return err
	})
	if err != nil {
		return err
	}
	s.Options, s.fit = options, f
	return nil
}

// takeVectors reads the m support vectors, which a precomputed kernel has none
// of.
func (f *svcFit) takeVectors(r *model.Record, m int) error {
	if _, given := f.kernel.(kernel.Given); given {
		if f.features != f.samples {
			return fault.New(fault.Format, "bytes", "the model of a precomputed kernel has %d samples but %d columns", f.samples, f.features)
		}
		return nil
	}
	if m == 0 { // stopped before the first step
		f.vectors = &sample.Matrix{D: f.features}
		return nil
	}
	var set sample.Set
	var err error
	if r.Has("support.vectors") {
		if int64(m)*int64(f.features) > math.MaxInt32 {
			return fault.New(fault.Format, "bytes", "the model claims %d support vectors of %d features", m, f.features)
		}
		var x []float64
		if x, err = r.Float64s("support.vectors", m*f.features); err == nil {
			set, err = sample.NewMatrix(x, m, f.features)
		}
	} else {
		var ptr, index []int32
		var value []float64
		if ptr, err = r.Int32s("support.indptr", m+1, 0, math.MaxInt32); err == nil {
			if index, err = r.Int32s("support.columns", -1, 0, math.MaxInt32); err == nil {
				if value, err = r.Float64s("support.values", len(index)); err == nil {
					set, err = sample.NewCSR(ptr, index, value, m, f.features)
				}
			}
		}
	}
	if err != nil {
		return fault.New(fault.Format, "bytes", "the model's support vectors are damaged: %v", err)
	}
	f.vectors = set
	return nil
}
