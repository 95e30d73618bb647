/** Decision values or predictions at every place of a plane, with margins, regions and samples. */
import { isArrayOrView } from '../basics/numbers.js';
import { certaintyRule } from '../bounds/certainty.js';
import { readTensor } from '../input/tables.js';
import { checkLength } from '../input/labels.js';
import { checkSignal, readSettings, wrongSetting } from '../basics/settings.js';
import { checkValues } from '../input/values.js';
import { placesOf } from '../metrics/labels.js';
import { kindOf, supportRows, thresholdsOf, unlessAborted } from './models.js';
import { leadOf, leadOfRank, leastOfPairs, schemeOf } from './problems.js';
import { checkResolution, domainOf, joined, sliceOf } from './slice.js';

/** @import { Certainty } from '../bounds/types.js' */
/** @import { Entries, Label, Samples } from '../types.js' */
/** @import { Kind } from './models.js' */
/** @import { Slice } from './slice.js' */
/** @import { DecisionSurface, SurfacePoint, SurfaceSettings } from './types.js' */

/**
 * The decision function of a classifier or a detector, or the predictions of a regressor, over
 * two features.
 * @param {any} model fitted; a machine or a pipeline, promised or blocking
 * @param {Samples} X samples; if they are those of the fit, support vectors are known
 * @param {Entries<Label> | null} [y] their labels or values; ignored by a detector
 * @param {SurfaceSettings} [settings]
 * @returns {Promise<DecisionSurface>}
 */
export async function decisionSurface(model, X, y, settings) {
  const kind = kindOf(model);
  const known = ['features', 'hold', 'resolution', 'domain', 'levels', 'signal', 'of', 'delta', 'radius', 'rademacher']; // prettier-ignore
  const given = /** @type {SurfaceSettings} */ (readSettings('decisionSurface', settings, known));
  const { features, hold, resolution = 128, domain, levels, of = 'decision' } = given;
  const ranges = /** @type {any} */ (readSettings('domain', domain, ['x', 'y']));
  if (of !== 'decision' && of !== 'certainty') throw wrongSetting('of', `'decision' or 'certainty'`, of); // prettier-ignore
  const signal = checkSignal(given.signal);
  signal?.throwIfAborted();
  const [across, down] = (Array.isArray(resolution) ? resolution : [resolution, resolution]).map(
    (count) => checkResolution(count),
  );
  const samples = await readTensor(X);
  const labels = await readTensor(y);
  const judge = of === 'certainty' ? await certaintyRule(model, { X: samples, y: labels }, given) : undefined; // prettier-ignore
  const wanted = { features, hold, count: 2, argument: 'features', signal };
  const slice = await sliceOf(model, samples, wanted);
  const [xs, ys] = slice.coordinates;
  const x = domainOf(ranges.x, xs, 'domain.x');
  const yDomain = domainOf(ranges.y, ys, 'domain.y');
  const grid = gridOf(x, yDomain, across, down);
  const classes = kind === 'classifier' ? [...model.classes] : undefined;
  const found = await evaluate(model, kind, slice, grid, classes);
  const fields = judge ? certain(found, judge) : found;
  return {
    kind,
    features: /** @type {[number, number]} */ (slice.features),
    names: /** @type {[string, string]} */ (slice.names),
    x,
    y: yDomain,
    grid,
    ...fields,
    levels: checkLevels(levels) ?? (judge ? tenths(fields.values) : defaultLevels(kind, classes)),
    points: await pointsOf(model, kind, samples, labels, slice),
  };
}

/**
 * Scores of certainty in place of decision values, with their signs.
 * @param {Pick<DecisionSurface, 'values' | 'regions'>} found
 * @param {(values: ArrayLike<number>) => Certainty} judge
 * @returns {Pick<DecisionSurface, 'values' | 'regions' | 'certainty'>}
 */
function certain({ values: decisions, regions }, judge) {
  const certainty = judge(/** @type {Float64Array} */ (decisions));
  const values = certainty.scores.map((score, i) => (regions[1].values[i] < 0 ? -score : score));
  const [negative, positive] = regions;
  return {
    values,
    regions: [
      { ...negative, values: values.map((value) => -value) },
      { ...positive, values },
    ],
    certainty,
  };
}

/** @param {Float64Array | undefined} values */
function tenths(values = new Float64Array()) {
  const most = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  return Array.from({ length: 19 }, (_, k) => ((k - 9) * most) / 10);
}

/**
 * Cells that fill the ranges, and one more at each end: lines that leave the picture
 * then do so without running along its edge.
 * @param {[number, number]} x
 * @param {[number, number]} y
 * @param {number} across
 * @param {number} down
 */
