/** Data sets: their formats, and which columns are samples and which labels. */
import { Buffer } from 'node:buffer';
import process from 'node:process';
import { ascending } from '../basics/text.js';
import { MaxMarginError, readLibsvm, writeLibsvm } from '../core.js';
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
 * @property {Record<string, any>} [options] of the reader
 * @property {ArrayLike<number>} [groups] the queries of the rows
 * @property {{name: string, fields: (string | undefined)[]}[]} [kept] columns as the file has them
 */

/**
 * Facts about the data that are known before reading.
 * @typedef {object} Expected
 * @property {boolean} labelled whether the last column is the label by default
 * @property {boolean} [numeric] whether labels must be numbers
 * @property {boolean | 'needed'} [table] whether columns stay as they are, with words and gaps; 'needed': if there are some
 * @property {number} [features] of the model that will see it
 * @property {string[]} [names] of its columns
 * @property {(field: string) => boolean} [isLabel] whether it may predict that
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
    doc: 'CSV: number, boolean, category or date, by the names of columns; date:dmy and date:mdy are dates that begin with the day or the month. Default: recognised from the fields.',
  },
  {
    name: 'missing',
    value: '<error|drop>',
    doc: 'CSV: refuse missing values, or drop their rows. Default: error.',
  },
  {
    name: 'missingValues',
    value: '<texts>',
    doc: "CSV: all texts that mean a missing value besides the empty field, with commas between them; '' for none. Default: NA, N/A, #N/A, <NA>, NaN, null, None and ? without quotation marks.",
  },
  {
    name: 'header',
    doc: 'CSV: the first line has the names of the columns; with --no-header it has not. Default: what tells the first line from the others.',
  },
  {
    name: 'delimiter',
    value: '<character>',
    doc: "CSV: the character between fields; ' ' for any run of blanks. Default: the first of tab, semicolon, bar and comma with which all lines have as many fields, or blanks.",
  },
  {
    name: 'decimal',
    value: '<character>',
    doc: 'CSV: a point or a comma as the decimal sign. Default: the one that the numbers of the file use.',
  },
  {
    name: 'thousands',
    value: '<character>',
    doc: 'CSV: what separates groups of three digits. Default: what all numbers of a column show.',
  },
  {
    name: 'comment',
    value: '<text>',
    doc: 'CSV: what lines begin with that are left out. Default: nothing does.',
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
  {
    name: 'zeroBased',
    doc: 'LIBSVM: features are numbered from 0; with --no-zero-based from 1. Default: from 0 if the file has a feature 0.',
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
  const { zeroBased } = values;
  const settings = zeroBased === undefined ? undefined : { zeroBased };
  const { X, y, groups } = await readLibsvm(await readAll(pieces), settings).catch((error) => {
    const { option, line, column } = error.details ?? {};
    if (option !== 'zeroBased') throw error;
    const why = `line ${line}, column ${column}: the index is 0, but features are numbered from 1`;
    throw new MaxMarginError(error.code, 'data', `${why}; leave --no-zero-based out, or add 1 to every index`, error.details, error); // prettier-ignore
  });
  if (values.keep) throw new UsageError("--keep names columns, which LIBSVM's format has not");
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
  return { format: 'libsvm', rows, cols, labels: y, groups, options: settings, ...samples };
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
async function readTable(pieces, values, expected) {
  const options = {
    delimiter: delimiterOf(values),
    header: values.header,
    decimal: oneOf(values, 'decimal', ['.', ',']),
    encoding: values.encoding,
    missing: oneOf(values, 'missing', ['error', 'drop']),
    missingValues: values.missingValues
      ?.split(',')
      .filter((/** @type {string} */ text) => text !== ''),
    thousands: oneOf(values, 'thousands', [',', '.', ' ', "'", '_']),
    comment: values.comment,
    types: typesOf(values),
    table: expected.table || undefined,
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const choice = { label: values.label, drop: values.drop?.split(',') ?? [], keep: values.keep?.join().split(',') ?? [] }; // prettier-ignore
  const data = await readCsv(
    pieces,
    Object.fromEntries(given),
    (columns, fieldsOf) => assign(columns, choice, expected, fieldsOf),
    { numeric: expected.numeric === true, fitted: expected.names !== undefined },
    // A number may be meant as the place of a column.
    [choice.label ?? '', ...choice.drop, ...choice.keep, ...(expected.names ?? []), ...Object.keys(options.types ?? {})].filter((name) => !/^-?\d*$/.test(name)), // prettier-ignore
  );
  if (data.table) values.table = true; // the machine is then to take one
  const told = Object.fromEntries(given.filter(([name]) => name !== 'table'));
  const ignore = choice.drop.length > 0 ? { ignore: choice.drop.map(column) } : {};
  const target = data.labels && { target: data.labelName ?? column(choice.label ?? '-1') };
  return { ...data, options: { ...told, ...target, ...ignore } };
}

