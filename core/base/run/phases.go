package run

// Phases reports the progress of work in phases of about equal length, for work that is useless
// before it is finished; see Ctl.Wanted.
type Phases struct {
	ctl   *Ctl
	count int
	at    int
	name  string
}

// NewPhases returns work of count phases.
func NewPhases(ctl *Ctl, count int) *Phases { return &Phases{ctl: ctl, count: count} }

// Begin begins the next phase.
func (p *Phases) Begin(name string) { p.name, p.at = name, p.at+1 }

// Row is Watch for row i of the last pass of a phase over a large matrix: it looks at every 256th.
func (p *Phases) Row(i int) bool { return i%256 != 0 || p.Watch(1) }

// Watch reports that this share of the phase is done. It returns false if the work is to end.
func (p *Phases) Watch(done float64) bool {
	return p.ctl.Wanted(func() Report {
		return Report{Phase: p.name, Fraction: min((float64(p.at-1)+done)/float64(p.count), 1-0x1p-20)}
	})
}
