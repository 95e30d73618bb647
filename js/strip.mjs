/**
 * Removes from a Go program for WebAssembly the tables that only stack traces read: files
 * and lines, inlined calls, the format of arguments, and names of functions, except names
 * that the runtime itself reads. The linker keeps these tables, even with -s and -w,
 * because runtime.Callers may read them. In this program only reflect does, for the name of
 * the method in a panic's message, which becomes "unknown method". When a program ends, users
 * see only the first line of its output, which is not the trace. This file also replaces the
 * bodies of functions that never run here, such as those of the execution tracer, by a trap.
 *
 * The layout is that of Go 1.27: runtime/symtab.go, runtime/runtime2.go and
 * internal/abi/symtab.go. Any difference from these files ends the build.
 */
import { editMemory, replaceBodies } from './wasm-file.mjs';

/** How runtime.pcHeader begins: abi.CurrentPCLnTabMagic, padding, sys.PCQuantum, goarch.PtrSize. */
const HEADER = Buffer.from([0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8]);

/** Offsets in runtime.pcHeader: a count, and after it the positions of the tables. */
const FUNCTIONS = 8;
const TABLES = 32;

/** Offset of the address of all funcdata in runtime.moduledata. */
const GOFUNC = 344;

/** Offsets in runtime._func. npcdata and then nfuncdata numbers of four bytes follow it. */
const FUNC = {
  name: 4,
  pcsp: 16,
  pcfile: 20,
  pcln: 24,
  npcdata: 28,
  cu: 32,
  startLine: 36,
  id: 40,
  nfuncdata: 43,
  size: 44,
};

/** The value for no entry. */
const NO_PCDATA = 0;
const NO_FUNCDATA = 0xffffffff;

/**
 * The tables that are removed. Unsafe points are places at which a goroutine must not be
 * preempted; WebAssembly never preempts.
 */
const PCDATA = { unsafePoint: 0, inlTreeIndex: 2, argLiveIndex: 3 };
const FUNCDATA = { inlTree: 3, argInfo: 5, argLiveInfo: 6 };

/** abi.FuncIDWrapper */
const WRAPPER = 23;

/**
 * The names, or parts of names, that the runtime reads: runtime.panicwrap makes its
 * message from the name of a wrapper of a value method, the garbage collector recognises two
 * functions of reflect by name, and runtime.isSystemGoroutine looks for a prefix.
 *
 * @param {string} name
 * @param {boolean} wrapper
 */
function shortName(name, wrapper) {
  if (wrapper && name.includes('.(*')) return name;
  if (name === 'reflect.makeFuncStub' || name === 'reflect.methodValueCall') return name;
  return name.startsWith('runtime.') ? 'runtime.' : '';
}

/**
 * Functions of Go's library that the linker keeps and that never run in this program.
 * Their bodies become a trap. Each line names the call that would start them.
 */
const IDLE = [
  // runtime/metrics, which nothing imports
  /^runtime\.(?:initMetrics(?:\.func\d+)?|timeHistogramMetricsBuckets)$/,
  // runtime/trace.Start: the execution tracer writes its events by these, when it is on
  /^runtime\.trace(?:Locker|Writer|EventWriter)\.(?!ok$)/,
  /^runtime\.\(\*trace(?:StringTable|StackTable|TypeTable|Map|RegionAlloc|AdvancerState|Buf)\)\./,
  /^runtime\.trace(?:Advance|ReadCPU|StopReadCPU|SyncBatch|RegisterLabelsAndReasons|CPUFlush|Stack|BufFlush)(?:\.|$)/,
  /^runtime\.(?:makeTraceFrames?|traceAcquireEnabled|dumpStacksRec|dumpTypesRec)$/,
  // GODEBUG, which the program does not get: its environment is empty
  /^runtime\.(?:schedtrace|checkFinalizersAndCleanups)(?:\.|$)/,
  /^internal\/bisect\.(?!init)/,
];

/** A runtime.inlinedCall. */
const INLINED = { size: 16, name: 4 };

/** The end mark of FUNCDATA_ArgInfo: abi.TraceArgsEndSeq. */
const END_OF_ARGS = 0xff;

/**
 * @param {Buffer} wasm
 * @returns {Buffer} the same program without the tables for traces
 */
