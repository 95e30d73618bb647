package main

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// specs collects what the facade knows about options, parameters and attributes.
// Machines share most of them, so each is a constant of its own that machines refer
// to: a bundler keeps those that the machines in a program use. What only people
// read, the docs, is kept apart, by the constant that it is about.
type specs struct {
	constants bytes.Buffer
	docs      bytes.Buffer
	names     map[string]string // of constants, by everything that is said in them
	taken     map[string]int    // how many constants begin with a name
}

func newSpecs() *specs {
	return &specs{names: map[string]string{}, taken: map[string]int{}}
}

// constant gives the name of the constant that says this and has these docs. Two that
// differ in either are two constants.
func (s *specs) constant(prefix, name, value, doc string) string {
	key := prefix + value + doc
	if known, ok := s.names[key]; ok {
		return known
	}
	constant := prefix + strings.ToUpper(name[:1]) + name[1:]
	s.taken[constant]++
	if n := s.taken[constant]; n > 1 {
		constant += "_" + strconv.Itoa(n)
	}
	s.names[key] = constant
	fmt.Fprintf(&s.constants, "export const %s = %s;\n", constant, value)
	if doc != "" {
		fmt.Fprintf(&s.docs, "  [specs.%s, %s],\n", constant, quote(doc))
	}
	return constant
}

// What many options have, which stands once in a program.
const (
	widthRules = "['scale', 'auto']"
	positive   = "'(0,inf)'"
	study      = "{ group: 'study' }"
)

// specFunctions make what is known of options and attributes of a few words, since a program has
// hundreds of them.
const specFunctions = `/**
 * An option of a machine, or a parameter of a kernel.
 * @param {string} type
 * @param {string} name
 * @param {unknown} [value] the default; undefined: there is none
 * @param {string | string[]} [allowed] the range or the choices
 * @param {object} [more]
 * @returns {any}
 */
function option(type, name, value, allowed, more) {
  return {
    ...{ name, type },
    ...(value !== undefined && { default: value }),
    ...(Array.isArray(allowed) ? { choices: allowed } : allowed && { range: allowed }),
    ...more,
  };
}

/**
 * A result of a fit.
 * @param {string} name
 * @param {string} field of the model file; '' for supportIndices: support.indices
 * @param {string[]} shape
 * @param {string} [type] of its entries; undefined: numbers
 * @returns {any}
 */
function attribute(name, field, shape, type) {
  field ||= name.replace(/[A-Z]/, (letter) => '.' + letter.toLowerCase());
  return { name, field, shape, ...(type && { type }) };
}

`

// option gives the constant of an option, or of a parameter of a kernel.
func (s *specs) option(o schema.Option) string {
	allowed, more := "", []string(nil)
	add := func(field, value string) { more = append(more, field+": "+value) }
	if o.Type == schema.KernelName {
		allowed = "kernelNames"
		if len(o.Choices) > 0 {
			allowed = fmt.Sprintf("/* @__PURE__ */ [%s].concat(kernelNames)", quoteAll(o.Choices))
		}
	} else if c := choices(o); len(c) > 0 {
		if allowed = "[" + quoteAll(c) + "]"; allowed == widthRules {
			allowed = "widthRules"
		}
	}
	if o.Range.Text != "" {
		text := quote(o.Range.Text)
		if text == positive {
			text = "positive"
		}
		if allowed == "" {
			allowed = text
		} else {
			add("range", text)
		}
	}
	if o.Group != "" {
		add("group", quote(o.Group))
	}
	if o.Kernel {
		add("ofKernel", "true")
	}
	if o.Unit != "" {
		add("unit", quote(o.Unit))
	}
	if o.Row != "" {
		add("row", quote(o.Row))
	}
	doc := o.Doc
	if o.Default == "" { // The error of one that is missing says what it is.
		add("doc", quote(doc))
		doc = ""
	}
	rest := ""
	if len(more) > 0 {
		if rest = "{ " + strings.Join(more, ", ") + " }"; rest == study {
			rest = "study"
		}
	}
	return s.constant("option", o.Name, call("option", quote(schemaType(o)), quote(o.Name), literal(o), cmp.Or(allowed, "undefined"), rest), doc)
}

// call gives the call of a function without side effects, whose last arguments may be undefined.
func call(function string, arguments ...string) string {
	for last := len(arguments) - 1; arguments[last] == "" || arguments[last] == "undefined"; last-- {
		arguments = arguments[:last]
	}
	return fmt.Sprintf("/* @__PURE__ */ %s(%s)", function, strings.Join(arguments, ", "))
}

