package kernel

// Linear is the inner product itself: k(x,z) = <x,z>. It is positive definite by
// definition (Cristianini & Shawe-Taylor, section 3.2).
type Linear struct {
}

// Name returns "linear".
func (Linear) Name() string { return "linear" }

// Definite returns Yes.
func (Linear) Definite() Verdict { return Yes }

// FromDots leaves the row as it is.
func (Linear) FromDots([]float64, float64, []float64) {}

// TranslationInvariant reports false.
func (Linear) TranslationInvariant() bool { return false }

var _ InnerProduct = Linear{}
