/**
 * Divides a Go program for WebAssembly between two files. The first has the functions that an
 * everyday fit calls, and runs alone; the second has the rest, and joins the running program
 * when a call needs it.
 *
 * Both files number types and functions in the same way, so the bodies of functions stay as the
 * compiler wrote them. In each file, a function whose body is in the other file has a short body
 * that calls it through the table, which the files share together with the memory and the
 * globals. What the linker wrote about the functions of the second file, such as where their
 * pointers are on the stack, moves there as well. So do the strings that only these functions use,
 * and what describes the types that only they use.
 *
 * A call of a function that is not there yet pauses the program, as Go's own scheduler does when
 * every goroutine waits: the function leaves its address where the program goes on
 * (wasm_pc_f_loop in Go's runtime/rt0_js_wasm.s), and every caller returns. Nothing else may enter
 * the program until the second file is there and `proceed` is called.
 */
import {
  OP,
  SECTION,
  bytesOf,
  codeOf,
  constant,
  dataOf,
  editMemory,
  readBodies,
  readMemory,
  readSection,
  readSections,
  replaceSections,
  section,
  signed,
  string,
  unsigned,
  vector,
} from './file.mjs';
import { exportsOf } from './begin.mjs';
import { dropAddresses } from './pack.mjs';
import { Strings } from './strings.mjs';
import { FUNC, NO_FUNCDATA, NO_PCDATA, Tables, insist } from './tables.mjs';
import { Types } from './types.mjs';

const I32 = 0x7f;
const FUNCTION_TYPE = 0x60;
const KIND = { function: 0, table: 1, memory: 2, global: 3 };

/**
 * How many bytes that are not of the second file end a data segment there. Its pieces are small:
 * with the 128 of the first file it has 8 KB more after brotli.
 */
const REST_GAP = 32;

/** What the first file gives the second, and the name under which the second asks for it. */
const FIRST = 'first';

const op = {
  ...OP,
  if: 0x04,
  return: 0x0f,
  callFunction: 0x10,
  callTable: 0x11,
  localGet: 0x20,
  globalGet: 0x23,
  globalSet: 0x24,
  i64Store: 0x37,
  i32Sub: 0x6b,
  i64Or: 0x84,
  i64Shl: 0x86,
  i64FromUnsigned: 0xad,
};

/** Globals of every Go program, by their place: cmd/link/internal/wasm. */
const GLOBALS = { SP: 0, PAUSE: 7, count: 8 };

/** The function that runs goroutines until all of them wait. */
const LOOP = 'wasm_pc_f_loop';

/**
 * The program in two files, and as a whole without what neither needs.
 *
 * @param {Buffer} wasm
 * @param {{place: number, name: string}[]} functions of the program
 * @param {(name: string) => 'first' | 'both' | 'rest'} sideOf where a function belongs, by its name
 * @returns {{whole: Buffer, first: Buffer, rest: Buffer, counts: Record<'first' | 'both' | 'rest', number>}}
 */
export function split(wasm, functions, sideOf) {
  const program = new Divided(wasm);
  const bodies = readBodies(wasm);
  insist(functions.length === bodies.length, 'functions without a name');
  /** @type {('first' | 'both' | 'rest')[]} */
  const sides = [];
  for (const { place, name } of functions) {
    sides[place] = program.isGo(place) ? sideOf(name) : 'both';
  }
  const loop = functions.find(({ name }) => name === LOOP);
  insist(loop !== undefined && sides[loop.place] === 'both', `${LOOP} is not what it was`);

  const counts = { first: 0, both: 0, rest: 0 };
  for (const side of sides) counts[side]++;
  const needed = new Needed(readMemory(wasm), bodies, sides);
  return {
    whole: editMemory(wasm, (memory) => needed.clear(memory, (at) => needed.byNobody(at))),
    first: program.first(bodies, sides, needed),
    rest: program.rest(bodies, sides, needed),
    counts,
  };
}

