/** Compiles the Go program and makes the package's modules of it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { customSection, readMemory } from './file.mjs';
import { pack } from './pack.mjs';
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
    'github.com/norunners/vert',
  ],
  core: [
    ...['activeset', 'boost', 'calib', 'catalog', 'codec', 'engine', 'fault', 'loss', 'margin'],
    ...['model', 'nearest', 'network', 'parzen', 'ridge', 'solver', 'subspace', 'svm', 'tune'],
  ],
};

/** The names of the functions of the first file, which `make profile` writes. */
export const profileFile = join(here, 'first.txt');

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
];

/** This one searches types by their names, and the first file lacks the names of some. */
const NEVER = 'reflect.typesByString';

/** Small functions that inner loops on both sides call. */
const BOTH = [/^math\.(?!init)/, /^maxmargin\/core\/lanes\./];

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
 * Compiles the program and takes out what never runs.
 *
 * @param {{faults?: boolean}} [options] with operations that fail on purpose
 */
export function compileProgram({ faults = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'maxmargin-module-'));
  const file = join(folder, 'maxmargin.wasm');
  const tags = faults ? ['-tags=faults'] : [];
  const packages = [...cold.library, ...cold.core.map((name) => `maxmargin/core/${name}`)];
  const compile = [...packages, 'maxmargin/wasm'].map((name) => `-gcflags=${name}=-l`);
  const link = ['-trimpath', '-buildvcs=false', '-ldflags=-s -w -buildid='];
  go(['build', ...compile, ...link, ...tags, '-o', file, './wasm'], {
    ...goEnv,
    GOOS: 'js',
    GOARCH: 'wasm',
  });
  const linked = readFileSync(file);
  rmSync(folder, { recursive: true });
  return { functions: new Tables(readMemory(linked)).functions(), wasm: shorten(strip(linked)) };
}

/**
 * The module as a whole and in its two files. All three are signed with the same hash, in a
 * custom section that can be read from the compiled form as well.
 *
 * @param {{faults?: boolean}} [options] with operations that fail on purpose
 */
export function buildModule(options) {
  const { functions, wasm } = compileProgram(options);
  insist(functions.some(({ name }) => name === NEVER), `there is no ${NEVER}`); // prettier-ignore
  const profile = new Set(readFileSync(profileFile, 'utf8').trim().split('\n'));
  const { first, rest, counts } = split(wasm, functions, (name) => {
    if (name === NEVER) return 'rest';
    if (!profile.has(name) && !ALWAYS.some((pattern) => pattern.test(name))) return 'rest';
    return BOTH.some((pattern) => pattern.test(name)) ? 'both' : 'first';
  });
  const { packed, powersAt } = pack(first);
  const buildId = createHash('sha256').update(packed).update(rest).digest('hex').slice(0, 16);
  const signed = (/** @type {Buffer} */ file) =>
    Buffer.concat([file, customSection('maxmargin.build', buildId)]);
  const one = pack(wasm);
  insist(one.powersAt === powersAt, 'both files have one memory');
  return {
    whole: signed(one.packed),
    powersAt,
    first: signed(packed),
    rest: signed(rest),
    counts,
    buildId,
  };
}
