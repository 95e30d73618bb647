//go:build js

package main

import (
	"bytes"
	"runtime"
	"syscall/js"
	"unsafe"

	"maxmargin/core/base/lanes"
	"maxmargin/core/engine/wire"
)

// What crosses between JavaScript and Go are bytes in the memory of the program, little-endian on both
// sides: one message for a call and one for its outcome. Only this file of the package imports unsafe.

// buffers are the arrays of a call.
type buffers struct {
	record  wire.Value
	outside []js.Value // the large ones
}

// size returns the length of an array in bytes, 0 when it is not there.
func (b buffers) size(name string) int {
	v := b.record.Entry(name)
	if v.IsNothing() {
		return 0
	}
	if bytes, is := v.Block(); is {
		return len(bytes)
	}
	return b.outside[int(v.Number())].Length()
}

// float64s returns the numbers of an array, or nil when it is not there.
func (b buffers) float64s(name string) []float64 { return numbers[float64](b, name) }

// int32s returns the integers of an array, or nil.
func (b buffers) int32s(name string) []int32 { return numbers[int32](b, name) }

// bytes returns the bytes of an array, or nil.
func (b buffers) bytes(name string) []byte { return numbers[byte](b, name) }

// numbers returns an array, which the operation may keep: what lies in the message belongs to the call.
func numbers[T byte | int32 | float64](b buffers, name string) []T {
	v := b.record.Entry(name)
	if v.IsNothing() {
		return nil
	}
	var one T
	size := int(unsafe.Sizeof(one))
	if bytes, is := v.Block(); is {
		values := make([]T, len(bytes)/size)
		copy(lanes.Memory(values), bytes)
		return values
	}
	source := b.outside[int(v.Number())]
	values := make([]T, source.Length()/size)
	js.CopyBytesToGo(lanes.Memory(values), source)
	return values
}

// exchanged returns the message of a call of dispatch.
func exchanged(args []js.Value) []byte {
	length := args[0].Int()
	if len(args) > 2 && args[2].Type() == js.TypeObject {
		message := make([]byte, length)
		js.CopyBytesToGo(message, args[2])
		return message
	}
	return bytes.Clone(inExchange(length)) // the exchange serves the next call while this one runs
}

// inExchange returns the message in the exchange.
func inExchange(length int) []byte { return lanes.Memory(small.exchange[:])[:length] }

// send calls a function of the control object with where a message lies in memory.
func send(control js.Value, name string, message []byte) js.Value {
	defer runtime.KeepAlive(message)
	return control.Call(name, addressOf(message))
}

// appendPlace appends where a slice lies in memory.
func appendPlace(to []byte, numbers any) []byte {
	bytes, is := numbers.([]byte)
	switch v := numbers.(type) {
	case []float64:
		bytes, is = lanes.Memory(v), true
	case []int32:
		bytes, is = lanes.Memory(v), true
	}
	if !is {
		panic("an answer has something that is no buffer")
	}
	return wire.AppendPlace(to, addressOf(bytes), len(bytes))
}

// addressOf returns where in memory the bytes are.
func addressOf(bytes []byte) int { return address(unsafe.SliceData(bytes)) }

// address returns where in memory v is. The runtime moves no variable but those on stacks.
func address[T any](v *T) int { return int(uintptr(unsafe.Pointer(v))) }
