package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"maxmargin/core/catalog"
	"maxmargin/core/model"
)

const header = "// Written by go run ./core/internal/gen from core/catalog. Do not edit.\n\n"

// optionTypes returns the TypeScript types of the options.
func optionTypes() []byte {
	var b bytes.Buffer
	b.WriteString(header)
	b.WriteString("import type { BaseEstimator, CategoryValue, KernelOption, RowKernels } from '../types.js';\n\n/** A class label: any primitive, of one type per fit. */\nexport type ClassLabel = number | string | boolean | bigint;\n")
	fmt.Fprintf(&b, "\n/** The name of a machine. */\nexport type MachineName =\n  %s;\n", strings.Join(machineNames(), "\n  | "))
	for _, names := range []struct {
		doc, name string
		of        func(catalog.KernelEntry) bool
	}{
		{"Kernels of rows of numbers", "RowKernelName", func(k catalog.KernelEntry) bool { return samples(k) == "rows" }},
		{"Kernels of strings", "StringKernelName", func(k catalog.KernelEntry) bool { return samples(k) == "strings" }},
		{"Kernels that are made of others", "ComposedKernelName", func(k catalog.KernelEntry) bool { return samples(k) == "parts" }},
		{"Kernels of rows of numbers whose name is enough", "NamedRowKernel", func(k catalog.KernelEntry) bool { return k.Named() && samples(k) == "rows" }},
		{"Kernels of strings whose name is enough", "NamedStringKernel", func(k catalog.KernelEntry) bool { return k.Named() && samples(k) == "strings" }},
	} {
		fmt.Fprintf(&b, "\n/** %s. */\nexport type %s =\n  %s;\n", names.doc, names.name, strings.Join(kernelNames(names.of), "\n  | "))
	}
	parameters := map[string]bool{}
	for _, k := range catalog.Kernels() {
		for _, p := range model.Schema(k.New()) {
			parameters[p.Name] = true
		}
	}
	fmt.Fprintf(&b, "\n/** The parameters of kernels; each kernel refuses those of others. */\nexport type KernelParameters = {\n  readonly [name in\n    | '%s']?: unknown;\n};\n", strings.Join(slices.Sorted(maps.Keys(parameters)), "'\n    | '"))
	b.WriteString("\n/** The name of a kernel that an object can describe. */\nexport type KernelName = RowKernelName | StringKernelName | ComposedKernelName;\n")
	b.WriteString(rowTypes())
	b.WriteString(statusTypes())
	for _, m := range catalog.Machines() {
		parameter := ""
		if hasKernel(m) {
			parameter = "<K extends KernelOption = RowKernels>"
		}
		fmt.Fprintf(&b, "\n/** The options of %[1]s. */\nexport interface %[1]sOptions%[2]s {\n", m.Name, parameter)
		if isEnsemble(m) {
			fmt.Fprintf(&b, "  /** The classifier whose copies are the members. It is copied, and its own options are %s. Default: new %s(). */\n  estimator?: BaseEstimator;\n", "also options of this one, with 'estimator__' before their names", m.New().(model.Holder).Parts()[0].Name)
			b.WriteString("  /** An option of the estimator. */\n  [inner: `estimator__${string}`]: unknown;\n")
		}
		open := ""
		for _, o := range options(m) {
			if open != o.Group && open != "" {
				b.WriteString("  };\n")
			}
			if open != o.Group && o.Group != "" {
				fmt.Fprintf(&b, "  /** Options for the study of solvers. They are not needed to fit a model well. */\n  %s?: {\n", o.Group)
			}
			indent := ""
			if open = o.Group; open != "" {
				indent = "  "
			}
			fmt.Fprintf(&b, "%[1]s  /** %[2]s%[7]s Default: %[3]s%[4]s. */\n%[1]s  %[5]s?: %[6]s;\n", indent, o.Doc, strings.Trim(literal(o), "'"), unit(o, " "), o.Name, typeScript(o), admitted(o))
		}
		if open != "" {
			b.WriteString("  };\n")
		}
		b.WriteString("}\n")
	}
	return b.Bytes()
}

func options(m catalog.Machine) []model.Option {
	return model.Schema(m.New().Options())
}

func choices(o model.Option) []string {
	switch o.Type {
	case model.ClassOrder: // the labels themselves
		return nil
	case model.KernelName:
	default:
		return o.Choices
	}
	return append(slices.Clone(o.Choices), namedKernels()...)
}

// namedKernels are the names of the kernels that need no parameter.
func namedKernels() []string {
	var names []string
	for _, k := range catalog.Kernels() {
		if k.Named() {
			names = append(names, k.Name)
		}
	}
	return names
}

// machineNames are the names of the machines, quoted.
func machineNames() []string {
	var names []string
	for _, m := range catalog.Machines() {
		names = append(names, quote(m.Name))
	}
	return names
}

// kernelNames are the names of the kernels that objects describe, quoted: of those that are
// asked for.
func kernelNames(of func(catalog.KernelEntry) bool) []string {
	var names []string
	for _, k := range catalog.Kernels() {
		if !given(k) && of(k) {
			names = append(names, quote(k.Name))
		}
	}
	return names
}

// schemaType returns the type of an option in the schema, where a width is a number or the
// name of a rule.
func schemaType(o model.Option) string {
	if o.Type == model.WidthParameter {
		return model.NumberOrChoice
	}
	return o.Type
}

// literal returns the default as JavaScript.
func literal(o model.Option) string {
	if o.Type == model.ClassWeights || o.Type == model.ClassOrder || o.Type == model.ClassCosts || o.Type == model.Lists {
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
		if len(o.Choices) > 0 { // a kernel besides that of the samples: no function, and no type parameter
			return quote(o.Choices[0]) + " | Exclude<KernelOption, 'precomputed' | ((...samples: any) => number)>"
		}
		return "K"
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
	case model.ClassOrder:
		return "null | readonly ClassLabel[]"
	case model.Lists:
		return "null | readonly (readonly CategoryValue[])[]"
	case model.ClassCosts:
		return "null | readonly (readonly number[])[]"
	case model.ClassWeights:
		return "null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>"
	}
	return union
}

// admitted returns a sentence with the numbers that an option may be, "" if it may be all.
func admitted(o model.Option) string {
	text := o.Range.Text
	if text == "" || text == "(-inf,inf)" {
		return ""
	}
	what := map[string]string{model.Number: "A number in", model.Integer: "A whole number in", model.Odd: "An odd number in", model.Indices: "Whole numbers in"}[o.Type]
	if what == "" {
		what = "Numbers in"
	}
	return fmt.Sprintf(" %s %s.", what, strings.NewReplacer(",", ", ", "inf", "Infinity").Replace(text))
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
