package kernel

// Linear is the inner product itself: k(x,z) = <x,z>. It is positive definite by
// definition (Cristianini & Shawe-Taylor, section 3.2).
type Linear struct {
}

func (Linear) Name() string { return "linear" }

func (Linear) Theorem(int, []Verdict) Theorem {
	return Proved("an inner product is positive definite", Introduction+", section 3.2")
}

// Features are the coordinates.
func (Linear) Features(d int, _ []Count) Count {
	return Whole(d)
}

// OtherNames are those in other texts and libraries.
func (Linear) OtherNames() []string { return []string{"dot"} }

func (Linear) Picture() Picture {
	return Picture{From: -1}
}

// FromDots leaves the row as it is.
func (Linear) FromDots([]float64, float64, []float64) {}

func (Linear) TranslationInvariant() bool { return false }

func (Linear) isInnerProductItself() {}

// Distance is the squared Euclidean one.
func (Linear) Distance() Kernel { return squared{} }

// Image returns d.
func (Linear) Image(d float64) float64 { return d }

// Factors are the products of the coordinates, which add up.
func (Linear) Factors(int) []Factors { return sumOf(innerProduct) }

// Slope is 1.
func (Linear) Slope(float64) float64 { return 1 }
