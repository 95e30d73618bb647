// Command gen writes what is derived from the catalog: the schema, the classes
// and the types of the JavaScript facade, and tables in README.md and the docs. Run
// it at the root of the module:
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
	files["js/src/generated/catalog.js"] = schemaModule()
	files["js/src/generated/kernels.js"] = kernelModule()
	files["js/src/generated/options.d.ts"] = optionTypes()
	files["js/src/generated/promised.js"] = classes(promised())
	files["js/src/generated/blocking.js"] = classes(blocking())
	files["js/src/generated/memory.js"] = memoryModule()
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
