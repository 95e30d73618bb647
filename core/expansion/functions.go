package expansion

import (
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Functions is what machines leave behind whose answers are kernel expansions over
// these samples.
type Functions struct {
	Support
	Intercept []float64 `field:"intercept" shape:"q" js:"intercept" doc:"The constants of the functions."`
	Coef      []float64 `field:"dual.coef" shape:"q,m" js:"dualCoef" doc:"Coefficients of the rows at supportIndices in the functions: a row each."`

	expansion *Expansion
}

// Each calls take for every sample of x with the values of the functions; see
// Expansion.
func (f *Functions) Each(ctl *run.Ctl, x sample.Set, take func(i int, values []float64)) error {
	return f.evaluated().Each(ctl, x, take)
}

// EachSign is Each for those who need only the signs; see Expansion.
func (f *Functions) EachSign(ctl *run.Ctl, x sample.Set, take func(i int, values []float64) bool) error {
	return f.evaluated().EachSign(ctl, x, take)
}

func (f *Functions) evaluated() *Expansion {
	if f.expansion == nil {
		f.expansion = New(Machine{Kernel: f.kernel, Vectors: f.Vectors, Indices: f.Indices, Coef: f.Coef, Intercept: f.Intercept})
	}
	return f.expansion
}
