/**
 * The data that candidates are compared on, when not all use X itself, or are of one kind. A kernel function has
 * its own matrix, which is computed once for all splits. A step that turns objects into
 * numbers, such as a vectorizer, is fitted anew to the training rows of each split.
 */
import { OwnKernel } from '../functions/own-kernel.js';
import { packSamples } from '../input/inputs.js';
import { perRow } from '../generated/rows.js';
import { unpackSamples } from '../model/fitted.js';
import { packTargets } from '../input/targets.js';
import { stateOf } from '../model/registry.js';
import { Study, tableOf } from './study.js';
import { selectEntries, stackRows } from './subsets.js';

/** @import { Success, Watch } from '../runtime/host.js' */
/** @import { PackedTable, Use } from '../input/inputs.js' */
/** @import { InputReader } from '../model/fitted.js' */
/** @import { Classes } from '../input/labels.js' */
/** @import { Fold } from '../types.js' */
/** @import { Comparison } from './compare.js' */
/** @import { Steps } from '../basics/drive.js' */

/**
 * Candidates over splits of one table.
 * @typedef {object} Batch
 * @property {number[]} points which candidates
 * @property {number[]} splits which splits of the comparison
 * @property {(watch: Watch) => Steps<{study: Study, folds: Fold[]}>} open
 */

export class Batches {
  #comparison;
  /** Kernel values, by function. @type {Map<unknown, PackedTable>} */
  #grams = new Map();

  /** @param {Comparison} comparison */
  constructor(comparison) {
    this.#comparison = comparison;
    const { kind = '', y, rows } = comparison;
    const known = stateOf(comparison.estimator).orderOf(y, rows);
    const { classes, buffers } = packTargets(kind, y, rows, known);
    /** @type {Classes} */
    this.classes = classes;
    this.labels = buffers.labels && new Int32Array(buffers.labels.buffer);
  }

  /**
   * @param {any[]} candidates
   * @param {number} splits how many there are
   * @returns {Batch[]}
   */
  of(candidates, splits) {
    /** @type {Map<unknown, Batch>} */
    const batches = new Map();
    const all = Array.from({ length: splits }, (_, split) => split);
    const add = (
      /** @type {unknown} */ key,
      /** @type {number} */ point,
      /** @type {number[]} */ own,
      /** @type {Batch['open']} */ open,
    ) => {
      const batch = batches.get(key) ?? { points: [], splits: own, open };
      batch.points.push(point);
      batches.set(key, batch);
    };
    const frontKey = keyOf();
    candidates.forEach((candidate, point) => {
      const state = stateOf(candidate);
      const shape = shapeOf(state);
      const vectorizing = state.vectorizing?.(this.#comparison.X);
      if (vectorizing) {
        const key = `${shape} ${frontKey(vectorizing.options)}`;
        for (const split of all) {
          add(`${key} ${split}`, point, [split], (watch) => this.#split(candidate, split, watch));
        }
      } else if (state.takesObjects) {
        const { kernel } = state.options;
        add(kernel, point, all, (watch) => this.#gram(candidate, watch));
      } else add(shape, point, all, () => this.#plain(candidate));
    });
    return [...batches.values()];
  }

  /**
   * @param {any} candidate
   * @returns {Steps<{study: Study, folds: Fold[]}>}
   */
  *#plain(candidate) {
    const { X, y, given, splits } = this.#comparison;
    return { study: new Study(candidate, tableOf(candidate, X), y, given), folds: splits };
  }

  /**
   * @param {any} candidate
   * @param {Watch} watch
   * @returns {Steps<{study: Study, folds: Fold[]}>}
   */
  *#gram(candidate, watch) {
    const { X, y, given, splits, host } = this.#comparison;
    const kernel = /** @type {import('../functions/own-kernel.js').KernelFunction} */ (
      stateOf(candidate).options.kernel
    );
    let table = this.#grams.get(kernel);
    if (!table) {
      table = new OwnKernel(kernel).learn(X);
      yield host.complete(table, watch);
      this.#grams.set(kernel, table);
    }
    return { study: new Study(candidate, table, y, given), folds: splits };
  }

  /**
   * @param {any} candidate
   * @param {number} split
   * @param {Watch} watch
   * @returns {Steps<{study: Study, folds: Fold[]}>}
   */
  *#split(candidate, split, watch) {
    const { X, y, given, splits, host } = this.#comparison;
    const { train, test } = splits[split];
    const state = stateOf(candidate);
    const { copies, learner } = state;
    /** @type {Use} */
    const use = { operation: 'study', machine: learner.spec, outputs: 2, copies };
    const { table, reader } = state.takeIn(selectEntries(X, train), {
      ...use,
      y: selectEntries(y, train),
    });
    let samples;
    try {
      yield host.complete(table, watch);
      const others = /** @type {InputReader} */ (reader).pack(selectEntries(X, test), use);
      yield host.complete(others, watch);
      samples = stackRows(samplesOf(table), samplesOf(others));
    } finally {
      reader?.release?.();
    }
    const rows = Int32Array.from([...train, ...test]);
    const own = (/** @type {any} */ list) => selectEntries(list, rows);
    const settings = Object.fromEntries(
      /** @type {const} */ (['groups', ...perRow]).map((name) => [name, own(given[name])]),
    );
    const all = { ...packSamples(samples, 'X', use), coding: table.coding };
    const study = new Study(candidate, all, own(y), settings, this.classes);
    return {
      study,
      folds: [
        {
          train: Int32Array.from(train, (_, at) => at),
          test: Int32Array.from(test, (_, at) => train.length + at),
        },
      ],
    };
  }

  /**
   * Gives a machine the known values of its kernel while it is fitted to X.
   * @param {any} model
   * @param {() => any} fit
   */
  *lend(model, fit) {
    const state = stateOf(model);
    const { kernel } = state.options;
    const table = this.#grams.get(kernel);
    const { X } = this.#comparison;
    state.known = table && { X, kernel, values: new Float64Array(table.buffers.data.buffer) };
    try {
      yield fit();
    } finally {
      state.known = undefined;
    }
  }
}

/**
 * The machines that an estimator is made of: candidates of one study have the same.
 * @param {any} state
 * @returns {string}
 */
export function shapeOf({ name, held = [] }) {
  return `${name}(${held.map((/** @type {any} */ [, own]) => shapeOf(stateOf(own)))})`;
}

/** @param {PackedTable} table */
const samplesOf = ({ shape, buffers }) =>
  unpackSamples({ ok: true, value: shape, buffers: /** @type {Success['buffers']} */ (buffers) });

/** Turns options into text; equal options give equal text. */
function keyOf() {
  /** @type {Map<unknown, number>} */
  const numbers = new Map();
  return (/** @type {object} */ params) =>
    Object.values(params)
      .map((value) => {
        const key = typeof value === 'object' ? JSON.stringify(value) : value;
        if (!numbers.has(key)) numbers.set(key, numbers.size);
        return numbers.get(key);
      })
      .join(' ');
}
