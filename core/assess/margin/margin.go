// Package margin explains a solution in dual variables: for each sample its position relative to
// the margin, the tube or the boundary, its distance and its slack, and for the whole solution how
// well the optimality conditions hold.
package margin

import (
	"math"
	"slices"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// The place of a sample. Separation: inside the margin is closer than 1 or on the wrong side; Tube:
// inside is closer to its target than epsilon; Support: inside is within the region.
const (
	Outside = -1
	Edge    = 0
	Inside  = 1
)

// rounding is the part of its range by which a dual variable may miss a bound.
const rounding = 1e-12

// Diagnosis is the result of Diagnose. Slices have an entry for each sample of the problem. Results
// that need dual variables are nil or NaN without them.
type Diagnosis struct {
	Status   []int32   // Outside, Edge or Inside
	Slack    []float64 // by how much the sample's constraint fails, >= 0
	Margin   []float64 // Separation: y f(x); Tube: distance from its closer edge, positive within; Support: f(x)
	Alpha    []float64 // dual variable, >= 0
	Residual []float64 // by how much its optimality (KKT) conditions fail, >= 0

	Functional float64 // least Margin
	Norm       float64 // |w|; NaN where |w|^2 is negative, for a kernel that is not positive definite
	Geometric  float64 // Functional / |w|: distance of the closest sample from f = 0, negative on the wrong side
	Bias       float64 // b
	BiasLow    float64 // the interval of the b that fail no condition by more than
	BiasHigh   float64 // Bias does: at a solution the b that are as good
	Primal     float64 // objective, and a bound from below: they meet at the solution
	Dual       float64
	Gap        float64 // Primal - Dual
}

// Diagnose explains a solution with the decision values f, bias included. A sample is on the edge
// if it is within tolerance of it, or if its dual variable is between its bounds. It takes O(m).
func Diagnose(d model.Dual, f []float64, tolerance float64) Diagnosis {
	m := len(f)
	r := Diagnosis{Status: make([]int32, m), Slack: make([]float64, m), Margin: make([]float64, m),
		Functional: math.Inf(1), Norm: math.NaN(), Bias: d.Bias}
	r.BiasLow, r.BiasHigh, r.Primal, r.Dual, r.Gap = math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()
	p := problem{d, f}
	p.round()
	for i := range f {
		r.Margin[i] = p.margin(i)
		r.Functional = min(r.Functional, r.Margin[i])
		short := p.level() - r.Margin[i]
		r.Slack[i] = max(0, short)
		r.Status[i] = p.status(i, short, tolerance)
	}
	if d.Norm > 0 {
		r.Norm = d.Norm
	}
	if d.Coef != nil {
		p.optimality(&r, tolerance)
	}
	r.Geometric = r.Functional / r.Norm
	return r
}

// problem is a solution with its decision values.
type problem struct {
	model.Dual
	f []float64
}

// round puts 0 in the place of coefficients that are what rounding left.
func (p *problem) round() {
	largest := 0.0
	for _, c := range p.Coef {
		largest = max(largest, math.Abs(c))
	}
	p.Coef = slices.Clone(p.Coef)
	for i, c := range p.Coef {
		if math.Abs(c) < rounding*min(largest, p.Bound(p.weight(i, c))) {
			p.Coef[i] = 0
		}
	}
}

// level is the margin that the constraints ask for.
func (p *problem) level() float64 {
	if p.Kind == model.Separation {
		return 1
	}
	return 0
}

// unit returns the scale of the function at sample i.
func (p *problem) unit(i int) float64 {
	switch p.Kind {
	case model.Separation:
		return 1
	case model.Tube:
		return math.Abs(p.Target[i] - p.Bias)
	}
	return math.Abs(p.Bias)
}

func (p *problem) margin(i int) float64 {
	switch p.Kind {
	case model.Separation:
		return p.Target[i] * p.f[i]
	case model.Tube:
		above := p.Target[i] - p.f[i]
		return min(p.Epsilon[i]-above, p.below(i)+above)
	}
	return p.f[i]
}

func (p *problem) status(i int, short, tolerance float64) int32 {
	switch {
	case p.free(i) || math.Abs(short) <= tolerance:
		return Edge
	case (short > 0) == (p.Kind == model.Separation):
		return Inside
	}
	return Outside
}

// free reports whether the dual variable of sample i is between its bounds and
// without a slack, so that the sample is on the edge.
func (p *problem) free(i int) bool {
	if p.Coef == nil || p.Coef[i] == 0 {
		return false
	}
	c, a := p.weight(i, p.Coef[i]), math.Abs(p.Coef[i])
	slack, _ := p.Slack(c, a)
	return slack == 0 && !p.atBound(c, a)
}

// weight returns the weight of the loss of sample i for a coefficient of the given sign;
// the two differ for a tube whose penalties are asymmetric.
func (p *problem) weight(i int, sign float64) float64 {
	if sign < 0 && p.Under != nil {
		return p.Under[i]
	}
	return p.Upper[i]
}

// below returns the width of the tube below the function at sample i.
func (p *problem) below(i int) float64 {
	if p.Below == nil {
		return p.Epsilon[i]
	}
	return p.Below[i]
}

// atBound reports whether a dual variable of a loss of weight c is at its upper bound,
// which it may miss by rounding.
func (p *problem) atBound(c, a float64) bool { return a >= p.Bound(c)*(1-rounding) }

// side is one constraint of a sample: sign*(tight - b) <= 0, where tight is the b
// at which it holds with equality, slack included.
type side struct{ sign, tight, alpha, weight float64 }

// sides returns the constraints of sample i, with g = f(x_i) - b and the slack of its dual
// variable:
//
//	Separation, Support  s (g + b) >= level - slack  (s = y, or 1)
//	Tube                 s (y - g - b) <= epsilon + slack, s = +1 and -1
func (p *problem) sides(i int) []side {
	g, beta := p.f[i]-p.Bias, p.Coef[i]
	if p.Kind == model.Tube {
		both := make([]side, 0, 2)
		for _, s := range []float64{1, -1} {
			a, c, width := max(0, s*beta), p.weight(i, s), p.Epsilon[i]
			if s < 0 {
				width = p.below(i)
			}
			slack, _ := p.Slack(c, a)
			both = append(both, side{s, p.Target[i] - g - s*(width+slack), a, c})
		}
		return both
	}
	s := 1.0
	if p.Kind == model.Separation {
		s = p.Target[i]
	}
	a := math.Abs(beta)
	slack, _ := p.Slack(p.Upper[i], a)
	return []side{{s, s*(p.level()-slack) - g, a, p.Upper[i]}}
}

// optimality sets the residuals, the interval of b and the dual variables. By the KKT conditions
// (Cristianini & Shawe-Taylor, sections 6.1.2 and 6.2.1) a constraint holds if its a is below the
// bound, and holds with equality or fails if a is above 0. Both are inequalities for b:
//
//	s = +1:  b >= tight if a < C,  b <= tight if a > 0
//	s = -1:  b <= tight if a < C,  b >= tight if a > 0
func (p *problem) optimality(r *Diagnosis, tolerance float64) {
	r.Alpha, r.Residual = make([]float64, len(p.f)), make([]float64, len(p.f))
	low, high := math.Inf(-1), math.Inf(1)
	for i := range p.f {
		r.Alpha[i] = math.Abs(p.Coef[i])
		for _, s := range p.sides(i) {
			below, above := !p.atBound(s.weight, s.alpha), s.alpha > 0
			fails := s.sign * (s.tight - p.Bias)
			if below {
				r.Residual[i] = max(r.Residual[i], fails)
			}
			if above {
				r.Residual[i] = max(r.Residual[i], -fails)
			}
			if s.sign < 0 {
				below, above = above, below
			}
			if below {
				low = max(low, s.tight)
			}
			if above {
				high = min(high, s.tight)
			}
		}
	}
	if p.HasBias { // within a tolerance low can exceed high, and no b meets all conditions
		off := max(0, low-p.Bias, p.Bias-high)
		r.BiasLow, r.BiasHigh = min(low-off, p.Bias), max(high+off, p.Bias)
	}
	p.objectives(r, tolerance)
}

// objectives sets |w|, |w|^2 = sum of coef_i (f(x_i) - b), and the objectives
//
//	Separation  primal |w|^2/2 + loss,            dual sum a - |w|^2/2 - terms
//	Tube        primal |w|^2/2 + loss,            dual sum y coef - epsilon a - |w|^2/2 - terms
//	Support     primal |w|^2/2 + b sum a + loss,  dual -|w|^2/2 - terms
//
// without |w|^2/2 in the dual of a linear program. With an implicit constant b the square is
// |w|^2 + (b/tau)^2, that is |w|^2 + b times the sum of coef. The loss is sum of C_i slack_i unless it is
// another function of the slacks.
func (p *problem) objectives(r *Diagnosis, tolerance float64) {
	var square, size, loss, linear, terms, sum, total float64
	for i, beta := range p.Coef {
		a, slack := r.Alpha[i], r.Slack[i]
		own := beta
		if p.Program {
			own = math.NaN()
			if p.Own != nil {
				own = p.Own[i]
			}
		}
		square += float64(own * (p.f[i] - p.Bias))
		total += own
		size += math.Abs(own) * (math.Abs(p.f[i]-p.Bias) + p.unit(i))
		sum += a
		_, term := p.Slack(p.weight(i, beta), a)
		terms += term
		side := 1.0
		if p.Kind == model.Tube && p.f[i] > p.Target[i] {
			side = -1
		}
		if c := p.weight(i, side); !math.IsInf(c, 1) {
			loss += p.Cost(c, slack)
		} else if slack > tolerance {
			loss = math.Inf(1) // not feasible
		}
		switch p.Kind {
		case model.Separation:
			linear += a
		case model.Tube:
			width := p.Epsilon[i]
			if beta < 0 {
				width = p.below(i)
			}
			linear += float64(p.Target[i]*beta) - float64(width*a)
		}
	}
	if p.Norm == 0 && square >= -1e-9*size { // negative by no more than rounding
		r.Norm = math.Sqrt(max(0, square))
	}
	if !p.HasBias && p.Kind != model.Support {
		square += p.Bias * total // the constant is implicit, or 0
	}
	penalty, half := square/2, square/2
	if p.Program {
		penalty, half = p.Size, 0
	}
	r.Primal = penalty + loss
	if p.Kind == model.Support {
		r.Primal += p.Bias * sum
	}
	r.Dual = linear - half - terms
	r.Gap = r.Primal - r.Dual
}

// Weights returns w of a linear function: its values at the unit vectors less that
// at zero.
func Weights(ctl *run.Ctl, machine model.DualMachine, problem, d int) ([]float64, error) {
	units := &sample.CSR{N: d + 1, D: d, Ptr: make([]int32, d+2), Index: make([]int32, d), Value: make([]float64, d)}
	for j := range d {
		units.Ptr[j+1], units.Index[j], units.Value[j] = int32(j+1), int32(j), 1
	}
	units.Ptr[d+1] = int32(d)
	w, err := machine.Values(ctl, problem, units)
	if err != nil {
		return nil, err
	}
	for j := range d {
		w[j] -= w[d]
	}
	return w[:d], nil
}
