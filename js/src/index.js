/**
 * Both entries for work. maxmargin: work is done in a worker, which the first call starts, and
 * methods return promises. maxmargin/sync: the same classes with methods that block and return
 * values, after one await init(). build.mjs builds them with the host of each form; study.js has
 * the entries for study.
 */
import { attempt, gatherModel, host, loadable, run } from '#host';
import { readLiblinear } from './formats/liblinear.js';
import {
  packData,
  packDataText,
  packModel,
  unpackData,
  unpackModel,
  unpackText,
} from './formats/libsvm.js';
import { ColumnTransformer } from './face/columns.js';
import { OneHotEncoder, SimpleImputer, StandardScaler } from './generated/classes.js';
import { Pipeline, makePipeline } from './face/pipeline.js';
import { nameSteps } from './face/pipeline-state.js';
import {
  isPredictor,
  ofClasses,
  readSource,
  remake,
  remakePredictor,
  renewed,
  restore,
  restoreVectorizer,
} from './formats/saved.js';
import { readSettings } from './basics/settings.js';
import { checkSettings } from './runtime/init-settings.js';
import { TfidfVectorizer } from './face/vectorizers.js';
import { onWarning } from './basics/warnings.js';

export { MaxMarginError } from './basics/errors.js';
export { createEngine, memory } from './face/engine.js';
export { GaussianMixture, HiddenMarkovModel } from './face/generative.js';
export { CountVectorizer, FeatureMap, TfidfVectorizer } from './face/vectorizers.js';
export { lossFunction, marginLossFunction } from './formulas/losses.js';
export { checkKernel, gramMatrix } from './face/geometry.js';
export { ConformalClassifier, ConformalRegressor } from './face/conformal.js';
export { OneVsOneClassifier, OneVsRestClassifier } from './face/one-vs.js';
export { explain } from './face/explain.js';
export { influence } from './face/influence.js';
export { nearestChange } from './face/nearest-change.js';
export { sensitivities } from './face/sensitivities.js';
export { leaveOneOut } from './face/leave-one-out.js';
export { kernels } from './machines/compositions.js';
export * from './generated/classes.js';
export { Pipeline, makePipeline } from './face/pipeline.js';
export { ColumnTransformer } from './face/columns.js';
export { TransformedTarget } from './face/target.js';
export {
  GridSearch,
  crossValidate,
  learningCurve,
  makeFolds,
  trainTestSplit,
  validationCurve,
} from './face/model-selection.js';
export { HalvingSearch, RandomSearch } from './face/searches.js';

/** @import { Steps } from './basics/drive.js' */
/** @import { OnlyPromised, Returns } from './forms.js' */
/** @import { Source } from './formats/saved.js' */
/** @import { Before, Loadable, LoadableClass, LoadedBy, Machine } from './face/types.js' */
/** @typedef {import('./types.js').TableSamples} TableSamples */
/** @typedef {import('./types.js').CategoryValue} CategoryValue */
/** @typedef {import('./types.js').ConformalJSON} ConformalJSON */
/** @typedef {import('./types.js').OneVsJSON} OneVsJSON */
/** @typedef {import('./types.js').LabelSets} LabelSets */
/** @typedef {import('./types.js').RowLabels} RowLabels */
/** @typedef {import('./types.js').ConformalOptions} ConformalOptions */
/** @typedef {import('./types.js').ExplainSettings} ExplainSettings */
/** @typedef {import('./types.js').ExplainedOutput} ExplainedOutput */
/** @typedef {import('./types.js').Explanation} Explanation */
/** @typedef {import('./types.js').CategorySwitches} CategorySwitches */
/** @typedef {import('./types.js').FeatureChange} FeatureChange */
/**
 * @template [X=any]
 * @typedef {import('./types.js').NearestChange<X>} NearestChange
 */
