package prep

import (
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// OneHotEncoderOptions are the options of OneHotEncoder.
type OneHotEncoderOptions struct {
	Categories    string  `js:"categories" type:"lists" default:"" doc:"The categories of each column in their order, a list for each; null, or an empty list: those that are there in training, numbers and texts ascending."`
	HandleUnknown string  `js:"handleUnknown" default:"error" choices:"error,ignore,infrequentIfExist" doc:"What to do about a category that was not there in training: it is an error, becomes 0 in all columns of its feature, or counts as an infrequent one, if there are some."`
	MinFrequency  float64 `js:"minFrequency" default:"0" range:"[0,inf)" doc:"Categories of fewer samples are infrequent ones, which share a column: below 1 a share of the samples, else a number of samples."`
	MaxCategories float64 `js:"maxCategories" type:"integer" default:"inf" range:"[1,inf]" doc:"Largest number of columns of a feature; beyond it the categories of the fewest samples are infrequent ones, too, whose column counts. As in scikit-learn, a feature of this many categories already has an infrequent one."`
	Drop          string  `js:"drop" default:"none" choices:"none,first,ifBinary" doc:"Which category gets no column: the first of each feature, that of features with two, or none."`
	SparseOutput  bool    `js:"sparseOutput" default:"true" doc:"Whether the columns are a sparse matrix, which has as many entries as X has; otherwise they are dense."`
}

// Cost counts the memory of an encoder.
func (*OneHotEncoderOptions) Cost() model.Cost { return encoderCost() }

// OneHotEncoder makes a column of 0 and 1 for each category of each feature. Missing values are the
// last category of a feature that has some in training.
type OneHotEncoder struct {
	OneHotEncoderOptions
	model.Base[*OneHotEncoderFit]
	encoder
}

// OneHotEncoderFit is the result of a fit of OneHotEncoder.
type OneHotEncoderFit struct {
	categories
	Places     []int32 `field:"places" shape:"p" range:"[-1,16777215]"`     // column of each category, missing values last within a feature; -1 for none
	Infrequent []int32 `field:"infrequent" shape:"d" range:"[-2,16777215]"` // column of the infrequent categories of each feature; -1 if it is dropped, -2 if there are none
	Outputs    int     `field:"outputs" range:"[1,16777216]" js:"nOutputs" doc:"Number of columns that come out."`
}

// NewOneHotEncoder returns an unfitted encoder with default options.
func NewOneHotEncoder() *OneHotEncoder {
	e := &OneHotEncoder{}
	e.Init(&e.OneHotEncoderOptions, new(OneHotEncoderFit), (*OneHotEncoderFit).check)
	return e
}

// check returns an error unless the columns of each feature of a file directly follow those of the
// last feature.
func (f *OneHotEncoderFit) check() error {
	if err := f.categories.check(); err != nil {
		return err
	}
	places, last := f.Places, int32(-1)
	for j, count := range f.Counts {
		count += f.Missing[j]
		if int(count) > len(places) {
			return wrongCategories()
		}
		own := append(slices.Clone(places[:count]), f.Infrequent[j])
		places = places[count:]
		slices.Sort(own)
		for _, place := range slices.Compact(own) {
			if place < 0 {
				continue
			}
			if last++; place != last {
				return wrongCategories()
			}
		}
	}
	if len(places) > 0 || int(last)+1 != f.Outputs {
		return wrongCategories()
	}
	return nil
}

// Fit finds the categories of each feature and gives them columns.
func (e *OneHotEncoder) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	l, status, err := learn(ctl, e, t, e.Categories, e.HandleUnknown == "error")
	if status != "" || err != nil {
		return fitted(status), err
	}
	f := &OneHotEncoderFit{categories: l.categories, Infrequent: make([]int32, l.Features)}
	for j, often := range l.often {
		if l.Missing[j] == 1 {
			often = append(often, l.missing[j])
		}
		f.place(j, often, e.rare(often, l.total), e.Drop)
	}
	switch {
	case f.Outputs == 0:
		return model.Report{}, fault.New(fault.Option, "drop", "every column of X has a single category, which drop: 'first' leaves out; drop 'none', or leave out these columns")
	case f.Outputs > sample.MaxDim:
		return model.Report{}, fault.New(fault.Shape, "X", "the columns of X have %d categories together, more than the %d columns that samples can have; make some infrequent with minFrequency, or use OrdinalEncoder", f.Outputs, sample.MaxDim)
	}
	return e.Learnt(f, fitted(""))
}

