/**
 * The page's side of the conversation with the one worker that all models
 * share: numbered calls, progress, signals, and what to do when it dies.
 */
import { CrashLog } from './crashes.js';
import { MaxMarginError, fromRecord } from './errors.js';
import { allocating } from './memory.js';
import { checkBuild, checkEngine, loadError, signals } from './runtime.js';
import { Session } from './session.js';
import { runLater } from './slices.js';
import { warn } from './warnings.js';

/** @import { Pause, Payload, Success, Watch } from './host.js' */
/** @import { ClientMessage, SessionMessage } from './session.js' */
/** @import { Slices } from './slices.js' */
/** @import { InitSettings, Progress } from './types.js' */

/**
 * A way to a session, wherever it runs.
 * @typedef {object} Channel
 * @property {(message: ClientMessage, transfer: ArrayBuffer[]) => void} post
 * @property {() => void} close
 * @property {(busy: boolean) => void} hold whether Node has to stay alive for it
 */

/**
 * @typedef {object} ChannelHandlers
 * @property {(message: SessionMessage) => void} message
 * @property {(reason: string) => void} lost
 */

/**
 * What differs between browsers, Node and self-contained builds.
 * @typedef {object} Platform
 * @property {(settings: InitSettings) => Promise<WebAssembly.Module>} loadModule
 * @property {(settings: InitSettings, handlers: ChannelHandlers) => Channel} openWorker
 * @property {(url: string | URL) => Promise<string>} readScript
 * @property {Pause} pause
 */

/**
 * A model as the client knows it: its bytes are the truth, the session's copy
 * is a cache.
 * @typedef {object} StoredModel
 * @property {number} id
 * @property {Uint8Array} bytes
 * @property {number} [step] of the pipeline in the bytes, when the model is that alone
 */

/** How long a worker may be silent, in milliseconds, before its script is looked at. */
const patience = 5000;

/** An open channel, and the models that its session holds. */
class Link {
  /** Why it was closed, once it is. @type {unknown} */
  closed;
  /** @type {Map<number, Promise<unknown>>} */
  models = new Map();

  /** @param {Channel} channel */
  constructor(channel) {
    this.channel = channel;
  }

  /** @param {unknown} reason */
  close(reason) {
    this.closed ??= reason;
    this.channel.close();
  }
}

/**
 * @typedef {object} PendingCall
 * @property {(reply: Success) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {Watch} watch
 * @property {number} [model] that the call will leave behind
 */

export class Client {
  #platform;
  /** @type {InitSettings} */
  #settings = {};
  /** @type {Promise<WebAssembly.Module> | undefined} */
  #module;
  /** @type {Promise<Link> | undefined} */
  #connection;
  /** @type {Link | undefined} */
  #link;
  /** @type {Map<number, PendingCall>} */
  #pending = new Map();
  /** Models of fits that were aborted here, by call. @type {Map<number, number>} */
  #abandoned = new Map();
  #lastCall = 0;
  #lastModel = 0;
  #crashes = new CrashLog();

  /** @param {Platform} platform */
  constructor(platform) {
    this.#platform = platform;
  }

