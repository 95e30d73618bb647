/**
 * The estimators: a class for each kind of machine. Methods are written once, as steps
 * that the host runs: it awaits them in maxmargin and runs them at once in maxmargin/sync.
 */
import { attempt, fit, gather, host, onDevice, reports, run } from '#host';
import { packDiagnostics, unpackDiagnostics } from '../model/diagnostics.js';
import { packLoss } from '../functions/custom-loss.js';
import { Estimator } from '../model/estimator.js';
import { unpackDecisions, unpackSamples } from '../model/fitted.js';
import { inColumn } from '../input/entries.js';
import { accuracy, decodeLabels } from '../input/labels.js';
import { isRecord } from '../input/tables.js';
import { writeLiblinear } from '../formats/liblinear.js';
import { unpackText, warnOfProbability } from '../formats/libsvm.js';
import {
  checkDecisionSettings,
  checkPredictSettings,
  checkScoreSettings,
} from '../basics/settings.js';
import { checkWeights, float64s, rSquared } from '../input/values.js';
import { stateOf } from '../model/registry.js';
import { State } from '../model/state.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Classifiers } from '../generated/classifiers.js' */
/** @import { Reports, Returns } from '../forms.js' */
/** @import { MachineSpec } from '../machines/options.js' */
/** @import { FitJob } from '../model/fit-job.js' */
/** @import { Fitted } from '../model/fitted.js' */
/** @import { Passing } from '../basics/settings.js' */
/** @import { Success } from '../runtime/host.js' */
/** @import { As, DecisionSettings, Diagnostics, Entries, FitSettings, Label, LabelOf, Progress, RegressionSettings, ScoreSettings, Shaped, SparseMatrix, PredictSettings } from '../types.js' */

/**
 * A model that is fitted and saved: a machine, or a pipeline.
 * @template {object} Options
 * @template {string} [Name=string]
 * @extends {Estimator<Options, Name>}
 */
export class Model extends Estimator {
  /**
   * The model as bytes, for load().
   * @returns {Returns<Uint8Array<ArrayBuffer>>}
   */
  save() {
    return run(saving(this));
  }
}

/**
 * @template {object} Options
 * @template {string} [Name=string]
 * @extends {Model<Options, Name>}
 */
class Machine extends Model {
  /**
   * @param {object} spec what the machine is: a MachineSpec
   * @param {Options} [options]
   */
  constructor(spec, options) {
    super(new State(/** @type {MachineSpec} */ (spec), options, host));
  }
}

/**
 * A machine that learns by solving a problem.
 * @template {object} Options
 * @template {string} [Name=string]
 * @extends {Machine<Options, Name>}
 */
class Predictor extends Machine {
  /** Objective of the problem that was solved, summed over two-class problems. */
  get objective() {
    return stateOf(this).fitted.info.objective;
  }

  /** The largest violation of the optimality conditions that is left. */
  get gap() {
    return stateOf(this).fitted.info.gap;
  }
}

/**
 * A fit returns the same machine with the labels of y: Classifiers has it by its name.
 * @template {object} Options
 * @template {Label} L its labels
 * @template S its samples
 * @template {keyof Classifiers<any, any>} Name
 * @extends {Predictor<Options, Name>}
 */
export class Classifier extends Predictor {
  /**
   * Trains on samples X with class labels y. Fails as a whole or not at all.
   * @template {Entries<L>} Y
   * @param {S} X
   * @param {Y} y one label per row, all of one primitive type
   * @param {FitSettings} [settings]
   * @returns {Returns<As<this, Classifiers<LabelOf<Y, L>, S>[Name]>>} this machine, whose labels are now known
   */
  fit(X, y, settings) {
    return /** @type {any} */ (run(fitting(this, X, y, settings)));
  }

  /**
   * The same, step by step: a report now and then while it works, and a last one,
   * of the phase 'done', with the result. The fit begins with the first step. Leaving
   * the loop stops it and keeps the best solution so far; a signal aborts it.
   * @template {Entries<L>} Y
   * @param {S} X
   * @param {Y} y
   * @param {FitSettings} [settings]
   * @returns {Reports<Progress, As<this, Classifiers<LabelOf<Y, L>, S>[Name]>>}
   */
  fitSteps(X, y, settings) {
    return /** @type {any} */ (steps(this, X, y, settings));
  }

  /**
   * The class label of every row.
   * @param {S} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<L[]>}
   */
  predict(X, settings) {
    return run(
      predicting(
        this,
        X,
        settings,
        ({ buffers }, { classes }) => /** @type {L[]} */ (decodeLabels(classes, buffers.labels)),
      ),
    );
  }

