/** maxmargin predict */
import { MaxMarginError, RankSVC } from '../core.js';
import { dataFlags, labelsLike, readData, samplesOf } from './data.js';
import { csvLines } from './csv.js';
import { readModel } from './models.js';
import { brief } from './report.js';
import { joinLines, nameOf, writePieces } from './streams.js';
import { UsageError, checkFiles } from './usage.js';

/** @import { Label } from '../types.js' */
/** @import { Data } from './data.js' */
/** @import { Outcome } from './report.js' */
/** @import { Values } from './usage.js' */

export const summary = 'Predict with a model, and measure the predictions if the data have labels.';
export const usage = 'maxmargin predict [options] <data> <model> [output]';
export const notes = [
  'The output has a prediction on each line; with --probability, --decision or --keep it is CSV with a column for each value.',
  'The columns of CSV may be in any order, and there may be others than those of the model.',
  'Without an output the predictions go to the standard output, and the report to the standard error.',
];

export const flags = () => ({
  Prediction: [
    { name: 'probability', doc: 'Write the probability of each class as well.' },
    { name: 'decision', doc: 'Write the decision values as well.' },
    {
      name: 'keep',
      value: '<columns>',
      list: true,
      doc: 'CSV: columns of the data to write before the predictions, by name or number, with commas between them.',
    },
  ],
  Data: dataFlags,
});

/**
 * @param {readonly string[]} _argv
 * @param {Values} values
 * @param {string[]} files
 * @returns {Promise<Outcome>}
 */
export async function run(_argv, values, files) {
  const [source, from, target] = checkFiles(files, ['data', 'model', '[output]']);
  if (source === '-' && from === '-') {
    throw new UsageError('the data and the model cannot both come from the standard input');
  }
  if (values.probability && values.decision) {
    throw new UsageError('choose one of --probability and --decision');
  }
  const stored = await readModel(from);
  const known = {
    labelled: false,
    features: stored.features,
    names: stored.model.featureNames,
    table: stored.table,
    isLabel: stored.isLabel,
  };
  const dense = values.dense ?? (await stored.movesZeros());
  const data = await readData(source, { ...values, dense }, known);
  if (!data.table) await stored.widen(data.cols);
  if (!data.table && data.cols !== stored.features) throw otherWidth(source, data, stored.features);
  const { model } = stored;
  const X = samplesOf(data);
  const predicted = Array.from(await model.predict(X));
  const more = await moreOf(model, X, values);
  const { kept = [] } = data;
  const ranks = stored.learner instanceof RankSVC;
  const quality = ranks ? await judgeOrder(model, X, data) : judge(stored.learner, predicted, data);
  const report = {
    rows: data.rows,
    model: String(model),
    ...quality?.report,
    output: target,
    ...(target === undefined &&
      values.json && {
        predictions: predicted,
        ...more?.report,
        ...(kept.length > 0 && {
          kept: Object.fromEntries(kept.map(({ name, fields }) => [name, fields])),
        }),
      }),
  };
  if (target !== undefined || !values.json) {
    const header = [...kept.map(({ name }) => name), 'prediction', ...(more?.header ?? [])];
    const twice = header.find((name, j) => header.indexOf(name) !== j);
    if (twice !== undefined)
      throw new UsageError(`--keep: the output would have two columns ${twice}`);
    const isTable = header.length > 1;
    const lines = isTable
      ? csvLines({ header, rows: rowsOf(predicted, kept, more) })
      : predicted.map(String);
    await writePieces(target ?? '-', joinLines(lines));
  }
  const text = quality?.text ?? [`${data.rows} rows, without labels to compare with`];
  return { report, text, aside: target === undefined || target === '-' };
}

/**
 * @param {string} source
 * @param {Data} data
 * @param {number} features of the model
 */
function otherWidth(source, { cols, format }, features) {
  const remedy =
    format === 'libsvm'
      ? `train with --features ${cols} if the others were zero`
      : 'give the same columns, and say which is the --label and which to --drop';
  return new MaxMarginError(
    'ERR_FEATURE_COUNT',
    'data',
    `${nameOf(source)} has ${cols} features, but the model was fitted to ${features}; ${remedy}`,
    { expected: features, got: cols },
  );
}

/**
 * Values beside the predictions, row after row.
 * @typedef {object} More
 * @property {string[]} header their names
 * @property {Float64Array} values
 * @property {number} columns
 * @property {Record<string, unknown>} report
 */

/**
 * @param {any} model
 * @param {import('../types.js').Samples} X
 * @param {Values} values
 * @returns {Promise<More | undefined>}
 */
