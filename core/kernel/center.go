package kernel

import "fmt"

// Center is another kernel after the origin of its feature space is moved to the mean of
// some points,
//
//	k(x,z) = k_1(x,z) - mean_i k_1(x,p_i) - mean_i k_1(z,p_i) + mean_ij k_1(p_i,p_j)
//
// The points are parameters, so that the kernel is the same for training samples and for new ones.
// To centre on the training data, pass them as the points. The kernel is positive definite if its
// part is: the features are those of the part minus their mean.
type Center struct {
	Points []float64 `js:"points" type:"rows" range:"(-inf,inf)" doc:"The points whose mean becomes the origin, in rows; numbers for samples of one column."`
	Of     Kernel
}

func (Center) Name() string { return "center" }

// Theorem requires that the part is positive definite, at least conditionally.
func (Center) Theorem(_ int, parts []Verdict) Theorem {
	return Strengthened(parts[0], "the features of a kernel less their mean over points are features, also of one that is conditionally positive definite", Introduction+", section 3.4; Schölkopf 2000, Proposition 3")
}

// Features are at most those of the part.
func (Center) Features(_ int, parts []Count) Count {
	return parts[0]
}

func (Center) Picture() Picture {
	return Picture{From: -1, Controls: []Control{width()}, Tree: `{"kernel":"center","points":[[-0.5,-0.5],[0.5,0.5]],"parts":[{"kernel":"rbf","gamma":"$gamma"}]}`, OfPart: true, Said: "of rbf, with the points (-0.5, -0.5) and (0.5, 0.5)"}
}

func (k Center) Parts() []Kernel { return []Kernel{k.Of} }

// Anchors returns the points, with equal weights.
func (k Center) Anchors() (points, weights []float64, by Kernel) { return k.Points, nil, k.Of }

// Combine subtracts the means, which moves the origin.
func (Center) Combine(rows [][]float64, f []float64, fs [][]float64) {
	for j, v := range fs[0] {
		rows[0][j] += f[1] - (f[0] + v)
	}
}

// Distance returns the distance of the part: distances in feature space do not depend on the
// origin.
func (k Center) Distance() Kernel { return distanceOf(k.Of) }

// Image returns the image of the part.
func (k Center) Image(d float64) float64 { return RadialOf(k.Of).Image(d) }

// Check verifies that the numbers are whole points of d coordinates.
func (k Center) Check(d int) (parameter, problem string) {
	return checkPoints(k.Points, (len(k.Points)+d-1)/d, d)
}

// checkPoints verifies that there are count points of d coordinates.
func checkPoints(points []float64, count, d int) (parameter, problem string) {
	if len(points) != count*d {
		return "points", fmt.Sprintf("has %d numbers, but %d points of %d columns need %d", len(points), count, d, count*d)
	}
	return "", ""
}

// AddGradient subtracts the mean gradient at the points.
func (k Center) AddGradient(dst []float64, weight float64, x, z []float64) {
	AddGradient(k.Of, dst, weight, x, z)
	addAnchorGradient(k, dst, -weight, x)
}
