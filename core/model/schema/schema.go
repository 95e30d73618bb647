// Package schema describes a machine by the tags of two structs: its options, and what its fit left
// behind. It gives options their defaults and checks them, and it writes both into the Record of a
// model file and reads them from it.
package schema

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/loss"
)

// The options of a machine are one struct. Its tags say everything about an
// option once, and everything else - validation here and in the facade, types
// for TypeScript, the tables in the documentation, the fields of a model file -
// is derived from them:
//
//	js       the name that it crosses under
//	option   the name that users give it, if that is another one
//	group    the name of the group within which users write it, such as study: { solver: 'smo' }
//	type     what it is, if the Go type does not say: kernel, integer, lists
//	default  the value it has when it is not given
//	range    an interval: (0,inf) is open at both ends, [1,inf] admits Infinity
//	choices  the names it can take
//	losses   the losses that it can take beside these: "margin" or "residual", for a
//	         machine of quadratic programs followed by ",quadratic"; see package loss
//	unit     its unit
//	row      the name under which fit takes one value of the option for each sample;
//	         see model.Data
//	tables   the names of the tables that the option may need; see model.Data
//	doc      its meaning, one or two sentences
//
// A struct field without a doc has the options of a struct; its tag group counts for all.

// The types of options.
const (
	Number         = "number"
	Integer        = "integer"
	Boolean        = "boolean"
	Choice         = "choice"
	KernelName     = "kernel"
	NumberOrChoice = "numberOrChoice"
	ClassWeights   = "classWeight"
	IntervalOption = "interval"
	ClassOrder     = "classOrder"
	ClassCosts     = "classCosts"
	Lists          = "lists" // a text: see ReadLists
)

// The types of the parameters of kernels, beside Number, Integer and Choice.
const (
	WidthParameter = "width"   // a float64: a number, or the name of a rule that gives it
	Odd            = "odd"     // an odd number
	Numbers        = "numbers" // a list
	Indices        = "indices" // a list of columns
	MatrixNumbers  = "matrix"  // a list, or the rows of a square matrix
	Rows           = "rows"    // a list, or rows of the same length
	Letters        = "letters" // the letters of an alphabet, or the name of one
)

// Option describes one option.
type Option struct {
	Name    string // as users write it
	Group   string // within which users write it; "": beside the others
	Kernel  bool   // whether it is a parameter of the kernel that the option kernel names
	Type    string
	Default string
	Choices []string
	Range   Range
	Unit    string
	Row     string   // name of its values for each sample; "": there are none
	Tables  []string // names of the tables that it may need
	Doc     string

	index    []int         // of the field, for reflection
	distance uintptr       // of the field from the start of the struct
	whole    bool          // the field of a number is an int
	initial  reflect.Value // the default, as the field has it
	field    string        // in a model file
	fieldOf  string        // the numbers of an option that has a name in field
}

// Range is an interval of numbers. NaN is in none.
type Range struct {
	Text              string
	Low, High         float64
	LowOpen, HighOpen bool
}

// Contains reports whether x lies in the interval.
func (r Range) Contains(x float64) bool {
	above := x > r.Low || !r.LowOpen && x == r.Low
	below := x < r.High || !r.HighOpen && x == r.High
	return above && below
}

// Interval is an option of two numbers, Low < High; its default is written as
// "0,1".
type Interval struct {
	Low  float64 `js:"low"`
	High float64 `js:"high"`
}

// weights are what options of the types ClassWeights and ClassCosts look like: the name says what
// the numbers are.
type weights struct {
	Name    string    `js:"name"`
	Weights []float64 `js:"weights"`
}

// numberOrName is what options of type NumberOrChoice look like.
type numberOrName struct {
	Name  string  `js:"name"`
	Value float64 `js:"value"`
}

// schemas remembers what was read from the tags of a type: a fit asks ten times.
var schemas sync.Map

