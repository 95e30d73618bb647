/** A machine on a small problem that shows its effect, trained again when its options change. */

import * as main from 'maxmargin';
import { catalog } from 'maxmargin/catalog';
import * as study from 'maxmargin/study';
import { Chart } from './chart.js';
import { courseText, drawCourse, passes } from './live-course.js';
import { makeControls } from './live-controls.js';
import { linkToPlayground } from './live-link.js';
import { problems } from './live-problems.js';
import { collected } from './live-warnings.js';
import { Field, gridPoints, rankField } from './field.js';
import { Plane } from './plane.js';
import { latest, tell } from './state.js';

const classes = { ...main, ...study };
const side = 81;
const grid = { data: gridPoints(side), rows: side * side, cols: 2 };

const gamma = [0.05, 50, 3];

/** The problems of machines that have no picture of their own, by their kinds, and their controls. */
const usualProblems = { classifier: 'moons', regressor: 'sinc', detector: 'blob', transformer: 'stretched' };
const usualControls = { C: [0.01, 1000, 1], nu: [0.01, 0.9, 0.1, 'linear'], gamma };

/**
 * For each machine whose picture is not the usual one its problem, its controls (see makeControls), and
 * its fixed options.
 */
const pictures = {
  SVC: { problem: 'moons', controls: { C: [0.01, 1000, 1], gamma, loss: 'hinge' } },
  NuSVC: { problem: 'moons', controls: { nu: [0.02, 0.9, 0.2, 'linear'], gamma } },
  LinearSVC: { problem: 'clouds', controls: { C: [0.001, 100, 1], loss: 'squaredHinge' } },
  SGDClassifier: { problem: 'clouds', controls: { alpha: [1e-4, 1, 0.01], maxIter: [1, 100, 20], average: true } },
  Perceptron: { problem: 'apart', controls: { maxIter: [1, 100, 100], output: 'last', updates: 'online', interceptStep: 'radius' } },
  KernelPerceptron: { problem: 'moons', controls: { gamma, delta: [0, 2, 0, 'linear'], maxIter: [1, 100, 100] } },
  OrdinalSVC: { problem: 'grades', controls: { C: [1e-4, 100, 0.01], gamma, pairs: 'all', thresholds: 'pairs' } },
  OrdinalAverageMargin: { problem: 'grades', controls: { gamma, thresholds: 'errors' } },
  CumulativeLinkModel: { problem: 'steps', controls: { link: 'logit', alpha: [0.001, 100, 0.001] } },
  OrdinalGaussianProcess: { problem: 'grades', controls: { approximation: 'ep', optimizer: 'evidence', variance: [0.01, 1000, 1], gamma } },
  SVOR: { problem: 'grades', controls: { C: [0.01, 1000, 10], gamma, constraints: 'implicit' } },
  ReducedOrdinalSVC: { problem: 'grades', controls: { C: [0.01, 1000, 10], gamma, cost: 'absolute' } },
  LPSVC: { problem: 'moons', controls: { C: [0.01, 100, 1], gamma, signed: false } },
  LPMarginClassifier: { problem: 'apart', controls: { norm: [1, 20, 1] } },
  KNeighborsClassifier: { problem: 'moons', controls: { nNeighbors: [1, 60, 5], weights: 'uniform' } },
  FisherDiscriminant: { problem: 'clouds', controls: { alpha: [1e-4, 10, 0.001], priors: 'empirical' } },
  KernelFisherDiscriminant: { problem: 'moons', controls: { gamma, alpha: [1e-5, 1, 0.001] } },
  DecisionTreeClassifier: { problem: 'moons', controls: { maxDepth: [1, 12, 4], minSamplesLeaf: [1, 40, 1], criterion: 'gini' } },
  DecisionStump: { problem: 'moons', controls: { criterion: 'error' } },
  AdaBoostClassifier: { problem: 'moons', controls: { nEstimators: [1, 200, 30], reg: 'none', C: [0.01, 1, 0.1] } },
  HistGradientBoostingClassifier: { problem: 'moons', controls: { maxIter: [1, 200, 30], learningRate: [0.01, 1, 0.1], maxLeafNodes: [2, 31, 8], minSamplesLeaf: [1, 40, 5] } },
  HistGradientBoostingRegressor: { problem: 'sinc', controls: { maxIter: [1, 200, 50], learningRate: [0.01, 1, 0.1], maxLeafNodes: [2, 31, 8], minSamplesLeaf: [1, 40, 5] } },
  LPBoostClassifier: { problem: 'moons', controls: { nEstimators: [1, 200, 60], nu: [0.02, 0.9, 0.2, 'linear'] } },
  SVR: { problem: 'sinc', controls: { C: [0.01, 100, 5], epsilon: [0, 0.5, 0.1, 'linear'], gamma: [0.01, 10, 0.3] } },
  IncrementalSVR: { problem: 'sinc', controls: { C: [0.01, 100, 5], epsilon: [0, 0.5, 0.1, 'linear'], gamma: [0.01, 10, 0.3] } },
  NuSVR: { problem: 'sinc', controls: { nu: [0.02, 1, 0.4, 'linear'], C: [0.01, 100, 5], gamma: [0.01, 10, 0.3] } },
  LPSVR: { problem: 'sinc', controls: { C: [0.01, 100, 5], epsilon: [0, 0.5, 0.1, 'linear'], gamma: [0.01, 10, 0.3] } },
  ParametricTubeSVR: { problem: 'opening', controls: { tube: { among: ['absolute', 'square', 'constant'] }, nu: [0.02, 1, 0.2, 'linear'], C: [0.01, 100, 1], gamma: [0.01, 10, 0.3] } },
  SetRanker: { problem: 'rare', controls: { measure: { among: ['f1', 'balanced', '01', 'fbeta'] }, C: [0.001, 10, 0.1], beta: [0.1, 10, 2] } },
  RankSVC: { problem: 'queries', draw: lists, controls: { surrogate: { among: ['kendall', 'ndcg'] }, C: [0.001, 10, 0.1], gamma: [0.01, 10, 0.3] } },
  RegularizationNetwork: { problem: 'trend', controls: { basis: { among: ['linear', 'none', 'constant', 'quadratic'] }, regularizer: { among: ['same', 'laplacian', 'matern'] }, C: [0.01, 100, 0.3], epsilon: [0, 0.5, 0.1, 'linear'], gamma: [0.01, 10, 1] } },
  ConvexLossSVR: { problem: 'outliers', controls: { loss: 'huber', sigma: [0.01, 2, 0.1], C: [0.01, 100, 5] }, held: { gamma: 0.3 } },
  LinearSVR: { problem: 'line', controls: { C: [0.01, 100, 1], epsilon: [0, 0.5, 0.1, 'linear'] }, held: { interceptPenalty: false } },
  LinearRegression: { problem: 'line', controls: { fitIntercept: true } },
  Ridge: { problem: 'line', controls: { alpha: [0.01, 1000, 1], fitIntercept: true } },
  Lasso: { problem: 'line', controls: { alpha: [0.001, 10, 0.1], l1Ratio: [0, 1, 1, 'linear'], fitIntercept: true } },
  SGDRegressor: { problem: 'line', controls: { eta0: [0.01, 1.25, 0.05], maxIter: [1, 20, 8], learningRate: 'constant' }, held: { tol: 0 } },
  KernelSGDClassifier: { problem: 'moons', controls: { alpha: [1e-4, 1, 0.01], gamma, maxIter: [1, 100, 20], average: true } },
  MulticlassPerceptron: { problem: 'row', controls: { output: 'last', updates: 'online', maxIter: [1, 100, 30], interceptStep: 'unit' } },
  MulticlassKernelPerceptron: { problem: 'row', controls: { gamma, output: 'last', updates: 'online', maxIter: [1, 100, 30] } },
  LowRankSVC: { problem: 'moons', controls: { nComponents: [1, 120, 15], landmarks: 'auto', C: [0.01, 100, 1], gamma } },
  LowRankSVR: { problem: 'sinc', controls: { nComponents: [1, 60, 10], landmarks: 'auto', C: [0.01, 100, 5], epsilon: [0, 0.5, 0.1, 'linear'], gamma: [0.01, 10, 0.3] } },
  EquivalenceSVC: { problem: 'row', controls: { C: [0.01, 100, 1], gamma, pairwise: 'metricLearning', pairWeight: 'balanced' } },
  MulticlassSVC: { problem: 'row', controls: { formulation: 'crammerSinger', C: [0.01, 100, 1], fitIntercept: true }, held: { kernel: 'linear' } },
  KernelRidge: { problem: 'sinc', controls: { alpha: [1e-4, 10, 0.1], gamma: [0.01, 10, 0.3] } },
  GaussianProcessRegressor: { problem: 'sinc', controls: { optimizer: 'evidence', alpha: [1e-4, 10, 0.1], gamma: [0.01, 10, 0.3] } },
  GaussianProcessClassifier: { problem: 'moons', controls: { optimizer: 'evidence', variance: [0.01, 1000, 1], gamma } },
  SVDD: { problem: 'blob', controls: { nu: [0, 0.9, 0.1, 'linear'], gamma } },
  KernelDensity: { problem: 'blob', controls: { bandwidth: [0.02, 2, 0.15], window: 'gaussian', nu: [0, 0.9, 0.1, 'linear'] } },
  ParzenClassifier: { problem: 'moons', controls: { bandwidth: [0.01, 2, 0.15], window: 'gaussian' } },
  KernelRegression: { problem: 'sinc', controls: { bandwidth: [0.05, 10, 0.7], window: 'gaussian' } },
  KernelPCA: { problem: 'rings', controls: { gamma: [0.05, 50, 20] } },
  Nystroem: { problem: 'moons', draw: products, controls: { nComponents: [1, 120, 15], gamma: [0.05, 50, 2], seed: [0, 20, 0, 'linear'] } },
  RBFSampler: { problem: 'moons', draw: products, controls: { nComponents: [1, 3000, 100], gamma: [0.05, 50, 2], seed: [0, 20, 0, 'linear'] } },
  IncompleteCholesky: { problem: 'moons', draw: products, controls: { tol: [1e-6, 1, 0.01], gamma: [0.05, 50, 2] } },
  MonomialFeatures: { problem: 'moons', draw: products, controls: { degree: [1, 6, 3, 'linear'], coef0: [0, 3, 1, 'linear'] } },
  StandardScaler: { problem: 'stretched', controls: { withMean: true, withStd: true } },
  RobustScaler: { problem: 'stretched', controls: { withCentering: true, withScaling: true } },
  QuantileTransformer: { problem: 'stretched', controls: { outputDistribution: 'uniform', nQuantiles: [2, 200, 100] } },
  Normalizer: { problem: 'stretched', controls: { norm: 'l2' } },
  PolynomialFeatures: { problem: 'rings', controls: { degree: [1, 4, 2, 'linear'], interactionOnly: false } },
  SelectKBest: { problem: 'stretched', controls: { k: [1, 2, 1, 'linear'], score: 'f' } },
  SimpleImputer: { problem: 'gaps', controls: { strategy: 'mean' } },
  KNNImputer: { problem: 'gaps', controls: { nNeighbors: [1, 60, 5, 'linear'], weights: 'uniform' } },
};