  /**
   * Decision values: of two classes one per row, positive for the second; of
   * more one per row and class, or pair of classes.
   * @param {S} X
   * @param {DecisionSettings} [settings]
   * @returns {Returns<Shaped<Float64Array>>}
   */
  decisionFunction(X, settings) {
    return run(deciding(this, X, () => checkDecisionSettings(settings, true)));
  }

  /**
   * The probability of each class for every row: the largest is that of the class
   * that predict gives. For models fitted with the option probability.
   * @param {S} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<Shaped<Float64Array>>} rows x classes
   */
  predictProba(X, settings) {
    return run(givingProbabilities(this, X, settings));
  }

  /**
   * Accuracy: the share of rows whose predicted label is the one in y.
   * @param {S} X
   * @param {Entries<L>} y
   * @param {ScoreSettings} [settings]
   * @returns {Returns<number>}
   */
  score(X, y, settings) {
    return run(
      scoring(this, X, y, settings, (predicted, labels, weights) =>
        accuracy(stateOf(this).fitted.classes, predicted, labels, weights),
      ),
    );
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
 * @template S its samples
 * @extends {Predictor<Options>}
 */
export class Regressor extends Predictor {
  /**
   * @param {object} spec what the machine is: a MachineSpec
   * @param {Options} [options]
   */
  constructor(spec, options) {
    super(spec, options);
    stateOf(this).packLoss = packLoss;
  }

  /**
   * Trains on samples X with the values y. Fails as a whole or not at all.
   * @param {S} X
   * @param {Entries<number>} y one number per row
   * @param {RegressionSettings} [settings]
   * @returns {Returns<this>}
   */
  fit(X, y, settings) {
    return run(fitting(this, X, y, settings));
  }

  /**
   * The same, step by step: a report now and then while it works, and a last one,
   * of the phase 'done', with the result. The fit begins with the first step. Leaving
   * the loop stops it and keeps the best solution so far; a signal aborts it.
   * @param {S} X
   * @param {Entries<number>} y
   * @param {RegressionSettings} [settings]
   * @returns {Reports<Progress, this>}
   */
  fitSteps(X, y, settings) {
    return steps(this, X, y, settings);
  }

  /**
   * The value for every row.
   * @param {S} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<Float64Array>}
   */
  predict(X, settings) {
    return run(predicting(this, X, settings, ({ buffers }) => float64s(buffers.values)));
  }

  /**
   * R^2: 1 minus the share of the variance of y that is not explained. At most
   * 1; 0 for the mean of y; NaN of one row, which has no variance.
   * @param {S} X
   * @param {Entries<number>} y
   * @param {ScoreSettings} [settings]
   * @returns {Returns<number>}
   */
  score(X, y, settings) {
    return run(scoring(this, X, y, settings, rSquared));
  }
}

/**
 * It takes no y. Code for every estimator calls fit(X, undefined, settings), which means the same
 * as fit(X, settings).
 * @template {object} Options
 * @template S its samples
 * @extends {Predictor<Options>}
 */
export class Detector extends Predictor {
  /**
   * Learns where the samples X lie. Fails as a whole or not at all.
   * @param {S} X
   * @param {FitSettings} [settings]
   * @param {FitSettings} [later] settings that come after an undefined y
   * @returns {Returns<this>}
   */
  fit(X, settings, later) {
    return run(fitting(this, X, undefined, settings ?? later));
  }

  /**
   * The same, step by step: a report now and then while it works, and a last one,
   * of the phase 'done', with the result. The fit begins with the first step. Leaving
   * the loop stops it and keeps the best solution so far; a signal aborts it.
   * @param {S} X
   * @param {FitSettings} [settings]
   * @param {FitSettings} [later] settings that come after an undefined y
   * @returns {Reports<Progress, this>}
   */
  fitSteps(X, settings, later) {
    return steps(this, X, undefined, settings ?? later);
  }

  /**
   * 1 for every row that lies inside, -1 for the others.
   * @param {S} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<Int32Array>}
   */
  predict(X, settings) {
    return run(
      predicting(this, X, settings, ({ buffers }) => new Int32Array(buffers.labels.buffer)),
    );
  }

  /**
   * One value per row, positive inside.
   * @param {S} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<Shaped<Float64Array>>}
   */
  decisionFunction(X, settings) {
    return run(deciding(this, X, () => checkDecisionSettings(settings)));
  }
}

/**
 * As of a Detector, fit(X, undefined, settings) means fit(X, settings).
 * @template {object} Options
 * @template S its samples
 * @extends {Machine<Options>}
 */
export class Transformer extends Machine {
  /**
   * Learns from samples X how to transform them. Fails as a whole or not at all.
   * @param {S} X
   * @param {FitSettings} [settings]
   * @param {FitSettings} [later] settings that come after an undefined y
   * @returns {Returns<this>}
   */
  fit(X, settings, later) {
    return run(fitting(this, X, undefined, settings ?? later));
  }

  /**
   * The same, step by step, as machines do it.
   * @param {S} X
   * @param {FitSettings} [settings]
   * @param {FitSettings} [later] settings that come after an undefined y
   * @returns {Reports<Progress, this>}
   */
  fitSteps(X, settings, later) {
    return steps(this, X, undefined, settings ?? later);
  }

  /**
   * The samples as they become, sparse when X is.
   * @param {S} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<Shaped<Float64Array> | SparseMatrix>}
   */
  transform(X, settings) {
    return run(transforming(this, X, settings));
  }

  /**
   * fit and transform.
   * @param {S} X
   * @param {FitSettings} [settings]
   * @param {FitSettings} [later] settings that come after an undefined y
   * @returns {Returns<Shaped<Float64Array> | SparseMatrix>}
   */
  fitTransform(X, settings, later) {
    return run(fittingTransforming(this, X, settings ?? later));
  }
}

/**
 * Goes on learning from further samples.
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} settings
 * @returns {Returns<T>}
 */
export function update(model, X, y, settings) {
  return run(updating(model, X, y, settings));
}

/**
 * Where the rows lie, and how good the solution is.
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} settings
 * @returns {Returns<Diagnostics>}
 */
export function diagnose(model, X, y, settings) {
  return run(diagnosing(model, X, y, settings));
}

/**
 * @param {Estimator<any>} model
 * @returns {Returns<string>}
 */
export function exportLibsvm(model) {
  return run(exportingLibsvm(model));
}

/**
 * @param {Estimator<any>} model
 * @returns {Returns<string>}
 */
export function exportLiblinear(model) {
  return attempt(() => writeLiblinear(stateOf(model).fitted));
}

/**
 * The samples that a transformer makes X of.
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} settings
 * @returns {Returns<Shaped<Float64Array> | SparseMatrix>}
 */
export function invert(model, X, settings) {
  return run(changing(model, X, { inverse: true }, 'inverseTransform', settings));
}

/**
 * The logarithm of the density that a machine estimates.
 * @param {Estimator<any> & {offset: number}} model
 * @param {unknown} X
 * @param {unknown} settings
 * @returns {Returns<Shaped<Float64Array>>}
 */
export function scores(model, X, settings) {
  return run(estimating(model, X, settings));
}

/** Decision values below stand for the logarithm of 0; see `parzen.Lowest` in Go. */
const lowest = -Number.MAX_VALUE / 8;

/**
 * @param {Estimator<any> & {offset: number}} model
 * @param {unknown} X
 * @param {unknown} settings
 * @returns {Steps<Shaped<Float64Array>>}
 */
function* estimating(model, X, settings) {
  const values = yield* deciding(model, X, () => [
    {},
    checkPredictSettings(settings, 'scoreSamples'),
  ]);
  const { offset } = model;
  values.forEach((value, i) => (values[i] = value < lowest ? -Infinity : value + offset));
  return values;
}

/**
 * @param {Estimator<any>} model
 * @returns {Steps<Uint8Array<ArrayBuffer>>}
 */
function* saving(model) {
  const { fitted, host } = stateOf(model);
  if (fitted.step === undefined) return fitted.portable();
  const { buffers } = yield host.apply('save', fitted, { request: { model: fitted.id } });
  return fitted.withIntake(buffers.model);
}

/**
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} settings
 * @returns {Steps<T>}
 */
export function* fitting(model, X, y, settings) {
  return yield* finishing(model, yield* beginning(model, X, y, settings));
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} settings
 * @returns {Steps<FitJob>}
 */
function* beginning(model, X, y, settings) {
  const [rows, targets] = yield gather([X, y]);
  return stateOf(model).beginFit(rows, targets, settings);
}

/**
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} settings
 * @returns {Steps<T>}
 */
function* updating(model, X, y, settings) {
  const [rows, targets] = yield gather([X, y]);
  const state = stateOf(model);
  // Those of the first call hold for all.
  const known = state.lastFit && isRecord(settings) && 'classes' in settings;
  const given = known ? { ...settings, classes: undefined } : settings;
  return yield* finishing(model, state.beginUpdate(rows, targets, given));
}

/**
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {FitJob} job
 * @returns {Steps<T>}
 */
export function* finishing(model, job) {
  const state = stateOf(model);
  try {
    state.adopt(job, yield fit(state.host, job));
  } finally {
    state.endFit();
  }
  return model;
}

/**
 * A fit, one report at a time.
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} settings
 */
export function steps(model, X, y, settings) {
  return reports(
    model,
    () => run(beginning(model, X, y, settings)),
    (job) => run(finishing(model, job)),
  );
}

/**
 * The results of the fitted model for samples.
 * @template T
 * @param {'predict' | 'decisionFunction' | 'predictProba' | 'transform'} operation
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {object} more of the request
 * @param {Partial<Passing>} how
 * @param {(reply: Success, fitted: Fitted) => T} read
 * @returns {Steps<T>}
 */
function* applying(operation, model, X, more, { transfer, device, watch }, read) {
  const [rows] = yield gather([X]);
  const state = stateOf(model);
  const made = device && (yield onDevice(device, operation, model, rows, more, watch));
  if (made) return made;
  const [fitted, payload] = state.apply(operation, rows, more, transfer);
  try {
    return read(yield state.host.apply(operation, fitted, payload, watch), fitted);
  } catch (error) {
    throw inColumn(fitted.reader?.named?.(error, rows) ?? error, payload.names);
  }
}

/**
 * @template T
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} settings
 * @param {(reply: Success, fitted: Fitted) => T} read
 * @returns {Steps<T>}
 */
export function* predicting(model, X, settings, read) {
  return yield* applying('predict', model, X, {}, checkPredictSettings(settings), read);
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {() => [more: object, how: Passing]} check
 * @returns {Steps<Shaped<Float64Array>>}
 */
export function* deciding(model, X, check) {
  return yield* applying('decisionFunction', model, X, ...check(), unpackDecisions);
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} settings
 * @returns {Steps<Shaped<Float64Array>>}
 */
function* givingProbabilities(model, X, settings) {
  const how = checkPredictSettings(settings, 'predictProba');
  return yield* applying('predictProba', model, X, {}, how, unpackDecisions);
}

/**
 * @param {{predict: (X: any, settings: any) => any}} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} settings
 * @param {(predicted: any, y: any, weights?: Float64Array, groups?: unknown) => number} judge
 * @param {string[]} [known] names of the settings beside those of predict
 * @returns {Steps<number>}
 */
export function* scoring(model, X, y, settings, judge, known) {
  const { how, sampleWeight, groups } = checkScoreSettings(settings, known);
  const predicted = yield model.predict(X, how);
  const [targets] = yield gather([y]);
  return judge(predicted, targets, checkWeights(sampleWeight, predicted.length), groups);
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} settings
 * @returns {Steps<Shaped<Float64Array> | SparseMatrix>}
 */
function* transforming(model, X, settings) {
  return yield* changing(model, X, {}, 'transform', settings);
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {object} more of the request
 * @param {string} method
 * @param {unknown} settings
 * @returns {Steps<Shaped<Float64Array> | SparseMatrix>}
 */
function* changing(model, X, more, method, settings) {
  const how = checkPredictSettings(settings, method);
  return yield* applying('transform', model, X, more, how, unpackSamples);
}

/**
 * @param {Transformer<any, any>} model
 * @param {unknown} X
 * @param {FitSettings} [settings]
 * @returns {Steps<Shaped<Float64Array> | SparseMatrix>}
 */
function* fittingTransforming(model, X, settings) {
  yield model.fit(X, settings);
  return yield model.transform(X);
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} settings
 * @returns {Steps<Diagnostics>}
 */
function* diagnosing(model, X, y, settings) {
  const [rows, targets] = yield gather([X, y]);
  const packed = packDiagnostics(model, rows, targets, settings);
  return unpackDiagnostics(yield stateOf(model).host.apply('diagnose', ...packed), settings);
}

/**
 * @param {Estimator<any>} model
 * @returns {Steps<string>}
 */
function* exportingLibsvm(model) {
  const { fitted, host } = stateOf(model);
  const reply = yield host.apply('exportLibsvm', fitted, { request: { model: fitted.id } });
  warnOfProbability(fitted, 'LIBSVM', true);
  return unpackText(reply);
}
