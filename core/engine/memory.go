package engine

import (
	"fmt"
	"runtime"
	"strings"

	"maxmargin/core/base/fault"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/schema"
)

// Room is the memory for requests, in bytes: the 4 GB that WebAssembly can address, less the
// program and gaps between its data. A program that needs more dies, so requests that do not fit
// are refused before memory is allocated.
const Room = 4<<30 - 256<<20

// Costs returns the costs of the operations. The facade has a copy (js/src/generated) and refuses
// requests before it packs data. They do not hold for fits of a model.Costed; see FitCosts.
func Costs() map[string]model.Cost {
	costs := map[string]model.Cost{}
	for _, name := range []string{"fit", "fitGram", "study", "gram", "spectrum", "predict", "decisionFunction",
		"predictProba", "program", "transform", "writeLibsvm", "readLibsvm", "importLibsvm", "load"} {
		costs[name] = costOf(name)
	}
	return costs
}

// costOf returns the cost of an operation, zero if it is unknown. A fit to a Gram matrix holds only
// the matrix.
func costOf(operation string) model.Cost {
	switch operation {
	case "fit":
		return model.KernelCost()
	case "fitGram":
		return model.Cost{Entry: 8, Stored: 12, Row: 320, Output: 3 * 8}
	case "study":
		return studyCost(model.KernelCost())
	case "gram":
		return model.Cost{Entry: 3 * 8, Stored: 3 * 12, Letter: model.KernelCost().Letter, Row: 128, Output: 8, Byte: 3}
	case "spectrum":
		return model.Cost{Entry: 3 * 8, Row: 64}
	case "program":
		return model.Cost{Byte: 1}
	case "predict":
		return model.Cost{Entry: 8, Stored: 12, Letter: 4, Row: 8}
	case "decisionFunction":
		return model.Cost{Entry: 8, Stored: 12, Letter: 4, Row: 8, Output: 8}
	case "predictProba":
		return model.Cost{Entry: 8, Stored: 12, Letter: 4, Row: 8, Output: 16}
	case "transform":
		return model.Cost{Entry: 3 * 8, Stored: 3 * 12, Row: 12}
	case "writeLibsvm":
		return model.Cost{Entry: 8 + 26, Stored: 12 + 32, Row: 40}
	case "readLibsvm", "importLibsvm":
		return model.Cost{Byte: 6}
	case "load":
		return model.Cost{Byte: 4}
	}
	return model.Cost{}
}

// studyCost returns the cost of a study with these fits: its samples, their columns if fits have
// some, and a fit to a part of them. The facade computes the same.
func studyCost(fit model.Cost) model.Cost {
	if fit.Entry > 8 {
		fit.Entry, fit.Stored = fit.Entry+8, fit.Stored+12
	}
	fit.Entry, fit.Stored = fit.Entry+8, fit.Stored+12
	fit.Letter += fit.Letter / 2
	fit.Row *= 2
	return fit
}

// FitCosts returns the costs of fits with default options, of the machines of the catalogue that
// state their own.
func FitCosts() map[string]model.Cost {
	costs := map[string]model.Cost{}
	for _, m := range catalog.Machines() {
		if cost := own(m.New().Options()); cost != nil && *cost != model.KernelCost() {
			costs[m.Name] = *cost
		}
	}
	return costs
}

// own returns the cost that a machine with these options states for its fits, or nil. With a
// precomputed kernel it adds the machine's copies of the Gram matrix.
func own(options any) *model.Cost {
	c, ok := options.(model.Costed)
	if !ok {
		return nil
	}
	cost := c.Cost()
	if model.Precomputed(options) {
		pairs := cost.RowPair
		cost = costOf("fitGram")
		cost.RowPair = pairs
	}
	return &cost
}

// Size is how much an operation is asked to work on.
type Size struct {
	Shape
	Stored  int // stored values of a sparse table, or letters of strings
	Outputs int // results for each row
	Bytes   int // of a text or a model
	Copies  int // further copies of the table, transformed or of parts
	Dense   int // further dense numbers: columns for kernel rows of a sparse table, and what CostedDense says

	Own *model.Cost // cost that the machine states; if nil, Costs has it
}

