/** Models as bytes. */
import { MaxMarginError, show } from './errors.js';
import { Functions, names, written } from './functions.js';
import { Fitted } from './fitted.js';
import { allocating, checkRoom } from './memory.js';
import { fail, fromJSON, isJSON, readOptions, specsOf } from './json.js';
import { fromModel } from './model-options.js';
import { machineOf } from './options.js';
import { OwnKernel } from './own-kernel.js';
import { stateOf } from './state.js';
import { vectorizers } from './vectorize/specs.js';
import { frontOf, textOf } from './vectorize/state.js';

/** @import { StoredModel } from './client.js' */
/** @import { Host } from './host.js' */
/** @import { Options } from './options.js' */

/**
 * What load was given: the bytes of a model, or the parts of its JSON, which may
 * be of one that is not fitted.
 * @typedef {object} Source
 * @property {Uint8Array<ArrayBuffer>} [bytes]
 * @property {string} [machine]
 * @property {Options} [options] that the model has now; by default those of its fit
 * @property {{name: string, machine: string, options: Options}[]} [steps] of a pipeline
 * @property {Functions} [functions] that the model is to have
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
  checkRoom('load', 'bytes', { bytes: file.size });
  return file.arrayBuffer();
}

/**
 * @param {unknown} given
 * @param {unknown} [settings] with the functions that the model is to have
 * @returns {Source}
 */
export function readSource(given, settings) {
  const functions = new Functions(settings);
  return { ...(isJSON(given) ? fromJSON(given) : { bytes: modelBytes(given) }), functions };
}

/** Where no functions can be given. */
const none = new Functions();

/**
 * The options with functions where JSON says that there are some.
 * @param {Options} options
 * @param {Functions} functions
 * @returns {Options}
 */
function withFunctions(options, functions) {
  const entries = Object.entries(options).map(([name, value]) => [
    name,
    value === written && names.includes(name) ? functions.get(name) : value,
  ]);
  return Object.fromEntries(entries);
}

/**
 * The estimator that JSON of no fit describes.
 * @param {Record<string, new (options: any) => any>} classes by machine
 * @param {Source} source
 */
export function remake(classes, { machine = '', options = {}, steps, functions = none }) {
  let model;
  try {
    model = new classes[machine](
      steps ? makeSteps(classes, steps, functions) : withFunctions(options, functions),
    );
  } catch (cause) {
    return fail(/** @type {Error} */ (cause).message, cause);
  }
  functions.checkUsed();
  return model;
}

/**
 * A copy of the bytes of a model that a user handed over.
 * @param {unknown} bytes
 * @returns {Uint8Array<ArrayBuffer>}
 */
function modelBytes(bytes) {
  if (bytes instanceof ArrayBuffer) return modelBytes(new Uint8Array(bytes));
  if (bytes instanceof Uint8Array) {
    checkRoom('load', 'bytes', { bytes: bytes.length });
    return allocating('load', 'bytes', () => new Uint8Array(bytes));
  }
  throw new MaxMarginError(
    'ERR_TYPE',
    'bytes',
    `load takes a model's bytes, a Uint8Array or ArrayBuffer, or what JSON.parse makes of its JSON, got ${show(bytes)}`,
  );
}

/**
 * The steps of a pipeline, not fitted.
 * @param {Record<string, new (options: any) => any>} classes by machine
 * @param {NonNullable<Source['steps']>} steps
 * @param {Functions} functions
 */
function makeSteps(classes, steps, functions) {
  return steps.map(({ name, machine, options }) => [
    name,
    new classes[machine](withFunctions(options, functions)),
  ]);
}

/**
 * What the constructor takes to make a model like the fitted one.
 * @param {Record<string, new (options: any) => any>} classes by machine
 * @param {Fitted} fitted
 * @param {Source} source
 */
