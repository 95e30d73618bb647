/** The file of a search that another process can go on with. */
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { MaxMarginError } from '../core.js';

/** What has a state to go on from. @typedef {{save(): Uint8Array}} Saving */

/** Milliseconds between two times that it is written. */
const often = 2000;

export class CheckpointFile {
  #path;
  #written = performance.now();

  /** What it had when the search began. @type {Uint8Array | undefined} */
  before;

  /** @param {string} path of a file that may be there or not */
  constructor(path) {
    this.#path = path;
    if (existsSync(path)) this.before = readFileSync(path);
    else accessSync(dirname(path), constants.W_OK); // an error now, and not after hours
  }

  /**
   * Writes the file, if that was long ago.
   * @param {Saving} search
   */
  keep(search) {
    if (performance.now() - this.#written > often) this.write(search);
  }

  /**
   * Writes another file and gives it the name, so that a process that ends here leaves the one that
   * was there.
   * @param {Saving} search
   */
  write(search) {
    const beside = `${this.#path}.new`;
    writeFileSync(beside, search.save());
    renameSync(beside, this.#path);
    this.#written = performance.now();
  }

  /**
   * Searches, and names the file in errors about what it holds.
   * @template T
   * @param {() => Promise<T>} fit
   * @returns {Promise<T>}
   */
  async explain(fit) {
    try {
      return await fit();
    } catch (error) {
      if (!(error instanceof MaxMarginError && error.argument === 'resume')) throw error;
      const { why, way } = error.details;
      const message = `${this.#path} ${why}; go on with ${way}, or delete the file to begin anew`;
      throw new MaxMarginError(error.code, 'checkpoint', message, error.details, error);
    }
  }
}