// attribute gives the constant of a result of a fit.
func (s *specs) attribute(a schema.Attribute) string {
	kind := "" // most are numbers, which goes without saying
	if a.Type != "float64s" {
		kind = quote(a.Type)
	}
	field := a.Field
	if at := strings.IndexFunc(a.Name, unicode.IsUpper); field == a.Name || at > 0 && field == a.Name[:at]+"."+strings.ToLower(a.Name[at:at+1])+a.Name[at+1:] {
		field = "" // it follows from the name
	}
	return s.constant("attribute", a.Name, call("attribute", quote(a.Name), quote(field), "["+quoteAll(a.Shape)+"]", kind), a.Doc)
}

// machine writes what the facade knows about a machine.
func (s *specs) machine(b *bytes.Buffer, m catalog.Machine) {
	var known, attributes []string
	for _, o := range options(m) {
		known = append(known, s.option(o))
	}
	fitted := schema.Attributes(m.New().Fitted())
	for _, a := range getters(m) {
		attributes = append(attributes, s.attribute(a))
	}
	b.WriteString("\n")
	if len(known) == 0 {
		b.WriteString("/** @type {any[]} */\n") // which the empty array does not say
	}
	writeNames(b, "const optionsOf"+m.Name+" = ", known)
	b.WriteString(";\n")
	fmt.Fprintf(b, "export const machine%s = {\n  name: %s,\n  kind: %s,\n", m.Name, quote(m.Name), quote(m.Kind()))
	if has[model.Columnwise]("")(m) {
		b.WriteString("  columnwise: true,\n")
	}
	fmt.Fprintf(b, "  options: optionsOf%s,\n", m.Name)
	writeNames(b, "  attributes: ", attributes)
	b.WriteString(",\n  dimensions: {\n")
	writeDimensions(b, fitted)
	b.WriteString("  },\n" + s.cost(m) + "};\n")
}

// getters returns the attributes that the class of a machine has getters for. Incremental machines
// share a struct with those that solve a quadratic program anew, and leave the report of the solver
// empty.
func getters(m catalog.Machine) []schema.Attribute {
	_, incremental := m.New().(model.Incremental)
	return slices.DeleteFunc(slices.Clone(schema.Attributes(m.New().Fitted())), func(a schema.Attribute) bool {
		report := strings.HasPrefix(a.Field, "solution.") || strings.HasPrefix(a.Field, "trace.")
		return a.Name == "" || report && incremental
	})
}

// writeNames writes an array of names behind a head, which begins its line.
func writeNames(b *bytes.Buffer, head string, names []string) {
	indent := head[:len(head)-len(strings.TrimLeft(head, " "))]
	b.WriteString(head + "[")
	for _, name := range names {
		fmt.Fprintf(b, "\n%s  %s,", indent, name)
	}
	if len(names) > 0 {
		b.WriteString("\n" + indent)
	}
	b.WriteString("]")
}

// writeDimensions writes which fields tell the dimensions in the shapes of others: a field by its
// number of entries, one in brackets by its value.
func writeDimensions(b *bytes.Buffer, attributes []schema.Attribute) {
	known := map[string]bool{"k": true, "pairs": true}
	for _, a := range attributes {
		letter := a.Dim
		if len(a.Shape) == 1 && a.Type != schema.SampleSet && isLetter(a.Shape[0]) {
			letter = a.Shape[0]
		}
		if letter != "" && !known[letter] {
			known[letter] = true
			tells := quote(a.Field)
			if a.Dim != "" {
				tells = "[" + tells + "]"
			}
			fmt.Fprintf(b, "    %s: %s,\n", letter, tells)
		}
	}
}

// isLetter tells a dimension that a slice can make known from an expression.
func isLetter(s string) bool { return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == "" }

// kernel writes what the facade checks objects that describe a kernel against.
func (s *specs) kernel(b *bytes.Buffer, k catalog.KernelEntry) {
	var options []string
	for _, o := range schema.Of(k.New()) {
		options = append(options, s.option(o))
	}
	var fields []string // most kernels are made of no other: -1 goes without saying
	if a := model.Arity(k.New()); a >= 0 {
		fields = append(fields, fmt.Sprintf("arity: %d", a))
	}
	if names := otherNames(k); len(names) > 0 {
		fields = append(fields, fmt.Sprintf("otherNames: [%s]", quoteAll(names)))
	}
	if len(options) > 0 {
		fields = append(fields, fmt.Sprintf("options: [%s]", strings.Join(options, ", ")))
	}
	fmt.Fprintf(b, "  %s: { %s },\n", k.Name, strings.Join(fields, ", "))
}

