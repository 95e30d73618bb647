package engine

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"

	"maxmargin/core/calib"
	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/model"
)

// Room is the memory that requests can count on, in bytes: what WebAssembly can
// address, 4 GB, less what the program itself and gaps between its data take.
// Beyond it the program dies, so what does not fit is refused before it is taken.
const Room = 4<<30 - 256<<20

// Cost is the memory that an operation takes, in bytes for each unit of its
// size. It is an upper bound, for samples that all become support vectors; the
// row cache is not part of it, because it is cut to what is left.
type Cost struct {
	Entry  int64 // number in a dense table
	Stored int64 // stored value of a sparse table
	Letter int64 // letter of strings
	Row    int64 // row of a table
	Output int64 // number that comes out for each row: a decision value, or a class in a fit
	Byte   int64 // byte of a text or a model
}

// letter is what kernels of strings keep of a letter: features or a suffix automaton.
const letter = 200

// Costs of the operations. The facade has a copy (js/src/generated), with which
// it refuses before it packs. A fit holds the samples and their columns, and in
// the end the samples, the support vectors and the model's bytes; of a Gram
// matrix it holds nothing else. A study holds its samples, their columns and those
// of a fit to a part of them.
func Costs() map[string]Cost {
	return map[string]Cost{
		"fit":              {Entry: 3 * 8, Stored: 3 * 12, Letter: 2 * letter, Row: 320, Output: 3 * 8},
		"fitGram":          {Entry: 8, Stored: 12, Row: 320, Output: 3 * 8},
		"study":            {Entry: 5 * 8, Stored: 5 * 12, Letter: 3 * letter, Row: 640, Output: 3 * 8},
		"gram":             {Entry: 3 * 8, Stored: 3 * 12, Letter: 2 * letter, Row: 128, Output: 8, Byte: 3},
		"spectrum":         {Entry: 3 * 8, Row: 64},
		"predict":          {Entry: 8, Stored: 12, Letter: 4, Row: 8},
		"decisionFunction": {Entry: 8, Stored: 12, Letter: 4, Row: 8, Output: 8},
		"predictProba":     {Entry: 8, Stored: 12, Letter: 4, Row: 8, Output: 16},
		"transform":        {Entry: 3 * 8, Stored: 3 * 12, Row: 12},
		"writeLibsvm":      {Entry: 8 + 26, Stored: 12 + 32, Row: 40},
		"readLibsvm":       {Byte: 6},
		"importLibsvm":     {Byte: 6},
		"load":             {Byte: 4},
	}
}

// Size is how much an operation is asked to work on.
type Size struct {
	Shape
	Stored  int // stored values of a sparse table, or letters of strings
	Outputs int // numbers that come out for each row
	Bytes   int // of a text or a model
	Copies  int // of the table that are made besides: transformed ones, and parts of it
}

// Needs returns the bytes that an operation takes for something of a size,
// beside the models that are there and the row cache.
func Needs(operation string, size Size) int64 {
	cost := Costs()[operation]
	copies := int64(size.Copies)
	entries := (cost.Stored + 12*copies) * int64(size.Stored)
	switch size.Layout {
	case "dense":
		entries = (cost.Entry + 8*copies) * int64(size.Rows) * int64(size.Cols)
	case "strings":
		entries = (cost.Letter + 4*copies) * int64(size.Stored)
	}
	return entries + (cost.Row+cost.Output*int64(size.Outputs))*int64(size.Rows) + cost.Byte*int64(size.Bytes)
}

// FitOperation returns the name in Costs of a fit with these options.
func FitOperation(options any) string {
	if model.Precomputed(learning(options)) {
		return "fitGram"
	}
	return "fit"
}

// FitSize returns the size of a fit. A pipeline holds what its last step sees, and
// what the step before made while it makes that; probabilities need parts of the
// samples, and their columns.
func FitSize(options any, shape Shape, stored, outputs int) Size {
	size := Size{Shape: shape, Stored: stored, Outputs: outputs}
	if steps, ok := options.([]any); ok {
		size.Copies = copies(len(steps))
	}
	if calib.Of(learning(options)).Method != calib.None {
		size.Copies += 2
	}
	return size
}

