/**
 * A small chart in an <svg> of the page: scales, axes, and shapes in the units of
 * the data. It is as many pixels wide as its element, so that text has its normal size
 * on a phone, too. Colours and line widths come from classes of the page's style sheet.
 */

const NS = 'http://www.w3.org/2000/svg';

export class Chart {
  /**
   * @param {SVGSVGElement} svg  whose size the style sheet gives
   * @param {{ x: [number, number], y: [number, number], xLabel?: string, yLabel?: string,
   *   ticks?: boolean, margin?: { top: number, right: number, bottom: number, left: number } }} frame
   */
  constructor(svg, { x, y, xLabel = '', yLabel = '', ticks = true, margin = { top: 20, right: 10, bottom: 34, left: 40 } }) {
    this.svg = svg;
    this.width = svg.clientWidth || 300;
    this.height = svg.clientHeight || 150;
    svg.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
    svg.replaceChildren();
    const { top, right, bottom, left } = margin;
    const [across, up] = [this.width - left - right, this.height - top - bottom];
    this.toX = (value) => left + ((value - x[0]) / (x[1] - x[0])) * across;
    this.toY = (value) => top + ((y[1] - value) / (y[1] - y[0])) * up;
    this.fromX = (pixel) => x[0] + ((pixel - left) / across) * (x[1] - x[0]);
    this.fromY = (pixel) => y[1] - ((pixel - top) / up) * (y[1] - y[0]);
    if (ticks) {
      for (const value of ticksOf(x, across / 90)) {
        this.add('line', { class: 'rule', x1: this.toX(value), x2: this.toX(value), y1: top, y2: top + up });
        this.text(this.toX(value), this.height - bottom + 15, short(value), 'tick', 'middle');
      }
      for (const value of ticksOf(y, up / 45)) {
        this.add('line', { class: 'rule', x1: left, x2: left + across, y1: this.toY(value), y2: this.toY(value) });
        this.text(left - 6, this.toY(value) + 4, short(value), 'tick', 'end');
      }
    }
    if (xLabel) this.text(left + across, this.height - 4, xLabel, 'tick', 'end');
    if (yLabel) this.text(4, 12, yLabel, 'tick', 'start');
  }

  /** @param {string} name @param {Record<string, string | number>} attributes */
  add(name, attributes) {
    const element = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    this.svg.append(element);
    return element;
  }

  /** Puts an element at a position in pixels. */
  text(x, y, content, className, anchor = 'start') {
    this.add('text', { x, y, class: className, 'text-anchor': anchor }).textContent = content;
  }

  /** @param {Iterable<[number, number]>} points */
  line(points, className) {
    return this.add('path', { class: className, d: this.#path(points) });
  }

  /** The area between two lines. */
  area(points, back, className) {
    return this.add('path', { class: className, d: `${this.#path([...points, ...[...back].reverse()])}Z` });
  }

  dot(x, y, r, className) {
    return this.add('circle', { class: className, cx: this.toX(x).toFixed(1), cy: this.toY(y).toFixed(1), r });
  }

  /** A rectangle between two corners in units of the data. */
  box(x0, x1, y0, y1, className) {
    const [left, top] = [this.toX(Math.min(x0, x1)), this.toY(Math.max(y0, y1))];
    const [width, height] = [Math.abs(this.toX(x1) - this.toX(x0)), Math.abs(this.toY(y1) - this.toY(y0))];
    return this.add('rect', { class: className, x: left.toFixed(1), y: top.toFixed(1), width: width.toFixed(1), height: height.toFixed(1) });
  }

  #path(points) {
    let d = '';
    for (const [x, y] of points) d += `${d ? 'L' : 'M'}${this.toX(x).toFixed(1)} ${this.toY(y).toFixed(1)}`;
    return d;
  }
}

/** Round numbers within a range, about as many as requested. */
export function ticksOf([from, to], wanted) {
  const rough = (to - from) / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough * 0.999);
  const values = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; i++) values.push(i * step);
  return values;
}

/** A number as short as can be read. */
export const short = (value) => String(Number(value.toPrecision(3)));
