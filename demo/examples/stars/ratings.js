/** The machine behind the page: a utility of the words of a review, and thresholds between stars on it. */

import { LinearSVC, OrdinalSVC, TfidfVectorizer, makeFolds, makePipeline } from 'maxmargin';
import { readCsv } from 'maxmargin/data';

const folds = 10;
const seed = 0;
const pick = (values, rows) => Array.from(rows, (row) => values[row]);

/** Stars are numbers, so their order is known. */
export async function readReviews(source) {
  const { texts, y } = await readCsv(source, { target: 'stars', types: { review: 'text' } });
  return { reviews: texts.review, stars: Array.from(y) };
}

export const makeOrdinal = (C) => makePipeline(new TfidfVectorizer(), new OrdinalSVC({ kernel: 'linear', C }));
const makeUnordered = (C) => makePipeline(new TfidfVectorizer(), new LinearSVC({ C }));

/**
 * What machines that were trained without a review say of it: its utility and stars by the
 * ordinal machine, and stars by a classifier that does not know the order.
 */
export async function judgeUnseen(C, { reviews, stars }, { onProgress, signal }) {
  const parts = await makeFolds(reviews, stars, { folds, seed, stratify: true });
  const unseen = { utilities: [], ordinal: [], unordered: [] };
  for (const [done, { train, test }] of parts.entries()) {
    signal.throwIfAborted();
    onProgress(done / parts.length);
    const [known, asked, targets] = [pick(reviews, train), pick(reviews, test), pick(stars, train)];
    const [ordinal, unordered] = [makeOrdinal(C), makeUnordered(C)];
    await ordinal.fit(known, targets, { signal });
    await unordered.fit(known, targets, { signal });
    const utilities = await ordinal.decisionFunction(asked);
    const said = [await ordinal.predict(asked), await unordered.predict(asked)];
    test.forEach((row, i) => {
      unseen.utilities[row] = utilities[i];
      [unseen.ordinal[row], unseen.unordered[row]] = [said[0][i], said[1][i]];
    });
    ordinal.dispose();
    unordered.dispose();
  }
  return unseen;
}

/** The stars of utilities by thresholds; a utility at a threshold is below it. */
export function starsOf(utilities, thresholds) {
  return utilities.map((utility) => 1 + thresholds.filter((threshold) => utility > threshold).length);
}

/** What errors cost on average, where one of d stars costs d^power, and one of none nothing. */
export function meanCost(stars, said, power) {
  return stars.reduce((sum, own, i) => sum + costOf(own - said[i], power), 0) / stars.length;
}

const costOf = (difference, power) => (difference === 0 ? 0 : Math.abs(difference) ** power);

/**
 * The thresholds of the smallest mean cost on these reviews. They lie between neighbouring
 * utilities; cheapest[q] is the smallest cost of the reviews up to one, when it gets q stars at most.
 */
export function bestThresholds(utilities, stars, power, most = 5) {
  const order = Array.from(utilities.keys()).sort((a, b) => utilities[a] - utilities[b]);
  const table = []; // of each review, by its stars: cost so far, and the stars of the review before
  let before = Array.from({ length: most }, () => 0);
  for (const row of order) {
    const from = [];
    before = before.map((_, q) => {
      from[q] = before.slice(0, q + 1).reduce((best, cost, p) => (cost < before[best] ? p : best), 0);
      return before[from[q]] + costOf(stars[row] - (q + 1), power);
    });
    table.push(from);
  }
  let q = before.indexOf(Math.min(...before));
  const given = [];
  for (let i = order.length - 1; i >= 0; i--) {
    given[i] = q;
    q = table[i][q];
  }
  const sorted = order.map((row) => utilities[row]);
  return Array.from({ length: most - 1 }, (_, t) => {
    const first = given.findIndex((own) => own > t);
    if (first < 0) return sorted.at(-1) + 0.1;
    return first === 0 ? sorted[0] - 0.1 : (sorted[first - 1] + sorted[first]) / 2;
  });
}

/**
 * The words of a text with the part that each has in its utility, which is their sum: the utility
 * is linear, so that of one word alone is its weight. Undefined: a word that was not learnt.
 */
export async function explain(model, text) {
  const { tfidfvectorizer: vectorizer } = model.namedSteps;
  const { indices, data } = await vectorizer.transform([text]);
  const names = vectorizer.getFeatureNames();
  const learnt = Array.from(indices, (column) => names[column]);
  const weights = learnt.length > 0 ? await model.decisionFunction(learnt) : [];
  const parts = new Map(learnt.map((word, i) => [word, weights[i] * data[i]]));
  const words = Array.from(text.matchAll(/[\p{L}\p{N}_]{2,}/gu), ({ 0: shown, index }) => ({ shown, index, part: parts.get(shown.toLowerCase()) }));
  return { utility: [...parts.values()].reduce((sum, part) => sum + part, 0), words };
}

/** All words with their weights, the heaviest first. */
export async function weightsOf(model) {
  const names = model.namedSteps.tfidfvectorizer.getFeatureNames();
  const weights = await model.decisionFunction(names);
  return names.map((word, j) => ({ word, weight: weights[j] })).sort((a, b) => b.weight - a.weight);
}
