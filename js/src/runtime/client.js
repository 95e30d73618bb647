/**
 * The client of a worker, such as the one that all models share which no engine owns: numbered
 * calls, progress, signals, and the restart after a crash.
 */
import { CrashLog } from './crashes.js';
import { differs } from './init-settings.js';
import { Link, Router } from './link.js';
import { MaxMarginError, fromRecord } from '../basics/errors.js';
import { allocating } from '../basics/memory.js';
import { newModelId } from './model-ids.js';
import { loadModule } from './parts.js';
import { checkEngine, loadError, signals } from './runtime.js';
import { Session } from './session.js';
import { runLater } from '../basics/slices.js';
import { warn } from '../basics/warnings.js';

/** @import { Footprint, Pause, Payload, Reply, StoredModel, Success, Watch } from './host.js' */
/** @import { CallMessage, Channel, ChannelHandlers, MissingFile } from './link.js' */
/** @import { ClientMessage } from './session.js' */
/** @import { Part } from './parts.js' */
/** @import { InitSettings, Progress } from '../types.js' */

/**
 * What differs between browsers, Node and self-contained builds.
 * @typedef {object} Platform
 * @property {(settings: InitSettings, part: Part) => Promise<WebAssembly.Module | undefined>} loadModule
 * @property {(settings: InitSettings, part: Part) => (() => WebAssembly.Module) | undefined} [moduleLater]
 *   what loads a file without waiting; undefined where that cannot be, or another way says what is wrong
 * @property {(settings: InitSettings, handlers: ChannelHandlers) => Channel} openWorker
 * @property {(url: string | URL) => Promise<string>} readScript
 * @property {Pause} pause
 * @property {(callback: () => void) => void} [whenIdle] where files come over a network
 */

/** How long a sibling without work is kept, in milliseconds. */
const spareTime = 30_000;

/** The reason for calls that wait for a connection which init has replaced: they wait for the new one. */
const replaced = /* @__PURE__ */ new Error('init has started the runtime anew');

/**
 * @typedef {object} PendingCall
 * @property {(reply: Reply) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {Watch} watch
 * @property {number} [model] the id of the model that the call makes
 */

export class Client {
  /**
   * What shares work, where maxmargin/executor has brought it.
   * @type {typeof import('../face/sharing.js') | undefined}
   */
  sharing;
  /**
   * What few programs need, where maxmargin/executor has brought it.
   * @type {typeof import('../face/rest.js') | undefined}
   */
  rest;
  /**
   * Leads fits to rows that others hold; maxmargin/executor brings it.
   * @type {typeof import('../face/spread-fit.js').fitSpread | undefined}
   */
  spread;
  #platform;
  /** @type {InitSettings} */
  #settings = {};
  /** The files of the module that were loaded. @type {Map<Part, Promise<WebAssembly.Module>>} */
  #files = new Map();
  /** @type {Promise<Link> | undefined} */
  #connection;
  /** @type {Link | undefined} */
  #link;
  /** A session in this thread, for functions of the caller's. @type {Link | undefined} */
  #here;
  /** Ends the current start. @type {((reason: unknown) => unknown) | undefined} */
  #cancel;
  /** Calls that have begun, and may wait for the connection. */
  #calls = 0;
  /** Why the last connection was ended. @type {{reason: unknown}} */
  #ending = { reason: undefined };
  /** Clients over the same module. @type {Set<Client>} */
  #siblings = new Set();
  /** The client that made this one. @type {Client | undefined} */
  #parent;
  /** The reason why this client was closed for good. @type {unknown} */
  #closed;
  /** @type {Map<number, PendingCall>} */
  #pending = new Map();
  /** Models of fits that were aborted here, by call. @type {Map<number, number>} */
  #abandoned = new Map();
  #lastCall = 0;
  #crashes = new CrashLog();
  /** Ends the worker that has been idle. @type {ReturnType<typeof setTimeout> | undefined} */
  #idle;
  /** Siblings that wait for further work. @type {Client[]} */
  #spare = [];

  /**
   * @param {Platform} platform
   * @param {InitSettings} [settings]
   */
  constructor(platform, settings = {}) {
    this.#platform = platform;
    this.#settings = settings;
  }

