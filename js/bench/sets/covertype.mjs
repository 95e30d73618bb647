/**
 * A generated set like Covertype, with 50 columns: ten measurements, and forty columns of 0 and 1
 * of which one is 1, the soil. The measurements are normal around a mean of the soil, and the
 * class is the sign of a sum of three waves in them, whose phases depend on the soil. One label in
 * twenty is wrong, so no rule is right on more than 95 % of the rows.
 */
import { random } from '../random.mjs';

const measured = 10;
const soils = 40;
const waves = 3;
export const columns = measured + soils;

/** The distribution itself, the same for all rows. */
function distribution() {
  const { normal, uniform } = random(54);
  const numbers = (/** @type {number} */ n, /** @type {() => number} */ next) =>
    Float64Array.from({ length: n }, next);
  return {
    means: numbers(soils * measured, () => 0.5 * normal()),
    directions: numbers(waves * measured, () => 0.25 * normal()),
    phases: numbers(soils * waves, () => 0.3 * normal()),
    offsets: numbers(waves, () => 2 * Math.PI * uniform()),
  };
}

/**
 * @param {number} rows
 * @param {number} seed
 * @returns {{X: {data: Float64Array, rows: number, cols: number}, y: Int32Array}}
 */
export function covertype(rows, seed) {
  const { means, directions, phases, offsets } = distribution();
  const { normal, uniform } = random(seed);
  const data = new Float64Array(rows * columns);
  const y = new Int32Array(rows);
  for (let i = 0; i < rows; i++) {
    const soil = Math.floor(soils * uniform() ** 2);
    const at = i * columns;
    for (let j = 0; j < measured; j++) data[at + j] = normal() + means[soil * measured + j];
    data[at + measured + soil] = 1;
    let sum = 0;
    for (let k = 0; k < waves; k++) {
      let angle = offsets[k] + phases[soil * waves + k];
      for (let j = 0; j < measured; j++) angle += directions[k * measured + j] * data[at + j];
      sum += Math.sin(angle);
    }
    y[i] = sum > 0 !== uniform() < 0.05 ? 1 : 0;
  }
  return { X: { data, rows, cols: columns }, y };
}
