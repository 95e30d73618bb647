/** What classifiers that are made of other classifiers, as one option, have in common. */
import { readEntries } from '../basics/entries.js';
import { MaxMarginError, busyError, show } from '../basics/errors.js';
import { wrongSetting } from '../basics/settings.js';
import { parseClasses } from '../input/labels.js';
import { isRecord } from '../input/tables.js';
import { Estimator, isOfOtherEntry } from '../model/estimator.js';
import { fail, format, version } from '../model/json.js';
import { checkEstimator, withParams } from '../select/estimators.js';
import { optionsWithin, separator } from './holder-state.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Host } from '../runtime/host.js' */
/** @import { Classes } from '../input/labels.js' */
/** @import { OneVsJSON } from '../types.js' */

/** A fitted classifier of two classes; 0 or 1 for a label that no row has, or all. @typedef {any} Member */

/** What the classes are, what judges them, how many questions they are answering, and of a boosted classifier its rounds. @typedef {Classes & {several: boolean, members: Member[], asked?: number, boosting?: any}} Fit */

/** The option that is an estimator. */
export const key = 'estimator';

/** The fit of a model. @type {WeakMap<OneVs, Fit>} */
export const fits = /* @__PURE__ */ new WeakMap();

/**
 * @param {OneVs} model
 * @returns {Fit}
 */
export function fitted(model) {
  const fit = fits.get(model);
  if (fit) return fit;
  throw new MaxMarginError('ERR_NOT_FITTED', '', `this ${model.constructor.name} is not fitted yet; call fit(X, y) first`); // prettier-ignore
}

/** The models whose fit is under way. @type {WeakSet<OneVs>} */
const busy = /* @__PURE__ */ new WeakSet();

/** @param {Fit | undefined} fit */
function free(fit) {
  for (const member of fit?.members ?? []) member.dispose?.();
}

/**
 * Puts a fit into the place of the former, whose members are freed when they have answered.
 * @template {OneVs} T
 * @param {T} model
 * @param {Steps<Fit>} work
 * @returns {Steps<T>}
 */
export function* refit(model, work) {
  if (busy.has(model)) throw busyError(model.constructor.name);
  busy.add(model);
  try {
    const fit = yield* work;
    const former = fits.get(model);
    fits.set(model, fit);
    if (!former?.asked) free(former);
  } finally {
    busy.delete(model);
  }
  return model;
}

/**
 * A question to the fit that there is now, whose members stay until it is answered.
 * @template T
 * @param {OneVs} model
 * @param {Steps<T>} work
 * @returns {Steps<T>}
 */
export function* asking(model, work) {
  const fit = fitted(model);
  fit.asked = (fit.asked ?? 0) + 1;
  try {
    return yield* work;
  } finally {
    if (--fit.asked === 0 && fits.get(model) !== fit) free(fit);
  }
}

/** What both have in common. */
export class OneVs {
  #estimator;
  #host;
  /** Options of its own. @type {Record<string, any>} */
  #own;

  /**
   * @param {any} estimator
   * @param {any} host
   * @param {unknown} [options]
   */
  constructor(estimator, host, options) {
    this.#host = host;
    this.#estimator = checked(new.target.name, estimator, host, this.needs);
    this.#own = this.readOwn(options);
  }

  /**
   * Methods of which the estimator must have one.
   * @internal
   */
  get needs() {
    return ['decisionFunction', 'predictProba'];
  }

  /**
   * Options of its own, checked.
   * @internal
   * @param {unknown} _options
   * @returns {Record<string, any>}
   */
  readOwn(_options) {
    return {};
  }

  /** @returns {'classifier'} */
  get kind() {
    return 'classifier';
  }

  /**
   * The classifier whose copies are fitted.
   * @returns {any}
   */
  get estimator() {
    return this.#estimator;
  }