/** @typedef {import('./types.js').NearestChangeSettings} NearestChangeSettings */
/** @typedef {import('./types.js').Certificate} Certificate */
/**
 * @template [S=import('./types.js').Samples]
 * @template [Y=import('./types.js').Entries<import('./types.js').Label>]
 * @typedef {import('./types.js').Chunk<S, Y>} Chunk
 */
/** @typedef {import('./types.js').ChunkFile} ChunkFile */
/** @typedef {import('./types.js').ChunkSettings} ChunkSettings */
/** @typedef {import('./types.js').Influence} Influence */
/** @typedef {import('./types.js').InfluenceOutput} InfluenceOutput */
/** @typedef {import('./types.js').InfluenceSettings} InfluenceSettings */
/** @typedef {import('./types.js').Sensitivities} Sensitivities */
/** @typedef {import('./types.js').SensitivityOutput} SensitivityOutput */
/** @typedef {import('./types.js').SensitivitySettings} SensitivitySettings */
/** @typedef {import('./types.js').SetOptions} SetOptions */
/** @typedef {import('./types.js').IntervalOptions} IntervalOptions */
/** @typedef {import('./types.js').LeaveOneOut} LeaveOneOut */
/** @typedef {import('./types.js').LeaveOneOutSettings} LeaveOneOutSettings */
/** @typedef {import('./types.js').LevelSettings} LevelSettings */
/** @typedef {import('./types.js').CountOptions} CountOptions */
/** @typedef {import('./types.js').MapOptions} MapOptions */
/** @typedef {import('./types.js').SparseRows} SparseRows */
/** @typedef {import('./types.js').TfidfOptions} TfidfOptions */
/** @typedef {import('./types.js').BaseEstimator} BaseEstimator */
/** @typedef {import('./formulas/losses.js').LossFunction} LossFunction */
/** @typedef {import('./formulas/losses.js').LossOptions} LossOptions */
/** @typedef {import('./formulas/losses.js').MarginLossFunction} MarginLossFunction */
/** @typedef {import('./formulas/losses.js').MarginLossOptions} MarginLossOptions */
/** @typedef {import('./types.js').DecisionSettings} DecisionSettings */
/** @typedef {import('./types.js').DensitySettings} DensitySettings */
/** @typedef {import('./types.js').DistributionSettings} DistributionSettings */
/** @typedef {import('./types.js').MarginalLikelihood} MarginalLikelihood */
/** @typedef {import('./types.js').SampleSettings} SampleSettings */
/** @typedef {import('./types.js').PointSettings} PointSettings */
/** @typedef {import('./types.js').FitSettings} FitSettings */
/** @typedef {import('./types.js').RegressionSettings} RegressionSettings */
/**
 * @template {import('./types.js').Label} [L=import('./types.js').Label]
 * @typedef {import('./types.js').PartialFitSettings<L>} PartialFitSettings
 */
