package servers_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/qp"
	"maxmargin/core/rng"
	"maxmargin/core/sample"
	"maxmargin/core/servers"
)

// clouds returns two overlapping clouds and their signs.
func clouds(t *testing.T, n, d int) (sample.Set, []float64) {
	random := rng.New(1)
	x, sign := make([]float64, n*d), make([]float64, n)
	for i := range n {
		sign[i] = float64(2*(i%2) - 1)
		for j := range d {
			x[i*d+j] = random.Normal() + 0.4*sign[i]
		}
	}
	set, err := sample.NewMatrix(x, n, d)
	if err != nil {
		t.Fatal(err)
	}
	return set, sign
}

// solve solves a problem over set, with some servers, which may be none. What they do is serve.
func solve(set sample.Set, sign []float64, copies, count int, serve func(*memory, kernel.Kernel)) (qp.Result, *memory) {
	n := set.Len()
	k := kernel.RBF{Gamma: 0.1}
	matrix := gram.NewMatrix(k, set)
	shared := newMemory(servers.Bytes(n))
	var running sync.WaitGroup
	end := func() {}
	if count > 0 {
		asker := servers.NewAsker(shared, n)
		end = asker.End
		for range count {
			running.Go(func() { serve(shared, k) })
		}
		matrix.Serve(&gram.Servers{Server: asker, Set: set})
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	p := qp.Problem{K: matrix.ViewOf(&gram.Memory{}, 1<<20, all), Linear: make([]float64, copies*n),
		Sign: make([]float64, copies*n), Lower: make([]float64, copies*n), Upper: make([]float64, copies*n), Start: make([]float64, copies*n)}
	for c := range p.Linear {
		p.Linear[c], p.Sign[c], p.Upper[c], p.Start[c] = -1, sign[c%n], 3, 0.5
		if c >= n {
			p.Linear[c], p.Sign[c] = 0.1, -sign[c%n]
		}
	}
	s := qp.NewSMO(p, qp.Settings{Shrinking: true, ShrinkPeriod: 30})
	r := s.Result(s.Run(nil))
	end()
	running.Wait()
	return r, shared
}

// A solution has the same bits whoever computes its rows: with one coordinate for each row and
// with two, from a start that is not zero, while rows are shrunk and come back.
func TestServersDoNotChangeTheSolution(t *testing.T) {
	set, sign := clouds(t, 4000, 8)
	for _, copies := range []int{1, 2} {
		want, _ := solve(set, sign, copies, 0, nil)
		if want.Shrunk == 0 {
			t.Fatal("nothing was shrunk")
		}
		for _, count := range []int{1, 2} {
			t.Run(fmt.Sprint(copies, " coordinates, ", count, " servers"), func(t *testing.T) {
				got, shared := solve(set, sign, copies, count, func(m *memory, k kernel.Kernel) { servers.Serve(m, k, set) })
				if shared.finished.Load() == 0 {
					t.Error("the servers have computed nothing")
				}
				if got.Iterations != want.Iterations || !slices.Equal(got.Alpha, want.Alpha) {
					t.Errorf("%d iterations and objective %v, alone %d and %v", got.Iterations, got.Objective, want.Iterations, want.Objective)
				}
			})
		}
	}
}

// When a server fails while a row is claimed, the solver computes what is missing itself.
func TestLostServer(t *testing.T) {
	set, sign := clouds(t, 4000, 8)
	want, _ := solve(set, sign, 1, 0, nil)
	for _, after := range []int32{0, 1, 20, 300} {
		got, _ := solve(set, sign, 1, 1, func(m *memory, k kernel.Kernel) {
			m.failAfter = after
			defer func() {
				if recover() != nil {
					m.Store(2, 1)
				}
			}()
			servers.Serve(m, k, set)
		})
		if !slices.Equal(got.Alpha, want.Alpha) {
			t.Errorf("lost after %d rows: objective %v, alone %v", after, got.Objective, want.Objective)
		}
	}
}
