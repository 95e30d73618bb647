/** Models as bytes. */
import { MaxMarginError, show } from '../basics/errors.js';
import { Container, withFields } from '../model/container.js';
import { Functions, names, written } from '../functions/functions.js';
import { Fitted } from '../model/fitted.js';
import { columnsIn } from '../model/places.js';
import { damaged as forged } from '../model/opened.js';
import { labelOf, partsOf } from '../model/parts.js';
import { bytesBy } from '../basics/own-bytes.js';
import { allocating, checkRoom } from '../basics/memory.js';
import { checkForm, fail, fromJSON, isJSON, readOptions } from '../model/json.js';
import { classMissing, classOf, isOuter, isVectorizer, specOf } from '../model/loadable.js';
import { fromModel } from '../model/model-options.js';
import { grouped } from '../machines/options.js';
import { OwnKernel } from '../functions/own-kernel.js';
import { stateOf } from '../model/registry.js';
import { isLinear } from '../basics/patterns.js';
import { textOf, within } from '../vectorize/saved.js';
import { warn } from '../basics/warnings.js';

/** @import { Host, StoredModel, Success } from '../runtime/host.js' */
/** @import { Options } from '../machines/option-values.js' */
/** @import { Made } from '../model/json.js' */
/** @import { Class, Loadable } from '../model/loadable.js' */
/** @import { ConformalJSON, OneVsJSON, Warning } from '../types.js' */

/**
 * The argument of load: the bytes of a model, or the parts of its JSON. A model in JSON may be
 * unfitted.
 * @typedef {object} Source
 * @property {Uint8Array<ArrayBuffer>} [bytes]
 * @property {string} [machine]
 * @property {Options} [options] the options of the model; by default those of its fit
 * @property {(Made & {name: string})[]} [steps] of a pipeline
 * @property {Made} [estimator] of an ensemble
 * @property {Made['transformers']} [transformers] of a ColumnTransformer
 * @property {Made['remainder']} [remainder] of a ColumnTransformer
 * @property {Made} [regressor] of a TransformedTarget
 * @property {Made} [transformer] of a TransformedTarget that has one
 * @property {Functions} [functions] that the model is to have
 * @property {Warning[]} [warnings] from reading the file of another program
 */

/**
 * A file, a blob or a response.
 * @param {unknown} given
 * @returns {given is {arrayBuffer(): Promise<ArrayBuffer>, size?: number}}
 */
export function isFile(given) {
  return typeof given === 'object' && given !== null && 'arrayBuffer' in given;
}

/** @param {{arrayBuffer(): Promise<ArrayBuffer>, size?: number}} file */
export async function readFile(file) {
  return bytesBy('bytes', 'arrayBuffer()', () => {
    checkRoom('load', 'bytes', { bytes: file.size });
    return file.arrayBuffer();
  });
}

/**
 * @param {Loadable} loadable
 * @param {unknown} given
 * @param {unknown} [settings] with the functions that the model is to have
 * @returns {Source}
 */
export function readSource(loadable, given, settings) {
  const functions = new Functions(settings);
  return {
    ...(isJSON(given) ? fromJSON(loadable, given) : { bytes: modelBytes(given) }),
    functions,
  };
}

/**
 * Whether something is the JSON of what holds machines and has no bytes of its own.
 * @param {any} given
 * @returns {given is ConformalJSON & OneVsJSON}
 */
export const isPredictor = (given) => isJSON(given) && isOuter(given.machine);

/**
 * What the JSON of a holder without bytes describes.
 * @param {Loadable} loadable
 * @param {ConformalJSON | OneVsJSON} json
 * @param {any[]} parts what load made of its models
 */
export function remakePredictor(loadable, json, parts) {
  checkForm(json);
  const Class = /** @type {any} */ (classOf(loadable, json.machine));
  try {
    return Class.remake(json, parts);
  } catch (cause) {
    const { code, message } = /** @type {Partial<MaxMarginError>} */ (cause);
    throw code === 'ERR_FORMAT' ? cause : fail(String(message), cause);
  }
}

/**
 * A model that has been loaded, if it is of one of the classes that load was told of.
 * @param {{classes?: Class[]}} [settings] checked
 * @param {any} [model]
 */
export function ofClasses({ classes = [] } = {}, model) {
  if (classes.length === 0 || classes.some((Class) => model instanceof Class)) return model;
  throw classMissing(
    model.constructor.name,
    'which is not among the classes; add it, or leave classes out',
  );
}

/** @param {Loadable} loadable */
const finder = (loadable) => (/** @type {string} */ machine) => specOf(loadable, machine);

/** Where no functions can be given. */
const none = /* @__PURE__ */ new Functions();

/**
 * The options with functions where JSON says that there are some. A regular expression
 * must be one that takes linear time, or be given again.
 * @param {Options} options
 * @param {Functions} functions
 * @returns {Options}
 */
