// Command gen writes what is derived from the catalog: the schema, the classes
// and the types of the JavaScript facade, and the tables in README.md. Run it at
// the root of the module:
//
//	go run ./core/internal/gen          write
//	go run ./core/internal/gen -check   fail if anything is stale
package main

import (
	"bytes"
	"flag"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	check := flag.Bool("check", false, "fail if a generated file is stale")
	flag.Parse()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		log.Fatal(err)
	}
	stale := false
	for _, f := range []struct {
		name string
		text []byte
	}{
		{"js/src/generated/catalog.js", schemaModule()},
		{"js/src/generated/kernels.js", kernelModule()},
		{"js/src/generated/options.d.ts", optionTypes()},
		{"js/src/generated/promised.js", classes(promised())},
		{"js/src/generated/blocking.js", classes(blocking())},
		{"js/src/generated/memory.js", memoryModule()},
		{"README.md", withTables(readme)},
	} {
		old, _ := os.ReadFile(f.name)
		if bytes.Equal(old, f.text) {
			continue
		}
		if *check {
			stale = true
			log.Printf("%s is stale: run go run ./core/internal/gen", f.name)
			continue
		}
		if err := os.WriteFile(f.name, f.text, 0o644); err != nil {
			log.Fatal(err)
		}
		log.Printf("wrote %s", f.name)
	}
	if stale {
		os.Exit(1)
	}
}
