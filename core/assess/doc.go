// Package assess is the seventh folder of core/: questions about existing machines. tune draws
// splits and judges candidates on them; margin describes the samples of a solution, with
// leave-one-out errors and their bounds. shapley attributes a value to features, influence to columns
// and support vectors, and counterfactual finds the smallest change of a sample that crosses a
// boundary.
package assess
