/** From samples to a tested model: a quarter is set apart, the rest chooses the options and trains. */

import { GridSearch, makeTablePipeline, trainTestSplit } from 'maxmargin';
import { classOf, every, machines, machinesFor, makeMachine, spreadOf } from './machines.js';

export const seed = 1;
const folds = 5;

/** How long the machines may take together when all are tried, in milliseconds. */
const patience = 60_000;

/**
 * @param {{ X: object, y: ArrayLike<unknown> }} data a table, with its words and gaps
 * @param {{ task: string, machine: string, width: number }} choice width: how many numbers the machine gets for a row
 * @param {{ signal: AbortSignal, onProgress: (progress: { done: number, total: number, fraction: number, title: string }) => unknown }} watch
 *   when onProgress returns false, the study keeps the best result so far
 */
export async function study({ X, y }, { task, machine, width }, { signal, onProgress }) {
  const classes = task === 'classes';
  const { XTrain, XTest, yTrain, yTest } = await trainTestSplit(X, y, { stratify: classes, seed });
  const about = { features: width, spread: classes ? 1 : spreadOf(yTrain) };
  const settings = { folds: Math.min(folds, classes ? smallestClass(yTrain) : yTrain.length), seed };
  const names = machine === every ? machinesFor(task, yTrain.length).map(([name]) => name) : [machine];
  const end = performance.now() + patience;
  const found = [];
  let stopped = false;
  for (const [i, name] of names.entries()) {
    const step = classOf(name).toLowerCase();
    const fixed = machines[name].options(about);
    const grid = Object.fromEntries(Object.entries(machines[name].grid(about)).map(([option, values]) => [`${step}__${option}`, values]));
    const limit = machine === every ? { maxTime: Math.max(1, (end - performance.now()) / (names.length - i)) } : {};
    const search = new GridSearch(makeTablePipeline(makeMachine(name, fixed)), grid, { ...settings, ...limit });
    const go = ({ done, total, fraction }) => onProgress({ done, total, fraction: (i + fraction) / names.length, title: machines[name].title });
    let kept = true;
    try {
      await search.fit(XTrain, yTrain, { signal, onProgress: (progress) => (kept = go(progress) !== false) });
    } catch (error) {
      if (machine !== every || signal.aborted) throw error;
      continue; // not for these data, such as a machine of two classes for three
    }
    stopped ||= search.stopped;
    if (search.bestEstimator) found.push({ name, step, fixed, search });
    if (!kept) break;
  }
  if (found.length === 0) return null; // stopped before there was a model
  found.sort((a, b) => b.search.bestScore - a.search.bestScore);
  const [{ name, step, fixed, search }] = found;
  for (const other of found.slice(1)) other.search.bestEstimator.dispose();
  const model = search.bestEstimator;
  const best = ownOptions(search.bestParams, step);
  const predicted = Array.from(await model.predict(XTest));
  const families = machine !== every ? null : found.map((one) => {
    const { mean, std } = one.search.results.find(({ rank }) => rank === 1);
    return { title: machines[one.name].title, options: ownOptions(one.search.bestParams, one.step), mean, std };
  });
  return {
    model, predicted, actual: Array.from(yTest), trained: yTrain.length, score: await model.score(XTest, yTest), machine: name, families,
    guess: guessing(yTrain, yTest, classes), options: { ...fixed, ...best }, results: search.results, stopped, step,
  };
}

/** The options of a step of a pipeline, by their own names. */
const ownOptions = (params, step) => Object.fromEntries(Object.entries(params).map(([name, value]) => [name.slice(step.length + 2), value]));

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
