/** From samples to a tested model: a quarter is set apart, the rest chooses the options and trains. */

import { GridSearch, makeTablePipeline, trainTestSplit } from 'maxmargin';
import { machines, makeMachine, spreadOf } from './machines.js';

export const seed = 1;
const folds = 5;

/**
 * @param {{ X: object, y: ArrayLike<unknown> }} data a table, with its words and gaps
 * @param {{ task: string, machine: string, width: number }} choice width: how many numbers the machine gets for a row
 * @param {{ signal: AbortSignal, onProgress: (progress: { done: number, total: number, fraction: number }) => unknown }} watch
 *   when onProgress returns false, the study keeps the best result so far
 */
export async function study({ X, y }, { task, machine, width }, { signal, onProgress }) {
  const classes = task === 'classes';
  const { XTrain, XTest, yTrain, yTest } = await trainTestSplit(X, y, { stratify: classes, seed });
  const about = { features: width, spread: classes ? 1 : spreadOf(yTrain) };
  const options = machines[machine].options(about);
  const step = machine.toLowerCase();
  const grid = Object.fromEntries(Object.entries(machines[machine].grid(about)).map(([name, values]) => [`${step}__${name}`, values]));
  const pipeline = makeTablePipeline(makeMachine(machine, options));
  const search = new GridSearch(pipeline, grid, { folds: Math.min(folds, classes ? smallestClass(yTrain) : yTrain.length), seed });
  await search.fit(XTrain, yTrain, { signal, onProgress });
  const model = search.bestEstimator;
  if (!model) return null; // stopped before there was a model
  const best = Object.fromEntries(Object.entries(search.bestParams).map(([name, value]) => [name.slice(step.length + 2), value]));
  const predicted = Array.from(await model.predict(XTest));
  return {
    model, predicted, actual: Array.from(yTest), trained: yTrain.length, score: await model.score(XTest, yTest),
    guess: guessing(yTrain, yTest, classes), options: { ...options, ...best }, results: search.results, stopped: search.stopped, step,
  };
}

function smallestClass(y) {
  const counts = new Map();
  for (const label of y) counts.set(label, (counts.get(label) ?? 0) + 1);
  const [[label, least]] = [...counts].sort((a, b) => a[1] - b[1]);
  if (counts.size < 2) throw new Error('All rows are of one class: there is nothing to tell apart.');
  if (least < 2) throw new Error(`The class ${label} has a single row to learn from; there have to be two at least. Leave it out, or put it together with another.`);
  return least;
}

/** The accuracy of always predicting the most frequent class; for numbers, R² is relative to predicting the mean. */
function guessing(yTrain, yTest, classes) {
  if (!classes) return 0;
  const counts = new Map();
  for (const label of yTrain) counts.set(label, (counts.get(label) ?? 0) + 1);
  const [[commonest]] = [...counts].sort((a, b) => b[1] - a[1]);
  return yTest.filter((label) => label === commonest).length / yTest.length;
}
