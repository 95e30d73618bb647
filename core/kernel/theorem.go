package kernel

// Verdict is the answer to whether a kernel is positive definite: whether its value is an
// inner product in some feature space.
type Verdict string

// The verdicts. A kernel is conditionally positive definite (of order 1), such as -|x-z|^p with p
// <= 2, if the sum of c_i c_j k(x_i,x_j) is >= 0 for all c that add up to 0. That is enough for
// machines whose dual variables add up to 0 because they have an intercept (Schoelkopf, The kernel
// trick for distances, 2000).
const (
	Yes         Verdict = "yes"
	Conditional Verdict = "conditional"
	No          Verdict = "no"
	Unknown     Verdict = "unknown"
)

// Theorem says whether a kernel with these parameters is positive definite, and why.
//
// core/internal/gen translates the methods that return a Theorem, and the functions that they call,
// into js/src/generated/theory.js. They may use if, switch, range over a list, assignment and
// return, and the parameters of the kernel, numbers and texts. The generator reports other
// constructs.
type Theorem struct {
	Verdict Verdict
	Text    string // the theorem in a sentence
	Source  string // where it is published
	Detail  string // its consequence for these parameters, or ""
}

// Names of sources.
const (
	Tutorial     = "Smola & Schölkopf"
	Introduction = "Cristianini & Shawe-Taylor"
)

// Proved is a theorem by which a kernel is positive definite.
func Proved(text, source string) Theorem {
	return Theorem{Verdict: Yes, Text: text, Source: source}
}

// Conditionally is a theorem by which a kernel is conditionally positive definite.
func Conditionally(text, source string) Theorem {
	return Theorem{Verdict: Conditional, Text: text, Source: source}
}

// Refuted is a theorem by which a kernel is not positive definite.
func Refuted(text, source, detail string) Theorem {
	return Theorem{Verdict: No, Text: text, Source: source, Detail: detail}
}

// Undecided says that no theorem is known here for these parameters; text gives the reason.
func Undecided(text string) Theorem {
	return Theorem{Verdict: Unknown, Text: text}
}

// Inherited is a theorem by which a kernel is positive definite if all parts are.
func Inherited(parts []Verdict, text, source string) Theorem {
	for _, part := range parts {
		if part != Yes {
			return Theorem{Verdict: Unknown, Text: text, Source: source}
		}
	}
	return Theorem{Verdict: Yes, Text: text, Source: source}
}

// Strengthened is a theorem by which a kernel is positive definite when its part is at
// least conditionally positive definite.
func Strengthened(part Verdict, text, source string) Theorem {
	if part == Yes || part == Conditional {
		return Theorem{Verdict: Yes, Text: text, Source: source}
	}
	return Theorem{Verdict: Unknown, Text: text, Source: source}
}

// negativeCoefficient refutes a function of <x,z> by a coefficient of its power series.
func negativeCoefficient(detail string) Theorem {
	return Refuted("a power series in <x,z> with a negative coefficient is not positive definite around 0", Tutorial+", Theorem 8 (Schoenberg)", detail)
}

// conditionalSum is the theorem of a sum of kernels of which at least one is only
// conditionally positive definite.
func conditionalSum(parts []Verdict) Theorem {
	for _, part := range parts {
		if part != Yes && part != Conditional {
			return Undecided("a part of the sum is not known to be positive definite")
		}
	}
	return Conditionally("sums of conditionally positive definite kernels are so", "Berg, Christensen & Ressel 1984, section 3.1")
}

// Kept is a theorem by which the verdict on the part is also that on the kernel.
func Kept(part Verdict, text, source string) Theorem {
	return Theorem{Verdict: part, Text: text, Source: source}
}

// Definite returns the verdict on a kernel of vectors of d coordinates, or of any number if d is 0.
func Definite(k Kernel, d int) Verdict { return TheoremOf(k, d).Verdict }

// TheoremOf returns the verdict on a kernel of vectors of d coordinates, or of any number if d is
// 0.
func TheoremOf(k Kernel, d int) Theorem {
	parts, count := partsOf(k, d)
	verdicts := make([]Verdict, len(parts))
	for i, part := range parts {
		verdicts[i] = Definite(part, count)
	}
	return k.Theorem(d, verdicts)
}

// partsOf returns the parts of a kernel, and how many of d coordinates they depend on.
func partsOf(k Kernel, d int) (parts []Kernel, count int) {
	switch k := k.(type) {
	case Pullback:
		coordinates, part := k.Pull()
		return []Kernel{part}, len(coordinates)
	case Anchored:
		_, _, by := k.Anchors()
		return []Kernel{by}, d
	case Combination:
		return k.Parts(), d
	}
	return nil, d
}
