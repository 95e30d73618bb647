//go:build !wasm

package primal

const visitsRun = false

func visitRun(*Coordinate, *coordinate, *int32, *int32, *int32, *float64, *float64, int) {}
