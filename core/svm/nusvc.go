package svm

import (
	"fmt"

	"maxmargin/core/calib"
	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/qp"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// NuSVCOptions are the options of NuSVC.
type NuSVCOptions struct {
	Nu                    float64     `js:"nu" default:"0.5" range:"(0,1]" doc:"Share of the samples: at most so many lie inside the margin or on the wrong side, at least so many are support vectors. The smaller class of every pair must have at least a share nu/2."`
	Kernel                kernel.Spec `js:"kernel"`
	Solving               `js:"solving"`
	MultiClass            string `js:"multiClass" default:"ovo" choices:"ovo,ovr,dag" doc:"How more than two classes are told apart: a machine for each pair of classes and a vote ('ovo'), one for each class against all others ('ovr'), or one for each pair and a knock-out among the classes ('dag')."`
	DecisionFunctionShape string `js:"decisionFunctionShape" default:"ovr" choices:"ovr,ovo" doc:"Decision values for more than two classes: one per class ('ovr') or, unless multiClass is 'ovr', one per pair ('ovo')."`
	calib.Probabilities   `js:"probabilities"`
}

// NuSVC is the support vector classifier that is told, in place of what a slack
// costs, how many samples may have one (Schoelkopf, Smola, Williamson and Bartlett,
// Neural Computation 12, 2000). For two classes and with the weights w_i of the
// samples it solves, in LIBSVM's scaling,
//
//	minimise   1/2 sum a_i a_j y_i y_j k(x_i, x_j)
//	subject to sum over a class of a_i = nu W/2,  0 <= a_i <= w_i,  W = sum w_i
//
// and finds the margin rho at which free samples stand, y_i (sum a_j y_j k(x_j, x_i)
// + b) = rho. Divided by rho, a and b are those of SVC with C = 1/rho, and so they
// are given here; the objective of a report is divided by rho^2, as LIBSVM's is.
type NuSVC struct {
	NuSVCOptions
	kernels model.KernelMaker
	fit     NuSVCFit
}

// NuSVCFit is what a fit of NuSVC leaves behind.
type NuSVCFit struct {
	Decisions
	C       []float64 `field:"pair.C" shape:"q" js:"C" doc:"The C with which SVC has the same solution, for each pair of classes, or each class."`
	Errors  []float64 `field:"pair.errors" shape:"q" js:"errorFractions" doc:"Share of the samples of each problem that lie inside the margin or on the wrong side, by more than tol; nu is at least that."`
	Support []float64 `field:"pair.support" shape:"q" js:"supportFractions" doc:"Share of the samples of each problem that are support vectors; nu is at most that."`
}

// NewNuSVC returns an unfitted classifier with default options.
func NewNuSVC(kernels model.KernelMaker) *NuSVC {
	s := &NuSVC{kernels: kernels}
	model.SetDefaults(&s.NuSVCOptions)
	return s
}

// Options returns a pointer to the options.
func (s *NuSVC) Options() any { return &s.NuSVCOptions }

// Fitted returns a pointer to what the last fit left behind.
func (s *NuSVC) Fitted() any { return &s.fit }

// Restore takes over a fit that was read from a model file.
func (s *NuSVC) Restore(fitted any) error {
	f := fitted.(*NuSVCFit)
	if err := f.restore(s.kernels, s.Kernel); err != nil {
		return err
	}
	s.fit = *f
	return nil
}

// Decision returns, for every sample of x, the decision value of the pair when
// there are two classes (positive means class 1), one for each pair of classes
// ("ovo") or one for each class ("ovr"); see package multi.
func (s *NuSVC) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	if shape == "" {
		shape = s.DecisionFunctionShape
	}
	return s.fit.decision(ctl, x, shape, "NuSVC")
}

// Predict returns the class that the problems elect for every sample of x, as
// multiClass says.
func (s *NuSVC) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return s.fit.predict(ctl, x, s.MultiClass, "NuSVC")
}

