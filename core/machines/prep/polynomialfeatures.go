package prep

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// PolynomialFeaturesOptions are the options of PolynomialFeatures.
type PolynomialFeaturesOptions struct {
	Degree          int  `js:"degree" default:"2" range:"[1,64]" doc:"Largest degree of the products."`
	InteractionOnly bool `js:"interactionOnly" default:"false" doc:"Whether products are of distinct features, without squares and higher powers."`
	IncludeBias     bool `js:"includeBias" default:"true" doc:"Whether the first feature is 1, which acts as a constant before a machine without one."`
}

// Cost counts the samples.
func (*PolynomialFeaturesOptions) Cost() model.Cost { return model.PrimalCost(64, 0, 8) }

// PolynomialFeatures computes products of features, in the order of scikit-learn: by degree, and
// within a degree by the first feature, then the second, and so on. They are those of
// MonomialFeatures without factors. Sparse samples get sparse features.
type PolynomialFeatures struct {
	PolynomialFeaturesOptions
	model.Base[*PolynomialFeaturesFit]
}

// PolynomialFeaturesFit is the result of a fit of PolynomialFeatures.
type PolynomialFeaturesFit struct {
	Features int `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Outputs  int `field:"outputs" range:"[1,16777216]" js:"nOutputs" doc:"Number of features that transform gives."`
}

// NewPolynomialFeatures returns an unfitted machine with default options.
func NewPolynomialFeatures() *PolynomialFeatures {
	m := &PolynomialFeatures{}
	m.Init(&m.PolynomialFeaturesOptions, new(PolynomialFeaturesFit), m.check)
	return m
}

// check returns an error unless the outputs of a result from a model file match the options.
func (m *PolynomialFeatures) check(f *PolynomialFeaturesFit) error {
	if float64(f.Outputs) != outputs(f.Features, m.degrees(), m.InteractionOnly) {
		return fault.New(fault.Format, "bytes", "the model's number of monomials is not that of its degree")
	}
	return nil
}

// degrees returns 1 for every degree, from 0 on, of which there are products, and 0 for others.
func (m *PolynomialFeatures) degrees() []float64 {
	all := make([]float64, m.Degree+1)
	for k := range all {
		if k > 0 || m.IncludeBias {
			all[k] = 1
		}
	}
	return all
}

// Fit counts the features.
func (m *PolynomialFeatures) Fit(_ *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(m, t); err != nil {
		return model.Report{}, err
	}
	if _, err := positive(t); err != nil {
		return model.Report{}, err
	}
	d := t.X.Dim()
	q, err := countOutputs(d, m.degrees(), m.InteractionOnly)
	if err != nil {
		return model.Report{}, err
	}
	return m.Learnt(&PolynomialFeaturesFit{d, q}, model.Report{Status: run.Converged, Iterations: 1})
}

// Transform returns the products of the features of x.
func (m *PolynomialFeatures) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	f := m.Result
	if err := sample.Ready("PolynomialFeatures", f.Features, x); err != nil {
		return nil, err
	}
	work := &monomials{d: f.Features, coefficients: m.degrees(), plain: true, distinct: m.InteractionOnly}
	return work.transform(ctl, "PolynomialFeatures", f.Outputs, x)
}
