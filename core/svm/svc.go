// Package svm holds the support vector machines that are quadratic programs in
// their dual variables.
package svm

import (
	"fmt"
	"math"

	"maxmargin/core/calib"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/qp"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// SVCOptions are the options of SVC.
type SVCOptions struct {
	C                     float64 `js:"C" default:"1" range:"(0,inf]" doc:"Penalty on the slacks: larger follows the training data more closely, smaller gives a wider margin. Infinity allows no slack: the hard margin."`
	Loss                  string  `js:"loss" default:"hinge" choices:"hinge,squared_hinge,mixed" doc:"What a slack costs: its size (the 1-norm soft margin), its square (the 2-norm soft margin), or both ('mixed', see squaredC)."`
	Mixture               `js:"mixture"`
	NormBound             float64     `js:"normBound" default:"inf" range:"(0,inf]" doc:"Bound on |w|, in place of C: the slacks are made small among the functions of no larger norm (Ivanov's form). C has no say then, and effectiveC is the C that leads to the same function."`
	Slacks                string      `js:"slacks" default:"nonnegative" choices:"nonnegative,free" doc:"Whether slacks are at least 0. With a normBound they may be free, so that what is beyond the margin counts too: the machine of the largest average margin. That needs the loss 'hinge' and fitIntercept false."`
	FitIntercept          bool        `js:"fitIntercept" default:"true" doc:"Whether the decision function has a constant; without one the hyperplane goes through the origin of the feature space."`
	Kernel                kernel.Spec `js:"kernel"`
	Solving               `js:"solving"`
	ClassWeight           model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	MultiClass            string            `js:"multiClass" default:"ovo" choices:"ovo,ovr,dag" doc:"How more than two classes are told apart: a machine for each pair of classes and a vote ('ovo'), one for each class against all others ('ovr'), or one for each pair and a knock-out among the classes ('dag')."`
	DecisionFunctionShape string            `js:"decisionFunctionShape" default:"ovr" choices:"ovr,ovo" doc:"Decision values for more than two classes: one per class ('ovr') or, unless multiClass is 'ovr', one per pair ('ovo')."`
	calib.Probabilities   `js:"probabilities"`
}

// SVC is the support vector classifier with a margin. For two classes, y_i = +1
// or -1, and slacks e_i = max(0, 1 - y_i f(x_i)) it minimises, for the hinge loss
// and for its square,
//
//	1/2 |w|^2 + sum C_i e_i,   1/2 |w|^2 + sum C_i e_i^2
//
// or the sum of both (see squares), through the duals (Cristianini & Shawe-Taylor, Propositions 6.12 and 6.11, whose
// C is twice this one for the squared loss)
//
//	maximise   sum a_i - 1/2 sum a_i a_j y_i y_j k(x_i, x_j) - 1/4 sum a_i^2 / C_i
//	subject to sum a_i y_i = 0, a_i >= 0
//
// where the hinge loss has the bounds a_i <= C_i and not the last term, which
// weights the diagonal of the kernel matrix, of each class by its own amount when
// there are class weights. C_i is C times the weight of the sample and that of its
// class. C = Infinity has neither: the hard margin (Proposition 6.6). Without an
// intercept the equality goes. The objective of a report is minus the dual's. With a
// bound on |w| it is another form of the same machine; see bounded.
//
// It decides by the sign of f(x) = sum a_i y_i k(x_i, x) + b. For k classes see
// package multi.
//
// Training takes between O(n^2 d) and O(n^3) operations, a prediction O(m (d+k)).
type SVC struct {
	SVCOptions
	kernels model.KernelMaker
	fit     SVCFit
}

// SVCFit is what a fit of SVC leaves behind.
type SVCFit struct {
	Decisions
	C []float64 `field:"pair.C" shape:"e" js:"effectiveC" doc:"With a normBound, the C that leads to the same function, for each pair of classes, or each class."`
}

// NewSVC returns an unfitted classifier with default options.
func NewSVC(kernels model.KernelMaker) *SVC {
	s := &SVC{kernels: kernels}
	model.SetDefaults(&s.SVCOptions)
	return s
}

// CFromLambda returns the C of SVC for n samples that solves regularised loss
// minimisation with the parameter lambda,
//
//	minimise lambda |w|^2 + 1/n sum e_i   or   lambda |w|^2 + 1/n sum e_i^2
//
// (Shalev-Shwartz & Ben-David, Soft-SVM, (15.4)): 1/(2 lambda n). SVR's C is the
// same function of it. Where the first term is lambda/2 |w|^2, as Smola and
// Schoelkopf have it, lambda is twice as large.
func CFromLambda(lambda float64, n int) float64 { return 1 / (2 * lambda * float64(n)) }

// Options returns a pointer to the options.
func (s *SVC) Options() any { return &s.SVCOptions }

// Fitted returns a pointer to what the last fit left behind.
func (s *SVC) Fitted() any { return &s.fit }

// Restore takes over a fit that was read from a model file.
func (s *SVC) Restore(fitted any) error {
	f := fitted.(*SVCFit)
	if err := f.restore(s.kernels, s.Kernel); err != nil {
		return err
	}
	s.fit = *f
	return nil
}

// Decision returns, for every sample of x, the decision value of the pair when
// there are two classes (positive means class 1), one for each pair of classes
// ("ovo") or one for each class ("ovr"); see package multi.
func (s *SVC) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	if shape == "" {
		shape = s.DecisionFunctionShape
	}
	return s.fit.decision(ctl, x, shape, "SVC")
}