/** Machines whose decision values are -1 and 1 at the margins. */
const withMargins = new Set(['SVC', 'NuSVC', 'LinearSVC', 'LSSVC', 'SGDClassifier', 'KernelSGDClassifier', 'LPSVC', 'LPMarginClassifier', 'MulticlassSVC', 'LowRankSVC']);

/** @param {HTMLElement} figure @param {string} name of the machine */
export function show(figure, name) {
  const { kind, options } = catalog[name];
  const usual = Object.entries(usualControls).filter(([control]) => options.some((option) => option.name === control));
  const picture = pictures[name] ?? { problem: usualProblems[kind], controls: Object.fromEntries(usual) };
  const problem = problems[picture.problem]();
  const body = figure.querySelector('.live-body');
  const controls = document.createElement('div');
  controls.className = 'live-controls';
  const standard = { classifier: plane, detector: plane, regressor: curve, transformer: clouds };
  const draw = (picture.draw ?? standard[kind])(body, name, problem);
  body.append(controls);

  let model = null;
  const run = latest(async () => {
    tell('training');
    collected();
    model?.dispose();
    const chosen = { ...picture.held, ...read() };
    linkToPlayground(figure, { machine: name, ...chosen });
    model = new classes[name](chosen);
    await (name === 'SelectKBest' ? model.fit(problem.X, problem.labels.map(String)) : kind === 'classifier' || kind === 'regressor' ? model.fit(problem.X, problem.y, problem.groups && { groups: problem.groups }) : model.fit(problem.X));
    tell('done', [await draw(model, chosen), ...collected()].join(' '));
  });
  const read = makeControls(controls, options, picture.controls, run);
  run();
}

