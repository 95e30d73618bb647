package prep

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// MinMaxScalerOptions are the options of MinMaxScaler.
type MinMaxScalerOptions struct {
	FeatureRange schema.Interval `js:"featureRange" default:"0,1" doc:"Smallest and largest value that each feature of the training samples gets."`
	Clip         bool            `js:"clip" default:"false" doc:"Whether values of new samples outside of this range are set to its ends."`
}

// Cost counts the samples and a few numbers for each feature.
func (*MinMaxScalerOptions) Cost() model.Cost { return model.PrimalCost(64, 0, 16*8) }

// MinMaxScaler moves every feature into an interval [a, b],
//
//	a + (x_j - min_j) scale_j,   scale_j = (b - a) / (max_j - min_j)
//
// by the least and the largest value of the training samples that have a weight. A constant feature
// becomes a. Sparse samples are accepted if every feature maps zero to zero.
type MinMaxScaler struct {
	MinMaxScalerOptions
	model.Base[*MinMaxScalerFit]
}

// MinMaxScalerFit is the result of a fit of MinMaxScaler.
type MinMaxScalerFit struct {
	Features int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Min      []float64 `field:"min" shape:"d" js:"dataMin" doc:"Smallest value of each feature."`
	Max      []float64 `field:"max" shape:"d" js:"dataMax" doc:"Largest value of each feature."`
	Scale    []float64 `field:"scale" shape:"d" range:"(0,inf)" js:"scale" doc:"Factor of each feature."`
}

// NewMinMaxScaler returns an unfitted scaler with default options.
func NewMinMaxScaler() *MinMaxScaler {
	s := &MinMaxScaler{}
	s.Init(&s.MinMaxScalerOptions, new(MinMaxScalerFit), nil)
	return s
}

// Fit takes the least and the largest value of every feature.
func (s *MinMaxScaler) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	x, _, err := present(s, t)
	if err != nil {
		return model.Report{}, err
	}
	f := &MinMaxScalerFit{Features: x.Dim()}
	var status run.Status
	if f.Min, f.Max, status = ends(ctl, x); status != "" {
		return fitted(status), nil
	}
	f.Scale = make([]float64, f.Features)
	for j := range f.Scale {
		width := f.Max[j] - f.Min[j]
		if width == 0 {
			width = 1
		}
		f.Scale[j] = (s.FeatureRange.High - s.FeatureRange.Low) / width
		if !(f.Scale[j] > 0 && f.Scale[j] <= math.MaxFloat64) {
			return model.Report{}, fault.New(fault.Numeric, "X", "the values of column %d range from %v to %v, which is out of the range of float64; scale them first", j, f.Min[j], f.Max[j]).With("column", j)
		}
	}
	if err := s.takes(f, x); err != nil {
		return model.Report{}, err
	}
	return s.Learnt(f, fitted(""))
}

// ends returns the least and the largest value of every feature, the zeros of a
// sparse set included.
func ends(ctl *run.Ctl, x sample.Set) (least, largest []float64, status run.Status) {
	least, largest = make([]float64, x.Dim()), make([]float64, x.Dim())
	stored := make([]int, x.Dim())
	status = each(ctl, x, func(_ int, index []int32, value []float64) {
		for p, v := range value {
			j := column(index, p)
			if stored[j] == 0 {
				least[j], largest[j] = v, v
			}
			stored[j]++
			least[j], largest[j] = min(least[j], v), max(largest[j], v)
		}
	})
	for j, count := range stored {
		if count < x.Len() {
			least[j], largest[j] = min(least[j], 0), max(largest[j], 0)
		}
	}
	return least, largest, status
}

// takes returns an error when x is sparse and some feature does not map zero to zero.
func (s *MinMaxScaler) takes(f *MinMaxScalerFit, x sample.Set) error {
	if _, sparse := x.(*sample.CSR); !sparse {
		return nil
	}
	for j := range f.Scale {
		if z := s.value(f, j, 0); z != 0 {
			return fault.New(fault.Option, "featureRange", "sparse samples would not stay sparse: featureRange [%v, %v] changes the zeros of column %d to %v. Use a featureRange that begins at 0, if no feature is negative, or StandardScaler without withMean", s.FeatureRange.Low, s.FeatureRange.High, j, z).
				With("column", j)
		}
	}
	return nil
}

func (s *MinMaxScaler) value(f *MinMaxScalerFit, j int, v float64) float64 {
	moved := s.FeatureRange.Low + float64((v-f.Min[j])*f.Scale[j])
	if s.Clip {
		moved = min(max(moved, s.FeatureRange.Low), s.FeatureRange.High)
	}
	return moved
}

// Sources returns all columns.
func (s *MinMaxScaler) Sources() []int { return sameColumns(s.Result.Features) }

// Slopes are the scales; where clip cuts values off, 0.
func (s *MinMaxScaler) Slopes(dst, x []float64) (constant bool) {
	copy(dst, s.Result.Scale)
	for j, v := range x {
		if s.Clip && (v < s.Result.Min[j] || v > s.Result.Max[j]) {
			dst[j] = 0
		}
	}
	return !s.Clip
}

// Transform returns x scaled.
func (s *MinMaxScaler) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	if err := s.ready(x); err != nil {
		return nil, err
	}
	return rows(ctl, x, func(index []int32, value []float64) {
		for p, v := range value {
			value[p] = s.value(s.Result, column(index, p), v)
		}
	})
}

// Inverse returns the samples that Transform has turned into x, except for values that clip
// has cut off.
func (s *MinMaxScaler) Inverse(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	if err := s.ready(x); err != nil {
		return nil, err
	}
	return rows(ctl, x, func(index []int32, value []float64) {
		for p, v := range value {
			j := column(index, p)
			value[p] = (v-s.FeatureRange.Low)/s.Result.Scale[j] + s.Result.Min[j]
		}
	})
}

func (s *MinMaxScaler) ready(x sample.Set) error {
	if err := ready(s.Result.Features, x); err != nil {
		return err
	}
	return s.takes(s.Result, x)
}
