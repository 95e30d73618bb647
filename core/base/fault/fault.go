// Package fault holds the errors a user can meet. Every one carries a code
// that programs can switch on, the argument it is about, a message that says
// what to do, and details (row, column, expected, got).
package fault

import (
	"fmt"
	"strconv"
	"strings"
)

// Code names a kind of error. Codes are stable across releases.
type Code string

// The codes that the core raises. The facade adds those of the runtime.
const (
	NonFinite     Code = "ERR_NONFINITE"         // NaN or infinity in data
	Shape         Code = "ERR_SHAPE"             // lengths or shapes that do not fit together
	Asymmetric    Code = "ERR_KERNEL_ASYMMETRIC" // Gram matrix that is not symmetric
	Empty         Code = "ERR_EMPTY"             // no rows or no columns
	OneClass      Code = "ERR_ONE_CLASS"         // fewer than two classes to separate
	FeatureCount  Code = "ERR_FEATURE_COUNT"     // predict with another number of features than fit
	Option        Code = "ERR_OPTION"            // option of the wrong type or out of range
	OptionUnknown Code = "ERR_OPTION_UNKNOWN"    // no such option, kernel or machine
	Weight        Code = "ERR_WEIGHT"            // negative, non-finite or all-zero weights
	Type          Code = "ERR_TYPE"              // argument of a type that cannot be used
	Format        Code = "ERR_FORMAT"            // malformed text or model bytes
	FormatVersion Code = "ERR_FORMAT_VERSION"    // model bytes of a later release
	NotFitted     Code = "ERR_NOT_FITTED"        // predict before fit
	Numeric       Code = "ERR_NUMERIC"           // overflow: a result is not finite; or a matrix that must be positive definite is not
	Memory        Code = "ERR_MEMORY_BUDGET"     // a request needs more memory than there is
	Stopped       Code = "ERR_STOPPED"           // a fit stopped by `onProgress` before there was a model
	Internal      Code = "ERR_INTERNAL"          // a defect of this library
)

// Details locate an error: plain numbers and strings by name.
type Details map[string]any

// Error is an error a user can meet.
type Error struct {
	Code     Code
	Argument string // the argument or option it is about, as the user wrote it
	Message  string // what was wrong, where, and what to do
	Details  Details
}

// Error returns the message with its code.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Of returns the first Error that err is or wraps, or nil. errors.As would bring 20 KB of reflection into
// the first file of the module.
func Of(err error) *Error {
	switch e := err.(type) {
	case *Error:
		return e
	case interface{ Unwrap() error }:
		return Of(e.Unwrap())
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			if found := Of(inner); found != nil {
				return found
			}
		}
	}
	return nil
}

// Is reports whether target is an *Error of the same code, for errors.Is.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// New returns an error about argument. Quoted texts (%q) are cut, because they may come from a
// stranger's file.
func New(code Code, argument, format string, a ...any) *Error {
	at := 0
	for i := 1; i < len(format) && at < len(a); i++ {
		if format[i-1] != '%' {
			continue
		}
		if text, is := a[at].(string); is && format[i] == 'q' {
			a[at] = Short(text)
		}
		if format[i] == '%' {
			i++
			continue
		}
		at++
	}
	return &Error{Code: code, Argument: argument, Message: message(format, a)}
}

// message formats integers and texts without fmt: everyday errors are in the first file of the
// module, and fmt is in the second.
func message(format string, a []any) string {
	var out []byte
	from, at := 0, 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		out = append(out, format[from:i]...)
		if at == len(a) || i+1 == len(format) {
			return fmt.Sprintf(format, a...)
		}
		i++
		number, whole := a[at].(int)
		text, isText := a[at].(string)
		switch {
		case whole && format[i] == 'd':
			out = strconv.AppendInt(out, int64(number), 10)
		case isText && format[i] == 's':
			out = append(out, text...)
		case isText && format[i] == 'q' && plain(text):
			out = append(append(append(out, '"'), text...), '"')
		default:
			return fmt.Sprintf(format, a...)
		}
		from = i + 1
		at++
	}
	if at < len(a) {
		return fmt.Sprintf(format, a...)
	}
	return string(append(out, format[from:]...))
}

// plain reports whether a text has no character that quotation escapes.
func plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// longest is the most bytes of a text in a message.
const longest = 32

// Short returns the beginning of a long text.
func Short(text string) string {
	if len(text) <= longest {
		return text
	}
	cut := longest
	for cut > 0 && text[cut]&0xc0 == 0x80 { // within a character
		cut--
	}
	return text[:cut] + "..."
}

// With adds a detail and returns e.
func (e *Error) With(name string, value any) *Error {
	if e.Details == nil {
		e.Details = Details{}
	}
	e.Details[name] = value
	return e
}

// Nearest returns the candidate that was probably meant by name: one that contains it, or is
// contained, or the closest by edit distance; "" when more than a third of a long name would differ.
func Nearest(name string, candidates []string) string {
	name = lower(Short(name))
	best, bestDistance := "", 1+min(len(name)-1, max(2, len(name)/3))
	for _, candidate := range candidates {
		other := lower(candidate)
		distance := editDistance(name, other)
		if min(len(name), len(other)) > 2 && (strings.Contains(other, name) || strings.Contains(name, other)) {
			distance = min(distance, 2)
		}
		if distance < bestDistance {
			best, bestDistance = candidate, distance
		}
	}
	return best
}

// lower folds the letters of ASCII; the tables of all others are large.
func lower(text string) string {
	folded := []byte(text)
	for i, c := range folded {
		if 'A' <= c && c <= 'Z' {
			folded[i] = c + 'a' - 'A'
		}
	}
	return string(folded)
}

// editDistance is Levenshtein's: insertions, deletions and substitutions.
func editDistance(a, b string) int {
	previous := make([]int, len(b)+1)
	current := make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := 1; i <= len(a); i++ {
		current[0] = i
		for j := 1; j <= len(b); j++ {
			substitute := previous[j-1]
			if a[i-1] != b[j-1] {
				substitute++
			}
			current[j] = min(substitute, previous[j]+1, current[j-1]+1)
		}
		previous, current = current, previous
	}
	return previous[len(b)]
}