function withFunctions(options, functions) {
  const entries = Object.entries(options).map(([name, value]) => [
    name,
    value === written && names.includes(name)
      ? functions.get(name)
      : name === 'tokenPattern' && typeof value === 'string'
        ? functions.getPattern(value, isLinear)
        : value,
  ]);
  return Object.fromEntries(entries);
}

/**
 * The estimator of JSON without a fit.
 * @param {Loadable} loadable
 * @param {Source} source
 */
export function remake(loadable, { functions = none, machine = '', ...source }) {
  let model;
  try {
    model = make(loadable, { machine, ...source }, functions);
  } catch (cause) {
    if (isRequest(cause)) throw cause;
    return fail(/** @type {Error} */ (cause).message, cause);
  }
  functions.checkUsed();
  return model;
}

/**
 * A copy of the bytes of a model that a user passed.
 * @param {unknown} bytes
 * @returns {Uint8Array<ArrayBuffer>}
 */
function modelBytes(bytes) {
  if (bytes instanceof ArrayBuffer) return modelBytes(new Uint8Array(bytes));
  if (bytes instanceof Uint8Array) {
    checkRoom('load', 'bytes', { bytes: bytes.length });
    if (bytes[0] === brace) throw notParsed('these bytes are JSON text');
    return allocating('load', 'bytes', () => new Uint8Array(bytes));
  }
  if (typeof bytes === 'string' && bytes.startsWith('{')) throw notParsed('this is JSON text');
  throw new MaxMarginError(
    'ERR_TYPE',
    'bytes',
    `load takes the bytes of a model, a Uint8Array or ArrayBuffer, or the object that JSON.parse returns for its JSON, got ${/** @type {any} */ (bytes)?.type === 'Buffer' ? 'the JSON of a Buffer: pass Buffer.from of it' : show(bytes)}`,
  );
}

/** The first character of a model in JSON; a model in bytes begins with "MXMG". */
const brace = '{'.charCodeAt(0);

/** @param {string} what */
function notParsed(what) {
  return new MaxMarginError(
    'ERR_TYPE',
    'bytes',
    `${what}, and load takes the object in it; pass load(JSON.parse(text))`,
  );
}

/**
 * An estimator that is not fitted.
 * @param {Loadable} loadable
 * @param {Made} made
 * @param {Functions} functions
 * @returns {any}
 */
function make(loadable, made, functions) {
  return new (classOf(loadable, made.machine))(givenOf(loadable, made, functions));
}

/**
 * The argument of the constructor of an estimator: the steps of a pipeline, or options.
 * @param {Loadable} loadable
 * @param {Omit<Made, 'machine'>} made
 * @param {Functions} functions
 * @returns {any}
 */
function givenOf(loadable, made, functions) {
  const { options = {}, steps, estimator, transformers, remainder, types, regressor, transformer } = made; // prettier-ignore
  if (regressor) {
    const transforms = transformer && { transformer: make(loadable, transformer, functions) };
    return { ...options, ...transforms, regressor: make(loadable, regressor, functions) };
  }
  if (transformers) {
    const part = (/** @type {any} */ to) =>
      typeof to === 'object' ? make(loadable, to, functions) : to;
    const groups = transformers.map(({ name, transformer, columns }) => [
      name,
      part(transformer),
      columns,
    ]);
    return { ...options, transformers: groups, remainder: part(remainder), types };
  }
  if (steps) return steps.map((step) => [step.name, make(loadable, step, functions)]);
  const own = withFunctions(options, functions);
  return estimator ? { ...own, estimator: make(loadable, estimator, functions) } : own;
}

/**
 * The argument of the constructor of the estimator that a file describes.
 * @param {Loadable} loadable
 * @param {Fitted} fitted
 * @param {import('../model/fitted.js').InputReader} [reader] of the whole model
 * @returns {any}
 */
function partsIn(loadable, fitted, reader = fitted.reader) {
  const made = (/** @type {Fitted} */ part) =>
    new (classOf(loadable, part.steps > 0 ? 'Pipeline' : part.machine))(
      partsIn(loadable, part, reader),
    );
  const parts = partsOf(fitted, finder(loadable));
  const named = () =>
    parts.map((part) => /** @type {[string, any]} */ ([labelOf(part), made(part)]));
  if (fitted.steps > 0) return named();
  if (fitted.machine === 'ColumnTransformer') return columnsIn(fitted, named(), reader);
  const options = optionsOf(loadable, fitted);
  if (fitted.machine === 'TransformedTarget') {
    const [regressor, transformer] = parts.map(made).reverse();
    return { ...options, ...(transformer && { transformer }), regressor };
  }
  // All members of an ensemble have the options of its estimator.
  return parts.length === 0 ? options : { ...options, estimator: made(parts[0]) };
}

/**
 * The options with which the constructor makes a model like the fitted one.
 * @param {Loadable} loadable
 * @param {Fitted} fitted
 * @param {Source} source
 */
