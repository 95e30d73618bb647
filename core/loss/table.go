package loss

import "slices"

// Table is a convex loss by its derivative at some excesses, ascending from 0: slopes
// that do not fall, and between them a line. Beyond the last the slope is that of the
// last. It stands for losses that are functions outside of this program.
type Table struct{ errors, slopes, values []float64 }

// NewTable returns the loss, or false unless there are as many slopes as excesses, which
// ascend from 0, and the slopes do too, from 0 or above to more than 0. Where a slope
// stayed the same the dual term would have a kink: beyond the last excess it may.
func NewTable(errors, slopes []float64) (Table, bool) {
	n := len(errors)
	if n == 0 || len(slopes) != n || errors[0] != 0 || !(slopes[0] >= 0) || !(slopes[n-1] > 0) {
		return Table{}, false
	}
	t := Table{errors, slopes, make([]float64, n)}
	for k := 1; k < n; k++ {
		if !(errors[k] > errors[k-1] && slopes[k] > slopes[k-1]) {
			return Table{}, false
		}
		t.values[k] = t.values[k-1] + (errors[k]-errors[k-1])*(slopes[k]+slopes[k-1])/2
	}
	return t, true
}

// at returns the last entry that is not above x, and how far x is beyond it.
func at(list []float64, x float64) (k int, beyond float64) {
	k, found := slices.BinarySearch(list, x)
	if !found {
		k = max(k-1, 0)
	}
	return k, x - list[k]
}

// Value returns the loss.
func (t Table) Value(e float64) float64 {
	k, beyond := at(t.errors, e)
	return t.values[k] + beyond*(t.slopes[k]+t.Slope(e))/2
}

// Slope returns the derivative.
func (t Table) Slope(e float64) float64 {
	k, beyond := at(t.errors, e)
	if k == len(t.errors)-1 {
		return t.slopes[k]
	}
	return t.slopes[k] + beyond*(t.slopes[k+1]-t.slopes[k])/(t.errors[k+1]-t.errors[k])
}

// Steepest returns the last slope.
func (t Table) Steepest() float64 { return t.slopes[len(t.slopes)-1] }

// Dual returns the conjugate c (e s - Value(e)), where s = a/c is the slope at e.
func (t Table) Dual(c, a float64) (value, slope, curvature float64) {
	s := a / c
	if s <= t.slopes[0] || len(t.slopes) == 1 {
		return 0, 0, 0
	}
	k, beyond := at(t.slopes, s)
	k = min(k, len(t.slopes)-2)
	width := (t.errors[k+1] - t.errors[k]) / (t.slopes[k+1] - t.slopes[k])
	slope = t.errors[k] + min(beyond, t.slopes[k+1]-t.slopes[k])*width
	return a*slope - c*t.Value(slope), slope, width / c
}
