package expansion

import (
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
)

// Block is some functions of an expansion, all over the same of its vectors.
type Block struct {
	Members []int       // the positions of the vectors, ascending
	Coef    [][]float64 // of each function, over the members
}

// Shrinkable is the result of a machine whose functions can have fewer vectors.
type Shrinkable interface {
	// Blocks returns the kernel, the vectors and the functions.
	Blocks() (kernel.Kernel, sample.Set, []Block)
	// Shrink keeps the vectors at some positions, which ascend, and takes the coefficients that
	// blocks has for them. It writes to no slice of the result.
	Shrink(keep []int, blocks []Block)
}

// Shrunk is a choice of vectors with the functions over them.
type Shrunk struct {
	Keep   []int // positions, ascending
	Blocks []Block
	Errors []float64 // |w - w'| / |w| of each function, block by block, in the feature space
}

// Shrink approximates functions by expansions over at most most of their vectors (reduced sets:
// Burges, Simplified support vector decision rules, 1996; the choice is orthogonal matching pursuit,
// Pati, Rezaiifar & Krishnaprasad 1993). It adds the vector with which the least squares
//
//	|w - sum_i b_i phi(x_i)|^2 / |w|^2,
//
// added up over the functions, fall most, with the best coefficients b for all vectors so far, until
// the largest error is at most tolerance. The kernel must be positive definite; vectors that depend
// on those chosen are left out. With m vectors and s chosen ones it takes m^2 + m s kernel values,
// O(m s^2) multiply-adds and m s numbers for each block.
func Shrink(ctl *run.Ctl, of Shrinkable, most int, tolerance float64) (*Shrunk, error) {
	k, vectors, blocks := of.Blocks()
	diagonal, err := model.Diagonal(k, vectors)
	if err != nil {
		return nil, err
	}
	m := vectors.Len()
	columns := New(Expansion{Kernel: k, Vectors: vectors}).Columns()
	all := make([]*pursuit, len(blocks))
	for b, block := range blocks {
		all[b] = newPursuit(block, diagonal)
	}
	stages := ctl.Stages(2)
	if err := EachRow(stages.Next(""), k, columns, vectors, func(i int, row []float64) {
		for _, p := range all {
			p.project(i, row)
		}
	}); err != nil {
		return nil, err
	}
	for _, p := range all {
		p.measure()
	}
	row, chosen := make([]float64, columns.Stride()), make([]bool, m)
	steps, keep := stages.Next(""), []int(nil)
	for len(keep) < min(most, m) && (len(keep) == 0 || worst(all) > tolerance) {
		best, gain := -1, -1.0
		for j := range m {
			if chosen[j] {
				continue
			}
			own, free := 0.0, false
			for _, p := range all {
				g, ok := p.gain(j, diagonal[j])
				own, free = own+g, free || ok
			}
			if free && own > gain {
				best, gain = j, own
			}
		}
		if best < 0 {
			break // the others depend on those chosen
		}
		keep, chosen[best] = append(keep, best), true
		columns.Rows([][]float64{row}, vectors, []int{best})
		for _, p := range all {
			p.add(best, row, diagonal[best])
		}
		status := steps.Checkpoint(func() run.Report {
			return run.Report{Fraction: float64(len(keep)) / float64(min(most, m))}
		})
		if status == run.Aborted {
			return nil, run.ErrAborted
		} else if status != "" {
			break
		}
	}
	if len(keep) == 0 {
		return nil, fault.New(fault.Numeric, "model", "no vector of the model has a positive k(x, x), so there is nothing to keep; use a kernel that is positive definite")
	}
	made := &Shrunk{Keep: keep}
	for _, p := range all {
		made.Blocks = append(made.Blocks, Block{Members: p.Members, Coef: p.solve()})
		made.Errors = append(made.Errors, p.errors()...)
	}
	slices.Sort(made.Keep)
	return made, nil
}

// pursuit is the approximation of the functions of a block: the Cholesky factor of the kernel matrix
// of the vectors that are chosen, extended to all members.
type pursuit struct {
	Block
	place  []int       // of each vector among the members, -1: none
	left   []float64   // squared distance of phi(x) from the span of those chosen
	cross  [][]float64 // <phi(x), w - w'> of each function
	norms  []float64   // |w|^2
	picked []int       // members
	factor [][]float64 // of each chosen vector, over the members
	coords [][]float64 // of w in the orthonormal basis, by function
}

// dependent is the share of k(x, x) below which a vector counts as one of the span of others.
const dependent = 1e-10

func newPursuit(of Block, diagonal []float64) *pursuit {
	p := &pursuit{Block: of, place: make([]int, len(diagonal)), left: make([]float64, len(of.Members)), norms: make([]float64, len(of.Coef)), coords: make([][]float64, len(of.Coef))}
	for i := range p.place {
		p.place[i] = -1
	}
	for at, i := range of.Members {
		p.place[i], p.left[at] = at, diagonal[i]
	}
	for range of.Coef {
		p.cross = append(p.cross, make([]float64, len(of.Members)))
	}
	return p
}

