package programs

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/solve/program"
)

// RegularizationNetworkOptions are the options of RegularizationNetwork.
type RegularizationNetworkOptions struct {
	C           float64     `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on errors outside the tube: larger follows the training data more closely, smaller gives a function with a smaller regularizer."`
	Epsilon     float64     `js:"epsilon" default:"0.1" range:"[0,inf)" unit:"of y" row:"sampleEpsilon" doc:"Half-width of the tube: smaller errors cost nothing."`
	Kernel      kernel.Spec `js:"kernel"`
	Regularizer string      `js:"regularizer" type:"kernel" default:"same" choices:"same" doc:"The kernel whose matrix D is the penalty a'Da of the coefficients a. With 'same' it is the kernel itself, and the machine is SVR. A name takes gamma, degree and coef0 of the machine."`
	Basis       `js:"basis"`
	Interior    `js:"budget"`
}

// Cost counts the two matrices, their factors, and the copies of the program.
func (*RegularizationNetworkOptions) Cost() model.Cost { return matrixCost(6) }

// DenseNumbers counts the copies of the functions without a penalty at all samples.
func (o *RegularizationNetworkOptions) DenseNumbers(rows, columns, _ int) int {
	return copiesOfFunctions * rows * o.Basis.count(columns)
}

// RegularizationNetwork is a regularisation network with the cost of support vector
// regression (Smola & Schoelkopf, A tutorial on support vector regression, section 7.1,
// equations 64 to 67), and semiparametric. It minimises
//
//	1/2 a'Da + sum of C_i (|y_i - f(x_i)| - eps_i)_+
//	f(x) = sum of a_j k(x_j, x) + sum of b_m psi_m(x)
//
// over a and b. D_ij = d(x_i, x_j) is the matrix of another kernel, the regularizer: with
// D_ij = <P k(x_i, .), P k(x_j, .)> the penalty is half of |Pf|^2 for an operator P. The
// functions psi_m, of which the first is a constant, have no penalty. The multipliers beta
// of the errors solve
//
//	maximise   sum of y_i beta_i - sum of eps_i |beta_i| - 1/2 beta' K D⁻¹ K beta
//	subject to sum of beta_i psi_m(x_i) = 0 for every m,  |beta_i| <= C_i
//
// and a = D⁻¹ K beta. Usually beta has few entries that are not zero and a has no zeros; if
// D = K they are the same, and the machine is SVR. Only D must be positive definite, not K.
//
// The program is solved in the variables F'a, where D = F F', by package program. Training
// takes n^2/2 values of each kernel, some 30 times n^3/2 multiply-adds and 48 n^2 bytes; with
// a D of rank r < n, n r^2 and 24 n r in place of n^3 and most of the bytes.
type RegularizationNetwork struct {
	RegularizationNetworkOptions
	model.KernelBase[*RegularizationNetworkFit]
	kernels model.KernelMaker
}

// RegularizationNetworkFit is the result of a fit of RegularizationNetwork.
type RegularizationNetworkFit struct {
	expansion.Function
	Beta      []float64 `field:"beta" shape:"n" js:"beta" doc:"The multiplier of each training sample: 0 within the tube, positive above it, negative below it, and of size C outside of it."`
	BasisCoef []float64 `field:"basis.coef" shape:"b" js:"basisCoef" doc:"Coefficients of the functions without a penalty besides the constant: of the columns, of the products of columns 0 and 0, 0 and 1 and so on, then of the last columns."`
	Penalty   float64   `field:"penalty" js:"penalty" doc:"The regularizer a'Da of the function, which is |Pf|^2; with regularizer 'same' the squared norm."`

	basis Basis
}

// NewRegularizationNetwork returns an unfitted machine with default options.
func NewRegularizationNetwork(kernels model.KernelMaker) *RegularizationNetwork {
	r := &RegularizationNetwork{kernels: kernels}
	r.Init(&r.RegularizationNetworkOptions, &r.Kernel, kernels, new(RegularizationNetworkFit))
	return r
}

// Restore sets a result from a model file.
func (r *RegularizationNetwork) Restore(fitted any) error {
	f := fitted.(*RegularizationNetworkFit)
	if f.Samples > 0 && (r.BasisColumns > f.Features || len(f.BasisCoef) != r.Basis.count(f.Features)) {
		return fault.New(fault.Format, "bytes", "the model has %d coefficients of functions without a penalty, which is not what its options say", len(f.BasisCoef))
	}
	if f.Samples > 0 && len(f.Beta) != f.Samples {
		return fault.New(fault.Format, "bytes", "the model has %d samples, but %d multipliers", f.Samples, len(f.Beta))
	}
	f.basis = r.Basis
	return r.KernelBase.Restore(f)
}

