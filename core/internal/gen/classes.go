package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// machinesOf returns the machines of an entry of the package: maxmargin/study, or maxmargin.
func machinesOf(study bool) []catalog.Machine {
	return slices.DeleteFunc(catalog.Machines(), func(m catalog.Machine) bool { return catalog.ForStudy(m.Name) != study })
}

// classes returns the module with a class for every machine of an entry: js/src/face/machine.js makes
// it of its base class, its spec and its methods. Their types are in declarations.
func classes(study bool) []byte {
	var body bytes.Buffer
	needed := map[string][]string{} // names by module
	need := func(module string, names ...string) { needed[module] = append(needed[module], names...) }
	need("../face/machine.js", "machine")
	for _, m := range machinesOf(study) {
		base, module := baseOf(m)
		if learns[model.Sets](m) {
			base, module = "SetClassifier", "../face/ranking.js"
		}
		need(module, base)
		arguments := []string{base, "specs.machine" + m.Name}
		own := methodsOf(m)
		need("../face/machine.js", own...)
		if holder, ok := m.New().(model.Holder); ok {
			member := holder.Parts()[0].Name // of which ensembles are by default
			if catalog.ForStudy(member) != study {
				need(moduleOfClasses(!study), member)
			}
			arguments = append(arguments, "["+strings.Join(own, ", ")+"]", "() => new "+member+"()")
		} else if len(own) > 0 {
			arguments = append(arguments, "["+strings.Join(own, ", ")+"]")
		}
		fmt.Fprintf(&body, "export const %s = %s;\n", m.Name, call("machine", arguments...))
	}
	var b bytes.Buffer
	b.WriteString(header)
	writeImports(&b, "import", needed)
	fmt.Fprintf(&b, "import * as specs from './specs.js';\n\n%s", body.Bytes())
	return b.Bytes()
}

// writeImports writes the imports of names by module.
func writeImports(b *bytes.Buffer, words string, needed map[string][]string) {
	for _, module := range slices.Sorted(maps.Keys(needed)) {
		names := slices.Compact(slices.Sorted(slices.Values(needed[module])))
		fmt.Fprintf(b, "%s { %s } from '%s';\n", words, strings.Join(names, ", "), module)
	}
}

// namesModule returns the module with the names of all machines, by the entry that has their
// classes. It has no classes, which every program with load would have then.
func namesModule() []byte {
	var b bytes.Buffer
	b.WriteString(header)
	for _, study := range []bool{false, true} {
		entry, name := "maxmargin", "work"
		if study {
			entry, name = "maxmargin/study", "study"
		}
		var names []string
		for _, m := range machinesOf(study) {
			names = append(names, m.Name)
		}
		fmt.Fprintf(&b, "/** The machines whose classes %s has. */\nexport const %s =\n  '%s';\n", entry, name, strings.Join(names, " "))
	}
	return b.Bytes()
}

// moduleOfClasses returns the module with the classes of an entry.
func moduleOfClasses(study bool) string {
	if study {
		return "./study.js"
	}
	return "./classes.js"
}

// classifierTypes returns the type of the classifiers by name: fit finds there what it
// returns, the same machine with the labels that it was given.
func classifierTypes() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%simport type { Label } from '../types.js';\n", header)
	var fields strings.Builder
	for _, study := range []bool{false, true} {
		var names []string
		for _, m := range machinesOf(study) {
			if m.Kind() != catalog.Classifier {
				continue
			}
			names = append(names, m.Name)
			arguments := "L"
			if hasKernel(m) {
				arguments = "L, S"
			}
			fmt.Fprintf(&fields, "  %s: %s<%s>;\n", m.Name, m.Name, arguments)
		}
		fmt.Fprintf(&b, "import type {\n  %s,\n} from '%s';\n", strings.Join(names, ",\n  "), moduleOfClasses(study))
	}
	fmt.Fprintf(&b, "\n/** The classifiers by name, with labels L and samples S. */\nexport interface Classifiers<L extends Label, S> {\n%s}\n", fields.String())
	return b.Bytes()
}

// hasKernel reports whether a machine has the option kernel.
func hasKernel(m catalog.Machine) bool {
	return slices.ContainsFunc(options(m), func(o schema.Option) bool { return o.Type == schema.KernelName })
}
