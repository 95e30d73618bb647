/** Machines that take missing values. */
import { host } from '#host';
import { withNaN } from '../input/gaps.js';
import { attachState } from '../model/registry.js';
import { State } from '../model/state.js';
import { Classifier, Regressor, Transformer } from './estimators.js';

/** @import { Classifiers } from '../generated/classifiers.js' */
/** @import { MachineSpec } from '../machines/options.js' */
/** @import { Label } from '../types.js' */

/** The state of a machine that takes missing values. */
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

/**
 * A classifier whose samples may have gaps.
 * @template {object} Options
 * @template {Label} L its labels
 * @template S its samples
 * @template {keyof Classifiers<any, any>} Name
 * @extends {Classifier<Options, L, S, Name>}
 */
export class GapsClassifier extends Classifier {
  /**
   * @param {object} spec what the machine is: a MachineSpec
   * @param {Options} [options]
   */
  constructor(spec, options) {
    super(spec, options);
    attachState(this, new GapsState(/** @type {MachineSpec} */ (spec), options, host));
  }
}

/**
 * A regressor whose samples may have gaps.
 * @template {object} Options
 * @template S its samples
 * @extends {Regressor<Options, S>}
 */
export class GapsRegressor extends Regressor {
  /**
   * @param {object} spec what the machine is: a MachineSpec
   * @param {Options} [options]
   */
  constructor(spec, options) {
    super(spec, options);
    attachState(this, new GapsState(/** @type {MachineSpec} */ (spec), options, host));
  }
}
