package ridge

import (
	"math"

	"maxmargin/core/base/linalg"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/solve/primal"
)

// newElasticNet prepares the samples whose weights are positive. It returns a fault.Numeric when a
// square overflows.
func newElasticNet(t model.Training, constant bool) (*elasticNet, error) {
	rows, weights, total, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return nil, err
	}
	n, d, y := len(rows), t.X.Dim(), t.Values()
	e := &elasticNet{columns: &primal.Samples{N: d, D: n, Norm: make([]float64, d)}, mean: make([]float64, d), target: make([]float64, n)}
	c := &centred{share: weights, root: make([]float64, n)}
	for i, weight := range weights {
		c.share[i] = weight / total
		c.root[i], e.target[i] = math.Sqrt(c.share[i]), y[rows[i]]
	}
	e.level = c.column(e.target, constant)
	e.square = linalg.Dot(e.target, e.target)
	entries := n * d
	if x, ok := t.X.(*sample.CSR); ok {
		if n < x.N {
			x = x.Select(rows).(*sample.CSR)
		}
		entries = d + len(x.Value)
		e.sparse(x.Transposed(), c, constant)
	} else {
		e.dense(t.X, rows, c, constant)
	}
	e.columns.Stride = max(1, int(16384*int64(d)/int64(entries)))
	for j, norm := range e.columns.Norm {
		if rounding := roundings * e.mean[j]; norm < float64(rounding*rounding) {
			e.columns.Norm[j] = 0
		}
	}
	return e, primal.Finite(e.columns.Norm, []float64{e.square})
}

// roundings is the size of the numbers that subtracting the mean leaves of a constant column, as a
// share of its value.
const roundings = 4e-16

// dense transposes the samples and centres their columns.
func (e *elasticNet) dense(x sample.Set, rows []int, c *centred, constant bool) {
	m, row := &sample.Matrix{N: x.Dim(), D: len(rows)}, make([]float64, x.Dim())
	m.X = make([]float64, m.N*m.D)
	for to, i := range rows {
		x.Dense(row, i)
		for j, v := range row {
			m.X[j*m.D+to] = v
		}
	}
	for j := range e.mean {
		e.mean[j] = c.column(m.Row(j), constant)
		e.columns.Norm[j] = m.SquaredNorm(j)
	}
	e.columns.Rows = primal.NewRows(m)
}

// sparse takes the columns, which stay sparse: centred subtracts their means in passing.
func (e *elasticNet) sparse(m *sample.CSR, c *centred, constant bool) {
	c.Rows, c.mean = primal.NewRows(m), e.mean
	e.columns.Rows = c.Rows
	if constant {
		e.columns.Rows, e.columns.D, e.centred = c, m.D+1, c
	}
	for j := range e.mean {
		index, value := m.Row(j)
		mean, rest := 0.0, 1.0 // the share of the samples whose entry is zero
		for k, i := range index {
			mean += float64(c.share[i] * value[k])
			rest -= c.share[i]
		}
		if !constant {
			mean = 0
		}
		e.mean[j] = mean
		norm := 0.0
		if len(index) < m.D {
			norm = max(0, rest) * mean * mean
		}
		for k, i := range index {
			apart := value[k] - mean
			norm += float64(c.share[i] * apart * apart)
			value[k] *= c.root[i]
		}
		e.columns.Norm[j] = norm
	}
}

// centred are columns with the entries sqrt(p_i) x_ij less their means m_j, which are subtracted in
// passing. A combination of them is kept as that of the columns with their means, and in a last entry
// that of the means. Because sqrt(p) has length 1, and the inner product m_j with column j, the product
// of a column and a combination (s, m) is <sqrt(p) x_j, s> - m_j m.
type centred struct {
	primal.Rows
	mean  []float64
	share []float64 // p
	root  []float64 // sqrt(p)
}

// Dot returns the product of column j and a combination.
func (c *centred) Dot(j int, w []float64) float64 {
	n := len(c.root)
	return c.Rows.Dot(j, w[:n]) - float64(c.mean[j]*w[n])
}

// Add adds a multiple of column j to a combination.
func (c *centred) Add(j int, a float64, w []float64) {
	n := len(c.root)
	c.Rows.Add(j, a, w[:n])
	w[n] += float64(a * c.mean[j])
}

// centre subtracts the means from a combination, so that no mean is left.
func (c *centred) centre(w []float64) {
	n := len(c.root)
	for i, root := range c.root {
		w[i] -= float64(w[n] * root)
	}
	w[n] = 0
}

// square returns the squared length of a combination.
func (c *centred) square(w []float64) float64 {
	w = append([]float64(nil), w...)
	c.centre(w)
	return linalg.Dot(w, w)
}

// column subtracts the mean from values, if there is a constant, multiplies them by sqrt(p), and
// returns the mean. A second step corrects its rounding.
func (c *centred) column(values []float64, constant bool) (mean float64) {
	for step := 0; step < 2 && constant; step++ {
		part := linalg.Dot(values, c.share)
		for i := range values {
			values[i] -= part
		}
		mean += part
	}
	for i, root := range c.root {
		values[i] *= root
	}
	return mean
}
