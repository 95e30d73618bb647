package gp

import (
	"errors"
	"math"
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
)

// expectation is the approximation of the log marginal likelihood of ranks by expectation propagation
// (Minka, A family of algorithms for approximate Bayesian inference, 2001; Chu & Ghahramani, Gaussian
// processes for ordinal regression, JMLR 6, 2005, section 3.2). It has the prior, the likelihood and
// the parameters of laplace, and replaces each p(y_i | f_i) by a site
//
//	Z_i exp(n_i f_i - t_i f_i² / 2),
//
// to the power c_i: a sample of weight w counts as c = max(w, 1) equal samples, each with p to the
// power w / c. With T = c t and N = c n the posterior is normal, with B = 1 + T^(1/2) K' T^(1/2) and
//
//	covariance S = K' - K' T^(1/2) B⁻¹ T^(1/2) K',  mean m = S N = K'a,  a = N - T m.
//
// The cavity of a sample is its marginal without one site: variance s = 1 / (1/S_ii - t), mean
// u = s (m_i / S_ii - n) = m_i - s a_i / c. Sites are those with which a cavity times its site has the integral z_i, the
// mean and the variance of the cavity times the likelihood. All sites change at once, see mixing, as
// long as that shrinks the changes quickly, else one after the other, see sweeps. At the end
//
//	L = sum c_i log Z_i - 1/2 log det B + 1/2 N'm
//	  = sum c_i (log z_i + 1/2 log(1 + t s) + 1/2 s (a_i / c_i)²) - 1/2 log det B - 1/2 a'm
//
// does not change with the sites to first order, so that its derivatives are those with fixed sites: 1/2 (a a' - R) by
// K', as for laplace with u = 0, and sum c_i dlog z_i / db by a boundary.
type expectation struct {
	laplace
	steps *steps
	tol   float64  // siteTol, or searchTol within a search
	site  []site   // of the rows, at the last point, with which the next one begins
	last  []tilted // of the rows, at the last point
}

// site is the approximation of the likelihood of a row.
type site struct {
	natural, precision float64 // n and t
	copies             float64 // c
}

const (
	siteTol    = 1e-10 // the change of a mean, in standard deviations, or of a variance, as a share of it
	searchTol  = 1e-6  // of the evidence no more than the square comes of it, of a derivative as much
	mostRuns   = 80
	patience   = 3 // rounds that do not halve the changes
	mostSweeps = 30
	leastGain  = 1e3  // the factor by which sweeps are to shrink the change
	sure       = 1e-6 // T_i S_ii below this is not to be had from B⁻¹
)

func newExpectation(l *laplace, of *steps) *expectation {
	e := &expectation{laplace: *l, steps: of, tol: siteTol, site: make([]site, len(l.rows)), last: make([]tilted, len(l.rows))}
	for i, w := range l.weights {
		e.site[i].copies = max(w, 1)
	}
	return e
}

func (e *expectation) part(chosen []int) objective {
	part, ok := e.laplace.part(chosen).(*laplace)
	if !ok {
		return nil
	}
	some := newExpectation(part, part.of.(*steps))
	some.tol = e.tol
	return some
}

// at finds the sites and returns the evidence. The error is run.ErrAborted.
func (e *expectation) at(theta []float64, watch linalg.Watch) (*point, error) {
	p := &point{theta: append([]float64(nil), theta...), value: math.Inf(-1)}
	e.steps.set(theta)
	if err := e.covariances(theta, watch); err != nil {
		return nil, err
	}
	m := len(e.rows)
	variance, next := make([]float64, m), make([]site, m)
	var mix mixing
	least, slow := math.Inf(1), 0
	swept := math.Inf(1) // the least change between the last sweeps and those before
	for step := range mostRuns {
		done := 0.1 + 0.9*(1-1/(1+0.2*float64(step)))
		looks := func(float64) bool { return watch(done) }
		at, err := e.posterior(variance, looks)
		if err != nil {
			return p, aborted(err)
		}
		moved, value := 0.0, -at.factor.LogDeterminant()/2
		for i, old := range e.site {
			mean, own := at.mode.latent[i], at.mode.coef[i]
			t := e.tilted(i, mean, variance[i], own/old.copies)
			e.last[i], next[i] = t, t.site(old.copies)
			value += old.copies*(t.log+math.Log1p(old.precision*t.spread)/2) + own*(own/old.copies*t.spread-mean)/2
			moved = max(moved, t.moved(mean, variance[i]))
		}
		if slow++; moved <= least/2 {
			least, slow = moved, 0
		}
		switch {
		case math.IsNaN(moved) || math.IsNaN(value):
			for i := range e.site {
				e.site[i].natural, e.site[i].precision = 0, 0
			}
			return p, nil
		case moved <= e.tol || moved <= noisyTol && slow > 1 || step == mostRuns-1 ||
			slow > patience && least > swept/2: // sweeps did not help: what is left is rounding
			p.factor, p.mode, p.value = at.factor, at.mode, value
			return p, nil
		case slow <= patience:
			e.mix(&mix, next)
		default:
			if err := e.sweeps(at, moved, looks); err != nil {
				return nil, err
			}
			mix, swept, least, slow = mixing{}, least, math.Inf(1), 0
		}
	}
	return p, nil
}

