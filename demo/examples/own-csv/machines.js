/** The machines that can be chosen, and the options that are tried for each. */

import * as maxmargin from 'maxmargin';

const round = (value) => Number(value.toPrecision(2));
const times = (factor) => (value) => round(factor * value);

/**
 * Of each: the class, where it is not the name, the title, and its options; `most` rows, where it is slow with more. `features` is how many columns
 * there are, `spread` the standard deviation of the numbers to predict: their
 * unit is unknown, and C and epsilon are in it.
 */
export const machines = {
  SVC: {
    task: 'classes', title: 'support vector classifier, Gaussian kernel',
    options: () => ({ kernel: 'rbf' }),
    grid: ({ features }) => ({ C: [0.1, 1, 10, 100], gamma: [0.1, 0.3, 1, 3].map(times(1 / features)) }),
  },
  LinearSVC: {
    task: 'classes', title: 'linear support vector classifier',
    options: () => ({ maxIter: 10_000 }),
    grid: () => ({ C: [0.01, 0.1, 1, 10, 100] }),
  },
  LogisticRegression: {
    of: 'LinearSVC', task: 'classes', title: 'logistic regression',
    options: () => ({ loss: 'logistic', maxIter: 10_000 }),
    grid: () => ({ C: [0.01, 0.1, 1, 10, 100] }),
  },
  AdaBoostClassifier: {
    task: 'classes', title: 'boosted stumps',
    options: () => ({}),
    grid: () => ({ nEstimators: [20, 50, 100, 200] }),
  },
  DecisionTreeClassifier: {
    task: 'classes', title: 'decision tree',
    options: () => ({}),
    grid: () => ({ maxDepth: [2, 3, 5, 8], minSamplesLeaf: [1, 5] }),
  },
  KNeighborsClassifier: {
    task: 'classes', title: 'nearest neighbours',
    options: () => ({}),
    grid: () => ({ nNeighbors: [1, 3, 5, 9, 15] }),
  },
  SVR: {
    task: 'number', title: 'support vector regression, Gaussian kernel',
    options: ({ spread }) => ({ kernel: 'rbf', epsilon: round(0.1 * spread) }),
    grid: ({ features, spread }) => ({ C: [0.1, 1, 10, 100].map(times(spread)), gamma: [0.03, 0.1, 0.3, 1].map(times(1 / features)) }),
  },
  LinearSVR: {
    task: 'number', title: 'linear support vector regression',
    options: ({ spread }) => ({ epsilon: round(0.1 * spread) }),
    grid: ({ spread }) => ({ C: [0.01, 0.1, 1, 10].map(times(spread)) }),
  },
  KernelRidge: {
    task: 'number', title: 'kernel ridge regression, Gaussian kernel',
    options: () => ({ kernel: 'rbf', fitIntercept: true }),
    grid: ({ features }) => ({ alpha: [0.001, 0.01, 0.1, 1], gamma: [0.03, 0.1, 0.3, 1].map(times(1 / features)) }),
  },
  GaussianProcessRegressor: {
    task: 'number', title: 'Gaussian process', most: 800,
    options: () => ({ normalizeY: true }),
    grid: () => ({ alpha: [0.01, 0.1, 1] }),
  },
};

/** The choice that stands for all machines of a task. */
export const every = 'every';

/** The machines for a task that are quick enough for so many rows, by name. */
export const machinesFor = (task, rows) => Object.entries(machines).filter(([, machine]) => machine.task === task && rows <= (machine.most ?? Infinity));

export const classOf = (name) => machines[name].of ?? name;
export const makeMachine = (name, options) => new maxmargin[classOf(name)](options);

export function spreadOf(y) {
  const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
  return Math.sqrt(y.reduce((sum, value) => sum + (value - mean) ** 2, 0) / y.length) || 1;
}
