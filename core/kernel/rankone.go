package kernel

// RankOne is k(x,z) = f(x) f(z) with f(x) = sum_i weights_i k_1(x, points_i), a function in the
// feature space of another kernel: a linear function of x if k_1 is linear, bumps around the points
// if k_1 is a Gaussian. f is its only feature, so it is positive definite for every k_1
// (Cristianini & Shawe-Taylor, Proposition 3.12, item 4). The product with another kernel, f(x)
// k(x,z) f(z), is a conformal change of it: angles in feature space stay, lengths are multiplied by
// f (Amari & Wu 1999, with bumps at the support vectors, to spread out the space around the
// boundary).
type RankOne struct {
	Points  []float64 `js:"points" type:"rows" range:"(-inf,inf)" doc:"The points of the function f, in rows; numbers for samples of one column."`
	Weights []float64 `js:"weights" type:"numbers" range:"(-inf,inf)" doc:"The weight of each point."`
	Of      Kernel
}

func (RankOne) Name() string { return "rankOne" }

func (RankOne) Theorem(int, []Verdict) Theorem {
	return Proved("f(x) f(z) is positive definite", Introduction+", Proposition 3.12 (4)")
}

// Features returns 1: the only feature is f.
func (RankOne) Features(int, []Count) Count {
	return Whole(1)
}

func (RankOne) Picture() Picture {
	return Picture{From: -1, Controls: []Control{width()}, Tree: `{"kernel":"rankOne","points":[[-0.5,-0.5],[0.5,0.5]],"weights":[-1,1],"parts":[{"kernel":"rbf","gamma":"$gamma"}]}`, OfPart: true, Said: "of rbf, with the points (-0.5, -0.5) and (0.5, 0.5) and the weights -1 and 1"}
}

// Parts returns nothing: the kernel needs only f.
func (RankOne) Parts() []Kernel { return nil }

// Anchors returns the points, the weights and the kernel of f.
func (k RankOne) Anchors() (points, weights []float64, by Kernel) { return k.Points, k.Weights, k.Of }

// Combine multiplies the values of f.
func (RankOne) Combine(rows [][]float64, f []float64, fs [][]float64) {
	for j, v := range fs[0] {
		rows[0][j] = f[0] * v
	}
}

// Check verifies that there is a weight for every point.
func (k RankOne) Check(d int) (parameter, problem string) {
	return checkPoints(k.Points, len(k.Weights), d)
}

// AddGradient is f(z) times the gradient of f.
func (k RankOne) AddGradient(dst []float64, weight float64, x, z []float64) {
	addAnchorGradient(k, dst, weight*anchor(k, z), x)
}
