// Package servers computes kernel rows in several threads for one fit. The thread of the
// solver has an Asker, which is a gram.Server; each other thread runs Serve. They share
// nothing but a piece of memory, in which words are claimed by compare-and-swap:
//
//   - The solver says which rows it will probably need. A server claims some, computes them
//     and marks them as done. The solver copies what is done, takes back what nobody has
//     claimed, and waits a moment for what is being computed. So a slow server slows nobody
//     down.
//   - Sums of rows, which correct the gradient of samples that were left out, are divided by
//     columns. Solver and servers claim parts until none is left.
//
// Rows and sums have the same bits whoever computes them, so a fit does not depend on how
// many servers there are, or how fast.
package servers

// Shared is memory that threads have in common: words of 32 bits, and bytes from an offset on
// that is a multiple of 8.
type Shared interface {
	// Load and Store are atomic, and order the bytes that are read after and written before.
	Load(word int) int32
	Store(word int, value int32)
	// Swap replaces from by to, and reports whether the word was from.
	Swap(word int, from, to int32) bool
	// Words reads consecutive words, SetWords writes them, without an order among them.
	Words(dst []int32, word int)
	SetWords(word int, values []int32)
	// Wait sleeps until the word is woken, unless it has another value, but at most so many
	// milliseconds.
	Wait(word int, value int32, most float64)
	Wake(word int)

	ReadInt32s(dst []int32, at int)
	WriteInt32s(at int, values []int32)
	ReadFloat64s(dst []float64, at int)
	WriteFloat64s(at int, values []float64)
}

// The states of a row or a part of a sum.
const (
	empty int32 = iota
	wanted
	claimed
	done
)

// Words of the shared memory. JavaScript knows the first three.
const (
	bell       = 0 // counts what is new
	ended      = 1 // 1: servers return
	lost       = 2 // 1: a server has failed, and the solver goes on alone
	generation = 3 // of the columns
	columns    = 4 // how many there are
	sums       = 5 // generation of the sum
	sumColumns = 6 // of the sum
	sumRows    = 7
	queued     = 8              // length of the queue
	queue      = 16             // of slots, the likeliest row first
	states     = queue + slots  // of the rows
	samples    = states + slots // of the rows
	partStates = samples + slots
	header     = 4 * (partStates + parts) // bytes
)

const (
	slots = 24 // rows that are wanted, computed or done at a time
	parts = 64 // of a sum, at most
	// leastPart is the least number of columns of a part, so that preparing rows for it is
	// little work beside computing them.
	leastPart = 512
)

// The longest sleeps, in milliseconds.
const (
	// forRows is some times what a row takes: when the system has something else to do than
	// the server, the solver computes the row itself.
	forRows  = 2
	forParts = 50
	// forNews is how late a thread may notice the end of another one.
	forNews = 50
)

// layout says where the numbers for a set of n samples are, in bytes.
type layout struct{ columns, sumColumns, sumRows, scale, sums, rows, row int }

func layoutFor(n int) layout {
	n += n % 2
	l := layout{columns: header, row: 8 * n}
	l.sumColumns = l.columns + 4*n
	l.sumRows = l.sumColumns + 4*n
	l.scale = l.sumRows + 4*n + 4*n%8
	l.sums = l.scale + 8*n
	l.rows = l.sums + 8*n
	return l
}

// Bytes returns how much memory a set of n samples needs.
func Bytes(n int) int { return layoutFor(n).rows + slots*layoutFor(n).row }

// partOf returns the columns of part p of a sum over n columns.
func partOf(p, n int) (from, to int) {
	length := max(leastPart, (n+parts-1)/parts)
	return min(n, p*length), min(n, (p+1)*length)
}

// partCount returns the number of parts of n columns.
func partCount(n int) int {
	length := max(leastPart, (n+parts-1)/parts)
	return (n + length - 1) / length
}