// ofLengthOne returns the kernels of vectors with k(x, x) = 1, whatever their parameters: those of the
// pictures have none with which this is so by chance (catalog's TestKernelsOfLengthOne).
func ofLengthOne() (names []string) {
	for _, entry := range catalog.Kernels() {
		p, pictured := entry.Kernel().(interface{ Picture() kernel.Picture })
		if !pictured {
			continue
		}
		x := &sample.Matrix{N: 3, D: 2, X: []float64{0.3, 1.1, 0.7, 0.2, 1.9, 0.6, 0.8, 2.3, 1.4}}
		if entry.Named() { // it has no parameters of two columns
			x.D = 3
		}
		picture := p.Picture()
		tree := cmp.Or(picture.Tree, entry.Name)
		for _, c := range picture.Controls {
			tree = strings.ReplaceAll(tree, `"$`+c.Name+`"`, strconv.FormatFloat(c.Start, 'g', -1, 64))
		}
		if before, _, made := strings.Cut(tree, `"parts":`); made { // whatever its parts are
			tree = before + `"parts":[{"kernel":"linear"}]}`
		}
		k, _, err := model.KernelMaker(catalog.Kernel).For(kernel.Spec{Name: tree, Degree: 3, Gamma: kernel.Width{Value: 1}}, x)
		if err != nil {
			panic(err)
		}
		one := true
		for i := range x.N {
			one = one && math.Abs(kernel.Value(k, x.Row(i), x.Row(i))-1) < 1e-12
		}
		if one {
			names = append(names, entry.Name)
		}
	}
	return names
}

// catalogModules are the module that options are checked against, and the one with
// what people read about them.
func catalogModules() (checked, read []byte) {
	s := newSpecs()
	var machines, summaries, names, optionNames, kernels, kernelDocs bytes.Buffer
	for _, m := range catalog.Machines() {
		s.machine(&machines, m)
		fmt.Fprintf(&summaries, "  %s: %s,\n", m.Name, quote(catalog.Summary(m.Name)))
		fmt.Fprintf(&names, "  %s: machine%s,\n", m.Name, m.Name)
		fmt.Fprintf(&optionNames, "  %s: optionsOf%s,\n", m.Name, m.Name)
	}
	for _, k := range catalog.Kernels() {
		if given(k) {
			continue
		}
		s.kernel(&kernels, k)
		writeKernelDocs(&kernelDocs, k)
	}

	var b bytes.Buffer
	b.WriteString(header)
	b.WriteString("/**\n * The rules for options, and the results of fits (attributes). Each option and each\n * attribute is a constant, and so is each machine, which refers to its own: a bundler\n * keeps what a program uses. The texts about them are in catalog.js.\n */\n\n")
	fmt.Fprintf(&b, "/** Kernels that a name is enough for. */\nconst kernelNames = [%s];\n\n", quoteAll(namedKernels()))
	fmt.Fprintf(&b, "/** Kernels with k(x, x) = 1; normalize has 0 for zeros. */\nexport const ofLength1 = [%s];\n\n", quoteAll(ofLengthOne()))
	fmt.Fprintf(&b, "/** Kernels of numbers >= 0. */\nexport const ofNonNegative = [%s];\n\n", strings.Join(kernelNames(nonNegative), ", "))
	fmt.Fprintf(&b, "/** The rules for the width of a kernel. */\nconst widthRules = %s;\n\n", widthRules)
	fmt.Fprintf(&b, "/** A range of many options. */\nconst positive = %s;\n\n", positive)
	fmt.Fprintf(&b, "/** The options of those who study a solver. */\nconst study = %s;\n\n", study)
	b.WriteString(specFunctions)
	b.Write(s.constants.Bytes())
	b.Write(machines.Bytes())
	fmt.Fprintf(&b, "\n/** All machines, by name. */\nexport const machines = {\n%s};\n", names.Bytes())
	fmt.Fprintf(&b, "\n/** Their options, for what needs no more of them. */\nexport const optionsOf = {\n%s};\n", optionNames.Bytes())
	fmt.Fprintf(&b, "\n/**\n * Every kernel that objects describe, where it differs from one without parts, other names and\n * parameters: how many kernels it is made of (0 for one or more), names that it has elsewhere,\n * and its parameters.\n */\nexport const kernelSpecs = {\n%s};\n", kernels.Bytes())

	var d bytes.Buffer
	d.WriteString(header)
	d.WriteString("import * as specs from './specs.js';\n\n")
	var study []string
	for _, m := range machinesOf(true) {
		study = append(study, m.Name)
	}
	fmt.Fprintf(&d, "/** The machines of maxmargin/study. */\nexport const forStudy = %s;\n\n", quote(strings.Join(study, " ")))
	fmt.Fprintf(&d, "/** What machines are, in a sentence. */\nexport const summaries = {\n%s};\n\n", summaries.Bytes())
	fmt.Fprintf(&d, "/**\n * What options and attributes mean.\n * @returns {[spec: object, doc: string][]}\n */\nexport const docs = () => [\n%s];\n\n", s.docs.Bytes())
	fmt.Fprintf(&d, "/**\n * Of every kernel its formula, when it is positive definite, whether its samples are\n * 'rows' of numbers or 'strings' (or those of its 'parts'), and whether its numbers must\n * not be negative.\n */\nexport const kernelDocs = {\n%s};\n", kernelDocs.Bytes())
	return b.Bytes(), d.Bytes()
}
