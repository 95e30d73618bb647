package run

import "time"

// Stages divides work into parts of about equal length, one after the other. Reports are
// about the whole: the name of the stage precedes the phase that the stage reports, the
// iterations are those of all stages so far, and the fraction is that of all the work.
type Stages struct {
	// Name, unless nil, returns the names of stages, counted from 0, that begin without one. A stage
	// that nobody observes costs none.
	Name func(stage int) string

	ctl    *Ctl
	count  int
	at     int // stages that have begun
	before int // iterations of those that ended
}

// Stages returns work of count stages.
func (c *Ctl) Stages(count int) *Stages { return &Stages{ctl: c, count: count} }

// Next begins the next stage and returns its Ctl. The stage may take all the time that is
// left. The name of a single stage is not reported.
func (s *Stages) Next(name string) *Ctl {
	at, before := s.at, s.before
	s.at++
	if s.count == 1 || !s.ctl.observed() {
		return s.ctl
	}
	return s.ctl.Telling(func(r Report) Report {
		if name == "" && s.Name != nil {
			name = s.Name(at)
		}
		r.Phase = joined(name, r.Phase)
		r.Iteration += before
		r.Fraction = (float64(at) + r.Fraction) / float64(s.count)
		return r
	})
}

// Share is Next, but the stage may take only an equal share of the time that is left for it
// and the stages after it. Time that it does not use is left to them.
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