// Needs returns the bytes of an operation, without those of the existing models and of the row
// cache.
func Needs(operation string, size Size) int64 {
	cost := costOf(operation)
	if size.Own != nil {
		cost = *size.Own
	}
	copies, outputs := int64(size.Copies), int64(size.Outputs)
	count, each, copied := int64(size.Stored), cost.Stored, int64(12)
	switch size.Layout {
	case "dense", "bytes": // all samples may become support vectors, which files hold as numbers
		count, each, copied = int64(size.Rows)*int64(size.Cols), cost.Entry, 8
	case "strings":
		each, copied = cost.Letter, 4
	}
	entries := (each+copied*copies+cost.Again*outputs*copied/8)*count + 8*int64(size.Dense)
	rows := int64(size.Rows)
	columns := int64(0)
	if size.Layout != "strings" {
		columns = int64(size.Cols)
	}
	return entries + (cost.Row+cost.Output*outputs)*rows + (cost.Column+cost.Weight*max(outputs, 1))*columns + cost.Byte*int64(size.Bytes) +
		cost.RowPair*rows*rows + cost.ColumnPair*columns*columns + cost.Triangle*min(rows, columns)*columns
}

// FitOperation returns the name in Costs of a fit with these options.
func FitOperation(options any) string {
	if model.Precomputed(learning(options)) {
		return "fitGram"
	}
	return "fit"
}

// FitSize returns the size of a fit. A pipeline holds the input of its last step, and, while a step
// runs, its input and output; probabilities need parts of the samples, and their columns.
func FitSize(options any, shape Shape, stored, outputs int) Size {
	size := Size{Shape: shape, Stored: stored, Outputs: outputs, Own: own(learning(options))}
	if all, _ := options.([]any); len(all) > 0 {
		if beside, ok := all[0].(model.CostedBeside); ok {
			size.Own = withParts(size.Own, beside.CostBeside())
		}
	}
	size.Copies = copies(count(options))
	if calib.Of(learning(options)).Method != calib.None {
		size.Copies += 2
	}
	size.Dense = denseNumbers(learning(options), shape, stored)
	return size
}

// denseNumbers returns how many dense numbers a fit of a table holds besides its cost: those of the
// columns of a sparse table beyond its stored values, which costs count as sparse columns, and those
// that the machine says.
func denseNumbers(options any, shape Shape, stored int) (numbers int) {
	if model.Precomputed(options) || shape.Layout == "strings" {
		return 0
	}
	all := shape.Rows * shape.Cols
	if _, ok := model.KernelText(options); ok && shape.Layout == "csr" && gram.PacksSparse(shape.Rows, shape.Cols, stored) {
		numbers = max(all-stored, 0)
	}
	if own, ok := options.(model.CostedDense); ok {
		if shape.Layout != "csr" {
			stored = all
		}
		numbers += own.DenseNumbers(shape.Rows, shape.Cols, stored)
	}
	return numbers
}

// withParts adds the cost of a machine that holds others to that of its parts, which is nil if they
// state none.
func withParts(cost *model.Cost, beside model.Cost) *model.Cost {
	sum := model.KernelCost()
	if cost != nil {
		sum = *cost
	}
	sum.Row += beside.Row
	return &sum
}

// StudySize returns the size of a study of a machine, or of a pipeline that ends with it.
func StudySize(r StudyRequest, stored int) Size {
	machine, steps := r.Machine, 1
	for of := r.Steps; len(of) > 0; {
		last := of[len(of)-1]
		machine, steps, of = last.Machine, steps+len(of)-1, last.Steps
	}
	size := Size{Shape: r.Table, Stored: stored, Outputs: r.Classes, Copies: copies(steps)}
	if m, err := catalog.NewMachine(machine); err == nil && !r.Gram {
		size.Dense = denseNumbers(m.Options(), r.Table, stored)
		if fit := own(m.Options()); fit != nil {
			cost := studyCost(*fit)
			size.Own = &cost
		}
	}
	return size
}

// count returns of how many machines the options are.
func count(options any) int {
	all, ok := options.([]any)
	if !ok {
		return 1
	}
	steps := 0
	for _, own := range all {
		steps += count(own)
	}
	return steps
}

