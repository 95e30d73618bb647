/** A report about a fitted model on some rows: data, as a page, and as Markdown. */
import { MaxMarginError, show } from '../basics/errors.js';
import { Random } from '../data/random.js';
import { encodeGroups } from '../input/groups.js';
import { checkValues, flatNumbers } from '../input/values.js';
import { entriesOf, readTensor } from '../input/tables.js';
import { columnsOf } from '../inspect/columns.js';
import { permutationImportance } from '../inspect/permutation-importance.js';
import { calibrationCurve } from '../metrics/calibration.js';
import { classificationReport } from '../metrics/classification-report.js';
import { confusionMatrix } from '../metrics/confusion-matrix.js';
import { accuracyScore } from '../metrics/counts.js';
import { r2Score } from '../metrics/distances.js';
import { precisionRecallCurve } from '../metrics/precision-recall-curve.js';
import { rocCurve } from '../metrics/roc-curve.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { learnerOf } from '../plot/models.js';
import { countRows } from '../select/subsets.js';
import { baselineOf, gained, guessOf } from './baseline.js';
import { describeData, keysOf, momentsOf, tellingColumns } from './data.js';
import { describeModel, describeSearch, nameOf, readModel, rowsOfFit, someRows, tried } from './model.js'; // prettier-ignore
import { writeHtml } from './html.js';
import { writeMarkdown } from './markdown.js';
import { ofClasses, ofNumbers, ofOrders, ofProbabilities, ofScores, withIntervals } from './resampling.js'; // prettier-ignore
import { warningsOf } from './warnings.js';

/** @import { Label } from '../types.js' */
/** @import { ModelReport, ReportData, ReportJSON, ReportSettings, ReportTask } from '../inspect/types.js' */
/** @import { Columns } from '../inspect/columns.js' */
/** @import { Measure } from './resampling.js' */

/** @type {ReportTask[]} */
const tasks = ['classification', 'regression', 'detection', 'ranking'];

/** Rows that are predicted again for the importance of features, and features that have one. */
const most = { rows: 1000, features: 100 };

/** Points that pictures of single rows have at most. */
const points = 1000;

/**
 * A report about a fitted model: the rows, the options, scores with intervals, curves, the features
 * that it needs, and warnings.
 * @param {any} given a fitted machine, pipeline or search, of any package
 * @param {any} X rows, best such that the fit has not seen
 * @param {any} y their labels or values; of a detector 1 and -1, or nothing
 * @param {ReportSettings} [settings]
 * @returns {Promise<ModelReport>}
 */
export async function report(given, X, y, settings) {
  const how = readReportSettings(settings);
  const { model, search } = readModel(given);
  const predicted = await model.predict(X);
  X = await readTensor(X);
  const table = columnsOf(X);
  const rows = table?.rows ?? countRows(X);
  const task = how.task ?? taskOf(model, predicted);
  const truth = readTruth(y, rows, task, predicted);
  const groups = encodeGroups(how.groups, rows);
  const names = namesOf(how.featureNames, table, model);
  const drawing = { samples: how.samples, seed: how.seed, groups };
  const judged = await judge(task, model, X, truth, predicted, groups);
  const train = how.train && (await compare(model, how.train, task, table));
  const learnt = train && how.train?.y != null ? Array.from(entriesOf(how.train.y)) : truth;
  const guess = guessOf(task, truth, predicted, learnt);
  const measures = guess?.gain ? [...judged.measures, guess.gain] : judged.measures;
  const found = withIntervals(measures, rows, drawing);
  const ofFit = await rowsOfFit(model, X);
  const baseline = guess && baselineOf(guess, found, rows, ofFit.of === 'all');
  /** @type {ReportJSON} */
  const json = {
    title: how.title ?? `${nameOf(learnerOf(model))} on ${rows} rows`,
    date: how.date,
    version: __VERSION__,
    build: __BUILD_ID__,
    task,
    model: describeModel(model),
    ...(search && { search: describeSearch(search) }),
    data: { ...describeData(table, rows, names), ...targetOf(truth, judged.labels) },
    rowsOfFit: ofFit,
    scores: found.filter(({ name }) => name !== gained),
    ...(baseline && { baseline }),
    ...(how.notes.length > 0 && { notes: [...how.notes] }),
    interval: { level: 0.95, samples: how.samples, seed: how.seed, groups: groups !== undefined },
    ...judged.sections,
    ...(await importanceOf(model, X, table, names, how, truth, task, groups, search?.scoring)),
    warnings: [],
  };
  if (train) json.train = train;
  json.warnings = warningsOf(json, {
    fitWarnings: (tried(() => model.fitInfo.warnings) ?? []).map((/** @type {any} */ w) => w?.message ?? String(w)), // prettier-ignore
    telling: table && truth ? tellingColumns(table, names, truth, task === 'classification') : [],
    unknownLabels: judged.unknown ?? 0,
  });
  return { html: writeHtml(json), markdown: writeMarkdown(json), json };
}