// noise reports whether changes are so small, and shrink so little, that they are rounding.
func noise(moved, before float64) bool { return moved <= noisyTol && moved > before/2 }

// mix changes all sites at once, from what they are to the next ones and on. In units of the noise
// both numbers of a site are of a size.
func (e *expectation) mix(m *mixing, next []site) {
	reached, residual := make([]float64, 0, 2*len(next)), make([]float64, 0, 2*len(next))
	for i, s := range next {
		old := e.site[i]
		reached = append(reached, s.natural, s.precision)
		residual = append(residual, s.natural-old.natural, s.precision-old.precision)
	}
	x := m.next(reached, residual)
	for i := range e.site {
		e.site[i].natural, e.site[i].precision = x[2*i], max(x[2*i+1], 0)
	}
}

// aborted returns the error if it is run.ErrAborted: any other says that there is no factor.
func aborted(err error) error {
	if errors.Is(err, run.ErrAborted) {
		return err
	}
	return nil
}

// sweeps changes one site after the other, on the covariance itself, until they move little. That is
// for processes that overshoot when all sites change at once, as where neighbours know the same.
func (e *expectation) sweeps(at *point, moved float64, watch linalg.Watch) error {
	m := len(e.rows)
	mean, root := slices.Clone(at.mode.latent), make([]float64, m)
	cov, known := make([]float64, m*m), make([]float64, m*m)
	for i, s := range e.site {
		root[i] = math.Sqrt(s.copies * s.precision)
	}
	for i := range m {
		for j, v := range e.column(i) {
			cov[i*m+j], known[j*m+i] = -v, root[j]*v
		}
	}
	at.factor.Attend(watch)
	if at.factor.SolveLower(known, m); at.factor.Stopped() || !linalg.AddOuter(cov, known, m, watch) {
		return run.ErrAborted
	}
	for i := range m {
		for j := range i + 1 {
			cov[i*m+j] = -cov[i*m+j]
		}
	}
	column := known[:m]
	limit, before := max(moved/leastGain, siteTol), math.Inf(1)
	for sweep := 0; moved > limit && !noise(moved, before) && sweep < mostSweeps; sweep++ {
		before, moved = moved, 0
		for i, old := range e.site {
			for j := range m {
				column[j] = cov[max(i, j)*m+min(i, j)]
			}
			t := e.tilted(i, mean[i], column[i], old.natural-float64(old.precision*mean[i]))
			now := t.site(old.copies)
			moved = max(moved, t.moved(mean[i], column[i]))
			e.site[i] = now
			more := old.copies * (now.precision - old.precision)
			part := 1 / (1 + more*column[i])
			lanes.Update(mean, part*(old.copies*(now.natural-old.natural)-more*mean[i]), column)
			for j, c := range column {
				lanes.Update(cov[j*m:j*m+j+1], -part*more*c, column[:j+1])
			}
			if !row(watch, i, 0) {
				return run.ErrAborted
			}
		}
	}
	return nil
}

// posterior returns the factor of B, m and a for the sites, and sets the variances S_ii.
func (e *expectation) posterior(variance []float64, watch linalg.Watch) (*point, error) {
	m := len(e.rows)
	root, natural := make([]float64, m), make([]float64, m)
	for i, s := range e.site {
		root[i], natural[i] = math.Sqrt(s.copies*s.precision), s.copies*s.natural
	}
	factor, err := e.factorize(root, watch)
	if err != nil {
		return nil, err
	}
	// a solves a + T K'a = N. A second round takes back what B loses by its condition.
	coef, rest := make([]float64, m), slices.Clone(natural)
	for range 2 {
		more := e.times(rest)
		for i, r := range root {
			more[i] *= r
		}
		factor.Solve(more)
		for i, r := range root {
			coef[i] += rest[i] - float64(r*more[i])
		}
		for i, mean := range e.times(coef) {
			rest[i] = natural[i] - coef[i] - float64(root[i]*root[i]*mean)
		}
	}
	if factor.Stopped() || factor.InverseDiagonal(variance, watch) != nil {
		return nil, run.ErrAborted
	}
	precision := make([]float64, m)
	for i, r := range root {
		precision[i] = r * r
		if known := 1 - variance[i]; known >= sure {
			variance[i] = known / precision[i]
			continue
		}
		column := e.column(i)
		for j, r := range root {
			column[j] *= r
		}
		factor.SolveLower(column, 1)
		variance[i] = e.diagonal[i]
		for _, v := range column {
			variance[i] -= v * v
		}
	}
	if factor.Stopped() {
		return nil, run.ErrAborted
	}
	return &point{factor: factor, mode: &mode{e.times(coef), coef, precision}}, nil
}

