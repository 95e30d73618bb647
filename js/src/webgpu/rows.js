/** Samples that are dense rows of finite numbers. What else samples can be, the model itself knows. */

/**
 * @typedef {object} Rows
 * @property {number} count
 * @property {Float64Array} numbers row by row
 * @property {(places: number[]) => unknown} some of the rows, in the form that they came in
 */

/** @typedef {ArrayLike<number> & {slice(from: number, to: number): ArrayLike<number>}} Numbers */

/**
 * @param {any} X
 * @param {number} d how many numbers a row has
 * @returns {Rows | string} or why not
 */
export function denseRows(X, d) {
  const rows = Array.isArray(X) ? ofLists(X, d) : flat(X, d);
  return rows && rows.count > 0 && areFinite(rows.numbers) ? rows : `the samples are no dense rows of ${d} finite numbers, without names`; // prettier-ignore
}

/** @param {any[]} X @param {number} d @returns {Rows | undefined} */
function ofLists(X, d) {
  const numbers = new Float64Array(X.length * d);
  for (let i = 0; i < X.length; i++) {
    const row = X[i];
    if (!(Array.isArray(row) || ArrayBuffer.isView(row)) || /** @type {any} */ (row).length !== d)
      return undefined;
    for (let j = 0; j < d; j++) {
      const value = /** @type {any} */ (row)[j];
      if (typeof value !== 'number') return undefined;
      numbers[i * d + j] = value;
    }
  }
  return { count: X.length, numbers, some: (places) => places.map((i) => X[i]) };
}

/** A matrix whose numbers are one list: { data, rows, cols }, { data, shape }, or a list with a shape. */
/** @param {any} X @param {number} d @returns {Rows | undefined} */
function flat(X, d) {
  const isView = ArrayBuffer.isView(X);
  const data = isView ? X : X?.data;
  const { shape = [X?.rows, X?.cols], scale = 1, indptr, featureNames } = X ?? {};
  const [count, cols] = shape;
  const Kind = /** @type {any} */ (data?.constructor);
  const isList = Array.isArray(data) || (ArrayBuffer.isView(data) && !(data instanceof DataView));
  if (!isList || indptr || featureNames || typeof scale !== 'number' || cols !== d)
    return undefined;
  if (/** @type {any} */ (data).length !== count * d) return undefined;
  const given = /** @type {Numbers} */ (/** @type {unknown} */ (data));
  const numbers = new Float64Array(count * d);
  for (let i = 0; i < numbers.length; i++) {
    if (typeof given[i] !== 'number') return undefined;
    numbers[i] = scale * given[i];
  }
  return {
    count,
    numbers,
    some(places) {
      const chosen = new Float64Array(places.length * d);
      places.forEach((i, at) => chosen.set(given.slice(i * d, (i + 1) * d), at * d));
      const parts = { rows: places.length, cols: d, scale };
      return { ...parts, data: Kind.from(chosen) };
    },
  };
}

/** @param {Float64Array} numbers */
function areFinite(numbers) {
  for (let i = 0; i < numbers.length; i++) if (numbers[i] - numbers[i] !== 0) return false;
  return true;
}
