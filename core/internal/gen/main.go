// Command gen writes everything that is derived from the Go sources: the schema, the
// classes and the types of the JavaScript facade (from the catalog), the theorems and
// pictures of kernels and the formulas of losses in JavaScript (translated from their
// methods), the assembly of whole algorithms (compiled from Go), and tables in the docs. Run it at the root of the module:
//
//	go run ./core/internal/gen          write
//	go run ./core/internal/gen -check   fail if anything is stale
package main

import (
	"bytes"
	"flag"
	"log"
	"maps"
	"os"
	"slices"
)

func main() {
	log.SetFlags(0)
	check := flag.Bool("check", false, "fail if a generated file is stale")
	flag.Parse()
	files := documents()
	files["js/src/generated/specs.js"], files["js/src/generated/catalog.js"] = catalogModules()
	files["js/src/generated/kernels.js"] = kernelModule()
	files["js/src/generated/options.d.ts"] = optionTypes()
	files["js/src/generated/classes.js"], files["js/src/generated/study.js"] = classes(false), classes(true)
	files["js/src/generated/classes.d.ts"], files["js/src/generated/study.d.ts"] = declarations(false), declarations(true)
	files["js/src/generated/classifiers.d.ts"] = classifierTypes()
	files["js/src/generated/names.js"] = namesModule()
	files["js/src/generated/losses.js"] = lossModule()
	files["js/src/generated/memory.js"] = memoryModule()
	files["js/src/generated/theory.js"] = theoryModule()
	files["demo/site/kernel-pictures.js"] = pictureModule()
	files["js/src/generated/rows.js"] = rowsModule()
	assemblyModules(files)
	stale := false
	for _, name := range slices.Sorted(maps.Keys(files)) {
		text := files[name]
		old, _ := os.ReadFile(name)
		if bytes.Equal(old, text) {
			continue
		}
		if *check {
			stale = true
			log.Printf("%s is stale: run go run ./core/internal/gen", name)
			continue
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			log.Fatal(err)
		}
		log.Printf("wrote %s", name)
	}
	if stale {
		os.Exit(1)
	}
}

// must returns a value, or ends the program with the error.
func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
