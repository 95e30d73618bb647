package linear

import (
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/lowrank"
	"maxmargin/core/model/reduction"
)

// LowRankSVCOptions are the options of LowRankSVC.
type LowRankSVCOptions struct {
	C                   float64     `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the losses: larger follows the training data more closely, smaller gives a wider margin."`
	Loss                string      `js:"loss" default:"hinge" losses:"margin" doc:"Cost of a slack: {losses}."`
	Kernel              kernel.Spec `js:"kernel"`
	lowrank.Choice      `js:"choice"`
	Tol                 float64 `js:"tol" default:"0.01" range:"(0,inf)" doc:"Sum of the largest violations of the optimality (KKT) conditions in both directions at which training ends; LIBLINEAR's rule."`
	FitIntercept        bool    `js:"fitIntercept" default:"true" doc:"Whether there is a bias."`
	InterceptScaling    float64 `js:"interceptScaling" default:"1" range:"(0,inf)" doc:"Value of the constant feature whose weight gives the bias: the larger, the weaker the penalty on the bias."`
	InterceptPenalty    bool    `js:"interceptPenalty" default:"true" doc:"Whether the bias is penalised like a weight, as in LIBLINEAR; false gives the bias of SVC; coordinate descent then takes more passes."`
	Study               `js:"study" group:"study"`
	WarmStart           bool              `js:"warmStart" default:"false" doc:"Start from the solution of the previous fit, to the same samples, such as that with another C. The features of the samples stay in memory after a fit, and the next one computes them only if X, the kernel, the landmarks or the seed are others. The model then keeps its dual coefficients."`
	MaxIter             float64           `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of passes over the samples, or of Newton steps, for each two-class problem; the best solution so far is kept."`
	MaxTime             float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit. The features are always computed; what is left is shared evenly by the two-class problems, and the best solution so far is kept."`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	Seed                int               `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of all random choices: the landmarks, the order in which samples are visited, and the folds that probabilities are learnt from."`
	calib.Probabilities `js:"probabilities"`
}

// Cost counts the samples, the features of each, and the landmarks.
func (o *LowRankSVCOptions) Cost() model.Cost { return lowRankCost(&o.Choice) }

// LowRankSVC is the support vector classifier for many samples: SVC with a kernel matrix of
// low rank, that of Nystroem's features Phi of some landmarks (package lowrank). For two
// classes, y_i = +1 or -1, it minimises
//
//	1/2 |w|^2 + 1/2 v^2 + sum of C_i l(1 - y_i (<w, Phi(x_i)> + s v))
//
// over w and the bias b = s v (s is interceptScaling; without its penalty the term 1/2 v^2 is
// absent) by the solvers of package primal, with a margin loss l and weights C_i as in LinearSVC,
// which after Nystroem gives the same. If all samples are landmarks, and the bias is not penalised,
// it is SVC. For k > 2 classes it is one-versus-rest.
//
// The features of all samples are computed once, block by block, and stored in float32 or in int16:
// n m 4 or n m 2 bytes for n samples and m landmarks. This takes n m kernel values and n m^2
// multiply-adds, and a pass n m multiply-adds. The result is a kernel expansion over the landmarks,
//
//	f(x) = sum_j a_j k(l_j, x) + b,  a = V diag(1 / sqrt lambda) w
//
// which takes m kernel values for each sample.
type LowRankSVC struct {
	LowRankSVCOptions
	model.KernelClassifierBase[*LowRankSVCFit]
	keeper
}

// LowRankSVCFit is the result of a fit of LowRankSVC. The support vectors are the landmarks.
type LowRankSVCFit struct {
	expansion.Classes
	LowRankFit
}

// NewLowRankSVC returns an unfitted classifier with default options.
func NewLowRankSVC(kernels model.KernelMaker) *LowRankSVC {
	s := &LowRankSVC{}
	s.Init("LowRankSVC", &s.LowRankSVCOptions, &s.Kernel, kernels, new(LowRankSVCFit))
	return s
}

// Divide returns the problems of the classes of a fit, over features that each program which
// solves some of them computes for itself.
func (s *LowRankSVC) Divide(t model.Training) (model.Division, error) {
	k, widths, p, err := s.problems(t)
	if err != nil {
		return nil, err
	}
	p.prepare = func(ctl *run.Ctl) error {
		low, err := newLowRank(ctl, t, lowRankWork{kernel: k, widths: widths, spec: s.Kernel, choice: &s.Choice, seed: s.Seed, samples: true})
		if err != nil {
			return err
		}
		if low.aborted {
			return run.ErrAborted
		}
		p.over(s.descent(), low.samples)
		p.landmarks = low.landmarks
		return nil
	}
	return p.divided(s.MaxTime, t.Start), nil
}

// problems returns the problems of a fit, without their features.
func (s *LowRankSVC) problems(t model.Training) (k kernel.Kernel, widths []float64, p *problems, err error) {
	if k, widths, err = beginLowRank(s, t); err != nil {
		return nil, nil, nil, err
	}
	cost, err := s.ClassWeight.Costs(s.C, t)
	if err != nil {
		return nil, nil, nil, err
	}
	p = newProblems(t, loss.New(s.Loss, loss.Parameters{}), cost)
	p.bias, p.gaps, p.duals = make([]float64, p.scheme.Count()), make([]float64, p.scheme.Count()), s.WarmStart
	return k, widths, p, nil
}

// Fit computes the features and solves a two-class problem, or one for each of more than two
// classes.
func (s *LowRankSVC) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, p, err := s.problems(t)
	if err != nil {
		return model.Report{}, err
	}
	var dual []float64
	var before *lowRank
	if start, ok := t.Start.(*LowRankSVC); ok && s.WarmStart {
		if dual, err = start.Result.startFor(t.X.Len()); err != nil {
			return model.Report{}, err
		}
		before = start.handOver()
	}
	landmarks, err := p.chosen()
	if err != nil {
		return model.Report{}, err
	}
	stages := ctl.Within(s.MaxTime).Stages(2)
	low, err := newLowRank(stages.Next(""), t, lowRankWork{kernel: k, widths: widths, spec: s.Kernel, choice: &s.Choice, seed: s.Seed,
		landmarks: landmarks, samples: !p.known(), keep: s.WarmStart, before: before})
	if err != nil {
		return model.Report{}, err
	}
	if low.aborted {
		return model.Report{Status: run.Aborted}, nil
	}
	p.over(s.descent(), low.samples)
	p.weights = make([]float64, p.scheme.Count()*low.features.Dim())
	if dual != nil {
		if err := p.descent.startFrom(t.X.Len(), dual); err != nil {
			return model.Report{}, err
		}
	}
	status, err := p.solve(stages.Next(""))
	if err != nil || status == run.Aborted {
		return model.Report{Status: status}, err
	}
	f := &LowRankSVCFit{Classes: expansion.Classes{Order: reduction.Ascending(t.Classes()), Functions: low.functions(p.weights, p.bias)}, LowRankFit: low.fit(p.descent, p.gaps)}
	if s.WarmStart {
		s.kept = low
	}
	return s.Learnt(f, low.report(p.descent, status))
}

// Gather takes the first chunk of samples. It determines the landmarks and the widths of the
// kernel.
func (s *LowRankSVC) Gather(ctl *run.Ctl, first model.Data) (model.Gathered, error) {
	return gatherLowRank(ctl, s, first, lowRankWork{spec: s.Kernel, choice: &s.Choice, seed: s.Seed})
}

func (s *LowRankSVC) descent() descentOptions {
	return descentOptions{tol: s.Tol, maxIter: s.MaxIter, shrinking: s.Shrinking, seed: s.Seed,
		bias: s.FitIntercept, scaling: s.InterceptScaling, penalty: s.InterceptPenalty, keep: s.WarmStart}
}

// LogOdds reports whether decision values are logarithms of odds.
func (s *LowRankSVC) LogOdds() bool { return loss.IsLogOdds(loss.New(s.Loss, loss.Parameters{})) }
