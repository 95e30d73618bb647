package servers_test

import (
	"encoding/binary"
	"math"
	"sync/atomic"
	"time"
)

// memory is what threads share in these tests.
type memory struct {
	words []atomic.Int32
	bytes []byte

	finished  atomic.Int32 // rows and parts of sums
	failAfter int32        // so many of them a server fails; 0: at once, negative: never
}

func newMemory(bytes int) *memory {
	return &memory{words: make([]atomic.Int32, 256), bytes: make([]byte, bytes), failAfter: -1}
}

func (m *memory) Load(word int) int32                { return m.words[word].Load() }
func (m *memory) Swap(word int, from, to int32) bool { return m.words[word].CompareAndSwap(from, to) }

func (m *memory) Store(word int, value int32) {
	if word >= 40 && value == 3 && m.finished.Add(1) > m.failAfter && m.failAfter >= 0 {
		panic("a server fails")
	}
	m.words[word].Store(value)
}

func (m *memory) Words(dst []int32, word int) {
	for i := range dst {
		dst[i] = m.Load(word + i)
	}
}

func (m *memory) SetWords(word int, values []int32) {
	for i, v := range values {
		m.Store(word+i, v)
	}
}

func (m *memory) Wait(word int, value int32, most float64) {
	if m.Load(word) == value {
		time.Sleep(min(50*time.Microsecond, time.Duration(most*float64(time.Millisecond))))
	}
}
func (m *memory) Wake(int) {}

func (m *memory) ReadInt32s(dst []int32, at int) {
	for i := range dst {
		dst[i] = int32(binary.LittleEndian.Uint32(m.bytes[at+4*i:]))
	}
}

func (m *memory) WriteInt32s(at int, values []int32) {
	for i, v := range values {
		binary.LittleEndian.PutUint32(m.bytes[at+4*i:], uint32(v))
	}
}

func (m *memory) ReadFloat64s(dst []float64, at int) {
	for i := range dst {
		dst[i] = math.Float64frombits(binary.LittleEndian.Uint64(m.bytes[at+8*i:]))
	}
}

func (m *memory) WriteFloat64s(at int, values []float64) {
	for i, v := range values {
		binary.LittleEndian.PutUint64(m.bytes[at+8*i:], math.Float64bits(v))
	}
}
