package engine

import (
	"math"
	"strconv"
	"sync"

	"maxmargin/core/assess/tune"
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/metric"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// SplitRequest says how to split samples.
type SplitRequest struct {
	Rows    int      `js:"rows"`
	Folds   int      `js:"folds"` // 0: one split, of which TestSize judge
	Test    float64  `js:"testSize"`
	Shuffle bool     `js:"shuffle"`
	Seed    float64  `js:"seed"`  // a whole number below 2^53
	Names   []string `js:"names"` // of the classes, for messages; may be none
}

// Split draws splits, stratified by labels. groups[i] is the group of row i, whose rows stay
// together. Either may be nil.
func Split(r SplitRequest, labels, groups []int32) ([]tune.Split, error) {
	s := tune.Samples{N: r.Rows, Labels: labels, Groups: groups, Shuffle: r.Shuffle, Seed: uint64(r.Seed)}
	if labels != nil && len(labels) != r.Rows {
		return nil, model.WrongLength("y", len(labels), r.Rows)
	}
	if groups != nil && len(groups) != r.Rows {
		return nil, model.WrongLength("groups", len(groups), r.Rows)
	}
	if r.Folds > 0 {
		return tune.KFold(s, r.Folds)
	}
	one, err := tune.HoldOut(s, r.Test)
	return []tune.Split{one}, named(err, r.Names)
}

// StudyRequest says what is studied, and by which metric.
type StudyRequest struct {
	Study   int      `js:"study"`   // id to keep it under
	Machine string   `js:"machine"` // name in the catalog, or Pipeline
	Steps   []Step   `js:"steps"`   // of a pipeline, in order
	Table   Shape    `js:"table"`   // shape of X
	Classes int      `js:"classes"` // k, of a classifier
	Names   []string `js:"names"`   // of the classes, for messages; may be none
	Gram    bool     `js:"gram"`    // X is a Gram matrix
	Scoring string   `js:"scoring"` // "": the machine's own
	More    []string `js:"more"`    // other metrics that score the same fits
	Cache   float64  `js:"cache"`   // megabytes for kernel rows
}

// StudyInfo describes a study.
type StudyInfo struct {
	Scoring string `js:"scoring"`
	Greater bool   `js:"greater"` // greater scores are better
	More    []bool `js:"more"`    // the same of the other metrics
}

// study is a tune.Study with the common properties of its candidates.
type study struct {
	mutex sync.Mutex // a study serves one caller at a time
	tune.Study
	onlooker *onlooker
	of       FitRequest // the machines of the candidates
	names    []string   // of the classes; may be none
	cache    int64      // bytes for kernel rows
	size     Size
}

// OpenStudy keeps samples, targets and splits, on which candidates of one machine are compared. It
// replaces a study of the same id.
func (e *Engine) OpenStudy(r StudyRequest, X Table, y Targets, splits []tune.Split) (StudyInfo, error) {
	fail := func(err error) (StudyInfo, error) { return StudyInfo{}, err }
	of := FitRequest{Machine: r.Machine, Steps: r.Steps}
	machine, err := newMachine(of)
	if err != nil {
		return fail(err)
	}
	set, err := X.set(machine)
	if err != nil {
		return fail(err)
	}
	if err := checkTakes(set, machine, r.Machine); err != nil {
		return fail(err)
	}
	looking := &onlooker{}
	set = looking.over(set)
	n := set.Len()
	kind := catalog.KindOf(machine)
	if kind == catalog.Transformer {
		return fail(fault.New(fault.Type, "estimator", "a %s predicts nothing that could be scored; search a pipeline that it is a step of", r.Machine))
	}
	data, err := y.data(machine, set, r.Classes)
	if err != nil {
		return fail(err)
	}
	if r.Gram && n != set.Dim() {
		return fail(fault.New(fault.Shape, "X", "a precomputed kernel needs the square Gram matrix of the samples, got %d rows and %d columns", n, set.Dim()))
	}
	s := &study{onlooker: looking, of: of, names: r.Names, size: StudySize(r, X.stored()), cache: int64(min(r.Cache, 1<<20) * (1 << 20))}
	if kind != catalog.Detector {
		if y.Groups != nil && len(y.Groups) != n {
			return fail(model.WrongLength("groups", len(y.Groups), n))
		}
		s.Data, s.Lists = data, y.Groups
		if r.Scoring != "" { // everyday programs do without the second file
			s.Ranks = ranksOf(data.Target, r.Classes, r.Names)
		}
		if s.Metric, err = metric.Find(r.Scoring, s.Kind()); err != nil {
			return fail(err)
		}
		for _, name := range r.More {
			more, err := metric.Find(name, s.Kind())
			if err != nil {
				return fail(err)
			}
			s.More = append(s.More, more)
		}
	}
	for f, split := range splits {
		if err := checkSplit(f, split, n); err != nil {
			return fail(err)
		}
	}
	s.Data, s.Gram, s.Splits = data, r.Gram, splits
	s.Store = gram.NewStore(set, 0)
	if labels := data.Labels(); labels != nil {
		s.Store.Sort(labels)
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.studies[r.Study] = s
	info := StudyInfo{Scoring: s.Metric.Name, Greater: s.Metric.Greater, More: make([]bool, len(s.More))}
	for i, m := range s.More {
		info.More[i] = m.Greater
	}
	return info, nil
}

// ranksOf returns the number of each class, for metrics of numbers and orders: its name if all
// names are numbers, otherwise its rank from 1 if the target is ordered, otherwise nil.
func ranksOf(target model.Target, k int, names []string) []float64 {
	ranks, numbers := make([]float64, k), len(names) == k
	for c := range ranks {
		if numbers {
			var err error
			ranks[c], err = strconv.ParseFloat(names[c], 64)
			numbers = err == nil && math.Abs(ranks[c]) <= math.MaxFloat64
		}
	}
	if numbers {
		return ranks
	}
	if _, ordered := target.(model.Ordered); !ordered {
		return nil
	}
	for c := range ranks {
		ranks[c] = float64(c + 1)
	}
	return ranks
}

// checkSplit checks a split that may come from a user.
func checkSplit(f int, split tune.Split, n int) error {
	for _, part := range [][]int{split.Train, split.Test} {
		if len(part) == 0 {
			return fault.New(fault.Empty, "folds", "fold %d has no rows to learn from, or none to be judged by", f+1).With("fold", f)
		}
		for _, i := range part {
			if i < 0 || i >= n {
				return fault.New(fault.Shape, "folds", "fold %d names row %d, but X has the rows 0 to %d", f+1, i, n-1).With("fold", f).With("row", i)
			}
		}
	}
	return nil
}

// CloseStudy drops a study. It does nothing when there is none of this id.
func (e *Engine) CloseStudy(id int) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	delete(e.studies, id)
}

// EvaluateRequest names candidates of a study, and the split to score them on.
type EvaluateRequest struct {
	Study int  `js:"study"`
	Split int  `js:"split"`
	Count int  `js:"count"` // candidates
	Warm  bool `js:"warm"`  // each starts from the one before
	Share bool `js:"share"` // others have the same kernel: keep its rows
	Train bool `js:"train"` // score what was learnt from, too

	Device int `js:"device"` // the id that a device was opened for, which computes kernel rows; 0: none
}

// Evaluate fits candidates, whose options come from NewOptions, and scores them.
// It returns fewer outcomes than there are candidates when ctl stops it.
func (e *Engine) Evaluate(ctl *run.Ctl, r EvaluateRequest, options []any) ([]tune.Outcome, error) {
	s, err := e.findStudy(r.Study)
	if err != nil {
		return nil, err
	}
	if r.Split < 0 || r.Split >= len(s.Splits) {
		return nil, fault.New(fault.Internal, "", "study %d has no split %d", r.Study, r.Split)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	probable := s.Metric.Takes == metric.Probabilities // probabilities need further fits, so only these metrics get them
	for _, m := range s.More {
		probable = probable || m.Takes == metric.Probabilities
	}
	job := tune.Job{Split: r.Split, Warm: r.Warm && !probable, Share: r.Share && !probable, Train: r.Train}
	for _, o := range options {
		m, err := newMachine(s.of)
		if err != nil {
			return nil, err
		}
		model.Assign(m, o)
		if probable {
			if m, err = catalog.Wrap(s.of.Machine, m); err != nil {
				return nil, err
			}
		}
		job.Machines = append(job.Machines, m)
	}
	left, err := e.admit(s.operation(), "X", s.size, tableBytes(s.Data.X))
	if err != nil {
		return nil, err
	}
	room, compared := int(min(left, s.cache)), s.Study
	var d *device
	if r.Device != 0 { // everyday programs do without the second file
		d = e.takeDevice(r.Device)
	}
	if d != nil {
		compared.Device, compared.Store = d, nil
	} else {
		room = s.Store.Divide(room, s.Data.Classes() <= 2)
	}
	compared.Memory = e.borrow(int64(room))
	defer func() { d.end(); e.giveBack(compared.Memory) }() // one, since more would be a list that the program keeps
	s.onlooker.ctl = ctl
	outcomes, err := compared.Run(ctl, job)
	s.onlooker.ctl = nil
	for i, o := range outcomes {
		outcomes[i].Err = named(o.Err, s.names)
	}
	return outcomes, err
}

// operation returns the name in Costs.
func (s *study) operation() string {
	if s.Gram {
		return "fitGram"
	}
	return "study"
}

func (e *Engine) findStudy(id int) (*study, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if s := e.studies[id]; s != nil {
		return s, nil
	}
	return nil, fault.New(fault.Internal, "", "there is no study %d", id)
}

// StudyOf returns the machine of a study, as a request to fit one.
func (e *Engine) StudyOf(id int) (FitRequest, error) {
	s, err := e.findStudy(id)
	if err != nil {
		return FitRequest{}, err
	}
	return s.of, nil
}

// StudyMemoryLimit returns the MemoryLimit for the candidates of a study.
func (e *Engine) StudyMemoryLimit(id int) int64 {
	s, err := e.findStudy(id)
	if err != nil {
		return Room
	}
	return min(s.cache+4*tableBytes(s.Data.X)+room-slack, Room)
}

// tableBytes returns the memory of samples.
func tableBytes(x sample.Set) int64 {
	switch s := x.(type) {
	case *sample.CSR:
		return int64(12*len(s.Value) + 4*len(s.Ptr))
	case *sample.Sequences:
		return int64(4*len(s.Symbols) + 4*len(s.Ptr))
	}
	return int64(8 * x.Len() * x.Dim())
}

// named puts the names of classes into an error that has their numbers.
func named(err error, names []string) error {
	if f := fault.Of(err); f != nil {
		return f.Named(names)
	}
	return err
}