/** @param {unknown} settings */
function readReportSettings(settings) {
  const known = ['title', 'task', 'train', 'groups', 'featureNames', 'samples', 'repeats', 'seed', 'date', 'notes']; // prettier-ignore
  const given = /** @type {ReportSettings} */ (readSettings('report', settings, known));
  const { title, task, train, groups, featureNames, samples = 1000, repeats = 5, seed = 0, notes = [] } = given; // prettier-ignore
  if (title !== undefined && typeof title !== 'string') throw wrongSetting('title', 'text', title);
  if (task !== undefined && !tasks.includes(task)) {
    throw wrongSetting('task', `one of '${tasks.join("', '")}'`, task);
  }
  if (train !== undefined && (typeof train !== 'object' || train === null || !('X' in train))) {
    throw wrongSetting('train', 'the rows of the fit, { X, y }', train);
  }
  for (const [name, value] of Object.entries({ samples, repeats })) {
    if (!(Number.isSafeInteger(value) && value >= 0)) {
      throw wrongSetting(name, 'a whole number of at least 0', value);
    }
  }
  if (!Number.isSafeInteger(seed)) throw wrongSetting('seed', 'a whole number', seed);
  if (!Array.isArray(notes) || !notes.every((note) => typeof note === 'string')) {
    throw wrongSetting('notes', 'an array of sentences', notes);
  }
  const date = given.date ?? new Date();
  if (!(date instanceof Date) && typeof date !== 'string') {
    throw wrongSetting('date', 'a Date, or text', date);
  }
  const text = typeof date === 'string' ? date : date.toISOString().slice(0, 10);
  return { title, task, train, groups, featureNames, samples, repeats, seed, notes, date: text };
}

/**
 * @param {any} model
 * @param {any} predicted
 * @returns {ReportTask}
 */
function taskOf(model, predicted) {
  const learner = learnerOf(model);
  if (predicted == null || typeof predicted === 'string' || !(predicted.length >= 0)) {
    throw new MaxMarginError('ERR_TYPE', 'model', `${nameOf(learner)} must predict a label or a number for each row, got ${show(predicted)}`); // prettier-ignore
  }
  if (typeof predicted[0] === 'object') {
    throw new MaxMarginError('ERR_TYPE', 'model', `${nameOf(learner)} predicts lists; a report is about one label or number for each row`); // prettier-ignore
  }
  if (nameOf(learner) === 'RankSVC') return 'ranking';
  if (Array.isArray(tried(() => learner.classes))) return 'classification';
  if (typeof learner.decisionFunction === 'function' && typeof learner.score !== 'function') return 'detection'; // prettier-ignore
  return typeof predicted[0] === 'number' && 'decisionFunction' in learner === false
    ? 'regression'
    : 'classification';
}

/**
 * @param {any} y
 * @param {number} rows
 * @param {ReportTask} task
 * @param {any} predicted
 * @returns {any[] | Float64Array | undefined}
 */
function readTruth(y, rows, task, predicted) {
  if (y == null) {
    if (task === 'detection') return undefined;
    throw new MaxMarginError('ERR_TYPE', 'y', 'a report needs y, the true label or value of each row'); // prettier-ignore
  }
  const truth = Array.from(entriesOf(y));
  for (const [argument, { length }] of Object.entries({ y: truth, predictions: predicted })) {
    if (length === rows) continue;
    throw new MaxMarginError('ERR_SHAPE', 'y', `${argument} has ${length} entries, but X has ${rows} rows; there must be one per row`, { expected: rows, got: length }); // prettier-ignore
  }
  if (task === 'regression' || task === 'ranking') return checkValues(truth, 'y', rows);
  if (task === 'detection' && !truth.every((label) => label === 1 || label === -1)) {
    throw new MaxMarginError('ERR_OPTION', 'y', 'the labels of a detector are 1 inside and -1 outside; leave y out if they are not known'); // prettier-ignore
  }
  return truth;
}

