/**
 * The suites of `make test`, in the order they run. A suite is a name and a
 * function that calls `onGroup({name, seconds, results, notes?})` for each of
 * its groups; a result is {name, status, reason?, output?}.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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
  browser: { title: 'JavaScript, headless Chromium', run: browser },
  environments: { title: 'JavaScript, environments', run: environments },
};

/** Our packages: `./...` would also find Go files inside js/node_modules. */
const PACKAGES = ['./core/...', './wasm/...'];

/**
 * Go remembers the results of tests whose inputs did not change; under CI everything runs.
 * The static checks have vetted the tests already, with more analyzers than go test has.
 */
const GO_TEST = ['-timeout=8m', '-vet=off', ...(env.CI ? ['-count=1'] : [])];

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

/** The packages named in POINTERS run once more with their pointers checked: it takes four times as long. */
async function goNative(onGroup) {
  await goTest({ args: [...GO_TEST, ...PACKAGES], env, root }, onGroup);
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
 * Files that run alone, because they assert that something takes at most a given time, or
 * count what happens in one. All others run two at a time: most of the work of a file is on
 * one core, or it waits.
 */
export const ALONE = [
  'js/test/faults.test.mjs', // an aborted fit frees its worker within 100 ms
  'js/test/model-selection.test.mjs', // a search with maxTime ends soon after it
  'js/test/training.test.mjs', // reports per second
  'js/test/work-in-javascript.test.mjs', // a free event loop, an aborted fit ends within 100 ms
  'js/test/browser/faults.test.mjs', // the same as in Node, in pages
  'js/test/browser/package.test.mjs', // pages that stay free while a worker learns
  'js/test/browser/playground.test.mjs', // long tasks, answers within 50 and 100 ms
  'js/test/browser/site.test.mjs', // interactive within a second; visits several pages at once
  'js/test/browser/speed.test.mjs', // the time in a page and that in Node
];

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
 * packed runs a folder's tests on the packed tarball, installed into an empty project. The time limit
 * of a file is generous: that of the site takes 90 s on a quiet machine, and 210 on a busy one.
 */
async function packed(onGroup, folder, targets, secondsPerFile = 480) {
  if (!(await step(onGroup, 'build', ['make', ...targets]))) return;
  const project = mkdtempSync(join(tmpdir(), 'maxmargin-project-'));
  try {
    const install = [process.execPath, join(root, 'js', 'test', 'support', 'project.mjs'), project];
    if (!(await step(onGroup, 'tarball into an empty project', install))) return;
    const all = readdirSync(folder)
      .filter((name) => name.endsWith('.test.mjs'))
      .map((name) => join(folder, name));
    const alone = all.filter((file) => ALONE.includes(relative(root, file)));
    const others = all.filter((file) => !alone.includes(file));
    const job = { env: { ...env, MAXMARGIN_PROJECT: project }, secondsPerFile, root };
    await nodeTest({ ...job, files: others, atOnce: 2 }, onGroup);
    if (alone.length > 0) await nodeTest({ ...job, files: alone, atOnce: 1 }, onGroup);
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
