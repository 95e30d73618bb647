package loss

// Formulas is what documentation says of a loss, which is not in the WebAssembly module.
type Formulas struct {
	// Loss is the formula of l(z); s is the parameter sigma and p is power.
	Loss string
	// Model is the density of the noise, or the probability of a label, whose negative logarithm
	// the loss is, up to a factor; "" if there is no such model.
	Model string
	// Influence is the slope.
	Influence string
	// Dual is the dual term C l*(a/C) of a variable a, and the range of a.
	Dual string
}

// FormulasOf returns the formulas of a loss of All.
func FormulasOf(name string) Formulas {
	return map[string]Formulas{
		"hinge":                     {"max(0, z)", "", "1 for z > 0", "0, a <= C"},
		"squaredHinge":              {"max(0, z)^2", "", "2 z for z > 0", "a^2 / (4 C)"},
		"modifiedHuber":             {"z^2 for 0 <= z <= 2, 4 (z - 1) beyond", "", "2 z for z > 0, at most 4", "a^2 / (4 C), a <= 4 C"},
		"logistic":                  {"log(1 + exp(z - 1))", "1 / (1 + exp(-y f(x)))", "1 / (1 + exp(1 - z))", "a + a log(a/C) + (C-a) log(1 - a/C), a <= C"},
		"epsilonInsensitive":        {"max(0, z)", "exp(-max(0, |r| - epsilon))", "1 for z > 0", "0, a <= C"},
		"squaredEpsilonInsensitive": {"max(0, z)^2", "exp(-max(0, |r| - epsilon)^2)", "2 z for z > 0", "a^2 / (4 C)"},
		"mixed":                     {"z + squaredC/C z^2 for z > 0", "", "1 + 2 squaredC/C z for z > 0", "max(0, a - C)^2 / (4 squaredC)"},
		"laplacian":                 {"max(0, z) (as epsilonInsensitive, used without a tube)", "exp(-|r|)", "1 for z > 0", "0, a <= C"},
		"gaussian":                  {"z^2 / 2 for z > 0", "exp(-r^2 / 2)", "z for z > 0", "a^2 / (2 C)"},
		"huber":                     {"z^2 / (2 s) for 0 <= z <= s, z - s/2 beyond", "exp(-r^2 / (2 s)) up to s, then exp(s/2 - |r|)", "z/s for z > 0, at most 1", "s a^2 / (2 C), a <= C"},
		"polynomial":                {"z^p / p for z > 0", "exp(-|r|^p / p)", "z^(p-1) for z > 0", "(p-1)/p C^(-1/(p-1)) a^(p/(p-1))"},
		"piecewisePolynomial":       {"z^p / (p s^(p-1)) for 0 <= z <= s, z - s (p-1)/p beyond", "exp(-|r|^p / (p s^(p-1))) up to s, then exp(s (p-1)/p - |r|)", "(z/s)^(p-1) for z > 0, at most 1", "s times that of polynomial, a <= C"},
	}[name]
}
