/**
 * Pipelines: transformers and, at the end, a machine, fitted and saved as one. What
 * happens in the worker is one call; the steps here are views of it.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { Estimator, isOfOtherEntry } from '../model/estimator.js';
import { readEntries } from '../basics/entries.js';
import { stateOf } from '../model/registry.js';
import { grouped, movedTo } from '../machines/options.js';
import { tellApart } from '../basics/text.js';
import { VectorizerState, learnFirst } from '../vectorize/state.js';
import { Coding } from '../input/coding.js';
import {
  HolderState,
  checkName,
  optionsWithin,
  prefixed,
  recipeWith,
  separator,
} from './holder-state.js';
import { refuseFunctions } from './target-state.js';
import { fillsCategories } from './encoder-state.js';

/** @import { Fitted, VectorizerReader, InputReader } from '../model/fitted.js' */
/** @import { Host } from '../runtime/host.js' */
/** @import { Options } from '../machines/option-values.js' */
/** @import { Vectorizing } from '../model/step.js' */
/** @import { Held } from './holder-state.js' */
/** @import { PackedTable, Use } from '../input/inputs.js' */

/** How many copies of the samples the steps of a pipeline hold at once; engine.copies. */
const copiesOf = (/** @type {number} */ steps) => Math.min(steps - 1, 2);

/** The steps of a pipeline and its fit. The options are those of the steps. */
export class PipelineState extends HolderState {
  /**
   * @param {unknown} given the steps, of which it makes its own
   * @param {Host} host
   */
  constructor(given, host) {
    const steps = checkSteps(given, host);
    const [, last] = steps[steps.length - 1];
    super(stateOf(last).spec, undefined, host);
    this.steps = steps.map(([name, step]) => /** @type {Held} */ ([name, step.clone()]));
  }

  get name() {
    return 'Pipeline';
  }

  get held() {
    return this.steps;
  }

  get vectorizer() {
    const [, first] = this.steps[0];
    return stateOf(first) instanceof VectorizerState ? first : undefined;
  }

