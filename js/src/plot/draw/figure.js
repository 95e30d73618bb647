/**
 * The common parts of all pictures. Text and lines are in the colour of the text
 * around them (currentColor) and nothing is filled with the colour of a page, so that
 * pictures are readable on light and on dark ones.
 */
import { MaxMarginError, show } from '../../basics/errors.js';

/** @import { DrawOptions, PlotModule } from '../types.js' */

/**
 * Okabe and Ito's colours, which colour-blind people can distinguish, without the
 * yellow that vanishes on white and the black that vanishes on black.
 */
const palette = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8c8c8c'];

/**
 * Draws with the options of the caller instead of the defaults: scales option by option, marks
 * on top.
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {any} own
 * @param {DrawOptions} [options]
 * @returns {E}
 */
export function draw(Plot, own, options = {}) {
  const { defaultView } = documentOf(options);
  const { color } = own;
  // Plot paints the legend of numbers on a canvas, which the documents of packages for Node lack.
  if (color?.legend && color.type !== 'categorical' && !defaultView?.CanvasRenderingContext2D)
    color.legend = false;
  for (const axis of [own.x, own.y]) if (!axis.type) axis.tickFormat ??= numberOfTick;
  const scales = Object.keys(own).filter((name) => isRecord(own[name]) && isRecord(options[name]));
  return Plot.plot({
    style: { fontSize: '12px', overflow: 'visible' },
    marginLeft: 56,
    marginBottom: 40,
    ...own,
    ...options,
    ...Object.fromEntries(
      scales.map((name) => [name, { ...own[name], .../** @type {object} */ (options[name]) }]),
    ),
    marks: [...own.marks, ...(options.marks ?? [])],
  });
}

/**
 * The document that makes the elements of a picture: the page's, or that of the options.
 * @param {any} options
 * @returns {any}
 */
export function documentOf(options) {
  const document = options.document ?? globalThis.document;
  if (document) return document;
  throw new MaxMarginError(
    'ERR_OPTION',
    'document',
    'there is no page here to draw in; in Node pass a document, such as { document: new JSDOM().window.document } with the package jsdom, or draw the data with another library',
  );
}

/** @param {unknown} value */
const isRecord = (value) =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * @param {any} Plot
 * @param {any} data the data of the picture
 * @param {string} field that it must have
 * @param {string} source the function that makes it
 */
export function checkDrawing(Plot, data, field, source) {
  if (typeof Plot?.plot !== 'function' || typeof Plot.line !== 'function') {
    throw new MaxMarginError(
      'ERR_TYPE',
      'Plot',
      `Plot must be the module of Observable Plot, got ${show(Plot)}; import * as Plot from '@observablehq/plot' and pass it first`,
    );
  }
  if (typeof data === 'object' && data !== null && Array.isArray(data[field])) return;
  const promise = typeof data?.then === 'function';
  throw new MaxMarginError(
    'ERR_TYPE',
    'data',
    promise
      ? `the data are a promise; await ${source}(...) first`
      : `the data must be the result of ${source}, got ${show(data)}`,
  );
}

/**
 * The number of a tick, with enough digits to tell it from the next. Long numbers have a power of
 * ten. Where that is as long, every second tick has a number.
 * @param {unknown} value
 * @param {number} at
 * @param {any} ticks
 */
function numberOfTick(value, at, ticks) {
  if (typeof value !== 'number') return value;
  const most = Math.max(...Array.from(ticks, Math.abs));
  const step = Math.abs(ticks[1] - ticks[0]) || most / 1e3 || 1;
  const places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const isLong = most >= 1e7 || places > 5;
  const digits = Math.ceil(Math.log10(most / step)) + 1;
  if (isLong && digits < 8)
    return (
      value &&
      Number(value.toPrecision(digits)).toExponential().replace('e+', 'e').replace(/^-/, '−')
    );
  if (isLong && at % 2) return '';
  const fraction = Math.min(places, 20);
  const how = { minimumFractionDigits: fraction, maximumFractionDigits: fraction };
  return value.toLocaleString('en', how).replace('-', '−');
}

/** A name as long as there is room for beside an axis. @param {string} name */
export const cut = (name) => (name.length > 24 ? `${name.slice(0, 23)}…` : name);

/** The room for names beside an axis. @param {string[]} names */
export const roomFor = (names) => 7 * Math.max(0, ...names.map((name) => cut(name).length));

/** A value as text that tells it from others. @param {unknown} value */
export const textOf = (value) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** One less than there are colours, so that colours and shapes together distinguish 42 classes. */
const symbols = ['circle', 'cross', 'diamond', 'square', 'star', 'triangle'];

/**
 * A shape for each label, with a legend that has the colours, too.
 * @param {readonly unknown[]} labels
 */
export function symbolsOf(labels) {
  const domain = labels.map(String);
  const range = domain.map((_, at) => symbols[at % symbols.length]);
  return { domain, range, legend: true, label: null };
}

/**
 * A colour for each label.
 * @param {readonly unknown[]} labels
 */
export function coloursOf(labels) {
  const domain = labels.map(String);
  const range = domain.map((_, at) => palette[at % palette.length]);
  return { type: 'categorical', domain, range };
}

/** Rings around support vectors. */
export const ring = { r: 7, stroke: 'currentColor', strokeWidth: 1.25 };

/** Samples have an outline, so they are visible in a region of their own colour. */
export const sample = { r: 3.5, stroke: 'currentColor', strokeWidth: 0.4 };

/** A number with few digits. @param {number} value */
export const short = (value) =>
  Math.abs(value) >= 1e5 || (value !== 0 && Math.abs(value) < 1e-3)
    ? value.toExponential(1)
    : String(Number(value.toPrecision(3)));
