/**
 * Runs the Go program: one instance of the module with its own global object, so that the
 * page's global object stays unchanged. Notices when the program dies.
 */
import { begun } from './begin.js';
import { writePowers } from './powers.js';
import { makeScope } from './scope.js';
import { read, write } from './wire.js';
import { makeGo } from '#wasm-exec';
import { MaxMarginError } from '../basics/errors.js';

/** @import { Control, Reply, Success } from './host.js' */

/** The signals to a running operation; `run.Signal` in Go. */
export const signals = { continue: 0, stop: 1, abort: 2 };

/** The smallest module with a SIMD instruction. */
const simdProbe = /* @__PURE__ */ new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

/** Fails in engines that cannot run the module at all. */
export function checkEngine() {
  if (typeof WebAssembly !== 'object') {
    throw loadError('WebAssembly is not available here; use a browser or Node that has it', {});
  }
  if (!WebAssembly.validate(simdProbe)) {
    throw loadError(
      'this engine has no WebAssembly SIMD; use Chrome 100, Firefox 97, Safari 16.4, Node 20.16 or newer',
      {},
    );
  }
}

/**
 * @param {string} message
 * @param {Record<string, unknown>} details
 * @param {unknown} [cause]
 */
export function loadError(message, details, cause) {
  return new MaxMarginError('ERR_RUNTIME_LOAD', '', message, details, cause);
}

/**
 * Compiles the bytes of the module.
 * @param {BufferSource | Promise<Response>} source
 * @param {string} from where they came from, for errors
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(source, from) {
  try {
    return await (source instanceof Promise
      ? WebAssembly.compileStreaming(source)
      : WebAssembly.compile(source));
  } catch (cause) {
    throw notCompiled(from, cause);
  }
}

/**
 * @param {string} from
 * @param {unknown} cause
 */
export const notCompiled = (from, cause) =>
  loadError(
    `${from} could not be compiled: ${cause}. ` +
      `A page with a Content-Security-Policy needs 'wasm-unsafe-eval' in script-src; ` +
      `otherwise the file is damaged, so install or build it again`,
    { from },
    cause,
  );

/**
 * Refuses a module that was not built together with this facade: build.mjs
 * writes the same id into both.
 * @param {WebAssembly.Module} module
 */
export function checkBuild(module) {
  const [section] = WebAssembly.Module.customSections(module, 'maxmargin.build');
  const found = section ? new TextDecoder().decode(section) : 'none';
  if (found !== __BUILD_ID__) {
    throw versionMismatch('the WebAssembly module', found, __BUILD_ID__);
  }
}

/**
 * @param {string} what
 * @param {string} found
 * @param {string} expected
 */
export function versionMismatch(what, found, expected) {
  return new MaxMarginError(
    'ERR_VERSION_MISMATCH',
    '',
    `${what} is of the build ${found}, but the JavaScript is of ${expected}; ` +
      `deploy all files of one maxmargin release, and clear caches in between`,
    { expected, got: found },
  );
}

/**
 * What becomes of a program.
 * @typedef {object} Events
 * @property {(reason: string) => void} died
 * @property {(why: Lack, program: Program) => void} [lacks] the second file of the module; see join
 */

/**
 * Why a program needs its second file: a call waits for it; a call within a call would have to wait;
 * or a small fit, or the application of a model to few rows, would be faster with it.
 * @typedef {'needed' | 'nested' | 'fit' | 'rows'} Lack
 */

/** The operations of small calls, by the numbers that Go knows: core/engine/small.go. */
const smallOperations = ['predict', 'decisionFunction', 'predictProba', 'transform', 'dispose'];

/** @param {ArrayBufferView<ArrayBuffer>} numbers */
const whole = ({ buffer }) => new Uint8Array(buffer);

/** How many numbers a small call can hand over: engine.SmallRoom. */
const smallRoom = 4096;

/**
 * A running Go program. It runs with the first file of the module alone, until it calls a function
 * of the second one (js/wasm/split.mjs divides them). Then it pauses until join is called, and so
 * does everything that wants to enter it.
 */
export class Program {
  /** Why the program is dead, once it is. @type {string | undefined} */
  death;
  #go;
  #scope;
  #dispatch = /** @type {any} */ (undefined);
  #output = '';
  #events;
  /** Where in the memory the numbers of small calls are. */
  #address = 0;
  /** The same as an array, which a memory that grows takes away. */
  #exchange = new Float64Array(0);
  /** What the first file gives the second; the whole module has no second file. @type {any} */
  #exports;
  /** Whether it waits for the second file. */
  #waits = false;
  /** Whether it was entered and has not returned. */
  #inside = false;
  /** Entries that have to wait. @type {(() => void)[]} */
  #entries = [];

