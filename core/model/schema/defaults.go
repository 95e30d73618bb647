package schema

import (
	"math"
	"reflect"
	"strconv"
)

// SetDefaults gives every option of the struct that options points to its
// default. What is not an option becomes zero.
func SetDefaults(options any) { reflect.ValueOf(options).Elem().Set(schemaOf(options).initial) }

// SetDefault gives one option its default.
func SetDefault(o *Option, options any) { o.Field(options).Set(o.initial) }

// readDefault returns the default of an option whose field has a type.
func (o Option) readDefault(t reflect.Type) reflect.Value {
	f := reflect.New(t).Elem()
	number, err := strconv.ParseFloat(o.Default, 64)
	switch o.Type {
	case Number:
		f.SetFloat(number)
	case Integer, Odd:
		if f.CanFloat() {
			f.SetFloat(number)
		} else {
			f.SetInt(int64(number))
		}
	case Boolean:
		f.SetBool(o.Default == "true")
	case Choice, KernelName, Letters, ClassOrder, Lists:
		f.SetString(o.Default)
	case ClassWeights, ClassCosts:
		f.Set(reflect.ValueOf(weights{Name: o.Default}).Convert(t))
	case IntervalOption:
		r := parseRange("[" + o.Default + "]")
		f.Set(reflect.ValueOf(Interval{r.Low, r.High}))
	case NumberOrChoice:
		value := numberOrName{Name: o.Default}
		if err == nil {
			value = numberOrName{Value: number}
		}
		f.Set(reflect.ValueOf(value).Convert(f.Type()))
	}
	return f
}

// Seed returns the option seed: 0 for options without it.
func Seed(options any) uint64 {
	seed, _ := NumberOf(options, "seed")
	return uint64(seed)
}

// MaxTime returns the option maxTime, in milliseconds: infinite for options without it.
func MaxTime(options any) float64 {
	if limit, ok := NumberOf(options, "maxTime"); ok {
		return limit
	}
	return math.Inf(1)
}

// NumberOf returns an option that is a number, and whether there is one of that name.
func NumberOf(options any, name string) (x float64, ok bool) {
	if o := named(options, name); o != nil && (o.Type == Number || o.Type == Integer) {
		return o.number(placeOf(options)), true
	}
	return 0, false
}
