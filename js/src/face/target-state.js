/** TransformedTarget: a regressor, and what y goes through before it. */
import { MaxMarginError, show } from '../basics/errors.js';
import { readEntries } from '../basics/entries.js';
import { badResult, thrown } from '../functions/functions.js';
import { isRecord } from '../input/tables.js';
import { checkValues } from '../input/values.js';
import { transformedTarget } from '../machines/holders.js';
import { Estimator, isOfOtherEntry } from '../model/estimator.js';
import { stateOf } from '../model/registry.js';
import { countRows } from '../select/subsets.js';
import { HolderState, optionsWithin, prefixed, recipeWith, separator } from './holder-state.js';

/** @import { Host } from '../runtime/host.js' */
/** @import { Coding } from '../input/coding.js' */
/** @import { Use } from '../input/inputs.js' */
/** @import { Options } from '../machines/option-values.js' */
/** @import { Fitted } from '../model/fitted.js' */
/** @import { Step } from '../model/step.js' */
/** @import { Held } from './holder-state.js' */
/** @import { TargetFunctions } from './types.js' */

/**
 * What y goes through: a name, a transformer, or functions.
 * @typedef {{name?: string, estimator?: Estimator<any>, functions?: TargetFunctions}} Way
 */

/** The regressor and the transformer of a TransformedTarget, and its fit. */
export class TargetState extends HolderState {
  /**
   * @param {unknown} given the regressor, or all arguments in an object
   * @param {unknown} options
   * @param {Host} host
   */
  constructor(given, options, host) {
    const whole = isRecord(given) && !(given instanceof Estimator) && !isOfOtherEntry(given, host);
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
    return `${way.functions ? 'functions' : to}, ${name} ${machine} ${stateOf(regressor).form}`;
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
    return Boolean(stateOf(this.regressor).takesCategories);
  }

  /**
   * The categories that are given for a column.
   * @param {number} place
   */
  givenOf(place) {
    return stateOf(this.regressor).givenOf?.(place) ?? [];
  }

  /**
   * A table with categories as codes.
   * @param {unknown} X
   * @param {Use} use
   */
  takeTable(X, use) {
    return stateOf(this.regressor).takeTable(X, use);
  }

  /**
   * What turns the samples into numbers first.
   * @param {unknown} X
   */
  vectorizing(X) {
    return stateOf(this.regressor).vectorizing?.(X);
  }

  /**
   * The samples as the regressor reads them: a pipeline may begin with an imputer.
   * @param {unknown} X
   * @param {readonly string[]} [features]
   */
  read(X, features) {
    return stateOf(this.regressor).read(X, features);
  }

  /**
   * @param {unknown} X
   * @param {unknown} y
   * @param {any} given
   */
  beginFit(X, y, given) {
    const { functions } = this;
    if (!functions) return super.beginFit(X, y, given);
    const values = checkValues(y, 'y', countRows(X));
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

  /** The parts by name, those of Go in its order. @returns {Held[]} */
  get held() {
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
    const parts = this.held.map(([label, part]) => ({
      label,
      ...stateOf(part).recipe(names, coding),
    }));
    return recipeWith(this.machine, parts, super.recipe(names).options);
  }

  #own() {
    const { name = super.values().transformer, estimator, functions } = this.way;
    return functions ?? estimator ?? name;
  }

  params() {
    return {
      transformer: this.#own(),
      regressor: this.regressor,
      ...this.prefixed((state) => state.params()),
    };
  }

  defaults() {
    return {
      ...{ transformer: 'none', regressor: this.regressor },
      ...this.prefixed((state) => state.defaults()),
    };
  }

  print() {
    const { functions, estimator } = this.way;
    const to = functions ? '{func, inverse}' : (estimator ?? `'${this.#own()}'`);
    return `TransformedTarget(${this.regressor}, {transformer: ${to}})`;
  }

  /** @param {(options: Options) => Options} write */
  write(write) {
    this.checkSavable();
    const parts = this.held.map(([name, part]) => {
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
    for (const [name, part] of this.held) part.setParams(nested[name]);
  }

  /** @param {unknown} options */
  check(options) {
    return this.#sort(options).all;
  }

  /** @param {any} options */
  #sort(options) {
    if (!isRecord(options)) {
      return { nested: /** @type {Record<string, Options>} */ ({}), all: super.check(options) };
    }
    const regressor =
      options.regressor === undefined ? undefined : checkRegressor(options.regressor, this.home);
    const way =
      options.transformer === undefined ? undefined : wayOf(options.transformer, this.home);
    if (way?.name !== undefined) super.check({ transformer: way.name });
    const parts = partsIn(way ?? this.way, regressor ?? this.regressor);
    const known = Object.keys(prefixed(parts, (state) => state.params()));
    const entries = readEntries(this.name, options, ['transformer', 'regressor', ...known]);
    /** @type {Record<string, Options>} */
    const nested = {};
    for (const [name, part] of parts) {
      nested[name] = optionsWithin(entries, name);
      stateOf(part).check(nested[name]);
    }
    return { way, regressor, nested, all: Object.fromEntries(entries) };
  }

  /** @param {Fitted} fitted */
  shareFit(fitted) {
    const states = this.held.map(([, part]) => stateOf(part));
    this.partsOf(fitted).forEach((part, i) => {
      if (i === states.length - 1) part.reader = fitted.reader;
      states[i].fitted = part;
    });
  }
}

/**
 * @param {Way} way
 * @param {Estimator<any>} regressor
 * @returns {Held[]}
 */
const partsIn = ({ estimator }, regressor) => [
  .../** @type {Held[]} */ (estimator ? [['transformer', estimator]] : []),
  ['regressor', regressor],
];

/**
 * Refuses a part whose y goes through functions of the caller, which only the face can call.
 * @param {Step} state of the part
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
  if (isOfOtherEntry(given, host)) {
    throw wrong(
      'transformer',
      'the transformer is of another entry of maxmargin than this TransformedTarget; import both from one of them',
    );
  }
  if (given instanceof Estimator) {
    const { name, spec } = stateOf(given);
    if (spec.columnwise) return { estimator: given.clone() };
    throw wrong(
      'transformer',
      `a ${name} cannot transform y: it does not change a single column, or cannot be undone; use one such as StandardScaler or QuantileTransformer, a name such as 'log', or { func, inverse }`,
    );
  }
  if (!isRecord(given)) return { name: /** @type {string} */ (given) };
  const { func, inverse } = Object.fromEntries(
    readEntries('transformer of TransformedTarget', given, ['func', 'inverse']),
  );
  if (typeof func === 'function' && typeof inverse === 'function') {
    return { functions: /** @type {TargetFunctions} */ ({ func, inverse }) };
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
  if (isOfOtherEntry(given, host)) {
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
  if (state.vectorizer) {
    throw wrong(
      'regressor',
      'a pipeline with a vectorizer cannot be within a TransformedTarget; make the TransformedTarget the last step of that pipeline',
    );
  }
  return given;
}

/**
 * @param {string} argument
 * @param {string} message
 */
const wrong = (argument, message) => new MaxMarginError('ERR_OPTION', argument, message);