function ingredientsOf(loadable, fitted, { functions = none, ...source }) {
  if (source.steps || source.options || source.transformers)
    return givenOf(loadable, source, functions);
  const { vectorizing } = fitted;
  const first = vectorizing ? [[vectorizing.label, vectorizing.vectorizer]] : [];
  const described = partsIn(loadable, fitted);
  if (fitted.steps > 0) return [...first, ...described];
  const own = fitted.reader instanceof OwnKernel && { kernel: fitted.reader.kernel };
  return { ...described, ...own };
}

/**
 * A vectorizer as a file describes it.
 * @param {Loadable} loadable
 * @param {string} text
 * @param {Functions} functions
 */
function makeVectorizer(loadable, text, functions) {
  const { machine, options, learnt } = Object(JSON.parse(text));
  if (!isVectorizer(machine)) throw new TypeError(`it names a vectorizer ${show(machine)}`);
  const vectorizer = new (classOf(loadable, machine))(
    withFunctions(readOptions(specOf(loadable, machine).options, options), functions),
  );
  const state = /** @type {import('../vectorize/state.js').VectorizerState} */ (
    stateOf(vectorizer)
  );
  state.restore(Object(learnt));
  return vectorizer;
}

/**
 * The vectorizer, if the bytes hold one: this needs no Go.
 * @param {Loadable} loadable
 * @param {Source} source
 */
export function restoreVectorizer(
  loadable,
  { bytes = new Uint8Array(), machine, functions = none },
) {
  const text = textOf(bytes, isVectorizer);
  if (text === undefined) return undefined;
  let vectorizer;
  try {
    vectorizer = makeVectorizer(loadable, text, functions);
    if (machine !== undefined && stateOf(vectorizer).machine !== machine) {
      throw new TypeError(`it says ${machine}, but its bytes are a ${stateOf(vectorizer).machine}`);
    }
  } catch (cause) {
    throw damaged(cause);
  }
  functions.checkUsed();
  return vectorizer;
}

/**
 * @param {Loadable} loadable
 * @param {Fitted} fitted
 */
function optionsOf(loadable, fitted) {
  const { options } = specOf(loadable, fitted.machine);
  return grouped(options, fromModel(options, fitted.options(), fitted.classes.labels));
}

/** The prefixes of fields that Go does not know. */
const facade = 'facade.';

/**
 * The bytes of a model that Go has loaded. Bytes of an older release lack fields that this
 * release reads. Go answers with all fields except those of the facade, which are added here.
 * @param {Uint8Array<ArrayBuffer>} bytes as they were given
 * @param {Success} reply of Go
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function renewed(bytes, { buffers: { model } = {} }) {
  if (!model) return bytes;
  const file = new Container(bytes);
  const own = file.names().filter((name) => name.startsWith(facade));
  return withFields(model, Object.fromEntries(own.map((name) => [name, file.text(name)])));
}

/**
 * The estimator for a model that Go has loaded and checked. This function checks the rest, such
 * as the type of the labels.
 * @param {Loadable} loadable
 * @param {string} machine
 * @param {StoredModel} stored
 * @param {Host} host that has loaded it
 * @param {Source} [source] of the model
 * @returns {any} the estimator, of whichever class
 */
export function restore(loadable, machine, { id, bytes }, host, source = {}) {
  const { functions = none, warnings = [] } = source;
  let model;
  try {
    if ((source.machine ?? machine) !== machine) {
      throw new TypeError(`it says ${source.machine}, but its bytes are a ${machine}`);
    }
    const fitted = new Fitted(id, bytes, finder(loadable), { warnings });
    const remember = (/** @type {string} */ text) => makeVectorizer(loadable, text, functions);
    const { coding, texts, vectorizer } = loadable.readers;
    const first = within(fitted);
    const made = first && remember(first.vectorizer);
    // What makes a reader is there if the classes are that a file with its field holds.
    fitted.vectorizing = first && vectorizer?.(made, first.label);
    const coded = coding?.(fitted);
    fitted.reader =
      fitted.vectorizing ??
      OwnKernel.restore(fitted, () => functions.get('kernel')) ??
      (texts ? texts(fitted, coded, remember) : coded);
    model = new (classOf(loadable, machine))(ingredientsOf(loadable, fitted, source));
    stateOf(model).fitted = fitted;
  } catch (cause) {
    host.release(id);
    throw damaged(cause);
  }
  functions.checkUsed();
  warnings.forEach(warn);
  return model;
}

/**
 * Whether load asks for something, a regular expression or a class: the file is whole.
 * @param {unknown} cause
 */
const isRequest = (cause) =>
  cause instanceof MaxMarginError && ['ERR_PATTERN', 'ERR_CLASS_MISSING'].includes(cause.code);

/** @param {unknown} cause */
const damaged = (cause) =>
  cause instanceof MaxMarginError && isRequest(cause) ? cause : forged(cause);