/**
 * @param {unknown} given
 * @param {Columns | undefined} table
 * @param {any} model
 * @returns {string[]}
 */
function namesOf(given, table, model) {
  const width = table?.columns.length ?? 0;
  const own = table?.names ?? tried(() => model.featureNames);
  const numbers = Array.from({ length: width }, (_, j) => `column ${j}`);
  if (given === undefined) return own?.length === width ? own : numbers;
  if (Array.isArray(given) && given.length === width) return given.map(String);
  throw wrongSetting('featureNames', `an array of ${width} names`, given);
}

/**
 * The measures, and the sections with curves.
 * @param {ReportTask} task
 * @param {any} model
 * @param {any} X
 * @param {any} truth
 * @param {any} predicted
 * @param {Int32Array | undefined} groups
 * @returns {Promise<{measures: Measure[], sections: Partial<ReportJSON>, labels?: Label[], unknown?: number}>}
 */
async function judge(task, model, X, truth, predicted, groups) {
  if (task === 'regression' || task === 'ranking') {
    const values = Float64Array.from(predicted);
    const measures = task === 'ranking' ? ofOrders(truth, values, groups) : ofNumbers(truth, values); // prettier-ignore
    return { measures, sections: { predictions: predictionsOf(truth, values) } };
  }
  const found = /** @type {Label[]} */ (Array.from(predicted));
  if (task === 'detection') return judgeDetector(model, X, truth, found);
  const learner = learnerOf(model);
  const known = /** @type {Label[] | undefined} */ (tried(() => learner.classes));
  const present = confusionMatrix(truth, found).labels;
  const classes = known ?? present;
  const own = new Set(classes);
  const labels = [...classes, ...present.filter((label) => !own.has(label))];
  const order = tried(() => learner.getParams().order) !== undefined;
  const positive = labels.length === 2 ? labels[1] : undefined;
  const measures = ofClasses(truth, found, { labels, positive, ordered: order });
  const { matrix } = confusionMatrix(truth, found, { labels });
  const { classes: byClass } = classificationReport(truth, found, { labels });
  /** @type {Partial<ReportJSON>} */
  const sections = {
    confusion: { labels, matrix: labels.map((_, i) => Array.from(matrix.subarray(i * labels.length, (i + 1) * labels.length))) }, // prettier-ignore
    classes: byClass.map(({ label, precision, recall, f1, support }) => ({ label, precision, recall, f1, support })), // prettier-ignore
  };
  const unknown = truth.filter((/** @type {Label} */ label) => !own.has(label)).length;
  if (unknown > 0 || !known) return { measures, sections, labels, unknown };
  const probabilities = await probabilitiesOf(model, X, classes.length * truth.length);
  const scores = (await decisionsOf(model, X, classes, truth.length)) ?? probabilities;
  const all = new Set(truth).size === classes.length;
  if (scores && all && classes.length > 1) {
    measures.push(...ofScores(truth, scores, classes));
    Object.assign(sections, curvesOf(truth, scores, classes));
  }
  if (probabilities) {
    measures.push(...ofProbabilities(truth, probabilities, classes));
    sections.calibration = calibrationCurve(truth, probabilities, { classes, bins: 10 }).curves.map(
      ({ label, predicted: p, observed, counts }) => ({ label, predicted: Array.from(p), observed: Array.from(observed), counts: Array.from(counts) }), // prettier-ignore
    );
  }
  return { measures, sections, labels, unknown };
}

/**
 * @param {any} model
 * @param {any} X
 * @param {any} truth 1 inside, -1 outside, if known
 * @param {Label[]} found
 */
