/**
 * Runs a Go program up to the call of main.main, when it is built, and makes a module that begins
 * there: its memory and its globals are as that run left them. A start then neither compiles nor
 * runs what sets up the runtime and the packages.
 *
 * The run ends as that of a program does that waits for its second file (split.mjs): main.main
 * leaves its own address where wasm_pc_f_loop goes on, and pauses. The module has the proper body of
 * main.main, and exports wasm_pc_f_loop as `proceed`.
 *
 * What has to differ between starts are the numbers that the runtime draws: seeds of generators and
 * of hashes. The program runs twice, with different random bytes. Each word of its memory that
 * differs then has to be known here: js/src/runtime/begin.js draws it anew, or it makes no
 * difference. Any other ends the build. The clock stands still at 1 ms meanwhile, and a start goes on
 * from there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import {
  OP,
  RETURN,
  SECTION,
  TRAP,
  bytesOf,
  dataOf,
  readMemory,
  readSection,
  replaceBodies,
  replaceSections,
  signed,
  string,
  unsigned,
  vector,
} from './file.mjs';
import { makeScope } from '../src/runtime/scope.js';
import { IDLE, placesOf } from './strip.mjs';
import { insist, retire } from './tables.mjs';

const I32 = 0x7f;
const KIND = { function: 0, global: 3 };
const PAGE = 65_536;

const op = {
  ...OP,
  globalGet: 0x23,
  globalSet: 0x24,
  i64Store: 0x37,
  i32Add: 0x6a,
  i32Sub: 0x6b,
  i64Shl: 0x86,
  i64FromUnsigned: 0xad,
};

/** Globals of every Go program, by their place: cmd/link/internal/wasm. */
const GLOBALS = { SP: 0, G: 2, PAUSE: 7, count: 8 };

/** Offsets in runtime.g, and its size: the stack, the m, the stack pointer that is kept, and which g are timed. */
const G = { low: 0, m: 48, pointer: 56, tracking: 184, trackingStamp: 192, size: 448 };

/** The most goroutines that the runtime may have begun. */
const GOROUTINES = 32;

/** A chacha8rand.State: 32 numbers and a seed of four; which is next, how many there are, blocks. */
const STATE = { numbers: 36, seed: 256, next: 288, count: 292, blocks: 296, size: 304 };

/**
 * What runtime.m has in front of its State, a pcvalueCache, and behind it: cheaprand and cheaprand64.
 * And as much of the stack of its scheduler as can have been used; its bounds in runtime.g are wide.
 */
const M = { cache: 392, cheap: 16, size: 4096, stack: 4096 };

/** Offsets in a map of internal/runtime/maps, whose first word counts its entries. */
const MAP = { seed: 8, group: 16, groups: 24 };

/** A group of a map without entries. */
const FREE = 0x8080808080808080n;

/**
 * How many entries have the maps that packages of the library fill: syscall.files,
 * unicode.FoldCategory, and unicode.FoldScript. Nothing here reads them, so they become empty. One
 * with entries would not fit the new seeds.
 */
const FILLED = [3, 6, 3];

/** The function that fills one more, of error codes of files. */
const CODES = 'syscall.map.init.0';

/**
 * @param {Buffer} wasm
 * @param {{place: number, name: string}[]} functions of the program
 * @param {string} goroot where the toolchain is
 * @returns {{wasm: Buffer, begun: Begun, entered: Set<string>}} entered: the names of functions that
 *   goroutines have entered and not left; some of them may be left
 */
