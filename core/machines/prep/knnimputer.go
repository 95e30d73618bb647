package prep

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// KNNImputerOptions are the options of KNNImputer.
type KNNImputerOptions struct {
	Neighbors    int    `js:"nNeighbors" default:"5" range:"[1,2147483647]" doc:"Number of training samples whose mean stands in for a missing value."`
	Weights      string `js:"weights" default:"uniform" choices:"uniform,distance" doc:"Whether all of them count the same, or by the inverse of their distance."`
	AddIndicator bool   `js:"addIndicator" default:"false" doc:"Whether each feature with missing values in training gets another feature, at the end: 1 where it is missing and 0 elsewhere."`
}

// Cost counts the samples, which are kept.
func (*KNNImputerOptions) Cost() model.Cost {
	return model.Cost{Entry: 5 * 8, Stored: 12, Row: 128, Column: 64}
}

// KNNImputer replaces a missing value by the mean of the feature over the nearest training samples
// that have it. The distance of two samples uses the features that both have,
//
//	sqrt(d / (number of these features) * sum of (x_j - z_j)^2)
//
// (scikit-learn's nan_euclidean). Samples without a common feature have no distance and are no
// neighbours (scikit-learn from 1.5 on). Without neighbours the mean of the feature replaces the
// value; if no sample has the feature, 0 does. Samples as far as the last neighbour share its
// place, so that their order does not matter.
type KNNImputer struct {
	KNNImputerOptions
	model.Base[*KNNImputerFit]
	gaps
}

// KNNImputerFit is the result of a fit of KNNImputer. The file of a model holds no NaN, so that
// missing values are 0 in Values and have their places in Missing.
type KNNImputerFit struct {
	Features  int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Samples   int       `field:"samples" dim:"n" range:"[1,2147483647]" js:"nSamples" doc:"Number of training samples that are kept."`
	Values    []float64 `field:"values" shape:"n,d"`
	Missing   []int32   `field:"missing" shape:"gaps"`
	Means     []float64 `field:"means" shape:"d" js:"means" doc:"Mean of each feature, where it is not missing."`
	Indicated []int32   `field:"indicated" shape:"q" range:"[0,d-1]" js:"indicated" doc:"Numbers of the features that have an indicator."`

	kept []float64 // Values, with NaN where they are missing
	per  float64   // what differences are multiplied by, so that no square leaves the range
}

// NewKNNImputer returns an unfitted imputer with default options.
func NewKNNImputer() *KNNImputer {
	s := &KNNImputer{}
	s.Init(&s.KNNImputerOptions, new(KNNImputerFit), (*KNNImputerFit).restore)
	return s
}

// restore puts the missing values of a result from a model file in their places.
func (f *KNNImputerFit) restore() error {
	f.kept, f.per = append([]float64(nil), f.Values...), 1/linalg.Unit(linalg.Largest(f.Values))
	for _, at := range f.Missing {
		if int(at) >= len(f.kept) {
			return fault.New(fault.Format, "bytes", "the model misses the value %d of %d", at, len(f.kept))
		}
		f.kept[at] = math.NaN()
	}
	return nil
}

// Fit keeps the samples.
func (s *KNNImputer) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	x, _, err := present(s, t)
	if err != nil {
		return model.Report{}, err
	}
	matrix, dense := x.(*sample.Matrix)
	if !dense {
		return model.Report{}, notDense("KNNImputer")
	}
	f := &KNNImputerFit{Features: matrix.D, Samples: matrix.N, Values: append([]float64(nil), matrix.X...), Missing: []int32{}, Indicated: indicated(x, s.AddIndicator)}
	for at, v := range f.Values {
		if v != v {
			f.Values[at], f.Missing = 0, append(f.Missing, int32(at))
		}
	}
	var status run.Status
	if f.Means, status = means(ctl, x, nil); status != "" {
		return fitted(status), nil
	}
	if err := f.restore(); err != nil {
		return model.Report{}, err
	}
	return s.Learnt(f, fitted(""))
}

// Transform returns x with its missing values filled in.
func (s *KNNImputer) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	f := s.Result
	if _, sparse := x.(*sample.CSR); sparse && f.Features > 0 {
		return nil, notDense("KNNImputer")
	}
	d, distance := f.Features, make([]float64, f.Samples)
	ended := false
	made, err := imputed(ctl, x, d, f.Indicated, func(row, made []float64) {
		if ended = ended || !ctl.Wanted(func() run.Report { return run.Report{} }); ended {
			return
		}
		for i := range distance {
			both := 0.0
			distance[i] = 0
			for j, v := range f.kept[i*d : (i+1)*d] {
				if e := (v - row[j]) * f.per; e == e {
					both++
					distance[i] += float64(e * e)
				}
			}
			distance[i] = math.Sqrt(float64(d) / both * distance[i]) // NaN without a common feature
		}
		for j, v := range row {
			if v != v {
				made[j] = s.guess(distance, j)
			}
		}
	})
	if ended {
		return nil, run.ErrAborted
	}
	return made, err
}

// guess returns the value of feature j for a sample with these distances from the kept ones.
func (s *KNNImputer) guess(distance []float64, j int) float64 {
	f, d := s.Result, s.Result.Features
	near := make([]float64, 0, min(s.Neighbors, f.Samples)) // ascending
	for i, r := range distance {
		if v := f.kept[i*d+j]; v != v || r != r { // without a common feature there is no distance
			continue
		}
		last := len(near) - 1
		switch {
		case len(near) < cap(near):
			near = append(near, r)
		case r < near[last]:
			near[last] = r
		default:
			continue
		}
		for q := len(near) - 1; q > 0 && r < near[q-1]; q-- {
			near[q], near[q-1] = near[q-1], near[q]
		}
	}
	if len(near) == 0 {
		return f.Means[j]
	}
	nearest, farthest := near[0], near[len(near)-1]
	inverse := s.Weights == "distance" && nearest > 0 && nearest <= math.MaxFloat64
	if s.Weights == "distance" && !inverse { // 1 / distance is no weight: the nearest ones count alike
		farthest = nearest
	}
	places, equals := 0.0, 0.0
	for _, r := range near {
		if r == farthest {
			places++
		}
	}
	each := func(visit func(r, v float64)) {
		for i, r := range distance {
			if v := f.kept[i*d+j]; v == v && r <= farthest {
				visit(r, v)
			}
		}
	}
	each(func(r, _ float64) {
		if r == farthest {
			equals++
		}
	})
	sum, total := 0.0, 0.0
	each(func(r, v float64) {
		w := 1.0
		if inverse {
			w = 1 / r
		}
		if r == farthest {
			w *= places / equals
		}
		sum += float64(w * v)
		total += w
	})
	return sum / total
}
