/** Data sets: their formats, and which columns are samples and which labels. */
import { Buffer } from 'node:buffer';
import { ascending } from '../basics/text.js';
import { MaxMarginError, readLibsvm, writeLibsvm } from '../index.js';
import { list, csvLines, readCsv } from './csv.js';
import { startRuntime } from './runtime.js';
import { joinLines, nameOf, readAll, readPieces } from './streams.js';
import { UsageError, oneOf, wholeNumber } from './usage.js';

/** @import { Label, LibsvmData, Samples } from '../types.js' */
/** @import { Columns, Roles } from './csv.js' */
/** @import { Flag, Values } from './usage.js' */

/**
 * A data set as it was read.
 * @typedef {object} Data
 * @property {string} format
 * @property {number} rows
 * @property {number} cols
 * @property {string[]} [names] of the columns
 * @property {Float64Array} [dense] the numbers, row after row
 * @property {Record<string, any>} [table] the columns as they are, in place of the numbers
 * @property {LibsvmData['X']} [sparse] the same, when zeros were left out
 * @property {ArrayLike<string | number | boolean> & Iterable<string | number | boolean>} [labels]
 *   numbers if all of them are
 * @property {string} [labelName] of their column
 */

/**
 * Facts about the data that are known before reading.
 * @typedef {object} Expected
 * @property {boolean} labelled whether the last column is the label by default
 * @property {boolean} [numeric] whether labels must be numbers
 * @property {boolean} [table] whether columns stay as they are, with words and gaps
 * @property {number} [features] of the model that will see it
 * @property {string[]} [names] of its columns
 */

/** @type {Flag[]} */
export const dataFlags = [
  {
    name: 'dataFormat',
    value: '<libsvm|csv>',
    doc: 'Format of the data. Default: csv for names in .csv or .tsv, otherwise recognised from the first line.',
  },
  {
    name: 'label',
    value: '<column>',
    doc: 'CSV: the column of labels, by name, by number from 0, from the end as -1, or none. Default: the last one. With a model: the column that is not one of its columns.',
  },
  {
    name: 'drop',
    value: '<columns>',
    doc: 'CSV: columns to leave out, by name or number, with commas between them.',
  },
  {
    name: 'types',
    value: '<column:type,...>',
    doc: 'CSV: number, boolean or category, by the names of columns. Default: recognised from the fields.',
  },
  {
    name: 'missing',
    value: '<error|drop>',
    doc: 'CSV: refuse missing values, or drop their rows. Default: error.',
  },
  {
    name: 'missingValues',
    value: '<texts>',
    doc: 'CSV: texts that mean a missing value besides the empty field, NA, N/A, NaN, null, None and ?, with commas between them.',
  },
  {
    name: 'header',
    doc: 'CSV: the first line has the names of the columns; with --no-header it has not. Default: it has them if none of its fields is a number or missing.',
  },
  {
    name: 'delimiter',
    value: '<character>',
    doc: 'CSV: the character between fields. Default: the first of tab, semicolon, bar and comma that the first line has.',
  },
  {
    name: 'decimal',
    value: '<character>',
    doc: 'CSV: a point or a comma as the decimal sign. Default: the one that the numbers of the file use.',
  },
  {
    name: 'encoding',
    value: '<name>',
    doc: 'CSV: such as windows-1252. Default: UTF-8, or UTF-16 with its mark.',
  },
  {
    name: 'features',
    value: '<number>',
    doc: 'LIBSVM: how many features there are. Default: the largest number of one in the file; of a model, as it was fitted.',
  },
  { name: 'dense', doc: 'LIBSVM: store the zeros as well, so that features can be centred.' },
];

/**
 * The formats of data: a line for each.
 * @type {Record<string, {endings: string[], read: (pieces: AsyncIterable<Buffer>, values: Values, expected: Expected) => Promise<Data>, write: (data: Data, values: Values) => Promise<Iterable<string>>}>}
 */
export const dataFormats = {
  libsvm: { endings: [], read: readSparse, write: writeSparse },
  csv: { endings: ['.csv', '.tsv'], read: readTable, write: writeTable },
};

/**
 * @param {string} path
 * @returns {string | undefined}
 */
export function formatOfName(path) {
  const name = path.toLowerCase().replace(/\.gz$/, '');
  const known = Object.entries(dataFormats);
  return known.find(([, { endings }]) => endings.some((ending) => name.endsWith(ending)))?.[0];
}

/**
 * @param {string} path
 * @param {Values} values
 * @param {Expected} expected
 * @returns {Promise<Data>}
 */
