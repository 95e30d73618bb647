package perceptron

import (
	"maxmargin/core/calib"
	"maxmargin/core/expansion"
	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/lanes"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/primal"
	"maxmargin/core/rng"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// KernelPerceptronOptions are the options of KernelPerceptron.
type KernelPerceptronOptions struct {
	Kernel              kernel.Spec       `js:"kernel"`
	Eta0                float64           `js:"eta0" default:"1" range:"(0,inf)" doc:"Learning rate. Without earlier updates at another rate it only scales the coefficients."`
	FitIntercept        bool              `js:"fitIntercept" default:"true" doc:"Whether there is a bias."`
	InterceptStep       string            `js:"interceptStep" default:"radius" choices:"radius,unit" doc:"How far a mistake moves the bias, times eta0: by the largest k(x, x) of a sample ('radius'), for which Novikoff's bound holds as usual, or by 1 ('unit')."`
	Tie                 string            `js:"tie" default:"mistake" choices:"mistake,positive,negative" doc:"What a decision value of exactly 0 is while learning: a mistake for either class, or a vote for the positive or for the negative one."`
	Delta               float64           `js:"delta" default:"0" range:"[0,inf)" doc:"Length of a feature of its own that every training sample gets. With delta > 0 learning ends whatever the classes; the larger, the more errors remain."`
	MaxIter             float64           `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Most passes over the samples, for each decision function."`
	MaxTime             float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Most time for a fit; what is learnt by then is kept."`
	CacheSize           float64           `js:"cacheSize" default:"200" range:"(0,inf)" unit:"MB" doc:"Memory for kernel rows."`
	Shuffle             bool              `js:"shuffle" default:"false" doc:"Visit the samples in a new random order in every pass, not as they come."`
	RandomState         int               `js:"randomState" default:"0" range:"[0,2147483647]" doc:"Seed of the order."`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of eta0 per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	calib.Probabilities `js:"probabilities"`
}

// KernelPerceptron is the perceptron in dual form (Cristianini & Shawe-Taylor,
// Table 2.2): f(x) = sum of c_j k(x_j, x) + b, and for every sample with
// y f(x) <= 0
//
//	c_i += eta y    b += eta y R^2    R^2 = the largest k(x, x)
//
// With the linear kernel it makes the mistakes of Perceptron, one by one. The
// values of all samples are kept, so a mistake costs one row of the kernel matrix
// and a look at a sample nothing.
//
// With delta > 0 every training sample has a feature of its own, of that length,
// so that there is always a hyperplane (remark 2.9 there): delta^2 is added to the
// diagonal of the kernel matrix and to R^2. New samples do not have it.
//
// Update goes once through its samples, in order; R^2 is the largest so far.
type KernelPerceptron struct {
	KernelPerceptronOptions
	kernels model.KernelMaker
	fit     *KernelPerceptronFit
}

// KernelPerceptronFit is what KernelPerceptron leaves behind.
type KernelPerceptronFit struct {
	Samples   int        `field:"samples" dim:"n" range:"[1,2147483647]"`
	Features  int        `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"How many features a row of X must have."`
	Widths    []float64  `field:"gamma" shape:"w"`                       // what the widths of the kernel were resolved to
	Order     []int32    `field:"class.order" shape:"k" range:"[0,k-1]"` // classes by first appearance, which decides between equal values
	Indices   []int32    `field:"support.indices" shape:"m" range:"[0,n-1]" js:"supportIndices" doc:"Which of all samples seen, counted from 0, had a mistake made at them."`
	Vectors   sample.Set `field:"support.vectors" shape:"m,d" js:"supportVectors" doc:"Those samples; none for a precomputed kernel."`
	Intercept []float64  `field:"intercept" shape:"q" js:"intercept" doc:"The constants of the decision functions."`
	Coef      []float64  `field:"dual.coef" shape:"q,m" js:"dualCoef" doc:"The coefficients of those samples, a row for each decision function: eta0 times the mistakes at a sample, with the sign of its class."`
	Mistakes

	kernel    kernel.Kernel
	expansion *expansion.Expansion // made when first needed
}

// NewKernelPerceptron returns an unfitted perceptron with default options.
func NewKernelPerceptron(kernels model.KernelMaker) *KernelPerceptron {
	p := &KernelPerceptron{kernels: kernels, fit: &KernelPerceptronFit{}}
	model.SetDefaults(&p.KernelPerceptronOptions)
	return p
}

// Options returns a pointer to the options.
func (p *KernelPerceptron) Options() any { return &p.KernelPerceptronOptions }

// Fitted returns a pointer to what was learnt.
func (p *KernelPerceptron) Fitted() any { return p.fit }

// Restore takes over a fit that was read from a model file.
func (p *KernelPerceptron) Restore(fitted any) (err error) {
	f := fitted.(*KernelPerceptronFit)
	if err := multi.CheckOrder(f.Order); err != nil {
		return err
	}
	if got, want := len(f.Intercept), f.scheme().Count(); got != want {
		return fault.New(fault.Format, "bytes", "the model has %d decision functions for %d classes, expected %d", got, len(f.Order), want)
	}
	if f.kernel, err = p.kernels.Again(p.Kernel, f.Widths, f.Samples, f.Features, f.Vectors); err != nil {
		return err
	}
	p.fit = f
	return nil
}

func (f *KernelPerceptronFit) scheme() multi.Scheme {
	return multi.Scheme{Name: multi.OneVsRest, Classes: len(f.Order)}
}

// Fit learns from t anew, pass by pass.
func (p *KernelPerceptron) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	weight, err := p.ClassWeight.Costs(1, t)
	if err != nil {
		return model.Report{}, err
	}
	f, err := p.begin(t)
	if err != nil {
		return model.Report{}, err
	}
	return p.learn(ctl, t, f, &KernelPerceptronFit{}, weight, p.MaxIter)
}

