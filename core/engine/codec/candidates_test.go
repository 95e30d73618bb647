package codec_test

import (
	"math"
	"strings"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/internal/facts"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/perceptron"
	"maxmargin/core/machines/prep"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/schema"
)

// candidate is a model of which testdata/history must have a file.
type candidate struct {
	name string
	make func() (codec.Model, verdict, error)
}

// candidates are all machines, all kernels, and models with optional parts: one-versus-rest,
// probabilities of each kind, sparse samples, names of columns, steps.
func candidates() (all []candidate) {
	add := func(name string, make func() (codec.Model, verdict, error)) {
		all = append(all, candidate{name, make})
	}
	for _, m := range catalog.Machines() {
		add(m.Name, func() (codec.Model, verdict, error) {
			machine := m.New()
			switch p := machine.(type) { // which keep every mistake
			case *perceptron.Perceptron:
				p.MaxIter = 5
			case *perceptron.KernelPerceptron:
				p.MaxIter = 5
			}
			return learn(m.Name, machine, toy(kindOf(m.Name)))
		})
	}
	for _, tree := range kernelTrees() {
		name := strings.Split(tree, `"`)[3]
		add("kernel-"+name, func() (codec.Model, verdict, error) { return learnKernel(tree) })
	}
	add("kernel-precomputed", func() (codec.Model, verdict, error) {
		t := toy(catalog.Regressor)
		t.X = &sample.Matrix{N: t.X.Len(), D: t.X.Len(), X: products(t.X.(*sample.Matrix))}
		return ridge("precomputed", t)
	})
	for _, method := range []string{calib.Sigmoid, calib.Isotonic, calib.Temperature} {
		add("probability-"+method, func() (codec.Model, verdict, error) {
			return learn("SVC", calibrated(method), toy(catalog.Classifier))
		})
	}
	add("SVC-ovr", func() (codec.Model, verdict, error) {
		return learn("SVC", with("SVC", "multiClass", "ovr"), toy(catalog.Classifier))
	})
	add("SVC-sparse", func() (codec.Model, verdict, error) {
		t := toy(catalog.Classifier)
		t.X, _ = sparsely(t.X.(*sample.Matrix))
		return learn("SVC", with("SVC", "decisionFunctionShape", "ovo"), t)
	})
	add("SVC-bytes", func() (codec.Model, verdict, error) {
		return learn("SVC", with("SVC", "decisionFunctionShape", "ovo"), pixels(catalog.Classifier))
	})
	add("SVR-bytes", func() (codec.Model, verdict, error) {
		return learn("SVR", with("SVR", "loss", "epsilonInsensitive"), pixels(catalog.Regressor))
	})
	add("Pipeline", func() (codec.Model, verdict, error) {
		last, _ := catalog.NewMachine("SVC")
		return learnPipeline(
			model.Part{Name: "StandardScaler", Label: "scale", Machine: prep.NewStandardScaler()},
			model.Part{Name: "MinMaxScaler", Label: "range", Machine: prep.NewMinMaxScaler()},
			model.Part{Name: "SVC", Label: "svc", Machine: last},
		)
	})
	add("Pipeline-probability", func() (codec.Model, verdict, error) {
		return learnPipeline(
			model.Part{Name: "StandardScaler", Label: "scale", Machine: prep.NewStandardScaler()},
			model.Part{Name: "SVC", Label: "svc", Machine: calibrated(calib.Sigmoid)},
		)
	})
	add("probability-implied", func() (codec.Model, verdict, error) {
		return learn("LinearSVC", with("LinearSVC", "loss", "logistic"), toy(catalog.Classifier))
	})
	return all
}

// calibrated returns an SVC with probabilities of 3 folds.
func calibrated(method string) model.Machine {
	m := with("SVC", "probability", method)
	m.(*svm.SVC).Folds = 3
	return m
}

func learnPipeline(parts ...model.Part) (codec.Model, verdict, error) {
	p, err := catalog.NewHolder(codec.Pipeline, parts)
	if err != nil {
		return codec.Model{}, verdict{}, err
	}
	return learn(codec.Pipeline, p, toy(catalog.Classifier))
}

// with returns a machine with one option that is a name.
func with(machine, option, value string) model.Machine {
	m, err := catalog.NewMachine(machine)
	if err != nil {
		panic(err)
	}
	for _, o := range schema.Of(m.Options()) {
		if o.Name == option {
			o.Field(m.Options()).SetString(value)
		}
	}
	return m
}

// toy is 24 samples of 3 features >= 0, with targets for a kind of machine.
func toy(kind string) model.Training {
	x, y := clouds(31, 24, 3, 3)
	for i, v := range x.X {
		x.X[i] = math.Abs(v)
	}
	t := model.NewTraining(x, nil)
	switch kind {
	case catalog.Classifier:
		t.Target = model.Classes{Of: y, Count: 3}
	case catalog.Regressor:
		var values model.Values
		for i := range x.N {
			values = append(values, math.Sin(x.Row(i)[0])+0.5*x.Row(i)[1])
		}
		t.Target = values
	}
	return t
}

