package model

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model/schema"
)

// noNumbers is the default of a list that may be left out.
const noNumbers = "[]"

// builder makes a kernel of what a user named.
type builder struct {
	maker KernelMaker
	spec  kernel.Spec

	// In a fit, set has the samples for which rules are resolved, and widths receives the
	// results in the order of the tree. For a model file, set is nil, and resolved has
	// the results of the fit.
	set      sample.Set
	widths   []float64
	resolved []float64
}

// build returns the kernel for samples of d columns. A kernel that is given by its name
// has one width, even if it does not use it; a tree has as many as its kernels use.
func (b *builder) build(d int) (kernel.Kernel, error) {
	tree, err := b.spec.Tree()
	if err != nil {
		return nil, fault.New(fault.Option, "kernel", "%v", err)
	}
	if b.spec.IsTree() {
		return b.node(tree, "kernel", nil, d)
	}
	width, err := b.width("gamma", tree.Value("gamma"), nil, d)
	if err != nil {
		return nil, err
	}
	made, err := b.maker(tree.Name)
	if err != nil {
		return nil, err
	}
	// A kernel that is given by its name comes with the parameters of all kernels; only
	// its own count.
	flat := builder{maker: b.maker, resolved: []float64{width}}
	for _, o := range schema.Of(made) {
		if err := flat.assign(o, made, o.Name, tree.Value(o.Name), nil, d); err != nil {
			return nil, err
		}
	}
	return b.checked(made, "", d)
}

// node returns the kernel of a tree. place is the path of the tree in the options, such
// as kernel.parts[1], for errors. The kernel compares d columns: those given, or all for
// nil.
func (b *builder) node(t kernel.Tree, place string, columns []int, d int) (kernel.Kernel, error) {
	made, err := b.maker(t.Name)
	if err != nil {
		return nil, fault.New(fault.Option, place, "%s: %v", place, err)
	}
	options := schema.Of(made)
	for _, v := range t.Values {
		if !slices.ContainsFunc(options, func(o schema.Option) bool { return o.Name == v.Name }) {
			return nil, fault.New(fault.Option, place+"."+fault.Short(v.Name), "%s has no parameter %q; a %s takes %s", place, v.Name, t.Name, names(options))
		}
	}
	for _, o := range options {
		if err := b.assign(o, made, place+"."+o.Name, t.Value(o.Name), columns, d); err != nil {
			return nil, err
		}
	}
	k, err := b.checked(made, place+".", d)
	if err != nil {
		return nil, err
	}
	if kernel.IsGiven(k) {
		return nil, fault.New(fault.Option, place, "%s is precomputed: kernel values cannot be combined here; combine them before, and pass kernel: 'precomputed'", place)
	}
	arity := Arity(made)
	switch {
	case arity < 0 && len(t.Parts) > 0:
		return nil, fault.New(fault.Option, place+".parts", "%s: a %s is not made of other kernels", place, t.Name)
	case arity > 0 && len(t.Parts) != 1:
		return nil, fault.New(fault.Option, place+".parts", "%s: a %s is made of one kernel, got %d", place, t.Name, len(t.Parts))
	case arity == 0 && len(t.Parts) == 0:
		return nil, fault.New(fault.Option, place+".parts", "%s: a %s is made of one or more kernels, got none", place, t.Name)
	case arity < 0:
		return k, nil
	}
	own := d
	if seen, count := kernel.Seen(k, d); seen != nil {
		columns, d = within(columns, seen), count
	}
	parts := make([]kernel.Kernel, len(t.Parts))
	for i, part := range t.Parts {
		if parts[i], err = b.node(part, fmt.Sprintf("%s.parts[%d]", place, i), columns, d); err != nil {
			return nil, err
		}
	}
	if i, problem := kernel.Misfit(k, parts); problem != "" {
		at := fmt.Sprintf("%s.parts[%d]", place, i)
		return nil, fault.New(fault.Option, at, "%s: %s", at, problem)
	}
	of := reflect.ValueOf(made).Elem().FieldByName(partsField)
	if arity > 0 {
		of.Set(reflect.ValueOf(parts[0]))
	} else {
		of.Set(reflect.ValueOf(parts))
	}
	k = reflect.ValueOf(made).Elem().Interface().(kernel.Kernel)
	if points, by := kernel.Points(k, own); points != nil {
		err = gram.CheckDomain(by, points, place+".points")
	}
	return k, err
}

// partsField is the field of a kernel with what it is made of.
const partsField = "Of"

// Arity returns of how many others the kernel that made points to is made: -1 for
// none, 0 for one or more.
func Arity(made any) int {
	of, ok := reflect.TypeOf(made).Elem().FieldByName(partsField)
	switch {
	case !ok:
		return -1
	case of.Type.Kind() == reflect.Slice:
		return 0
	}
	return 1
}

// within returns outer[j] for every index j, and the indices themselves where outer is
// nil.
func within(outer, at []int) []int {
	if outer == nil {
		return at
	}
	return pick(outer, at)
}

