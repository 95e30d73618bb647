/**
 * The options of vectorizers, in the form of generated/specs.js. An option of a type that
 * is not known there has a check of its own.
 */

/** @import { OptionSpec } from './option-values.js' */
/** @import { AttributeSpec, MachineSpec } from './options.js' */

/** @type {(spec: OptionSpec) => OptionSpec} */
const option = (spec) => spec;

/**
 * A function of the caller, or none.
 * @param {string} name
 * @param {string} signature
 */
const functionOption = (name, signature) =>
  option({
    name,
    type: 'checked',
    default: null,
    expected: `null, or a function ${signature}`,
    accept: (value) => (value === null || typeof value === 'function' ? value : undefined),
  });

/**
 * A share of the documents, below 1, or a number of them.
 * @param {string} name
 * @param {number} byDefault
 */
const frequency = (name, byDefault) =>
  option({
    name,
    type: 'checked',
    default: byDefault,
    expected: 'a share of the documents below 1, or a whole number of them',
    accept: (value) => {
      const number = Number(value);
      const fits = number >= 0 && (number < 1 || number === Infinity || Number.isInteger(number));
      return typeof value === 'number' && fits ? value : undefined;
    },
  });

/** @param {string} name @param {boolean} byDefault */
const flag = (name, byDefault) => option({ name, type: 'boolean', default: byDefault });

/** @param {string} name @param {string[]} choices of which the first is the default */
const choice = (name, choices) => option({ name, type: 'choice', default: choices[0], choices });

const counting = () => [
  flag('lowercase', true),
  functionOption('tokenize', '(text) => string[]'),
  option({
    name: 'tokenPattern',
    type: 'checked',
    default: null,
    expected: 'null, or the text of a regular expression, of the flag u',
    accept: (value) => {
      try {
        if (typeof value === 'string') new RegExp(value, 'u');
        return value === null || typeof value === 'string' ? value : undefined;
      } catch {
        return undefined;
      }
    },
  }),
  option({
    name: 'stopWords',
    type: 'checked',
    default: null,
    expected: "null, 'english', or an array of words",
    accept: (value) => {
      if (value === null || value === 'english') return value;
      const words = Array.isArray(value) && value.every((word) => typeof word === 'string');
      return words ? Object.freeze([...value]) : undefined;
    },
  }),
  functionOption('stem', '(token) => string'),
  option({
    name: 'ngramRange',
    type: 'checked',
    default: [1, 1],
    expected: 'two whole numbers of at least 1, the lower one first',
    accept: (value) => {
      const [low, high, ...rest] = Array.isArray(value) ? value : [];
      const fits = Number.isInteger(low) && Number.isInteger(high) && low >= 1 && low <= high;
      return fits && rest.length === 0 ? Object.freeze([low, high]) : undefined;
    },
  }),
  frequency('minDf', 1),
  frequency('maxDf', Infinity),
  option({
    name: 'maxFeatures',
    type: 'integer',
    default: Infinity,
    range: '[1,inf]',
  }),
  choice('rankBy', ['frequency', 'mutualInformation']),
  flag('binary', false),
];

const weighting = () => [
  option({ name: 'norm', type: 'choice', default: 'l2', choices: ['l1', 'l2', 'none'] }),
  flag('useIdf', true),
  flag('smoothIdf', true),
  flag('plusOneIdf', true),
  flag('sublinearTf', false),
];

const mapping = () => [
  option({
    name: 'map',
    type: 'checked',
    default: null,
    expected: 'a function (sample) => number[]',
    accept: (value) => (typeof value === 'function' ? value : undefined),
  }),
];

/**
 * A whole number of at least 1, or 0 for a seed.
 * @param {string} name
 * @param {number} byDefault
 * @param {number} max
 * @param {number} [min]
 */
const whole = (name, byDefault, max, min = 1) =>
  option({
    name,
    type: 'integer',
    default: byDefault,
    range: max === Infinity ? `[${min},inf]` : `[${min},${max}]`,
  });

/**
 * A number above 0, or at least 0.
 * @param {string} name
 * @param {number} byDefault
 * @param {string} range
 */
const positive = (name, byDefault, range) =>
  option({
    name,
    type: 'number',
    default: byDefault,
    range,
  });

const climbing = () => [
  positive('varianceFloor', 1e-6, '(0,inf)'),
  choice('features', ['fisher', 'marginalized']),
  choice('information', ['diagonal', 'full', 'identity']),
  whole('nInit', 3, 10_000),
  positive('tol', 1e-3, '[0,inf)'),
  whole('maxIter', 1000, Infinity),
  positive('maxTime', Infinity, '(0,inf]'),
  whole('seed', 0, 2 ** 31 - 1, 0),
];

const mixing = () => [whole('nComponents', 2, 10_000), ...climbing()];

const chaining = () => [
  whole('nStates', 2, 1000),
  choice('topology', ['ergodic', 'leftRight']),
  positive('smoothing', 0.01, '(0,inf)'),
  choice('unseen', ['error', 'missing']),
  ...climbing(),
];

/**
 * @param {string} name
 * @param {() => OptionSpec[]} options as a call, which bundlers can leave out
 * @returns {MachineSpec}
 */
const spec = (name, options) => ({
  name,
  kind: 'transformer',
  options: options(),
  attributes: /** @type {AttributeSpec[]} */ ([]),
  dimensions: {},
});

/** The options of each vectorizer. */
export const countVectorizer = /* @__PURE__ */ spec('CountVectorizer', counting);
export const tfidfVectorizer = /* @__PURE__ */ spec('TfidfVectorizer', () => [
  ...counting(),
  ...weighting(),
]);
export const featureMap = /* @__PURE__ */ spec('FeatureMap', mapping);
export const gaussianMixture = /* @__PURE__ */ spec('GaussianMixture', mixing);
export const hiddenMarkovModel = /* @__PURE__ */ spec('HiddenMarkovModel', chaining);

/** All of them, by name. */
export const vectorizers = {
  CountVectorizer: countVectorizer,
  TfidfVectorizer: tfidfVectorizer,
  FeatureMap: featureMap,
  GaussianMixture: gaussianMixture,
  HiddenMarkovModel: hiddenMarkovModel,
};