/** The parts of a program that both of its files need to know. */
class Divided {
  /** @param {Buffer} wasm */
  constructor(wasm) {
    this.wasm = wasm;
    this.sections = new Map(readSections(wasm).map(({ id, body }) => [id, body]));
    this.types = this.#readTypes();
    this.imported = readSection(wasm, SECTION.import).unsigned();
    const typeOf = readSection(wasm, SECTION.function);
    this.typeOf = Array.from({ length: typeOf.unsigned() }, () => typeOf.unsigned());
    this.globals = this.#readGlobals();
    this.firstSlot = this.#readElements();
  }

  /**
   * Whether a function obeys Go's calling convention: it takes the place to go on at, and
   * returns whether its callers have to return, too.
   * @param {number} place
   */
  isGo(place) {
    return this.#isType(this.typeOf[place], [I32], [I32]);
  }

  /**
   * @param {Buffer[]} bodies
   * @param {string[]} sides
   * @param {Needed} needed
   */
  first(bodies, sides, needed) {
    const joined = GLOBALS.count;
    const waiting = joined + 1;
    const wait = this.imported + bodies.length;
    const waitType = this.types.length;
    const code = bodies.map((body, place) =>
      sides[place] === 'rest' ? this.#waiting(place, wait) : body,
    );
    const exported = [
      ['table', KIND.table, 0],
      ...this.globals.map((_, i) => [`global${i}`, KIND.global, i]),
      ['joined', KIND.global, joined],
      ['waiting', KIND.global, waiting],
    ];
    const replaced = {
      [SECTION.type]: this.#longer(SECTION.type, [
        [FUNCTION_TYPE, ...vector([[I32], [I32]]), ...vector([[I32]])],
      ]),
      [SECTION.function]: this.#longer(SECTION.function, [unsigned(waitType)]),
      [SECTION.global]: this.#longer(SECTION.global, [
        [I32, 1, ...constant(0)],
        [I32, 1, ...constant(0)],
      ]),
      [SECTION.export]: exportsOf(this.wasm, exported),
      [SECTION.code]: codeOf([...code, this.#wait(joined, waiting)]),
      [SECTION.data]: dataOf(this.#memory(needed, false)),
    };
    const bodiesOf = new Map(Object.entries(replaced).map(([id, body]) => [Number(id), body]));
    return replaceSections(this.wasm, bodiesOf);
  }

  /**
   * @param {Buffer[]} bodies
   * @param {string[]} sides
   * @param {Needed} needed
   */
  rest(bodies, sides, needed) {
    const shared = [
      ['table', KIND.table, this.#items(SECTION.table)],
      ['mem', KIND.memory, this.#items(SECTION.memory)],
      ...this.globals.map(({ type }, i) => [`global${i}`, KIND.global, type]),
    ];
    const imports = this.#longer(
      SECTION.import,
      shared.map(([name, kind, type]) => bytesOf(string(FIRST), string(name), [kind], type)),
    );
    const code = bodies.map((body, place) =>
      sides[place] === 'first' ? this.#through(place) : body,
    );
    const elements = [];
    for (let place = 0; place < sides.length; place++) {
      if (sides[place] !== 'rest') continue;
      const start = place;
      while (sides[place + 1] === 'rest') place++;
      const run = Array.from({ length: place + 1 - start }, (_, i) => start + i);
      const indices = vector(run.map((each) => unsigned(this.imported + each)));
      elements.push(bytesOf([0], constant(this.firstSlot + start), indices));
    }
    return bytesOf(
      this.wasm.subarray(0, 8),
      section(SECTION.type, this.#body(SECTION.type)),
      section(SECTION.import, imports),
      section(SECTION.function, this.#body(SECTION.function)),
      section(SECTION.element, vector(elements)),
      section(SECTION.code, codeOf(code)),
      section(SECTION.data, dataOf(this.#memory(needed, true), REST_GAP)),
    );
  }

  /**
   * The body of a function of the second file in the first: it passes on to `wait`.
   * @param {number} place
   * @param {number} wait
   */
  #waiting(place, wait) {
    return bytesOf(
      [0, op.localGet, 0, op.i32Const],
      signed(this.firstSlot + place),
      [op.callFunction],
      unsigned(wait),
      [op.end],
    );
  }

  /**
   * The body of the function that all those functions call, with the place to go on at, and the
   * slot of the table. It calls the function, or pauses the program in front of it.
   * @param {number} joined the global that tells whether the second file is there
   * @param {number} waiting the global that tells the caller of the program which slot it waits for
   */
  #wait(joined, waiting) {
    const [place, slot] = [0, 1];
    const go = this.types.findIndex((_, type) => this.#isType(type, [I32], [I32]));
    return bytesOf(
      [0, op.globalGet, ...unsigned(joined), op.if, 0x40],
      [op.localGet, place, op.localGet, slot, op.callTable, ...unsigned(go), 0, op.return, op.end],
      // The address where the program goes on belongs below the stack pointer.
      [op.globalGet, GLOBALS.SP, op.i32Const, 8, op.i32Sub],
      [op.localGet, slot, op.i64FromUnsigned, op.i64Const, 16, op.i64Shl],
      [op.localGet, place, op.i64FromUnsigned, op.i64Or, op.i64Store, 3, 0],
      [op.i32Const, 1, op.globalSet, GLOBALS.PAUSE],
      [op.localGet, slot, op.globalSet, ...unsigned(waiting)],
      [op.i32Const, 1, op.end],
    );
  }

  /**
   * The body of a function of the first file in the second.
   * @param {number} place
   */
  #through(place) {
    const type = this.typeOf[place];
    const passed = this.types[type].parameters.flatMap((_, i) => [op.localGet, ...unsigned(i)]);
    return bytesOf([0, ...passed, op.i32Const], signed(this.firstSlot + place), [
      op.callTable,
      ...unsigned(type),
      0,
      op.end,
    ]);
  }

  /**
   * The initial memory of one file. Tables that only functions of the second file need are there;
   * everything else is in the first.
   * @param {Needed} needed
   * @param {boolean} ofRest
   */
  #memory(needed, ofRest) {
    const memory = readMemory(this.wasm);
    if (!ofRest) {
      needed.clear(memory, (at) => needed.byNobody(at) || needed.onlyByRest(at));
      return memory;
    }
    // A data segment may have short stretches inside that are of the first file. They have to be
    // as they are there: these tables never change.
    for (let at = 0; at < memory.length;) {
      let end = at;
      while (end < memory.length && !needed.onlyByRest(end)) end++;
      const short = at > 0 && end < memory.length && end - at < REST_GAP;
      if (!short) memory.fill(0, at, end);
      for (at = end; at < memory.length && needed.onlyByRest(at);) at++;
    }
    dropAddresses(memory, needed);
    return memory;
  }

  /**
   * @param {number} type
   * @param {number[]} parameters
   * @param {number[]} results
   */
  #isType(type, parameters, results) {
    return (
      String(this.types[type].parameters) === String(parameters) &&
      String(this.types[type].results) === String(results)
    );
  }

  /** @param {number} id */
  #body(id) {
    return /** @type {Buffer} */ (this.sections.get(id));
  }

  /** @param {number} id of a section @returns {Buffer} what follows the number of its items */
  #items(id) {
    const read = readSection(this.wasm, id);
    read.unsigned();
    return read.rest();
  }

  /**
   * @param {number} id of a section that is a vector
   * @param {(Uint8Array | number[])[]} more items
   */
  #longer(id, more) {
    const count = readSection(this.wasm, id).unsigned();
    return bytesOf(unsigned(count + more.length), this.#items(id), ...more);
  }

  #readTypes() {
    const read = readSection(this.wasm, SECTION.type);
    const list = () => [...read.bytes(read.unsigned())];
    return Array.from({ length: read.unsigned() }, () => {
      read.expect(FUNCTION_TYPE);
      return { parameters: list(), results: list() };
    });
  }

  /** The globals: their types, which two bytes say, as an import states them. */
  #readGlobals() {
    const read = readSection(this.wasm, SECTION.global);
    const globals = Array.from({ length: read.unsigned() }, () => {
      const type = read.bytes(2);
      insist([op.i32Const, op.i64Const].includes(read.byte()), 'a global begins otherwise');
      read.signed();
      read.expect(op.end);
      return { type };
    });
    insist(globals.length === GLOBALS.count, `it has ${globals.length} globals`);
    return globals;
  }

  /** @returns {number} the slot of the first function: the others follow in their order */
  #readElements() {
    const read = readSection(this.wasm, SECTION.element);
    insist(read.unsigned() === 1, 'it has several tables of functions');
    read.expect(0);
    const slot = read.constant();
    insist(read.unsigned() === this.typeOf.length, 'not all functions are in the table');
    for (let i = 0; i < this.typeOf.length; i++) read.expectUnsigned(this.imported + i);
    return slot;
  }
}

