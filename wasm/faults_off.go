//go:build js && !faults

package main

// addFaults adds nothing: only builds with the tag faults can die on purpose.
func addFaults(map[string]operation) {}