/** Classes, or inside and outside, on the plane. */
function plane(body, name, { X, y, points }) {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('role', 'img');
  body.append(canvas);
  const picture = new Plane(canvas);
  return async (model) => {
    const values = await model.decisionFunction(grid);
    const predicted = await model.predict(X);
    const detects = y === undefined;
    const margins = withMargins.has(name);
    const ordered = catalog[name].options.some(({ type }) => type === 'classOrder');
    const k = detects || ordered ? 2 : new Set(y).size;
    const shown = margins ? values : evened(values);
    const classes = () => (k > 2 ? between(shown, k) : new Field(shown, side, [detects ? [0, 1] : [1, 0]], 2));
    const field = ordered ? rankField(values, model.thresholds, side, typicalGap(values)) : classes();
    if (!margins && !ordered) field.margins = () => [];
    const support = model.supportIndices ?? [];
    picture.setPoints(points, new Set(support.length < points.length ? support : []));
    picture.setField(field);
    const text = `${count(predicted, y)}${support.length > 0 ? `; ${support.length} are in the model` : ''}.`;
    canvas.setAttribute('aria-label', `${detects ? 'The region that is inside' : ordered ? 'The regions of the ranks' : `The regions of ${['two', 'three'][k - 2]} classes`}. ${text}`);
    return text;
  };
}

