package main

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"maxmargin/core/catalog"
	"maxmargin/core/engine"
	"maxmargin/core/model"
)

// memoryModule returns what the facade knows about memory: how much there is, and how much
// operations take.
func memoryModule() []byte {
	var b bytes.Buffer
	b.WriteString("// Written by go run ./core/internal/gen from core/engine. Do not edit.\n\n")
	fmt.Fprintf(&b, "/** Bytes that a request can count on. */\nexport const room = %d;\n\n", int64(engine.Room))
	b.WriteString("/** Bytes for each unit of a request's size, where it takes some. @typedef {Partial<Record<")
	for f := range reflect.TypeFor[model.Cost]().NumField() {
		if f > 0 {
			b.WriteString(" | ")
		}
		fmt.Fprintf(&b, "'%s'", unitName(f))
	}
	b.WriteString(", number>>} Cost */\n\n")
	b.WriteString("/** Those of operations. @satisfies {Record<string, Cost>} */\nexport const costs = {\n")
	writeCosts(&b, engine.Costs())
	b.WriteString("};\n\n/** Those of fits, of the machines that say them themselves. @type {Record<string, Cost>} */\nexport const fitCosts = {\n")
	writeCosts(&b, admitted(engine.FitCosts()))
	b.WriteString("};\n\n/** Those of studies, of the same machines. @type {Record<string, Cost>} */\nexport const studyCosts = {\n")
	writeCosts(&b, admitted(engine.StudyCosts()))
	b.WriteString("};\n")
	return b.Bytes()
}

// admitted returns costs less the matrices over the samples of machines that have a solver
// without one: the facade does not know the options, so it leaves these requests to Go.
func admitted(costs map[string]model.Cost) map[string]model.Cost {
	for name, cost := range costs {
		m, err := catalog.NewMachine(name)
		if err != nil {
			panic(err)
		}
		for _, o := range model.Schema(m.Options()) {
			if o.Name != "solver" {
				continue
			}
			for _, choice := range o.Choices {
				o.Field(m.Options()).SetString(choice)
				if c, ok := m.Options().(model.Costed); ok && c.Cost().RowPair == 0 {
					cost.RowPair = 0
				}
			}
		}
		costs[name] = cost
	}
	return costs
}

// unitName returns the name of a field of model.Cost in JavaScript.
func unitName(field int) string {
	name := reflect.TypeFor[model.Cost]().Field(field).Name
	return strings.ToLower(name[:1]) + name[1:]
}

// writeCosts writes what is not 0.
func writeCosts(b *bytes.Buffer, costs map[string]model.Cost) {
	for _, name := range slices.Sorted(maps.Keys(costs)) {
		fmt.Fprintf(b, "  %s: {\n", name)
		v := reflect.ValueOf(costs[name])
		for f := range v.NumField() {
			if bytes := v.Field(f).Int(); bytes != 0 {
				fmt.Fprintf(b, "    %s: %d,\n", unitName(f), bytes)
			}
		}
		b.WriteString("  },\n")
	}
}
