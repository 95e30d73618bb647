/**
 * The state of an estimator, and everything that happens before and after the
 * work, which the promised and the blocking form share.
 */
import { MaxMarginError } from '../basics/errors.js';
import { checkFitSettings, isList, readSettings } from '../basics/settings.js';
import { OwnKernel } from '../functions/own-kernel.js';
import { inColumn } from '../input/entries.js';
import { packSamples, takeOver } from '../input/inputs.js';
import { orderedClasses } from '../input/labels.js';
import { asRows, isPacked, unnamed } from '../input/tables.js';
import { packPerRow, packTargets } from '../input/targets.js';
import { float64s } from '../input/values.js';
import { FitJob } from './fit-job.js';
import { Fitted } from './fitted.js';
import { Parameters } from './parameters.js';

/** @import { AnySettings } from '../basics/settings.js' */
/** @import { KernelFunction } from '../functions/own-kernel.js' */
/** @import { PackedTable, Use } from '../input/inputs.js' */
/** @import { Classes } from '../input/labels.js' */
/** @import { PackedTargets, PerRow } from '../input/targets.js' */
/** @import { FitRequest, Payload, SamplesRequest, Success } from '../runtime/host.js' */
/** @import { Label } from '../types.js' */
/** @import { InputReader } from './fitted.js' */
/** @import { Operation, Step } from './step.js' */

/**
 * The values of a kernel function on all pairs of samples, n x n.
 * @typedef {{X: unknown, kernel: unknown, values: Float64Array}} KernelValues
 */

/**
 * Refuses names where a model has none; beside numbers in one run they tell no order.
 * @param {PackedTable} table
 * @param {any} samples
 */
function checkUnnamed({ names }, samples) {
  if (names && !isPacked(samples)) throw unnamed();
}

/** How the samples of an estimator are fitted, and what its fit is asked. */
export class State extends Parameters {
  /** Kernel values of samples that are to be fitted next. @type {KernelValues | undefined} */
  known;

  /**
   * The state of the estimator that learns: in a pipeline, of the last step.
   * @returns {Step}
   */
  get learner() {
    return this;
  }

  /** The prefix of the options of the estimator that learns. */
  get prefix() {
    return '';
  }

  /** How many copies of the samples are made before the last step. */
  get copies() {
    return 0;
  }

  /**
   * Checks and packs all arguments before the work starts.
   * @param {unknown} X
   * @param {unknown} y of no meaning to a detector
   * @param {unknown} given
   */
  beginFit(X, y, given) {
    const start = this.learner.options.warmStart === true ? this.lastFit : undefined;
    return this.#begin(X, y, this.#settings('fit', given), start, false);
  }

  /**
   * The same for going on from what was learnt before.
   * @param {unknown} X
   * @param {unknown} y
   * @param {unknown} given
   */
  beginUpdate(X, y, given) {
    return this.#begin(X, y, this.#settings('partialFit', given), this.lastFit, true);
  }

