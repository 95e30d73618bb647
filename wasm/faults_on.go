//go:build js && faults

package main

import "os"

// addFaults adds operations that go wrong on purpose, for tests of what the
// facade makes of it.
func addFaults(operations map[string]operation) {
	operations["fault.panic"] = func(*bridge, *call) (answer, error) {
		panic("injected")
	}
	operations["fault.goroutine"] = func(*bridge, *call) (answer, error) {
		go func() { panic("injected into a goroutine") }()
		select {}
	}
	operations["fault.exit"] = func(*bridge, *call) (answer, error) {
		os.Exit(3)
		return answer{}, nil
	}
	operations["fault.memory"] = func(*bridge, *call) (answer, error) {
		var kept [][]byte
		for {
			block := make([]byte, 128<<20)
			for at := 0; at < len(block); at += 4096 {
				block[at] = 1
			}
			kept = append(kept, block)
		}
	}
}
