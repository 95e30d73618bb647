/**
 * The worker's side of the conversation, which also runs inside the page when
 * there is no worker. Fits run one after the other, in order; everything else
 * runs at once, between the slices of a running fit.
 */
import { toRecord } from '../basics/errors.js';
import { Program, signals, versionMismatch } from './runtime.js';
import { transferable } from './transfer.js';

/** @import { ErrorRecord } from '../basics/errors.js' */
/** @import { Operations, Pause, Reply } from './host.js' */
/** @import { Lack } from './runtime.js' */
/** @import { Progress } from '../types.js' */

/**
 * @typedef {object} Call
 * @property {'call'} type
 * @property {number} id
 * @property {string} op
 * @property {object} request
 * @property {object} options
 * @property {Record<string, Uint8Array>} buffers
 * @property {any} [operations] what carries it out in JavaScript: in a worker their name, in the
 *   calling thread the Operations themselves
 * @property {boolean} [quiet] nobody hears of it before its end
 */

/**
 * The messages of the client.
 * @typedef {{type: 'boot', module: WebAssembly.Module, build: string}
 *   | {type: 'rest', module: WebAssembly.Module} | Call | {type: 'signal', id: number, signal: number}
 *   | {type: 'close'} | {type: 'several', messages: ClientMessage[]}} ClientMessage
 */

/**
 * The messages of the session.
 * @typedef {{type: 'ready'} | {type: 'lacks', needed: boolean} | {type: 'alive', lock: string} | {type: 'failed', error: ErrorRecord}
 *   | {type: 'progress', id: number, report: Progress}
 *   | {type: 'reply', id: number, reply: Reply}
 *   | {type: 'dead', reason: string} | {type: 'several', messages: SessionMessage[]}} SessionMessage
 */

/** How a session speaks to its client. @typedef {(message: SessionMessage, transfer: ArrayBuffer[]) => void} Post */

/** The reply to a fit that was aborted before it began; no call waits for it. @type {any} */
const abortedReply = { ok: false };

export class Session {
  #post;
  #pause;
  /** @type {Program | undefined} */
  #program;
  /** Signals for calls that have not settled. @type {Map<number, number>} */
  #signals = new Map();
  /** @type {Call[]} */
  #waitingFits = [];
  #fitting = false;
  /** Models that are JavaScript, by id. @type {Map<number, any>} */
  #models = new Map();
  #known;
  /** Whether it has asked for the second file of the module to be faster. */
  #wanted = false;
  /** Replies to messages that came together. @type {{messages: SessionMessage[], transfer: ArrayBuffer[]} | undefined} */
  #together;

  /**
   * @param {Post} post
   * @param {Pause} pause
   * @param {Record<string, Operations>} [known] the operations that messages to a worker name
   */
  constructor(post, pause, known) {
    this.#post = post;
    this.#pause = pause;
    this.#known = known;
  }

  /** Aborts everything that runs. */
  close() {
    for (const id of this.#signals.keys()) this.#signals.set(id, signals.abort);
  }

  /** @param {ClientMessage} message */
  receive(message) {
    switch (message.type) {
      case 'boot':
        this.#boot(message.module, message.build);
        break;
      case 'rest':
        this.#program?.join(message.module);
        break;
      case 'call':
        this.#signals.set(message.id, signals.continue);
        if (message.op === 'fit') {
          this.#waitingFits.push(message);
          this.#nextFit();
        } else {
          this.#perform(message);
        }
        break;
      case 'signal':
        if (this.#signals.has(message.id)) this.#signals.set(message.id, message.signal);
        break;
      case 'close':
        this.close();
        break;
      case 'several':
        this.#receiveTogether(message.messages);
        break;
    }
  }

  /** @param {ClientMessage[]} messages */
  #receiveTogether(messages) {
    const together = { messages: [], transfer: [] };
    this.#together = together;
    for (const message of messages) this.receive(message);
    this.#together = undefined;
    if (together.messages.length === 0) return;
    this.#post({ type: 'several', messages: together.messages }, together.transfer);
  }

  /**
   * @param {WebAssembly.Module} module
   * @param {string} build
   */
  async #boot(module, build) {
    try {
      if (build !== __BUILD_ID__) throw versionMismatch('the worker', __BUILD_ID__, build);
      this.#program = await Program.start(module, {
        died: (reason) => this.#post({ type: 'dead', reason }, []),
        lacks: (why) => this.#lack(why),
      });
      this.#post({ type: 'ready' }, []);
    } catch (error) {
      this.#post({ type: 'failed', error: toRecord(error) }, []);
    }
  }

  /**
   * Asks for the second file: at once if a call waits, and once if calls with few rows could be faster.
   * @param {Lack} why
   */
  #lack(why) {
    const needed = why === 'needed';
    if (!needed && (why !== 'rows' || this.#wanted)) return;
    this.#wanted ||= !needed;
    this.#post({ type: 'lacks', needed }, []);
  }

  #nextFit() {
    const fit = this.#fitting ? undefined : this.#waitingFits.shift();
    if (!fit) return;
    if (this.#signals.get(fit.id) === signals.abort) {
      this.#settle(fit, abortedReply);
      this.#nextFit();
      return;
    }
    this.#fitting = true;
    this.#perform(fit);
  }

  /** @param {Call} call */
  #perform(call) {
    const { id, op, request, options, buffers, operations, quiet } = call;
    const models = this.#models;
    if (op === 'dispose' && models.delete(/** @type {{model: number}} */ (request).model)) return;
    const own = this.#known ? this.#known[operations] : operations;
    const program = /** @type {Operations | Program} */ (own ?? this.#program);
    const settle = (/** @type {Reply} */ reply) => {
      this.#settle(call, reply);
      if (op !== 'fit') return;
      this.#fitting = false;
      this.#pause(() => this.#nextFit());
    };
    // As long as a fit that is dispatched works before other calls get their turn.
    const small = own ? undefined : this.#program?.small(op, request, options, buffers, quiet, 10);
    if (small) {
      settle(small);
      return;
    }
    const signal = () => this.#signals.get(id) ?? signals.abort;
    program.dispatch(op, request, options, buffers, {
      settle,
      progress: (report) => {
        this.#post({ type: 'progress', id, report }, []);
        return signal();
      },
      yield: (resume) => this.#pause(() => program.guard(() => resume(signal()))),
      models,
    });
  }

  /**
   * @param {Call} call
   * @param {Reply} reply
   */
  #settle({ id }, reply) {
    this.#signals.delete(id);
    const transfer = reply.ok ? transferable(reply.buffers) : [];
    if (!this.#together) {
      this.#post({ type: 'reply', id, reply }, transfer);
      return;
    }
    this.#together.messages.push({ type: 'reply', id, reply });
    this.#together.transfer.push(...transfer);
  }
}
