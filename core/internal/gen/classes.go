package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"maxmargin/core/catalog"
	"maxmargin/core/codec"
	"maxmargin/core/model"
)

// classes returns the module with a class for every machine. The type Returns<T> stands for
// a promise in maxmargin and for the value in maxmargin/sync; js/build.mjs writes both. The
// types L and S are those of the labels and of the samples.
func classes() []byte {
	var body bytes.Buffer
	functions, types := map[string]bool{"attribute": true}, map[string]bool{}
	bases := map[string]bool{}
	ensembles, ranking := map[string]bool{}, []string{}
	for _, m := range catalog.Machines() {
		writeClass(&body, m, functions, types)
		switch {
		case isEnsemble(m):
			ensembles[baseOf(m)] = true
		case baseOf(m) == ranker:
			ranking = append(ranking, ranker)
		default:
			bases[baseOf(m)] = true
		}
		if inLists(m) != "" {
			ranking = append(ranking, "learnGroups")
		}
	}
	var b bytes.Buffer
	b.WriteString(header)
	delete(functions, "attribute")
	fmt.Fprintf(&b, "import { attribute } from '../model/estimator.js';\nimport * as specs from './specs.js';\n")
	if slices.ContainsFunc(catalog.Machines(), func(m catalog.Machine) bool { _, ok := m.New().(model.Process); return ok }) {
		fmt.Fprintf(&b, "import { %s } from '../face/process.js';\n", strings.Join(processFunctions, ", "))
	}
	for _, own := range [][2]string{{tagger, "tagging"}, {pairClassifier, "pairs"}, {selector, "selecting"}, {imputer, "imputing"}, {encoder, "encoding"}} {
		delete(bases, own[0])
		fmt.Fprintf(&b, "import { %s } from '../face/%s.js';\n", own[0], own[1])
	}
	fmt.Fprintf(&b, "import { %s } from '../face/estimators.js';\n", strings.Join(append(slices.Sorted(maps.Keys(bases)), slices.Sorted(maps.Keys(functions))...), ", "))
	if len(ranking) > 0 {
		slices.Sort(ranking)
		fmt.Fprintf(&b, "import { %s } from '../face/ranking.js';\n", strings.Join(slices.Compact(ranking), ", "))
	}
	if slices.ContainsFunc(catalog.Machines(), func(m catalog.Machine) bool { _, ok := m.New().(model.Incremental); return ok }) {
		b.WriteString("import { add, certify, remove } from '../face/incremental.js';\n")
	}
	if slices.ContainsFunc(catalog.Machines(), func(m catalog.Machine) bool { _, ok := m.New().(model.Gatherer); return ok }) {
		b.WriteString("import { fitChunks } from '../face/chunks.js';\n")
	}
	fmt.Fprintf(&b, "import { %s } from '../face/boosting.js';\n\n", strings.Join(slices.Sorted(maps.Keys(ensembles)), ", "))
	b.WriteString("/** @import { Classifiers } from './classifiers.js' */\n/** @import { OnlyPromised, Returns } from '../forms.js' */\n")
	types["KernelOption"], types["RowKernels"] = true, true
	fmt.Fprintf(&b, "/** @import { %s } from '../types.js' */\n", strings.Join(slices.Sorted(maps.Keys(types)), ", "))
	// Export the option types from this module, so that modules which export the classes
	// export them too.
	for _, m := range catalog.Machines() {
		if hasKernel(m) {
			fmt.Fprintf(&b, "/**\n * @template {KernelOption} [K=RowKernels]\n * @typedef {import('./options.js').%sOptions<K>} %sOptions\n */\n", m.Name, m.Name)
			continue
		}
		fmt.Fprintf(&b, "/** @typedef {import('./options.js').%sOptions} %sOptions */\n", m.Name, m.Name)
	}
	b.Write(body.Bytes())
	return b.Bytes()
}

// classTable returns the module with the classes by the names of their machines. It is a
// separate module, because the entries of the package export everything in classes.
func classTable() []byte {
	var b bytes.Buffer
	b.WriteString(header)
	b.WriteString("import {\n")
	for _, m := range catalog.Machines() {
		fmt.Fprintf(&b, "  %s,\n", m.Name)
	}
	b.WriteString("} from './classes.js';\n\n/** The classes of machines by name, for models in files. */\nexport const machineClasses = {\n")
	for _, m := range catalog.Machines() {
		fmt.Fprintf(&b, "  %s,\n", m.Name)
	}
	b.WriteString("};\n")
	return b.Bytes()
}

// inLists returns the line of a constructor that lets fits take the lists of their rows.
func inLists(m catalog.Machine) string {
	if _, ok := model.Learns(m.New()).(model.Sets); ok {
		return "    learnGroups(this);\n"
	}
	return ""
}

// liblinear are the machines that js/src/formats/liblinear.js writes.
var liblinear = []string{"LinearSVC", "LinearSVR"}

