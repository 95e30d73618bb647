/** Pipelines whose methods block. */
import { PipelineState, methodOf, nameSteps, noUpdate, pipelineOf } from '../pipeline.js';
import {
  BlockingClassifier,
  BlockingDetector,
  BlockingModel,
  BlockingRegressor,
} from './blocking.js';
import { host } from './program.js';

/** @import { BlockingTransformer } from './blocking.js' */
/** @import { DecisionSettings, Progress, Samples, Shaped, PredictSettings } from '../types.js' */

/** @import { Vectorizer } from '../vectorize/vectorizers.js' */

/** A step before the last. @typedef {BlockingTransformer<any> | Vectorizer<any>} Before */

/** A last step. @typedef {BlockingClassifier<any, any> | BlockingRegressor<any> | BlockingDetector<any>} Machine */

const kinds = {
  classifier: BlockingClassifier.prototype,
  regressor: BlockingRegressor.prototype,
  detector: BlockingDetector.prototype,
};

/**
 * Scalers and, at the end, a machine. It has the methods of that machine, and its
 * options under the names step__option. The steps are copies of those that it is made of.
 * @template {Machine} [Last=any]
 * @extends {BlockingModel<Record<string, unknown>>}
 */
export class Pipeline extends BlockingModel {
  /** @param {readonly [...[name: string, step: Before][], [name: string, step: Last]]} steps */
  constructor(steps) {
    super(new PipelineState(steps, host));
  }

  /**
   * Fits each scaler to what those before it make of X, and the machine to what comes
   * out. Fails as a whole or not at all.
   * @param {Parameters<Last['fit']>} given as fit of the machine takes it
   * @returns {this}
   */
  fit(...given) {
    return methodOf(this, kinds, 'fit')(...given);
  }

  /**
   * The same, step by step; see the machine.
   * @param {Parameters<Last['fitSteps']>} given
   * @returns {Generator<Progress, this, void>}
   */
  fitSteps(...given) {
    return methodOf(this, kinds, 'fitSteps')(...given);
  }

  /**
   * What the machine predicts for every row.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {ReturnType<Last['predict']>}
   */
  predict(X, settings) {
    return methodOf(this, kinds, 'predict')(X, settings);
  }

  /**
   * The decision values of the machine, unless it is a regressor.
   * @param {Samples} X
   * @param {DecisionSettings} [settings]
   * @returns {Shaped<Float64Array>}
   */
  decisionFunction(X, settings) {
    return methodOf(this, kinds, 'decisionFunction')(X, settings);
  }

  /**
   * The probability of each class for every row, if the machine is a classifier with
   * the option probability.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Shaped<Float64Array>}
   */
  predictProba(X, settings) {
    return methodOf(this, kinds, 'predictProba')(X, settings);
  }

  /**
   * Accuracy of a classifier, R^2 of a regressor.
   * @param {Last extends { score: (...given: infer Given) => unknown } ? Given : never} given
   * @returns {number}
   */
  score(...given) {
    return methodOf(this, kinds, 'score')(...given);
  }

  /**
   * Is refused, with the reason.
   * @returns {never}
   */
  partialFit() {
    throw noUpdate();
  }

  /**
   * The class labels of a classifier, ascending.
   * @returns {Last extends BlockingClassifier<any, infer L> ? L[] : undefined}
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
 * @template {Machine} Last
 * @param {[...Before[], Last]} steps
 * @returns {Pipeline<Last>}
 */
export function makePipeline(...steps) {
  return new Pipeline(/** @type {any} */ (nameSteps(steps)));
}
