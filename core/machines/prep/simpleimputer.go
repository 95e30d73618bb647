package prep

import (
	"errors"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// SimpleImputerOptions are the options of SimpleImputer.
type SimpleImputerOptions struct {
	Strategy     string  `js:"strategy" default:"mean" choices:"mean,median,mostFrequent,constant" doc:"What stands in for missing values of a feature: its mean, its median, its most frequent value (of several the least), or the number fillValue."`
	FillValue    float64 `js:"fillValue" default:"0" range:"(-inf,inf)" doc:"What stands in for missing values with the strategy 'constant'."`
	AddIndicator bool    `js:"addIndicator" default:"false" doc:"Whether each feature with missing values in training gets another feature, at the end: 1 where it is missing and 0 elsewhere."`
}

// Cost counts the samples and a few numbers for each feature.
func (*SimpleImputerOptions) Cost() model.Cost { return model.PrimalCost(128, 0, 8*8) }

// SimpleImputer fills in missing values of a feature, which are NaN, by one number that it learns
// from the others. The number of a feature that has no values is 0.
type SimpleImputer struct {
	SimpleImputerOptions
	model.Base[*SimpleImputerFit]
	gaps
}

// SimpleImputerFit is the result of a fit of SimpleImputer.
type SimpleImputerFit struct {
	Features   int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Statistics []float64 `field:"statistics" shape:"d" js:"statistics" doc:"What stands in for a missing value of each feature."`
	Indicated  []int32   `field:"indicated" shape:"q" range:"[0,d-1]" js:"indicated" doc:"Numbers of the features that have an indicator."`
}

// NewSimpleImputer returns an unfitted imputer with default options.
func NewSimpleImputer() *SimpleImputer {
	s := &SimpleImputer{}
	s.Init(&s.SimpleImputerOptions, new(SimpleImputerFit), nil)
	return s
}

// Fit finds the replacement of missing values of each feature.
func (s *SimpleImputer) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	x, weight, err := present(s, t)
	if err != nil {
		return model.Report{}, err
	}
	d := x.Dim()
	f := &SimpleImputerFit{Features: d, Statistics: make([]float64, d), Indicated: indicated(x, s.AddIndicator)}
	var status run.Status
	switch s.Strategy {
	case "constant":
		for j := range f.Statistics {
			f.Statistics[j] = s.FillValue
		}
	case "mean":
		f.Statistics, status = means(ctl, x, weight)
	default:
		if s.Strategy == "mostFrequent" && weight == nil {
			if modes, ended := modesOf(ctl, x); modes != nil || ended != "" {
				f.Statistics, status = modes, ended
				break
			}
		}
		status = eachColumn(ctl, x, weight, func(j int, c sorted) {
			switch {
			case len(c.value) == 0:
			case s.Strategy == "median":
				f.Statistics[j] = c.quantile(1, 2)
			default:
				f.Statistics[j] = c.mode()
			}
		})
	}
	if status != "" {
		return fitted(status), nil
	}
	return s.Learnt(f, fitted(""))
}

// means returns the mean of the numbers of each column that are not missing, 0 if all are.
func means(ctl *run.Ctl, x sample.Set, weight []float64) (mean []float64, status run.Status) {
	mean = make([]float64, x.Dim())
	total, all := make([]float64, x.Dim()), 0.0
	sum := func(divide bool) {
		if status != "" {
			return
		}
		status = each(ctl, x, func(i int, index []int32, value []float64) {
			w := model.WeightAt(weight, i)
			if !divide {
				all += w
			}
			for p, v := range value {
				switch j := column(index, p); {
				case divide && v == v:
					mean[j] += v * (w / total[j])
				case !divide && v != v:
					total[j] -= w
				}
			}
		})
	}
	sum(false)
	for j := range total {
		total[j] += all
	}
	sum(true)
	return mean, status
}

// few is how many numbers of a column modesOf counts, and how many codes: beyond, sorting is faster.
const few = 1 << 16

