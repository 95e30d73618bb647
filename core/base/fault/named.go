package fault

import (
	"strconv"
	"strings"
)

// Named returns the error with the names of classes instead of their numbers: in the message, where
// "class number 1" becomes "class 'b'", and in the details class and classes. Machines know classes
// by number only; the code that returns an error to the user calls Named.
func (e *Error) Named(names []string) *Error {
	details := Details{}
	message := e.Message
	name := func(n int) string {
		if n < 0 || n >= len(names) {
			return strconv.Itoa(n)
		}
		message = replaceNumber(message, "class number ", n, "class '"+names[n]+"'")
		return names[n]
	}
	for key, value := range e.Details {
		if n, ok := value.(int); ok && key == "class" && n < len(names) {
			value = name(n)
		}
		if numbers, ok := value.([]int); ok && key == "classes" && len(names) > 0 {
			var list []string
			for _, n := range numbers {
				list = append(list, name(n))
			}
			value = list
		}
		details[key] = value
	}
	if message == e.Message {
		return e
	}
	return &Error{Code: e.Code, Argument: e.Argument, Message: message, Details: details}
}

// replaceNumber replaces text that is followed by the number n, but not by a longer number
// that begins with its digits.
func replaceNumber(in, text string, n int, with string) string {
	parts := strings.Split(in, text+strconv.Itoa(n))
	var b strings.Builder
	for i, part := range parts {
		if i > 0 {
			if part != "" && part[0] >= '0' && part[0] <= '9' {
				b.WriteString(text + strconv.Itoa(n))
			} else {
				b.WriteString(with)
			}
		}
		b.WriteString(part)
	}
	return b.String()
}
