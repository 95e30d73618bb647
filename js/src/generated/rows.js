// Written by go run ./core/internal/gen from core/engine/catalog. Do not edit.

/** Settings that hold a number for every row. */
export const perRow = /** @type {const} */ ([
  'sampleWeight',
  'sampleEpsilon',
  'sampleEpsilonBelow',
  'sampleWeightBelow',
]);
