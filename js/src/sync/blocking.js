/** Classifiers whose methods block and return values. */
import { Classifier } from '../classifier.js';
import { unpackDecisions } from '../fitted.js';
import { accuracy, decodeLabels } from '../labels.js';
import { unpackText } from '../libsvm.js';
import { checkDecisionSettings, stateOf } from '../state.js';
import { host } from './program.js';

/** @import { DecisionSettings, FitSettings, Label, Samples, Shaped } from '../types.js' */

/**
 * @template {object} Options
 * @template {Label} [L=Label]
 * @extends {Classifier<Options, L>}
 */
export class BlockingClassifier extends Classifier {
  /**
   * @param {string} machine
   * @param {Options} [options]
   */
  constructor(machine, options) {
    super(machine, options, host);
  }

  /**
   * Trains on samples X with class labels y. Fails as a whole or not at all.
   * onProgress is called in place; a signal counts only if already aborted.
   * @param {Samples} X
   * @param {ArrayLike<L>} y one label per row, all of one primitive type
   * @param {FitSettings} [settings]
   * @returns {this}
   */
  fit(X, y, settings) {
    const state = stateOf(this);
    const job = state.beginFit(X, y, settings);
    try {
      state.adopt(job, host.fit(job.id, job.payload, job.watch));
    } finally {
      state.endFit();
    }
    return this;
  }

  /**
   * The class label of every row.
   * @param {Samples} X
   * @returns {L[]}
   */
  predict(X) {
    const [model, payload] = stateOf(this).apply(X);
    const { buffers } = host.apply('predict', model, payload);
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
    const shape = checkDecisionSettings(settings);
    const [model, payload] = stateOf(this).apply(X, { shape });
    return unpackDecisions(host.apply('decisionFunction', model, payload));
  }

  /**
   * Accuracy: the share of rows whose predicted label is the one in y.
   * @param {Samples} X
   * @param {ArrayLike<L>} y
   * @returns {number}
   */
  score(X, y) {
    const { classes } = stateOf(this).fitted;
    return accuracy(classes, this.predict(X), y);
  }

  /**
   * The model as bytes, for load().
   * @returns {Uint8Array<ArrayBuffer>}
   */
  save() {
    return new Uint8Array(stateOf(this).fitted.bytes);
  }

  /**
   * The model in LIBSVM's text format, for svm-predict and its kin. Its labels
   * must be whole numbers.
   * @returns {string}
   */
  exportLibsvm() {
    const { fitted } = stateOf(this);
    return unpackText(host.apply('exportLibsvm', fitted, { request: { model: fitted.id } }));
  }
}
