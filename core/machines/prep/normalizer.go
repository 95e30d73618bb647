package prep

import (
	"cmp"
	"math"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// NormalizerOptions are the options of Normalizer.
type NormalizerOptions struct {
	Norm string `js:"norm" default:"l2" choices:"l1,l2,max" doc:"Norm that becomes 1 in every row: the sum of absolute values, the Euclidean length, or the largest absolute value."`
}

// Cost counts the samples.
func (*NormalizerOptions) Cost() model.Cost { return model.PrimalCost(64, 0, 8) }

// Normalizer divides every sample by its norm. Samples that are zero stay zero. It learns only the
// number of features.
type Normalizer struct {
	NormalizerOptions
	model.Base[*NormalizerFit]
}

// NormalizerFit is the result of a fit of Normalizer.
type NormalizerFit struct {
	Features int `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
}

// NewNormalizer returns an unfitted normalizer with default options.
func NewNormalizer() *Normalizer {
	s := &Normalizer{}
	s.Init(&s.NormalizerOptions, new(NormalizerFit), nil)
	return s
}

// Fit takes note of the number of features.
func (s *Normalizer) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	x, _, err := present(s, t)
	if err != nil {
		return model.Report{}, err
	}
	return s.Learnt(&NormalizerFit{x.Dim()}, fitted(""))
}

// Transform returns x with rows of norm 1.
func (s *Normalizer) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	if err := ready(s.Result.Features, x); err != nil {
		return nil, err
	}
	return rows(ctl, x, func(_ []int32, value []float64) { normalize(value, s.Norm) })
}

// normalize divides the numbers by their norm, in units of the largest, so that no
// square leaves the range of float64.
func normalize(value []float64, norm string) {
	size := 0.0
	linalg.Scale(value)
	for p := range value {
		switch v := math.Abs(value[p]); norm {
		case "l1":
			size += v
		case "l2":
			size += float64(v * v)
		default:
			size = max(size, v)
		}
	}
	if norm == "l2" {
		size = math.Sqrt(size)
	}
	for p := range value {
		value[p] /= cmp.Or(size, 1)
	}
}
