package prep

import (
	"cmp"
	"math"

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
//	psi(n) + psi(k) - <psi(m_x)> - <psi(m_y)>.
//
// scikit-learn computes the same, but adds a little noise to the numbers first, so that equal
// numbers get a random order; here they are equal.
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
		for i := range x {
			x[i] = matrix.X[i*matrix.D+j]
		}
		if s.of != nil {
			scores[j] = s.withClasses(lineOf(x, 1), k, psi)
		} else {
			scores[j] = s.withNumbers(lineOf(x, deviation(x)), y, min(k, n-1), psi)
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

// closer returns how many numbers are closer to that at place p of the order than r, itself
// included.
func (l line) closer(p int, r float64) int {
	i, m := l.at[p], 1
	for q := p - 1; q >= 0 && l.distance(i, l.at[q]) < r; q-- {
		m++
	}
	for q := p + 1; q < len(l.at) && l.distance(i, l.at[q]) < r; q++ {
		m++
	}
	return m
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
		near := min(k, size-1)
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
		}
		sum += float64(size) * (psi[near] - psi[size])
	}
	for p, i := range used.at {
		m := used.closer(p, radius[i])
		if sum -= psi[m]; !s.seen(m) {
			break
		}
	}
	return psi[len(used.at)] + sum/max(n, 1)
}

// withNumbers is the information of one feature about the numbers y.
func (s *judge) withNumbers(x, y line, k int, psi []float64) float64 {
	n := len(x.value)
	if n < 2 {
		return 0
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
		seen := high - low + moved
		if r := near[len(near)-1]; r > 0 {
			inX, inY := x.closer(p, r), y.closer(placeInY[i], r)
			sum, seen = sum+psi[inX]+psi[inY], seen+inX+inY
		}
		if !s.seen(seen) {
			break
		}
	}
	return psi[n] + psi[k] - sum/float64(n)
}

// deviation returns the standard deviation of numbers, 1 if they are equal.
func deviation(x []float64) float64 {
	_, scale, _ := moments(nil, &sample.Matrix{N: len(x), D: 1, X: x}, nil)
	return scale[0]
}
