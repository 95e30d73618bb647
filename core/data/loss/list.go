package loss

import "slices"

// The arguments that losses are functions of.
const (
	Margin   = "margin"   // l(1 - y f(x)), of classifiers
	Residual = "residual" // l(|y - f(x)| - eps), of regressions
)

// Entry is a loss that users choose. FormulasOf has what documentation says of it.
type Entry struct {
	Name string
	// Of are its arguments: Margin, Residual or both.
	Of []string
	// Parameters are the options of machines that it needs: sigma, power, squaredC.
	Parameters []string
	New        func(p Parameters) Loss
}

// Parameters are the numbers that losses depend on.
type Parameters struct {
	Sigma float64 // where a loss becomes linear
	Power float64 // of z
	Ratio float64 // of the penalties on the square and on the size: squaredC / C
}

// All returns every loss.
func All() []Entry {
	margin, residual, both := []string{Margin}, []string{Residual}, []string{Margin, Residual}
	sigma, power, squaredC := []string{"sigma"}, []string{"power"}, []string{"squaredC"}
	return []Entry{
		{"hinge", margin, nil, func(Parameters) Loss { return Excess{} }},
		{"squaredHinge", margin, nil, func(Parameters) Loss { return Squared{} }},
		{"modifiedHuber", margin, nil, func(Parameters) Loss { return ModifiedHuber{} }},
		{"logistic", margin, nil, func(Parameters) Loss { return Logistic{} }},
		{"epsilonInsensitive", residual, nil, func(Parameters) Loss { return Excess{} }},
		{"squaredEpsilonInsensitive", residual, nil, func(Parameters) Loss { return Squared{} }},
		{"mixed", both, squaredC, func(p Parameters) Loss { return Mixed{1, p.Ratio} }},
		{"laplacian", residual, nil, func(Parameters) Loss { return Excess{} }},
		{"gaussian", residual, nil, func(Parameters) Loss { return Gaussian{} }},
		{"huber", residual, sigma, func(p Parameters) Loss { return Huber{p.Sigma} }},
		{"polynomial", residual, power, func(p Parameters) Loss { return Polynomial{p.Power} }},
		{"piecewisePolynomial", residual, []string{"sigma", "power"}, func(p Parameters) Loss { return Piecewise{p.Power, p.Sigma} }},
	}
}

// New returns the loss of this name, which must be in All.
func New(name string, p Parameters) Loss {
	for _, e := range All() {
		if e.Name == name {
			return e.New(p)
		}
	}
	panic("loss: there is no loss " + name)
}

// Names returns the names of the losses that a machine can use: losses of its kind (Margin or
// Residual) whose parameters it has and which, if it solves only quadratic programs, are Quadratic.
func Names(of string, quadratic bool, has func(parameter string) bool) []string {
	var names []string
	for _, e := range All() {
		usable := slices.Contains(e.Of, of)
		for _, p := range e.Parameters {
			usable = usable && has(p)
		}
		if quadratic {
			usable = usable && Boxes(e.New(Parameters{1, 2, 1})) != nil
		}
		if usable {
			names = append(names, e.Name)
		}
	}
	return names
}