async function moreOf(model, X, { probability, decision }) {
  if (!probability && !decision) return undefined;
  const method = probability ? 'predictProba' : 'decisionFunction';
  if (typeof model[method] !== 'function') {
    const name = String(model).split('(', 1)[0];
    throw new UsageError(
      `${name} has no ${probability ? 'probabilities' : 'decision values'}; leave --${probability ? 'probability' : 'decision'} out`,
    );
  }
  const values = await model[method](X).catch((/** @type {any} */ error) => {
    throw probability ? inFlags(error) : error;
  });
  const [, columns = 1] = values.shape;
  const { classes } = model;
  const title = probability ? 'probability' : 'decision';
  const perClass = classes?.length === columns;
  const names = Array.from({ length: columns }, (_, j) =>
    perClass ? ` ${classes[j]}` : columns > 1 ? ` ${j + 1}` : '',
  );
  const header = names.map((name) => title + name);
  const rows = Array.from({ length: values.length / columns }, (_, i) =>
    values.subarray(i * columns, (i + 1) * columns),
  );
  const report = probability
    ? { classes, probabilities: rows }
    : { decisionValues: columns === 1 ? values : rows };
  return { header, values, columns, report };
}

/**
 * A model without probabilities names options of the package; here they are flags.
 * @param {any} error
 */
function inFlags(error) {
  if (error.code !== 'ERR_OPTION' || error.argument !== 'probability') return error;
  return new UsageError(
    'the model was trained without probabilities; leave --probability out, or train it again with --probability',
    { cause: error },
  );
}

/**
 * @param {unknown[]} predicted
 * @param {NonNullable<Data['kept']>} kept
 * @param {Pick<More, 'values' | 'columns'>} [more]
 */
function* rowsOf(
  predicted,
  kept,
  { values, columns } = { values: new Float64Array(0), columns: 0 },
) {
  for (const [i, label] of predicted.entries()) {
    const own = kept.map(({ fields }) => fields[i] ?? '');
    yield [...own, String(label), ...values.subarray(i * columns, (i + 1) * columns)];
  }
}

/**
 * How good predictions are, in the words of svm-predict.
 * @param {any} learner of a pipeline the last step
 * @param {any[]} predicted
 * @param {Data} data
 * @returns {{report: Record<string, unknown>, text: string[]} | undefined}
 */
function judge(learner, predicted, data) {
  const { classes } = learner;
  const labels = labelsLike(data, classes ? classes[0] : 0);
  if (classes) return labels && judgeClasses(predicted, labels);
  if ('score' in learner) return labels && judgeNumbers(predicted, labels);
  const signs = labels && Array.from(labels).every((label) => Math.abs(Number(label)) === 1);
  return signs ? judgeClasses(predicted, labels) : countInside(predicted);
}

/**
 * How good the order of a ranker is, within the queries of the rows.
 * @param {any} model
 * @param {import('../types.js').Samples} X
 * @param {Data} data
 */
async function judgeOrder(model, X, data) {
  const labels = labelsLike(data, 0);
  if (!labels) return undefined;
  const pairsInOrder = await model.score(X, labels, data.groups && { groups: data.groups });
  return {
    report: { pairsInOrder, total: data.rows },
    text: [`Pairs in order = ${brief(100 * pairsInOrder)}% (ranking)`],
  };
}

/**
 * The report of a detector on data without labels.
 * @param {number[]} predicted
 */
function countInside(predicted) {
  const total = predicted.length;
  const inside = predicted.filter((side) => side === 1).length;
  return { report: { inside, total }, text: [`${inside} of ${total} rows lie inside`] };
}

/**
 * @param {Label[]} predicted
 * @param {ArrayLike<Label>} labels
 */
function judgeClasses(predicted, labels) {
  const total = predicted.length;
  const correct = predicted.filter((label, i) => label === labels[i]).length;
  const accuracy = correct / total;
  return {
    report: { accuracy, correct, total },
    text: [`Accuracy = ${brief(100 * accuracy)}% (${correct}/${total}) (classification)`],
  };
}

/**
 * @param {number[]} predicted
 * @param {ArrayLike<any>} values
 */
function judgeNumbers(predicted, values) {
  const n = predicted.length;
  const mean = (/** @type {(i: number) => number} */ term) =>
    predicted.reduce((sum, _, i) => sum + term(i), 0) / n;
  const meanSquaredError = mean((i) => (predicted[i] - values[i]) ** 2);
  const [mp, mv] = [mean((i) => predicted[i]), mean((i) => values[i])];
  const covariance = mean((i) => (predicted[i] - mp) * (values[i] - mv));
  const spread = mean((i) => (predicted[i] - mp) ** 2) * mean((i) => (values[i] - mv) ** 2);
  const squaredCorrelation = covariance ** 2 / spread;
  return {
    report: { meanSquaredError, squaredCorrelation, total: n },
    text: [
      `Mean squared error = ${brief(meanSquaredError)} (regression)`,
      `Squared correlation coefficient = ${brief(squaredCorrelation)} (regression)`,
    ],
  };
}
