/** What a worker does for an executor, with rows that it keeps. */
import { wrongSetting } from '../basics/settings.js';
import { Station } from './station.js';

/** @import { Rows } from './rows.js' */
/** @import { StationHost } from './station.js' */
/** @import { Job, Opening, Waiting } from './types.js' */

/**
 * Checks which files workers may open, and how they read them.
 * @param {any} files
 * @param {any} readChunk
 */
export function checkFiles(files, readChunk) {
  const names = Array.isArray(files) && files.every((one) => typeof one === 'string' || one instanceof URL); // prettier-ignore
  if (files !== undefined && files !== true && !names) {
    throw wrongSetting('files', 'an array of folders and beginnings of addresses, or true for all', files); // prettier-ignore
  }
  if (readChunk !== undefined && typeof readChunk !== 'function') {
    throw wrongSetting('readChunk', 'a function that returns { X, y }', readChunk);
  }
}

export class RowsStation extends Station {
  #host;
  #make;
  /** @type {Rows | undefined} */
  #rows;

  /**
   * @param {StationHost} host
   * @param {(host: StationHost) => Promise<Rows>} make loads what few workers need
   */
  constructor(host, make) {
    super(host);
    this.#host = host;
    this.#make = make;
  }

  /**
   * @param {Opening} opening
   * @param {Waiting} [waiting]
   * @returns {any}
   */
  open(opening, waiting) {
    return opening.kind === 'rows' ? this.#begin(opening, waiting) : super.open(opening, waiting);
  }

  /**
   * @param {Opening} opening
   * @param {Waiting} [waiting]
   */
  async #begin(opening, waiting) {
    this.close();
    const rows = await this.#make(this.#host);
    const reply = await rows.open(opening, waiting);
    this.#rows = rows;
    this.opened = true;
    return reply;
  }

  /**
   * @param {Job} job
   * @param {Waiting} [waiting]
   * @returns {any}
   */
  do(job, waiting) {
    return this.#rows ? this.#rows.do(job, waiting) : super.do(job, waiting);
  }

  close() {
    const rows = this.#rows;
    if (!rows) return super.close();
    this.#rows = undefined;
    this.opened = false;
    rows.close().catch(() => {}); // the next call tells
  }
}
