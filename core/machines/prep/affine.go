package prep

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// AffineFit is the result of a fit of a scaler that subtracts a number from every feature and
// divides it by another.
type AffineFit struct {
	Features int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Center   []float64 `field:"center" shape:"d" js:"center" doc:"What is subtracted from each feature."`
	Scale    []float64 `field:"scale" shape:"d" range:"(0,inf)" js:"scale" doc:"What each feature is divided by; 1 for a feature that does not vary."`
}

// affine is a scaler with the result AffineFit. center[j] is 0 and scale[j] is 1 for a part that
// the options omit.
type affine struct{ model.Base[*AffineFit] }

// Sources returns all columns.
func (s *affine) Sources() []int { return sameColumns(s.Result.Features) }

// Slopes are the inverse scales.
func (s *affine) Slopes(dst, _ []float64) (constant bool) {
	for j, scale := range s.Result.Scale {
		dst[j] = 1 / scale
	}
	return true
}

// Transform returns x scaled.
func (s *affine) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	return s.change(ctl, x, func(v, center, scale float64) float64 { return (v - center) / scale })
}

// Inverse returns the samples that Transform has turned into x.
func (s *affine) Inverse(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	return s.change(ctl, x, func(v, center, scale float64) float64 { return float64(v*scale) + center })
}

func (s *affine) change(ctl *run.Ctl, x sample.Set, of func(v, center, scale float64) float64) (sample.Set, error) {
	f := s.Result
	if err := ready(f.Features, x); err != nil {
		return nil, err
	}
	if _, sparse := x.(*sample.CSR); sparse {
		for j, c := range f.Center {
			if c != 0 {
				return nil, fault.New(fault.Option, "withCentering", "this scaler was fitted to dense rows and subtracts %v from column %d, which would make sparse samples dense; fit it to sparse samples, with withCentering: false", c, j).With("column", j)
			}
		}
	}
	return rows(ctl, x, func(index []int32, value []float64) {
		for p, v := range value {
			j := column(index, p)
			value[p] = of(v, f.Center[j], f.Scale[j])
		}
	})
}

// MaxAbsScalerOptions are the options of MaxAbsScaler: there are none.
type MaxAbsScalerOptions struct{}

// Cost counts the samples and a few numbers for each feature.
func (*MaxAbsScalerOptions) Cost() model.Cost { return model.PrimalCost(64, 0, 8*8) }

// MaxAbsScaler divides every feature by its largest absolute value, so that zeros stay zeros.
type MaxAbsScaler struct {
	MaxAbsScalerOptions
	affine
}

// NewMaxAbsScaler returns an unfitted scaler.
func NewMaxAbsScaler() *MaxAbsScaler {
	s := &MaxAbsScaler{}
	s.Init(&s.MaxAbsScalerOptions, new(AffineFit), nil)
	return s
}

// Fit takes the largest absolute value of every feature.
func (s *MaxAbsScaler) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	x, _, err := present(s, t)
	if err != nil {
		return model.Report{}, err
	}
	least, largest, status := ends(ctl, x)
	if status != "" {
		return fitted(status), nil
	}
	for j, v := range least {
		if largest[j] = max(largest[j], -v); largest[j] == 0 {
			largest[j] = 1
		}
	}
	return s.Learnt(&AffineFit{x.Dim(), make([]float64, x.Dim()), largest}, fitted(""))
}

// RobustScalerOptions are the options of RobustScaler.
type RobustScalerOptions struct {
	WithCentering bool            `js:"withCentering" default:"true" doc:"Whether the median of each feature is subtracted. Sparse samples need false: without their zeros they would not be sparse."`
	WithScaling   bool            `js:"withScaling" default:"true" doc:"Whether each feature is divided by the distance of its two quantiles."`
	QuantileRange schema.Interval `js:"quantileRange" default:"25,75" doc:"The two quantiles, in percent."`
}

// Cost counts the samples and a sorted column.
func (*RobustScalerOptions) Cost() model.Cost { return model.PrimalCost(128, 0, 8*8) }

// RobustScaler is StandardScaler with quantiles, which outliers hardly change: it subtracts the
// median of every feature and divides by the distance between two quantiles.
type RobustScaler struct {
	RobustScalerOptions
	affine
}

// NewRobustScaler returns an unfitted scaler with default options.
func NewRobustScaler() *RobustScaler {
	s := &RobustScaler{}
	s.Init(&s.RobustScalerOptions, new(AffineFit), nil)
	return s
}

// Fit takes the quantiles of every feature.
func (s *RobustScaler) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	x, weight, err := present(s, t)
	if err != nil {
		return model.Report{}, err
	}
	low, high := s.QuantileRange.Low, s.QuantileRange.High
	if !(low >= 0 && low < high && high <= 100) {
		return model.Report{}, fault.New(fault.Option, "quantileRange", "quantileRange must be two numbers from 0 to 100, the lower one first, got %v and %v", low, high)
	}
	if _, sparse := x.(*sample.CSR); sparse && s.WithCentering {
		return model.Report{}, fault.New(fault.Option, "withCentering", "withCentering must be false for sparse samples: subtracting the median would make them dense, for which the memory may not suffice")
	}
	f := &AffineFit{x.Dim(), make([]float64, x.Dim()), make([]float64, x.Dim())}
	status := eachColumn(ctl, x, weight, func(j int, c sorted) {
		f.Scale[j] = 1
		if s.WithCentering {
			f.Center[j] = c.quantile(1, 2)
		}
		if width := c.quantile(high, 100) - c.quantile(low, 100); s.WithScaling && width > 0 {
			f.Scale[j] = width
		}
	})
	if status != "" {
		return fitted(status), nil
	}
	return s.Learnt(f, fitted(""))
}