// rare reports which categories are infrequent, by the sums of their weights.
func (e *OneHotEncoder) rare(often []float64, total float64) []bool {
	least := e.MinFrequency
	if least < 1 {
		least *= total
	}
	order.Level(often, rounding*total)
	rare, frequent := make([]bool, len(often)), 0
	for c, sum := range often {
		rare[c] = sum < least-float64(rounding*total)
		if !rare[c] {
			frequent++
		}
	}
	// scikit-learn counts a column of infrequent ones even if there are none.
	if e.MaxCategories < float64(frequent+1) {
		ranked := order.Of(len(often), func(a, b int) int {
			if often[a] < often[b] || often[a] == often[b] && a < b {
				return -1
			}
			return 1
		})
		for _, c := range ranked[:max(0, len(often)-int(e.MaxCategories)+1)] {
			rare[c] = true
		}
	}
	return rare
}

// place gives the categories of feature j their columns, infrequent ones one together, the last.
func (f *OneHotEncoderFit) place(j int, often []float64, rare []bool, drop string) {
	frequent := 0
	for _, is := range rare {
		if !is {
			frequent++
		}
	}
	columns := frequent
	if frequent < len(often) {
		columns++
	}
	first := int32(f.Outputs)
	dropped := drop == "first" || drop == "ifBinary" && columns == 2
	if dropped {
		first--
	}
	at := func(c int32) int32 {
		if dropped && c == 0 {
			return -1
		}
		return first + c
	}
	f.Infrequent[j] = -2
	if frequent < len(often) {
		f.Infrequent[j] = at(int32(frequent))
	}
	next := int32(0)
	for _, is := range rare {
		if is {
			f.Places = append(f.Places, f.Infrequent[j])
			continue
		}
		f.Places = append(f.Places, at(next))
		next++
	}
	f.Outputs = int(first) + columns
}

// Transform returns a column of 0 and 1 for each category of x.
func (e *OneHotEncoder) Transform(ctl *run.Ctl, x sample.Set) (made sample.Set, err error) {
	f := e.Result
	if err := ready(f.Features, x); err != nil {
		return nil, err
	}
	n, finders := x.Len(), f.finders()
	starts := make([]int32, f.Features+1) // of the places of each feature
	for j, count := range f.Counts {
		starts[j+1] = starts[j] + count + f.Missing[j]
	}
	var dense *sample.Matrix
	var sparse *sample.CSR
	if e.SparseOutput {
		sparse = &sample.CSR{N: n, D: f.Outputs, Ptr: make([]int32, 1, n+1), Index: make([]int32, 0, n*f.Features)}
	} else {
		dense = &sample.Matrix{N: n, D: f.Outputs, X: make([]float64, n*f.Outputs)}
	}
	status := eachRow(ctl, x, func(i int, row []float64) error {
		for j, v := range row {
			at := int32(-1)
			if v == v {
				at = finders[j].find(v)
			} else if f.Missing[j] == 1 {
				at = f.Counts[j]
			}
			place := int32(-1)
			switch {
			case at >= 0:
				place = f.Places[starts[j]+at]
			case e.HandleUnknown == "error" && v != v:
				return gapAt(i, j)
			case e.HandleUnknown == "error":
				return unknown(i, j)
			case e.HandleUnknown == "infrequentIfExist":
				place = f.Infrequent[j]
			}
			switch {
			case place < 0:
			case dense != nil:
				dense.X[i*f.Outputs+int(place)] = 1
			default:
				sparse.Index = append(sparse.Index, place)
			}
		}
		if sparse != nil {
			sparse.Ptr = append(sparse.Ptr, int32(len(sparse.Index)))
		}
		return nil
	}, &err)
	if status != "" {
		return nil, run.ErrAborted
	}
	if err != nil {
		return nil, err
	}
	if dense != nil {
		return dense, nil
	}
	sparse.Value = make([]float64, len(sparse.Index))
	for p := range sparse.Value {
		sparse.Value[p] = 1
	}
	return sparse, nil
}

// Sources returns the feature of each column.
func (e *OneHotEncoder) Sources() []int {
	f := e.Result
	from, places := make([]int, f.Outputs), f.Places
	for j, count := range f.Counts {
		count += f.Missing[j]
		for _, place := range places[:count] {
			if place >= 0 {
				from[place] = j
			}
		}
		places = places[count:]
	}
	return from
}
