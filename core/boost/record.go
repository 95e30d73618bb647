package boost

import "math"

// count adds the votes of a member.
func (r *rounds) count(said []int32, alpha float64) {
	for i, c := range said {
		r.votes[i*r.k+int(c)] += alpha
	}
}

// startAgain forgets all rounds: the member that comes next is the answer alone.
func (r *rounds) startAgain() {
	clear(r.votes)
	r.weight = r.first
	r.fit = &AdaBoostClassifierFit{Ensemble: Ensemble{Dim: r.fit.Dim, Order: r.fit.Order}}
}

// record takes down a round, whose member has been counted. bound is the logarithm of the
// bound (1.86).
func (r *rounds) record(eps, z, bound float64) {
	f := r.fit
	f.Errors, f.Normalizers = append(f.Errors, eps), append(f.Normalizers, z)
	f.Bounds = append(f.Bounds, math.Exp(bound))
	wrong, within, scheme, scratch := 0.0, 0.0, f.scheme(), make([]int, 3*r.k)
	total := 0.0 // of the votes of a sample, which is the same for all
	for _, v := range r.votes[:r.k] {
		total += v
	}
	for i, w := range r.first {
		margin := r.margin(i)
		if margin <= r.options.Rho*total {
			within += w
		}
		if margin < 0 || margin == 0 && r.elected(i, scheme.Elect, scratch) != r.learner.t.Labels()[i] {
			wrong += w
		}
	}
	f.TrainingErrors, f.MarginErrors = append(f.TrainingErrors, min(wrong, 1)), append(f.MarginErrors, min(within, 1))
}

// margin returns the votes for the class of sample i less the most for another class.
func (r *rounds) margin(i int) float64 {
	own, most := 0.0, math.Inf(-1)
	class := int(r.learner.t.Labels()[i])
	for c, v := range r.votes[i*r.k : (i+1)*r.k] {
		if c == class {
			own = v
		} else if v > most {
			most = v
		}
	}
	return own - most
}

// elected returns the class that is predicted for sample i.
func (r *rounds) elected(i int, elect func(values []float64, order []int32, votes []int) (int32, bool), scratch []int) int32 {
	values := r.votes[i*r.k : (i+1)*r.k]
	if r.k == 2 {
		values = []float64{values[1] - values[0]}
	}
	class, _ := elect(values, r.fit.Order, scratch)
	return class
}

// margins returns the margins of all samples, between -1 and 1.
func (r *rounds) margins() []float64 {
	margins, total := make([]float64, len(r.first)), r.fit.total()
	for i := range margins {
		margins[i] = r.margin(i) / total
	}
	return margins
}

// exponentialLoss returns ln sum_i D_1(i) exp(-m_i), where a member with the coefficient
// alpha has been counted but not added.
func (r *rounds) exponentialLoss(alpha float64) float64 {
	sum, total := 0.0, r.fit.total()+alpha
	for i, w := range r.first {
		own := r.votes[i*r.k+int(r.learner.t.Labels()[i])]
		sum += w * math.Exp(total-2*own) // m = own - (total - own)
	}
	return math.Log(sum)
}
