/** The program in this thread, called directly: the host of blocking use. */
import { platform } from '#platform';
import { CrashLog } from './crashes.js';
import { MaxMarginError, fromRecord } from '../basics/errors.js';
import { differs } from './init-settings.js';
import { newModelId } from './model-ids.js';
import { warn } from '../basics/warnings.js';
import { loadModule } from './parts.js';
import { Program, checkEngine, signals } from './runtime.js';
import { runNow } from '../basics/slices.js';
import { SteppedFit } from './stepped.js';

/** @import { Footprint, Host, Payload, Reply, StoredModel, Success, Watch } from './host.js' */
/** @import { Lack } from './runtime.js' */
/** @import { InitSettings, Progress } from '../types.js' */

/** How many bytes of models a program holds at most, which take about twice as much memory there. */
const ROOM = 2 ** 25;

/** @implements {Host} */
export class BlockingHost {
  /** @type {InitSettings} */
  #settings = {};
  /** @type {WebAssembly.Module | undefined} */
  #module;
  /** The second file of the module: a call cannot wait for it, so init does. @type {WebAssembly.Module | undefined} */
  #secondFile;
  /** Loads it where that can be done in a call. @type {(() => WebAssembly.Module) | undefined} */
  #loadSecondFile;
  /** Why it is not there, if a call has needed it. @type {unknown} */
  #missing;
  /** How many calls would have been faster with it. */
  #slowed = 0;
  #events = {
    died: (/** @type {string} */ reason) => this.#crash(reason),
    lacks: (/** @type {Lack} */ why, /** @type {Program} */ program) => this.#join(program, why),
  };
  /** @type {Program | undefined} */
  #program;
  /** Models that the program holds, and whether they are whole. @type {Map<number, boolean>} */
  #models = new Map();
  /** The bytes of those that came since others were dropped. */
  #made = 0;
  /** Models that are JavaScript, by id. @type {Map<number, any>} */
  #kept = new Map();
  #crashes = new CrashLog();
  /** When the program was last used, where it may be idle only so long. */
  #used = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #idle;

  /** @param {InitSettings} settings */
  constructor(settings = {}) {
    this.#settings = settings;
  }

  /** @param {InitSettings} settings */
  async init(settings) {
    this.#crashes.clear();
    if (this.#module && !differs(settings, this.#settings)) return;
    checkEngine();
    const later = platform.moduleLater?.(settings, 'rest');
    const [module, rest] = await Promise.all([
      loadModule(platform, settings, 'first'),
      later ? undefined : loadModule(platform, settings, 'rest'),
    ]);
    this.#loadSecondFile = later;
    const program = await Program.start(module, this.#events);
    if (rest) program.join(rest);
    this.#settings = settings;
    this.#module = module;
    this.#secondFile = rest;
    this.#forget();
    this.#program = program;
    this.#limit();
  }

  /**
   * Gives a program the second file of the module. The first two calls that would only be faster with
   * it do without: who fits once and predicts once need not load it.
   * @param {Program} program
   * @param {Lack} why
   */
  #join(program, why) {
    const slower = why === 'fit' || why === 'rows';
    if (slower && this.#slowed++ < 2) return;
    try {
      const load = /** @type {() => WebAssembly.Module} */ (this.#loadSecondFile);
      program.join((this.#secondFile ??= load()));
    } catch (error) {
      this.#slowed = -Infinity; // only what needs it tries again
      if (slower) return;
      this.#forget();
      this.#missing = error;
      program.death = String(error);
      throw error;
    }
  }

  #limit() {
    const { memory } = this.#settings;
    if (memory) this.call('limit', { request: { bytes: memory * 2 ** 20 } });
  }

  /**
   * Ends the program and gives its memory back. The next call starts it anew, and models
   * load themselves from their bytes.
   */
  terminate() {
    this.#forget();
  }

  /**
   * Ends the program after so many milliseconds without a use. Node does not stay alive for it.
   * @param {number} idle
   */
  #use(idle) {
    this.#used = performance.now();
    if (this.#idle) return;
    const look = () => {
      const left = this.#used + idle - performance.now();
      this.#idle = left > 0 ? setTimeout(look, left) : undefined;
      this.#idle?.unref?.();
      if (!this.#idle) this.terminate();
    };
    look();
  }

  #forget() {
    this.#program = undefined;
    this.#models.clear();
    this.#kept.clear();
  }

  newModelId = newModelId;
  warn = warn;

  /** @returns {Footprint} */
  memory() {
    if (!this.#program) return { total: 0, cache: 0, models: [] };
    return this.call('footprint', { request: {} }).value;
  }

  /**
   * @param {number} id the model will have
   * @param {Payload} payload
   * @param {Watch} watch
   * @param {StoredModel} [start] the model that the fit starts from
   */
  fit(id, payload, watch, start) {
    this.complete(payload, watch);
    if (start) this.#hold(start);
    return this.create('fit', id, payload, watch);
  }

  /**
   * Begins a fit that goes on step by step; conclude ends it. What the payload lacks is
   * computed before.
   * @param {Payload} payload
   * @param {Watch} watch
   * @param {StoredModel} [start] the model that the fit starts from
   */
  step(payload, watch, start) {
    if (start) this.#hold(start);
    return new SteppedFit(payload.operations ?? this.#running(), payload, watch, this.#kept);
  }

  /**
   * The result of a fit in steps. A fit that is not over is stopped.
   * @param {number} id the model has
   * @param {SteppedFit} fit
   */
  conclude(id, fit) {
    fit.finish();
    const reply = this.#outcome(fit);
    if (fit.program === this.#program || !(fit.program instanceof Program)) this.#keep(id, reply);
    return reply;
  }

  /**
   * Runs an operation that makes a model, which the program keeps.
   * @param {string} op
   * @param {number} id the model will have
   * @param {Payload} payload
   * @param {Watch} [watch]
   */
  create(op, id, payload, watch) {
    this.#models.set(id, false);
    try {
      return this.#keep(id, this.call(op, payload, watch));
    } catch (error) {
      this.release(id); // it may be there, if the call was aborted at the very end
      throw error;
    }
  }

  /** @param {StoredModel} model */
  load(model) {
    const { id, bytes, step = -1 } = model;
    const payload = model.loading?.() ?? {
      request: { model: id, step: step + 1 },
      buffers: { bytes },
    };
    return this.#keep(id, this.call('load', payload), bytes);
  }

  /**
   * @param {string} op
   * @param {StoredModel} model
   * @param {Payload} payload
   * @param {Watch} [watch]
   */
  apply(op, model, payload, watch) {
    this.complete(payload, watch);
    this.#hold(model);
    return this.call(op, payload, watch);
  }

  /**
   * Does what has to be done before an operation: what is missing in its buffers is computed.
   * @param {Pick<Payload, 'buffers' | 'fill' | 'first'>} payload
   * @param {Watch} [watch]
   */
  complete({ buffers = {}, fill, first = [] }, watch = {}) {
    if (fill) runNow(fill(), watch);
    for (const { id, model, payload, take } of first) {
      const reply = model
        ? this.apply('transform', model, payload, watch)
        : this.fit(id, payload, watch);
      Object.assign(buffers, take(reply));
    }
  }

  /**
   * Loads a model into the program, unless it is there.
   * @param {StoredModel} model
   */
  #hold(model) {
    if (!this.#models.has(model.id)) this.load(model);
  }

  /**
   * Notes that the program has a model. After so many bytes of models it drops all others, which can be
   * loaded again: that models were forgotten is only heard of when the event loop turns, and a
   * loop of fits does not let it.
   * @param {number} id
   * @param {Success} reply
   * @param {Uint8Array} [bytes] of the model; none while a fit takes chunks
   */
  #keep(id, reply, bytes = reply.buffers.model) {
    this.#models.set(id, !!bytes);
    if (bytes && (this.#made += bytes.length) > ROOM) {
      this.#made = 0;
      for (const [old, whole] of this.#models) if (whole && old !== id) this.release(old);
    }
    return reply;
  }

  /** @param {number} id */
  release(id) {
    if (!this.#models.delete(id) || this.#kept.delete(id)) return;
    if (this.#program) this.call('dispose', { request: { model: id } });
  }

  /**
   * Runs an operation to its end. The caller's own functions, such as onProgress, can abort the
   * signal while the operation runs.
   * @param {string} op
   * @param {Payload} payload
   * @param {Watch} [watch]
   * @returns {Success}
   */
  call(op, { request, options = {}, buffers = {}, operations }, watch = {}) {
    const program = operations ?? this.#running();
    /** @type {Reply | undefined} */
    let reply =
      program instanceof Program
        ? program.small(op, request, options, buffers, watch.quiet)
        : undefined;
    /** @type {{error: unknown} | undefined} */
    let thrown;
    if (!reply) {
      const { signal, onProgress } = watch;
      const look = () => {
        if (signal?.aborted) thrown ??= { error: signal.reason };
        return thrown !== undefined;
      };
      const tell = (/** @type {Progress} */ report) => {
        try {
          const goesOn = onProgress?.(report) !== false;
          if (look()) return signals.abort;
          return goesOn ? signals.continue : signals.stop;
        } catch (error) {
          thrown = { error };
          return signals.abort;
        }
      };
      program.dispatch(op, request, options, buffers, {
        settle: (settled) => void (reply = settled),
        ...((onProgress || signal) && { progress: tell }),
        models: this.#kept,
      });
      look();
    }
    return this.#outcome({ reply, thrown });
  }

  /**
   * @param {{reply?: Reply, thrown?: {error: unknown}}} outcome
   * @returns {Success}
   */
  #outcome({ reply, thrown }) {
    if (this.#idle) this.#used = performance.now(); // the call may have taken long
    if (thrown) throw thrown.error;
    if (!reply) throw this.#missing ?? this.#crashes.last;
    if (!reply.ok) throw fromRecord(reply.error);
    return reply;
  }

  #running() {
    if (!this.#module) {
      throw new MaxMarginError(
        'ERR_NOT_INITIALIZED',
        '',
        'maxmargin/sync is not ready; call and await init() once before anything else',
      );
    }
    this.#crashes.check();
    if (this.#settings.idle) this.#use(this.#settings.idle);
    if (!this.#program) {
      this.#missing = undefined;
      this.#program = Program.startNow(this.#module, this.#events);
      if (this.#secondFile) this.#program.join(this.#secondFile);
      this.#limit();
    }
    return this.#program;
  }

  /** @param {string} reason */
  #crash(reason) {
    this.#forget();
    this.#crashes.record(reason);
  }
}

/** Starts nothing before init. */
export const host = new BlockingHost();
