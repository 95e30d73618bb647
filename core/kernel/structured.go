package kernel

import "maxmargin/core/data/sample"

// Structured is a kernel of samples that are not vectors, such as strings, graphs or sets, one kind
// for all such data. A kernel over a new type of data needs these methods and a sample.Set of that
// type. Package gram then computes its rows, caches them and combines them with rows of other
// kernels over the same data.
type Structured interface {
	Kernel

	// Compares returns the kind of the samples that the kernel compares.
	Compares() sample.Kind
	// CheckSamples returns a fault.Type about the argument of this name when the kernel
	// is not defined for a sample of the set, which is of the kernel's kind.
	CheckSamples(set sample.Set, argument string) error
	// Pair returns k(x_i, z_j). It defines the entries of rows.
	Pair(x sample.Set, i int, z sample.Set, j int) float64
	// Against prepares samples to be compared with others, one row after the other.
	Against(columns sample.Set) StructuredRow
}

// StructuredRow sets dst_j = k(x_i, z_j) for the columns z that it was prepared for. It
// holds scratch memory: it serves one caller at a time.
type StructuredRow func(dst []float64, x sample.Set, i int)

// StructuredOf returns k as a kernel of samples that are not vectors, and whether it is
// one.
func StructuredOf(k Kernel) (structured Structured, ok bool) {
	switch k := k.(type) {
	case Structured:
		return k, true
	case Sequence:
		return ofSequences{k}, true
	}
	return nil, false
}

// Compares returns the kind of the samples that a kernel compares. All its parts compare this kind.
func Compares(k Kernel) sample.Kind {
	if s, ok := StructuredOf(k); ok {
		return s.Compares()
	}
	if c, ok := k.(Combination); ok {
		for _, part := range c.Parts() {
			if kind := Compares(part); kind != sample.Numbers {
				return kind
			}
		}
	}
	return sample.Numbers
}

// StructuredValue returns k(x_i, z_j) for samples that are not vectors.
func StructuredValue(k Kernel, x sample.Set, i int, z sample.Set, j int) float64 {
	return structuredValue(k, member{x, i}, member{z, j})
}

// member is a sample of a set.
type member struct {
	of sample.Set
	at int
}

func structuredValue(k Kernel, x, z member) float64 {
	if s, ok := StructuredOf(k); ok {
		return s.Pair(x.of, x.at, z.of, z.at)
	}
	if c, ok := k.(Combination); ok {
		return combined(c, x, z, structuredValue)
	}
	panic("kernel: " + k.Name() + " compares numbers only")
}
