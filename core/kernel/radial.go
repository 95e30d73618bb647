package kernel

import "math"

// Radial is a kernel that falls with a distance D between the samples: its distance in
// feature space grows strictly with D,
//
//	k(x,x) - 2 k(x,z) + k(z,z) = Image(D(x,z)),
//
// so that both distances have the same nearest neighbours. Nearest neighbours are ranked by
// D, because kernel values cannot tell distant samples apart: for a Gaussian 2 - 2k rounds
// to 2 where gamma |x-z|^2 > 37.
type Radial interface {
	Kernel

	// Distance returns the kernel -D, nil when there is no such distance for these
	// parameters.
	Distance() Kernel
	// Image returns the squared distance in feature space of samples with D(x,z) = d.
	Image(d float64) float64
}

// RadialOf returns k as a Radial that has a distance, or nil.
func RadialOf(k Kernel) Radial {
	if r, ok := k.(Radial); ok && r.Distance() != nil {
		return r
	}
	return nil
}

// distanceOf returns the distance of a kernel, or nil.
func distanceOf(k Kernel) Kernel {
	if r, ok := k.(Radial); ok {
		return r.Distance()
	}
	return nil
}

// decaying is a Radial of the form exp(-gamma D). Products of such kernels have this form, too.
type decaying interface {
	Radial
	rate() (gamma float64, ok bool)
}

// decayed returns the squared distance in feature space between samples whose kernel value
// is exp(-exponent): 2 - 2 exp(-exponent), exact for small exponents.
func decayed(exponent float64) float64 { return -2 * math.Expm1(-exponent) }

// squared is -|x-z|^2.
type squared struct{}

func (squared) Name() string { return "-|x-z|^2" }
func (squared) Theorem(int, []Verdict) Theorem {
	return Conditionally("-|x-z|^p is conditionally positive definite for p <= 2", "Schoenberg 1938")
}
func (squared) TranslationInvariant() bool { return true }

func (squared) FromDots(dst []float64, norm float64, norms []float64) {
	distances(dst, norm, norms)
	for j, square := range dst {
		dst[j] = -square
	}
}

// value adds up squared differences: a difference of inner products would lose digits.
func (squared) value(x, z []float64) (sum float64) {
	for j, v := range x {
		sum -= float64((v - z[j]) * (v - z[j]))
	}
	return sum
}

// opposite is minus the sum that a coordinatewise kernel adds up, before its End.
type opposite struct{ Additive }

// Theorem states that the kernel is conditionally positive definite, for sums D of which
// exp(-gamma D) is positive definite.
func (o opposite) Theorem(d int, parts []Verdict) Theorem {
	if o.Additive.Theorem(d, parts).Verdict == Yes {
		return Conditionally("-D is conditionally positive definite where exp(-gamma D) is positive definite for all gamma > 0", "Schoenberg 1938")
	}
	return Undecided("minus a sum over coordinates")
}

func (o opposite) End(dst, _ []float64) {
	for w, v := range dst {
		dst[w] = -v
	}
}

// oppositeDifference is opposite for sums over x - z.
type oppositeDifference struct {
	opposite
	differences
}

// featureDistance is minus the squared distance in the feature space of another kernel.
type featureDistance struct{ of Kernel }

func (featureDistance) Name() string { return "-|phi(x)-phi(z)|^2" }
func (featureDistance) Theorem(_ int, parts []Verdict) Theorem {
	if parts[0] != Yes && parts[0] != Conditional {
		return Undecided("the part is not known to be positive definite")
	}
	return Conditionally("minus a squared distance in feature space is conditionally positive definite", "Schoenberg 1938")
}
func (a featureDistance) Parts() []Kernel { return []Kernel{a.of} }
func (featureDistance) usesNorms()        {}

func (featureDistance) Combine(rows [][]float64, norm []float64, norms [][]float64) {
	for j, v := range rows[0] {
		rows[0][j] = -max(0, norm[0]+norms[0][j]-2*v)
	}
}
