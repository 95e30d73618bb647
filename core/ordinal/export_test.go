package ordinal

// Derivatives is a term for tests.
type Derivatives struct{ Log, A, B, AA, AB, BB float64 }

// Interval returns the term of a link.
func Interval(link string, a, b float64) Derivatives {
	t := linkOf(link).interval(a, b)
	return Derivatives{t.log, t.a, t.b, t.aa, t.ab, t.bb}
}
