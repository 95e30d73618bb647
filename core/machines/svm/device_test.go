package svm_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// rough is a device whose values err by up to their bound, each time anew.
type rough struct {
	kernel    kernel.Kernel
	share     float64 // of the bound, by which they err
	choosy    bool
	slow      int // how often it computes each value
	fails     int // the number of the question that it fails to answer; 0: none
	set       sample.Set
	bound     float64
	rng       *rand.Rand
	questions int
	rows      int
	certified int
	why       string
	gone      bool
}

func (r *rough) Works() bool         { return !r.gone && r.why == "" }
func (r *rough) Choosy() bool        { return r.choosy }
func (r *rough) Certify(samples int) { r.certified += samples }
func (r *rough) Leave(why string)    { r.why = why }

func (r *rough) Hold(set sample.Set, widths []float64) []float64 {
	r.set, r.rng = set, rand.New(rand.NewPCG(1, 2))
	bounds := make([]float64, set.Len())
	for i := range bounds {
		bounds[i] = r.bound
	}
	return bounds
}

func (r *rough) Rows(dst [][]float32, columns, index []int) bool {
	if r.questions++; r.gone || r.questions == r.fails {
		r.gone = true
		return false
	}
	d := r.set.Dim()
	x, z := make([]float64, d), make([]float64, d)
	for range max(1, r.slow) {
		for q, i := range index {
			r.set.Dense(x, i)
			for p, j := range columns {
				r.set.Dense(z, j)
				dst[q][p] = float32(kernel.Value(r.kernel, x, z) + r.share*r.bound*(2*r.rng.Float64()-1))
			}
		}
	}
	r.rows += len(index)
	return true
}

// deviceFit is a fit of a machine, with a device or without.
type deviceFit struct {
	report   model.Report
	solution svm.Solution
}

// deviceMachines fit machines to samples, all with the kernel of spec.
func deviceMachines(x sample.Set, y []float64, spec kernel.Spec, precision string) map[string]func(device gram.Device) (deviceFit, error) {
	of := func(o *svm.Solving, k *kernel.Spec) { o.Tol, o.Precision, *k = 1e-4, precision, spec }
	with := func(target model.Target, device gram.Device) model.Training {
		t := model.NewTraining(x, target)
		t.Device = device
		return t
	}
	thirds := make([]int32, len(y))
	for i, v := range y {
		thirds[i] = int32(min(2, max(0, (v-15)/7)))
	}
	return map[string]func(device gram.Device) (deviceFit, error){
		"SVC of three classes": func(device gram.Device) (deviceFit, error) {
			m := svm.NewSVC(catalog.Kernel)
			of(&m.Solving, &m.Kernel)
			r, err := m.Fit(nil, with(model.Classes{Of: thirds, Count: 3}, device))
			return deviceFit{r, m.Result.Solution}, err
		},
		"SVR": func(device gram.Device) (deviceFit, error) {
			m := svm.NewSVR(catalog.Kernel)
			of(&m.Solving, &m.Kernel)
			r, err := m.Fit(nil, with(model.Values(y), device))
			return deviceFit{r, m.Result.Solution}, err
		},
		"OneClassSVM": func(device gram.Device) (deviceFit, error) {
			m := svm.NewOneClassSVM(catalog.Kernel)
			of(&m.Solving, &m.Kernel)
			m.Nu = 0.2
			r, err := m.Fit(nil, with(nil, device))
			return deviceFit{r, m.Result.Solution}, err
		},
	}
}

// deviceKernels are kernels, each with the bound of the values that a device is to have.
func deviceKernels(t *testing.T, x sample.Set) map[string]struct {
	spec  kernel.Spec
	value kernel.Kernel
} {
	made := map[string]struct {
		spec  kernel.Spec
		value kernel.Kernel
	}{}
	for name, spec := range map[string]kernel.Spec{
		"rbf":    gauss(0.2),
		"poly":   {Name: "poly", Gamma: kernel.Width{Value: 0.1}, Degree: 2, Coef0: 1},
		"matern": {Name: `{"kernel":"matern","nu":1.5,"gamma":0.2}`, Gamma: kernel.Width{Value: 1}},
	} {
		k, _, err := model.KernelMaker(catalog.Kernel).For(spec, x)
		if err != nil {
			t.Fatal(err)
		}
		made[name] = struct {
			spec  kernel.Spec
			value kernel.Kernel
		}{spec, k}
	}
	return made
}

// Whatever the errors of a device within their bound, a fit has the solution of the processor: each
// objective is within the duality gap of the other, and the gaps are those of float64.
func TestDeviceKeepsTheSolution(t *testing.T) {
	x, y := numbers(t, "housing_scale")
	for kind, k := range deviceKernels(t, x) {
		for name, fit := range deviceMachines(x, y, k.spec, "auto") {
			device := &rough{kernel: k.value, share: 1, bound: 1e-7}
			got, err := fit(device)
			if err != nil {
				t.Fatal(err)
			}
			want, err := fit(nil)
			if err != nil {
				t.Fatal(err)
			}
			if device.rows == 0 || device.certified == 0 || device.why != "" || got.solution.Precision != "float32" || want.solution.Precision != "float64" {
				t.Errorf("%s, %s: %d rows of the device, %d certified, left because %q, rows %s and %s", kind, name, device.rows, device.certified, device.why, got.solution.Precision, want.solution.Precision)
			}
			same(t, kind+", "+name, got, want)
		}
	}
}

