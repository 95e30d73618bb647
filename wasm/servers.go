//go:build js

package main

import (
	"syscall/js"

	"maxmargin/core/servers"
)

// sharedMemory is a SharedArrayBuffer, seen through Atomics.
type sharedMemory struct {
	words, bytes                    js.Value // Int32Array, Uint8Array
	load, store, swap, wait, notify js.Value
	parts                           map[[2]int]js.Value // of bytes, by start and length
}

func (m *sharedMemory) Load(word int) int32 { return int32(m.load.Invoke(m.words, word).Int()) }

func (m *sharedMemory) Store(word int, value int32) { m.store.Invoke(m.words, word, value) }

func (m *sharedMemory) Swap(word int, from, to int32) bool {
	return m.swap.Invoke(m.words, word, from, to).Int() == int(from)
}

func (m *sharedMemory) Words(dst []int32, word int) { m.ReadInt32s(dst, 4*word) }

func (m *sharedMemory) SetWords(word int, values []int32) { m.WriteInt32s(4*word, values) }

func (m *sharedMemory) Wait(word int, value int32, most float64) {
	m.wait.Invoke(m.words, word, value, most)
}

func (m *sharedMemory) Wake(word int) { m.notify.Invoke(m.words, word) }

func (m *sharedMemory) ReadInt32s(dst []int32, at int)         { m.read(memory(dst), at) }
func (m *sharedMemory) ReadFloat64s(dst []float64, at int)     { m.read(memory(dst), at) }
func (m *sharedMemory) WriteInt32s(at int, values []int32)     { m.write(at, memory(values)) }
func (m *sharedMemory) WriteFloat64s(at int, values []float64) { m.write(at, memory(values)) }

func (m *sharedMemory) read(dst []byte, at int) {
	js.CopyBytesToGo(dst, m.part(at, len(dst)))
}

func (m *sharedMemory) write(at int, from []byte) {
	js.CopyBytesToJS(m.part(at, len(from)), from)
}

// mostParts is how many views of parts are kept: to make one takes longer than to copy a short
// row, and the same parts are used again and again while the number of columns does not change.
const mostParts = 256

// part returns a view of some bytes.
func (m *sharedMemory) part(at, length int) js.Value {
	key := [2]int{at, length}
	view, ok := m.parts[key]
	if !ok {
		if len(m.parts) == mostParts {
			clear(m.parts)
		}
		view = m.bytes.Call("subarray", at, at+length)
		m.parts[key] = view
	}
	return view
}

// serveRows computes kernel rows for a fit in another thread until that ends.
func serveRows(b *bridge, c *call) (answer, error) {
	request, options, err := c.fitRequest()
	if err != nil {
		return answer{}, err
	}
	return answer{}, b.engine.ServeRows(request, options, c.table(request.Table), sharedOf(c.buffers))
}

var _ servers.Shared = (*sharedMemory)(nil)
