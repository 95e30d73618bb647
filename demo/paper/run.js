/**
 * Computes numbers again. Nothing here knows files, networks or terminals: a context has the
 * package as one object, mm; file(name), which resolves to the unpacked bytes of a file; has(name),
 * whether there is one; and how, if need be: settings of searches, cross-validation and fits to many
 * classes, such as { executor }, which does them elsewhere.
 */
import * as digits from './protocols/digits.js';
import * as files from './protocols/files.js';
import * as ordinal from './protocols/ordinal.js';
import * as regression from './protocols/regression.js';
import * as theory from './protocols/theory.js';
import * as twoClasses from './protocols/two-classes.js';
import * as words from './protocols/words.js';

export { VERDICTS, allowance, besides, brief, tally, verdict } from './verdict.js';

/** The names of the modules in protocols/. */
export const MODULES = ['digits', 'files', 'help', 'ordinal', 'regression', 'theory', 'two-classes', 'words']; // prettier-ignore

const protocols = { ...theory, ...files, ...ordinal, ...twoClasses, ...digits, ...regression, ...words }; // prettier-ignore

/** Whether a protocol is there for a record. */
export function isRunnable({ run }) {
  return run !== null && Object.hasOwn(protocols, run.protocol);
}

/** The names of the files that a record needs. */
export function filesOf({ data }) {
  return data.filter(({ sha256 }) => sha256 !== null).map(({ name }) => name);
}

/** The work of a record: records with the same key share it. */
export function keyOf({ run }) {
  const { take: _take, ...work } = run;
  return JSON.stringify(work);
}

/** Records in lists that share their work. */
export function grouped(records) {
  const groups = new Map();
  for (const record of records) groups.set(keyOf(record), [...(groups.get(keyOf(record)) ?? []), record]); // prettier-ignore
  return Array.from(groups.values());
}

/** Computes records, each piece of work once. */
export class Runner {
  #context;
  /** @type {Map<string, Promise<{ results: any, seconds: number }>>} */
  #done = new Map();

  /** @param {{ mm: any, file: (name: string) => Promise<Uint8Array>, has: (name: string) => Promise<boolean>, how?: object }} context */
  constructor(context) {
    this.#context = context;
  }

  /**
   * @param {object} record one that isRunnable
   * @returns {Promise<{ value: number, sd?: number, n?: number, text?: string, seconds: number }>}
   *   seconds is the time of the work, which other records may share
   */
  async compute(record) {
    const key = keyOf(record);
    if (!this.#done.has(key)) {
      const work = this.#work(record.run);
      // What failed may go well later, with another file.
      work.catch(() => this.#done.delete(key));
      this.#done.set(key, work);
    }
    const { results, seconds } = await this.#done.get(key);
    const { take } = record.run;
    const found = take === undefined ? results : results[take];
    if (!Number.isFinite(found?.value)) throw new Error(`${record.id}: the protocol found no number for ${take}`); // prettier-ignore
    return { ...found, seconds };
  }

  /** @param {{ protocol: string }} run */
  async #work(run) {
    const start = performance.now();
    const { protocol, take: _take, ...args } = run;
    const results = await protocols[protocol](args, this.#context);
    return { results, seconds: (performance.now() - start) / 1000 };
  }
}
