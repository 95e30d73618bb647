/**
 * The suites of `make test`, in the order they run. A suite is a name and a
 * function that calls `onGroup({name, seconds, results, notes?})` for each of
 * its groups; a result is {name, status, reason?, output?}.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { goTest } from './go-test.mjs';
import { nodeTest } from './node-test.mjs';
import { output } from './process.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/**
 * The environment without the variables of `make` itself, which must not affect the makes and tests below it.
 * The Makefile also exports which Go toolchain to use.
 */
const env = { ...process.env };
for (const name of ['MAKEFLAGS', 'MAKELEVEL', 'MFLAGS', 'NODE_OPTIONS', 'NODE_TEST_CONTEXT'])
  delete env[name];

export const suites = {
  lint: { title: 'static checks', run: lint },
  go: { title: 'Go, native', run: goNative },
  race: { title: 'Go, race detector', run: goRace },
  wasm: { title: 'Go, WebAssembly in Node', run: goWasm },
  js: { title: 'JavaScript, packed tarball in Node', run: javascript },
  plain: { title: 'without ../shared', run: plain },
  browser: { title: 'JavaScript, headless Chromium', run: browser },
  environments: { title: 'JavaScript, environments', run: environments },
};

/** Our packages: `./...` would also find Go files inside js/node_modules. */
const PACKAGES = ['./core/...', './wasm/...'];

/**
 * Go remembers the results of tests whose inputs did not change; under CI everything runs.
 * The static checks have vetted the tests already, with more analyzers than go test has.
 */
const GO_TEST = ['-timeout=30m', '-vet=off', ...(env.CI ? ['-count=1'] : [])];

/**
 * Each check of `make lint` is a test: it passes when the command succeeds. Those of
 * JavaScript, which use one core, run beside those of Go.
 */
async function lint(onGroup) {
  await step(onGroup, 'dependencies', ['make', 'deps']);
  const inTurn = async (targets) => {
    for (const target of targets)
      await step(onGroup, `make ${target}`, ['make', target], { counts: true });
  };
  await Promise.all([inTurn(['lint-go', 'lint-generated']), inTurn(['lint-js', 'lint-types'])]);
}

/** The packages whose loops work on pointers, and those that pass memory to them. */
const POINTERS = ['./core/lanes', './core/gram', './core/primal', './core/expansion'];

/** The commit as a number: each draws other cases of the sweep of cut fits (core/catalog). */
async function commitNumber() {
  const { text } = await output(['git', 'rev-parse', 'HEAD'], { cwd: root, env });
  return String(Number.parseInt(text.slice(0, 8), 16) || 1);
}

/** The packages named in POINTERS run once more with their pointers checked: it takes four times as long. */
async function goNative(onGroup) {
  const drawn = { MAXMARGIN_SWEEP: env.MAXMARGIN_SWEEP ?? (await commitNumber()) };
  await goTest({ args: [...GO_TEST, ...PACKAGES], env: { ...env, ...drawn }, root }, onGroup);
  const checked = '-gcflags=maxmargin/...=-d=checkptr=1';
  await goTest({ args: [...GO_TEST, checked, ...POINTERS], env, root }, onGroup);
}

/** The tests that use several goroutines, by their name; nothing else in the core starts one. */
async function goRace(onGroup) {
  if (await hasCompiler()) {
    const args = [...GO_TEST, '-race', '-run=^TestConcurrent', './core/engine'];
    await goTest({ args, env, root }, onGroup);
    return;
  }
  const reason = 'no C compiler here; install gcc or clang';
  const results = [{ name: '-race', status: 'skipped', reason }];
  onGroup({ name: 'race detector', seconds: 0, results });
}

