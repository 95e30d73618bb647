/**
 * The linear machines of this package without a worker, as `maxmargin/sync`, for
 * linear.mjs. It answers the commands that linear.c lists.
 */
import { createInterface } from 'node:readline';
import { readTables } from '../tablefile.mjs';
import { rows } from './model.mjs';

/** @import { Table } from '../sets/table.mjs' */

const squared = (excess) => Math.max(0, excess) ** 2;

/**
 * The machine and the loss of each of LIBLINEAR's solvers; and the loss of one sample where the
 * objective is that of the primal problem.
 *
 * @type {Record<number, [machine: string, loss: string, of?: (excess: number) => number]>}
 */
const solvers = {
  0: ['LinearSVC', 'logistic', (shortfall) => Math.log1p(Math.exp(shortfall - 1))],
  1: ['LinearSVC', 'squaredHinge'],
  2: ['LinearSVC', 'squaredHinge', squared],
  3: ['LinearSVC', 'hinge'],
  7: ['LinearSVC', 'logistic', (shortfall) => Math.log1p(Math.exp(shortfall - 1))],
  11: ['LinearSVR', 'squaredEpsilonInsensitive', squared],
  12: ['LinearSVR', 'squaredEpsilonInsensitive'],
  13: ['LinearSVR', 'epsilonInsensitive'],
};

const maxmargin = await import(process.argv[2]);
await maxmargin.init();

/** @type {Table} */ let train;
/** @type {Table} */ let test;
let model;
let regression = false;
/** @type {() => number} */ let objective;

/** Half of the squared norm of the weights, and C times the losses. */
function primal(C, epsilon, loss) {
  const functions = model.intercept.length;
  const values = regression ? model.predict(rows(train)) : model.decisionFunction(rows(train));
  const flat = typeof values[0] === 'number' ? values : values.flatMap((row) => Array.from(row));
  let sum = model.coef.reduce((total, w) => total + w * w, 0) / 2;
  flat.forEach((value, at) => {
    const label = train.labels[Math.floor(at / functions)];
    if (regression) sum += C * loss(Math.abs(value - label) - epsilon);
    else {
      const positive = model.classes[functions === 1 ? 1 : at % functions];
      sum += C * loss(1 - (label === positive ? value : -value));
    }
  });
  return sum;
}

const commands = {
  async load(path) {
    ({ train, test } = await readTables(path));
    return {};
  },
  fit(numbers) {
    const [solver, C, tol, epsilon] = numbers.split(' ').map(Number);
    const [machine, loss, inPrimal] = solvers[solver];
    regression = machine === 'LinearSVR';
    model?.dispose();
    const options = { C, loss, tol, fitIntercept: false, ...(regression ? { epsilon } : {}) };
    const X = rows(train);
    const start = performance.now();
    const spent = process.cpuUsage();
    model = new maxmargin[machine](options).fit(X, train.labels);
    const { user, system } = process.cpuUsage(spent);
    objective = () => (inPrimal ? primal(C, epsilon, inPrimal) : model.objective);
    return { ms: performance.now() - start, cpu: (user + system) / 1000 };
  },
  model() {
    const answers = model.predict(rows(test));
    const score = test.labels.reduce(
      (sum, label, i) => sum + (regression ? (answers[i] - label) ** 2 : answers[i] === label),
      0,
    );
    return {
      objective: objective(),
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
