/**
 * A small chart: an SVG that fills an element, with two scales, axes and marks in
 * data coordinates. Colours come from classes (figures.css), so that a change of
 * theme needs no redrawing.
 */

const SVG = 'http://www.w3.org/2000/svg';

/** An SVG element with attributes. */
export function element(name, attributes = {}, text) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

/** Round numbers from low to high: 1, 2 or 5 times a power of ten apart. */
export function ticks([low, high], count) {
  const rough = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((times) => times * power >= rough * 0.999) * power;
  const list = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) list.push(k * step);
  return list;
}

/** The powers of ten from low to high, at most the given number of them. */
function powers([low, high], count) {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const step = Math.max(1, Math.ceil((last - first + 1) / count));
  const list = [];
  for (let k = first; k <= last; k += step) list.push(10 ** k);
  return list;
}

const minus = (text) => text.replace('-', '\u2212');

/** A number for an axis or a reading, with a true minus. */
export function format(value, digits = 3) {
  if (value === Infinity) return '\u221e';
  if (value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e5)) {
    const [mantissa, exponent] = value.toExponential(Math.max(0, digits - 1)).split('e');
    return minus(`${Number(mantissa)}e${minus(String(Number(exponent)))}`);
  }
  return minus(String(Number(value.toPrecision(digits))));
}

const raise = (n) => [...String(n)].map((c) => '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079'[c] ?? '\u207b').join('');

/**
 * @typedef {object} FrameSettings
 * @property {[number, number]} x
 * @property {[number, number]} y
 * @property {string} title  a description of the picture, for screen readers
 * @property {string} [head]  shown above the picture
 * @property {string} [xLabel]
 * @property {string} [yLabel]
 * @property {boolean} [xLog]
 * @property {boolean} [yLog]
 * @property {number} [yTicks]  about how many numbers stand on the axis of y; by its length by default
 * @property {boolean} [bare]  without axes
 * @property {boolean} [equal]  with the same units on both axes: one of the ranges grows
 * @property {boolean} [zero]  with lines where x and y are 0
 */

export class Frame {
  #panel;
  #inner;

  /**
   * @param {HTMLElement} panel  its earlier content is removed
   * @param {FrameSettings} settings
   */
  constructor(panel, settings) {
    this.#panel = panel;
    const { x, y, title, head, bare = false, xLabel, yLabel } = settings;
    this.width = panel.clientWidth;
    this.height = panel.clientHeight;
    this.left = bare ? 1 : yLabel ? 52 : 38;
    this.right = bare ? 1 : 10;
    this.top = head ? 26 : bare ? 1 : 8;
    this.bottom = bare ? 1 : xLabel ? 42 : 24;
    this.settings = settings;
    const svg = element('svg', {
      width: this.width, height: this.height, viewBox: `0 0 ${this.width} ${this.height}`,
      role: 'img', 'aria-label': title,
    });
    const [w, h] = [this.innerWidth, this.innerHeight];
    const [across, down] = settings.equal ? equalised(x, y, w / h) : [x, y];
    this.toX = scale(across, settings.xLog, 0, w);
    this.toY = scale(down, settings.yLog, h, 0);
    svg.append(element('rect', { class: 'ground', x: this.left, y: this.top, width: w, height: h }));
    if (head) svg.append(element('text', { class: 'head', x: this.left, y: 16 }, head));
    this.#inner = element('svg', { x: this.left, y: this.top, width: w, height: h, overflow: 'hidden' });
    if (!bare) this.#axes(svg, settings);
    svg.append(this.#inner);
    svg.append(element('rect', { class: 'edge', x: this.left, y: this.top, width: w, height: h }));
    panel.replaceChildren(svg);
  }

  get innerWidth() { return this.width - this.left - this.right; }
  get innerHeight() { return this.height - this.top - this.bottom; }

  #axes(svg, { x, y, xLog, yLog, xLabel, yLabel, yTicks, zero }) {
    const [w, h] = [this.innerWidth, this.innerHeight];
    const across = Math.max(2, Math.round(w / 75));
    const down = yTicks ?? Math.max(2, Math.round(h / 45));
    const name = (log) => (log ? (t) => `10${raise(Math.round(Math.log10(t)))}` : (t) => format(t, 4));
    for (const t of xLog ? powers(x, across) : ticks(x, across)) {
      const at = this.left + this.toX(t);
      svg.append(element('line', { class: 'grid-line', x1: at, x2: at, y1: this.top, y2: this.top + h }));
      svg.append(element('text', { class: 'tick', x: at, y: this.top + h + 15, 'text-anchor': 'middle' }, name(xLog)(t)));
    }
    for (const t of yLog ? powers(y, down) : ticks(y, down)) {
      const at = this.top + this.toY(t);
      svg.append(element('line', { class: 'grid-line', x1: this.left, x2: this.left + w, y1: at, y2: at }));
      svg.append(element('text', { class: 'tick', x: this.left - 6, y: at + 4, 'text-anchor': 'end' }, name(yLog)(t)));
    }
    if (xLabel) svg.append(element('text', { class: 'label', x: this.left + w / 2, y: this.top + h + 34, 'text-anchor': 'middle' }, xLabel));
    if (yLabel) {
      const at = this.top + h / 2;
      svg.append(element('text', { class: 'label', x: 12, y: at, transform: `rotate(-90 12 ${at})`, 'text-anchor': 'middle' }, yLabel));
    }
    if (zero) {
      if (x[0] < 0 && x[1] > 0) this.line([[0, y[0]], [0, y[1]]], 'zero');
      if (y[0] < 0 && y[1] > 0) this.line([[x[0], 0], [x[1], 0]], 'zero');
    }
  }

