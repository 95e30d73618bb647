package schema

import (
	"math"
	"reflect"

	"maxmargin/core/base/fault"
)

// PutOptions writes the options into a record, one field each.
func PutOptions(r *Record, options any) {
	v := reflect.ValueOf(options)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	for _, o := range Of(options) {
		f, name := v.FieldByIndex(o.index), "option."+o.Name
		switch o.Type {
		case Number, Integer:
			if f.CanFloat() {
				r.Put(name, []float64{f.Float()})
			} else {
				r.Put(name, []float64{float64(f.Int())})
			}
		case Boolean:
			on := int32(0)
			if f.Bool() {
				on = 1
			}
			r.Put(name, []int32{on})
		case Choice, KernelName, ClassOrder, Lists:
			r.Put(name, f.String())
		case NumberOrChoice:
			value := f.Convert(reflect.TypeFor[numberOrName]()).Interface().(numberOrName)
			r.Put(name, value.Name)
			r.Put(name+".value", []float64{value.Value})
		case ClassWeights, ClassCosts:
			value := f.Convert(reflect.TypeFor[weights]()).Interface().(weights)
			r.Put(name, value.Name)
			r.Put(name+".weights", append([]float64{}, value.Weights...))
		case IntervalOption:
			value := f.Interface().(Interval)
			r.Put(name, []float64{value.Low, value.High})
		}
	}
}

// TakeOptions reads what PutOptions wrote into the struct that options points
// to, and checks it. An option that the record lacks keeps the value that it has in
// options, which is its default: the release that wrote the record did not have it.
func TakeOptions(r *Record, options any) error {
	v := reflect.ValueOf(options).Elem()
	for _, o := range Of(options) {
		f := v.FieldByIndex(o.index)
		if !r.Has("option." + o.Name) {
			continue
		}
		if err := o.take(r, f, "option."+o.Name); err != nil {
			return err
		}
	}
	if err := Check(options); err != nil {
		return fault.New(fault.Format, "bytes", "the model's options are not valid: %v", err)
	}
	return nil
}

// take reads an option from a field of a record.
func (o Option) take(r *Record, f reflect.Value, name string) (err error) {
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
			if x, err = r.Float64s(name+".value", 1); err == nil {
				value.Value = x[0]
				f.Set(reflect.ValueOf(value).Convert(f.Type()))
			}
		}
	case ClassWeights, ClassCosts:
		var value weights
		if value.Name, err = r.Text(name); err == nil {
			if value.Weights, err = r.Float64s(name+".weights", -1); err == nil {
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
