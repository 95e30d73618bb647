/**
 * The suites of `make test`, in the order they run. A suite is a name and a
 * function that calls `onGroup({name, seconds, results, notes?})` for each of
 * its groups; a result is {name, status, reason?, output?}.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { commitNumber, turn, wasmPackages } from './draw.mjs';
import { goTest, readers } from './go-test.mjs';
import { nodeTest, together } from './node-test.mjs';
import { lasting, output } from './process.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/**
 * The environment without the variables of `make` itself, which must not affect the makes and tests below it.
 * The Makefile also exports which Go toolchain to use.
 */
const env = { ...process.env };
for (const name of ['MAKEFLAGS', 'MAKELEVEL', 'MFLAGS', 'NODE_OPTIONS', 'NODE_TEST_CONTEXT'])
  delete env[name];
// Every run has its own.
for (const name of ['PROJECT', 'SITE', 'FIXTURES', 'BROWSER']) delete env[`MAXMARGIN_${name}`];

const git = (args) => output(['git', ...args], { cwd: root, env });
const commit = await commitNumber(git);
if (env.MAXMARGIN_ALL) delete env.MAXMARGIN_DRAW;
else env.MAXMARGIN_DRAW ||= commit;

/** What is drawn, and how to draw the same or everything, for the start of the log. */
export const drawn = env.MAXMARGIN_DRAW
  ? `Of some long checks the part that it is the turn of: MAXMARGIN_DRAW=${env.MAXMARGIN_DRAW} draws the same, make test-all runs all.`
  : 'All checks, none drawn.';

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

/**
 * V8 translates a function of WebAssembly again, with its slow compiler, once it has run for a
 * while. Most tests end before that pays, so that it waits ten times longer; not in make test-all.
 */
const HASTE = env.MAXMARGIN_DRAW ? ['--wasm-tiering-budget=20000000'] : [];

/** Our packages: `./...` would also find Go files inside js/node_modules. */
const PACKAGES = ['./core/...', './wasm/...'];

/**
 * Go remembers the results of tests whose inputs did not change; under CI, and if none is drawn,
 * everything runs.
 * The static checks have vetted the tests already, with more analyzers than go test has.
 */
const GO_TEST = ['-timeout=30m', '-vet=off', ...(env.CI || env.MAXMARGIN_ALL ? ['-count=1'] : [])];

/**
 * Each check of `make lint` is a test: it passes when the command succeeds. Those of
 * JavaScript use one core; the package, which later suites need, is built beside them, and what
 * they need beside the package is begun.
 */
async function lint(onGroup, later) {
  const inTurn = async (targets) => {
    for (const target of targets)
      await step(onGroup, `make ${target}`, ['make', target], { counts: true });
  };
  const dependencies = step(onGroup, 'dependencies', ['make', 'deps']);
  await Promise.all([dependencies, inTurn(['lint-go', 'lint-generated'])]);
  const build = step(onGroup, 'build', ['make', 'build', 'faults']);
  const ahead = async () => {
    const built = await build;
    for (const part of new Set(later.flatMap((name) => parts[name] ?? []))) if (built) part.begin();
  };
  await Promise.all([ahead(), inTurn(['lint-js', 'lint-types'])]);
}

/** The packages whose loops work on pointers, and those that pass memory to them. */
const POINTERS = [
  './core/base/lanes',
  './core/kernel/gram',
  './core/solve/primal',
  './core/model/expansion',
];

