package kernel_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// bags is a data type that the project does not have: sets of whole numbers.
type bags [][]int

func (b bags) Len() int                   { return len(b) }
func (b bags) Dim() int                   { return 1 }
func (b bags) Dense(dst []float64, _ int) { clear(dst) }
func (b bags) SquaredNorm(int) float64    { return 0 }
func (b bags) Moments() (_, _ float64)    { return 0, 0 }
func (b bags) Ranges() (_, _ []float64)   { return []float64{0}, []float64{0} }
func (b bags) Kind() sample.Kind          { return "bags" }
func (b bags) Select(index []int) sample.Set {
	out := make(bags, len(index))
	for p, i := range index {
		out[p] = b[i]
	}
	return out
}
func (b bags) Equals(i int, other sample.Set, j int) bool {
	z, ok := other.(bags)
	return ok && slices.Equal(b[i], z[j])
}
func (b bags) Join(other sample.Set) sample.Set { return append(slices.Clone(b), other.(bags)...) }

// subsets is the number of subsets that two bags have in common, 2^|A and B|
// (Shawe-Taylor & Cristianini, Kernel Methods for Pattern Analysis, Definition 9.41).
type subsets struct {
	Largest int `js:"largest" default:"9" range:"[0,99]" doc:"The largest number."`
}

func (subsets) Name() string { return "subsets" }
func (subsets) Theorem(int, []kernel.Verdict) kernel.Theorem {
	return kernel.Proved("its features are the subsets", "Definition 9.41")
}
func (subsets) Compares() sample.Kind { return "bags" }

func (k subsets) CheckSamples(set sample.Set, argument string) error {
	for i, bag := range set.(bags) {
		if len(bag) > 0 && slices.Max(bag) > k.Largest {
			return fault.New(fault.Type, argument, "%s[%d] has a number above %d", argument, i, k.Largest)
		}
	}
	return nil
}

func (subsets) Pair(x sample.Set, i int, z sample.Set, j int) float64 {
	common := 0
	for _, v := range x.(bags)[i] {
		if slices.Contains(z.(bags)[j], v) {
			common++
		}
	}
	return math.Pow(2, float64(common))
}

func (k subsets) Against(columns sample.Set) kernel.StructuredRow {
	return func(dst []float64, x sample.Set, i int) {
		for j := range dst {
			dst[j] = k.Pair(x, i, columns, j)
		}
	}
}

var (
	_ kernel.Structured = subsets{}
	_ sample.Structured = bags{}
)

func randomBags(n int) bags {
	rng := rand.New(rand.NewPCG(1, 2))
	b := make(bags, n)
	for i := range b {
		for v := range 10 {
			if rng.IntN(2) == 0 {
				b[i] = append(b[i], v)
			}
		}
	}
	return b
}

// A kernel over a new type of data needs only its file and its data type: rows, selections,
// compositions, domains and a machine work without any change of the project.
func TestAKernelOfANewKind(t *testing.T) {
	x := randomBags(23)
	var leaf kernel.Kernel = subsets{Largest: 9}
	for _, k := range []kernel.Kernel{
		leaf, kernel.Normalize{Of: leaf}, kernel.Gaussian{Gamma: 0.01, Of: leaf},
		kernel.Sum{Of: []kernel.Kernel{leaf, kernel.Scale{Factor: 3, Of: kernel.Normalize{Of: leaf}}}},
		kernel.Product{Of: []kernel.Kernel{leaf, kernel.Powers{Coefficients: []float64{1, 2}, Of: leaf}}},
	} {
		if kernel.Compares(k) != "bags" || gram.CheckDomain(k, x, "X") != nil {
			t.Errorf("%s compares %s: %v", k.Name(), kernel.Compares(k), gram.CheckDomain(k, x, "X"))
		}
		diagonal := make([]float64, len(x))
		gram.Diagonal(diagonal, k, x)
		columns, keep := gram.Prepare(k, x, nil, gram.Origin(k, x)), []int{1, 5, 22}
		some := columns.Select(keep)
		row, part := make([]float64, columns.Stride()), make([]float64, some.Stride())
		for i := range x {
			columns.Rows([][]float64{row}, x, []int{i})
			some.Rows([][]float64{part}, x, []int{i})
			for j := range x {
				if want := kernel.StructuredValue(k, x, i, x, j); !(math.Abs(row[j]-want) <= 1e-12*want) {
					t.Fatalf("%s: k(%d, %d) in a row is %v, alone %v", k.Name(), i, j, row[j], want)
				}
			}
			for p, j := range keep {
				if part[p] != row[j] {
					t.Fatalf("%s: k(%d, %d) is %v in a selection, %v in the whole", k.Name(), i, j, part[p], row[j])
				}
			}
			if !(math.Abs(diagonal[i]-row[i]) <= 1e-12*row[i]) {
				t.Errorf("%s: %v on the diagonal, %v in a row", k.Name(), diagonal[i], row[i])
			}
		}
	}
	for says, err := range map[string]error{
		"X holds bags, but the kernel rbf compares numbers; pass numbers, or choose a kernel of bags": gram.CheckDomain(kernel.RBF{Gamma: 1}, x, "X"),
		"X holds numbers, but the kernel subsets compares bags":                                       gram.CheckDomain(leaf, &sample.Matrix{N: 1, D: 1, X: []float64{0}}, "X"),
		"above 5": gram.CheckDomain(kernel.Normalize{Of: subsets{Largest: 5}}, x, "X"),
	} {
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Type || !strings.Contains(f.Message, says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
	if _, problem := kernel.Misfit(kernel.Sum{}, []kernel.Kernel{leaf, kernel.Linear{}}); !strings.Contains(problem, "linear compares numbers and subsets compares bags") {
		t.Errorf("a sum of kernels of two kinds: %q", problem)
	}
	maker := func(name string) (any, error) {
		if name == "subsets" {
			return &subsets{}, nil
		}
		return catalog.Kernel(name)
	}
	machine := svm.NewSVC(maker)
	machine.C, machine.Kernel.Name = 100, `{"kernel":"normalize","parts":[{"kernel":"subsets"}]}`
	y := make([]int32, len(x))
	for i, bag := range x {
		if slices.Contains(bag, 3) {
			y[i] = 1
		}
	}
	if _, err := machine.Fit(nil, model.NewTraining(x, model.Classes{Of: y, Count: 2})); err != nil {
		t.Fatal(err)
	}
	predicted, err := machine.Predict(nil, x)
	if err != nil || !slices.Equal(predicted, y) {
		t.Errorf("%v, want %v (%v)", predicted, y, err)
	}
}
