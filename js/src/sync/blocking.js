/** Estimators whose methods block and return values. */
import { packDiagnostics, unpackDiagnostics } from '../diagnostics.js';
import { Estimator } from '../estimator.js';
import { unpackDecisions, unpackSamples } from '../fitted.js';
import { accuracy, decodeLabels } from '../labels.js';
import { writeLiblinear } from '../liblinear.js';
import { unpackText, warnOfProbability } from '../libsvm.js';
import { State, checkDecisionSettings, checkPredictSettings, stateOf } from '../state.js';
import { runStepped } from '../slices.js';
import { float64s, rSquared } from '../values.js';
import { host } from './program.js';

/** @import { FitJob } from '../fit-job.js' */
/** @import { Passing } from '../state.js' */
/** @import { DecisionSettings, Diagnostics, Entries, FitSettings, Label, Progress, RegressionSettings, Samples, Shaped, SparseMatrix, PredictSettings } from '../types.js' */

/**
 * What is fitted and saved: a machine, or a pipeline.
 * @template {object} Options
 * @extends {Estimator<Options>}
 */
export class BlockingModel extends Estimator {
  /**
   * The model as bytes, for load().
   * @returns {Uint8Array<ArrayBuffer>}
   */
  save() {
    const { fitted } = stateOf(this);
    if (fitted.step === undefined) return fitted.portable();
    const { buffers } = host.apply('save', fitted, { request: { model: fitted.id } });
    return buffers.model;
  }
}

/**
 * @template {object} Options
 * @extends {BlockingModel<Options>}
 */
class BlockingEstimator extends BlockingModel {
  /**
   * @param {string} machine
   * @param {Options} [options]
   */
  constructor(machine, options) {
    super(new State(machine, options, host));
  }
}

/**
 * @template {object} Options
 * @template {Label} [L=Label]
 * @extends {BlockingEstimator<Options>}
 */
export class BlockingClassifier extends BlockingEstimator {
  /**
   * Trains on samples X with class labels y. Fails as a whole or not at all.
   * onProgress is called in place; a signal counts only if already aborted.
   * @param {Samples} X
   * @param {Entries<L>} y one label per row, all of one primitive type
   * @param {FitSettings} [settings]
   * @returns {this}
   */
  fit(X, y, settings) {
    return run(this, stateOf(this).beginFit(X, y, settings));
  }

  /**
   * The same, step by step: a report now and then while it works, and a last one,
   * of the phase 'done', with the result. The fit begins with the first step. Leaving
   * the loop stops it and keeps the best solution so far; a signal aborts it.
   * @param {Samples} X
   * @param {Entries<L>} y
   * @param {FitSettings} [settings]
   * @returns {Generator<Progress, this, void>}
   */
  fitSteps(X, y, settings) {
    return steps(this, () => stateOf(this).beginFit(X, y, settings));
  }

  /**
   * The class label of every row.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {L[]}
   */
  predict(X, settings) {
    const { model, buffers } = predict(this, X, settings);
    return /** @type {L[]} */ (decodeLabels(model.classes, buffers.labels));
  }

  /**
   * Decision values: of two classes one per row, positive for the second; of
   * more one per row and class, or pair of classes.
   * @param {Samples} X
   * @param {DecisionSettings} [settings]
   * @returns {Shaped<Float64Array>}
   */
  decisionFunction(X, settings) {
    return decide(this, X, checkDecisionSettings(settings, true));
  }

  /**
   * The probability of each class for every row: the largest is that of the class
   * that predict gives. For models fitted with the option probability.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Shaped<Float64Array>} rows x classes
   */
  predictProba(X, settings) {
    return decide(this, X, [{}, checkPredictSettings(settings, 'predictProba')], 'predictProba');
  }

  /**
   * Accuracy: the share of rows whose predicted label is the one in y.
   * @param {Samples} X
   * @param {Entries<L>} y
   * @returns {number}
   */
  score(X, y) {
    const { classes } = stateOf(this).fitted;
    return accuracy(classes, this.predict(X), y);
  }

  /**
   * The class labels, ascending.
   * @returns {L[]}
   */
  get classes() {
    return /** @type {L[]} */ ([...stateOf(this).fitted.classes.labels]);
  }
}

/**
 * @template {object} Options
 * @extends {BlockingEstimator<Options>}
 */
export class BlockingRegressor extends BlockingEstimator {
  /**
   * Trains on samples X with the values y. Fails as a whole or not at all.
   * onProgress is called in place; a signal counts only if already aborted.
   * @param {Samples} X
   * @param {Entries<number>} y one number per row
   * @param {RegressionSettings} [settings]
   * @returns {this}
   */
  fit(X, y, settings) {
    return run(this, stateOf(this).beginFit(X, y, settings));
  }

  /**
   * The same, step by step: a report now and then while it works, and a last one,
   * of the phase 'done', with the result. The fit begins with the first step. Leaving
   * the loop stops it and keeps the best solution so far; a signal aborts it.
   * @param {Samples} X
   * @param {Entries<number>} y
   * @param {RegressionSettings} [settings]
   * @returns {Generator<Progress, this, void>}
   */
  fitSteps(X, y, settings) {
    return steps(this, () => stateOf(this).beginFit(X, y, settings));
  }

  /**
   * The value for every row.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Float64Array}
   */
  predict(X, settings) {
    const { buffers } = predict(this, X, settings);
    return float64s(buffers.values);
  }

  /**
   * R^2: one less the share of the variance of y that is not explained. At most
   * 1; 0 for the mean of y.
   * @param {Samples} X
   * @param {Entries<number>} y
   * @returns {number}
   */
  score(X, y) {
    return rSquared(this.predict(X), y);
  }
}