export async function readData(path, values, expected) {
  const asked = oneOf(values, 'dataFormat', Object.keys(dataFormats)) ?? formatOfName(path);
  startRuntime();
  const pieces = readPieces(path);
  const first = await pieces.next();
  const head = first.done ? Buffer.alloc(0) : first.value;
  const format = asked ?? formatOfText(head.toString('latin1'));
  try {
    return await dataFormats[format].read(prepend(head, pieces), values, expected);
  } catch (error) {
    if (!(error instanceof MaxMarginError)) throw error;
    const { code, argument, message, details } = error;
    throw new MaxMarginError(code, argument, `${nameOf(path)}: ${message}`, details, error);
  }
}

/**
 * LIBSVM's if the first line has something like 3:0.5, or nothing that CSV could have.
 * @param {string} head
 */
function formatOfText(head) {
  const line = head.split('\n').find((text) => /^\s*[^#\s]/.test(text)) ?? '';
  if (/^\s*\S+\s+(?:qid|\d+):\S/.test(line)) return 'libsvm';
  return /[,;|\t]/.test(line) ? 'csv' : 'libsvm';
}

/**
 * @param {Buffer} head
 * @param {AsyncIterable<Buffer>} rest
 */
async function* prepend(head, rest) {
  yield head;
  yield* rest;
}

/**
 * @param {AsyncIterable<Buffer>} pieces
 * @param {Values} values
 * @param {Expected} expected
 * @returns {Promise<Data>}
 */
async function readSparse(pieces, values, expected) {
  const { X, y } = await readLibsvm(await readAll(pieces));
  const asked = wholeNumber(values, 'features', 1);
  if (asked && asked < X.cols) {
    throw new MaxMarginError(
      'ERR_SHAPE',
      'features',
      `there is a feature ${X.cols}, but --features is ${asked}; raise it`,
      { expected: asked, got: X.cols },
    );
  }
  const { rows } = X;
  const cols = Math.max(asked ?? expected.features ?? 0, X.cols);
  const sparse = { ...X, cols };
  const samples = values.dense ? { dense: expand(sparse) } : { sparse };
  return { format: 'libsvm', rows, cols, labels: y, ...samples };
}

/** @param {LibsvmData['X']} X */
function expand({ indptr, indices, data, rows, cols }) {
  const dense = new Float64Array(rows * cols);
  for (let i = 0; i < rows; i++) {
    for (let p = indptr[i]; p < indptr[i + 1]; p++) dense[i * cols + indices[p]] = data[p];
  }
  return dense;
}

/**
 * @param {AsyncIterable<Buffer>} pieces
 * @param {Values} values
 * @param {Expected} expected
 */
function readTable(pieces, values, expected) {
  const options = {
    delimiter: delimiterOf(values),
    header: values.header,
    decimal: oneOf(values, 'decimal', ['.', ',']),
    encoding: values.encoding,
    missing: oneOf(values, 'missing', ['error', 'drop']),
    missingValues: values.missingValues?.split(','),
    types: typesOf(values),
    table: expected.table === true || undefined,
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const choice = { label: values.label, drop: values.drop?.split(',') ?? [] };
  return readCsv(
    pieces,
    Object.fromEntries(given),
    (columns) => assign(columns, choice, expected),
    expected.numeric === true,
  );
}

/** @param {Values} values */
function typesOf({ types }) {
  if (types === undefined) return undefined;
  return Object.fromEntries(
    types.split(',').map((/** @type {string} */ part) => {
      const [, name, type] = /^(.+):(number|boolean|category)$/.exec(part) ?? [];
      if (type) return [name, type];
      throw new UsageError(
        `--types has a type for each column, such as kind:category (or number, boolean), got ${part}`,
      );
    }),
  );
}

/** @param {Values} values */
function delimiterOf({ delimiter }) {
  const character = delimiter === '\\t' || delimiter === 'tab' ? '\t' : delimiter;
  if (character === undefined || (character.length === 1 && !/["\n\r]/.test(character))) {
    return character;
  }
  throw new UsageError(`--delimiter must be one character, got ${delimiter}`);
}

/**
 * Which columns are the features, and which one is the label.
 * @param {Columns} columns
 * @param {{label?: string, drop: string[]}} choice
 * @param {Expected} expected
 * @returns {Roles}
 */
function assign(columns, { label, drop }, { labelled, features, names }) {
  const dropped = drop.map((column) => columns.find(column));
  let rest = columns.all.filter((at) => !dropped.includes(at));
  let place = -1;
  const take = (/** @type {number} */ at) => {
    place = at;
    rest = rest.filter((other) => other !== at);
  };
  if (label !== undefined) {
    if (label !== 'none') take(columns.find(label));
  } else if (names && columns.names) {
    const given = columns.names;
    const others = rest.filter((at) => !names.includes(given[at]));
    if (others.length === 1) take(others[0]);
    else if (others.length > 1) {
      throw new MaxMarginError(
        'ERR_SHAPE',
        'data',
        `beside the columns of the model there are ${list(others.map((at) => given[at]))}; say which is the --label, and leave the others out with --drop`,
      );
    }
  } else if (features === undefined ? labelled : rest.length === features + 1) {
    take(rest[rest.length - 1]);
  }
  if (rest.length > 0) return { features: rest, label: place };
  throw new MaxMarginError(
    'ERR_EMPTY',
    'data',
    'no column is left for features; give more than the label, or say --label none, or name the --delimiter',
  );
}

/**
 * The samples in the form that the package takes.
 * @param {Data} data
 * @returns {Samples}
 */
export function samplesOf({ sparse, table, dense = new Float64Array(0), names, rows, cols }) {
  if (sparse) return sparse;
  if (table) return table;
  return { data: dense, rows, cols, featureNames: names };
}

/**
 * The labels that a machine learns from.
 * @param {Data} data
 */
export function targetsOf({ labels }) {
  if (labels) return labels;
  throw new MaxMarginError(
    'ERR_EMPTY',
    'data',
    'there are no labels to learn from; say which column is the --label',
  );
}

/**
 * Labels as a model has them; nothing if there are none of that kind.
 * @param {Data} data
 * @param {Label} sample one of the labels of the model
 * @returns {ArrayLike<Label> | undefined}
 */
export function labelsLike({ labels }, sample) {
  if (!labels) return undefined;
  switch (typeof sample) {
    case 'number':
      return labels instanceof Float64Array ? labels : undefined;
    case 'string':
      return Array.from(labels, String);
    case 'boolean':
      return Array.from(labels, (label) => String(label) === 'true');
    default:
      return Array.from(labels, (label) => (/^-?\d+$/.test(String(label)) ? BigInt(label) : 0n));
  }
}

/**
 * @param {Data} data
 * @param {Values} values
 */
async function writeSparse(data, { classes }) {
  const names = classes?.split(',');
  const y = data.labels ? numbersOf(data, names) : new Float64Array(data.rows);
  const X = data.sparse ?? { data: data.dense ?? [], rows: data.rows, cols: data.cols };
  return [await writeLibsvm(X, y)];
}

/**
 * @param {Data} data
 * @param {string[]} [names] of the classes 0, 1, ...
 */
function numbersOf({ labels = [] }, names) {
  if (labels instanceof Float64Array && !names) return labels;
  const found = [...new Set(Array.from(labels, String))].sort(ascending);
  if (!names) {
    throw new MaxMarginError(
      'ERR_TYPE',
      'data',
      `the labels are text, but LIBSVM's format has numbers: number them with --classes ${found.join(',')} (0, 1, ...)`,
    );
  }
  const unknown = found.find((label) => !names.includes(label));
  if (unknown === undefined)
    return Float64Array.from(labels, (label) => names.indexOf(String(label)));
  throw new MaxMarginError(
    'ERR_OPTION',
    'classes',
    `there is a label ${unknown}, which --classes does not name; add it`,
  );
}

/**
 * @param {Data} data
 * @param {Values} values
 */
async function writeTable(data, values) {
  const { rows, cols, labels, names, labelName = 'label' } = data;
  const classes = values.classes?.split(',');
  const named = (/** @type {string | number | boolean} */ label) =>
    classes?.[Number(label)] ?? label;
  const header = [...(names ?? Array.from({ length: cols }, (_, j) => `x${j + 1}`))];
  if (labels) header.push(labelName);
  function* lines() {
    const row = new Float64Array(cols);
    for (let i = 0; i < rows; i++) {
      fill(row, data, i);
      yield labels ? [...row, named(labels[i])] : [...row];
    }
  }
  const table = { header: values.header === false ? undefined : header, rows: lines() };
  return joinLines(csvLines(table, delimiterOf(values)));
}

/**
 * @param {Float64Array} row
 * @param {Data} data
 * @param {number} i
 */
function fill(row, { sparse, dense, cols }, i) {
  if (!sparse) {
    row.set(/** @type {Float64Array} */ (dense).subarray(i * cols, (i + 1) * cols));
    return;
  }
  row.fill(0);
  const { indptr, indices, data } = sparse;
  for (let p = indptr[i]; p < indptr[i + 1]; p++) row[indices[p]] = data[p];
}
