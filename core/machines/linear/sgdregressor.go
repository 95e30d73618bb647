package linear

import (
	"fmt"
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/solve/primal"
)

// Eta is the option eta0 of SGDRegressor: a number, or a rule.
type Eta struct {
	Name  string  `js:"name"`
	Value float64 `js:"value"`
}

// SGDRegressorOptions are the options of SGDRegressor.
type SGDRegressorOptions struct {
	Loss         string  `js:"loss" default:"gaussian" losses:"residual" doc:"Cost of an error beyond epsilon: {losses}. 'gaussian' gives Widrow and Hoff's rule."`
	Epsilon      float64 `js:"epsilon" default:"0" range:"[0,inf)" unit:"of y" doc:"Half-width of the tube around the function within which a deviation costs nothing."`
	Sigma        float64 `js:"sigma" default:"1" range:"(0,inf)" unit:"of y" doc:"Error from which on a loss is linear: {losses}."`
	Alpha        float64 `js:"alpha" default:"0" range:"[0,inf)" doc:"Factor lambda of the term 1/2 |w|^2, which is added to the mean loss. Ridge has the same function where its alpha is lambda times the number of samples."`
	Form         string  `js:"form" default:"primal" choices:"primal,dual" doc:"What a step changes: the weights ('primal'), or the coefficient of its sample in them ('dual'), which is kept as dualCoef. Where alpha is 0 the function is the same."`
	LearningRate string  `js:"learningRate" default:"constant" choices:"constant,sqrt" doc:"Length of step t: eta0 ('constant'), or eta0 / sqrt(t) ('sqrt'), which is B/(rho sqrt(t)) for eta0 = B/rho."`
	Eta0         Eta     `js:"eta0" default:"auto" choices:"auto" range:"(0,inf)" doc:"Length of the first step. 'auto' gives 1/(|x|^2 + 1) for the longest sample, with which a step never increases an error; from twice of that on learning may diverge."`
	MaxIter      float64 `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of passes over the samples."`
	MaxTime      float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the function so far is kept."`
	Tol          float64 `js:"tol" default:"0.001" range:"[0,inf)" doc:"Training has converged when twice as many passes change the objective by at most this share, down or up; with 0 only maxIter and maxTime end it. The reported gap is the last such change."`
	Average      bool    `js:"average" default:"false" doc:"Whether the result is the mean of the functions after all steps, or the last function."`
	FitIntercept bool    `js:"fitIntercept" default:"true" doc:"Whether there is a constant, which is not penalised."`
	Shuffle      bool    `js:"shuffle" default:"false" doc:"Visit the samples in a new random order in every pass, not in the given order."`
	Seed         int     `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of the order of the samples."`
}

// Cost counts the samples, the data of each, and the weights with the sums behind them.
func (*SGDRegressorOptions) Cost() model.Cost { return model.PrimalCost(128, 0, 24*8) }

// SGDRegressor is linear regression by stochastic gradient descent: it corrects the function after
// each sample; see primal.Correction. Its objective is
//
//	lambda/2 |w|^2 + mean of l(|y_i - <w, x_i> - b| - epsilon)
//
// With steps of one length it approaches the minimum up to a distance that grows with eta0. For the
// loss 'gaussian' a step of eta for the sample x multiplies its error by 1 - eta (|x|^2 + 1), so
// errors can grow without bound if eta is at least 2/(|x|^2 + 1); a fit says so.
//
// Update takes its samples once, in order.
type SGDRegressor struct {
	SGDRegressorOptions
	model.Base[*SGDRegressorFit]
}

