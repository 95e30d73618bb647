/**
 * maxmargin/sync: the same classes with methods that block and return values,
 * after one await init(). For scripts, workers, and small data in a page.
 */
import * as machines from './generated/blocking.js';
import { readLiblinear } from './liblinear.js';
import { packData, packModel, packText, unpackData, unpackModel, unpackText } from './libsvm.js';
import { readSource, remake, restore, restoreVectorizer } from './saved.js';
import { checkSettings } from './settings.js';
import { Pipeline } from './sync/pipeline.js';
import { host } from './sync/program.js';
import { GaussianMixture, HiddenMarkovModel } from './generative/models.js';
import { CountVectorizer, FeatureMap, TfidfVectorizer } from './vectorize/vectorizers.js';
import { onWarning, warn } from './warnings.js';

export {
  cFromLambda,
  gammaFromSigma,
  gammaFromVariance,
  gammaFromWidth,
  lambdaFromC,
  sigmaFromGamma,
  varianceFromGamma,
  widthFromGamma,
} from './conversions.js';
export { MaxMarginError } from './errors.js';
export { GaussianMixture, HiddenMarkovModel } from './generative/models.js';
export { pairKernel } from './generative/pair.js';
export { CountVectorizer, FeatureMap, TfidfVectorizer } from './vectorize/vectorizers.js';
export { lossFunction } from './losses.js';
export { optimalTube } from './noise.js';
export { countMonomials, estimateGram, featureDimension } from './geometry/counts.js';
export { centerGram } from './geometry/gram.js';
export {
  centroidDistances,
  checkKernel,
  compareExpansions,
  empiricalFeatureMap,
  EmpiricalFeatureMap,
  gramMatrix,
  kernelAlignment,
  kernelAngles,
  kernelDistances,
  kernelMetric,
  kernelNorms,
  kernelProjections,
  kernelSpectrum,
  kernelSpread,
} from './sync/geometry.js';
export { kernelSpecs as kernelCatalog, machines as catalog } from './generated/catalog.js';
export { kernels } from './compositions.js';
export * from './generated/blocking.js';
export { Pipeline, makePipeline } from './sync/pipeline.js';
export {
  GridSearch,
  crossValidate,
  learningCurve,
  makeFolds,
  trainTestSplit,
} from './sync/model-selection.js';

/** @typedef {import('./types.js').CountOptions} CountOptions */
/** @typedef {import('./types.js').MapOptions} MapOptions */
/** @typedef {import('./types.js').SparseRows} SparseRows */
/** @typedef {import('./types.js').TfidfOptions} TfidfOptions */
/** @typedef {import('./losses.js').LossFunction} LossFunction */
/** @typedef {import('./losses.js').LossOptions} LossOptions */
/** @typedef {import('./types.js').DecisionSettings} DecisionSettings */
/** @typedef {import('./types.js').FitSettings} FitSettings */
/** @typedef {import('./types.js').RegressionSettings} RegressionSettings */
/** @typedef {import('./types.js').PartialFitSettings} PartialFitSettings */
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
/** @typedef {import('./types.js').Label} Label */
/** @typedef {import('./types.js').LibsvmData} LibsvmData */
/** @typedef {import('./types.js').ModelJSON} ModelJSON */
/** @typedef {import('./types.js').Numbers} Numbers */
/** @typedef {import('./types.js').NamedSamples} NamedSamples */
/** @typedef {import('./types.js').PredictSettings} PredictSettings */
/** @typedef {import('./types.js').Progress} Progress */
/** @typedef {import('./types.js').Tensor} Tensor */
/** @typedef {import('./types.js').TransferSettings} TransferSettings */
/** @typedef {import('./types.js').InitSettings} InitSettings */
/** @typedef {import('./types.js').Warning} Warning */
/** @typedef {import('./types.js').CrossValidation} CrossValidation */
/** @typedef {import('./types.js').CrossValidationSettings} CrossValidationSettings */
/** @typedef {import('./types.js').Fold} Fold */
/** @typedef {import('./types.js').FoldSettings} FoldSettings */
/** @typedef {import('./types.js').GivenSettings} GivenSettings */
/** @typedef {import('./types.js').LearningCurve} LearningCurve */
/** @typedef {import('./types.js').LearningCurveRow} LearningCurveRow */
/** @typedef {import('./types.js').LearningCurveSettings} LearningCurveSettings */
/** @typedef {import('./types.js').MakeFoldsSettings} MakeFoldsSettings */
/** @typedef {import('./types.js').NestedResult} NestedResult */
/** @typedef {import('./types.js').Params} Params */
/** @typedef {import('./types.js').ResultRow} ResultRow */
/** @typedef {import('./types.js').Scorer} Scorer */
/** @typedef {import('./types.js').Scoring} Scoring */
/** @typedef {import('./types.js').SearchProgress} SearchProgress */
/** @typedef {import('./types.js').SearchSettings} SearchSettings */
/** @typedef {import('./types.js').SplitSettings} SplitSettings */
/**
 * @template X, Y
 * @typedef {import('./types.js').SplitData<X, Y>} SplitData
 */
