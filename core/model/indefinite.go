package model

// Indefinite is the warning WARN_INDEFINITE: something was found that a positive
// definite kernel excludes, such as "the squared norm is negative". consequence says what
// that means for the solution and what to do, without a full stop at its end.
func Indefinite(found, consequence string) Note {
	return Note{Code: "WARN_INDEFINITE", Message: found + ": the kernel is not positive definite on these data. " + consequence}
}
