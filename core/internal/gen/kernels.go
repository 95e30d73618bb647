package main

import (
	"bytes"
	"fmt"
	"strings"

	"maxmargin/core/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
)

// writeKernels writes what the facade knows about kernels.
func writeKernels(b *bytes.Buffer) {
	b.WriteString("/**\n * What the facade knows about every kernel that objects describe: its formula, when it\n * is positive definite, whether its samples are 'rows' of numbers or 'strings' (or those\n * of its parts), whether its numbers must not be negative, how many kernels it is made of (-1 for none, 0 for one or more), and\n * its parameters.\n */\nexport const kernelSpecs = {\n")
	for _, k := range catalog.Kernels() {
		if given(k) {
			continue
		}
		fmt.Fprintf(b, "  %s: {\n    name: %s,\n    formula: %s,\n    definite: %s,\n    samples: %s,\n    nonNegative: %t,\n    arity: %d,\n    options: [\n",
			k.Name, quote(k.Name), quote(k.Formula), quote(k.Definite), quote(samples(k)), nonNegative(k), model.Arity(k.New()))
		for _, o := range model.Schema(k.New()) {
			writeOption(b, o)
		}
		b.WriteString("    ],\n  },\n")
	}
	b.WriteString("};\n")
}

// samples says what a kernel compares.
func samples(k catalog.KernelEntry) string {
	if _, ok := k.New().(kernel.Sequence); ok {
		return "strings"
	}
	if model.Arity(k.New()) >= 0 {
		return "parts"
	}
	return "rows"
}

// nonNegative reports whether a kernel is defined for numbers >= 0 only.
func nonNegative(k catalog.KernelEntry) bool {
	_, ok := k.New().(kernel.NonNegative)
	return ok
}

// given reports whether the kernel's values are the user's.
func given(k catalog.KernelEntry) bool {
	_, ok := k.New().(kernel.Given)
	return ok
}

// kernelModule is the object with a function for every kernel: one of the
// parameters, and of a kernel that is made of others, of its parameter and these.
func kernelModule() []byte {
	var b bytes.Buffer
	b.WriteString(header + "import { make } from '../kernels.js';\n\n/** @import { Kernel } from '../types.js' */\n\n")
	b.WriteString("/** Kernels as plain, frozen objects: the option kernel takes them. */\nexport const kernels = Object.freeze({\n")
	for i, k := range catalog.Kernels() {
		if given(k) {
			continue
		}
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "  /**\n%s", comment(model.Attribute{Doc: k.Formula + ". Positive definite: " + k.Definite + "."}))
		options := model.Schema(k.New())
		var names []string
		if model.Arity(k.New()) >= 0 {
			for _, o := range options {
				fmt.Fprintf(&b, "   * @param {%s} %s %s\n", typeScript(o), o.Name, o.Doc)
				names = append(names, o.Name)
			}
			if model.Arity(k.New()) == 0 {
				b.WriteString("   * @param {Kernel[]} parts\n")
				names = append(names, "...parts")
			} else {
				b.WriteString("   * @param {Kernel} part\n")
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
		fmt.Fprintf(&b, "   * @returns {Kernel}\n   */\n  %s(%s) {\n    return make('%s', [%s]);\n  },\n", k.Name, arguments, k.Name, arguments)
	}
	b.WriteString("});\n")
	return b.Bytes()
}
