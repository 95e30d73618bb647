/** Kernels of strings. */

/** @import { Tree } from './kernels.js' */

/** A kernel of two lists of letters. @typedef {(x: readonly string[], z: readonly string[]) => number} Compare */

/**
 * Their values before they are divided by the norms, by name.
 * @type {Record<string, (tree: Tree) => Compare>}
 */
const kernels = {
  spectrum: ({ length, weights }) => substrings(weightsOf(length, weights)),
  boundedRange: ({ length }) => substrings([0, ...new Array(length).fill(1)]),
  /** How many different substrings two strings have in common. */
  commonSubstring: () => (x, z) => {
    const [within, before] = [matchesEnding(x, z, false), matchesEnding(x, x, true)];
    return within.reduce((sum, length, i) => sum + Math.max(0, length - before[i]), 0);
  },
  mismatch({ length, mismatches, alphabet }) {
    const sizes = sharedTexts(
      length,
      mismatches,
      [...(alphabet === 'dna' ? 'ACGT' : alphabet)].length,
    );
    return (x, z) => {
      let sum = 0;
      for (let i = 0; i + length <= x.length; i++) {
        for (let j = 0; j + length <= z.length; j++) {
          let apart = 0;
          for (let at = 0; at < length; at++) apart += Number(x[i + at] !== z[j + at]);
          sum += sizes[apart] ?? 0;
        }
      }
      return sum;
    };
  },
  weightedDegree:
    ({ degree: p }) =>
    (x, z) => {
      let [sum, run, gain] = [0, 0, 0];
      for (let i = 0; i < Math.min(x.length, z.length); i++) {
        if (x[i] !== z[i]) [run, gain] = [0, 0];
        else if (run < p) gain += (2 * (p - ++run + 1)) / (p * (p + 1));
        sum += gain;
      }
      return sum;
    },
  allSubsequences: () => (x, z) => {
    const row = new Float64Array(z.length + 1).fill(1);
    for (const letter of x) {
      let [ending, before] = [0, row[0]];
      z.forEach((other, b) => {
        if (letter === other) ending += before;
        before = row[b + 1];
        row[b + 1] += ending;
      });
    }
    return row[z.length];
  },
  gapWeighted:
    ({ length, weights: given, decay }) =>
    (x, z) => {
      const weights = weightsOf(length, given);
      const longest = weights.length - 1;
      // Row i, at b + 1: subsequences of i letters up to the ends of x so far and of z up to b.
      const rows = weights.map((_, i) => new Float64Array(z.length + 1).fill(i === 0 ? 1 : 0));
      let sum = 0;
      for (const letter of x) {
        for (let i = longest; i > 0; i--) {
          let [value, along] = [0, 0];
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
    },
};

/**
 * A kernel of strings with its norms; nothing, if the kernel is none.
 * @param {Tree} tree
 * @returns {((x: string, z: string) => number) | undefined}
 */
export function stringKernel(tree) {
  if (!Object.hasOwn(kernels, tree.kernel)) return undefined;
  const of = kernels[tree.kernel](tree);
  const compare = (/** @type {string} */ x, /** @type {string} */ z) => of([...x], [...z]);
  if (!tree.normalize) return compare;
  /** @type {Map<string, number>} */
  const norms = new Map();
  const norm = (/** @type {string} */ text) => {
    const known = norms.get(text) ?? Math.sqrt(compare(text, text));
    if (norms.size < 10000) norms.set(text, known);
    return known;
  };
  return (x, z) => {
    const [a, b] = [norm(x), norm(z)];
    return a > 0 && b > 0 ? compare(x, z) / a / b : 0;
  };
}

/**
 * The weight of every length from 0 on.
 * @param {number} length the only one, if there are no weights
 * @param {number[]} weights of the lengths 1, 2, ...
 */
const weightsOf = (length, weights) =>
  weights.length > 0 ? [0, ...weights] : Array.from({ length: length + 1 }, (_, i) => Number(i === length)); // prettier-ignore

/**
 * The inner product of how often each substring occurs, with a weight for each length.
 * @param {number[]} weights
 * @returns {Compare}
 */
const substrings = (weights) => (x, z) => {
  // After `run` letters that match, substrings of the lengths 1 to `run` match that end here.
  const upTo = weights.map((_, l) => weights.slice(0, l + 1).reduce((sum, one) => sum + one, 0));
  let sum = 0;
  eachRun(x, z, (_, __, run) => (sum += upTo[Math.min(run, upTo.length - 1)]));
  return sum;
};

/**
 * How long the longest substring is that ends at each place of x and is one of z; of x itself, one that
 * ends earlier.
 * @param {readonly string[]} x
 * @param {readonly string[]} z
 * @param {boolean} earlier
 */
function matchesEnding(x, z, earlier) {
  const longest = new Float64Array(x.length);
  eachRun(x, z, (i, j, run) => {
    if (!earlier || j < i) longest[i] = Math.max(longest[i], run);
  });
  return longest;
}

/**
 * Visits all pairs of places with equal letters, with how many letters up to there are equal.
 * @param {readonly string[]} x
 * @param {readonly string[]} z
 * @param {(i: number, j: number, run: number) => void} visit
 */
function eachRun(x, z, visit) {
  const runs = new Float64Array(z.length + 1);
  x.forEach((letter, i) => {
    for (let j = z.length - 1; j >= 0; j--) {
      runs[j + 1] = z[j] === letter ? runs[j] + 1 : 0;
      if (runs[j + 1] > 0) visit(i, j, runs[j + 1]);
    }
  });
}

/**
 * How many texts of p letters differ from two given ones in at most m places each, by the number of
 * places where the two differ; see `Mismatch.shared` in Go.
 * @param {number} p
 * @param {number} m
 * @param {number} letters
 */
function sharedTexts(p, m, letters) {
  const choose = (/** @type {number} */ n, /** @type {number} */ k) => {
    let c = 1;
    for (let i = 1; i <= k; i++) c = (c * (n - k + i)) / i;
    return c;
  };
  return Array.from({ length: Math.min(p, 2 * m) + 1 }, (_, d) => {
    let size = 0;
    for (let i = 0; i <= d; i++)
      for (let j = 0; i + j <= d; j++)
        for (let e = 0; e <= p - d && d - Math.min(i, j) + e <= m; e++)
          size += choose(d, i) * choose(d - i, j) * (letters - 2) ** (d - i - j) * choose(p - d, e) * (letters - 1) ** e; // prettier-ignore
    return size;
  });
}
