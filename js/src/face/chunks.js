/**
 * A fit to rows that come in chunks. The program keeps what the fit needs of each chunk, and the
 * targets are kept here; when there are no more chunks, they go into a fit like any other.
 */
import { gather, lend, run, spread } from '#host';
import { MaxMarginError, show } from '../basics/errors.js';
import { allocating } from '../basics/memory.js';
import { interval } from '../basics/slices.js';
import { bytesOf, packSamples, takeOver } from '../input/inputs.js';
import { checkLength, encodeLabels, labelsIn } from '../input/labels.js';
import { checkValues } from '../input/values.js';
import { toWire } from '../machines/options.js';
import { FitJob } from '../model/fit-job.js';
import { checkPassing, readSettings } from '../basics/settings.js';
import { checkExecutor } from '../executor/check.js';
import { stateOf } from '../model/registry.js';
import { Source, checkChunk, checkColumns, lost, placed } from './chunk-source.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Classes, LabelKind } from '../input/labels.js' */
/** @import { Estimator } from '../model/estimator.js' */
/** @import { State } from '../model/state.js' */
/** @import { Label, Progress } from '../types.js' */

/**
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {unknown} chunks
 * @param {unknown} settings
 * @returns {Returns<T>}
 */
export function fitChunks(model, chunks, settings) {
  return run(fitting(model, chunks, settings));
}

/**
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {unknown} chunks
 * @param {unknown} given
 * @returns {Steps<T>}
 */
function* fitting(model, chunks, given) {
  const settings = readSettings('fitChunks', given, [
    'transfer',
    'signal',
    'onProgress',
    'executor',
  ]);
  const { transfer, watch } = checkPassing(settings);
  const executor = checkExecutor(settings.executor, undefined);
  const state = stateOf(model);
  state.checkFree(watch);
  checkOptions(state);
  const { host: home, machine, specs } = state;
  const { host, end, waits } = lend(home);
  const source = new Source(chunks, waits);
  const id = home.newModelId();
  const job = state.occupy(new FitJob(id, { request: {} }, watch));
  const { signal } = job.watch;
  const rowValues = new RowValues(state);
  const reporter = new ChunkReporter(watch.onProgress);
  const during = (/** @type {Progress} */ report) => job.hear(report, reporter.during);
  // The weights of classes follow when all classes are known.
  const early = specs.filter(({ type }) => type !== 'classWeight');
  const options = toWire(early, state.options, []);
  /** @type {string[]} */
  let features = [];
  let cols = 0;

  /**
   * Takes the next chunk, which nothing refers to afterwards.
   * @param {number} number
   * @returns {Steps<boolean>} whether there was one
   */
  function* take(number) {
    const chunk = yield* source.next(signal);
    if (!chunk) return false;
    try {
      checkChunk(chunk);
      const [X, y] = yield gather([chunk.X, chunk.y]);
      const named = features.length > 0 ? features : undefined;
      const use = { machine: state.spec, features: named, transfer, bytes: true };
      const table = packSamples(X, 'X', { ...use, operation: 'fit' });
      const { shape, names } = table;
      if (number === 0) {
        cols = shape.cols;
        features = names ?? [];
      }
      // Of strings, Go says what is wrong.
      if (shape.layout !== 'strings') checkColumns(shape.cols, cols);
      const perRow = rowValues.take(chunk, y, shape.rows);
      const classes = { kind: 'number', names: [] };
      const request = { model: id, machine, table: shape, classes, update: number > 0 };
      const payload = { request, options, buffers: { ...perRow, ...takeOver(table) } };
      yield host.create('addChunk', id, payload, { signal, onProgress: during });
      reporter.count(shape.rows);
    } catch (error) {
      throw placed(error, number);
    }
    return true;
  }

  let made = false;
  try {
    if (executor) {
      const reply = yield spread(host, state, job, source, executor, transfer);
      made = true;
      state.adopt(job, reply);
      return model;
    }
    let number = 0;
    while (yield* take(number)) number++;
    const { rows } = reporter;
    if (rows === 0) {
      throw new MaxMarginError(
        'ERR_EMPTY',
        'chunks',
        'chunks has no chunk; it needs at least one with rows to learn from',
      );
    }
    const { classes, buffers } = allocating('fit', 'y', () => rowValues.join(rows));
    const names = classes.labels.map(String);
    const request = {
      model: id,
      machine,
      table: { layout: 'dense', rows, cols },
      classes: { kind: classes.kind, names },
      features,
    };
    const payload = { request, options: toWire(specs, state.options, names), buffers };
    const reply = yield host.create('fitChunks', id, payload, job.watch);
    made = true;
    state.adopt(job, reply);
  } catch (error) {
    throw lost(error);
  } finally {
    source.leave();
    end(id, made);
    state.endFit();
  }
  return model;
}

/**
 * Refuses options that Go would not see, or would understand in another way.
 * @param {State} state
 */
function checkOptions({ options, name }) {
  const { kernel, warmStart } = options;
  const fail = (/** @type {string} */ option, /** @type {string} */ why) => {
    throw new MaxMarginError('ERR_OPTION', option, `fitChunks of a ${name} ${why}`);
  };
  if (typeof kernel === 'function' || kernel === 'precomputed') {
    fail(
      'kernel',
      'needs a kernel that is computed from the rows of a chunk, not a function of yours and not a Gram matrix; name another kernel, or call fit with all rows',
    );
  }
  if (warmStart) {
    fail('warmStart', 'starts anew each time, since no rows are left from before; set warmStart to false, or call fit with all rows'); // prettier-ignore
  }
}

