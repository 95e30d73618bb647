package lp

import (
	"cmp"
	"math"
	"slices"

	"maxmargin/core/lanes"
	"maxmargin/core/order"
	"maxmargin/core/program"
	"maxmargin/core/run"
)

// fit is the program
//
//	minimise   sum over functions of |a_g| + sum over samples of cost_i v_i
//	subject to low_i - v_i <= sum over g of a_g g(x_i) + b <= high_i + v_i,  v >= 0
//
// over a dictionary of functions g. It is solved by column generation: a program over few
// functions has multipliers y of the samples, and a further function can only lower the
// objective if |sum over i of y_i g(x_i)| > 1. Those which do so most are added until there
// are none. Early programs are solved to few digits.
type fit struct {
	dictionary      *dictionary
	low, high, cost []float64
	only            []float64 // the sign that the coefficients of each sample's functions must have; nil: any
	constant        bool      // whether there is a b
	tolerance       float64
	rounds          int // largest number of programs

	members []member
	chosen  []bool // functions that are members, with either sign
	values  [][]float64
}

// member is a function of the current program, with the sign of its coefficient.
type member struct {
	function int
	sign     float64
}

// solution is the result of a fit.
type solution struct {
	coef       []float64 // of every function
	bias       float64
	objective  float64
	violation  float64 // by how much the best function that is missing exceeds 1
	iterations int
	status     run.Status
}

const (
	// first is the tolerance of early programs, and close the violation from which on
	// programs are solved to the end.
	first = 1e-4
	close = 0.02
)

// solve solves the program.
func (f *fit) solve(ctl *run.Ctl) solution {
	s := solution{coef: make([]float64, f.dictionary.size())}
	y := f.start()
	final := false
	f.chosen = make([]bool, f.dictionary.size())
	for round := 0; ; round++ {
		found, ok := f.price(ctl, y)
		if !ok {
			return solution{status: run.Aborted}
		}
		s.violation = 0
		if len(found) > 0 {
			s.violation = found[0].violation
		}
		last := final
		final = final || s.violation <= close
		switch {
		case last && s.violation <= f.tolerance:
			s.status = run.Converged
		case round >= f.rounds:
			s.status = run.IterationLimit
		}
		if s.status != "" {
			break
		}
		f.add(found)
		settings := program.Settings{Tolerance: first, Interior: true}
		if final {
			settings = program.Settings{}
		}
		r := program.Solve(ctl.Telling(func(r run.Report) run.Report {
			r.Iteration += s.iterations
			r.SupportVectors = len(f.members)
			return r
		}), f.program(), settings)
		s.iterations += r.Iterations
		if r.Status == run.Aborted {
			return solution{status: run.Aborted}
		}
		f.read(&s, r, final)
		y = r.Y
		if !final {
			f.drop(r)
		}
		if r.Status != run.Converged {
			s.status = r.Status
			break
		}
	}
	f.settle(&s)
	return s
}

// start returns multipliers to begin with: those of the constant function that is best if
// the samples on both sides of it balance.
func (f *fit) start() []float64 {
	y, middle := make([]float64, len(f.cost)), f.middle(make([]float64, len(f.cost)))
	above, below := 0.0, 0.0
	for i, c := range f.cost {
		switch {
		case f.low[i] > middle:
			y[i] = -c
			below += c
		case f.high[i] < middle:
			y[i] = c
			above += c
		}
	}
	for i, v := range y {
		if scale := min(above, below); f.constant && v > 0 {
			y[i] *= scale / above
		} else if f.constant && v < 0 {
			y[i] *= scale / below
		}
	}
	return y
}

// candidate is a function that would lower the objective.
type candidate struct {
	member
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
		sign := -math.Copysign(1, sum)
		if f.chosen[g] || f.only != nil && f.only[g%n] != sign {
			continue
		}
		if violation := math.Abs(sum) - 1; violation > f.tolerance/2 {
			found = append(found, candidate{member{g, sign}, violation})
		}
	}
	sorted := make([]candidate, len(found))
	for at, i := range order.Of(len(found), func(i, j int) int { return cmp.Compare(found[j].violation, found[i].violation) }) {
		sorted[at] = found[i]
	}
	return sorted, true
}

const (
	// fewest is how many functions are added at least, if there are so many.
	fewest = 20
	// alike is the cosine of the angle between two functions from which on one of them
	// stands for both in a round: neighbours are often wanted together, and one is enough.
	alike = 0.95
	// looked is how many candidates are compared for each function that is added.
	looked = 20
)

// add makes the best functions members, more of them when there are many already.
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
		f.join(c.member, values)
		if f.only == nil {
			f.join(member{c.function, -c.sign}, values)
		}
	}
}

func (f *fit) join(m member, values []float64) {
	f.chosen[m.function] = true
	f.members, f.values = append(f.members, m), append(f.values, values)
}

// drop removes the functions that an early program left far from use; they may return.
// With coefficients of any sign a function is two members.
func (f *fit) drop(r program.Result) {
	kept, each := 0, 1
	if f.only == nil {
		each = 2
	}
	for k := 0; k < len(f.members); k += each {
		function := f.members[k].function
		if f.chosen[function] = slices.Min(r.Z[k:k+each]) < 0.5; f.chosen[function] {
			kept += copy(f.members[kept:], f.members[k:k+each])
			copy(f.values[kept-each:], f.values[k:k+each])
		}
	}
	f.members, f.values = f.members[:kept], f.values[:kept]
}

// program poses the program over the members, the constant last.
func (f *fit) program() program.Problem {
	n, m := len(f.cost), len(f.members)
	width := m
	if f.constant {
		width++
	}
	p := program.Problem{Linear: make([]float64, width), Lower: make([]float64, width), Low: f.low, High: f.high, Cost: f.cost}
	data := make([]float64, n*width)
	for k, member := range f.members {
		p.Linear[k] = 1
		for i, v := range f.values[k] {
			data[i*width+k] = member.sign * v
		}
	}
	if f.constant {
		p.Lower[m] = math.Inf(-1)
		for i := range n {
			data[i*width+m] = 1
		}
	}
	p.Matrix = program.NewDense(data, n, width)
	return p
}

// read takes the coefficients from the solution of a program. A program that was not
// solved to the end leaves small numbers where there are zeros.
func (f *fit) read(s *solution, r program.Result, final bool) {
	clear(s.coef)
	largest := 0.0
	for k := range f.members {
		largest = max(largest, r.X[k])
	}
	least := 1e-12 * largest
	if !final || !r.Polished {
		least = 1e-7 * largest
	}
	for k, member := range f.members {
		if r.X[k] > least {
			s.coef[member.function] += member.sign * r.X[k]
		}
	}
}

// settle sets the constant to the middle of those that are best for the coefficients, and
// computes the objective.
func (f *fit) settle(s *solution) {
	values := make([]float64, len(f.cost))
	used := map[int]bool{}
	for k, member := range f.members {
		if a := s.coef[member.function]; a != 0 && !used[member.function] {
			used[member.function] = true
			s.objective += math.Abs(a)
			for i, v := range f.values[k] {
				values[i] += float64(a * v)
			}
		}
	}
	if f.constant {
		s.bias = f.middle(values)
	}
	for i, v := range values {
		v += s.bias
		if violation := max(f.low[i]-v, v-f.high[i]); violation > 0 {
			s.objective += float64(f.cost[i] * violation)
		}
	}
}

// middle returns the middle of the interval of constants that cost least beside these
// values.
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
