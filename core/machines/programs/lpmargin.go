package programs

import (
	"fmt"
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// LPMarginOptions are the options of LPMarginClassifier.
type LPMarginOptions struct {
	Norm       float64 `js:"norm" default:"1" range:"[1,inf]" doc:"The norm p of the weights: 1 gives few weights that are not zero, Infinity weights of equal size, 2 the machine SVC without slack. The margin is a distance in the norm q with 1/p + 1/q = 1."`
	MultiClass string  `js:"multiClass" default:"ovr" choices:"ovr,joint" doc:"Scheme for more than two classes: a hyperplane for each class against all others ('ovr'), or a function for each class, all in one program, in which that of the true class leads ('joint')."`
	MaxTime    float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit, shared evenly by the two-class problems; the best solution so far is kept."`
}

// Cost counts a dense table for the program and its copies.
func (*LPMarginOptions) Cost() model.Cost {
	return model.Cost{Entry: 9 * 8, Stored: 9 * 12, Row: 1600, Column: 16 * 8, Weight: 4 * 8, ColumnPair: 8}
}

// LPMarginClassifier is the hyperplane of the largest margin in a norm (Advances in Large
// Margin Classifiers, equations 1.20 to 1.22; Mangasarian 1997). For two classes, y_i = +1 or
// -1, it maximises
//
//	rho  subject to  y_i (<w, x_i> + b) >= rho,  |w|_p = 1
//
// which is the smallest distance of a sample from the hyperplane in the norm q, 1/p + 1/q =
// 1. With p = 1 and p = infinity this is a linear program, with p = 2 a quadratic one. If no
// hyperplane separates the classes, the status is infeasible: relaxing |w| = 1 to |w| <= 1
// would give w = 0, which is no answer. For k > 2 classes it is one-versus-rest, or joint: the
// functions f_c(x) = <w_c, x> + b_c whose least lead f_{y_i}(x_i) - f_c(x_i) is largest, over
// the norm of all weights and constants together. With p = 1 this is empirical risk
// minimisation by linear programming for classes that such functions separate (Shalev-Shwartz
// & Ben-David, section 17.2.3).
type LPMarginClassifier struct {
	LPMarginOptions
	model.ClassifierBase[*LPMarginFit]
}

// LPMarginFit is the result of a fit of LPMarginClassifier.
type LPMarginFit struct {
	Samples int `field:"samples" dim:"n" range:"[1,2147483647]"`
	reduction.Linear
	Margins  []float64 `field:"margins" shape:"q" js:"rho" doc:"The margin rho of each function in the norm of the option: the smallest y (<w, x> + b) over |w|; with multiClass 'joint' the smallest lead of the true class over another, over the norm of all weights and constants, the same for each. 0 where the classes cannot be separated."`
	ByNorm   []float64 `field:"margins.norms" shape:"q,5" js:"rhoByNorm" doc:"The margin of the same function if |w| is measured by the norms 1, 1.5, 2, 3 and Infinity; a row for each function."`
	NonZeros []int32   `field:"nonzeros" shape:"q" js:"nonZeros" doc:"How many weights of each function are not zero."`
	Critical []int32   `field:"critical.rows" shape:"c" range:"[0,n-1]" js:"criticalRows" doc:"Rows of the training set that are at the margin of a function."`
}

// norms returns the norms of the reported margins.
func norms() []float64 { return []float64{1, 1.5, 2, 3, infinity()} }

// NewLPMarginClassifier returns an unfitted classifier with default options.
func NewLPMarginClassifier() *LPMarginClassifier {
	s := &LPMarginClassifier{}
	s.Init("LPMarginClassifier", &s.LPMarginOptions, new(LPMarginFit), (*LPMarginFit).Check)
	return s
}

// Fit finds a hyperplane for each two-class problem.
func (s *LPMarginClassifier) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	weight, err := model.Weighed(s, t, model.ClassWeight{Name: "none"}.Costs)
	if err != nil {
		return model.Report{}, err
	}
	f := &LPMarginFit{Samples: t.X.Len(), Linear: reduction.NewLinear(t.X.Dim(), t.Classes()), Critical: []int32{}}
	scheme, report := f.Scheme(), model.Report{}
	critical := make([]bool, f.Samples)
	inseparable := 0
	if s.MultiClass == joint && t.Classes() > 2 {
		var at []int
		if report, at, err = s.fitJoint(ctl, t, f); err != nil {
			return model.Report{}, err
		}
		for _, i := range at {
			critical[i] = true
		}
		if report.Status == run.Infeasible {
			inseparable++
		}
		return s.finish(f, report, critical, inseparable, 1)
	}
	status, err := scheme.Each(ctl.Within(s.MaxTime), func(ctl *run.Ctl, p reduction.Problem) (int, run.Status, error) {
		rows, signs := p.Split(t.Labels(), weight)
		h, err := newHyperplane(t.X, rows, signs)
		if err != nil {
			return 0, "", err
		}
		status := h.solve(ctl, s.Norm)
		if status == run.Aborted {
			return 0, status, nil
		}
		if status == run.Infeasible {
			inseparable++
		}
		copy(f.Weights[p.Number*f.Features:], h.w)
		f.Bias[p.Number] = h.b
		f.Margins = append(f.Margins, h.margin(s.Norm))
		for _, p := range norms() {
			f.ByNorm = append(f.ByNorm, h.margin(p))
		}
		f.NonZeros = append(f.NonZeros, int32(h.nonZeros()))
		for _, at := range h.critical() {
			critical[rows[at]] = true
		}
		report.Iterations += h.iterations
		report.Objective += f.Margins[p.Number]
		report.Gap = max(report.Gap, h.gap)
		return h.iterations, status, nil
	})
	if err != nil || status == run.Aborted {
		return model.Report{Status: status}, err
	}
	report.Status = status
	return s.finish(f, report, critical, inseparable, scheme.Count())
}