/**
 * @template {object} Options
 * @extends {BlockingEstimator<Options>}
 */
export class BlockingDetector extends BlockingEstimator {
  /**
   * Learns where the samples X lie. Fails as a whole or not at all.
   * onProgress is called in place; a signal counts only if already aborted.
   * @param {Samples} X
   * @param {FitSettings} [settings]
   * @returns {this}
   */
  fit(X, settings) {
    return run(this, stateOf(this).beginFit(X, undefined, settings));
  }

  /**
   * The same, step by step: a report now and then while it works, and a last one,
   * of the phase 'done', with the result. The fit begins with the first step. Leaving
   * the loop stops it and keeps the best solution so far; a signal aborts it.
   * @param {Samples} X
   * @param {FitSettings} [settings]
   * @returns {Generator<Progress, this, void>}
   */
  fitSteps(X, settings) {
    return steps(this, () => stateOf(this).beginFit(X, undefined, settings));
  }

  /**
   * 1 for every row that lies inside, -1 for the others.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Int32Array}
   */
  predict(X, settings) {
    const { buffers } = predict(this, X, settings);
    return new Int32Array(buffers.labels.buffer);
  }

  /**
   * One value per row, positive inside.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Shaped<Float64Array>}
   */
  decisionFunction(X, settings) {
    return decide(this, X, checkDecisionSettings(settings));
  }
}

/**
 * @template {object} Options
 * @extends {BlockingEstimator<Options>}
 */
export class BlockingTransformer extends BlockingEstimator {
  /**
   * Learns from samples X how to transform them. Fails as a whole or not at all.
   * @param {Samples} X
   * @param {FitSettings} [settings]
   * @returns {this}
   */
  fit(X, settings) {
    return run(this, stateOf(this).beginFit(X, undefined, settings));
  }

  /**
   * The same, step by step, as machines do it.
   * @param {Samples} X
   * @param {FitSettings} [settings]
   * @returns {Generator<Progress, this, void>}
   */
  fitSteps(X, settings) {
    return steps(this, () => stateOf(this).beginFit(X, undefined, settings));
  }

  /**
   * The samples as they become, sparse when X is.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Shaped<Float64Array> | SparseMatrix}
   */
  transform(X, settings) {
    return transform(this, X, {}, checkPredictSettings(settings, 'transform'));
  }

  /**
   * fit and transform.
   * @param {Samples} X
   * @param {FitSettings} [settings]
   * @returns {Shaped<Float64Array> | SparseMatrix}
   */
  fitTransform(X, settings) {
    this.fit(X, settings);
    return this.transform(X);
  }
}

/**
 * Goes on learning from further samples.
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} settings
 * @returns {T}
 */
export function update(model, X, y, settings) {
  return run(model, stateOf(model).beginUpdate(X, y, settings));
}

/**
 * Where the rows lie, and how good the solution is.
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} settings
 * @returns {Diagnostics}
 */
export function diagnose(model, X, y, settings) {
  const packed = packDiagnostics(model, X, y, settings);
  return unpackDiagnostics(host.apply('diagnose', ...packed), settings);
}

/**
 * @param {Estimator<any>} model
 * @returns {string}
 */
export function exportLibsvm(model) {
  const { fitted } = stateOf(model);
  const reply = host.apply('exportLibsvm', fitted, { request: { model: fitted.id } });
  warnOfProbability(fitted, 'LIBSVM', true);
  return unpackText(reply);
}

/**
 * @param {Estimator<any>} model
 * @returns {string}
 */
export function exportLiblinear(model) {
  return writeLiblinear(stateOf(model).fitted);
}

/**
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {FitJob} job
 * @returns {T}
 */
function run(model, job) {
  const state = stateOf(model);
  try {
    state.adopt(job, host.fit(job.id, job.payload, job.watch, job.start));
  } finally {
    state.endFit();
  }
  return model;
}

/**
 * A fit, one report at a time: it sleeps while nobody asks.
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {() => FitJob} begin
 * @returns {Generator<Progress, T, void>}
 */
function* steps(model, begin) {
  const state = stateOf(model);
  const job = begin();
  try {
    const { fill } = job.payload;
    if (fill) yield* runStepped(fill(), job.watch);
    const fit = host.step(job.payload, job.watch, job.start);
    try {
      for (let report = fit.advance(); report; report = fit.advance()) yield report;
    } finally {
      state.adopt(job, host.conclude(job.id, fit));
    }
  } finally {
    state.endFit();
  }
  yield state.fitted.lastReport();
  return model;
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} settings
 */
function predict(model, X, settings) {
  const { transfer, watch } = checkPredictSettings(settings);
  const [fitted, payload] = stateOf(model).apply('predict', X, {}, transfer);
  const { buffers } = host.apply('predict', fitted, payload, watch);
  return { model: fitted, buffers };
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {[more: object, how: Passing]} settings
 * @param {'decisionFunction' | 'predictProba'} [operation]
 */
function decide(model, X, [more, { transfer, watch }], operation = 'decisionFunction') {
  const [fitted, payload] = stateOf(model).apply(operation, X, more, transfer);
  return unpackDecisions(host.apply(operation, fitted, payload, watch));
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {object} more of the request
 * @param {Partial<Passing>} [how]
 */
function transform(model, X, more, { transfer, watch } = {}) {
  const [fitted, payload] = stateOf(model).apply('transform', X, more, transfer);
  return unpackSamples(host.apply('transform', fitted, payload, watch));
}

/**
 * The samples that a transformer makes X of.
 * @param {Estimator<any>} model
 * @param {unknown} X
 */
export function invert(model, X) {
  return transform(model, X, { inverse: true });
}