// checked returns the kernel that made points to.
func (b *builder) checked(made any, place string, d int) (kernel.Kernel, error) {
	k := reflect.ValueOf(made).Elem().Interface().(kernel.Kernel)
	if parameter, problem := kernel.Check(k, d); problem != "" {
		return nil, fault.New(fault.Option, place+parameter, "%s%s %s", place, parameter, problem)
	}
	return k, nil
}

// assign gives a parameter its value; nil means its default.
func (b *builder) assign(o schema.Option, made any, place string, value *kernel.Parameter, columns []int, d int) error {
	field := o.Field(made)
	if o.Type == schema.WidthParameter {
		if value == nil {
			value = &kernel.Parameter{Text: o.Default}
		}
		o.Name = place
		if value.Text != "" && b.set != nil {
			if err := o.CheckChoice(value.Text); err != nil {
				return err
			}
		}
		width, err := b.width(place, value, columns, d)
		if err == nil {
			err = o.CheckNumber(width)
		}
		field.SetFloat(width)
		return err
	}
	if value == nil {
		if o.Default == "" {
			return fault.New(fault.Option, place, "%s is missing", place)
		}
		if o.Default != noNumbers {
			schema.SetDefault(&o, made)
		}
		return nil
	}
	o.Name = place
	list := o.Type == schema.Numbers || o.Type == schema.Indices || o.Type == schema.MatrixNumbers || o.Type == schema.Rows
	switch {
	case o.Type == schema.Choice:
		field.SetString(value.Text)
		return o.CheckChoice(value.Text)
	case o.Type == schema.Letters:
		field.SetString(value.Text)
		return nil
	case o.Type == schema.Boolean && value.Text == "" && !value.IsList && len(value.Numbers) == 1:
		field.SetBool(value.Numbers[0] != 0)
		return nil
	case value.Text != "" || list != value.IsList || len(value.Numbers) == 0:
		return fault.New(fault.Option, place, "%s must be %s", place, map[bool]string{true: "a list of numbers", false: "a number"}[list])
	}
	for i, x := range value.Numbers {
		if list {
			o.Name = fmt.Sprintf("%s[%d]", place, i)
		}
		if err := checkKind(o, x); err != nil {
			return err
		}
	}
	switch {
	case o.Type == schema.Indices:
		indices := make([]int, len(value.Numbers))
		for i, x := range value.Numbers {
			indices[i] = int(x)
		}
		field.Set(reflect.ValueOf(indices))
	case list:
		field.Set(reflect.ValueOf(value.Numbers))
	case field.CanInt():
		field.SetInt(int64(value.Numbers[0]))
	default:
		field.SetFloat(value.Numbers[0])
	}
	return nil
}

// checkKind is CheckNumber, and asks for the kind of number that the type says.
func checkKind(o schema.Option, x float64) error {
	if err := o.CheckNumber(x); err != nil {
		return err
	}
	switch {
	case (o.Type == schema.Integer || o.Type == schema.Indices) && (x != math.Trunc(x) || x > math.MaxInt32):
		return fault.New(fault.Option, o.Name, "%s must be a whole number in %s, got %v", o.Name, o.Range.Text, x)
	case o.Type == schema.Odd && math.Mod(x, 2) != 1:
		return fault.New(fault.Option, o.Name, "%s must be an odd number in %s, got %v: with even ones the kernel is not positive definite", o.Name, o.Range.Text, x)
	}
	return nil
}

// width returns a width as a number: the one that was resolved in a fit, the one that is
// given, or the result of a rule. 'scale' gives 1/(d var), or 1 when the data do not
// vary; 'auto' 1/d.
func (b *builder) width(place string, value *kernel.Parameter, columns []int, d int) (width float64, err error) {
	switch {
	case b.set == nil:
		if len(b.resolved) == 0 {
			return 0, fault.New(fault.Option, place, "%s is missing", place)
		}
		width, b.resolved = b.resolved[0], b.resolved[1:]
	case value.Text == "" && len(value.Numbers) == 1 && !value.IsList:
		width = value.Numbers[0]
	case value.Text == "auto":
		width = 1 / float64(d)
	case value.Text == "scale":
		width = 1
		if _, variance := pickColumns(b.set, columns).Moments(); variance > 0 {
			width = 1 / (float64(d) * variance)
		}
		if !(width > 0 && width <= math.MaxFloat64) {
			return 0, Overflow()
		}
	default:
		return 0, fault.New(fault.Option, place, "%s must be a number, 'scale' or 'auto'", place)
	}
	b.widths = append(b.widths, width)
	return width, nil
}

// pickColumns returns some of the columns of a set, nil meaning all.
func pickColumns(set sample.Set, columns []int) sample.Set {
	if columns == nil {
		return set
	}
	row := make([]float64, set.Dim())
	picked := &sample.Matrix{N: set.Len(), D: len(columns), X: make([]float64, 0, set.Len()*len(columns))}
	for i := range set.Len() {
		set.Dense(row, i)
		picked.X = append(picked.X, pick(row, columns)...)
	}
	return picked
}

func names(options []schema.Option) string {
	all := make([]string, len(options))
	for i, o := range options {
		all[i] = o.Name
	}
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}