// copies returns how many copies of a table the steps of a pipeline hold at once.
func copies(steps int) int { return min(max(steps-1, 0), 2) }

// Copies returns how many copies of a table a model makes to judge it.
func (e *Engine) Copies(id int) int {
	entry, err := e.find(id)
	if err != nil {
		return 0
	}
	if c, ok := entry.Machine.(model.Composite); ok {
		return copies(len(c.Parts()))
	}
	return 0
}

// Admit fails when an operation would need more memory than there is. argument
// is what it is given, for the error. Call it before anything is copied.
func (e *Engine) Admit(operation, argument string, size Size) error {
	if Needs(operation, size) < small {
		return nil
	}
	_, err := e.admit(operation, argument, size, 0)
	return err
}

// small is what fits into the gaps that Room leaves: it is not worth looking.
const small = 16 << 20

// admit is Admit for something of which held bytes are here already. It returns
// what will be left, for a row cache.
func (e *Engine) admit(operation, argument string, size Size, held int64) (left int64, err error) {
	needed := Needs(operation, size)
	available := Room - used() + held
	if needed > available {
		e.forgetMemory()
		runtime.GC()
		available = Room - used() + held
	}
	if needed > available {
		return 0, fault.New(fault.Memory, argument, "%s needs about %s of memory for %s, but %s are left of what WebAssembly can address; %s",
			strings.TrimSuffix(operation, "Gram"), megabytes(needed), argument, megabytes(available), remedy(operation)).
			With("needed", float64(needed)).With("available", float64(available))
	}
	return available - needed, nil
}

// used returns the bytes on the heap, garbage included.
func used() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func megabytes(bytes int64) string { return fmt.Sprintf("%d MB", bytes>>20) }

// remedy says what to do about a request that is too large.
func remedy(operation string) string {
	switch operation {
	case "fitGram":
		return "fit fewer rows, or use another kernel, which needs the samples alone"
	case "fit", "study":
		return "fit fewer rows or fewer columns, or pass samples with many zeros as sparse ones (all numbers are held as float64, so float32 arrays take as much)"
	case "gram":
		return "pass fewer rows: the matrix has as many numbers as the product of the rows of both sets"
	case "spectrum":
		return "pass fewer rows"
	case "predict", "decisionFunction", "predictProba", "transform", "writeLibsvm":
		return "pass fewer rows at a time, and dispose of models that are not needed"
	}
	return "dispose of models that are not needed, or use a smaller one"
}

// room is what a fit may take beyond its data, twice, and its row cache.
const room = 64 << 20

// slack is the part of room that is left to what the garbage collector cannot
// use: gaps between what lives long, and what is taken while it runs.
const slack = 24 << 20

// MemoryLimit returns the bytes that a fit should stay within: twice the data,
// the row cache, and 64 MB, but no more than there are. A program that has the
// machine's memory to itself hands it to debug.SetMemoryLimit, so that the
// garbage collector runs earlier than it would beside a large cache.
func MemoryLimit(options any, X Table) int64 {
	cache := 0.0
	options = learning(options)
	v := reflect.ValueOf(options).Elem()
	for _, o := range model.Schema(options) {
		if o.Name == "cacheSize" {
			cache = o.Number(v)
		}
	}
	return min(int64(min(cache*(1<<20), 1<<40))+2*X.bytes()+letters(X)+room-slack, Room)
}

// letters returns what kernels make of the strings of a table.
func letters(X Table) int64 {
	if X.Layout != "strings" {
		return 0
	}
	return 2 * letter * int64(X.stored())
}

// borrow returns memory that no other fit uses, for at most limit bytes of rows.
func (e *Engine) borrow(limit int64) *gram.Memory {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	m := &gram.Memory{}
	if n := len(e.memory); n > 0 {
		m = e.memory[n-1]
		e.memory = e.memory[:n-1]
	}
	m.Limit = int(max(limit, 1)) // 0 would be none
	return m
}

// giveBack keeps one Memory for the next fit.
func (e *Engine) giveBack(m *gram.Memory) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.memory = append(e.memory[:0], m)
}

// forgetMemory gives up the rows of earlier fits.
func (e *Engine) forgetMemory() {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.memory = nil
}
