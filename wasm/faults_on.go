//go:build js && faults

package main

import (
	"os"
	"runtime"
	"syscall/js"
)

// faultOperation returns an operation that fails on purpose, with which tests check how the facade
// handles failures, or the one that reports the bytes in use; nil for other names.
func faultOperation(name string) operation {
	faulty := map[string]operation{}
	faulty["fault.panic"] = func(*bridge, *call) (answer, error) {
		panic("injected")
	}
	faulty["fault.goroutine"] = func(*bridge, *call) (answer, error) {
		go func() { panic("injected into a goroutine") }()
		select {}
	}
	faulty["fault.exit"] = func(*bridge, *call) (answer, error) {
		os.Exit(3)
		return answer{}, nil
	}
	faulty["fault.memory"] = func(*bridge, *call) (answer, error) {
		var kept [][]byte
		for {
			block := make([]byte, 128<<20)
			for at := 0; at < len(block); at += 4096 {
				block[at] = 1
			}
			kept = append(kept, block)
		}
	}
	// A function that JavaScript has called must not wait for another call: JavaScript
	// could not make it.
	faulty["fault.deadlock"] = func(*bridge, *call) (answer, error) {
		wait := js.FuncOf(func(js.Value, []js.Value) any { select {} })
		wait.Invoke()
		return answer{}, nil
	}
	faulty["fault.recursion"] = func(*bridge, *call) (answer, error) {
		return answer{value: struct {
			Depth int `js:"depth"`
		}{descend(1 << 24)}}, nil
	}
	faulty["fault.leak"] = func(*bridge, *call) (answer, error) {
		js.FuncOf(func(js.Value, []js.Value) any { return nil }) // and never released
		return answer{}, nil
	}
	faulty["fault.heap"] = func(*bridge, *call) (answer, error) {
		var m runtime.MemStats
		for range 2 { // the second also frees memory that finalizers held
			runtime.GC()
		}
		runtime.ReadMemStats(&m)
		return answer{value: struct {
			Bytes int `js:"bytes"`
		}{int(m.HeapAlloc)}}, nil
	}
	return faulty[name]
}

// descend calls itself until the engine's stack is used up.
func descend(depth int) int {
	if depth == 0 {
		return 0
	}
	return descend(depth-1) + 1
}