export function strip(wasm) {
  /** @type {number[]} */
  let idle = [];
  const stripped = editMemory(wasm, (memory) => {
    const program = new Program(memory);
    idle = program.idle();
    program.strip();
  });
  return replaceBodies(stripped, idle, TRAP);
}

/** A function without locals that ends the program: unreachable, end. */
const TRAP = Buffer.from([0, 0x00, 0x0b]);

/** The tables of the functions of a program, in its memory. */
class Program {
  /** Tables from program counters to values, and funcdata, by address. */
  tables = new Leavings();
  data = new Leavings();

  /** The names that stay, by where they will stand in their table; the first is none. */
  names = new Map([['', 0]]);
  namesLength = 1;

  /** @param {Buffer} memory */
  constructor(memory) {
    this.memory = memory;
    const header = this.only(HEADER);
    this.count = this.word(header + FUNCTIONS);
    const starts = [0, 1, 2, 3, 4].map((i) => header + this.word(header + TABLES + 8 * i));
    [this.namesAt, this.unitsAt, this.filesAt, this.tablesAt, this.functionsAt] = starts;

    const pointers = Buffer.alloc(16); // moduledata begins with a pointer to the header and one to the names
    pointers.writeUInt32LE(header, 0);
    pointers.writeUInt32LE(this.namesAt, 8);
    const moduleData = this.only(pointers);
    starts.forEach((start, i) =>
      insist(this.word(moduleData + 8 + 24 * i) === start, `table ${i} is elsewhere`),
    );
    this.dataAt = this.word(moduleData + GOFUNC);
    insist(this.dataAt > this.functionsAt && this.dataAt < memory.length, 'no funcdata');
  }

  /** @returns {number[]} the functions that never run, by their place among the bodies */
  idle() {
    const found = IDLE.map(() => 0);
    const places = [];
    for (let i = 0; i < this.count; i++) {
      const entry = this.functionsAt + 8 * i;
      const at = this.functionsAt + this.number(entry + 4);
      const name = this.nameAt(at + FUNC.name);
      const which = IDLE.findIndex((pattern) => pattern.test(name));
      if (which < 0) continue;
      found[which]++;
      places.push(this.number(entry) - this.number(this.functionsAt));
    }
    found.forEach((count, k) => insist(count > 0, `no function is called like ${IDLE[k]}`));
    return places;
  }

  strip() {
    for (let i = 0; i < this.count; i++) {
      this.stripFunction(this.functionsAt + this.number(this.functionsAt + 8 * i + 4));
    }
    this.memory.fill(0, this.namesAt, this.tablesAt); // with compilation units, and the files of each
    for (const [name, offset] of this.names) this.memory.write(name, this.namesAt + offset);
    for (const leavings of [this.tables, this.data]) leavings.clear(this.memory);
  }

  /** @param {number} at the address of a runtime._func */
  stripFunction(at) {
    const { memory } = this;
    // recover counts the frames between it and the panic that are no wrappers,
    // so it needs the calls that were inlined into a wrapper. Elsewhere they make no
    // difference: a function that calls recover is never inlined.
    const wrapper = memory[at + FUNC.id] === WRAPPER;
    const name = shortName(this.nameAt(at + FUNC.name), wrapper);
    memory.writeUInt32LE(this.placeName(name), at + FUNC.name);
    this.tables.keep(this.tablesAt + this.number(at + FUNC.pcsp));
    this.dropTable(at + FUNC.pcfile);
    this.dropTable(at + FUNC.pcln);
    memory.writeUInt32LE(0, at + FUNC.cu);
    memory.writeUInt32LE(0, at + FUNC.startLine);

    const pcdata = at + FUNC.size;
    const npcdata = this.number(at + FUNC.npcdata);
    const funcdata = pcdata + 4 * npcdata;
    const nfuncdata = memory[at + FUNC.nfuncdata];

    const indices = pcdata + 4 * PCDATA.inlTreeIndex;
    const inlined = npcdata > PCDATA.inlTreeIndex ? this.largest(this.number(indices)) + 1 : 0;

    for (let i = 0; i < npcdata; i++) {
      const gone = Object.values(PCDATA).includes(i) && !(wrapper && i === PCDATA.inlTreeIndex);
      if (gone) this.dropTable(pcdata + 4 * i);
      else this.tables.keep(this.tablesAt + this.number(pcdata + 4 * i));
    }
    for (let i = 0; i < nfuncdata; i++) {
      const entry = funcdata + 4 * i;
      if (this.number(entry) === NO_FUNCDATA) continue;
      const start = this.dataAt + this.number(entry);
      const gone = Object.values(FUNCDATA).includes(i) && !(wrapper && i === FUNCDATA.inlTree);
      if (i === FUNCDATA.inlTree) {
        for (let k = 0; k < inlined; k++) {
          memory.writeUInt32LE(0, start + INLINED.size * k + INLINED.name);
        }
      }
      if (!gone) this.data.keep(start);
      else memory.writeUInt32LE(NO_FUNCDATA, entry);
      if (gone && i === FUNCDATA.inlTree) this.data.drop(start, start + INLINED.size * inlined);
      if (gone && i === FUNCDATA.argInfo) {
        this.data.drop(start, memory.indexOf(END_OF_ARGS, start) + 1);
      }
    }
  }

