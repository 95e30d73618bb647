// Package dataset reads, writes and makes data sets: one format or generator
// per file.
package dataset

import (
	"bytes"
	"math"

	"maxmargin/core/fault"
	"maxmargin/core/sample"
)

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
	// There is about one entry per colon and one row per line (comments may have more). To
	// count first is cheaper than to grow the slices.
	entries, rows := bytes.Count(text, []byte{':'}), bytes.Count(text, []byte{'\n'})+1
	set := &sample.CSR{
		Ptr:   make([]int32, 1, rows+1),
		Index: make([]int32, 0, entries),
		Value: make([]float64, 0, entries),
	}
	y := make([]float64, 0, rows)
	for lines := NewLines(text); lines.Next(); {
		lines.Cut('#')
		token, from := lines.Token(0)
		if len(token) == 0 {
			continue
		}
		label, ok := ParseNumber(token)
		if !ok {
			return nil, nil, badLabel(lines, token, from)
		}
		if err := lines.Row(from+len(token), set); err != nil {
			return nil, nil, err
		}
		y = append(y, label)
	}
	switch {
	case set.N == 0:
		return nil, nil, fault.New(fault.Empty, "text", "the text has no samples; give at least one line such as \"1 1:0.5 2:-1\"").
			With("rows", 0)
	case set.D == 0:
		return nil, nil, fault.New(fault.Empty, "text", "no line has a feature; write them after the label, such as \"1 1:0.5 2:-1\"").
			With("rows", set.N).With("columns", 0)
	}
	return set, y, nil
}

func badLabel(lines *Lines, token []byte, from int) error {
	switch {
	case bytes.IndexByte(token, ':') >= 0:
		return lines.Fail(from, "the line starts with %s, but a label must come first, as in \"1 1:0.5\"; give unlabelled rows the label 0", Clip(token))
	case bytes.IndexByte(token, ',') >= 0:
		return lines.Fail(from, "the label %s is a list; a sample has one number for a label, and values follow as index:value, separated by spaces", Clip(token))
	}
	return lines.Fail(from, "the label %s is not a finite number; replace class names by numbers", Clip(token))
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
	rowOf := Entries(set)
	width := 0 // the largest column with a stored entry, plus 1
	for i := range n {
		if index, _ := rowOf(i); len(index) > 0 {
			width = max(width, int(index[len(index)-1])+1)
		}
	}
	var out []byte
	for i, label := range y {
		out = AppendNumber(out, label)
		index, value := rowOf(i)
		for p, j := range index {
			out = AppendEntry(append(out, ' '), int(j)+1, value[p])
		}
		if i == 0 && width < d {
			out = AppendEntry(append(out, ' '), d, 0)
		}
		out = append(out, '\n')
	}
	return out, nil
}
