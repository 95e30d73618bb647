/** A regressor whose targets are transformed. */
import { attempt, host, loadable, run } from '#host';
import { transformedTarget } from '../machines/holders.js';
import { attachState, stateOf } from '../model/registry.js';
import { register } from '../model/loadable.js';
import { Regressor } from './estimators.js';
import { TargetState } from './target-state.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Samples, PredictSettings } from '../types.js' */
/** @import { AnyRegressor, TargetFunctions, TargetOptions } from './types.js' */

/**
 * A regressor that learns y after a transformation, such as its logarithm, and predicts in the
 * units of y. The transformation is learnt from the rows of each fit alone.
 * @template {AnyRegressor} [R=any] the regressor
 * @template [S=Samples] its samples
 * @extends {Regressor<Record<string, unknown>, S>}
 */
export class TransformedTarget extends Regressor {
  /** @internal */
  static name = /* @__PURE__ */ register(loadable, 'TransformedTarget', this, transformedTarget);

  /**
   * @param {R} regressor a regressor or a pipeline that ends in one; it is copied
   * @param {TargetOptions} [options]
   */
  constructor(regressor, options) {
    super(transformedTarget);
    attachState(this, new TargetState(regressor, options, host));
  }

  /**
   * The value for every row, in the units of y.
   * @param {S} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<Float64Array>}
   */
  predict(X, settings) {
    const predicted = super.predict(X, settings);
    const state = stateOf(this); // in a pipeline that of the pipeline
    const back = state instanceof TargetState && state.functions ? state : undefined;
    return back ? run(undoing(back, predicted)) : predicted;
  }

  /**
   * The model as bytes, for load().
   * @returns {Returns<Uint8Array<ArrayBuffer>>}
   */
  save() {
    return attempt(() => {
      const state = stateOf(this);
      if (state instanceof TargetState) state.checkSavable();
      return super.save();
    });
  }

  /**
   * The regressor, fitted when this is; it predicts what y is transformed to.
   * @returns {R}
   */
  get regressor() {
    return /** @type {any} */ (targetOf(this).regressor);
  }

  /**
   * What transforms y: a name, functions, or a transformer, which is fitted when this is.
   * @returns {string | TargetFunctions | object}
   */
  get transformer() {
    return /** @type {string | object} */ (targetOf(this).params().transformer);
  }
}

/** @param {object} model */
const targetOf = (model) => /** @type {TargetState} */ (stateOf(model));

/**
 * @param {TargetState} state
 * @param {unknown} predicted
 * @returns {Steps<Float64Array>}
 */
function* undoing(state, predicted) {
  return state.undone(yield predicted);
}
