package ranking

import (
	"cmp"
	"math"

	"maxmargin/core/base/order"
	"maxmargin/core/solve/assignment"
)

// gain is the hinge surrogate of the loss 1 - NDCG (Shalev-Shwartz & Ben-David, equation 17.8):
// the largest, over all permutations v of the positions 1 to r, of
//
//	Delta(v, y) + sum (v_i - pi_i) f_i,  Delta(v, y) = 1 - sum D(v_i) g_i / sum D(pi_i) g_i,
//
// where g_i is the gain of row i, pi are the positions of the rows in ascending order of their
// relevance, so that r is the top, and D(j) = 1 / log2(r - j + 2) for the k highest positions, 0
// for the others. Rows of the same relevance share the mean of their positions pi, which keeps
// the surrogate convex and above the loss, and independent of the order of the rows. The largest
// is that of an assignment problem (equation 17.9), of O(r³) steps.
type gain struct {
	share    []float64 // g_i / sum D(pi) g
	position []float64 // pi_i
	discount []float64 // D of positions 1 to r
	cost     []float64
}

// newGain returns the surrogate of rows of these gains, nil when all are zero: there is nothing
// to gain.
func newGain(gains []float64, k float64) *gain {
	r := len(gains)
	g := &gain{make([]float64, r), make([]float64, r), make([]float64, r), make([]float64, r*r)}
	for j := range r {
		if place := r - j; float64(place) <= k {
			g.discount[j] = 1 / math.Log2(float64(place+1))
		}
	}
	ascending := order.Of(r, func(i, j int) int { return cmp.Compare(gains[i], gains[j]) })
	best := 0.0
	for from := 0; from < r; {
		to := from
		for ; to < r && gains[ascending[to]] == gains[ascending[from]]; to++ {
			best += gains[ascending[to]] * g.discount[to]
		}
		for _, i := range ascending[from:to] {
			g.position[i] = float64(from+1+to) / 2
		}
		from = to
	}
	if best == 0 {
		return nil
	}
	for i, own := range gains {
		g.share[i] = own / best
	}
	return g
}

func (g *gain) cut(scores, coef []float64) (constant float64) {
	r := len(scores)
	for i, f := range scores {
		for j, d := range g.discount {
			g.cost[i*r+j] = float64(d*g.share[i]) - float64(float64(j+1)*f)
		}
	}
	columns, _, err := assignment.Solve(nil, g.cost, r, r)
	if err != nil { // scores that are not finite: the fit finds them in its result
		return math.NaN()
	}
	constant = 1
	for i, j := range columns {
		coef[i] = float64(j+1) - g.position[i]
		constant -= g.discount[j] * g.share[i]
	}
	return constant
}
