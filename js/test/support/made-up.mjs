/** Made-up data for the tests, here and in pages: nothing is imported. */

export const xor = {
  X: [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ],
  y: [0, 1, 1, 0],
};

/** random is a seeded stream of numbers in [0, 1) (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** normal is a seeded stream of standard normal numbers (Box and Muller). */
export function normal(seed) {
  const uniform = random(seed);
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

/**
 * blobs makes n points in k clouds in d dimensions; class i % k for row i. The
 * centres are on a circle in the plane of the first two features, `apart`
 * standard deviations from the origin: the clouds overlap when it is small,
 * and training takes longer.
 */
export function blobs({ n, d = 2, k = 2, apart = 3, seed = 1, labels = (i) => i }) {
  const next = normal(seed);
  const centre = (c, j) => {
    const angle = (2 * Math.PI * c) / k;
    return j === 0 ? apart * Math.cos(angle) : j === 1 ? apart * Math.sin(angle) : 0;
  };
  const X = Array.from({ length: n }, (_, i) =>
    Array.from({ length: d }, (_, j) => centre(i % k, j) + next()),
  );
  const y = Array.from({ length: n }, (_, i) => labels(i % k));
  return { X, y };
}

/** flat is the same table as { data, rows, cols }. */
export function flat(X) {
  return { data: Float64Array.from(X.flat()), rows: X.length, cols: X[0].length };
}

/** sparse is the same table in compressed sparse rows, zeros left out. */
export function sparse(X) {
  const indptr = [0];
  const indices = [];
  const data = [];
  for (const row of X) {
    row.forEach((value, column) => {
      if (value !== 0) {
        indices.push(column);
        data.push(value);
      }
    });
    indptr.push(data.length);
  }
  return {
    indptr: Int32Array.from(indptr),
    indices: Int32Array.from(indices),
    data: Float64Array.from(data),
    rows: X.length,
    cols: X[0].length,
  };
}