function gridOf(x, y, across, down) {
  const dx = (x[1] - x[0]) / across;
  const dy = (y[1] - y[0]) / down;
  return {
    ...{ x1: x[0] - dx, y1: y[0] - dy, x2: x[1] + dx, y2: y[1] + dy },
    ...{ width: across + 2, height: down + 2 },
  };
}

/**
 * @param {any} model
 * @param {Kind} kind
 * @param {Slice} slice
 * @param {DecisionSurface['grid']} grid
 * @param {Label[] | undefined} classes
 * @returns {Promise<Pick<DecisionSurface, 'values' | 'regions'>>}
 */
async function evaluate(model, kind, slice, { x1, y1, x2, y2, width, height }, classes) {
  const [dx, dy] = [(x2 - x1) / width, (y2 - y1) / height];
  const at = (/** @type {number} */ place, /** @type {number} */ axis) =>
    axis === 0 ? x1 + dx * ((place % width) + 0.5) : y1 + dy * (Math.floor(place / width) + 0.5);
  const ask = (/** @type {(samples: any) => any} */ one) => slice.ask(width * height, at, one);
  if (kind === 'regressor') {
    return { values: joined(await ask((rows) => model.predict(rows))), regions: [] };
  }
  const thresholds = thresholdsOf(model);
  if (classes && (thresholds || classes.length > 2)) {
    const shape = thresholds ? undefined : schemeOf(model);
    const decisions = joined(await ask((rows) => model.decisionFunction(rows, shape && { shape })));
    const said = await ask((rows) => model.predict(rows));
    const winners = said.flatMap((part) => Array.from(part));
    const lead = thresholds ? leadOfRank(thresholds) : shape === 'ovo' ? leastOfPairs : leadOf;
    return { values: undefined, regions: regionsOf(classes, decisions, lead, winners) };
  }
  const values = joined(await ask((rows) => model.decisionFunction(rows)));
  const [negative, positive] = classes ?? ['outside', 'inside'];
  const regions = [
    { label: negative, values: values.map((value) => -value) },
    { label: positive, values },
  ];
  return { values, regions };
}

/**
 * For every class how clearly it wins or loses. The sign agrees with the prediction: if pairs
 * go round in a circle, votes decide, and not these values.
 * @param {Label[]} classes
 * @param {Float64Array} decisions places x columns
 * @param {(values: Float64Array, c: number, k: number) => number} lead
 * @param {Label[]} winners
 */
function regionsOf(classes, decisions, lead, winners) {
  const k = classes.length;
  const columns = decisions.length / winners.length;
  const rows = winners.map((_, i) => decisions.subarray(i * columns, (i + 1) * columns));
  return classes.map((label, c) => ({
    label,
    values: Float64Array.from(rows, (own, i) => {
      const size = Math.abs(lead(own, c, k));
      return winners[i] === label ? size : -size;
    }),
  }));
}

/**
 * @param {any} model
 * @param {Kind} kind
 * @param {any} X
 * @param {any} y
 * @param {Slice} slice
 * @returns {Promise<SurfacePoint[]>}
 */
async function pointsOf(model, kind, X, y, { coordinates: [xs, ys], signal }) {
  const predicted = await unlessAborted(signal, () => model.predict(X));
  const place = (/** @type {number} */ sign) => (sign > 0 ? 'inside' : 'outside');
  const said = kind === 'detector' ? Array.from(predicted, place) : predicted;
  const labels = kind === 'detector' ? said : targetsOf(model, kind, y, xs.length);
  const support = await supportRows(model, X, xs.length);
  return Array.from(xs, (x, row) => ({
    ...{ row, x, y: ys[row], label: labels[row], predicted: said[row], support: support.has(row) },
  }));
}

/**
 * @param {any} model
 * @param {Kind} kind
 * @param {unknown} y
 * @param {number} rows
 * @returns {ArrayLike<any>}
 */
function targetsOf(model, kind, y, rows) {
  if (kind === 'regressor') return checkValues(y, 'y', rows);
  const labels = checkLength(y, 'y', rows);
  placesOf(labels, 'y', [...model.classes]); // others have no colour
  return labels;
}

/** @param {unknown} levels */
function checkLevels(levels) {
  if (levels === undefined) return undefined;
  const list = isArrayOrView(levels) ? [...levels] : [];
  if (list.length > 0 && list.every(Number.isFinite)) return list;
  throw wrongSetting('levels', 'an array of finite numbers', levels);
}

/**
 * @param {Kind} kind
 * @param {Label[] | undefined} classes
 */
function defaultLevels(kind, classes) {
  if (kind === 'detector') return [0];
  return classes?.length === 2 ? [-1, 0, 1] : [];
}
