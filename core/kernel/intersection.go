package kernel

// Intersection is k(x,z) = sum_j min(x_j, z_j), what histograms have in common. On
// numbers >= 0 it is positive definite: min(x, z) is the inner product of the
// indicators of [0, x] and [0, z] (Cristianini & Shawe-Taylor, Definition 3.4; Swain &
// Ballard 1991 for histograms).
type Intersection struct {
	sums
	positive
}

// Name returns "intersection".
func (Intersection) Name() string { return "intersection" }

// Definite returns Yes.
func (Intersection) Definite() Verdict { return Yes }

// Add adds the smaller number.
func (Intersection) Add(sum []float64, x float64, z []float64) {
	for w, v := range z {
		if v > x {
			v = x
		}
		sum[w] += v
	}
}

// End leaves the sums as they are.
func (Intersection) End(_, _ []float64) {}

var _ Coordinatewise = Intersection{}
