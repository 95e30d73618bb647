package kernel

import (
	"reflect"
	"strconv"
)

// The tag learn:"log" marks a parameter of a kernel that a machine can learn: a positive number, or
// a list of such numbers, on which the values depend smoothly. It is learnt by its logarithm, so
// that it stays positive. A parameter that is 0 or below is not learnt. A list is learnt only if it
// has a number for each column: a matrix is not.

// Parameters of a tree have a fixed order: those of a kernel in the order of its fields, then those
// of its parts.

// Learnable returns the values of the learnable parameters of a kernel of d coordinates, and their
// names: gamma, parts[0].factor, matrix[2].
func Learnable(k Kernel, d int) (names []string, values []float64) {
	walk(reflect.ValueOf(k), "", d, func(name string, x *float64) {
		names, values = append(names, name), append(values, *x)
	})
	return names, values
}

// Learnt returns the kernel with other values of these parameters.
func Learnt(k Kernel, d int, values []float64) Kernel {
	at := 0
	made := walk(reflect.ValueOf(k), "", d, func(_ string, x *float64) {
		*x = values[at]
		at++
	})
	return made.Interface().(Kernel)
}

// own returns the number of learnable parameters of a kernel without its parts.
func own(k Kernel, d int) (count int) {
	ownParameters(reflect.ValueOf(k), "", d, func(string, *float64) { count++ })
	return count
}

// walk calls visit for every learnable parameter and returns a copy of the kernel with the values
// that visit left.
func walk(k reflect.Value, place string, d int, visit func(name string, x *float64)) reflect.Value {
	made := ownParameters(k, place, d, visit)
	of := made.FieldByName("Of")
	if !of.IsValid() {
		return made
	}
	_, inner := Seen(k.Interface().(Kernel), d)
	part := func(of reflect.Value, i int) {
		of.Set(walk(of.Elem(), place+"parts["+strconv.Itoa(i)+"].", inner, visit))
	}
	if of.Kind() != reflect.Slice {
		part(of, 0)
		return made
	}
	parts := reflect.MakeSlice(of.Type(), of.Len(), of.Len())
	reflect.Copy(parts, of)
	of.Set(parts)
	for i := range parts.Len() {
		part(parts.Index(i), i)
	}
	return made
}

// ownParameters does this without the parts.
func ownParameters(k reflect.Value, place string, d int, visit func(name string, x *float64)) reflect.Value {
	t := k.Type()
	made := reflect.New(t).Elem()
	made.Set(k)
	for i := range t.NumField() {
		if t.Field(i).Tag.Get("learn") != "log" {
			continue
		}
		f, name := made.Field(i), place+t.Field(i).Tag.Get("js")
		if f.CanFloat() {
			if x := f.Float(); x > 0 {
				visit(name, &x)
				f.SetFloat(x)
			}
			continue
		}
		if f.Len() != d {
			continue
		}
		list := make([]float64, d)
		for j := range list {
			if list[j] = f.Index(j).Float(); list[j] > 0 {
				visit(name+"["+strconv.Itoa(j)+"]", &list[j])
			}
		}
		f.Set(reflect.ValueOf(list))
	}
	return made
}

// Unfolded is a kernel of vectors whose value depends on the parameters and a number u, such as
// <x,z> or -|x-z|^2, and whose derivatives are known.
type Unfolded interface {
	Kernel

	// Base returns the kernel whose values are u.
	Base() Kernel
	// Unfold gets u_j in dst and sets dst_j = k(x, z_j) and slopes[p][j] to the derivative of
	// that by the logarithm of the learnable parameter p.
	Unfold(dst []float64, slopes [][]float64)
}

// Derived is a combination that knows its derivatives by the values of its parts.
type Derived interface {
	Combination

	// Slopes gets the values of the parts, as Combine does, and those of the kernel. It sets
	// by[p][j] to the derivative of the kernel's value by rows[p][j], and own[p][j] to its
	// derivative by the logarithm of the kernel's own learnable parameter p.
	Slopes(rows [][]float64, values []float64, by, own [][]float64)
}

// UnfoldedOf returns k as a kernel that knows the derivatives by all its learnable parameters, or
// nil.
func UnfoldedOf(k Kernel) Unfolded {
	if u, ok := k.(Unfolded); ok && u.Base() != nil {
		return u
	}
	return nil
}

// DerivedOf returns k as a combination that knows its derivatives, or nil.
func DerivedOf(k Kernel) Derived {
	d, _ := k.(Derived)
	return d
}

// OfDistance reports whether a kernel is a function of k(x,x) - 2 k(x,z) + k(z,z) for its part k.
// Its derivatives by k(x,x) and k(z,z) are then -1/2 of its derivative by k(x,z).
func OfDistance(k Kernel) bool {
	_, ok := k.(interface{ ofDistance() })
	return ok
}

// Weights returns the weights of the coordinates if k is the sum of the products of coordinates
// times weights, some of them learnable; otherwise nil. Weights that are not 0 are learnable.
func Weights(k Kernel, d int) []float64 {
	if w, ok := k.(Weighted); ok && len(w.Matrix) == d {
		return w.Matrix
	}
	return nil
}

// PartsOf returns the parts of k, or nil.
func PartsOf(k Kernel) []Kernel {
	switch k := k.(type) {
	case Combination:
		return k.Parts()
	case Pullback:
		_, part := k.Pull()
		return []Kernel{part}
	}
	return nil
}

// OwnParameters returns how many learnable parameters a kernel of d coordinates has without
// its parts.
func OwnParameters(k Kernel, d int) int { return own(k, d) }

// unfoldExponential turns u into exp(gamma u), with the derivative by log gamma.
func unfoldExponential(dst []float64, gamma float64, slopes [][]float64) {
	slope := slopes[0]
	for j, u := range dst {
		slope[j] = gamma * u
	}
	decay(dst, -gamma)
	for j, k := range dst {
		if k == 0 {
			slope[j] = 0 // and not infinity times 0
			continue
		}
		slope[j] *= k
	}
}

func fill(row []float64, v float64) {
	for j := range row {
		row[j] = v
	}
}
