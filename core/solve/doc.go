// Package solve is the fourth folder of core/: solvers of optimisation problems, which know no
// machine. qp solves the dual problem by SMO and by the methods for study, interior dense convex
// problems, program linear and quadratic programs, simplex objectives that are linear in pieces over
// columns that may be added, assignment the assignment problem, bundle the problem of cutting planes.
// primal fits linear functions by their coordinates, and activeset keeps a solution exact while
// samples join and leave.
package solve
