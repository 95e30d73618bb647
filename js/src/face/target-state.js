/** TransformedTarget: a regressor, and what y goes through before it. */
import { MaxMarginError, show } from '../basics/errors.js';
import { readEntries } from '../basics/entries.js';
import { badResult, thrown } from '../functions/functions.js';
import { checkValues } from '../input/values.js';
import { transformedTarget } from '../machines/holders.js';
import { Estimator, isOfOtherEntry } from '../model/estimator.js';
import { partsOf } from '../model/parts.js';
import { State, stateOf } from '../model/state.js';
import { countRows } from '../select/subsets.js';
import { takeCategories } from './encoder-state.js';

/** @import { Host } from '../runtime/host.js' */
/** @import { Coding } from '../input/coding.js' */
/** @import { Use } from '../input/inputs.js' */
/** @import { Options } from '../machines/option-values.js' */
/** @import { Fitted } from '../model/fitted.js' */
/** @import { TargetFunctions } from './types.js' */

/** What stands between the name of a part and that of its option. */
const separator = '__';

/** The transformers that can be undone. */
const inverters = [
  'StandardScaler',
  'MinMaxScaler',
  'MaxAbsScaler',
  'RobustScaler',
  'QuantileTransformer',
];

/**
 * What y goes through: a name, a transformer, or functions.
 * @typedef {{name?: string, estimator?: Estimator<any>, functions?: TargetFunctions}} Way
 */

/** The regressor and the transformer of a TransformedTarget, and its fit. */
export class TargetState extends State {
  /**
   * @param {unknown} given the regressor, or all arguments in an object
   * @param {unknown} options
   * @param {Host} host
   */
  constructor(given, options, host) {
    const whole = isRecord(given) && !(given instanceof Estimator) && !isOfOtherEntry(given);
    if (options !== undefined && !isRecord(options)) {
      throw new MaxMarginError(
        'ERR_OPTION',
        'options',
        `TransformedTarget takes an object of options such as { transformer: 'log' }, got ${show(options)}`,
      );
    }
    const { regressor, transformer, ...own } = whole
      ? given
      : { .../** @type {object} */ (options), regressor: given };
    const way = wayOf(transformer, host);
    super(
      transformedTarget,
      way.name === undefined ? own : { ...own, transformer: way.name },
      host,
    );
    /** Not fitted before this is. @type {Estimator<any>} */
    this.regressor = checkRegressor(regressor, host).clone();
    this.way = way;
  }

  /** The functions of the caller that y goes through, if there are some. */
  get functions() {
    return this.way.functions;
  }

  /** What has to be alike in machines that Go compares in one study; see Comparison. */
  get form() {
    const { way, regressor } = this;
    const { name, machine } = stateOf(regressor);
    const to = way.estimator && stateOf(way.estimator).machine;
    return `${way.functions ? 'functions' : to}, ${name} ${machine} ${formOf(stateOf(regressor))}`;
  }

  get learner() {
    return stateOf(this.regressor).learner;
  }

  get prefix() {
    return `regressor${separator}${stateOf(this.regressor).prefix}`;
  }

  get copies() {
    return stateOf(this.regressor).copies;
  }

  get takesCategories() {
    return Boolean(/** @type {any} */ (stateOf(this.regressor)).takesCategories);
  }

  /**
   * The categories that are given for a column.
   * @param {number} place
   */
  givenOf(place) {
    return /** @type {any} */ (stateOf(this.regressor)).givenOf?.(place) ?? [];
  }

  /**
   * A table with categories as codes.
   * @param {unknown} X
   * @param {Use} use
   */
  takeTable(X, use) {
    return /** @type {any} */ (stateOf(this.regressor)).takeTable(X, use);
  }

  /**
   * What turns the samples into numbers first.
   * @param {unknown} X
   */
  vectorizing(X) {
    return /** @type {any} */ (stateOf(this.regressor)).vectorizing?.(X);
  }

  /**
   * The samples as the regressor reads them: a pipeline may begin with an imputer.
   * @param {unknown} X
   * @param {readonly string[]} [features]
   */
  read(X, features) {
    return /** @type {any} */ (stateOf(this.regressor)).read?.(X, features) ?? X;
  }

  /**
   * @param {unknown} X
   * @param {Use} use
   */
  takeIn(X, use) {
    if (this.takesCategories) return takeCategories(this, X, use);
    return super.takeIn(this.read(X, use.features), use);
  }

  /**
   * @param {'predict' | 'decisionFunction' | 'predictProba' | 'transform'} operation
   * @param {unknown} X
   * @param {object} [more]
   * @param {boolean} [transfer]
   */
  apply(operation, X, more, transfer) {
    const { intake, featureNames } = this.fitted;
    return super.apply(operation, intake ? X : this.read(X, featureNames), more, transfer);
  }

  /**
   * @param {unknown} X
   * @param {unknown} y
   * @param {any} given
   */
  beginFit(X, y, given) {
    const { functions } = this;
    if (!functions) return super.beginFit(X, y, given);
    const values = checkValues(y, 'y', countRows(/** @type {any} */ (X)));
    return super.beginFit(X, mapped(functions, 'func', values, 'y'), given);
  }

