/** A channel to a session, from the start of the program at its other end to its close. */
import { fromRecord } from '../basics/errors.js';
import { transferable } from './transfer.js';

/** @import { ClientMessage, SessionMessage } from './session.js' */

/**
 * A way to a session, wherever it runs.
 * @typedef {object} Channel
 * @property {(message: ClientMessage, transfer: ArrayBuffer[]) => void} post
 * @property {() => unknown} close a promise where the end takes a while
 * @property {(busy: boolean) => void} hold whether Node has to stay alive for it
 * @property {boolean} [local] whether the session is in this thread: what is posted is not copied
 */

/**
 * @typedef {object} ChannelHandlers
 * @property {(message: SessionMessage) => void} message
 * @property {(reason: string) => void} lost
 */

/** @typedef {Extract<SessionMessage, {type: 'lacks'}>} MissingFile */

/** What concerns one call. @typedef {Extract<SessionMessage, {id: number}>} CallMessage */

/** How long a worker may be silent, in milliseconds, before its script is looked at. */
const patience = 5000;

/** An open channel, and the models that its session holds. */
export class Link {
  /** Why it was closed, once it is. @type {unknown} */
  closed;
  /** @type {Map<number, Promise<unknown>>} */
  models = new Map();
  /** Messages that are sent when the present task has ended. @type {ClientMessage[]} */
  #outbox = [];
  #undelivered;

  /**
   * @param {Channel} channel
   * @param {(message: ClientMessage, error: unknown) => void} undelivered told of what cannot be sent
   */
  constructor(channel, undelivered) {
    this.channel = channel;
    this.#undelivered = undelivered;
  }

  /**
   * Sends a message. To a worker, all messages of one task go together: what a message costs
   * depends little on its size.
   * @param {ClientMessage} message
   */
  post(message) {
    if (this.channel.local) this.#send([message]);
    else if (this.#outbox.push(message) === 1) queueMicrotask(() => this.#flush());
  }

  #flush() {
    const messages = this.#outbox;
    this.#outbox = [];
    if (!this.closed) this.#send(messages);
  }

  /** @param {ClientMessage[]} messages */
  #send(messages) {
    const [first, ...more] = messages;
    const transfer = messages.flatMap((each) =>
      each.type === 'call' && !this.channel.local ? transferable(each.buffers) : [],
    );
    try {
      this.channel.post(more.length > 0 ? { type: 'several', messages } : first, transfer);
    } catch (error) {
      if (more.length > 0) for (const each of messages) this.#send([each]);
      else this.#undelivered(first, error);
    }
  }

  /** @param {unknown} reason */
  close(reason) {
    this.closed ??= reason;
    return this.channel.close();
  }
}

/**
 * Who hears what comes over a link.
 * @typedef {object} LinkHandlers
 * @property {(link: Link) => void} ready the program has started
 * @property {(link: Link, message: CallMessage | MissingFile) => void} message
 * @property {(message: ClientMessage, error: unknown) => void} undelivered
 * @property {(link: Link, reason: string) => void} lost after it was ready
 * @property {() => Promise<void>} silent throws if it will never answer
 */

/** Starts the program at the other end of a channel, and passes on what it sends. */
export class Router {
  /** @type {(link: Link) => void} */
  #resolve = () => {};
  /** @type {(reason: unknown) => void} */
  #reject = () => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #silence;
  #ready = false;
  #handlers;
  #link;

  /**
   * @param {(handlers: ChannelHandlers) => Channel} open
   * @param {LinkHandlers} handlers
   */
  constructor(open, handlers) {
    this.#handlers = handlers;
    /** The link, when the program has started. @type {Promise<Link>} */
    this.link = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const channel = open({
      message: (message) => this.#receive(message),
      lost: (reason) => this.#lose(reason),
    });
    this.#link = new Link(channel, handlers.undelivered);
  }

  /** @param {WebAssembly.Module} module */
  boot(module) {
    if (this.#link.closed) return;
    try {
      this.#link.channel.post({ type: 'boot', module, build: __BUILD_ID__ }, []);
    } catch (error) {
      this.fail(error);
      return;
    }
    const examine = () => this.#handlers.silent().catch((error) => this.fail(error));
    this.#silence = setTimeout(examine, patience);
  }

  /**
   * @param {unknown} error
   * @returns {unknown} a promise where the end takes a while
   */
  fail(error) {
    clearTimeout(this.#silence);
    this.#reject(error);
    return this.#link.close(error);
  }

  /** @param {string} reason */
  #lose(reason) {
    if (this.#ready) this.#handlers.lost(this.#link, reason);
    else this.fail(new Error(reason));
  }

  /** @param {SessionMessage} message */
  #receive(message) {
    clearTimeout(this.#silence);
    switch (message.type) {
      case 'several':
        message.messages.forEach((each) => this.#receive(each));
        break;
      case 'alive':
        break;
      case 'ready':
        if (this.#link.closed) break;
        this.#ready = true;
        this.#handlers.ready(this.#link);
        this.#resolve(this.#link);
        break;
      case 'failed':
        this.fail(fromRecord(message.error));
        break;
      case 'dead':
        this.#lose(message.reason);
        break;
      default:
        if (!this.#link.closed) this.#handlers.message(this.#link, message);
    }
  }
}
