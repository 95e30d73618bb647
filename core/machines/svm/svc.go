// Package svm holds the support vector machines that are quadratic programs in
// their dual variables.
package svm

import (
	"fmt"
	"math"

	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/reduction"
	"maxmargin/core/solve/qp"
)

// SVCOptions are the options of SVC.
type SVCOptions struct {
	C                   float64 `js:"C" default:"1" range:"(0,inf]" doc:"Penalty on the slacks: larger follows the training data more closely, smaller gives a wider margin. Infinity allows no slack: the hard margin."`
	Loss                string  `js:"loss" default:"hinge" losses:"margin,quadratic" doc:"Cost of a slack: {losses}. With 'hinge' this is the 1-norm soft margin, with 'squaredHinge' the 2-norm soft margin."`
	Mixture             `js:"mixture"`
	NormBound           float64     `js:"normBound" group:"study" default:"inf" range:"(0,inf]" doc:"Bound on |w| that replaces C (Ivanov's form): the fit minimises the slacks among the functions with |w| up to this bound. C then has no effect; effectiveC is the C with the same solution."`
	Slacks              string      `js:"slacks" group:"study" default:"nonnegative" choices:"nonnegative,free" doc:"Whether slacks are at least 0. With a normBound they may be 'free', so that samples beyond the margin count too: the machine of the largest average margin. This needs the loss 'hinge' and fitIntercept false."`
	FitIntercept        bool        `js:"fitIntercept" default:"true" doc:"Whether the decision function has a constant; without one the hyperplane goes through the origin of the feature space."`
	Kernel              kernel.Spec `js:"kernel"`
	Solving             `js:"solving"`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	reduction.Option    `js:"scheme"`
	calib.Probabilities `js:"probabilities"`
}

// SVC is the support vector classifier with a margin. For two classes, y_i = +1
// or -1, and slacks e_i = max(0, 1 - y_i f(x_i)) it minimises, for the hinge loss
// and for its square,
//
//	1/2 |w|^2 + sum C_i e_i,   1/2 |w|^2 + sum C_i e_i^2
//
// or another loss of package loss (see impose), through the duals (Cristianini & Shawe-Taylor,
// Propositions 6.12 and 6.11, whose C is twice this one for the squared loss)
//
//	maximise   sum a_i - 1/2 sum a_i a_j y_i y_j k(x_i, x_j) - 1/4 sum a_i^2 / C_i
//	subject to sum a_i y_i = 0, a_i >= 0
//
// The hinge loss has the bounds a_i <= C_i and not the last term; for the squared hinge loss this
// term adds 1/(2 C_i) to the diagonal of the kernel matrix. C_i is C times the weight of the sample
// and that of its class. C = Infinity has neither: the hard margin (Proposition 6.6). Without an
// intercept there is no equality constraint. The objective of a report is minus the dual's. With a
// bound on |w| it is another form of the same machine; see bounded.
//
// It decides by the sign of f(x) = sum a_i y_i k(x_i, x) + b. For k classes see
// package reduction.
//
// Training takes between O(n^2 d) and O(n^3) operations, a prediction O(m (d+k)).
type SVC struct {
	SVCOptions
	expansion.VotingBase[*SVCFit]
}

// SVCFit is the result of a fit of SVC.
type SVCFit struct {
	Decisions
	C []float64 `field:"pair.C" shape:"e" absent:"" js:"effectiveC" doc:"With a normBound, the C with the same solution, for each pair of classes, or each class."`
}

// NewSVC returns an unfitted classifier with default options.
func NewSVC(kernels model.KernelMaker) *SVC {
	s := &SVC{}
	s.Init("SVC", &s.SVCOptions, &s.Option, &s.Kernel, kernels, new(SVCFit))
	return s
}

// loss returns the loss of a slack for a finite C.
func (s *SVC) loss() loss.Loss { return loss.New(s.Loss, loss.Parameters{Ratio: s.SquaredC / s.C}) }

