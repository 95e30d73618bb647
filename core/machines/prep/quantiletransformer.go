package prep

import (
	"math"
	"sort"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// QuantileTransformerOptions are the options of QuantileTransformer.
type QuantileTransformerOptions struct {
	NQuantiles         int    `js:"nQuantiles" default:"1000" range:"[2,16777216]" doc:"Number of quantiles that are kept of each feature; with fewer samples, as many as there are samples, of which one of weight 2 counts as two."`
	OutputDistribution string `js:"outputDistribution" default:"uniform" choices:"uniform,normal" doc:"Distribution that each feature gets: uniform from 0 to 1, or normal with mean 0 and variance 1."`
}

// Cost counts the samples and a sorted column.
func (o *QuantileTransformerOptions) Cost() model.Cost {
	return model.PrimalCost(128, 0, 16*int64(o.NQuantiles))
}

// QuantileTransformer gives every feature the same distribution: a number becomes the share of
// training samples below it, interpolated linearly between the stored quantiles, or with the output
// 'normal' the quantile of the normal distribution of this share. At the ends of the training
// samples and beyond it is 0 or 1, or the normal quantile of 1e-7 or 1 - 1e-7.
type QuantileTransformer struct {
	QuantileTransformerOptions
	model.Base[*QuantileTransformerFit]
}

// QuantileTransformerFit is the result of a fit of QuantileTransformer.
type QuantileTransformerFit struct {
	Features  int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Kept      int       `field:"kept" dim:"q" range:"[1,16777216]" js:"nQuantiles" doc:"Number of quantiles that are kept of each feature."`
	Quantiles []float64 `field:"quantiles" shape:"d,q" js:"quantiles" doc:"Quantiles of each feature, of equal distances between 0 and 1."`
}

// NewQuantileTransformer returns an unfitted transformer with default options.
func NewQuantileTransformer() *QuantileTransformer {
	s := &QuantileTransformer{}
	s.Init(&s.QuantileTransformerOptions, new(QuantileTransformerFit), (*QuantileTransformerFit).check)
	return s
}

// check returns an error unless the quantiles of a result from a model file ascend.
func (f *QuantileTransformerFit) check() error {
	for j := range f.Features {
		if !sort.Float64sAreSorted(f.of(j)) {
			return fault.New(fault.Format, "bytes", "the quantiles of feature %d do not ascend", j)
		}
	}
	return nil
}

// of returns the quantiles of a feature.
func (f *QuantileTransformerFit) of(j int) []float64 { return f.Quantiles[j*f.Kept : (j+1)*f.Kept] }

// Fit takes the quantiles of every feature.
func (s *QuantileTransformer) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	x, weight, err := present(s, t)
	if err != nil {
		return model.Report{}, err
	}
	if _, sparse := x.(*sample.CSR); sparse {
		return model.Report{}, notDense("QuantileTransformer")
	}
	samples := linalg.Total(weight)
	kept := min(s.NQuantiles, max(x.Len(), int(min(whole(samples, samples), sample.MaxDim))))
	f := &QuantileTransformerFit{x.Dim(), kept, make([]float64, kept*x.Dim())}
	status := eachColumn(ctl, x, weight, func(j int, c sorted) {
		to := f.of(j)
		for p := range to {
			to[p] = c.quantile(float64(p), float64(max(kept-1, 1)))
			if p > 0 {
				to[p] = max(to[p], to[p-1]) // against rounding
			}
		}
	})
	if status != "" {
		return fitted(status), nil
	}
	return s.Learnt(f, fitted(""))
}

// notDense is the fault of sparse samples whose zeros would not stay.
func notDense(machine string) error {
	return fault.New(fault.Type, "X", "a %s takes dense rows: the zeros of sparse ones would not stay zeros; pass rows of numbers", machine)
}

// share returns the share of samples below quantile p of several.
func share(p, of int) float64 { return float64(p) / float64(max(of-1, 1)) }

// edge is the distance from the ends within which a normal output is cut off.
const edge = 1e-7

// Sources returns all columns.
func (s *QuantileTransformer) Sources() []int { return sameColumns(s.Result.Features) }

// Transform returns x with the distribution of the option.
func (s *QuantileTransformer) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	normal := s.OutputDistribution == "normal"
	return s.change(ctl, x, func(q []float64, v float64) float64 {
		var u float64
		switch {
		case v <= q[0]:
			u = 0
		case v >= q[len(q)-1]:
			u = 1
		default:
			u = between(q, v)
		}
		if !normal {
			return u
		}
		end := math.Sqrt2 * math.Erfinv(1-2*(edge-0x1p-52))
		return min(max(math.Sqrt2*math.Erfinv(2*u-1), -end), end)
	})
}

// between returns the share of samples below v, which is within the quantiles. If several quantiles
// are v it is the middle of their shares.
func between(q []float64, v float64) float64 {
	last := len(q) - 1
	low := sort.SearchFloat64s(q, v)
	if q[low] > v {
		a, b := share(low-1, last+1), share(low, last+1)
		return a + float64((b-a)*((v-q[low-1])/(q[low]-q[low-1])))
	}
	high := low
	for high < last && q[high+1] == v {
		high++
	}
	return (share(low, last+1) + share(high, last+1)) / 2
}

// Inverse returns the samples that Transform has turned into x, within the quantiles that are
// kept.
func (s *QuantileTransformer) Inverse(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	normal := s.OutputDistribution == "normal"
	return s.change(ctl, x, func(q []float64, u float64) float64 {
		near, last := 0.0, len(q)-1
		if normal {
			u, near = math.Erfc(-u/math.Sqrt2)/2, edge
		}
		switch {
		case u-near < 0 || u <= 0:
			return q[0]
		case u+near > 1 || u >= 1:
			return q[last]
		}
		h := u * float64(last)
		p := int(h)
		return q[p] + float64((h-float64(p))*(q[min(p+1, last)]-q[p]))
	})
}

func (s *QuantileTransformer) change(ctl *run.Ctl, x sample.Set, of func(q []float64, v float64) float64) (sample.Set, error) {
	f := s.Result
	if err := ready(f.Features, x); err != nil {
		return nil, err
	}
	if _, sparse := x.(*sample.CSR); sparse {
		return nil, notDense("QuantileTransformer")
	}
	return rows(ctl, x, func(_ []int32, value []float64) {
		for j, v := range value {
			value[j] = of(f.of(j), v)
		}
	})
}