/** The packages named in POINTERS run once more with their pointers checked: it takes four times as long. */
async function goNative(onGroup) {
  const sweep = { MAXMARGIN_SWEEP: env.MAXMARGIN_SWEEP ?? env.MAXMARGIN_DRAW ?? commit };
  await goTest({ args: [...GO_TEST, ...PACKAGES], env: { ...env, ...sweep }, root }, onGroup);
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

/**
 * The packages that have code of their own for WebAssembly, those below the machines that call
 * package lanes, whose loops are assembly there, and the engine run for every commit; the others
 * are drawn. The long tests of the engine draw among their parts.
 */
async function goWasm(onGroup) {
  const { text } = await output(['go', 'env', 'GOROOT'], { cwd: root, env });
  // As go_js_wasm_exec does it, whose stack this is.
  const program = join(text.trim(), 'lib', 'wasm', 'wasm_exec_node.js');
  const exec = ['node', '--stack-size=8192', ...HASTE, program].join(' ');
  // A js/wasm program has 12 kB for its arguments and environment together.
  const small = { ...JS };
  for (const [name, value] of Object.entries(env)) {
    if (/^(PATH|HOME|TMPDIR|USER|CI|XDG_CACHE_HOME|MAXMARGIN_DRAW|GO[A-Z0-9]*)$/.test(name))
      small[name] = value;
  }
  const { run, left } = wasmPackages(await listed(env), await listed(small), env.MAXMARGIN_DRAW);
  await goTest({ args: [...GO_TEST, `-exec=${exec}`, ...run], env: small, root }, onGroup);
  if (left.length === 0) return;
  const names = left.map((name) => name.replace('maxmargin/core/', '')).join(', ');
  const notes = [`not the turn of ${names}`, 'make test-wasm runs all packages'];
  onGroup({
    name: `${run.length} of ${run.length + left.length} packages`,
    seconds: 0,
    results: [],
    notes,
  });
}

const JS = { GOOS: 'js', GOARCH: 'wasm' };

/** What the go command compiles of each package, tests included, and what the package imports. */
async function listed(variables) {
  const files = '{{.GoFiles}} {{.SFiles}} {{.TestGoFiles}} {{.XTestGoFiles}}';
  const all = await goList(`{{.ImportPath}};${files};{{.Imports}}`, variables);
  return all.map(([path, compiled, imports]) => {
    return { path, files: words(compiled), imports: words(imports) };
  });
}

/** The parts of what the go command says of each package, in a format with semicolons between them. */
async function goList(format, variables) {
  const command = ['go', 'list', '-f', format, ...PACKAGES];
  const { code, text } = await output(command, { cwd: root, env: variables });
  if (code !== 0) throw new Error(text);
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(';'));
}

/** The words of lists as Go writes them. */
const words = (lists) => lists.split(/[[\] ]+/).filter(Boolean);

/**
 * The tests that read ../shared once more as in a checkout without that folder: those of Go that call
 * its reader, and the files of JavaScript that call theirs, when it is their turn. Where the folder is
 * not there, the other suites were just that.
 */