  /** The steps whose work is done by Go. */
  get #inside() {
    return this.vectorizer ? this.steps.slice(1) : this.steps;
  }

  /**
   * What turns the samples into numbers before Go sees them: its options, and the samples as a
   * list; nothing if they are numbers, or codes of categories.
   * @param {unknown} X
   * @returns {Vectorizing | undefined}
   */
  vectorizing(X) {
    const state = stateOf(this.steps[0][1]);
    return state instanceof VectorizerState
      ? { options: state.params(), samples: /** @type {unknown[]} */ (X) }
      : state.vectorizing?.(X);
  }

  /**
   * @param {unknown} X
   * @param {Use} use
   * @returns {{table: PackedTable, reader?: InputReader}}
   */
  takeIn(X, use) {
    const { vectorizer, learner } = this;
    if (vectorizer) {
      const y = this.spec.kind === 'classifier' ? use.y : undefined;
      return learnFirst(vectorizer.clone(), this.steps[0][0], X, y, use);
    }
    if (learner.takesSequences && !this.takesCategories) return learner.takeIn(X, use);
    return super.takeIn(X, use);
  }

  /**
   * The samples as the first step reads them: an imputer takes gaps.
   * @param {unknown} X
   * @param {readonly string[]} [features]
   */
  read(X, features) {
    return stateOf(this.steps[0][1]).read(X, features);
  }

  /** Whether its samples may have categories. */
  get takesCategories() {
    return Boolean(this.#coder?.takesCategories);
  }

  /** How many steps fill in the most frequent values before any other: to them codes are codes. */
  get #fillers() {
    const other = this.steps.findIndex(([, step]) => !fillsCategories(step));
    return other < 0 ? this.steps.length : other;
  }

  /** The first step that does more, to which codes may be categories. */
  get #coder() {
    const [, step] = this.steps[this.#fillers] ?? [];
    return step && stateOf(step);
  }

  /**
   * The categories that are given for a column.
   * @param {number} place
   */
  givenOf(place) {
    return this.#coder?.givenOf?.(place) ?? [];
  }

  /**
   * A table with categories as codes.
   * @param {unknown} X
   * @param {Use} use
   */
  takeTable(X, use) {
    return this.#coder?.takeTable(X, use);
  }

  /**
   * Whether X is sequences, as a tagger at the end takes them.
   * @param {unknown} X
   * @returns {boolean}
   */
  takesSequences(X) {
    return !this.vectorizer && Boolean(this.learner.takesSequences?.(X));
  }

  get #last() {
    return stateOf(this.steps[this.steps.length - 1][1]);
  }

  /** What has to be alike in pipelines that Go compares in one study; see Comparison. */
  get form() {
    return this.#last.form;
  }

  get learner() {
    return this.#last.learner;
  }

  /**
   * The targets, packed as the last step takes them, which may be a SelectKBest.
   * @param {unknown} y
   * @param {number} rows
   * @param {any} [known]
   */
  targetsOf(y, rows, known) {
    return this.#last.targetsOf(y, rows, known);
  }

  get prefix() {
    return this.steps[this.steps.length - 1][0] + separator + this.#last.prefix;
  }

  params() {
    return this.prefixed((step) => step.params());
  }

  defaults() {
    return this.prefixed((step) => step.defaults());
  }

  values() {
    return this.prefixed((step) => step.values());
  }

  print() {
    return `Pipeline(${this.steps.map(([name, step]) => `${name}: ${step}`).join(', ')})`;
  }

  /** @param {(options: Options) => Options} write */
  write(write) {
    const steps = this.steps.map(([name, step]) => {
      const state = stateOf(step);
      return { name, machine: state.machine, ...state.write(write) };
    });
    return { steps };
  }

  ingredients() {
    return this.steps;
  }

  /** @param {unknown} given options by the names that params gives them, and steps by theirs */
  change(given) {
    this.checkAlive();
    const { steps, options } = this.#sort(given);
    const own = this.steps;
    const changed = steps.some(([, step], i) => step !== own[i][1]);
    if (changed && this.lastFit) {
      throw wrong('the steps of a fitted Pipeline stay; change those of a clone(), which is not fitted'); // prettier-ignore
    }
    this.steps = steps.map(([name, step], i) => /** @type {Held} */ ([name, step === own[i][1] ? step : step.clone()])); // prettier-ignore
    this.spec = this.#last.spec;
    this.steps.forEach(([, step], i) => step.setParams(options[i]));
  }

  /**
   * All options are checked before any is changed.
   * @param {unknown} options
   */
  check(options) {
    this.#sort(options);
    return {};
  }

  /**
   * The steps, some of which may be others than before, and the options of each by their own names,
   * checked.
   * @param {unknown} given
   */
  #sort(given) {
    if (typeof given !== 'object' || given === null) {
      throw new MaxMarginError(
        'ERR_OPTION',
        'options',
        `a Pipeline takes an object of options such as { svc__C: 1 }, got ${show(given)}`,
      );
    }
    const others = /** @type {Record<string, any>} */ (given);
    const replaced = this.steps
      .filter(([name]) => Object.hasOwn(given, name))
      .map(([name]) => name);
    const steps = this.steps.map(([name, step]) => /** @type {Held} */ ([name, replaced.includes(name) ? others[name] : step])); // prettier-ignore
    if (replaced.length > 0) checkSteps(steps, this.home);
    const known = Object.keys(prefixed(steps, (step) => step.params()));
    const entries = readEntries('Pipeline', given, [...known, ...replaced], (own) => {
      const [name, option] = own.split(separator);
      const [, step] = steps.find(([other]) => other === name) ?? [];
      return step && movedTo(stateOf(step).specs, option, name + separator);
    });
    const options = steps.map(([name, step]) => {
      const state = stateOf(step);
      return grouped(state.specs, state.check(optionsWithin(entries, name)));
    });
    return { steps, options };
  }

  /**
   * @param {readonly string[]} names of the classes
   * @param {Coding} [coding] of the samples
   */
  recipe(names, coding) {
    if (coding?.hasCategories && !this.takesCategories) {
      throw new MaxMarginError(
        'ERR_OPTION',
        'steps',
        `X has categories, which ${this.steps[this.#fillers]?.[0] ?? 'no step'} does not take: before an encoder, SimpleImputer with the strategy 'mostFrequent' can stand, and nothing else`,
      );
    }
    refuseFunctions(this.#last, 'the last step of a Pipeline');
    if (typeof this.learner.options.kernel === 'function') {
      throw new MaxMarginError(
        'ERR_OPTION',
        'kernel',
        'a function as kernel compares the samples themselves and cannot be in a Pipeline; leave the other steps out, and do what they do within the function',
      );
    }
    const recipes = this.#inside.map(([label, step]) => ({
      label,
      ...stateOf(step).recipe(names, coding),
    }));
    return recipeWith('Pipeline', recipes);
  }

  get copies() {
    return copiesOf(this.#inside.length);
  }

  /** @param {Fitted} fitted */
  shareFit(fitted) {
    const { reader } = fitted;
    const { vectorizer } = this;
    const coding = reader instanceof Coding ? reader : undefined;
    if (Boolean(vectorizer) !== Boolean(reader && !coding)) {
      throw new TypeError('its first step and its bytes do not go together');
    }
    if (vectorizer) {
      const state = /** @type {VectorizerState} */ (stateOf(vectorizer));
      const learnt = /** @type {VectorizerReader} */ (reader).vectorizer;
      state.share(/** @type {VectorizerState} */ (stateOf(learnt)));
    }
    const states = this.#inside.map(([, step]) => stateOf(step));
    this.partsOf(fitted).forEach((part, i) => {
      if (i <= this.#fillers) part.reader = coding;
      states[i].fitted = part;
    });
  }
}

/**
 * @param {unknown} given
 * @param {Host} host that works for the pipeline
 * @returns {Held[]}
 */
function checkSteps(given, host) {
  if (!Array.isArray(given) || given.length === 0) {
    throw wrong(`a Pipeline takes an array of steps, [name, estimator] each, got ${Array.isArray(given) ? 'none' : show(given)}`); // prettier-ignore
  }
  const names = new Set();
  given.forEach((pair, i) => {
    if (!Array.isArray(pair))
      throw wrong(`step ${i} has no name; pass [name, estimator], or all steps to makePipeline`);
    const [name, step] = pair;
    checkName(name, `step ${i}`, wrong);
    if (names.has(name)) throw wrong(`two steps are called '${name}'`);
    names.add(name);
    checkStep(name, step, i, i === given.length - 1, host);
  });
  return given;
}

/**
 * @param {string} name
 * @param {unknown} step
 * @param {number} place
 * @param {boolean} last
 * @param {Host} host
 */
function checkStep(name, step, place, last, host) {
  if (isOfOtherEntry(step, host)) {
    throw wrong(
      `step '${name}' is a ${/** @type {object} */ (step).constructor.name} of another entry than this Pipeline: maxmargin, maxmargin/sync and maxmargin/inline have classes of their own; import the Pipeline and all its steps from one of them, all by import or all by require`,
    );
  }
  if (!(step instanceof Estimator)) {
    throw wrong(`step '${name}' is ${show(step)}; pass a scaler or a machine such as new SVC()`);
  }
  const state = stateOf(step);
  if (state instanceof PipelineState) {
    throw wrong(`step '${name}' is a Pipeline; pass its steps instead`);
  }
  if (state instanceof VectorizerState) {
    if (place === 0 && !last) return;
    throw wrong(
      `step '${name}', a ${state.machine}, must be the first one, and not the last: it takes samples as they are, before they are numbers`,
    );
  }
  const transforms = state.spec.kind === 'transformer';
  if (!transforms && !last) {
    throw wrong(
      `step '${name}', a ${state.machine}, must be the last one: it does not transform samples`,
    );
  }
  if (state.machine === 'ColumnTransformer' && place > 0) {
    throw wrong(
      `step '${name}', a ColumnTransformer, must be the first one: it takes the columns of tables; put what comes before it among its transformers`,
    );
  }
}

/** @param {string} message */
const wrong = (message) => new MaxMarginError('ERR_TYPE', 'steps', message);

/**
 * Names for steps: their machines' in lower case, with a number where there are several.
 * @param {readonly unknown[]} steps
 * @returns {[string, unknown][]}
 */
export function nameSteps(steps) {
  const names = steps.map((step) =>
    step instanceof Estimator ? stateOf(step).name.toLowerCase() : 'step',
  );
  const apart = tellApart(names);
  return steps.map((step, i) => [apart[i], step]);
}

/**
 * The state of a pipeline.
 * @param {object} model
 */
export function pipelineOf(model) {
  return /** @type {PipelineState} */ (stateOf(model));
}

/**
 * The method of the last step's class, which does all that differs between machines.
 * @param {object} pipeline
 * @param {string} name
 * @returns {(...given: any[]) => any}
 */
export function methodOf(pipeline, name) {
  const { steps } = pipelineOf(pipeline);
  const [, last] = steps[steps.length - 1];
  const method = Reflect.get(last, name);
  if (method) return method.bind(pipeline);
  throw new MaxMarginError(
    'ERR_TYPE',
    '',
    `this Pipeline ends in a ${stateOf(last).machine}, which has no ${name}`,
  );
}

/**
 * Scalers would have to learn on with every batch, and what the machine has learnt so
 * far would be of other features.
 */
export function noUpdate() {
  return new MaxMarginError(
    'ERR_TYPE',
    '',
    'a Pipeline has no partialFit: scaling learnt from one batch does not hold for the next; fit a scaler to a sample of the data, and call partialFit of the machine with what it transforms',
  );
}
