package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// writeKernelDocs writes what people read about a kernel.
func writeKernelDocs(b *bytes.Buffer, k catalog.KernelEntry) {
	facts := catalog.FactsOf(k.Name)
	fmt.Fprintf(b, "  %s: { formula: %s, definite: %s, samples: %s, nonNegative: %t },\n",
		k.Name, quote(facts.Formula), quote(facts.Definite), quote(samples(k)), nonNegative(k))
}

// samples says what a kernel compares.
func samples(k catalog.KernelEntry) string {
	if compares := k.Compares(); compares != string(sample.Numbers) {
		return compares
	}
	return "rows"
}

// nonNegative reports whether a kernel is defined for numbers >= 0 only.
func nonNegative(k catalog.KernelEntry) bool {
	return kernel.IsNonNegative(k.Kernel())
}

// otherNames returns the names of a kernel in other texts and libraries: messages about an
// unknown kernel of that name suggest this one.
func otherNames(k catalog.KernelEntry) []string {
	if of, ok := k.New().(interface{ OtherNames() []string }); ok {
		return of.OtherNames()
	}
	return nil
}

// given reports whether the user computes the kernel values.
func given(k catalog.KernelEntry) bool {
	return kernel.IsGiven(k.Kernel())
}

// kernelModule returns the module with a function for every kernel. Its arguments are the
// parameters, and the parts of a kernel that is made of others.
func kernelModule() []byte {
	var b bytes.Buffer
	b.WriteString(header + "import { make } from '../machines/kernels.js';\n\n/** @import { Kernel, RowKernel, StringKernel } from '../types.js' */\n\n")
	b.WriteString("/** Kernels as plain, frozen objects: the option kernel takes them. */\nexport const kernels = /* @__PURE__ */ Object.freeze({\n")
	for i, k := range catalog.Kernels() {
		if given(k) {
			continue
		}
		if i > 0 {
			b.WriteString("\n")
		}
		facts := catalog.FactsOf(k.Name)
		fmt.Fprintf(&b, "  /**\n%s", comment(schema.Attribute{Doc: facts.Formula + ". Positive definite: " + facts.Definite + "."}))
		options := schema.Of(k.New())
		kernel := kernelType(k)
		if kernel == "K" {
			b.WriteString("   * @template {Kernel} K\n")
		}
		var names []string
		if model.Arity(k.New()) >= 0 {
			for _, o := range options {
				fmt.Fprintf(&b, "   * @param {%s} %s %s\n", typeScript(o), o.Name, o.Doc)
				names = append(names, o.Name)
			}
			if model.Arity(k.New()) == 0 {
				fmt.Fprintf(&b, "   * @param {%s[]} parts\n", kernel)
				names = append(names, "...parts")
			} else {
				fmt.Fprintf(&b, "   * @param {%s} part\n", kernel)
				names = append(names, "part")
			}
		} else if len(options) > 0 {
			optional := ""
			var fields []string
			for _, o := range options {
				mark := "?"
				if o.Default == "" {
					mark = ""
				}
				fields = append(fields, fmt.Sprintf("%s%s: %s", o.Name, mark, typeScript(o)))
			}
			if k.Named() {
				optional = "[parameters]"
			} else {
				optional = "parameters"
			}
			fmt.Fprintf(&b, "   * @param {{ %s }} %s\n", strings.Join(fields, ", "), optional)
			names = append(names, "parameters")
		}
		arguments := strings.Join(names, ", ")
		fmt.Fprintf(&b, "   * @returns {%s}\n   */\n  %s(%s) {\n    return make('%s', [%s]);\n  },\n", kernel, k.Name, arguments, k.Name, arguments)
	}
	b.WriteString("});\n")
	return b.Bytes()
}

// kernelType returns the TypeScript type of a kernel: that of rows, that of strings, or K,
// that of its parts. Points and columns are those of rows.
func kernelType(k catalog.KernelEntry) string {
	switch samples(k) {
	case "rows":
		return "RowKernel"
	case "strings":
		return "StringKernel"
	}
	ofRows := func(o schema.Option) bool { return o.Type == schema.Rows || o.Type == schema.Indices }
	if slices.ContainsFunc(schema.Of(k.New()), ofRows) {
		return "RowKernel"
	}
	return "K"
}
