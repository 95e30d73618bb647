package kernel

import "fmt"

// Columns is another kernel of some of the columns, k(x,z) = k_1(x_S, z_S): positive
// definite where the part is (Cristianini & Shawe-Taylor, Proposition 3.12, item 5).
type Columns struct {
	Columns []int `js:"columns" type:"indices" range:"[0,inf)" doc:"Which columns of X, counted from 0."`
	Of      Kernel
}

// Name returns "columns".
func (Columns) Name() string { return "columns" }

// Definite is that of the part.
func (k Columns) Definite() Verdict { return definite(k.Of) }

// Pull returns the columns, and what compares them.
func (k Columns) Pull() (coordinates []int, part Kernel) { return k.Columns, k.Of }

// Check asks for columns that there are, each once.
func (k Columns) Check(d int) (parameter, problem string) {
	seen := make(map[int]bool, len(k.Columns))
	for _, j := range k.Columns {
		if j >= d {
			return "columns", fmt.Sprintf("names column %d, but there are the columns 0 to %d", j, d-1)
		}
		if seen[j] {
			return "columns", fmt.Sprintf("names column %d twice; use scale or weighted to let it count more", j)
		}
		seen[j] = true
	}
	return "", ""
}

var (
	_ Pullback = Columns{}
	_ Checked  = Columns{}
)
