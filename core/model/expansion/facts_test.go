package expansion_test

import (
	"math"
	"runtime"
	"strings"
	"testing"

	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/reduction"
)

// On every real set with Gaussians, no pair of classes changes its vote when it is
// computed in float32. The log says how many samples needed float64.
func TestFactsKeepTheirSigns(t *testing.T) {
	for _, fact := range facts.CSVC() {
		if fact.Kernel != "rbf" {
			continue
		}
		t.Run(fact.Name, func(t *testing.T) {
			t.Parallel()
			if strings.HasPrefix(fact.Name, "usps") && (testing.Short() || runtime.GOOS == "js") {
				t.Skip("slow: 45 problems of 256 features; left out by -short and under js/wasm")
			}
			train, test := fact.Load(t)
			machine := svm.NewSVC(catalog.Kernel)
			machine.C = fact.C
			machine.Kernel.Gamma.Name, machine.Kernel.Gamma.Value = "", fact.Gamma
			_, err := machine.Fit(nil, model.NewTraining(train.X, model.Classes{Of: fact.ClassIndices(t, train.Y), Count: len(fact.Classes)}))
			if err != nil {
				t.Fatal(err)
			}
			fit := machine.Fitted().(*svm.SVCFit)
			m := expansion.Expansion{Kernel: kernel.RBF{Gamma: fact.Gamma}, Vectors: fit.Vectors,
				Counts: fit.Counts, Coef: fit.Coef, Intercept: fit.Intercept}
			e, want, taken := expansion.New(m), make([][]float64, test.X.Len()), 0
			if err := e.Each(nil, test.X, func(i int, values []float64) { want[i] = append(want[i], values...) }); err != nil {
				t.Fatal(err)
			}
			order := make([]int32, len(fact.Classes))
			for c := range order {
				order[c] = int32(c)
			}
			election := reduction.Scheme{Name: reduction.OneVsOne, Classes: len(order)}.Election(order)
			uncertain := 0
			again, ok := e.SignsInSingle(test.X, func(i int, values []float64) bool {
				doubt := false
				for q, v := range values {
					if doubt = doubt || math.IsNaN(v); !math.IsNaN(v) && math.Signbit(v) != math.Signbit(want[i][q]) {
						t.Errorf("value %d of sample %d is %v, but %v in float64", q, i, v, want[i][q])
					}
				}
				if doubt {
					uncertain++
				}
				class, certain := election.Elect(values)
				if !certain {
					return false
				}
				if right, _ := election.Elect(want[i]); class != right {
					t.Errorf("sample %d is of class %d, but %d in float64", i, class, right)
				}
				taken++
				return true
			})
			if !ok || taken != len(want) {
				t.Errorf("%d of %d samples were taken", taken, len(want))
			}
			t.Logf("%d of %d samples have an uncertain value, %d took float64", uncertain, taken, again)
		})
	}
}