// copies returns how many copies of a table the steps of a pipeline hold at once.
func copies(steps int) int { return min(max(steps-1, 0), 2) }

// Copies returns how many copies of a table an evaluation of a model makes.
func (e *Engine) Copies(id int) int {
	entry, err := e.find(id)
	if err != nil {
		return 0
	}
	if c, ok := entry.Machine.(model.Chain); ok {
		before, _ := c.Steps()
		return copies(len(before) + 1)
	}
	return 0
}

// Admit fails if an operation would need more memory than there is. argument names its input, for
// the error. Call it before anything is copied.
func (e *Engine) Admit(operation, argument string, size Size) error {
	if needed := Needs(operation, size); needed < small && e.heap.room == Room {
		e.heap.admit(needed)
		return nil
	}
	_, err := e.admit(operation, argument, size, 0)
	return err
}

// small is a size that needs no check, because it fits into the gaps that Room leaves.
const small = 16 << 20

// admit does the same when held bytes of the request are in memory already. It returns the bytes
// that remain for a row cache.
func (e *Engine) admit(operation, argument string, size Size, held int64) (left int64, err error) {
	needed := Needs(operation, size)
	available := e.heap.available(needed) + held
	if needed > available {
		e.forgetMemory()
		runtime.GC()
		available = e.heap.measure() + held
	}
	if needed > available {
		whole := "what WebAssembly can address"
		if e.heap.room < Room {
			whole = "the " + megabytes(e.heap.room) + " that this engine may take"
		}
		return 0, fault.New(fault.Memory, argument, "%s needs about %s of memory for %s, but %s are left of %s; %s",
			strings.TrimSuffix(operation, "Gram"), megabytes(needed), argument, megabytes(available), whole, remedy(operation)).
			With("needed", float64(needed)).With("available", float64(available))
	}
	e.heap.admit(needed)
	return available - needed, nil
}

func megabytes(bytes int64) string { return fmt.Sprintf("%d MB", bytes>>20) }

// remedy returns the advice for a request that is too large.
func remedy(operation string) string {
	switch operation {
	case "fitGram":
		return "fit fewer rows, or use another kernel, which needs the samples alone"
	case "fit", "study":
		return "fit fewer rows or columns, pass samples with many zeros as sparse ones (float32 takes as much as float64), or take LowRankSVC or LowRankSVR with fitChunks"
	case "fitChunks":
		return "take fewer landmarks (nComponents), set precision to 'int16', or pass fewer rows"
	case "gram":
		return "pass fewer rows: the matrix has a number for each pair"
	case "spectrum":
		return "pass fewer rows"
	case "predict", "decisionFunction", "predictProba", "transform", "writeLibsvm":
		return "pass fewer rows at a time, and dispose of models that are not needed"
	}
	return "dispose of models that are not needed, or use a smaller one"
}

// room is the memory of a fit beyond twice its data and its row cache.
const room = 64 << 20

// slack is the part of room for memory that the garbage collector cannot reuse: gaps
// between objects that live long, and allocations while it runs.
const slack = 24 << 20

// MemoryLimit returns the bytes that a fit should not exceed: twice the data, the row cache, and 64
// MB, but no more than there are. A program that owns all memory, as in WebAssembly, passes the
// result to debug.SetMemoryLimit. With a large cache the garbage collector then runs earlier than
// by default.
func MemoryLimit(options any, X Table) int64 {
	cache, _ := schema.NumberOf(learning(options), "cacheSize")
	return min(int64(min(cache*(1<<20), 1<<40))+2*X.bytes()+letters(X)+room-slack, Room)
}

// letters returns the bytes that kernels derive from the strings of a table.
func letters(X Table) int64 {
	if X.Layout != "strings" {
		return 0
	}
	return model.KernelCost().Letter * int64(X.stored())
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
	m.Limit = int(max(limit, 1)) // 0 would mean no limit
	return m
}

// giveBack keeps a Memory for the next fit.
func (e *Engine) giveBack(m *gram.Memory) {
	e.heap.hold(0, m.Bytes())
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.memory = append(e.memory[:0], m)
}

// forgetMemory drops the kernel rows of earlier fits.
func (e *Engine) forgetMemory() {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.memory = nil
}
