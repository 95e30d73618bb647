//go:build js && !faults

package main

// addFaults adds nothing: only builds with the tag faults have operations that fail on purpose.
func addFaults(map[string]operation) {}
