package kernel

import (
	"fmt"
	"reflect"

	"maxmargin/core/data/sample"
)

// Packages above gram learn the properties of a kernel from the functions in this file and never
// look at its kind, so that a new kind of kernel changes none of them. A rule of core/internal/lint
// enforces this.

// IsGiven reports whether the user computed the kernel values. Then rows of the data are
// rows of the kernel matrix, and a model cannot store samples.
func IsGiven(k Kernel) bool {
	_, given := k.(Given)
	return given
}

// IsLinear reports whether k(x, z) = <x, z>, so that a sum of a_i k(x_i, x) is the inner
// product of x with one vector.
func IsLinear(k Kernel) bool {
	_, linear := k.(interface{ isInnerProductItself() })
	return linear
}

// GaussianWidth reports whether k(x, z) = exp(-gamma |x-z|^2), and returns gamma.
func GaussianWidth(k Kernel) (gamma float64, ok bool) {
	if g, is := k.(interface{ gaussianWidth() float64 }); is {
		return g.gaussianWidth(), true
	}
	return 0, false
}

// IsNonNegative reports whether the kernel itself, apart from its parts, is defined for
// numbers >= 0 only.
func IsNonNegative(k Kernel) bool {
	_, limited := k.(NonNegative)
	return limited
}

// Check returns the name of a parameter that is wrong for vectors of d coordinates, and a text with
// the problem and a remedy; "" if all are right. It does not check the parts.
func Check(k Kernel, d int) (parameter, problem string) {
	if c, ok := k.(Checked); ok {
		return c.Check(d)
	}
	return "", ""
}

// Seen returns which coordinates the parts of a kernel see, nil for all, and how many of
// d these are.
func Seen(k Kernel, d int) (coordinates []int, count int) {
	if p, ok := k.(Pullback); ok {
		coordinates, _ = p.Pull()
		return coordinates, len(coordinates)
	}
	return nil, d
}

// Points returns the points, of d coordinates each, that the kernel compares samples with (see
// Anchored), and the kernel that compares them; nil for kernels without points.
func Points(k Kernel, d int) (points *sample.Matrix, by Kernel) {
	a, ok := k.(Anchored)
	if !ok {
		return nil, nil
	}
	x, _, by := a.Anchors()
	return &sample.Matrix{N: len(x) / d, D: d, X: x}, by
}

// Misfit explains why a kernel cannot be made of these parts, and returns the index of the
// part at fault; "" when it can. k need not have its parts yet.
func Misfit(k Kernel, parts []Kernel) (at int, problem string) {
	_, anchored := k.(Anchored)
	_, pulls := k.(Pullback)
	for i, part := range parts {
		kind, first := Compares(part), Compares(parts[0])
		switch {
		case kind != sample.Numbers && anchored:
			return i, fmt.Sprintf("the points of %s are vectors, and %s compares %s; leave %s out", k.Name(), part.Name(), kind, k.Name())
		case kind != sample.Numbers && pulls:
			return i, fmt.Sprintf("%s have no columns to choose from, and %s compares %s; leave %s out", kind, part.Name(), kind, k.Name())
		case kind != first:
			return i, fmt.Sprintf("%s compares %s and %s compares %s, but all samples of a fit are of one kind; compute one of the two Gram matrices apart, add them up and pass kernel: 'precomputed'", part.Name(), kind, parts[0].Name(), first)
		}
	}
	return 0, ""
}

// Same reports whether two kernels are the same with the same parameters. Kernels are plain
// data, and their numbers are finite.
func Same(a, b Kernel) bool { return same(reflect.ValueOf(a), reflect.ValueOf(b)) }

// same does the work of reflect.DeepEqual for kernels; all of DeepEqual would make the module 17 KB
// larger.
func same(a, b reflect.Value) bool {
	if a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Interface, reflect.Pointer:
		return same(a.Elem(), b.Elem())
	case reflect.Struct:
		for i := range a.NumField() {
			if !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Bool:
		return a.Bool() == b.Bool()
	case reflect.String:
		return a.String() == b.String()
	case reflect.Float64:
		return a.Float() == b.Float()
	case reflect.Int, reflect.Int32:
		return a.Int() == b.Int()
	}
	panic("kernel: a parameter cannot be a " + a.Type().String())
}
