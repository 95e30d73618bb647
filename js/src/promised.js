/** Estimators whose work is done in a worker: their methods return promises. */
import { packDiagnostics, unpackDiagnostics } from './diagnostics.js';
import { Estimator } from './estimator.js';
import { unpackDecisions, unpackSamples } from './fitted.js';
import { accuracy, decodeLabels } from './labels.js';
import { writeLiblinear } from './liblinear.js';
import { unpackText, warnOfProbability } from './libsvm.js';
import { client } from './shared.js';
import { State, checkDecisionSettings, checkPredictSettings, stateOf } from './state.js';
import { isTensor, readTensor } from './tables.js';
import { float64s, rSquared } from './values.js';

/** @import { FitJob } from './fit-job.js' */
/** @import { Passing } from './state.js' */
/** @import { DecisionSettings, Diagnostics, Entries, FitSettings, Label, Progress, RegressionSettings, Samples, Shaped, SparseMatrix, PredictSettings } from './types.js' */

/**
 * What is fitted and saved: a machine, or a pipeline.
 * @template {object} Options
 * @extends {Estimator<Options>}
 */
export class PromisedModel extends Estimator {
  /**
   * The model as bytes, for load().
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async save() {
    const { fitted } = stateOf(this);
    if (fitted.step === undefined) return fitted.portable();
    const { buffers } = await client.apply('save', fitted, { request: { model: fitted.id } });
    return buffers.model;
  }
}

/**
 * @template {object} Options
 * @extends {PromisedModel<Options>}
 */
class PromisedEstimator extends PromisedModel {
  /**
   * @param {string} machine
   * @param {Options} [options]
   */
  constructor(machine, options) {
    super(new State(machine, options, client));
  }
}

/**
 * @template {object} Options
 * @template {Label} [L=Label]
 * @extends {PromisedEstimator<Options>}
 */
export class PromisedClassifier extends PromisedEstimator {
  /**
   * Trains on samples X with class labels y. Fails as a whole or not at all.
   * @param {Samples} X
   * @param {Entries<L>} y one label per row, all of one primitive type
   * @param {FitSettings} [settings]
   * @returns {Promise<this>}
   */
  async fit(X, y, settings) {
    return withTensors(X, y, (rows, targets) =>
      run(this, stateOf(this).beginFit(rows, targets, settings)),
    );
  }

  /**
   * The same, step by step: a report now and then while it works, and a last one,
   * of the phase 'done', with the result. The fit begins with the first step. Leaving
   * the loop stops it and keeps the best solution so far; a signal aborts it.
   * @param {Samples} X
   * @param {Entries<L>} y
   * @param {FitSettings} [settings]
   * @returns {AsyncGenerator<Progress, this, void>}
   */
  fitSteps(X, y, settings) {
    return steps(this, () =>
      withTensors(X, y, (rows, targets) => stateOf(this).beginFit(rows, targets, settings)),
    );
  }

  /**
   * The class label of every row.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Promise<L[]>}
   */
  async predict(X, settings) {
    const { model, buffers } = await predict(this, X, settings);
    return /** @type {L[]} */ (decodeLabels(model.classes, buffers.labels));
  }

  /**
   * Decision values: of two classes one per row, positive for the second; of
   * more one per row and class, or pair of classes.
   * @param {Samples} X
   * @param {DecisionSettings} [settings]
   * @returns {Promise<Shaped<Float64Array>>}
   */
  async decisionFunction(X, settings) {
    return decide(this, X, checkDecisionSettings(settings, true));
  }

  /**
   * The probability of each class for every row: the largest is that of the class
   * that predict gives. For models fitted with the option probability.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Promise<Shaped<Float64Array>>} rows x classes
   */
  async predictProba(X, settings) {
    return decide(this, X, [{}, checkPredictSettings(settings, 'predictProba')], 'predictProba');
  }

