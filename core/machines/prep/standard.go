package prep

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// StandardScalerOptions are the options of StandardScaler.
type StandardScalerOptions struct {
	WithMean bool `js:"withMean" default:"true" doc:"Whether the mean of each feature is subtracted. Sparse samples need false: without their zeros they would not be sparse."`
	WithStd  bool `js:"withStd" default:"true" doc:"Whether each feature is divided by its standard deviation."`
}

// Cost counts the samples and a few numbers for each feature.
func (*StandardScalerOptions) Cost() model.Cost { return model.PrimalCost(64, 0, 8*8) }

// StandardScaler gives every feature mean 0 and variance 1,
//
//	(x_j - mean_j) / scale_j
//
// with the weighted mean and the square root of the weighted variance (that over n,
// not n-1) of the training samples. The scale of a constant feature is 1.
type StandardScaler struct {
	StandardScalerOptions
	model.Base[*StandardScalerFit]
}

// StandardScalerFit is the result of a fit of StandardScaler.
type StandardScalerFit struct {
	Features int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Mean     []float64 `field:"mean" shape:"d" js:"mean" doc:"Mean of each feature."`
	Scale    []float64 `field:"scale" shape:"d" range:"(0,inf)" js:"scale" doc:"Standard deviation of each feature; 1 for a constant feature."`
}

// NewStandardScaler returns an unfitted scaler with default options.
func NewStandardScaler() *StandardScaler {
	s := &StandardScaler{}
	s.Init(&s.StandardScalerOptions, new(StandardScalerFit), nil)
	return s
}

// Fit takes the mean and the standard deviation of every feature.
func (s *StandardScaler) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := s.takes(t.X); err != nil {
		return model.Report{}, err
	}
	x, weight, err := present(s, t)
	if err != nil {
		return model.Report{}, err
	}
	mean, scale, status := moments(ctl, x, weight)
	if status != "" {
		return fitted(status), nil
	}
	return s.Learnt(&StandardScalerFit{x.Dim(), mean, scale}, fitted(""))
}

// takes returns an error when the options do not allow the layout of x.
func (s *StandardScaler) takes(x sample.Set) error {
	if _, sparse := x.(*sample.CSR); sparse && s.WithMean {
		return fault.New(fault.Option, "withMean", "withMean must be false for sparse samples: subtracting the mean would make them dense, for which the memory may not suffice")
	}
	return nil
}

// moments returns the mean and the scale of every feature. It takes two passes; the second corrects
// the rounding of the mean m of the first:
//
//	mean = m + 1/W sum of w_i (x_i - m)
//	var = 1/W sum of w_i (x_i - m)^2 - (1/W sum of w_i (x_i - m))^2
//
// over the stored entries and, all at once, the zeros between them. Numbers are in
// units of the largest of their feature, so that no square overflows.
func moments(ctl *run.Ctl, x sample.Set, weight []float64) (mean, scale []float64, status run.Status) {
	d := x.Dim()
	sum, stored := make([]float64, d), make([]float64, d)
	total, n := 0.0, float64(x.Len())
	units, status := unitsOf(ctl, x)
	if status != "" {
		return nil, nil, status
	}
	status = each(ctl, x, func(i int, index []int32, value []float64) {
		w := model.WeightAt(weight, i)
		total += w
		for p, v := range value {
			j := column(index, p)
			sum[j] += float64(w * (v / units[j]))
			stored[j] += w
		}
	})
	if status != "" {
		return nil, nil, status
	}
	mean, scale = make([]float64, d), make([]float64, d)
	drift := make([]float64, d)
	for j := range mean {
		mean[j] = sum[j] / total
		zeros := max(total-stored[j], 0)
		drift[j] = -float64(zeros * mean[j])
		scale[j] = float64(zeros * float64(mean[j]*mean[j]))
	}
	status = each(ctl, x, func(i int, index []int32, value []float64) {
		w := model.WeightAt(weight, i)
		for p, v := range value {
			j := column(index, p)
			e := v/units[j] - mean[j]
			drift[j] += float64(w * e)
			scale[j] += float64(w * float64(e*e))
		}
	})
	for j := range scale {
		e := drift[j] / total // the rounding error of the mean
		mean[j] += e
		variance := max(scale[j]/total-float64(e*e), 0)
		scale[j] = 1
		if !constant(variance, mean[j], n) {
			scale[j] = math.Sqrt(variance) * units[j]
		}
		if scale[j] == 0 { // it has underflowed
			scale[j] = 1
		}
		mean[j] *= units[j]
	}
	return mean, scale, status
}

// unitsOf returns the unit of the largest number of every feature.
func unitsOf(ctl *run.Ctl, x sample.Set) (units []float64, status run.Status) {
	units = make([]float64, x.Dim())
	status = each(ctl, x, func(_ int, index []int32, value []float64) {
		for p, v := range value {
			j := column(index, p)
			units[j] = max(units[j], math.Abs(v))
		}
	})
	for j, largest := range units {
		units[j] = linalg.Unit(largest)
	}
	return units, status
}

// constant reports whether a variance is within the rounding error of the variance of n
// equal numbers, by scikit-learn's bound.
func constant(variance, mean, n float64) bool {
	const eps = 0x1p-52
	e := n * mean * eps
	return variance <= float64(n*eps*variance)+float64(e*e)
}

// Sources returns all columns.
func (s *StandardScaler) Sources() []int { return sameColumns(s.Result.Features) }

// Slopes are the inverse scales.
func (s *StandardScaler) Slopes(dst, _ []float64) (constant bool) {
	for j := range dst {
		dst[j] = 1
		if s.WithStd {
			dst[j] = 1 / s.Result.Scale[j]
		}
	}
	return true
}

// Transform returns x scaled.
func (s *StandardScaler) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	if err := s.ready(x); err != nil {
		return nil, err
	}
	return rows(ctl, x, func(index []int32, value []float64) {
		for p := range value {
			j := column(index, p)
			if s.WithMean {
				value[p] -= s.Result.Mean[j]
			}
			if s.WithStd {
				value[p] /= s.Result.Scale[j]
			}
		}
	})
}

// Inverse returns the samples that Transform has turned into x.
func (s *StandardScaler) Inverse(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	if err := s.ready(x); err != nil {
		return nil, err
	}
	return rows(ctl, x, func(index []int32, value []float64) {
		for p := range value {
			j := column(index, p)
			if s.WithStd {
				value[p] *= s.Result.Scale[j]
			}
			if s.WithMean {
				value[p] += s.Result.Mean[j]
			}
		}
	})
}

func (s *StandardScaler) ready(x sample.Set) error {
	if err := ready(s.Result.Features, x); err != nil {
		return err
	}
	return s.takes(x)
}