/** @typedef {import('./types.js').FitInfo} FitInfo */
/** @typedef {import('./types.js').FitStatus} FitStatus */
/** @typedef {import('./types.js').FlatMatrix} FlatMatrix */
/** @typedef {import('./types.js').Samples} Samples */
/** @typedef {import('./types.js').SparseMatrix} SparseMatrix */
/** @typedef {import('./types.js').ImportSettings} ImportSettings */
/** @typedef {import('./types.js').LoadSettings} LoadSettings */
/** @typedef {import('./types.js').Column} Column */
/** @typedef {import('./types.js').ColumnTable} ColumnTable */
/** @typedef {import('./types.js').Kernel} Kernel */
/** @typedef {import('./types.js').KernelFunction} KernelFunction */
/** @typedef {import('./types.js').KernelOption} KernelOption */
/** @typedef {import('./types.js').RowKernel} RowKernel */
/** @typedef {import('./types.js').StringKernel} StringKernel */
/** @typedef {import('./types.js').Label} Label */
/** @typedef {import('./types.js').LibsvmData} LibsvmData */
/** @typedef {import('./types.js').ModelJSON} ModelJSON */
/** @typedef {import('./types.js').Numbers} Numbers */
/** @typedef {import('./types.js').Matrix} Matrix */
/** @typedef {import('./types.js').NamedSamples} NamedSamples */
/** @typedef {import('./types.js').Strings} Strings */
/** @typedef {import('./types.js').PredictSettings} PredictSettings */
/** @typedef {import('./types.js').Progress} Progress */
/** @typedef {import('./types.js').Tensor} Tensor */
/** @typedef {import('./types.js').TransferSettings} TransferSettings */
/** @typedef {import('./types.js').InitSettings} InitSettings */
/** @typedef {import('./types.js').Warning} Warning */
/** @typedef {import('./types.js').WorkSettings} WorkSettings */
/** @typedef {import('./types.js').Baseline} Baseline */
/** @typedef {import('./types.js').CrossValidation} CrossValidation */
/** @typedef {import('./types.js').CrossValidationSettings} CrossValidationSettings */
/** @typedef {import('./types.js').Distribution} Distribution */
/** @typedef {import('./types.js').Fold} Fold */
/** @typedef {import('./types.js').FoldSettings} FoldSettings */
/** @typedef {import('./types.js').GivenSettings} GivenSettings */
/** @typedef {import('./types.js').HalvingRound} HalvingRound */
/** @typedef {import('./types.js').HalvingSettings} HalvingSettings */
/** @typedef {import('./types.js').LearningCurve} LearningCurve */
/** @typedef {import('./types.js').LearningCurveRow} LearningCurveRow */
/** @typedef {import('./types.js').LearningCurveSettings} LearningCurveSettings */
/** @typedef {import('./types.js').ValidationCurve} ValidationCurve */
/** @typedef {import('./types.js').ValidationCurveRow} ValidationCurveRow */
/** @typedef {import('./types.js').ValidationCurveSettings} ValidationCurveSettings */
/** @typedef {import('./types.js').Verdict} Verdict */
/** @typedef {import('./types.js').MakeFoldsSettings} MakeFoldsSettings */
/** @typedef {import('./types.js').Measured} Measured */
/** @typedef {import('./types.js').MeasuredFolds} MeasuredFolds */
/** @typedef {import('./types.js').NestedResult} NestedResult */
/** @typedef {import('./types.js').Params} Params */
/** @typedef {import('./types.js').RandomSettings} RandomSettings */
/** @typedef {import('./types.js').RankedMeasure} RankedMeasure */
/** @typedef {import('./types.js').ResultRow} ResultRow */
/** @typedef {import('./types.js').Scorer} Scorer */
/** @typedef {import('./types.js').Scoring} Scoring */
/** @typedef {import('./types.js').SearchFitSettings} SearchFitSettings */
/** @typedef {import('./types.js').SearchProgress} SearchProgress */
/** @typedef {import('./types.js').SearchSettings} SearchSettings */
/** @typedef {import('./types.js').SearchSpace} SearchSpace */
/** @typedef {import('./types.js').SplitSettings} SplitSettings */
/**
 * @template X, Y
 * @typedef {import('./types.js').SplitData<X, Y>} SplitData
 */
/** @typedef {import('./geometry/types.js').CheckSettings} CheckSettings */
/** @typedef {import('./geometry/types.js').GeometrySettings} GeometrySettings */
/** @typedef {import('./geometry/types.js').KernelLike} KernelLike */
/** @typedef {import('./geometry/types.js').KernelReport} KernelReport */
/** @typedef {import('./face/estimators.js').Model<any, any>} AnyModel */
/** @typedef {import('./face/types.js').AnyMachine} AnyMachine */
/**
 * @template T
 * @typedef {import('./types.js').Entries<T>} Entries
 */
/**
 * @template {Float64Array | Int32Array} T
 * @typedef {import('./types.js').Shaped<T>} Shaped
 */
/**
 * @template K
 * @typedef {import('./types.js').SamplesOf<K>} SamplesOf
 */

