package main

import (
	"bytes"
	"fmt"
	"strings"

	"maxmargin/core/engine/catalog"
	"maxmargin/core/model/schema"
)

// rows returns the options for which fit also takes one value for each row, each name once.
func rows() (all []schema.Option) {
	known := map[string]bool{}
	for _, m := range catalog.Machines() {
		for _, o := range options(m) {
			if o.Row != "" && !known[o.Row] {
				known[o.Row] = true
				all = append(all, o)
			}
		}
	}
	return all
}

// rowsModule is the list of the settings of fit that hold a number for each row.
func rowsModule() []byte {
	var b bytes.Buffer
	b.WriteString(header)
	b.WriteString("/** Settings that hold a number for every row. */\nexport const perRow = /** @type {const} */ ([\n  'sampleWeight',\n")
	for _, o := range rows() {
		fmt.Fprintf(&b, "  %s,\n", quote(o.Row))
	}
	b.WriteString("]);\n")
	return b.Bytes()
}

// rowTypes returns the TypeScript types of these settings.
func rowTypes() string {
	var b strings.Builder
	b.WriteString("\n/** Numbers that hold for single rows, for machines that have the option. */\nexport interface RowValues<List> {\n")
	for _, o := range rows() {
		fmt.Fprintf(&b, "  /** The option %s for each row. %s */\n  %s?: List | null;\n", o.Name, o.Doc, o.Row)
	}
	b.WriteString("}\n")
	return b.String()
}
