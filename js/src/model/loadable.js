/** The classes that load can make models of. */
import { MaxMarginError } from '../basics/errors.js';
import { study, work } from '../generated/names.js';

/** @import { Coding } from '../input/coding.js' */
/** @import { MachineSpec } from '../machines/options.js' */
/** @import { Fitted, VectorizerReader } from './fitted.js' */
/** @typedef {new (...given: any[]) => any} Class */

/** The vectorizers, which Go does not know. */
const vectorizers = 'CountVectorizer TfidfVectorizer FeatureMap GaussianMixture HiddenMarkovModel';

/** What holds machines and is none of the catalogue. */
const holders = 'Pipeline ColumnTransformer TransformedTarget';

/** What holds machines, is held by none, and is saved as JSON alone. */
const outer =
  'ConformalClassifier ConformalRegressor OneVsRestClassifier OneVsOneClassifier BoostedClassifier';

/**
 * @param {string} names with spaces between them
 * @param {unknown} name
 */
const isIn = (names, name) => names.split(' ').includes(/** @type {string} */ (name));

/** @param {unknown} name */
export const isVectorizer = (name) => isIn(vectorizers, name);

/** @param {unknown} name */
export const isOuter = (name) => isIn(outer, name);

/**
 * The classes of one form of the package, by their names in files. A class adds itself when it is
 * made, in an expression that is marked as free of side effects: a bundler drops it together with
 * the class, and only then.
 * @typedef {object} Loadable
 * @property {string} form what the names of the entries of this form end with
 * @property {Map<string, {Class: Class, spec?: MachineSpec}>} known
 * @property {Partial<Readers>} readers what classes that are there take samples with
 */

/**
 * What makes readers of samples from a file: no program has it without the classes that need it.
 * @typedef {object} Readers
 * @property {(fitted: Fitted) => Coding | undefined} coding of columns with categories
 * @property {(fitted: Fitted, coding: Coding | undefined, restore: (text: string) => any) => Coding | undefined} texts of columns that vectorizers read
 * @property {(vectorizer: any, label: string) => VectorizerReader} vectorizer that a pipeline begins with
 */

/**
 * @param {Loadable} loadable
 * @param {string} name in files
 * @param {Class} Class
 * @param {MachineSpec} [spec]
 * @returns {string} the name
 */
export function register({ known }, name, Class, spec) {
  known.set(name, { Class, spec });
  return name;
}

/**
 * @param {Loadable} loadable
 * @param {string} name of a class
 * @param {Partial<Readers>} readers that it needs
 * @returns {string} the name
 */
export function addReaders({ readers: all }, name, readers) {
  Object.assign(all, readers);
  return name;
}

/**
 * Whether this release has a machine or a vectorizer of that name, in this program or not.
 * @param {unknown} name
 * @returns {name is string}
 */
export const isMachine = (name) =>
  [work, study, vectorizers, holders].some((names) => isIn(names, name));

/**
 * @param {Loadable} loadable
 * @param {string} name
 */
function find({ form, known }, name) {
  const found = known.get(name);
  if (found) return found;
  if (!isMachine(name) && !isOuter(name)) throw new TypeError('there is no such machine');
  const entry = `maxmargin${isIn(`${study} BoostedClassifier`, name) ? '/study' : ''}${form}`;
  throw classMissing(
    name,
    `a class that the bundler has left out of this program; import { ${name} } from '${entry}', and name it: load(bytes, { classes: [${name}] })`,
  );
}

/**
 * @param {string} machine that a file holds
 * @param {string} why it cannot be loaded
 */
export const classMissing = (machine, why) =>
  new MaxMarginError('ERR_CLASS_MISSING', 'classes', `this file holds a ${machine}, ${why}`, {
    machine,
  });

/**
 * @param {Loadable} loadable
 * @param {string} name
 */
export const classOf = (loadable, name) => find(loadable, name).Class;

/**
 * What a machine is; a Pipeline has no description.
 * @param {Loadable} loadable
 * @param {string} name
 */
export const specOf = (loadable, name) => /** @type {MachineSpec} */ (find(loadable, name).spec);