/** Which bytes of the memory the functions of each side need. */
class Needed extends Tables {
  static #first = 1;
  static #rest = 2;
  static #nobody = 4;
  #by;

  /**
   * @param {Buffer} memory
   * @param {Buffer[]} bodies
   * @param {string[]} sides
   */
  constructor(memory, bodies, sides) {
    super(memory);
    this.#by = new Uint8Array(memory.length);
    for (const { place, at, name } of this.functions()) {
      const side = sides[place] === 'rest' ? Needed.#rest : Needed.#first;
      this.#function(at, side, name.startsWith('runtime.') ? Needed.#first : side);
    }
    const first = bodies.filter((_, place) => sides[place] !== 'rest');
    const rest = bodies.filter((_, place) => sides[place] === 'rest');
    const types = new Types(this);
    const stretches = [
      ...types.notNeeded(first, rest),
      ...new Strings(this, bodies).notNeeded(first),
    ];
    for (const [start, end] of stretches) this.#mark(start, end, Needed.#rest);
    for (const [start, end] of types.unread()) this.#by.fill(Needed.#nobody, start, end);
  }

  /** @param {number} at */
  onlyByRest(at) {
    return this.#by[at] === Needed.#rest;
  }

  /** @param {number} at */
  byNobody(at) {
    return this.#by[at] === Needed.#nobody;
  }

