/** The machines that are compared, and the options that are tried for each, the most promising first. */
import {
  AdaBoostClassifier,
  ColumnTransformer,
  CumulativeLinkModel,
  GaussianProcessClassifier,
  GaussianProcessRegressor,
  HistGradientBoostingClassifier,
  HistGradientBoostingRegressor,
  KNeighborsClassifier,
  KernelRidge,
  LinearSVC,
  LowRankSVC,
  LowRankSVR,
  MaxAbsScaler,
  Ridge,
  SVC,
  SVOR,
  SVR,
  SimpleImputer,
  StandardScaler,
  TfidfVectorizer,
  TransformedTarget,
  makePipeline,
  makeTablePipeline,
} from '../core.js';

/** @import { Given } from './columns.js' */
/** @import { Task } from './task.js' */
/** @import { AutoColumn } from './types.js' */

/**
 * One machine with its options.
 * @typedef {object} Candidate
 * @property {string} key that tells it from all others
 * @property {string} family the name of the machine
 * @property {Record<string, any>} options
 * @property {'standard' | 'log'} [transformer] of the target: see TransformedTarget
 */

/**
 * A machine, and what is tried of it.
 * @typedef {object} Family
 * @property {string} name
 * @property {Candidate[]} candidates
 */

/**
 * What the lists of options depend on.
 * @typedef {object} Size
 * @property {number} rows to learn from
 * @property {number} width the variance of a scaled row: how many columns there are
 * @property {boolean} texts
 * @property {boolean} logarithm whether the logarithm of the target is worth a try
 * @property {Task} task
 */

/** The machines that are compared. @type {Record<string, new (options: any) => any>} */
const machines = {
  AdaBoostClassifier,
  CumulativeLinkModel,
  GaussianProcessClassifier,
  GaussianProcessRegressor,
  HistGradientBoostingClassifier,
  HistGradientBoostingRegressor,
  KNeighborsClassifier,
  KernelRidge,
  LinearSVC,
  LowRankSVC,
  LowRankSVR,
  Ridge,
  SVC,
  SVOR,
  SVR,
};

/** Names of options by machine: those of each list are tried in turn. @typedef {Record<string, any>[]} Options */

const round = (/** @type {number} */ value) => Number(value.toPrecision(2));

/**
 * C and gamma of a Gaussian kernel: first what suits most scaled data, then further away.
 * @param {number} width
 * @returns {Options}
 */
const gaussian = (width) =>
  /** @type {[number, number][]} */ ([
    [1, 1],
    [10, 0.3],
    [1, 0.3],
    [100, 0.1],
    [10, 1],
    [0.3, 1],
    [3, 3],
    [100, 0.03],
    [1000, 0.01],
    [1, 10],
  ]).map(([C, factor]) => ({ C, gamma: round(factor / width) }));

/** @type {Options} */
const trees = [
  { learningRate: 0.1, maxIter: 100 },
  { learningRate: 0.05, maxIter: 200, maxLeafNodes: 8 },
  { learningRate: 0.1, maxIter: 50, maxLeafNodes: 4 },
  { learningRate: 0.05, maxIter: 300, maxLeafNodes: 31, minSamplesLeaf: 10 },
  { learningRate: 0.03, maxIter: 300, maxLeafNodes: 16, minSamplesLeaf: 40 },
];

/**
 * A rule for one machine: whether data have the right size, and the options.
 * @typedef {object} Rule
 * @property {(size: Size) => boolean} [if]
 * @property {(size: Size) => Options} options
 * @property {Record<string, any>} [always] options of all candidates
 * @property {boolean} [scaled] whether the target is brought to the variance 1
 */

/** How many numbers a machine that compares all pairs of rows should have to do with. */
const quadratic = 8000;

/** @type {Record<string, Rule>} */
const ofClasses = {
  LinearSVC: {
    always: { loss: 'logistic' },
    options: () => [1, 0.1, 10, 0.01, 100].map((C) => ({ C })),
  },
  HistGradientBoostingClassifier: { if: ({ texts }) => !texts, options: () => trees },
  SVC: {
    if: ({ rows }) => rows <= quadratic,
    options: ({ width, texts }) =>
      texts ? [1, 10, 0.3].map((C) => ({ kernel: 'linear', C })) : gaussian(width),
  },
  LowRankSVC: {
    if: ({ rows, texts }) => rows > 3000 && !texts,
    options: ({ width }) => gaussian(width).slice(0, 5),
  },
  KNeighborsClassifier: {
    if: ({ rows }) => rows <= 4 * quadratic,
    options: () => [15, 5, 40, 100].map((nNeighbors) => ({ nNeighbors })),
  },
  GaussianProcessClassifier: {
    if: ({ rows, texts, task }) => rows * Math.max(1, task.labels.length - 1) <= 1500 && !texts,
    options: () => [{}],
  },
  AdaBoostClassifier: {
    if: ({ texts }) => !texts,
    options: () => [{ nEstimators: 50 }, { nEstimators: 200 }],
  },
};