  /** A mark in pixels of the inner picture. */
  mark(name, attributes, text) {
    const node = element(name, attributes, text);
    this.#inner.append(node);
    return node;
  }

  #path(points) {
    return points.map(([x, y], i) => `${i ? 'L' : 'M'}${this.toX(x).toFixed(2)} ${this.toY(y).toFixed(2)}`).join('');
  }

  /** A line through points [x, y]; it breaks where one is not finite. */
  line(points, kind) {
    let part = [];
    let path = '';
    for (const point of [...points, [NaN, NaN]]) {
      if (point.every(Number.isFinite)) part.push(point);
      else {
        if (part.length > 1) path += this.#path(part);
        part = [];
      }
    }
    if (path) this.mark('path', { class: `line ${kind}`, d: path });
  }

  /** The area within a closed line. */
  area(points, kind) {
    this.mark('path', { class: `area ${kind}`, d: `${this.#path(points)}Z` });
  }

  /** A circle of a radius in units of x. */
  circle(x, y, radius, kind) {
    const r = Math.abs(this.toX(x + radius) - this.toX(x));
    this.mark('circle', { class: `line ${kind}`, cx: this.toX(x), cy: this.toY(y), r });
  }

  dot(x, y, kind, r = 4) {
    this.mark('circle', { class: `dot ${kind}`, cx: this.toX(x).toFixed(2), cy: this.toY(y).toFixed(2), r });
  }

  /**
   * Points of two or more classes, discs and squares as well as colours; support
   * vectors have a ring.
   * @param {{ x: number, y: number, label: number, support?: boolean }[]} points  label: which class, from 0
   */
  points(points, r = 4) {
    for (const { x, y, label, support } of points) {
      const [cx, cy] = [this.toX(x), this.toY(y)];
      if (support) this.mark('circle', { class: 'support', cx: cx.toFixed(2), cy: cy.toFixed(2), r: r + 3 });
      if (label % 2 === 0) this.dot(x, y, `c${label}`, r);
      else this.mark('rect', { class: `dot c${label}`, x: (cx - 0.89 * r).toFixed(2), y: (cy - 0.89 * r).toFixed(2), width: (1.78 * r).toFixed(2), height: (1.78 * r).toFixed(2) });
    }
  }

  text(x, y, text, { anchor = 'start', dx = 0, dy = 0, kind = '' } = {}) {
    this.mark('text', { class: `note-text ${kind}`, x: this.toX(x) + dx, y: this.toY(y) + dy, 'text-anchor': anchor }, text);
  }

  /** Names of curves at the top, one below the other: [kind, text]. */
  legend(entries, { left = false, middle = false } = {}) {
    entries.forEach(([kind, text], i) => {
      const y = 16 + 17 * i;
      const x = middle ? this.innerWidth / 2 - 56 : left ? 10 : this.innerWidth - 10;
      const sign = left || middle ? 1 : -1;
      this.mark('line', { class: `line sign ${kind}`, x1: x, x2: x + sign * 18, y1: y - 4, y2: y - 4 });
      this.mark('text', { class: 'note-text', x: x + sign * 24, y, 'text-anchor': sign > 0 ? 'start' : 'end' }, text);
    });
  }

  /** A canvas below the marks, over the inner picture. */
  underlay(canvas) {
    const share = (part, whole) => `${(100 * part) / whole}%`;
    canvas.setAttribute('aria-hidden', 'true');
    canvas.style.setProperty('left', share(this.left, this.width));
    canvas.style.setProperty('top', share(this.top, this.height));
    canvas.style.setProperty('width', share(this.innerWidth, this.width));
    canvas.style.setProperty('height', share(this.innerHeight, this.height));
    this.#panel.prepend(canvas);
  }
}

/** Two ranges, one of which is enlarged around its middle, so that they have a given proportion. */
function equalised(x, y, proportion) {
  const [width, height] = [x[1] - x[0], y[1] - y[0]];
  const grow = ([low, high], by) => [low - by / 2, high + by / 2];
  if (width < height * proportion) return [grow(x, height * proportion - width), y];
  return [x, grow(y, width / proportion - height)];
}

function scale([from, to], log, a, b) {
  const unit = log ? Math.log10 : (v) => v;
  const [low, high] = [unit(from), unit(to)];
  return (value) => a + ((b - a) * (unit(value) - low)) / (high - low);
}
