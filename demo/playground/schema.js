/**
 * The machines and kernels of the package's catalogue that can be chosen for points of a
 * plane, and the order of their options. Names, types, ranges, defaults and meanings of
 * options come from the package.
 */

import { catalog, kernelCatalog } from 'maxmargin/catalog';
import * as main from 'maxmargin';
import * as study from 'maxmargin/study';
import { ofTables } from '../site/of-tables.js';

const kinds = [
  ['classifier', 'Classifiers'],
  ['regressor', 'Regression'],
  ['detector', 'Novelty'],
  ['transformer', 'Projections and scalers'],
];

/** Parameters of kernels that machines have as options of their own, for kernels given by name. */
const kernelOptions = new Set(['kernel', 'gamma', 'degree', 'coef0']);
const plainKernels = new Set(['rbf', 'linear', 'poly', 'sigmoid']);

/** The classes of machines by name. */
const classes = { ...main, ...study };

/** The machines in groups: [title, machines]. */
export const machineGroups = kinds.map(([kind, title]) => [
  title,
  Object.values(catalog).filter((machine) => machine.kind === kind && !ofTables.has(machine.name)),
]);

export const machineOf = (name) => catalog[name];
export const hasKernel = (name) => catalog[name].options.some((option) => option.name === 'kernel');
export const optionOf = (machine, name) => catalog[machine].options.find((option) => option.name === name);

/** The kind of points that a machine needs: 'classes', 'values' (curve or surface) or 'any'. */
export const needs = (name) => ({ classifier: 'classes', regressor: 'values' })[catalog[name].kind] ?? 'any';

/** The reason why a kernel cannot be used here; undefined if it can. */
export function unfit(name) {
  if (name === 'precomputed') return 'takes kernel values, not points';
  if (kernelCatalog[name].samples === 'strings') return 'compares strings, not points';
  return undefined;
}

/** The kernels in groups: those that compare points, those made of others, and the others. */
export const kernelGroups = (() => {
  const all = [...Object.values(kernelCatalog), { name: 'precomputed', arity: -1 }];
  return [
    ['Compare points', all.filter(({ name, arity }) => arity < 0 && !unfit(name))],
    ['Made of other kernels', all.filter(({ name, arity }) => arity >= 0 && !unfit(name))],
    ['Not for points', all.filter(({ name }) => unfit(name))],
  ];
})();

/** A kernel with its defaults, and with values for parameters that have no default. */
export function newKernel(name) {
  const { arity, options } = kernelCatalog[name];
  const kernel = { kernel: name };
  for (const option of options) if (option.default === undefined) kernel[option.name] = structuredClone(starts[option.name] ?? 1);
  if (arity === 0) kernel.parts = [{ kernel: 'rbf' }, { kernel: 'linear' }];
  if (arity === 1) kernel.parts = [{ kernel: 'rbf' }];
  return kernel;
}

/** First values of parameters that have no default. */
const starts = {
  coefficients: [1, 1, 1],
  frequencies: [[1, 0], [0, 1]],
  powers: [1, 1],
  matrix: [[1, 0], [0, 1]],
  points: [[0, 0]],
  weights: [1],
  columns: [0],
};

/** The options that a form shows at once, those of the solver, and the rest. */
export function optionGroups(name) {
  const groups = { main: [], solver: [], more: [] };
  for (const option of catalog[name].options) {
    if (kernelOptions.has(option.name)) continue;
    if (option.name === 'warmStart') continue; // every fit of the page is a new one
    if (option.type === 'classOrder') continue; // the classes are ordered as on the page, see withOrder
    if (/^maxTime$|^cacheSize$|^seed$|^intercept|^classWeight$|^multiClass$|^decisionFunctionShape$|^normBound$|^slacks$|^squaredC$|Below$|^probability/.test(option.name)) groups.more.push(option);
    else if (option.group === 'study' || ['solver', 'tol', 'maxIter'].includes(option.name)) groups.solver.push(option);
    else groups.main.push(option);
  }
  groups.solver.sort((a, b) => order(a) - order(b));
  return groups;
}

const order = ({ name }) => (name === 'solver' ? 0 : name === 'tol' ? 1 : name === 'maxIter' ? 2 : 3);

/** Whether a kernel, or a part of it, has a width that follows the data, as gamma 'scale' does. */
export const followsData = ({ kernel = 'rbf', parts = [], ...given } = {}) =>
  kernelCatalog[kernel].options.some(({ name, default: start }) => (given[name] ?? start) === 'scale') || parts.some((part) => followsData(part));

/** The options as the package's constructor takes them, without those that are the defaults; a pane has no groups. */
export function settingsOf({ machine, options, kernel }) {
  const settings = {};
  for (const [name, value] of Object.entries(options)) {
    const group = optionOf(machine, name)?.group;
    if (group) settings[group] = { ...settings[group], [name]: value };
    else settings[name] = value;
  }
  if (!hasKernel(machine) || !kernel) return settings;
  if (plainKernels.has(kernel.kernel)) {
    if (kernel.kernel !== 'rbf') settings.kernel = kernel.kernel;
    for (const name of ['gamma', 'degree', 'coef0']) if (name in kernel) settings[name] = kernel[name];
  } else {
    settings.kernel = kernel;
  }
  return settings;
}

/** Whether a machine learns the order of the classes. */
export const learnsOrder = (name) => catalog[name].options.some(({ type }) => type === 'classOrder');

/** The state of a pane, with the names of the classes as their order if the machine learns one. */
export function withOrder(state, names) {
  return learnsOrder(state.machine) ? { ...state, options: { ...state.options, order: names } } : state;
}

/** The machine that a pane describes, unfitted; for a wrong option the package throws its error. */
export function makeMachine(state, extra = {}) {
  return new classes[state.machine](settingsOf({ ...state, options: { ...state.options, ...extra } }));
}

/**
 * The slider for a number: its ends and its scale, or null if a sensible range is
 * unknown.
 */
export function sliderOf({ name, type, min, max, minOpen, default: start }) {
  if (type === 'integer' || type === 'odd') {
    if (max > 1e4 && !['nNeighbors', 'nComponents', 'workingSet'].includes(name)) return null;
    return { min: Math.max(min, 1), max: Math.min(max, 10 * Math.max(1, Math.ceil((start ?? 1) / 5))), step: type === 'odd' ? 2 : 1, log: false };
  }
  if (min === 0 && max <= 2) return { min: minOpen ? 0.01 : 0, max: max === 2 ? 1.99 : max, step: 0.01, log: false };
  if (name === 'epsilon') return { min: 0, max: 1, step: 0.01, log: false };
  if (min === -Infinity) return { min: -2, max: 2, step: 0.05, log: false };
  if (min === 0 && Number.isFinite(start ?? 1) && start !== 0) return { min: logs[name]?.[0] ?? 0.01 * (start ?? 1), max: logs[name]?.[1] ?? 1000 * (start ?? 1), log: true, step: 0.05 };
  if (Number.isFinite(min) && Number.isFinite(max)) return { min, max, step: (max - min) / 100, log: false };
  return null;
}

const logs = { C: [0.01, 10000], gamma: [0.01, 100], tol: [1e-6, 1] };
