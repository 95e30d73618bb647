/** The common parts of vectorizers: options, fits, and files. */
import { packContainer } from '../model/container.js';
import { MaxMarginError } from '../basics/errors.js';
import { checkLength, encodeLabels } from '../input/labels.js';
import { checkRoom } from '../basics/memory.js';
import { withDefaults } from '../machines/options.js';
import { writeOptions } from '../model/json.js';
import { FitJob } from '../model/fit-job.js';
import { checkWorkSettings } from '../basics/settings.js';
import { stateOf } from '../model/registry.js';
import { State } from '../model/state.js';
import { LearningOperations } from './operations.js';
import { field, machineField } from './saved.js';

/** @import { Fitted, VectorizerReader, InputReader } from '../model/fitted.js' */
/** @import { PackedTable, Use } from '../input/inputs.js' */
/** @import { Options } from '../machines/option-values.js' */
/** @import { MachineSpec } from '../machines/options.js' */
/** @import { First, Host, Payload, Success } from '../runtime/host.js' */
/** @import { Learning, Learnt, Written } from './learning.js' */
/** @import { Packed } from './packing.js' */
/** @import { WorkSettings } from '../types.js' */

/** A fit of a vectorizer that is on its way, and the options that it has. */
class LearningJob extends FitJob {
  /**
   * @param {number} id
   * @param {Payload} payload
   * @param {WorkSettings} settings
   * @param {Options} options
   */
  constructor(id, payload, settings, options) {
    super(id, payload, settings);
    this.options = options;
  }
}

/** A fit of a vectorizer, with the methods that states need. */
class FittedVectorizer {
  featureNames = undefined;
  step = undefined;
  /** For hosts, whose models are mostly bytes. */
  bytes = new Uint8Array();
  #learning;
  /** @type {Learnt | undefined} */
  #learnt;

  /**
   * @param {VectorizerState} state whose fit it is
   * @param {{id: number, options: Options}} job
   * @param {{learnt: Written, milliseconds?: number}} result
   */
  constructor({ spec, learning }, { id, options }, result) {
    this.id = id;
    this.spec = spec;
    this.machine = spec.name;
    this.options = options;
    this.result = result;
    this.#learning = learning;
    const { status = 'converged', iterations = 0, curve = [] } = result.learnt.course ?? {};
    this.info = Object.freeze({
      status,
      converged: status === 'converged',
      iterations,
      objective: curve.length > 0 ? -curve[curve.length - 1] : NaN,
      gap: NaN,
      supportVectors: 0,
      milliseconds: result.milliseconds,
      warnings: Object.freeze([]),
    });
  }

  /** The options of the fit, the defaults filled in. */
  get params() {
    return withDefaults(this.spec.options, this.options);
  }

  /** The result of a fit, for getters; the work is done with a copy that the host keeps. */
  get learnt() {
    this.#learnt ??= this.#learning.read(this.result.learnt, this.params);
    return this.#learnt;
  }

  /** What the host makes its copy from. @returns {Payload} */
  loading() {
    return payloadOf(this.#learning, this, { learnt: this.result.learnt });
  }

  /** What a file has of it. */
  text() {
    const { machine, options, result } = this;
    return JSON.stringify({ machine, options: writeOptions(options), learnt: result.learnt });
  }

  portable() {
    return packContainer({ [machineField]: this.machine, [field]: this.text() });
  }
}

/**
 * An operation. Functions of the caller's keep it in the calling thread.
 * @param {Learning} learning
 * @param {{id: number, params: Options}} model
 * @param {object} request
 * @param {Record<string, Uint8Array>} [buffers]
 * @returns {Payload}
 */
export function payloadOf(learning, { id, params }, request, buffers = {}) {
  const stays = Object.values(params).some((value) => typeof value === 'function');
  const operations = new LearningOperations(learning, stays);
  return { request: { model: id, params, ...request }, buffers, operations };
}

export class VectorizerState extends State {
  /**
   * @param {MachineSpec} spec
   * @param {unknown} options
   * @param {Host} host
   * @param {Learning} learning
   * @param {(X: unknown) => Packed} pack
   */
  constructor(spec, options, host, learning, pack) {
    super(spec, options, host);
    this.learning = learning;
    this.pack = pack;
  }

  /** @returns {FittedVectorizer} */
  get own() {
    return /** @type {any} */ (this.fitted);
  }

  /**
   * @param {unknown} X
   * @param {unknown} y classes, if the vectorizer learns from them
   * @param {unknown} given settings
   * @param {boolean} [transforms] whether the answer has X, transformed, too
   */
  beginFit(X, y, given, transforms = false) {
    const settings = checkWorkSettings(transforms ? 'fitTransform' : 'fit', given);
    this.checkFree(settings);
    return this.occupy(this.prepare(X, y, settings, transforms).job);
  }

