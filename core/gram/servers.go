package gram

import (
	"maxmargin/core/kernel"
	"maxmargin/core/lanes"
	"maxmargin/core/sample"
)

// Server computes rows elsewhere, such as in other threads, while its caller works. Values
// are those of Columns bit for bit, whoever computes them. A server that is lost in the
// middle of its work leaves what it has not finished to the caller, so no method fails.
type Server interface {
	// Columns says which samples the rows are over from now on. It drops all rows.
	Columns(samples []int32)
	// Expect names samples whose rows will probably be asked for, the likeliest first, in
	// place of those that were expected before. Rows that are finished stay for some time.
	Expect(samples []int32)
	// Finished copies the rows that are finished to where place says, and drops them.
	Finished(place func(sample int32) []float64)
	// Take fills dst with the rows of samples. It copies those that are finished, has the
	// rows that nobody has begun computed by own, and waits for the others. Two rows at a
	// time take less than twice the time of one, so own may also get an expected row, for
	// which more, unless nil, has memory.
	Take(dst [][]float64, samples []int32, own func(dst [][]float64, samples []int32), more func(sample int32) []float64)
	// Sums sets dst_j to the sum of scale_r k(rows_r, columns_j) over r. Parts of the
	// columns, from one position to before another, are computed by own meanwhile.
	Sums(dst []float64, columns, rows []int32, scale []float64, own func(dst []float64, from, to int))
}

// Servers say who computes rows of a set. They serve one fit at a time.
type Servers struct {
	Server
	Set sample.Set
}

// Serve makes the views of single problems have rows computed by servers, which may be nil,
// if these are about the set of the matrix.
func (m *Matrix) Serve(servers *Servers) {
	if servers != nil && servers.Set == m.set && m.part == nil && !kernel.IsGiven(m.kernel) {
		m.server = servers.Server
	}
}

// expectation is how many rows a server is told of at most. More than nine in ten of the rows
// that are computed ahead are asked for later; with 8 instead of 16, servers sometimes have
// nothing to do, and 32 bring nothing more.
const expectation = 16

// Expecting reports how many positions are of use to Expect.
func (v *View) Expecting() int {
	if v.server == nil {
		return 0
	}
	return expectation
}

// Expect says which rows will probably be asked for soon, the likeliest first.
func (v *View) Expect(positions []int) {
	v.server.Finished(v.place)
	before := len(v.expected)
	v.expected = v.expected[:0]
	for _, p := range positions {
		if c := v.active[p]; v.slotOf[c] < 0 && len(v.expected) < expectation {
			v.expected = append(v.expected, int32(v.samples[c]))
		}
	}
	if before+len(v.expected) > 0 {
		v.server.Expect(v.expected)
	}
}

// Sums sets dst_j to the sum of scale_r K(numbers_r, columns_j) over r, where both are
// numbered as in the whole problem, and reports whether it did: without a server it leaves
// that to the caller.
func (v *View) Sums(dst []float64, columns, numbers []int, scale []float64) bool {
	if v.server == nil {
		return false
	}
	on, of := v.int32s(columns), v.int32s(numbers)
	v.values += len(on) * len(of)
	v.server.Sums(dst, on, of, scale, func(dst []float64, from, to int) {
		Sums(dst, v.matrix.kernel, v.matrix.set, v.matrix.origin, on[from:to], of, scale)
	})
	return true
}

// int32s returns the samples of coordinates.
func (v *View) int32s(coordinates []int) []int32 {
	samples := make([]int32, len(coordinates))
	for p, c := range coordinates {
		samples[p] = int32(v.samples[c])
	}
	return samples
}

// takeRows fills dst with the rows of coordinates over the active set.
func (v *View) takeRows(dst [][]float64, coordinates []int) {
	if v.server == nil {
		v.compute(dst, coordinates, v.pieces)
		return
	}
	v.server.Take(dst, v.int32s(coordinates), func(dst [][]float64, samples []int32) {
		first := 0
		v.from = v.from[:0]
		for _, i := range samples {
			v.from = append(v.from, int(i))
		}
		for _, p := range v.pieces {
			v.to = v.to[:0]
			for _, row := range dst {
				v.to = append(v.to, row[first:])
			}
			p.columns.Rows(v.to, v.matrix.set, v.from)
			first += p.columns.Len()
		}
	}, v.spare())
	v.values += len(coordinates) * len(v.active)
}

// spare returns a function that makes room for one row more than were asked for, nil if there
// is none in the cache.
func (v *View) spare() func(sample int32) []float64 {
	if len(v.slots) <= v.least {
		return nil
	}
	return v.place
}

// place returns memory for the row of a sample, which is in the cache from now on.
func (v *View) place(sample int32) []float64 {
	c := v.coordinateOf[sample]
	if at := v.slotOf[c]; at >= 0 { // the solver has computed it, too
		return v.slots[at].row
	}
	return v.slots[v.take(c)].row
}

// useServer makes the server, which may be nil, compute rows.
func (v *View) useServer(server Server) {
	v.server = server
	if server == nil {
		return
	}
	v.coordinateOf = make(map[int32]int, len(v.samples))
	for c, i := range v.samples {
		v.coordinateOf[int32(i)] = c
	}
	v.tellColumns()
}

// tellColumns tells the server what the active set is.
func (v *View) tellColumns() {
	if v.server != nil {
		v.expected = v.expected[:0]
		v.server.Columns(v.int32s(v.active))
	}
}

// sumRows is how many rows a sum computes at a time.
const sumRows = 16

// Sums sets dst_j to the sum of scale_r k(rows_r, columns_j) over r, for samples of set. The
// sum of a column has the same bits whatever the other columns are.
func Sums(dst []float64, k kernel.Kernel, set sample.Set, origin []float64, columns, rows []int32, scale []float64) {
	on := Prepare(k, set, ints(columns), origin)
	of := ints(rows)
	values := make([][]float64, min(sumRows, len(of)))
	for r := range values {
		values[r] = make([]float64, on.Stride())
	}
	clear(dst)
	for len(of) > 0 {
		count := min(len(values), len(of))
		on.Rows(values[:count], set, of[:count])
		lanes.UpdateAll(dst, scale[:count], values)
		of, scale = of[count:], scale[count:]
	}
}

func ints(of []int32) []int {
	all := make([]int, len(of))
	for p, i := range of {
		all[p] = int(i)
	}
	return all
}