// Of returns the options of a struct (or a pointer to one), in order. The
// slice is shared: do not write to it.
func Of(options any) []Option { return schemaOf(options).options }

// schema has the options of a type.
type schema struct {
	options []Option
	initial reflect.Value // a struct of all defaults, with zeros beside them
}

func schemaOf(options any) *schema {
	t := reflect.TypeOf(options)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if known, ok := schemas.Load(t); ok {
		return known.(*schema)
	}
	s := &schema{describe(t, "", false, nil), reflect.New(t).Elem()}
	for i := range s.options {
		o := &s.options[i]
		o.addLosses(t, s.options)
		o.distance = distance(t, o.index)
		s.initial.FieldByIndex(o.index).Set(o.initial)
	}
	schemas.Store(t, s)
	return s
}

func describe(t reflect.Type, group string, kernel bool, index []int) []Option {
	var all []Option
	for i := range t.NumField() {
		f := t.Field(i)
		name := f.Tag.Get("js")
		to := append(append([]int(nil), index...), i)
		doc, documented := f.Tag.Lookup("doc")
		if !documented {
			if f.Type.Kind() != reflect.Struct {
				continue // what a kernel is made of
			}
			all = append(all, describe(f.Type, group+f.Tag.Get("group"), name == "kernel", to)...)
			continue
		}
		o := Option{Name: name, Group: group + f.Tag.Get("group"), Type: f.Tag.Get("type"), Default: f.Tag.Get("default"),
			Unit: f.Tag.Get("unit"), Row: f.Tag.Get("row"), Doc: doc, index: to}
		if tables := f.Tag.Get("tables"); tables != "" {
			o.Tables = strings.Split(tables, ",")
		}
		if user := f.Tag.Get("option"); user != "" {
			o.Name = user
		}
		if c := f.Tag.Get("choices"); c != "" {
			o.Choices = strings.Split(c, ",")
		}
		if r := f.Tag.Get("range"); r != "" {
			o.Range = parseRange(r)
		}
		if o.Type == "" {
			o.Type = typeOf(f.Type)
		}
		if kind := f.Type.Kind(); (o.Type == Number || o.Type == Integer) && kind != reflect.Float64 && kind != reflect.Int {
			panic("schema: the number " + name + " is a " + f.Type.String())
		}
		o.Kernel = kernel && o.Type != KernelName
		o.whole, o.field = f.Type.Kind() == reflect.Int, "option."+o.Name
		if o.fieldOf = o.field + ".weights"; o.Type == NumberOrChoice {
			o.fieldOf = o.field + ".value"
		}
		o.initial = o.readDefault(f.Type)
		all = append(all, o)
	}
	return all
}

// addLosses puts the losses that the tag of an option asks for before its other choices;
// a loss with a parameter needs an option of that name beside it.
func (o *Option) addLosses(t reflect.Type, options []Option) {
	of := t.FieldByIndex(o.index).Tag.Get("losses")
	if of == "" {
		return
	}
	of, quadratic := strings.CutSuffix(of, ",quadratic")
	o.Choices = append(loss.Names(of, quadratic, func(parameter string) bool {
		return slices.ContainsFunc(options, func(o Option) bool { return o.Name == parameter })
	}), o.Choices...)
}

func typeOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Float64:
		return Number
	case reflect.Int:
		return Integer
	case reflect.Bool:
		return Boolean
	case reflect.String:
		return Choice
	}
	switch {
	case t == reflect.TypeFor[Interval]():
		return IntervalOption
	case t.ConvertibleTo(reflect.TypeFor[weights]()):
		return ClassWeights
	}
	return NumberOrChoice
}

func parseRange(text string) Range {
	r := Range{Text: text, LowOpen: text[0] == '(', HighOpen: text[len(text)-1] == ')'}
	low, high, _ := strings.Cut(text[1:len(text)-1], ",")
	r.Low, _ = strconv.ParseFloat(low, 64)
	r.High, _ = strconv.ParseFloat(high, 64)
	return r
}

