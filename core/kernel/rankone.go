package kernel

// RankOne is k(x,z) = f(x) f(z) with f(x) = sum_i weights_i k_1(x, points_i), a function
// in the feature space of another kernel: a linear function of x where that is linear,
// bumps around points where it is a Gaussian. f is its only feature, and so it is
// positive definite whatever k_1 is (Cristianini & Shawe-Taylor, Proposition 3.12, item
// 4). The product with a kernel changes that conformally, f(x) k(x,z) f(z): angles in
// feature space stay, lengths are multiplied by f (Amari & Wu 1999, with bumps at the
// support vectors, to spread out the space around the boundary).
type RankOne struct {
	Points  []float64 `js:"points" type:"rows" range:"(-inf,inf)" doc:"The points of the function f, in rows; numbers for samples of one column."`
	Weights []float64 `js:"weights" type:"numbers" range:"(-inf,inf)" doc:"The weight of each point."`
	Of      Kernel
}

// Name returns "rankOne".
func (RankOne) Name() string { return "rankOne" }

// Definite returns Yes.
func (RankOne) Definite() Verdict { return Yes }

// Parts returns nothing: only f is needed.
func (RankOne) Parts() []Kernel { return nil }

// Anchors returns what f is made of.
func (k RankOne) Anchors() (points, weights []float64, by Kernel) { return k.Points, k.Weights, k.Of }

// Combine multiplies the values of f.
func (RankOne) Combine(rows [][]float64, f []float64, fs [][]float64) {
	for j, v := range fs[0] {
		rows[0][j] = f[0] * v
	}
}

// Check asks for a weight for every point.
func (k RankOne) Check(d int) (parameter, problem string) {
	return checkPoints(k.Points, len(k.Weights), d)
}

var (
	_ Anchored = RankOne{}
	_ Checked  = RankOne{}
)
