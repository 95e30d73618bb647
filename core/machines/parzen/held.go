package parzen

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// Smoothing are the options of machines that put a window around every sample.
type Smoothing struct {
	Window    string       `js:"window" default:"gaussian" choices:"gaussian,tophat,epanechnikov,exponential,linear,cosine" doc:"Shape of the windows, a function of u, the distance over the bandwidth: exp(-u^2/2), 1, 1 - u^2, exp(-u), 1 - u or cos(pi u / 2), all but the first and the fourth up to u = 1 only."`
	Bandwidth kernel.Width `js:"bandwidth" default:"scott" choices:"scott,silverman" range:"(0,inf)" doc:"Width h of the windows. 'scott' is s n^(-1/(d+4)) and 'silverman' s (n (d+2) / 4)^(-1/(d+4)), where s is the root of the mean variance of the features and n the sum of the weights."`
}

// held are the samples that a machine puts windows around; fitted structs embed it.
type held struct {
	Samples   int        `field:"samples" dim:"n" range:"[1,2147483647]"`
	Features  int        `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Indices   []int32    `field:"support.indices" shape:"m" range:"[0,n-1]" js:"supportIndices" doc:"Rows of the training set that have a window: all of positive weight."`
	Vectors   sample.Set `field:"support.vectors" shape:"m,d" js:"supportVectors" doc:"These rows, sparse if the training data were."`
	Mass      []float64  `field:"weights" shape:"m"` // their weights
	Bandwidth float64    `field:"bandwidth" js:"bandwidth" doc:"Bandwidth of the windows: that of the options, or what their rule gives for the training samples."`

	columns gram.Columns // made when first needed
}

// hold returns the samples of positive weight with their windows.
func (s Smoothing) hold(t model.Training) (*held, error) {
	for i := range t.X.Len() {
		if !(t.X.SquaredNorm(i) <= gram.LargestNorm) {
			return nil, model.Overflow()
		}
	}
	rows, mass, total, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return nil, err
	}
	h := &held{Samples: t.X.Len(), Features: t.X.Dim(), Indices: make([]int32, len(rows)), Vectors: t.X, Mass: mass}
	for p, i := range rows {
		h.Indices[p] = int32(i)
	}
	if len(rows) < t.X.Len() {
		h.Vectors = t.X.Select(rows)
	}
	h.Bandwidth = s.bandwidth(h, total)
	if square := h.Bandwidth * h.Bandwidth; !(square > 0x1p-960 && square <= math.MaxFloat64) {
		return nil, fault.New(fault.Numeric, "X", "the bandwidth is %v, which is too small or too large to compute with; scale the features, or give a bandwidth", h.Bandwidth)
	}
	return h, nil
}

// bandwidth returns the bandwidth that the options give for samples of a total weight.
func (s Smoothing) bandwidth(h *held, total float64) float64 {
	if s.Bandwidth.Name == "" {
		return s.Bandwidth.Value
	}
	n, d := total, float64(h.Features)
	if s.Bandwidth.Name == "silverman" {
		n *= (d + 2) / 4
	}
	deviation := h.deviation(total)
	if deviation == 0 {
		return 1 // the samples are all alike
	}
	return deviation * math.Pow(n, -1/(d+4))
}

// deviation returns the root of the mean of the variances of the features.
func (h *held) deviation(total float64) float64 {
	mean, row, largest := make([]float64, h.Features), make([]float64, h.Features), 0.0
	for p, w := range h.Mass {
		h.Vectors.Dense(row, p)
		for j, v := range row {
			mean[j] += float64(w / total * v)
		}
		largest = max(largest, linalg.Largest(row))
	}
	sum, unit := 0.0, linalg.Unit(largest) // no square leaves the range
	for p, w := range h.Mass {
		h.Vectors.Dense(row, p)
		for j, v := range row {
			e := (v - mean[j]) / unit
			sum += float64(w / total * float64(e*e))
		}
	}
	return math.Sqrt(sum/float64(h.Features)) * unit
}

// check returns an error unless a result that was read from a model file has windows.
func (h *held) check() error {
	for _, w := range h.Mass {
		if !(w > 0) {
			return fault.New(fault.Format, "bytes", "the model has a window of weight %v", w)
		}
	}
	if len(h.Mass) == 0 || !(h.Bandwidth > 0) || h.Vectors == nil {
		return fault.New(fault.Format, "bytes", "the model has no windows")
	}
	return nil
}

// apart is minus the squared distance of two samples. It adds up the squares of differences,
// so that no digits are lost where samples are close to each other and far from zero.
func apart() kernel.Kernel { return kernel.Minkowski{P: 2}.Distance() }

// each calls take for every sample of x with the values of the windows there, times their weights
// and over exp(unit), which take may change but not keep; see window.weigh.
func (h *held) each(ctl *run.Ctl, machine string, shape string, x sample.Set, take func(i int, values []float64, unit float64, reached bool)) error {
	if err := sample.Ready(machine, h.Features, x); err != nil {
		return err
	}
	w := window{shape, h.Bandwidth}
	return h.distances(ctl, x, func(i int, row []float64) {
		unit, reached := w.weigh(row)
		for p, m := range h.Mass {
			row[p] *= m
		}
		take(i, row, unit, reached)
	})
}

// distances calls take for every sample of x with minus its squared distances.
func (h *held) distances(ctl *run.Ctl, x sample.Set, take func(i int, row []float64)) error {
	if h.columns == nil {
		h.columns = gram.Prepare(apart(), h.Vectors, nil, nil)
	}
	return expansion.EachRow(ctl, apart(), h.columns, x, take)
}
