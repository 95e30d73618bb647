package engine

import "runtime"

// Footprint is the memory that an engine holds, in bytes.
type Footprint struct {
	Total  int         `js:"total"` // of the program
	Cache  int         `js:"cache"` // kernel rows that are kept for the next fit
	Models []ModelSize `js:"models"`
}

// ModelSize is the size of a model as a file, which is about that of the model in memory.
type ModelSize struct {
	Model   int    `js:"model"`
	Machine string `js:"machine"`
	Bytes   int    `js:"bytes"`
}

// Footprint returns what the engine holds now, the models in any order.
func (e *Engine) Footprint() Footprint {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	e.mutex.Lock()
	defer e.mutex.Unlock()
	f := Footprint{Total: int(stats.Sys), Models: []ModelSize{}}
	for _, m := range e.memory {
		f.Cache += m.Bytes()
	}
	for id, entry := range e.models {
		f.Models = append(f.Models, ModelSize{id, entry.Name, entry.bytes})
	}
	return f
}

// Limit sets the memory that requests can count on, in bytes, at most Room. Requests that
// need more are refused, and caches of kernel rows are smaller.
func (e *Engine) Limit(bytes int64) { e.heap.room = min(bytes, Room) }
