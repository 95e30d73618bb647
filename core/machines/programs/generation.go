package programs

import (
	"cmp"
	"math"
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/solve/simplex"
)

// fit is the program
//
//	minimise   sum over functions of |a_g| + sum over samples of cost_i v_i
//	subject to low_i - v_i <= sum over g of a_g g(x_i) + b <= high_i + v_i,  v >= 0
//
// over a dictionary of functions g. It is solved by column generation: a program over few functions
// has multipliers y of the samples, and a further function can only lower the objective if
// sum over i of y_i g(x_i)| > 1. The functions with the largest such sums are added until there are
// none. The simplex method starts from the solution of the last program, and solves early ones to
// few digits.
type fit struct {
	dictionary      *dictionary
	low, high, cost []float64
	only            []float64 // required sign of the coefficients of each sample's functions; nil for any sign
	tolerance       float64
	rounds          int // largest number of programs

	program *simplex.Solver
	members []int  // functions of the columns of the program, but for the constant
	chosen  []bool // functions that are members
}

// solution is the result of a fit.
type solution struct {
	coef       []float64 // of every function
	dual       []float64 // multiplier of every sample: by how much the objective falls as its limits do
	bias       float64
	objective  float64
	violation  float64 // by how much the best function that is missing exceeds 1
	iterations int
	status     run.Status
}

// spread returns the coefficients and the multipliers of all n samples, of which those at rows were
// learnt from, and how many coefficients are not zero.
func (s *solution) spread(rows []int, n, kernels int) (coef, dual []float64, nonZeros int32) {
	coef, dual = make([]float64, kernels*n), make([]float64, n)
	for p, i := range rows {
		dual[i] = s.dual[p]
	}
	for g, a := range s.coef {
		coef[g/len(rows)*n+rows[g%len(rows)]] = a
		if a != 0 {
			nonZeros++
		}
	}
	return coef, dual, nonZeros
}

// solve solves the program. Its limits are shifted a little, so that rows do not meet them
// together; at the end the shifts become far smaller, and then zero.
func (f *fit) solve(ctl *run.Ctl) solution {
	s := solution{coef: make([]float64, f.dictionary.size()), violation: math.MaxFloat64}
	f.chosen = make([]bool, f.dictionary.size())
	f.program = simplex.New(f.low, f.high, f.cost)
	tolerance, final := 1.0, false
	for round := 0; s.status == ""; round++ {
		ended := f.program.Solve(ctl, tolerance)
		found, ok := f.price(ctl, f.program.Multipliers())
		switch {
		case !ok && ended != run.Aborted:
			ended = ctl.Ended() // the violation is the last one
		case len(found) > 0:
			s.violation = found[0].violation
		default:
			s.violation = 0
		}
		if ended == run.Aborted {
			return solution{status: ended}
		}
		switch solved := s.violation <= f.tolerance; {
		case ended != run.Converged:
			s.status = ended
		case solved && final:
			s.status = run.Converged
		case round >= f.rounds:
			s.status = run.IterationLimit
		case solved:
			final = true
			f.program.Shake(1e-10)
			f.program.Renew()
		}
		f.add(found)
		if tolerance = max(members, s.violation/2); final {
			tolerance = members
		}
	}
	s.iterations = f.program.Steps()
	for i, y := range f.program.Multipliers() {
		least, most := -f.cost[i], f.cost[i]
		if math.IsInf(f.low[i], -1) {
			most = 0
		}
		if math.IsInf(f.high[i], 1) {
			least = 0
		}
		s.dual = append(s.dual, min(max(-y, least), most))
	}
	f.settle(&s)
	exact := s // for the limits as they are
	exact.coef = make([]float64, len(s.coef))
	f.program.Shake(0)
	if f.settle(&exact); exact.objective <= s.objective*(1+1e-12) {
		s = exact
	}
	// The coefficients are rounding where a basis has more functions than their span has dimensions.
	if excess := s.objective - f.program.Objective(); s.status == run.Converged && !(excess <= 1e-6*s.objective) {
		s.status, s.violation = run.Stalled, excess
	}
	return s
}