// Check returns an error about the first option that is out of range or no
// known choice. The names of kernels are the catalog's business.
func Check(options any) error {
	p := placeOf(options)
	all := Of(options)
	for i := range all {
		if err := all[i].check(p); err != nil {
			return err
		}
	}
	return nil
}

// check returns an error if the option in a struct is out of range or no known choice.
func (o *Option) check(p place) error {
	switch o.Type {
	case Number, Integer:
		x := o.number(p)
		if err := o.CheckNumber(x); err != nil {
			return err
		}
		if o.Type == Integer && x != math.Trunc(x) {
			return fault.New(fault.Option, o.Name, "%s must be a whole number in %s, got %v", o.Name, o.Range.Text, x)
		}
	case Choice, ClassOrder:
		return o.CheckChoice(*within[string](p, o.distance))
	case NumberOrChoice:
		value := within[numberOrName](p, o.distance)
		if value.Name == "" {
			return o.CheckNumber(value.Value)
		}
		return o.CheckChoice(value.Name)
	case ClassWeights:
		return o.checkWeights(*within[weights](p, o.distance))
	case IntervalOption:
		return o.checkInterval(*within[Interval](p, o.distance))
	}
	return nil
}

// number returns a number of a struct.
func (o *Option) number(p place) float64 {
	if o.whole {
		return float64(*within[int](p, o.distance))
	}
	return *within[float64](p, o.distance)
}

// Field returns the option in the struct that options points to.
func (o *Option) Field(options any) reflect.Value {
	return reflect.ValueOf(options).Elem().FieldByIndex(o.index)
}

// Pointer returns a pointer to the field of an option in the struct that options points to,
// nil if there is no option of that name.
func Pointer(options any, name string) any {
	if o := named(options, name); o != nil {
		return o.Field(options).Addr().Interface()
	}
	return nil
}

// named returns the option of a name, or nil.
func named(options any, name string) *Option {
	all := Of(options)
	for i := range all {
		if all[i].Name == name {
			return &all[i]
		}
	}
	return nil
}

// Kernel returns the text of the option that names a kernel, and whether there is one.
func Kernel(options any) (text string, ok bool) {
	all := Of(options)
	for i := range all {
		if all[i].Type == KernelName {
			return *within[string](placeOf(options), all[i].distance), true
		}
	}
	return "", false
}

// CheckNumber returns an error unless x is in the range of the option.
func (o *Option) CheckNumber(x float64) error {
	if o.Range.Contains(x) {
		return nil
	}
	return fault.New(fault.Option, o.Name, "%s must be a number in %s, got %v", o.Name, o.Range.Text, x).With("range", o.Range.Text)
}

// CheckChoice returns an error unless a name is a choice of the option.
func (o *Option) CheckChoice(name string) error {
	for _, c := range o.Choices {
		if name == c {
			return nil
		}
	}
	e := fault.New(fault.Option, o.Name, "%s must be one of %s, got %q", o.Name, strings.Join(o.Choices, ", "), name)
	if near := fault.Nearest(name, o.Choices); near != "" {
		e.With("nearest", near)
	}
	return e
}

func (o *Option) checkWeights(w weights) error {
	switch w.Name {
	case "none", "balanced":
		return nil
	case "map":
		for c, x := range w.Weights {
			if !(x >= 0 && x <= math.MaxFloat64) {
				return fault.New(fault.Option, o.Name, "%s of class number %d must be a number >= 0, got %v", o.Name, c, x).With("class", c)
			}
		}
		return nil
	}
	return fault.New(fault.Option, o.Name, "%s must be none, balanced or map, got %q", o.Name, w.Name)
}

func (o *Option) checkInterval(i Interval) error {
	if i.Low < i.High && !math.IsInf(i.High-i.Low, 0) {
		return nil
	}
	return fault.New(fault.Option, o.Name, "%s must be two numbers, the lower one first, got %v and %v", o.Name, i.Low, i.High)
}