/** @typedef {import('./geometry/types.js').AlignmentSettings} AlignmentSettings */
/** @typedef {import('./geometry/types.js').CheckSettings} CheckSettings */
/** @typedef {import('./geometry/types.js').Evidence} Evidence */
/** @typedef {import('./geometry/types.js').Expansion} Expansion */
/** @typedef {import('./geometry/types.js').ExpansionComparison} ExpansionComparison */
/** @typedef {import('./geometry/types.js').FeatureMapSettings} FeatureMapSettings */
/** @typedef {import('./geometry/types.js').GeometrySettings} GeometrySettings */
/** @typedef {import('./geometry/types.js').GramEstimate} GramEstimate */
/** @typedef {import('./geometry/types.js').KernelLike} KernelLike */
/** @typedef {import('./geometry/types.js').KernelReport} KernelReport */
/** @typedef {import('./geometry/types.js').MetricSettings} MetricSettings */
/** @typedef {import('./geometry/types.js').ProjectionSettings} ProjectionSettings */
/** @typedef {import('./geometry/types.js').Spectrum} Spectrum */
/** @typedef {import('./geometry/types.js').SpectrumSettings} SpectrumSettings */
/** @typedef {import('./geometry/types.js').Spread} Spread */
/** @typedef {InstanceType<typeof machines[keyof typeof machines]> | Pipeline | CountVectorizer | FeatureMap | GaussianMixture | HiddenMarkovModel | TfidfVectorizer} AnyModel */
/** A model that predicts. @typedef {Exclude<AnyModel, { transform: any }>} AnyMachine */
/**
 * @template T
 * @typedef {import('./types.js').Entries<T>} Entries
 */
/**
 * @template {Float64Array | Int32Array} T
 * @typedef {import('./types.js').Shaped<T>} Shaped
 */

/** Everything that a model can be. */
const classes = {
  ...machines,
  Pipeline,
  CountVectorizer,
  FeatureMap,
  GaussianMixture,
  HiddenMarkovModel,
  TfidfVectorizer,
};

/**
 * Loads the runtime into this thread. Await it once before anything else.
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
 * The model that save() or JSON.stringify() wrote.
 * @template {AnyModel} [M=AnyMachine] the class of the model, if that is known
 * @param {Uint8Array | ArrayBuffer | ModelJSON} model its bytes, or what JSON.parse made of its JSON
 * @param {LoadSettings} [settings] the functions that it was made with
 * @returns {M}
 */
export function load(model, settings) {
  const source = readSource(model, settings);
  if (!source.bytes) return /** @type {M} */ (remake(classes, source));
  const vectorizer = restoreVectorizer(classes, source);
  if (vectorizer) return vectorizer;
  const stored = { id: host.newModelId(), bytes: source.bytes };
  const { value } = host.load(stored);
  return /** @type {M} */ (restore(classes, value.machine, stored, host, source));
}

/**
 * Reads a data set in LIBSVM's text format.
 * @param {string | Uint8Array} text
 * @returns {LibsvmData}
 */
export function readLibsvm(text) {
  return unpackData(host.call('readLibsvm', packText(text, 'readLibsvm')));
}

/**
 * Writes a data set in LIBSVM's text format.
 * @param {Samples} X
 * @param {ArrayLike<number>} y
 * @returns {string}
 */
export function writeLibsvm(X, y) {
  return unpackText(host.call('writeLibsvm', packData(X, y)));
}

/**
 * Reads a model in LIBSVM's text format, such as svm-train writes.
 * @template {AnyModel} [M=AnyMachine] the class of the model, if that is known
 * @param {string | Uint8Array} text
 * @param {ImportSettings} [settings]
 * @returns {M}
 */
export function importLibsvm(text, settings) {
  const id = host.newModelId();
  const payload = packModel(id, text, settings);
  const reply = host.create('importLibsvm', id, payload);
  return /** @type {M} */ (unpackModel(classes, id, reply, host));
}

/**
 * Reads a model in LIBLINEAR's text format, such as liblinear-train writes.
 * @template {AnyModel} [M=AnyMachine] the class of the model, if that is known
 * @param {string | Uint8Array} text
 * @param {ImportSettings} [settings]
 * @returns {M}
 */
export function importLiblinear(text, settings) {
  const { bytes, warnings } = readLiblinear(text, settings);
  const model = load(bytes);
  warnings.forEach(warn);
  return /** @type {M} */ (model);
}
