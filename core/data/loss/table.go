package loss

import (
	"slices"
	"sort"
)

// Table is a convex residual loss with given slopes, which do not fall, at shortfalls that ascend
// from 0. Between two shortfalls the slope is interpolated linearly, and beyond the last it is
// constant. A Table represents a loss that a user wrote in another language.
type Table struct{ at, slopes, values []float64 }

// NewTable returns the loss. It returns false unless there are as many slopes as shortfalls, the
// shortfalls ascend from 0, and the slopes ascend from 0 or more. The slopes must differ, because
// the conjugate has a kink where the slope is constant; it is constant only beyond the last
// shortfall.
func NewTable(shortfalls, slopes []float64) (Table, bool) {
	n := len(shortfalls)
	if n == 0 || len(slopes) != n || shortfalls[0] != 0 || !(slopes[0] >= 0) || !(slopes[n-1] > 0) {
		return Table{}, false
	}
	t := Table{shortfalls, slopes, make([]float64, n)}
	for k := 1; k < n; k++ {
		if !(shortfalls[k] > shortfalls[k-1] && slopes[k] > slopes[k-1]) {
			return Table{}, false
		}
		t.values[k] = t.values[k-1] + (shortfalls[k]-shortfalls[k-1])*(slopes[k]+slopes[k-1])/2
	}
	return t, true
}

// last returns the last entry that is not above x, and how far x is beyond it.
func last(list []float64, x float64) (k int, beyond float64) {
	k, found := slices.BinarySearch(list, x)
	if !found {
		k = max(k-1, 0)
	}
	return k, x - list[k]
}

// Value returns the integral of the slope from 0 to z.
func (t Table) Value(z float64) float64 {
	if z <= 0 {
		return 0
	}
	k, beyond := last(t.at, z)
	return t.values[k] + beyond*(t.slopes[k]+t.Slope(z))/2
}

// Slope returns the slope at z; it is 0 for z <= 0.
func (t Table) Slope(z float64) float64 {
	if z <= 0 {
		return 0
	}
	k, beyond := last(t.at, z)
	return t.slopes[k] + float64(beyond*t.rise(k))
}

// Curvature returns the slope of the line, and 0 for z <= 0.
func (t Table) Curvature(z float64) float64 {
	if z <= 0 {
		return 0
	}
	k, _ := last(t.at, z)
	return t.rise(k)
}

// rise returns the slope of line k.
func (t Table) rise(k int) float64 {
	if k == len(t.at)-1 {
		return 0
	}
	return (t.slopes[k+1] - t.slopes[k]) / (t.at[k+1] - t.at[k])
}

// Steepest returns the last slope.
func (t Table) Steepest() float64 { return t.slopes[len(t.slopes)-1] }

// Conjugate returns s z - Value(z) for the z at which the slope is s.
func (t Table) Conjugate(s float64) (value, slope, curvature float64) {
	if s <= t.slopes[0] || len(t.slopes) == 1 {
		return 0, 0, 0
	}
	k, _ := last(t.slopes, s)
	k = min(k, len(t.slopes)-2)
	width := (t.at[k+1] - t.at[k]) / (t.slopes[k+1] - t.slopes[k])
	slope = t.at[k] + min(s-t.slopes[k], t.slopes[k+1]-t.slopes[k])*width
	return s*slope - t.Value(slope), slope, width
}

// Prox finds the line on which x + step l'(x) = z.
func (t Table) Prox(z, step float64) (x, s float64) {
	if z <= 0 {
		return z, 0
	}
	if z <= step*t.slopes[0] {
		return 0, z / step
	}
	after := func(k int) bool { return t.at[k]+step*t.slopes[k] > z }
	k := sort.Search(len(t.at), after) - 1
	x = t.at[k] + (z-t.at[k]-step*t.slopes[k])/(1+step*t.rise(k))
	return x, t.slopes[k] + float64((x-t.at[k])*t.rise(k))
}
