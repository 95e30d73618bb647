// Written by go run ./core/internal/gen from core/engine. Do not edit.

/** Bytes that a request can count on. */
export const room = 4026531840;

/** Bytes for each unit of a request's size, where it takes some. @typedef {Partial<Record<'entry' | 'stored' | 'letter' | 'row' | 'column' | 'weight' | 'output' | 'again' | 'byte' | 'rowPair' | 'columnPair' | 'triangle', number>>} Cost */

/** Those of operations. @satisfies {Record<string, Cost>} */
export const costs = {
  decisionFunction: { entry: 8, stored: 12, letter: 4, row: 8, output: 8 },
  fit: { entry: 24, stored: 36, letter: 400, row: 320, output: 24 },
  fitGram: { entry: 8, stored: 12, row: 320, output: 24 },
  gram: { entry: 24, stored: 36, letter: 400, row: 128, output: 8, byte: 3 },
  importLibsvm: { byte: 6 },
  load: { byte: 4 },
  predict: { entry: 8, stored: 12, letter: 4, row: 8 },
  predictProba: { entry: 8, stored: 12, letter: 4, row: 8, output: 16 },
  program: { byte: 1 },
  readLibsvm: { byte: 6 },
  spectrum: { entry: 24, row: 64 },
  study: { entry: 40, stored: 60, letter: 600, row: 640, output: 24 },
  transform: { entry: 24, stored: 36, row: 12 },
  writeLibsvm: { entry: 34, stored: 44, row: 40 },
};