  /**
   * Accuracy: the share of rows whose predicted label is the one in y.
   * @param {Samples} X
   * @param {Entries<L>} y
   * @returns {Promise<number>}
   */
  async score(X, y) {
    const { classes } = stateOf(this).fitted;
    const predicted = await this.predict(X);
    return withTensors(undefined, y, (_, labels) => accuracy(classes, predicted, labels));
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
 * @extends {PromisedEstimator<Options>}
 */
export class PromisedRegressor extends PromisedEstimator {
  /**
   * Trains on samples X with the values y. Fails as a whole or not at all.
   * @param {Samples} X
   * @param {Entries<number>} y one number per row
   * @param {RegressionSettings} [settings]
   * @returns {Promise<this>}
   */
  async fit(X, y, settings) {
    return withTensors(X, y, (rows, targets) =>
      run(this, stateOf(this).beginFit(rows, targets, settings)),
    );
  }

  /**
   * The same, step by step: a report now and then while it works, and a last one,
   * of the phase 'done', with the result. The fit begins with the first step. Leaving
   * the loop stops it and keeps the best solution so far; a signal aborts it.
   * @param {Samples} X
   * @param {Entries<number>} y
   * @param {RegressionSettings} [settings]
   * @returns {AsyncGenerator<Progress, this, void>}
   */
  fitSteps(X, y, settings) {
    return steps(this, () =>
      withTensors(X, y, (rows, targets) => stateOf(this).beginFit(rows, targets, settings)),
    );
  }

  /**
   * The value for every row.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Promise<Float64Array>}
   */
  async predict(X, settings) {
    const { buffers } = await predict(this, X, settings);
    return float64s(buffers.values);
  }

  /**
   * R^2: one less the share of the variance of y that is not explained. At most
   * 1; 0 for the mean of y.
   * @param {Samples} X
   * @param {Entries<number>} y
   * @returns {Promise<number>}
   */
  async score(X, y) {
    const predicted = await this.predict(X);
    return withTensors(undefined, y, (_, values) => rSquared(predicted, values));
  }
}

/**
 * @template {object} Options
 * @extends {PromisedEstimator<Options>}
 */
export class PromisedDetector extends PromisedEstimator {
  /**
   * Learns where the samples X lie. Fails as a whole or not at all.
   * @param {Samples} X
   * @param {FitSettings} [settings]
   * @returns {Promise<this>}
   */
  async fit(X, settings) {
    return withTensors(X, undefined, (rows) =>
      run(this, stateOf(this).beginFit(rows, undefined, settings)),
    );
  }

  /**
   * The same, step by step: a report now and then while it works, and a last one,
   * of the phase 'done', with the result. The fit begins with the first step. Leaving
   * the loop stops it and keeps the best solution so far; a signal aborts it.
   * @param {Samples} X
   * @param {FitSettings} [settings]
   * @returns {AsyncGenerator<Progress, this, void>}
   */
  fitSteps(X, settings) {
    return steps(this, () =>
      withTensors(X, undefined, (rows, targets) => stateOf(this).beginFit(rows, targets, settings)),
    );
  }

  /**
   * 1 for every row that lies inside, -1 for the others.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Promise<Int32Array>}
   */
  async predict(X, settings) {
    const { buffers } = await predict(this, X, settings);
    return new Int32Array(buffers.labels.buffer);
  }

  /**
   * One value per row, positive inside.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Promise<Shaped<Float64Array>>}
   */
  async decisionFunction(X, settings) {
    return decide(this, X, checkDecisionSettings(settings));
  }
}

/**
 * @template {object} Options
 * @extends {PromisedEstimator<Options>}
 */
export class PromisedTransformer extends PromisedEstimator {
  /**
   * Learns from samples X how to transform them. Fails as a whole or not at all.
   * @param {Samples} X
   * @param {FitSettings} [settings]
   * @returns {Promise<this>}
   */
  async fit(X, settings) {
    return withTensors(X, undefined, (rows) =>
      run(this, stateOf(this).beginFit(rows, undefined, settings)),
    );
  }

  /**
   * The same, step by step, as machines do it.
   * @param {Samples} X
   * @param {FitSettings} [settings]
   * @returns {AsyncGenerator<Progress, this, void>}
   */
  fitSteps(X, settings) {
    return steps(this, () =>
      withTensors(X, undefined, (rows, targets) => stateOf(this).beginFit(rows, targets, settings)),
    );
  }

  /**
   * The samples as they become, sparse when X is.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Promise<Shaped<Float64Array> | SparseMatrix>}
   */
  async transform(X, settings) {
    return transform(this, X, {}, checkPredictSettings(settings, 'transform'));
  }

  /**
   * fit and transform.
   * @param {Samples} X
   * @param {FitSettings} [settings]
   * @returns {Promise<Shaped<Float64Array> | SparseMatrix>}
   */
  async fitTransform(X, settings) {
    await this.fit(X, settings);
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
 * @returns {Promise<T>}
 */
export async function update(model, X, y, settings) {
  return withTensors(X, y, (rows, targets) =>
    run(model, stateOf(model).beginUpdate(rows, targets, settings)),
  );
}

/**
 * Where the rows lie, and how good the solution is.
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} settings
 * @returns {Promise<Diagnostics>}
 */
export async function diagnose(model, X, y, settings) {
  const packed = await withTensors(X, y, (rows, targets) =>
    packDiagnostics(model, rows, targets, settings),
  );
  return unpackDiagnostics(await client.apply('diagnose', ...packed), settings);
}

/**
 * @param {Estimator<any>} model
 * @returns {Promise<string>}
 */
export async function exportLibsvm(model) {
  const { fitted } = stateOf(model);
  const reply = await client.apply('exportLibsvm', fitted, { request: { model: fitted.id } });
  warnOfProbability(fitted, 'LIBSVM', true);
  return unpackText(reply);
}

/**
 * @param {Estimator<any>} model
 * @returns {Promise<string>}
 */
export async function exportLiblinear(model) {
  return writeLiblinear(stateOf(model).fitted);
}

/**
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {FitJob} job
 * @returns {Promise<T>}
 */
async function run(model, job) {
  const state = stateOf(model);
  try {
    state.adopt(job, await client.fit(job.id, job.payload, job.watch, job.start));
  } finally {
    state.endFit();
  }
  return model;
}

/**
 * A fit, one report at a time. Of the reports that come while nobody asks, the
 * last is kept.
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {() => FitJob | Promise<FitJob>} begin
 * @returns {AsyncGenerator<Progress, T, void>}
 */
async function* steps(model, begin) {
  const job = await begin();
  /** @type {{report?: Progress, over: boolean, left: boolean, wake: () => void}} */
  const seen = { over: false, left: false, wake() {} };
  const news = () => new Promise((resolve) => (seen.wake = () => resolve(undefined)));
  job.observe((report) => {
    seen.report = report;
    seen.wake();
    return !seen.left;
  });
  const fit = run(model, job).finally(() => {
    seen.over = true;
    seen.wake();
  });
  fit.catch(() => {}); // it is told below, but perhaps not at once
  try {
    while (!seen.over) {
      if (!seen.report) await news();
      const { report, over } = seen;
      seen.report = undefined;
      if (report && !over) yield report;
    }
    await fit;
    yield stateOf(model).fitted.lastReport();
  } finally {
    seen.left = true;
    await fit;
  }
  return model;
}

/**
 * Calls with the samples once they are here: the numbers of tensors may lie
 * elsewhere. Where there are none it calls at once, before they can change.
 * @template T
 * @param {unknown} X
 * @param {unknown} y
 * @param {(X: unknown, y: unknown) => T} call
 * @returns {Promise<T> | T}
 */
function withTensors(X, y, call) {
  if (!isTensor(X) && !isTensor(y)) return call(X, y);
  return Promise.all([X, y].map(readTensor)).then(([rows, targets]) => call(rows, targets));
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} settings
 */
async function predict(model, X, settings) {
  const { transfer, watch } = checkPredictSettings(settings);
  const [fitted, payload] = await withTensors(X, undefined, (rows) =>
    stateOf(model).apply('predict', rows, {}, transfer),
  );
  const { buffers } = await client.apply('predict', fitted, payload, watch);
  return { model: fitted, buffers };
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {[more: object, how: Passing]} settings
 * @param {'decisionFunction' | 'predictProba'} [operation]
 */
async function decide(model, X, [more, { transfer, watch }], operation = 'decisionFunction') {
  const [fitted, payload] = await withTensors(X, undefined, (rows) =>
    stateOf(model).apply(operation, rows, more, transfer),
  );
  return unpackDecisions(await client.apply(operation, fitted, payload, watch));
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {object} more of the request
 * @param {Partial<Passing>} [how]
 */
async function transform(model, X, more, { transfer, watch } = {}) {
  const [fitted, payload] = await withTensors(X, undefined, (rows) =>
    stateOf(model).apply('transform', rows, more, transfer),
  );
  return unpackSamples(await client.apply('transform', fitted, payload, watch));
}

/**
 * The samples that a transformer makes X of.
 * @param {Estimator<any>} model
 * @param {unknown} X
 */
export async function invert(model, X) {
  return transform(model, X, { inverse: true });
}
