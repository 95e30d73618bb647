package prep

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// OrdinalEncoderOptions are the options of OrdinalEncoder.
type OrdinalEncoderOptions struct {
	Categories          string  `js:"categories" type:"lists" default:"" doc:"The categories of each column in their order, a list for each; null, or an empty list: those that are there in training, numbers and texts ascending."`
	HandleUnknown       string  `js:"handleUnknown" default:"error" choices:"error,useEncodedValue" doc:"What to do about a category that was not there in training: it is an error, or becomes unknownValue."`
	UnknownValue        float64 `js:"unknownValue" default:"-1" range:"(-inf,inf)" doc:"What unknown categories become with handleUnknown 'useEncodedValue': none of the numbers of known ones."`
	EncodedMissingValue float64 `js:"encodedMissingValue" default:"inf" range:"(-inf,inf]" doc:"What missing values become: a number that is none of those of categories. Infinity: there may be none; fill them in before, or give a number."`
}

// Cost counts the memory of an encoder.
func (*OrdinalEncoderOptions) Cost() model.Cost { return encoderCost() }

// OrdinalEncoder replaces a category by its number, from 0, in the order of the categories.
type OrdinalEncoder struct {
	OrdinalEncoderOptions
	model.Base[*OrdinalEncoderFit]
	encoder
}

// OrdinalEncoderFit is the result of a fit of OrdinalEncoder.
type OrdinalEncoderFit struct{ categories }

// NewOrdinalEncoder returns an unfitted encoder with default options.
func NewOrdinalEncoder() *OrdinalEncoder {
	e := &OrdinalEncoder{}
	e.Init(&e.OrdinalEncoderOptions, new(OrdinalEncoderFit), func(f *OrdinalEncoderFit) error { return f.check() })
	return e
}

// encoder marks a machine that takes categories: their codes, and NaN for missing ones.
type encoder struct{ gaps }

// TakesCategories marks a machine that takes categories.
func (encoder) TakesCategories() {}

// Fit finds the categories of each feature.
func (e *OrdinalEncoder) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	l, status, err := learn(ctl, e, t, e.Categories, e.HandleUnknown == "error")
	if status != "" || err != nil {
		return fitted(status), err
	}
	free := func(name string, code float64) error {
		for _, count := range l.Counts {
			if i, is := codeBelow(code, int(count)); is {
				return fault.New(fault.Option, name, "%s is %v, but that is the number of a category; give one below 0, or above all of them", name, i)
			}
		}
		return nil
	}
	if e.HandleUnknown != "error" {
		err = free("unknownValue", e.UnknownValue)
	}
	if err == nil && !math.IsInf(e.EncodedMissingValue, 1) {
		err = free("encodedMissingValue", e.EncodedMissingValue)
	}
	if err != nil {
		return model.Report{}, err
	}
	return e.Learnt(&OrdinalEncoderFit{l.categories}, fitted(""))
}

// codeBelow reports whether a number is a whole one from 0 on, below count.
func codeBelow(v float64, count int) (int, bool) {
	i := int(v)
	return i, float64(i) == v && i >= 0 && i < count
}

// Transform returns the numbers of the categories of x.
func (e *OrdinalEncoder) Transform(ctl *run.Ctl, x sample.Set) (made sample.Set, err error) {
	f := e.Result
	if err := ready(f.Features, x); err != nil {
		return nil, err
	}
	finders, missing := f.finders(), e.EncodedMissingValue
	codes := &sample.Matrix{N: x.Len(), D: f.Features, X: make([]float64, x.Len()*f.Features)}
	status := eachRow(ctl, x, func(i int, row []float64) error {
		to := codes.Row(i)
		for j, v := range row {
			at := int32(-1)
			if v == v {
				at = finders[j].find(v)
			}
			switch {
			case at >= 0:
				to[j] = float64(at)
			case v != v && !math.IsInf(missing, 1):
				to[j] = missing
			case v != v:
				return gapAt(i, j)
			case e.HandleUnknown == "error":
				return unknown(i, j)
			default:
				to[j] = e.UnknownValue
			}
		}
		return nil
	}, &err)
	if status != "" {
		return nil, run.ErrAborted
	}
	if err != nil {
		return nil, err
	}
	if _, sparse := x.(*sample.CSR); sparse {
		return codes.Sparse(), nil
	}
	return codes, nil
}

// Sources returns all columns.
func (e *OrdinalEncoder) Sources() []int { return sameColumns(e.Result.Features) }
