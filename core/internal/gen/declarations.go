package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"maxmargin/core/engine/catalog"
	"maxmargin/core/model/schema"
)

// typesOf are the modules with types that declarations of classes name.
var typesOf = map[string]string{
	"../types.js":      "Certificate Chunk ChunkFile ChunkSettings DensitySettings Diagnostics DiagnosticsSettings DistributionSettings Entries FitSettings IncompleteSamples KeptSamples KernelFor KernelOption Known Label LabelOf MarginalLikelihood PartialFitSettings PointSettings PredictSettings Predicted RowKernels SampleSettings Samples SamplesOf Shaped SparseMatrix TableSamples WorkSettings",
	"../forms.js":      "OnlyPromised Returns",
	"./classifiers.js": "Classifiers",
}

// declarations returns the types of the classes of an entry. The type Returns<T> stands for a promise
// in maxmargin and for the value in maxmargin/sync; js/build.mjs writes both. The types L and S are
// those of the labels and of the samples.
func declarations(study bool) []byte {
	var body bytes.Buffer
	needed := map[string][]string{}
	for _, m := range machinesOf(study) {
		base, module := baseOf(m)
		needed[module] = append(needed[module], base)
		needed["./options.js"] = append(needed["./options.js"], m.Name+"Options")
		declare(&body, m)
	}
	for module, names := range typesOf {
		for _, name := range strings.Fields(names) {
			if regexp.MustCompile(`\b` + name + `\b`).Match(body.Bytes()) {
				needed[module] = append(needed[module], name)
			}
		}
	}
	var b bytes.Buffer
	b.WriteString(header)
	writeImports(&b, "import type", needed)
	// Modules that export the classes export the types of their options, too.
	writeImports(&b, "export type", map[string][]string{"./options.js": needed["./options.js"]})
	b.Write(body.Bytes())
	return b.Bytes()
}

// declare writes the declaration of a class. That of a machine with a kernel infers the type of the
// samples from the kernel among the options. A class cannot say that, since the type parameters of its
// constructor are its own: it is declared as a constant, the constructor, and an interface of its name.
func declare(b *bytes.Buffer, m catalog.Machine) {
	base, _ := baseOf(m)
	classifier, kernel := m.Kind() == catalog.Classifier, hasKernel(m)
	samples, options := "Samples", m.Name+"Options"
	switch base {
	case imputer, gapsClassifier, gapsRegressor:
		samples = "IncompleteSamples"
	case encoder:
		samples = "TableSamples"
	}
	var parameters []string
	if classifier {
		parameters = []string{"L extends Label = Label"}
	}
	fmt.Fprintf(b, "\n/** %s */\nexport ", catalog.Summary(m.Name))
	if kernel {
		made, prototype := "SamplesOf<K>", "any"
		if classifier {
			made, prototype = "L, "+made, "any, any"
		}
		fmt.Fprintf(b, "const %[1]s: {\n  new <%[2]s>(options?: %[3]s<K> & Known<K>): %[1]s<%[4]s>;\n  readonly prototype: %[1]s<%[5]s>;\n};\nexport interface ",
			m.Name, strings.Join(append(parameters, "K extends KernelOption = RowKernels"), ", "), options, made, prototype)
		parameters = append(parameters, "S = Samples")
		samples, options = "S", options+"<KernelFor<S>>"
	} else {
		b.WriteString("class ")
	}
	of := ""
	if len(parameters) > 0 {
		of = "<" + strings.Join(parameters, ", ") + ">"
	}
	arguments := options + ", " + samples
	if classifier {
		arguments = fmt.Sprintf(`%s, L, %s, "%s"`, options, samples, m.Name)
	}
	fmt.Fprintf(b, "%s%s extends %s<%s> {\n", m.Name, of, base, arguments)
	if !kernel {
		fmt.Fprintf(b, "  constructor(options?: %s);\n", options)
	}
	b.WriteString(methodTypes(m, samples))
	for _, a := range getters(m) {
		doc := "  /**\n" + comment(a) + "   */"
		if strings.Count(doc, "\n") == 2 {
			doc = "  /** " + strings.TrimSuffix(strings.TrimPrefix(doc, "  /**\n   * "), "\n   */") + " */"
		}
		fmt.Fprintf(b, "%s\n  get %s(): %s;\n", doc, a.Name, attributeType(a, samples))
	}
	b.WriteString("}\n")
}

// comment returns the meaning of an attribute as lines of a comment.
func comment(a schema.Attribute) string {
	var b strings.Builder
	line := "   *"
	text := a.Doc
	if len(a.Shape) > 1 {
		text += " Shape " + strings.Join(a.Shape, " x ") + "."
	}
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > 90 {
			b.WriteString(line + "\n")
			line = "   *"
		}
		line += " " + word
	}
	return b.String() + line + "\n"
}

// attributeType returns the type of an attribute of a machine with samples of a type.
func attributeType(a schema.Attribute, samples string) string {
	switch a.Type {
	case schema.TextValue:
		return "string"
	case schema.IntValues:
		return array("Int32Array", a.Shape)
	case schema.FloatValues:
		return array("Float64Array", a.Shape)
	case schema.SampleSet:
		return "KeptSamples<" + samples + ">"
	}
	return "number"
}

func array(name string, shape []string) string {
	if len(shape) > 1 {
		return "Shaped<" + name + ">"
	}
	return name
}
