package svm

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/reduction"
	"maxmargin/core/solve/activeset"
)

// PathRequest says which part of a regularisation path is wanted.
type PathRequest struct {
	Least, Greatest float64   // values of C
	LeaveOneOut     []float64 // values of C at which each sample is left out in turn
}

// Path is the solution of an SVC of two classes as a function of C (Hastie, Rosset, Tibshirani
// & Zhu, The Entire Regularization Path for the Support Vector Machine, 2004; their lambda is
// 1/C). Between two breakpoints the coefficients y_i alpha_i and the constant are linear
// functions of C: pieces, each with its value at both ends.
type Path struct {
	From, To            []float64 // C where each piece begins and ends
	FromBias, ToBias    []float64
	Ends                []int32   // end of each piece in the next three: the samples on the margin,
	Margin              []int32   // with alpha between 0 and C_i, and their coefficients
	FromCoef, ToCoef    []float64 // where the piece begins and ends
	ChangeEnds          []int32   // end of each piece in the next two: the samples that have
	Changed, ChangedFor []int32   // changed place since the piece before, and the new PathPlace
	Errors              []int32   // training samples on the wrong side, where the piece begins
	Signs               []float64 // y_i times the weight of C of each sample: the coefficient is C times that at the upper bound

	// LeftOut has, for each of these values of C in the request, the decision value of each sample
	// without it.
	LeftOut []float64
}

// The places of samples along a path.
const (
	PathZero   = iota // alpha is 0
	PathMargin        // in between
	PathBound         // alpha is C_i
)

// Path follows the solution from the least C to the greatest. Afterwards the machine is fitted for
// the greatest C, and its support vectors are all samples that have a coefficient anywhere on the
// path; At makes the machine of any C from it. Classes, weights and the kernel are options as in a
// fit; C has no effect. A breakpoint takes O(n m + m^2) operations for m samples on the margin.
func (s *SVC) Path(ctl *run.Ctl, t model.Training, r PathRequest) (*Path, model.Report, error) {
	fail := func(err error) (*Path, model.Report, error) { return nil, model.Report{}, err }
	if err := s.checkPath(t, r); err != nil {
		return fail(err)
	}
	stages := ctl.Stages(3)
	s.C, s.Tol = r.Least, min(s.Tol, 1e-3)
	most := s.MaxIter
	s.MaxIter = min(most, approximate(t.X.Len()))
	report, err := s.Fit(stages.Next("first fit"), t)
	s.MaxIter = most
	if err != nil || report.Status == run.Aborted {
		return nil, report, err
	}
	if s.Result.indefinite {
		return fail(noPath())
	}
	d, err := newDual(s, s.KernelFor, s.Solving, t)
	if err != nil {
		return fail(err)
	}
	weight, err := s.ClassWeight.Costs(1, t)
	if err != nil {
		return fail(err)
	}
	problem := reduction.Scheme{Name: reduction.OneVsOne, Classes: 2}.Problems()[0]
	n := t.X.Len()
	sign := make([]float64, n)
	for i, class := range t.Labels() {
		sign[i] = problem.Sign(class) * weight[i]
	}
	rows, filling := activeset.NewRows(d.kernel, t.X, t.X, 1, d.cacheBytes()), stages.Next("kernel rows")
	if !rows.Fill(t.X, func(done float64) bool {
		return filling.Wanted(func() run.Report { return run.Report{Phase: "kernel rows", Fraction: done} })
	}) {
		return fail(run.ErrAborted)
	}
	set := &activeset.Set{K: rows, Constant: s.FitIntercept,
		Low: make([]float64, n), High: make([]float64, n), Linear: make([]float64, n)}
	rates := activeset.Course{Low: make([]float64, n), High: make([]float64, n), From: r.Least, To: r.Greatest}
	for i, v := range sign {
		set.Linear[i] = -problem.Sign(t.Labels()[i])
		rates.Low[i], rates.High[i] = min(v, 0), max(v, 0)
		set.Low[i], set.High[i] = r.Least*rates.Low[i], r.Least*rates.High[i]
	}
	coef := make([]float64, n)
	for at, i := range s.Result.Indices {
		coef[i] = min(max(s.Result.Coef[at], set.Low[i]), set.High[i])
	}
	following := stages.Next("path")
	if err := set.Solve(following, coef); err != nil {
		return fail(pathError(err))
	}
	record := newRecorder(set, sign)
	if err := record.follow(following, rates, r.LeaveOneOut); err != nil {
		return fail(err)
	}
	return record.Path, s.endOfPath(record, d, t, r), nil
}

