/**
 * Adds the functions that everyday.mjs calls to the list of those that belong to the first file of
 * the module. Some run now and then, such as those of the garbage collector, so what the list has
 * stays. The package must have been built from the same sources.
 */
import { readFileSync } from 'node:fs';
import {
  OP,
  SECTION,
  bytesOf,
  codeOf,
  constant,
  customSection,
  readBodies,
  readSection,
  replaceSections,
  string,
  unsigned,
} from './file.mjs';
import { everyday } from './everyday.mjs';
import { compileProgram, firstFunctions } from './module.mjs';

const I32 = 0x7f;
const GLOBAL = 3;
const GLOBAL_SET = 0x24;

/** The clock, while performance.now is another one. */
const now = performance.now.bind(performance);

const { functions, wasm } = compileProgram();
const before = firstFunctions(functions);
const names = firstFunctions(functions, await profile());
const added = [...names].filter((name) => !before.has(name));
console.log(`${names.size} of ${functions.length} functions belong to the first file; added: ${added.join(', ') || 'none'}`); // prettier-ignore

/** @returns {Promise<Set<string>>} the names of the functions that everyday calls */
async function profile() {
  /** @type {WebAssembly.Instance[]} */
  const instances = [];
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (/** @type {any} */ module, /** @type {any} */ imports) => {
    const instance = /** @type {any} */ (await instantiate(module, imports));
    instances.push(instance);
    // Small calls need both files; without them, these programs take the ordinary way.
    const exports = { ...instance.exports, small: () => 0 };
    return Object.create(WebAssembly.Instance.prototype, { exports: { value: exports } });
  };
  const dist = new URL('../../npm/dist/', import.meta.url);
  const built = readFileSync(new URL('maxmargin.wasm', dist));
  const wasmModule = bytesOf(counting(), customSection('maxmargin.build', buildIdOf(built)));
  for (const entry of ['node.js', 'sync.node.js']) {
    const maxmargin = await import(new URL(entry, dist).href);
    await maxmargin.init({
      wasmModule,
      onWarning() {},
      ...(entry === 'node.js' && { worker: false }),
    });
    for (const step of [0, 1, 20]) {
      slowDown(step);
      await everyday(maxmargin);
    }
  }
  WebAssembly.instantiate = instantiate;
  const wasCalled = ({ place }) =>
    instances.some(({ exports }) => /** @type {any} */ (exports[`called${place}`]).value === 1);
  return new Set(functions.filter(wasCalled).map(({ name }) => name));
}

/**
 * Makes the machine look busy: every look at the clock takes longer. Fits then pause and report
 * between all of their steps, as they do on a slow machine.
 * @param {number} step in milliseconds
 */
function slowDown(step) {
  let late = 0;
  performance.now = () => now() + (late += step);
}

/** The program with a global for each function, which the function sets to 1. */
function counting() {
  const bodies = readBodies(wasm);
  const globals = readSection(wasm, SECTION.global);
  const before = globals.unsigned();
  const exports = readSection(wasm, SECTION.export);
  const exported = exports.unsigned();
  const mark = bodies.map((_, place) => [OP.i32Const, 1, GLOBAL_SET, ...unsigned(before + place)]);
  const names = bodies.map((_, place) =>
    bytesOf(string(`called${place}`), [GLOBAL], unsigned(before + place)),
  );
  return replaceSections(
    wasm,
    new Map([
      [
        SECTION.global,
        bytesOf(
          unsigned(before + bodies.length),
          globals.rest(),
          ...bodies.map(() => [I32, 1, ...constant(0)]),
        ),
      ],
      [SECTION.export, bytesOf(unsigned(exported + bodies.length), exports.rest(), ...names)],
      [
        SECTION.code,
        codeOf(
          bodies.map((body, place) => {
            const start = endOfLocals(body);
            return bytesOf(body.subarray(0, start), mark[place], body.subarray(start));
          }),
        ),
      ],
    ]),
  );
}

/** @param {Buffer} body */
function endOfLocals(body) {
  let at = 0;
  const skip = () => {
    while (body[at++] > 127);
  };
  const groups = body[0];
  skip();
  for (let i = 0; i < groups; i++) {
    skip();
    at++;
  }
  return at;
}

/** @param {Buffer} module */
function buildIdOf(module) {
  const [section] = WebAssembly.Module.customSections(
    new WebAssembly.Module(module),
    'maxmargin.build',
  );
  return Buffer.from(section).toString();
}