  /**
   * Predictions in the units of y.
   * @param {Float64Array} values
   */
  undone(values) {
    return this.functions ? mapped(this.functions, 'inverse', values, 'predicted') : values;
  }

  /** Refuses to save functions. */
  checkSavable() {
    if (!this.functions) return;
    throw new MaxMarginError(
      'ERR_UNSAVABLE',
      'transformer',
      "functions of your own transform y, which no file can hold, so this model cannot be saved; use a name such as 'log', or a transformer such as new StandardScaler()",
    );
  }

  /** The parts by name, those of Go in its order. @returns {[string, Estimator<any>][]} */
  get #parts() {
    return partsIn(this.way, this.regressor);
  }

  /**
   * @param {readonly string[]} names of the classes
   * @param {Coding} [coding] of the samples
   */
  recipe(names, coding) {
    const learner = this.learner;
    refuseFunctions(stateOf(this.regressor), 'the regressor of a TransformedTarget');
    for (const [name, refused] of [
      ['loss', learner.options.loss === 'custom'],
      ['kernel', typeof learner.options.kernel === 'function'],
    ]) {
      if (!refused) continue;
      throw new MaxMarginError(
        'ERR_OPTION',
        /** @type {string} */ (name),
        `a function as ${name} cannot be within a TransformedTarget; name a ${name}`,
      );
    }
    const parts = this.#parts.map(([label, part]) => ({
      label,
      ...stateOf(part).recipe(names, coding),
    }));
    return {
      machine: this.machine,
      steps: parts.map(({ machine, label, steps }) => ({ machine, label, steps })),
      options: [super.recipe(names).options, ...parts.map(({ options }) => options)],
    };
  }

  #own() {
    const { name = super.values().transformer, estimator, functions } = this.way;
    return functions ?? estimator ?? name;
  }

  params() {
    return {
      transformer: this.#own(),
      regressor: this.regressor,
      ...this.#prefixed((state) => state.params()),
    };
  }

  defaults() {
    return {
      ...{ transformer: 'none', regressor: this.regressor },
      ...this.#prefixed((state) => state.defaults()),
    };
  }

  values() {
    return { ...super.values(), ...this.#prefixed((state) => state.values()) };
  }

  /** @param {(state: State) => object} optionsOf */
  #prefixed(optionsOf) {
    return prefixed(this.#parts, optionsOf);
  }

  print() {
    const { functions, estimator } = this.way;
    const to = functions ? '{func, inverse}' : (estimator ?? `'${this.#own()}'`);
    return `TransformedTarget(${this.regressor}, {transformer: ${to}})`;
  }

  /** @param {(options: Options) => Options} write */
  write(write) {
    this.checkSavable();
    const parts = this.#parts.map(([name, part]) => {
      const state = stateOf(part);
      return [name, { machine: state.name, ...state.write(write) }];
    });
    return { ...super.write(write), ...Object.fromEntries(parts) };
  }

  ingredients() {
    return { transformer: this.#own(), regressor: this.regressor };
  }

  /** @param {unknown} options own ones, and those of the parts as regressor__C */
  change(options) {
    this.checkAlive();
    const { way, regressor, nested } = this.#sort(options);
    if (regressor) this.regressor = regressor.clone();
    if (way) {
      this.way = way;
      this.options = way.name === undefined ? {} : { transformer: way.name };
    }
    for (const [name, part] of this.#parts) part.setParams(nested[name]);
  }

  /** @param {unknown} options */
  check(options) {
    return this.#sort(options).all;
  }

  /** @param {any} options */
  #sort(options) {
    if (!isRecord(options)) {
      return { nested: /** @type {Record<string, any>} */ ({}), all: super.check(options) };
    }
    const regressor =
      options.regressor === undefined ? undefined : checkRegressor(options.regressor, this.home);
    const way =
      options.transformer === undefined ? undefined : wayOf(options.transformer, this.home);
    if (way?.name !== undefined) super.check({ transformer: way.name });
    const parts = partsIn(way ?? this.way, regressor ?? this.regressor);
    const known = Object.keys(prefixed(parts, (state) => state.params()));
    const entries = readEntries(this.name, options, ['transformer', 'regressor', ...known]);
    /** @type {Record<string, Record<string, unknown>>} */
    const nested = {};
    for (const [name, part] of parts) {
      const start = name + separator;
      nested[name] = Object.fromEntries(
        entries
          .filter(([option]) => option.startsWith(start))
          .map(([option, value]) => [option.slice(start.length), value]),
      );
      stateOf(part).check(nested[name]);
    }
    return { way, regressor, nested, all: Object.fromEntries(entries) };
  }

  /** @param {Fitted} fitted */
  shareFit(fitted) {
    const states = this.#parts.map(([, part]) => stateOf(part));
    const find = (/** @type {string} */ machine) =>
      /** @type {any} */ (states.find(({ spec }) => spec.name === machine)).spec;
    partsOf(fitted, find, () => this.host.newModelId()).forEach((part, i) => {
      if (i === states.length - 1) part.intake = fitted.intake;
      states[i].fitted = part;
    });
  }

  /** @param {Host} host */
  moveTo(host) {
    super.moveTo(host);
    for (const [, part] of this.#parts) stateOf(part).moveTo(host);
  }

  dispose() {
    super.dispose();
    for (const [, part] of this.#parts) part.dispose();
  }
}

/**
 * @param {Way} way
 * @param {Estimator<any>} regressor
 * @returns {[string, Estimator<any>][]}
 */
const partsIn = ({ estimator }, regressor) => [
  .../** @type {[string, Estimator<any>][]} */ (estimator ? [['transformer', estimator]] : []),
  ['regressor', regressor],
];

/**
 * @param {[string, Estimator<any>][]} parts
 * @param {(state: State) => object} optionsOf
 */
function prefixed(parts, optionsOf) {
  return Object.fromEntries(
    parts.flatMap(([name, part]) =>
      Object.entries(optionsOf(stateOf(part))).map(([option, value]) => [
        name + separator + option,
        value,
      ]),
    ),
  );
}

/**
 * The form of a machine that has one.
 * @param {State} state
 * @returns {string | undefined}
 */
const formOf = (state) => /** @type {any} */ (state).form;

/**
 * Refuses a part whose y goes through functions of the caller, which only the face can call.
 * @param {State} state of the part
 * @param {string} place
 */
export function refuseFunctions(state, place) {
  if (!(state instanceof TargetState) || !state.functions) return;
  throw new MaxMarginError(
    'ERR_OPTION',
    'transformer',
    `a TransformedTarget with functions of your own cannot be ${place}; put it outside: new TransformedTarget(makePipeline(...), { transformer: { func, inverse } })`,
  );
}

/**
 * @param {TargetFunctions} functions
 * @param {'func' | 'inverse'} name
 * @param {Float64Array} values
 * @param {string} argument of which they are
 */
function mapped(functions, name, values, argument) {
  return Float64Array.from(values, (value, row) => {
    const place = `${name}(${argument}[${row}])`;
    let made;
    try {
      made = functions[name](value);
    } catch (cause) {
      throw thrown('transformer', place, cause, { row });
    }
    if (typeof made === 'number' && Number.isFinite(made)) return made;
    throw badResult('transformer', place, made, 'a finite number', { row });
  });
}

/**
 * @param {unknown} given
 * @param {Host} host
 * @returns {Way} with copies of what could change later
 */
function wayOf(given, host) {
  if (given === undefined) return {};
  const expected = `a name such as 'log', a transformer such as new StandardScaler(), or { func, inverse }`;
  if (isOfOtherEntry(given)) {
    throw wrong(
      'transformer',
      'the transformer is of another entry of maxmargin than this TransformedTarget; import both from one of them',
    );
  }
  if (given instanceof Estimator) {
    const { name, home } = stateOf(given);
    if (inverters.includes(name) && home === host) return { estimator: given.clone() };
    throw wrong(
      'transformer',
      `a ${name} cannot transform y, because it cannot be undone; use ${inverters.join(', ')}, a name such as 'log', or { func, inverse }`,
    );
  }
  if (!isRecord(given)) return { name: /** @type {string} */ (given) };
  const { func, inverse } = Object.fromEntries(
    readEntries('transformer of TransformedTarget', given, ['func', 'inverse']),
  );
  if (typeof func === 'function' && typeof inverse === 'function') {
    return { functions: /** @type {any} */ ({ func, inverse }) };
  }
  throw wrong(
    'transformer',
    `transformer must be ${expected}, both of them functions, got ${show(given)}`,
  );
}

/**
 * @param {unknown} given
 * @param {Host} host
 * @returns {Estimator<any>}
 */
function checkRegressor(given, host) {
  if (isOfOtherEntry(given)) {
    throw wrong(
      'regressor',
      `the regressor is a ${/** @type {object} */ (given).constructor.name} of another entry of maxmargin than this TransformedTarget; import both from one of them`,
    );
  }
  if (!(given instanceof Estimator)) {
    throw wrong(
      'regressor',
      `TransformedTarget is made of a regressor such as new SVR(), got ${show(given)}`,
    );
  }
  const state = stateOf(given);
  if (state.spec.kind !== 'regressor') {
    throw wrong(
      'regressor',
      `TransformedTarget is made of a regressor such as new SVR(), but a ${state.name} is a ${state.spec.kind}; use one that predicts numbers`,
    );
  }
  if (state.front) {
    throw wrong(
      'regressor',
      'a pipeline with a vectorizer cannot be within a TransformedTarget; make the TransformedTarget the last step of that pipeline',
    );
  }
  if (state.home !== host) {
    throw wrong(
      'regressor',
      'a TransformedTarget and its regressor come from different entry points of maxmargin',
    );
  }
  return given;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param {string} argument
 * @param {string} message
 */
const wrong = (argument, message) => new MaxMarginError('ERR_OPTION', argument, message);
