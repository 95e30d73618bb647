/** Transformers that take missing values. */
import { host } from '#host';
import { withNaN } from '../input/gaps.js';
import { State, attachState } from '../model/state.js';
import { Transformer } from './estimators.js';

/** @import { MachineSpec } from '../machines/options.js' */
/** @import { Use } from '../input/inputs.js' */

/** The state of a transformer that takes missing values. */
class GapsState extends State {
  /**
   * Samples as packSamples takes them. A pipeline that begins with this machine, and a search,
   * call it, too.
   * @param {unknown} X
   * @param {readonly string[]} [features]
   */
  read(X, features) {
    return withNaN(X, features);
  }

  /**
   * @param {unknown} X
   * @param {Use} use
   */
  takeIn(X, use) {
    return super.takeIn(this.read(X, use.features), use);
  }

  /**
   * @param {'predict' | 'decisionFunction' | 'predictProba' | 'transform'} operation
   * @param {unknown} X
   * @param {object} [more]
   * @param {boolean} [transfer]
   */
  apply(operation, X, more, transfer) {
    return super.apply(operation, this.read(X, this.fitted.featureNames), more, transfer);
  }
}

/**
 * A transformer whose samples may have gaps: NaN, null and undefined.
 * @template {object} Options
 * @template S its samples
 * @extends {Transformer<Options, S>}
 */
export class Imputer extends Transformer {
  /**
   * @param {object} spec what the machine is: a MachineSpec
   * @param {Options} [options]
   */
  constructor(spec, options) {
    super(spec, options);
    attachState(this, new GapsState(/** @type {MachineSpec} */ (spec), options, host));
  }
}