/** The regions of several classes, from a value for each. */
function between(values, k) {
  const pairs = [];
  for (let a = 0; a < k; a++) for (let b = a + 1; b < k; b++) pairs.push([a, b]);
  const differences = new Float64Array(side * side * pairs.length);
  for (let i = 0; i < side * side; i++) pairs.forEach(([a, b], p) => (differences[i * pairs.length + p] = values[i * k + a] - values[i * k + b]));
  return new Field(differences, side, pairs, k);
}

function count(predicted, y) {
  const right = predicted.filter((value, i) => value === (y ? y[i] : 1)).length;
  return y ? `${right} of ${predicted.length} samples are on the right side` : `${right} of ${predicted.length} samples are inside`;
}

/** What a difference of utilities is measured by: a sixth of their range. */
function typicalGap(values) {
  return (Math.max(...values) - Math.min(...values)) / 6 || 1;
}

/** Scales values to about 1, so that shades are visible whatever the unit is. */
function evened(values) {
  const mean = values.reduce((sum, value) => sum + Math.abs(value), 0) / values.length;
  return values.map((value) => value / (mean || 1));
}

/** The function of a regressor, with its tube. */
function curve(body, name, problem) {
  const { X, y, range } = problem;
  const svg = figureOf(body);
  const below = name === 'SGDRegressor' ? figureOf(body) : null;
  const places = Array.from({ length: 161 }, (_, i) => range[0] + ((range[1] - range[0]) * i) / 160);
  const [low, high] = [Math.min(...y), Math.max(...y)];
  const room = 0.15 * (high - low);
  return async (model, options) => {
    const f = await model.predict({ data: Float64Array.from(places), rows: places.length, cols: 1 });
    const tube = model.epsilon ?? options.epsilon ?? 0;
    const widths = model.tubeCoef && places.map((x) => halfWidth(x, model.tubeCoef, options.tube));
    const sure = model.sampleY ? await model.predict({ data: Float64Array.from(places), rows: places.length, cols: 1 }, { returnStd: true }) : undefined;
    const band = (side) => places.map((x, i) => [x, sure.mean[i] + side * 2 * sure.std[i]]);
    const line = (shift) => places.map((x, i) => [x, Math.max(low - room, Math.min(high + room, f[i] + shift))]);
    const held = model.supportIndices ?? [];
    const draw = () => {
      const chart = new Chart(svg, { x: range, y: [low - room, high + room], xLabel: 'x', yLabel: 'y' });
      if (tube > 0) chart.area(line(tube), line(-tube), 'tube');
      if (widths) chart.area(...[1, -1].map((side) => places.map((x, i) => [x, f[i] + side * widths[i]])), 'tube');
      if (sure) chart.area(band(1), band(-1), 'tube');
      chart.line(line(0), 'curve');
      const inModel = new Set(held.length < y.length ? held : []);
      y.forEach((value, i) => chart.dot(X.data[i], value, 4, inModel.has(i) ? 'dot held' : 'dot'));
    };
    drawn(svg, draw);
    let course = '';
    if (below) {
      const made = await passes(problem, options);
      drawn(below, () => drawCourse(below, made.errors));
      course = ` ${courseText(made, options.eta0)}`;
      below.setAttribute('aria-label', course.trim());
    }
    const share = held.length > 0 && held.length < y.length ? ` ${held.length} of ${y.length} samples are in the model, ${options.nComponents ? 'the landmarks' : 'those on the tube or outside'}, drawn full.` : ` All ${y.length} samples are in the model.`;
    const loo = model.looError === undefined ? '' : ` Mean squared error of samples left out: ${model.looError.toPrecision(3)}.`;
    const width = tube > 0 ? ` Half-width of the tube: ${tube.toPrecision(3)}.` : '';
    const opening = widths ? ` Half-width of the tube: ${formula(model.tubeCoef, options.tube)}.` : '';
    const learnt = sure ? ` Band: two standard deviations on either side. Log evidence ${model.evidence.toPrecision(4)} at ${named(model)}.` : '';
    const text = `The function that was found.${width}${opening}${learnt}${(held.length === 0 && model.dualCoef === undefined) || below ? '' : share}${loo}${course}`;
    svg.setAttribute('aria-label', text);
    return text;
  };
}