  /** @param {Buffer} memory @param {(at: number) => boolean} where */
  clear(memory, where) {
    for (let at = 0; at < memory.length; at++) if (where(at)) memory[at] = 0;
  }

  /**
   * @param {number} at the address of a runtime._func
   * @param {number} side
   * @param {number} ofRecord the side of the record itself: when a goroutine starts, the runtime
   *   reads that of its function, and looks whether its name begins with 'runtime.'
   */
  #function(at, side, ofRecord) {
    const { pcdata, npcdata, funcdata, nfuncdata, end } = this.shape(at);
    this.#mark(at, end, ofRecord);
    const name = this.namesAt + this.number(at + FUNC.name);
    this.#mark(name, this.memory.indexOf(0, name), ofRecord);
    this.#table(this.number(at + FUNC.pcsp), side);
    for (let i = 0; i < npcdata; i++) this.#table(this.number(pcdata + 4 * i), side);
    for (let i = 0; i < nfuncdata; i++) {
      const offset = this.number(funcdata + 4 * i);
      if (offset === NO_FUNCDATA) continue;
      const start = this.dataAt + offset;
      this.#mark(start, start + this.lengthOf(i, start), side);
    }
  }

  /**
   * @param {number} offset of a table
   * @param {number} side
   */
  #table(offset, side) {
    if (offset === NO_PCDATA) return;
    const start = this.tablesAt + offset;
    this.#mark(start, this.walk(start), side);
  }

  /**
   * @param {number} start
   * @param {number} end
   * @param {number} side
   */
  #mark(start, end, side) {
    for (let at = start; at < end; at++) this.#by[at] |= side;
  }
}