// problems prepares the two-class problems of a fit, whose results will be in fit.
func (s *SVC) problems(t model.Training, fit *SVCFit) (*problems, error) {
	d, err := newDual(s, s.KernelFor, s.Solving, t)
	if err != nil {
		return nil, err
	}
	c, limited := s.C, !math.IsInf(s.NormBound, 1)
	if limited {
		c = 1
	}
	if err := s.checkBound(limited); err != nil {
		return nil, err
	}
	upper, err := s.ClassWeight.Costs(c, t)
	if err != nil {
		return nil, err
	}
	p := newProblems(d, t, upper, s.MultiClass)
	if from, ok := t.Start.(*SVC); ok && !limited {
		if err := p.from(&from.Result.Decisions); err != nil {
			return nil, err
		}
	}
	if p.searches = limited; limited {
		fit.C = make([]float64, p.scheme.Count())
		p.formulation = &normBound{s, fit.C}
	} else {
		p.formulation = newSoftMargin(s, c)
	}
	return p, nil
}

// Divide returns the two-class problems of a fit.
func (s *SVC) Divide(t model.Training) (model.Division, error) {
	p, err := s.problems(t, &SVCFit{})
	return p.divided(err)
}

// Fit solves the two-class problems.
func (s *SVC) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	fit := SVCFit{}
	p, err := s.problems(t, &fit)
	if err != nil {
		return model.Report{}, err
	}
	decisions, status, err := p.solve(ctl)
	if err != nil || status == run.Aborted {
		return model.Report{Status: status}, err
	}
	report, err := decisions.report(status)
	if err != nil {
		return model.Report{}, err
	}
	inseparable, hard := 0, math.IsInf(s.NormBound, 1) && math.IsInf(s.C, 1)
	for at, ended := range p.ended {
		if ended == run.Infeasible || ended == run.IterationLimit && hard && float64(decisions.Iterations[at]) < s.MaxIter {
			inseparable++
		}
	}
	if inseparable > 0 {
		report.Notes = append(report.Notes, model.Note{Code: "WARN_NOT_SEPARABLE", Message: fmt.Sprintf(
			"the classes of %d of %d two-class problems cannot be separated without slack (or only by a margin of less than %g of the radius of the data), but C = Infinity allows no slack. Lower C, or choose a kernel with more freedom",
			inseparable, len(decisions.Gaps), narrowest)})
	}
	fit.Decisions = decisions
	return s.Learnt(&fit, report)
}

// softMargin is the formulation of SVC for a penalty c.
type softMargin struct {
	svc   *SVC
	c     float64
	boxes []loss.Box
}

func newSoftMargin(s *SVC, c float64) *softMargin {
	return &softMargin{s, c, slackBoxes(s.Loss, c, s.SquaredC)}
}

func (f *softMargin) solve(ctl *run.Ctl, p *problems, block *gram.Block) (bias float64, err error) {
	f.pose(p.dual, &p.posed, &p.settled)
	if err = p.optimise(ctl, block); err != nil || p.found.Status == run.Aborted {
		return 0, err
	}
	return p.level(), nil
}

func (f *softMargin) own(int) []*float64 { return nil }

// pose completes a problem, whose linear terms are -1 and whose upper bounds are c times the weights.
func (f *softMargin) pose(d *dual, p *qp.Problem, settings *qp.Settings) {
	for i := range p.Linear {
		p.Linear[i] = -1
	}
	if math.IsInf(f.c, 1) {
		withoutSlack(settings, d.ceiling(p, 1, f.svc.FitIntercept), len(p.Linear))
	}
	split := impose(p, f.boxes)
	if p.Start != nil {
		p.Start = split(p.Start)
		clip(p.Start, p.Upper)
	}
	if f.svc.FitIntercept {
		if p.Start != nil {
			p.Balance(p.Start)
		}
		return
	}
	p.Group = make([]int, len(p.Linear))
	for i := range p.Group {
		p.Group[i] = -1
	}
}

// level joins the boxes of the solution of the present problem, and returns the bias.
func (p *problems) level() float64 {
	r := &p.found
	r.Alpha = joined(r.Alpha, p.posed.Rows())
	if len(r.Level) == 0 {
		return 0
	}
	return -r.Level[0]
}
