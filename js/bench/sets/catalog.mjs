/** The measured sets with their settings. All have the RBF kernel. */

/** The machines, in the order of LIBSVM's svm_type. */
export const machines = ['SVC', 'NuSVC', 'OneClassSVM', 'SVR', 'NuSVR'];

import { digits, libsvmFiles, scaleToUnit, usps } from './files.mjs';
import { attributes, checkerboard, gaussians } from './generated.mjs';

/** @import { Table } from './table.mjs' */

/**
 * @typedef {object} BenchSet
 * @property {string} name
 * @property {string} [machine] default SVC
 * @property {number} [C]
 * @property {number} [nu]
 * @property {number} [epsilon]
 * @property {number | ((train: Table) => number)} gamma
 * @property {() => Promise<{train: Table, test: Table}> | {train: Table, test: Table}} load
 * @property {boolean} [quick] small enough for a first impression
 */

/** The stopping tolerance and the megabytes for kernel rows, for all contestants. */
export const settings = { tol: 1e-3, cacheSize: 200 };

/** gamma: 'scale'. @param {Table} train dense */
function scaleGamma({ data, cols }) {
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  const variance = data.reduce((sum, value) => sum + (value - mean) ** 2, 0) / data.length;
  return 1 / (cols * variance);
}

/**
 * @param {string} name of a file NAME_scale
 * @param {string} machine
 * @param {Partial<BenchSet> & { gamma: number }} rest
 * @returns {BenchSet}
 */
const regression = (name, machine, rest) => ({
  name: `${name}-${machine}`,
  machine,
  load: () => libsvmFiles(`${name}_scale`),
  ...rest,
});

/** @type {BenchSet[]} */
export const standard = [
  {
    name: 'svmguide1',
    C: 2,
    gamma: 2,
    load: async () => scaleToUnit(await libsvmFiles('svmguide1', 'svmguide1.t')),
    quick: true,
  },
  {
    name: 'splice',
    C: 1,
    gamma: 0.01,
    load: () => libsvmFiles('splice', 'splice.t.gz'),
    quick: true,
  },
  {
    name: 'dna',
    C: 8,
    gamma: 2 ** -6,
    load: () => libsvmFiles('dna.scale', 'dna.scale.t'),
    quick: true,
  },
  { name: 'usps', C: 10, gamma: 2 ** -7, load: usps },
  { name: 'a1a', C: 1, gamma: 0.05, load: () => libsvmFiles('a1a'), quick: true },
  {
    name: 'letter-5000',
    C: 16,
    gamma: 4,
    load: () => libsvmFiles('letter.scale.gz', 'letter.scale.t', { rows: 5000 }),
  },
  {
    name: 'mnist-1000',
    C: 1,
    gamma: 1 / 784,
    load: () => libsvmFiles('mnist1000.scale.gz', undefined, { cols: 784 }),
  },
  { name: 'digits', C: 10, gamma: scaleGamma, load: digits, quick: true },
  { name: 'checker-2000', C: 1, gamma: 1 / 2, load: () => checkerboard(2000), quick: true },
  { name: 'checker-10000', C: 1, gamma: 1 / 2, load: () => checkerboard(10000) },
  { name: 'gauss20-5000', C: 1, gamma: 1 / 20, load: () => gaussians(5000, 20) },
  { name: 'gauss100-5000', C: 1, gamma: 1 / 100, load: () => gaussians(5000, 100) },
  ...Object.entries({ NuSVC: 0.125, OneClassSVM: 0.125 }).map(([machine, nu]) => ({
    name: `svmguide1-${machine}`,
    machine,
    nu,
    gamma: 2,
    load: async () => scaleToUnit(await libsvmFiles('svmguide1', 'svmguide1.t')),
    quick: true,
  })),
  ...['NuSVC', 'OneClassSVM'].map((machine) => ({
    name: `heart-${machine}`,
    machine,
    nu: 0.5,
    gamma: 1 / 13,
    load: () => libsvmFiles('heart_scale'),
  })),
  regression('abalone', 'SVR', { C: 10, gamma: 1, epsilon: 0.1 }),
  regression('mg', 'SVR', { C: 1, gamma: 1, epsilon: 0.01, quick: true }),
  regression('housing', 'SVR', { C: 64, gamma: 0.125, epsilon: 0.5 }),
  regression('abalone', 'NuSVR', { C: 10, gamma: 1, nu: 0.5 }),
  regression('mg', 'NuSVR', { C: 1, gamma: 1, nu: 0.5, quick: true }),
  regression('housing', 'NuSVR', { C: 64, gamma: 0.125, nu: 0.5 }),
];

/** @type {BenchSet[]} */
export const growing = [1000, 2000, 4000, 8000, 16000, 32000].map((n) => ({
  name: `gauss20-${n}`,
  C: 1,
  gamma: 1 / 20,
  load: () => gaussians(n, 20),
}));

/** @type {BenchSet[]} */
export const large = [
  {
    name: 'like-a9a',
    C: 1,
    gamma: 0.05,
    load: () => attributes({ n: 32561, d: 123, groups: 14, present: 0.99, positive: 0.24 }),
  },
  {
    name: 'like-w8a',
    C: 1,
    gamma: 0.05,
    load: () => attributes({ n: 49749, d: 300, groups: 30, present: 0.39, positive: 0.03 }),
  },
  { name: 'gauss100-20000', C: 1, gamma: 1 / 100, load: () => gaussians(20000, 100) },
];
