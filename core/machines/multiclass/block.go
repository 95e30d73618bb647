package multiclass

import "math"

// The coefficients a_c of one sample of class y, one for each class, sum to 0. In the joint
// formulation (Crammer and Singer)
//
//	a_c <= 0 for c != y,  a_y <= C
//
// and in the pairwise one (Weston and Watkins)
//
//	-C <= a_c <= 0 for c != y
//
// In both, g_c = f_c(x) + cost_c is the derivative of the dual objective by a_c.

// violation returns the violation of the conditions of optimality by the coefficients of a sample.
// If each of them is at a bound, reserve is the distance of the derivatives from a violation,
// otherwise -1.
func (p *problem) violation(a, g []float64, y int, c float64) (worst, reserve float64) {
	if p.pairwise {
		return violationOfPairs(a, g, y, c)
	}
	high, low, others, free := math.Inf(-1), math.Inf(1), math.Inf(-1), 0
	for m, v := range g {
		high = max(high, v)
		if a[m] < 0 || m == y && a[m] < c {
			low, free = min(low, v), free+1
		} else {
			others = max(others, v)
		}
	}
	if free > 1 {
		return high - low, -1
	}
	return high - low, low - others
}

func violationOfPairs(a, g []float64, y int, c float64) (worst, reserve float64) {
	reserve = math.Inf(1)
	for m, v := range g {
		if m == y {
			continue
		}
		lead := g[y] - v // the derivative by -a_m
		own := 0.0
		if a[m] > -c {
			own = max(own, -lead)
		}
		if a[m] < 0 {
			own = max(own, lead)
		}
		worst = max(worst, own)
		switch {
		case a[m] == 0:
			reserve = min(reserve, lead)
		case a[m] == -c:
			reserve = min(reserve, -lead)
		default:
			reserve = -1
		}
	}
	return worst, reserve
}

// step sets next to the coefficients of a sample that minimise the dual objective for the present
// coefficients of all other samples; curvature is k(x, x) > 0.
func (p *problem) step(next, a, g []float64, y int, c, curvature float64) {
	if p.pairwise {
		stepPairs(next, a, g, y, c, curvature)
		return
	}
	// The objective is curvature/2 |next - b|^2 plus a constant, with b = a - g/curvature:
	// u - next is the point of the simplex of size c that is closest to u - b, where u is c
	// in the component y and 0 elsewhere. Its components are max(0, d_m - theta).
	for m := range next {
		next[m] = g[m]/curvature - a[m]
	}
	next[y] += c
	// Theta grows and fewer components stay above it, until none leaves.
	theta, left := math.Inf(-1), len(next)+1
	for {
		sum, count := -c, 0
		for _, d := range next {
			if d > theta {
				sum, count = sum+d, count+1
			}
		}
		if count >= left || count == 0 {
			break
		}
		theta, left = sum/float64(count), count
	}
	for m, d := range next {
		next[m] = -max(0, d-theta)
	}
	next[y] += c
	settle(next, y, c)
}

// settle corrects rounding in the sum of coefficients, which is 0, without moving any that is at a
// bound.
func settle(a []float64, y int, c float64) {
	sum := 0.0
	for m, v := range a {
		if m != y {
			sum -= v
		}
	}
	if a[y] < c {
		a[y] = min(sum, c)
	}
}

// stepPairs is the step of the pairwise formulation. With x_m = -a_m and s the sum of x, the
// solution has x_m = clip(d_m - s, 0, c): s is the zero of a falling function that is linear in
// pieces, which Newton's method finds in finitely many steps.
func stepPairs(next, a, g []float64, y int, c, curvature float64) {
	for m := range next {
		next[m] = a[y] - a[m] - (g[y]-g[m])/curvature
	}
	s, low, high := a[y], 0.0, c*float64(len(a)-1)
	for range 100 {
		sum, slope := -s, 1.0
		for m, d := range next {
			if m != y {
				sum += min(max(d-s, 0), c)
				if d-s > 0 && d-s < c {
					slope++
				}
			}
		}
		if sum >= 0 {
			low = s
		}
		if sum <= 0 {
			high = s
		}
		to := s + sum/slope
		if !(to > low && to < high) {
			to = low + (high-low)/2
		}
		if math.Abs(to-s) <= 1e-16*s || low >= high {
			break
		}
		s = to
	}
	total := 0.0
	for m, d := range next {
		if m != y {
			next[m] = -min(max(d-s, 0), c)
			total -= next[m]
		}
	}
	next[y] = total
}
