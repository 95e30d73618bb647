package kernel

import "fmt"

// Center is another kernel with the origin of its feature space moved to the mean of
// points there,
//
//	k(x,z) = k_1(x,z) - mean_i k_1(x,p_i) - mean_i k_1(z,p_i) + mean_ij k_1(p_i,p_j)
//
// (Cristianini & Shawe-Taylor, section 3.4, for distances from a centre of mass). The
// points are parameters, so that it is a kernel like others, the same for training and
// for new samples; centred with respect to the training data it is with these as
// points. It is positive definite where the part is: the features are those of the part
// minus their mean.
type Center struct {
	Points []float64 `js:"points" type:"rows" range:"(-inf,inf)" doc:"The points whose mean becomes the origin, in rows; numbers for samples of one column."`
	Of     Kernel
}

// Name returns "center".
func (Center) Name() string { return "center" }

// Definite is that of the part.
func (k Center) Definite() Verdict { return definite(k.Of) }

// Parts returns what it is made of.
func (k Center) Parts() []Kernel { return []Kernel{k.Of} }

// Anchors returns the points, with equal weights.
func (k Center) Anchors() (points, weights []float64, by Kernel) { return k.Points, nil, k.Of }

// Combine moves the origin.
func (Center) Combine(rows [][]float64, f []float64, fs [][]float64) {
	for j, v := range fs[0] {
		rows[0][j] += f[1] - (f[0] + v)
	}
}

// Check asks for whole points.
func (k Center) Check(d int) (parameter, problem string) {
	return checkPoints(k.Points, (len(k.Points)+d-1)/d, d)
}

// checkPoints asks for count points of d coordinates.
func checkPoints(points []float64, count, d int) (parameter, problem string) {
	if len(points) != count*d {
		return "points", fmt.Sprintf("has %d numbers, but %d points of %d columns need %d", len(points), count, d, count*d)
	}
	return "", ""
}

var (
	_ Anchored = Center{}
	_ Checked  = Center{}
)
