package qp

import "math"

// A problem over some rows of a larger matrix, such as a fold of a cross-validation over the matrix
// of all samples, can be solved over whole rows of that matrix, so that no columns need to be
// gathered: the coordinates of the other rows have both bounds at zero, and no step moves them. The
// solution is the same bit for bit. It includes K b for all rows: the decision values of the
// samples outside the fit.

// Image is a point and its image: b, and K b, for all rows of K. The coordinates of a row are
// added up.
type Image struct {
	Point []float64
	Sums  []float64
}

// Rows returns the number of rows of K that the problem has.
func (p *Problem) Rows() int {
	if p.Places != nil {
		return len(p.Places)
	}
	return p.K.Len()
}

// overAll returns the problem with coordinates for all rows of K.
func (p Problem) overAll() Problem {
	n, all := len(p.Places), p.K.Len()
	copies := len(p.Linear) / max(1, n)
	p.Linear, p.Lower, p.Upper = placed(p.Linear, p.Places, all, copies), placed(p.Lower, p.Places, all, copies), placed(p.Upper, p.Places, all, copies)
	p.Sign, p.Shift, p.Start = placed(p.Sign, p.Places, all, copies), placed(p.Shift, p.Places, all, copies), placed(p.Start, p.Places, all, copies)
	if p.Group = placed(p.Group, p.Places, all, copies); p.GroupCount == 0 && p.Group != nil {
		in := make([]bool, all)
		for _, at := range p.Places {
			in[at] = true
		}
		for c := range p.Group {
			if !in[c%all] {
				p.Group[c] = -1 // there is no group that it could be in
			}
		}
	}
	return p
}

// placed copies the entries of a to their places among all for each copy, with zeros elsewhere; nil
// for nil. Inlined seven times it would be 3 KB.
//
//go:noinline
func placed[T any](a []T, places []int, all, copies int) []T {
	if a == nil {
		return nil
	}
	out := make([]T, copies*all)
	for c := range copies {
		for p, at := range places {
			out[c*all+at] = a[c*len(places)+p]
		}
	}
	return out
}

// picked is the inverse of placed.
func picked(a []float64, places []int, all int) []float64 {
	var out []float64
	for first := 0; first < len(a); first += all {
		for _, at := range places {
			out = append(out, a[first+at])
		}
	}
	return out
}

// narrow turns the result into one of the original problem, and adds the image of the point.
func (s *SMO) narrow(r *Result) {
	places, all := s.problem.Places, s.problem.K.Len()
	image := &Image{Point: make([]float64, all), Sums: append([]float64(nil), s.whole.g[:all]...)}
	for i := range image.Sums {
		image.Point[i] = net(s.whole.b, i, all)
		image.Sums[i] -= s.linear[i]
		if s.problem.Shift != nil {
			image.Sums[i] -= s.problem.Shift[i] * s.whole.b[i]
		}
	}
	r.Image = image
	r.Alpha, r.Gradient = picked(r.Alpha, places, all), picked(r.Gradient, places, all)
}

// absent reports whether row i of K is not in the problem.
func (s *SMO) absent(i int) bool { return s.present != nil && !s.present[i] }

// negligible is the error of a gradient that a start may have, as a share of the tolerance.
const negligible = 1e-6

// base returns the image from which the gradient at the start takes the fewest rows, or nil for
// zero. A start that equals the point of a known image up to rounding counts as this point.
func (s *SMO) base() *Image {
	known, n := s.problem.Known, len(s.active)
	if known == nil || len(known.Point) != n {
		return nil
	}
	start := make([]float64, n)
	differ, others, distance, largest := 0, 0, 0.0, 0.0
	for i, before := range known.Point {
		start[i] = net(s.b, i, n)
		if start[i] != 0 {
			others++
		}
		if start[i] != before {
			differ++
			distance += math.Abs(start[i] - before)
		}
		largest = max(largest, math.Abs(s.diag[i]))
	}
	switch {
	case distance*largest <= negligible*s.settings.Tolerance:
		return &Image{Point: start, Sums: known.Sums}
	case differ < others:
		return known
	}
	return nil
}
