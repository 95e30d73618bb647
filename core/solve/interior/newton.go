package interior

import (
	"errors"
	"math"

	"maxmargin/core/base/linalg"
)

// newton solves the equations of a Newton step (Appendix A.1, equation 76),
//
//	H db - A'dy = f,  A db = rho,   H = Q + diag(D)
//
// with D > 0 of each coordinate. Neither H nor anything else of the order r n is
// ever formed: for a row of K with the coordinates c = 1..r and their sum w,
//
//	K w + D_c db_c = f_c
//
// Dividing by D_c and adding gives (K + diag E) w = E sum of f_c / D_c, where
// 1/E = sum of 1/D_c, and one factorisation of order n. Differences of the same
// equations give the coordinates back,
//
//	db_c = (w + sum over k of (f_c - f_k) / D_k) E / D_c
//
// without K w, which would cancel: for a large C and a smooth kernel a step from
// db_c = (f_c - (K w)_c) / D_c is noise.
type newton struct {
	matrix matrix
	n, r   int
	d      []float64         // D
	e      []float64         // E
	rows   [][]float64       // A
	inner  [][]float64       // H⁻¹ of every row of A
	schur  []float64         // A H⁻¹ A', or its factor
	small  func(x []float64) // x replaced by its inverse times x
	w      []float64
	bent   bool // K + diag(E) had no factor for an E above the errors of single precision
}

func newNewton(p *Problem) newton {
	n, m := p.N, len(p.Rows)
	s := newton{matrix: newMatrix(p.K, n), n: n, r: len(p.Linear) / max(1, n), rows: p.Rows, d: make([]float64, len(p.Linear)),
		e: make([]float64, n), inner: make([][]float64, m), schur: make([]float64, m*m), w: make([]float64, n)}
	for j := range s.inner {
		s.inner[j] = make([]float64, len(p.Linear))
	}
	return s
}

// prepare factorises for the current D. If K + diag(E) has no Cholesky factor, it raises D, which
// shortens the step but does not move the solution. This happens by rounding with smooth kernels,
// when most of E is small, and with kernels that are not positive definite. It returns
// linalg.ErrStopped if watch ends it.
func (s *newton) prepare(scale float64, watch linalg.Watch) error {
	for raise := 0.0; ; raise = max(1e-14*scale, 16*raise) {
		for i := range s.n {
			sum := 0.0
			for c := i; c < len(s.d); c += s.n {
				s.d[c] += raise
				sum += 1 / s.d[c]
			}
			s.e[i] = 1 / sum
		}
		err := s.matrix.factorise(s.e, watch)
		if err == nil {
			break
		}
		s.bent = s.bent || raise > 1e-5*scale
		if errors.Is(err, linalg.ErrStopped) || raise > 1e9*scale {
			return err
		}
	}
	return s.complement()
}

// complement factorises A H⁻¹ A'. A row of A that depends linearly on earlier rows, or is
// zero, gets the multiplier zero.
func (s *newton) complement() error {
	m := len(s.rows)
	for j, row := range s.rows {
		s.apply(s.inner[j], row)
	}
	for j, row := range s.rows {
		for k := range m {
			s.schur[j*m+k] = linalg.Dot(row, s.inner[k])
		}
	}
	for j := range m {
		s.schur[j*m+j] += 1e-13*math.Abs(s.schur[j*m+j]) + 1e-290
	}
	if m == 0 {
		return nil
	}
	small, err := linalg.Factorize(s.schur, m, func(float64) bool { return true })
	if err == nil {
		s.small = small.Solve
	}
	return err
}

// apply sets dst = H⁻¹ f.
func (s *newton) apply(dst, f []float64) {
	for i := range s.n {
		sum := 0.0
		for c := i; c < len(f); c += s.n {
			sum += f[c] / s.d[c]
		}
		s.w[i] = s.e[i] * sum
	}
	s.matrix.solve(s.w)
	if s.r == 1 {
		copy(dst, s.w)
		return
	}
	for i, w := range s.w {
		for c := i; c < len(f); c += s.n {
			sum := w
			for k := i; k < len(f); k += s.n {
				sum += (f[c] - f[k]) / s.d[k]
			}
			dst[c] = sum * (s.e[i] / s.d[c])
		}
	}
}

// solve sets db and dy for the right-hand sides f and rho.
func (s *newton) solve(db, dy, f, rho []float64) {
	s.apply(db, f)
	if len(rho) == 0 {
		return
	}
	for j, row := range s.rows {
		dy[j] = rho[j] - linalg.Dot(row, db)
	}
	s.small(dy)
	for j, inner := range s.inner {
		for c, v := range inner {
			db[c] += float64(dy[j] * v)
		}
	}
}
