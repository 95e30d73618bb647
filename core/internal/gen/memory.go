package main

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"maxmargin/core/engine"
	"maxmargin/core/model"
)

// memoryModule returns what the facade knows about memory: how much there is, and how much
// operations take.
func memoryModule() []byte {
	var b bytes.Buffer
	b.WriteString("// Written by go run ./core/internal/gen from core/engine. Do not edit.\n\n")
	fmt.Fprintf(&b, "/** Bytes that a request can count on. */\nexport const room = %d;\n\n", int64(engine.Room))
	b.WriteString("/** Bytes for each unit of a request's size. */\nexport const costs = {\n")
	writeCosts(&b, engine.Costs())
	b.WriteString("};\n\n/** Those of fits, of the machines that say them themselves. @type {Record<string, typeof costs.fit>} */\nexport const fitCosts = {\n")
	writeCosts(&b, engine.FitCosts())
	b.WriteString("};\n\n/** Those of studies, of the same machines. @type {Record<string, typeof costs.fit>} */\nexport const studyCosts = {\n")
	writeCosts(&b, engine.StudyCosts())
	b.WriteString("};\n")
	return b.Bytes()
}

// writeCosts writes one line for each name, or several if it is too long.
func writeCosts(b *bytes.Buffer, costs map[string]model.Cost) {
	for _, name := range slices.Sorted(maps.Keys(costs)) {
		fmt.Fprintf(b, "  %s: {\n", name)
		v := reflect.ValueOf(costs[name])
		for f := range v.NumField() {
			field := v.Type().Field(f).Name
			fmt.Fprintf(b, "    %s: %d,\n", strings.ToLower(field[:1])+field[1:], v.Field(f).Int())
		}
		b.WriteString("  },\n")
	}
}
