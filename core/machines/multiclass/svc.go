// Package multiclass holds the machines that learn all classes in one problem, without reduction to
// problems of two classes: a function for every class, or whether two samples are of the same one.
package multiclass

import (
	"math"

	"maxmargin/core/base/run"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/expansion"
)

// MulticlassSVCOptions are the options of MulticlassSVC.
type MulticlassSVCOptions struct {
	C                   float64           `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the slacks: larger follows the training data more closely, smaller gives a wider margin."`
	Formulation         string            `js:"formulation" default:"crammerSinger" choices:"crammerSinger,westonWatkins" doc:"What a sample costs: the largest of its slacks against the other classes ('crammerSinger'), or their sum ('westonWatkins')."`
	Costs               model.ClassWeight `js:"costs" type:"classCosts" default:"none" doc:"What an error costs, which is the margin that is asked for: a table with a row for each true class and a column for each predicted class, in the order of classes, 0 on its diagonal and no number negative; null: 1 for every error."`
	FitIntercept        bool              `js:"fitIntercept" default:"false" doc:"Whether the functions have constants. They are penalised like weights: the kernel is k(x, z) + 1."`
	Kernel              kernel.Spec       `js:"kernel"`
	Tol                 float64           `js:"tol" default:"0.001" range:"(0,inf)" doc:"Largest violation of the optimality (KKT) conditions at which training ends."`
	CacheSize           float64           `js:"cacheSize" default:"200" range:"(0,inf)" unit:"MB" doc:"Memory for kernel rows."`
	Shrinking           bool              `js:"shrinking" default:"true" doc:"Leave out samples that are likely to stay at their bounds, until a final check. Changes the time, not the result."`
	MaxIter             float64           `js:"maxIter" type:"integer" default:"1000000" range:"[1,inf]" doc:"Largest number of steps, each of which improves the coefficients of up to 32 samples, or with the linear kernel and more than 1,000 samples of passes over these; the best solution so far is kept."`
	MaxTime             float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the best solution so far is kept."`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	Seed                int               `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of the folds that probabilities are learnt from."`
	calib.Probabilities `js:"probabilities"`
}

// Cost adds the coefficients and the values of the functions to the cost of kernel machines.
func (*MulticlassSVCOptions) Cost() model.Cost {
	cost := model.KernelCost()
	cost.Output += 4 * 8
	return cost
}

// MulticlassSVC is the support vector classifier of several classes in one problem: with a function
// f_c(x) = <w_c, phi(x)> for each class and the missing leads
//
//	d_ic = cost(y_i, c) - (f_{y_i}(x_i) - f_c(x_i)),  c != y_i
//
// it minimises
//
//	1/2 sum_c |w_c|^2 + sum_i C_i max(0, max_c d_ic)     Crammer & Singer 2001
//	1/2 sum_c |w_c|^2 + sum_i C_i sum_c max(0, d_ic)     Weston & Watkins 1998
//
// and predicts the class with the largest value (Shalev-Shwartz & Ben-David, section 17.2.5, whose
// generalised hinge is the first loss). cost is 1 for every error, or the option costs; Weston and
// Watkins demand leads of 2, which is C divided by 2 and functions of half the size. C_i is C times
// the weight of the sample and that of its class.
//
// For two classes both are SVC without a constant, of twice this C, and f_1 - f_0 is its
// function.
//
// A step takes up to 32 kernel rows and O(32 n k) operations; memory is O(n (d + k)). With the linear
// kernel and many samples, a pass over them takes O(n d k) operations and no kernel row; see byRow.
type MulticlassSVC struct {
	MulticlassSVCOptions
	model.KernelClassifierBase[*MulticlassSVCFit]
}

// MulticlassSVCFit is the result of a fit of MulticlassSVC.
type MulticlassSVCFit struct {
	expansion.Classes
	Hinge []float64 `field:"hinge" shape:"n" js:"hingeLosses" doc:"The generalised hinge of each training sample: the largest cost of a class plus the lead of its function over that of the true class; 0 if the true class leads each other one by its cost."`
}

// NewMulticlassSVC returns an unfitted classifier with default options.
func NewMulticlassSVC(kernels model.KernelMaker) *MulticlassSVC {
	m := &MulticlassSVC{}
	m.Init("MulticlassSVC", &m.MulticlassSVCOptions, &m.Kernel, kernels, new(MulticlassSVCFit))
	return m
}

// Fit solves the problem.
func (m *MulticlassSVC) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := m.Begin(m, t)
	if err != nil {
		return model.Report{}, err
	}
	upper, err := m.ClassWeight.Costs(m.C, t)
	if err != nil {
		return model.Report{}, err
	}
	cost, err := tableOf(m.Costs, t.Classes())
	if err != nil {
		return model.Report{}, err
	}
	matrix := gram.MatrixOf(k, t.X, t.Part)
	n, all, indefinite := t.X.Len(), make([]int, t.X.Len()), false
	for i, v := range matrix.Diagonal() {
		all[i], indefinite = i, indefinite || v < 0
		if !(math.Abs(v) <= gram.LargestNorm) {
			return model.Report{}, model.Overflow()
		}
	}
	p := problem{diagonal: matrix.Diagonal(), class: t.Labels(), upper: upper, cost: cost, k: t.Classes(),
		pairwise: m.Formulation == "westonWatkins", tol: m.Tol, maxIter: m.MaxIter, shrinking: m.Shrinking}
	if m.FitIntercept {
		p.constant = 1
	}
	var method interface {
		run(ctl *run.Ctl) run.Status
		result() (hinge []float64, objective float64)
	}
	var s *solution
	if kernel.IsLinear(k) && n > fewRows && worthRows(t.X) {
		by := newByRow(p, t.X)
		method, s = by, by.solution
	} else {
		p.view = matrix.ViewOf(t.Cache(), int(m.CacheSize*(1<<20)), all)
		by := newSolver(p)
		method, s = by, by.solution
	}
	report := model.Report{Status: method.run(ctl.Within(m.MaxTime))}
	if report.Iterations, report.Gap = s.steps, s.gap; report.Status == run.Aborted {
		return report, nil
	}
	fit := &MulticlassSVCFit{}
	fit.Hinge, report.Objective = method.result()
	var rows []int
	for i := range n {
		if s.alpha[i*p.k+int(t.Labels()[i])] != 0 {
			rows = append(rows, i)
		}
	}
	coef := make([]float64, 0, p.k*len(rows))
	for c := range p.k {
		for _, i := range rows {
			coef = append(coef, s.alpha[i*p.k+c])
		}
	}
	fit.Classes = expansion.NewClasses(k, widths, t, rows, s.bias, coef)
	report.SupportVectors = len(rows)
	if indefinite {
		report.Notes = append(report.Notes, model.Indefinite("the squared norm of a sample is negative", "The solution may be no minimum. Use another kernel"))
	}
	return m.Learnt(fit, report)
}
