/**
 * Several workers as one host: each fit goes to the one with the least to do, and its model stays
 * there.
 */
import { Client } from './client.js';
import { newModelId } from './model-ids.js';
import { warn } from '../basics/warnings.js';

/** @import { Platform } from './client.js' */
/** @import { Footprint, Host, Payload, StoredModel, Watch } from './host.js' */
/** @import { InitSettings } from '../types.js' */

/** @implements {Host} */
export class Workers {
  /** @type {Client[]} */
  #clients;
  /** Who has which model. @type {Map<number, Client>} */
  #places = new Map();

  /**
   * @param {Platform} platform
   * @param {InitSettings} settings
   * @param {number} size
   */
  constructor(platform, settings, size) {
    const first = new Client(platform, settings);
    this.#clients = [first, ...Array.from({ length: size - 1 }, () => first.partner())];
  }

  /** @param {InitSettings} settings */
  async init(settings) {
    await Promise.all(this.#clients.map((client) => client.init(settings)));
  }

  newModelId = newModelId;
  warn = warn;

  /**
   * @param {number} id
   * @param {Payload} payload
   * @param {Watch} watch
   * @param {StoredModel} [start]
   */
  fit(id, payload, watch, start) {
    const fitting = this.#place(id).fit(id, payload, watch, start);
    fitting.catch(() => this.#places.delete(id)); // there is no such model
    return fitting;
  }

  /**
   * @param {string} op
   * @param {StoredModel} model
   * @param {Payload} payload
   * @param {Watch} [watch]
   */
  apply(op, model, payload, watch) {
    return this.#place(model.id).apply(op, model, payload, watch);
  }

  /**
   * @param {string} op
   * @param {Payload} payload
   * @param {Watch} [watch]
   */
  call(op, payload, watch) {
    return this.#free.call(op, payload, watch);
  }

  /**
   * @param {Payload} payload
   * @param {Watch} [watch]
   */
  complete(payload, watch) {
    return this.#free.complete(payload, watch);
  }

  /** A client with a session of its own, over the same compiled module. */
  sibling() {
    return this.#clients[0].sibling();
  }

  /** @param {number} id */
  release(id) {
    this.#places.get(id)?.release(id);
    this.#places.delete(id);
  }

  /** @returns {Promise<Footprint>} */
  async memory() {
    const all = await Promise.all(this.#clients.map((client) => client.memory()));
    return {
      total: all.reduce((sum, { total }) => sum + total, 0),
      cache: all.reduce((sum, { cache }) => sum + cache, 0),
      models: all.flatMap(({ models }) => models),
    };
  }

  async terminate() {
    await Promise.all(this.#clients.map((client) => client.terminate()));
  }

  /** The worker with the fewest running calls. */
  get #free() {
    return this.#clients.reduce((least, client) =>
      client.running < least.running ? client : least,
    );
  }

  /** @param {number} id of a model */
  #place(id) {
    const place = this.#places.get(id) ?? this.#free;
    this.#places.set(id, place);
    return place;
  }
}
