/**
 * Removes from a Go program for WebAssembly the tables that only stack traces read: files
 * and lines, inlined calls, the format of arguments, and names of functions, except names
 * that the runtime itself reads. The linker keeps these tables, even with -s and -w,
 * because runtime.Callers may read them. In this program only reflect does, for the name of
 * the method in a panic's message, which becomes "unknown method". When a program ends, users
 * see only the first line of its output, which is not the trace. This file also replaces the
 * bodies of functions that never run here, such as those of the execution tracer, by a trap, has
 * those return at once that print the trace, and blanks the strings that only those had.
 */
import { RETURN, TRAP, editMemory, readBodies, replaceBodies } from './file.mjs';
import { Strings } from './strings.mjs';
import { FUNC, Leavings, NO_FUNCDATA, NO_PCDATA, Tables, insist } from './tables.mjs';

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
export const IDLE = [
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
  /^runtime\.dumpScanStats$/,
  // runtime/pprof.StartCPUProfile
  /^runtime\.\(\*profBuf\)\./,
  // runtime.MemProfile, without which the linker sets the rate of samples to 0, and runtime.SetBlockProfileRate
  /^runtime\.stkbucket$/,
  // fmt, which would sort the keys of a map: no message has one
  /^internal\/fmtsort\./,
  // reflect, where methods are called, or made functions: nothing does
  /^reflect\.(?:callMethod|callReflect|makeMethodValue|methodReceiver|funcLayout|newAbiDesc|addTypeBits)$/,
  /^reflect\.\(\*abiSeq\)\./,
  // SILENT
  /^runtime\.(?:traceback2|print(?:Args|FuncName|createdby1|AncestorTraceback))(?:\.|$)/,
];

/** What a program that ends prints behind the first line: traces of the calls, and words of the memory. */
const SILENT = [
  /^runtime\.(?:goroutineheader|traceback(?:1|others)?|printcreatedby)$/,
  /^runtime\.(?:gcDumpObject|\(\*hexdumper\)\..*)$/,
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
  /** @type {number[][]} */
  let [idle, silent] = [[], []];
  const stripped = editMemory(wasm, (memory) => {
    const program = new Stripping(memory);
    const functions = program.functions();
    [idle, silent] = [placesOf(functions, IDLE), placesOf(functions, SILENT)];
    program.strip();
  });
  return blankStrings(replaceBodies(replaceBodies(stripped, idle, TRAP), silent, RETURN));
}

/**
 * Blanks the strings that only functions had which never run.
 * @param {Buffer} wasm
 */
function blankStrings(wasm) {
  const bodies = readBodies(wasm);
  return editMemory(wasm, (memory) => {
    const strings = new Strings(new Tables(memory), bodies);
    for (const [start, end] of strings.notNeeded(bodies)) memory.fill(' ', start, end);
  });
}

/**
 * @param {{name: string, place: number}[]} functions
 * @param {RegExp[]} patterns each is to name some
 * @returns {number[]} the places of those that are called like one of them
 */
export function placesOf(functions, patterns) {
  return patterns.flatMap((pattern) => {
    const found = functions.filter(({ name }) => pattern.test(name));
    insist(found.length > 0, `no function is called like ${pattern}`);
    return found.map(({ place }) => place);
  });
}

/** The tables of a program while they become smaller. */
class Stripping extends Tables {
  /** Tables from program counters to values, and funcdata, by address. */
  tables = new Leavings();
  data = new Leavings();

  /** The names that stay, by where they will stand in their table; the first is none. */
  names = new Map([['', 0]]);
  namesLength = 1;

  strip() {
    for (const { at } of this.functions()) this.stripFunction(at);
    this.memory.fill(0, this.namesAt, this.tablesAt); // with compilation units, and the files of each
    for (const [name, offset] of this.names) this.memory.write(name, this.namesAt + offset);
    for (const leavings of [this.tables, this.data]) leavings.clear(this.memory);
    this.blankDocs();
  }

  /**
   * Blanks the sentences in the tags of options and attributes, from which the generator makes the
   * documentation. The lengths of tags stay as they are.
   */
  blankDocs() {
    const text = this.memory.toString('latin1');
    let found = 0;
    for (const { 1: doc, indices } of text.matchAll(/\bdoc:"((?:[^"\\]|\\.)*)"/dg)) {
      const [start] = /** @type {number[][]} */ (indices)[1];
      this.memory.fill(' ', start, start + doc.length);
      found++;
    }
    insist(found > 0, 'no tag has a doc');
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

    const { pcdata, npcdata, funcdata, nfuncdata } = this.shape(at);
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

  /** @param {string} name @returns {number} where it will stand in the table of names */
  placeName(name) {
    const offset = this.names.get(name) ?? this.namesLength;
    if (offset === this.namesLength) {
      this.names.set(name, offset);
      this.namesLength += Buffer.byteLength(name) + 1;
    }
    return offset;
  }
}
