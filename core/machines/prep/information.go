package prep

import (
	"cmp"
	"math"
	"sort"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
)

// information returns the mutual information of every feature and the target in nats, at least 0,
// by the distances r of each sample to its kth neighbour: among the samples of its class (Ross,
// Mutual information between discrete and continuous data sets, 2014),
//
//	psi(n) + <psi(k)> - <psi(n_class)> - <psi(m)>,
//
// where m samples are closer than r, itself included; for numbers y, in the plane of both, each
// divided by its deviation, with the larger of the distances (Kraskov, Stoegbauer and Grassberger,
// Estimating mutual information, 2004, estimator 1),
//
//	psi(n) + <psi(k)> - <psi(m_x)> - <psi(m_y)>.
//
// Here k is how many samples of the class, or in the plane, are closer than r, itself included: the
// option nNeighbors, unless some are equally far. Samples at distance 0 always count (Gao, Kannan, Oh
// and Viswanath, Estimating mutual information for discrete-continuous mixtures, 2017). Categories
// then have the information of their counts, and equal numbers none. scikit-learn adds a little noise
// instead, which orders equal numbers at random.
func (s *judge) information(k int) ([]float64, error) {
	matrix, dense := s.x.(*sample.Matrix)
	if !dense {
		return nil, fault.New(fault.Option, "score", "mutual information by neighbours needs dense rows, not sparse ones; use the score 'f' or 'chi2'")
	}
	for _, w := range s.weight {
		if w != s.weight[0] {
			return nil, fault.New(fault.Option, "score", "mutual information counts neighbours and takes no weights; use the score 'f' or 'chi2', or leave sampleWeight out")
		}
	}
	n := matrix.N
	psi := make([]float64, n+1) // psi of a whole number, less psi of 1
	for m := 2; m <= n; m++ {
		psi[m] = psi[m-1] + 1/float64(m-1)
	}
	scores, x := make([]float64, matrix.D), make([]float64, n)
	var y line
	if s.of == nil {
		y = lineOf(s.y, deviation(s.y))
	}
	for j := range scores {
		s.done = float64(j) / float64(matrix.D)
		if !s.seen(1 << 14) {
			return nil, nil
		}
		varies := false
		for i := range x {
			x[i] = matrix.X[i*matrix.D+j]
			varies = varies || x[i] != x[0]
		}
		if !varies {
			continue
		}
		if s.of != nil {
			scores[j] = s.withClasses(lineOf(x, 1), k, psi)
		} else {
			scores[j] = s.withNumbers(x, y, min(k, n-1), psi)
		}
		scores[j] = max(scores[j], 0)
	}
	return scores, nil
}

// seen counts the numbers that were looked at, and returns false when ctl ended the work.
func (s *judge) seen(numbers int) bool {
	if s.work += numbers; s.work >= 1<<14 {
		s.work = 0
		if !s.ctl.Wanted(func() run.Report { return run.Report{Fraction: s.done} }) {
			s.status = s.ctl.Ended()
		}
	}
	return s.status == ""
}

// line is numbers, their unit of length, and their indices in ascending order.
type line struct {
	value []float64
	unit  float64
	at    []int
}

func lineOf(x []float64, unit float64) line {
	return line{x, unit, order.Of(len(x), func(i, j int) int { return cmp.Compare(x[i], x[j]) })}
}

// distance returns how far two numbers are from each other in units. Equal differences give
// equal distances, which they would not if the numbers were divided first.
func (l line) distance(i, j int) float64 { return math.Abs(l.value[i]-l.value[j]) / l.unit }

// closer returns how many numbers are closer than r to that at place p of the order, or equal to it.
// It counts the number itself.
func (l line) closer(p int, r float64) int {
	i := l.at[p]
	near := func(q int) bool {
		d := l.distance(i, l.at[q])
		return d < r || d == 0
	}
	low, beyond := sort.Search(p, near), sort.Search(len(l.at)-p-1, func(q int) bool { return !near(p + 1 + q) })
	return p + 1 + beyond - low
}

