package catalog_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"maxmargin/core/engine/catalog"
)

// TestEveryMachineHasATestBeside: in the package of every machine a test makes it. The
// checks of core/internal/check do not test the mathematics of a machine.
func TestEveryMachineHasATestBeside(t *testing.T) {
	for _, m := range catalog.Machines() {
		made := reflect.TypeOf(m.New()).Elem()
		folder := filepath.Join("..", "..", strings.TrimPrefix(made.PkgPath(), "maxmargin/core/"))
		files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		tested := false
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			tested = tested || bytes.Contains(text, []byte("New"+made.Name()+"("))
		}
		if !tested {
			t.Errorf("no test in %s calls New%s: a machine needs tests of its own beside it", folder, made.Name())
		}
	}
}