  /**
   * Starts the runtime, anew if settings are given that differ: models reload
   * themselves.
   * @param {InitSettings} settings
   */
  async init(settings) {
    this.#crashes.clear();
    await this.#connection?.catch(() => {});
    if (differs(settings, this.#settings)) {
      const busy = new MaxMarginError(
        'ERR_BUSY',
        '',
        'init cannot change settings while calls are running; await them first',
      );
      if (this.#pending.size > 0) throw busy;
      this.#settings = settings;
      this.#module = undefined;
      this.#disconnect(busy);
    }
    await this.#connect();
  }

  /** Whether the work is done in the calling thread. */
  get inThread() {
    return this.#settings.worker === false;
  }

  /** A client with a session of its own, over the same compiled module. */
  sibling() {
    const other = new Client(this.#platform);
    other.#settings = this.#settings;
    other.#module = this.#module ??= this.#loadModule();
    return other;
  }

  /** Ends the session. */
  close() {
    this.#disconnect(new MaxMarginError('ERR_DISPOSED', '', 'this worker was closed'));
  }

  /** An id for a model to come. */
  newModelId() {
    return ++this.#lastModel;
  }

  /**
   * @param {StoredModel['id']} id the model will have
   * @param {Payload} payload
   * @param {Watch} watch
   * @param {StoredModel} [start] the model that the fit starts from
   */
  async fit(id, payload, watch, start) {
    await this.fill(payload, watch);
    if (start) await this.#hold(await this.#connect(), start);
    return this.create('fit', id, payload, watch);
  }

  /**
   * Runs an operation that leaves a model with the session.
   * @param {string} op
   * @param {StoredModel['id']} id the model will have
   * @param {Payload} payload
   * @param {Watch} [watch]
   */
  async create(op, id, payload, watch) {
    const link = await this.#connect();
    const reply = await this.#send(link, op, payload, watch, id);
    link.models.set(id, Promise.resolve());
    return reply;
  }

  /**
   * Has the session check the bytes of a model and keep it.
   * @param {StoredModel} model
   */
  async load(model) {
    return this.#load(await this.#connect(), model);
  }

  /**
   * @param {string} op
   * @param {StoredModel} model
   * @param {Payload} payload
   * @param {Watch} [watch]
   */
  async apply(op, model, payload, watch) {
    await this.fill(payload, watch);
    const link = await this.#connect();
    await this.#hold(link, model);
    return this.#send(link, op, payload, watch);
  }

  /**
   * Computes here what the buffers do not hold yet.
   * @param {{fill?: () => Slices}} payload
   * @param {Watch} [watch]
   */
  async fill({ fill }, watch = {}) {
    if (fill) await runLater(fill(), watch, this.#platform.pause);
  }

  /**
   * @param {string} op
   * @param {Payload} payload
   * @param {Watch} [watch]
   */
  async call(op, payload, watch) {
    return this.#send(await this.#connect(), op, payload, watch);
  }

  /**
   * Lets the session forget a model.
   * @param {number} id
   */
  release(id) {
    const link = this.#link;
    if (!link?.models.delete(id)) return;
    this.#post(link, 0, 'dispose', { request: { model: id } });
  }

  /**
   * Sees to it that the session has a model.
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
  #load(link, { id, bytes, step = -1 }) {
    const buffers = { bytes: allocating('load', 'bytes', () => bytes.slice()) };
    const loading = this.#send(link, 'load', { request: { model: id, step: step + 1 }, buffers });
    link.models.set(id, loading);
    loading.catch(() => link.models.delete(id));
    return loading;
  }

  /**
   * @param {Link} link
   * @param {string} op
   * @param {Payload} payload
   * @param {Watch} [watch]
   * @param {number} [model] that a fit will leave behind
   * @returns {Promise<Success>}
   */
  #send(link, op, payload, watch = {}, model) {
    return new Promise((resolve, reject) => {
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
      this.#post(link, id, op, payload);
    });
  }

  /**
   * @param {Link} link
   * @param {number} id
   * @param {string} op
   * @param {Payload} payload
   */
  #post(link, id, op, { request, options = {}, buffers = {} }) {
    const transfer = Object.values(buffers)
      .map(({ buffer }) => /** @type {ArrayBuffer} */ (buffer))
      .filter((buffer) => buffer instanceof ArrayBuffer); // what is shared stays
    link.channel.post({ type: 'call', id, op, request, options, buffers }, transfer);
  }

  /**
   * Aborts a call. Its promise need not wait for the answer.
   * @param {Link} link
   * @param {number} id
   * @param {unknown} reason
   */
  #abandon(link, id, reason) {
    link.channel.post({ type: 'signal', id, signal: signals.abort }, []);
    const call = this.#settle(id);
    if (call?.model) this.#abandoned.set(id, call.model);
    call?.reject(reason);
  }

  /**
   * Takes a call off the list.
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
    this.#crashes.check();
    this.#connection ??= this.#open();
    const connection = this.#connection;
    try {
      return await connection;
    } catch (error) {
      if (this.#connection === connection) this.#connection = undefined;
      throw error;
    }
  }

  /** @param {unknown} reason */
  #disconnect(reason) {
    this.#link?.close(reason);
    this.#link = this.#connection = undefined;
  }

