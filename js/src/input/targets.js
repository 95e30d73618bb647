/** What belongs to the rows of samples, packed for Go: targets, weights and widths. */
import { bytesOf } from '../basics/numbers.js';
import { perRow } from '../generated/rows.js';
import { encodeLabels } from './labels.js';
import { checkValues } from './values.js';

/** @import { Classes } from './labels.js' */
/** @import { Label } from '../types.js' */

/** Targets as they cross to Go. @typedef {{classes: Classes, buffers: Record<string, Uint8Array>}} PackedTargets */

/** Settings with lists that have an entry for each row. @typedef {Partial<Record<typeof perRow[number], unknown>>} PerRow */

/** @type {Classes} */
const noClasses = { kind: 'number', labels: [] };

/**
 * @param {string} kind of machine
 * @param {unknown} y
 * @param {number} rows
 * @param {Classes | readonly Label[] | null} [known] classes, when they are settled
 * @returns {PackedTargets}
 */
export function packTargets(kind, y, rows, known) {
  switch (kind) {
    case 'classifier': {
      const { classes, indices } = encodeLabels(y, rows, known ?? undefined);
      return { classes, buffers: { labels: bytesOf(indices) } };
    }
    case 'regressor':
      return { classes: noClasses, buffers: { values: bytesOf(checkValues(y, 'y', rows)) } };
    default:
      return { classes: noClasses, buffers: {} };
  }
}

/**
 * @param {PerRow} settings
 * @param {number} rows
 * @returns {Record<string, Uint8Array>}
 */
export function packPerRow(settings, rows) {
  /** @type {Record<string, Uint8Array>} */
  const packed = {};
  for (const name of perRow) {
    if (settings[name] != null) packed[name] = bytesOf(checkValues(settings[name], name, rows));
  }
  return packed;
}
