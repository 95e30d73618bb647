package gram

import (
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// structured holds columns that are not vectors. Kernels prepare them when the first row is
// computed, because columns are often restricted several times before.
type structured struct {
	kernel kernel.Kernel
	set    sample.Set
	root   *structuredNode // nil: not made
}

// structuredNode is a kernel within a tree, with its data about the columns.
type structuredNode struct {
	kernel kernel.Kernel
	row    kernel.StructuredRow // of a leaf
	parts  []*structuredNode
	norms  [][]float64 // of a normed combination: the parts' values of every column with itself
	rows   [][]float64 // scratch: rows of the parts after the first
}

// paused calls the observer of the computation, and reports whether the result is not wanted any
// more. One value may take long, so it is called between two values.
func paused(set sample.Set) bool {
	s, ok := set.(interface{ Paused() bool })
	return ok && s.Paused()
}

func newStructuredNode(k kernel.Kernel, columns sample.Set) *structuredNode {
	n := &structuredNode{kernel: k}
	if s, ok := kernel.StructuredOf(k); ok {
		n.row = s.Against(columns)
		return n
	}
	c := k.(kernel.Combination)
	_, normed := k.(kernel.Normed)
	for _, part := range c.Parts() {
		n.parts = append(n.parts, newStructuredNode(part, columns))
		if normed {
			norms := make([]float64, columns.Len())
			Diagonal(norms, part, columns)
			n.norms = append(n.norms, norms)
		}
	}
	for range n.parts[1:] {
		n.rows = append(n.rows, make([]float64, columns.Len()))
	}
	return n
}

// run sets dst to the values between sample i of x and the columns.
func (n *structuredNode) run(dst []float64, x sample.Set, i int) {
	if n.row != nil {
		n.row(dst, x, i)
		return
	}
	rows, norm := append([][]float64{dst}, n.rows...), make([]float64, len(n.norms))
	for p, part := range n.parts {
		part.run(rows[p], x, i)
	}
	for p := range norm {
		norm[p] = kernel.StructuredValue(n.parts[p].kernel, x, i, x, i)
	}
	n.kernel.(kernel.Combination).Combine(rows, norm, n.norms)
}

func (c *structured) Len() int    { return c.set.Len() }
func (c *structured) Stride() int { return c.set.Len() }

func (c *structured) Rows(dst [][]float64, a sample.Set, index []int) {
	if c.root == nil && len(index) > 0 {
		c.root = newStructuredNode(c.kernel, c.set)
	}
	for r, i := range index {
		if paused(a) {
			return
		}
		c.root.run(dst[r][:c.set.Len()], a, i)
	}
}

func (c *structured) Select(keep []int) Columns {
	return &structured{kernel: c.kernel, set: c.set.Select(keep)}
}

func (c *structured) Keep(keep []int) {
	c.set, c.root = c.set.Select(keep), nil
}

// Append never adds columns: the kernel would have to prepare all columns again.
func (c *structured) Append(sample.Set, []int) bool { return false }
