package linear

import (
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/lowrank"
)

// LowRankSVROptions are the options of LowRankSVR.
type LowRankSVROptions struct {
	C                float64     `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the losses: larger follows the training data more closely, smaller gives a flatter function."`
	Epsilon          float64     `js:"epsilon" default:"0.1" range:"[0,inf)" unit:"of y" row:"sampleEpsilon" doc:"Half-width of the tube around the function within which a deviation costs nothing."`
	Loss             string      `js:"loss" default:"epsilonInsensitive" losses:"residual" doc:"Cost of an error beyond epsilon: {losses}."`
	Sigma            float64     `js:"sigma" default:"1" range:"(0,inf)" unit:"of y" doc:"Error from which on a loss is linear: {losses}."`
	Kernel           kernel.Spec `js:"kernel"`
	lowrank.Choice   `js:"choice"`
	Tol              float64 `js:"tol" default:"0.01" range:"(0,inf)" doc:"Sum of the largest violations of the optimality (KKT) conditions in both directions at which training ends, in units of y."`
	FitIntercept     bool    `js:"fitIntercept" default:"true" doc:"Whether there is a bias."`
	InterceptScaling float64 `js:"interceptScaling" default:"1" range:"(0,inf)" doc:"Value of the constant feature whose weight gives the bias: the larger, the weaker the penalty on the bias."`
	InterceptPenalty bool    `js:"interceptPenalty" default:"true" doc:"Whether the bias is penalised like a weight, as in LIBLINEAR; false gives the bias of SVR; coordinate descent then takes more passes."`
	Study            `js:"study" group:"study"`
	WarmStart        bool    `js:"warmStart" default:"false" doc:"Start from the solution of the previous fit, to the same samples, such as that with another C. The features of the samples stay in memory after a fit, and the next one computes them only if X, the kernel, the landmarks or the seed are others. The model then keeps its dual coefficients."`
	MaxIter          float64 `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of passes over the samples, or of Newton steps; the best solution so far is kept."`
	MaxTime          float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit. The features are always computed; the best solution so far is kept."`
	Seed             int     `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of all random choices: the landmarks, and the order in which samples are visited."`
}

// Cost counts the samples, the features of each, and the landmarks.
func (o *LowRankSVROptions) Cost() model.Cost { return lowRankCost(&o.Choice) }

// LowRankSVR is support vector regression for many samples: SVR with a kernel matrix of low rank,
// as in LowRankSVC. It minimises
//
//	1/2 |w|^2 + 1/2 v^2 + sum of C_i l(|y_i - <w, Phi(x_i)> - s v| - eps_i)
//
// with a residual loss l and weights C_i as in LinearSVR, which after Nystroem gives the same.
type LowRankSVR struct {
	LowRankSVROptions
	model.KernelBase[*LowRankSVRFit]
	keeper
}

// LowRankSVRFit is the result of a fit of LowRankSVR. The support vectors are the landmarks.
type LowRankSVRFit struct {
	expansion.Function
	LowRankFit
}

// NewLowRankSVR returns an unfitted regressor with default options.
func NewLowRankSVR(kernels model.KernelMaker) *LowRankSVR {
	s := &LowRankSVR{}
	s.Init(&s.LowRankSVROptions, &s.Kernel, kernels, new(LowRankSVRFit))
	return s
}

// Fit computes the features and solves the problem.
func (s *LowRankSVR) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := beginLowRank(s, t)
	if err != nil {
		return model.Report{}, err
	}
	problem, err := residualProblem(t, s.C, s.Epsilon, s.Loss, s.Sigma)
	if err != nil {
		return model.Report{}, err
	}
	var dual []float64
	var before *lowRank
	if start, ok := t.Start.(*LowRankSVR); ok && s.WarmStart {
		if dual, err = start.Result.startFor(t.X.Len()); err != nil {
			return model.Report{}, err
		}
		before = start.handOver()
	}
	stages := ctl.Within(s.MaxTime).Stages(2)
	low, err := newLowRank(stages.Next(""), t, lowRankWork{kernel: k, widths: widths, spec: s.Kernel, choice: &s.Choice, seed: s.Seed, samples: true, keep: s.WarmStart, before: before})
	if err != nil {
		return model.Report{}, err
	}
	if low.aborted {
		return model.Report{Status: run.Aborted}, nil
	}
	problem.X = low.samples
	descent := newDescent(s.descent(), t.X.Len(), 1)
	if dual != nil {
		if err := descent.startFrom(t.X.Len(), dual); err != nil {
			return model.Report{}, err
		}
	}
	r, status := descent.solve(stages.Next(""), problem, 0)
	descent.record(r)
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	f := &LowRankSVRFit{LowRankFit: low.fit(descent, []float64{descent.posed(problem).DualityGap(r)})}
	all := low.functions(r.Weights, []float64{r.Bias})
	f.Function = expansion.Function{Support: all.Support, Coef: all.Coef, Intercept: r.Bias}
	report := low.report(descent, status)
	if s.Loss == "epsilonInsensitive" {
		report.Notes = append(report.Notes, model.OutOfReach(s.C, r.Dual, problem.Above, t.Values(), func() []float64 {
			values := make([]float64, low.samples.N)
			for i := range values {
				values[i] = low.samples.Dot(i, r.Weights) + r.Bias
			}
			return values
		})...)
	}
	if s.WarmStart {
		s.kept = low
	}
	return s.Learnt(f, report)
}

// Gather takes the first chunk of samples. It determines the landmarks and the widths of the
// kernel.
func (s *LowRankSVR) Gather(ctl *run.Ctl, first model.Data) (model.Gathered, error) {
	return gatherLowRank(ctl, s, first, lowRankWork{spec: s.Kernel, choice: &s.Choice, seed: s.Seed})
}

func (s *LowRankSVR) descent() descentOptions {
	return descentOptions{tol: s.Tol, maxIter: s.MaxIter, shrinking: s.Shrinking, seed: s.Seed,
		bias: s.FitIntercept, scaling: s.InterceptScaling, penalty: s.InterceptPenalty, keep: s.WarmStart}
}

// Predict returns the value of the function for every sample of x.
func (s *LowRankSVR) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return s.Result.Evaluate(ctl, "LowRankSVR", x)
}
