package main

import (
	"bytes"
	"cmp"
	"fmt"
	"log"
	"maps"
	"slices"
	"strconv"
	"strings"

	"maxmargin/core/data/loss"
	"maxmargin/core/data/metric"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

const header = "// Written by go run ./core/internal/gen from core/engine/catalog. Do not edit.\n\n"

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
		for _, p := range schema.Of(k.New()) {
			parameters[p.Name] = true
		}
	}
	fmt.Fprintf(&b, "\n/** The parameters of kernels; each kernel refuses those of others. */\nexport type KernelParameters = {\n  readonly [name in\n    | '%s']?: unknown;\n};\n", strings.Join(slices.Sorted(maps.Keys(parameters)), "'\n    | '"))
	b.WriteString("\n/** The name of a kernel that an object can describe. */\nexport type KernelName = RowKernelName | StringKernelName | ComposedKernelName;\n")
	b.WriteString(rowTypes())
	b.WriteString(statusTypes())
	b.WriteString(scoringType())
	groups, parts := groupTypes()
	b.WriteString(parts)
	for _, m := range catalog.Machines() {
		parameter := ""
		if hasKernel(m) {
			parameter = "<K extends KernelOption = RowKernels>"
		}
		fmt.Fprintf(&b, "\n/** The options of %[1]s. */\nexport interface %[1]sOptions%[2]s {\n", m.Name, parameter)
		if holder, ok := m.New().(model.Holder); ok {
			fmt.Fprintf(&b, "  /** The classifier whose copies are the members. It is copied, and its own options are %s. Default: new %s(). */\n  estimator?: BaseEstimator;\n", "also options of this one, with 'estimator__' before their names", holder.Parts()[0].Name)
			b.WriteString("  /** An option of the estimator. */\n  [inner: `estimator__${string}`]: unknown;\n")
		}
		all := options(m)
		slices.SortStableFunc(all, func(a, b schema.Option) int { return cmp.Compare(a.Group, b.Group) })
		b.WriteString(members(slices.DeleteFunc(all, inGroup), "  "))
		b.WriteString(groups[m.Name])
		b.WriteString("}\n")
	}
	return b.Bytes()
}

func inGroup(o schema.Option) bool { return o.Group != "" }

// groupTypes returns the member with the group of options of each machine that has one, and the types
// of the parts of groups that several machines have.
func groupTypes() (groups map[string]string, parts string) {
	names, machines, of := map[string]string{}, map[string]string{}, map[string][]string{} // by the text of a member
	for _, m := range catalog.Machines() {
		for _, o := range slices.DeleteFunc(options(m), func(o schema.Option) bool { return !inGroup(o) }) {
			text := members([]schema.Option{o}, "  ")
			names[text] = strings.ToUpper(o.Name[:1]) + o.Name[1:] + strings.ToUpper(o.Group[:1]) + o.Group[1:]
			machines[text] += m.Name + " "
			of[m.Name+" "+o.Group] = append(of[m.Name+" "+o.Group], text)
		}
	}
	groups, types := map[string]string{}, map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(of)) {
		machine, group, _ := strings.Cut(key, " ")
		var all []string // types of the group
		for texts := of[key]; len(texts) > 0; {
			together := slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return machines[text] != machines[texts[0]] })
			name, body := names[texts[0]], strings.Join(together, "")
			if machines[texts[0]] == machine+" " {
				all = append(all, "{\n"+body+"}")
			} else {
				for types[name] != "" && !strings.Contains(types[name], body) {
					name += "2"
				}
				all = append(all, name)
				types[name] = fmt.Sprintf("\nexport interface %s {\n%s}\n", name, body)
			}
			texts = slices.DeleteFunc(texts, func(text string) bool { return machines[text] == machines[together[0]] })
		}
		groups[machine] += fmt.Sprintf("  /** Options that few need. */\n  %s?: %s;\n", group, strings.Join(all, " & "))
	}
	for _, name := range slices.Sorted(maps.Keys(types)) {
		parts += types[name]
	}
	return groups, parts
}

// members returns the members of a type for options, with their docs.
func members(all []schema.Option, indent string) string {
	var b strings.Builder
	for _, o := range all {
		fmt.Fprintf(&b, "%[1]s/** %[2]s%[7]s Default: %[3]s%[4]s. */\n%[1]s%[5]s?: %[6]s;\n", indent, o.Doc, strings.Trim(literal(o), "'"), unit(o, " "), o.Name, typeScript(o), admitted(o))
	}
	return b.String()
}

