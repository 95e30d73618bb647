/** Transformers that learn from targets, too. */
import { host, run } from '#host';
import { isNumbers } from '../basics/numbers.js';
import { packTargets } from '../input/targets.js';
import { attachState } from '../model/registry.js';
import { State } from '../model/state.js';
import { Transformer, fitting, steps } from './estimators.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Reports, Returns } from '../forms.js' */
/** @import { MachineSpec } from '../machines/options.js' */
/** @import { FitSettings, Progress, Shaped, SparseMatrix } from '../types.js' */

/** The state of a transformer that learns from classes or numbers. */
class SelectorState extends State {
  get takesTargets() {
    return true;
  }

  /**
   * Numbers are targets of a regression; all else are classes.
   * @param {any} y
   * @param {number} rows
   */
  targetsOf(y, rows) {
    const list = y?.toArray?.() ?? y;
    const numbers = isNumbers(list) && typeof list[0] === 'number';
    return packTargets(numbers ? 'regressor' : 'classifier', y, rows);
  }
}

/**
 * @param {Selector<any, any>} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {FitSettings} [settings]
 * @returns {Steps<Shaped<Float64Array> | SparseMatrix>}
 */
function* both(model, X, y, settings) {
  yield model.fit(X, y, settings);
  return yield model.transform(X);
}

/**
 * A transformer that learns from X and y.
 * @template {object} Options
 * @template S its samples
 * @extends {Transformer<Options, S>}
 */
export class Selector extends Transformer {
  /**
   * @param {object} spec what the machine is: a MachineSpec
   * @param {Options} [options]
   */
  constructor(spec, options) {
    super(spec, options);
    attachState(this, new SelectorState(/** @type {MachineSpec} */ (spec), options, host));
  }

  /**
   * Learns from samples X and y how to transform samples. Fails as a whole or not at all.
   * @param {S} X
   * @param {any} [y] numbers, or classes: strings, booleans or bigints
   * @param {FitSettings} [settings]
   * @returns {Returns<this>}
   */
  fit(X, y, settings) {
    return run(fitting(this, X, y, settings));
  }

  /**
   * The same, step by step, as machines do it.
   * @param {S} X
   * @param {any} [y]
   * @param {FitSettings} [settings]
   * @returns {Reports<Progress, this>}
   */
  fitSteps(X, y, settings) {
    return steps(this, X, y, settings);
  }

  /**
   * fit and transform.
   * @param {S} X
   * @param {any} [y]
   * @param {FitSettings} [settings]
   * @returns {Returns<Shaped<Float64Array> | SparseMatrix>}
   */
  fitTransform(X, y, settings) {
    return run(both(this, X, y, settings));
  }
}
