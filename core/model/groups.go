package model

import "maxmargin/core/base/fault"

// Groups is the relevance of each sample to the query that it belongs to. Only samples
// of the same query are compared.
type Groups struct {
	Of        []int32   // query of each sample, 0 to Count-1
	Count     int       // queries
	Relevance []float64 // of each sample
}

// Len returns the number of samples.
func (g Groups) Len() int { return len(g.Of) }

// Select returns the relevance of some samples, out of as many queries as before.
func (g Groups) Select(rows []int) Target {
	return Groups{pick(g.Of, rows), g.Count, pick(g.Relevance, rows)}
}

// Check returns an error unless every sample has a query and a finite relevance.
func (g Groups) Check() error {
	if len(g.Relevance) != len(g.Of) {
		return WrongLength("groups", len(g.Of), len(g.Relevance))
	}
	for i, query := range g.Of {
		if query < 0 || int(query) >= g.Count {
			return fault.New(fault.Internal, "groups", "query %d of row %d is not one of %d", query, i, g.Count)
		}
	}
	return Values(g.Relevance).Check()
}

// Kind returns "groups".
func (Groups) Kind() string { return "groups" }

// Sets is the class of each sample, and the list that it belongs to. The samples of a list
// are judged together.
type Sets struct {
	Classes
	List  []int32 // list of each sample, 0 to Lists-1
	Lists int
}

// Select returns the classes of some samples, in as many lists as before.
func (s Sets) Select(rows []int) Target {
	return Sets{s.Classes.Select(rows).(Classes), pick(s.List, rows), s.Lists}
}

// Check returns an error unless every sample has a class and a list.
func (s Sets) Check() error {
	if err := (Groups{s.List, s.Lists, make([]float64, len(s.Of))}).Check(); err != nil {
		return err
	}
	return s.Classes.Check()
}

// Kind returns "classes in lists".
func (Sets) Kind() string { return "classes in lists" }