// options returns the options of a machine. In their docs {losses} stands for the losses that the
// option offers, or, of a parameter of losses, for those of the machine that have it.
func options(m catalog.Machine) []schema.Option {
	all := slices.Clone(schema.Of(m.New().Options()))
	at := slices.IndexFunc(all, func(o schema.Option) bool { return o.Name == "loss" })
	for i, o := range all {
		if strings.Contains(o.Doc, "{losses}") {
			all[i].Doc = strings.ReplaceAll(o.Doc, "{losses}", losses(all[at].Choices, o.Name))
		}
	}
	return all
}

// losses lists the losses that have a parameter, or with what they are those of the option loss.
func losses(names []string, option string) string {
	var words []string
	for _, l := range loss.All() {
		switch said := catalog.LossWords(l.Name); {
		case !slices.Contains(names, l.Name):
		case option != "loss" && slices.Contains(l.Parameters, option):
			words = append(words, "'"+l.Name+"'")
		case option == "loss" && said == "":
			log.Fatalf("LossWords in core/engine/catalog/summaries.go does not say what %s is", l.Name)
		case option == "loss":
			words = append(words, said+" ('"+l.Name+"')")
		}
	}
	return strings.Join(words, ", ")
}

func choices(o schema.Option) []string {
	switch o.Type {
	case schema.ClassOrder: // the labels themselves
		return nil
	case schema.KernelName:
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
func schemaType(o schema.Option) string {
	if o.Type == schema.WidthParameter {
		return schema.NumberOrChoice
	}
	return o.Type
}

// literal returns the default as JavaScript.
func literal(o schema.Option) string {
	if o.Type == schema.ClassWeights || o.Type == schema.ClassOrder || o.Type == schema.ClassCosts || o.Type == schema.Lists {
		return "null"
	}
	if o.Type == schema.IntervalOption {
		return "[" + strings.ReplaceAll(o.Default, ",", ", ") + "]"
	}
	if o.Default == "" {
		return "undefined"
	}
	if o.Type == schema.Numbers {
		return o.Default
	}
	if x, err := strconv.ParseFloat(o.Default, 64); err == nil {
		return number(x)
	}
	if o.Type == schema.Boolean {
		return o.Default
	}
	return quote(o.Default)
}

func number(x float64) string {
	return strings.NewReplacer("+Inf", "Infinity", "-Inf", "-Infinity").Replace(strconv.FormatFloat(x, 'g', -1, 64))
}

func typeScript(o schema.Option) string {
	var names []string
	for _, c := range choices(o) {
		names = append(names, quote(c))
	}
	union := strings.Join(names, " | ")
	switch o.Type {
	case schema.Number, schema.Integer, schema.Odd:
		return "number"
	case schema.KernelName:
		if len(o.Choices) > 0 { // a kernel besides that of the samples: no function, and no type parameter
			return quote(o.Choices[0]) + " | Exclude<KernelOption, 'precomputed' | ((...samples: any) => number)>"
		}
		return "K"
	case schema.Numbers, schema.Indices:
		return "ArrayLike<number>"
	case schema.MatrixNumbers, schema.Rows:
		return "ArrayLike<number> | ArrayLike<ArrayLike<number>>"
	case schema.Boolean:
		return "boolean"
	case schema.NumberOrChoice, schema.WidthParameter:
		return "number | " + union
	case schema.Letters:
		return union + " | (string & {})"
	case schema.IntervalOption:
		return "readonly [low: number, high: number]"
	case schema.ClassOrder:
		return "null | readonly ClassLabel[]"
	case schema.Lists:
		return "null | readonly (readonly CategoryValue[])[]"
	case schema.ClassCosts:
		return "null | readonly (readonly number[])[]"
	case schema.ClassWeights:
		return "null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>"
	}
	return union
}

// admitted returns a sentence with the numbers that an option may be, "" if it may be all.
func admitted(o schema.Option) string {
	text := o.Range.Text
	if text == "" || text == "(-inf,inf)" {
		return ""
	}
	what := map[string]string{schema.Number: "A number in", schema.Integer: "A whole number in", schema.Odd: "An odd number in", schema.Indices: "Whole numbers in"}[o.Type]
	if what == "" {
		what = "Numbers in"
	}
	return fmt.Sprintf(" %s %s.", what, strings.NewReplacer(",", ", ", "inf", "Infinity").Replace(text))
}

func unit(o schema.Option, space string) string {
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

// scoringType writes the names of measures; those that have a number end with it.
func scoringType() string {
	b := "\n/** Names of measures; model-selection.md says what each is, and whose predictions it measures. */\nexport type Scoring ="
	for _, m := range metric.All() {
		name, _, number := strings.Cut(m.Name, "@")
		if number {
			b += "\n  | `" + name + "@${number}`"
		} else {
			b += "\n  | " + quote(name)
		}
	}
	return b + ";\n"
}