// Update goes once through the samples of t, in order, after all that was learnt
// before. The rule that gave gamma is not applied again.
func (p *KernelPerceptron) Update(ctl *run.Ctl, t model.Training) (model.Report, error) {
	fail := func(err error) (model.Report, error) { return model.Report{}, err }
	weight, err := p.ClassWeight.Factors(1, t)
	if err != nil {
		return fail(err)
	}
	if p.fit.Features == 0 {
		f, err := p.begin(t)
		if err == nil {
			err = multi.CheckUpdate(max(2, t.Classes), t.Classes)
		}
		if err != nil {
			return fail(err)
		}
		return p.learn(ctl, t, f, p.fit, weight, 0)
	}
	if err := model.Check(p.KernelPerceptronOptions); err != nil {
		return fail(err)
	}
	if _, given := p.fit.kernel.(kernel.Given); given {
		return fail(fault.New(fault.Option, "kernel", "a machine with a precomputed kernel cannot be updated: it does not keep its samples"))
	}
	if err := multi.CheckUpdate(len(p.fit.Order), t.Classes); err != nil {
		return fail(err)
	}
	if err := primal.CheckFeatures(t.X, p.fit.Features); err != nil {
		return fail(err)
	}
	f := &KernelPerceptronFit{Features: p.fit.Features, Widths: p.fit.Widths, Order: p.fit.Order, kernel: p.fit.kernel,
		Intercept: append([]float64(nil), p.fit.Intercept...), Mistakes: newMistakes(len(p.fit.Intercept))}
	f.RadiusSquare = p.fit.RadiusSquare
	return p.learn(ctl, t, f, p.fit, weight, 0)
}

// begin returns what is known before the first sample.
func (p *KernelPerceptron) begin(t model.Training) (*KernelPerceptronFit, error) {
	if err := model.Check(p.KernelPerceptronOptions); err != nil {
		return nil, err
	}
	k, widths, err := p.kernels.For(p.Kernel, t.X)
	if err != nil {
		return nil, err
	}
	f := &KernelPerceptronFit{Features: t.X.Dim(), Widths: widths, Order: multi.Appearance(t.Y, t.Classes), kernel: k}
	f.Intercept = make([]float64, f.scheme().Count())
	f.Mistakes = newMistakes(len(f.Intercept))
	return f, nil
}

// visits is how many samples are looked at between two checkpoints. Most cost
// nothing; a mistake costs a row.
const visits = 64

// learn teaches f, on top of before, and makes it the machine's; passes 0 means
// one, in order, that counts as done.
func (p *KernelPerceptron) learn(ctl *run.Ctl, t model.Training, f, before *KernelPerceptronFit, weight []float64, passes float64) (model.Report, error) {
	n := t.X.Len()
	matrix := gram.NewMatrix(f.kernel, t.X)
	matrix.From(t.Part)
	memory := t.Memory
	if memory == nil {
		memory = &gram.Memory{}
	}
	all := make([]int, n)
	for i, v := range matrix.Diagonal() {
		all[i] = i
		f.RadiusSquare = max(f.RadiusSquare, v+float64(p.Delta*p.Delta))
	}
	if !(f.RadiusSquare <= gram.LargestNorm) {
		return model.Report{}, model.Overflow()
	}
	view := matrix.View(memory, int(p.CacheSize*(1<<20)), matrix.Segment(all, nil))
	values, err := before.values(ctl, t.X, len(f.Intercept))
	if err == run.ErrAborted {
		return model.Report{Status: run.Aborted}, nil
	}
	if err != nil {
		return model.Report{}, err
	}
	ctl = withDeadline(ctl, p.MaxTime)
	r := newRule(p.Eta0, p.FitIntercept, p.InterceptStep, p.Tie, f.RadiusSquare)
	steps := make([][]float64, len(f.Intercept)) // coefficients of the samples of t
	status, err := f.scheme().Each(ctl, func(ctl *run.Ctl, problem multi.Problem) (int, run.Status, error) {
		q := problem.Number
		l := &dual{view: view, rule: r, own: p.Delta * p.Delta, f: values[q], coef: make([]float64, n), b: &f.Intercept[q]}
		steps[q] = l.coef
		s := newLesson(problem, t, weight, max(1, passes), visits)
		if p.Shuffle && passes > 0 {
			s.shuffle = rng.New(uint64(p.RandomState))
		}
		status := r.learn(ctl, l, s, &f.Mistakes)
		if passes == 0 && status == run.IterationLimit {
			return 1, run.Converged, nil
		}
		if passes > 0 && status != run.Aborted {
			r.judge(l, s, l.norm2(), *l.b, plain(weight), &f.Mistakes)
		}
		return int(f.Passes[q]), status, nil
	})
	if err != nil || status == run.Aborted {
		return model.Report{Status: status}, err
	}
	f.keep(before, t.X, steps)
	if err := primal.Finite(f.Coef, f.Intercept, f.Margins); err != nil {
		return model.Report{}, err
	}
	f.Mistakes = f.after(before.Mistakes)
	p.fit = f
	report := f.report(status, n)
	report.SupportVectors = len(f.Indices)
	return report, nil
}

