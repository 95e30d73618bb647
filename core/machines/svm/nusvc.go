package svm

import (
	"fmt"

	"maxmargin/core/base/run"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/reduction"
)

// NuSVCOptions are the options of NuSVC.
type NuSVCOptions struct {
	Nu                  float64     `js:"nu" default:"0.5" range:"(0,1]" doc:"At most this share of the samples lies inside the margin or on the wrong side, and at least this share are support vectors. The smaller class of every pair must have at least a share nu/2."`
	Kernel              kernel.Spec `js:"kernel"`
	Solving             `js:"solving"`
	reduction.Option    `js:"scheme"`
	calib.Probabilities `js:"probabilities"`
}

// NuSVC is the support vector classifier with the share of samples that may have a slack in place
// of a price of slacks (Schoelkopf, Smola, Williamson and Bartlett, Neural Computation 12, 2000).
// For two classes and with the weights w_i of the samples it solves, in LIBSVM's scaling,
//
//	minimise   1/2 sum a_i a_j y_i y_j k(x_i, x_j)
//	subject to sum over a class of a_i = nu W/2,  0 <= a_i <= w_i,  W = sum w_i
//
// and finds the margin rho of the samples with 0 < a_i < w_i, y_i (sum a_j y_j k(x_j,
// x_i) + b) = rho. Divided by rho, a and b are those of SVC with C = 1/rho, and the result has
// these; the objective of a report is divided by rho^2, as LIBSVM's is.
//
// rho is proportional to the weights and to the kernel; it has no fixed unit such as the margin 1
// of SVC. So the tolerance is in units of the mean weight and, if all samples are close together in
// feature space, of their squared distances; see gradientUnit. With weights of 1 and ordinary
// kernels it is LIBSVM's.
type NuSVC struct {
	NuSVCOptions
	expansion.VotingBase[*NuSVCFit]
}

// NuSVCFit is the result of a fit of NuSVC.
type NuSVCFit struct {
	Decisions
	C       []float64 `field:"pair.C" shape:"q" js:"C" doc:"The C with which SVC has the same solution, for each pair of classes, or each class."`
	Errors  []float64 `field:"pair.errors" shape:"q" js:"errorFractions" doc:"Share of the samples of each problem that lie inside the margin or on the wrong side by more than tol, at most nu."`
	Support []float64 `field:"pair.support" shape:"q" js:"supportFractions" doc:"Share of the samples of each problem that are support vectors, at least nu."`
}

// NewNuSVC returns an unfitted classifier with default options.
func NewNuSVC(kernels model.KernelMaker) *NuSVC {
	s := &NuSVC{}
	s.Init("NuSVC", &s.NuSVCOptions, &s.Option, &s.Kernel, kernels, new(NuSVCFit))
	return s
}

// problems prepares the two-class problems of a fit, whose results will be in fit.
func (s *NuSVC) problems(t model.Training, fit *NuSVCFit) (*problems, error) {
	d, err := newDual(s, s.KernelFor, s.Solving, t)
	if err != nil {
		return nil, err
	}
	upper, err := model.ClassWeight{Name: "none"}.Costs(1, t)
	if err != nil {
		return nil, err
	}
	p := newProblems(d, t, upper, s.MultiClass)
	if err := s.feasible(p); err != nil {
		return nil, err
	}
	if from, ok := t.Start.(*NuSVC); ok {
		if err := p.from(&from.Result.Decisions); err != nil {
			return nil, err
		}
	}
	count := p.scheme.Count()
	fit.C, fit.Errors, fit.Support = make([]float64, count), make([]float64, count), make([]float64, count)
	p.formulation = &nuMargin{s, fit}
	return p, nil
}

// nuMargin is the formulation of NuSVC.
type nuMargin struct {
	nu  *NuSVC
	fit *NuSVCFit
}

func (f *nuMargin) solve(ctl *run.Ctl, p *problems, block *gram.Block) (bias float64, err error) {
	problem, r := &p.posed, &p.found
	f.nu.pose(problem)
	margin := narrowMargin{total: f.nu.Nu * sum(problem.Upper) / 2, spread: spread(problem)}
	margin.unit = gradientUnit(problem.Upper, margin.total, margin.spread)
	margin.tolerance = inUnits(&p.settled, f.nu.Tol, margin.unit)
	err = p.optimise(ctl, block)
	for err == nil && margin.again(&p.settled, r) {
		err = p.refine(ctl)
	}
	if err != nil || r.Status == run.Aborted {
		return 0, err
	}
	return f.fit.read(p.problem.Number, r, problem.Sign, &margin), nil
}

func (f *nuMargin) own(number int) []*float64 {
	return []*float64{&f.fit.C[number], &f.fit.Errors[number], &f.fit.Support[number]}
}

// Divide returns the two-class problems of a fit.
func (s *NuSVC) Divide(t model.Training) (model.Division, error) {
	p, err := s.problems(t, &NuSVCFit{})
	return p.divided(err)
}

// Fit solves the two-class problems.
func (s *NuSVC) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	fit := NuSVCFit{}
	p, err := s.problems(t, &fit)
	if err != nil {
		return model.Report{}, err
	}
	var status run.Status
	if fit.Decisions, status, err = p.solve(ctl); err != nil || status == run.Aborted {
		return model.Report{Status: status}, err
	}
	report, err := fit.report(status)
	if err != nil {
		return model.Report{}, err
	}
	vanished := 0
	for number, c := range fit.C {
		if c == 0 && p.ended[number] == run.Converged {
			vanished++
		}
	}
	if vanished > 0 {
		report.Notes = append(report.Notes, model.Note{Code: "WARN_NO_MARGIN", Message: fmt.Sprintf(
			"the margin of %d of %d two-class problems is zero: the classes overlap more than nu allows for, and their decision values mean little. Raise nu, or choose a kernel with more freedom", vanished, len(fit.C))})
	}
	return s.Learnt(&fit, report)
}