  /** @param {number} at where the number of a table is, which becomes that of none */
  dropTable(at) {
    const offset = this.number(at);
    if (offset !== NO_PCDATA) {
      const start = this.tablesAt + offset;
      this.tables.drop(start, this.walk(start));
    }
    this.memory.writeUInt32LE(NO_PCDATA, at);
  }

  /**
   * @param {number} offset of a table
   * @returns {number} its largest value; -1 where there is none
   */
  largest(offset) {
    let largest = -1;
    if (offset !== NO_PCDATA) {
      this.walk(this.tablesAt + offset, (value) => (largest = Math.max(largest, value)));
    }
    return largest;
  }

  /**
   * Reads a table as runtime.step does: pairs of a difference of values, in
   * zigzag form, and one of program counters, until a difference of values is 0
   * that is not the first.
   *
   * @param {number} start
   * @param {(value: number) => void} [visit]
   * @returns {number} its end
   */
  walk(start, visit) {
    const { memory } = this;
    let at = start;
    const varint = () => {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = memory[at++];
        value |= (byte & 127) << shift;
        if (byte < 128) return value >>> 0;
      }
    };
    for (let value = -1, first = true; ; first = false) {
      insist(at < this.functionsAt, `the table at ${start} has no end`);
      const difference = varint();
      if (difference === 0 && !first) return at;
      value += difference & 1 ? ~(difference >>> 1) : difference >>> 1;
      visit?.(value);
      varint();
    }
  }

  /** @param {number} at where the offset of a name is */
  nameAt(at) {
    const name = this.namesAt + this.number(at);
    const begins = name === this.namesAt || this.memory[name - 1] === 0;
    insist(begins && name < this.unitsAt, `there is no name at ${name}`);
    return this.memory.toString('utf8', name, this.memory.indexOf(0, name));
  }

  /** @param {string} name @returns {number} where it will stand in the table of names */
  placeName(name) {
    const offset = this.names.get(name) ?? this.namesLength;
    if (offset === this.namesLength) {
      this.names.set(name, offset);
      this.namesLength += Buffer.byteLength(name) + 1;
    }
    return offset;
  }

  /** @param {Buffer} bytes @returns {number} the only address where they lie */
  only(bytes) {
    const at = this.memory.indexOf(bytes);
    insist(
      at >= 0 && this.memory.indexOf(bytes, at + 1) < 0,
      `${bytes.toString('hex')} is not unique`,
    );
    return at;
  }

  /** @param {number} at */
  number(at) {
    return this.memory.readUInt32LE(at);
  }

  /** @param {number} at */
  word(at) {
    return Number(this.memory.readBigUInt64LE(at));
  }
}

/** Stretches of memory to clear. What is equal is stored once, so what one function drops another may keep. */
class Leavings {
  #kept = new Set();
  #dropped = new Map();

  /** @param {number} start */
  keep(start) {
    this.#kept.add(start);
  }

  /** @param {number} start @param {number} end */
  drop(start, end) {
    this.#dropped.set(start, Math.max(end, this.#dropped.get(start) ?? 0));
  }

  /** @param {Buffer} memory */
  clear(memory) {
    for (const [start, end] of this.#dropped) {
      if (!this.#kept.has(start)) memory.fill(0, start, end);
    }
  }
}

/**
 * @param {boolean} condition
 * @param {string} otherwise
 */
function insist(condition, otherwise) {
  if (!condition) throw new Error(`the program is not as Go 1.27 writes it: ${otherwise}`);
}
