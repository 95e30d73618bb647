package kernel

import "fmt"

// Columns is another kernel applied to some of the columns, k(x,z) = k_1(x_S, z_S). It is positive
// definite if the part is (Cristianini & Shawe-Taylor, Proposition 3.12, item 5).
type Columns struct {
	Columns []int `js:"columns" type:"indices" range:"[0,inf)" doc:"Columns of X, counted from 0."`
	Of      Kernel
}

func (Columns) Name() string { return "columns" }

// Theorem returns the verdict on the part.
func (Columns) Theorem(_ int, parts []Verdict) Theorem {
	return Kept(parts[0], "k(p(x), p(z)) is positive definite where k is", Introduction+", Proposition 3.12 (5)")
}

// Features returns the number of features of the part.
func (Columns) Features(_ int, parts []Count) Count {
	return parts[0]
}

func (Columns) Picture() Picture {
	return Picture{From: -1, Controls: []Control{width()}, Tree: `{"kernel":"columns","columns":[0],"parts":[{"kernel":"rbf","gamma":"$gamma"}]}`, OfPart: true, Said: "of the first column, by rbf"}
}

// Pull returns the columns, and the kernel that compares them.
func (k Columns) Pull() (coordinates []int, part Kernel) { return k.Columns, k.Of }

// Check verifies that every column exists and occurs once.
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

// Distance returns the distance of the part over the columns.
func (k Columns) Distance() Kernel {
	if of := distanceOf(k.Of); of != nil {
		return Columns{k.Columns, of}
	}
	return nil
}

// Image returns the image of the part.
func (k Columns) Image(d float64) float64 { return RadialOf(k.Of).Image(d) }

func (k Columns) rate() (gamma float64, ok bool) {
	if of, is := k.Of.(decaying); is {
		return of.rate()
	}
	return 0, false
}

// Factors returns the factors of the part, and 1 for the other columns.
func (k Columns) Factors(d int) []Factors {
	at := make([]int, d) // 1 + the number in the part
	for c, j := range k.Columns {
		at[j] = c + 1
	}
	var made []Factors
	for _, f := range FactorsOf(k.Of, len(k.Columns)) {
		of := f
		of.Of = func(dst []float64, j int, x float64, z []float64) {
			if at[j] > 0 {
				f.Of(dst, at[j]-1, x, z)
				return
			}
			clear(dst)
			fill(dst[:len(z)], 1)
		}
		if f.sum != nil {
			of.sum = func(dst []float64, j int, x float64, z []float64) {
				clear(dst)
				if at[j] > 0 {
					f.sum(dst, at[j]-1, x, z)
				}
			}
		}
		made = append(made, of)
	}
	return made
}