// withClasses returns the information of one feature about the classes. Classes of one sample do
// not count.
func (s *judge) withClasses(x line, k int, psi []float64) float64 {
	own := make([][]int, s.count)
	for _, i := range x.at {
		own[s.of[i]] = append(own[s.of[i]], i)
	}
	radius, sum, used := make([]float64, len(x.value)), 0.0, line{value: x.value, unit: 1}
	for _, i := range x.at {
		if len(own[s.of[i]]) > 1 {
			used.at = append(used.at, i)
		}
	}
	n := float64(len(used.at))
	for _, members := range own {
		size := len(members)
		if size < 2 {
			continue
		}
		near, class := min(k, size-1), line{value: x.value, unit: 1, at: members}
		for p, i := range members {
			if !s.seen(near) {
				return 0
			}
			low, high := p, p
			for range near {
				below, above := math.Inf(1), math.Inf(1)
				if low > 0 {
					below = x.distance(i, members[low-1])
				}
				if high < size-1 {
					above = x.distance(i, members[high+1])
				}
				if radius[i] = min(below, above); below < above {
					low--
				} else {
					high++
				}
			}
			sum += psi[class.closer(p, radius[i])] - psi[size]
		}
	}
	for p, i := range used.at {
		if sum -= psi[used.closer(p, radius[i])]; !s.seen(1) {
			break
		}
	}
	return psi[len(used.at)] + sum/max(n, 1)
}

// withNumbers is the information of one feature, of the given values, about the numbers y.
func (s *judge) withNumbers(values []float64, y line, k int, psi []float64) float64 {
	n := len(values)
	if n < 2 {
		return 0
	}
	x := line{values, deviation(values), order.Of(n, func(i, j int) int {
		return cmp.Or(cmp.Compare(values[i], values[j]), cmp.Compare(y.value[i], y.value[j]))
	})}
	same := make([]int, n) // how many samples have both numbers of that at a place
	for from, p := 0, 1; p <= n; p++ {
		if p == n || x.distance(x.at[from], x.at[p]) > 0 || y.distance(x.at[from], x.at[p]) > 0 {
			for count := p - from; from < p; from++ {
				same[from] = count
			}
		}
	}
	placeInY := make([]int, n)
	for p, i := range y.at {
		placeInY[i] = p
	}
	sum, near := 0.0, make([]float64, 0, k)
	for p, i := range x.at {
		moved := 0
		// The k nearest, the farthest last. A sample whose x alone is farther need not be compared.
		near = near[:0]
		low, high := p-1, p+1
		for low >= 0 || high < n {
			below, above := math.Inf(1), math.Inf(1)
			if low >= 0 {
				below = x.distance(i, x.at[low])
			}
			if high < n {
				above = x.distance(i, x.at[high])
			}
			across := min(below, above)
			if len(near) == k && across >= near[k-1] {
				break
			}
			other := 0
			if below < above {
				other = x.at[low]
				low--
			} else {
				other = x.at[high]
				high++
			}
			r := max(across, y.distance(i, other))
			if len(near) < k {
				near = append(near, r)
			} else if r < near[k-1] {
				near[k-1] = r
			} else {
				continue
			}
			for q := len(near) - 1; q > 0 && near[q] < near[q-1]; q-- {
				near[q], near[q-1] = near[q-1], near[q]
				moved++
			}
		}
		r, inBoth := near[len(near)-1], 1
		for _, d := range near {
			if d < r {
				inBoth++
			}
		}
		if r == 0 {
			inBoth = same[p]
		}
		sum += psi[inBoth] - psi[x.closer(p, r)] - psi[y.closer(placeInY[i], r)]
		if !s.seen(high - low + moved) {
			break
		}
	}
	return psi[n] + sum/float64(n)
}

// deviation returns the standard deviation of numbers, 1 if they are equal.
func deviation(x []float64) float64 {
	_, scale, _ := moments(nil, &sample.Matrix{N: len(x), D: 1, X: x}, nil)
	return scale[0]
}
