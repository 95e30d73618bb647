package neighbors_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/neighbors"
	"maxmargin/core/model"
)

// Beyond gamma |x-z|^2 = 37 the distance from Gaussian kernel values is always 2 - 2k = 2,
// so the first training sample was taken as the nearest.
func TestDistantNeighboursAreFound(t *testing.T) {
	m := fit(t, model.NewTraining(line(0, 1, 2, 3), model.Classes{Of: []int32{0, 0, 1, 1}, Count: 2}), with(1, "uniform"))
	classes, err := m.Predict(nil, line(10, -10, 1e6, -1e6))
	if want := []int32{1, 0, 1, 0}; err != nil || !slices.Equal(classes, want) {
		t.Errorf("classes %v (%v), want %v", classes, err, want)
	}
}

// With a Gaussian that is far too narrow, the neighbours of standardised digits are those
// of a search through Euclidean distances.
func TestAWidthChangesNoNeighbour(t *testing.T) {
	train, test := facts.Digits(t)
	x, z := standardised(train.X, test.X)
	const count = 5
	y := make([]int32, x.N)
	for i, l := range train.Y {
		y[i] = int32(l)
	}
	want := make([]float64, 0, 10*z.N)
	for i := range z.N {
		want = append(want, shares(y, 10, count, func(j int) float64 { return euclid(x.Row(j), z.Row(i)) })...)
	}
	for _, gamma := range []float64{1e-4, 0.1, 10, 1e4} {
		m := fit(t, model.NewTraining(x, model.Classes{Of: y, Count: 10}), with(count, "uniform"), func(o *neighbors.KNeighborsClassifierOptions) {
			o.Kernel.Gamma = kernel.Width{Value: gamma}
		})
		support.Within(t, fmt.Sprint("gamma ", gamma), decide(t, m, z), want, 1e-15)
	}
}

// standardised scales the columns of both sets by means and deviations of the first, and
// leaves out those that are constant.
func standardised(train, test sample.Set) (x, z *sample.Matrix) {
	n, d := train.Len(), train.Dim()
	x, z = &sample.Matrix{N: n}, &sample.Matrix{N: test.Len()}
	mean, deviation := make([]float64, d), make([]float64, d)
	row := make([]float64, d)
	for i := range n {
		train.Dense(row, i)
		for j, v := range row {
			mean[j] += v / float64(n)
		}
	}
	for i := range n {
		train.Dense(row, i)
		for j, v := range row {
			deviation[j] += (v - mean[j]) * (v - mean[j]) / float64(n)
		}
	}
	for from, to := range map[sample.Set]*sample.Matrix{train: x, test: z} {
		for i := range from.Len() {
			from.Dense(row, i)
			for j, v := range row {
				if deviation[j] > 0 {
					to.X = append(to.X, (v-mean[j])/math.Sqrt(deviation[j]))
				}
			}
		}
		to.D = len(to.X) / to.N
	}
	return x, z
}

// shares searches through all distances.
func shares(y []int32, classes, count int, distance func(j int) float64) []float64 {
	order, apart := make([]int, len(y)), make([]float64, len(y))
	for j := range y {
		order[j], apart[j] = j, distance(j)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case apart[a] < apart[b]:
			return -1
		case apart[a] > apart[b]:
			return 1
		}
		return 0
	})
	votes := make([]float64, classes)
	for _, j := range order[:count] {
		votes[y[j]] += 1 / float64(count)
	}
	return votes
}

func euclid(x, z []float64) float64 {
	return sum(x, z, func(x, z float64) float64 { return (x - z) * (x - z) })
}

func sum(x, z []float64, term func(x, z float64) float64) (total float64) {
	for j, v := range x {
		total += term(v, z[j])
	}
	return total
}

