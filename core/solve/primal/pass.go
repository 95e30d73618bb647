package primal

// pass visits some samples, takes their inner products with a vector, adds multiples of them to
// another, or both, for a gradient and a product with a Hessian.
type pass struct {
	rows   Rows
	order  []int32   // the samples
	factor []float64 // a, length n
	dots   []float64 // length n: is set to <x_i, v> + shift for the samples, if multiplies
	v      []float64 // length d
	shift  float64
	to     []float64 // length d: to grows by a_i x_i, or by a_i dots_i x_i if multiplies
	sum    float64   // grows by the same factors of x_i
	at     int       // next position in order

	multiplies, adds bool
}

// walk visits the next count samples.
func (p *pass) walk(count int) {
	n, end := len(p.factor), p.at+count
	if p.at < 0 || end > len(p.order) || len(p.dots) != n || len(p.v) != len(p.to) {
		panic("primal: lengths do not fit")
	}
	if count > 0 {
		choose(p, p.rows, n, len(p.v), end, forms[pass]{passSparse, passDense, passSingle, passShort, (*pass).walkRows})
	}
	if p.at < end {
		panic("primal: the order of the samples names one that there is not")
	}
}

// walkRows does this for rows of any type; it is compiled as Coordinate.visitRows is.
func (p *pass) walkRows(end int) {
	rows, order, factor, dots, v, to, at, sum := p.rows, p.order, p.factor, p.dots, p.v, p.to, p.at, p.sum
	for at < end {
		i := int(order[at])
		if uint(i) >= uint(len(factor)) {
			break
		}
		at++
		a := factor[i]
		if p.multiplies {
			dot := rows.Dot(i, v) + p.shift
			dots[i] = dot
			a = float64(a * dot)
		}
		if p.adds && a != 0 {
			rows.Add(i, a, to)
			sum += a
		}
	}
	p.at, p.sum = at, sum
}
