/** Finds what a classifier knows in an image, at any place and size. */
import { MaxMarginError, show } from '../basics/errors.js';
import { between, checkOptions, flag, whole } from '../data/settings.js';
import { average, blockAverages } from './block-averages.js';
import { checkImage, cut } from './image.js';

/** @import { Check } from '../data/settings.js' */
/** @import { Image, ImageLike } from './image.js' */

/**
 * A rectangle of an image, in its pixels, and the decision value there.
 * @typedef {{x: number, y: number, width: number, height: number, score: number}} Found
 */

/** How far a scan is. @typedef {{windows: number, total: number, fraction: number}} ScanProgress */

/**
 * What scores windows: a fitted classifier of two classes, or a detector, of either form of the
 * package or any other.
 * @typedef {{decisionFunction(X: ArrayLike<number>[]): unknown, classes?: readonly unknown[]}} Scorer
 */

/**
 * @typedef {object} ScanSettings
 * @property {number} [width] of the windows that the model was trained with, in pixels. Default: 19.
 * @property {number} [height] Default: width.
 * @property {(window: ImageLike) => ArrayLike<number>} [features] what the model takes of a window.
 *   Default: its pixels in grey, as blockAverages gives them.
 * @property {unknown} [label] the class that is looked for. Default: the second one.
 * @property {number} [scaleFactor] the ratio of the sizes of windows. Default: 1.25.
 * @property {number} [minSize] the least width of windows in the image. Default: width.
 * @property {number} [maxSize] the largest one. Default: as wide as fits.
 * @property {number} [step] pixels from a window to the next, at the smallest size; larger windows
 *   have larger steps. Default: 2.
 * @property {number} [threshold] the least decision value. Default: 0.
 * @property {number} [overlap] the largest overlap of two results, as the area that they share over
 *   the area that they cover; 1 keeps all. Default: 0.3.
 * @property {AbortSignal | null} [signal]
 * @property {(progress: ScanProgress) => boolean | void} [onProgress] false ends the scan
 */

/** @type {Check} */
const size = ['a finite number of 1 or more', (value) => Number.isFinite(value) && value >= 1];

/** @type {Check} */
const call = ['a function', (value) => typeof value === 'function'];

/** @type {() => Check} */
const share = () => between(0, 1);

/** As a call, which bundlers can leave out. @type {() => Record<string, Check>} */
const checks = () => ({
  width: whole(1),
  height: whole(1),
  features: call,
  label: ['a label', () => true],
  scaleFactor: [
    'a finite number above 1',
    (value) => typeof value === 'number' && value > 1 && value < Infinity,
  ],
  minSize: size,
  maxSize: size,
  step: whole(1),
  threshold: ['a number', (value) => typeof value === 'number' && !Number.isNaN(value)],
  overlap: share(),
  signal: ['an AbortSignal', (value) => value === null || flag[1](value?.aborted)],
  onProgress: call,
});

/** How many windows are judged by one call of the model. */
const batch = 1000;

/**
 * Looks at all windows of an image at many sizes (Osuna, Freund and Girosi 1997; Cristianini and
 * Shawe-Taylor 2000, remark 8.5). For each size the image is made smaller by averages of blocks,
 * until windows have the size that the model was trained with. Of windows that overlap, the one
 * with the largest decision value is kept.
 * @param {ImageLike} image
 * @param {Scorer} model
 * @param {ScanSettings} [settings]
 * @returns {Promise<Found[]>} the largest decision value first
 */
