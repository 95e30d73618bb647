//go:build js

package main

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/engine"
	"maxmargin/core/model"
)

// spreadRequest is a step of a fit to chunks that several programs hold.
type spreadRequest struct {
	Step    string             `js:"step"`
	Fit     *engine.FitRequest `js:"fit"` // of sketch, lead and finish
	Model   int                `js:"model"`
	Chunk   int                `js:"chunk"` // its number
	Table   engine.Shape       `js:"table"` // of a chunk
	Stop    bool               `js:"stop"`  // the fit shall end with what it has
	Rows    int                `js:"rows"`  // of all chunks
	Longest float64            `js:"longest"`
	Choosy  bool               `js:"choosy"` // a device is used only where it is faster
}

// spread takes a step of a fit that others compute for. A device that computes kernel rows for one fit
// takes device before it begins, then question with the answer to the last one, and forget. All other
// steps are those of a fit to chunks. Programs that hold chunks take open, hold, answer and close;
// the one that leads lead, take, next and finish; and any one sketch.
func spread(b *bridge, c *call) (answer, error) {
	var r spreadRequest
	c.decode(&r)
	e := b.engine
	switch r.Step {
	case "device":
		e.OpenDevice(r.Model, r.Choosy)
		return answer{}, nil
	case "question":
		q, err := e.NextQuestion(r.Model, c.buffers.float64s("answer"))
		return answer{map[string]any{"place": q.Place, "rows": q.Rows, "columns": q.Cols, "certified": q.Certified, "why": q.Why},
			map[string]any{"numbers": q.Numbers, "widths": q.Widths, "columns": q.Columns, "index": q.Index}}, err
	case "forget":
		e.CloseDevice(r.Model)
		return answer{}, nil
	case "sketch":
		options, err := fitOptions(*r.Fit, c.options)
		if err == nil {
			err = e.Admit("fit", "X", engine.FitSize(options, r.Fit.Table, c.stored(r.Fit.Table), 0))
		}
		if err != nil {
			return answer{}, err
		}
		bytes, warnings, err := e.Sketch(c.ctl, *r.Fit, options, c.table(r.Fit.Table), c.targets())
		return answer{map[string]any{"warnings": warnings}, map[string]any{"sketch": bytes}}, err
	case "open":
		return answer{}, e.HoldSketch(c.ctl, c.buffers.bytes("sketch"))
	case "hold":
		limit, err := e.AdmitHeld(r.Table, c.stored(r.Table))
		if err != nil {
			return answer{}, err
		}
		b.setMemoryLimit(limit)
		info, err := e.HoldChunk(c.ctl, r.Chunk, c.table(r.Table), c.targets())
		return answer{value: info}, err
	case "answer":
		sums, err := e.AnswerChunk(c.ctl, r.Chunk, c.buffers.float64s("questions"), c.buffers.int32s("classes"), c.buffers.float64s("factors"))
		return answer{buffers: map[string]any{"sums": sums}}, err
	case "close":
		e.ReleaseChunks()
		return answer{}, nil
	case "lead":
		options, err := fitOptions(*r.Fit, c.options)
		if err != nil {
			return answer{}, err
		}
		return answer{}, e.LeadFit(c.ctl, *r.Fit, options, c.buffers.bytes("sketch"),
			model.Spread{Samples: r.Rows, Counts: c.buffers.float64s("counts"), Left: c.buffers.float64s("left"), Longest: r.Longest})
	case "take":
		return answer{}, e.TakeAnswer(r.Model, c.buffers.float64s("sums"))
	case "next":
		questions, factors, at, err := e.NextQuestions(r.Model, r.Stop)
		return answer{map[string]any{"iteration": at.Iteration, "objective": at.Objective, "gap": at.Gap, "supportVectors": at.SupportVectors},
			map[string]any{"questions": questions, "factors": factors}}, err
	case "finish":
		made, report, err := e.FinishLed(*r.Fit)
		return answer{report, map[string]any{"model": made}}, err
	}
	return answer{}, fault.New(fault.Internal, "", "there is no step %q", r.Step)
}
