/** Kernels of strings as inputs of graphs: what they say of a sample and each string of a model. */
import { Pairs, cosine } from './kernels.js';
import { allSubsequences, commonSubstring, gapWeighted, mismatch, spectrum, weightedDegree } from './letters.js'; // prettier-ignore
import { own } from './parts.js';

/** @import { Node } from './graph.js' */
/** @import { Tree } from './kernels.js' */

/** @typedef {(x: readonly string[], z: readonly string[], ...given: any[]) => number} Compare */

/**
 * The kernels by name: the function, and its parameters besides the two strings, if it has some.
 * @type {Record<string, [Compare, ((tree: Tree) => (number | number[])[])?]>}
 */
const kernels = {
  spectrum: [spectrum, (tree) => [sumsOf(weightsOf(tree))]],
  boundedRange: [spectrum, ({ length }) => [[...new Array(length + 1).keys()]]],
  commonSubstring: [commonSubstring],
  mismatch: [
    mismatch,
    ({ length, mismatches, alphabet }) => [
      length,
      sharedTexts(length, mismatches, [...(alphabet === 'dna' ? 'ACGT' : alphabet)].length),
    ],
  ],
  weightedDegree: [weightedDegree, ({ degree }) => [degree]],
  allSubsequences: [allSubsequences],
  gapWeighted: [gapWeighted, (tree) => [weightsOf(tree), tree.decay]],
};

/**
 * The values of a kernel of strings; nothing, if the kernel is none.
 * @param {Pairs} pairs
 * @param {Tree} tree
 * @returns {Node | undefined}
 */
export function stringKernel(pairs, tree) {
  const { g } = pairs;
  const { kernel, normalize } = tree;
  const known = own(kernels, kernel);
  if (!known) return undefined;
  const [of, givenOf] = known;
  const given = givenOf?.(tree) ?? [];
  const values = (/** @type {Pairs} */ { x, z }) => {
    const texts = z?.given;
    const all = texts?.map((/** @type {string} */ text) => [...text]);
    const row = (/** @type {string} */ text) => {
      const letters = [...text];
      return (all ?? [letters]).map((/** @type {string[]} */ one) => of(letters, one, ...given));
    };
    const width = z ? z.shape[0] : 1;
    return x.given
      ? g.constant(x.given.flatMap(row), [x.shape[0], width])
      : g.input(width, { read: ([text], out) => out.set(row(text)), strings: { kernel, given, texts } }); // prettier-ignore
  };
  const k = values(pairs);
  const ownOf = (/** @type {Node} */ x) => values(new Pairs(g, x));
  return normalize ? cosine(g, k, ...pairs.both(ownOf)) : k;
}

/**
 * The weight of every length from 0 on: those that are given from 1 on, or 1 for one length.
 * @param {Tree} tree
 * @returns {number[]}
 */
const weightsOf = ({ length, weights }) =>
  weights.length > 0 ? [0, ...weights] : [...new Array(length).fill(0), 1];

/**
 * The sums of weights up to each.
 * @param {number[]} weights
 */
function sumsOf(weights) {
  let sum = 0;
  return weights.map((weight) => (sum += weight));
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
