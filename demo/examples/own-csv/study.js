/** From samples to a tested model: a quarter is set apart, the rest chooses the machine and its options, and trains. */

import { GridSearch, makeTablePipeline, trainTestSplit } from 'maxmargin';
import { autoFit } from 'maxmargin/auto';
import { report } from 'maxmargin/inspect';
import { classOf, every, machines, makeMachine, spreadOf } from './machines.js';

export const seed = 1;
const folds = 5;
const testSize = 0.25;

/**
 * @param {{ X: object, y: ArrayLike<unknown> }} data a table, with its words and gaps
 * @param {{ task: string, machine: string, width: number }} choice width: how many numbers the machine gets for a row
 * @param {{ signal: AbortSignal, onProgress: (progress: { fraction: number, doing: string }) => unknown, seconds: number }} watch
 *   when onProgress returns false, the study keeps the best result so far; seconds: how long machines are compared when all are tried
 */
export const study = (data, choice, watch) => (choice.machine === every ? compareAll : searchOne)(data, choice, watch);

/** One machine with every combination of the options of its grid. */
async function searchOne({ X, y }, { task, machine, width }, { signal, onProgress }) {
  const classes = task === 'classes';
  const { XTrain, XTest, yTrain, yTest } = await trainTestSplit(X, y, { stratify: classes, seed, testSize });
  const about = { features: width, spread: classes ? 1 : spreadOf(yTrain) };
  const settings = { folds: Math.min(folds, classes ? smallestClass(yTrain) : yTrain.length), seed };
  const step = classOf(machine).toLowerCase();
  const fixed = machines[machine].options(about);
  const grid = Object.fromEntries(Object.entries(machines[machine].grid(about)).map(([option, values]) => [`${step}__${option}`, values]));
  const search = new GridSearch(makeTablePipeline(makeMachine(machine, fixed)), grid, settings);
  await search.fit(XTrain, yTrain, {
    signal, onProgress: ({ done, total, fraction }) => onProgress({ fraction, doing: `Trying combinations of options: ${done} of ${total} fits` }),
  });
  const model = search.bestEstimator;
  if (!model) return null; // stopped before there was a model
  const options = { ...fixed, ...ownOptions(search.bestParams, step) };
  return {
    ...(await judge(model, { XTest, yTrain, yTest }, classes)), machine, title: machines[machine].title,
    pipeline: `makeTablePipeline(new ${classOf(machine)}(${show(options)}))`,
    tried: search.results.filter(({ complete, error }) => complete || error).map(({ params, mean, std, error }) => ({ options: ownOptions(params, step), mean, std, error })),
    measure: classes ? 'accuracy' : 'R²', greater: true, combinations: search.results.length, stopped: search.stopped, notes: [],
    report: () => report(search, XTest, yTest, { train: { X: XTrain, y: yTrain } }),
  };
}

/** All machines that suit the table, compared by autoFit. */
async function compareAll({ X, y }, { task }, { signal, onProgress, seconds }) {
  const classes = task === 'classes';
  const doing = { compare: 'Comparing machines', fit: 'Training the best', judge: 'Judging it on the rows kept for the test' };
  const found = await autoFit(X, y, {
    task: classes ? 'classes' : 'numbers', seconds, seed, testSize, signal,
    onProgress: ({ stage, fraction, fits, leaderboard: [best] }) =>
      onProgress({ fraction, doing: stage === 'compare' && best ? `${doing.compare}: ${fits} fits, ${best.machine} is ahead` : doing[stage] }),
  });
  const { model, leaderboard, train, test, score } = found;
  const [best] = leaderboard;
  const part = (rows) => Array.from(rows, (row) => y[row]);
  const XTest = Object.fromEntries(Object.entries(X).map(([name, values]) => [name, Array.from(test, (row) => values[row])]));
  const [measure] = Object.keys(best.scores);
  return {
    ...(await judge(model, { XTest, yTrain: part(train), yTest: part(test) }, classes)), machine: best.machine, title: best.machine,
    pipeline: found.program().match(/await (.*)\.fit\(X, y\)/s)[1],
    tried: leaderboard.filter(({ complete }) => complete).map(({ machine, options, scores, std }) => ({ machine, options, mean: scores[measure], std })),
    measure: { logLoss: 'log loss', meanAbsoluteError: 'mean error' }[measure] ?? measure, greater: false, combinations: leaderboard.length,
    stopped: found.stopped, notes: [score.sentence, ...found.notes], leftOut: found.columns.filter(({ leftOut }) => leftOut).map(({ name }) => name),
    report: () => found.report(),
  };
}

/** What the model makes of the rows kept for the test. */
async function judge(model, { XTest, yTrain, yTest }, classes) {
  return {
    model, predicted: Array.from(await model.predict(XTest)), actual: Array.from(yTest), trained: yTrain.length,
    score: await model.score(XTest, yTest), guess: guessing(yTrain, yTest, classes),
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

/** A value as it is written in JavaScript; the entries of an object on lines of their own, or not. */
export function show(value, lines = false) {
  if (Array.isArray(value)) return `[${value.map((one) => show(one)).join(', ')}]`;
  if (typeof value === 'string') return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([name, one]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : show(name)}: ${show(one)}`);
  return lines ? `{\n  ${entries.join(',\n  ')},\n}` : `{ ${entries.join(', ')} }`;
}
