/**
 * Kernels of strings, which are lists of letters. As functions.js, this file is used twice: the graph calls
 * these functions, and modules of JavaScript have the text of those that they need.
 */

/** A string, letter by letter. @typedef {readonly string[]} Letters */
/** @typedef {ArrayLike<number>} Numbers */
/** A whole number. @typedef {number} Whole */

/**
 * The inner product of how often each substring occurs, in which those of each length have a weight
 * @param {Letters} x @param {Letters} z @param {Numbers} sums of the weights of the lengths up to each; that of 0 is 0
 */
export function spectrum(x, z, sums) {
  const runs = new Float64Array(z.length + 1);
  let sum = 0;
  for (const letter of x) {
    follow(runs, letter, z);
    // After a run of letters that match, substrings of all lengths up to that of the run end here.
    for (let j = 1; j < runs.length; j++) sum += sums[Math.min(runs[j], sums.length - 1)];
  }
  return sum;
}

/**
 * Counts for one more letter of a string how many letters up to it are those up to each place of z
 * @param {Float64Array} runs at j + 1 the count for the place j @param {string} letter @param {Letters} z
 */
export function follow(runs, letter, z) {
  for (let j = z.length; j > 0; j--) runs[j] = z[j - 1] === letter ? runs[j - 1] + 1 : 0;
}

/**
 * How many different substrings two strings have in common
 * @param {Letters} x @param {Letters} z
 */
export function commonSubstring(x, z) {
  const inZ = new Float64Array(z.length + 1);
  const inX = new Float64Array(x.length + 1);
  let sum = 0;
  for (let i = 0; i < x.length; i++) {
    follow(inZ, x[i], z);
    follow(inX, x[i], x);
    // Of the substrings that end here, those that are in z and have not ended before.
    let more = 0;
    for (const run of inZ) more = Math.max(more, run);
    let before = 0;
    for (const run of inX.subarray(0, i + 1)) before = Math.max(before, run);
    if (more > before) sum += more - before;
  }
  return sum;
}

/**
 * How many pairs of substrings there are, each as much as the texts near both
 * @param {Letters} x @param {Letters} z @param {Whole} length
 * @param {Numbers} sizes how many texts are near both, by the number of letters that differ
 */
export function mismatch(x, z, length, sizes) {
  let sum = 0;
  for (let i = 0; i + length <= x.length; i++) {
    for (let j = 0; j + length <= z.length; j++) {
      let apart = 0;
      for (let at = 0; at < length; at++) if (x[i + at] !== z[j + at]) apart++;
      sum += sizes[apart] ?? 0;
    }
  }
  return sum;
}

/**
 * How many substrings of each length up to p are at the same place in both, with weights
 * @param {Letters} x @param {Letters} z @param {Whole} p
 */
export function weightedDegree(x, z, p) {
  let sum = 0;
  let run = 0;
  let gain = 0;
  for (let i = 0; i < x.length && i < z.length; i++) {
    if (x[i] !== z[i]) run = gain = 0;
    else if (run < p) gain += (2 * (p - run++)) / (p * (p + 1));
    sum += gain;
  }
  return sum;
}

/**
 * The inner product of how often each subsequence occurs, gaps and all
 * @param {Letters} x @param {Letters} z
 */
export function allSubsequences(x, z) {
  const row = new Float64Array(z.length + 1).fill(1);
  for (const letter of x) {
    let ending = 0;
    let before = row[0];
    z.forEach((other, b) => {
      if (letter === other) ending += before;
      before = row[b + 1];
      row[b + 1] += ending;
    });
  }
  return row[z.length];
}

/**
 * The inner product of how often each subsequence occurs, less for each letter from its begin to its end
 * @param {Letters} x @param {Letters} z @param {Numbers} weights of the lengths from 0 on
 * @param {number} decay for each letter
 */
export function gapWeighted(x, z, weights, decay) {
  // Row i, at b + 1: subsequences of i letters up to the ends of x so far and of z up to b.
  const rows = Array.from(weights, (_, i) => new Float64Array(z.length + 1).fill(Number(i === 0)));
  let sum = 0;
  for (const letter of x) {
    for (let i = weights.length - 1; i > 0; i--) {
      let value = 0;
      let along = 0;
      z.forEach((other, b) => {
        along *= decay;
        if (letter === other) {
          const both = decay * decay * rows[i - 1][b];
          along += both;
          value += both;
        }
        rows[i][b + 1] = decay * rows[i][b + 1] + along;
      });
      sum += weights[i] * value;
    }
  }
  return sum;
}
