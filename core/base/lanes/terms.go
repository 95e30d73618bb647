package lanes

import "math"

// A Term compares two numbers. Sums adds the terms of the coordinates of samples.
type Term int

// The terms of x and z.
const (
	Distance Term = iota // |x - z|
	Square               // (x - z)^2
	Least                // the smaller of the two, x where one is NaN
	Spread               // (x - z)^2 / (x + z), and 0 where x + z is not above 0
	Unequal              // 1 where they differ, 0 where they do not
)

// Add adds the terms of x and every z_w to sum_w.
func (t Term) Add(sum []float64, x float64, z []float64) {
	switch t {
	case Distance:
		for w, v := range z {
			sum[w] += math.Abs(x - v)
		}
	case Square:
		for w, v := range z {
			sum[w] += float64((x - v) * (x - v))
		}
	case Least:
		for w, v := range z {
			if !(v < x) { // not min, which gives NaN for a NaN in v; the vector forms give x
				v = x
			}
			sum[w] += v
		}
	case Spread:
		for w, v := range z {
			if total := x + v; total > 0 {
				sum[w] += float64((x - v) / total * (x - v))
			}
		}
	case Unequal:
		for w, v := range z {
			if x != v {
				sum[w]++
			}
		}
	}
}

func plainSums(term Term, dst, panels []float64, d int, features []int32, x []float64, width int) {
	clear(dst)
	for at := 0; at < len(dst); at += width {
		panel := panels[at*d : (at+width)*d]
		for k, f := range features {
			term.Add(dst[at:at+width], x[k], panel[int(f)*width:(int(f)+1)*width])
		}
	}
}