func writeClass(b *bytes.Buffer, m catalog.Machine, functions, types map[string]bool) {
	base, classifier := baseOf(m), m.Kind() == catalog.Classifier
	fmt.Fprintf(b, "\n/**\n * %s\n", catalog.Summary(m.Name))
	types["Samples"] = true
	samples, options, all := "Samples", m.Name+"Options", m.Name+"Options"
	if classifier {
		types["Label"] = true
		b.WriteString(" * @template {Label} [L=Label]\n")
	}
	if base == imputer {
		types["IncompleteSamples"] = true
		samples = "IncompleteSamples"
	}
	if base == encoder {
		types["TableSamples"] = true
		samples = "TableSamples"
	}
	if hasKernel(m) {
		types["KernelFor"] = true
		b.WriteString(" * @template [S=Samples]\n")
		// js/declarations/build.mjs writes the declaration of the constructor: it infers S from the kernel.
		samples, options, all = "S", options+"<KernelFor<S>>", options+"<any>"
	}
	if classifier {
		fmt.Fprintf(b, " * @extends {%s<%s, L, %s, '%s'>}\n", base, options, samples, m.Name)
	} else {
		fmt.Fprintf(b, " * @extends {%s<%s, %s>}\n", base, options, samples)
	}
	fmt.Fprintf(b, " */\nexport class %s extends %s {\n", m.Name, base)
	usual := ""
	if isEnsemble(m) {
		usual = fmt.Sprintf(", () => new %s()", m.New().(model.Holder).Parts()[0].Name)
	}
	fmt.Fprintf(b, "  /** @param {%s} [options] */\n  constructor(options) {\n    super(specs.machine%s, options%s);\n%s  }\n", all, m.Name, usual, inLists(m))
	if _, ok := m.New().(model.Incremental); ok {
		writeIncremental(b, m, types)
	} else if _, ok := m.New().(model.Updatable); ok {
		writeUpdate(b, m, samples, functions, types)
	}
	if _, ok := m.New().(model.Gatherer); ok {
		writeGathering(b, m, types)
	}
	if _, ok := m.New().(model.DualMachine); ok {
		writeDiagnostics(b, m.Kind(), samples, functions, types)
	}
	if _, ok := m.New().(model.Process); ok {
		writeProcess(b, samples, types)
	}
	if _, ok := m.New().(model.Evidence); ok {
		writeEvidence(b, types)
	}
	if _, ok := m.New().(model.Inverter); ok {
		functions["invert"], types["Shaped"], types["SparseMatrix"], types["PredictSettings"] = true, true, true, true
		fmt.Fprintf(b, "\n  /**\n   * The samples that transform makes X of.\n   * @param {Samples} X\n   * @param {PredictSettings} [settings]\n   * @returns {%s}\n   */\n  inverseTransform(X, settings) {\n    return invert(this, X, settings);\n  }\n",
			"Returns<Shaped<Float64Array> | SparseMatrix>")
	}
	if _, ok := m.New().(model.Scorer); ok {
		functions["scores"], types["Shaped"], types["PredictSettings"] = true, true, true
		b.WriteString("\n  /**\n   * The logarithm of the density at every row: the decision value plus offset; -Infinity where the\n   * density is 0.\n   * @param {Samples} X\n   * @param {PredictSettings} [settings]\n   * @returns {Returns<Shaped<Float64Array>>}\n   */\n  scoreSamples(X, settings) {\n    return scores(this, X, settings);\n  }\n")
	}
	if _, ok := m.New().(model.Drawer); ok {
		for _, t := range []string{"PointSettings", "Shaped"} {
			types[t] = true
		}
		b.WriteString("\n  /**\n   * Samples drawn from the density, row by row.\n   * @param {number} count how many\n   * @param {PointSettings} [settings]\n   * @returns {Returns<Shaped<Float64Array>>} count x features\n   */\n  sample(count, settings) {\n    return pointsOf(this, count, settings);\n  }\n")
	}
	if codec.LibsvmType(m.Name) != "" {
		functions["exportLibsvm"] = true
		labels := ""
		if classifier {
			labels = " Its labels\n   * must be whole numbers."
		}
		fmt.Fprintf(b, "\n  /**\n   * The model in LIBSVM's text format, for svm-predict and its kin.%s\n   * @returns {%s}\n   */\n  exportLibsvm() {\n    return exportLibsvm(this);\n  }\n", labels, "Returns<string>")
	}
	if slices.Contains(liblinear, m.Name) {
		functions["exportLiblinear"] = true
		labels := ""
		if classifier {
			labels = " Its\n   * labels must be whole numbers."
		}
		fmt.Fprintf(b, "\n  /**\n   * The model in LIBLINEAR's text format, for liblinear-predict and its kin.%s\n   * @returns {%s}\n   */\n  exportLiblinear() {\n    return exportLiblinear(this);\n  }\n", labels, "Returns<string>")
	}
	for _, a := range getters(m) {
		typed := attributeType(a, samples)
		for _, t := range []string{"Shaped", "KeptSamples"} {
			if strings.Contains(typed, t) {
				types[t] = true
			}
		}
		fmt.Fprintf(b, "\n  /**\n%s   * @returns {%s}\n   */\n  get %s() {\n    return attribute(this, '%s');\n  }\n", comment(a), typed, a.Name, a.Name)
	}
	b.WriteString("}\n")
}

