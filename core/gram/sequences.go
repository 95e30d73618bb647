package gram

import (
	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// sequences are columns of sequences. What kernels prepare of them is made when rows
// are asked for, since columns are often restricted several times before that.
type sequences struct {
	kernel kernel.Kernel
	set    *sample.Sequences
	root   *sequenceNode // nil: not made
}

// sequenceNode is a kernel within a tree of them, with what it keeps of the columns.
type sequenceNode struct {
	kernel kernel.Kernel
	row    kernel.SequenceRow // of a leaf
	selves []float64          // of a leaf that normalises: Compare of every column with itself
	parts  []*sequenceNode
	norms  [][]float64 // of a normed combination: the parts' values of every column with itself
	rows   [][]float64 // scratch: rows of the parts after the first
}

// sequencesOf returns the sequences of a set that a kernel of such is over. A set of no
// samples may be of any kind.
func sequencesOf(set sample.Set) *sample.Sequences {
	if s, ok := set.(*sample.Sequences); ok {
		return s
	}
	return &sample.Sequences{Ptr: []int32{0}}
}

func newSequenceNode(k kernel.Kernel, columns *sample.Sequences) *sequenceNode {
	n := &sequenceNode{kernel: k}
	switch k := k.(type) {
	case kernel.Sequence:
		n.row = k.Against(columns)
		if k.Normalizes() {
			n.selves = make([]float64, columns.N)
			for j := range n.selves {
				z := columns.Row(j)
				if columns.Paused() {
					break
				}
				n.selves[j] = k.Compare(z, z)
			}
		}
	case kernel.Combination:
		_, normed := k.(kernel.Normed)
		for _, part := range k.Parts() {
			n.parts = append(n.parts, newSequenceNode(part, columns))
			if normed {
				norms := make([]float64, columns.N)
				Diagonal(norms, part, columns)
				n.norms = append(n.norms, norms)
			}
		}
		for range n.parts[1:] {
			n.rows = append(n.rows, make([]float64, columns.N))
		}
	}
	return n
}

// run sets dst to the values between x and the columns.
func (n *sequenceNode) run(dst []float64, x []int32) {
	switch k := n.kernel.(type) {
	case kernel.Sequence:
		n.row(dst, x)
		if n.selves != nil {
			kernel.Normalize{}.Combine([][]float64{dst}, []float64{k.Compare(x, x)}, [][]float64{n.selves})
		}
	case kernel.Combination:
		rows, norm := append([][]float64{dst}, n.rows...), make([]float64, len(n.norms))
		for p, part := range n.parts {
			part.run(rows[p], x)
		}
		for p := range norm {
			norm[p] = kernel.SequenceValue(n.parts[p].kernel, x, x)
		}
		k.Combine(rows, norm, n.norms)
	}
}

func (c *sequences) Len() int    { return c.set.N }
func (c *sequences) Stride() int { return c.set.N }

func (c *sequences) Rows(dst [][]float64, a sample.Set, index []int) {
	if c.root == nil && len(index) > 0 {
		c.root = newSequenceNode(c.kernel, c.set)
	}
	left := sequencesOf(a)
	for r, i := range index {
		if left.Paused() {
			return
		}
		c.root.run(dst[r][:c.set.N], left.Row(i))
	}
}

func (c *sequences) Select(keep []int) Columns {
	return &sequences{kernel: c.kernel, set: c.set.Select(keep).(*sample.Sequences)}
}

func (c *sequences) Keep(keep []int) {
	c.set, c.root = c.set.Select(keep).(*sample.Sequences), nil
}

// Append takes no more columns: those that a kernel prepares anew would be all of them.
func (c *sequences) Append(sample.Set, []int) bool { return false }

var _ Columns = (*sequences)(nil)
