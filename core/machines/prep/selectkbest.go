package prep

import (
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// SelectKBestOptions are the options of SelectKBest.
type SelectKBestOptions struct {
	K         int    `js:"k" default:"10" range:"[1,16777216]" doc:"Number of features that are kept, at most all of them."`
	Score     string `js:"score" default:"f" choices:"f,chi2,mutualInformation" doc:"What is large for a good feature: the F value of the analysis of variance over the classes, or of the regression of a number on the feature; the chi-squared statistic of counts and classes; or the mutual information of the feature and y, by nearest neighbours."`
	Neighbors int    `js:"nNeighbors" default:"3" range:"[1,2147483647]" doc:"Number of neighbours by which mutual information is estimated."`
}

// Cost counts the samples and sums over each class.
func (*SelectKBestOptions) Cost() model.Cost { return model.PrimalCost(64, 0, 64) }

// SelectKBest keeps the k features that are most informative about the target, each judged by
// itself. Of features with equal scores it keeps the last ones, as scikit-learn does.
type SelectKBest struct {
	SelectKBestOptions
	model.Base[*SelectKBestFit]
}

// SelectKBestFit is the result of a fit of SelectKBest.
type SelectKBestFit struct {
	Features int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Scores   []float64 `field:"scores" shape:"d" js:"scores" doc:"Score of each feature; 0 for one that does not vary."`
	Selected []int32   `field:"selected" shape:"q" range:"[0,d-1]" js:"selected" doc:"Numbers of the features that are kept, ascending."`
}

// NewSelectKBest returns an unfitted transformer with default options.
func NewSelectKBest() *SelectKBest {
	s := &SelectKBest{}
	s.Init(&s.SelectKBestOptions, new(SelectKBestFit), (*SelectKBestFit).check)
	return s
}

// check returns an error unless the selected features of a result from a model file ascend.
func (f *SelectKBestFit) check() error {
	for p, j := range f.Selected {
		if p > 0 && j <= f.Selected[p-1] || len(f.Selected) == 0 {
			return fault.New(fault.Format, "bytes", "the features that the model keeps do not ascend")
		}
	}
	return nil
}

// Learns returns values; classes do as well.
func (*SelectKBest) Learns() model.Target { return model.Values{} }

// Fit scores every feature.
func (s *SelectKBest) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := schema.Check(s.Options()); err != nil {
		return model.Report{}, err
	}
	rows, weight, total, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return model.Report{}, err
	}
	if len(rows) < t.X.Len() {
		t.Data = t.Select(rows, nil)
	}
	j := judge{ctl: ctl, x: t.X, weight: weight, total: total, of: t.Labels(), count: t.Classes(), y: t.Values()}
	d := t.X.Dim()
	f := &SelectKBestFit{Features: d}
	switch {
	case j.of == nil && j.y == nil:
		return model.Report{}, fault.New(fault.Type, "y", "SelectKBest needs y, classes or numbers; put it before a machine that learns some")
	case s.Score == "mutualInformation":
		f.Scores, err = j.information(s.Neighbors)
	case s.Score == "f":
		f.Scores = j.variances()
	case j.of == nil:
		return model.Report{}, fault.New(fault.Option, "score", "chi2 compares classes, but y has numbers; use the score 'f' or 'mutualInformation'")
	default:
		f.Scores, err = j.chiSquared()
	}
	if j.status != "" || err != nil {
		return fitted(j.status), err
	}
	ranked := order.Of(d, func(a, b int) int {
		if f.Scores[a] > f.Scores[b] || f.Scores[a] == f.Scores[b] && a > b {
			return -1
		}
		return 1
	})
	kept := make([]bool, d)
	for _, a := range ranked[:min(s.K, d)] {
		kept[a] = true
	}
	for a, keep := range kept {
		if keep {
			f.Selected = append(f.Selected, int32(a))
		}
	}
	return s.Learnt(f, fitted(""))
}

// Sources returns the columns that are kept.
func (s *SelectKBest) Sources() []int {
	var from []int
	for _, j := range s.Result.Selected {
		from = append(from, int(j))
	}
	return from
}

// Slopes are 1.
func (s *SelectKBest) Slopes(dst, _ []float64) (constant bool) {
	for a := range dst {
		dst[a] = 1
	}
	return true
}

// Transform returns the features of x that are kept.
func (s *SelectKBest) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	f := s.Result
	if err := ready(f.Features, x); err != nil {
		return nil, err
	}
	return picked(ctl, x, f.Selected)
}

