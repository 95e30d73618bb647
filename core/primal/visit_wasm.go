package primal

// visitsRun reports whether there is a visitRun.
const visitsRun = true

// visitRun is visitRows in the assembly of WebAssembly. Sparse rows are given by the
// pointers of a lanes.Sparse, dense ones by their first value, without ptr and index;
// z, order and w point to the first element of those of c.
//
//go:noescape
func visitRun(c *Coordinate, z *coordinate, order, ptr, index *int32, value, w *float64, count int)
