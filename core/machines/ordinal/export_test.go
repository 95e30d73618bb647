package ordinal

// Slack returns the sum of the slacks of all pairs with these utilities, and the coefficients of
// the rows in the plane there.
func Slack(f []float64, rank []int32, weight []float64) (risk float64, coef []float64) {
	p := &planes{partners: newPartners(&lesson{rank: rank}, false), c: 1}
	at, sorted := make([]float64, len(f)), make([]float64, len(f))
	for to, i := range p.rows {
		at[to], p.weight = f[i], append(p.weight, weight[i])
	}
	risk, _ = p.slack(at, sorted)
	return risk, sorted
}
