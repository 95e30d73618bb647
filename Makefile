# maxmargin. `make help` lists what can be made.

# The Go toolchain comes through the module proxy: any Go from 1.21 on fetches it.
export GOTOOLCHAIN := go1.27.3
export GOEXPERIMENT := simd
# What Go has compiled does not depend on the folder, so that further clones need not compile it again.
export GOFLAGS := -trimpath

FUZZTIME ?= 30s
FUZZCASES ?= 300
PORT ?= 8080

GO_FILES := go.mod $(wildcard go.sum) $(shell find core wasm \( -name '*.go' -o -name '*.[sh]' \) -not -name '*_test.go')
JS_FILES := js/package.json $(wildcard js/*.mjs js/declarations/* js/wasm/*) $(shell find js/src demo/paper -type f)

DOCS := $(shell find demo/docs -name '*.md')

# The declarations are the last that js/build.mjs writes.
DIST := npm/dist/types/index.d.ts
FAULTS := build/faults/types/index.d.ts
PLAIN := build/plain/types/index.d.ts

NPM := npm --loglevel=error --no-audit --no-fund

.DELETE_ON_ERROR:
.PHONY: help build deps profile generate faults plain jsr test test-go test-wasm test-js test-browser test-environments test-all sweep demo site serve screenshots \
	size paper show-usps bench bench-all bench-scale bench-linear bench-search bench-auto bench-kernels bench-families bench-lowrank bench-mnist bench-classes bench-tables ordinal ratsch ranking selection ocr bench-small bench-start bench-gpu bench-fleet fleet-faults solvers data lint lint-go lint-generated lint-js lint-types fmt fuzz golden memory mutants api sbom reproduce clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-17s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

## Building. What is made lies in build/ and npm/dist/; neither is committed.

build: $(DIST) ## make a complete package root in npm/

deps: js/node_modules/.package-lock.json

js/node_modules/.package-lock.json: js/package.json js/package-lock.json
	@cd js && $(NPM) ci --ignore-scripts
	@touch $@

profile: build ## add the functions that everyday programs call to the first file of the module, and build again
	@node js/wasm/profile.mjs
	@$(MAKE) --no-print-directory build

generate: build/generated.stamp ## write the generated files from the Go option structs

build/generated.stamp: $(GO_FILES)
	@mkdir -p build
	@go run ./core/internal/gen
	@touch $@

$(DIST): build/generated.stamp js/node_modules/.package-lock.json $(JS_FILES) $(DOCS) README.md LICENSE
	@node js/build.mjs
	@touch $@

# The package with operations that fail on purpose, for tests of the facade.
faults: $(FAULTS)

$(FAULTS): $(DIST)
	@node js/build.mjs --faults --out build/faults
	@touch $@

plain: $(PLAIN) ## the package with the module in one plain file, in build/plain, for another Go (GOTOOLCHAIN=go1.28.0)

$(PLAIN): $(DIST)
	@node js/build.mjs --plain --out build/plain
	@touch $@

build/maxmargin.tgz: $(DIST) $(wildcard npm/*.json npm/*.md npm/LICENSE npm/THIRD-PARTY-NOTICES)
	@cd npm && $(NPM) pack --silent --pack-destination ../build > ../build/packed.txt
	@mv "build/$$(cat build/packed.txt)" $@

## Testing. The last line of `make test` is `N passed, N failed, N skipped`. It draws a part of
## some long checks by the number of the commit; each suite by itself is whole.

test: ## static checks, Go, Go in WebAssembly, JavaScript, browser: all in the gate's 12 minutes
	@node js/tools/test.mjs

test-go: ## Go tests, native; the concurrent ones also under the race detector, with a C compiler
	@MAXMARGIN_ALL=1 node js/tools/test.mjs go race

test-wasm: ## the same Go tests as WebAssembly in Node
	@MAXMARGIN_ALL=1 node js/tools/test.mjs wasm

test-js: ## JavaScript tests on the packed tarball in Node
	@MAXMARGIN_ALL=1 node js/tools/test.mjs js

test-browser: ## JavaScript tests and the site in headless Chromium
	@MAXMARGIN_ALL=1 node js/tools/test.mjs browser

test-environments: ## the packed tarball in bundlers, frameworks, notebooks, other runtimes, special pages
	@MAXMARGIN_ALL=1 node js/tools/test.mjs environments

sweep: ## fits with every choice and both ends of every option, each cut short in several ways
	@MAXMARGIN_SWEEP=all go test -timeout 120m -run '^TestSweep$$' ./core/engine/catalog

test-all: ## every test, none drawn, in all environments, and the whole sweep
	@MAXMARGIN_ALL=1 node js/tools/test.mjs
	@$(MAKE) sweep

lint: lint-go lint-generated lint-js lint-types ## static checks

lint-go:
	@unformatted=$$("$$(go env GOROOT)/bin/gofmt" -l core wasm); \
	if [ -n "$$unformatted" ]; then printf 'not formatted, run make fmt:\n%s\n' "$$unformatted"; exit 1; fi
	go vet ./core/... ./wasm/...
	GOOS=js GOARCH=wasm go vet ./core/... ./wasm/...
	GOOS=js GOARCH=wasm go vet -tags=faults ./wasm

lint-generated:
	go run ./core/internal/gen -check

# What has not changed is not read again: the caches lie beside the tools.
CACHE := node_modules/.cache

lint-js: deps
	cd js && node_modules/.bin/eslint --cache --cache-strategy content --cache-location $(CACHE)/eslint/ .
	cd js && node_modules/.bin/prettier --check --log-level=warn --cache --cache-strategy content .

lint-types: deps
	cd js && node_modules/.bin/tsc -p tsconfig.json --incremental --tsBuildInfoFile $(CACHE)/tsc.tsbuildinfo

fmt: deps ## format all sources
	@"$$(go env GOROOT)/bin/gofmt" -w core wasm
	@cd js && node_modules/.bin/prettier --write --log-level=warn .

golden: ## make the reference answers anew, with LIBSVM and scikit-learn (see the script)
	@mkdir -p build
	@python3 core/internal/golden/csvc.py ../shared/data > build/oracle.go
	@mv build/oracle.go core/internal/facts/oracle.go
	@python3 core/internal/golden/dual.py ../shared/data > build/dualoracle.go
	@python3 core/internal/golden/losses.py > build/losses.json
	@mv build/losses.json core/data/loss/testdata/losses.json
	@mv build/dualoracle.go core/internal/facts/dualoracle.go
	@python3 core/internal/golden/models.py ../shared/data/libsvm/iris.scale
	@python3 core/internal/golden/leastsquares.py ../shared/data > build/leastsquares.json
	@mv build/leastsquares.json core/machines/ridge/testdata/leastsquares.json
	@python3 core/internal/golden/sgd.py ../shared/data > build/sgd.json
	@mv build/sgd.json core/machines/linear/testdata/sgd.json
	@/usr/bin/python3 core/internal/golden/lasso.py ../shared/data > build/lasso.json
	@mv build/lasso.json core/machines/ridge/testdata/lasso.json
	@python3 core/internal/golden/transformers.py
	@/usr/bin/python3 core/internal/golden/convexloss.py
	@/usr/bin/python3 core/internal/golden/ordinalgp.py
	@python3 core/internal/golden/encoders.py
	@python3 core/internal/golden/transformedtarget.py
	@python3 js/test/golden/scikit-names.py
	@python3 js/test/golden/liblinear.py
	@python3 js/test/golden/curves.py > build/curves.json
	@python3 core/internal/golden/calibration.py > js/test/golden/calibration.json
	@mv build/curves.json js/test/golden/curves.json
	@python3 js/test/golden/measures.py > build/measures.json
	@mv build/measures.json js/test/golden/measures.json
	@python3 js/test/golden/bounds.py > build/bounds.json
	@mv build/bounds.json js/test/golden/bounds.json
	@python3 js/test/golden/shattering.py > build/shattering.json
	@mv build/shattering.json js/test/golden/shattering.json
	@python3 js/test/golden/inspecting.py > build/inspecting.json
	@mv build/inspecting.json js/test/golden/inspecting.json
	@python3 js/test/golden/halving.py > build/halving.json
	@mv build/halving.json js/test/golden/halving.json
	@/usr/bin/python3 js/test/golden/digest.py > build/digest.json
	@mv build/digest.json js/test/golden/digest.json

fuzz: build ## fuzz every fuzz target for FUZZTIME (30s) each, and forged files and texts in JavaScript (FUZZCASES of each kind)
	@grep -rHo --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' core | while IFS=: read -r file target; do \
		name=$${target#func }; echo "$$name in $$(dirname "$$file")"; \
		go test -run='^$$' -fuzz="^$$name\$$" -fuzztime=$(FUZZTIME) -fuzzminimizetime=2s "./$$(dirname "$$file")" || exit 1; \
	done
	@MAXMARGIN_FUZZ=$(FUZZCASES) go test -count=1 -timeout 60m -run ForgedFields ./core/engine
	@MAXMARGIN_FUZZ=$(FUZZCASES) node --test js/test/hostile-models.test.mjs js/test/forged-writers.test.mjs js/test/forged-texts.test.mjs

## Using.

PAPER_DATA := demo/data $(wildcard ../shared/data)
paper: build ## published numbers, computed again by data that are here (ONLY: a source; MOST: seconds of a piece of work)
	@nice node npm/dist/cli.js paper $(PAPER_DATA:%=--data %) $(ONLY:%=--only %) $(MOST:%=--most %)

data: ## check the data of tests and benchmarks beside the checkout, and say where each set comes from
	@node js/tools/data.mjs

mutants: ## put the faults of js/tools/mutants.list.mjs into the Go sources, one by one: a test must find each (PART: only files with it in the path)
	@node js/tools/mutants.mjs $(PART)

api: build ## write the golden report of the public types, js/types-test/public
	@node js/types-test/public.mjs --write

reproduce: deps ## build the package twice, from nothing and in different folders, and compare
	@node js/test/support/rebuild.mjs

jsr: build ## the package as JSR wants it, in build/jsr; `deno publish` there publishes it
	@rm -rf build/jsr
	@node js/jsr.mjs build/jsr

sbom: build/maxmargin.tgz ## what is inside the package, as CycloneDX, in build/maxmargin.cdx.json
	@node js/sbom.mjs build/maxmargin.cdx.json

demo: build/maxmargin.tgz ## train on real data in Node, with the packed package
	@rm -rf demo/node_modules/maxmargin
	@cd demo && $(NPM) install --no-save --ignore-scripts ../build/maxmargin.tgz > /dev/null
	@cd demo && node node/main.mjs

site: build ## the site of demo/: playground, examples, figures, docs; in demo/dist, for any static server
	@node js/site/build.mjs

serve: site ## the site at http://localhost:8080 (PORT)
	@node demo/serve.mjs $(PORT)

screenshots: build ## pictures of every page, desktop and phone, light and dark, in build/screenshots
	@node js/site/screenshots.mjs

size: build/maxmargin.tgz ## the sizes of what is published, and of programs that use it, and whether they keep to their budgets
	@cd js && node size.mjs

bench: build/maxmargin.tgz ## this package, npm libsvm-js, native LIBSVM and scikit-learn side by side, and grid search (12 minutes)
	@node js/bench/main.mjs

bench-all: build/maxmargin.tgz ## the same, with all of MNIST and a million rows: the last line has every figure (20 minutes, 3 GB)
	@node js/bench/main.mjs --all

bench-scale: build/maxmargin.tgz ## large and growing sets, against native LIBSVM
	@node js/bench/main.mjs --scale

bench-linear: build/maxmargin.tgz ## the linear machines and native LIBLINEAR side by side
	@node js/bench/linear.mjs

bench-auto: build ## autoFit beside each of its machines and beside scikit-learn, on 20 public tables (30 minutes)
	@node js/bench/auto.mjs

bench-search: build ## grid search: what shared rows, warm starts and a second worker bring
	@node js/bench/search.mjs

bench-kernels: build ## kernels that compare coordinate by coordinate, beside scikit-learn
	@node js/bench/kernels.mjs

bench-mnist: build ## all of MNIST: time, memory and errors (some minutes)
	@node js/bench/mnist.mjs

bench-classes: build ## fits to several classes by one worker, and by two that share the classes
	@node js/bench/classes.mjs

memory: build faults ## what faults cost: death and recovery, memory after many models and fits
	@node --expose-gc js/bench/memory.mjs

solvers: ## every solver on every stored problem: objective, iterations, kernel values, time (some minutes)
	@cd core/solve/qp && go test -count=1 -timeout 30m -run Agreement -args -table

bench-lowrank: build ## LowRankSVC on a million generated rows, and SVC on 50,000 (some minutes, 3 GB)
	@node js/bench/lowrank.mjs

bench-families: build ## the families of machines, each beside the program that does the same; needs Debian's scikit-learn
	@node js/bench/families/main.mjs

bench-tables: build ## imputing and one-hot encoding 1,000,000 rows of 20 columns with gaps: time and memory (2 minutes)
	@node js/bench/tables.mjs

ordinal: build ## machines of ordered classes on the data of their authors, and on those of the ORCA toolbox (an hour)
	@node js/bench/ordinal.mjs

ranking: build ## NDCG and inversions on the queries of lightgbm-rank (1 minute)
	@node js/bench/ranking.mjs

ratsch: build ## errors on the six two-class sets of Raetsch et al., by every machine (15 minutes)
	@node js/bench/ratsch.mjs

selection: build ## C, gamma and test errors as cross-validation, leave-one-out estimates and bounds choose them (5 minutes)
	@node js/bench/selection.mjs

ocr: build ## errors on handwritten words, by SequenceTagger (1 minute)
	@node js/bench/ocr.mjs

bench-small: build/maxmargin.tgz ## predictions of one row and fits of few rows, beside libsvm-js and plain JavaScript
	@node js/bench/small.mjs

bench-start: build ## from import to the first fitted model, beside libsvm-js in Node, and in Chromium
	@node js/bench/start.mjs

bench-gpu: build ## a page that predicts and fits by one thread and by the GPU of the browser that opens it, side by side
	@node js/bench/gpu.mjs $(if $(HEADLESS),--headless)

bench-fleet: build ## machines behind a queue: what a job costs, what a study sends, one search by 1, 2 and 4 workers (2 minutes)
	@node js/bench/fleet.mjs

fleet-faults: build ## what the tests of fleets leave out, such as two hosts whose network is cut, and kills at random (FLEET_MINUTES, 60)
	@node js/tools/fleet-faults.mjs

show-usps: ## polynomial kernels of degree 1 to 7 on the postal digits, beside LIBSVM and Cortes & Vapnik
	@MAXMARGIN_SHOW=1 go test -count=1 -timeout 30m -run TestUSPSPolynomials -v ./core/machines/svm

clean: ## remove everything that was built
	rm -rf build npm/dist npm/*.tgz demo/node_modules demo/dist
