package main

import (
	"fmt"
	"log"
	"math"
	"strings"

	"maxmargin/core/catalog"
	"maxmargin/core/model"
)

// withTables replaces what stands between <!-- machines --> and <!-- end --> by
// the list of machines, between <!-- options --> and <!-- end --> by the tables
// of each, between <!-- kernels --> and <!-- end --> by the table of kernels, and
// between <!-- losses --> and <!-- end --> by that of losses, and
// between <!-- codes --> and <!-- end --> by the table of errors and warnings.
func withTables(readme []byte) []byte {
	text := string(readme)
	var b, more strings.Builder
	b.WriteString("| machine | what it is |\n|---|---|\n")
	for _, m := range catalog.Machines() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", m.Name, m.Summary)
		fmt.Fprintf(&more, "<details>\n<summary><b>%s</b>: options and what a fit leaves behind</summary>\n\n", m.Name)
		more.WriteString("| option | values | default | meaning |\n|---|---|---|---|\n")
		for _, o := range options(m) {
			fmt.Fprintf(&more, "| `%s` | %s | `%s`%s | %s |\n", o.Name, values(o), strings.Trim(literal(o), "'"), unit(o, " "), cell(o.Doc))
		}
		more.WriteString("\n| after fitting | shape | meaning |\n|---|---|---|\n")
		for _, a := range model.Attributes(m.New().Fitted()) {
			if a.Name != "" {
				fmt.Fprintf(&more, "| `%s` | %s | %s |\n", a.Name, strings.Join(a.Shape, " x "), cell(a.Doc))
			}
		}
		more.WriteString("\n</details>\n\n")
	}
	text = between(text, "<!-- machines -->\n", b.String())
	text = between(text, "<!-- options -->\n", more.String())
	b.Reset()
	b.WriteString("| kernel | k(x, z) | parameters | positive definite |\n|---|---|---|---|\n")
	for _, k := range catalog.Kernels() {
		formula := "`" + k.Formula + "`"
		if strings.HasPrefix(k.Formula, "X ") {
			formula = k.Formula
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Name, cell(formula), parameters(k), cell(k.Definite))
	}
	text = between(text, "<!-- kernels -->\n", b.String())
	b.Reset()
	b.WriteString("| loss | of the excess e | noise, density in proportion to | influence | dual term |\n|---|---|---|---|---|\n")
	for _, l := range catalog.Losses() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", l.Name, cell(l.Formula), cell(l.Density), cell(l.Influence), cell(l.Dual))
	}
	text = between(text, "<!-- losses -->\n", b.String())
	return []byte(between(text, "<!-- codes -->\n", codeTable()))
}

// parameters lists what a kernel takes, with the defaults.
func parameters(k catalog.KernelEntry) string {
	var all []string
	for _, o := range model.Schema(k.New()) {
		name := "`" + o.Name + "`"
		if o.Default != "" {
			name = "`" + o.Name + ": " + literal(o) + "`"
		}
		all = append(all, name)
	}
	return strings.Join(all, ", ")
}

// cell escapes what would end a cell of a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func between(text, open, content string) string {
	const end = "<!-- end -->"
	before, rest, found := strings.Cut(text, open)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		log.Fatalf("README.md has no %q ... %q", strings.TrimSpace(open), end)
	}
	return before + open + content + end + after
}

// values describes what an option admits, for people.
func values(o model.Option) string {
	switch o.Type {
	case model.Number:
		return "number" + people(o.Range)
	case model.Integer:
		return "whole number" + people(o.Range)
	case model.Boolean:
		return "`true`, `false`"
	case model.KernelName:
		return "name or object of a [kernel](#kernels)"
	case model.NumberOrChoice:
		return code(choices(o)) + " or a number" + people(o.Range)
	case model.IntervalOption:
		return "two numbers, the lower one first"
	case model.ClassWeights:
		return "`null`, `balanced`, object or Map"
	}
	return code(choices(o))
}

// people writes a range the way one says it.
func people(r model.Range) string {
	var parts []string
	if !math.IsInf(r.Low, 0) {
		parts = append(parts, map[bool]string{true: ">", false: ">="}[r.LowOpen]+" "+number(r.Low))
	}
	if !math.IsInf(r.High, 0) {
		parts = append(parts, map[bool]string{true: "<", false: "<="}[r.HighOpen]+" "+number(r.High))
	}
	if len(parts) == 0 {
		return ""
	}
	return " " + strings.Join(parts, " and ")
}

func code(names []string) string {
	var out []string
	for _, n := range names {
		out = append(out, "`"+n+"`")
	}
	return strings.Join(out, ", ")
}
