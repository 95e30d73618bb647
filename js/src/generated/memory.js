// Written by go run ./core/internal/gen from core/engine. Do not edit.

/** Bytes that a request can count on. */
export const room = 4026531840;

/** Bytes for each unit of a request's size, where it takes some. @typedef {Partial<Record<'entry' | 'stored' | 'letter' | 'row' | 'column' | 'output' | 'byte' | 'rowPair' | 'columnPair', number>>} Cost */

/** Those of operations. @satisfies {Record<string, Cost>} */
export const costs = {
  decisionFunction: {
    entry: 8,
    stored: 12,
    letter: 4,
    row: 8,
    output: 8,
  },
  fit: {
    entry: 24,
    stored: 36,
    letter: 400,
    row: 320,
    output: 24,
  },
  fitGram: {
    entry: 8,
    stored: 12,
    row: 320,
    output: 24,
  },
  gram: {
    entry: 24,
    stored: 36,
    letter: 400,
    row: 128,
    output: 8,
    byte: 3,
  },
  importLibsvm: {
    byte: 6,
  },
  load: {
    byte: 4,
  },
  predict: {
    entry: 8,
    stored: 12,
    letter: 4,
    row: 8,
  },
  predictProba: {
    entry: 8,
    stored: 12,
    letter: 4,
    row: 8,
    output: 16,
  },
  program: {
    byte: 1,
  },
  readLibsvm: {
    byte: 6,
  },
  spectrum: {
    entry: 24,
    row: 64,
  },
  study: {
    entry: 40,
    stored: 60,
    letter: 600,
    row: 640,
    output: 24,
  },
  transform: {
    entry: 24,
    stored: 36,
    row: 12,
  },
  writeLibsvm: {
    entry: 34,
    stored: 44,
    row: 40,
  },
};

/** Those of fits, of the machines that say them themselves. @type {Record<string, Cost>} */
export const fitCosts = {
  AdaBoostClassifier: {
    entry: 56,
    stored: 84,
    row: 160,
    column: 96,
    output: 32,
  },
  ConvexLossSVR: {
    entry: 24,
    stored: 36,
    letter: 400,
    row: 320,
    output: 24,
    rowPair: 8,
  },
  DecisionStump: {
    entry: 48,
    stored: 72,
    row: 160,
    column: 96,
    output: 32,
  },
  DecisionTreeClassifier: {
    entry: 48,
    stored: 72,
    row: 160,
    column: 96,
    output: 32,
  },
  FisherDiscriminant: {
    entry: 8,
    stored: 12,
    row: 96,
    column: 2176,
    columnPair: 24,
  },
  GaussianProcessRegressor: {
    entry: 24,
    stored: 36,
    letter: 400,
    row: 2368,
    output: 24,
    rowPair: 8,
  },
  IncompleteCholesky: {
    entry: 24,
    stored: 36,
    letter: 400,
    row: 1920,
    output: 24,
  },
  KernelFisherDiscriminant: {
    entry: 24,
    stored: 36,
    letter: 400,
    row: 320,
    output: 24,
    rowPair: 8,
  },
  KernelPCA: {
    entry: 24,
    stored: 36,
    letter: 400,
    row: 320,
    output: 24,
    rowPair: 8,
  },
  KernelRidge: {
    entry: 24,
    stored: 36,
    letter: 400,
    row: 320,
    output: 24,
    rowPair: 8,
  },
  LPMarginClassifier: {
    entry: 72,
    stored: 108,
    row: 1200,
    column: 80,
    columnPair: 8,
  },
  LPSVC: {
    entry: 24,
    stored: 36,
    letter: 400,
    row: 320,
    output: 24,
    rowPair: 16,
  },
  LPSVR: {
    entry: 24,
    stored: 36,
    letter: 400,
    row: 320,
    output: 24,
    rowPair: 16,
  },
  LinearSVC: {
    entry: 8,
    stored: 12,
    row: 224,
    column: 48,
    output: 8,
  },
  LinearSVR: {
    entry: 8,
    stored: 12,
    row: 224,
    column: 48,
    output: 8,
  },
  MinMaxScaler: {
    entry: 8,
    stored: 12,
    row: 64,
    column: 128,
  },
  MonomialFeatures: {
    entry: 8,
    stored: 12,
    row: 64,
    column: 8,
  },
  Normalizer: {
    entry: 8,
    stored: 12,
    row: 64,
    column: 8,
  },
  Perceptron: {
    entry: 8,
    stored: 12,
    row: 128,
    column: 128,
    output: 16,
  },
  RBFSampler: {
    entry: 8,
    stored: 12,
    row: 64,
    column: 2400,
  },
  SGDClassifier: {
    entry: 8,
    stored: 12,
    row: 96,
    column: 192,
    output: 8,
  },
  StandardScaler: {
    entry: 8,
    stored: 12,
    row: 64,
    column: 64,
  },
};
