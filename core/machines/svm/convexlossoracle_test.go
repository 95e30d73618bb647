package svm_test

import (
	"fmt"
	"slices"
	"testing"

	"maxmargin/core/data/loss"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// With each loss the function is the minimum of the primal that scikit-learn's SVR or scipy found: see
// core/internal/golden/convexloss.py. The machine was once judged by its own gap alone (defect 55).
func TestConvexLossSVRFindsTheMinimaOfOtherPrograms(t *testing.T) {
	var golden struct {
		Tolerance            float64
		X, Probes, Y, Weight []float64
		Cases                []struct {
			Tool, Loss                                                                       string
			C, Gamma, Epsilon, EpsilonBelow, WeightBelow, Sigma, Power, Objective, Intercept float64
			Weighted                                                                         bool
			Values                                                                           []float64
		}
	}
	facts.Golden(t, "convexloss.json", &golden)
	judged := map[string]int{}
	for _, c := range golden.Cases {
		m := convexLoss(c.Loss, c.C, c.Sigma, c.Power)
		m.Epsilon, m.EpsilonBelow, m.WeightBelow = c.Epsilon, svm.BelowWidth{Value: c.EpsilonBelow}, c.WeightBelow
		if m.Kernel.Name = "linear"; c.Gamma > 0 {
			m.Kernel.Name, m.Kernel.Gamma.Name, m.Kernel.Gamma.Value = "rbf", "", c.Gamma
		}
		training := model.NewTraining(matrix(2, golden.X...), model.Values(golden.Y))
		if c.Weighted {
			training.Weight = golden.Weight
		}
		r := fitted(t, m, training)
		fit, total := m.Fitted().(*svm.ConvexLossSVRFit), 0.0
		for i := range golden.Y {
			if total++; c.Weighted {
				total += golden.Weight[i] - 1
			}
		}
		what := fmt.Sprintf("%s of %s, C %g, gamma %g, power %g, weightBelow %g", c.Loss, c.Tool, c.C, c.Gamma, c.Power, c.WeightBelow)
		support.Near(t, what, predictions(t, m, matrix(2, slices.Concat(golden.X, golden.Probes)...)), c.Values, golden.Tolerance)
		support.Near(t, what, []float64{-r.Objective, fit.Norm/2 + c.C*total*fit.Risk, fit.Intercept}, []float64{c.Objective, c.Objective, c.Intercept}, golden.Tolerance*max(1, c.Objective))
		judged[c.Loss]++
	}
	for _, name := range loss.Names(loss.Residual, false, func(parameter string) bool { return parameter != "squaredC" }) {
		if judged[name] == 0 {
			t.Errorf("no other program judges the loss %s: add a case to core/internal/golden/convexloss.py and run it", name)
		}
	}
}
