package expansion

import "maxmargin/core/kernel"

// AddGradients adds the gradients of the values by x to dst, q x d: the sums of coef_qi times the
// gradient of k(x_i, x). The kernel has one (kernel.WithoutGradient), and the support vectors are
// rows of numbers. It takes q m d multiply-adds.
func (e *Expansion) AddGradients(dst, x []float64) {
	d, count := len(x), e.Count()
	vector, one, coef := make([]float64, d), make([]float64, d), e.Dense()
	for i := range count {
		e.Vectors.Dense(vector, i)
		clear(one)
		kernel.AddGradient(e.Kernel, one, 1, x, vector)
		for q := range e.Intercept {
			if c := coef[q*count+i]; c != 0 {
				for j, v := range one {
					dst[q*d+j] += c * v
				}
			}
		}
	}
}
