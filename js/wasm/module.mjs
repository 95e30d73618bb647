/** Compiles the Go program and makes the package's modules of it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { customSection, readMemory } from './file.mjs';
import { begin } from './begin.mjs';
import { gather } from './gather.mjs';
import { pack, packRest } from './pack.mjs';
import { shorten } from './shorten.mjs';
import { split } from './split.mjs';
import { strip } from './strip.mjs';
import { Tables, insist } from './tables.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));

/**
 * The toolchain whose simd package the kernels are written with. Go has a version of its allocator
 * for each small size, 16 in all. Here one serves all sizes: each version that fits call is another
 * function for the engine to download and to compile, twice.
 */
export const goEnv = {
  ...process.env,
  GOTOOLCHAIN: process.env.GOTOOLCHAIN ?? 'go1.27.3',
  GOEXPERIMENT: 'simd,nosizespecializedmalloc',
};

/**
 * Packages of Go's library, and of core/, that no loop over samples runs in: they are
 * compiled without inlining, which makes the module 2 % smaller.
 */
const cold = {
  library: [
    ...['errors', 'fmt', 'io', 'io/fs', 'os', 'path', 'reflect', 'runtime/debug', 'sort'],
    ...['strconv', 'strings', 'bytes', 'syscall', 'syscall/js', 'time', 'unicode'],
    ...['bisect', 'filepathlite', 'fmtsort', 'godebug', 'poll', 'reflectlite', 'strconv']
      .concat('testlog')
      .map((name) => `internal/${name}`),
  ],
  core: [
    ...['base/fault', 'data/loss', 'solve/activeset', 'model', 'model/calib', 'model/schema'],
    ...['boost', 'gp', 'ordinal', 'parzen', 'perceptron', 'programs', 'ranking', 'ridge']
      .concat('structured', 'subspace', 'svm')
      .map((name) => `machines/${name}`),
    ...['counterfactual', 'influence', 'margin', 'tune'].map((name) => `assess/${name}`),
    ...['engine', 'engine/catalog', 'engine/codec'],
  ],
};

/** The names of the functions of the first file, which `make profile` writes. */
const profileFile = join(here, 'first.txt');

/** What a function may lose when it moves: the folders of its package, or the whole package. */
const MOVED = [/maxmargin\/(?:\w+\/)*/g, /maxmargin\/(?:\w+\/)*\w+\./g];

/**
 * The names of the functions of the first file: those of the list and some more. A name that the
 * program does not have any more is followed to the only function that has it in another package.
 * The list is written anew if it has changed.
 *
 * @param {{name: string}[]} functions of the program
 * @param {Iterable<string>} [more]
 */
export function firstFunctions(functions, more = []) {
  const list = readFileSync(profileFile, 'utf8');
  const listed = list.trim().split('\n');
  const known = new Set(functions.map(({ name }) => name));
  const names = new Set([...more, ...listed.filter((name) => known.has(name))]);
  const others = [...known].filter((name) => !names.has(name));
  for (const gone of listed.filter((name) => !known.has(name))) {
    const homes = MOVED.map((path) =>
      others.filter((name) => name.replace(path, '') === gone.replace(path, '')),
    );
    const [home] = homes.find(({ length }) => length === 1) ?? [];
    if (home) names.add(home);
  }
  const text = [...names].sort().join('\n') + '\n';
  if (text !== list) writeFileSync(profileFile, text);
  return names;
}

/**
 * Functions that belong to the first file whether or not a profile met them. The runtime calls
 * some where the program cannot pause, which is when an event comes in, and within a write
 * barrier. Of those that manage memory and timers, other ones run each time.
 */
const ALWAYS = [
  /^runtime\.(?:handleEvent|handleAsyncEvent|beforeIdle|clearIdleTimeout|pause)(?:\.|$)/,
  /^runtime\.\(\*timeoutEvent\)\./,
  /^syscall\/js\.handleEvent$/,
  /^runtime\.(?:wbBufFlush1?|greyobject|findObject|badPointer|spanOf\w*|markBits\w*|shade)(?:\.|$)/,
  /^runtime\.\(\*(?:wbBuf|gcWork|lfstack|spanQueue|spanSPMC|spanInlineMarkBits|mspan|markBits)\)\./,
  /^runtime\.\(\*(?:mheap|mcentral|mcache|spanSet|fixalloc|linearAlloc|addrRanges|unwinder)\)\./,
  /^runtime\.\(\*(?:pageAlloc|pageCache|pallocBits|pallocData|pageBits|scavengeIndex)\)\./,
  /^runtime\.\(\*(?:gcControllerState|scavengerState|sweepLocke[dr]|timers?|stackScanState)\)\./,
  /^runtime\.(?:gc(?!Dump)|sweep|scan(?!Conservative)|atomicwb|stack(?!Log)|copystack|shrinkstack)/,
  /^runtime\.(?:syncadjustsudogs|typePointers\.\w+|gfget|gfput)(?:\.|$)/,
];

