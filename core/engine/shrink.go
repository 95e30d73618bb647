package engine

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/engine/codec"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// ShrinkRequest asks for a model with fewer vectors.
type ShrinkRequest struct {
	Model     int     `js:"model"`
	Vectors   int     `js:"vectors"`   // how many at most
	Tolerance float64 `js:"tolerance"` // the largest error at which it has enough of them
}

// shrinks reports whether the functions of a machine alone make its answers.
func shrinks(name string) bool {
	switch name {
	case "SVC", "NuSVC", "SVR", "NuSVR", "ConvexLossSVR", "OneClassSVM", "LSSVC", "KernelRidge", "MulticlassSVC", "RankSVC":
		return true
	}
	return false
}

// Shrink answers with the bytes of a model like another, of which the machine, or that at the end of
// a pipeline, has fewer vectors; with the number of these, and the relative errors of its functions.
func (e *Engine) Shrink(ctl *run.Ctl, request ShrinkRequest) (bytes []byte, vectors int, errors []float64, err error) {
	fail := func(err error) ([]byte, int, []float64, error) { return nil, 0, nil, err }
	from, err := e.find(request.Model)
	if err != nil {
		return fail(err)
	}
	if bytes, err = codec.Encode(from.Model); err != nil {
		return fail(err)
	}
	made, err := codec.Decode(bytes)
	if err != nil {
		return fail(err)
	}
	name, machine := made.Name, made.Machine
	for {
		chain, ok := machine.(model.Chain)
		if !ok {
			break
		}
		last := chain.Parts()[len(chain.Parts())-1]
		name, machine = last.Name, last.Machine
	}
	result, ok := model.Another(machine.Fitted()).(expansion.Shrinkable)
	if !ok || !shrinks(name) {
		return fail(fault.New(fault.Option, "model", "a %s is no expansion that can have fewer vectors; those of SVC, SVR, OneClassSVM, LSSVC, KernelRidge and machines like them are", name))
	}
	_, set, blocks := result.Blocks()
	if set == nil {
		return fail(fault.New(fault.Option, "model", "this %s has a precomputed kernel or a function as kernel, and keeps no vectors to choose from; use a kernel that is computed from the samples", name))
	}
	needed := int64(0)
	for _, b := range blocks {
		needed += 8 * int64(len(b.Members)) * int64(min(request.Vectors, set.Len())+4)
	}
	if available := e.heap.available(needed); needed > available {
		return fail(fault.New(fault.Memory, "vectors", "%d vectors need about %s of memory, but %s are left; ask for fewer", request.Vectors, megabytes(needed), megabytes(available)).
			With("needed", float64(needed)).With("available", float64(available)))
	}
	shrunk, err := expansion.Shrink(ctl, result, request.Vectors, request.Tolerance)
	if err != nil {
		return fail(err)
	}
	result.Shrink(shrunk.Keep, shrunk.Blocks)
	if err := machine.Restore(result); err != nil {
		return fail(err)
	}
	made.Report.SupportVectors = len(shrunk.Keep)
	bytes, err = codec.Encode(made)
	return bytes, len(shrunk.Keep), shrunk.Errors, err
}
