package fault

import (
	"fmt"
	"testing"
)

// TestMessagesAreThoseOfFmt: integers and texts are formatted without fmt, to the same messages.
func TestMessagesAreThoseOfFmt(t *testing.T) {
	for _, c := range []struct {
		format string
		a      []any
	}{
		{"no verbs", nil}, {"100%", nil}, {"%", nil}, {"%d", []any{7}}, {"%d of %s", []any{-3, "SVC"}}, {"a %q b", []any{"0.mean"}},
		{"a %q b", []any{"\"\\\x01é"}}, {"%g and %d", []any{0.5, 1}}, {"%d", []any{int64(4)}}, {"%s", []any{Format}}, {"%v", []any{nil}},
		{"%d%%", []any{5}}, {"%d %d", []any{1}}, {"%d", []any{1, 2}}, {"%s", []any{7}}, {"%3d|%.2s", []any{4, "abc"}},
	} {
		if got, want := message(c.format, c.a), fmt.Sprintf(c.format, c.a...); got != want {
			t.Errorf("%q of %v is %q, not %q", c.format, c.a, got, want)
		}
	}
}
