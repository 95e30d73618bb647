package prep

import "math"

// monomials lists the monomials of one sample at a time. Scratch memory stays for the next.
type monomials struct {
	d            int
	coefficients []float64 // a_k
	plain        bool      // all factors are 1
	distinct     bool      // no feature comes twice in a product

	index []int32   // the features of the sample that are not zero, ascending
	value []float64 // their values

	last, next []monomial
}

// monomial is a product of features x_i1 ... x_ik, i1 <= ... <= ik, of one sample.
type monomial struct {
	column int     // among all monomials of its degree
	value  float64 // the product
	run    int     // how often the first factor comes
	ways   float64 // k! / (j_1! ... j_d!), the number of orders of its factors
	first  int32   // the first factor
}

// nonzero takes the sample from a dense row.
func (m *monomials) nonzero(row []float64) {
	m.index, m.value = m.index[:0], m.value[:0]
	for j, v := range row {
		if v != 0 {
			m.index, m.value = append(m.index, int32(j)), append(m.value, v)
		}
	}
}

// each calls take for every monomial of the sample that is not zero, in the order of the columns.
// The monomials of degree k that begin with x_i are x_i times those of degree k-1 that begin with
// x_i or a later feature, which are the end of their list; for products of distinct features, with
// a later one.
func (m *monomials) each(take func(column int, value float64)) {
	m.last = append(m.last[:0], monomial{value: 1, ways: 1, first: int32(m.d)})
	before := 0 // columns of lower degrees
	for k, a := range m.coefficients {
		if k > 0 {
			m.raise(k)
		}
		if a == 0 {
			continue
		}
		for _, v := range m.last {
			factor := 1.0
			if !m.plain {
				factor = math.Sqrt(a * v.ways)
			}
			take(before+v.column, factor*v.value)
		}
		before += int(count(m.d, k, m.distinct))
	}
}

// raise makes the monomials of degree k from those of degree k-1.
func (m *monomials) raise(k int) {
	m.next = m.next[:0]
	from := 0
	for p, i := range m.index {
		after := i
		if m.distinct {
			after++
		}
		for from < len(m.last) && m.last[from].first < after {
			from++
		}
		shift := begin(m.d, k, i, m.distinct) - begin(m.d, k-1, after, m.distinct)
		for _, v := range m.last[from:] {
			run := 1
			if v.first == i {
				run = v.run + 1
			}
			m.next = append(m.next, monomial{v.column + shift, m.value[p] * v.value, run, v.ways * float64(k) / float64(run), i})
		}
	}
	m.last, m.next = m.next, m.last
}

// begin returns how many monomials of degree k of d features begin with a feature before i.
func begin(d, k int, i int32, distinct bool) int {
	if k == 0 {
		return 0
	}
	return int(count(d, k, distinct) - count(d-int(i), k, distinct))
}

// count returns how many monomials of degree k of d features there are.
func count(d, k int, distinct bool) float64 {
	if distinct {
		return choose(float64(d), k)
	}
	return choose(float64(d+k-1), k)
}