/** @type {Record<string, Rule>} */
const ofNumbers = {
  Ridge: { options: () => [1, 0.1, 10, 100].map((alpha) => ({ alpha })) },
  HistGradientBoostingRegressor: {
    if: ({ texts }) => !texts,
    options: () => trees.map((one) => ({ ...one, loss: 'absoluteError' })),
  },
  SVR: {
    if: ({ rows }) => rows <= quadratic,
    scaled: true,
    options: ({ width, texts }) =>
      texts ? [1, 10].map((C) => ({ kernel: 'linear', C })) : gaussian(width),
  },
  LowRankSVR: {
    if: ({ rows, texts }) => rows > 3000 && !texts,
    scaled: true,
    options: ({ width }) => gaussian(width).slice(0, 5),
  },
  KernelRidge: {
    if: ({ rows, texts }) => rows <= quadratic / 2 && !texts,
    scaled: true,
    always: { kernel: 'rbf' },
    options: ({ width }) =>
      /** @type {[number, number][]} */ ([
        [0.1, 0.3],
        [0.01, 0.1],
        [1, 0.3],
      ]).map(([alpha, factor]) => ({ alpha, gamma: round(factor / width) })),
  },
  GaussianProcessRegressor: {
    if: ({ rows, texts }) => rows <= 1500 && !texts,
    scaled: true,
    options: () => [{}],
  },
};

/** @type {Record<string, Rule>} */
const inOrder = {
  SVOR: {
    if: ({ rows }) => rows <= quadratic,
    options: ({ width, texts }) =>
      texts ? [1, 0.1].map((C) => ({ kernel: 'linear', C })) : gaussian(width),
  },
  CumulativeLinkModel: { options: () => [0.1, 1, 0.01].map((alpha) => ({ alpha })) },
  SVC: ofClasses.SVC,
  HistGradientBoostingClassifier: ofClasses.HistGradientBoostingClassifier,
};

/** @type {Record<Task['name'], Record<string, Rule>>} */
const rules = { classes: ofClasses, numbers: ofNumbers, order: inOrder };

/** Machines that know the order of the classes. */
const ordered = new Set(['SVOR', 'CumulativeLinkModel']);

/** Measures that need probabilities. */
const ofProbabilities = /^(logLoss|brier)/i;

/** Machines with probabilities of their own. */
const native = /^(GaussianProcess|AdaBoost|HistGradientBoosting|CumulativeLink)/;

/**
 * The machines that the package has for a task.
 * @param {Task['name']} task
 */
export const machinesFor = (task) =>
  Object.keys(rules[task]).filter((name) => Object.hasOwn(machines, name));

/**
 * The families for data of a size.
 * @param {Size} size
 * @param {readonly string[]} names of machines
 * @returns {Family[]}
 */
export function familiesFor(size, names) {
  const own = rules[size.task.name];
  return names.flatMap((name) => {
    const rule = own[name];
    if (rule.if && !rule.if(size)) return [];
    // A machine that does not know the order needs classes that are numbers, which have one.
    const { labels, order } = size.task;
    if (order && !ordered.has(name) && typeof labels[0] !== 'number') return [];
    const plain = rule.options(size).map((options) => candidateOf(name, rule, options, size));
    if (!size.logarithm || size.task.name !== 'numbers') return [{ name, candidates: plain }];
    // Targets that differ by factors: every second candidate learns their logarithm.
    const both = plain.flatMap((one) => [
      { ...one, transformer: /** @type {const} */ ('log'), key: `${one.key} log` },
      one,
    ]);
    return [{ name, candidates: both }];
  });
}

/**
 * @param {string} family
 * @param {Rule} rule
 * @param {Record<string, any>} given
 * @param {Size} size
 * @returns {Candidate}
 */
function candidateOf(family, { always, scaled }, given, { task }) {
  const needs = task.name === 'classes' && task.scoring.some((name) => ofProbabilities.test(name));
  const options = {
    ...always,
    ...given,
    ...(needs && !native.test(family) && { probability: 'sigmoid' }),
    ...(ordered.has(family) && { order: task.order }),
  };
  const key = `${family} ${JSON.stringify(options)}`;
  return { key, family, options, ...(scaled && { transformer: 'standard' }) };
}

/**
 * A model of a candidate, not fitted: the steps for the columns, and the machine.
 * @param {Candidate} candidate
 * @param {Given} given
 * @param {AutoColumn[]} columns
 */
export function modelOf({ family, options, transformer }, given, columns) {
  const machine = new machines[family](options);
  const last = transformer ? new TransformedTarget(machine, { transformer }) : machine;
  return stepsFor(given, columns, last);
}

/**
 * What columns that stay were said to be.
 * @param {AutoColumn[]} columns
 */
export const typesOf = (columns) =>
  Object.fromEntries(
    columns.flatMap(({ name, type, leftOut }) => (type && !leftOut ? [[name, type]] : [])),
  );

/**
 * @param {Given} given
 * @param {AutoColumn[]} columns
 * @param {any} last
 * @returns {any}
 */
function stepsFor({ form }, columns, last) {
  const join = /** @type {(...steps: any[]) => any} */ (makePipeline);
  if (form === 'texts') return join(new TfidfVectorizer(), last);
  if (form === 'sparse') return join(new MaxAbsScaler(), last);
  if (form === 'table') return makeTablePipeline(last, { types: typesOf(columns) });
  const gaps = columns.some((column) => column.gaps > 0);
  const numbers = [
    ...(gaps ? [new SimpleImputer({ strategy: 'median' })] : []),
    new StandardScaler(),
  ];
  if (!columns.some(({ leftOut }) => leftOut)) return join(...numbers, last);
  // Rows without names come as they are, so the model itself leaves columns out.
  const kept = columns.flatMap(({ leftOut }, j) => (leftOut ? [] : [j]));
  const first = new ColumnTransformer([['numbers', join(...numbers), kept]]);
  return join(first, last);
}