// regularizer returns the kernel of D, or nil if it is the machine's.
func (r *RegularizationNetwork) regularizer(k kernel.Kernel, x sample.Set) (kernel.Kernel, error) {
	if r.Regularizer == "same" {
		return nil, nil
	}
	if kernel.IsGiven(k) || r.Regularizer == (kernel.Precomputed{}).Name() {
		return nil, fault.New(fault.Option, "regularizer", "a kernel or a regularizer that is precomputed leaves no samples for the other one to compare; name both kernels, or set regularizer to 'same'")
	}
	spec := r.Kernel
	spec.Name = r.Regularizer
	d, _, err := r.kernels.For(spec, x)
	if err != nil {
		if e := fault.Of(err); e != nil && e.Argument == "kernel" {
			e.Argument = "regularizer"
		}
		return nil, err
	}
	if kernel.Compares(d) != kernel.Compares(k) {
		return nil, fault.New(fault.Option, "regularizer", "the regularizer must compare the samples that the kernel compares, but it is %s; name a kernel of the same kind of samples", d.Name())
	}
	if kernel.Same(d, k) {
		return nil, nil
	}
	return d, nil
}

// Fit solves the quadratic program.
func (r *RegularizationNetwork) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := r.Begin(r, t)
	if err != nil {
		return model.Report{}, err
	}
	if err := r.Basis.check(k, t.X.Dim()); err != nil {
		return model.Report{}, err
	}
	other, err := r.regularizer(k, t.X)
	if err != nil {
		return model.Report{}, err
	}
	rows, weight, _, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return model.Report{}, err
	}
	n := len(rows)
	if free := r.Basis.count(t.X.Dim()); free > n {
		return model.Report{}, fault.New(fault.Option, "basis", "there are %d functions without a penalty, but only %d samples of positive weight, so the functions alone pass through all of them in many ways; choose basis 'constant' or 'linear', lower basisColumns, or pass more samples", free, n).With("functions", free)
	}
	if err := checkMatrices("RegularizationNetwork", n, 6); err != nil {
		return model.Report{}, err
	}
	ctl = ctl.Within(r.MaxTime)
	f, ok, err := factorOf(ctl, k, other, t.X, rows)
	if err != nil || !ok {
		return model.Report{Status: run.Aborted}, err
	}
	solved, err := r.solve(ctl, r.C, r.program(f, t, rows, weight), rows)
	if err != nil {
		return model.Report{}, err
	}
	if solved.Status == run.Aborted {
		return model.Report{Status: run.Aborted}, nil
	}
	report := model.Report{Status: solved.Status, Iterations: solved.Iterations, Objective: solved.Objective, Gap: solved.Gap()}
	fit := &RegularizationNetworkFit{Beta: make([]float64, t.X.Len()), basis: r.Basis}
	beta := make([]float64, n)
	for i, y := range solved.Y {
		beta[i] = 0 - y // no -0
		fit.Beta[rows[i]] = beta[i]
		if y != 0 {
			report.SupportVectors++
		}
	}
	z := solved.X[:len(f.columns)]
	for _, v := range z {
		fit.Penalty += float64(v * v)
	}
	coef := beta // if D = K
	if other != nil || f.clipped != nil {
		coef = f.coefficients(z)
	}
	if f.clipped != nil {
		report.Notes = append(report.Notes, clippedNote())
	}
	rest, constant := solved.X[len(f.columns):], 0.0
	if r.hasConstant() {
		constant, rest = rest[0], rest[1:]
	}
	fit.Function, fit.BasisCoef = expansion.NewFunction(k, widths, t.X, rows, coef, constant), rest
	if err := model.Finite(fit.Coef, fit.BasisCoef, []float64{fit.Intercept, fit.Penalty, report.Objective}); err != nil {
		return model.Report{}, err
	}
	return r.Learnt(fit, report)
}

// program returns the quadratic program, with the variables z, the constant, and the
// coefficients of the other functions.
func (r *RegularizationNetwork) program(f *factor, t model.Training, rows []int, weight []float64) program.Problem {
	d := t.X.Dim()
	constant, others := 0, r.Basis.count(d)
	if r.hasConstant() {
		constant = 1
	}
	table, cols := f.table(constant + others)
	x := make([]float64, d)
	p := program.Problem{Linear: make([]float64, cols), Quadratic: f.penalty(cols), Cost: weight}
	for i, row := range rows {
		free := table[(i+1)*cols-constant-others : (i+1)*cols]
		if constant > 0 {
			free[0] = 1
		}
		if others > 0 {
			t.X.Dense(x, row)
			r.Basis.values(free[constant:], x)
		}
		y, epsilon := t.Values()[row], t.Row("sampleEpsilon", r.Epsilon, row)
		p.Low, p.High = append(p.Low, y-epsilon), append(p.High, y+epsilon)
	}
	p.Matrix = program.NewDense(table, f.n, cols)
	return p
}

// Predict returns f(x) for every sample of x.
func (r *RegularizationNetwork) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	f := r.Result
	values, err := f.Evaluate(ctl, "RegularizationNetwork", x)
	if err != nil || len(f.BasisCoef) == 0 {
		return values, err
	}
	row, psi := make([]float64, x.Dim()), make([]float64, len(f.BasisCoef))
	for i := range values {
		x.Dense(row, i)
		f.basis.values(psi, row)
		for m, v := range psi {
			values[i] += float64(f.BasisCoef[m] * v)
		}
	}
	return values, nil
}
