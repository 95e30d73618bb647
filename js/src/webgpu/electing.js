/** What values and the bounds of their errors say for certain. */

/** @import { Plan } from './reading.js' */

/**
 * The place of the class of a sample, or -1 if it depends on values that are in doubt.
 * @param {Plan} plan
 * @param {ArrayLike<number>} values
 * @param {ArrayLike<number>} bounds
 */
export function elected({ labels, order, layout, option }, values, bounds) {
  const k = labels.length;
  const sign = (/** @type {number} */ q) => (Math.abs(values[q]) > bounds[q] ? Math.sign(values[q]) : 0); // prettier-ignore
  if (k === 2) return sign(0) === 0 ? -1 : Number(values[0] > 0);
  if (layout === 'classes') {
    let best = 0;
    for (let c = 1; c < k; c++) if (values[c] > values[best]) best = c;
    const least = values[best] - bounds[best];
    for (let c = 0; c < k; c++) if (c !== best && !(values[c] + bounds[c] < least)) return -1;
    return best;
  }
  if (option === 'dag') {
    let [first, last] = [0, k - 1];
    while (first < last) {
      const one = sign(pair(first, last, k));
      if (one === 0) return -1;
      if (one > 0) last--;
      else first++;
    }
    return first;
  }
  /** The votes of each class that are certain, and those that it can have. */
  const [least, most] = [new Int32Array(k), new Int32Array(k)];
  for (let a = 0, q = 0; a < k; a++)
    for (let b = a + 1; b < k; b++, q++) {
      const one = sign(q);
      if (one >= 0) most[a]++;
      if (one > 0) least[a]++;
      if (one <= 0) most[b]++;
      if (one < 0) least[b]++;
    }
  const places = Array.from(order);
  const best = places.reduce((first, c) => (least[c] > least[first] ? c : first));
  const beats = (/** @type {number} */ c) =>
    least[best] > most[c] || (least[best] === most[c] && places.indexOf(best) < places.indexOf(c));
  return places.every((c) => c === best || beats(c)) ? best : -1;
}

/** @param {number} a @param {number} b @param {number} k */
const pair = (a, b, k) => (a * (2 * k - a - 1)) / 2 + b - a - 1;

/**
 * Whether no sign, and of values of classes not the largest one, is in doubt.
 * @param {Plan} plan
 * @param {ArrayLike<number>} values
 * @param {ArrayLike<number>} bounds
 */
export function areCertain(plan, values, bounds) {
  const { kind, labels, layout } = plan;
  if (kind === 'regressor' || kind === 'transformer') return true;
  if (labels.length > 2 && layout === 'classes') return elected(plan, values, bounds) >= 0;
  for (let q = 0; q < values.length; q++) if (!(Math.abs(values[q]) > bounds[q])) return false;
  return true;
}

/**
 * The values of pairs as one for each class: its votes, and less than a half for how clear they were.
 * @param {ArrayLike<number>} values of pairs
 * @param {number} k
 */
export function ofClasses(values, k) {
  const [votes, sums] = [new Float64Array(k), new Float64Array(k)];
  for (let a = 0, q = 0; a < k; a++)
    for (let b = a + 1; b < k; b++, q++) {
      votes[values[q] > 0 ? a : b]++;
      sums[a] += values[q];
      sums[b] -= values[q];
    }
  return votes.map((count, c) => count + sums[c] / (3 * (Math.abs(sums[c]) + 1)));
}
