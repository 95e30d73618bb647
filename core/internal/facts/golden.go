package facts

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Golden reads a JSON file of the folder testdata/ of the tested package, which a program of
// core/internal/golden wrote, into the variable that into points to.
func Golden(t testing.TB, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}
