/**
 * Turns models of other programs into bytes of this package: their files give options and
 * fields. load() makes a model of the bytes, after Go has checked them.
 */
import { packContainer } from '../model/container.js';
import { toModel } from '../model/model-options.js';
import { machineOf } from '../machines/all.js';
import { ascending, tellApart } from '../basics/text.js';

/** @import { FieldValue } from '../model/container.js' */
/** @import { Classes, LabelKind } from '../input/labels.js' */
/** @import { Options } from '../machines/option-values.js' */
/** @import { Label } from '../types.js' */

/**
 * @typedef {object} Foreign
 * @property {string} machine that it is here
 * @property {Options} options that the file has; the others have their defaults
 * @property {Classes} [classes] of a classifier
 * @property {number} [supportVectors] how many there are; none of linear machines and trees
 * @property {Record<string, FieldValue>} fitted the fields of its fit
 * @property {{pairs: boolean, slope: Float64Array, offset: Float64Array, method?: string}}
 *   [probability] sigmoids of its decision values, 1 / (1 + exp(slope f + offset)) for the positive
 *   class; or shares proportional to exp(-slope f)
 */

/**
 * A transformer, or one that holds others.
 * @typedef {Pick<Foreign, 'machine' | 'options' | 'fitted'> & {parts?: ForeignStep[]}} ForeignStep
 */

/**
 * The bytes of a model; with steps before it, of a pipeline.
 * @param {Foreign} model
 * @param {object} [front] what comes before the machine
 * @param {ForeignStep[]} [front.before] transformers
 * @param {object} [front.table] the columns of the table that the first of them takes
 * @param {string[]} [front.names] of the columns, if they are numbers
 * @param {{machine: string, options: object, learnt: object}} [front.vectorizer] of texts
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function foreignModel(model, { before = [], table, names, vectorizer } = {}) {
  const { machine, options, classes, supportVectors = 0, fitted, probability } = model;
  const own = { ...(probability && { probability: probability.method ?? 'sigmoid' }), ...options };
  const steps = [...before, { machine, options: own, fitted }];
  const piped = before.length > 0 || vectorizer !== undefined;
  const label = vectorizer?.machine.toLowerCase();
  return packContainer({
    machine: piped ? 'Pipeline' : machine,
    ...(classes && {
      'classes.kind': classes.kind,
      'classes.names': classes.labels.map(String).join('\0'),
    }),
    'fit.status': 'imported',
    'fit.iterations': new Float64Array(1),
    'fit.objective': new Float64Array(1),
    'fit.gap': new Float64Array(1),
    'fit.vectors': Int32Array.of(supportVectors),
    ...(names && { 'features.names': names.join('\0') }),
    ...(vectorizer && {
      'facade.vectorizer': JSON.stringify({ label, vectorizer: JSON.stringify(vectorizer) }),
    }),
    ...(table && { 'facade.columns': JSON.stringify(table) }),
    ...(probability && sigmoids(probability)),
    ...(piped ? partFields(steps, '', { free: 0 }) : fieldsOf(steps[0])),
  });
}

/**
 * The fields of a machine: its options and its fit.
 * @param {Pick<Foreign, 'machine' | 'options' | 'fitted'>} step
 */
function fieldsOf({ machine, options, fitted }) {
  const specs = machine === 'Pipeline' ? [] : machineOf(machine).options;
  return { ...toModel(specs, options), ...fitted };
}

/**
 * The fields of the parts of a machine, under their numbers: those of the parts of a part follow all
 * that have a number by then.
 * @param {ForeignStep[]} parts
 * @param {string} holder what stands before the fields of the machine
 * @param {{free: number}} numbers the next one
 * @returns {Record<string, FieldValue>}
 */
function partFields(parts, holder, numbers) {
  const first = numbers.free;
  numbers.free += parts.length;
  /** @type {Record<string, FieldValue>} */
  const all = { [`${holder}pipeline.steps`]: Int32Array.of(parts.length) };
  const labels = tellApart(parts.map(({ machine }) => machine.toLowerCase()));
  parts.forEach((part, i) => {
    const before = `${first + i}.`;
    const own = { machine: part.machine, label: labels[i], ...fieldsOf(part) };
    for (const [name, value] of Object.entries(own)) all[before + name] = value;
    if (part.parts) Object.assign(all, partFields(part.parts, before, numbers));
  });
  return all;
}

/** @param {NonNullable<Foreign['probability']>} probability */
function sigmoids({ pairs, slope, offset, method }) {
  return {
    'probability.fit': method ?? 'sigmoid',
    'probability.values': Int32Array.of(slope.length),
    'probability.pairs': Int32Array.of(pairs ? 1 : 0),
    'probability.slope': slope,
    'probability.offset': offset,
    'probability.ends': new Int32Array(slope.length),
    'probability.knots': new Float64Array(0),
    'probability.levels': new Float64Array(0),
  };
}

/**
 * A linear machine.
 * @param {'LinearSVC' | 'LinearSVR'} machine
 * @param {Float64Array} coef a row for each of the functions
 * @param {Float64Array} intercept of each
 * @param {Partial<Foreign> & {order?: Int32Array}} [more] with the order of its classes
 * @returns {Foreign}
 */
export function linearModel(machine, coef, intercept, { order, ...more } = {}) {
  const functions = intercept.length;
  const fitted = {
    samples: Int32Array.of(1),
    features: Int32Array.of(coef.length / functions),
    coef,
    intercept,
    'problem.iterations': new Int32Array(functions),
    'problem.objective': new Float64Array(functions),
    'problem.gap': new Float64Array(functions),
    'dual.coef': new Float64Array(0),
    ...(order && { 'class.order': order }),
  };
  return { machine, options: { fitIntercept: intercept.some((b) => b !== 0) }, fitted, ...more };
}

/**
 * The empty record of a solver, for a model that another program has fitted.
 * @returns {Record<string, FieldValue>}
 */
export function noSolution() {
  const none = (/** @type {string[]} */ names, /** @type {FieldValue} */ empty) =>
    names.map((name) => [name, empty]);
  return Object.fromEntries([
    ...none(['solution.gap', 'solution.values', 'solution.hits'], new Float64Array(0)),
    ...none(['trace.objective', 'trace.gap', 'trace.margin'], new Float64Array(0)),
    ...none(['solution.shrunk', 'trace.ends', 'trace.setEnds', 'trace.sets'], new Int32Array(0)),
  ]);
}

/**
 * The classes of a file in ascending order, and the index there of each class of the file.
 * @param {readonly Label[]} labels in the order of the file, no two alike
 * @returns {{classes: Classes, order: Int32Array}}
 */
export function sortClasses(labels) {
  const sorted = [...labels].sort(ascending);
  const rank = new Map(sorted.map((label, i) => [label, i]));
  return {
    classes: { kind: /** @type {LabelKind} */ (typeof labels[0]), labels: sorted },
    order: Int32Array.from(labels, (label) => /** @type {number} */ (rank.get(label))),
  };
}
