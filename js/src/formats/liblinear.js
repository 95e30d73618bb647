/**
 * Models in the text format of LIBLINEAR, as liblinear-train writes it:
 *
 *     solver_type L2R_L2LOSS_SVC_DUAL
 *     nr_class 2
 *     label 1 -1
 *     nr_feature 13
 *     bias 1
 *     w
 *     0.31
 *     ...
 *
 * After `w` there is a line for every feature, and one more for the bias where
 * that is not negative: its weight must be multiplied by the bias. A line has one number
 * for a regression and for two classes, of which a positive value means the one
 * whose label comes first, else one for each class. Line ends count as blanks.
 *
 * Reference: save_model, load_model and predict_values in linear.cpp,
 * https://github.com/cjlin1/liblinear
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { foreignModel, linearModel, sortClasses } from './foreign.js';
import { allocating, checkRoom } from '../basics/memory.js';
import { checkText, readFeatures, warnOfProbability } from './libsvm.js';
import { wholeLabels } from '../input/labels.js';

/** @import { Fitted } from '../model/fitted.js' */
/** @import { Warning } from '../types.js' */

/**
 * The solvers of LIBLINEAR: the loss, and how they train, if this package has no such training.
 * @type {Record<string, [loss: string, otherwise?: string]>}
 */
const solvers = {
  L2R_LR: ['logistic'],
  L2R_L2LOSS_SVC_DUAL: ['squaredHinge'],
  L2R_L2LOSS_SVC: ['squaredHinge'],
  L2R_L1LOSS_SVC_DUAL: ['hinge'],
  MCSVM_CS: ['hinge', 'the multiclass method of Crammer and Singer'],
  L1R_L2LOSS_SVC: ['squaredHinge', 'a penalty on the absolute values of the weights'],
  L1R_LR: ['logistic', 'logistic regression with a penalty on the absolute values of the weights'],
  L2R_LR_DUAL: ['logistic'],
  L2R_L2LOSS_SVR: ['squaredEpsilonInsensitive'],
  L2R_L2LOSS_SVR_DUAL: ['squaredEpsilonInsensitive'],
  L2R_L1LOSS_SVR_DUAL: ['epsilonInsensitive'],
};

/** The machine here that a solver trains. @param {string} name */
const machineOf = (name) => (name.includes('_SVR') ? 'LinearSVR' : 'LinearSVC');

/** The most features that a model of ours has. */
const mostFeatures = 1 << 24;

/**
 * The bytes of the model that a text holds.
 * @param {unknown} given
 * @param {unknown} settings
 * @returns {{bytes: Uint8Array<ArrayBuffer>, warnings: Warning[]}}
 */
export function readLiblinear(given, settings) {
  const wanted = readFeatures('importLiblinear', settings);
  const text = checkText(given, 'importLiblinear', 'load');
  const reader = new Reader(typeof text === 'string' ? text : new TextDecoder().decode(text));
  const head = readHead(reader);
  const { name, features, labels, columns } = head;
  const [loss] = solvers[name];
  const logistic = loss === 'logistic'; // a sigmoid of its values is the probability
  if (wanted > 0 && !(wanted >= features && wanted <= mostFeatures)) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'features',
      `features is ${wanted}, but the model has weights for ${features}; it must be at least that, and at most ${mostFeatures}`,
      { expected: features, got: wanted },
    );
  }
  checkRoom('load', 'features', { bytes: 8 * columns * Math.max(features, wanted) });
  return allocating('load', 'text', () => {
    const { coef, intercept } = readWeights(reader, head, Math.max(features, wanted));
    const sorted = labels && sortClasses(labels);
    const offset = new Float64Array(intercept.length);
    const model = linearModel(machineOf(name), coef, intercept, {
      options: {
        loss,
        ...biasOptions(head.bias),
        ...(logistic && { probability: 'none' }), // a fit has those of the loss
      },
      ...sorted,
      ...(logistic && {
        probability: { pairs: false, slope: offset.map(() => -1), offset },
      }),
    });
    const bytes = foreignModel(model);
    return { bytes, warnings: warningsOf(head) };
  });
}

/**
 * The part of a file before the weights.
 * @typedef {object} Head
 * @property {string} name of the solver
 * @property {number} features
 * @property {number} bias negative: there is none
 * @property {number[]} [labels] of a classifier, in the order of the file
 * @property {number} columns how many weights a feature has
 */

/** @param {Head} head */
function warningsOf({ name }) {
  const [, otherwise] = solvers[name];
  if (!otherwise) return [];
  const message = `the model was trained by ${otherwise} (${name}), which this package does not have: it predicts what LIBLINEAR predicts, but fit would train a ${machineOf(name)}`;
  return [{ code: 'WARN_TRAINED_OTHERWISE', message }];
}