// SGDRegressorFit is the result of a fit of SGDRegressor.
type SGDRegressorFit struct {
	Features int `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	primal.Functions
	Steps    int       `field:"steps" js:"nSteps" doc:"Number of samples visited so far."`
	Eta      float64   `field:"eta" js:"eta" doc:"Length of the first step: what eta0 was resolved to."`
	Limit    float64   `field:"eta.limit" js:"etaLimit" doc:"Length of steps from which on the loss 'gaussian' may diverge: 2/(|x|^2 + 1) for the longest sample, without a constant 2/|x|^2."`
	Rate     string    `field:"steps.rate"`
	State    []float64 `field:"steps.state" shape:"g"` // Scale, Sum, Bias and BiasSum of the Correction
	Theta    []float64 `field:"steps.theta" shape:"d"`
	Weighted []float64 `field:"steps.weighted" shape:"d"`
	Coef     []float64 `field:"dual.coef" shape:"r" js:"dualCoef" doc:"In dual form the coefficients of all samples seen, of which the last weights are the sum. Empty in primal form."`
	Curve
}

// NewSGDRegressor returns an unfitted regressor with default options.
func NewSGDRegressor() *SGDRegressor {
	s := &SGDRegressor{}
	s.Init(&s.SGDRegressorOptions, new(SGDRegressorFit), (*SGDRegressorFit).check)
	return s
}

// check returns an error unless the parts of a result from a model file go together.
func (f *SGDRegressorFit) check() error {
	if len(f.Bias) != 1 || len(f.State) != 4 {
		return fault.New(fault.Format, "bytes", "the model has %d linear functions and %d numbers of its steps, expected 1 and 4", len(f.Bias), len(f.State))
	}
	return nil
}

// corrections is the function of a SGDRegressor during the descent.
type corrections struct {
	primal.Correction
	x       *primal.Samples
	target  []float64
	weight  []float64
	average bool
}

func (c *corrections) step(i int, weight float64) {
	if weight > 0 {
		c.Step(c.x, i, c.target[i], weight)
	}
}

func (c *corrections) taken() int { return c.Steps }

func (c *corrections) objective() float64 {
	w := make([]float64, c.x.D)
	return c.Objective(c.x, w, c.output(w), c.target, c.weight)
}

// output writes the weights that the options ask for into w, and returns the constant.
func (c *corrections) output(w []float64) float64 {
	if c.average {
		return c.Mean(w)
	}
	return c.Last(w)
}

// Fit learns from t anew.
func (s *SGDRegressor) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(s, t); err != nil {
		return model.Report{}, err
	}
	if _, _, _, err := model.Positive(t.Weight, t.X.Len()); err != nil {
		return model.Report{}, err
	}
	return s.learn(t, &SGDRegressorFit{Features: t.X.Dim()}, func(p *sgdPass) run.Status {
		limited := ctl.Within(s.MaxTime)
		if !s.Shuffle {
			return p.fit(limited, p.inOrder)
		}
		order, stream := make([]int32, p.n), rng.New(uint64(s.Seed))
		for i := range order {
			order[i] = int32(i)
		}
		return p.fit(limited, func(ctl *run.Ctl) run.Status {
			stream.Shuffle(order)
			return p.inOrderOf(ctl, order)
		})
	})
}

// Update takes the samples of t once, in order, and continues the fit.
func (s *SGDRegressor) Update(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(s, t); err != nil {
		return model.Report{}, err
	}
	before := s.Result
	if before.Features == 0 {
		before = &SGDRegressorFit{Features: t.X.Dim()}
	} else if err := sample.Ready("SGDRegressor", before.Features, t.X); err != nil {
		return model.Report{}, err
	}
	if before.Steps > 0 && before.Rate != s.LearningRate {
		return model.Report{}, fault.New(fault.Option, "learningRate", "this machine has learnt with learningRate '%s' so far, and cannot go on with '%s'; set it back, or fit anew", before.Rate, s.LearningRate)
	}
	if _, _, _, err := model.Positive(t.Weight, t.X.Len()); err != nil {
		return model.Report{}, err
	}
	return s.learn(t, before, func(p *sgdPass) run.Status { return p.update(ctl) })
}

// learn continues from before and sets the result of the machine.
func (s *SGDRegressor) learn(t model.Training, before *SGDRegressorFit, work func(p *sgdPass) run.Status) (model.Report, error) {
	samples, err := primal.NewSamples(t.X)
	if err != nil {
		return model.Report{}, err
	}
	c := &corrections{x: samples, target: t.Values(), weight: t.Weight, average: s.Average}
	notes, err := s.pose(&c.Correction, before, samples)
	if err != nil {
		return model.Report{}, err
	}
	f := &SGDRegressorFit{Features: before.Features, Curve: before.Curve, Rate: s.LearningRate, Eta: c.Eta, Limit: limit(samples, c.Constant)}
	p := &sgdPass{descents: c, n: samples.N, stride: samples.Stride, maxIter: s.MaxIter, tol: s.Tol, weight: t.Weight, curve: &f.Curve}
	status := work(p)
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	f.Weights = make([]float64, f.Features)
	f.Bias = []float64{c.output(f.Weights)}
	f.Steps, f.Theta, f.Weighted, f.State = c.Steps, c.Theta, c.Weighted, []float64{c.Scale, c.Sum, c.Bias, c.BiasSum}
	if c.Dual != nil {
		f.Coef = slices.Concat(before.Coef, c.Dual)
	}
	if primal.Finite(f.Weights, f.Bias, f.Theta, f.Weighted, f.State, f.CurveObjective) != nil {
		return model.Report{}, fault.New(fault.Numeric, "eta0", "learning has diverged: with eta0 = %.4g the errors grew until they overflowed. Take an eta0 below %.4g, or scale the features", f.Eta, f.Limit).
			With("limit", f.Limit)
	}
	return s.Learnt(f, model.Report{Status: status, Iterations: p.passes, Objective: f.CurveObjective[len(f.CurveObjective)-1], Gap: p.change, Notes: notes})
}

// limit returns the length of steps from which on errors can grow.
func limit(x *primal.Samples, constant float64) float64 {
	return min(math.MaxFloat64, 2/(slices.Max(x.Norm)+constant))
}

// pose sets the options and the state of c, and returns warnings about the steps.
func (s *SGDRegressor) pose(c *primal.Correction, before *SGDRegressorFit, x *primal.Samples) ([]model.Note, error) {
	c.Loss, c.Epsilon, c.Lambda, c.Rate, c.Scale = loss.New(s.Loss, loss.Parameters{Sigma: s.Sigma}), s.Epsilon, s.Alpha, s.LearningRate, 1
	if s.FitIntercept {
		c.Constant = 1
	}
	most := limit(x, c.Constant)
	c.Eta = s.Eta0.Value
	if s.Eta0.Name == "auto" {
		c.Eta = most / 2
		if s.Alpha > 0 {
			c.Eta = 1 / (2/most + s.Alpha*float64(x.N))
		}
	}
	if s.Form == "dual" {
		c.Dual = make([]float64, x.N)
	} else if c.Eta*s.Alpha >= 1 {
		return nil, fault.New(fault.Option, "eta0", "a step of eta0 = %v times alpha = %v takes all of the weights away; eta0 must be below 1/alpha", c.Eta, s.Alpha)
	}
	c.Theta, c.Weighted = make([]float64, x.D), make([]float64, x.D)
	if before.Steps > 0 {
		copy(c.Theta, before.Theta)
		copy(c.Weighted, before.Weighted)
		c.Steps, c.Scale, c.Sum, c.Bias, c.BiasSum = before.Steps, before.State[0], before.State[1], before.State[2], before.State[3]
	}
	if s.Loss == "gaussian" && c.Eta >= most {
		return []model.Note{{Code: "WARN_STEP_LENGTH", Message: fmt.Sprintf("eta0 = %.4g is not below %.4g, which is 2/(|x|^2 + 1) for the longest sample: a step can increase an error, and learning may diverge. Take a smaller eta0, or scale the features", c.Eta, most)}}, nil
	}
	return nil, nil
}

// Predict returns <w, x> + b for every sample of x.
func (s *SGDRegressor) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	if err := sample.Ready("SGDRegressor", s.Result.Features, x); err != nil {
		return nil, err
	}
	predicted := make([]float64, x.Len())
	if err := s.Result.Each(ctl, x, func(i int, values []float64) { predicted[i] = values[0] }); err != nil {
		return nil, err
	}
	return predicted, nil
}
