package run

import "time"

// Stages divides work into consecutive parts of about equal length. Reports describe the whole: the
// name of the stage precedes the phase, iterations count all stages so far, and the fraction is
// that of all the work.
type Stages struct {
	// Name, unless nil, returns the names of stages, counted from 0, that begin without one. A stage
	// that nobody observes costs none.
	Name func(stage int) string

	ctl    *Ctl
	stage  *Ctl // of the present stage; nil before the first
	count  int
	at     int    // stages that have begun
	name   string // of the present stage
	before int    // iterations of finished stages
}

// Stages returns work of count stages.
func (c *Ctl) Stages(count int) *Stages { return &Stages{ctl: c, count: count} }

// Next begins the next stage and returns its Ctl; the last stage must have ended. The stage may
// take all the remaining time. The name of a single stage is not reported.
func (s *Stages) Next(name string) *Ctl {
	s.at++
	s.name = name
	if s.count == 1 || !s.ctl.observed() {
		return s.ctl
	}
	if s.stage == nil {
		s.stage = s.ctl.Telling(s.told) // one for all stages, of which there may be tens of thousands
	}
	return s.stage
}

// told turns a report of the present stage into one of the whole work.
func (s *Stages) told(r Report) Report {
	name := s.name
	if name == "" && s.Name != nil {
		name = s.Name(s.at - 1)
	}
	r.Phase = joined(name, r.Phase)
	r.Iteration += s.before
	r.Fraction = (float64(s.at-1) + r.Fraction) / float64(s.count)
	return r
}

// Share does this for a stage that may take only an equal share of the time for it and the later
// stages. Unused time is left to them.
func (s *Stages) Share(name string) *Ctl {
	left := s.count - s.at
	c := s.Next(name)
	if c == nil || c.deadline.IsZero() || left <= 1 {
		return c
	}
	now, d := c.family.now(), c.derived()
	d.limit(now.Add(c.deadline.Sub(now) / time.Duration(left)))
	return d
}

// Took records the iterations of the stage that has just ended.
func (s *Stages) Took(iterations int) { s.before += iterations }

// joined returns both names with a comma between, or the one that is not empty.
func joined(stage, within string) string {
	switch {
	case stage == "":
		return within
	case within == "":
		return stage
	}
	return stage + ", " + within
}
