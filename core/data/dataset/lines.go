package dataset

import (
	"bytes"
	"math"
	"strconv"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
)

// Lines reads text line by line and token by token, and names the place of an error. It
// reads both data sets and models (package codec) of LIBSVM. A byte order mark at the start
// is skipped. Lines end in LF or CRLF; the last line needs no end.
type Lines struct {
	rest   []byte
	line   []byte
	number int
	first  int // the number of the first feature, 0 or 1; auto: 0 if a row has one
}

// auto is the first feature of a text that may count from 0 or from 1.
const auto = -1

// NewLines returns a reader before the first line of text.
func NewLines(text []byte) *Lines {
	return &Lines{rest: bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), first: 1}
}

// Next goes to the next line; it is false at the end of the text.
func (l *Lines) Next() bool {
	if len(l.rest) == 0 {
		return false
	}
	l.number++
	var found bool
	if l.line, l.rest, found = bytes.Cut(l.rest, []byte{'\n'}); !found {
		l.rest = nil
	}
	return true
}

// Rest returns the text after the current line.
func (l *Lines) Rest() []byte { return l.rest }

// Cut ends the current line before the first mark in it.
func (l *Lines) Cut(mark byte) {
	if at := bytes.IndexByte(l.line, mark); at >= 0 {
		l.line = l.line[:at]
	}
}

// Token returns the first run of non-blank bytes of the line at or after at,
// and where it starts. It is empty at the end of the line.
func (l *Lines) Token(at int) (token []byte, from int) {
	for at < len(l.line) && isBlank(l.line[at]) {
		at++
	}
	from = at
	for at < len(l.line) && !isBlank(l.line[at]) {
		at++
	}
	return l.line[from:at], from
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// Row appends the rest of the line, index:value pairs from byte at on, as a sample. Indices ascend
// and do not repeat; values are finite. Columns are numbered as if indices counted from 1: feature
// 0 is in column -1.
func (l *Lines) Row(at int, set *sample.CSR) error {
	last := -1
	for {
		token, from := l.Token(at)
		if len(token) == 0 {
			break
		}
		index, colon := parseIndex(token)
		switch {
		case colon < 0:
			return l.badFeature(token, from)
		case index == 0 && l.first == 1:
			return l.Fail(from, "the index is 0, but features are numbered from 1; read the file as zeroBased, or add 1 to every index").With("option", "zeroBased")
		case index > sample.MaxDim:
			return l.Fail(from, "the index %s is larger than %d, the most features there can be; number the features densely from 1", Clip(token[:colon]), sample.MaxDim)
		case index == last:
			return l.Fail(from, "the index %d appears twice in this line; keep one of them", index)
		case index < last:
			return l.Fail(from, "the index %d follows %d, but indices must ascend; sort the features of every line", index, last)
		}
		value, ok := ParseNumber(token[colon+1:])
		if !ok {
			return l.badValue(token[colon+1:], from+colon+1)
		}
		if index == 0 {
			l.first = 0
		}
		set.Index = append(set.Index, int32(index-1))
		set.Value = append(set.Value, value)
		last, at = index, from+len(token)
	}
	set.D = max(set.D, last)
	set.Ptr = append(set.Ptr, int32(len(set.Index)))
	set.N++
	return nil
}

func (l *Lines) badFeature(token []byte, from int) error {
	switch {
	case bytes.HasPrefix(token, []byte("qid:")):
		return l.Fail(from, "%s is a query, which stands after the label; move it there", Clip(token))
	case token[0] == '-' || token[0] == '+':
		return l.Fail(from, "%s does not start with a plain number; features are written index:value with the index counted from 1", Clip(token))
	case token[0] == ':':
		return l.Fail(from, "%s has no index before the colon; features are written index:value without spaces around the colon", Clip(token))
	}
	return l.Fail(from, "%s is not of the form index:value; separate features by spaces, and put # before a comment", Clip(token))
}

func (l *Lines) badValue(value []byte, from int) error {
	if len(value) == 0 {
		return l.Fail(from, "there is no value after the colon; features are written index:value without spaces around the colon")
	}
	return l.Fail(from, "the value %s is not a finite number; remove the sample or fill in the missing value", Clip(value))
}

// Fail returns an error about the byte at offset from of the current line. It
// names the line and the column, both counted from 1, columns in bytes.
func (l *Lines) Fail(from int, format string, a ...any) *fault.Error {
	line, column := max(l.number, 1), from+1 // an empty text has no line
	return fault.New(fault.Format, "text", "line %d, column %d: "+format, append([]any{line, column}, a...)...).
		With("line", line).With("column", column)
}

// Clip quotes a token for an error message, at most its first 24 bytes.
func Clip(token []byte) string {
	if len(token) > 24 {
		return strconv.Quote(string(token[:24])) + "..."
	}
	return strconv.Quote(string(token))
}

// parseIndex reads the digits before the first colon of token. The colon is -1 when there
// are no digits. The digits of an index that is too large are not all read.
func parseIndex(token []byte) (index, colon int) {
	for i, c := range token {
		switch {
		case '0' <= c && c <= '9':
			index = min(10*index+int(c-'0'), sample.MaxDim+1)
		case c == ':' && i > 0:
			return index, i
		default:
			return 0, -1
		}
	}
	return 0, -1
}

// ParseNumber returns the finite decimal number b. It reads short plain decimals, the most frequent
// in data files, itself: if digits and power of ten are both exact float64s, one division rounds
// correctly (Clinger, How to read floating point numbers accurately, 1990).
func ParseNumber(b []byte) (float64, bool) {
	i := 0
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		i = 1
	}
	mantissa, digits, places := uint64(0), 0, 0
	for point := false; i < len(b); i++ {
		switch c := b[i]; {
		case '0' <= c && c <= '9':
			mantissa = 10*mantissa + uint64(c-'0')
			digits++
			if point {
				places++
			}
		case c == '.' && !point:
			point = true
		default:
			return parseLongNumber(b)
		}
	}
	if digits == 0 || digits >= len(powersOfTen) {
		return parseLongNumber(b)
	}
	v := float64(mantissa) / powersOfTen[places]
	if b[0] == '-' {
		v = -v
	}
	return v, true
}

