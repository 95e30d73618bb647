/** Ensembles: machines whose fits make many fitted copies of another one, their estimator. */
import { MaxMarginError, show } from '../basics/errors.js';
import { readEntries } from '../basics/entries.js';
import { grouped, movedTo } from '../machines/options.js';
import { Estimator, isOfOtherEntry } from '../model/estimator.js';
import { partsOf } from '../model/parts.js';
import { State, stateOf } from '../model/state.js';
import { VectorizerState } from '../vectorize/state.js';

/** @import { Host } from '../runtime/host.js' */
/** @import { MachineSpec } from '../machines/options.js' */
/** @import { Options } from '../machines/option-values.js' */

/** The option that is an estimator. */
const key = 'estimator';

/** What stands before the names of the options of the estimator. */
const prefix = `${key}__`;

/** The options of an ensemble with those of its estimator, and its fit. */
export class EnsembleState extends State {
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

  params() {
    return { ...grouped(this.specs, super.values()), [key]: this.estimator };
  }

  /** All options by name; those of the estimator have its name before theirs. */
  values() {
    const inner = Object.entries(stateOf(this.estimator).values());
    const { machine } = stateOf(this.estimator);
    const named = inner.map(([name, value]) => [prefix + name, value]);
    return { ...super.values(), [key]: machine, ...Object.fromEntries(named) };
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
    const own = super.recipe(names);
    const { machine, steps, options } = stateOf(this.estimator).recipe(names);
    return {
      machine: own.machine,
      steps: [{ machine, label: key, steps }],
      options: [own.options, options],
    };
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
    const short = readEntries(this.name, Object.fromEntries(nested), known, moved).map(
      ([name, value]) => [name.slice(prefix.length), value],
    );
    const inner = grouped(state.specs, Object.fromEntries(short));
    state.check(inner);
    return { own, estimator, inner, checked: super.check(own) };
  }

  /** The members, fitted: each has what its fit left behind, and predicts on its own. */
  members() {
    const { spec } = stateOf(this.estimator);
    const parts = partsOf(
      this.fitted,
      () => spec,
      () => this.host.newModelId(),
    );
    return parts.map((part) => {
      const member = this.estimator.clone();
      stateOf(member).fitted = part;
      return member;
    });
  }

  /** @param {Host} host */
  moveTo(host) {
    super.moveTo(host);
    stateOf(this.estimator).moveTo(host);
  }

  dispose() {
    super.dispose();
    this.estimator.dispose();
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param {string} name of the ensemble
 * @param {unknown} given
 * @param {Host} host
 * @returns {Estimator<any>}
 */
function checkEstimator(name, given, host) {
  if (isOfOtherEntry(given)) {
    throw wrong(
      `the estimator of ${name} is a ${/** @type {object} */ (given).constructor.name} of another entry: maxmargin, maxmargin/sync and maxmargin/inline have classes of their own; import both from one of them`,
    );
  }
  if (!(given instanceof Estimator) || stateOf(given) instanceof VectorizerState) {
    throw wrong(`${name} is made of a classifier such as new DecisionStump(), got ${show(given)}`);
  }
  const state = stateOf(given);
  if (state.spec.kind !== 'classifier') {
    throw wrong(
      `${name} is made of classifiers, but a ${state.machine} is a ${state.spec.kind}; use one such as DecisionStump`,
    );
  }
  if (state.front || typeof state.learner.options.kernel === 'function') {
    throw wrong(
      `${name} gives its estimator rows of numbers; leave out functions and steps that take other samples, and apply them before`,
    );
  }
  if (state.home !== host) {
    throw wrong(`${name} and its estimator come from different entry points of maxmargin`);
  }
  return given;
}

/** @param {string} message */
const wrong = (message) => new MaxMarginError('ERR_OPTION', key, message);