  /**
   * Packs everything for a fit.
   * @param {unknown} X
   * @param {unknown} y
   * @param {WorkSettings} settings checked
   * @param {boolean} transforms
   */
  prepare(X, y, settings, transforms) {
    const { rows, samples: items, buffers } = this.pack(X);
    const id = this.host.newModelId();
    const model = { id, params: this.values() };
    const samples = { ...items, labels: this.#labelsOf(y, rows) };
    const payload = payloadOf(this.learning, model, { samples, transforms }, buffers);
    return { rows, job: new LearningJob(id, payload, settings, { ...this.options }) };
  }

  /**
   * The class of each sample, from 0, if the vectorizer learns from classes.
   * @param {unknown} y
   * @param {number} rows
   */
  #labelsOf(y, rows) {
    const ranks = this.values().rankBy === 'mutualInformation';
    if (y != null && ranks) return encodeLabels(y, rows).indices;
    if (y != null) checkLength(y, 'y', rows);
    if (!ranks) return undefined;
    throw new MaxMarginError(
      'ERR_OPTION',
      'rankBy',
      `rankBy: 'mutualInformation' asks what a term tells of the classes, but there are none; call fit(X, y), have a classifier end the pipeline, or take rankBy: 'frequency'`,
    );
  }

  /**
   * @param {FitJob} job
   * @param {Success} reply
   */
  adopt(job, { value: { learnt, milliseconds } }) {
    this.#keep(/** @type {LearningJob} */ (job), { learnt, milliseconds });
  }

  /**
   * Sets the state from a file, whose contents are checked.
   * @param {any} json
   */
  restore(json) {
    const learnt = this.learning.read(json, this.values()).write();
    this.#keep({ id: this.host.newModelId(), options: { ...this.options } }, { learnt });
  }

  /**
   * Takes over the fit of a like vectorizer.
   * @param {VectorizerState} other
   */
  share({ own: { options, result } }) {
    this.#keep({ id: this.host.newModelId(), options }, result);
  }

  /**
   * @param {{id: number, options: Options}} job
   * @param {{learnt: Written, milliseconds?: number}} result
   */
  #keep(job, result) {
    const fitted = new FittedVectorizer(this, job, result);
    this.fitted = /** @type {Fitted} */ (/** @type {unknown} */ (fitted));
  }

  /**
   * An operation with samples.
   * @param {unknown} X
   * @returns {[model: Fitted, payload: Payload]}
   */
  ask(X) {
    const { fitted, own } = this;
    const { samples, buffers } = this.pack(X);
    return [fitted, payloadOf(this.learning, own, { samples }, buffers)];
  }
}

/**
 * A table whose numbers come from work that is done first.
 * @param {number} rows
 * @param {Omit<First, 'take'>} start
 * @param {Use} use
 * @param {(reply: Success) => void} [see]
 * @returns {PackedTable}
 */
function tableOf(rows, start, use, see = () => {}) {
  /** @type {PackedTable['shape']} */
  const shape = { layout: 'csr', rows, cols: 0 };
  const take = (/** @type {Success} */ reply) => {
    see(reply);
    const { layout, cols } = reply.value;
    Object.assign(shape, { layout, cols });
    const { operation, outputs, copies, machine } = use;
    const stored = reply.buffers.data.length / Float64Array.BYTES_PER_ELEMENT;
    checkRoom(operation, 'X', { ...shape, stored, outputs, copies, machine });
    return reply.buffers;
  };
  return { shape, buffers: {}, first: [{ ...start, take }] };
}

/**
 * Fits the vectorizer of a pipeline, before the machine.
 * @param {any} vectorizer not fitted
 * @param {string} label its name in the pipeline
 * @param {unknown} X
 * @param {unknown} y classes, if the machine learns them
 * @param {Use} use
 * @returns {{table: PackedTable, reader: InputReader}}
 */
export function learnFirst(vectorizer, label, X, y, use) {
  const state = /** @type {VectorizerState} */ (stateOf(vectorizer));
  const { rows, job } = state.prepare(X, y, {}, true);
  const { id, payload } = job;
  const table = tableOf(rows, { id, payload }, use, (reply) => state.adopt(job, reply));
  return { table, reader: readerWith(vectorizer, label) };
}

/**
 * The part of a pipeline that turns its samples into numbers.
 * @param {any} vectorizer fitted
 * @param {string} label its name in the pipeline
 * @returns {VectorizerReader}
 */
export function readerWith(vectorizer, label) {
  const state = /** @type {VectorizerState} */ (stateOf(vectorizer));
  return {
    label,
    vectorizer,
    pack(X, use) {
      const { rows, samples, buffers } = state.pack(X);
      const model = state.own;
      const payload = payloadOf(state.learning, model, { samples }, buffers);
      return tableOf(rows, { id: model.id, model, payload }, use);
    },
    release: () => vectorizer.dispose(),
    fields: () => ({ [field]: JSON.stringify({ label, vectorizer: state.own.text() }) }),
    settle() {},
  };
}