// powersOfTen holds one power for every number of digits that a float64 holds
// exactly.
var powersOfTen = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// parseLongNumber reads numbers with strconv, but refuses the forms of Go alone: hexadecimal
// digits, underscores, and names for infinity and NaN.
func parseLongNumber(b []byte) (float64, bool) {
	for _, c := range b {
		switch {
		case '0' <= c && c <= '9', c == '+', c == '-', c == '.', c == 'e', c == 'E':
		default:
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(string(b), 64)
	return v, err == nil
}

// Entries returns a function that gives the entries of a sample to write, in
// slices that the next call may reuse.
func Entries(set sample.Set) func(i int) (index []int32, value []float64) {
	if s, ok := set.(*sample.CSR); ok {
		return s.Row
	}
	row := make([]float64, set.Dim())
	var index []int32
	var value []float64
	return func(i int) ([]int32, []float64) {
		index, value = index[:0], value[:0]
		set.Dense(row, i)
		for j, v := range row {
			if v != 0 {
				index, value = append(index, int32(j)), append(value, v)
			}
		}
		return index, value
	}
}

// AppendEntry writes index:value.
func AppendEntry(dst []byte, index int, value float64) []byte {
	dst = strconv.AppendInt(dst, int64(index), 10)
	dst = append(dst, ':')
	return AppendNumber(dst, value)
}

// AppendNumber writes v in the fewest digits that read back as the same float64: whole numbers of
// readable length without an exponent, others in their shortest spelling.
func AppendNumber(dst []byte, v float64) []byte {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return strconv.AppendFloat(dst, v, 'f', -1, 64)
	}
	return strconv.AppendFloat(dst, v, 'g', -1, 64)
}
