// Written by go run ./core/internal/gen from core/engine. Do not edit.

/** Bytes that a request can count on. */
export const room = 4026531840;

/** Bytes for each unit of a request's size. */
export const costs = {
  decisionFunction: { entry: 8, stored: 12, letter: 4, row: 8, output: 8, byte: 0 },
  fit: { entry: 24, stored: 36, letter: 400, row: 320, output: 24, byte: 0 },
  fitGram: { entry: 8, stored: 12, letter: 0, row: 320, output: 24, byte: 0 },
  gram: { entry: 24, stored: 36, letter: 400, row: 128, output: 8, byte: 3 },
  importLibsvm: { entry: 0, stored: 0, letter: 0, row: 0, output: 0, byte: 6 },
  load: { entry: 0, stored: 0, letter: 0, row: 0, output: 0, byte: 4 },
  predict: { entry: 8, stored: 12, letter: 4, row: 8, output: 0, byte: 0 },
  predictProba: { entry: 8, stored: 12, letter: 4, row: 8, output: 16, byte: 0 },
  readLibsvm: { entry: 0, stored: 0, letter: 0, row: 0, output: 0, byte: 6 },
  spectrum: { entry: 24, stored: 0, letter: 0, row: 64, output: 0, byte: 0 },
  study: { entry: 40, stored: 60, letter: 600, row: 640, output: 24, byte: 0 },
  transform: { entry: 24, stored: 36, letter: 0, row: 12, output: 0, byte: 0 },
  writeLibsvm: { entry: 34, stored: 44, letter: 0, row: 40, output: 0, byte: 0 },
};