function ingredientsOf(classes, fitted, { options, steps, functions = none }) {
  if (steps) return makeSteps(classes, steps, functions);
  const front = fitted.front ? [[fitted.front.label, fitted.front.vectorizer]] : [];
  if (fitted.steps === 0) {
    if (options) return withFunctions(options, functions);
    const own = fitted.intake instanceof OwnKernel && { kernel: fitted.intake.kernel };
    return { ...optionsOf(fitted), ...own };
  }
  const others = Array.from({ length: fitted.steps }, (_, i) => {
    const step = new Fitted(0, fitted.bytes, undefined, i);
    return [step.label, new classes[step.machine](optionsOf(step))];
  });
  return [...front, ...others];
}

/**
 * A vectorizer as a file describes it.
 * @param {Record<string, new (options: any) => any>} classes by machine
 * @param {string} text
 * @param {Functions} functions
 */
function makeVectorizer(classes, text, functions) {
  const { machine, options, learnt } = Object(JSON.parse(text));
  if (!isVectorizer(machine)) throw new TypeError(`it names a vectorizer ${show(machine)}`);
  const vectorizer = new classes[machine](
    withFunctions(readOptions(specsOf(machine), options), functions),
  );
  const state = /** @type {import('./vectorize/state.js').VectorizerState} */ (stateOf(vectorizer));
  state.keep(state.learning.read(Object(learnt), state.params()));
  return vectorizer;
}

/** @param {unknown} machine */
const isVectorizer = (machine) =>
  typeof machine === 'string' && Object.hasOwn(vectorizers, machine);

/**
 * The vectorizer that the bytes are of, if they are of one: it needs no Go.
 * @param {Record<string, new (options: any) => any>} classes by machine
 * @param {Source} source
 */
export function restoreVectorizer(
  classes,
  { bytes = new Uint8Array(), machine, functions = none },
) {
  const text = textOf(bytes, isVectorizer);
  if (text === undefined) return undefined;
  let vectorizer;
  try {
    vectorizer = makeVectorizer(classes, text, functions);
    if (machine !== undefined && stateOf(vectorizer).machine !== machine) {
      throw new TypeError(`it says ${machine}, but its bytes are a ${stateOf(vectorizer).machine}`);
    }
  } catch (cause) {
    throw damaged(cause);
  }
  functions.checkUsed();
  return vectorizer;
}

/** @param {Fitted} fitted */
function optionsOf(fitted) {
  return fromModel(machineOf(fitted.machine).options, fitted.options(), fitted.classes.labels);
}

/**
 * The estimator for a model that Go has loaded and found good. What only the
 * facade can tell, such as whether a label is one of its kind, is checked here.
 * @param {Record<string, new (options: any) => any>} classes by machine
 * @param {string} machine
 * @param {StoredModel} stored
 * @param {Host} host that has loaded it
 * @param {Source} [source] of the model
 * @returns {any} the estimator, of whichever class
 */
export function restore(classes, machine, { id, bytes }, host, source = {}) {
  const { functions = none } = source;
  let model;
  try {
    if ((source.machine ?? machine) !== machine) {
      throw new TypeError(`it says ${source.machine}, but its bytes are a ${machine}`);
    }
    const fitted = new Fitted(id, bytes);
    fitted.front = frontOf(fitted, (text) => makeVectorizer(classes, text, functions));
    fitted.intake = fitted.front ?? OwnKernel.restore(fitted, () => functions.get('kernel'));
    model = new classes[machine](ingredientsOf(classes, fitted, source));
    stateOf(model).fitted = fitted;
  } catch (cause) {
    host.release(id);
    throw damaged(cause);
  }
  functions.checkUsed();
  return model;
}

/** @param {unknown} cause */
function damaged(cause) {
  return new MaxMarginError(
    'ERR_FORMAT',
    'bytes',
    `the model is damaged or forged: ${cause instanceof Error ? cause.message : cause}; get another copy`,
    {},
    cause,
  );
}
