/** Real sets, read from the folder of shared data and from the demo's. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { dense, fromEntries, fromRows } from './table.mjs';

const folders = {
  shared: new URL('../../../../shared/data/', import.meta.url),
  demo: new URL('../../../demo/data/', import.meta.url),
};

/** Below this share of non-zeros a set in LIBSVM's format stays sparse. */
const sparseBelow = 0.5;

/** The error for a set whose files are missing. */
export class Absent extends Error {}

/**
 * @param {keyof folders} folder
 * @param {string} name
 * @returns {Promise<string[]>} lines
 */
async function lines(folder, name) {
  let bytes;
  try {
    bytes = await readFile(new URL(name, folders[folder]));
  } catch (error) {
    if (error.code === 'ENOENT') throw new Absent(`no file ${folder}:${name}`);
    throw error;
  }
  return unpack(name, bytes).toString().trim().split('\n');
}

/** @param {string} name @param {Buffer} bytes */
function unpack(name, bytes) {
  if (name.endsWith('.gz')) return gunzipSync(bytes);
  if (name.endsWith('.bz2')) {
    return execFileSync('bzip2', ['-dc'], { input: bytes, maxBuffer: 2 ** 28 });
  }
  return bytes;
}

/** @param {string} line `label index:value ...` with indices from 1 */
function parseLibsvm(line) {
  const [label, ...entries] = line.trim().split(/\s+/);
  return {
    label: Number(label),
    entries: entries.map((entry) => {
      const [index, value] = entry.split(':');
      return /** @type {[number, number]} */ ([Number(index) - 1, Number(value)]);
    }),
  };
}

/**
 * A pair of files in LIBSVM's format; a set without a test file predicts the
 * rows it was trained on.
 *
 * @param {string} train
 * @param {string} [test]
 * @param {{rows?: number, cols?: number}} [limits] the first rows only; columns at least
 */
export async function libsvmFiles(train, test, { rows = Infinity, cols = 0 } = {}) {
  const trainRows = (await lines('shared', `libsvm/${train}`)).slice(0, rows).map(parseLibsvm);
  const testRows = test && (await lines('shared', `libsvm/${test}`)).map(parseLibsvm);
  for (const { entries } of testRows ? [...trainRows, ...testRows] : trainRows) {
    if (entries.length > 0) cols = Math.max(cols, entries.at(-1)[0] + 1);
  }
  const stored = trainRows.reduce((sum, { entries }) => sum + entries.length, 0);
  const isSparse = stored < sparseBelow * trainRows.length * cols;
  const table = (parsed) => {
    const labels = parsed.map(({ label }) => label);
    const sparse = fromEntries(
      parsed.map(({ entries }) => entries),
      labels,
      cols,
    );
    return isSparse ? sparse : dense(sparse);
  };
  const trainTable = table(trainRows);
  return { train: trainTable, test: testRows ? table(testRows) : trainTable };
}

/**
 * Counts of words in 20 newsgroups; of every hundred rows the first twenty, one of
 * each group, are test rows.
 *
 * @param {{unit: boolean}} options whether every row is scaled to length 1
 */
export async function news20({ unit }) {
  const parsed = (await lines('shared', 'libsvm/news20.bz2')).map(parseLibsvm);
  let cols = 0;
  for (const { entries } of parsed) {
    const length = Math.hypot(...entries.map(([, value]) => value));
    if (unit) for (const entry of entries) entry[1] /= length;
    cols = Math.max(cols, entries.at(-1)[0] + 1);
  }
  const table = (chosen) =>
    fromEntries(
      chosen.map(({ entries }) => entries),
      chosen.map(({ label }) => label),
      cols,
    );
  return {
    train: table(parsed.filter((_, i) => i % 100 >= 20)),
    test: table(parsed.filter((_, i) => i % 100 < 20)),
  };
}

/** Handwritten digits of the US Postal Service, 16 x 16 pixels from -1 to 1. */
export async function usps() {
  const table = async (name) => {
    const rows = (await lines('shared', `usps/${name}`)).map((line) => line.split(',').map(Number));
    return fromRows(
      rows.map((row) => row.slice(1).map((pixel) => pixel / 1000)),
      rows.map((row) => row[0]),
    );
  };
  return { train: await table('usps.csv.gz'), test: await table('usps.t.csv.gz') };
}

/** The digits of the demo, 8 x 8 pixels: the first 1297 for training, the last 500 for the test. */
export async function digits() {
  const all = (await lines('demo', 'digits.csv.gz')).map((line) => line.split(',').map(Number));
  const table = (rows) =>
    fromRows(
      rows.map((row) => row.slice(0, -1)),
      rows.map((row) => row.at(-1)),
    );
  return { train: table(all.slice(0, 1297)), test: table(all.slice(-500)) };
}

/**
 * Maps every column of both tables linearly so that the training rows span
 * [-1, 1], as svm-scale does.
 *
 * @param {{train: import('./table.mjs').Table, test: import('./table.mjs').Table}} tables dense
 */
export function scaleToUnit({ train, test }) {
  const { rows, cols, data } = train;
  const low = new Float64Array(cols).fill(Infinity);
  const high = new Float64Array(cols).fill(-Infinity);
  for (let at = 0; at < rows * cols; at++) {
    low[at % cols] = Math.min(low[at % cols], data[at]);
    high[at % cols] = Math.max(high[at % cols], data[at]);
  }
  const scaled = (table) => ({
    ...table,
    data: table.data.map((value, at) => {
      const j = at % cols;
      return high[j] === low[j] ? 0 : -1 + (2 * (value - low[j])) / (high[j] - low[j]);
    }),
  });
  return { train: scaled(train), test: scaled(test) };
}