export async function scanImage(image, model, settings) {
  const whole = checkImage(image);
  /** @type {ScanSettings} */
  const checked = checkOptions('scanImage', settings, checks());
  const { width = 19, height = width, scaleFactor = 1.25, step = 2, threshold = 0, overlap = 0.3 } = checked; // prettier-ignore
  const { minSize = width, maxSize = Infinity, signal, onProgress } = checked;
  const { features = (window) => blockAverages(window, { width, height }) } = checked;
  const sign = signOf(model, checked.label);
  /** @type {{scale: number, columns: number, rows: number, total: number}[]} */
  const levels = [];
  for (let k = 0; ; k++) {
    const scale = (minSize / width) * scaleFactor ** k;
    const columns = Math.round(whole.width / scale);
    const rows = Math.round(whole.height / scale);
    if (columns < width || rows < height || scale * width > maxSize) break;
    const places = (/** @type {number} */ all, /** @type {number} */ size) =>
      Math.floor((all - size) / step) + 1;
    levels.push({ scale, columns, rows, total: places(columns, width) * places(rows, height) });
  }
  const total = levels.reduce((sum, level) => sum + level.total, 0);
  /** @type {Found[]} */
  const found = [];
  let windows = 0;
  for (const { columns, rows } of levels) {
    const small = { ...whole, width: columns, height: rows, data: average(whole, columns, rows) };
    const [across, down] = [whole.width / columns, whole.height / rows];
    for (const places of batches(small, width, height, step)) {
      signal?.throwIfAborted();
      const X = places.map(([x, y]) =>
        features({ width, height, data: cut(small, x, y, width, height) }),
      );
      const scores = await model.decisionFunction(X);
      const values = checkScores(scores, X.length);
      places.forEach(([x, y], i) => {
        const score = sign * values[i];
        if (!(score >= threshold)) return;
        found.push({ x: x * across, y: y * down, width: width * across, height: height * down, score }); // prettier-ignore
      });
      windows += places.length;
      if ((await onProgress?.({ windows, total, fraction: windows / total })) !== false) continue;
      throw new MaxMarginError('ERR_STOPPED', '', 'onProgress ended the scan');
    }
  }
  return suppressNonMaxima(found, { overlap });
}

/**
 * @param {Image} image
 * @param {number} width
 * @param {number} height
 * @param {number} step
 * @returns {Generator<[x: number, y: number][], void>}
 */
function* batches(image, width, height, step) {
  /** @type {[number, number][]} */
  let places = [];
  for (let y = 0; y + height <= image.height; y += step) {
    for (let x = 0; x + width <= image.width; x += step) {
      places.push([x, y]);
      if (places.length < batch) continue;
      yield places;
      places = [];
    }
  }
  if (places.length > 0) yield places;
}

/**
 * 1 if large decision values are those of the label, and -1 if small ones are.
 * @param {any} model
 * @param {unknown} label
 */
function signOf(model, label) {
  if (typeof model?.decisionFunction !== 'function') {
    throw new MaxMarginError(
      'ERR_TYPE',
      'model',
      `scanImage takes a fitted classifier of two classes or a detector, got ${show(model)}`,
    );
  }
  const { classes } = model;
  if (!classes && label === undefined) return 1;
  const at = label === undefined ? 1 : (classes?.indexOf(label) ?? -1);
  if (classes?.length === 2 && at >= 0) return at === 1 ? 1 : -1;
  throw new MaxMarginError(
    'ERR_OPTION',
    classes?.length === 2 ? 'label' : 'model',
    classes?.length === 2
      ? `label must be one of the classes ${classes.map(show).join(' and ')}, got ${show(label)}`
      : `scanImage takes a classifier of two classes, what is looked for and anything else, or a detector without a label, got ${show(classes?.length ?? 0)} classes; make a label of all other classes`,
  );
}

/**
 * @param {any} scores
 * @param {number} count
 * @returns {ArrayLike<number>}
 */
function checkScores(scores, count) {
  if (scores?.length === count) return scores;
  throw new MaxMarginError(
    'ERR_SHAPE',
    'model',
    `decisionFunction gave ${show(scores?.length)} values for ${count} windows; one for each is needed`,
  );
}

/**
 * Of rectangles that overlap by more than a limit, the one with the largest score is kept:
 * from the largest score on, each is kept unless it overlaps one that was kept.
 * @template {Found} T
 * @param {readonly T[]} boxes
 * @param {{overlap?: number}} [settings] the area that two share over the area that they cover.
 *   Default: 0.3.
 * @returns {T[]} the largest score first
 */
export function suppressNonMaxima(boxes, settings) {
  const { overlap: limit = 0.3 } = checkOptions('suppressNonMaxima', settings, {
    overlap: share(),
  });
  /** @type {T[]} */
  const kept = [];
  for (const box of [...boxes].sort((a, b) => b.score - a.score)) {
    if (kept.every((other) => overlapOf(box, other) <= limit)) kept.push(box);
  }
  return kept;
}

/**
 * @param {Found} a
 * @param {Found} b
 */
function overlapOf(a, b) {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (across <= 0 || down <= 0) return 0;
  const shared = across * down;
  return shared / (a.width * a.height + b.width * b.height - shared);
}