async function plain(onGroup) {
  if (env.MAXMARGIN_PLAIN || !existsSync(join(root, '..', 'shared', 'data'))) {
    const reason = 'there is no ../shared here: the other suites have run without it';
    onGroup({ name: 'all', seconds: 0, results: [{ name: 'run', status: 'skipped', reason }] });
    return;
  }
  const settings = { MAXMARGIN_PLAIN: '1' };
  const format = '{{.ImportPath}};{{.Dir}};{{.TestGoFiles}} {{.XTestGoFiles}}';
  const packages = (await goList(format, env)).map(([path, folder, files]) => {
    const texts = words(files).map((file) => readFileSync(join(folder, file), 'utf8'));
    return { path, tests: readers(texts, path.endsWith('/facts')) };
  });
  const reading = packages.filter(({ tests }) => tests.length > 0);
  const run = `-run=^(${reading.flatMap(({ tests }) => tests).join('|')})$`;
  const args = [...GO_TEST, run, ...reading.map(({ path }) => path)];
  await goTest({ args, env: { ...env, ...settings }, root }, onGroup);
  const choose = (file) =>
    turn(basename(file), env.MAXMARGIN_DRAW) && /\bshared\('/.test(readFileSync(file, 'utf8'));
  await packed(onGroup, 'js/test', parts.plain, { settings, choose });
}

async function javascript(onGroup) {
  await packed(onGroup, 'js/test', parts.js);
}

async function browser(onGroup) {
  await sharedBrowser(onGroup);
  await packed(onGroup, 'js/test/browser', parts.browser);
}

async function environments(onGroup) {
  await sharedBrowser(onGroup);
  await packed(onGroup, 'js/test/environments', parts.environments);
}

/**
 * One Chromium serves the files of both suites. If it cannot be started, each file tries it, and
 * says why not.
 */
async function sharedBrowser(onGroup) {
  if (env.MAXMARGIN_BROWSER) return;
  await step(onGroup, 'dependencies', ['make', 'deps']);
  env.MAXMARGIN_BROWSER = await lasting([...script('chromium'), 'serve'], { cwd: root, env });
}

/** The files that take longest. They begin first, so that at the end no core waits for one of them. */
const LONG =
  /^(bundlers|cli|engines|exports|faults|module|nextjs|package|playground|resuming|runtime|site|two-files|work-in-javascript)\.test/;

/** A file that starts many processes and kills some: its limits of time are those of a machine at rest. */
const ALONE = /^fleet-redis\.test/;

/**
 * packed runs the tests of a folder, or those that `choose` accepts by their path, on the packed
 * tarball, installed into an empty project. Limits of time only end what hangs: the slowest file
 * takes 90 s on a quiet machine.
 */
async function packed(onGroup, folder, needed, { settings = {}, choose = () => true } = {}) {
  const all = readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.test.mjs'))
    .map((name) => join(root, folder, name))
    .filter(choose);
  if (all.length === 0) return;
  if (!(await step(onGroup, 'build', ['make', 'build', 'faults']))) return;
  for (const part of needed) if (!(await part.finish(onGroup))) return;
  const long = all.filter((file) => LONG.test(basename(file)));
  const alone = all.filter((file) => ALONE.test(basename(file)));
  const others = all.filter((file) => !long.includes(file) && !alone.includes(file));
  // make test-all tells whether a file needs what another one has done before it.
  const lists = env.MAXMARGIN_DRAW ? together(others, 6 * cpus().length) : others;
  const variables = { ...env, ...settings };
  // One more than the cores: most of the work of a file is on one core, or it waits.
  const job = { env: variables, secondsPerFile: 1800, root, atOnce: cpus().length + 1 };
  await nodeTest({ ...job, flags: HASTE, files: [...long, ...lists] }, onGroup);
  if (alone.length > 0) await nodeTest({ ...job, flags: HASTE, files: alone }, onGroup);
}

/**
 * A Part is something that files of tests share beside the package. It is made once, after the part
 * before it, and by a patient process, so that it can begin beside earlier suites.
 */
class Part {
  /** The last part that was begun. */
  static last = Promise.resolve();

  /**
   * @param {string} name
   * @param {string[]} command
   * @param {string} [variable] of the environment of the tests: the path of a new folder, which is
   *   also the last argument of the command
   */
  constructor(name, command, variable) {
    Object.assign(this, { name, command, variable });
  }

  begin() {
    return (this.made ??= Part.last = Part.last.then(() => this.#make()));
  }

  async #make() {
    const command = ['nice', ...this.command];
    if (!this.variable) return timed(command);
    const folder = mkdtempSync(join(tmpdir(), 'maxmargin-part-'));
    // Nobody waits until the many files of installed projects are removed.
    const gone = /** @type {const} */ ({ detached: true, stdio: 'ignore' });
    process.on('exit', () => spawn('rm', ['-rf', folder], gone).unref());
    const made = await timed([...command, folder]);
    if (made.code === 0) env[this.variable] = folder;
    return made;
  }

  /** finish tells the first suite that needs the part how it went, and resolves to whether it is there. */
  async finish(onGroup) {
    const made = await this.begin();
    if (!this.told) report(onGroup, this.name, made);
    this.told = true;
    return made.code === 0;
  }
}

const script = (name) => [process.execPath, join(root, 'js', 'test', 'support', `${name}.mjs`)];
const project = new Part('tarball into an empty project', script('project'), 'MAXMARGIN_PROJECT');
const site = new Part('site', script('built-site'), 'MAXMARGIN_SITE');
const queues = new Part('servers of queues', [...script('servers'), 'install']);
const plainPackage = new Part('the plain package', ['make', 'plain']);
const projects = new Part('projects of users', script('fixture'), 'MAXMARGIN_FIXTURES');

/** The parts that suites need. */
const parts = {
  js: [plainPackage, queues, project],
  plain: [project],
  browser: [project, site],
  environments: [project, projects],
};

/**
 * step runs a command that tests depend on. It is counted as a test when it
 * fails, or always when `counts` is set; it resolves to its success.
 */
async function step(onGroup, name, command, { counts = false } = {}) {
  const made = await timed(command);
  report(onGroup, name, made, counts);
  return made.code === 0;
}

/** timed runs a command, and resolves to its status, its output and its time. */
async function timed(command) {
  const start = performance.now();
  const made = await output(command, { cwd: root, env });
  return { ...made, seconds: (performance.now() - start) / 1000 };
}

function report(onGroup, name, { code, text, seconds }, counts = false) {
  const results = [];
  if (code !== 0) results.push({ name, status: 'failed', output: text });
  else if (counts) results.push({ name, status: 'passed' });
  onGroup({ name, seconds, results });
}

/** hasCompiler tells whether cgo, and with it the race detector, can be used. */
async function hasCompiler() {
  const { text } = await output(['go', 'env', 'CC'], { cwd: root, env });
  const compiler = text.trim().split(' ')[0];
  return compiler !== '' && (await output([compiler, '--version'], { env })).code === 0;
}
