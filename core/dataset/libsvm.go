// Package dataset reads, writes and makes data sets: one format or generator
// per file.
package dataset

import (
	"bytes"
	"math"
	"strconv"

	"maxmargin/core/fault"
	"maxmargin/core/sample"
)

// maxIndex is the largest feature number a data set can have.
const maxIndex = sample.MaxDim

// ReadLibsvm reads the text format of LIBSVM, LIBLINEAR and SVMlight, one
// sample per line:
//
//	label index:value index:value ... # comment
//
// Labels and values are finite decimal numbers; indices count from 1, ascend
// and do not repeat. Features that a line leaves out are zero; the data set has
// as many features as the largest index. Blank lines, lines of comment only,
// CRLF line ends, a byte order mark and a missing last line end are accepted.
//
// Errors name the line and the column, both counted from 1, columns in bytes.
// The cost is linear in len(text); text is neither kept nor changed.
//
// Reference: README of LIBSVM, https://www.csie.ntu.edu.tw/~cjlin/libsvm/
func ReadLibsvm(text []byte) (*sample.CSR, []float64, error) {
	if len(text) > math.MaxInt32 {
		return nil, nil, fault.New(fault.Format, "text", "the text has %d bytes, more than the %d that can be read at once; split it", len(text), math.MaxInt32).
			With("bytes", len(text))
	}
	// One entry per colon and one row per line, give or take the comments:
	// counting first is cheaper than growing.
	entries, rows := bytes.Count(text, []byte{':'}), bytes.Count(text, []byte{'\n'})+1
	r := libsvmReader{
		set: sample.CSR{
			Ptr:   make([]int32, 1, rows+1),
			Index: make([]int32, 0, entries),
			Value: make([]float64, 0, entries),
		},
		y: make([]float64, 0, rows),
	}
	for at := len(text) - len(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))); at < len(text); {
		line := text[at:]
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line = line[:end]
		}
		r.line++
		if err := r.readLine(line); err != nil {
			return nil, nil, err
		}
		at += len(line) + 1
	}
	r.set.N = len(r.y)
	switch {
	case r.set.N == 0:
		return nil, nil, fault.New(fault.Empty, "text", "the text has no samples; give at least one line such as \"1 1:0.5 2:-1\"").
			With("rows", 0)
	case r.set.D == 0:
		return nil, nil, fault.New(fault.Empty, "text", "no line has a feature; write them after the label, such as \"1 1:0.5 2:-1\"").
			With("rows", r.set.N).With("columns", 0)
	}
	return &r.set, r.y, nil
}

type libsvmReader struct {
	set  sample.CSR
	y    []float64
	line int // number of the current line, from 1
}

// readLine appends the sample on a line, if there is one.
func (r *libsvmReader) readLine(line []byte) error {
	if comment := bytes.IndexByte(line, '#'); comment >= 0 {
		line = line[:comment]
	}
	token, from := nextToken(line, 0)
	if len(token) == 0 {
		return nil
	}
	label, ok := parseNumber(token)
	if !ok {
		return r.badLabel(token, from)
	}
	last := 0
	for {
		if token, from = nextToken(line, from+len(token)); len(token) == 0 {
			break
		}
		index, colon := parseIndex(token)
		switch {
		case colon < 0:
			return r.badFeature(token, from)
		case index == 0:
			return r.fail(from, "the index is 0, but features are numbered from 1; add 1 to every index of the file")
		case index > maxIndex:
			return r.fail(from, "the index %s is larger than %d, the most features there can be; number the features densely from 1", clip(token[:colon]), maxIndex)
		case index == last:
			return r.fail(from, "the index %d appears twice in this line; keep one of them", index)
		case index < last:
			return r.fail(from, "the index %d follows %d, but indices must ascend; sort the features of every line", index, last)
		}
		value, ok := parseNumber(token[colon+1:])
		if !ok {
			return r.badValue(token[colon+1:], from+colon+1)
		}
		r.set.Index = append(r.set.Index, int32(index-1))
		r.set.Value = append(r.set.Value, value)
		last = index
	}
	r.set.D = max(r.set.D, last)
	r.set.Ptr = append(r.set.Ptr, int32(len(r.set.Index)))
	r.y = append(r.y, label)
	return nil
}