async function judgeDetector(model, X, truth, found) {
  const decisions = Float64Array.from(await model.decisionFunction(X));
  const inside = found.map((side) => Number(side === 1));
  const share = inside.reduce((sum, v) => sum + v, 0) / inside.length;
  /** @type {Measure} */
  const rate = {
    name: 'insideRate',
    title: 'Share of rows inside',
    all: () => share,
    sampled: (times) =>
      times.reduce((sum, n, i) => sum + n * inside[i], 0) / times.reduce((sum, n) => sum + n, 0),
  };
  /** @type {Partial<ReportJSON>} */
  const sections = { decisions: { ...histogram(decisions), inside: share } };
  if (!truth) return { measures: [rate], sections };
  const labels = [1, -1];
  const measures = [rate, ...ofClasses(truth, found, { labels, positive: -1, ordered: false })];
  const { matrix } = confusionMatrix(truth, found, { labels });
  sections.confusion = { labels, matrix: [[matrix[0], matrix[1]], [matrix[2], matrix[3]]] }; // prettier-ignore
  if (new Set(truth).size === 2) {
    const outside = decisions.map((v) => -v);
    measures.push(...ofScores(truth, outside, labels));
    Object.assign(sections, curvesOf(truth, outside, labels));
  }
  return { measures, sections, labels };
}

/**
 * Decision values with a column for each class, or one for two; undefined if a model has none.
 * @param {any} model
 * @param {any} X
 * @param {Label[]} classes
 * @param {number} rows
 */
async function decisionsOf(model, X, classes, rows) {
  if (typeof learnerOf(model).decisionFunction !== 'function') return undefined;
  try {
    const many = classes.length > 2;
    let values = flatNumbers(await model.decisionFunction(X));
    if (many && values.length !== rows * classes.length) {
      values = flatNumbers(await model.decisionFunction(X, { shape: 'ovr' }));
    }
    const fits = values.length === rows * (many ? classes.length : 1);
    return fits && values.every(Number.isFinite) ? values : undefined;
  } catch (error) {
    return refused(error);
  }
}

/**
 * @param {any} model
 * @param {any} X
 * @param {number} entries that there must be
 */
async function probabilitiesOf(model, X, entries) {
  if (typeof learnerOf(model).predictProba !== 'function') return undefined;
  try {
    const values = flatNumbers(await model.predictProba(X));
    return values.length === entries ? values : undefined;
  } catch (error) {
    return refused(error);
  }
}

/**
 * A model without some answer says so; other errors are thrown.
 * @param {any} error
 * @returns {undefined}
 */
function refused(error) {
  if (['ERR_OPTION', 'ERR_TYPE'].includes(error?.code)) return undefined;
  throw error;
}

/**
 * @param {Label[]} truth
 * @param {any} scores
 * @param {Label[]} classes
 */
function curvesOf(truth, scores, classes) {
  const { curves } = rocCurve(truth, scores, { classes });
  const { curves: others } = precisionRecallCurve(truth, scores, { classes });
  return {
    roc: curves.map(({ label, fpr, tpr, auc }) => {
      const some = thinned(fpr.length);
      return { label, auc, fpr: some(fpr), tpr: some(tpr) };
    }),
    precisionRecall: others.map(({ label, precision, recall, averagePrecision, prevalence }) => {
      const some = thinned(recall.length);
      return { label, averagePrecision, prevalence, recall: some(recall), precision: some(precision) }; // prettier-ignore
    }),
  };
}

/**
 * No more points of a curve than a picture shows, the first and the last among them.
 * @param {number} length
 * @returns {(list: Float64Array) => number[]}
 */
function thinned(length) {
  const most = 500;
  const kept = Math.min(length, most);
  return (list) =>
    Array.from({ length: kept }, (_, i) => list[Math.round((i * (length - 1)) / (kept - 1 || 1))]);
}

/**
 * @param {Float64Array} truth
 * @param {Float64Array} values
 */
function predictionsOf(truth, values) {
  const shown = pickRows(truth.length, points);
  const residuals = truth.map((v, i) => v - values[i]);
  return {
    truth: Array.from(shown, (i) => truth[i]),
    predicted: Array.from(shown, (i) => values[i]),
    residuals: { ...momentsOf(residuals), ...histogram(residuals) },
  };
}

/**
 * All rows, or some that are drawn.
 * @param {number} rows
 * @param {number} count
 */
function pickRows(rows, count) {
  if (rows <= count) return Int32Array.from({ length: rows }, (_, i) => i);
  return Int32Array.from(new Random(0).permutation(rows).subarray(0, count)).sort();
}