// candidate is a function that would lower the objective.
type candidate struct {
	function  int
	violation float64
}

// price returns the functions that are missing, the best one first.
func (f *fit) price(ctl *run.Ctl, y []float64) (found []candidate, ok bool) {
	sums, ok := f.dictionary.products(ctl, y)
	if !ok {
		return nil, false
	}
	n := len(f.dictionary.index)
	for g, sum := range sums {
		if f.chosen[g] || f.only != nil && f.only[g%n] != -math.Copysign(1, sum) {
			continue
		}
		if violation := math.Abs(sum) - 1; violation > f.tolerance/2 {
			found = append(found, candidate{g, violation})
		}
	}
	sorted := make([]candidate, len(found))
	for at, i := range order.Of(len(found), func(i, j int) int { return cmp.Compare(found[j].violation, found[i].violation) }) {
		sorted[at] = found[i]
	}
	return sorted, true
}

const (
	// members is by how much functions of the program may violate their condition.
	members = 1e-9
	// fewest is the least number of functions to add, if there are so many.
	fewest = 20
	// alike is the cosine of the angle between two functions above which a round adds only one of
	// them: neighbours are often violated together.
	alike = 0.95
	// looked is how many candidates are compared for each function that is added.
	looked = 20
)

// add adds the best functions, more of them if there are many already.
func (f *fit) add(found []candidate) {
	room := fewest + len(f.members)/4
	var added [][]float64
	for _, c := range found[:min(len(found), looked*room)] {
		if len(added) == room {
			return
		}
		values := make([]float64, len(f.cost))
		f.dictionary.value(values, c.function)
		size := math.Sqrt(lanes.Sum(values, values))
		if slices.ContainsFunc(added, func(other []float64) bool {
			return math.Abs(lanes.Sum(values, other)) > alike*size*math.Sqrt(lanes.Sum(other, other))
		}) {
			continue
		}
		added = append(added, values)
		only := 0.0
		if f.only != nil {
			only = f.only[c.function%len(f.cost)]
		}
		f.program.Add(values, only)
		f.members, f.chosen[c.function] = append(f.members, c.function), true
	}
}

// settle takes the coefficients from the simplex method, sets the constant to the middle of its
// best values for them, and computes the objective.
func (f *fit) settle(s *solution) {
	values := make([]float64, len(f.cost))
	s.objective = 0
	f.program.Each(func(j int, a float64, function []float64) {
		s.coef[f.members[j]] = a
		s.objective += math.Abs(a)
		lanes.Update(values, a, function)
	})
	s.bias = f.middle(values)
	for i, v := range values {
		v += s.bias
		if violation := max(f.low[i]-v, v-f.high[i]); violation > 0 {
			s.objective += float64(f.cost[i] * violation)
		}
	}
}

// middle returns the middle of the interval of constants of least cost for these values.
func (f *fit) middle(values []float64) float64 {
	type corner struct{ at, cost float64 }
	var corners []corner
	slope, total := 0.0, 0.0
	for i, v := range values {
		if !math.IsInf(f.low[i], -1) {
			corners = append(corners, corner{f.low[i] - v, f.cost[i]})
			slope -= f.cost[i]
		}
		if !math.IsInf(f.high[i], 1) {
			corners = append(corners, corner{f.high[i] - v, f.cost[i]})
		}
		total += f.cost[i]
	}
	ascending := order.Of(len(corners), func(i, j int) int { return cmp.Compare(corners[i].at, corners[j].at) })
	flat := 1e-12 * total
	for k, i := range ascending {
		c := corners[i]
		if slope += c.cost; slope < -flat {
			continue
		}
		if slope <= flat && k+1 < len(ascending) {
			return c.at + (corners[ascending[k+1]].at-c.at)/2
		}
		return c.at
	}
	return 0
}