  /**
   * @param {unknown} X
   * @param {unknown} y
   * @param {AnySettings} settings
   * @param {Fitted | undefined} start
   * @param {boolean} update
   */
  #begin(X, y, settings, start, update) {
    this.checkFree(settings);
    const features = update ? start?.featureNames : undefined;
    const { spec: machine, options: own, packGroups } = this.learner;
    const { probability = 'none', kernel } = own;
    const copies = this.copies + (probability === 'none' ? 0 : 2);
    const operation = kernel === 'precomputed' ? 'fitGram' : 'fit';
    /** @type {Use} */
    const use = {
      operation,
      machine,
      outputs: 2,
      copies,
      features,
      y,
      transfer: settings.transfer,
    };
    const { table, reader } = this.takeIn(X, use, update);
    if (start && update && !features) checkUnnamed(table, X);
    const { rows } = table.shape;
    const known = (update && (settings.classes ?? start?.classes)) || this.orderOf(y, rows);
    const { classes, buffers } = this.targetsOf(y, rows, known);
    const names = classes.labels.map(String);
    const id = this.host.newModelId();
    const { options, ...recipe } = this.recipe(names, table.coding);
    /** @type {Payload<FitRequest>} */
    const payload = {
      request: {
        model: id,
        ...recipe,
        table: table.shape,
        classes: { kind: classes.kind, names },
        start: start?.id ?? 0,
        update,
        features: (start && update ? features : table.names) ?? [],
      },
      options,
      buffers: {
        ...buffers,
        ...packPerRow(settings, rows),
        ...this.#packLoss(settings, buffers),
        ...packGroups?.(settings.groups, rows),
        ...takeOver(table),
      },
      fill: table.fill,
      first: table.first,
    };
    return this.occupy(new FitJob(id, payload, settings, start, reader));
  }

  /**
   * The targets of some rows, packed.
   * @param {unknown} y
   * @param {number} rows
   * @param {Classes | readonly Label[] | null} [known] classes, when they are settled
   * @returns {PackedTargets}
   */
  targetsOf(y, rows, known) {
    return packTargets(this.spec.kind, y, rows, known);
  }

  /**
   * The classes of y in their order, where the machine learns it.
   * @param {unknown} y
   * @param {number} rows
   * @returns {Classes | undefined}
   */
  orderOf(y, rows) {
    const { specs, options } = this.learner;
    if (!specs.some(({ type }) => type === 'classOrder')) return undefined;
    const { order = null } = /** @type {{order?: readonly Label[] | null}} */ (options);
    return orderedClasses(y, rows, order);
  }

  /**
   * @param {AnySettings} settings
   * @param {Record<string, Uint8Array>} buffers
   */
  #packLoss({ customLoss }, buffers) {
    if (customLoss == null) return {};
    const { options, packLoss } = this.learner;
    const { loss } = /** @type {{loss?: string}} */ (options);
    const values = /** @type {Uint8Array<ArrayBuffer>} */ (buffers.values);
    if (loss === 'custom' && packLoss) return packLoss(customLoss, float64s(values));
    throw new MaxMarginError(
      'ERR_OPTION',
      'customLoss',
      `customLoss is for the loss 'custom', but this ${this.name} has '${loss}'; set loss to 'custom', or leave it out`,
    );
  }

  /**
   * A table with categories as codes; undefined where samples cannot have categories.
   * @param {unknown} _X
   * @param {Use} _use
   * @returns {PackedTable | undefined}
   */
  takeTable(_X, _use) {
    return undefined;
  }

  /**
   * The samples as packSamples takes them.
   * @param {unknown} X
   * @param {readonly string[]} [_features] names that their columns must have
   */
  read(X, _features) {
    return X;
  }

  /**
   * Turns the samples of a fit into numbers, and returns the object that later does the same
   * for new samples.
   * @param {unknown} X
   * @param {Use} use
   * @param {boolean} [update] the fit goes on from an earlier one
   * @returns {{table: PackedTable, reader?: InputReader}}
   */
  takeIn(X, use, update = false) {
    const coded = this.takeTable(X, use);
    if (coded) return { table: coded, reader: coded.coding };
    const { kernel } = this.options;
    if (typeof kernel !== 'function') {
      return { table: packSamples(this.read(X, use.features), 'X', { ...use, bytes: true }) };
    }
    if (update) {
      throw new MaxMarginError(
        'ERR_OPTION',
        'kernel',
        `a ${this.name} with a function as kernel cannot go on learning: it keeps only the samples of its mistakes; call fit with all samples`,
      );
    }
    const own = new OwnKernel(/** @type {KernelFunction} */ (kernel));
    const known = this.known?.X === X && this.known?.kernel === kernel;
    return { table: own.learn(X, known ? this.known?.values : undefined), reader: own };
  }

  /**
   * Whether samples need not be numbers: a function sees them first.
   * @returns {boolean}
   */
  get takesObjects() {
    return typeof this.options.kernel === 'function';
  }

  /**
   * Whether fit takes y, and settings after it.
   * @returns {boolean}
   */
  get takesTargets() {
    return ['classifier', 'regressor'].includes(this.spec.kind);
  }

  /**
   * @param {string} method
   * @param {unknown} given
   * @returns {AnySettings}
   */
  #settings(method, given) {
    if (given === undefined) return {};
    const { specs, packGroups, takesTargets } = this.learner;
    const known = ['sampleWeight', 'signal', 'onProgress', 'transfer'];
    known.push(...specs.flatMap(({ row }) => row ?? []));
    if (specs.some(({ choices }) => choices?.includes('custom'))) known.push('customLoss');
    if (packGroups) known.push('groups');
    if (method === 'fit') known.push('workers', 'executor', 'device');
    else if (this.spec.kind === 'classifier') known.push('classes');
    if (isList(given) && !takesTargets) {
      throw new MaxMarginError(
        'ERR_TYPE',
        'settings',
        `a ${this.name} learns from X alone and takes no y; call ${method}(X), or ${method}(X, { ${known[0]}: ... })`,
      );
    }
    return checkFitSettings(readSettings(method, given, known));
  }

  /**
   * Takes over the result of a fit: the one moment when the estimator changes.
   * @param {Pick<FitJob, 'id' | 'warn'> & Partial<FitJob>} job
   * @param {Success} reply
   */
  adopt(job, { value, buffers }) {
    const fitted = new Fitted(job.id, buffers.model, () => this.spec, value);
    fitted.reader = job.reader;
    job.reader?.settle(fitted);
    this.fitted = fitted;
    job.warn(value?.warnings ?? []);
  }

  /**
   * @param {Operation} operation
   * @param {unknown} X
   * @param {object} [more] of the request
   * @param {boolean} [transfer] the buffers of X, instead of copying them
   * @returns {[model: Fitted, payload: Payload<SamplesRequest>]}
   */
  apply(operation, X, more = {}, transfer = false) {
    const { fitted } = this;
    const { length } = fitted.classes.labels;
    const outputs = length > 2 ? length : 1;
    const { featureNames: features, reader } = fitted;
    const use = { operation, outputs, copies: this.copies, features, transfer, bytes: !reader };
    const samples = asRows(X, reader?.wanted ?? features);
    const table = reader ? reader.pack(samples, use) : this.#packNumbers(samples, use);
    const request = { model: fitted.id, table: table.shape, ...more };
    const names = reader ? (reader.names ?? reader.at) : features;
    const { fill, first } = table;
    return [fitted, { request, buffers: takeOver(table), fill, first, names }];
  }

  /**
   * @param {unknown} samples
   * @param {Use} use
   */
  #packNumbers(samples, use) {
    const { features } = use;
    /** @type {PackedTable} */
    let table;
    try {
      table = packSamples(this.read(samples, features), 'X', use);
    } catch (error) {
      throw inColumn(error, features);
    }
    if (!features) checkUnnamed(table, samples);
    return table;
  }

  /**
   * Packs samples that are to be judged by the fitted model.
   * @param {unknown} X
   * @param {unknown} y of no meaning to a detector
   * @param {PerRow} settings
   * @returns {[model: Fitted, payload: Payload<SamplesRequest>]}
   */
  judge(X, y, settings) {
    const [fitted, payload] = this.apply('predict', X);
    const { rows } = payload.request.table;
    const targets = this.targetsOf(y, rows, fitted.classes);
    const buffers = { ...payload.buffers, ...targets.buffers, ...packPerRow(settings, rows) };
    return [fitted, { ...payload, buffers }];
  }
}
