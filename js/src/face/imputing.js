/** Transformers that take missing values. */
import { host } from '#host';
import { withNaN } from '../input/gaps.js';
import { attachState } from '../model/registry.js';
import { State } from '../model/state.js';
import { Transformer } from './estimators.js';

/** @import { MachineSpec } from '../machines/options.js' */

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
