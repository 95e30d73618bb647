//go:build js

package main

import (
	"fmt"
	"syscall/js"
	"unsafe"

	"maxmargin/core/base/lanes"
)

// Large arrays cross between JavaScript and Go as bytes, copied once, little-endian on both sides.
// Only this file of the package reads properties of JavaScript objects by name and imports unsafe.

// hasMethod reports whether an object has a function of this name.
func hasMethod(object js.Value, name string) bool {
	return object.Get(name).Type() == js.TypeFunction
}

// entries calls visit with each property of an object, until that fails.
func entries(object js.Value, visit func(name string, value js.Value) error) error {
	names := js.Global().Get("Object").Call("keys", object)
	for i := range names.Length() {
		name := names.Index(i).String()
		if err := visit(name, object.Get(name)); err != nil {
			return err
		}
	}
	return nil
}

// sizeOf returns the length of buffers[name] in bytes, 0 when it is not there.
func sizeOf(buffers js.Value, name string) int {
	source := buffers.Get(name)
	if source.IsUndefined() {
		return 0
	}
	return source.Length()
}

// isRangeError reports whether JavaScript failed to make an array for lack of memory.
func isRangeError(thrown any) bool {
	err, ok := thrown.(js.Error)
	return ok && err.Value.InstanceOf(js.Global().Get("RangeError"))
}

// float64s returns the numbers of buffers[name], a Uint8Array, or nil when it
// is not there.
func float64s(buffers js.Value, name string) []float64 { return numbers[float64](buffers, name) }

// int32s returns the integers of buffers[name], or nil.
func int32s(buffers js.Value, name string) []int32 { return numbers[int32](buffers, name) }

// bytesOf returns the bytes of buffers[name], or nil.
func bytesOf(buffers js.Value, name string) []byte { return numbers[byte](buffers, name) }

func numbers[T byte | int32 | float64](buffers js.Value, name string) []T {
	source := buffers.Get(name)
	if source.IsUndefined() {
		return nil
	}
	var one T
	values := make([]T, source.Length()/int(unsafe.Sizeof(one)))
	js.CopyBytesToGo(lanes.Memory(values), source)
	return values
}

// toJS returns a Uint8Array over a fresh buffer that holds a slice.
func toJS(numbers any) js.Value {
	var b []byte
	switch v := numbers.(type) {
	case []float64:
		b = lanes.Memory(v)
	case []int32:
		b = lanes.Memory(v)
	case []byte:
		b = v
	default:
		panic(fmt.Sprintf("a %T has no bytes", v))
	}
	array := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(array, b)
	return array
}

// address returns where in memory v is. A global variable stays there.
func address(v *float64) int { return int(uintptr(unsafe.Pointer(v))) }
