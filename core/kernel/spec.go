package kernel

import "maxmargin/core/sample"

// Spec is a kernel as a user names it: rules that depend on the data are not
// resolved yet. The tags are the single source of these options; see package
// model.
type Spec struct {
	Name   string  `js:"name" option:"kernel" type:"kernel" default:"rbf" doc:"How two samples are compared."`
	Gamma  Width   `js:"gamma" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the squared distance (rbf) or of the inner product (poly, sigmoid). 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
	Degree int     `js:"degree" default:"3" range:"[0,64]" doc:"Degree of poly."`
	Coef0  float64 `js:"coef0" default:"0" range:"(-inf,inf)" doc:"Constant inside poly and sigmoid."`
}

// Width is a number, or the name of the rule that gives it.
type Width struct {
	Name  string  `js:"name"`  // "" for a number
	Value float64 `js:"value"` // the number
}

// Resolve returns the parameters for training on set. The rule 'scale' gives
// 1/(d var), or 1 when the data do not vary; 'auto' gives 1/d.
func (s Spec) Resolve(set sample.Set) Parameters {
	p := Parameters{Gamma: s.Gamma.Value, Degree: s.Degree, Coef0: s.Coef0}
	switch s.Gamma.Name {
	case "scale":
		p.Gamma = 1
		if _, variance := set.Moments(); variance > 0 {
			p.Gamma = 1 / (float64(set.Dim()) * variance)
		}
	case "auto":
		p.Gamma = 1 / float64(set.Dim())
	}
	return p
}