  /** @param {Events} events */
  constructor(events) {
    this.#events = events;
    const text = new TextDecoder();
    this.#scope = makeScope({
      ready: (dispatch, address) => {
        this.#dispatch = dispatch;
        this.#address = address;
      },
      // Its text becomes the reason of its death.
      write: (bytes) => (this.#output = (this.#output + text.decode(bytes)).slice(0, 4096)),
      guard: (enter) => this.guard(enter),
    });
    const Go = makeGo(this.#scope);
    this.#go = new Go();
    this.#go.exit = (code) => this.#die(`the program ended with exit code ${code}`);
  }

  /**
   * @param {WebAssembly.Module} module
   * @param {Events} events
   */
  static async start(module, events) {
    const program = new Program(events);
    return program.#run(await WebAssembly.instantiate(module, program.#go.importObject));
  }

  /**
   * Without waiting: for blocking use, where the engine allows it.
   * @param {WebAssembly.Module} module
   * @param {Events} events
   */
  static startNow(module, events) {
    const program = new Program(events);
    return program.#run(new WebAssembly.Instance(module, program.#go.importObject));
  }

  /** @param {WebAssembly.Instance} instance */
  #run(instance) {
    this.#exports = instance.exports;
    // A plain module has them, and begins at its beginning.
    if (__POWERS_AT__)
      writePowers(/** @type {WebAssembly.Memory} */ (instance.exports.mem).buffer, __POWERS_AT__);
    const started = __BEGUN__ ? begun(this.#go, this.#scope, instance) : instance;
    this.guard(() => void this.#go.run(started).catch((error) => this.#die(String(error))));
    if (!this.#dispatch) throw loadError(`the program did not start: ${this.death}`, {});
    return this;
  }

  /**
   * Starts an operation. Its answer goes to control.settle, a crash to the death handler.
   * @param {string} op
   * @param {object} request
   * @param {object} options
   * @param {Record<string, Uint8Array>} buffers
   * @param {Control} control
   */
  dispatch(op, request, options, buffers, control) {
    const { progress, yield: rest } = control;
    const given = {
      settle: (/** @type {number} */ address) => {
        const reply = this.#read(address);
        if (reply) control.settle(reply);
        return !!reply;
      },
      progress: (/** @type {number} */ address) => progress?.(this.#read(address)),
      yield: rest,
    };
    // An entry may have to wait, and another may write meanwhile: so the message is written in it.
    this.guard(() => {
      const { message, outside } = write([op, !!progress, !!rest, request, options], buffers);
      const beside = this.#hand(message) ? null : message.slice();
      const answer = this.#dispatch(message.length, given, beside, ...outside);
      if (answer !== true && !this.#paused) this.#die('the program stopped answering');
    });
  }

  /**
   * Puts a message into the memory; false, if it is too long.
   * @param {Uint8Array} message
   */
  #hand(message) {
    const fits = message.length <= 8 * smallRoom;
    if (fits) new Uint8Array(this.#exports.mem.buffer, this.#address).set(message);
    return fits;
  }

  /**
   * A message of the program; undefined, if there is no room for the buffers that it names.
   * @param {number} address
   */
  #read(address) {
    try {
      return read(this.#exports.mem.buffer, address);
    } catch {
      return undefined;
    }
  }

  /**
   * Does small work at once, without what a call of a JavaScript function of Go costs: a fit of few
   * numbers, the application of a model to few dense rows, or its end.
   * @param {string} op
   * @param {any} request
   * @param {object} options
   * @param {Record<string, Uint8Array>} buffers
   * @param {boolean} [quiet] nobody hears of a fit before its end
   * @param {number} [limit] for the milliseconds of a fit; 0: none
   * @returns {Reply | undefined} undefined where the operation has to be dispatched: it may fail, or
   *   takes longer
   */
  small(op, request, options, buffers, quiet, limit = 0) {
    const { mem, joined, small } = this.#exports;
    const isFit = op === 'fit';
    const applies = !isFit && op !== 'dispose';
    const operation = smallOperations.indexOf(op);
    if ((isFit ? !quiet : operation < 0) || this.death || this.#inside) return;
    const { model, table, shape, inverse } = request;
    if (applies && (table?.layout !== 'dense' || shape || inverse)) return;
    const size = Object.values(buffers).reduce((sum, { length }) => sum + length, 0);
    if (size > (limit ? 4 : 8) * smallRoom) return;
    if (joined?.value === 0) {
      // An exported function cannot pause until the second file is there.
      if (isFit || applies) this.#events.lacks?.(isFit ? 'fit' : 'rows', this);
      if (joined.value === 0) return;
    }
    if (isFit) return this.#fit([op, false, false, request, options], buffers, limit);
    const { rows = 0, cols = 0 } = table ?? {};
    if (this.#exchange.length === 0) {
      this.#exchange = new Float64Array(mem.buffer, this.#address, smallRoom);
    }
    const { data } = buffers;
    if (data) this.#exchange.set(new Float64Array(data.buffer, data.byteOffset, rows * cols));
    const perRow = this.#enterSmall(small, operation, model, rows, cols);
    if (perRow === 0) return;
    const answer = new Float64Array(mem.buffer, this.#address, rows * Math.abs(perRow));
    return smallAnswer(op, rows, perRow, answer);
  }

  /**
   * @param {any[]} values of the message
   * @param {Record<string, Uint8Array>} buffers
   * @param {number} limit
   * @returns {Reply | undefined}
   */
  #fit(values, buffers, limit) {
    const { message } = write(values, buffers, 8 * smallRoom);
    if (!this.#hand(message)) return;
    const address = this.#enterSmall(this.#exports.perform, message.length, limit);
    // Without room for the model, dispatch says so.
    return address ? this.#read(address) : undefined;
  }

  /**
   * @param {(...numbers: number[]) => number} small
   * @param {number[]} numbers
   */
  #enterSmall(small, ...numbers) {
    this.#inside = true;
    try {
      return small(...numbers);
    } catch (error) {
      this.#die(String(error));
      return 0;
    } finally {
      this.#inside = false;
    }
  }

  /**
   * Enters the program. An exception that comes out of it is the end: a stack
   * overflow may have damaged its memory.
   * @param {() => void} enter
   */
  guard(enter) {
    if (this.death) return;
    // A callback of a running call may enter, too, but a pause would end only the inner entry.
    const nested = () => this.#inside && this.#exports.joined?.value === 0;
    if (nested()) this.#events.lacks?.('nested', this);
    if (this.#waits || nested()) {
      this.#entries.push(enter);
      return;
    }
    const outer = this.#inside;
    this.#inside = true;
    try {
      enter();
    } catch (error) {
      this.#die(String(error));
    }
    this.#inside = outer;
    if (this.#paused) {
      this.#waits = true;
      this.#events.lacks?.('needed', this);
    } else if (!outer) {
      const next = this.#entries.shift();
      if (next) this.guard(next);
    }
  }

  /** Whether it has called a function of the second file. */
  get #paused() {
    return (this.#exports?.waiting?.value ?? 0) !== 0;
  }

  /**
   * Adds the second file of the module, and goes on with what waited for it.
   * @param {WebAssembly.Module} rest
   */
  join(rest) {
    const first = this.#exports;
    if (this.death || first.joined?.value !== 0) return;
    try {
      new WebAssembly.Instance(rest, { ...this.#go.importObject, first });
    } catch (error) {
      this.#die(String(error));
      return;
    }
    first.joined.value = 1;
    first.waiting.value = 0;
    if (!this.#waits) return;
    this.#waits = false;
    this.guard(() => first.proceed());
  }

  /** @param {string} reason */
  #die(reason) {
    if (this.death) return;
    const [firstLine] = this.#output.trim().split('\n');
    this.death = firstLine ? `${reason}: ${firstLine}` : reason;
    this.#events.died(this.death);
  }
}

/**
 * The numbers of a small call as the answer of the same request: wasm/operations.go.
 * @param {string} op
 * @param {number} rows
 * @param {number} cols numbers for each row; -1 for a label
 * @param {Float64Array} answer
 * @returns {Success}
 */
function smallAnswer(op, rows, cols, answer) {
  const success = (/** @type {Record<string, Uint8Array>} */ buffers, value = {}) => {
    return /** @type {Success} */ ({ ok: true, value, buffers });
  };
  if (op === 'dispose') return success({});
  if (cols < 0) return success({ labels: whole(new Int32Array(answer)) });
  const data = whole(answer.slice());
  if (op !== 'transform') return success({ values: data }, { columns: cols });
  const none = new Uint8Array(0);
  return success({ data, indptr: none, indices: none }, { layout: 'dense', rows, cols });
}
