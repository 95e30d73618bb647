package linear

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/solve/primal"
)

// LinearSVROptions are the options of LinearSVR.
type LinearSVROptions struct {
	C                float64 `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the losses: larger follows the training data more closely, smaller gives smaller weights."`
	Epsilon          float64 `js:"epsilon" default:"0" range:"[0,inf)" unit:"of y" row:"sampleEpsilon" doc:"Half-width of the tube around the function within which a deviation costs nothing."`
	Loss             string  `js:"loss" default:"epsilonInsensitive" losses:"residual" doc:"Cost of an error beyond epsilon: {losses}."`
	Sigma            float64 `js:"sigma" default:"1" range:"(0,inf)" unit:"of y" doc:"Error from which on a loss is linear: {losses}."`
	Tol              float64 `js:"tol" default:"0.0001" range:"(0,inf)" doc:"Sum of the largest violations of the optimality (KKT) conditions in both directions at which training ends, in units of y."`
	FitIntercept     bool    `js:"fitIntercept" default:"true" doc:"Whether there is a bias."`
	InterceptScaling float64 `js:"interceptScaling" default:"1" range:"(0,inf)" doc:"Value of the constant feature whose weight gives the bias: the larger, the weaker the penalty on the bias."`
	InterceptPenalty bool    `js:"interceptPenalty" default:"true" doc:"Whether the bias is penalised like a weight, as in LIBLINEAR; false gives the bias of SVR; coordinate descent then takes more passes."`
	Study            `js:"study" group:"study"`
	MaxIter          float64 `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of passes over the samples, or of Newton steps; the best solution so far is kept."`
	MaxTime          float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the best solution so far is kept."`
	Seed             int     `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of the order in which samples are visited."`
	WarmStart        bool    `js:"warmStart" default:"false" doc:"Start from the solution of the previous fit, to the same samples. The model then keeps its dual coefficients."`
}

// Cost counts the samples, the state of each and the weights.
func (o *LinearSVROptions) Cost() model.Cost {
	output := int64(8) // bytes of a function's problem for each sample
	if o.WarmStart {
		output += 3 * 8 // its dual coefficients, and their copies in the model's bytes
	}
	return model.PrimalCost(224, output, 6*8)
}

// LinearSVR is linear support vector regression with a residual loss l of package loss. It
// minimises
//
//	1/2 |w|^2 + 1/2 v^2 + sum of C_i l(|y_i - <w, x_i> - s v| - eps_i)
//
// over w and the bias b = s v (s is interceptScaling; without its penalty the term 1/2 v^2 is
// absent), where C_i is C times the weight of the sample (Ho and Lin 2012). A pass takes time
// proportional to the entries of X, a Newton step as much as some passes; primal.Solvers chooses
// between the two.
type LinearSVR struct {
	LinearSVROptions
	model.Base[*LinearSVRFit]
}

// LinearSVRFit is the result of a fit of LinearSVR.
type LinearSVRFit struct {
	Samples  int `field:"samples" dim:"n" range:"[1,2147483647]"`
	Features int `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	primal.Functions
	DescentFit
}

// NewLinearSVR returns an unfitted regressor with default options.
func NewLinearSVR() *LinearSVR {
	s := &LinearSVR{}
	s.Init(&s.LinearSVROptions, new(LinearSVRFit), (*LinearSVRFit).check)
	return s
}

// check returns an error unless the parts of a result from a model file go together.
func (f *LinearSVRFit) check() error {
	if len(f.Bias) != 1 {
		return fault.New(fault.Format, "bytes", "the model has %d linear functions, not one", len(f.Bias))
	}
	return f.checkDual(f.Samples)
}

// Fit solves the problem.
func (s *LinearSVR) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(s, t); err != nil {
		return model.Report{}, err
	}
	samples, err := primal.NewSamples(t.X)
	if err != nil {
		return model.Report{}, err
	}
	problem, err := residualProblem(t, s.C, s.Epsilon, s.Loss, s.Sigma)
	if err != nil {
		return model.Report{}, err
	}
	problem.X = samples
	descent := newDescent(s.descent(), samples.N, 1)
	if start, ok := t.Start.(*LinearSVR); ok {
		if err := descent.startFrom(start.Result.Samples, start.Result.Dual); err != nil {
			return model.Report{}, err
		}
	}
	r, status := descent.solve(ctl.Within(s.MaxTime), problem, 0)
	descent.record(r)
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	f := &LinearSVRFit{Samples: t.X.Len(), Features: t.X.Dim(),
		Functions: primal.Functions{Weights: r.Weights, Bias: []float64{r.Bias}}, DescentFit: descent.fit}
	report := descent.report(status)
	if s.Loss == "epsilonInsensitive" {
		report.Notes = append(report.Notes, model.OutOfReach(s.C, r.Dual, problem.Above, t.Values(), func() []float64 {
			values := make([]float64, t.X.Len())
			if err := f.Each(ctl.Finishing(), t.X, func(i int, value []float64) { values[i] = value[0] }); err != nil {
				return nil // it was aborted
			}
			return values
		})...)
	}
	if ctl.Ended() == run.Aborted {
		return model.Report{Status: run.Aborted}, nil
	}
	return s.Learnt(f, report)
}

// residualProblem returns the problem of a regression, but for its samples.
func residualProblem(t model.Training, c, epsilon float64, name string, sigma float64) (primal.Problem, error) {
	p, positive, err := residuals(t, c, epsilon, name, sigma)
	if err == nil && !positive {
		err = noWeight()
	}
	return p, err
}

// residuals is residualProblem for some of the samples, which may all have the weight zero; positive
// says that one has not.
func residuals(t model.Training, c, epsilon float64, name string, sigma float64) (p primal.Problem, positive bool, err error) {
	n := len(t.Values())
	cost := make([]float64, n)
	p = primal.Problem{Loss: loss.New(name, loss.Parameters{Sigma: sigma}), Target: t.Values(), Insensitive: make([]float64, n), Above: cost, Below: cost}
	for i := range cost {
		p.Insensitive[i], cost[i] = t.Row("sampleEpsilon", epsilon, i), c*model.WeightAt(t.Weight, i)
		positive = positive || cost[i] > 0
		if !(cost[i] <= math.MaxFloat64) {
			return p, false, fault.New(fault.Weight, "sampleWeight", "C times the weight of row %d overflows; scale the weights down", i).With("row", i)
		}
	}
	return p, positive, nil
}

func noWeight() error {
	return fault.New(fault.Weight, "sampleWeight", "every sample has weight zero; give one a weight")
}

func (s *LinearSVR) descent() descentOptions {
	return descentOptions{tol: s.Tol, maxIter: s.MaxIter, shrinking: s.Shrinking, seed: s.Seed,
		bias: s.FitIntercept, scaling: s.InterceptScaling, penalty: s.InterceptPenalty, keep: s.WarmStart}
}

// Predict returns the value of the function for every sample of x.
func (s *LinearSVR) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	if err := sample.Ready("LinearSVR", s.Result.Features, x); err != nil {
		return nil, err
	}
	predicted := make([]float64, x.Len())
	err := s.Result.Each(ctl, x, func(i int, values []float64) { predicted[i] = values[0] })
	if err != nil {
		return nil, err
	}
	return predicted, nil
}