export function begin(wasm, functions, goroot) {
  const placeOf = (/** @type {string} */ wanted) => {
    const found = functions.find(({ name }) => name === wanted);
    insist(found !== undefined, `there is no ${wanted}`);
    return /** @type {{place: number}} */ (found).place;
  };
  const program = replaceBodies(wasm, [placeOf(CODES)], RETURN);
  const makeGo = readGo(goroot);
  const stopping = stopAt(program, placeOf('main.main'));
  const one = run(stopping, makeGo, 1);
  const random = new Drawn(one, run(stopping, makeGo, 2)).replace();
  const finished = placesOf(functions, OVER);
  retire(one.memory, new Set([...finished, ...placesOf(functions, IDLE)]));
  const proceed = readSection(wasm, SECTION.import).unsigned() + placeOf('wasm_pc_f_loop');
  const sections = new Map([
    [SECTION.memory, bytesOf([1, 0], unsigned(one.memory.length / PAGE))],
    [SECTION.global, globalsOf(program, one.globals)],
    [SECTION.export, exportsOf(program, [['proceed', KIND.function, proceed]])],
    [SECTION.data, dataOf(one.memory)],
  ]);
  const behind = readMemory(wasm).length;
  return {
    wasm: replaceBodies(replaceSections(program, sections), [...finished, placeOf(CALLER)], TRAP),
    begun: { values: one.values, random },
    entered: enteredFrom(one.memory.subarray(behind - (behind % 8)), firstSlot(wasm), functions),
  };
}

/**
 * What a start has to know.
 * @typedef {object} Begun
 * @property {string[]} values what Go refers to in its global object, in the order of the references
 * @property {[at: number, length: number][]} random stretches of memory that are drawn
 */

/**
 * What has run before main.main is called, and never runs again: the packages are set up, and so is the
 * runtime. Where there was a body there is a trap.
 */
const OVER = [
  /^[^()]*\.(?:map\.)?init(?:\.\d+)?$/,
  /^runtime\.(?:schedinit|mallocinit|modulesinit|moduledataverify1?|typelinksinit|itabsinit|randinit|osinit|mcommoninit)$/,
  /^runtime\.\(\*(?:mheap|pageAlloc|scavengeIndex|scavengerState|gcControllerState|mcentral|p)\)\.init$/,
  /^runtime\.(?:parsegodebug|check|checkfds|goargs|goenvs(?:_unix)?|doInit1?|readGO\w+)$/,
];

/** What has called main.main, which never returns: only its frame is needed. */
const CALLER = 'runtime.main';

/**
 * The program with a function at which it pauses, and with its globals exported.
 * @param {Buffer} wasm
 * @param {number} place of the function
 */
function stopAt(wasm, place) {
  const body = bytesOf(
    // The address where the program goes on belongs below the stack pointer.
    [0, op.globalGet, GLOBALS.SP, op.i32Const, 8, op.i32Sub, op.i32Const],
    signed(firstSlot(wasm) + place),
    [op.i64FromUnsigned, op.i64Const, 16, op.i64Shl, op.i64Store, 3, 0],
    [op.i32Const, 1, op.globalSet, GLOBALS.PAUSE, op.i32Const, 1, op.end],
  );
  const exported = Array.from({ length: GLOBALS.count }, (_, i) => [`global${i}`, KIND.global, i]);
  return replaceSections(
    replaceBodies(wasm, [place], body),
    new Map([[SECTION.export, exportsOf(wasm, exported)]]),
  );
}

/** @param {Buffer} wasm @returns {number} the slot of the first function: the others follow in their order */
function firstSlot(wasm) {
  const read = readSection(wasm, SECTION.element);
  insist(read.unsigned() === 1, 'it has several tables of functions');
  read.expect(0);
  return read.constant();
}

/**
 * The functions whose frames the collector of garbage meets on stacks: an address to return to has
 * the slot of the function, and below it, in 16 bits, the place, which is not the first.
 *
 * @param {Buffer} memory with the stacks
 * @param {number} first slot
 * @param {{place: number, name: string}[]} functions
 */
function enteredFrom(memory, first, functions) {
  const names = new Map(functions.map(({ place, name }) => [first + place, name]));
  /** @type {Set<string>} */
  const entered = new Set();
  for (let at = 0; at + 8 <= memory.length; at += 8) {
    const name = names.get(memory.readUInt32LE(at) >>> 16);
    if (name && memory.readUInt16LE(at) > 0 && memory.readUInt32LE(at + 4) === 0) entered.add(name);
  }
  return entered;
}

/**
 * @param {Buffer} wasm
 * @param {any[][]} more exports: name, kind and index of each
 */
export function exportsOf(wasm, more) {
  const exported = readSection(wasm, SECTION.export);
  const count = exported.unsigned() + more.length;
  const added = more.map(([name, kind, index]) => bytesOf(string(name), [kind], unsigned(index)));
  return bytesOf(unsigned(count), exported.rest(), ...added);
}

