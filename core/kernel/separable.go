package kernel

import "maxmargin/core/base/lanes"

// Separable is a kernel of vectors that is made of one factor for each coordinate.
type Separable interface {
	Kernel

	// Factors returns terms that add up to the kernel, for vectors of d coordinates; nil if these
	// parameters allow none.
	Factors(d int) []Factors
}

// Factors are a term of a kernel,
//
//	sum_s Take[s] [u^s] prod_j f_j(u),
//
// where f_j is a polynomial in u whose coefficients depend on x_j and z_j alone, and [u^s] is the
// coefficient of u^s. A product over the coordinates, such as the Gaussian, has Take = (1): its
// factors are numbers. Sums over the coordinates or over sets of them, and powers of sums, need
// higher powers of u.
type Factors struct {
	Take []float64
	// Of writes the coefficients of the factor of coordinate j, for x and n numbers z: the
	// coefficient of u^s for z_w to dst[s*n+w].
	Of Row
	// Unit says that the coefficient of u^0 is 1 in every factor.
	Unit bool

	sum Row // for a sum over the coordinates: its addend
}

// Row sets dst to numbers that follow from x and each of the z, at coordinate j.
type Row func(dst []float64, j int, x float64, z []float64)

// FactorsOf returns terms that add up to a kernel, for vectors of d coordinates, or nil.
func FactorsOf(k Kernel, d int) []Factors {
	if s, ok := k.(Separable); ok {
		return s.Factors(d)
	}
	if p, ok := k.(interface {
		Coordinatewise
		ofProducts()
	}); ok {
		return productOf(func(dst []float64, _ int, x float64, z []float64) {
			fill(dst, 1)
			p.Add(dst, x, z)
		})
	}
	return nil
}

// productOf is the term of a product.
func productOf(factor Row) []Factors { return []Factors{{Take: []float64{1}, Of: factor}} }

// sumOf is the term of a sum.
func sumOf(term Row) []Factors {
	f := powersOf([]float64{0, 1}, term)
	f[0].sum = term
	return f
}

// powersOf is the term of sum_s coefficients[s] t^s, where t is a sum: t^s/s! is the coefficient
// of u^s in prod_j exp(u t_j).
func powersOf(coefficients []float64, term Row) []Factors {
	if len(coefficients) == 1 {
		return []Factors{{Take: coefficients, Of: func(dst []float64, _ int, _ float64, _ []float64) { fill(dst, 1) }}}
	}
	take, factorial := make([]float64, len(coefficients)), 1.0
	for s, c := range coefficients {
		factorial *= float64(max(s, 1))
		take[s] = c * factorial
	}
	return []Factors{{Take: take, Unit: true, Of: func(dst []float64, j int, x float64, z []float64) {
		n := len(z)
		fill(dst[:n], 1)
		term(dst[n:2*n], j, x, z)
		for s := 2; s < len(take); s++ {
			for w, t := range dst[n : 2*n] {
				dst[s*n+w] = dst[(s-1)*n+w] * t / float64(s)
			}
		}
	}}}
}

// decayOf is the term of exp(-gamma t), where t is a sum.
func decayOf(gamma float64, term Row) []Factors {
	return productOf(func(dst []float64, j int, x float64, z []float64) {
		term(dst, j, x, z)
		lanes.Exp(dst, -gamma, 0)
	})
}

// summed returns the addend of a sum of terms at a coordinate; nil unless all terms are sums.
func summed(terms []Factors) Row {
	if len(terms) == 0 || terms[0].sum == nil {
		return nil
	}
	first, rest := terms[0].sum, terms[1:]
	if len(rest) == 0 {
		return first
	}
	others := summed(rest)
	if others == nil {
		return nil
	}
	var more []float64
	return func(dst []float64, j int, x float64, z []float64) {
		first(dst, j, x, z)
		more = append(more[:0], dst...)
		others(more, j, x, z)
		lanes.Update(dst, 1, more)
	}
}

// both returns the terms of the product of two sums of terms; nil if two of them need powers of u,
// or if there are too many.
func both(a, b []Factors) (made []Factors) {
	if a == nil || b == nil || len(a)*len(b) > mostTerms {
		return nil
	}
	for _, one := range a {
		for _, g := range b {
			f := one // and not the variable of the outer loop, which the next g needs again
			if len(f.Take) > 1 {
				f, g = g, f
			}
			if len(f.Take) > 1 {
				return nil
			}
			take := make([]float64, len(g.Take))
			for s, v := range g.Take {
				take[s] = f.Take[0] * v
			}
			var numbers []float64
			made = append(made, Factors{Take: take, Of: func(dst []float64, j int, x float64, z []float64) {
				g.Of(dst, j, x, z)
				numbers = append(numbers[:0], dst[:len(z)]...)
				f.Of(numbers, j, x, z)
				for at := range dst {
					dst[at] *= numbers[at%len(z)]
				}
			}})
		}
	}
	return made
}

// mostTerms limits products of sums.
const mostTerms = 64

// innerProduct is the row of <x,z>.
func innerProduct(dst []float64, _ int, x float64, z []float64) {
	for w, v := range z {
		dst[w] = x * v
	}
}

// termOf is the row of a term of package lanes.
func termOf(t lanes.Term) Row {
	return func(dst []float64, _ int, x float64, z []float64) {
		clear(dst)
		t.Add(dst, x, z)
	}
}
