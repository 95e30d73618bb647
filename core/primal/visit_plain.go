//go:build !wasm

package primal

const visitsSparse = false

func visitSparse(*Coordinate, *coordinate, *int32, *int32, *int32, *float64, *float64, int) {}