/**
 * The section of globals with these values.
 * @param {Buffer} wasm
 * @param {number[]} values
 */
function globalsOf(wasm, values) {
  const read = readSection(wasm, SECTION.global);
  insist(read.unsigned() === GLOBALS.count, 'it has other globals');
  return vector(
    values.map((value) => {
      const type = read.bytes(2);
      read.byte();
      read.signed();
      read.expect(op.end);
      return bytesOf(type, [type[0] === I32 ? op.i32Const : op.i64Const], signed(value), [op.end]);
    }),
  );
}

/**
 * The toolchain's wasm_exec.js, as js/build.mjs wraps it for the package.
 * @param {string} goroot
 * @returns {(scope: object) => any}
 */
function readGo(goroot) {
  const file = readFileSync(join(goroot, 'lib', 'wasm', 'wasm_exec.js'), 'utf8');
  insist(file.includes(ORIGIN), 'wasm_exec.js has another clock');
  const globals = 'fs, crypto, performance, setTimeout, clearTimeout, console, Date';
  const source = file.replace(ORIGIN, 'const timeOrigin = 0;');
  const wrapped = `const { ${globals} } = globalThis;\n${source}\nreturn globalThis.Go;`;
  return /** @type {any} */ (compileFunction(wrapped, ['globalThis']));
}

/** Where wasm_exec.js begins to count time. */
export const ORIGIN = 'const timeOrigin = Date.now() - performance.now();';

/**
 * Runs the program until it pauses.
 * @param {Buffer} wasm
 * @param {(scope: object) => any} makeGo
 * @param {number} salt for its random numbers
 */
function run(wasm, makeGo, salt) {
  const never = () => {
    throw new Error('the program does not come to main.main without waiting');
  };
  const write = (/** @type {Uint8Array} */ bytes) => {
    throw new Error(`the program wrote: ${Buffer.from(bytes)}`);
  };
  const scope = {
    ...makeScope({ ready: never, write, guard: never }),
    setTimeout: never,
    performance: { now: () => 1 },
    Date: class extends Date {
      constructor() {
        super(0);
      }
    },
    crypto: { getRandomValues: (/** @type {Uint8Array} */ bytes) => bytes.fill(salt) },
  };
  const go = new (makeGo(scope))();
  const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), go.importObject);
  /** @type {unknown} */
  let failed;
  go.run(instance).catch((/** @type {unknown} */ error) => (failed = error));
  const exported = /** @type {any} */ (instance.exports);
  const globals = Array.from({ length: GLOBALS.count }, (_, i) => Number(exported[`global${i}`].value)); // prettier-ignore
  insist(globals[GLOBALS.PAUSE] === 0 && !go.exited && !failed && go._idPool.length === 0, 'it does not pause at main.main'); // prettier-ignore
  const values = go._values.slice(7).map((/** @type {unknown} */ value) => pathOf(value, scope));
  return { memory: Buffer.from(exported.mem.buffer.slice(0)), globals, values };
}

/**
 * @param {unknown} value
 * @param {object} scope
 * @returns {string} the names that lead to it from the global object
 */
function pathOf(value, scope) {
  for (const [name, outer] of Object.entries(scope)) {
    if (outer === value) return name;
    for (const [key, inner] of Object.entries(outer)) if (inner === value) return `${name}.${key}`;
  }
  throw new Error(`the program keeps ${value}, which is not in its global object`);
}

/** What two runs of a program have drawn. */
export class Drawn {
  #memory;
  #other;
  #globals;
  /** The words that differ and are not explained yet, by their addresses. @type {Set<number>} */
  #left = new Set();
  /** @type {[number, number][]} */
  #random = [];

  /**
   * @param {{memory: Buffer, globals: number[]}} one
   * @param {{memory: Buffer, globals: number[]}} other
   */
  constructor({ memory, globals }, other) {
    this.#memory = memory;
    this.#other = other.memory;
    this.#globals = globals;
    insist(String(globals) === String(other.globals), 'globals are random');
    insist(memory.length === other.memory.length, 'the size of the memory is random');
    for (let at = 0; at < memory.length; at += 8) {
      if (memory.readBigInt64LE(at) !== other.memory.readBigInt64LE(at)) this.#left.add(at);
    }
  }

