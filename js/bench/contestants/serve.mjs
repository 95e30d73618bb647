/**
 * The contestants' side of the line protocol. The process reads commands from
 * stdin and answers each with one line, "@ " and JSON. The other end ignores everything else
 * that a library prints.
 *
 *     load PATH                     the tables, before any clock runs
 *     fit TYPE C NU EPSILON GAMMA TOL CACHE_MB
 *                                   a new model of the training table: ms, and startMs,
 * the time of loading the library before the first one;
 *                                   TYPE is LIBSVM's svm_type, a number
 *     predict                       the test table: ms, rows that were right
 *     model                         the solution, for checking
 *     quit
 */
import { createInterface } from 'node:readline';
import { machines } from '../sets/catalog.mjs';
import { readTables } from '../tablefile.mjs';

/** @import { Table } from '../sets/table.mjs' */

/**
 * @typedef {object} Fitting
 * @property {string} machine as this package calls it
 * @property {number} type LIBSVM's number of it
 * @property {number} C
 * @property {number} nu
 * @property {number} epsilon
 * @property {number} gamma
 * @property {number} tol
 * @property {number} cacheSize in MB
 */

/**
 * @typedef {object} Contestant
 * @property {() => Promise<void>} start loads the library
 * @property {(table: Table) => any} rows the table in the form that suits the library best
 * @property {(X: any, y: Float64Array, fitting: Fitting) => any} fit returns the model
 * @property {(model: any, X: any) => ArrayLike<number> | Promise<ArrayLike<number>>} predict
 * @property {(model: any) => object} describe
 * @property {(model: any) => void} release
 */

/** @param {Contestant} contestant */
export async function serve(contestant) {
  let train, test, trainX, testX, model;
  let started = false;

  const commands = {
    async load(path) {
      ({ train, test } = await readTables(path));
      [trainX, testX] = [contestant.rows(train), contestant.rows(test)];
      return {};
    },
    async fit(numbers) {
      const [type, C, nu, epsilon, gamma, tol, cacheSize] = numbers.split(' ').map(Number);
      const fitting = { machine: machines[type], type, C, nu, epsilon, gamma, tol, cacheSize };
      if (model) contestant.release(model);
      const times = [performance.now()];
      if (!started) await contestant.start();
      started = true;
      times.push(performance.now());
      model = await contestant.fit(trainX, train.labels, fitting);
      times.push(performance.now());
      return { ms: times[2] - times[1], startMs: times[1] - times[0] };
    },
    async predict() {
      const start = performance.now();
      const answers = await contestant.predict(model, testX);
      const ms = performance.now() - start;
      const right = test.labels.reduce((count, label, i) => count + (answers[i] === label), 0);
      return { ms, right };
    },
    model: () => contestant.describe(model),
    quit: () => process.exit(0),
  };

  for await (const line of createInterface({ input: process.stdin })) {
    const space = line.indexOf(' ');
    const name = space < 0 ? line : line.slice(0, space);
    const answer = await commands[name](line.slice(name.length + 1));
    process.stdout.write(`@ ${JSON.stringify(answer)}\n`);
  }
}
