package model

// Ordered is the class of each sample, where class 0 comes before class 1, and so on:
// grades, or stages of a disease.
type Ordered struct{ Classes }

// Select returns the classes of some samples, out of as many classes as before.
func (o Ordered) Select(rows []int) Target { return Ordered{o.Classes.Select(rows).(Classes)} }

// Kind returns "ordered classes".
func (Ordered) Kind() string { return "ordered classes" }
