package catalog_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
)

// node is a kernel in JSON.
type node map[string]any

// forest has the kernels of vectors of the catalogue with the parameters of their files of
// values: those that are made of others, whose parts can be replaced, and the leaves.
type forest struct {
	made, leaves []node
	set          sample.Set // samples of four columns
}

func newForest(t *testing.T) (f forest) {
	t.Helper()
	for _, entry := range catalog.Kernels() {
		if k := entry.Kernel(); kernel.IsGiven(k) || kernel.Compares(k) != sample.Numbers {
			continue
		}
		of, _, _ := readIndependent(t, entry.Name)
		for _, c := range of.Cases {
			var n node
			if err := json.Unmarshal([]byte(c.Kernel), &n); err != nil {
				t.Fatal(err)
			}
			if n["parts"] == nil {
				f.leaves = append(f.leaves, n)
			} else {
				f.made = append(f.made, n)
			}
		}
	}
	f.set, _ = histograms(rand.New(rand.NewPCG(21, 22)), 12, 4, 0)
	return f
}

// of returns a kernel that is made as another, of other parts.
func (n node) of(parts ...node) node {
	made := node{}
	for name, value := range n {
		made[name] = value
	}
	made["parts"] = parts
	return made
}

// several reports whether a kernel may be made of several others.
func (n node) several() bool {
	k, err := catalog.Kernel(n["kernel"].(string))
	return err == nil && model.Arity(k) == 0
}

// random returns a tree of at most this depth.
func (f forest) random(rng *rand.Rand, depth int) node {
	if depth == 1 || rng.IntN(5) == 0 {
		return f.leaves[rng.IntN(len(f.leaves))]
	}
	n := f.made[rng.IntN(len(f.made))]
	parts := []node{f.random(rng, depth-1)}
	for n.several() && len(parts) < 3 && rng.IntN(3) > 0 {
		parts = append(parts, f.random(rng, depth-1))
	}
	return n.of(parts...)
}

// each visits the leaves, every kernel that is made of others over each leaf, and as many random
// trees of depth 3. Trees that do not fit each other, such as a matrix over too few columns, are
// left out.
func (f forest) each(t *testing.T, random int, visit func(tree string, k kernel.Kernel)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(23, 24))
	try := func(n node) bool {
		text, err := json.Marshal(n)
		if err != nil {
			t.Fatal(err)
		}
		k, _, err := model.KernelMaker(catalog.Kernel).For(kernel.Spec{Name: string(text)}, f.set)
		if err == nil {
			visit(string(text), k)
		}
		return err == nil
	}
	for _, leaf := range f.leaves {
		if !try(leaf) {
			t.Errorf("%v is no kernel of four columns", leaf)
		}
	}
	for _, made := range f.made {
		for _, leaf := range f.leaves {
			try(made.of(leaf))
			if made.several() {
				try(made.of(slices.Concat([]node{leaf}, []node{f.random(rng, 2), f.random(rng, 1)})...))
			}
		}
	}
	for made := 0; made < random; {
		if try(f.random(rng, 3)) {
			made++
		}
	}
}
