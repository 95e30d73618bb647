package boost

import "math"

// startAgain forgets all rounds: the member that comes next is the answer alone.
func (r *rounds) startAgain() {
	clear(r.votes)
	r.weight = r.first
	r.fit = &AdaBoostClassifierFit{Ensemble: Ensemble{Dim: r.fit.Dim, Order: r.fit.Order}}
}

// record records a round, whose member has been counted. bound is the logarithm of the bound
// (1.86).
func (r *rounds) record(eps, z, bound float64) {
	f := r.fit
	f.Errors, f.Normalizers = append(f.Errors, eps), append(f.Normalizers, z)
	f.Bounds = append(f.Bounds, math.Exp(bound))
	within, total := 0.0, 0.0 // total of the votes of a sample, which is the same for all
	for _, v := range r.votes[:r.k] {
		total += v
	}
	for i, w := range r.first {
		if r.margin(i) <= r.options.Rho*total {
			within += w
		}
	}
	f.TrainingErrors, f.MarginErrors = append(f.TrainingErrors, r.wrong(&f.Ensemble)), append(f.MarginErrors, min(within, 1))
}

// exponentialLoss returns ln sum_i D_1(i) exp(-m_i), where a member with the coefficient
// alpha has been counted but not added.
func (r *rounds) exponentialLoss(alpha float64) float64 {
	sum, total := 0.0, r.fit.total()+alpha
	for i, w := range r.first {
		own := r.votes[i*r.k+int(r.labels[i])]
		sum += w * math.Exp(total-2*own) // m = own - (total - own)
	}
	return math.Log(sum)
}
