//go:build js && !faults

package main

// faultOperation returns nil: only builds with the tag faults have operations that fail on purpose.
func faultOperation(string) operation { return nil }