// pixels is toy with samples that are bytes of a scale.
func pixels(kind string) model.Training {
	t := toy(kind)
	x := t.X.(*sample.Matrix)
	b := &sample.Bytes{N: x.N, D: x.D, X: make([]byte, len(x.X)), Scale: 1. / 255}
	for i, v := range x.X {
		b.X[i] = byte(40 * min(v, 6))
	}
	t.X = b
	return t
}

// learn fits a machine, with probabilities if its options ask for them, and returns the model
// and the samples to ask it about, which are the first ones of the training set.
func learn(name string, m model.Machine, t model.Training) (codec.Model, verdict, error) {
	kept := codec.Model{Name: name, Machine: m}
	if _, values := model.Learns(m).(model.Values); values && t.Target == nil { // a transformer that takes either
		t.Target = make(model.Values, t.X.Len())
		for i := range t.X.Len() {
			t.Target.(model.Values)[i] = math.Sin(float64(i)) + t.X.SquaredNorm(i)
		}
	}
	switch target := t.Target.(type) {
	case model.Classes:
		t = facts.For(m, model.NewTraining(t.X, facts.Either{Classes: target}))
	case model.Values:
		t = facts.For(m, model.NewTraining(t.X, facts.Either{Values: target}))
	}
	if _, of := model.Unwrapped(m).(model.Classifier); of && t.Target != nil {
		kept.Classes = codec.Classes{Kind: "string", Names: []string{"ash", "birch", "chêne"}}
		kept.Features = []string{"length", "width", "Höhe"}
	}
	var err error
	if kept.Machine, err = catalog.Wrap(name, m); err != nil {
		return kept, verdict{}, err
	}
	kept.Report, err = kept.Machine.Fit(nil, t)
	probes := verdict{Rows: min(6, t.X.Len()), Cols: t.X.Dim()}
	row := make([]float64, probes.Cols)
	for i := range probes.Rows {
		t.X.Dense(row, i)
		probes.X = append(probes.X, row...)
	}
	return kept, probes, err
}

// learnKernel fits a KernelRidge with the kernel of a tree, to strings if it compares these.
func learnKernel(tree string) (codec.Model, verdict, error) {
	t := toy(catalog.Regressor)
	index := []int{0, 1, 2, 3, 4, 5, 6, 7}
	t.X, t.Target = t.X.Select(index), t.Target.Select(index)
	texts := []string{"acgta", "ccgt", "gattaca", "tacag", "ttgaca", "acacac", "gtgca", "catcat"}
	entry, err := catalog.Kernel(strings.Split(tree, `"`)[3])
	if err != nil {
		return codec.Model{}, verdict{}, err
	}
	if kernel.Compares(entry.(kernel.Kernel)) != sample.Strings {
		return ridge(tree, t)
	}
	t.X = sequences(texts)
	m, probes, err := ridge(tree, t)
	probes.Rows, probes.Cols, probes.X, probes.Strings = 6, 1, nil, texts[:6]
	return m, probes, err
}

func ridge(tree string, t model.Training) (codec.Model, verdict, error) {
	return learn("KernelRidge", with("KernelRidge", "kernel", tree), t)
}

// products returns the Gram matrix of the linear kernel.
func products(x *sample.Matrix) (all []float64) {
	for i := range x.N {
		for j := range x.N {
			sum := 0.0
			for c, v := range x.Row(i) {
				sum += v * x.Row(j)[c]
			}
			all = append(all, sum)
		}
	}
	return all
}

// kernelTrees has a tree of every kernel except precomputed. Parameters with defaults are
// left out.
func kernelTrees() []string {
	linear := `"parts":[{"kernel":"linear"}]}`
	trees := []string{
		`{"kernel":"fourier","coefficients":[1,0.5]}`,
		`{"kernel":"spectral","frequencies":[[1,0,0],[0.5,-2,1]],"powers":[1,0.5]}`,
		`{"kernel":"weighted","matrix":[1,0,2]}`,
		`{"kernel":"mismatch","alphabet":"acgt"}`,
		`{"kernel":"sum",` + linear, `{"kernel":"product",` + linear, `{"kernel":"scale","factor":2,` + linear,
		`{"kernel":"polynomial","coefficients":[1,0,2],` + linear, `{"kernel":"exp",` + linear,
		`{"kernel":"gaussian","gamma":0.5,` + linear, `{"kernel":"normalize",` + linear,
		`{"kernel":"center","points":[[0,1,0.5],[1,0.2,0]],` + linear,
		`{"kernel":"rankOne","points":[[0,1,0.5],[1,0.2,0]],"weights":[1,-2],` + linear,
		`{"kernel":"columns","columns":[2,0],` + linear,
	}
	listed := strings.Join(trees, "")
	for _, k := range catalog.Kernels() {
		if k.Name != "precomputed" && !strings.Contains(listed, `{"kernel":"`+k.Name+`"`) || k.Name == "linear" {
			trees = append(trees, `{"kernel":"`+k.Name+`"}`)
		}
	}
	return trees
}
