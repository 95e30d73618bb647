package kernel

// Linear is the inner product itself: k(x,z) = <x,z>.
type Linear struct{}

// Name returns "linear".
func (Linear) Name() string { return "linear" }

// FromDots leaves the row as it is.
func (Linear) FromDots([]float64, float64, []float64) {}

// TranslationInvariant reports false.
func (Linear) TranslationInvariant() bool { return false }

var _ InnerProduct = Linear{}
