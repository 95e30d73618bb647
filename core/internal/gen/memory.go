package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"maxmargin/core/engine"
)

// memoryModule is what the facade knows about memory: what there is, and what
// operations take.
func memoryModule() []byte {
	var b bytes.Buffer
	b.WriteString("// Written by go run ./core/internal/gen from core/engine. Do not edit.\n\n")
	fmt.Fprintf(&b, "/** Bytes that a request can count on. */\nexport const room = %d;\n\n", int64(engine.Room))
	b.WriteString("/** Bytes for each unit of a request's size. */\nexport const costs = {\n")
	costs := engine.Costs()
	for _, name := range slices.Sorted(maps.Keys(costs)) {
		c := costs[name]
		fmt.Fprintf(&b, "  %s: { entry: %d, stored: %d, letter: %d, row: %d, output: %d, byte: %d },\n", name, c.Entry, c.Stored, c.Letter, c.Row, c.Output, c.Byte)
	}
	b.WriteString("};\n")
	return b.Bytes()
}
