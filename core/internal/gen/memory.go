package main

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"maxmargin/core/engine"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
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
	b.WriteString("};\n")
	return b.Bytes()
}

// cost returns the field of a machine's description that says the memory of its fits, if it
// says it itself.
func (s *specs) cost(m catalog.Machine) string {
	fit, own := engine.FitCosts()[m.Name]
	if !own {
		return ""
	}
	if withoutMatrix(m) {
		fit.RowPair = 0
	}
	return fmt.Sprintf("  fitCost: %s,\n", s.constant("cost", m.Name, "{ "+strings.TrimSpace(units(fit))+" }", ""))
}

// withoutMatrix reports whether a machine has a solver without a matrix over the samples: the
// facade does not know the options, so it leaves requests for one to Go.
func withoutMatrix(m catalog.Machine) bool {
	options := m.New().Options()
	for _, o := range schema.Of(options) {
		if o.Name != "solver" {
			continue
		}
		for _, choice := range o.Choices {
			o.Field(options).SetString(choice)
			if c, ok := options.(model.Costed); ok && c.Cost().RowPair == 0 {
				return true
			}
		}
	}
	return false
}

// unitName returns the name of a field of model.Cost in JavaScript.
func unitName(field int) string {
	name := reflect.TypeFor[model.Cost]().Field(field).Name
	return strings.ToLower(name[:1]) + name[1:]
}

// writeCosts writes costs by their names.
func writeCosts(b *bytes.Buffer, costs map[string]model.Cost) {
	for _, name := range slices.Sorted(maps.Keys(costs)) {
		fmt.Fprintf(b, "  %s: {%s },\n", name, units(costs[name]))
	}
}

// units returns what is not 0.
func units(cost model.Cost) string {
	var all []string
	v := reflect.ValueOf(cost)
	for f := range v.NumField() {
		if bytes := v.Field(f).Int(); bytes != 0 {
			all = append(all, fmt.Sprintf(" %s: %d", unitName(f), bytes))
		}
	}
	return strings.Join(all, ",")
}
