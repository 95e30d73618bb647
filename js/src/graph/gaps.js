/** Gaps in samples, filled in by the nearest samples of a fit that have the number. */

/**
 * @param {Float64Array} data rows of samples
 * @param {{values: Float64Array, means: Float64Array, neighbors: number, byDistance: boolean, d: number}} given
 * @param {Float64Array} out
 */
export function fillIn(data, given, out) {
  const { values, d } = given;
  const distances = new Float64Array(values.length / d);
  for (let from = 0; from < out.length; from += d) {
    const row = data.subarray(from, from + d);
    const isGap = row.some(Number.isNaN);
    for (let i = 0; isGap && i < distances.length; i++) {
      let [both, sum] = [0, 0];
      for (let j = 0; j < d; j++) {
        const difference = values[i * d + j] - row[j];
        if (Number.isNaN(difference)) continue;
        both++;
        sum += difference * difference;
      }
      distances[i] = Math.sqrt((d / both) * sum); // NaN without a common feature
    }
    for (let j = 0; j < d; j++)
      out[from + j] = Number.isNaN(row[j]) ? guess(distances, j, given) : row[j];
  }
}

/**
 * Feature j of a sample by its distances from those of the fit.
 * @param {Float64Array} distances
 * @param {number} j
 * @param {Parameters<typeof fillIn>[1]} given
 */
function guess(distances, j, { values, means, neighbors, byDistance, d }) {
  const known = [...distances.entries()].flatMap(([i, distance]) => {
    const value = values[i * d + j];
    return Number.isNaN(value) || Number.isNaN(distance) ? [] : [{ distance, value }];
  });
  const near = known
    .map(({ distance }) => distance)
    .sort((a, b) => a - b)
    .slice(0, neighbors);
  if (near.length === 0) return means[j];
  const isInverse = byDistance && near[0] > 0 && near[0] < Infinity;
  // Where 1 / distance is no weight, the nearest ones count alike.
  const farthest = byDistance && !isInverse ? near[0] : near[near.length - 1];
  const isLast = (/** @type {number} */ distance) => distance === farthest;
  const equals = known.filter(({ distance }) => isLast(distance)).length;
  const places = near.filter(isLast).length;
  let [sum, total] = [0, 0];
  for (const { distance, value } of known) {
    if (distance > farthest) continue;
    const weight = (isInverse ? 1 / distance : 1) * (isLast(distance) ? places / equals : 1);
    sum += weight * value;
    total += weight;
  }
  return sum / total;
}