  /**
   * The options of the estimator, by names such as estimator__C, and the estimator.
   * @returns {Record<string, any>}
   */
  getParams() {
    const own = Object.entries(this.#estimator.getParams());
    return {
      ...this.#own,
      [key]: this.#estimator,
      ...Object.fromEntries(own.map(([name, value]) => [key + separator + name, value])),
    };
  }

  /**
   * Changes the estimator, or options of it, for the next fit.
   * @param {Record<string, any>} options
   */
  setParams(options) {
    const { name } = this.constructor;
    if (!isRecord(options)) throw wrongSetting('options', `an object such as { ${key}__C: 1 }`, options); // prettier-ignore
    const next = Object.hasOwn(options, key) ? checked(name, options[key], this.#host, this.needs) : withParams(this.#estimator, {}); // prettier-ignore
    const known = Object.keys(next.getParams()).map((own) => key + separator + own);
    const names = Object.keys(this.#own);
    const read = readEntries(name, options, [key, ...names, ...known]);
    const given = read.filter(([own]) => names.includes(own));
    const own = this.readOwn({ ...this.#own, ...Object.fromEntries(given) });
    next.setParams(optionsWithin(read, key));
    this.#estimator = next;
    this.#own = own;
    return this;
  }

  /**
   * Another one with the same estimator, not fitted.
   * @returns {this}
   */
  clone() {
    const Class = /** @type {new (estimator: any, options: any) => this} */ (this.constructor);
    return new Class(this.#estimator, this.#own);
  }

  /**
   * The fitted copies; 0 or 1 for a label that no row of the fit had, or all.
   * @returns {any[]}
   */
  get estimators() {
    return [...fitted(this).members];
  }

  /**
   * The labels, ascending.
   * @returns {any[]}
   */
  get classes() {
    return [...fitted(this).labels];
  }

  /**
   * Whether all of them reached their tolerance.
   * @returns {boolean}
   */
  get converged() {
    return fitted(this).members.every(({ converged = true }) => converged);
  }

  /**
   * For JSON.stringify, if the estimator is of this package; load takes it.
   * @returns {OneVsJSON}
   */
  toJSON() {
    const { kind, labels, several, members, boosting } = fits.get(this) ?? {};
    const classes = members && { kind, labels: labels?.map(String), several };
    return /** @type {any} */ ({
      ...{ format, version, machine: this.constructor.name },
      ...(this.#own.nEstimators && { options: this.#own }),
      [key]: writeModel(this.#estimator),
      ...(members && {
        classes,
        members: members.map((one) => (isConstant(one) ? one : writeModel(one))),
        ...(boosting && { boosting }),
      }),
    });
  }

  /** Frees what is kept for them. */
  dispose() {
    free(fits.get(this));
  }

  /**
   * What JSON says of the rounds of a fit; nothing where there are none.
   * @internal
   * @param {any} _json
   * @param {Fit} _fit
   * @returns {any}
   */
  readRounds(_json, _fit) {
    return undefined;
  }

  /**
   * @internal
   * @param {any} json
   * @param {any[]} parts
   * @returns {any}
   */
  static remake(json, parts) {
    const [estimator, , ...members] = parts;
    const Class = /** @type {any} */ (this);
    const made = new Class(estimator, json.options);
    if (json.members) fits.set(made, restored(made, json, members));
    return made;
  }
}

/**
 * A copy of what can be an estimator.
 * @param {string} name of the class
 * @param {any} estimator
 * @param {Host} host
 * @param {string[]} needs
 */
function checked(name, estimator, host, needs) {
  if (isOfOtherEntry(estimator, host)) {
    throw new MaxMarginError('ERR_TYPE', key, `the estimator of ${name} is a ${estimator.constructor.name} of another entry; import both from one of maxmargin, maxmargin/sync and maxmargin/inline`); // prettier-ignore
  }
  if (estimator == null) {
    throw new MaxMarginError('ERR_TYPE', key, `${name} is made of a classifier such as new SVC(), got ${show(estimator)}`); // prettier-ignore
  }
  checkEstimator(estimator);
  if (needs.some((of) => typeof estimator[of] === 'function')) {
    return withParams(estimator, {});
  }
  throw new MaxMarginError('ERR_TYPE', key, `the estimator of ${name} must have decisionFunction or predictProba, which ${show(estimator)} has not; use a classifier such as new SVC()`); // prettier-ignore
}

/** @param {Member} member @returns {member is 0 | 1} */
export const isConstant = (member) => member === 0 || member === 1;

/**
 * @param {OneVs} model
 * @param {OneVsJSON} json
 * @param {any[]} members
 * @returns {Fit}
 */
function restored(model, json, members) {
  const { kind, labels, several } = Object(json.classes);
  const sound = Array.isArray(labels) && typeof several === 'boolean';
  if (!sound) return fail(`its classes are ${show(json.classes)}`);
  const own = parseClasses(kind, labels);
  const fit = { ...own, several, members };
  const boosting = model.readRounds(json, fit);
  if (boosting) return { ...fit, boosting };
  const k = labels.length;
  const one = model.constructor.name === 'OneVsOneClassifier';
  const count = one ? (k * (k - 1)) / 2 : k === 2 && !several ? 1 : k;
  if (members.length !== count) fail(`it has ${members.length} members for ${k} classes`);
  for (const member of members) {
    if (isConstant(member) ? !several : member.classes?.length !== 2) fail('a member does not tell two classes apart'); // prettier-ignore
  }
  return fit;
}

/** @param {any} model */
function writeModel(model) {
  if (model instanceof Estimator) return model.toJSON();
  throw wrongSetting(key, 'a model of this entry of maxmargin, to be written as JSON', model);
}
