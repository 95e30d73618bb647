package subspace

import (
	"maxmargin/core/base/run"

	"maxmargin/core/base/linalg"
)

// classMeans are inner products with the means of the classes.
type classMeans struct {
	k       int
	class   []int32
	own     []float64 // <phi(x_i), mu_c>, m x k
	between []float64 // <mu_c, mu_e>, k x k
	overall []float64 // <phi(x_i), m>, length m
	middle  []float64 // <mu_c, m>, length k
}

// means returns the classMeans for the lower triangle of the kernel matrix of the
// samples, or nil when it was ended.
func (g *groups) means(a []float64, p *run.Phases) *classMeans {
	m, k := len(g.rows), len(g.priors)
	s := &classMeans{k: k, class: g.class, own: make([]float64, m*k), between: make([]float64, k*k)}
	for i, c := range g.class {
		if !p.Row(i) {
			return nil
		}
		own := s.own[i*k : (i+1)*k]
		for j, v := range a[i*m : i*m+i] {
			own[g.class[j]] += float64(g.share[j] * v)
			s.own[j*k+int(c)] += float64(g.share[i] * v)
		}
		own[c] += float64(g.share[i] * a[i*m+i])
	}
	for i, c := range g.class {
		for e := range k {
			s.between[int(c)*k+e] += float64(g.share[i] * s.own[i*k+e])
		}
	}
	for i := range m {
		s.overall = append(s.overall, linalg.Dot(g.priors, s.own[i*k:(i+1)*k]))
	}
	for c := range k {
		s.middle = append(s.middle, linalg.Dot(g.priors, s.between[c*k:(c+1)*k]))
	}
	return s
}

// centred returns <phi(x_i) - mu_c, phi(x_j) - mu_e> for the kernel value of samples i
// and j of the classes c and e.
func (s *classMeans) centred(value float64, i, j int) float64 {
	c, e := int(s.class[i]), int(s.class[j])
	return value - s.own[i*s.k+e] - s.own[j*s.k+c] + s.between[c*s.k+e]
}

// along returns <phi(x_i), mu_c - m>, and meanAlong the mean over i's class.
func (s *classMeans) along(i, c int) float64 { return s.own[i*s.k+c] - s.overall[i] }

func (s *classMeans) meanAlong(i, c int) float64 {
	e := int(s.class[i])
	return s.between[e*s.k+c] - s.middle[e]
}
