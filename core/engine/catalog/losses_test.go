package catalog_test

import (
	"math"
	"slices"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// The losses of every machine in released versions and saved models. These names must
// not change.
var namesForEver = map[string][]string{
	"SVC":           {"hinge", "squaredHinge", "mixed"},
	"SVR":           {"epsilonInsensitive", "squaredEpsilonInsensitive", "mixed"},
	"ConvexLossSVR": {"epsilonInsensitive", "laplacian", "gaussian", "huber", "polynomial", "piecewisePolynomial", "custom"},
	"LinearSVC":     {"hinge", "squaredHinge"},
	"LinearSVR":     {"epsilonInsensitive", "squaredEpsilonInsensitive"},
}

// lossOption returns the option loss of a machine.
func lossOption(m model.Machine) (schema.Option, bool) {
	for _, o := range schema.Of(m.Options()) {
		if o.Name == "loss" {
			return o, true
		}
	}
	return schema.Option{}, false
}

func TestNamesOfLossesStay(t *testing.T) {
	for name, names := range namesForEver {
		machine, err := catalog.NewMachine(name)
		if err != nil {
			t.Fatal(err)
		}
		o, _ := lossOption(machine)
		for _, l := range names {
			if !slices.Contains(o.Choices, l) {
				t.Errorf("%s no longer has the loss %s; it has %v", name, l, o.Choices)
			}
		}
	}
}

// Every machine fits with every loss that its option offers. The option offers every loss of
// its kind whose parameters the machine has, except losses whose dual is not a quadratic
// program if the machine needs one.
func TestMachinesOfferTheLossesThatTheyCanUse(t *testing.T) {
	const n = 24
	x := &sample.Matrix{N: n, D: 2, X: make([]float64, 2*n)}
	y, values := make([]int32, n), make([]float64, n)
	for i := range n {
		a := float64(i)
		x.X[2*i], x.X[2*i+1] = math.Sin(3*a), math.Cos(5*a)
		values[i] = x.X[2*i] - x.X[2*i+1]/2 + math.Sin(40*a)/3
		if values[i] > 0 {
			y[i] = 1
		}
	}
	training := model.NewTraining(x, facts.Either{Classes: model.Classes{Of: y, Count: 2}, Values: values})
	machines := 0
	for _, entry := range catalog.Machines() {
		o, ok := lossOption(entry.New())
		if !ok {
			continue
		}
		machines++
		of := loss.Residual
		if entry.Kind() == catalog.Classifier {
			of = loss.Margin
		}
		for _, l := range loss.All() {
			offered, learnt := slices.Contains(o.Choices, l.Name), slices.Contains(l.Of, of)
			for _, p := range l.Parameters {
				learnt = learnt && hasOption(entry.New(), p)
			}
			program := entry.Name == "SVC" || entry.Name == "SVR"
			if program && loss.Boxes(l.New(loss.Parameters{Sigma: 1, Power: 2, Ratio: 1})) == nil {
				learnt = false
			}
			// The leaves of trees are means or medians.
			if entry.Name == "HistGradientBoostingRegressor" && l.Name != "squaredError" && l.Name != "absoluteError" {
				learnt = false
			}
			if offered != learnt {
				t.Errorf("%s: the loss %s is offered: %v; it can be used: %v", entry.Name, l.Name, offered, learnt)
			}
			if !offered {
				continue
			}
			machine := entry.New()
			o.Field(machine.Options()).SetString(l.Name)
			report, err := machine.Fit(nil, facts.For(machine, training))
			if err != nil || report.Status != run.Converged && report.Status != run.IterationLimit { // of steps at random
				t.Errorf("%s with the loss %s: %s, %v", entry.Name, l.Name, report.Status, err)
			}
		}
	}
	if machines < len(namesForEver) {
		t.Errorf("only %d machines have an option loss", machines)
	}
}

func hasOption(m model.Machine, name string) bool {
	for _, o := range schema.Of(m.Options()) {
		if o.Name == name {
			return true
		}
	}
	return false
}

// TestDocumentationKnowsEveryKernelAndLoss: the facts stand apart from the lists, so that the module does
// not have them.
func TestDocumentationKnowsEveryKernelAndLoss(t *testing.T) {
	for _, k := range catalog.Kernels() {
		if facts := catalog.FactsOf(k.Name); facts.Formula == "" || facts.Definite == "" {
			t.Errorf("FactsOf does not know the kernel %s", k.Name)
		}
	}
	for _, l := range loss.All() {
		if formulas := loss.FormulasOf(l.Name); formulas.Loss == "" || formulas.Influence == "" || formulas.Dual == "" {
			t.Errorf("FormulasOf does not know the loss %s", l.Name)
		}
	}
}