// picked returns some of the columns of x, which ascend.
func picked(ctl *run.Ctl, x sample.Set, columns []int32) (sample.Set, error) {
	d, n := len(columns), x.Len()
	to := make([]int32, x.Dim()) // the number of each column that is kept, from 1
	for p, j := range columns {
		to[j] = int32(p + 1)
	}
	matrix := &sample.Matrix{N: n, D: d}
	sparse := &sample.CSR{N: n, D: d, Ptr: make([]int32, 1, n+1)}
	_, dense := x.(*sample.Matrix)
	status := each(ctl, x, func(_ int, index []int32, value []float64) {
		if dense {
			for _, j := range columns {
				matrix.X = append(matrix.X, value[j])
			}
			return
		}
		for p, j := range index {
			if to[j] > 0 {
				sparse.Index, sparse.Value = append(sparse.Index, to[j]-1), append(sparse.Value, value[p])
			}
		}
		sparse.Ptr = append(sparse.Ptr, int32(len(sparse.Index)))
	})
	if status != "" {
		return nil, run.ErrAborted
	}
	if dense {
		return matrix, nil
	}
	return sparse, nil
}

// judge scores features. Either of has the class of each sample, or y its number.
type judge struct {
	ctl    *run.Ctl
	x      sample.Set
	weight []float64
	total  float64
	of     []int32
	count  int
	y      []float64
	status run.Status // why the work ended early
	done   float64    // share of the work
	work   int        // after the last checkpoint
}

// each visits the stored entries of x, with the class and the weight of their sample.
func (s *judge) each(visit func(i, c, j int, v, w float64)) {
	if s.status != "" {
		return
	}
	s.status = each(s.ctl, s.x, func(i int, index []int32, value []float64) {
		c, w := 0, s.weight[i]
		if s.of != nil {
			c = int(s.of[i])
		}
		for p, v := range value {
			visit(i, c, column(index, p), v, w)
		}
	})
}

// variances returns F values. With classes, of the sizes n_c and means m_c,
//
//	F = (sum n_c (m_c - m)^2 / (k-1)) / (sum of (x - m_c)^2 / (n-k)),
//
// and with numbers, by their correlation r with the feature,
//
//	F = r^2 / (1 - r^2) (n-2).
//
// A weight counts as that many samples.
func (s *judge) variances() []float64 {
	d, k := s.x.Dim(), max(1, s.count)
	size := make([]float64, k)
	mean, stored, inner := make([]float64, k*d), make([]float64, k*d), make([]float64, k*d)
	yMean, ySquare := 0.0, 0.0
	var units []float64
	units, s.status = unitsOf(s.ctl, s.x) // F has no unit: no square of these numbers leaves the range
	s.y = slices.Clone(s.y)
	linalg.Scale(s.y)
	for i, w := range s.weight {
		if s.of != nil {
			size[s.of[i]] += w
		} else {
			size[0] += w
			yMean += w * s.y[i] / s.total
		}
	}
	for i, w := range s.weight {
		if s.of == nil {
			ySquare += w * (s.y[i] - yMean) * (s.y[i] - yMean)
		}
	}
	s.each(func(_, c, j int, v, w float64) {
		mean[c*d+j] += w * (v / units[j]) / size[c]
		stored[c*d+j] += w
	})
	product := make([]float64, d)
	s.each(func(i, c, j int, v, w float64) {
		v /= units[j]
		e := v - mean[c*d+j]
		inner[c*d+j] += w * e * e
		if s.of == nil {
			product[j] += w * v * (s.y[i] - yMean)
		}
	})
	scores := make([]float64, d)
	for j := range scores {
		within, among, m, classes := 0.0, 0.0, 0.0, 0.0
		for c := range size {
			m += size[c] * mean[c*d+j] / s.total
		}
		for c, n := range size {
			if n > 0 {
				own := mean[c*d+j]
				within += inner[c*d+j] + max(n-stored[c*d+j], 0)*own*own
				among += n * (own - m) * (own - m)
				classes++
			}
		}
		if constant((within+among)/s.total, m, float64(len(s.weight))) {
			continue
		}
		if s.of == nil {
			among = product[j] / ySquare * product[j] // the part of the sum of squares that y explains
			within, classes = within-among, 2
		}
		if free := s.total - classes; among > 0 && free > 0 {
			scores[j] = min(among/(classes-1)/(max(within, 0)/free), math.MaxFloat64)
		}
	}
	return scores
}

// chiSquared returns the statistics of the sums of each feature in the classes,
//
//	sum of (observed - expected)^2 / expected,   expected = share of the class * sum of the feature.
func (s *judge) chiSquared() ([]float64, error) {
	d := s.x.Dim()
	share, sum, all := make([]float64, s.count), make([]float64, s.count*d), make([]float64, d)
	for i, w := range s.weight {
		share[s.of[i]] += w / s.total
	}
	var err error
	s.each(func(i, c, j int, v, w float64) {
		if v < 0 && err == nil {
			err = fault.New(fault.Type, "X", "X[%d, %d] is %v, but chi2 compares counts and other numbers >= 0; use the score 'f'", i, j, v).With("row", i).With("column", j)
		}
		sum[c*d+j] += w * v
		all[j] += w * v
	})
	scores := make([]float64, d)
	for j := range scores {
		for c, p := range share {
			if expected := p * all[j]; expected > 0 {
				e := sum[c*d+j] - expected
				scores[j] += e / expected * e
			}
		}
	}
	return scores, err
}
