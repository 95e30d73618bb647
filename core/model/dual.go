package model

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/data/sample"
)

// DualMachine is a machine whose decision values are <w, phi(x)> + b with w = sum of
// coef_i phi(x_i), from which package margin computes margins, slacks and optimality
// conditions.
type DualMachine interface {
	Machine
	// Dual returns the solution of a two-class problem, 0 to one less than their number,
	// or of the only problem, 0, over those samples of t that are in it. t is what the
	// machine was trained on, or other samples, for which the Dual holds less. It fails
	// when t does not fit the machine.
	Dual(problem int, t Training) (Dual, error)
	// Values returns the decision value of that problem, bias included, for every
	// sample of x.
	Values(ctl *run.Ctl, problem int, x sample.Set) ([]float64, error)
}

// CheckProblem returns an error unless problem is the number of one of so many problems.
func CheckProblem(problem, count int) error {
	if problem >= 0 && problem < count {
		return nil
	}
	return fault.New(fault.Option, "problem", "this model has the problems 0 to %d, got %d", count-1, problem)
}

// Column returns one of the values that each gives for every sample of x.
func Column(ctl *run.Ctl, column int, x sample.Set, each func(ctl *run.Ctl, x sample.Set, take func(i int, values []float64)) error) ([]float64, error) {
	f := make([]float64, x.Len())
	err := each(ctl, x, func(i int, values []float64) { f[i] = values[column] })
	return f, err
}

// The kinds of duals.
const (
	// Separation asks for y_i f(x_i) >= 1 - slack.
	Separation = "separation"
	// Tube asks for |y_i - f(x_i)| <= epsilon_i + slack.
	Tube = "tube"
	// Support asks for f(x_i) >= -slack.
	Support = "support"
)

// Dual is the solution of one quadratic problem, by sample of it. Its m samples
// are the rows Rows of the set that it was asked about.
type Dual struct {
	Kind    string
	Rows    []int
	Target  []float64 // Separation: y_i = +1 or -1; Tube: y_i; Support: nothing
	Epsilon []float64 // Tube: its width above the function
	Below   []float64 // Tube: its width below; nil: as above

	Bias    float64
	HasBias bool    // b was free, and sum of coef_i = 0, or of what it balances, gave it
	Norm    float64 // |w|, where the machine knows it; 0: from Coef
	Linear  bool    // the kernel is linear, so that w is a vector of d features

	// Coef and Upper are known of the training set only, and nil otherwise.
	Coef  []float64 // y_i a_i, a_i, or of a Tube a_i of either sign
	Upper []float64 // C_i, the weight of the loss of a slack; infinite without slack
	Under []float64 // Tube: of coef_i < 0, for targets below the function; nil: Upper

	// Loss is what a slack costs; nil: its size.
	Loss loss.Loss

	// Program says that the objective is that of a linear program: Size, the sum of the sizes of
	// the coefficients of the function, takes the place of |w|^2/2. These are not Coef, which are
	// the multipliers. Own are those by sample, of which w is made; nil: not known.
	Program bool
	Size    float64
	Own     []float64
}

// Bound returns the largest |coef_i| that the weight c of a loss allows.
func (d *Dual) Bound(c float64) float64 {
	if d.Loss == nil || c == 0 {
		return c
	}
	return c * d.Loss.Steepest()
}

// Slack returns the slack of a sample whose loss has the weight c and whose dual variable
// is a, and the term of that variable in the dual objective. For the loss that equals the
// slack both are 0, because a variable at its bound does not determine the slack.
func (d *Dual) Slack(c, a float64) (slack, term float64) {
	if d.Loss == nil || a == 0 || math.IsInf(c, 1) {
		return 0, 0
	}
	term, slack, _ = loss.Dual(d.Loss, c, a)
	return slack, term
}

// Cost returns what a slack of weight c costs.
func (d *Dual) Cost(c, slack float64) float64 {
	switch {
	case slack == 0 || c == 0:
		return 0
	case d.Loss == nil:
		return c * slack
	}
	return c * d.Loss.Value(slack)
}

// Scatter returns the coefficients of n samples from those of the rows index. It
// returns nil unless the rows of x are the vectors, so that it is the training
// set; for a precomputed kernel vectors is nil and only the size is compared.
func Scatter(x sample.Set, n int, index []int32, vectors sample.Set, coef []float64) []float64 {
	if x.Len() != n {
		return nil
	}
	if vectors != nil {
		for p, i := range index {
			if !sample.Equal(x, int(i), vectors, p) {
				return nil
			}
		}
	}
	all := make([]float64, n)
	for p, i := range index {
		all[i] = coef[p]
	}
	return all
}