// finish makes f the result of the machine. inseparable counts the problems without a solution.
func (s *LPMarginClassifier) finish(f *LPMarginFit, report model.Report, critical []bool, inseparable, problems int) (model.Report, error) {
	if report.Status == run.Aborted {
		return report, nil
	}
	for i, is := range critical {
		if is {
			f.Critical = append(f.Critical, int32(i))
		}
	}
	if err := model.Finite(f.Weights, f.Bias, f.Margins, f.ByNorm); err != nil {
		return model.Report{}, err
	}
	report.SupportVectors = len(f.Critical)
	if inseparable > 0 {
		if !report.Status.Cut() {
			report.Status = run.Infeasible
		}
		report.Notes = append(report.Notes, model.Note{Code: "WARN_NOT_SEPARABLE", Message: fmt.Sprintf(
			"no hyperplane separates the classes of %d of %d problems, so they have no margin. The model predicts by the hyperplane with the smallest sum of violations. Use LPSVC or SVC, which allow slack",
			inseparable, problems)})
	}
	return s.Learnt(f, report)
}

// Check returns an error unless the parts of a result from a model file go together.
func (f *LPMarginFit) Check() error {
	if err := f.Linear.Check(); err != nil {
		return err
	}
	if len(f.Margins) != len(f.Bias) {
		return fault.New(fault.Format, "bytes", "the model has %d margins of %d functions", len(f.Margins), len(f.Bias))
	}
	return nil
}

// hyperplane is a two-class problem with its solution.
type hyperplane struct {
	n, d   int
	y      []float64
	x      []float64 // the samples, n x d, less the centre
	centre []float64

	w          []float64 // scaled so that the least y (<w, x> + b) is 1
	b          float64   // for samples that are not centred
	least      float64   // the least y (<w, x> + b); <= 0 if the classes are not separated
	gap        float64
	iterations int
}

// newHyperplane takes the samples at rows. It subtracts their mean, because a common offset costs
// digits.
func newHyperplane(x sample.Set, rows []int, y []float64) (*hyperplane, error) {
	h := &hyperplane{n: len(rows), d: x.Dim(), y: y, x: make([]float64, len(rows)*x.Dim()), centre: make([]float64, x.Dim()), w: make([]float64, x.Dim())}
	for p, i := range rows {
		row := h.row(p)
		x.Dense(row, i)
		for j, v := range row {
			h.centre[j] += v / float64(h.n)
		}
	}
	largest := 0.0
	for p := range rows {
		for j, v := range h.centre {
			h.row(p)[j] -= v
			largest = max(largest, math.Abs(h.row(p)[j]))
		}
	}
	if !(largest <= 1e140) {
		return nil, model.Overflow()
	}
	return h, nil
}

func (h *hyperplane) row(i int) []float64 { return h.x[i*h.d : (i+1)*h.d] }

// take sets the weights to w, with the constant in the middle between the classes, and scales both
// so that the least y (<w, x> + b) is 1 if the classes are separated.
func (h *hyperplane) take(w []float64) {
	copy(h.w, w)
	above, below := infinity(), -infinity()
	for i, y := range h.y {
		v := 0.0
		for j, x := range h.row(i) {
			v += float64(w[j] * x)
		}
		if y > 0 {
			above = min(above, v)
		} else {
			below = max(below, v)
		}
	}
	h.b, h.least = -(above/2 + below/2), (above-below)/2
	if h.least > 0 {
		for j := range h.w {
			h.w[j] /= h.least
		}
		h.b, h.least = h.b/h.least, 1
	}
	for j, v := range h.centre {
		h.b -= float64(h.w[j] * v)
	}
}

// norm returns |w|_p.
func norm(w []float64, p float64) float64 {
	largest, sum := 0.0, 0.0
	for _, v := range w {
		largest = max(largest, math.Abs(v))
	}
	if largest == 0 || math.IsInf(p, 1) {
		return largest
	}
	for _, v := range w {
		sum += math.Pow(math.Abs(v)/largest, p)
	}
	return largest * math.Pow(sum, 1/p)
}

// margin returns the margin in a norm of the weights, 0 if the classes are not separated.
func (h *hyperplane) margin(p float64) float64 {
	if size := norm(h.w, p); h.least > 0 && size > 0 {
		return h.least / size
	}
	return 0
}

func (h *hyperplane) nonZeros() (count int) {
	for _, v := range h.w {
		if v != 0 {
			count++
		}
	}
	return count
}

// critical returns the samples at the margin.
func (h *hyperplane) critical() (at []int) {
	if h.least <= 0 {
		return nil
	}
	for i, y := range h.y {
		v := h.b
		for j, x := range h.row(i) {
			v += float64(h.w[j] * (x + h.centre[j]))
		}
		if y*v <= 1+1e-6 {
			at = append(at, i)
		}
	}
	return at
}