// column returns a column of K'.
func (e *expectation) column(i int) []float64 {
	m, column := len(e.rows), make([]float64, len(e.rows))
	for j := range i {
		column[j] = e.matrix[j*m+i]
	}
	column[i] = e.diagonal[i]
	copy(column[i+1:], e.matrix[i*m+i+1:(i+1)*m])
	return column
}

// tilted are a cavity, and the moments of the cavity times the likelihood.
type tilted struct {
	from, spread     float64 // mean u and variance s of the cavity
	log              float64 // of the integral z
	mean, variance   float64
	slope, precision float64 // (mean - u) / s and 1/variance - 1/s
	below, above     float64 // derivatives of log z by the boundary below, and by the one above
}

// tilted returns those of a sample with a mean and variance of the posterior; slope is n - t mean.
func (e *expectation) tilted(i int, mean, variance, slope float64) tilted {
	s := e.site[i]
	t := tilted{spread: 1 / (1/variance - s.precision)}
	t.from = mean - float64(t.spread*slope)
	if power := e.weights[i] / s.copies; power < 1 {
		e.steps.integrate(&t, e.steps.rank[i], power)
	} else {
		e.steps.average(&t, e.steps.rank[i])
	}
	return t
}

// average sets the moments: with the noise of variance 1 the cavity is one of variance 1 + s.
func (s *steps) average(t *tilted, rank int32) {
	unit := math.Sqrt(1 + t.spread)
	a, b := s.at(rank, t.from)
	term := s.interval(a/unit, b/unit)
	bend := min(max(-(term.AA+2*term.AB+term.BB), 0), 1)
	t.log, t.below, t.above = term.Log, term.A/unit, term.B/unit
	t.slope, t.precision = -t.below-t.above, bend/(1+t.spread*(1-bend))
	t.mean, t.variance = t.from+t.spread*t.slope, t.spread*(1+t.spread*(1-bend))/(1+t.spread)
}

// integrate sets the moments for the likelihood to a power below 1, by the trapezoidal rule. The
// integrand is log-concave and as smooth as the noise and the cavity, so that the error is that of
// rounding.
func (s *steps) integrate(t *tilted, rank int32, power float64) {
	const (
		smooth    = 0.4 // step in units of the smaller deviation
		nothing   = -45 // logarithm of a share that does not count
		bisection = 60
	)
	density := func(f float64) (log, slope float64, below, above float64) {
		term := s.interval(s.at(rank, f))
		z := f - t.from
		return power*term.Log - z*z/(2*t.spread), -power*(term.A+term.B) - z/t.spread, power * term.A, power * term.B
	}
	// The slope falls, so the top is between the mean of the cavity and where the slope there leads.
	_, slope, _, _ := density(t.from)
	low, high := min(t.from, t.from+t.spread*slope), max(t.from, t.from+t.spread*slope)
	for range bisection {
		middle := (low + high) / 2
		if _, slope, _, _ := density(middle); slope > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	top, step := (low+high)/2, smooth*math.Min(1, math.Sqrt(t.spread))
	most, _, _, _ := density(top)
	var sum, first, second, below, above float64
	add := func(x float64) bool {
		log, _, a, b := density(top + x)
		share := math.Exp(log - most)
		sum, first, second = sum+share, first+share*x, second+share*x*x
		below, above = below+share*a, above+share*b
		return log-most > nothing
	}
	add(0)
	for x := step; add(x); x += step {
	}
	for x := -step; add(x); x -= step {
	}
	t.log = most + math.Log(sum*step/math.Sqrt(2*math.Pi*t.spread))
	t.mean, t.variance = top+first/sum, (second-first*first/sum)/sum
	t.slope, t.precision = (t.mean-t.from)/t.spread, max(1/t.variance-1/t.spread, 0)
	t.below, t.above = below/sum, above/sum
}

// site returns the site with which the cavity has the moments.
func (t *tilted) site(copies float64) site {
	return site{float64(t.precision*t.mean) + t.slope, t.precision, copies}
}

// moved returns how far the moments are from a mean and a variance: in standard deviations, or as a
// share.
func (t *tilted) moved(mean, variance float64) float64 {
	return max(math.Abs(t.mean-mean)/math.Sqrt(variance), math.Abs(t.variance/variance-1))
}

// differentiate computes the gradient of a point, the last one that at returned. The error is
// run.ErrAborted.
func (e *expectation) differentiate(p *point, watch linalg.Watch) error {
	still := make([]float64, len(e.rows))
	if _, err := e.byPrior(p, func([]float64, []float64) []float64 { return still }, watch); err != nil {
		return err
	}
	by := make([]float64, len(e.steps.bounds)+1)
	for i, t := range e.last {
		rank := e.steps.rank[i]
		if rank > 0 {
			by[rank-1] += e.site[i].copies * t.below
		}
		by[rank] += e.site[i].copies * t.above
	}
	e.steps.byBoundaries(p, by)
	return nil
}