func same(t *testing.T, what string, got, want deviceFit) {
	t.Helper()
	sum := func(gaps []float64) (sum float64) {
		for _, gap := range gaps {
			sum += gap
		}
		return sum
	}
	off := got.report.Objective - want.report.Objective
	if got.report.Status != want.report.Status || off > sum(got.solution.DualityGaps) || -off > sum(want.solution.DualityGaps) {
		t.Errorf("%s: %s and %s, objectives %.12g and %.12g, gaps %g and %g", what, got.report.Status, want.report.Status, got.report.Objective, want.report.Objective, sum(got.solution.DualityGaps), sum(want.solution.DualityGaps))
	}
}

// A device may fail at any question: the fit goes on with values in float64, to the same solution.
func TestDeviceThatFails(t *testing.T) {
	x, y := numbers(t, "housing_scale")
	k := deviceKernels(t, x)["rbf"]
	for name, fit := range deviceMachines(x, y, k.spec, "auto") {
		want, err := fit(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, fails := range []int{1, 2, 4, 6} {
			device := &rough{kernel: k.value, share: 1, bound: 1e-7, fails: fails}
			got, err := fit(device)
			if err != nil {
				t.Fatal(err)
			}
			if !device.gone {
				t.Errorf("%s: %d questions, none failed", name, device.questions)
			}
			same(t, name, got, want)
		}
	}
}

// Rows that a device computes ahead change no bit of the solution, and spare most of the questions: one is
// for 16 rows at most where the cache has no room for others.
func TestDeviceComputesRowsAhead(t *testing.T) {
	x, y := numbers(t, "housing_scale")
	k := deviceKernels(t, x)["rbf"]
	of := func(cache float64) (deviceFit, *rough) {
		m := svm.NewSVR(catalog.Kernel)
		m.Kernel, m.C, m.CacheSize, m.Shrinking = k.spec, 10, cache, false
		device := &rough{kernel: k.value, bound: 1e-7}
		training := model.NewTraining(x, model.Values(y))
		training.Device = device
		r, err := m.Fit(nil, training)
		if err != nil {
			t.Fatal(err)
		}
		return deviceFit{r, m.Result.Solution}, device
	}
	ahead, device := of(200)
	alone, other := of(0.01)
	if device.rows > x.N || 16*device.questions > device.rows {
		t.Errorf("%d questions for %d rows, of %d", device.questions, device.rows, x.N)
	}
	if other.rows > 16*other.questions || other.questions < 10*device.questions {
		t.Errorf("without room %d questions for %d rows, and %d with it", other.questions, other.rows, device.questions)
	}
	if ahead.report.Objective != alone.report.Objective || ahead.report.Iterations != alone.report.Iterations || !slices.Equal(ahead.solution.DualityGaps, alone.solution.DualityGaps) {
		t.Errorf("objectives %v and %v after %d and %d steps", ahead.report.Objective, alone.report.Objective, ahead.report.Iterations, alone.report.Iterations)
	}
}

// A solution that begins far from zero, as that of one class does, asks for many rows at a time.
func TestDeviceComputesTheStartAhead(t *testing.T) {
	x, y := numbers(t, "housing_scale")
	k := deviceKernels(t, x)["rbf"]
	device := &rough{kernel: k.value, bound: 1e-7}
	if _, err := deviceMachines(x, y, k.spec, "auto")["OneClassSVM"](device); err != nil {
		t.Fatal(err)
	}
	if 24*device.questions > device.rows {
		t.Errorf("%d questions for %d rows", device.questions, device.rows)
	}
}

// Values too rough for the tolerance are left for float64; what makes no use of the device has the bits
// of a fit without it.
func TestDeviceThatIsNotUsed(t *testing.T) {
	x, y := numbers(t, "housing_scale")
	k := deviceKernels(t, x)["rbf"]
	for what, c := range map[string]struct {
		device    *rough
		precision string
		left      bool
	}{
		"too rough":            {&rough{share: 1, bound: 0.03}, "auto", true},
		"slower":               {&rough{bound: 1e-7, choosy: true, slow: 200}, "auto", true},
		"float64 is asked for": {&rough{bound: 1e-7}, "float64", false},
	} {
		for name, fit := range deviceMachines(x, y, k.spec, c.precision) {
			c.device.kernel, c.device.why, c.device.rows = k.value, "", 0
			got, err := fit(c.device)
			if err != nil {
				t.Fatal(err)
			}
			want, err := fit(nil)
			if err != nil {
				t.Fatal(err)
			}
			if (c.device.why != "") != c.left || what != "too rough" && got.solution.Precision != "float64" {
				t.Errorf("%s, %s: left because %q, the rows are %s", what, name, c.device.why, got.solution.Precision)
			}
			if what == "too rough" {
				same(t, what+", "+name, got, want)
			} else if got.report.Objective != want.report.Objective || math.IsNaN(got.report.Objective) {
				t.Errorf("%s, %s: objectives %v and %v", what, name, got.report.Objective, want.report.Objective)
			}
		}
	}
}
