package parzen_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/parzen"
	"maxmargin/core/model"
)

func centroids(t testing.TB, training model.Training, name string, gamma float64) *parzen.NearestCentroid {
	t.Helper()
	m := parzen.NewNearestCentroid(catalog.Kernel)
	m.Kernel.Name, m.Kernel.Gamma = name, kernel.Width{Value: gamma}
	if _, err := m.Fit(nil, training); err != nil {
		t.Fatal(err)
	}
	return m
}

func values(t testing.TB, m model.Classifier, x sample.Set) []float64 {
	t.Helper()
	f, _, err := m.Decision(nil, x, "")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Worked by hand: means 1 and 6 on a line, which 3.5 is half-way between.
func TestCentroidsWorkedExample(t *testing.T) {
	training := model.NewTraining(matrix([]float64{0}, []float64{2}, []float64{6}), model.Classes{Of: []int32{0, 0, 1}, Count: 2})
	m := centroids(t, training, "linear", 1)
	support.Near(t, "values", values(t, m, matrix([]float64{3.5}, []float64{4.5}, []float64{0})), []float64{0, 5, -17.5}, 1e-14)
	classes, err := m.Predict(nil, matrix([]float64{3.4}, []float64{3.6}))
	if err != nil || !slices.Equal(classes, []int32{0, 1}) {
		t.Errorf("classes %v (%v)", classes, err)
	}
}

// The decision values are half the differences of the squared distances from the means in
// feature space, for every kernel, with weights.
func TestCentroidsAreTheClosest(t *testing.T) {
	rng := rand.New(rand.NewPCG(141, 1))
	for _, k := range []int{2, 3} {
		x, y := clouds(rng, 45, 3, k)
		weight := make([]float64, x.N)
		for i := range weight {
			weight[i] = float64((i / 3) % 3)
		}
		for _, name := range []string{"rbf", "linear", "poly", "laplacian"} {
			m := centroids(t, model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: k}, Weight: weight}}, name, 0.3)
			of := m.Fitted().(*parzen.NearestCentroidFit).Kernel()
			got := values(t, m, x)
			classes, err := m.Predict(nil, x)
			if err != nil {
				t.Fatal(err)
			}
			for i := range x.N {
				half := make([]float64, k) // <mu_c, x> - |mu_c|^2/2 = (k(x, x) - |x - mu_c|^2) / 2
				masses, average := make([]float64, k), 0.0
				for c := range k {
					var mass, along, norm float64
					for a := range x.N {
						if int(y[a]) != c {
							continue
						}
						mass += weight[a]
						along += weight[a] * kernel.Value(of, x.Row(i), x.Row(a))
						for b := range x.N {
							if int(y[b]) == c {
								norm += weight[a] * weight[b] * kernel.Value(of, x.Row(a), x.Row(b))
							}
						}
					}
					half[c] = along/mass - norm/mass/mass/2
					masses[c] = mass
				}
				total := 0.0
				for c, mass := range masses {
					average += mass * half[c]
					total += mass
				}
				for c := range half {
					half[c] -= average / total
				}
				if k == 2 {
					support.Near(t, name, got[i:i+1], []float64{half[1] - half[0]}, 1e-10)
				} else {
					support.Near(t, name, got[i*k:(i+1)*k], half, 1e-10)
				}
				if !(half[classes[i]] >= slices.Max(half)-1e-9) {
					t.Fatalf("%s: row %d is taken for class %d of %v", name, i, classes[i], half)
				}
			}
		}
	}
}

// Without its threshold the function is that of the largest average margin of classes of
// equal weight, times the distance of the means.
func TestCentroidsAreTheAverageMargin(t *testing.T) {
	rng := rand.New(rand.NewPCG(142, 1))
	x, y := clouds(rng, 61, 3, 2)
	training := model.NewTraining(x, model.Classes{Of: y, Count: 2})
	a, f, _ := fit(t, training, rbf(0.3), balanced)
	m := centroids(t, training, "rbf", 0.3)
	intercept := m.Fitted().(*parzen.NearestCentroidFit).Intercept[0]
	got, want := values(t, m, x), decide(t, a, x)
	for i := range got {
		got[i] -= intercept
		want[i] *= 2 * f.Margins[0]
	}
	support.Near(t, "values", got, want, 1e-12)
}

// An offset of 2^24 deviations changes neither predictions nor decision values: with the
// linear kernel its squares are 1e14, and their last digit is larger than the differences of
// the means.
func TestCentroidsFarFromTheOrigin(t *testing.T) {
	rng := rand.New(rand.NewPCG(143, 1))
	for _, k := range []int{2, 3} {
		const n = 60
		x, far := &sample.Matrix{N: n, D: 2}, &sample.Matrix{N: n, D: 2}
		y, weight := make([]int32, n), make([]float64, n)
		for i := range n {
			y[i], weight[i] = int32(i%k), float64(1+i%4)
			for j := range 2 {
				v := math.Round((rng.NormFloat64()+float64((i%k)*(1-j)))*1024) / 1024 // exact beside the offset
				x.X, far.X = append(x.X, v), append(far.X, v+1<<24)
			}
		}
		at := centroids(t, model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: k}, Weight: weight}}, "linear", 1)
		from := centroids(t, model.Training{Data: model.Data{X: far, Target: model.Classes{Of: y, Count: k}, Weight: weight}}, "linear", 1)
		support.Near(t, "values", values(t, from, far), values(t, at, x), 1e-6)
		want, _ := at.Predict(nil, x)
		if got, err := from.Predict(nil, far); err != nil || !slices.Equal(got, want) {
			t.Errorf("k = %d: classes %v (%v), want %v", k, got, err, want)
		}
	}
}
