/** The tables that a run prints. */
import { median } from './measure.mjs';

/** @import { Result } from './measure.mjs' */

/**
 * A set with everything that was measured on it.
 *
 * @typedef {object} Measured
 * @property {string} name
 * @property {number} n training rows
 * @property {number} d
 * @property {number} testRows
 * @property {'dense' | 'csr'} layout
 * @property {number} megabytes of training numbers
 * @property {object} fitting
 * @property {Record<string, Result>} results
 * @property {string[]} wrong the errors that verify.mjs found
 */

const faces = ['maxmargin', 'sync'];
const peers = ['libsvm-js', 'native', 'sklearn'];

/**
 * @param {string} title
 * @param {string[]} header
 * @param {string[][]} rows the first cell of each is a name
 */
function print(title, header, rows) {
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => row[column].length)),
  );
  const line = (row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd();
  console.log(`\n${title}`);
  for (const row of [header, ...rows]) console.log(`  ${line(row)}`);
}

const digits = (value, places) => (Number.isFinite(value) ? value.toFixed(places) : '-');
const ms = (value) => digits(value, value < 10 ? 2 : value < 1000 ? 1 : 0);
const times = (value) => (Number.isFinite(value) ? `${value.toFixed(2)}x` : '-');

/**
 * The median time, or NaN if the contestant was absent or failed.
 *
 * @param {Measured} set
 * @param {string} name
 * @param {'fit' | 'predict'} what
 */
function time({ results }, name, what) {
  const runs = results[name]?.failed ? [] : (results[name]?.[what] ?? []);
  return runs.length > 0 ? median(runs) : NaN;
}

/** The time of the other program divided by ours. */
const lead = (set, peer, what) => time(set, peer, what) / time(set, 'maxmargin', what);

/** @param {Measured[]} sets */
export function printTimes(sets) {
  const contestants = [...faces, ...peers];
  const header = [...contestants, ...peers.map((peer) => `vs ${peer}`)];
  const row = (set, what) => [
    ...contestants.map((name) => ms(time(set, name, what))),
    ...peers.map((peer) => times(lead(set, peer, what))),
  ];
  print(
    'Training, ms',
    ['set', 'n', 'd', ...header],
    sets.map((set) => [set.name, `${set.n}`, `${set.d}`, ...row(set, 'fit')]),
  );
  print(
    'Prediction, ms',
    ['set', 'rows', 'd', ...header],
    sets.map((set) => [set.name, `${set.testRows}`, `${set.d}`, ...row(set, 'predict')]),
  );
  print(
    'First fit of a fresh process, start of the library included, ms',
    ['set', ...contestants],
    sets.map(({ name, results }) => [
      name,
      ...contestants.map((contestant) => {
        const cold = results[contestant]?.cold;
        return ms(cold ? cold.start + cold.fit : NaN);
      }),
    ]),
  );
}

/** @param {Measured[]} sets */
export function printSolutions(sets) {
  const solvers = ['maxmargin', ...peers];
  print(
    'Test accuracy, support vectors, KKT violation, most MB that each process held',
    [
      'set',
      'accuracy',
      ...peers.map((peer) => `${peer}`),
      'SVs',
      ...peers.map((peer) => `${peer}`),
      'violation',
      ...[...faces, ...peers].map((name) => `${name} MB`),
    ],
    sets.map(({ name, testRows, results }) => [
      name,
      ...solvers.map((solver) => digits((100 * results[solver]?.right) / testRows, 2)),
      ...solvers.map((solver) => digits(results[solver]?.model?.supportVectors, 0)),
      digits(violation(results.maxmargin), 9),
      ...[...faces, ...peers].map((solver) => digits(results[solver]?.peak, 0)),
    ]),
  );
}

/** The recomputed value, or the reported one if recomputing takes too long. */
const violation = ({ model }) => model?.recomputed?.gap ?? model?.gap;

/** @param {Measured[]} sets */
export function printScale(sets) {
  const solvers = ['maxmargin', 'native'];
  const perIteration = (set, solver) =>
    (1000 * time(set, solver, 'fit')) / set.results[solver]?.model?.iterations;
  print(
    'Scale: training in ms, iterations, microseconds per iteration; memory in MB',
    [
      'set',
      'n',
      'd',
      ...solvers,
      'vs native',
      'iterations',
      'native',
      'us/iter',
      'native',
      'SVs',
      'process',
      'native',
      'wasm memory',
      'data',
    ],
    sets.map((set) => [
      set.name,
      `${set.n}`,
      `${set.d}`,
      ...solvers.map((solver) => ms(time(set, solver, 'fit'))),
      times(lead(set, 'native', 'fit')),
      ...solvers.map((solver) => digits(set.results[solver]?.model?.iterations, 0)),
      ...solvers.map((solver) => digits(perIteration(set, solver), 1)),
      digits(set.results.maxmargin.model?.supportVectors, 0),
      ...solvers.map((solver) => digits(set.results[solver]?.peak, 0)),
      digits(set.results.sync.model?.linearMegabytes, 0),
      digits(set.megabytes, 1),
    ]),
  );
}

/**
 * The exponent with which time grows with n: the slope of a straight line
 * through the logarithms.
 *
 * @param {Measured[]} sets
 */
export function printExponents(sets) {
  for (const solver of ['maxmargin', 'native']) {
    const points = sets
      .map((set) => [Math.log(set.n), Math.log(time(set, solver, 'fit'))])
      .filter(([, y]) => Number.isFinite(y));
    if (points.length < 2) continue;
    const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
    const [x0, y0] = [mean(0), mean(1)];
    const covariance = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
    const variance = points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
    console.log(`  time of ${solver} grows as n^${(covariance / variance).toFixed(2)}`);
  }
}

/** The sentence for some machines; a ratio above 1 means that this package is faster. @param {Measured[]} sets */
export function summary(sets) {
  const figures = ['fit', 'predict'].flatMap((what) =>
    peers.map((peer) => {
      const leads = sets.map((set) => lead(set, peer, what)).filter(Number.isFinite);
      const mean = Math.exp(leads.reduce((sum, x) => sum + Math.log(x), 0) / leads.length);
      const name = `${what === 'fit' ? 'train' : what}_vs_${peer.replace('-', '')}`;
      return `${name}=${digits(mean, 2)}`;
    }),
  );
  return `geomean ${figures.join(' ')}`;
}
