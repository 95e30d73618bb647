/**
 * The linear machines of this package without a worker, as `maxmargin/sync`, for
 * linear.mjs. It answers the commands that linear.c lists.
 */
import { createInterface } from 'node:readline';
import { readTables } from '../tablefile.mjs';
import { rows } from './model.mjs';

/** @import { Table } from '../sets/table.mjs' */

/** The machine and the loss of each of LIBLINEAR's solvers. */
const solvers = {
  1: ['LinearSVC', 'squared_hinge'],
  3: ['LinearSVC', 'hinge'],
  12: ['LinearSVR', 'squared_epsilon_insensitive'],
  13: ['LinearSVR', 'epsilon_insensitive'],
};

const maxmargin = await import(process.argv[2]);
await maxmargin.init();

/** @type {Table} */ let train;
/** @type {Table} */ let test;
let model;
let regression = false;

const commands = {
  async load(path) {
    ({ train, test } = await readTables(path));
    return {};
  },
  fit(numbers) {
    const [solver, C, tol, epsilon] = numbers.split(' ').map(Number);
    const [machine, loss] = solvers[solver];
    regression = machine === 'LinearSVR';
    model?.dispose();
    const options = { C, loss, tol, fitIntercept: false, ...(regression ? { epsilon } : {}) };
    const X = rows(train);
    const start = performance.now();
    model = new maxmargin[machine](options).fit(X, train.labels);
    return { ms: performance.now() - start };
  },
  model() {
    const answers = model.predict(rows(test));
    const score = test.labels.reduce(
      (sum, label, i) => sum + (regression ? (answers[i] - label) ** 2 : answers[i] === label),
      0,
    );
    return {
      objective: model.objective,
      passes: model.nIter.reduce((sum, count) => sum + count, 0),
      score: regression ? score / test.rows : score,
    };
  },
  quit: () => process.exit(0),
};

for await (const line of createInterface({ input: process.stdin })) {
  const space = line.indexOf(' ');
  const name = space < 0 ? line : line.slice(0, space);
  const answer = await commands[name](line.slice(name.length + 1));
  process.stdout.write(`@ ${JSON.stringify(answer)}\n`);
}