// Every kernel that falls with a distance finds the neighbours of that distance, for every
// width, dense and sparse; the test has its own formulas for distances and widths.
func TestEveryRadialKernelRanksByItsDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 13))
	const n, d, count = 60, 3, 5
	x, y := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}, make([]int32, n)
	for i := range x.X {
		x.X[i] = 1 + 10*rng.Float64()
	}
	for i := range y {
		y[i] = int32(i % 4)
	}
	cityblock := func(x, z []float64) float64 {
		return sum(x, z, func(x, z float64) float64 { return math.Abs(x - z) })
	}
	chi2 := func(x, z []float64) float64 {
		return sum(x, z, func(x, z float64) float64 { return (x - z) * (x - z) / (x + z) })
	}
	of := map[string]struct {
		tree     string
		distance func(x, z []float64) float64
	}{
		"linear":            {`{"kernel":"linear"}`, euclid},
		"rbf":               {`{"kernel":"rbf","gamma":100}`, euclid},
		"matern":            {`{"kernel":"matern","gamma":1000}`, euclid},
		"matern 1.3":        {`{"kernel":"matern","gamma":1000,"nu":1.3}`, euclid},
		"rationalQuadratic": {`{"kernel":"rationalQuadratic","gamma":100,"alpha":20}`, euclid},
		"laplacian":         {`{"kernel":"laplacian","gamma":100}`, cityblock},
		"chi2":              {`{"kernel":"chi2","gamma":1000}`, chi2},
		"minkowski": {`{"kernel":"minkowski","gamma":100,"p":3,"power":1}`, func(x, z []float64) float64 {
			return sum(x, z, func(x, z float64) float64 { return math.Pow(math.Abs(x-z), 3) })
		}},
		"scale":    {`{"kernel":"scale","factor":3,"parts":[{"kernel":"rbf","gamma":100}]}`, euclid},
		"sum":      {`{"kernel":"sum","parts":[{"kernel":"rbf","gamma":100},{"kernel":"matern","gamma":1000}]}`, euclid},
		"center":   {`{"kernel":"center","points":[[1,2,3],[4,5,7]],"parts":[{"kernel":"rbf","gamma":100}]}`, euclid},
		"gaussian": {`{"kernel":"gaussian","gamma":100,"parts":[{"kernel":"linear"}]}`, euclid},
		"gaussian of a polynomial": {`{"kernel":"gaussian","gamma":1,"parts":[{"kernel":"poly","gamma":1,"degree":2,"coef0":1}]}`, func(x, z []float64) float64 {
			k := func(x, z []float64) float64 {
				return math.Pow(1+sum(x, z, func(x, z float64) float64 { return x * z }), 2)
			}
			return k(x, x) - 2*k(x, z) + k(z, z)
		}},
		"columns": {`{"kernel":"columns","columns":[0,2],"parts":[{"kernel":"rbf","gamma":100}]}`, func(x, z []float64) float64 {
			return (x[0]-z[0])*(x[0]-z[0]) + (x[2]-z[2])*(x[2]-z[2])
		}},
		"product": {`{"kernel":"product","parts":[{"kernel":"rbf","gamma":100},{"kernel":"columns","columns":[1],"parts":[{"kernel":"laplacian","gamma":300}]}]}`, func(x, z []float64) float64 {
			return 100*euclid(x, z) + 300*math.Abs(x[1]-z[1])
		}},
	}
	s := &sample.CSR{N: n, D: d, Ptr: make([]int32, 1)}
	for i, v := range x.X {
		s.Index, s.Value = append(s.Index, int32(i%d)), append(s.Value, v)
		if i%d == d-1 {
			s.Ptr = append(s.Ptr, int32(len(s.Index)))
		}
	}
	for name, c := range of {
		var want []float64
		for i := range n {
			want = append(want, shares(y, 4, count, func(j int) float64 { return c.distance(x.Row(j), x.Row(i)) })...)
		}
		for layout, set := range map[string]sample.Set{"dense": x, "sparse": s} {
			m := fit(t, model.NewTraining(set, model.Classes{Of: y, Count: 4}), with(count, "uniform"), named(c.tree))
			support.Within(t, name+", "+layout, decide(t, m, set), want, 1e-15)
			support.Within(t, name+", "+layout+", in parts", decide(t, m, set.Select([]int{3, 1})), append(want[12:16:16], want[4:8]...), 1e-15)
		}
	}
}

// The function of the distance gives the squared distance in feature space, computed from
// kernel values, for every kernel of the catalog that has a distance.
func TestImagesAreDistancesInFeatureSpace(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	seen := 0
	for _, entry := range catalog.Kernels() {
		if !entry.Named() || entry.Compares() == string(sample.Strings) || entry.Name == "precomputed" {
			continue
		}
		x := &sample.Matrix{N: 20, D: 3, X: make([]float64, 60)}
		for i := range x.X {
			x.X[i] = rng.Float64()
		}
		k, _, err := model.KernelMaker(catalog.Kernel).For(kernel.Spec{Name: entry.Name, Gamma: kernel.Width{Name: "scale"}, Degree: 3}, x)
		if err != nil {
			t.Fatalf("%s: %v", entry.Name, err)
		}
		radial := kernel.RadialOf(k)
		if radial == nil {
			continue
		}
		seen++
		for i := range x.N {
			a, b := x.Row(i), x.Row((i+1)%x.N)
			want := kernel.Value(k, a, a) - 2*kernel.Value(k, a, b) + kernel.Value(k, b, b)
			if got := radial.Image(-kernel.Value(radial.Distance(), a, b)); !(math.Abs(got-want) <= 1e-14*max(1, want)) {
				t.Errorf("%s: squared distance %v, from kernel values %v", entry.Name, got, want)
			}
		}
	}
	if seen < 7 {
		t.Errorf("%d kernels with a distance", seen)
	}
}

// Far from the origin the values of the linear kernel lose the differences between samples
// to rounding: with an offset of 1e7 deviations the neighbours are still right.
func TestNeighboursFarFromTheOrigin(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	const n = 80
	near0, far := &sample.Matrix{N: n, D: 2}, &sample.Matrix{N: n, D: 2}
	y := make([]int32, n)
	for i := range n {
		y[i] = int32(i % 3)
		for range 2 {
			v := math.Round(rng.NormFloat64()*1024) / 1024 // exact beside the offset
			near0.X, far.X = append(near0.X, v), append(far.X, v+1<<24)
		}
	}
	for _, name := range []string{"linear", "rbf"} {
		for _, weights := range []string{"uniform", "distance"} {
			if name == "rbf" && weights == "distance" {
				continue // the width 'scale' is of the entries and so changes with the offset
			}
			want := decide(t, fit(t, model.NewTraining(near0, model.Classes{Of: y, Count: 3}), with(5, weights), named(name)), near0)
			got := decide(t, fit(t, model.NewTraining(far, model.Classes{Of: y, Count: 3}), with(5, weights), named(name)), far)
			support.Within(t, name+", "+weights, got, want, 1e-12)
		}
	}
}

func BenchmarkPredict(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, d := range []int{2, 20, 100} {
		x, y := &sample.Matrix{N: 2000, D: d, X: make([]float64, 2000*d)}, make([]int32, 2000)
		for i := range x.X {
			x.X[i] = rng.NormFloat64()
		}
		for i := range y {
			y[i] = int32(i % 2)
		}
		for _, name := range []string{"linear", "rbf"} {
			m := fit(b, model.NewTraining(x, model.Classes{Of: y, Count: 2}), with(5, "uniform"), named(name))
			b.Run(fmt.Sprint(name, "/d=", d), func(b *testing.B) {
				for b.Loop() {
					if _, err := m.Predict(nil, x); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