  /**
   * Starts the runtime. Other settings than before start it anew, and models are loaded again
   * on their next use. The settings count for every call that is made after this one.
   * @param {InitSettings} settings
   */
  async init(settings) {
    this.#crashes.clear();
    if (differs(settings, this.#settings)) {
      if (this.#calls > 0) {
        throw new MaxMarginError(
          'ERR_BUSY',
          '',
          'init cannot change settings while calls are running; await them first',
        );
      }
      this.#settings = settings;
      this.#files.clear();
      this.#closeSpare();
      this.#disconnect(replaced);
    }
    await this.#connect();
  }

  /** Whether the work is done in the calling thread. */
  get inThread() {
    return this.#settings.worker === false;
  }

  /** How many calls are running. */
  get running() {
    return this.#calls;
  }

  /** A client with a session of its own, over the same compiled module. */
  sibling() {
    const spare = this.#spare.pop();
    if (spare) {
      clearTimeout(spare.#idle);
      return spare;
    }
    const other = new Client(this.#platform, this.#settings);
    other.#parent = this;
    this.#siblings.add(other);
    return other;
  }

  /** The same for as long as this one lives: it starts anew when it is used after an end. */
  partner() {
    const other = new Client(this.#platform, this.#settings);
    other.#parent = this;
    return other;
  }

  /**
   * Takes a sibling back that has finished its work, for others who need one soon.
   * @param {Client} sibling
   */
  takeBack(sibling) {
    if (sibling.#closed) return;
    this.#spare.push(sibling);
    sibling.#afterwards(spareTime, () => {
      this.#spare = this.#spare.filter((other) => other !== sibling);
      sibling.close();
    });
  }

  #closeSpare() {
    for (const sibling of this.#spare) sibling.close();
    this.#spare = [];
  }

  /**
   * Ends the worker when it has been idle for a time, unless siblings have work, or wait for more.
   * @param {number} idle milliseconds
   */
  #endAfter(idle) {
    this.#afterwards(idle, () => {
      if (this.#siblings.size > this.#spare.length) this.#endAfter(idle);
      else this.terminate();
    });
  }

  /**
   * Does something when no call has come for a time. Node does not stay alive for it.
   * @param {number} milliseconds
   * @param {() => void} then
   */
  #afterwards(milliseconds, then) {
    clearTimeout(this.#idle);
    const timer = setTimeout(then, milliseconds);
    timer.unref?.();
    this.#idle = timer;
  }

  /** Ends the session of a sibling for good. */
  close() {
    this.#closeWith(new MaxMarginError('ERR_DISPOSED', '', 'this worker was closed'));
  }

  /**
   * @param {unknown} reason
   * @returns {unknown} a promise where the end takes a while
   */
  #closeWith(reason) {
    this.#closed = reason;
    if (this.#parent) this.#parent.#siblings.delete(this);
    return this.#end(reason);
  }

  /**
   * Ends the worker and gives its memory back. Calls that are running fail; the next one
   * starts the worker anew, and models load themselves from their bytes.
   */
  async terminate() {
    const reason = new MaxMarginError(
      'ERR_DISPOSED',
      '',
      'terminate() ended the worker while this call was running; call again, and the worker starts anew',
    );
    this.#ending = { reason };
    this.#files.clear();
    this.#spare = [];
    const siblings = [...this.#siblings].map((sibling) => sibling.#closeWith(reason));
    await Promise.all([this.#end(reason), ...siblings]);
  }

  newModelId = newModelId;
  warn = warn;

  /**
   * The memory of the worker, which is not started for it.
   * @returns {Promise<Footprint>}
   */
  async memory() {
    if (!this.#link) return { total: 0, cache: 0, models: [] };
    const { value } = await this.call('footprint', { request: {} });
    return value;
  }

  /**
   * @param {StoredModel['id']} id the model will have
   * @param {Payload} payload
   * @param {Watch} watch
   * @param {StoredModel} [start] the model that the fit starts from
   */
  async fit(id, payload, watch, start) {
    return this.#calling(async (connect) => {
      await this.complete(payload, watch);
      const link = await connect(payload);
      if (start) await this.#hold(link, start);
      return this.#make(link, 'fit', id, payload, watch);
    });
  }

  /**
   * Runs an operation that makes a model, which the session keeps.
   * @param {string} op
   * @param {StoredModel['id']} id the model will have
   * @param {Payload} payload
   * @param {Watch} [watch]
   */
  async create(op, id, payload, watch) {
    return this.#calling(async (connect) =>
      this.#make(await connect(payload), op, id, payload, watch),
    );
  }

  /**
   * @param {Link} link
   * @param {string} op
   * @param {StoredModel['id']} id
   * @param {Payload} payload
   * @param {Watch} [watch]
   */
  async #make(link, op, id, payload, watch) {
    const reply = await this.#send(link, op, payload, watch, id);
    link.models.set(id, Promise.resolve());
    return reply;
  }

  /**
   * Has the session check the bytes of a model and keep it.
   * @param {StoredModel} model
   */
  async load(model) {
    return this.#calling(async (connect) => this.#load(await connect(), model));
  }

  /**
   * @param {string} op
   * @param {StoredModel} model
   * @param {Payload} payload
   * @param {Watch} [watch]
   */
  async apply(op, model, payload, watch) {
    return this.#calling(async (connect) => {
      await this.complete(payload, watch);
      const link = await connect(payload);
      await this.#hold(link, model);
      return this.#send(link, op, payload, watch);
    });
  }

  /**
   * Does what has to be done before an operation: what is missing in its buffers is computed, in
   * this thread, or by other models.
   * @param {Pick<Payload, 'buffers' | 'fill' | 'first'>} payload
   * @param {Watch} [watch]
   */
  async complete({ buffers = {}, fill, first = [] }, watch = {}) {
    if (fill) await runLater(fill(), watch, this.#platform.pause);
    for (const { id, model, payload, take } of first) {
      const reply = await (model
        ? this.apply('transform', model, payload, watch)
        : this.fit(id, payload, watch));
      Object.assign(buffers, take(reply));
    }
  }

  /**
   * @param {string} op
   * @param {Payload} payload
   * @param {Watch} [watch]
   */
  async call(op, payload, watch) {
    return this.#calling(async (connect) => this.#send(await connect(), op, payload, watch));
  }

  /**
   * Counts the running calls.
   * @template T
   * @param {(connect: (payload?: Payload) => Link | Promise<Link>) => Promise<T>} call gets the
   *   way to connect to who does the work, which fails when terminate() was called since the
   *   call began
   */
  async #calling(call) {
    this.#calls++;
    clearTimeout(this.#idle);
    const ending = this.#ending;
    try {
      return await call((payload) => {
        if (ending !== this.#ending) throw this.#ending.reason;
        const { operations } = payload ?? {};
        return operations && !operations.name ? this.#connectHere() : this.#connect();
      });
    } finally {
      this.#calls--;
      const { idle } = this.#settings;
      const isSibling = this.#parent && this.#parent.#siblings.has(this);
      if (this.#calls === 0 && idle && !isSibling) {
        this.#endAfter(idle);
      }
    }
  }

  /**
   * Lets the session forget a model.
   * @param {number} id
   */
  release(id) {
    for (const link of [this.#link, this.#here]) {
      if (!link?.models.delete(id)) continue;
      this.#post(link, 0, 'dispose', { request: { model: id } });
    }
  }

  /**
   * Loads a model into the session, unless it is there.
   * @param {Link} link
   * @param {StoredModel} model
   */
  #hold(link, model) {
    return link.models.get(model.id) ?? this.#load(link, model);
  }

  /**
   * @param {Link} link
   * @param {StoredModel} model
   */
  async #load(link, model) {
    const { id } = model;
    const loading = this.#send(link, 'load', model.loading?.() ?? payloadOf(model));
    link.models.set(id, loading);
    try {
      return await loading;
    } catch (error) {
      link.models.delete(id);
      throw error;
    }
  }

  /**
   * @param {Link} link
   * @param {string} op
   * @param {Payload} payload
   * @param {Watch} [watch]
   * @param {number} [model] the id of the model that a fit makes
   * @returns {Promise<Success>}
   */
  async #send(link, op, payload, watch = {}, model) {
    /** @type {Reply} */
    const reply = await new Promise((resolve, reject) => {
      const { signal } = watch;
      signal?.throwIfAborted();
      if (link.closed) throw link.closed;
      const id = ++this.#lastCall;
      const abort = () => this.#abandon(link, id, signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      const done = () => signal?.removeEventListener('abort', abort);
      this.#pending.set(id, {
        watch,
        model,
        resolve: (reply) => (done(), resolve(reply)),
        reject: (error) => (done(), reject(error)),
      });
      link.channel.hold(true);
      this.#post(link, id, op, payload, watch.quiet);
    });
    // Made where the call waits, the error has the caller's line in its stack.
    if (!reply.ok) throw fromRecord(reply.error);
    return reply;
  }

  /**
   * @param {Link} link
   * @param {number} id
   * @param {string} op
   * @param {Payload} payload
   * @param {boolean} [quiet]
   */
  #post(link, id, op, { request, options = {}, buffers = {}, operations }, quiet) {
    const who = link.channel.local ? operations : operations?.name;
    const message = /** @type {const} */ ({ type: 'call', id, op, request, options, buffers });
    link.post({ ...message, quiet, operations: who });
  }

  /**
   * @param {ClientMessage} message
   * @param {unknown} error
   */
  #undelivered(message, error) {
    if (message.type === 'call') this.#settle(message.id)?.reject(error);
  }

  /**
   * Aborts a call. Its promise need not wait for the answer.
   * @param {Link} link
   * @param {number} id
   * @param {unknown} reason
   */
  #abandon(link, id, reason) {
    link.post({ type: 'signal', id, signal: signals.abort });
    const call = this.#settle(id);
    if (call?.model) this.#abandoned.set(id, call.model);
    call?.reject(reason);
  }

  /**
   * Removes a call from the list.
   * @param {number} id
   */
  #settle(id) {
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#link?.channel.hold(false);
    return call;
  }

  /** @returns {Promise<Link>} */
  async #connect() {
    if (this.#closed) throw this.#closed;
    this.#crashes.check();
    this.#connection ??= this.#open();
    const connection = this.#connection;
    try {
      return await connection;
    } catch (error) {
      if (error === replaced) return this.#connect();
      if (this.#connection === connection) this.#connection = undefined;
      throw error;
    }
  }

  /** A session in this thread that has no program. */
  #connectHere() {
    if (this.#here) return this.#here;
    const open = openLocal(this.#platform.pause);
    const link = new Link(
      open({
        message: (message) => {
          if (!link.closed) this.#receive(link, /** @type {CallMessage} */ (message));
        },
        lost() {},
      }),
      (message, error) => this.#undelivered(message, error),
    );
    this.#here = link;
    return link;
  }

  /**
   * @param {unknown} reason for calls that wait for the connection
   * @returns {unknown} a promise where the end takes a while
   */
  #disconnect(reason) {
    this.#here?.close(reason);
    this.#here = undefined;
    const closing = this.#link?.close(reason) ?? this.#cancel?.(reason);
    this.#link = this.#connection = this.#cancel = undefined;
    return closing;
  }

  /**
   * Ends the connection and all calls.
   * @param {unknown} reason that the calls fail with
   */
  #end(reason) {
    const closing = this.#disconnect(reason);
    const calls = [...this.#pending.values()];
    this.#pending.clear();
    this.#abandoned.clear();
    for (const call of calls) call.reject(reason);
    return closing;
  }

  /** @returns {Promise<Link>} */
  async #open() {
    checkEngine();
    const module = this.#loadFile('first');
    const local = openLocal(this.#platform.pause);
    if (this.#settings.worker === false) return this.#boot(module, local);
    try {
      return await this.#boot(module, (handlers) =>
        this.#platform.openWorker(this.#settings, handlers),
      );
    } catch (error) {
      if (error instanceof MaxMarginError || error === replaced) throw error;
      await module; // without the module this thread cannot do the work either
      warn({
        code: 'WARN_NO_WORKER',
        message: `the worker could not start (${error}); training runs in this thread, in slices. Give its address with init({ workerUrl }), or call init({ worker: false }) if you want no worker`,
      });
      return this.#boot(module, local);
    }
  }

  /**
   * A file of the module, which clients over the same module share. An attempt that began earlier
   * may fail for a reason that is gone by now: then there is another one.
   * @param {Part} part
   * @returns {Promise<WebAssembly.Module>}
   */
  #loadFile(part) {
    if (this.#parent) return this.#parent.#loadFile(part);
    const earlier = this.#files.get(part);
    return earlier?.catch(() => this.#files.get(part) ?? this.#fetch(part)) ?? this.#fetch(part);
  }

  /** @param {Part} part */
  #fetch(part) {
    const files = this.#files;
    const loading = loadModule(this.#platform, this.#settings, part);
    files.set(part, loading);
    loading.catch(() => {
      if (files.get(part) === loading) files.delete(part);
    });
    return loading;
  }

  /**
   * Gives the program the second file of the module.
   * @param {Link} link
   * @param {boolean} needed calls wait for it, and fail without it
   */
  async #join(link, needed) {
    try {
      const module = await this.#loadFile('rest');
      if (!link.closed) link.post({ type: 'rest', module });
    } catch (error) {
      if (needed && link === this.#link) this.#end(error);
    }
  }

  /**
   * Opens a channel and starts the program at its other end. Fails with a
   * MaxMarginError if another channel would fail, too.
   * @param {Promise<WebAssembly.Module>} loading
   * @param {(handlers: ChannelHandlers) => Channel} open
   * @returns {Promise<Link>}
   */
  async #boot(loading, open) {
    const router = new Router(open, {
      ready: (link) => {
        this.#link = link;
        this.#cancel = undefined;
        const { memory } = this.#settings;
        if (memory) this.#post(link, 0, 'limit', { request: { bytes: memory * 2 ** 20 } });
        if (this.#pending.size === 0) link.channel.hold(false);
        this.#platform.whenIdle?.(() => this.#loadFile('rest').catch(() => {})); // a call that needs it says why
      },
      message: (link, message) => this.#receive(link, message),
      undelivered: (message, error) => this.#undelivered(message, error),
      lost: (link, reason) => this.#crash(link, reason),
      silent: () => this.#examineWorker(),
    });
    this.#cancel = (reason) => router.fail(reason);
    loading.then(
      (module) => router.boot(module),
      (error) => router.fail(error),
    );
    return router.link;
  }

  /**
   * Fails when the script of a silent worker is not a worker of this package, because it will
   * never answer. A worker of this package, or a script that cannot be read, may only be slow.
   */
  async #examineWorker() {
    const { workerUrl } = this.#settings;
    if (workerUrl === undefined) return;
    const text = await this.#platform.readScript(workerUrl).catch(() => __BUILD_ID__);
    if (text.includes(__BUILD_ID__)) return;
    throw loadError(
      `${workerUrl} does not answer, and is not the worker of this release; ` +
        `workerUrl is where worker.js is, in Node worker.node.cjs`,
      { url: String(workerUrl) },
    );
  }

  /**
   * @param {Link} link
   * @param {CallMessage | MissingFile} message
   */
  #receive(link, message) {
    if (message.type === 'lacks') {
      this.#join(link, message.needed);
      return;
    }
    const { id } = message;
    if (message.type === 'progress') {
      this.#progress(link, id, message.report);
      return;
    }
    const { reply } = message;
    const model = this.#abandoned.get(id);
    if (model !== undefined) {
      this.#abandoned.delete(id);
      if (reply.ok) this.#post(link, 0, 'dispose', { request: { model } });
      return;
    }
    this.#settle(id)?.resolve(reply);
  }

  /**
   * @param {Link} link
   * @param {number} id
   * @param {Progress} report
   */
  #progress(link, id, report) {
    const call = this.#pending.get(id);
    try {
      if (!call || call.watch.onProgress?.(report) !== false) return;
      call.watch = {}; // who wanted an end hears no more
      link.post({ type: 'signal', id, signal: signals.stop });
    } catch (error) {
      this.#abandon(link, id, error);
    }
  }

  /**
   * @param {Link} link
   * @param {string} reason
   */
  #crash(link, reason) {
    if (link !== this.#link) return;
    this.#end(this.#crashes.record(reason));
  }
}

/**
 * A session in the calling thread.
 * @param {Pause} pause
 * @returns {(handlers: ChannelHandlers) => Channel}
 */
function openLocal(pause) {
  return ({ message }) => {
    const session = new Session(message, pause);
    return {
      post: (sent) => session.receive(sent),
      close: () => session.close(),
      hold() {},
      local: true,
    };
  };
}

/**
 * What a session loads a model from that the program keeps.
 * @param {StoredModel} model
 * @returns {Payload}
 */
function payloadOf({ id, bytes, step = -1 }) {
  const buffers = { bytes: allocating('load', 'bytes', () => bytes.slice()) };
  return { request: { model: id, step: step + 1 }, buffers };
}
