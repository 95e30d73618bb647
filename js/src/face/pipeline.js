/** The Pipeline that users make. */
import { attempt, host, loadable } from '#host';
import { PipelineState, methodOf, nameSteps, noUpdate, pipelineOf } from './pipeline-state.js';
import { Model } from './estimators.js';
import { register } from '../model/loadable.js';

/** @import { Classifier } from './estimators.js' */
/** @import { Before, FitArguments, FittedPipeline, Machine, PredictedBy, ScoreArguments, Steps, UnnamedSteps } from './types.js' */
/** @import { Reports, Returns } from '../forms.js' */
/** @import { DecisionSettings, Progress, Samples, Shaped, SparseMatrix, PredictSettings } from '../types.js' */

/**
 * Scalers and, at the end, a machine. It has the methods of that machine, and its
 * options under the names step__option. The steps are copies of those that it is made of.
 * @template {Machine} [Last=any]
 * @template [S=Samples] what the first step takes
 * @extends {Model<Record<string, unknown>, 'Pipeline'>}
 */
export class Pipeline extends Model {
  /** @internal */
  static name = /* @__PURE__ */ register(loadable, 'Pipeline', this);

  /** @param {Steps<Last, S>} steps */
  constructor(steps) {
    super(new PipelineState(steps, host));
  }

  /**
   * Fits each scaler to what those before it make of X, and the machine to what comes
   * out. Fails as a whole or not at all.
   * @template {FitArguments<Last, S>} Given
   * @param {Given} given as fit of the machine takes it
   * @returns {Returns<FittedPipeline<Last, Given[1], S>>} this pipeline, whose labels are now known
   */
  fit(...given) {
    return attempt(() => methodOf(this, 'fit')(...given));
  }

  /**
   * The same, step by step; see the machine.
   * @template {FitArguments<Last, S>} Given
   * @param {Given} given
   * @returns {Reports<Progress, FittedPipeline<Last, Given[1], S>>}
   */
  fitSteps(...given) {
    return methodOf(this, 'fitSteps')(...given);
  }

  /**
   * The predictions of the machine for every row.
   * @param {S} X
   * @param {PredictSettings} [settings]
   * @returns {PredictedBy<Last>}
   */
  predict(X, settings) {
    return /** @type {any} */ (attempt(() => methodOf(this, 'predict')(X, settings)));
  }

  /**
   * The decision values of the machine, unless it is a regressor.
   * @param {S} X
   * @param {DecisionSettings} [settings]
   * @returns {Returns<Shaped<Float64Array>>}
   */
  decisionFunction(X, settings) {
    return attempt(() => methodOf(this, 'decisionFunction')(X, settings));
  }

  /**
   * The probability of each class for every row, if the machine is a classifier with
   * the option probability.
   * @param {S} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<Shaped<Float64Array>>}
   */
  predictProba(X, settings) {
    return attempt(() => methodOf(this, 'predictProba')(X, settings));
  }

  /**
   * Accuracy of a classifier, R^2 of a regressor.
   * @param {ScoreArguments<Last, S>} given
   * @returns {Returns<number>}
   */
  score(...given) {
    return attempt(() => methodOf(this, 'score')(...given));
  }

  /**
   * The samples as they become, if all steps are transformers.
   * @param {S} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<Shaped<Float64Array> | SparseMatrix>}
   */
  transform(X, settings) {
    return attempt(() => methodOf(this, 'transform')(X, settings));
  }

  /**
   * fit and transform.
   * @template {FitArguments<Last, S>} Given
   * @param {Given} given
   * @returns {Returns<Shaped<Float64Array> | SparseMatrix>}
   */
  fitTransform(...given) {
    return attempt(() => methodOf(this, 'fitTransform')(...given));
  }

  /**
   * Is refused, with the reason.
   * @returns {Returns<never>}
   */
  partialFit() {
    return attempt(() => {
      throw noUpdate();
    });
  }

  /** Objective of the problem that the machine solved, summed over two-class problems. */
  get objective() {
    return pipelineOf(this).fitted.info.objective;
  }

  /** The largest violation of the machine's optimality conditions that is left. */
  get gap() {
    return pipelineOf(this).fitted.info.gap;
  }

  /**
   * The class labels of a classifier, ascending.
   * @returns {Last extends Classifier<any, infer L, any, any> ? L[] : undefined}
   */
  get classes() {
    const { labels } = pipelineOf(this).fitted.classes;
    return /** @type {any} */ (labels.length > 0 ? [...labels] : undefined);
  }

  /**
   * The steps, fitted when the pipeline is: they have what the fit left behind, and
   * work on what the steps before make.
   * @returns {[...[name: string, step: Before][], [name: string, step: Last]]}
   */
  get steps() {
    return /** @type {any} */ (pipelineOf(this).steps.map((step) => [...step]));
  }

  /**
   * The steps by name.
   * @returns {Record<string, any>}
   */
  get namedSteps() {
    return Object.fromEntries(this.steps);
  }
}

/**
 * A Pipeline whose steps are called as their classes, in lower case.
 * @template S
 * @template {Machine} Last
 * @param {UnnamedSteps<Last, S>} steps
 * @returns {Pipeline<Last, S>}
 */
export function makePipeline(...steps) {
  return new Pipeline(/** @type {any} */ (nameSteps(steps)));
}
