package loss

import "slices"

// The arguments that losses are functions of.
const (
	Margin   = "margin"   // l(1 - y f(x)), of classifiers
	Residual = "residual" // l(|y - f(x)| - eps), of regressions
)

// Entry describes a loss to users.
type Entry struct {
	Name string
	// Of are its arguments: Margin, Residual or both.
	Of []string
	// Parameters are the options of machines that it needs: sigma, power, squaredC.
	Parameters []string
	// Formula is the formula of l(z); s is the parameter sigma and p is power.
	Formula string
	// Model is the density of the noise, or the probability of a label, whose negative logarithm
	// the loss is, up to a factor; "" if there is no such model.
	Model string
	// Influence is the slope.
	Influence string
	// Dual is the dual term C l*(a/C) of a variable a, and the range of a.
	Dual string
	New  func(p Parameters) Loss
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
		{"hinge", margin, nil, "max(0, z)", "", "1 for z > 0", "0, a <= C", func(Parameters) Loss { return Excess{} }},
		{"squaredHinge", margin, nil, "max(0, z)^2", "", "2 z for z > 0", "a^2 / (4 C)", func(Parameters) Loss { return Squared{} }},
		{"modifiedHuber", margin, nil, "z^2 for 0 <= z <= 2, 4 (z - 1) beyond", "", "2 z for z > 0, at most 4", "a^2 / (4 C), a <= 4 C", func(Parameters) Loss { return ModifiedHuber{} }},
		{"logistic", margin, nil, "log(1 + exp(z - 1))", "1 / (1 + exp(-y f(x)))", "1 / (1 + exp(1 - z))", "a + a log(a/C) + (C-a) log(1 - a/C), a <= C", func(Parameters) Loss { return Logistic{} }},
		{"epsilonInsensitive", residual, nil, "max(0, z)", "exp(-max(0, |r| - epsilon))", "1 for z > 0", "0, a <= C", func(Parameters) Loss { return Excess{} }},
		{"squaredEpsilonInsensitive", residual, nil, "max(0, z)^2", "exp(-max(0, |r| - epsilon)^2)", "2 z for z > 0", "a^2 / (4 C)", func(Parameters) Loss { return Squared{} }},
		{"mixed", both, squaredC, "z + squaredC/C z^2 for z > 0", "", "1 + 2 squaredC/C z for z > 0", "max(0, a - C)^2 / (4 squaredC)", func(p Parameters) Loss { return Mixed{1, p.Ratio} }},
		{"laplacian", residual, nil, "max(0, z) (as epsilonInsensitive, used without a tube)", "exp(-|r|)", "1 for z > 0", "0, a <= C", func(Parameters) Loss { return Excess{} }},
		{"gaussian", residual, nil, "z^2 / 2 for z > 0", "exp(-r^2 / 2)", "z for z > 0", "a^2 / (2 C)", func(Parameters) Loss { return Gaussian{} }},
		{"huber", residual, sigma, "z^2 / (2 s) for 0 <= z <= s, z - s/2 beyond", "exp(-r^2 / (2 s)) up to s, then exp(s/2 - |r|)", "z/s for z > 0, at most 1", "s a^2 / (2 C), a <= C", func(p Parameters) Loss { return Huber{p.Sigma} }},
		{"polynomial", residual, power, "z^p / p for z > 0", "exp(-|r|^p / p)", "z^(p-1) for z > 0", "(p-1)/p C^(-1/(p-1)) a^(p/(p-1))", func(p Parameters) Loss { return Polynomial{p.Power} }},
		{"piecewisePolynomial", residual, []string{"sigma", "power"}, "z^p / (p s^(p-1)) for 0 <= z <= s, z - s (p-1)/p beyond", "exp(-|r|^p / (p s^(p-1))) up to s, then exp(s (p-1)/p - |r|)", "(z/s)^(p-1) for z > 0, at most 1", "s times that of polynomial, a <= C", func(p Parameters) Loss { return Piecewise{p.Power, p.Sigma} }},
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
