package check_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// toy is the line that adds the machine to the catalog.
const toy = "\t\t{\"NearestMean\", \"Classifier by the closest mean.\", func() model.Machine { return linear.NewNearestMean() }},\n"

// toyHolders are the lines of the catalog that machines cost which hold others.
const toyHolders = `		{"Average", "The mean of what its members predict.", prep.NewAverage},
		{"Boosting", "The sum of what its members predict, each of which learns what is left.", prep.NewBoosting},
		{"Beside", "What several transformers make of the same samples, side by side.", prep.NewBeside},
`

// What adding a machine costs: in a copy of the project one file, its test and
// one line of the catalog. With them it keeps all the rules, has its classes for
// both hosts and its types, and is saved and loaded. A machine that holds others costs the same, be its parts given or made by its
// fits; it passes the checks as one machine, also where it is held itself. Without its test a machine fails.
func TestWhatAMachineCosts(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("builds a copy of the project, for which there is no compiler here")
	}
	if testing.Short() {
		t.Skip("slow: builds a copy of the project; left out by -short")
	}
	const root = "../../.."
	dir := t.TempDir()
	for _, folder := range []string{"core", "js/src"} {
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join(root, folder))); err != nil {
			t.Fatal(err)
		}
	}
	move := func(from, to string, change func(string) string) {
		t.Helper()
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, to), []byte(change(string(text))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	same := func(s string) string { return s }
	for _, folder := range []string{"js/test", "demo/docs", "demo/site"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{
		"go.mod", "go.sum", "js/test/codes.json",
		"demo/docs/using-kernels.md", "demo/docs/losses.md", "demo/docs/errors.md",
	} {
		move(filepath.Join(root, name), name, same)
	}
	move("testdata/toy/nearestmean.go", "core/machines/linear/nearestmean.go", same)
	move("testdata/toy/nearestmean_test.go", "core/machines/linear/nearestmean_test.go", same)
	for _, name := range []string{"average", "boosting", "beside"} {
		move("testdata/toy/"+name+".go", "core/machines/prep/"+name+".go", same)
	}
	move("testdata/toy/holders_test.go", "core/engine/catalog/holders_test.go", same)
	const before = "var everyMachine = []Machine{\n"
	move(filepath.Join(dir, "core/engine/catalog/catalog.go"), "core/engine/catalog/catalog.go", func(s string) string {
		const holders = "\treturn []Holder{\n"
		if !strings.Contains(s, before) || !strings.Contains(s, holders) {
			t.Fatal("the catalog does not begin its lists as this test expects")
		}
		return strings.Replace(strings.Replace(s, before, before+toy, 1), holders, holders+toyHolders, 1)
	})
	run := func(arguments ...string) string {
		t.Helper()
		command := exec.Command("go", arguments...)
		command.Dir = dir
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(arguments, " "), err, output)
		}
		return string(output)
	}
	run("run", "-trimpath", "./core/internal/gen")
	for file, wants := range map[string][]string{
		"js/src/generated/classes.js":   {"export const NearestMean = /* @__PURE__ */ machine(Classifier, specs.machineNearestMean"},
		"js/src/generated/classes.d.ts": {"export class NearestMean<L extends Label = Label> extends Classifier<"},
		"js/src/generated/names.js":     {"NearestMean "},
		"js/src/generated/options.d.ts": {"export interface NearestMeanOptions", "shrink?: number"},
		"js/src/generated/catalog.js":   {"NearestMean: '"},
		"js/src/generated/specs.js":     {"export const machineNearestMean = {", "option('number', 'shrink'"},
	} {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s has no %q", file, want)
			}
		}
	}
	output := run("test", "-trimpath", "-v", "-run", "TestEveryMachine/NearestMean$|TestNearestMean|TestAverage|TestBoosting|TestBeside|TestHoldersWithinHolders|TestManyMembers|TestEveryMachineHasATestBeside", "./core/engine/catalog", "./core/machines/linear")
	if count := strings.Count(output, "--- PASS: TestEveryMachine/NearestMean/"); count < 30 || !strings.Contains(output, "--- PASS: TestNearestMean") {
		t.Errorf("%d checks passed, expected all of 30 or more:\n%s", count, output)
	}
	for _, holder := range []string{"TestAverage", "TestBoosting", "TestBeside", "TestHoldersWithinHolders"} {
		if count := strings.Count(output, "--- PASS: "+holder+"/"); count < 30 {
			t.Errorf("%d checks of %s passed, expected all of 30 or more:\n%s", count, holder, output)
		}
	}
	if !strings.Contains(output, "--- PASS: TestManyMembers") {
		t.Errorf("a machine of many members fails:\n%s", output)
	}
	// A machine of the catalog without a test fails.
	if err := os.Remove(filepath.Join(dir, "core/machines/linear/nearestmean_test.go")); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("go", "test", "-trimpath", "-run", "TestEveryMachineHasATestBeside", "./core/engine/catalog")
	command.Dir = dir
	if output, err := command.CombinedOutput(); err == nil || !strings.Contains(string(output), "calls NewNearestMean") {
		t.Errorf("a machine without a test passes: %v\n%s", err, output)
	}
}