/**
 * The usual pipeline for a table: numbers get the median where they are missing, and are scaled;
 * categories get the most frequent one, and become columns of 0 and 1, all 0 for unknown ones; the
 * words of texts are counted and weighted. A column has texts if more than half of its values differ
 * and they have three words or more on average. Dates become days and places on the circles of the week, the
 * year and the day. Ids and names, more than 20 categories with fewer than 20 rows each, are left out with
 * the warning WARN_LEFT_OUT.
 * @template {Machine} Last
 * @param {Last} machine that comes last
 * @param {Pick<import('./face/types.js').ColumnOptions, 'types'>} [options] types of columns, where the values do not tell
 * @returns {Pipeline<Last, TableSamples>} with the steps columns and machine
 */
export function makeTablePipeline(machine, options) {
  /** @type {any} */
  const numbers = makePipeline(new SimpleImputer({ strategy: 'median' }), new StandardScaler());
  /** @type {any} */
  const categories = makePipeline(
    new SimpleImputer({ strategy: 'mostFrequent' }),
    new OneHotEncoder({ handleUnknown: 'ignore' }),
  );
  const columns = new ColumnTransformer(
    [
      ['numbers', numbers, 'number'],
      ['categories', categories, 'category'],
      ['texts', new TfidfVectorizer(), 'text'],
    ],
    readSettings('makeTablePipeline', options, ['types', 'remainder', 'sparseThreshold']),
  );
  const last = nameSteps([machine])[0][0];
  return new Pipeline([
    ['columns', /** @type {Before & {fit(X: TableSamples): any}} */ (columns)],
    [last === 'columns' ? 'machine' : last, machine],
  ]);
}

/**
 * Sets the addresses of the files, and starts the runtime. maxmargin starts it automatically with
 * the first call; in maxmargin/sync await init once before anything else.
 * @param {InitSettings} [settings]
 * @returns {Promise<void>}
 */
export async function init(settings) {
  const checked = checkSettings(settings);
  if ('onWarning' in checked) onWarning(checked.onWarning);
  delete checked.onWarning;
  await host.init(checked);
}

/**
 * Ends the worker, or in maxmargin/sync the program in this thread, and gives its memory
 * back. Fitted models go on working: the next call starts the runtime anew, and they load
 * themselves from their bytes. Calls and searches that are running fail with the code
 * ERR_DISPOSED.
 * @returns {Returns<void>}
 */
export function terminate() {
  return attempt(() => host.terminate());
}

/**
 * The model that save() or JSON.stringify() wrote, of one of the classes in the settings.
 * @template {readonly [LoadableClass, ...LoadableClass[]]} C
 * @overload
 * @param {Uint8Array | ArrayBuffer | OnlyPromised<{ arrayBuffer(): Promise<ArrayBuffer> }> | ModelJSON | ConformalJSON | OneVsJSON} model its bytes,
 *   in maxmargin also a File, Blob or Response with them, or the object that JSON.parse returns
 * for its JSON
 * @param {Omit<LoadSettings, 'classes'> & { classes: C }} settings the classes, and the functions that it was made with
 * @returns {Returns<LoadedBy<C[number]>>}
 */
/**
 * The same, of the class M, if that is known; nothing checks it.
 * @template {Loadable} [M=AnyMachine]
 * @overload
 * @param {Uint8Array | ArrayBuffer | OnlyPromised<{ arrayBuffer(): Promise<ArrayBuffer> }> | ModelJSON | ConformalJSON | OneVsJSON} model
 * @param {LoadSettings & { classes?: readonly LoadableClass[] }} [settings]
 * @returns {Returns<M>}
 */
/**
 * @param {unknown} model
 * @param {unknown} [settings]
 * @returns {any}
 */
export function load(model, settings) {
  return run(loading(model, settings));
}

/**
 * @param {unknown} model
 * @param {any} settings
 * @returns {Steps<any>}
 */
function* loading(model, settings) {
  const given = yield gatherModel(model);
  const steps = isPredictor(given)
    ? loadingPredictor(given, settings)
    : loadingSource(readSource(loadable, given, settings));
  return ofClasses(settings, yield* steps);
}

