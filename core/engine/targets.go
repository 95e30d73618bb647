package engine

import (
	"math"

	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// Targets are the arguments of a call that belong to the rows of a table.
type Targets struct {
	Labels []int32   // class of each row, 0 to k-1
	Values []float64 // number of each row
	Weight []float64 // of each row; nil if all are 1
	Groups []int32   // query or list of each row, numbered from 0; nil if there is one

	// Solved has solutions of problems of the fit, one after the other, from SolvePart, or is nil.
	Solved []float64

	// Numbers returns the numbers that the caller gave under a name, such as tables and values of
	// options for each row; nil if there are none. It may be nil itself.
	Numbers func(name string) []float64
}

// data returns the samples with their targets for a machine, with k classes, or an error if they do
// not match.
func (y Targets) data(m model.Machine, x sample.Set, k int) (model.Data, error) {
	d := model.Data{X: x, Weight: y.Weight, Rows: model.Given{}, Tables: model.Given{}}
	switch model.Learns(m).(type) {
	case model.Classes:
		classes := model.Classes{Of: y.Labels, Count: k}
		d.Target = classes
		if y.Numbers == nil {
			break
		}
		if lengths := y.Numbers("lengths"); lengths != nil {
			d.Target = model.Tags{Classes: classes, Lengths: whole(lengths)}
		}
	case model.Ordered:
		d.Target = model.Ordered{Classes: model.Classes{Of: y.Labels, Count: k}}
	case model.Values:
		d.Target = model.Values(y.Values)
		if y.Values == nil && y.Labels != nil { // of a transformer that takes either
			d.Target = model.Classes{Of: y.Labels, Count: k}
		}
	case model.Groups:
		of, count := y.groups(len(y.Values))
		d.Target = model.Groups{Of: of, Count: count, Relevance: y.Values}
	case model.Sets:
		of, count := y.groups(len(y.Labels))
		d.Target = model.Sets{Classes: model.Classes{Of: y.Labels, Count: k}, List: of, Lists: count}
	}
	if y.Numbers != nil {
		err := model.Each(m, func(m model.Machine) error {
			for _, o := range schema.Of(m.Options()) {
				take(d.Rows, y.Numbers, o.Row)
				for _, name := range o.Tables {
					take(d.Tables, y.Numbers, name)
				}
			}
			return nil
		})
		if err != nil {
			return d, err
		}
	}
	return d, d.Check(m)
}

// whole returns numbers as integers, and 0 for those that are not whole.
func whole(numbers []float64) []int32 {
	made := make([]int32, len(numbers))
	for i, v := range numbers {
		if v > 0 && v <= math.MaxInt32 && v == math.Trunc(v) {
			made[i] = int32(v)
		}
	}
	return made
}

// groups returns the group of each of n rows, and how many groups there are.
func (y Targets) groups(n int) (of []int32, count int) {
	if y.Groups == nil {
		return make([]int32, n), 1
	}
	for _, g := range y.Groups {
		count = max(count, int(g)+1)
	}
	return y.Groups, count
}

// take stores the numbers of a name, if there are some.
func take(to model.Given, numbers func(name string) []float64, name string) {
	if name == "" {
		return
	}
	if list := numbers(name); list != nil {
		to[name] = list
	}
}
