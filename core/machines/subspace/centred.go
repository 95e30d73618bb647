package subspace

import (
	"math"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// centred is the weighted, centred kernel matrix S K~ S of the m samples with a
// positive weight.
type centred struct {
	rows  []int
	root  []float64 // of the weight
	share []float64 // pi
	mean  []float64 // K pi: inner products with the mean
	trace float64
	scale float64 // the largest diagonal entry before centring, which rounding is relative to
}

func newCentred(weight []float64, n int) (*centred, error) {
	rows, share, total, err := model.Positive(weight, n)
	c := &centred{rows: rows, share: share, root: make([]float64, len(share))}
	for i, w := range share {
		c.root[i], share[i] = math.Sqrt(w), w/total
	}
	return c, err
}

// centre turns K into S K~ S, both lower triangles, and reports whether it finished:
//
//	K~_ij = K_ij - (K pi)_i - (K pi)_j + pi'K pi
func (c *centred) centre(a []float64, p *run.Phases) bool {
	m := len(c.rows)
	c.mean = make([]float64, m)
	for i := range m {
		if !p.Row(i) {
			return false
		}
		row := a[i*m : i*m+i]
		sum := float64(c.share[i] * a[i*m+i])
		for j, v := range row {
			sum += float64(c.share[j] * v)
			c.mean[j] += float64(c.share[i] * v)
		}
		c.mean[i] += sum
	}
	constant := linalg.Dot(c.share, c.mean)
	for i := range m {
		if !p.Row(i) {
			return false
		}
		c.scale = max(c.scale, float64(c.root[i]*c.root[i])*math.Abs(a[i*m+i]))
		row := a[i*m : i*m+i+1]
		for j := range row {
			row[j] = c.root[i] * c.root[j] * (row[j] - c.mean[i] - c.mean[j] + constant)
		}
		c.trace += row[i]
	}
	return true
}

// cut returns the size up to which an eigenvalue counts as a rounding error.
func (c *centred) cut(l *linalg.Leading) float64 {
	return max(1e-12*math.Abs(l.Values[0]), float64(len(c.rows))*0x1p-52*c.scale)
}

// components sets the coefficients of the components, and returns how many are not
// zero.
func (c *centred) components(fit *KernelPCAFit, l *linalg.Leading) (rank int) {
	m, count := len(c.rows), len(l.Values)
	fit.Coef, fit.Intercept = make([]float64, count*m), make([]float64, count)
	fit.Eigenvalues, fit.Explained = make([]float64, count), make([]float64, count)
	cut := c.cut(l)
	for k, v := range l.Values {
		if !(v > cut) {
			continue
		}
		rank++
		fit.Eigenvalues[k] = v
		if c.trace > 0 {
			fit.Explained[k] = v / c.trace
		}
		u, a := l.Vectors[k*m:(k+1)*m], fit.Coef[k*m:(k+1)*m]
		factor := c.sign(u) / math.Sqrt(v)
		sum := 0.0
		for i := range a {
			a[i] = factor * c.root[i] * u[i]
			sum += a[i]
		}
		// In exact arithmetic the coefficients sum to zero. The error of u leaves a rest,
		// which would be multiplied by the mean of the kernel values.
		for i := range a {
			a[i] -= float64(c.share[i] * sum)
		}
		constant := linalg.Dot(c.share, c.mean)
		for i, m := range c.mean {
			fit.Intercept[k] -= float64(a[i] * (m - constant))
		}
	}
	return rank
}

// linearIntercepts sets the intercepts of the linear kernel to -<w, m> with the mean m of the
// samples and the weights w = sum a_i x_i of predictions, so that the rounding of w cancels near m.
func (c *centred) linearIntercepts(fit *KernelPCAFit, x sample.Set) {
	m, w, row := make([]float64, x.Dim()), make([]float64, x.Dim()), make([]float64, x.Dim())
	for p, i := range c.rows {
		x.Dense(row, i)
		lanes.Update(m, c.share[p], row)
	}
	for k := range fit.Intercept {
		clear(w)
		for p, i := range c.rows {
			x.Dense(row, i)
			lanes.Update(w, fit.Coef[k*len(c.rows)+p], row)
		}
		fit.Intercept[k] = -linalg.Dot(w, m)
	}
}

// sameLength is the relative difference up to which two coordinates count as equal, so
// that the first of them decides about the sign. It is larger than rounding errors.
const sameLength = 1e-6

// sign returns the sign to multiply u by, so that the sample with the largest coordinate,
// u_i / sqrt w_i up to a factor, gets a positive one.
func (c *centred) sign(u []float64) float64 {
	largest, sign := 0.0, 1.0
	for i, v := range u {
		if length := math.Abs(v) / c.root[i]; length > largest*(1+sameLength) {
			largest, sign = length, math.Copysign(1, v)
		}
	}
	return sign
}