  /**
   * Replaces in the memory of the first run what was drawn.
   * @returns {[number, number][]} the stretches to draw
   */
  replace() {
    const g = this.#globals[GLOBALS.G];
    const m = this.#word(g + G.m);
    const idle = this.#word(m); // the goroutine of the scheduler
    this.#clear(this.#word(g + G.low), this.#globals[GLOBALS.SP] - 8);
    const pointer = this.#word(idle + G.pointer);
    this.#clear(pointer - M.stack, pointer);

    const states = [...this.#left].filter((at) => this.#isState(at));
    insist(states.length === 2, `it has ${states.length} generators`);
    for (const at of states) {
      if (at > m && at < m + M.size) {
        this.#clear(at - M.cache, at);
        this.#draw(at + STATE.size, M.cheap);
      }
      this.#clear(at, at + STATE.size);
      this.#draw(at + STATE.seed, STATE.numbers * 8 - STATE.seed);
      for (const offset of [STATE.next, STATE.count]) this.#memory.writeUInt32LE(32, at + offset);
    }

    const keys = [...this.#left].filter((at) => this.#isRow(at, 4));
    insist(keys.length === 1, `it has ${keys.length} keys of hashes`);
    this.#draw(keys[0], 32);

    // The runtime draws which goroutines it times for its statistics, and counts them.
    for (const at of this.#left) {
      const offset = (at - g) % G.size;
      const timed = [G.tracking, G.trackingStamp].includes((offset + G.size) % G.size);
      const counted = this.#values(at).every((value) => value < GOROUTINES);
      if (counted || (timed && Math.abs(at - g) < GOROUTINES * G.size)) this.#left.delete(at);
    }
    this.#maps();
    insist(this.#left.size === 0, `at ${[...this.#left]} it has drawn numbers`);
    return this.#random;
  }

  /** Empties maps, and finds the seeds of theirs. */
  #maps() {
    const filled = [];
    for (const at of this.#left) {
      const map = at - MAP.seed;
      const [entries, group, groups] = [map, map + MAP.group, map + MAP.groups].map((each) =>
        this.#word(each),
      );
      // The seed of a sync.Map follows a pointer.
      const isEmpty = entries === 0 && group === 0;
      if (entries > 0 && entries <= 8 && groups === 0 && this.#left.has(group)) {
        filled.push(entries);
        this.#left.delete(group);
        this.#memory.writeBigUInt64LE(FREE, group);
        this.#memory.writeBigUInt64LE(0n, map);
        this.#memory.writeBigUInt64LE(0n, map + MAP.group);
      } else if (!isEmpty && entries <= PAGE) {
        continue;
      }
      if (this.#values(at).every((value) => value > 0xffffffffn)) this.#draw(at, 8); // no address
    }
    insist(String(filled) === String(FILLED), `maps with ${filled} entries`);
  }

  /** @param {number} at @returns {boolean} whether a chacha8rand.State lies there */
  #isState(at) {
    const [next, count, blocks] = [STATE.next, STATE.count, STATE.blocks].map((offset) =>
      this.#memory.readUInt32LE(at + offset),
    );
    return this.#isRow(at, STATE.numbers) && next <= count && count === 32 && blocks <= 16;
  }

  /** @param {number} at @param {number} length @returns {boolean} whether just so many words differ */
  #isRow(at, length) {
    const words = Array.from({ length }, (_, i) => at + 8 * i);
    return words.every((word) => this.#left.has(word)) && !this.#left.has(at + 8 * length);
  }

  /** @param {number} at @param {number} length */
  #draw(at, length) {
    this.#clear(at, at + length);
    this.#random.push([at, length]);
  }

  /** @param {number} start @param {number} end */
  #clear(start, end) {
    this.#memory.fill(0, start, end);
    for (let at = start; at < end; at += 8) this.#left.delete(at);
  }

  /** @param {number} at @returns {bigint[]} the word in both runs */
  #values(at) {
    return [this.#memory, this.#other].map((memory) => memory.readBigUInt64LE(at));
  }

  /** @param {number} at */
  #word(at) {
    return Number(this.#memory.readBigUInt64LE(at));
  }
}
