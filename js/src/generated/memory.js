// Written by go run ./core/internal/gen from core/engine. Do not edit.

/** Bytes that a request can count on. */
export const room = 4026531840;

/** Bytes for each unit of a request's size, where it takes some. @typedef {Partial<Record<'entry' | 'stored' | 'letter' | 'row' | 'column' | 'output' | 'byte' | 'rowPair' | 'columnPair' | 'triangle', number>>} Cost */

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
  ConvexLossSVR: {
    entry: 24,
    stored: 36,
    letter: 400,
    row: 320,
    output: 24,
    rowPair: 8,
  },
  FisherDiscriminant: {
    entry: 8,
    stored: 12,
    row: 96,
    column: 2176,
    columnPair: 24,
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
  },
  LSSVC: {
    entry: 24,
    stored: 36,
    letter: 400,
    row: 320,
    output: 24,
    rowPair: 8,
  },
  LinearRegression: {
    entry: 8,
    stored: 12,
    row: 128,
    column: 192,
    triangle: 24,
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
  Ridge: {
    entry: 8,
    stored: 12,
    row: 128,
    column: 192,
    triangle: 24,
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

/** Those of studies, of the same machines. @type {Record<string, Cost>} */
export const studyCosts = {
  ConvexLossSVR: {
    entry: 40,
    stored: 60,
    letter: 600,
    row: 640,
    output: 24,
    rowPair: 8,
  },
  FisherDiscriminant: {
    entry: 16,
    stored: 24,
    row: 192,
    column: 2176,
    columnPair: 24,
  },
  IncompleteCholesky: {
    entry: 40,
    stored: 60,
    letter: 600,
    row: 3840,
    output: 24,
  },
  KernelFisherDiscriminant: {
    entry: 40,
    stored: 60,
    letter: 600,
    row: 640,
    output: 24,
    rowPair: 8,
  },
  KernelPCA: {
    entry: 40,
    stored: 60,
    letter: 600,
    row: 640,
    output: 24,
    rowPair: 8,
  },
  KernelRidge: {
    entry: 40,
    stored: 60,
    letter: 600,
    row: 640,
    output: 24,
  },
  LSSVC: {
    entry: 40,
    stored: 60,
    letter: 600,
    row: 640,
    output: 24,
    rowPair: 8,
  },
  LinearRegression: {
    entry: 16,
    stored: 24,
    row: 256,
    column: 192,
    triangle: 24,
  },
  LinearSVC: {
    entry: 16,
    stored: 24,
    row: 448,
    column: 48,
    output: 8,
  },
  LinearSVR: {
    entry: 16,
    stored: 24,
    row: 448,
    column: 48,
    output: 8,
  },
  MinMaxScaler: {
    entry: 16,
    stored: 24,
    row: 128,
    column: 128,
  },
  MonomialFeatures: {
    entry: 16,
    stored: 24,
    row: 128,
    column: 8,
  },
  Normalizer: {
    entry: 16,
    stored: 24,
    row: 128,
    column: 8,
  },
  Perceptron: {
    entry: 16,
    stored: 24,
    row: 256,
    column: 128,
    output: 16,
  },
  RBFSampler: {
    entry: 16,
    stored: 24,
    row: 128,
    column: 2400,
  },
  Ridge: {
    entry: 16,
    stored: 24,
    row: 256,
    column: 192,
    triangle: 24,
  },
  SGDClassifier: {
    entry: 16,
    stored: 24,
    row: 192,
    column: 192,
    output: 8,
  },
  StandardScaler: {
    entry: 16,
    stored: 24,
    row: 128,
    column: 64,
  },
};
