package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"maxmargin/core/catalog"
	"maxmargin/core/model"
)

const header = "// Written by go run ./core/internal/gen from core/catalog. Do not edit.\n\n"

// schemaModule is what the facade checks options against.
func schemaModule() []byte {
	var b bytes.Buffer
	b.WriteString(header)
	b.WriteString("/**\n * What the facade knows about every machine: its options, their types, ranges\n * and defaults; and what a fitted one consists of.\n */\nexport const machines = {\n")
	for _, m := range catalog.Machines() {
		fmt.Fprintf(&b, "  %s: {\n    name: %s,\n    kind: %s,\n    summary: %s,\n    options: [\n", m.Name, quote(m.Name), quote(m.Kind()), quote(m.Summary))
		for _, o := range options(m) {
			writeOption(&b, o)
		}
		b.WriteString("    ],\n")
		writeAttributes(&b, model.Attributes(m.New().Fitted()))
		b.WriteString("  },\n")
	}
	b.WriteString("};\n\n")
	writeKernels(&b)
	return b.Bytes()
}

// writeOption writes what the facade knows about an option, or a parameter.
func writeOption(b *bytes.Buffer, o model.Option) {
	fmt.Fprintf(b, "      {\n        name: %s,\n        path: [%s],\n        type: %s,\n        default: %s,\n",
		quote(o.Name), quoteAll(o.Path), quote(schemaType(o)), literal(o))
	if c := choices(o); len(c) > 0 {
		fmt.Fprintf(b, "        choices: [%s],\n", quoteAll(c))
	}
	if r := o.Range; r.Text != "" {
		fmt.Fprintf(b, "        range: %s,\n        min: %s,\n        max: %s,\n        minOpen: %t,\n        maxOpen: %t,\n",
			quote(r.Text), number(r.Low), number(r.High), r.LowOpen, r.HighOpen)
	}
	if o.Unit != "" {
		fmt.Fprintf(b, "        unit: %s,\n", quote(o.Unit))
	}
	fmt.Fprintf(b, "        doc: %s,\n      },\n", quote(o.Doc))
}

// writeAttributes writes which fields of a model users see, and which fields
// tell the dimensions in their shapes.
func writeAttributes(b *bytes.Buffer, attributes []model.Attribute) {
	b.WriteString("    attributes: [\n")
	for _, a := range attributes {
		if a.Name != "" {
			fmt.Fprintf(b, "      {\n        name: %s,\n        field: %s,\n        type: %s,\n        shape: [%s],\n        doc: %s,\n      },\n",
				quote(a.Name), quote(a.Field), quote(a.Type), quoteAll(a.Shape), quote(a.Doc))
		}
	}
	b.WriteString("    ],\n    dimensions: {\n")
	known := map[string]bool{"k": true, "pairs": true}
	for _, a := range attributes {
		letter := a.Dim
		if len(a.Shape) == 1 && a.Type != model.SampleSet && isLetter(a.Shape[0]) {
			letter = a.Shape[0]
		}
		if letter != "" && !known[letter] {
			known[letter] = true
			fmt.Fprintf(b, "      %s: { field: %s, counts: %t },\n", letter, quote(a.Field), a.Dim == "")
		}
	}
	b.WriteString("    },\n")
}

// isLetter tells a dimension that a slice can make known from an expression.
func isLetter(s string) bool { return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == "" }

// optionTypes are the TypeScript types of the options.
func optionTypes() []byte {
	var b bytes.Buffer
	b.WriteString(header)
	b.WriteString("import type { Kernel } from '../types.js';\n\n/** A class label: any primitive, of one type per fit. */\nexport type ClassLabel = number | string | boolean | bigint;\n")
	for _, m := range catalog.Machines() {
		fmt.Fprintf(&b, "\n/** The options of %s. %s */\nexport interface %sOptions {\n", m.Name, m.Summary, m.Name)
		for _, o := range options(m) {
			fmt.Fprintf(&b, "  /** %s Default: %s%s. */\n  %s?: %s;\n", o.Doc, strings.Trim(literal(o), "'"), unit(o, " "), o.Name, typeScript(o))
		}
		b.WriteString("}\n")
	}
	return b.Bytes()
}

func options(m catalog.Machine) []model.Option {
	return model.Schema(m.New().Options())
}

func choices(o model.Option) []string {
	if o.Type != model.KernelName {
		return o.Choices
	}
	var names []string
	for _, k := range catalog.Kernels() {
		if k.Named() {
			names = append(names, k.Name)
		}
	}
	return names
}

// schemaType is the type the facade knows: a width is a number or a rule to it.
func schemaType(o model.Option) string {
	if o.Type == model.WidthParameter {
		return model.NumberOrChoice
	}
	return o.Type
}

// literal is the default as JavaScript.
func literal(o model.Option) string {
	if o.Type == model.ClassWeights {
		return "null"
	}
	if o.Type == model.IntervalOption {
		return "[" + strings.ReplaceAll(o.Default, ",", ", ") + "]"
	}
	if o.Default == "" {
		return "undefined"
	}
	if o.Type == model.Numbers {
		return o.Default
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
	case model.Number, model.Integer, model.Odd:
		return "number"
	case model.KernelName:
		return union + " | Kernel | ((a: any, b: any) => number)"
	case model.Numbers, model.Indices:
		return "ArrayLike<number>"
	case model.MatrixNumbers, model.Rows:
		return "ArrayLike<number> | ArrayLike<ArrayLike<number>>"
	case model.Boolean:
		return "boolean"
	case model.NumberOrChoice, model.WidthParameter:
		return "number | " + union
	case model.Letters:
		return union + " | (string & {})"
	case model.IntervalOption:
		return "readonly [low: number, high: number]"
	case model.ClassWeights:
		return "null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>"
	}
	return union
}

func unit(o model.Option, space string) string {
	if o.Unit == "" {
		return ""
	}
	return space + o.Unit
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
