// Package dataset reads, writes and makes data sets: one format or generator
// per file.
package dataset

import (
	"bytes"
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
)

// Libsvm is a data set of LIBSVM's format.
type Libsvm struct {
	Set     *sample.CSR
	Y       []float64
	Queries []float64 // of the rows; nil if the text has none
	Zero    bool      // whether features are numbered from 0
}

// ReadLibsvm reads a text that may count features from 0 or from 1.
func ReadLibsvm(text []byte) (*sample.CSR, []float64, error) {
	read, err := Read(text, auto)
	return read.Set, read.Y, err
}

// Read reads the text format of LIBSVM, LIBLINEAR and SVMlight, one
// sample per line:
//
//	label index:value index:value ... # comment
//	label qid:query index:value ... # comment
//
// Labels and values are finite decimal numbers, queries whole ones; indices ascend and do not
// repeat. They count from first, 0 or 1. If first is -1, they count from 0 if the text has an index
// 0, as with scikit-learn's zero_based="auto". Missing features are zero; the data set has as many
// features as the largest index. Blank lines, lines of comment only, CRLF line ends, a byte order
// mark and a missing last line end are accepted.
//
// Errors name the line and the column, both counted from 1, columns in bytes.
// The cost is linear in len(text); text is neither kept nor changed.
//
// Reference: README of LIBSVM, https://www.csie.ntu.edu.tw/~cjlin/libsvm/, and of SVMrank,
// https://www.cs.cornell.edu/people/tj/svm_light/svm_rank.html
func Read(text []byte, first int) (Libsvm, error) {
	if len(text) > math.MaxInt32 {
		return Libsvm{}, fault.New(fault.Format, "text", "the text has %d bytes, more than the %d that can be read at once; split it", len(text), math.MaxInt32).
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
	read := Libsvm{Set: set, Y: make([]float64, 0, rows)}
	lines := NewLines(text)
	for lines.first = first; lines.Next(); {
		lines.Cut('#')
		token, from := lines.Token(0)
		if len(token) == 0 {
			continue
		}
		label, ok := ParseNumber(token)
		if !ok {
			return Libsvm{}, badLabel(lines, token, from)
		}
		at := from + len(token)
		if token, from := lines.Token(at); bytes.HasPrefix(token, []byte("qid:")) {
			query, ok := ParseNumber(token[4:])
			if !ok || query != math.Trunc(query) || math.Abs(query) >= 1<<53 {
				return Libsvm{}, lines.Fail(from, "the query %s is no whole number below 2^53; number the queries", Clip(token))
			}
			read.Queries = append(read.Queries, query)
			at = from + len(token)
		}
		if err := lines.Row(at, set); err != nil {
			return Libsvm{}, err
		}
		read.Y = append(read.Y, label)
		if n := len(read.Queries); n != 0 && n != set.N {
			return Libsvm{}, lines.Fail(from, "some lines have a query qid:... and some have none; give each line one")
		}
	}
	if read.Zero = lines.first == 0; read.Zero && set.N > 0 {
		for p := range set.Index {
			set.Index[p]++
		}
		if set.D++; set.D > sample.MaxDim {
			return Libsvm{}, lines.Fail(0, "the index %d is larger than %d, the most features there can be", set.D-1, sample.MaxDim-1)
		}
	}
	switch {
	case set.N == 0:
		return Libsvm{}, fault.New(fault.Empty, "text", "the text has no samples; give at least one line such as \"1 1:0.5 2:-1\"").
			With("rows", 0)
	case len(set.Index) == 0:
		return Libsvm{}, fault.New(fault.Empty, "text", "no line has a feature; write them after the label, such as \"1 1:0.5 2:-1\"").
			With("rows", set.N).With("columns", 0)
	}
	return read, nil
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

// WriteLibsvm writes the format of ReadLibsvm. Numbers have the fewest digits that read back as the
// same float64. Zeros are left out, except stored zeros of a sparse set, and one in the first line
// if otherwise the last feature, and so the number of features, would be lost. queries are whole
// numbers, or nil.
func WriteLibsvm(set sample.Set, y, queries []float64) ([]byte, error) {
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
		if queries != nil {
			out = AppendNumber(append(out, " qid:"...), queries[i])
		}
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