// nextToken returns the first run of non-blank bytes of line at or after at,
// and where it starts. It is empty at the end of the line.
func nextToken(line []byte, at int) (token []byte, from int) {
	for at < len(line) && isBlank(line[at]) {
		at++
	}
	from = at
	for at < len(line) && !isBlank(line[at]) {
		at++
	}
	return line[from:at], from
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// parseIndex reads the digits before the first colon of token. The colon is -1
// when there are none, and an index beyond maxIndex is only known to be so.
func parseIndex(token []byte) (index, colon int) {
	for i, c := range token {
		switch {
		case '0' <= c && c <= '9':
			index = min(10*index+int(c-'0'), maxIndex+1)
		case c == ':' && i > 0:
			return index, i
		default:
			return 0, -1
		}
	}
	return 0, -1
}

// parseNumber returns the finite number that b spells in decimal. Short plain
// decimals, which is what data files are made of, are done here: when digits
// and power of ten are both exact float64s, one division rounds correctly
// (Clinger, How to read floating point numbers accurately, 1990).
func parseNumber(b []byte) (float64, bool) {
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

// parseLongNumber is strconv's reading less what only Go writes: hexadecimal
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

func (r *libsvmReader) badLabel(token []byte, from int) error {
	switch {
	case bytes.IndexByte(token, ':') >= 0:
		return r.fail(from, "the line starts with %s, but a label must come first, as in \"1 1:0.5\"; give unlabelled rows the label 0", clip(token))
	case bytes.IndexByte(token, ',') >= 0:
		return r.fail(from, "the label %s is a list; a sample has one number for a label, and values follow as index:value, separated by spaces", clip(token))
	}
	return r.fail(from, "the label %s is not a finite number; replace class names by numbers", clip(token))
}

func (r *libsvmReader) badFeature(token []byte, from int) error {
	switch {
	case bytes.HasPrefix(token, []byte("qid:")):
		return r.fail(from, "%s is a query of ranking data, which is not supported here; remove qid:... from every line", clip(token))
	case token[0] == '-' || token[0] == '+':
		return r.fail(from, "%s does not start with a plain number; features are written index:value with the index counted from 1", clip(token))
	case token[0] == ':':
		return r.fail(from, "%s has no index before the colon; features are written index:value without spaces around the colon", clip(token))
	}
	return r.fail(from, "%s is not of the form index:value; separate features by spaces, and put # before a comment", clip(token))
}

func (r *libsvmReader) badValue(value []byte, from int) error {
	if len(value) == 0 {
		return r.fail(from, "there is no value after the colon; features are written index:value without spaces around the colon")
	}
	return r.fail(from, "the value %s is not a finite number; remove the sample or fill in the missing value", clip(value))
}

// fail returns an error about the byte at offset from of the current line.
func (r *libsvmReader) fail(from int, format string, a ...any) error {
	line, column := r.line, from+1
	return fault.New(fault.Format, "text", "line %d, column %d: "+format, append([]any{line, column}, a...)...).
		With("line", line).With("column", column)
}

// clip quotes a token for an error message, at most its first 24 bytes.
func clip(token []byte) string {
	if len(token) > 24 {
		return strconv.Quote(string(token[:24])) + "..."
	}
	return strconv.Quote(string(token))
}

// WriteLibsvm writes what ReadLibsvm reads. Numbers take the fewest digits that
// read back as the same float64. Zeros are left out, except those that a sparse
// set stores and one in the first line when otherwise the last feature, and
// with it the number of features, would be lost.
func WriteLibsvm(set sample.Set, y []float64) ([]byte, error) {
	n, d := set.Len(), set.Dim()
	if len(y) != n {
		return nil, fault.New(fault.Shape, "y", "y has %d labels, but X has %d rows; there must be one label per row", len(y), n).
			With("expected", n).With("got", len(y))
	}
	for i, label := range y {
		if math.IsNaN(label) || math.IsInf(label, 0) {
			return nil, fault.New(fault.NonFinite, "y", "y[%d] is %v; only finite labels can be written", i, label).With("row", i)
		}
	}
	rowOf := rowReader(set)
	width := 0 // features that the stored entries reach
	for i := range n {
		if index, _ := rowOf(i); len(index) > 0 {
			width = max(width, int(index[len(index)-1])+1)
		}
	}
	var out []byte
	for i, label := range y {
		out = appendNumber(out, label)
		index, value := rowOf(i)
		for p, j := range index {
			out = appendEntry(out, int(j)+1, value[p])
		}
		if i == 0 && width < d {
			out = appendEntry(out, d, 0)
		}
		out = append(out, '\n')
	}
	return out, nil
}

// rowReader returns a function that gives the entries of a sample to write, in
// slices that the next call may reuse.
func rowReader(set sample.Set) func(i int) (index []int32, value []float64) {
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

func appendEntry(dst []byte, index int, value float64) []byte {
	dst = append(dst, ' ')
	dst = strconv.AppendInt(dst, int64(index), 10)
	dst = append(dst, ':')
	return appendNumber(dst, value)
}

// appendNumber writes whole numbers without an exponent as far as people read
// them as such, and the shortest of all spellings otherwise.
func appendNumber(dst []byte, v float64) []byte {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return strconv.AppendFloat(dst, v, 'f', -1, 64)
	}
	return strconv.AppendFloat(dst, v, 'g', -1, 64)
}
