/** The machine behind the page: words of a headline, weighted and added up for each topic. */

import { LinearSVC, TfidfVectorizer, learningCurve, makeFolds, makePipeline } from 'maxmargin';
import { readCsv } from 'maxmargin/data';

export const stopWords = `a an and are as at be but by for from has have he her his if in into is it its no not of off on or
  out over she than that the their they this to up was were will with`.split(/\s+/);

const folds = 10;
const seed = 0;

export async function readHeadlines(source) {
  const { texts, y } = await readCsv(source, { target: 'topic', types: { headline: 'text' } });
  return { headlines: texts.headline, topics: y };
}

/** @param {{ C: number, stop: boolean }} options */
export function makeModel({ C, stop }) {
  return makePipeline(new TfidfVectorizer({ stopWords: stop ? stopWords : [] }), new LinearSVC({ C }));
}

/**
 * A prediction for each headline, by a machine that has not seen it.
 *
 * @returns {Promise<string[]>}
 */
export async function predictUnseen(options, { headlines, topics }, { onProgress, signal }) {
  const parts = await makeFolds(headlines, topics, { folds, seed, stratify: true });
  const pick = (values, rows) => Array.from(rows, (row) => values[row]);
  const answers = [];
  for (const [done, { train, test }] of parts.entries()) {
    signal.throwIfAborted();
    onProgress(done / parts.length);
    const model = makeModel(options);
    await model.fit(pick(headlines, train), pick(topics, train), { signal });
    const said = await model.predict(pick(headlines, test));
    test.forEach((row, i) => { answers[row] = said[i]; });
    model.dispose();
  }
  return answers;
}

/** Accuracy by the number of training headlines. */
export function curveOf(options, { headlines, topics }, signal) {
  return learningCurve(makeModel(options), headlines, topics, { trainSizes: [0.1, 0.2, 0.4, 0.7, 1], folds, seed, signal });
}

/**
 * The contributions of the words of a text to the decision value of each topic.
 *
 * @returns {Promise<{ values: number[], constants: ArrayLike<number>, weights: (word: string, topic: number) => number | undefined }>}
 *   the weight of one occurrence of a word; undefined for words that were not learnt
 */
export async function explain(model, text) {
  const { tfidfvectorizer: vectorizer, linearsvc: machine } = model.namedSteps;
  const { coef, intercept } = machine;
  const columnOf = columnsOf(vectorizer);
  const [topics, columns] = coef.shape;
  // Everything else is read before: the model may be disposed of while the worker works.
  const { indices, data } = await vectorizer.transform([text]);
  const amounts = new Map(Array.from(indices, (column, i) => [column, data[i]]));
  const counts = new Map();
  for (const { word } of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const values = Array.from({ length: topics }, (_, topic) => {
    let sum = intercept[topic];
    for (const [column, amount] of amounts) sum += amount * coef[topic * columns + column];
    return sum;
  });
  const weights = (word, topic) => {
    const column = columnOf.get(word);
    if (column === undefined) return undefined;
    return (amounts.get(column) * coef[topic * columns + column]) / counts.get(word);
  };
  return { values, constants: intercept, weights };
}

const columns = new WeakMap(); // of each vectorizer: the columns of its words

function columnsOf(vectorizer) {
  if (!columns.has(vectorizer)) columns.set(vectorizer, vectorizer.vocabulary);
  return columns.get(vectorizer);
}

/** The words of a text, as the vectorizer finds them, and their positions. */
export function wordsOf(text) {
  return Array.from(text.matchAll(/[\p{L}\p{N}_]{2,}/gu), ({ 0: shown, index }) => ({ word: shown.toLowerCase(), shown, index }));
}

/** The words of largest weight for each topic. */
export function strongestWords(model, howMany = 10) {
  const { tfidfvectorizer, linearsvc } = model.namedSteps;
  const names = tfidfvectorizer.getFeatureNames();
  const { coef } = linearsvc;
  return Array.from(linearsvc.classes, (topic, k) => {
    const weights = coef.subarray(k * names.length, (k + 1) * names.length);
    const order = Array.from(names.keys()).sort((a, b) => weights[b] - weights[a]);
    return { topic, words: order.slice(0, howMany).map((j) => ({ word: names[j], weight: weights[j] })) };
  });
}