// project computes <phi(x_i), w> from a row of the kernel matrix.
func (p *pursuit) project(i int, row []float64) {
	at := p.place[i]
	if at < 0 {
		return
	}
	for f, coef := range p.Coef {
		sum := 0.0
		for q, j := range p.Members {
			sum += coef[q] * row[j]
		}
		p.cross[f][at] = sum
	}
}

// measure computes |w|^2.
func (p *pursuit) measure() {
	for f, coef := range p.Coef {
		for q, c := range coef {
			p.norms[f] += c * p.cross[f][q]
		}
	}
}

// gain returns by how much the squared errors fall with vector j, and whether it can be chosen.
func (p *pursuit) gain(j int, own float64) (sum float64, free bool) {
	at := p.place[j]
	if at < 0 || !(p.left[at] > dependent*math.Abs(own)) {
		return 0, false
	}
	for f, c := range p.cross {
		if p.norms[f] > 0 {
			sum += c[at] * c[at] / p.left[at] / p.norms[f]
		}
	}
	return sum, true
}

// add adds vector j, which has this row of the kernel matrix.
func (p *pursuit) add(j int, row []float64, own float64) {
	at := p.place[j]
	if _, free := p.gain(j, own); !free {
		return
	}
	length := math.Sqrt(p.left[at])
	next := make([]float64, len(p.Members))
	for q, i := range p.Members {
		next[q] = row[i]
	}
	for _, v := range p.factor {
		for q, c := range v {
			next[q] -= v[at] * c
		}
	}
	for q := range next {
		next[q] /= length
		p.left[q] -= next[q] * next[q]
	}
	for f, c := range p.cross {
		g := c[at] / length
		p.coords[f] = append(p.coords[f], g)
		for q := range c {
			c[q] -= g * next[q]
		}
	}
	p.left[at] = 0
	p.picked, p.factor = append(p.picked, at), append(p.factor, next)
}

// errors returns |w - w'| / |w| of each function.
func (p *pursuit) errors() []float64 {
	all := make([]float64, len(p.norms))
	for f, norm := range p.norms {
		rest := norm
		for _, g := range p.coords[f] {
			rest -= g * g
		}
		if norm > 0 {
			all[f] = math.Sqrt(max(0, rest) / norm)
		}
	}
	return all
}

// worst returns the largest error.
func worst(all []*pursuit) (largest float64) {
	for _, p := range all {
		largest = max(largest, slices.Max(p.errors()))
	}
	return largest
}

// solve returns the coefficients over the members.
func (p *pursuit) solve() [][]float64 {
	all := make([][]float64, len(p.Coef))
	for f, g := range p.coords {
		all[f] = make([]float64, len(p.Members))
		for t := len(p.picked) - 1; t >= 0; t-- {
			sum := g[t]
			for u := t + 1; u < len(p.picked); u++ {
				sum -= p.factor[t][p.picked[u]] * all[f][p.picked[u]]
			}
			all[f][p.picked[t]] = sum / p.factor[t][p.picked[t]]
		}
	}
	return all
}

// Whole is a block of functions over all of m vectors, with their coefficients in rows.
func Whole(coef []float64, m int) Block {
	b := Block{Members: make([]int, m)}
	for i := range b.Members {
		b.Members[i] = i
	}
	for from := 0; from < len(coef); from += m {
		b.Coef = append(b.Coef, coef[from:from+m])
	}
	return b
}

// At returns the coefficients of all functions, in rows, over the vectors at keep.
func (b Block) At(keep []int) (coef []float64) {
	for _, own := range b.Coef {
		for _, i := range keep {
			at, _ := slices.BinarySearch(b.Members, i)
			coef = append(coef, own[at])
		}
	}
	return coef
}

// Blocks returns the function.
func (f *Function) Blocks() (kernel.Kernel, sample.Set, []Block) {
	return f.kernel, f.Vectors, []Block{Whole(f.Coef, len(f.Indices))}
}

// Shrink keeps some vectors, with other coefficients.
func (f *Function) Shrink(keep []int, blocks []Block) {
	f.Support, f.Coef = f.Pick(keep), blocks[0].At(keep)
}

// Blocks returns the functions.
func (f *Functions) Blocks() (kernel.Kernel, sample.Set, []Block) {
	return f.kernel, f.Vectors, []Block{Whole(f.Coef, len(f.Indices))}
}

// Shrink keeps some vectors, with other coefficients.
func (f *Functions) Shrink(keep []int, blocks []Block) {
	f.Support, f.Coef = f.Pick(keep), blocks[0].At(keep)
}
