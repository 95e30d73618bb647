package engine

import (
	"maxmargin/core/assess/margin"
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
)

// VersionSpaceRequest asks for the centres of the version space of labelled samples.
type VersionSpaceRequest struct {
	Table   Shape   `js:"table"`
	Samples int     `js:"samples"`
	Seed    float64 `js:"seed"`
	MaxTime float64 `js:"maxTime"`
}

// VersionSpace returns the centres of the version space of samples with labels +1 and -1.
func (e *Engine) VersionSpace(ctl *run.Ctl, r VersionSpaceRequest, samples Table, y []float64) (margin.VersionSpace, error) {
	none := margin.VersionSpace{}
	size := Size{Bytes: 8 * r.Table.Rows * r.Table.Cols * 3}
	if _, err := e.admit("program", "X", size, samples.bytes()); err != nil {
		return none, err
	}
	set, err := samples.vectors()
	if err != nil {
		return none, err
	}
	n, d := set.Len(), set.Dim()
	if len(y) != n {
		return none, fault.New(fault.Internal, "y", "%d labels for %d samples", len(y), n)
	}
	rows := make([]float64, n*d)
	for i := range n {
		set.Dense(rows[i*d:(i+1)*d], i)
	}
	space := margin.NewVersionSpace(ctl.Within(r.MaxTime), rows, y, d, r.Samples, uint64(r.Seed))
	if space.Status == run.Aborted {
		return none, run.ErrAborted
	}
	return space, nil
}
