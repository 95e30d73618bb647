package programs

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/solve/program"
)

// ParametricTubeSVROptions are the options of ParametricTubeSVR.
type ParametricTubeSVROptions struct {
	Nu          float64     `js:"nu" default:"0.5" range:"(0,1]" doc:"Share of the samples that may lie outside the tube, and least share of support vectors; weighted by each part of the tube, see the page."`
	C           float64     `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on errors outside the tube, and on its width: larger follows the training data more closely, smaller gives a flatter function."`
	Kernel      kernel.Spec `js:"kernel"`
	Tube        string      `js:"tube" default:"absolute" choices:"constant,absolute,square,columns" doc:"What the half-width of the tube is a sum of, beside a constant: nothing, the sizes of the columns of X, their squares, or the numbers >= 0 in the last columns. Kernel values and strings have no columns: their tube is constant."`
	TubeColumns int         `js:"tubeColumns" default:"1" range:"[1,16777216]" doc:"With tube 'columns', how many of the last columns of X are parts of the half-width. The kernel sees these columns too, unless kernels.columns leaves them out."`
	Interior    `js:"budget"`
}

// Cost counts the matrix, its factor, and the copies of a program with two rows for each
// sample.
func (*ParametricTubeSVROptions) Cost() model.Cost { return matrixCost(8) }

// DenseNumbers counts the copies of the functions g at all samples.
func (o *ParametricTubeSVROptions) DenseNumbers(rows, columns, _ int) int {
	return copiesOfFunctions * rows * o.parts(columns)
}

// ParametricTubeSVR is nu-SVR with a parametric tube (Schoelkopf, Smola, Williamson &
// Bartlett, New support vector algorithms, 2000, section 4; named by Smola & Schoelkopf, A
// tutorial on support vector regression, section 6.2). The half-width of the tube is
//
//	eps(x) = c_0 + c_1 g_1(x) + ... + c_q g_q(x),  c >= 0
//
// with given functions g >= 0. It minimises
//
//	1/2 |w|^2 + sum of C_i (nu eps(x_i) + (|y_i - f(x_i)| - eps(x_i))_+)
//
// over f(x) = <w, phi(x)> + b and c, with C_i the option C times the weight of the sample.
// With g_0 = 1, for every part k
//
//	sum over samples outside of w_i g_k(x_i) <= nu sum of w_i g_k(x_i),
//
// and where c_k > 0 the right side is at most the sum over the support vectors. With the
// constant alone this is the property of nu-SVR, and the machine is NuSVR. The dual
// variables a_i, a*_i in [0, C_i] have the sum of a_i - a*_i = 0, and the sum of
// (a_i + a*_i) g_k(x_i) is at most nu sum of C_i g_k(x_i).
//
// The program is solved by package program over a factor of the kernel matrix. Training
// takes n^2/2 kernel values, some 30 times n^3 multiply-adds and 64 n^2 bytes; less for a
// kernel matrix of low rank.
type ParametricTubeSVR struct {
	ParametricTubeSVROptions
	model.KernelBase[*ParametricTubeSVRFit]
}

// ParametricTubeSVRFit is the result of a fit of ParametricTubeSVR.
type ParametricTubeSVRFit struct {
	expansion.Function
	TubeCoef []float64 `field:"tube.coef" shape:"b" js:"tubeCoef" doc:"The half-width of the tube: the constant, then the coefficient of each column, or of its size or square."`
	Epsilons []float64 `field:"epsilons" shape:"n" js:"epsilons" doc:"The half-width of the tube at each training sample."`
}

// NewParametricTubeSVR returns an unfitted machine with default options.
func NewParametricTubeSVR(kernels model.KernelMaker) *ParametricTubeSVR {
	s := &ParametricTubeSVR{}
	s.Init(&s.ParametricTubeSVROptions, &s.Kernel, kernels, new(ParametricTubeSVRFit))
	return s
}

// Restore sets a result from a model file.
func (s *ParametricTubeSVR) Restore(fitted any) error {
	f := fitted.(*ParametricTubeSVRFit)
	if f.Samples > 0 && (s.TubeColumns > f.Features && s.Tube == "columns" || len(f.TubeCoef) != 1 && len(f.TubeCoef) != 1+s.parts(f.Features)) {
		return fault.New(fault.Format, "bytes", "the model has %d coefficients of its tube, which is not what its options say", len(f.TubeCoef))
	}
	if f.Samples > 0 && len(f.Epsilons) != f.Samples {
		return fault.New(fault.Format, "bytes", "the model has %d samples, but %d half-widths", f.Samples, len(f.Epsilons))
	}
	return s.KernelBase.Restore(f)
}

// parts returns how many functions g there are besides the constant.
func (s *ParametricTubeSVROptions) parts(d int) int {
	switch s.Tube {
	case "constant":
		return 0
	case "columns":
		return s.TubeColumns
	}
	return d
}