/** @param {number} bias */
function biasOptions(bias) {
  return bias > 0 ? { fitIntercept: true, interceptScaling: bias } : { fitIntercept: false };
}

/**
 * The keywords that come before the weights, and how what stands behind them is read.
 * @type {Record<string, (reader: Reader, seen: Map<string, any>) => any>}
 */
const keywords = {
  solver_type(reader) {
    const name = reader.word('a solver_type');
    if (Object.hasOwn(solvers, name)) return name;
    const known = Object.keys(solvers).join(', ');
    throw reader.error(
      `the solver_type ${show(name)} cannot be imported; those that can are ${known}`,
    );
  },
  nr_class: (reader) => reader.whole('nr_class', 1, 2 ** 31 - 1),
  label(reader, seen) {
    const count = seen.get('nr_class');
    if (count === undefined) throw reader.error('label comes before nr_class, which counts them');
    reader.expect(count);
    return Array.from({ length: count }, () => reader.whole('a label', -(2 ** 31), 2 ** 31 - 1));
  },
  nr_feature: (reader) => reader.whole('nr_feature', 1, mostFeatures),
  bias: (reader) => reader.number('bias'),
};

/**
 * @param {Reader} reader
 * @returns {Head}
 */
function readHead(reader) {
  /** @type {Map<string, any>} */
  const seen = new Map();
  for (;;) {
    const keyword = reader.word('the line "w" that the weights follow');
    if (keyword === 'w') return checkHead(reader, seen);
    if (!Object.hasOwn(keywords, keyword)) {
      throw reader.error(`${show(keyword)} is not a keyword of a LIBLINEAR model; check the file`);
    }
    if (seen.has(keyword)) {
      throw reader.error(`there is a second ${keyword}; a model has one of each`);
    }
    seen.set(keyword, keywords[keyword](reader, seen));
  }
}

/**
 * @param {Reader} reader
 * @param {Map<string, any>} seen
 * @returns {Head}
 */
function checkHead(reader, seen) {
  const name = seen.get('solver_type');
  const classifies = name !== undefined && machineOf(name) === 'LinearSVC';
  const needed = Object.keys(keywords).filter((keyword) => classifies || keyword !== 'label');
  const missing = needed.find((keyword) => !seen.has(keyword));
  if (missing) throw reader.error(`the model has no ${missing} before this line`);
  const [classes, labels] = [seen.get('nr_class'), seen.get('label')];
  if (classifies && classes < 2) {
    throw reader.error('the model has only one class; a classifier needs at least two');
  }
  if (!classifies && labels) {
    throw reader.error(`a model of the solver_type ${name} predicts numbers and has no label`);
  }
  if (classifies && new Set(labels).size < classes) {
    throw reader.error('the model has a label twice; every class has its own');
  }
  const [features, bias] = [seen.get('nr_feature'), seen.get('bias')];
  const one = !classifies || (classes === 2 && name !== 'MCSVM_CS');
  const columns = one ? 1 : classes;
  reader.expect((features + (bias >= 0 ? 1 : 0)) * columns);
  return { name, features, bias, labels, columns };
}

/**
 * @param {Reader} reader
 * @param {Head} head
 * @param {number} d the wanted number of features
 */
function readWeights(reader, { name, features, bias, labels, columns }, d) {
  // Of two classes a positive value means the one that sorts last here; of the two
  // functions of MCSVM_CS the first decides, the other is its negative.
  const two = labels?.length === 2;
  const sign = two && labels[0] < labels[1] ? -1 : 1;
  const functions = two ? 1 : columns;
  const place = labels && !two ? sortClasses(labels).order : Int32Array.of(0, -1);
  const coef = new Float64Array(functions * d);
  const intercept = new Float64Array(functions);
  const rows = features + (bias >= 0 ? 1 : 0);
  for (let j = 0; j < rows; j++) {
    for (let c = 0; c < columns; c++) {
      const weight = reader.number(`a weight of ${name}`);
      const p = place[c];
      if (p < 0) continue;
      if (j < features) coef[p * d + j] = sign * weight;
      else intercept[p] = reader.finite(sign * weight * bias, 'the bias');
    }
  }
  reader.end();
  return { coef, intercept };
}

/** The form of numbers in C. */
const number = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Words of a text, one after the other, and where the last of them is. */
class Reader {
  #text;
  #words = /\S+/g;
  #at = 0;

  /** @param {string} text */
  constructor(text) {
    this.#text = text;
  }