/** The utilities of the documents of each query, one query beside the other. */
function lists(body, name, { X, y, groups }) {
  const svg = figureOf(body);
  const words = ['blue: of no use', 'orange: of some use', 'green: the best'];
  return async (model) => {
    const utility = await model.predict(X);
    const [low, high] = [Math.min(...utility), Math.max(...utility)];
    const room = 0.08 * (high - low || 1);
    const inOrder = await model.score(X, y, { groups });
    drawn(svg, () => {
      const chart = new Chart(svg, { x: [0, Math.max(...groups) + 2], y: [low - room, high + room], xLabel: 'query', yLabel: 'utility' });
      y.forEach((relevance, i) => chart.dot(groups[i] + 1, utility[i], 4, `dot class-${relevance}`));
    });
    const text = `The documents of each query, at the height of their utility; ${words.join(', ')}. ${(100 * inOrder).toFixed(0)} % of the pairs of a query are in order; ${model.supportIndices.length} of ${y.length} documents are in the model.`;
    svg.setAttribute('aria-label', text);
    return text;
  };
}

/** The half-width of a parametric tube at a number. */
function halfWidth(x, [constant, factor = 0], shape) {
  return constant + factor * (shape === 'square' ? x * x : Math.abs(x));
}

/** The same in words: '0.031 + 0.2 |x|'. */
function formula(coefficients, shape) {
  const [constant, factor] = coefficients;
  const part = factor === undefined ? '' : ` + ${factor.toPrecision(3)} ${shape === 'square' ? 'x²' : '|x|'}`;
  return `${constant.toPrecision(3)}${part}`;
}

/** The parameters of a process: 'gamma 0.31, alpha 0.0104'. */
function named({ parameterNames, parameters }) {
  return parameterNames.split(' ').map((name, i) => `${name} ${parameters[i].toPrecision(3)}`).join(', ');
}