  /** @returns {Promise<Link>} */
  async #open() {
    checkEngine();
    const module = (this.#module ??= this.#loadModule());
    const local = openLocal(this.#platform.pause);
    if (this.#settings.worker === false) return this.#boot(module, local);
    try {
      return await this.#boot(module, (handlers) =>
        this.#platform.openWorker(this.#settings, handlers),
      );
    } catch (error) {
      if (error instanceof MaxMarginError) throw error;
      await module; // without it this thread can do no better
      warn({
        code: 'WARN_NO_WORKER',
        message: `the worker could not start (${error}); training runs in this thread, in slices. Say where it is with init({ workerUrl }), or init({ worker: false }) if this is meant`,
      });
      return this.#boot(module, local);
    }
  }

  async #loadModule() {
    try {
      const module = await this.#platform.loadModule(this.#settings);
      checkBuild(module);
      return module;
    } catch (error) {
      this.#module = undefined;
      throw error;
    }
  }

  /**
   * Opens a channel and starts the program at its other end. Fails with a
   * MaxMarginError when no other channel would do better.
   * @param {Promise<WebAssembly.Module>} loading
   * @param {(handlers: ChannelHandlers) => Channel} open
   * @returns {Promise<Link>}
   */
  #boot(loading, open) {
    return new Promise((resolve, reject) => {
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let silence;
      const fail = (/** @type {unknown} */ error) => {
        clearTimeout(silence);
        link.close(error);
        reject(error);
      };
      const lost = (/** @type {string} */ reason) => {
        if (this.#link === link) this.#crash(link, reason);
        else fail(new Error(reason));
      };
      const link = new Link(
        open({
          lost,
          message: (message) => {
            clearTimeout(silence);
            switch (message.type) {
              case 'alive':
                break;
              case 'ready':
                this.#link = link;
                if (this.#pending.size === 0) link.channel.hold(false);
                resolve(link);
                break;
              case 'failed':
                fail(fromRecord(message.error));
                break;
              case 'dead':
                lost(message.reason);
                break;
              default:
                if (!link.closed) this.#receive(link, message);
            }
          },
        }),
      );
      loading.then((module) => {
        try {
          link.channel.post({ type: 'boot', module, build: __BUILD_ID__ }, []);
          silence = setTimeout(() => this.#examineWorker().catch(fail), patience);
        } catch (error) {
          fail(error);
        }
      }, fail);
    });
  }

  /**
   * Fails when the script of a silent worker is not one of ours, which would never
   * answer. One that is, or that cannot be read, may be slow.
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
   * @param {Extract<SessionMessage, {id: number}>} message
   */
  #receive(link, message) {
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
    const call = this.#settle(id);
    if (reply.ok) call?.resolve(reply);
    else call?.reject(fromRecord(reply.error));
  }

  /**
   * @param {Link} link
   * @param {number} id
   * @param {Progress} report
   */
  #progress(link, id, report) {
    try {
      const answer = this.#pending.get(id)?.watch.onProgress?.(report);
      if (answer === false) link.channel.post({ type: 'signal', id, signal: signals.stop }, []);
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
    const error = this.#crashes.record(reason);
    this.#disconnect(error);
    const calls = [...this.#pending.values()];
    this.#pending.clear();
    this.#abandoned.clear();
    for (const call of calls) call.reject(error);
  }
}

/**
 * @param {Record<string, any>} settings empty: no change is wanted
 * @param {Record<string, any>} present
 */
function differs(settings, present) {
  const names = Object.keys(settings);
  if (names.length === 0) return false;
  return Object.keys({ ...settings, ...present }).some((name) => settings[name] !== present[name]);
}

/**
 * A session in the calling thread.
 * @param {Pause} pause
 * @returns {(handlers: ChannelHandlers) => Channel}
 */
function openLocal(pause) {
  return ({ message }) => {
    const session = new Session(message, pause);
    return { post: (sent) => session.receive(sent), close() {}, hold() {} };
  };
}
