/** Ensembles: machines whose fits make many fitted copies of another one, their estimator. */
import { MaxMarginError, show } from '../basics/errors.js';
import { readEntries } from '../basics/entries.js';
import { isRecord } from '../input/tables.js';
import { grouped, movedTo, withDefaults } from '../machines/options.js';
import { Estimator, isOfOtherEntry } from '../model/estimator.js';
import { stateOf } from '../model/registry.js';
import { VectorizerState } from '../vectorize/state.js';
import { HolderState, optionsWithin, recipeWith, separator } from './holder-state.js';

/** @import { Host } from '../runtime/host.js' */
/** @import { MachineSpec } from '../machines/options.js' */
/** @import { Options } from '../machines/option-values.js' */
/** @import { Held } from './holder-state.js' */

/** The option that is an estimator. */
const key = 'estimator';

/** What stands before the names of the options of the estimator. */
const prefix = key + separator;

/** The options of an ensemble with those of its estimator, and its fit. */
export class EnsembleState extends HolderState {
  /**
   * @param {MachineSpec} spec
   * @param {unknown} options
   * @param {Host} host
   * @param {() => Estimator<any>} usual makes the estimator by default
   */
  constructor(spec, options, host, usual) {
    const { [key]: given, ...own } = isRecord(options) ? options : {};
    super(spec, isRecord(options) ? own : options, host);
    /** Not fitted: the members are copies of it. */
    this.estimator = given === undefined ? usual() : checkEstimator(this.name, given, host).clone();
    this.usual = usual;
  }

  /** @returns {Held[]} */
  get held() {
    return [[key, this.estimator]];
  }

  params() {
    return {
      ...grouped(this.specs, withDefaults(this.specs, this.options)),
      [key]: this.estimator,
    };
  }

  /** All options by name; those of the estimator have its name before theirs. */
  values() {
    const { machine } = stateOf(this.estimator);
    const own = withDefaults(this.specs, this.options);
    return { ...own, [key]: machine, ...this.prefixed((state) => state.values()) };
  }

  print() {
    const inner = String(this.estimator);
    const own = super.print().slice(this.name.length + 1, -1);
    if (inner === String(this.usual())) return super.print();
    return `${this.name}({${key}: ${inner}${own && `, ${own.slice(1, -1)}`}})`;
  }

  /** @param {(options: Options) => Options} write */
  write(write) {
    const state = stateOf(this.estimator);
    return { ...super.write(write), [key]: { machine: state.name, ...state.write(write) } };
  }

  ingredients() {
    return { ...grouped(this.specs, this.options), [key]: this.estimator };
  }

  /** @param {readonly string[]} names of the classes */
  recipe(names) {
    const part = { label: key, ...stateOf(this.estimator).recipe(names) };
    return recipeWith(this.machine, [part], super.recipe(names).options);
  }

  /**
   * Own options, an estimator, or options of the estimator such as estimator__maxDepth. All are
   * checked before any is changed.
   * @param {unknown} options
   */
  change(options) {
    this.checkAlive();
    const { own, estimator, inner } = this.#sort(options);
    super.change(own);
    if (estimator) this.estimator = estimator.clone();
    this.estimator.setParams(inner);
  }

  /** @param {unknown} options */
  check(options) {
    return this.#sort(options).checked;
  }

  /** @param {unknown} options */
  #sort(options) {
    if (!isRecord(options)) return { own: {}, inner: {}, checked: super.check(options) };
    const { [key]: given, ...others } = options;
    const estimator = given === undefined ? undefined : checkEstimator(this.name, given, this.home);
    const state = stateOf(estimator ?? this.estimator);
    const entries = Object.entries(others);
    const own = Object.fromEntries(entries.filter(([name]) => !name.startsWith(prefix)));
    const nested = entries.filter(([name]) => name.startsWith(prefix));
    const known = Object.keys(state.values()).map((name) => prefix + name);
    const moved = (/** @type {string} */ name) =>
      movedTo(state.specs, name.slice(prefix.length), prefix);
    const names = this.specs.map(({ name }) => name);
    // An option of the estimator without its name before it is refused, with the hint.
    const bare = Object.entries(own).filter(([name]) => known.includes(prefix + name) && !names.includes(name)); // prettier-ignore
    const read = readEntries(this.name, Object.fromEntries([...nested, ...bare]), known, moved);
    const inner = grouped(state.specs, optionsWithin(read, key));
    state.check(inner);
    return { own, estimator, inner, checked: super.check(own) };
  }

  /** The members, fitted: each has what its fit left behind, and predicts on its own. */
  members() {
    return this.partsOf(this.fitted).map((part) => {
      const member = this.estimator.clone();
      stateOf(member).fitted = part;
      return member;
    });
  }
}

/**
 * @param {string} name of the ensemble
 * @param {unknown} given
 * @param {Host} host
 * @returns {Estimator<any>}
 */
function checkEstimator(name, given, host) {
  if (isOfOtherEntry(given, host)) {
    throw wrong(
      `the estimator of ${name} is a ${/** @type {object} */ (given).constructor.name} of another entry: maxmargin, maxmargin/sync and maxmargin/inline have classes of their own; import both from one of them`,
    );
  }
  if (!(given instanceof Estimator) || stateOf(given) instanceof VectorizerState) {
    throw wrong(
      `${name} is made of a classifier such as new DecisionStump(), got ${show(given)}; BoostedClassifier of maxmargin/study takes others`,
    );
  }
  const state = stateOf(given);
  if (state.spec.kind !== 'classifier') {
    throw wrong(
      `${name} is made of classifiers, but a ${state.machine} is a ${state.spec.kind}; use one such as DecisionStump`,
    );
  }
  if (state.vectorizer || typeof state.learner.options.kernel === 'function') {
    throw wrong(
      `${name} gives its estimator rows of numbers; leave out functions and steps that take other samples, and apply them before, or use BoostedClassifier of maxmargin/study`,
    );
  }
  return given;
}

/** @param {string} message */
const wrong = (message) => new MaxMarginError('ERR_OPTION', key, message);
