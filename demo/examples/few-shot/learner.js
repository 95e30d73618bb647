/** A machine that learns from a few labelled vectors, and says which vector to label next. */

import { SVC } from 'maxmargin';

export const cols = 384;

/**
 * Of few labels, whose numbers differ: pairs of classes ('ovo') vote for those that have fewest labels, and so does
 * each class against the rest, unless its labels weigh as much as the rest.
 */
export const options = { kernel: 'linear', multiClass: 'ovr', classWeight: 'balanced' };

/** Signed bytes, row after row, as vectors of length 1. @param {ArrayBuffer} buffer */
export function readVectors(buffer) {
  const bytes = new Int8Array(buffer);
  const data = Float32Array.from(bytes);
  for (let from = 0; from < data.length; from += cols) {
    const row = data.subarray(from, from + cols);
    const length = Math.hypot(...row);
    for (let j = 0; j < cols; j++) row[j] /= length;
  }
  return { data, rows: data.length / cols, cols };
}

/**
 * Fits a machine to the labelled rows, and asks it about all.
 *
 * @param {{ data: Float32Array, rows: number, cols: number }} vectors
 * @param {Map<number, string>} labels the label of each labelled row, of two classes at least
 * @returns {Promise<{ classes: string[], shares: Float64Array, answers: Int32Array }>} shares has rows × classes, and
 *   answers the number of the class with the largest share
 */
export async function learn(vectors, labels) {
  const known = [...labels.keys()];
  const data = new Float32Array(known.length * cols);
  known.forEach((row, i) => data.set(vectors.data.subarray(row * cols, (row + 1) * cols), i * cols));
  const model = await new SVC(options).fit({ data, rows: known.length, cols }, [...labels.values()]);
  const values = await model.decisionFunction(vectors);
  const classes = [...model.classes];
  model.dispose();
  return { classes, ...sharesOf(values, vectors.rows, classes.length) };
}

/**
 * How decision values become shares: a softmax of five times the values. Its factor is fixed, so that there are
 * shares from the first labels on; where there are ten labels for each class, the option probability learns it.
 */
export function sharesOf(values, rows, classes) {
  const shares = new Float64Array(rows * classes);
  const answers = new Int32Array(rows);
  for (let i = 0; i < rows; i++) {
    const row = shares.subarray(i * classes, (i + 1) * classes);
    for (let k = 0; k < classes; k++) row[k] = 5 * (classes > 2 ? values[i * classes + k] : (k - 0.5) * 2 * values[i]);
    const most = Math.max(...row);
    let sum = 0;
    for (let k = 0; k < classes; k++) sum += row[k] = Math.exp(row[k] - most);
    for (let k = 0; k < classes; k++) row[k] /= sum;
    answers[i] = row.indexOf(Math.max(...row));
  }
  return { shares, answers };
}

/** How unsure an answer is, by each of three rules; the largest is asked for. */
const rules = {
  margin: (row) => {
    const [first, second] = [...row].sort((a, b) => b - a);
    return second - first;
  },
  entropy: (row) => -row.reduce((sum, share) => sum + (share > 0 ? share * Math.log(share) : 0), 0),
  order: () => 0,
};

/**
 * The row to label next.
 *
 * @param {Float64Array} shares rows × classes
 * @param {number} classes
 * @param {Map<number, string>} labels
 * @param {keyof typeof rules} rule 'margin': the two largest shares are closest; 'entropy': the shares are most equal; 'order': the first one
 * @returns {number} -1 when all are labelled
 */
export function nextOf(shares, classes, labels, rule) {
  let best = -1;
  let most = -Infinity;
  for (let i = 0; i < shares.length / classes; i++) {
    if (labels.has(i)) continue;
    const unsure = rules[rule](shares.subarray(i * classes, (i + 1) * classes));
    if (unsure > most) [best, most] = [i, unsure];
  }
  return best;
}
