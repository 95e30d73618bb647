/** The options of an estimator, as users, files and Go have them. */
import { checkBesideKernel, settleKernel } from '../machines/kernels.js';
import { checkOptions, grouped, printOptions, toWire, withDefaults } from '../machines/options.js';
import { Lifetime } from './lifetime.js';

/** @import { Host } from '../runtime/host.js' */
/** @import { Coding } from '../input/coding.js' */
/** @import { Options } from '../machines/option-values.js' */
/** @import { MachineSpec } from '../machines/options.js' */

/**
 * A machine that holds others, or a part of it.
 * @typedef {{machine: string, label: string, steps: Part[]}} Part
 */

/**
 * What Go is to fit: the options of a machine that holds others are a list, those of the parts
 * last.
 * @typedef {{machine: string, steps: Part[], options: object}} Recipe
 */

export class Parameters extends Lifetime {
  /** As checkOptions returned them. @type {Options} */
  options = {};

  /**
   * @param {MachineSpec} spec
   * @param {unknown} options
   * @param {Host} host
   */
  constructor(spec, options, host) {
    super(spec, host);
    this.specs = spec.options;
    this.options = this.#checkOwn(options);
  }

  /** All options, the defaults filled in, as users write them. @returns {Options} */
  params() {
    return grouped(this.specs, this.values());
  }

  /** The same of such an estimator whose options are all left out. @returns {Options} */
  defaults() {
    return grouped(this.specs, withDefaults(this.specs, {}));
  }

  /** All options by name, the defaults filled in. @returns {Options} */
  values() {
    return withDefaults(this.specs, this.options);
  }

  /** As source text, with the options that were changed. */
  print() {
    return `${this.machine}(${printOptions(this.specs, this.options)})`;
  }

  /** The model in one line: its options that are not defaults, and its fit. */
  describe() {
    const options = this.print()
      .slice(this.name.length + 1, -1)
      .replace(/^{(.*)}$/, '$1');
    return `${this.name} { ${options && `${options}, `}${this.condition} }`;
  }

  /**
   * The options as part of the model's JSON.
   * @param {(options: Options) => Options} write
   * @returns {object}
   */
  write(write) {
    return { options: grouped(this.specs, write(this.options)) };
  }

  /**
   * The arguments of the constructor for a new, equal estimator.
   * @returns {unknown}
   */
  ingredients() {
    return grouped(this.specs, this.options);
  }

  /**
   * What Go is to fit.
   * @param {readonly string[]} names of the classes
   * @param {Coding} [_coding] of the samples, if they have one
   * @returns {Recipe}
   */
  recipe(names, _coding) {
    const options = toWire(this.specs, this.options, names);
    return { machine: this.machine, steps: [], options };
  }

  /** @param {unknown} options */
  change(options) {
    this.checkAlive();
    this.options = settleKernel(this.specs, { ...this.options, ...this.check(options) });
  }

  /**
   * Checks the options that a user gives.
   * @param {unknown} options
   * @returns {Options}
   */
  check(options) {
    return this.#checkOwn(options);
  }

  /** @param {unknown} options */
  #checkOwn(options) {
    const checked = checkOptions(this.machine, this.specs, options);
    checkBesideKernel(this.specs, checked.kernel ?? this.options.kernel, checked);
    return checked;
  }
}
