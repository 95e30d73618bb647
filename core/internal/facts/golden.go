package facts

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// Golden reads a JSON file from the folder testdata/ of the tested package, which a program of
// core/internal/golden wrote, into the variable that into points to. Empty lists fail, because
// tests that loop over them would pass, for example after a change of a name.
func Golden(t testing.TB, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if place := empty(reflect.ValueOf(into).Elem(), ""); place != "" {
		t.Fatalf("%s: nothing in%s", name, place)
	}
}

// empty returns the place of a list, of the file or of a field of the file, without elements, or "".
func empty(v reflect.Value, place string) string {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		if v.Len() == 0 {
			return place + " the list"
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if at := empty(v.Field(i), place+" "+v.Type().Field(i).Name+","); at != "" {
				return at
			}
		}
	}
	return ""
}
