package primal

import (
	"math"

	"maxmargin/core/base/lanes"
	"maxmargin/core/data/loss"
)

// law gives the derivatives of the losses of a Problem, all at once: without a call for each
// sample.
type law struct {
	above, below, insensitive []float64

	// l'(z) is least scale z and most, for z > 0: the loss of a box. Otherwise the loss is the
	// logistic one, of margins.
	box         bool
	scale, most float64
}

// isSmooth reports whether newLaw takes a loss.
func isSmooth(l loss.Loss) bool {
	boxes := loss.Boxes(l)
	return len(boxes) == 1 && boxes[0].Curvature > 0 || loss.IsLogOdds(l)
}

// Smooth reports whether Newton takes a loss.
func Smooth(l loss.Loss) bool { return isSmooth(l) }

func newLaw(p Problem) law {
	w := law{above: p.Above, below: p.Below, insensitive: p.Insensitive}
	if w.insensitive == nil {
		w.insensitive = make([]float64, p.X.N)
	}
	if boxes := loss.Boxes(p.Loss); len(boxes) == 1 {
		w.box, w.scale, w.most = true, 1/boxes[0].Curvature, boxes[0].Bound
	}
	return w
}

// at sets b and h, see Newton, for the residuals r - length q.
func (w *law) at(b, h, r, q []float64, length float64) {
	n := len(b)
	h, r, q, above, below, insensitive := h[:n], r[:n], q[:n], w.above[:n], w.below[:n], w.insensitive[:n]
	if !w.box {
		// The shortfall less 1 is the residual less 1 above, or less the same below.
		for i := range b {
			z := r[i] - float64(length*q[i])
			if above[i] == 0 {
				z = -z
			}
			b[i] = z - insensitive[i]
		}
		lanes.Exp(b, -1, 1)
		for i, e := range b {
			c := above[i] - below[i]
			slope := 1 / (1 + e)
			b[i], h[i] = c*slope, float64(math.Abs(c)*slope)*float64(e*slope)
		}
		return
	}
	for i := range b {
		z, c := r[i]-float64(length*q[i]), above[i]
		if z < 0 {
			z, c = -z, -below[i]
		}
		bend := math.Abs(c) * w.scale
		if z = (z - insensitive[i]) * w.scale; z <= 0 {
			z, bend = 0, 0
		} else if z > w.most {
			z, bend = w.most, 0
		}
		b[i], h[i] = c*z, bend
	}
}
