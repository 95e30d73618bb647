/** The machines that can be chosen, and the options that are tried for each. */

import * as maxmargin from 'maxmargin';

const round = (value) => Number(value.toPrecision(2));
const times = (factor) => (value) => round(factor * value);

/**
 * Of each: the name, the class, and its options. `features` is how many columns
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
    options: () => ({}),
    grid: () => ({ C: [0.01, 0.1, 1, 10, 100] }),
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
};

export const makeMachine = (name, options) => new maxmargin[name](options);

export function spreadOf(y) {
  const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
  return Math.sqrt(y.reduce((sum, value) => sum + (value - mean) ** 2, 0) / y.length) || 1;
}