async function goWasm(onGroup) {
  const { text } = await output(['go', 'env', 'GOROOT'], { cwd: root, env });
  const exec = join(text.trim(), 'lib', 'wasm', 'go_js_wasm_exec');
  // A js/wasm program has 12 kB for its arguments and environment together.
  const small = {};
  for (const [name, value] of Object.entries(env)) {
    if (/^(PATH|HOME|TMPDIR|USER|CI|XDG_CACHE_HOME|GO[A-Z0-9]*)$/.test(name)) small[name] = value;
  }
  const wasm = { ...small, GOOS: 'js', GOARCH: 'wasm' };
  const args = [...GO_TEST, `-exec=${exec}`, ...PACKAGES];
  await goTest({ args, env: wasm, root }, onGroup);
}

/**
 * The tests that can read ../shared once more as in a checkout without that folder: Go packages
 * that import the reader of it, and files of JavaScript that call theirs.
 */
async function plain(onGroup) {
  const settings = { MAXMARGIN_PLAIN: '1' };
  const format = '{{.ImportPath}} {{.Imports}} {{.TestImports}} {{.XTestImports}}';
  const { text } = await output(['go', 'list', '-f', format, ...PACKAGES], { cwd: root, env });
  const packages = text
    .split('\n')
    .filter((line) => line.includes('maxmargin/core/internal/facts'));
  const args = [...GO_TEST, ...packages.map((line) => line.split(' ')[0])];
  await goTest({ args, env: { ...env, ...settings }, root }, onGroup);
  const choose = (file) => /\bshared\('/.test(readFileSync(file, 'utf8'));
  await packed(onGroup, join(root, 'js', 'test'), ['build'], { settings, choose });
}

async function javascript(onGroup) {
  await packed(onGroup, join(root, 'js', 'test'), ['build', 'faults']);
}

async function browser(onGroup) {
  await unpackBrowser(onGroup);
  await packed(onGroup, join(root, 'js', 'test', 'browser'), ['build']);
}

async function environments(onGroup) {
  await unpackBrowser(onGroup);
  await packed(onGroup, join(root, 'js', 'test', 'environments'), ['build']);
}

/** Two files that unpack the browser of @sparticuz/chromium at once would find half a file. */
async function unpackBrowser(onGroup) {
  await step(onGroup, 'dependencies', ['make', 'deps']);
  const script = join(root, 'js', 'test', 'support', 'chromium.mjs');
  await step(onGroup, 'a browser', [process.execPath, script]);
}

/**
 * packed runs the tests of a folder, or those that `choose` accepts by their path, on the packed
 * tarball, installed into an empty project. Limits of time only end what hangs: the slowest file
 * takes 90 s on a quiet machine.
 */
async function packed(onGroup, folder, targets, { settings = {}, choose = () => true } = {}) {
  if (!(await step(onGroup, 'build', ['make', ...targets]))) return;
  const project = mkdtempSync(join(tmpdir(), 'maxmargin-project-'));
  try {
    const install = [process.execPath, join(root, 'js', 'test', 'support', 'project.mjs'), project];
    if (!(await step(onGroup, 'tarball into an empty project', install))) return;
    const files = readdirSync(folder)
      .filter((name) => name.endsWith('.test.mjs'))
      .map((name) => join(folder, name))
      .filter(choose);
    const variables = { ...env, ...settings, MAXMARGIN_PROJECT: project };
    // Two at a time: most of the work of a file is on one core, or it waits.
    await nodeTest({ env: variables, secondsPerFile: 1800, root, files, atOnce: 2 }, onGroup);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

/**
 * step runs a command that tests depend on. It is counted as a test when it
 * fails, or always when `counts` is set; it resolves to its success.
 */
async function step(onGroup, name, command, { counts = false } = {}) {
  const start = performance.now();
  const { code, text } = await output(command, { cwd: root, env });
  const seconds = (performance.now() - start) / 1000;
  const results = [];
  if (code !== 0) results.push({ name, status: 'failed', output: text });
  else if (counts) results.push({ name, status: 'passed' });
  onGroup({ name, seconds, results });
  return code === 0;
}

/** hasCompiler tells whether cgo, and with it the race detector, can be used. */
async function hasCompiler() {
  const { text } = await output(['go', 'env', 'CC'], { cwd: root, env });
  const compiler = text.trim().split(' ')[0];
  return compiler !== '' && (await output([compiler, '--version'], { env })).code === 0;
}
