/**
 * Engines: workers of their own, beside the one that all other models share. In maxmargin/sync
 * an engine is a program in the calling thread.
 */
import { host, openHost, run } from '#host';
import { MaxMarginError, show } from '../basics/errors.js';
import { checkSettings } from '../runtime/init-settings.js';
import { stateOf } from '../model/registry.js';

/** @import { Returns } from '../forms.js' */
/** @import { Host } from '../runtime/host.js' */
/** @import { EngineMemory, EngineSettings } from '../types.js' */

/** What models work in; createEngine makes one. */
export class Engine {
  /** @type {Host} */
  #host;
  #settings;

  /**
   * @param {Host} host
   * @param {EngineSettings} settings
   */
  constructor(host, settings) {
    this.#host = host;
    this.#settings = settings;
  }

  /**
   * Starts all workers. Without it each starts with the first call; in maxmargin/sync await it
   * once before anything else.
   * @returns {Promise<void>}
   */
  async init() {
    await this.#host.init(this.#settings);
  }

  /**
   * Moves a machine, a pipeline, a transformer or a vectorizer to this engine, where it works from
   * now on. What was fitted stays fitted. Fails with ERR_BUSY while the model is being fitted.
   * Clones belong to no engine.
   * @template {object} M
   * @param {M} model
   * @returns {M} the same model
   */
  own(model) {
    const state = typeof model === 'object' && model !== null ? stateOf(model) : undefined;
    if (!state || state.home !== host) {
      throw new MaxMarginError(
        'ERR_TYPE',
        'model',
        `own takes a model of this entry point of maxmargin, such as new SVC(), got ${show(model)}`,
      );
    }
    state.moveTo(this.#host);
    return model;
  }

  /**
   * What the engine holds. Nothing is started for it.
   * @returns {Returns<EngineMemory>}
   */
  memory() {
    return run(measuring(this.#host));
  }

  /**
   * Ends the workers and gives their memory back. Models go on working: the next call starts a
   * worker anew. Calls that are running fail with the code ERR_DISPOSED.
   * @returns {Returns<void>}
   */
  terminate() {
    return run(ending(this.#host));
  }

  /** For `await using`; a JavaScript that does not know the symbol does not know that either. */
  async [Symbol.asyncDispose]() {
    await this.terminate();
  }
}

/**
 * An engine of its own, for models that own() gives it: fits in different engines, and up to
 * `workers` fits in the same one, run at the same time.
 * @param {EngineSettings} [settings]
 */
export function createEngine(settings = {}) {
  const checked = checkSettings(settings, 'createEngine');
  const { workers = 1, ...own } = /** @type {EngineSettings} */ (checked);
  return new Engine(openHost(own, workers), own);
}

/**
 * The memory that models take which no other engine owns.
 * @returns {Returns<EngineMemory>}
 */
export function memory() {
  return run(measuring(host));
}

/** @param {Host} engine */
function* measuring(engine) {
  const { models, ...sums } = /** @type {EngineMemory} */ (yield engine.memory());
  return { ...sums, models: models.sort((a, b) => a.model - b.model) };
}

/** @param {Host} engine */
function* ending(engine) {
  yield engine.terminate();
}