// dual is a perceptron in dual form.
type dual struct {
	view *gram.View
	rule rule
	own  float64   // square of the length of a sample's own feature
	f    []float64 // values of all samples, less the bias
	coef []float64 // of all samples
	b    *float64
}

func (l *dual) value(i int) float64 { return l.f[i] + *l.b }

func (l *dual) correct(i int, step float64) {
	l.coef[i] += step
	lanes.Update(l.f, step, l.view.Rows([]int{i})[0])
	l.f[i] += float64(step * l.own)
	*l.b += float64(step * l.rule.bias)
}

// norm2 returns |w|^2 of a perceptron that knows no samples but those of view.
func (l *dual) norm2() float64 { return lanes.Sum(l.coef, l.f) }

// keep makes the expansion of f: that of before and, after it, the samples with a
// step in any function.
func (f *KernelPerceptronFit) keep(before *KernelPerceptronFit, x sample.Set, steps [][]float64) {
	var rows []int
	for i := range x.Len() {
		for _, coef := range steps {
			if coef[i] != 0 {
				rows = append(rows, i)
				break
			}
		}
	}
	f.Samples = before.Samples + x.Len()
	f.Indices = append([]int32(nil), before.Indices...)
	for _, i := range rows {
		f.Indices = append(f.Indices, int32(before.Samples+i))
	}
	m := len(before.Indices)
	for q, coef := range steps {
		if m > 0 {
			f.Coef = append(f.Coef, before.Coef[q*m:(q+1)*m]...)
		}
		for _, i := range rows {
			f.Coef = append(f.Coef, coef[i])
		}
	}
	if _, given := f.kernel.(kernel.Given); given {
		return
	}
	f.Vectors = before.Vectors
	switch {
	case len(f.Indices) == 0:
		f.Vectors = &sample.Matrix{D: f.Features}
	case m == 0:
		f.Vectors = x.Select(rows)
	case len(rows) > 0:
		f.Vectors = sample.Join(before.Vectors, x.Select(rows))
	}
}

// values returns f(x_i) less the bias for q functions and all samples of x.
func (f *KernelPerceptronFit) values(ctl *run.Ctl, x sample.Set, q int) ([][]float64, error) {
	values := make([][]float64, q)
	for r := range values {
		values[r] = make([]float64, x.Len())
	}
	if len(f.Indices) == 0 {
		return values, nil
	}
	err := f.expand().Each(ctl, x, func(i int, row []float64) {
		for r, v := range row {
			values[r][i] = v - f.Intercept[r]
		}
	})
	return values, err
}

func (f *KernelPerceptronFit) expand() *expansion.Expansion {
	if f.expansion == nil {
		f.expansion = expansion.New(expansion.Machine{Kernel: f.kernel, Vectors: f.Vectors, Indices: f.Indices, Coef: f.Coef, Intercept: f.Intercept})
	}
	return f.expansion
}

func (f *KernelPerceptronFit) ready(x sample.Set) error {
	if f.Features == 0 {
		return notFitted("KernelPerceptron")
	}
	return primal.CheckFeatures(x, f.Features)
}

// Decision returns, for every sample of x, the decision value of class 1 when
// there are two classes, else one for each class. shape is "ovr" or "".
func (p *KernelPerceptron) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	if err := p.fit.ready(x); err != nil {
		return nil, 0, err
	}
	if shape == "" {
		shape = multi.OneVsRest
	}
	return p.fit.scheme().Decision(ctl, p.fit.expand(), shape, x)
}

// Predict returns the class of every sample of x.
func (p *KernelPerceptron) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	if err := p.fit.ready(x); err != nil {
		return nil, err
	}
	return p.fit.scheme().Predict(ctl, p.fit.expand(), p.fit.Order, x)
}

var (
	_ model.Classifier = (*KernelPerceptron)(nil)
	_ model.Updatable  = (*KernelPerceptron)(nil)
)