// Fit solves the two-class problems.
func (s *NuSVC) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(s.NuSVCOptions); err != nil {
		return model.Report{}, err
	}
	d, err := newDual(s.kernels, s.Kernel, s.Solving, t)
	if err != nil {
		return model.Report{}, err
	}
	upper, err := model.ClassWeight{Name: "none"}.Costs(1, t)
	if err != nil {
		return model.Report{}, err
	}
	p := newProblems(d, t, upper, s.MultiClass)
	if err := s.feasible(p); err != nil {
		return model.Report{}, err
	}
	if from, ok := t.Start.(*NuSVC); ok {
		if err := p.from(&from.fit.Decisions); err != nil {
			return model.Report{}, err
		}
	}
	count := p.scheme.Count()
	fit := NuSVCFit{C: make([]float64, count), Errors: make([]float64, count), Support: make([]float64, count)}
	p.pose, p.read = s.pose, func(pair int, p *qp.Problem, r *qp.Result) float64 { return fit.read(pair, r, p.Sign, s.Tol) }
	var status run.Status
	if fit.Decisions, status, err = p.solve(ctl); err != nil || status == run.Aborted {
		return model.Report{Status: status}, err
	}
	report, err := fit.report(status)
	if err != nil {
		return model.Report{}, err
	}
	vanished := 0
	for _, c := range fit.C {
		if c == 0 {
			vanished++
		}
	}
	if vanished > 0 {
		report.Notes = append(report.Notes, model.Note{Code: "WARN_NO_MARGIN", Message: fmt.Sprintf(
			"the margin of %d of %d two-class problems vanished: with so large a nu nothing of a separation is left, and their decision values mean little. Lower nu, or choose a kernel with more freedom", vanished, count)})
	}
	s.fit = fit
	return report, nil
}

// feasible returns an error unless both sides of every problem can have the sum
// nu W/2.
func (s *NuSVC) feasible(p *problems) (err error) {
	total := make([]float64, len(p.byClass))
	for c, samples := range p.byClass {
		for _, i := range samples {
			total[c] += p.upper[i]
		}
	}
	all := sum(total)
	largest, worst := 1.0, multi.Problem{}
	for _, m := range p.scheme.Problems() {
		positive, negative := total[m.Positive], all-total[m.Positive]
		if m.Negative != multi.Rest {
			negative = total[m.Negative]
		}
		if nu := 2 * min(positive, negative) / (positive + negative); nu < largest {
			largest, worst = nu, m
		}
	}
	if s.Nu <= largest {
		return nil
	}
	between, classes := fmt.Sprintf("class number %d and the rest", worst.Positive), []int{worst.Positive}
	if worst.Negative != multi.Rest {
		classes = []int{min(worst.Positive, worst.Negative), max(worst.Positive, worst.Negative)}
		between = fmt.Sprintf("the classes number %d and %d", classes[0], classes[1])
	}
	return fault.New(fault.Option, "nu", "nu = %v is infeasible: the smaller of %s has too few samples. The largest nu that all problems allow is %v", s.Nu, between, largest).
		With("largest", largest).With("classes", classes)
}

// pose makes a group of each of the two classes.
func (s *NuSVC) pose(p *qp.Problem, _ *qp.Settings) {
	p.Group, p.GroupCount = make([]int, len(p.Sign)), 2
	total := s.Nu * sum(p.Upper) / 2
	start := make([]float64, len(p.Sign))
	for group, sign := range []float64{1, -1} {
		var members []int
		var upper, previous []float64
		for i, y := range p.Sign {
			if y == sign {
				p.Group[i] = group
				members, upper = append(members, i), append(upper, p.Upper[i])
				if p.Start != nil {
					previous = append(previous, p.Start[i])
				}
			}
		}
		if previous == nil {
			previous = fill(upper, total)
		} else {
			reach(previous, upper, total)
		}
		for at, i := range members {
			start[i] = previous[at]
		}
	}
	p.Start = start
}

// read takes what is to be known of a pair, and scales its solution to that of an
// SVC. Free samples of the positive class balance at K b = rho - b, those of the
// other at -rho - b. A margin below the tolerance is none: what the solution would
// be divided by is then an error of rounding, and C is 0.
func (f *NuSVCFit) read(pair int, r *qp.Result, sign []float64, tolerance float64) (bias float64) {
	rho := (r.Level[0] - r.Level[1]) / 2
	bias = -(r.Level[0] + r.Level[1]) / 2
	n := float64(len(sign))
	for i, y := range sign {
		if y*(r.Gradient[i]+bias) < rho-tolerance {
			f.Errors[pair] += 1 / n
		}
		if r.Alpha[i] > 0 {
			f.Support[pair] += 1 / n
		}
	}
	if rho <= tolerance {
		return bias
	}
	for i := range r.Alpha {
		r.Alpha[i] /= rho
	}
	r.Scale(1 / (rho * rho))
	f.C[pair] = 1 / rho
	return bias / rho
}

var _ model.Classifier = (*NuSVC)(nil)
