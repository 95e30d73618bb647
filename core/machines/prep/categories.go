package prep

import (
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// categories are the values of the features, one feature after another, and whether each had
// missing values, NaN.
type categories struct {
	Features int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Counts   []int32   `field:"categories.counts" shape:"d"`
	Values   []float64 `field:"categories.values" shape:"q"`
	Missing  []int32   `field:"categories.missing" shape:"d" range:"[0,1]"`
}

// check returns an error unless a file has as many values as it says, without duplicates.
func (c *categories) check() error {
	left := c.Values
	for _, count := range c.Counts {
		if int(count) > len(left) {
			return wrongCategories()
		}
		own := slices.Clone(left[:count])
		left = left[count:]
		slices.Sort(own)
		if len(slices.Compact(own)) < int(count) {
			return wrongCategories()
		}
	}
	if len(left) > 0 {
		return wrongCategories()
	}
	return nil
}

// encoderCost counts the samples, a counter for each category, since all numbers may differ, and
// the lists of each feature.
func encoderCost() model.Cost { return model.Cost{Entry: 64, Stored: 64, Row: 128, Column: 768} }

func wrongCategories() error {
	return fault.New(fault.Format, "bytes", "the categories of the model do not belong together")
}

// of returns the values of feature j.
func (c *categories) of(j int) []float64 {
	from := 0
	for _, count := range c.Counts[:j] {
		from += int(count)
	}
	return c.Values[from : from+int(c.Counts[j])]
}

// learnt has the categories of samples and their counts.
type learnt struct {
	categories
	often   [][]float64 // of each feature, each value: the sum of the weights
	missing []float64   // the same of missing values
	total   float64     // of all weights
}

// learn finds the values of each feature, ascending, or counts the given ones. Other values are an
// error if strict is set.
func learn(ctl *run.Ctl, m model.Machine, t model.Training, given string, strict bool) (*learnt, run.Status, error) {
	x, weight, err := present(m, t)
	if err != nil {
		return nil, "", err
	}
	d := x.Dim()
	tallies, err := talliesOf(given, d)
	if err != nil {
		return nil, "", err
	}
	l := &learnt{categories: categories{Features: d, Missing: make([]int32, d)}, missing: make([]float64, d)}
	status := eachRow(ctl, x, func(i int, row []float64) error {
		w := model.WeightAt(weight, i)
		l.total += w
		for j, v := range row {
			if v != v {
				l.Missing[j] = 1
				l.missing[j] += w
			} else if !tallies[j].add(v, w) && strict {
				return unknown(i, j)
			}
		}
		return nil
	}, &err)
	if status != "" || err != nil {
		return nil, status, err
	}
	for j := range tallies {
		values, often := tallies[j].list()
		l.Counts = append(l.Counts, int32(len(values)))
		l.Values = append(l.Values, values...)
		l.often = append(l.often, often)
	}
	return l, "", nil
}

// eachRow visits the rows of x with all their numbers, until visit fails.
func eachRow(ctl *run.Ctl, x sample.Set, visit func(i int, row []float64) error, failed *error) run.Status {
	whole := make([]float64, x.Dim())
	return each(ctl, x, func(i int, index []int32, row []float64) {
		if *failed != nil {
			return
		}
		if index != nil || len(row) < len(whole) {
			clear(whole)
			for p, j := range index {
				whole[j] = row[p]
			}
			row = whole
		}
		*failed = visit(i, row)
	})
}

// unknown is the fault of a category that was not there in a fit.
func unknown(row, column int) error {
	return fault.New(fault.Type, "X", "X[%d, %d] has a category that is not among those of the encoder; correct it, or say what to do about such with handleUnknown", row, column).
		With("row", row).With("column", column)
}

// gapAt is the fault of an entry that is missing where nothing fills it in.
func gapAt(row, column int) error {
	return fault.New(fault.NonFinite, "X", "X[%d, %d] is missing, and the model fills no gaps there; leave the row out, or fit it with a SimpleImputer", row, column).
		With("row", row).With("column", column)
}

// tally counts the values of a feature.
type tally struct {
	given []float64
	small []float64 // the sum of the weights of whole numbers from 0 on, -1 where there is none
	other numbering // all other numbers
	sums  []float64 // of their weights
}

// mostCodes is the most entries of such an array: numbers that double from one to the next would
// make it as long as the largest of them.
const mostCodes = 1 << 20

// code returns v as an index if it is a small whole number: one that a table of so many entries may
// grow to, as the codes of texts are.
func code(v float64, entries int) (int, bool) {
	i := int32(v)
	return int(i), float64(i) == v && i >= 0 && int(i) < min(2*entries+64, mostCodes)
}

// add counts a value, and reports whether it is a known one.
func (c *tally) add(v, weight float64) bool {
	i, is := code(v, len(c.small))
	if is && i < len(c.small) && c.small[i] >= 0 {
		c.small[i] += weight
		return true
	}
	at := c.other.find(v)
	switch {
	case at >= 0:
		c.sums[at] += weight
	case c.given != nil:
		return false
	case is:
		for len(c.small) <= i {
			c.small = append(c.small, -1)
		}
		c.small[i] = weight
	default:
		c.other.add(v)
		c.sums = append(c.sums, weight)
	}
	return true
}

// list returns the values, given or ascending, and the weight of each.
func (c *tally) list() (values, often []float64) {
	values = c.given
	if values == nil {
		values = make([]float64, 0, len(c.small)+len(c.sums))
		for i, w := range c.small {
			if w >= 0 {
				values = append(values, float64(i))
			}
		}
		values = append(values, c.other.values...)
		slices.Sort(values)
	}
	for _, v := range values {
		if at := c.other.find(v); at >= 0 {
			often = append(often, c.sums[at])
		} else {
			often = append(often, c.small[int(v)])
		}
	}
	return values, often
}

// talliesOf returns counters for the values of d features, some of which may be given.
func talliesOf(given string, d int) ([]tally, error) {
	tallies := make([]tally, d)
	if given == "" {
		return tallies, nil
	}
	lists, err := schema.ReadLists(given)
	if err != nil {
		return nil, err
	}
	if len(lists) != d {
		return nil, fault.New(fault.Option, "categories", "categories has %d lists, but X has %d columns; give a list for each", len(lists), d).
			With("expected", d).With("got", len(lists))
	}
	for j, list := range lists {
		if len(list) == 0 {
			continue // present values
		}
		tallies[j].given, tallies[j].sums = list, make([]float64, len(list))
		for _, v := range list {
			tallies[j].other.add(v)
		}
	}
	return tallies, nil
}

// finder finds the number of a category.
type finder struct {
	small []int32   // of whole numbers from 0 on, -1 where there is none
	other numbering // of all others
	at    []int32
}

// finders returns one for each feature.
func (c *categories) finders() []finder {
	all := make([]finder, c.Features)
	from := 0
	for j := range all {
		f := &all[j]
		for at, v := range c.Values[from : from+int(c.Counts[j])] {
			if i, is := code(v, len(f.small)); is {
				for len(f.small) <= i {
					f.small = append(f.small, -1)
				}
				f.small[i] = int32(at)
				continue
			}
			f.other.add(v)
			f.at = append(f.at, int32(at))
		}
		from += int(c.Counts[j])
	}
	return all
}

// find returns the number of a value among the categories of a feature, -1 for none.
func (f *finder) find(v float64) int32 {
	if i := int32(v); float64(i) == v && i >= 0 && int(i) < len(f.small) && f.small[i] >= 0 {
		return f.small[i]
	}
	if at := f.other.find(v); at >= 0 {
		return f.at[at]
	}
	return -1
}