/**
 * @param {ConformalJSON & OneVsJSON} json
 * @param {unknown} settings
 * @returns {Steps<any>}
 */
function* loadingPredictor(json, settings) {
  const { estimator, difficulty, members } = json;
  const parts = [];
  for (const part of [estimator, difficulty, ...(Array.isArray(members) ? members : [])]) {
    // Functions are for the estimator and its copies.
    const how = part === difficulty ? undefined : settings;
    parts.push(
      part === Object(part) ? yield* loadingSource(readSource(loadable, part, how)) : part,
    );
  }
  return remakePredictor(loadable, json, parts);
}

/**
 * @param {Source} source
 * @returns {Steps<any>} the estimator, of whichever class
 */
function* loadingSource(source) {
  if (!source.bytes) return remake(loadable, source);
  const vectorizer = restoreVectorizer(loadable, source);
  if (vectorizer) return vectorizer;
  const { bytes } = source;
  const id = host.newModelId();
  const reply = yield host.load({ id, bytes });
  const stored = { id, bytes: renewed(bytes, reply) };
  return restore(loadable, reply.value.machine, stored, host, source);
}

/**
 * Reads a data set in LIBSVM's text format, of SVMlight and SVMrank, too.
 * @param {string | Uint8Array} text
 * @param {{zeroBased?: boolean}} [settings] whether features are numbered from 0; by default they
 *   are if the text has a feature 0
 * @returns {Returns<LibsvmData>}
 */
export function readLibsvm(text, settings) {
  return run(readingLibsvm(text, settings));
}

/**
 * @param {string | Uint8Array} text
 * @param {{zeroBased?: boolean}} [settings]
 * @returns {Steps<LibsvmData>}
 */
function* readingLibsvm(text, settings) {
  return unpackData(yield host.call('readLibsvm', packDataText(text, settings)));
}

/**
 * Writes a data set in LIBSVM's text format.
 * @param {Samples} X
 * @param {ArrayLike<number>} y
 * @param {{groups?: ArrayLike<number>}} [settings] the queries of the rows, whole numbers
 * @returns {Returns<string>}
 */
export function writeLibsvm(X, y, settings) {
  return run(writingLibsvm(X, y, settings));
}

/**
 * @param {Samples} X
 * @param {ArrayLike<number>} y
 * @param {{groups?: ArrayLike<number>}} [settings]
 * @returns {Steps<string>}
 */
function* writingLibsvm(X, y, settings) {
  return unpackText(yield host.call('writeLibsvm', packData(X, y, settings)));
}

/**
 * Reads a model in LIBSVM's text format, such as svm-train writes.
 * @template {AnyModel} [M=AnyMachine] the class of the model, if that is known
 * @param {string | Uint8Array} text
 * @param {ImportSettings} [settings]
 * @returns {Returns<M>}
 */
export function importLibsvm(text, settings) {
  return run(/** @type {Steps<M>} */ (importingLibsvm(text, settings)));
}

/**
 * @param {string | Uint8Array} text
 * @param {ImportSettings} [settings]
 * @returns {Steps<any>}
 */
function* importingLibsvm(text, settings) {
  const id = host.newModelId();
  const reply = yield host.create('importLibsvm', id, packModel(id, text, settings));
  return unpackModel(loadable, id, reply, host);
}

/**
 * Reads a model in LIBLINEAR's text format, such as liblinear-train writes.
 * @template {AnyModel} [M=AnyMachine] the class of the model, if that is known
 * @param {string | Uint8Array} text
 * @param {ImportSettings} [settings]
 * @returns {Returns<M>}
 */
export function importLiblinear(text, settings) {
  return run(/** @type {Steps<M>} */ (importingLiblinear(text, settings)));
}

/**
 * @param {string | Uint8Array} text
 * @param {ImportSettings} [settings]
 * @returns {Steps<any>}
 */
function* importingLiblinear(text, settings) {
  return yield* loadingSource(readLiblinear(text, settings));
}
