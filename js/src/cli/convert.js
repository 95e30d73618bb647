/** maxmargin convert */
import { dataFlags, dataFormats, formatOfName, readData } from './data.js';
import { checkReplaced, modelFormatOf, modelFormatOfName, modelFormats, readModel, writeModel } from './models.js'; // prettier-ignore
import { facts, size } from './report.js';
import { readPieces, writePieces } from './streams.js';
import { UsageError, checkFiles, oneOf } from './usage.js';

/** @import { Outcome } from './report.js' */
/** @import { Flag, Values } from './usage.js' */

export const summary =
  'Convert data sets (LIBSVM, CSV) and models (binary, JSON, LIBSVM, LIBLINEAR, ONNX; to JavaScript, C and pages).';
export const usage = 'maxmargin convert [options] <input> <output>';
export const notes = [
  'The format of the input is recognised from its first bytes, and the format of the output from the ending of its name: .csv, .tsv, .mxm, .json, .model, .liblinear, .onnx, .mjs, .cjs, .c, .h, .html, anything else is LIBSVM for data.',
];

/** @type {Flag[]} */
const pageFlags = [
  { name: 'title', value: '<text>', doc: 'The heading of the page. Default: Prediction.' },
  { name: 'description', value: '<text>', doc: 'A paragraph below the heading.' },
  { name: 'target', value: '<text>', doc: 'What is predicted, as the heading of the answer.' },
  { name: 'unit', value: '<text>', doc: 'The unit of a number that is predicted.' },
  { name: 'lang', value: '<tag>', doc: 'The language of the page, such as pt-BR. Default: en.' },
];

const targets = [...new Set([...Object.keys(dataFormats), ...Object.keys(modelFormats)])];

export const flags = () => ({
  Conversion: [
    {
      name: 'to',
      value: `<${targets.join('|')}>`,
      doc: 'Format of the output. Default: by the ending of its name.',
    },
    {
      name: 'classes',
      value: '<names>',
      doc: "Names of the classes, in the order of their numbers 0, 1, ... in LIBSVM's format, with commas between them.",
    },
    {
      name: 'name',
      value: '<name>',
      doc: 'What the names of functions in C begin with. Default: model.',
    },
    {
      name: 'precision',
      value: '<float32|float64>',
      doc: 'Numbers of the inputs and outputs of an ONNX file. Default: float32.',
    },
    {
      name: 'inputNames',
      value: '<names>',
      doc: 'Names of the inputs of an ONNX file, with commas between them: one, or one for each column of a table. Default: X, or the names of the columns.',
    },
  ],
  'Page (.html)': pageFlags,
  Data: dataFlags,
});

/**
 * @param {readonly string[]} _argv
 * @param {Values} values
 * @param {string[]} files
 * @returns {Promise<Outcome>}
 */
export async function run(_argv, values, files) {
  const [source, target] = checkFiles(files, ['input', 'output']);
  if (target === '-' && values.json) {
    throw new UsageError(
      'the output and --json cannot both go to the standard output; name a file',
    );
  }
  const converted = (await isModel(source))
    ? await convertModel(source, target, values)
    : await convertData(source, target, values);
  return { ...converted, aside: target === '-' };
}

/** Whether a file has a model. The standard input has data. @param {string} path */
async function isModel(path) {
  if (path === '-') return false;
  for await (const piece of readPieces(path)) return modelFormatOf(piece) !== undefined;
  return false;
}

/**
 * @param {string} source
 * @param {string} target
 * @param {Values} values
 */
async function convertModel(source, target, values) {
  const to = oneOf(values, 'to', Object.keys(modelFormats)) ?? modelFormatOfName(target);
  if (!to) {
    throw new UsageError(
      `the name ${target} does not tell the format of the model; name it with --to ${Object.keys(modelFormats).join('|')}`,
    );
  }
  checkReplaced(target);
  const precision = oneOf(values, 'precision', /** @type {const} */ (['float32', 'float64']));
  const inputNames = values.inputNames?.split(',');
  if (to !== 'onnx' && (precision || inputNames)) {
    throw new UsageError(
      `--${precision ? 'precision' : 'input-names'} is for ONNX files, but ${target} is ${to}`,
    );
  }
  const texts = pageFlags.filter(({ name }) => values[name] !== undefined);
  if (to !== 'html' && texts.length > 0)
    throw new UsageError(`--${texts[0].name} is for pages, but ${target} is ${to}`);
  const page = Object.fromEntries(texts.map(({ name }) => [name, values[name]]));
  const { model, format } = await readModel(source);
  const file = await writeModel(model, target, to, {
    name: values.name,
    precision,
    inputNames,
    page,
  });
  const report = { model: String(model), from: { path: source, format }, to: file };
  const text = facts([
    ['machine', String(model)],
    ['from', `${source} (${format})`],
    ['to', `${target} (${to}, ${size(file.bytes)})`],
  ]);
  return { report, text };
}

/**
 * @param {string} source
 * @param {string} target
 * @param {Values} values
 */
async function convertData(source, target, values) {
  const to = oneOf(values, 'to', Object.keys(dataFormats)) ?? formatOfName(target) ?? 'libsvm';
  const data = await readData(source, values, { labelled: true });
  const delimiter = values.delimiter ?? (target.toLowerCase().endsWith('.tsv') ? '\t' : undefined);
  const pieces = await dataFormats[to].write(data, { ...values, delimiter });
  await writePieces(target, pieces);
  const { rows, cols, format } = data;
  const report = {
    rows,
    features: cols,
    from: { path: source, format },
    to: { path: target, format: to },
  };
  const text = facts([
    ['rows', String(rows)],
    ['features', String(cols)],
    ['from', `${source} (${format})`],
    ['to', `${target} (${to})`],
  ]);
  return { report, text };
}