/** What belongs to the rows of all chunks beside X. */
class RowValues {
  /** @type {Record<string, (Float64Array | Int32Array)[]>} */
  #parts = {};
  /** The classes by their numbers, in the order in which they came. @type {Map<Label, number>} */
  #classes = new Map();
  /** @type {LabelKind | undefined} */
  #kind;
  #classifies;
  #names;

  /** @param {State} state */
  constructor({ spec, specs }) {
    this.#classifies = spec.kind === 'classifier';
    this.#names = ['sampleWeight', ...specs.flatMap(({ row }) => row ?? [])];
  }

  /**
   * Takes what a chunk has. Returns what the program needs with its rows.
   * @param {any} chunk
   * @param {unknown} y
   * @param {number} rows
   * @returns {Record<string, Uint8Array>}
   */
  take(chunk, y, rows) {
    const first = Object.keys(this.#parts).length === 0;
    /** @type {Record<string, Uint8Array>} */
    const perRow = {};
    for (const name of this.#names) {
      const given = chunk[name] != null;
      if (!first && given !== name in this.#parts) {
        const [has, lacks] = given ? ['this', 'those before'] : ['the first', 'this'];
        throw new MaxMarginError('ERR_TYPE', name, `${has} chunk has ${name}, but ${lacks} ${given ? 'have' : 'has'} not; give it with all chunks, or with none`); // prettier-ignore
      }
      if (!given) continue;
      const values = checkValues(chunk[name], name, rows);
      this.#add(name, values);
      perRow[name] = bytesOf(values.slice());
    }
    if (this.#classifies) this.#add('labels', this.#number(y, rows));
    else this.#add('values', checkValues(y, 'y', rows));
    return perRow;
  }

  /**
   * The numbers of the classes of some labels.
   * @param {unknown} y
   * @param {number} rows
   */
  #number(y, rows) {
    const list = /** @type {ArrayLike<Label>} */ (checkLength(y, 'y', rows));
    const { kind, labels } = labelsIn(list, 'y');
    this.#kind ??= kind;
    if (kind !== this.#kind) {
      throw new MaxMarginError('ERR_TYPE', 'y', `y[0] is ${show(list[0])}, but the labels of the first chunk are ${this.#kind}s; all must be of one type`); // prettier-ignore
    }
    const classes = this.#classes;
    for (const label of labels) if (!classes.has(label)) classes.set(label, classes.size);
    return Int32Array.from(list, (label) => /** @type {number} */ (classes.get(label)));
  }

  /**
   * @param {string} name
   * @param {Float64Array | Int32Array} part
   */
  #add(name, part) {
    (this.#parts[name] ??= []).push(part);
  }

  /**
   * The parts of all chunks, joined, and the classes, ascending.
   * @param {number} rows
   * @returns {{classes: Classes, buffers: Record<string, Uint8Array>}}
   */
  join(rows) {
    /** @type {Classes} */
    let classes = { kind: 'number', labels: [] };
    if (this.#classifies) {
      const encoded = encodeLabels([...this.#classes.keys()], this.#classes.size);
      ({ classes } = encoded);
      for (const part of this.#parts.labels) {
        for (let i = 0; i < part.length; i++) part[i] = encoded.indices[part[i]];
      }
    }
    /** @type {Record<string, Uint8Array>} */
    const buffers = {};
    for (const [name, parts] of Object.entries(this.#parts)) {
      const all = name === 'labels' ? new Int32Array(rows) : new Float64Array(rows);
      let at = 0;
      for (const part of parts.splice(0)) {
        all.set(part, at);
        at += part.length;
      }
      buffers[name] = bytesOf(all);
    }
    return { classes, buffers };
  }
}

/** Counts rows, and reports to the caller while chunks come. */
class ChunkReporter {
  /** Rows of the chunks that are done. */
  rows = 0;
  #last = -Infinity;
  #stopped = false;
  #onProgress;

  /** @param {((report: Progress) => unknown) | undefined} onProgress */
  constructor(onProgress) {
    this.#onProgress = onProgress;
  }

  /** How many chunks are to come, nobody knows. @param {Progress} report */
  during = (report) => {
    if (this.#stopped) return false;
    this.#last = performance.now();
    this.#stopped = this.#onProgress?.({ ...report, rows: this.rows, fraction: 0 }) === false;
    return !this.#stopped;
  };

  /**
   * Counts the rows of a chunk.
   * @param {number} rows
   */
  count(rows) {
    this.rows += rows;
    if (!this.#stopped && performance.now() - this.#last >= interval) {
      const report = { phase: 'features', iteration: 0, objective: 0, gap: Infinity };
      this.during({ ...report, supportVectors: 0, fraction: 0 });
    }
    if (!this.#stopped) return;
    throw new MaxMarginError(
      'ERR_STOPPED',
      'onProgress',
      'onProgress stopped the fit before there was a model to keep; let it run to its end, or fit fewer rows',
    );
  }
}