// processFunctions are those of js/src/face/process.js that the methods of a process call.
var processFunctions = []string{"densityOf", "distribution", "drawn", "evidenceOf", "pointsOf"}

// writeProcess writes the methods of machines that predict a distribution.
func writeProcess(b *bytes.Buffer, samples string, types map[string]bool) {
	for _, t := range []string{"DensitySettings", "DistributionSettings", "Entries", "Predicted", "PredictSettings", "SampleSettings", "Shaped"} {
		types[t] = true
	}
	fmt.Fprintf(b, `
  /**
   * The mean for every row; with returnStd or returnCov also the standard deviation of the
   * function, without the noise, or the covariances of all pairs of rows.
   * @template {DistributionSettings} [T=PredictSettings]
   * @param {%[1]s} X
   * @param {T} [settings]
   * @returns {Returns<Predicted<T>>}
   */
  predict(X, settings) {
    return /** @type {any} */ (distribution(this, X, settings));
  }

  /**
   * Functions drawn from the process, row by row: as the fit leaves it, or before a fit from
   * the prior that the options describe.
   * @param {%[1]s} X
   * @param {SampleSettings} [settings]
   * @returns {Returns<Shaped<Float64Array>>} rows x samples
   */
  sampleY(X, settings) {
    return drawn(this, X, settings);
  }

  /**
   * The logarithm of the joint density of the values y of the function at the rows of X, or
   * with noise of observations: after the fit, or before a fit under the prior.
   * @param {%[1]s} X
   * @param {Entries<number>} y
   * @param {DensitySettings} [settings]
   * @returns {Returns<number>}
   */
  logDensity(X, y, settings) {
    return densityOf(this, X, y, settings);
  }
`, samples)
}

// writeEvidence writes the method of machines that learn the parameters of a process.
func writeEvidence(b *bytes.Buffer, types map[string]bool) {
	for _, t := range []string{"Entries", "MarginalLikelihood", "PredictSettings"} {
		types[t] = true
	}
	b.WriteString(`
  /**
   * The log marginal likelihood of the training data, and its derivatives by the logarithms of
   * the parameters, at the parameters of the fit or at others: by name, or all in the order of
   * parameterNames.
   * @param {Record<string, number> | Entries<number> | null} [parameters]
   * @param {PredictSettings} [settings]
   * @returns {Returns<MarginalLikelihood>}
   */
  logMarginalLikelihood(parameters, settings) {
    return evidenceOf(this, parameters, settings);
  }
`)
}

// hasKernel reports whether a machine has the option kernel.
func hasKernel(m catalog.Machine) bool {
	return slices.ContainsFunc(options(m), func(o model.Option) bool { return o.Type == model.KernelName })
}

// classifierTypes returns the type of the classifiers by name: fit finds there what it
// returns, the same machine with the labels that it was given.
func classifierTypes() []byte {
	var names, fields []string
	for _, m := range catalog.Machines() {
		if m.Kind() != catalog.Classifier {
			continue
		}
		names = append(names, m.Name)
		arguments := "L"
		if hasKernel(m) {
			arguments = "L, S"
		}
		fields = append(fields, fmt.Sprintf("  %s: %s<%s>;\n", m.Name, m.Name, arguments))
	}
	return fmt.Appendf(nil, "%simport type { Label } from '../types.js';\nimport type {\n  %s,\n} from './classes.js';\n\n/** The classifiers by name, with labels L and samples S. */\nexport interface Classifiers<L extends Label, S> {\n%s}\n",
		header, strings.Join(names, ",\n  "), strings.Join(fields, ""))
}

// writeDiagnostics writes the method of machines in dual variables.
func writeDiagnostics(b *bytes.Buffer, kind, samples string, functions, types map[string]bool) {
	functions["diagnose"] = true
	for _, t := range []string{"Diagnostics", "DiagnosticsSettings", "Entries"} {
		types[t] = true
	}
	y, arguments, call := "   * @param {Entries<L>} y\n", "X, y, settings", "X, y, settings"
	switch kind {
	case catalog.Regressor:
		y = "   * @param {Entries<number>} y\n"
	case catalog.Detector:
		y, arguments, call = "", "X, settings", "X, undefined, settings"
	}
	fmt.Fprintf(b, "\n  /**\n   * Where the rows lie with respect to the margin, and how good the solution is.\n   * @param {%s} X\n%s   * @param {DiagnosticsSettings} [settings]\n   * @returns {%s}\n   */\n  diagnostics(%s) {\n    return diagnose(this, %s);\n  }\n",
		samples, y, "Returns<Diagnostics>", arguments, call)
}

// comment returns the meaning of an attribute as lines of a comment.
func comment(a model.Attribute) string {
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
func attributeType(a model.Attribute, samples string) string {
	switch a.Type {
	case model.TextValue:
		return "string"
	case model.IntValues:
		return array("Int32Array", a.Shape)
	case model.FloatValues:
		return array("Float64Array", a.Shape)
	case model.SampleSet:
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
