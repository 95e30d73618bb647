package schema

import (
	"math"
	"reflect"

	"maxmargin/core/base/fault"
)

// PutOptions writes the options, one field each.
func PutOptions(w Writer, options any) {
	p, all := placeOf(options), Of(options)
	for i := range all {
		all[i].put(w, p)
	}
}

// put writes the option of a struct.
func (o *Option) put(w Writer, p place) {
	switch o.Type {
	case Number, Integer:
		w.PutFloat64(o.field, o.number(p))
	case Boolean:
		on := int32(0)
		if *within[bool](p, o.distance) {
			on = 1
		}
		w.PutInt32(o.field, on)
	case Choice, KernelName, ClassOrder, Lists:
		w.PutText(o.field, *within[string](p, o.distance))
	case NumberOrChoice:
		value := within[numberOrName](p, o.distance)
		w.PutText(o.field, value.Name)
		w.PutFloat64(o.fieldOf, value.Value)
	case ClassWeights, ClassCosts:
		value := within[weights](p, o.distance)
		w.PutText(o.field, value.Name)
		w.PutFloat64s(o.fieldOf, append([]float64{}, value.Weights...))
	case IntervalOption:
		w.PutFloat64s(o.field, within[[2]float64](p, o.distance)[:])
	}
}

// TakeOptions reads what PutOptions wrote into the struct that options points
// to, and checks it. An option that the record lacks keeps the value that it has in
// options, which is its default: the release that wrote the record did not have it. A choice
// with the tag absent becomes that: the machine did something else before there was the option.
func TakeOptions(r *Record, options any) error {
	v := reflect.ValueOf(options).Elem()
	for _, o := range Of(options) {
		f := v.FieldByIndex(o.index)
		if !r.Has(o.field) {
			if absent := v.Type().FieldByIndex(o.index).Tag.Get("absent"); absent != "" {
				f.SetString(absent)
			}
			continue
		}
		if err := o.take(r, f); err != nil {
			return err
		}
	}
	if err := Check(options); err != nil {
		return fault.New(fault.Format, "bytes", "the model's options are not valid: %v", err)
	}
	return nil
}

// take reads an option from a field of a record.
func (o *Option) take(r *Record, f reflect.Value) (err error) {
	name := o.field
	switch o.Type {
	case Number, Integer:
		var x []float64
		if x, err = find[[]float64](r, name); err == nil && len(x) == 1 {
			switch {
			case f.CanFloat():
				f.SetFloat(x[0])
			case x[0] == math.Trunc(x[0]) && math.Abs(x[0]) <= math.MaxInt32:
				f.SetInt(int64(x[0]))
			default:
				err = fault.New(fault.Format, "bytes", "the model's option %s is %v, not a whole number", o.Name, x[0])
			}
		} else if err == nil {
			err = fieldLength(name, len(x), 1)
		}
	case Boolean:
		var on int
		on, err = r.Int(name, 0, 1)
		f.SetBool(on == 1)
	case Choice, KernelName, ClassOrder, Lists:
		var text string
		if text, err = r.Text(name); err == nil && len(o.Choices) > 0 && o.Type != KernelName && o.CheckChoice(text) != nil {
			err = Newer("its option %s is %q", o.Name, text)
		}
		f.SetString(text)
	case NumberOrChoice:
		var value numberOrName
		var x []float64
		if value.Name, err = r.Text(name); err == nil {
			if x, err = r.Float64s(o.fieldOf, 1); err == nil {
				value.Value = x[0]
				f.Set(reflect.ValueOf(value).Convert(f.Type()))
			}
		}
	case ClassWeights, ClassCosts:
		var value weights
		if value.Name, err = r.Text(name); err == nil {
			if value.Weights, err = r.Float64s(o.fieldOf, -1); err == nil {
				f.Set(reflect.ValueOf(value).Convert(f.Type()))
			}
		}
	case IntervalOption:
		var ends []float64
		if ends, err = r.Float64s(name, 2); err == nil {
			f.Set(reflect.ValueOf(Interval{ends[0], ends[1]}))
		}
	}
	return err
}