// checkPath returns an error unless there is a path.
func (s *SVC) checkPath(t model.Training, r PathRequest) error {
	switch _, linear := s.loss().(loss.Excess); {
	case t.Classes() > 2:
		return fault.New(fault.Option, "y", "a regularisation path is that of two classes, y has %d; pass the rows of two classes at a time, or one class against the others", t.Classes())
	case !linear:
		return fault.New(fault.Option, "loss", "the path is linear in C for the loss 'hinge' alone, not for '%s'; set loss to 'hinge'", s.Loss)
	case !math.IsInf(s.NormBound, 1) || s.Slacks != "nonnegative":
		return fault.New(fault.Option, "study.normBound", "a path in C has no normBound and no free slacks; leave both out")
	case !(r.Least > 0) || !(r.Greatest > r.Least) || math.IsInf(r.Greatest, 1):
		return fault.New(fault.Option, "CMax", "a path goes from CMin, above 0, to a finite CMax above it, got %g and %g", r.Least, r.Greatest)
	}
	for _, c := range r.LeaveOneOut {
		if !(c >= r.Least && c <= r.Greatest) {
			return fault.New(fault.Option, "leaveOneOut", "the values of C to leave samples out at must lie between CMin = %g and CMax = %g, got %g", r.Least, r.Greatest, c)
		}
	}
	return nil
}

// noPath is the error for a kernel without a feature space.
func noPath() error {
	return fault.New(fault.Numeric, "kernel", "the kernel is not positive semidefinite on these data, so the problem may have several solutions for one C, and no path; use a kernel that is, such as rbf (checkKernel shows the eigenvalues), or fit an SVC for each C")
}

// pathError translates the errors of the walk.
func pathError(err error) error {
	switch err {
	case activeset.ErrIndefinite:
		return noPath()
	case activeset.ErrLost:
		return fault.New(fault.Numeric, "X", "rounding errors keep the solution from going on; scale the features to a range such as [-1, 1], or lower the greatest C")
	}
	return err
}

// endOfPath makes the fit of the greatest C over all samples that have a coefficient anywhere.
func (s *SVC) endOfPath(r *recorder, d *dual, t model.Training, request PathRequest) model.Report {
	s.C = request.Greatest
	fit := SVCFit{Decisions: Decisions{Order: s.Result.Order, Counts: make([]int32, 2), Rows: 1, Intercept: []float64{r.set.Bias},
		Iterations: []int32{int32(min(r.set.Breakpoints, math.MaxInt32))}, Objectives: []float64{0}, Gaps: []float64{0}}}
	gap := r.set.Gap()
	for i, g := range r.set.Gradient {
		fit.Objectives[0] += 0.5 * r.set.Coef[i] * (g + r.set.Linear[i] - r.set.Bias)
	}
	var rows []int
	for class := range int32(2) {
		for i, c := range t.Labels() {
			if c == class && r.union[i] {
				rows = append(rows, i)
				fit.Counts[class]++
				fit.Coef = append(fit.Coef, r.set.Coef[i])
			}
		}
	}
	fit.Support = expansion.NewSupport(d.kernel, d.widths, d.x, rows)
	s.Result = &fit
	return model.Report{Status: run.Converged, Iterations: r.set.Breakpoints, Objective: fit.Objectives[0], Gap: gap, SupportVectors: len(rows)}
}

// At makes the machine of a C on the path from the machine that Path fitted. coef has the
// coefficient of each sample; the options of made are those of the path, with this C.
func (s *SVC) At(made *SVC, coef []float64, intercept float64) (model.Report, error) {
	if len(s.Result.Counts) != 2 || len(coef) != s.Result.Samples {
		return model.Report{}, fault.New(fault.Internal, "", "%d coefficients for a path of %d samples", len(coef), s.Result.Samples)
	}
	fit := SVCFit{Decisions: Decisions{Order: s.Result.Order, Counts: make([]int32, 2), Rows: 1, Intercept: []float64{intercept},
		Iterations: []int32{0}, Objectives: []float64{0}, Gaps: []float64{0}}}
	var keep []int
	for at, i := range s.Result.Indices {
		if coef[i] != 0 {
			class := 0
			if at >= int(s.Result.Counts[0]) {
				class = 1
			}
			fit.Counts[class]++
			keep, fit.Coef = append(keep, at), append(fit.Coef, coef[i])
		}
	}
	fit.Support = s.Result.Pick(keep)
	made.Result = &fit
	return model.Report{Status: run.Converged, SupportVectors: len(keep)}, nil
}