/** @param {Float64Array} values */
function histogram(values) {
  const { min, max } = momentsOf(values);
  const bins = Math.max(5, Math.min(30, Math.ceil(Math.sqrt(values.length))));
  const width = (max - min) / bins || 1;
  const counts = new Array(bins).fill(0);
  for (const v of values) counts[Math.min(bins - 1, Math.floor((v - min) / width))]++;
  return { edges: Array.from({ length: bins + 1 }, (_, b) => min + b * width), counts };
}

/**
 * @param {any} truth
 * @param {Label[] | undefined} labels
 * @returns {Partial<ReportData>}
 */
function targetOf(truth, labels) {
  if (!truth) return {};
  if (!labels) return { target: momentsOf(truth) };
  const counts = labels.map((label) => truth.filter((/** @type {Label} */ own) => own === label).length); // prettier-ignore
  return { classes: labels.map((label, at) => ({ label, rows: counts[at], share: counts[at] / truth.length })) }; // prettier-ignore
}

/**
 * @param {any} model
 * @param {any} X
 * @param {Columns | undefined} table
 * @param {string[]} names
 * @param {ReturnType<typeof readReportSettings>} how
 * @param {any} truth
 * @param {ReportTask} task
 * @param {Int32Array | undefined} groups
 * @param {unknown} chosen the measure of a search
 * @returns {Promise<Partial<ReportJSON>>}
 */
async function importanceOf(
  model,
  X,
  table,
  names,
  { repeats, seed },
  truth,
  task,
  groups,
  chosen,
) {
  const gram = tried(() => learnerOf(model).getParams().kernel) === 'precomputed';
  if (!table || gram || !truth || repeats === 0 || names.length > most.features) return {};
  const rows = pickRows(table.rows, most.rows);
  const own = rows.length === table.rows ? [X, truth] : [someRows(X, rows), Array.from(rows, (i) => truth[i])]; // prettier-ignore
  const lists = groups && rows.map((i) => groups[i]);
  const named = typeof chosen === 'string' && chosen !== '' ? chosen : undefined;
  const scoring =
    named ??
    ((/** @type {any} */ labels, /** @type {any} */ predicted) =>
      mainScore(task, labels, predicted, lists).value);
  const found = await permutationImportance(model, own[0], own[1], {
    ...{ scoring: /** @type {any} */ (scoring), repeats, seed },
    ...(named && lists && { groups: lists }),
  });
  const order = [...names.keys()].sort((a, b) => found.means[b] - found.means[a]);
  return {
    importance: {
      of: named ?? mainScore(task, own[1], own[1], lists).title,
      rows: rows.length,
      repeats,
      features: order.map((j) => ({ name: names[j], mean: found.means[j], std: found.stds[j] })),
    },
  };
}

/**
 * The one score that rows of the fit, and rows with mixed values, are compared by.
 * @param {ReportTask} task
 * @param {any} truth
 * @param {any} predicted
 * @param {Int32Array} [groups]
 */
function mainScore(task, truth, predicted, groups) {
  const found = Array.from(predicted);
  if (task === 'regression') return { title: 'R²', value: r2Score(truth, found) };
  if (task === 'classification' || task === 'detection') {
    return { title: 'Accuracy', value: accuracyScore(truth, found) };
  }
  const [{ title, all }] = ofOrders(Float64Array.from(truth), Float64Array.from(found), groups);
  return { title, value: all() };
}

/**
 * The score of the rows of the fit, and how many rows of the report are among them.
 * @param {any} model
 * @param {{X: any, y?: any}} train
 * @param {ReportTask} task
 * @param {Columns | undefined} table
 */
async function compare(model, train, task, table) {
  const found = await model.predict(train.X);
  const rows = found.length;
  const truth = readTruth(train.y, rows, task, found);
  const own = columnsOf(await readTensor(train.X));
  const known = own && table && own.columns.length === table.columns.length ? new Set(keysOf(own)) : undefined; // prettier-ignore
  const shared = known && table ? keysOf(table).filter((key) => known.has(key)).length : undefined;
  const score = truth && mainScore(task, truth, found);
  return { rows, shared, ...(score && { score: score.title, value: score.value }) };
}