/** A column as the reader has it: its name, or its number. @param {string} text */
const column = (text) => (/^-?\d+$/.test(text) ? Number(text) : text);

/** @param {Values} values */
function typesOf({ types }) {
  if (types === undefined) return undefined;
  return Object.fromEntries(
    types.split(',').map((/** @type {string} */ part) => {
      const [, name, type] =
        /^(.+?):(number|boolean|category|date(?::dmy|:mdy)?)$/.exec(part) ?? [];
      if (type) return [name, type];
      throw new UsageError(
        `--types has a type for each column, such as kind:category (or number, boolean, date, date:dmy, date:mdy), got ${part}`,
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
 * @param {{label?: string, drop: string[], keep: string[]}} choice
 * @param {Expected} expected
 * @param {(at: number) => (string | undefined)[]} fieldsOf
 * @returns {Roles}
 */
function assign(columns, { label, drop, keep }, { labelled, features, names, isLabel }, fieldsOf) {
  const kept = keep.map((column) => columns.find(column));
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
    const may = others.filter((at) => fieldsOf(at).some((field) => field !== undefined && isLabel?.(field))); // prettier-ignore
    if (others.length === 1 && may.length === 1) take(others[0]);
  } else if (names && !columns.names) {
    // By place, as without names.
    if (rest.length === names.length + 1) take(rest[rest.length - 1]);
  } else if (features === undefined ? labelled : rest.length === features + 1) {
    take(rest[rest.length - 1]);
  }
  if (names && columns.names) rest = onlyNeeded(columns.names, rest, names, place, kept);
  if (rest.length > 0) return { features: rest, label: place, keep: kept };
  throw new MaxMarginError(
    'ERR_EMPTY',
    'data',
    'no column is left for features; give more than the label, or say --label none, or name the --delimiter',
  );
}

/**
 * The columns that a model needs. Others are left unread, whatever they have.
 * @param {string[]} given
 * @param {number[]} rest
 * @param {string[]} needed
 * @param {number} label
 * @param {number[]} kept
 */
function onlyNeeded(given, rest, needed, label, kept) {
  const lacking = needed.find((name) => !rest.some((at) => given[at] === name));
  if (lacking !== undefined) {
    const why = given.includes(lacking) ? 'the model needs the column' : 'there is no column';
    throw new MaxMarginError(
      'ERR_SHAPE',
      'data',
      `${why} ${lacking}; the model was fitted to ${list(needed)}, the columns are ${list(given)}`,
      { column: lacking },
    );
  }
  const unread = rest.filter((at) => !needed.includes(given[at]) && !kept.includes(at));
  if (unread.length > 0) {
    const more = label < 0 ? '; if one of them is the label, name it with --label' : '';
    process.stderr.write(`maxmargin: not used: ${list(unread.map((at) => given[at]))}${more}\n`);
  }
  return rest.filter((at) => needed.includes(given[at]));
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
  return [await writeLibsvm(X, y, data.groups && { groups: data.groups })];
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