/** This one searches types by their names, and the first file lacks the names of some. */
const NEVER = 'reflect.typesByString';

/** The end of the name of a function that is written within another, or binds a method. */
const WITHIN = /(?:\.func\d+(?:\.\d+)*|\.gowrap\d+|-fm)+$/;

/** Of the functions within these, each makes another machine or kernel. */
const LISTS = /^maxmargin\/core\/engine\/catalog\./;

/** Small functions that inner loops on both sides call. */
const BOTH = [/^math\.(?!init)/, /^maxmargin\/core\/base\/lanes\./];

/** @param {string[]} args */
export function go(args, env = goEnv) {
  return execFileSync('go', args, {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/**
 * Compiles the program, takes out what never runs, and runs it until it calls main.
 *
 * @param {{faults?: boolean}} [options] with operations that fail on purpose
 */
export function compileProgram({ faults = false } = {}) {
  const tags = faults ? ['-tags=faults'] : [];
  const gone = cold.core.find((name) => !existsSync(join(root, 'core', name)));
  insist(gone === undefined, `there is no core/${gone} to compile without inlining`);
  const packages = [...cold.library, ...cold.core.map((name) => `maxmargin/core/${name}`)];
  const compile = [...packages, 'maxmargin/wasm'].map((name) => `-gcflags=${name}=-l`);
  const linked = link([...compile, ...tags], goEnv);
  const functions = new Tables(readMemory(linked)).functions();
  const first = firstFunctions(functions);
  const places = functions.filter(({ name }) => first.has(name)).map(({ place }) => place);
  const ready = gather(shorten(strip(linked)), new Set(places));
  return { functions, ...begin(ready, functions, go(['env', 'GOROOT']).trim()) };
}

/**
 * The program as `go build` writes it.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function link(args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'maxmargin-module-'));
  const file = join(folder, 'maxmargin.wasm');
  const plain = ['-trimpath', '-buildvcs=false', '-ldflags=-s -w -buildid='];
  go(['build', ...plain, ...args, '-o', file, './wasm'], { ...env, GOOS: 'js', GOARCH: 'wasm' });
  const linked = readFileSync(file);
  rmSync(folder, { recursive: true });
  return linked;
}

/**
 * The module in one file, for any version of Go: as `go build` writes it, without assembly and simd,
 * and without all that relies on what the linker of one version does. The second file is empty.
 */
export function plainModule() {
  const wasm = link([], { ...process.env, GOEXPERIMENT: '' });
  const buildId = createHash('sha256').update(wasm).digest('hex').slice(0, 16);
  const signed = (/** @type {Buffer} */ file) =>
    Buffer.concat([file, customSection('maxmargin.build', buildId)]);
  const [whole, rest] = [signed(wasm), signed(wasm.subarray(0, 8))];
  return { whole, first: whole, rest, powersAt: 0, begun: undefined, counts: undefined, buildId };
}

/**
 * The module as a whole and in its two files, how many functions each has, and where the memory
 * lacks the powers of ten: 0 if it has them. All three are signed with the same hash, in a
 * custom section that can be read from the compiled form as well.
 *
 * @param {{faults?: boolean}} [options] with operations that fail on purpose
 */
export function buildModule(options) {
  const { functions, wasm, begun, entered } = compileProgram(options);
  insist(functions.some(({ name }) => name === NEVER), `there is no ${NEVER}`); // prettier-ignore
  const names = new Set([...firstFunctions(functions), ...entered]);
  const { counts, ...files } = split(wasm, functions, (name) => {
    if (name === NEVER) return 'rest';
    // What is within a function runs when its data ask for it, which a profile need not meet.
    const outer = LISTS.test(name) ? name : name.replace(WITHIN, '');
    const isFirst = names.has(name) || names.has(outer);
    if (!isFirst && !ALWAYS.some((pattern) => pattern.test(name))) return 'rest';
    return BOTH.some((pattern) => pattern.test(name)) ? 'both' : 'first';
  });
  const { packed: first, powersAt } = pack(files.first);
  const rest = packRest(files.rest, wasm);
  const buildId = createHash('sha256').update(first).update(rest).digest('hex').slice(0, 16);
  const signed = (/** @type {Buffer} */ file) =>
    Buffer.concat([file, customSection('maxmargin.build', buildId)]);
  const one = pack(files.whole);
  insist(one.powersAt === powersAt, 'both files have one memory');
  return {
    whole: signed(one.packed),
    powersAt,
    begun,
    first: signed(first),
    rest: signed(rest),
    counts,
    buildId,
  };
}