/** Samples before and after a transformation. */
function clouds(body, name, { X, labels }) {
  const [before, after] = [figureOf(body), figureOf(body)];
  const scatter = (svg, data, xLabel, yLabel) => {
    const cols = data.length / labels.length; // of several columns the last two are drawn
    const column = (j) => labels.map((label, i) => (cols === 1 && j === 1 ? label : data[cols * (i + 1) - Math.min(cols, 2) + j]));
    const [across, up] = [column(0), column(1)];
    const span = (values) => {
      const known = values.filter(Number.isFinite);
      const [low, high] = [Math.min(...known), Math.max(...known)];
      const room = 0.08 * (high - low || 1);
      return [low - room, high + room];
    };
    const chart = new Chart(svg, { x: span(across), y: span(up), xLabel, yLabel });
    labels.forEach((label, i) => {
      if (Number.isFinite(across[i] + up[i])) chart.dot(across[i], up[i], 3.5, `dot class-${label}`);
    });
  };
  return async (model) => {
    const data = Float64Array.from(await model.transform(X));
    const names = { KernelPCA: ['first component', 'second component'], PolynomialFeatures: ['last feature but one', 'last feature'], SelectKBest: model.selected?.length === 1 ? ['the feature that is kept', 'class'] : undefined }[name] ?? ['first feature', 'second feature'];
    drawn(before, () => scatter(before, X.data, 'first feature', 'second feature'));
    drawn(after, () => scatter(after, data, ...names));
    before.setAttribute('aria-label', 'The samples.');
    after.setAttribute('aria-label', 'What the transformer makes of them.');
    const shares = model.explainedVarianceRatio;
    return `The samples, and what ${name} makes of them.${shares ? ` The two components have ${(100 * (shares[0] + shares[1])).toFixed(0)} % of the variance in feature space.` : ''}`;
  };
}

/** The kernel that features are made for, with the gamma that was chosen. */
function kernelOf(name, { gamma, degree, coef0 }) {
  const { kernels } = main;
  return name === 'MonomialFeatures' ? kernels.poly({ degree, coef0, gamma: 1 }) : kernels.rbf({ gamma });
}

/** The inner products of the features of one sample with those of all places of the plane. */
function products(body, name, { X, points }) {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('role', 'img');
  body.append(canvas);
  const picture = new Plane(canvas);
  const chosen = 7;
  const sample = { data: X.data.slice(2 * chosen, 2 * chosen + 2), rows: 1, cols: 2 };
  return async (model, options) => {
    const [own, all] = [await model.transform(sample), await model.transform(grid)];
    const exact = await main.gramMatrix(kernelOf(name, options), sample, grid);
    const [half, cols] = [own.reduce((sum, v) => sum + v * v, 0) / 2, own.length];
    let [worst, largest] = [0, 0];
    const values = Float64Array.from(exact, (value, i) => {
      let product = 0;
      for (let q = 0; q < cols; q++) product += own[q] * all[i * cols + q];
      worst = Math.max(worst, Math.abs(product - value));
      largest = Math.max(largest, Math.abs(value));
      return product - half;
    });
    const field = new Field(evened(values), side, [[0, 1]], 2);
    field.margins = () => [];
    const marked = model.supportIndices ?? [chosen];
    picture.setPoints(points.map((point) => ({ ...point, label: 0 })), new Set(marked.length < points.length ? marked : []));
    picture.setField(field);
    const of = model.supportIndices ? ` from ${marked.length} of the ${points.length} samples, which are marked` : '';
    const text = `${cols} ${cols === 1 ? 'feature' : 'features'}${of}. The line is where the inner product with the features of one sample is half of its square; the products differ from the kernel by at most ${(largest > 0 ? worst / largest : 0).toPrecision(2)} of its largest value here.`;
    canvas.setAttribute('aria-label', text);
    return text;
  };
}

function figureOf(body) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'live-chart');
  svg.setAttribute('role', 'img');
  body.append(svg);
  return svg;
}

const redraws = new Map();
const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => redraws.get(target)?.()));

/** Draws now, and again whenever the size of the picture changes. */
export function drawn(svg, draw) {
  if (!redraws.has(svg)) sizes.observe(svg);
  redraws.set(svg, draw);
  draw();
}