// modesOf counts the numbers of each column and returns the most frequent one, of several the least,
// 0 if all are missing. It returns none where a column has many numbers.
func modesOf(ctl *run.Ctl, x sample.Set) (modes []float64, status run.Status) {
	d := x.Dim()
	tallies, _ := talliesOf("", d)
	many := errors.New("many")
	var failed error
	status = eachRow(ctl, x, func(_ int, row []float64) error {
		for j, v := range row {
			if v != v {
				continue
			}
			if t := &tallies[j]; t.add(v, 1) && (len(t.sums) > few || len(t.small) > few) {
				return many
			}
		}
		return nil
	}, &failed)
	if status != "" || failed != nil {
		return nil, status
	}
	modes = make([]float64, d)
	for j := range tallies {
		values, often := tallies[j].list()
		most := 0.0
		for p, count := range often {
			if count > most {
				most, modes[j] = count, values[p]
			}
		}
	}
	return modes, ""
}

// mode returns the number with the largest weight, the least of several. Rounding of the sums makes
// no difference.
func (s sorted) mode() (mode float64) {
	most, before, slack := 0.0, 0.0, 0.0
	if n := len(s.sum); n > 0 {
		slack = 4 * rounding * s.sum[n-1]
	}
	for i, v := range s.value {
		sum := float64(i + 1)
		if s.sum != nil {
			sum = s.sum[i]
		}
		if i+1 < len(s.value) && s.value[i+1] == v {
			continue
		}
		if sum-before > most+slack {
			most, mode = sum-before, v
		}
		before = sum
	}
	return mode
}

// gaps marks a machine that takes missing values.
type gaps struct{}

// TakesMissing marks a machine that takes missing values.
func (gaps) TakesMissing() {}

// indicated returns the columns of x in which values are missing, none unless they are wanted.
func indicated(x sample.Set, wanted bool) []int32 {
	columns := []int32{}
	m, dense := x.(*sample.Matrix)
	if !dense || !wanted {
		return columns
	}
	for j := range m.D {
		for at := j; at < len(m.X); at += m.D {
			if m.X[at] != m.X[at] {
				columns = append(columns, int32(j))
				break
			}
		}
	}
	return columns
}

// imputed returns x with the missing values of each row filled in by fill, and with the
// indicators of some columns. Sparse samples have no missing values.
func imputed(ctl *run.Ctl, x sample.Set, features int, indicated []int32, fill func(row, made []float64)) (sample.Set, error) {
	if err := ready(features, x); err != nil {
		return nil, err
	}
	d := features + len(indicated)
	if s, sparse := x.(*sample.CSR); sparse {
		return &sample.CSR{N: s.N, D: d, Ptr: s.Ptr, Index: s.Index, Value: s.Value}, nil
	}
	made := &sample.Matrix{N: x.Len(), D: d, X: make([]float64, x.Len()*d)}
	status := each(ctl, x, func(i int, _ []int32, row []float64) {
		to := made.Row(i)
		copy(to, row)
		for _, v := range row {
			if v != v {
				fill(row, to)
				break
			}
		}
		for p, j := range indicated {
			if row[j] != row[j] {
				to[features+p] = 1
			}
		}
	})
	if status != "" {
		return nil, run.ErrAborted
	}
	return made, nil
}

// Sources returns all columns, and those with an indicator.
func (s *SimpleImputer) Sources() []int {
	from := sameColumns(s.Result.Features)
	for _, j := range s.Result.Indicated {
		from = append(from, int(j))
	}
	return from
}

// Slopes are 1 for values that are there, and 0 for indicators.
func (s *SimpleImputer) Slopes(dst, x []float64) (constant bool) {
	clear(dst)
	for j, v := range x {
		if v == v {
			dst[j] = 1
		}
	}
	return true
}

// Transform returns x with its missing values filled in.
func (s *SimpleImputer) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	f := s.Result
	return imputed(ctl, x, f.Features, f.Indicated, func(row, made []float64) {
		for j, v := range row {
			if v != v {
				made[j] = f.Statistics[j]
			}
		}
	})
}