// Predict returns the class that the problems elect for every sample of x, as
// multiClass says.
func (s *SVC) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return s.fit.predict(ctl, x, s.MultiClass, "SVC")
}

// Fit solves the two-class problems.
func (s *SVC) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(s.SVCOptions); err != nil {
		return model.Report{}, err
	}
	d, err := newDual(s.kernels, s.Kernel, s.Solving, t)
	if err != nil {
		return model.Report{}, err
	}
	c, limited := s.C, !math.IsInf(s.NormBound, 1)
	if limited {
		c = 1
	}
	if err := s.checkBound(limited); err != nil {
		return model.Report{}, err
	}
	upper, err := s.ClassWeight.Costs(c, t)
	if err != nil {
		return model.Report{}, err
	}
	p := newProblems(d, t, upper, s.MultiClass)
	if from, ok := t.Start.(*SVC); ok && !limited {
		if err := p.from(&from.fit.Decisions); err != nil {
			return model.Report{}, err
		}
		if s.Loss == "hinge" && from.Loss == "hinge" {
			p.reach = s.C / from.C
		}
	}
	inseparable := 0
	fit := SVCFit{}
	p.pose = s.pose(d, c)
	if limited {
		fit.C = make([]float64, p.scheme.Count())
		p.pose = func(*qp.Problem, *qp.Settings) {}
		p.find = func(ctl *run.Ctl, number int, p qp.Problem, settings qp.Settings) (r qp.Result, err error) {
			b := bounded{svc: s, dual: d, problem: p, settings: settings}
			r, fit.C[number], err = b.solve(ctl)
			return r, err
		}
	}
	p.read = func(_ int, posed *qp.Problem, r *qp.Result) float64 {
		r.Alpha = joined(r.Alpha, posed.K.Len())
		if r.Status == run.Infeasible || r.Status == run.IterationLimit && math.IsInf(c, 1) {
			inseparable++
		}
		if len(r.Level) == 0 {
			return 0
		}
		return -r.Level[0]
	}
	decisions, status, err := p.solve(ctl)
	if err != nil || status == run.Aborted {
		return model.Report{Status: status}, err
	}
	report, err := decisions.report(status)
	if err != nil {
		return model.Report{}, err
	}
	if inseparable > 0 {
		report.Notes = append(report.Notes, model.Note{Code: "WARN_NOT_SEPARABLE", Message: fmt.Sprintf(
			"the classes of %d of %d two-class problems cannot be separated without slack (or only by a margin of less than %g of the radius of the data), which C = Infinity asks for. Lower C, or choose a kernel with more freedom",
			inseparable, len(decisions.Gaps), narrowest)})
	}
	fit.Decisions = decisions
	s.fit = fit
	return report, nil
}

// pose returns what completes the problem of a pair, all linear terms being -1, with
// bounds that are c times the weights.
func (s *SVC) pose(d *dual, c float64) func(p *qp.Problem, settings *qp.Settings) {
	hard, ceiling := math.IsInf(c, 1), d.ceiling(1)
	return func(p *qp.Problem, settings *qp.Settings) {
		for i := range p.Linear {
			p.Linear[i] = -1
		}
		if hard {
			withoutSlack(settings, ceiling, len(p.Linear))
		}
		split := squares(p, s.Loss, c, s.SquaredC)
		if p.Start != nil {
			p.Start = split(p.Start, p.Upper)
			clip(p.Start, p.Upper)
		}
		if s.FitIntercept {
			if p.Start != nil {
				balance(p.Start, p.Sign)
			}
			return
		}
		p.Group = make([]int, len(p.Linear))
		for i := range p.Group {
			p.Group[i] = -1
		}
	}
}

var _ model.Classifier = (*SVC)(nil)