  /**
   * @param {string} what is expected
   * @returns {string}
   */
  word(what) {
    const found = this.#words.exec(this.#text);
    if (!found) {
      this.#at = this.#text.length;
      throw this.error(
        `the text ends before ${what}; it is not a LIBLINEAR model, or only a part of one`,
      );
    }
    this.#at = found.index;
    return found[0];
  }

  /** @param {string} what is expected */
  number(what) {
    const word = this.word(what);
    if (!number.test(word))
      throw this.error(`${show(word)} is not a finite number; ${what} is one`);
    return this.finite(Number(word), what);
  }

  /**
   * @param {number} value
   * @param {string} what it is
   */
  finite(value, what) {
    if (Number.isFinite(value)) return value;
    throw this.error(`${what} is too large for a number`);
  }

  /**
   * @param {string} what is expected
   * @param {number} least
   * @param {number} most
   */
  whole(what, least, most) {
    const word = this.word(what);
    const value = Number(word);
    if (/^[+-]?\d+$/.test(word) && value >= least && value <= most) return value;
    throw this.error(`${what} is ${show(word)}, not a whole number from ${least} to ${most}`);
  }

  /**
   * Fails when the rest of the text is too short for so many numbers: each takes at least a
   * digit and a blank or the end.
   * @param {number} count
   */
  expect(count) {
    const left = this.#text.length - this.#words.lastIndex;
    if (2 * count <= left + 1) return;
    throw this.error(
      `${count} numbers must follow, more than the ${left} characters that are left can hold; the text is cut off`,
    );
  }

  /** Fails when there is more. */
  end() {
    const found = this.#words.exec(this.#text);
    if (!found) return;
    this.#at = found.index;
    throw this.error(`${show(found[0])} comes after the last of the weights`);
  }

  /**
   * An error about the last word.
   * @param {string} message
   */
  error(message) {
    const before = this.#text.slice(0, this.#at);
    const line = before.split('\n').length;
    const column = this.#at - before.lastIndexOf('\n');
    return new MaxMarginError('ERR_FORMAT', 'text', `line ${line}, column ${column}: ${message}`, {
      line,
      column,
    });
  }
}

/**
 * A model in LIBLINEAR's format. Numbers take the fewest digits that read back as
 * the same.
 * @param {Fitted} fitted of a LinearSVC or LinearSVR
 * @returns {string}
 */
export function writeLiblinear(fitted) {
  const d = /** @type {number} */ (fitted.attribute('nFeatures'));
  const coef = /** @type {Float64Array} */ (fitted.attribute('coef'));
  const intercept = /** @type {Float64Array} */ (fitted.attribute('intercept'));
  const { labels } = fitted.classes;
  const classifies = labels.length > 0;
  const order = classifies ? /** @type {Int32Array} */ (fitted.field('class.order')) : undefined;
  const columns = order && labels.length > 2 ? [...order] : [0];
  const sign = labels.length === 2 && order?.[0] === 0 ? -1 : 1;
  const loss = fitted.field('option.loss');
  const solver = Object.keys(solvers).find((name) => name.endsWith('_DUAL') && solvers[name][0] === loss); // prettier-ignore
  if (solver === undefined) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'loss',
      `LIBLINEAR has no solver with the loss '${loss}', so the model cannot be written in its format; use save, or exportOnnx`,
    );
  }
  const own = loss === 'logistic' && fitted.field('option.probability') === 'none';
  if (!own) warnOfProbability(fitted, 'LIBLINEAR'); // its text implies those of the loss
  const bias = biasOf(fitted, intercept);
  const head = [`solver_type ${solver}`];
  head.push(`nr_class ${Math.max(labels.length, 2)}`);
  if (order) {
    const whole = wholeLabels(fitted.classes, 'LIBLINEAR');
    head.push(`label ${[...order].map((c) => whole[c]).join(' ')}`);
  }
  head.push(`nr_feature ${d}`, `bias ${bias}`, 'w');
  const line = (/** @type {(c: number) => number} */ weight) =>
    columns.map((c) => `${sign * weight(c)} `).join('');
  const rows = Array.from({ length: d }, (_, j) => line((c) => coef[c * d + j]));
  if (bias >= 0) rows.push(line((c) => intercept[c] / bias));
  return `${[...head, ...rows].join('\n')}\n`;
}

/**
 * The constant feature that the intercepts are the weights of: the one of the fit, unless
 * dividing by it and multiplying again changes the numbers.
 * @param {Fitted} fitted
 * @param {Float64Array} intercept
 */
function biasOf(fitted, intercept) {
  if (fitted.field('option.fitIntercept')[0] === 0 && intercept.every((b) => b === 0)) return -1;
  const [scaling] = fitted.field('option.interceptScaling');
  return intercept.every((b) => (b / scaling) * scaling === b) ? scaling : 1;
}
