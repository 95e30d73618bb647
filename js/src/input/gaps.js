/** Samples with gaps: null and undefined become NaN, which imputers take for a missing value. */
import { entriesOf, isColumns, isRecord, isTable, ownColumns } from './tables.js';

/** @param {unknown} value */
const number = (value) => value ?? NaN;

/** @param {unknown} list holes of an array are gaps, too */
const filled = (list) => (Array.isArray(list) ? Array.from(list, number) : list);

/**
 * @param {object} record
 * @param {(value: unknown) => unknown} change
 */
const changed = (record, change) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

/**
 * The same samples with NaN for each gap. Objects may lack a name: that is a gap, too.
 * @param {any} X in any form
 * @param {readonly string[]} [features] the names of the model; by default those of the first row
 */
export function withNaN(X, features) {
  if (typeof X !== 'object' || X === null || ArrayBuffer.isView(X)) return X;
  if (Array.isArray(X)) {
    const names = isRecord(X[0]) ? (features ?? Object.keys(X[0])) : [];
    const none = Object.fromEntries(names.map((name) => [name, NaN]));
    const isKnown = (/** @type {object} */ row) =>
      !features || features.some((name) => Object.hasOwn(row, name));
    return X.map((row) =>
      isRecord(row) ? { ...(isKnown(row) && none), ...changed(row, number) } : filled(row),
    );
  }
  if (isTable(X)) {
    const columns = X.schema.fields.map((/** @type {any} */ { name }, /** @type {number} */ j) => [
      name,
      filled(entriesOf(X.getChildAt ? X.getChildAt(j) : X.getChild(name))),
    ]);
    return Object.fromEntries(columns);
  }
  const columns = ownColumns(X, features);
  if (Array.isArray(X.data) && !isColumns(columns)) return { ...X, data: filled(X.data) };
  return isColumns(columns) ? changed(columns, filled) : X;
}
