// Command gen writes what is derived from the catalog: the option schema and
// types of the JavaScript facade and the tables in README.md. Run it at the
// root of the module:
//
//	go run ./core/internal/gen          write
//	go run ./core/internal/gen -check   fail if anything is stale
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"strconv"
	"strings"

	"maxmargin/core/catalog"
	"maxmargin/core/model"
)

func main() {
	log.SetFlags(0)
	check := flag.Bool("check", false, "fail if a generated file is stale")
	flag.Parse()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		log.Fatal(err)
	}
	stale := false
	for _, f := range []struct {
		name string
		text []byte
	}{
		{"js/src/generated/catalog.js", schemaModule()},
		{"js/src/generated/options.d.ts", optionTypes()},
		{"README.md", withTables(readme)},
	} {
		old, _ := os.ReadFile(f.name)
		if bytes.Equal(old, f.text) {
			continue
		}
		if *check {
			stale = true
			log.Printf("%s is stale: run go run ./core/internal/gen", f.name)
			continue
		}
		if err := os.WriteFile(f.name, f.text, 0o644); err != nil {
			log.Fatal(err)
		}
		log.Printf("wrote %s", f.name)
	}
	if stale {
		os.Exit(1)
	}
}

const header = "// Written by go run ./core/internal/gen from core/catalog. Do not edit.\n\n"

// schemaModule is what the facade checks options against.
func schemaModule() []byte {
	var b bytes.Buffer
	b.WriteString(header)
	b.WriteString("/**\n * What the facade knows about every machine: its options, their types, ranges\n * and defaults.\n */\nexport const machines = {\n")
	for _, m := range catalog.Machines() {
		fmt.Fprintf(&b, "  %s: {\n    name: %s,\n    summary: %s,\n    options: [\n", m.Name, quote(m.Name), quote(m.Summary))
		for _, o := range options(m) {
			fmt.Fprintf(&b, "      {\n        name: %s,\n        path: [%s],\n        type: %s,\n        default: %s,\n",
				quote(o.Name), quoteAll(o.Path), quote(schemaType(o)), literal(o))
			if c := choices(o); len(c) > 0 {
				fmt.Fprintf(&b, "        choices: [%s],\n", quoteAll(c))
			}
			if r := o.Range; r.Text != "" {
				fmt.Fprintf(&b, "        range: %s,\n        min: %s,\n        max: %s,\n        minOpen: %t,\n        maxOpen: %t,\n",
					quote(r.Text), number(r.Low), number(r.High), r.LowOpen, r.HighOpen)
			}
			fmt.Fprintf(&b, "        doc: %s,\n      },\n", quote(o.Doc))
		}
		b.WriteString("    ],\n  },\n")
	}
	b.WriteString("};\n")
	return b.Bytes()
}

// optionTypes are the TypeScript types of the options.
func optionTypes() []byte {
	var b bytes.Buffer
	b.WriteString(header)
	b.WriteString("/** A class label: any primitive, of one type per fit. */\nexport type ClassLabel = number | string | boolean | bigint;\n")
	for _, m := range catalog.Machines() {
		fmt.Fprintf(&b, "\n/** The options of %s. %s */\nexport interface %sOptions {\n", m.Name, m.Summary, m.Name)
		for _, o := range options(m) {
			fmt.Fprintf(&b, "  /** %s Default: %s%s. */\n  %s?: %s;\n", o.Doc, strings.Trim(literal(o), "'"), unit(o, " "), o.Name, typeScript(o))
		}
		b.WriteString("}\n")
	}
	return b.Bytes()
}

// withTables replaces what stands between <!-- options: NAME --> and
// <!-- end --> by the option table of that machine, and between
// <!-- kernels --> and <!-- end --> by the table of kernels.
func withTables(readme []byte) []byte {
	text := string(readme)
	for _, m := range catalog.Machines() {
		var b strings.Builder
		b.WriteString("| option | values | default | meaning |\n|---|---|---|---|\n")
		for _, o := range options(m) {
			fmt.Fprintf(&b, "| `%s` | %s | `%s`%s | %s |\n", o.Name, values(o), strings.Trim(literal(o), "'"), unit(o, " "), o.Doc)
		}
		text = between(text, "<!-- options: "+m.Name+" -->\n", b.String())
	}
	var b strings.Builder
	b.WriteString("| kernel | k(x, z) | options |\n|---|---|---|\n")
	for _, k := range catalog.Kernels() {
		formula := "`" + k.Formula + "`"
		if strings.HasPrefix(k.Formula, "X ") {
			formula = k.Formula
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", k.Name, strings.ReplaceAll(formula, "|", `\|`), code(k.Options))
	}
	return []byte(between(text, "<!-- kernels -->\n", b.String()))
}

func between(text, open, content string) string {
	const end = "<!-- end -->"
	before, rest, found := strings.Cut(text, open)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		log.Fatalf("README.md has no %q ... %q", strings.TrimSpace(open), end)
	}
	return before + open + content + end + after
}

func options(m catalog.Machine) []model.Option {
	_, o := m.New()
	return model.Schema(o)
}

func choices(o model.Option) []string {
	if o.Type != model.KernelName {
		return o.Choices
	}
	var names []string
	for _, k := range catalog.Kernels() {
		names = append(names, k.Name)
	}
	return names
}

// schemaType is the type the facade knows: a kernel is a choice to it.
func schemaType(o model.Option) string {
	if o.Type == model.KernelName {
		return model.Choice
	}
	return o.Type
}

// literal is the default as JavaScript.
func literal(o model.Option) string {
	if o.Type == model.ClassWeights {
		return "null"
	}
	if x, err := strconv.ParseFloat(o.Default, 64); err == nil {
		return number(x)
	}
	if o.Type == model.Boolean {
		return o.Default
	}
	return quote(o.Default)
}

func number(x float64) string {
	return strings.NewReplacer("+Inf", "Infinity", "-Inf", "-Infinity").Replace(strconv.FormatFloat(x, 'g', -1, 64))
}

func typeScript(o model.Option) string {
	var names []string
	for _, c := range choices(o) {
		names = append(names, quote(c))
	}
	union := strings.Join(names, " | ")
	switch o.Type {
	case model.Number, model.Integer:
		return "number"
	case model.Boolean:
		return "boolean"
	case model.NumberOrChoice:
		return "number | " + union
	case model.ClassWeights:
		return "null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>"
	}
	return union
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
	case model.NumberOrChoice:
		return code(choices(o)) + " or a number" + people(o.Range)
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

func unit(o model.Option, space string) string {
	if o.Unit == "" {
		return ""
	}
	return space + o.Unit
}

func code(names []string) string {
	var out []string
	for _, n := range names {
		out = append(out, "`"+n+"`")
	}
	return strings.Join(out, ", ")
}

// quote writes a JavaScript string the way prettier does: in single quotes unless
// double ones save an escape.
func quote(s string) string {
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		return `"` + strings.ReplaceAll(s, `\`, `\\`) + `"`
	}
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}

func quoteAll(names []string) string {
	var out []string
	for _, n := range names {
		out = append(out, quote(n))
	}
	return strings.Join(out, ", ")
}