// widths returns the values of the constant and the functions g at the samples at rows, a
// row for each, or an error if there are none.
func (s *ParametricTubeSVR) widths(k kernel.Kernel, x sample.Set, rows []int) ([]float64, error) {
	d := x.Dim()
	hasColumns := !kernel.IsGiven(k) && kernel.Compares(k) == sample.Numbers
	if s.Tube == "columns" && !hasColumns {
		return nil, fault.New(fault.Option, "tube", "the half-width of the tube is to be a sum of the last columns of X, which kernel values and strings do not have; set tube to 'constant', or name a kernel of rows of numbers")
	}
	if s.Tube == "columns" && s.TubeColumns > d {
		return nil, fault.New(fault.Option, "tubeColumns", "tubeColumns is %d, but X has only %d columns; lower it, or append the parts of the half-width to X as columns", s.TubeColumns, d).With("columns", d)
	}
	q := s.parts(d)
	if !hasColumns {
		q = 0
	}
	values, row := make([]float64, 0, len(rows)*(1+q)), make([]float64, d)
	for _, i := range rows {
		values = append(values, 1)
		if q == 0 {
			continue
		}
		x.Dense(row, i)
		for j, v := range row[d-q:] {
			switch {
			case s.Tube == "absolute":
				v = math.Abs(v)
			case s.Tube == "square":
				v *= v
			case v < 0:
				return nil, fault.New(fault.Option, "tube", "X[%d, %d] is %v, but with tube 'columns' the last columns are parts of the half-width, which must be >= 0; append their sizes, or set tube to 'absolute'", i, d-q+j, v).With("row", i).With("column", d-q+j)
			}
			values = append(values, v)
		}
	}
	return values, nil
}

// Fit solves the quadratic program.
func (s *ParametricTubeSVR) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := s.Begin(s, t)
	if err != nil {
		return model.Report{}, err
	}
	rows, weight, _, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return model.Report{}, err
	}
	parts, err := s.widths(k, t.X, rows)
	if err != nil {
		return model.Report{}, err
	}
	n := len(rows)
	if err := checkMatrices("ParametricTubeSVR", n, 8); err != nil {
		return model.Report{}, err
	}
	ctl = ctl.Within(s.MaxTime)
	f, ok, err := factorOf(ctl, k, nil, t.X, rows)
	if err != nil || !ok {
		return model.Report{Status: run.Aborted}, err
	}
	p := s.program(f, t, rows, weight, parts)
	solved, err := s.solve(ctl, s.C, p, rows)
	if err != nil {
		return model.Report{}, err
	}
	if solved.Status == run.Aborted {
		return model.Report{Status: run.Aborted}, nil
	}
	r := len(f.columns)
	coef := make([]float64, n)
	report := model.Report{Status: solved.Status, Iterations: solved.Iterations, Objective: solved.Objective, Gap: solved.Gap()}
	for i := range coef {
		if coef[i] = 0 - solved.Y[i] - solved.Y[n+i]; coef[i] != 0 {
			report.SupportVectors++
		}
	}
	if f.clipped != nil {
		coef = f.coefficients(solved.X[:r])
		report.Notes = append(report.Notes, clippedNote())
	}
	fit := &ParametricTubeSVRFit{Function: expansion.NewFunction(k, widths, t.X, rows, coef, solved.X[r]), TubeCoef: solved.X[r+1:]}
	for j, c := range fit.TubeCoef {
		fit.TubeCoef[j] = max(c, 0) // the interior point may be a rounding error below
	}
	if fit.Epsilons, err = s.epsilons(k, t.X, fit.TubeCoef); err != nil {
		return model.Report{}, err
	}
	if err := model.Finite(fit.Coef, fit.TubeCoef, fit.Epsilons, []float64{fit.Intercept, report.Objective}); err != nil {
		return model.Report{}, err
	}
	return s.Learnt(fit, report)
}

// program returns the quadratic program: its variables are z, b and c. The first n rows keep the
// samples below the upper side of the tube, the others above the lower side.
func (s *ParametricTubeSVR) program(f *factor, t model.Training, rows []int, weight, parts []float64) program.Problem {
	n, q := f.n, len(parts)/f.n
	half, cols := f.table(1 + q)
	at := cols - q
	table := append(half, half...)
	p := program.Problem{Linear: make([]float64, cols), Quadratic: f.penalty(cols), Lower: make([]float64, cols)}
	for j := range at {
		p.Lower[j] = math.Inf(-1)
	}
	for i, w := range weight {
		above, below := table[i*cols+at:(i+1)*cols], table[(n+i)*cols+at:(n+i+1)*cols]
		table[i*cols+at-1], table[(n+i)*cols+at-1] = 1, 1
		for j, v := range parts[i*q : (i+1)*q] {
			above[j], below[j] = v, -v
			p.Linear[at+j] += s.Nu * float64(w*v)
		}
	}
	none := math.Inf(1)
	p.Low, p.High, p.Cost = make([]float64, 2*n), make([]float64, 2*n), append(weight[:n:n], weight...)
	for i, row := range rows {
		y := t.Values()[row]
		p.Low[i], p.High[i] = y, none
		p.Low[n+i], p.High[n+i] = -none, y
	}
	p.Matrix = program.NewDense(table, 2*n, cols)
	return p
}

// epsilons returns the half-width of the tube at every sample of x.
func (s *ParametricTubeSVR) epsilons(k kernel.Kernel, x sample.Set, coef []float64) ([]float64, error) {
	all := order.Between(0, x.Len())
	parts, err := s.widths(k, x, all)
	if err != nil {
		return nil, err
	}
	widths, q := make([]float64, len(all)), len(coef)
	for i := range widths {
		for j, c := range coef {
			widths[i] += float64(c * parts[i*q+j])
		}
	}
	return widths, nil
}

// Predict returns f(x) for every sample of x.
func (s *ParametricTubeSVR) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return s.Result.Evaluate(ctl, "ParametricTubeSVR", x)
}
